//go:build !js

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"fillet/editor/play"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// solveOptions bounds a search for inputs.
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
			return fmt.Errorf("--%s is for --solve", name)
		}
	}
	switch {
	case o.target == "" && flags.Changed("to"):
		return errors.New("--to is empty: use the id or the name of a trigger")
	case o.on && (p.inputs != "" || p.steps > 0):
		return errors.New("--solve finds the inputs: leave out --inputs and --steps")
	case o.on && p.format == "json":
		return errors.New("--solve writes inputs, which are text: leave out -f json")
	case o.on && (o.budget < 1 || o.memory < 1 || o.memory > 1<<16 || !(o.seconds >= 0 && o.seconds <= 1e6)):
		return errors.New("--budget and --memory must be at least 1, --seconds at least 0")
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
	found.Inputs.HasStart = false // so that the inputs follow the spawn
	var b bytes.Buffer
	if _, err := found.Inputs.WriteTo(&b); err != nil {
		return err
	}
	if err := a.writeReport(opts.out, b.Bytes()); err != nil {
		return err
	}
	a.note("%s: %s is reached after %d steps, %.2f s; %d steps were tried", src, what, found.Inputs.Len(),
		float64(found.Inputs.Len())/play.Rate, found.Steps)
	if opts.picture == "" {
		return lost(s.losses)
	}
	run := play.NewRun(snap, s.settings, s.start)
	if err := playInputs(ctx, run, &found.Inputs, 0); err != nil {
		return err
	}
	return cmp.Or(a.drawRun(run, snap, opts), lost(s.losses))
}
