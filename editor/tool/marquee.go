package tool

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// marquee selects what a box touches, dragged from empty canvas.
type marquee struct {
	c      *Controller
	start  Event
	end    level.Vec
	before []level.ID // what was selected
	drawn  bool       // the pointer has gone far enough to mean it
}

func newMarquee(c *Controller, e Event) gesture {
	return drag{&marquee{c: c, start: e, end: e.Pos, before: slices.Clone(c.session.Selection().IDs())}}
}

func (m *marquee) drag(e Event) {
	m.end = e.Pos
	m.drawn = m.drawn || e.Pos.Dist(m.start.Pos) > dragUnits*m.c.unit
	if !m.drawn {
		return
	}
	sel := m.c.session.Selection()
	in := m.c.session.PickBox(m.box())
	switch {
	case m.start.Mods.Ctrl:
		next := slices.Clone(m.before)
		for _, id := range in {
			if i := slices.Index(next, id); i >= 0 {
				next = slices.Delete(next, i, i+1)
			} else {
				next = append(next, id)
			}
		}
		sel.Set(next...)
	case m.start.Mods.Shift:
		sel.Set(append(slices.Clone(m.before), in...)...)
	default:
		sel.Set(in...)
	}
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

func (m *marquee) cancel() { m.c.session.Selection().Set(m.before...) }

func (m *marquee) show(v *view) {
	if m.drawn {
		v.add(overlay.Box{Bounds: m.box(), Ink: overlay.Accent, Width: 1, Fill: true})
	}
	v.hint = "Selects what the box touches"
}
