package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Shield keeps pointer events from reaching objects behind its content.
type Shield struct {
	widget.BaseWidget
	Content fyne.CanvasObject
}

func NewShield(o fyne.CanvasObject) *Shield {
	s := &Shield{Content: o}
	s.ExtendBaseWidget(s)
	return s
}

func (s *Shield) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.Content) }
func (s *Shield) Tapped(*fyne.PointEvent)             {}
func (s *Shield) MouseDown(*desktop.MouseEvent)       {}
func (s *Shield) MouseUp(*desktop.MouseEvent)         {}
func (s *Shield) Dragged(*fyne.DragEvent)             {}
func (s *Shield) DragEnd()                            {}
func (s *Shield) MouseIn(*desktop.MouseEvent)         {}
func (s *Shield) MouseMoved(*desktop.MouseEvent)      {}
func (s *Shield) MouseOut()                           {}

// NewWholeScroll makes a vertical scroll that works wherever the pointer is. Fyne's own scroll does not react while the
// pointer is over a part that scrolls sideways, such as a table in the text.
func NewWholeScroll(l *Look, content fyne.CanvasObject) *container.Scroll {
	w := &wheel{look: l}
	w.ExtendBaseWidget(w)
	w.scroll = container.NewVScroll(container.NewStack(content, w))
	return w.scroll
}

// wheel covers the content and handles only the wheel.
type wheel struct {
	widget.BaseWidget
	look   *Look
	scroll *container.Scroll
}

func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	defer w.look.Catch()
	w.scroll.Scrolled(e)
}

func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(NoColor))
}
