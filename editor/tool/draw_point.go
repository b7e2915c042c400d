package tool

import (
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// placing places a point where the button is released.
type placing struct {
	c       *Controller
	snapper *editor.Snapper
	snap    editor.SnapResult
}

func newPointPress(c *Controller, e Event) gesture {
	p := &placing{c: c, snapper: c.session.Snapper(nil)}
	p.drag(e)
	return drag{p}
}

func (p *placing) drag(e Event) { p.snap = p.snapper.Snap(e.Pos, p.c.reach(), e.Mods.Ctrl) }

func (p *placing) drop(Event) {
	_, err := p.c.session.Add(*level.NewCollider(0, 0, "", level.Shape{Kind: level.Point}, p.snap.Point))
	p.c.fail(err)
}

func (p *placing) cancel() {}

func (p *placing) show(v *view) {
	v.cursor = CursorCrosshair
	v.hint = "Release to place the point at " + vecText(p.snap.Point)
	v.add(p.snap.Guides...)
	v.add(overlay.Handle{At: p.snap.Point, Form: overlay.CrossHandle, Ink: overlay.Accent, Hot: true})
}
