package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// snapping snaps colliders that move together to the rest of the level.
type snapping struct {
	ctl      *Controller
	box      collision.AABB // of the moving colliders, at the start
	corners  []level.Vec    // vertices of the moving colliders, at the start
	snapper  *editor.Snapper
	guides   []overlay.Item
	group    *editor.MovingGroup // the moving colliders; nil if testing them on every move would take too long
	around   *editor.MovingGroup // the same for the surrounding level; nil without one
	touch    editor.TouchSnap    // what it was snapped to
	isAround bool                // that belongs to the surrounding level
}

// newSnapping returns the snapping for colliders at their start, without a group. Excluded colliders are not snapped
// to.
func newSnapping(c *Controller, start []*level.Collider, excluded map[level.ID]bool) snapping {
	t := snapping{
		ctl: c, box: collision.EmptyAABB(), corners: editor.Vertices(start, maxSnapped),
		snapper: c.session.Snapper(excluded),
	}
	for _, r := range start {
		t.box = t.box.Union(level.DrawnBounds(r))
	}
	return t
}

// maxSnapped limits the vertices that snap, which is enough for shapes that are aligned by their corners.
const maxSnapped = 64

// maxPieces limits the convex pieces of the moving shapes for which touch, clearance and hits ahead are computed.
// Each piece takes a few microseconds per move. A solid drag has no such limit.
const maxPieces = 600

// snapped returns the displacement to use instead of the pointer's. It prefers another shape's vertex, then touching
// another shape and, along that, guides and the grid, then guides and the grid alone. With Shift it stays on an axis
// and ignores vertices.
func (t *snapping) snapped(by level.Vec, e Event) level.Vec {
	t.guides, t.touch, t.isAround = nil, editor.TouchSnap{}, false
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
		if other, found := t.contact(t.around, by, e); found && (!ok || other.At.Dist(by) < s.At.Dist(by)) {
			s, ok, t.isAround = other, true, true
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

// contactUnits is the distance within which a shape snaps to touching another, in units of the screen.
const contactUnits = 6

// contact finds the nearest displacement at which the moving shapes touch something. If they touch one surface, the
// grid and guides apply along it.
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
