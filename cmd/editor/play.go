package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/playtest"
	"fillet/editor/render"
	"fillet/editor/strictyaml"
	"fillet/importers"

	"github.com/spf13/cobra"
)

// playOptions is how a level is to be played.
type playOptions struct {
	inputs   string
	steps    int
	format   string
	out      string
	needGoal bool
	picture  string
	width    int
}

// mostSteps is how long a level is played at most: five hours.
const mostSteps = 5 * 60 * 60 * playtest.Rate

func (a *app) playCommand() *cobra.Command {
	var opts playOptions
	cmd := &cobra.Command{
		Use:   "play LEVEL [--inputs FILE] [--steps N]",
		Short: "Play a level without a window, from recorded inputs",
		Long: `Play a level at 60 steps a second, as the window's playtest does, and report where everything is at the end, what
happened at triggers, and whether the goal was reached. The same level and the same inputs give the same run, bit for
bit; the hash stands for all of it, so that a script can tell when a change of a level changes how it plays.

The character starts at the collider tagged "spawn", whose shape and properties are its own. A trigger tagged "goal"
ends the run. A file of inputs says for how many steps which keys are held:

  fillet-inputs 1
  start 48 200        # optional: instead of the level's spawn
  60 right
  1 right jump
  20 x=0.5
  30 down jump        # drop through a one-way platform
  1 reverse           # gravity
  90 grab=c12 at=100,80`,
		Example: `  fillet play jetpack.level.yaml --inputs jetpack.inputs -f json
  fillet play pile.level.yaml --steps 180 --picture pile.png
  fillet play maze.level.yaml --inputs maze.inputs --need-goal && echo the maze can be solved`,
		Args:              exactly("LEVEL"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.steps < 0 || opts.steps > mostSteps {
				return fmt.Errorf("--steps is %d; 0 to %d can be played", opts.steps, mostSteps)
			}
			if opts.inputs == "" && opts.steps == 0 {
				return errors.New("there is nothing to play: give --inputs, --steps or both")
			}
			if opts.inputs == "-" && args[0] == "-" {
				return errors.New("the level and the inputs cannot both come from standard input")
			}
			return a.play(cmd.Context(), args[0], opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.inputs, "inputs", "", "the `file` of inputs, or - for standard input")
	f.IntVar(&opts.steps, "steps", 0, "play on for `n` steps after the inputs, with nothing held")
	formatFlag(cmd, &opts.format)
	outputFlag(cmd, &opts.out)
	f.BoolVar(&opts.needGoal, "need-goal", false, "exit with 1 unless the goal is reached")
	f.StringVar(&opts.picture, "picture", "", "draw where everything is at the end, and the path taken, into a PNG or SVG `file`")
	widthFlag(cmd, &opts.width)
	a.rootFlag(cmd, "a foreign LEVEL names")
	return cmd
}

func (a *app) play(ctx context.Context, src string, opts playOptions) error {
	res, _, err := a.read(ctx, src, importers.Options{})
	if err != nil {
		return err
	}
	snap := res.Document.Snapshot()
	settings, start, err := playtest.SettingsOf(snap)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", src, err))
	}
	var rec playtest.Recording
	if opts.inputs != "" {
		if rec, err = a.readInputs(opts.inputs); err != nil {
			return unreadable(err)
		}
	}
	if rec.HasStart {
		start = rec.Start
	}
	run := playtest.NewRun(snap, settings, start)
	if n := run.TooManyPairs(); n > 0 {
		return unreadable(fmt.Errorf("%s: over %d thousand pairs of what moves lie on one another, too many to play; the command check says where", src, n/1000))
	}
	if err := playInputs(ctx, run, &rec, opts.steps); err != nil {
		return err
	}
	report := playText(run, res.Document)
	if opts.format == "json" {
		report = playJSON(run, res.Document)
	}
	if err := a.writeReport(opts.out, report); err != nil {
		return err
	}
	if opts.picture != "" {
		if err := a.drawRun(run, snap, opts); err != nil {
			return err
		}
	}
	if opts.needGoal && !run.Finished() {
		tell(a.stderr, "%s: the goal is not reached in %d steps", src, run.Steps())
		return lost(1)
	}
	return nil
}

// drawRun draws a run as it stands.
func (a *app) drawRun(run *playtest.Run, snap level.Snapshot, opts playOptions) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(opts.picture), "."))
	if format != "svg" {
		format = "png"
	}
	cam, err := cameraFor(render.LevelBounds(snap), opts.width)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", opts.picture, err))
	}
	scene := render.LevelScene(snap, cam, render.Dark())
	scene.Show.Labels = true
	view := render.NewPlayView(snap, run)
	view.Scene(run, scene)
	var b bytes.Buffer
	if err := encodePicture(&b, scene, format); err != nil {
		return unreadable(fmt.Errorf("%s: %w", opts.picture, err))
	}
	return a.writeReport(opts.picture, b.Bytes())
}

// readInputs reads a file of inputs. An error carries its place.
func (a *app) readInputs(path string) (playtest.Recording, error) {
	r := io.NopCloser(a.stdin)
	if path != "-" {
		f, err := disk.OpenRegular(path)
		if err != nil {
			return playtest.Recording{}, err
		}
		r = f
	}
	defer func() { _ = r.Close() }() // nothing was written
	rec, err := playtest.ReadRecording(r)
	var e *playtest.RecordingError
	if errors.As(err, &e) {
		return rec, fmt.Errorf("%s:%d: %w", path, e.Line, e.Err)
	}
	if err == nil && rec.Len() > mostSteps {
		err = fmt.Errorf("%s: %d steps; %d can be played", path, rec.Len(), mostSteps)
	}
	return rec, err
}

