package play

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"fillet/editor/level"
)

// Recording holds the inputs of a run.
type Recording struct {
	Version  int // of the physics that made it; 0 means [Version]
	Start    Vec
	HasStart bool // without it the recording starts where the level says
	Held     []Held
}

// Held is an input held for a number of steps.
type Held struct {
	Input
	Steps int
}

// maxSteps limits the length of a recording: 51 days.
const maxSteps = 1 << 28

// Len returns the number of steps.
func (r *Recording) Len() int {
	n := 0
	for _, h := range r.Held {
		n += h.Steps
	}
	return n
}

// Steps yields the inputs step by step.
func (r *Recording) Steps() iter.Seq[Input] {
	return func(yield func(Input) bool) {
		for _, h := range r.Held {
			for range h.Steps {
				if !yield(h.Input) {
					return
				}
			}
		}
	}
}

// add appends one step.
func (r *Recording) add(in Input) {
	if n := len(r.Held); n > 0 && r.Held[n-1].Input == in {
		r.Held[n-1].Steps++
		return
	}
	r.Held = append(r.Held, Held{in, 1})
}

// Version is the version of the physics. It increases whenever the same inputs give a different run.
//
//	1  initial version
//	2  bouncing conserves rotational energy, and surfaces that nearly meet count as one
//	3  bodies float in water, and seams are also smooth for fast bodies and outlines of chains
const Version = 3

// recordingHeader starts a file of inputs, followed by the version of the physics.
const recordingHeader = "fillet-inputs"

// Old returns a warning if another version of the physics made the recording, else "".
func (r *Recording) Old() string {
	if r.Version == 0 || r.Version == Version {
		return ""
	}
	return fmt.Sprintf("recorded with physics version %d; with version %d the run may end differently", r.Version,
		Version)
}

// WriteTo writes the recording as text for ReadRecording. Each line has a number of steps and the keys held for them.
//
//	fillet-inputs 3
//	start 48 200
//	60 right
//	1 right jump    # a comment
//	20 x=0.5
//	5 grab=c12 at=100,80.5
func (r *Recording) WriteTo(w io.Writer) (int64, error) {
	b := append([]byte(recordingHeader), ' ')
	b = append(strconv.AppendInt(b, int64(cmp.Or(r.Version, Version)), 10), '\n')
	if r.HasStart {
		b = append(b, "start "...)
		b = appendNumber(b, r.Start.X)
		b = append(b, ' ')
		b = appendNumber(b, r.Start.Y)
		b = append(b, '\n')
	}
	for _, h := range r.Held {
		b = strconv.AppendInt(b, int64(h.Steps), 10)
		b = h.append(b)
		b = append(b, '\n')
	}
	n, err := w.Write(b)
	return int64(n), err
}

// append appends the held keys, each after a space.
func (in Input) append(b []byte) []byte {
	b = appendAxis(b, in.X, "left", "right", "x")
	b = appendAxis(b, in.Y, "up", "down", "y")
	if in.Jump {
		b = append(b, " jump"...)
	}
	if in.Reverse {
		b = append(b, " reverse"...)
	}
	if in.Grab != 0 {
		b = append(b, " grab="...)
		b = append(b, in.Grab.String()...)
		b = append(b, " at="...)
		b = appendNumber(b, in.Target.X)
		b = append(b, ',')
		b = appendNumber(b, in.Target.Y)
	}
	return b
}

func appendAxis(b []byte, x float64, low, high, name string) []byte {
	switch x {
	case 0:
		return b
	case -1:
		return append(append(b, ' '), low...)
	case 1:
		return append(append(b, ' '), high...)
	}
	return appendNumber(append(append(append(b, ' '), name...), '='), x)
}

func appendNumber(b []byte, x float64) []byte { return strconv.AppendFloat(b, x, 'g', -1, 64) }

// RecordingError is an error in a line of a file of inputs.
type RecordingError struct {
	Line int // from 1
	Err  error
}

