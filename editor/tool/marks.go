package tool

import (
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// markDrag moves the boxes that stand for instances without parts.
type markDrag struct {
	c       *Controller
	gesture *editor.Gesture
	start   []*level.Instance
	box     collision.AABB
	snapper *editor.Snapper
	guides  []overlay.Item
	from    level.Vec
	by      level.Vec
	begun   bool // the pointer has gone far enough to mean it
}

// newMarkDrag is a press on the box of an instance, which selects it and may become a move.
func newMarkDrag(c *Controller, e Event, id level.InstanceID) gesture {
	s := c.session
	switch sel := s.Selection(); {
	case sel.HasBare(id):
	case e.Mods.Shift || e.Mods.Ctrl:
		sel.AddBare(id)
	default:
		s.Instances().Select(id)
	}
	m := &markDrag{c: c, from: e.Pos, box: collision.EmptyAABB(), snapper: s.Snapper(nil), gesture: s.BeginExclusive("Move " + s.Document().Instance(id).Label())}
	for _, d := range s.Instances().Moved(level.Vec{X: 1}).Instances {
		m.start = append(m.start, d.Before)
		mark, _ := s.Document().MarkOf(d.Before.ID)
		m.box = m.box.Union(mark.Bounds)
	}
	return drag{m}
}

func (m *markDrag) drag(e Event) {
	by := e.Pos.Sub(m.from)
	if m.begun = m.begun || by.Len() > dragUnits*m.c.unit; !m.begun || m.box.IsEmpty() {
		return
	}
	more, guides, _ := m.snapper.SnapBox(collision.AABB{Min: m.box.Min.Add(by), Max: m.box.Max.Add(by)}, m.c.reach(), e.Mods.Ctrl)
	m.by, m.guides = tidy(by.Add(more)), guides
	var d level.Diff
	for _, start := range m.start {
		now := m.c.session.Document().Instance(start.ID)
		after := *start
		after.Position = start.Position.Add(m.by)
		if !after.Equal(now) {
			d.Instances = append(d.Instances, level.Changed(now, &after))
		}
	}
	m.c.apply(m.gesture, d)
}

func (m *markDrag) drop(Event) { m.gesture.Commit() }
func (m *markDrag) cancel()    { m.gesture.Rollback() }

func (m *markDrag) show(v *view) {
	v.cursor, v.hint = CursorMove, "Moved by "+vecText(m.by)+"; Ctrl inverts snapping"
	v.add(m.guides...)
}

// showMarks shows which instances without parts are selected.
func (c *Controller) showMarks(v *view) {
	const room = 3 // units of the screen around it
	for _, id := range c.session.Selection().Bare() {
		if m, ok := c.session.Document().MarkOf(id); ok {
			v.add(overlay.Box{Bounds: m.Bounds.Grow(float64(room * c.unit)), Ink: overlay.Accent, Width: 1.5})
		}
	}
}

// markHint says what is wrong with an instance.
func (c *Controller) markHint(id level.InstanceID) string {
	m, _ := c.session.Document().MarkOf(id)
	return m.Instance.Prefab + ": " + m.Why + "; drag to move it, Delete takes it away"
}
