package tool

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/motion"
	"fillet/editor/overlay"
)

// translating is a drag that moves the selection.
type translating struct {
	records
	from    level.Vec
	box     collision.AABB // of what moves, at the start
	corners []level.Vec    // vertices of what moves, at the start
	snapper *editor.Snapper
	guides  []overlay.Item
	by      level.Vec

	group   *motion.Group  // what moves; nil where it would take too long to look around for every move
	of      []level.ID     // the colliders that its bodies are of
	solid   *motion.Group  // what of it collides
	touch   motion.Snapped // what it was snapped to
	stopped bool           // a solid drag has met something
	leash   level.Vec      // follows the pointer a little behind, so that from it to the pointer is where the drag goes
	room    []overlay.Item // clearance and first hit
}

// maxSnapped is how many vertices of what moves are looked after: enough for what one aligns by its corners.
const maxSnapped = 64

// mostPieces is up to how many convex pieces of what moves a place to touch, clearance and what lies ahead are looked for. Each takes a
// few microseconds for every move. A solid drag has no such limit.
const mostPieces = 600

func newTranslating(c *Controller, start Event) gesture {
	ids, err := changeable(c.session)
	if err != nil {
		c.problem = reason(err)
		return nil
	}
	t := &translating{records: c.begin("Move", ids), from: start.Pos, leash: start.Pos, box: collision.EmptyAABB()}
	for _, r := range t.start {
		t.box = t.box.Union(level.DrawnBounds(r))
	}
	t.corners = editor.Vertices(t.start, maxSnapped)
	t.snapper = c.session.Snapper(t.excluded())
	g, of := c.session.Motion(ids)
	if n := g.Pieces(); n > 0 && n <= mostPieces {
		t.group, t.of = g, of
	}
	t.solid, _ = c.session.Motion(slices.DeleteFunc(slices.Clone(ids), func(id level.ID) bool {
		col := c.session.Document().Collider(id)
		return col.Role == level.Trigger || col.Shape.Kind == level.Point
	}))
	return drag{t}
}

func (t *translating) drag(e Event) {
	by := e.Pos.Sub(t.from)
	if e.Mods.Shift { // along the axis that it has gone further on
		if math.Abs(by.X) >= math.Abs(by.Y) {
			by.Y = 0
		} else {
			by.X = 0
		}
	}
	by = t.snapped(by, e)
	t.stopped = false
	if e.Mods.Solid || t.c.session.SolidDrag() {
		to, met := t.solid.Slide(t.by, by)
		if met {
			t.guides, t.touch, t.stopped = nil, motion.Snapped{}, true
			by = to
		}
	}
	t.by = by
	t.set(func(c *level.Collider) *level.Collider {
		out := *c
		out.Position = c.Position.Add(by)
		return &out
	})
	t.look(e)
}

// snapped is where to go instead of where the pointer says: to another shape's vertex, else to touch another shape, and along that
// to guides and the grid, else to these. Along one axis vertices do not count.
func (t *translating) snapped(by level.Vec, e Event) level.Vec {
	t.guides, t.touch = nil, motion.Snapped{}
	if !e.Mods.Shift {
		corners := make([]level.Vec, len(t.corners))
		for i, v := range t.corners {
			corners[i] = v.Add(by)
		}
		if more, guides, ok := t.snapper.SnapVertices(corners, t.c.reach(), e.Mods.Ctrl); ok {
			t.guides = guides
			return tidy(by.Add(more))
		}
	}
	if t.group != nil && t.snapper.Contacts(e.Mods.Ctrl) {
		if s, ok := t.contact(by, e); ok {
			t.touch = s
			return s.At
		}
	}
	if e.Mods.Shift {
		axis, dir := editor.AxisX, level.Vec{X: 1}
		if by.X == 0 {
			axis, dir = editor.AxisY, level.Vec{Y: 1}
		}
		more, guides := t.snapper.SnapBoxAlong(axis, t.moved(by), t.c.reach(), e.Mods.Ctrl)
		t.guides = guides
		return tidy(by.MulAdd(dir, more))
	}
	more, guides, _ := t.snapper.SnapBox(t.moved(by), t.c.reach(), e.Mods.Ctrl)
	t.guides = guides
	return tidy(by.Add(more))
}

func (t *translating) moved(by level.Vec) collision.AABB {
	return collision.AABB{Min: t.box.Min.Add(by), Max: t.box.Max.Add(by)}
}

// contactUnits is how near a shape must be to snap to exact touch, on the screen.
const contactUnits = 6

// contact is the nearest place where what moves touches something. Where it touches one surface, grid and guides say where along it.
func (t *translating) contact(by level.Vec, e Event) (motion.Snapped, bool) {
	reach := float64(contactUnits * t.c.unit)
	if e.Mods.Shift {
		dir := level.Vec{X: 1}
		if by.X == 0 {
			dir = level.Vec{Y: 1}
		}
		return t.group.SnapAlong(by, dir, reach)
	}
	s, ok := t.group.Snap(by, reach)
	if !ok || s.Count == 2 {
		return s, ok
	}
	along := s.Touches[0].Normal.Perp()
	axis, rate := editor.AxisX, along.X
	if math.Abs(along.Y) > math.Abs(along.X) {
		axis, rate = editor.AxisY, along.Y
	}
	more, _ := t.snapper.SnapBoxAlong(axis, t.moved(s.At), t.c.reach(), e.Mods.Ctrl)
	if more == 0 {
		return s, true
	}
	on, ok := t.group.Along(s, along.Mul(more/rate), reach)
	if !ok {
		return s, true
	}
	left, guides := t.snapper.SnapBoxAlong(axis, t.moved(on.At), t.c.reach(), e.Mods.Ctrl)
	if math.Abs(left) < 1e-6 {
		t.guides = guides
	}
	return on, true
}

func (t *translating) show(v *view) {
	v.moving = t.ids
	v.cursor = CursorMove
	v.hint = "Moved by " + vecText(t.by)
	switch {
	case t.touch.Count > 0:
		v.hint += ", touches " + t.touched()
	case t.stopped:
		v.hint += ", stopped"
	}
	v.hint += "; Shift: along one axis, Ctrl inverts snapping, X: solid"
	v.add(t.guides...)
	v.add(t.room...)
	t.showTouches(v)
}

// touched names what it was snapped to.
func (t *translating) touched() string {
	doc := t.c.session.Document()
	text := ""
	for _, s := range t.touch.Touches[:t.touch.Count] {
		c := doc.At(s.Key)
		if c == nil || text != "" && text == doc.Title(c) {
			continue
		}
		if text != "" {
			text += " and "
		}
		text += doc.Title(c)
	}
	return text
}
