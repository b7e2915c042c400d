package playtest

import (
	"context"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Ghost is where the character was after each step of a run, to be shown beside another run. The zero value is ready.
type Ghost struct {
	places []Vec
	low    []bool // it crouched
}

// mostGhost is how many steps a ghost has at most: an hour.
const mostGhost = 60 * 60 * Rate

// Note keeps where a run's character is. What was kept of this step and of later ones is forgotten: the run has been put back.
func (g *Ghost) Note(r *Run) {
	n := r.steps
	if n > len(g.places) || n >= mostGhost {
		return
	}
	g.places, g.low = append(g.places[:n], r.walker.Position), append(g.low[:n], r.walker.crouched)
}

// Steps returns how many steps the run has had.
func (g *Ghost) Steps() int { return max(len(g.places)-1, 0) }

// At returns where the character was after so many steps, and whether it crouched. After the run's end it stays. It is false for a
// ghost without a step.
func (g *Ghost) At(step int) (at Vec, low, ok bool) {
	if len(g.places) == 0 {
		return Vec{}, false, false
	}
	i := min(max(step, 0), len(g.places)-1)
	return g.places[i], g.low[i], true
}

// Copy returns a ghost of its own.
func (g *Ghost) Copy() Ghost { return Ghost{slices.Clone(g.places), slices.Clone(g.low)} }

// FigureOf is the shapes that the character of a run has where it stands, or crouches.
func FigureOf(r *Run, low bool) []collision.Shape {
	if low {
		return r.low[kindOfDown(r.down)]
	}
	return r.settings.Body
}

// HasGoal reports whether a level has a trigger that ends a run.
func HasGoal(snap level.Snapshot) bool {
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Role == level.Trigger && slices.Contains(c.Tags, GoalTag) && !c.IsHidden(l.Layer) {
				return true
			}
		}
	}
	return false
}

// Helped reports whether a recording has what only who tests a level does: gravity that is turned around, bodies that are pulled.
func (r *Recording) Helped() bool {
	return slices.ContainsFunc(r.Held, func(h Held) bool { return h.Reverse || h.Grab != 0 })
}

// Retrace plays a recording again in a level, from a start, and returns the ghost of that run and whether it reaches the goal. It ends
// where the recording does. A recording that is too long for a ghost does not reach it.
func Retrace(ctx context.Context, snap level.Snapshot, settings Settings, start Vec, rec *Recording) (g Ghost, reached bool, err error) {
	if rec.Len() >= mostGhost {
		return g, false, nil
	}
	r := NewRun(snap, settings, start)
	if r.TooManyPairs() > 0 {
		return g, false, nil
	}
	Quiet(r)
	g.Note(r)
	for in := range rec.Steps() {
		if r.ended {
			break
		}
		if r.steps%Rate == 0 && ctx.Err() != nil {
			return g, false, ctx.Err()
		}
		r.Step(in)
		g.Note(r)
	}
	return g, r.ended, nil
}
