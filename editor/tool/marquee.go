package tool

import (
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// marquee selects everything that a box dragged from empty canvas touches. It selects joints only if the box touches
// nothing else, or if it extends a selection of joints.
type marquee struct {
	c       *Controller
	start   Event
	end     level.Vec
	before  []level.ID         // the selection before the drag
	marks   []level.InstanceID // the selected instances without parts
	joints  []level.JointID
	entered level.GroupID // the group that was entered before the drag
	drawn   bool          // the pointer has moved far enough
}

func newMarquee(c *Controller, e Event) gesture {
	sel := c.session.Selection()
	return drag{&marquee{
		c: c, start: e, end: e.Pos, joints: sel.JointIDs(), before: slices.Clone(sel.IDs()), marks: sel.Bare(),
		entered: sel.Entered(),
	}}
}

func (m *marquee) drag(e Event) {
	m.end = e.Pos
	m.drawn = m.drawn || e.Pos.Dist(m.start.Pos) > dragUnits*m.c.unit
	if !m.drawn {
		return
	}
	sel := m.c.session.Selection()
	m.c.session.Batch(func() { m.choose(sel) })
}

// choose selects everything that the box touches, according to the modifiers.
func (m *marquee) choose(sel *editor.Selection) {
	in := m.touched()
	marks := m.c.session.Instances().MarksIn(m.box())
	adds := m.start.Mods.Ctrl || m.start.Mods.Shift
	if adds && len(m.joints) > 0 || !adds && len(in)+len(marks) == 0 {
		m.chooseJoints(sel)
		return
	}
	switch {
	case m.start.Mods.Ctrl:
		sel.Set(editor.Toggled(m.before, in)...)
		marks = editor.Toggled(m.marks, marks)
	case m.start.Mods.Shift:
		sel.Set(append(slices.Clone(m.before), in...)...)
		marks = append(marks, m.marks...)
	default:
		sel.Set(in...)
	}
	sel.AddBare(marks...)
}

// chooseJoints selects the joints that the box touches, according to the modifiers.
func (m *marquee) chooseJoints(sel *editor.Selection) {
	in := m.c.joints.within(m.box())
	switch {
	case m.start.Mods.Ctrl:
		in = editor.Toggled(m.joints, in)
	case m.start.Mods.Shift:
		in = slices.Concat(m.joints, in)
	}
	sel.SetJoints(in...)
}

// touched returns the colliders that the box selects: whole groups, or members of the entered group if it touches any.
func (m *marquee) touched() []level.ID {
	sel, doc := m.c.session.Selection(), m.c.session.Document()
	in := m.c.session.Picking().In(m.box())
	if entered := m.entered; doc.Group(entered) != nil {
		inside := slices.DeleteFunc(slices.Clone(in), func(id level.ID) bool {
			return !doc.IsInGroup(doc.Collider(id).GroupOf, entered)
		})
		if len(inside) > 0 {
			sel.Enter(entered)
			return sel.Expand(inside...)
		}
	}
	return sel.Expand(in...)
}

func (m *marquee) box() collision.AABB {
	return collision.AABB{Min: m.start.Pos.Min(m.end), Max: m.start.Pos.Max(m.end)}
}

func (m *marquee) drop(Event) {
	if !m.drawn && !m.start.Mods.Shift && !m.start.Mods.Ctrl {
		m.c.session.Selection().Clear()
	}
	m.c.cycle = cycle{}
}

func (m *marquee) cancel() {
	m.c.session.Batch(func() {
		if m.c.session.Selection().Set(m.before...); len(m.joints) > 0 {
			m.c.session.Selection().SetJoints(m.joints...)
		}
		m.c.session.Selection().AddBare(m.marks...)
		m.c.session.Selection().Enter(m.entered)
	})
}

func (m *marquee) show(v *view) {
	if m.drawn {
		v.add(overlay.Box{Bounds: m.box(), Ink: overlay.Accent, Width: 1, Fill: true})
	}
	v.hint = "Select what the box touches"
}