// playInputs runs the inputs and some steps more.
func playInputs(ctx context.Context, run *playtest.Run, rec *playtest.Recording, more int) error {
	step := func(in playtest.Input) error {
		run.Step(in)
		if run.Steps()%playtest.Rate == 0 {
			return ctx.Err()
		}
		return nil
	}
	for in := range rec.Steps() {
		if run.Finished() {
			return nil
		}
		if err := step(in); err != nil {
			return err
		}
	}
	for n := 0; n < more && !run.Finished(); n++ {
		if err := step(playtest.Input{}); err != nil {
			return err
		}
	}
	return nil
}

// sideNames is the sides in the order of their bits.
var sideNames = [...]string{"left", "right", "top", "bottom"}

func sideWords(s playtest.Side) []string {
	var words []string
	for i, name := range sideNames {
		if s>>i&1 == 1 {
			words = append(words, name)
		}
	}
	return words
}

// jsonString quotes a text. Every text can be written.
func jsonString(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// playJSON is one line a body and an event.
func playJSON(run *playtest.Run, doc *level.Document) []byte {
	c := run.Character()
	b := fmt.Appendf(nil, "{\"level\": %s, \"steps\": %d, \"seconds\": ", jsonString(doc.Settings().Name), run.Steps())
	b = strictyaml.AppendNumber(b, run.Time())
	b = fmt.Appendf(b, ", \"goal\": %t, \"hash\": \"%016x\",\n \"character\": {\"position\": ", run.Finished(), run.Hash())
	b = appendVec(b, c.Position)
	b = append(b, `, "velocity": `...)
	b = appendVec(b, c.Velocity)
	b = append(b, `, "ground": `...)
	if c.Grounded {
		b = fmt.Appendf(b, "%q", idText(doc, c.Ground))
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `, "sides": [`...)
	for i, w := range sideWords(c.Sides) {
		b = appendComma(b, i)
		b = strconv.AppendQuote(b, w)
	}
	b = append(b, `], "touches": [`...)
	for i, t := range c.Touches {
		b = appendComma(b, i)
		b = fmt.Appendf(b, "{\"id\": %q, \"side\": %q}", idText(doc, t.ID), sideWords(t.Side)[0])
	}
	b = append(b, `], "fuel": `...)
	b = strictyaml.AppendNumber(b, c.Fuel)
	b = append(b, "},\n \"bodies\": ["...)
	for i, x := range run.Bodies() {
		b = appendLine(b, i)
		b = fmt.Appendf(b, "{\"id\": %q, \"position\": ", idText(doc, x.ID))
		b = appendVec(b, x.Transform.P)
		b = append(b, `, "angle": `...)
		b = strictyaml.AppendNumber(b, float64(level.DegreesOf(x.Transform.Q.Angle())))
		b = fmt.Appendf(b, ", \"asleep\": %t}", x.Asleep)
	}
	b = append(b, "],\n \"log\": ["...)
	for i, e := range run.Log() {
		b = appendLine(b, i)
		b = fmt.Appendf(b, "{\"step\": %d, \"event\": %q, \"trigger\": %q, \"other\": %q, \"steps\": %d}",
			e.Step, e.Kind, idText(doc, e.Trigger), otherName(doc, e.Other), e.Steps)
	}
	return append(b, "]}\n"...)
}

func appendComma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ", "...)
	}
	return b
}

func appendLine(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(b, "\n  "...)
}

func otherName(doc *level.Document, id level.ID) string {
	if id == 0 {
		return "character"
	}
	return idText(doc, id)
}

// idText is a collider's id, or what a part of an instance is named by.
func idText(doc *level.Document, id level.ID) string {
	if c := doc.Collider(id); c != nil {
		return c.IDText()
	}
	return id.String()
}

// playText is a report for people: numbers are rounded.
func playText(run *playtest.Run, doc *level.Document) []byte {
	var b bytes.Buffer
	c := run.Character()
	end := "the goal is not reached"
	if run.Finished() {
		end = "the goal is reached"
	}
	fmt.Fprintf(&b, "%d steps, %s s: %s\n", run.Steps(), short(run.Time()), end)
	fmt.Fprintf(&b, "character at (%s, %s)", short(c.Position.X), short(c.Position.Y))
	if c.Grounded {
		fmt.Fprintf(&b, " on %s", named(doc.Collider(c.Ground)))
	} else {
		fmt.Fprintf(&b, " in the air, at (%s, %s) a second", short(c.Velocity.X), short(c.Velocity.Y))
	}
	b.WriteByte('\n')
	awake, bodies := 0, 0
	for _, x := range run.Bodies() {
		if x.Dynamic {
			bodies++
			if !x.Asleep {
				awake++
			}
		}
	}
	if bodies > 0 {
		fmt.Fprintf(&b, "%d bodies, %d at rest\n", bodies, bodies-awake)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i, e := range run.Log() {
		if i == 0 {
			fmt.Fprintln(t, "STEP\tEVENT\tTRIGGER\tOTHER\tSTEPS")
		}
		other := "character"
		if e.Other != 0 {
			other = named(doc.Collider(e.Other))
		}
		fmt.Fprintf(t, "%d\t%v\t%s\t%s\t%d\n", e.Step, e.Kind, named(doc.Collider(e.Trigger)), other, e.Steps)
	}
	_ = t.Flush() // into a buffer
	fmt.Fprintf(&b, "hash %016x\n", run.Hash())
	return b.Bytes()
}
