package tool

import (
	"fillet/editor"
	"fillet/editor/hosted"
	"fillet/editor/level"
	"fillet/editor/moving"
	"fillet/editor/pictures"
)

// Pictures is the tool of the level's own pictures.
func (c *Controller) Pictures() *pictures.Tool { return c.pictures }

// Paths is the tool of the paths of kinematic colliders, which also shows where platforms are at a time.
func (c *Controller) Paths() *moving.Tool { return c.paths }

// hosting is a tool of a package of its own in the palette.
type hosting struct {
	c *Controller
	t hosted.Tool
}

func (p hosting) press(e Event) gesture {
	if d := p.t.Press(e); d != nil {
		return drag{hostedDrag{d}}
	}
	return nil
}

func (p hosting) key(name string, m Mods) bool { return p.t.Key(name, m) }
func (p hosting) escape() bool                 { return p.t.Escape() }
func (p hosting) leave()                       {}
func (p hosting) show(v *view)                 { showHosted(v, p.t.Show) }
func (p hosting) strip(*view) *Strip           { return p.t.Strip() }

func showHosted(v *view, show func(*hosted.View)) {
	of := hosted.View{Cursor: v.cursor, Hint: v.hint}
	show(&of)
	v.add(of.Overlays...)
	v.cursor, v.hint = of.Cursor, of.Hint
}

// hostedDrag is a drag of such a tool.
type hostedDrag struct{ d hosted.Drag }

func (p hostedDrag) drag(e Event) { p.d.Drag(e) }
func (p hostedDrag) drop(Event)   { p.d.Drop() }
func (p hostedDrag) cancel()      { p.d.Cancel() }
func (p hostedDrag) show(v *view) { showHosted(v, p.d.Show) }

// host is the palette as such a tool knows it.
type host struct {
	c  *Controller
	id ID
}

func (h host) IsActive() bool                            { return h.c.active == h.id }
func (h host) Take()                                     { h.c.Switch(h.id) }
func (h host) Leave()                                    { h.c.Switch(Select) }
func (h host) Renew()                                    { h.c.shown = nil }
func (h host) Unit() float64                             { return h.c.unit }
func (h host) Reach() float64                            { return h.c.reach() }
func (h host) Last() Event                               { return h.c.last }
func (h host) Inside() bool                              { return h.c.inside }
func (h host) Busy() bool                                { return h.c.gesture != nil }
func (h host) Act(do func())                             { h.c.act(do) }
func (h host) Nudge(do func() error)                     { h.c.nudge(do) }
func (h host) Step(name string, m Mods) (dx, dy float64) { return h.c.step(name, m) }

func (h host) Fail(err error) {
	if err == nil {
		h.c.problem = ""
	}
	h.c.fail(err)
}

func (h host) Apply(g *editor.Gesture, d level.Diff) { h.c.apply(g, d) }
