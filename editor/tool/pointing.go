package tool

import (
	"slices"

	"fillet/editor/level"
)

// pointing is a press on a shape that may become a click or a move.
type pointing struct {
	c     *Controller
	start Event
	under []level.ID // topmost first, one shape per group
	held  bool       // one of the shapes was already selected
}

// cycle remembers the last click, so that another click in the same place picks the next shape below.
type cycle struct {
	at  level.Vec
	set bool
}

func (p *pointing) pointer(e Event) gesture {
	switch {
	case e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*p.c.unit:
		if p.refresh(); p.start.Mods.Ctrl && !p.held && len(p.under) > 0 {
			p.c.session.Selection().Take(p.under[0])
		}
		if g := newMoving(p.c, p.start); g != nil {
			return g.pointer(e)
		}
		return p
	case e.Kind == Up && e.Button == Primary:
		p.click()
		return nil
	}
	return p
}

// refresh drops shapes that a command has deleted or deselected since the press.
func (p *pointing) refresh() {
	s := p.c.session
	p.under = slices.DeleteFunc(p.under, func(id level.ID) bool { return s.Document().Collider(id) == nil })
	p.held = p.held && slices.ContainsFunc(p.under, s.Selection().Has)
}

// click handles a press and release without a drag.
func (p *pointing) click() {
	c, sel := p.c, p.c.session.Selection()
	p.refresh()
	if len(p.under) == 0 {
		return
	}
	if p.start.Clicks >= 2 && (p.enterGroup() || p.enterNodes()) {
		return
	}
	again := c.cycle.set && c.cycle.at.Dist(p.start.Pos) <= dragUnits*c.unit
	c.cycle = cycle{p.start.Pos, true}
	switch {
	case p.start.Mods.Ctrl && (sel.GroupAt(p.under[0]) != 0 || sel.InstanceAt(p.under[0]) != 0):
		p.dig()
	case p.start.Mods.Ctrl:
		sel.Toggle(p.firstOf(p.held))
	case p.start.Mods.Shift, !p.held:
		return // the press has already selected it
	case again && p.one() >= 0:
		sel.Take(p.under[(p.one()+1)%len(p.under)])
	default:
		sel.Take(p.under[0])
	}
}

// one returns the index in under of the only selected shape or group, or -1 for any other selection.
func (p *pointing) one() int {
	sel := p.c.session.Selection()
	i := slices.IndexFunc(p.under, sel.Has)
	if i < 0 || sel.Len() != len(sel.Expand(p.under[i])) {
		return -1
	}
	return i
}

// enterGroup enters the group or the instance under a double click, and selects the member there.
func (p *pointing) enterGroup() bool {
	sel := p.c.session.Selection()
	id := p.firstOf(slices.ContainsFunc(p.under, sel.Has))
	group, instance := sel.GroupAt(id), sel.InstanceAt(id)
	switch {
	case group != 0:
		sel.Enter(group)
	case instance != 0:
		sel.EnterInstance(instance)
	default:
		return false
	}
	p.under = slices.DeleteFunc(p.c.pick(p.start.Pos), func(id level.ID) bool {
		c := p.c.session.Document().Collider(id)
		return group != 0 && !p.c.session.Document().IsInGroup(c.GroupOf, group) ||
			group == 0 && (c.Part == nil || c.Part.Instance != instance)
	})
	if len(p.under) > 0 {
		id = p.under[0]
	}
	sel.Take(id)
	p.c.cycle = cycle{}
	return true
}

// dig selects the topmost shape at the pointer on its own, even if it is in a group. With Shift it adds the shape to
// the selection.
func (p *pointing) dig() {
	sel := p.c.session.Selection()
	ids := p.c.session.Picking().At(p.start.Pos, float64(p.c.reach()/2))
	if len(ids) == 0 {
		return
	}
	if p.start.Mods.Shift {
		sel.Add(ids[0])
		return
	}
	sel.Set(ids[0])
	sel.Enter(p.c.session.Document().Collider(ids[0]).GroupOf)
}

// enterNodes switches to the node tool after a double click on a selected shape that has nodes. It runs on release,
// since a click followed by a drag is a drag.
func (p *pointing) enterNodes() bool {
	sel := p.c.session.Selection()
	for _, id := range p.under {
		if sel.Has(id) && hasNodes(p.c.session.Document().Collider(id)) {
			sel.Set(id)
			p.c.Switch(Nodes)
			return true
		}
	}
	return false
}

// firstOf returns the topmost shape under the pointer or, if selected is set, the topmost selected one.
func (p *pointing) firstOf(selected bool) level.ID {
	if selected {
		return p.under[slices.IndexFunc(p.under, p.c.session.Selection().Has)]
	}
	return p.under[0]
}

func (p *pointing) cancel() {}
func (p *pointing) show(v *view) {
	v.cursor, v.hint, v.keys = CursorMove, "Drag to move", movingKeys
}
