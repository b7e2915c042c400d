package canvas

import (
	"context"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/play"
	"fillet/editor/render"
)

// fitView is where the character fits: the level's solid colliders grown by its shape. While it is on it follows every
// change of the level.
type fitView struct {
	IsOn    bool
	space   *play.FreeSpace
	body    []collision.Shape
	filter  collision.Filter
	region  *render.Region
	Stale   bool // the level has changed since
	runs    bool // it is for a playtest: what moves by itself is left out, and what is gone
	gone    []level.ID
	busy    bool // the first space of a large level is being made
	Spawn   func(func())
	post    func(func()) // on the window's thread
	done    func()       // after that
	fail    func(error)
	Reach   bool // what cannot be reached is dimmed as well
	dimmed  bool // that was so when it was found last
	closed  []collision.AABB
	looking bool // it is being found
	changed bool // the level has changed since

	ghost overlay.Stage
	over  []overlay.Item
}

// manyFits is how many colliders are too many for the window to wait for.
const manyFits = 4000

// area is the space in which the character's position cannot be, in a run unless it is nil, as a picture shows it; nil where it is not asked
// for.
func (f *fitView) area(doc *level.Document, run Run) *render.Region {
	if !f.IsOn || f.busy {
		return nil
	}
	if runs := run != nil; f.runs != runs {
		f.runs, f.Stale = runs, true
	}
	if run != nil {
		if gone := run.Gone(); !slices.Equal(f.gone, gone) {
			f.gone, f.Stale = append(f.gone[:0], gone...), true
		}
	}
	if !f.Stale && f.dimmed == f.Reach {
		return f.region
	}
	f.Stale = false
	snap := doc.Snapshot()
	settings, _, err := play.SettingsOf(snap)
	if err != nil {
		f.fail(err)
		return f.region
	}
	if run != nil {
		snap = play.During(snap, f.gone)
	} else {
		snap = play.AtStart(snap)
	}
	if f.space == nil || f.filter != settings.Filter || !slices.EqualFunc(f.body, settings.Body, sameShape) {
		f.body, f.filter, f.region = settings.Body, settings.Filter, nil
		space := play.NewFreeSpace(settings)
		if doc.Len() > manyFits {
			f.later(space, snap)
			return nil
		}
		f.space = space
	}
	if f.space.Update(snap) || f.region == nil {
		f.region = &render.Region{Pieces: f.space.Blocked(), Boundary: f.space.Boundary()}
	}
	f.dimmed = f.Reach
	f.look(snap)
	f.region.Closed = f.closed
	return f.region
}

// look finds off the window's thread what cannot be reached. What it was before is shown until then.
func (f *fitView) look(snap level.Snapshot) {
	if !f.Reach {
		f.closed = nil
		return
	}
	if f.looking {
		f.changed = true
		return
	}
	f.looking, f.changed = true, false
	set := snap.Settings
	frame := collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	f.Spawn(func() {
		var closed []collision.AABB
		defer func() {
			f.post(func() {
				f.looking, f.closed = false, closed
				if f.region != nil {
					f.region = &render.Region{Pieces: f.region.Pieces, Boundary: f.region.Boundary, Closed: closed}
				}
				f.Stale = f.Stale || f.changed
				f.done()
			})
		}()
		closed, _ = play.ClosedSpaces(context.Background(), snap, frame) // then nothing is marked
	})
}

// later makes the space off the window's thread.
func (f *fitView) later(space *play.FreeSpace, snap level.Snapshot) {
	f.busy = true
	f.Spawn(func() {
		made := false
		defer func() {
			f.post(func() {
				if f.busy = false; made {
					f.Stale, f.space = true, space
				}
				f.done()
			})
		}()
		space.Update(snap)
		space.Boundary()
		made = true
	})
}

func sameShape(a, b collision.Shape) bool {
	return a.Radius() == b.Radius() && slices.Equal(a.Vertices(), b.Vertices())
}

// Under is the character where the pointer is, green where it fits and red where it does not.
func (f *fitView) Under(at level.Vec) []overlay.Item {
	if !f.IsOn || f.space == nil || f.busy {
		return nil
	}
	f.ghost = overlay.Stage{Figure: f.body, At: at, Look: overlay.Misplaced, Fuel: -1}
	if f.space.Fits(at) {
		f.ghost.Look = overlay.Ghost
	}
	f.over = append(f.over[:0], &f.ghost)
	return f.over
}

// ToggleReach dims what cannot be reached, or does not. It is seen with where the character fits.
func (c *View) ToggleReach() {
	f := &c.Fits
	if f.Reach = !f.Reach || !f.IsOn; f.Reach && !f.IsOn {
		c.ToggleFits()
	}
	c.Redraw()
}

// ToggleFits shows or hides where the character fits.
func (c *View) ToggleFits() {
	f := &c.Fits
	f.IsOn = !f.IsOn
	f.Stale = f.IsOn
	if !f.IsOn {
		f.space, f.region = nil, nil
	}
	c.Redraw()
}
