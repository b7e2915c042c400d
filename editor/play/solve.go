package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Verdict is the answer of a search for a way to a target.
type Verdict uint8

// The verdicts. Only Found and Sealed are proofs.
const (
	Unknown Verdict = iota // no way was found, but there may be one
	Found                  // there are inputs that reach it
	Sealed                 // no way leads there
)

// Solution is the result of a search.
type Solution struct {
	Verdict Verdict
	Inputs  Recording  // that reach the target, if Found
	Reason  string     // why there is no way or none was found, a sentence without its full stop
	Steps   int        // number of steps tried
	Entered []level.ID // triggers that the character entered in the search, sorted
	Seal    *Seal      // what encloses the target, if Sealed
	Best    *SolveTry  // the nearest try, if none succeeded and there was a distance to guide the search
	// Exhausted means that the search ran out of things to try, at its resolution, not out of steps.
	Exhausted bool
}

// Missing returns why there is no way, or what the best failed try lacks.
func (r *Solution) Missing() string {
	switch {
	case r.Verdict == Sealed:
		return r.Reason
	case r.Best == nil:
		return cmp.Or(r.Reason, "no steps were tried") + ". There may still be a way"
	}
	return fmt.Sprintf("%s. The best try %s. There may still be a way", r.Reason, r.Best)
}

// Solve searches for inputs that bring the character from its start to the goal, or to another target. If it is
// cancelled, it returns the context's error. The same level and options give the same result for any number of workers.
func Solve(ctx context.Context, snap level.Snapshot, settings Settings, start Vec, o SolveOptions) (Solution, error) {
	run := NewRun(snap, settings, start)
	settings, start = run.Settings(), run.Recording().Start
	if n := run.TooManyPairs(); n > 0 {
		return Solution{}, fmt.Errorf("more than %d thousand moving pairs overlap, too many to play", n/1000)
	}
	targets, fixed := targetsOf(snap, o.Target)
	if len(targets) == 0 {
		if o.Target != 0 {
			return Solution{}, fmt.Errorf("the level has no trigger %v", o.Target)
		}
		return Solution{}, fmt.Errorf("the level has no trigger tagged %q", GoalTag)
	}
	s := newSearch(snap, settings, start, o)
	f, err := NewFlood(ctx, snap, settings)
	switch {
	case ctx.Err() != nil:
		return Solution{}, ctx.Err()
	case err == nil && !run.Stuck(): // a stuck character may leave on any side
		reach := f.Reach(run.Character().Position, snap, settings)
		pieces := s.grown(targets)
		if fixed && len(reach) > 0 && !f.Meets(reach, pieces) {
			seal := f.Seal(reach[0], pieces, snap, settings)
			return Solution{Verdict: Sealed, Seal: &seal, Reason: seal.Reason()}, nil
		}
		if len(reach) > 0 && len(pieces) > 0 {
			s.lead = newReachField(f, reach, pieces, s.bounds(pieces), widthOf(settings))
			s.leadToCoins(f, reach, targets)
		}
	}
	if o.Target != 0 && slices.Contains(AppendEntered(nil, run), o.Target) {
		return Solution{Verdict: Found, Inputs: Recording{Start: start, HasStart: true}}, nil
	}
	res := Solution{Exhausted: true}
	for i, fine := range finenesses {
		s.begin(fine)
		until := s.options.Steps
		if i < len(finenesses)-1 {
			until = s.steps + (s.options.Steps-s.steps)/2
		}
		at, how := s.run(ctx, until)
		res.Steps, res.Entered = s.steps, s.enteredIDs()
		switch how {
		case cancelled:
			res.Reason = fmt.Sprintf("not found within %d steps", res.Steps)
			// on a plain cancellation the caller does not wait for the best try
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				res.Best = s.better(res.Best)
			}
			return res, ctx.Err()
		case found:
			res.Inputs = s.inputs(at)
			if !reaches(snap, settings, &res.Inputs, s.options.Target) {
				return res, fmt.Errorf("the inputs that were found do not reach the target when they are replayed: " +
					"please report this")
			}
			res.Verdict = Found
			return res, nil
		case outOfSteps:
			res.Exhausted = false
		}
		res.Best = s.better(res.Best)
	}
	res.Exhausted = res.Exhausted && !s.forgot
	res.Reason = fmt.Sprintf("not found within %d steps", res.Steps)
	return res, nil
}

