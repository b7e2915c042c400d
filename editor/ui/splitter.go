package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// splitter is a thin line between two panels; dragging it moves it.
type splitter struct {
	widget.BaseWidget
	look     *look
	vertical bool                // the line is vertical, and moves sideways
	onDrag   func(delta float32) // in units, to the right or down
	onEnd    func()

	line *canvas.Rectangle
}

// splitterSize is how thick the part that can be grasped is; the line drawn in it is one unit.
const splitterSize = 6

func newSplitter(l *look, vertical bool, onDrag func(float32), onEnd func()) *splitter {
	s := &splitter{look: l, vertical: vertical, onDrag: onDrag, onEnd: onEnd, line: canvas.NewRectangle(noColor)}
	s.ExtendBaseWidget(s)
	return s
}

func (s *splitter) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.line) }
func (s *splitter) MinSize() fyne.Size                  { return fyne.NewSize(splitterSize, splitterSize) }

// Cursor implements desktop.Cursorable.
func (s *splitter) Cursor() desktop.Cursor {
	if s.vertical {
		return desktop.HResizeCursor
	}
	return desktop.VResizeCursor
}

// Dragged implements fyne.Draggable.
func (s *splitter) Dragged(e *fyne.DragEvent) {
	defer s.look.catch()
	if s.vertical {
		s.onDrag(e.Dragged.DX)
	} else {
		s.onDrag(e.Dragged.DY)
	}
}

// DragEnd implements fyne.Draggable.
func (s *splitter) DragEnd() {
	defer s.look.catch()
	s.onEnd()
}

// MouseIn implements desktop.Hoverable.
func (s *splitter) MouseIn(*desktop.MouseEvent) {
	defer s.look.catch()
	s.line.FillColor = s.look.p().accent
	s.line.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (s *splitter) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (s *splitter) MouseOut() {
	defer s.look.catch()
	s.line.FillColor = noColor
	s.line.Refresh()
}

// frame is the window's layout: tools at the left, side panel at the right, status below, the canvas between, and the
// splitter over the side panel's edge.
type frame struct{ sizes *panelSizes }

func (f *frame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(560, 300) }

// Layout takes centre, left, right, bottom and splitter, in this order. Hidden ones leave their room.
func (f *frame) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const bottom = 27
	const leastCanvas, leastSide = 160, 260 // rows of three words beside their label
	l := float32(toolsWidth)
	f.sizes.side = min(max(f.sizes.side, leastSide), max(size.Width-l-leastCanvas, leastSide))
	r := f.sizes.side
	if !o[1].Visible() {
		l = 0
	}
	if !o[2].Visible() {
		r = 0
	}
	h := size.Height - bottom
	put(o[0], l, 0, size.Width-l-r, h)
	put(o[1], 0, 0, l, h)
	put(o[2], size.Width-r, 0, r, h)
	put(o[3], 0, h, size.Width, bottom)
	put(o[4], size.Width-r-splitterSize/2, 0, splitterSize, h)
}

// column is the side panel's layout: inspector, layers, contacts and the two splitters between them. Where it is low,
// layers and contacts have the same place.
type column struct {
	sizes *panelSizes
	fit   func(height float32) // shows what has room
}

func (c *column) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 260) }

func (c *column) Layout(o []fyne.CanvasObject, size fyne.Size) {
	c.fit(size.Height)
	if c.sizes.tabbed(size.Height) {
		inspector, lower := c.sizes.withTabs(size.Height)
		put(o[0], 0, 0, size.Width, inspector)
		put(o[1], 0, inspector, size.Width, lower)
		put(o[2], 0, inspector, size.Width, lower)
		put(o[3], 0, inspector-splitterSize/2, size.Width, splitterSize)
		return
	}
	inspector, layers, contacts := c.sizes.within(size.Height)
	put(o[0], 0, 0, size.Width, inspector)
	put(o[1], 0, inspector, size.Width, layers)
	put(o[2], 0, inspector+layers, size.Width, contacts)
	put(o[3], 0, inspector-splitterSize/2, size.Width, splitterSize)
	put(o[4], 0, inspector+layers-splitterSize/2, size.Width, splitterSize)
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(w, 0), max(h, 0)))
}
