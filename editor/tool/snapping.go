package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// snapping snaps moving colliders to the rest of the level.
type snapping struct {
	ctl      *Controller
	box      collision.AABB // initial bounds of the moving colliders
	corners  []level.Vec    // initial vertices of the moving colliders
	snapper  *editor.Snapper
	guides   []overlay.Item
	group    *editor.MovingGroup // the moving colliders; nil if they are too many to test on every move
	around   *editor.MovingGroup // the same in the surrounding level; nil without one
	touch    editor.TouchSnap    // the last snap to a contact
	isAround bool                // touch belongs to the surrounding level
}

// newSnapping returns the snapping, without a group, of colliders that start to move. Excluded colliders are not snap
// targets.
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

// maxSnapped limits the number of vertices that snap. It is enough for shapes that users align by their corners.
const maxSnapped = 64

// maxPieces is the largest number of convex pieces of the moving shapes for which touches, clearance and hits ahead are
// computed. Each piece takes a few microseconds per move. Solid drags have no limit.
const maxPieces = 600

// snapped returns the snapped displacement for a displacement of the pointer. It prefers another shape's vertex, then
// contact with another shape (combined with guides and the grid along its surface), then guides and the grid alone.
// With Shift it stays on an axis and ignores vertices.
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
		if outer, found := t.contact(t.around, by, e); found && (!ok || outer.At.Dist(by) < s.At.Dist(by)) {
			s, ok, t.isAround = outer, true, true
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
	more, guides := t.snapper.SnapBox(t.moved(by), t.ctl.reach(), e.Mods.Ctrl)
	t.guides = guides
	return tidy(by.Add(more))
}

func (t *snapping) moved(by level.Vec) collision.AABB {
	return collision.AABB{Min: t.box.Min.Add(by), Max: t.box.Max.Add(by)}
}

// contactUnits is the largest distance at which a shape snaps to contact, in screen units.
const contactUnits = 6

// contact returns the nearest displacement at which the moving shapes touch another shape. If they touch a single
// surface, they snap to the grid and to guides along it.
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