// mostCoinSquares limits the memory of the fields of the collectables, of 4 bytes per square.
const mostCoinSquares = 16_000_000

// leadToCoins guides the search to the collectables first, if a goal needs all of them.
func (s *search) leadToCoins(f *Flood, reach []FloodPart, targets []level.ColliderSnapshot) {
	wants := func(c level.ColliderSnapshot) bool {
		return level.WorkingObjects(c.Collider).Has(level.GoalObject) && level.PropertyIsSet(level.NeedsAllKey,
			c.Properties)
	}
	if s.options.Target != 0 || !slices.ContainsFunc(targets, wants) {
		return
	}
	s.coins = map[level.ID]*reachField{}
	for _, l := range s.snap.Layers {
		for _, c := range l.Colliders {
			if !level.WorkingObjects(c.Collider).Has(level.CollectableObject) ||
				(len(s.coins)+1)*len(s.lead.far) > mostCoinSquares {
				continue
			}
			pieces := s.grown([]level.ColliderSnapshot{c})
			s.coins[c.ID] = newReachField(f, reach, pieces, s.bounds(pieces), widthOf(s.settings))
		}
	}
}

// TriggerNamed returns the trigger with an id or a name; 0 means the goal.
func TriggerNamed(snap level.Snapshot, name string) (level.ID, error) {
	if name == "" {
		return 0, nil
	}
	var named []level.ID
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			switch {
			case c.Role != level.Trigger:
			case c.ID.String() == name:
				return c.ID, nil
			case c.Name == name:
				named = append(named, c.ID)
			}
		}
	}
	switch len(named) {
	case 0:
		return 0, fmt.Errorf("it has no trigger with the id or name %q", name)
	case 1:
		return named[0], nil
	}
	return 0, fmt.Errorf("it has %d triggers named %q: give an id", len(named), name)
}

// targetsOf returns the triggers to search for. fixed means that none of them moves.
func targetsOf(snap level.Snapshot, target level.ID) (out []level.ColliderSnapshot, fixed bool) {
	fixed = true
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Role == level.Trigger && (c.ID == target || target == 0 && slices.Contains(c.Tags, GoalTag)) {
				out = append(out, c)
				fixed = fixed && c.Body == level.Static
			}
		}
	}
	return out, fixed
}

// grown returns the positions at which the character touches one of the triggers, in any of its forms.
func (s *search) grown(targets []level.ColliderSnapshot) []collision.Shape {
	return grownBy(targets, s.settings, s.snap.Settings)
}

func grownBy(targets []level.ColliderSnapshot, settings Settings, of *level.Settings) []collision.Shape {
	var out []collision.Shape
	for _, form := range settings.Forms() {
		settings.Body = form
		for _, c := range targets {
			out = append(out, Grown(c, settings, of)...)
		}
	}
	return out
}

// bounds returns the part of the level in which the search is guided.
func (s *search) bounds(pieces []collision.Shape) collision.AABB {
	b := collision.AABB{Min: s.start, Max: s.start}
	for i := range pieces {
		b = b.Union(pieces[i].Bounds(collision.Identity()))
	}
	for _, l := range s.snap.Layers {
		for _, c := range l.Colliders {
			if body, ok := level.BodyOf(c.Collider, c.Baked, s.snap.Settings); ok {
				for _, p := range body.Shapes {
					b = b.Union(p.Bounds(body.Transform))
				}
			}
		}
	}
	const around = 100
	return b.Grow(around)
}

// reaches replays inputs in a new run.
func reaches(snap level.Snapshot, settings Settings, rec *Recording, target level.ID) bool {
	run := NewRun(snap, settings, rec.Start)
	in := func() bool {
		if target == 0 {
			return run.Finished()
		}
		return slices.Contains(AppendEntered(nil, run), target)
	}
	for held := range rec.Steps() {
		if in() {
			return true
		}
		run.Step(held)
	}
	return in()
}
