package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// NewWholeScroll makes a vertical scroll that works wherever the pointer is. Fyne's own does not scroll while the
// pointer is over parts that scroll sideways, such as tables in the text.
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

// Scrolled passes the wheel on to the scroll.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	defer w.look.Catch()
	w.scroll.Scrolled(e)
}

// CreateRenderer returns a renderer that draws nothing.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(NoColor))
}
