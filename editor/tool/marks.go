package tool

import (
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// markDrag drags the marked boxes of instances without parts.
type markDrag struct {
	c       *Controller
	gesture *editor.Gesture
	start   []*level.Instance
	box     collision.AABB
	snapper *editor.Snapper
	guides  []overlay.Item
	from    level.Vec
	by      level.Vec
}

// markPress is a press on the marked box of an instance that may become a click or a move.
type markPress struct {
	c     *Controller
	start Event
	of    level.InstanceID
	held  bool // the instance was already selected
}

// newMarkPress begins a press on the marked box of an instance and selects the instance.
func newMarkPress(c *Controller, e Event, id level.InstanceID) gesture {
	sel := c.session.Selection()
	m := &markPress{c, e, id, sel.HasBare(id)}
	switch {
	case m.held:
	case e.Mods.Shift || e.Mods.Ctrl:
		sel.AddBare(id)
	default:
		c.session.Instances().Select(id)
	}
	return m
}

func (m *markPress) pointer(e Event) gesture {
	sel := m.c.session.Selection()
	switch {
	case e.Kind == Move && e.Pos.Dist(m.start.Pos) > dragUnits*m.c.unit:
		if _, err := changeable(m.c.session); err == nil {
			return newTranslating(m.c, m.start).pointer(e)
		}
		return newMarkDrag(m.c, m.start).pointer(e)
	case e.Kind != Up || e.Button != Primary:
		return m
	case m.held && m.start.Mods.Ctrl:
		sel.ToggleBare(m.of)
	case m.held && !m.start.Mods.Shift:
		m.c.session.Instances().Select(m.of)
	}
	return nil
}

func (m *markPress) cancel()      {}
func (m *markPress) show(v *view) { v.cursor, v.hint = CursorMove, "Drag to move" }

// newMarkDrag begins to drag the selected marked boxes.
func newMarkDrag(c *Controller, e Event) gesture {
	s := c.session
	m := &markDrag{c: c, from: e.Pos, box: collision.EmptyAABB(), snapper: s.Snapper(nil), start: s.Instances().Free()}
	label := s.Document().TallyOf(nil, s.Selection().Bare()...).String()
	if len(m.start) == 1 {
		label = m.start[0].Label()
	}
	m.gesture = s.BeginExclusive("Move " + label)
	for _, i := range m.start {
		mark, _ := s.Document().MarkOf(i.ID)
		m.box = m.box.Union(mark.Bounds)
	}
	return drag{m}
}

// movedMarks returns the change that moves instances from their initial positions.
func movedMarks(doc *level.Document, start []*level.Instance, by level.Vec) (d level.Diff) {
	for _, i := range start {
		now := doc.Instance(i.ID)
		after := *i
		after.Position = i.Position.Add(by)
		if now != nil && !after.Equal(now) {
			d.Instances = append(d.Instances, level.Changed(now, &after))
		}
	}
	return d
}

func (m *markDrag) drag(e Event) {
	by := e.Pos.Sub(m.from)
	if m.box.IsEmpty() { // all instances are locked
		return
	}
	more, guides, _ := m.snapper.SnapBox(collision.AABB{Min: m.box.Min.Add(by), Max: m.box.Max.Add(by)}, m.c.reach(),
		e.Mods.Ctrl)
	m.by, m.guides = tidy(by.Add(more)), guides
	m.c.apply(m.gesture, movedMarks(m.c.session.Document(), m.start, m.by))
}

func (m *markDrag) drop(Event) { m.gesture.Commit() }
func (m *markDrag) cancel()    { m.gesture.Rollback() }

func (m *markDrag) show(v *view) {
	v.cursor, v.hint = CursorMove, "Moved by "+vecText(m.by)+"; Ctrl inverts snapping"
	v.add(m.guides...)
}

// showMarks outlines the selected instances without parts.
func (c *Controller) showMarks(v *view) {
	const room = 3 // margin around the box, in screen units
	for _, id := range c.session.Selection().Bare() {
		if m, ok := c.session.Document().MarkOf(id); ok {
			v.add(overlay.Box{Bounds: m.Bounds.Grow(float64(room * c.unit)), Ink: overlay.Accent, Width: 1.5})
		}
	}
}

// markHint describes the problem of an instance.
func (c *Controller) markHint(id level.InstanceID) string {
	m, _ := c.session.Document().MarkOf(id)
	return m.Instance.Prefab + ": " + m.Why + "; drag to move it, Delete removes it"
}
