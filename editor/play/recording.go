package play

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// Recording holds the inputs of a run.
type Recording struct {
	Version  int // version of the physics that made the recording; 0 means [Version]
	Start    Vec
	HasStart bool // if false, the run starts at the level's own start
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

// add appends an input held for some steps.
func (r *Recording) add(in Input, steps int) {
	if n := len(r.Held); n > 0 && r.Held[n-1].Input == in {
		r.Held[n-1].Steps += steps
		return
	}
	r.Held = append(r.Held, Held{in, steps})
}

// Version is the version of the physics. It increases whenever the same inputs give a different run.
//
//	1  initial version
//	2  bouncing conserves rotational energy, and surfaces that nearly meet count as one
//	3  bodies float in water, and seams are also smooth for fast bodies and outlines of chains
//	4  sinking platforms, and shapes with a tip in the surface, do not hold back bodies that slide over them
//	5  jointed bodies bounce as a whole, seams between floors and resting platforms are smooth, and edges of tiles do
//	   not hold characters that are pressed against them
//	6  hinges stop at limits of half a turn, and shapes far from the origin touch where they should
const Version = 6

// recordingHeader starts a file of inputs, followed by the version of the physics.
const recordingHeader = "fillet-inputs"

// Old returns a warning if another version of the physics made the recording, or "".
func (r *Recording) Old() string {
	if r.Version == 0 || r.Version == Version {
		return ""
	}
	return fmt.Sprintf("recorded with physics version %d; with version %d the run may end differently", r.Version,
		Version)
}

// WriteTo writes the recording as text for ReadRecording. Each line has a number of steps and the keys held for them.
//
//	fillet-inputs 6
//	start 48 200
//	60 right
//	1 right jump    # a comment
//	20 x=0.5
//	5 grab=c12 at=100,80.5
func (r *Recording) WriteTo(w io.Writer) (int64, error) {
	b := fmt.Appendf(nil, "%s %d\n", recordingHeader, cmp.Or(r.Version, Version))
	if r.HasStart {
		b = fmt.Appendf(b, "start %v %v\n", r.Start.X, r.Start.Y)
	}
	for _, h := range r.Held {
		b = append(h.append(strconv.AppendInt(b, int64(h.Steps), 10)), '\n')
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
		b = fmt.Appendf(b, " grab=%v at=%v,%v", in.Grab, in.Target.X, in.Target.Y)
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
	return fmt.Appendf(b, " %s=%v", name, x)
}

// RecordingError is an error in a line of an inputs file.
type RecordingError struct {
	Line int // counted from 1
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
		var err error
		if seen {
			err = rec.line(words, &total)
		} else {
			seen, err = true, rec.header(words)
		}
		if err != nil {
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

// line reads the words of a line. total counts the steps so far.
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

// History keeps states of a run so that it can go back to any earlier step: it restores the last state before that
// step, and the recorded inputs lead on from there. It stays within a memory limit: the longer the run, the farther
// apart its states are. After a replay, it keeps dense states of the replayed steps for a while, so that stepping back
// is fast.
//
// The zero value is ready for use. The caller steps the run and calls Note after each step.
type History struct {
	MaxBytes int // limit for the states; 0 means 64 MB. Dense states may use as much again

	keys  []*State // sorted by step
	every int      // steps between two keys
	near  []*State // dense states of recently replayed steps, sorted by step
	fine  int      // steps between two dense states; 0 means none are due
	spare []*State
}

const (
	firstEvery = 15       // initial number of steps between two states
	historyMax = 64 << 20 // bytes
)

// Clear drops all states. It must be called if the run is restarted or replaced.
func (h *History) Clear() {
	h.drop(&h.keys, 0)
	h.drop(&h.near, 0)
	h.every, h.fine = firstEvery, 0
}

// Note saves the state of a run if one is due. It must be called before the first step and after each step.
func (h *History) Note(r *Run) {
	h.every = cmp.Or(h.every, firstEvery)
	limit := cmp.Or(h.MaxBytes, historyMax)
	if h.keep(&h.keys, h.every, r) {
		if bytesOf(h.keys) > limit && len(h.keys) > 2 {
			h.thin()
		}
	} else if h.keep(&h.near, h.fine, r) && bytesOf(h.near) > limit {
		h.drop(&h.near, 0)
		h.fine = 0
	}
}

// Back restores the last saved state at or before the step to, unless the run is already between that state and to.
// From there the caller must step the run with the same inputs as before. Back returns false if the run cannot reach
// the step.
func (h *History) Back(r *Run, to int) bool {
	best := lastBefore(h.keys, to)
	if n := lastBefore(h.near, to); n != nil && (best == nil || n.Steps() > best.Steps()) {
		best = n
	}
	if best == nil || r.space.Steps <= to && r.space.Steps >= best.Steps() {
		return r.space.Steps <= to
	}
	if !best.Restore(r) {
		return false
	}
	h.fine = 0
	if span := to - best.Steps(); span > 2*firstEvery {
		h.drop(&h.near, 0)
		h.fine = int(math.Sqrt(float64(span)))
	}
	return true
}

// Cut drops the states after the run's current step, because the run will continue differently.
func (h *History) Cut(r *Run) {
	h.drop(&h.keys, countUntil(h.keys, r.space.Steps))
	h.drop(&h.near, countUntil(h.near, r.space.Steps))
	h.fine = 0
}

// keep appends a copy of the run's state if one is due, and reports whether it did.
func (h *History) keep(list *[]*State, every int, r *Run) bool {
	step := r.space.Steps
	if n := len(*list); every == 0 || step%every != 0 || n > 0 && (*list)[n-1].Steps() >= step {
		return false
	}
	s := new(State)
	if n := len(h.spare); n > 0 {
		s, h.spare = h.spare[n-1], h.spare[:n-1]
	}
	s.Save(r)
	*list = append(*list, s)
	return true
}

// drop shortens a list to n states. It keeps some of the others for reuse.
func (h *History) drop(list *[]*State, n int) {
	const spares = 32
	for _, s := range (*list)[n:] {
		if len(h.spare) < spares {
			h.spare = append(h.spare, s)
		}
	}
	clear((*list)[n:])
	*list = (*list)[:n]
}

// thin drops every other state, and makes saving half as frequent from now on.
func (h *History) thin() {
	h.every *= 2
	h.keys = slices.DeleteFunc(h.keys, func(s *State) bool { return s.Steps()%h.every != 0 })
	h.spare = nil
}

// lastBefore returns the last state at or before a step, or nil.
func lastBefore(list []*State, step int) *State {
	if n := countUntil(list, step); n > 0 {
		return list[n-1]
	}
	return nil
}

// countUntil returns the number of states in a list at or before a step.
func countUntil(list []*State, step int) int {
	n, _ := slices.BinarySearchFunc(list, step+1, func(s *State, to int) int { return s.Steps() - to })
	return n
}

func bytesOf(list []*State) int {
	n := 0
	for _, s := range list {
		n += s.Bytes()
	}
	return n
}

// State is a copy of everything that changes during a run: moving bodies, contacts with their impulses, the character
// with its timers, the contents of triggers, the log, the path and the recording. A run with a restored State continues
// exactly like the run that was saved: the same inputs give the same positions, log and hash, bit for bit.
//
// Constant data of a level, such as its static colliders, is not copied: only runs of the same level with the same
// settings can restore a State. Paused and Speed are not copied either, because the player controls them.
//
// A reused State allocates nothing once its lists are long enough. Static colliders cost nothing: saving takes 2 kB and
// 0.1 µs with only a character, and 300 kB and 4 µs with 200 bodies. Restoring takes three times as long. In addition,
// each point of the path takes 16 bytes (up to 14,400 points), each log entry 48 bytes (up to 16,384 entries), and each
// change to the keys 64 bytes; [State.Bytes] is the sum. [Quiet] runs have no path, log or recording.
//
// A field that changes during a step belongs to runState; TestStateHasEveryField finds others.
type State struct {
	space dynamics.Snapshot
	runState
	walker walker
	saved  bool
}

// Save copies the state of a run after its last step, replacing the previous contents.
func (s *State) Save(r *Run) {
	s.saved = true
	s.space.Save(&r.space)
	s.assign(&r.runState)
	s.walker = r.walker
	s.walker.run, s.walker.Mover = nil, collision.Mover{}
	s.walker.Resume(&r.walker.Mover)
}

// Restore puts a run of the same level back into the saved state. It returns false, without changing the run, if
// nothing was saved or the level's bodies differ. It takes as long as saving, plus some microseconds for each body that
// has moved since.
func (s *State) Restore(r *Run) bool {
	if !s.fits(r) {
		return false
	}
	w := r.walker
	r.walker = s.walker
	r.walker.run, r.walker.Mover = r, w.Mover
	r.walker.Resume(&s.walker.Mover)
	s.placeBodies(r)
	s.space.Restore(&r.space)
	r.assign(&s.runState)
	r.space.Gravity = r.settings.gravity(r.down)
	for k := range r.fates {
		r.space.SetOwnerGone(r.objects.list[k].owner, r.fates[k].gone)
	}
	return true
}

// fits reports whether the State can be restored into the run.
func (s *State) fits(r *Run) bool {
	if !s.saved || s.space.Len() != len(r.space.Bodies) {
		return false
	}
	for i := range s.entities {
		if a, b := &s.entities[i], &r.entities[i]; a.id != b.id || a.key != b.key || a.keys != b.keys {
			return false
		}
	}
	return true
}

// placeBodies restores the bodies in the character's world, before their poses in the run are restored. Poses in the
// world may differ from the run's, because bodies far from the character are not updated.
func (s *State) placeBodies(r *Run) {
	moved := 0
	for i := 1; i < len(r.space.Bodies); i++ {
		if from, to := r.entities[i].placed, s.entities[i].placed; !r.space.Bodies[i].Trigger && from != to {
			r.space.Bodies[i].Pose = to
			r.moveSolid(int32(i), from, &moved)
		}
	}
}

// Steps returns the number of steps at the time of saving.
func (s *State) Steps() int { return s.space.Steps() }

// Bytes returns the memory that the State uses, including spare capacity.
func (s *State) Bytes() int { return s.sum(true) }

// Size returns the memory that the State uses without spare capacity. It depends only on the saved run.
func (s *State) Size() int { return s.sum(false) }

func (s *State) sum(all bool) int {
	return int(unsafe.Sizeof(*s)) + s.space.Bytes(all) + room(s.entities, all) + room(s.tape.Held, all) +
		room(s.path, all) + room(s.log, all) + room(s.inside, all) + room(s.met, all) + room(s.fates, all) +
		room(s.felt, all) + room(s.touches, all)
}

// room returns the memory of a slice's elements, or of its whole capacity if all is set.
func room[T any](list []T, all bool) int {
	n := len(list)
	if all {
		n = cap(list)
	}
	return n * int(unsafe.Sizeof(*new(T)))
}

// Quiet stops a run from keeping its path, log and recording. It is for searches, which try millions of steps and often
// copy the state. It has no other effect on the run.
func Quiet(r *Run) {
	r.quiet = true
	r.path, r.log, r.tape.Held = nil, nil, nil
	for i := range r.inside {
		r.inside[i].entry = -1
	}
}
