package tool

import (
	"fillet/editor/hosted"
	"fillet/editor/level"
)

// jointPress is a press on a joint with the tool for selecting. A click selects it, with Shift besides the joints that are selected; a drag is
// one of the shape below, as if the joint were not there.
type jointPress struct {
	t     *selecting
	start Event
	of    level.JointID
}

func (p *jointPress) pointer(e Event) gesture {
	switch {
	case e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*p.t.c.unit:
		if g := p.t.pressOn(p.start, p.t.below(p.start.Pos)); g != nil {
			return g.pointer(e)
		}
		return nil
	case e.Kind == Up && e.Button == Primary:
		if sel := p.t.c.session.Selection(); p.start.Mods.Shift {
			sel.ToggleJoints(p.of)
		} else {
			sel.SetJoints(p.of)
		}
		return nil
	}
	return p
}

func (p *jointPress) cancel()    {}
func (p *jointPress) show(*view) {}

// showAnchors shows the handles of the selected joint, and reports whether the pointer is at one.
func (t *selecting) showAnchors(v *view) (hot bool) {
	showHosted(v, func(v *hosted.View) { hot = t.c.joints.ShowAnchors(v) })
	return hot
}
