//go:build !js

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
	"fillet/editor/render"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// playOptions holds the flags of the play command.
type playOptions struct {
	inputs   string
	steps    int
	format   string
	out      string
	needGoal bool
	picture  string
	width    int
	solve    solveOptions
}

// maxSteps limits the length of a run to five hours.
const maxSteps = 5 * 60 * 60 * play.Rate

func (a *app) playCommand() *cobra.Command {
	var opts playOptions
	cmd := &cobra.Command{
		Use:   "play LEVEL [--inputs FILE] [--steps N] [--solve]",
		Short: "Play a level without a window, from recorded inputs",
		Long: `Play a level at 60 steps a second, like the window's playtest, and report the final positions, the
trigger events, and whether the goal was reached. The same level and the same inputs give the same run, bit for bit. The
hash covers the whole run, so that a script can tell when an edit to a level changes how it plays.

The character starts at the collider tagged "spawn" and takes its shape and properties. A trigger tagged "goal" ends
the run. A file of inputs lists which keys are held for how many steps:

  fillet-inputs 6
  start 48 200        # optional: instead of the level's spawn
  60 right
  1 right jump
  20 x=0.5
  30 down jump        # drop through a one-way platform
  1 reverse           # gravity
  90 grab=c12 at=100,80

--solve searches for such inputs: it tries the keys, with real steps of the run, from every place reached so far, until
it reaches the goal. The inputs are replayed before they are written to standard output, or to -o. The same level
gives the same inputs. If none are found, the exit code is 1. There may still be a way, unless it reports that the goal
cannot be reached: then no way leads there, even in flight. Flipping gravity and pulling bodies are not tried.`,
		Example: `  fillet play maze.level.yaml --solve -o maze.inputs
  fillet play jetpack.level.yaml --inputs jetpack.inputs -f json
  fillet play pile.level.yaml --steps 180 --picture pile.png
  fillet play maze.level.yaml --inputs maze.inputs --need-goal && echo the maze can be solved`,
		Args:              exactly("LEVEL"),
		ValidArgsFunction: completeFiles(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.steps < 0 || opts.steps > maxSteps {
				return fmt.Errorf("--steps is %d; it must be from 0 to %d", opts.steps, maxSteps)
			}
			if err := cmp.Or(opts.solve.check(cmd.Flags(), &opts), opts.checkPicture(cmd.Flags())); err != nil {
				return err
			}
			if opts.solve.on {
				return playing{a}.solve(cmd.Context(), args[0], opts)
			}
			if opts.inputs == "" && opts.steps == 0 {
				return errors.New("nothing to play: use --inputs, --steps or both, or --solve")
			}
			if opts.inputs == "-" && args[0] == "-" {
				return errors.New("the level and the inputs cannot both come from standard input")
			}
			return playing{a}.play(cmd.Context(), args[0], opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.inputs, "inputs", "", "the `file` of inputs, or - for standard input")
	f.IntVar(&opts.steps, "steps", 0, "play `n` more steps after the inputs, with nothing held")
	formatFlag(cmd, &opts.format)
	outputFlag(cmd, &opts.out)
	f.BoolVar(&opts.needGoal, "need-goal", false, "exit with 1 unless the goal is reached")
	f.StringVar(&opts.picture, "picture", "",
		"draw the final positions and the path taken to a PNG or SVG `file`; - writes a PNG to "+
			"standard output")
	widthFlag(cmd, &opts.width)
	solveFlags(cmd, &opts.solve)
	a.rootFlag(cmd, "a foreign LEVEL")
	return cmd
}

// checkPicture rejects a picture that cannot be drawn.
func (o *playOptions) checkPicture(flags *pflag.FlagSet) error {
	switch ext := strings.ToLower(filepath.Ext(o.picture)); {
	case o.picture == "" && flags.Changed("width"):
		return errors.New("--width needs --picture")
	case o.picture == "" || o.picture == "-" || ext == ".png" || ext == ".svg":
		return nil
	}
	return fmt.Errorf("--picture must be a file *.png or *.svg, not %s", o.picture)
}

// playing is the app with the methods of the play command.
type playing struct{ *app }

// stage is a level ready to play, with the character's settings and start, and the number of losses on import.
type stage struct {
	doc      *level.Document
	settings play.Settings
	start    level.Vec
	losses   int
}

func (a playing) stage(ctx context.Context, src string) (s stage, err error) {
	res, losses, err := a.read(ctx, src, false)
	if err != nil {
		return s, err
	}
	s.doc, s.losses = res.Document, losses
	if s.settings, s.start, err = play.SettingsOf(s.doc.Snapshot()); err != nil {
		return s, unreadable(fmt.Errorf("%s: %w", src, err))
	}
	return s, nil
}

func (a playing) play(ctx context.Context, src string, opts playOptions) error {
	s, err := a.stage(ctx, src)
	if err != nil {
		return err
	}
	snap := s.doc.Snapshot()
	var rec play.Recording
	if opts.inputs != "" {
		if rec, err = a.readInputs(opts.inputs); err != nil {
			return unreadable(err)
		}
		if old := rec.Old(); old != "" {
			tell(a.stderr, "%s: %s", opts.inputs, old)
		}
	}
	if rec.HasStart {
		s.start = rec.Start
	}
	run := play.NewRun(snap, s.settings, s.start)
	if n := run.TooManyPairs(); n > 0 {
		return unreadable(fmt.Errorf("%s: more than %d thousand pairs of moving shapes overlap, too many to play. "+
			"Run fillet check to find them", src, n/1000))
	}
	if err := playInputs(ctx, run, &rec, opts.steps); err != nil {
		return err
	}
	report := RunText(run, s.doc)
	if opts.format == "json" {
		report = RunJSON(run, s.doc)
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
		tell(a.stderr, "%s: the goal is not reached in %s", src, quote.Count(run.Steps(), "step"))
		return lost(1)
	}
	return lost(s.losses)
}

// drawRun draws the current state of a run.
func (a playing) drawRun(run *play.Run, snap level.Snapshot, opts playOptions) error {
	cam, err := cameraFor(render.LevelBounds(snap), opts.width)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", opts.picture, err))
	}
	scene := render.LevelScene(snap, cam, render.Dark())
	scene.Show.Labels = true
	view := render.NewPlayView(snap, run)
	view.Scene(run, scene)
	var b bytes.Buffer
	if err := scene.Encode(&b, strings.EqualFold(filepath.Ext(opts.picture), ".svg")); err != nil {
		return unreadable(fmt.Errorf("%s: %w", opts.picture, err))
	}
	return a.writeReport(opts.picture, b.Bytes())
}

// readInputs reads a file of inputs. Errors include file and line.
func (a playing) readInputs(path string) (play.Recording, error) {
	r := io.NopCloser(a.stdin)
	if path != "-" {
		f, err := disk.OpenRegular(path)
		if err != nil {
			return play.Recording{}, err
		}
		r = f
	}
	defer func() { _ = r.Close() }() // nothing was written
	rec, err := play.ReadRecording(r)
	var e *play.RecordingError
	if errors.As(err, &e) {
		return rec, fmt.Errorf("%s:%d: %w", path, e.Line, e.Err)
	}
	if err == nil && rec.Len() > maxSteps {
		err = fmt.Errorf("%s: %d steps; the limit is %d", path, rec.Len(), maxSteps)
	}
	return rec, err
}

// playInputs runs the inputs, then the given number of further steps.
func playInputs(ctx context.Context, run *play.Run, rec *play.Recording, more int) error {
	step := func(in play.Input) error {
		run.Step(in)
		if run.Steps()%play.Rate == 0 {
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
		if err := step(play.Input{}); err != nil {
			return err
		}
	}
	return nil
}

// solveOptions holds the flags of --solve.
type solveOptions struct {
	on      bool
	target  string
	budget  int
	seconds float64
	memory  int
}

// solveFlags adds the flags of --solve.
func solveFlags(cmd *cobra.Command, opts *solveOptions) {
	f := cmd.Flags()
	f.BoolVar(&opts.on, "solve", false,
		"find inputs that reach the goal, and write them; exit with 1 if none are found")
	f.StringVar(&opts.target, "to", "", "with --solve: the `trigger` to reach instead of the goal, by its id or name")
	f.IntVar(&opts.budget, "budget", play.DefaultSolveSteps, "with --solve: try at most `n` steps")
	f.Float64Var(&opts.seconds, "seconds", 0, "with --solve: give up after this many `seconds`; 0 means never")
	f.IntVar(&opts.memory, "memory", play.DefaultSolveMB,
		"with --solve: limit the search's memory to this many `megabytes`")
}

// check rejects invalid combinations and values.
func (o *solveOptions) check(flags *pflag.FlagSet, p *playOptions) error {
	for _, name := range []string{"to", "budget", "seconds", "memory"} {
		if !o.on && flags.Changed(name) {
			return fmt.Errorf("--%s needs --solve", name)
		}
	}
	switch {
	case o.target == "" && flags.Changed("to"):
		return errors.New("--to is empty: use the id or the name of a trigger")
	case o.on && (p.inputs != "" || p.steps > 0):
		return errors.New("--solve finds the inputs: leave out --inputs and --steps")
	case o.on && p.format == "json":
		return errors.New("--solve writes inputs, which are text: leave out -f json")
	case o.on && o.budget < 1:
		return fmt.Errorf("--budget is %d; it must be at least 1", o.budget)
	case o.on && (o.memory < 1 || o.memory > 1<<16):
		return fmt.Errorf("--memory is %d; it must be from 1 to %d", o.memory, 1<<16)
	case o.on && !(o.seconds >= 0 && o.seconds <= 1e6):
		return fmt.Errorf("--seconds is %g; it must be from 0 to 1,000,000", o.seconds)
	}
	return nil
}

// solve searches for inputs that reach the goal.
func (a playing) solve(ctx context.Context, src string, opts playOptions) error {
	s, err := a.stage(ctx, src)
	if err != nil {
		return err
	}
	snap := s.doc.Snapshot()
	target, err := play.TriggerNamed(snap, opts.solve.target)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", src, err))
	}
	limited := ctx
	if n := opts.solve.seconds; n > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, time.Duration(n*float64(time.Second)))
		defer cancel()
	}
	shown := a.progress(opts.solve.budget, "searching")
	found, err := play.Solve(limited, snap, s.settings, s.start, play.SolveOptions{
		Steps: opts.solve.budget, MB: opts.solve.memory, Workers: runtime.GOMAXPROCS(0), Target: target,
		Progress: func(steps int) { shown.set(min(steps, opts.solve.budget)) },
	})
	shown.finish()
	what := "the goal"
	if target != 0 {
		what = fmt.Sprintf("%q", opts.solve.target)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		tell(a.stderr, "%s: %s was not reached in %g seconds: %s", src, what, opts.solve.seconds, found.Missing())
		return lost(1)
	case err != nil:
		return unreadable(fmt.Errorf("%s: %w", src, err))
	case found.Verdict == play.Sealed:
		tell(a.stderr, "%s: %s cannot be reached: %s", src, what, found.Missing())
		return lost(1)
	case found.Verdict != play.Found:
		tell(a.stderr, "%s: %s was not reached: %s", src, what, found.Missing())
		return lost(1)
	}
	found.Inputs.HasStart = false // so that the inputs start at the spawn, wherever it is
	var b bytes.Buffer
	if _, err := found.Inputs.WriteTo(&b); err != nil {
		return err
	}
	if err := a.writeReport(opts.out, b.Bytes()); err != nil {
		return err
	}
	a.note("%s: %s is reached after %s, %.2f s; the search tried %s", src, what,
		quote.Count(found.Inputs.Len(), "step"), float64(found.Inputs.Len())/play.Rate,
		quote.Count(found.Steps, "step"))
	if opts.picture == "" {
		return lost(s.losses)
	}
	run := play.NewRun(snap, s.settings, s.start)
	if err := playInputs(ctx, run, &found.Inputs, 0); err != nil {
		return err
	}
	return cmp.Or(a.drawRun(run, snap, opts), lost(s.losses))
}
