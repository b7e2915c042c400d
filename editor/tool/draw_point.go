package tool

import (
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// placing puts a point where the pointer is let go.
type placing struct {
	c       *Controller
	snapper *editor.Snapper
	snap    editor.SnapResult
}

func newPointPress(c *Controller, e Event) gesture {
	p := &placing{c: c, snapper: c.session.Snapper(nil)}
	p.drag(e)
	return p
}

func (p *placing) drag(e Event) { p.snap = p.snapper.Snap(e.Pos, p.c.reach(), e.Mods.Ctrl) }

func (p *placing) pointer(e Event) gesture {
	switch e.Kind {
	case Move:
		p.drag(e)
	case Up:
		if e.Button != Primary {
			break
		}
		p.drag(e)
		_, err := p.c.session.Add(*level.NewCollider(0, 0, "", level.Shape{Kind: level.Point}, p.snap.Point))
		p.c.fail(err)
		return nil
	}
	return p
}

func (p *placing) key(string, Mods) (gesture, bool) { return p, false }
func (p *placing) stepBack() gesture                { return nil }
func (p *placing) cancel()                          {}

func (p *placing) show(v *view) {
	v.cursor = CursorCrosshair
	v.hint = "Release to put the point at " + vecText(p.snap.Point)
	v.add(p.snap.Guides...)
	v.add(overlay.Handle{At: p.snap.Point, Form: overlay.CrossHandle, Ink: overlay.Accent, Hot: true})
}