// Error returns the message with its line number.
func (e *RecordingError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error without its line.
func (e *RecordingError) Unwrap() error { return e.Err }

// ReadRecording reads the format of [Recording.WriteTo]. It skips empty lines and comments that start with #. An error
// in the text is a [*RecordingError].
func ReadRecording(r io.Reader) (Recording, error) {
	var rec Recording
	lines := bufio.NewScanner(r)
	seen, total := false, 0
	line := 0
	for lines.Scan() {
		line++
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if !seen {
			if err := rec.header(words); err != nil {
				return Recording{}, &RecordingError{line, err}
			}
			seen = true
			continue
		}
		if err := rec.line(words, &total); err != nil {
			return Recording{}, &RecordingError{line, err}
		}
	}
	if err := lines.Err(); err != nil {
		return Recording{}, &RecordingError{line + 1, err}
	}
	if !seen {
		return Recording{}, &RecordingError{line + 1, (&Recording{}).header([]string{""})}
	}
	return rec, nil
}

// header reads the first line.
func (r *Recording) header(words []string) (err error) {
	if words[0] != recordingHeader || len(words) != 2 {
		return fmt.Errorf("a file of inputs begins with \"%s %d\"", recordingHeader, Version)
	}
	if r.Version, err = strconv.Atoi(words[1]); err != nil || r.Version < 1 {
		return fmt.Errorf("%q is not a physics version", words[1])
	}
	if r.Version > Version {
		const newer = "a newer Fillet recorded this run, with physics version %s; this one has version %d"
		return fmt.Errorf(newer, words[1], Version)
	}
	return nil
}

// line reads one line. total counts the steps so far.
func (r *Recording) line(words []string, total *int) error {
	if words[0] == "start" {
		if r.HasStart || len(r.Held) > 0 {
			return fmt.Errorf("start may appear only once, before the inputs")
		}
		if len(words) != 3 {
			return fmt.Errorf("start needs two numbers")
		}
		var err error
		if r.Start.X, err = number(words[1]); err == nil {
			r.Start.Y, err = number(words[2])
		}
		r.HasStart = err == nil
		return err
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 || n > maxSteps-*total {
		return fmt.Errorf("%q is not a number of steps from 1 to %d", words[0], maxSteps-*total)
	}
	*total += n
	h := Held{Steps: n}
	for _, w := range words[1:] {
		if err := h.word(w); err != nil {
			return err
		}
	}
	if in := h.sane(); in != h.Input {
		return fmt.Errorf("an axis must be from -1 to 1, and holding a body needs both grab= and at=")
	}
	r.Held = append(r.Held, h)
	return nil
}

// word reads one word of a line.
func (in *Input) word(w string) error {
	name, value, isValue := strings.Cut(w, "=")
	var err error
	switch {
	case w == "left":
		in.X = -1
	case w == "right":
		in.X = 1
	case w == "up":
		in.Y = -1
	case w == "down":
		in.Y = 1
	case w == "jump":
		in.Jump = true
	case w == "reverse":
		in.Reverse = true
	case isValue && name == "x":
		in.X, err = number(value)
	case isValue && name == "y":
		in.Y, err = number(value)
	case isValue && name == "grab":
		in.Grab, err = level.ParseID(value)
	case isValue && name == "at":
		x, y, ok := strings.Cut(value, ",")
		if !ok {
			return fmt.Errorf("%q is not a point such as 12,34.5", value)
		}
		if in.Target.X, err = number(x); err == nil {
			in.Target.Y, err = number(y)
		}
	default:
		return fmt.Errorf("unknown input %q: expected left, right, up, down, jump, reverse, x=, y=, grab= or at=", w)
	}
	return err
}

func number(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.Abs(x) > 1e7 {
		return 0, fmt.Errorf("%q is not a number up to 10,000,000", s)
	}
	return x + 0, nil
}
