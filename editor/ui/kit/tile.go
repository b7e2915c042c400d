package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Tile is a clickable plate with content, such as a list row, a card or a column header. The embedding widget calls
// [Tile.Init].
type Tile struct {
	widget.BaseWidget
	Plate   *Plate
	OnTap   func()
	look    *Look
	content fyne.CanvasObject
	least   fyne.Size
}

// Init initializes the tile of the widget self. radius is the corner radius; least is the minimum size, or zero for the
// content's.
func (t *Tile) Init(
	self fyne.Widget, l *Look, radius float32, least fyne.Size, content fyne.CanvasObject, onTap func(),
) {
	t.Plate, t.OnTap, t.look, t.content, t.least = NewPlate(l, radius), onTap, l, content, least
	t.ExtendBaseWidget(self)
}

func (t *Tile) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(t.Plate.Picture, t.content))
}

func (t *Tile) MinSize() fyne.Size {
	if t.least.IsZero() {
		return t.content.MinSize()
	}
	return t.least
}

func (t *Tile) Tapped(*fyne.PointEvent) {
	defer t.look.Catch()
	t.OnTap()
}

// PressTile is a [Tile] that can also be pressed by keyboard. The embedding widget calls [PressTile.InitPress].
type PressTile struct {
	Tile
	Pressable
	Hover
}

// InitPress initializes the tile like [Tile.Init]. redraw shows the state of the widget self, spoken returns its label
// for screen readers, and tip is as in [NewHover].
func (t *PressTile) InitPress(
	self fyne.Widget, l *Look, radius float32, least fyne.Size, content fyne.CanvasObject, onTap, redraw func(),
	spoken func() string, tip func() (text, key string),
) {
	t.Pressable = Pressable{Keys: l, Self: self, Press: onTap, Redraw: redraw, Spoken: spoken}
	t.Hover = NewHover(l, self, redraw, tip)
	t.Init(self, l, radius, least, content, onTap)
}

// Hover tracks whether the pointer is over a control, and shows its tooltip.
type Hover struct {
	Over   bool
	look   *Look
	self   fyne.CanvasObject
	redraw func()
	tip    func() (text, key string)
}

// NewHover makes the hover state of the control self. redraw is called when the pointer enters or leaves; tip returns
// the tooltip, or "", and its shortcut key. Both functions may be nil.
func NewHover(l *Look, self fyne.CanvasObject, redraw func(), tip func() (text, key string)) Hover {
	return Hover{look: l, self: self, redraw: redraw, tip: tip}
}

// Tip returns a tooltip function without a key, for [NewHover].
func Tip(text string) func() (string, string) { return func() (string, string) { return text, "" } }

func (h *Hover) MouseIn(*desktop.MouseEvent) {
	defer h.look.Catch()
	h.set(true)
	if h.tip == nil {
		return
	}
	if text, key := h.tip(); text != "" {
		h.look.Tips.Await(h.look, h.self, func() { h.look.Tips.Show(h.look, h.self, text, key) })
	}
}

func (h *Hover) MouseMoved(*desktop.MouseEvent) {}

func (h *Hover) MouseOut() {
	defer h.look.Catch()
	h.look.Tips.Hide(h.self)
	h.set(false)
}

func (h *Hover) set(over bool) {
	if h.Over = over; h.redraw != nil {
		h.redraw()
	}
}

// Drawn makes a renderer of a widget's content. It calls update now and before each refresh to show the widget's state.
func Drawn(update func(), content fyne.CanvasObject) fyne.WidgetRenderer {
	update()
	return &drawn{widget.NewSimpleRenderer(content), update}
}

type drawn struct {
	fyne.WidgetRenderer
	update func()
}

func (d *drawn) Refresh() {
	d.update()
	d.WidgetRenderer.Refresh()
}

// Tracker reports the motion of the pointer over the widget that embeds it.
type Tracker struct {
	Look  *Look
	Moved func(e *desktop.MouseEvent)
}

func (t *Tracker) MouseIn(e *desktop.MouseEvent) {
	defer t.Look.Catch()
	t.Moved(e)
}

func (t *Tracker) MouseMoved(e *desktop.MouseEvent) {
	defer t.Look.Catch()
	t.Moved(e)
}

// Placed works like [Drawn] for a widget whose parts are placed by a function. Later parts are drawn on top.
func Placed(
	w fyne.Widget, update func(), place func(size fyne.Size), parts ...fyne.CanvasObject,
) fyne.WidgetRenderer {
	update()
	return &placed{w, update, place, parts}
}

type placed struct {
	widget fyne.Widget
	update func()
	place  func(size fyne.Size)
	parts  []fyne.CanvasObject
}

func (p *placed) Layout(size fyne.Size)        { p.place(size) }
func (p *placed) MinSize() fyne.Size           { return p.widget.MinSize() }
func (p *placed) Objects() []fyne.CanvasObject { return p.parts }
func (p *placed) Destroy()                     {}

func (p *placed) Refresh() {
	p.update()
	p.place(p.widget.Size())
	for _, o := range p.parts {
		o.Refresh()
	}
}
