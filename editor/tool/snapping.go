package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// snapping is how colliders that move together snap to the rest of the level.
type snapping struct {
	ctl     *Controller
	box     collision.AABB // of what moves, at the start
	corners []level.Vec    // vertices of what moves, at the start
	snapper *editor.Snapper
	guides  []overlay.Item
	group   *editor.MovingGroup // what moves; nil where it would take too long to look around for every move
	beside  *editor.MovingGroup // the same through the level around; nil where there is none
	touch   editor.TouchSnap    // what it was snapped to
	aside   bool                // that stands in the level around
}

// newSnapping is that of colliders as they are at the start, without a group. Those excluded are not snapped to.
func newSnapping(c *Controller, start []*level.Collider, excluded map[level.ID]bool) snapping {
	t := snapping{ctl: c, box: collision.EmptyAABB(), corners: editor.Vertices(start, maxSnapped), snapper: c.session.Snapper(excluded)}
	for _, r := range start {
		t.box = t.box.Union(level.DrawnBounds(r))
	}
	return t
}

// maxSnapped is how many vertices of what moves are looked after: enough for what one aligns by its corners.
const maxSnapped = 64

// mostPieces is up to how many convex pieces of what moves a place to touch, clearance and what lies ahead are looked for. Each takes a
// few microseconds for every move. A solid drag has no such limit.
const mostPieces = 600

// snapped is where to go instead of where the pointer says: to another shape's vertex, else to touch another shape, and along that
// to guides and the grid, else to these. Along one axis vertices do not count.
func (t *snapping) snapped(by level.Vec, e Event) level.Vec {
	t.guides, t.touch, t.aside = nil, editor.TouchSnap{}, false
	if !e.Mods.Shift {
		corners := make([]level.Vec, len(t.corners))
		for i, v := range t.corners {
			corners[i] = v.Add(by)
		}
		if more, guides, ok := t.snapper.SnapVertices(corners, t.ctl.reach(), e.Mods.Ctrl); ok {
			t.guides = guides
			return tidy(by.Add(more))
		}
	}
	if t.snapper.Contacts(e.Mods.Ctrl) {
		s, ok := t.contact(t.group, by, e)
		if other, found := t.contact(t.beside, by, e); found && (!ok || other.At.Dist(by) < s.At.Dist(by)) {
			s, ok, t.aside = other, true, true
		}
		if ok {
			t.touch = s
			return s.At
		}
	}
	if e.Mods.Shift {
		axis, dir := editor.AxisX, level.Vec{X: 1}
		if by.X == 0 {
			axis, dir = editor.AxisY, level.Vec{Y: 1}
		}
		more, guides := t.snapper.SnapBoxAlong(axis, t.moved(by), t.ctl.reach(), e.Mods.Ctrl)
		t.guides = guides
		return tidy(by.MulAdd(dir, more))
	}
	more, guides, _ := t.snapper.SnapBox(t.moved(by), t.ctl.reach(), e.Mods.Ctrl)
	t.guides = guides
	return tidy(by.Add(more))
}

func (t *snapping) moved(by level.Vec) collision.AABB {
	return collision.AABB{Min: t.box.Min.Add(by), Max: t.box.Max.Add(by)}
}

// contactUnits is how near a shape must be to snap to exact touch, on the screen.
const contactUnits = 6

// contact is the nearest place where what moves touches something. Where it touches one surface, grid and guides say where along it.
func (t *snapping) contact(g *editor.MovingGroup, by level.Vec, e Event) (editor.TouchSnap, bool) {
	if g == nil {
		return editor.TouchSnap{}, false
	}
	reach := float64(contactUnits * t.ctl.unit)
	if e.Mods.Shift {
		dir := level.Vec{X: 1}
		if by.X == 0 {
			dir = level.Vec{Y: 1}
		}
		return g.SnapAlong(by, dir, reach)
	}
	s, ok := g.Snap(by, reach)
	if !ok || s.Count == 2 {
		return s, ok
	}
	along := s.Touches[0].Normal.Perp()
	axis, rate := editor.AxisX, along.X
	if math.Abs(along.Y) > math.Abs(along.X) {
		axis, rate = editor.AxisY, along.Y
	}
	more, _ := t.snapper.SnapBoxAlong(axis, t.moved(s.At), t.ctl.reach(), e.Mods.Ctrl)
	if more == 0 {
		return s, true
	}
	on, ok := g.Along(s, along.Mul(more/rate), reach)
	if !ok {
		return s, true
	}
	left, guides := t.snapper.SnapBoxAlong(axis, t.moved(on.At), t.ctl.reach(), e.Mods.Ctrl)
	if math.Abs(left) < 1e-6 {
		t.guides = guides
	}
	return on, true
}
