package tool

import (
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/pictures"
)

// Pictures is the tool of the level's own pictures.
func (c *Controller) Pictures() *pictures.Tool { return c.pictures.t }

// picturing is that tool in the palette.
type picturing struct {
	c *Controller
	t *pictures.Tool
}

func newPicturing(c *Controller) *picturing {
	return &picturing{c, pictures.NewTool(c.session, pictureHost{c})}
}

func (p *picturing) press(e Event) gesture {
	if d := p.t.Press(e); d != nil {
		return drag{pictureDrag{d}}
	}
	return nil
}

func (p *picturing) key(name string, m Mods) bool { return p.t.Key(name, m) }
func (p *picturing) escape() bool                 { return p.t.Escape() }
func (p *picturing) leave()                       {}
func (p *picturing) show(v *view)                 { showPictures(v, p.t.Show) }
func (p *picturing) strip(*view) *Strip           { return p.t.Strip() }

func showPictures(v *view, show func(*pictures.View)) {
	of := pictures.View{Cursor: v.cursor, Hint: v.hint}
	show(&of)
	v.add(of.Overlays...)
	v.cursor, v.hint = of.Cursor, of.Hint
}

// pictureDrag is a drag of that tool.
type pictureDrag struct{ d pictures.Drag }

func (p pictureDrag) drag(e Event) { p.d.Drag(e) }
func (p pictureDrag) drop(Event)   { p.d.Drop() }
func (p pictureDrag) cancel()      { p.d.Cancel() }
func (p pictureDrag) show(v *view) { showPictures(v, p.d.Show) }

// pictureHost is the palette as that tool knows it.
type pictureHost struct{ c *Controller }

func (h pictureHost) IsActive() bool                            { return h.c.active == Pictures }
func (h pictureHost) Take()                                     { h.c.Switch(Pictures) }
func (h pictureHost) Leave()                                    { h.c.Switch(Select) }
func (h pictureHost) Renew()                                    { h.c.shown = nil }
func (h pictureHost) Unit() float64                             { return h.c.unit }
func (h pictureHost) Reach() float64                            { return h.c.reach() }
func (h pictureHost) Last() Event                               { return h.c.last }
func (h pictureHost) Inside() bool                              { return h.c.inside }
func (h pictureHost) Busy() bool                                { return h.c.gesture != nil }
func (h pictureHost) Act(do func())                             { h.c.act(do) }
func (h pictureHost) Nudge(do func() error)                     { h.c.nudge(do) }
func (h pictureHost) Step(name string, m Mods) (dx, dy float64) { return h.c.step(name, m) }

func (h pictureHost) Fail(err error) {
	if err == nil {
		h.c.problem = ""
	}
	h.c.fail(err)
}

func (h pictureHost) Apply(g *editor.Gesture, d level.Diff) { h.c.apply(g, d) }
