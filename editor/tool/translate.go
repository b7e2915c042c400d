package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
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
}

// maxSnapped is how many vertices of what moves are looked after: enough for what one aligns by its corners.
const maxSnapped = 64

func newTranslating(c *Controller, start Event) gesture {
	ids, err := changeable(c.session)
	if err != nil {
		c.problem = reason(err)
		return nil
	}
	t := &translating{records: c.begin("Move", ids), from: start.Pos, box: collision.EmptyAABB()}
	for _, r := range t.start {
		t.box = t.box.Union(level.DrawnBounds(r))
	}
	t.corners = editor.Vertices(t.start, maxSnapped)
	t.snapper = c.session.Snapper(t.excluded())
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
	by = by.Add(t.snapped(by, e))
	by = tidy(by)
	t.by = by
	t.set(func(c *level.Collider) *level.Collider {
		out := *c
		out.Position = c.Position.Add(by)
		return &out
	})
}

// snapped is how far to go beyond what the pointer says: to another shape's vertex, else to guides and the grid. Along one
// axis only those count.
func (t *translating) snapped(by level.Vec, e Event) level.Vec {
	if !e.Mods.Shift {
		corners := make([]level.Vec, len(t.corners))
		for i, v := range t.corners {
			corners[i] = v.Add(by)
		}
		if more, guides, ok := t.snapper.SnapVertices(corners, t.c.reach(), e.Mods.Ctrl); ok {
			t.guides = guides
			return more
		}
	}
	box := collision.AABB{Min: t.box.Min.Add(by), Max: t.box.Max.Add(by)}
	more, guides, _ := t.snapper.SnapBox(box, t.c.reach(), e.Mods.Ctrl)
	t.guides = guides
	if e.Mods.Shift && by.X == 0 {
		more.X = 0
	}
	if e.Mods.Shift && by.Y == 0 {
		more.Y = 0
	}
	return more
}

func (t *translating) show(v *view) {
	v.moving = t.ids
	v.cursor = CursorMove
	v.hint = "Moved by " + vecText(t.by) + "; Shift: along one axis, Ctrl inverts snapping"
	v.add(t.guides...)
}
