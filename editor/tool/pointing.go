package tool

import (
	"slices"

	"fillet/editor/level"
)

// pointing is a press on a shape that may become a click or a move.
type pointing struct {
	c     *Controller
	start Event
	under []level.ID // topmost first
	held  bool       // one of them was selected before the press
}

// cycle remembers the last click, so that another one at the same place picks the next shape below.
type cycle struct {
	at  level.Vec
	set bool
}

func (p *pointing) pointer(e Event) gesture {
	switch {
	case e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*p.c.unit:
		sel := p.c.session.Selection()
		if p.refresh(); p.start.Mods.Ctrl && !p.held && len(p.under) > 0 {
			sel.Add(p.under[0])
		}
		if g := newTranslating(p.c, p.start); g != nil {
			return g.pointer(e)
		}
		return p
	case e.Kind == Up && e.Button == Primary:
		p.click()
		return nil
	}
	return p
}

// refresh forgets what a command has taken out of the document or the selection since the press.
func (p *pointing) refresh() {
	s := p.c.session
	p.under = slices.DeleteFunc(p.under, func(id level.ID) bool { return s.Document().Collider(id) == nil })
	p.held = p.held && slices.ContainsFunc(p.under, s.Selection().Has)
}

// click is a press and release without a drag.
func (p *pointing) click() {
	c, sel := p.c, p.c.session.Selection()
	p.refresh()
	if len(p.under) == 0 {
		return
	}
	if p.start.Clicks >= 2 && p.enterNodes() {
		return
	}
	again := c.cycle.set && c.cycle.at.Dist(p.start.Pos) <= dragUnits*c.unit
	c.cycle = cycle{p.start.Pos, true}
	switch {
	case p.start.Mods.Ctrl:
		sel.Toggle(p.firstOf(p.held))
	case p.start.Mods.Shift, !p.held:
		return // the press has done it
	case again && sel.Len() == 1:
		i := slices.Index(p.under, sel.IDs()[0])
		sel.Set(p.under[(i+1)%len(p.under)])
	default:
		sel.Set(p.under[0])
	}
}

// enterNodes switches to the node tool on a double click at a selected shape that has nodes. It is decided when the button
// is let go: a click and a drag soon after it is a drag.
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

// firstOf is the topmost shape under the pointer, or the topmost selected one.
func (p *pointing) firstOf(selected bool) level.ID {
	if selected {
		return p.under[slices.IndexFunc(p.under, p.c.session.Selection().Has)]
	}
	return p.under[0]
}

func (p *pointing) cancel()      {}
func (p *pointing) show(v *view) { v.cursor, v.hint = CursorMove, "Drag to move" }
