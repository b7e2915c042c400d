package canvas

import (
	"context"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/play"
	"fillet/editor/render"
	"fillet/editor/tool"
)

// fitView shows where the character fits: the level's solid colliders grown by the character's shape. It is updated
// after every change to the level.
type fitView struct {
	IsOn      bool
	space     *play.FreeSpace
	body      []collision.Shape // the character's shape, about its position
	filter    collision.Filter
	region    *render.Region
	Stale     bool // the level has changed since the last update
	runs      bool // the view shows a playtest: moving and removed colliders are left out
	gone      []level.ID
	busy      bool // the first update of a large level is running
	Spawn     func(func())
	post      func(func()) // runs a function on the UI thread
	done      func()       // called when an update has finished
	fail      func(error)
	Reach     bool // also dims unreachable space
	dimmed    bool // Reach at the last update
	closed    []collision.AABB
	searching bool // the search for unreachable space is running
	changed   bool // the level has changed since the search began

	ghost overlay.Stage
	over  []overlay.Item
}

// manyFits is the number of colliders above which the first update runs off the UI thread.
const manyFits = 4000

// area returns the space that the character's position cannot enter, or nil if the view is off or not ready. run is nil
// outside a playtest.
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
	f.findClosed(snap)
	f.region.Closed = f.closed
	return f.region
}

// findClosed finds unreachable space off the UI thread. The previous result stays visible meanwhile.
func (f *fitView) findClosed(snap level.Snapshot) {
	if !f.Reach {
		f.closed = nil
		return
	}
	if f.searching {
		f.changed = true
		return
	}
	f.searching, f.changed = true, false
	set := snap.Settings
	frame := collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)}
	f.Spawn(func() {
		var closed []collision.AABB
		defer func() {
			f.post(func() {
				f.searching, f.closed = false, closed
				if f.region != nil {
					f.region = &render.Region{Pieces: f.region.Pieces, Boundary: f.region.Boundary, Closed: closed}
				}
				f.Stale = f.Stale || f.changed
				f.done()
			})
		}()
		closed, _ = play.ClosedSpaces(context.Background(), snap, frame) // on error, nothing is marked
	})
}

// later computes the area off the UI thread.
func (f *fitView) later(space *play.FreeSpace, snap level.Snapshot) {
	f.busy = true
	f.Spawn(func() {
		made := false
		defer func() {
			f.post(func() {
				if f.busy = false; made && f.IsOn {
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

// Under returns overlays of the character at a point in level space, green where it fits and red where it does not.
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

// Strip returns the legend of the view with a button that hides it, or nil while the view is off.
func (f *fitView) Strip(hide func()) *tool.Strip {
	if !f.IsOn {
		return nil
	}
	const half, height = 4, 8
	figure := func(text string, look overlay.FigureLook) overlay.Sample {
		body, _ := collision.Box(half, height, 1)
		return overlay.Sample{Text: text, Items: []overlay.Item{
			&overlay.Stage{Figure: []collision.Shape{body}, Look: look, Fuel: -1},
		}}
	}
	s := &tool.Strip{
		Title: "Character fit", Chapter: "playing", Close: hide,
		Choices: []tool.StripChoice{{Name: "Hide", Key: "F", End: true, Do: hide}},
		Legend: []overlay.Sample{
			figure("Fits", overlay.Ghost), figure("Does not fit", overlay.Misplaced),
			{Text: "Centre blocked", Area: overlay.BlockedArea},
		},
	}
	if f.Reach {
		s.Legend = append(s.Legend, overlay.Sample{Text: "Unreachable", Area: overlay.UnreachableArea})
	}
	return s
}

// ToggleReach toggles dimming unreachable space. It turns the view on if necessary.
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
