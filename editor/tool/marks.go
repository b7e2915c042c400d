package tool

import (
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// markDrag drags the marked boxes of instances without parts.
type markDrag struct {
	step
	start   []*level.Instance
	box     collision.AABB
	snapper *editor.Snapper
	guides  []overlay.Item
	from    level.Vec
	by      level.Vec
}

// newMarkPress begins a press on the marked box of an instance and selects the instance.
func newMarkPress(c *Controller, e Event, id level.InstanceID) gesture {
	sel := c.session.Selection()
	wasSelected := sel.HasBare(id)
	switch {
	case wasSelected:
	case e.Mods.Shift || e.Mods.Ctrl:
		sel.AddBare(id)
	default:
		c.session.Instances().Select(id)
	}
	return &press{
		c: c, start: e, cursor: CursorMove, hint: "Drag to move",
		drag: func() gesture {
			if _, err := changeable(c.session); err == nil {
				return newMoving(c, e)
			}
			return newMarkDrag(c, e)
		},
		click: func(Event) gesture {
			switch {
			case wasSelected && e.Mods.Ctrl:
				sel.ToggleBare(id)
			case wasSelected && !e.Mods.Shift:
				c.session.Instances().Select(id)
			}
			return nil
		},
	}
}

// newMarkDrag begins to drag the selected marked boxes.
func newMarkDrag(c *Controller, e Event) gesture {
	s := c.session
	m := &markDrag{from: e.Pos, box: collision.EmptyAABB(), snapper: s.Snapper(nil), start: s.Instances().Free()}
	label := s.Document().TallyOf(nil, s.Selection().Bare()...).String()
	if len(m.start) == 1 {
		label = m.start[0].Label()
	}
	m.step = step{c, s.BeginExclusive("Move " + label)}
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
	more, guides := m.snapper.SnapBox(collision.AABB{Min: m.box.Min.Add(by), Max: m.box.Max.Add(by)}, m.c.reach(),
		e.Mods.Ctrl)
	m.by, m.guides = tidy(by.Add(more)), guides
	m.c.apply(m.gesture, movedMarks(m.c.session.Document(), m.start, m.by))
}

func (m *markDrag) show(v *view) {
	v.cursor, v.hint, v.keys = CursorMove, "Moved by "+vecText(m.by), []string{snapKey}
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

// maxFrames limits the number of selected groups that show a frame: more frames would hide their contents.
const maxFrames = 32

// showGroups shows the frames of the selected groups and of the entered group.
func (c *Controller) showGroups(v *view) {
	sel := c.session.Selection()
	if entered := sel.Entered(); entered != 0 {
		c.showGroup(v, entered, overlay.Muted)
	}
	if i := c.session.Document().Instance(sel.Inside()); i != nil {
		c.showFrame(v, c.session.Document().Parts(i.ID), overlay.Muted, i.Label())
	}
	groups := c.session.Groups().Selected()
	for _, id := range groups[:min(len(groups), maxFrames)] {
		c.showGroup(v, id, overlay.Accent)
	}
}

// showGroup shows a dashed frame around a group. A muted frame has the group's name below it, clear of the handles.
func (c *Controller) showGroup(v *view, id level.GroupID, ink overlay.Ink) {
	doc := c.session.Document()
	name := ""
	if ink == overlay.Muted {
		name = doc.Group(id).Label()
	}
	c.showFrame(v, doc.Within(id), ink, name)
}

// showFrame shows a dashed frame around colliders.
func (c *Controller) showFrame(v *view, members []*level.Collider, ink overlay.Ink, name string) {
	const room = 4 // margin around the colliders, in screen units
	doc := c.session.Document()
	b := collision.EmptyAABB()
	for _, member := range members {
		if doc.Visible(member) {
			b = b.Union(level.DrawnBounds(member))
		}
	}
	if b.IsEmpty() {
		return
	}
	b = b.Grow(float64(room * c.unit))
	v.add(overlay.Box{Bounds: b, Ink: ink, Width: 1, Dashed: true})
	if name != "" {
		v.add(overlay.Label{At: level.Vec{X: b.Min.X, Y: b.Max.Y}, Offset: level.Vec{Y: 10}, Text: name, Ink: ink})
	}
}
