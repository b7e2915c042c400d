package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// NewWholeScroll scrolls contents up and down wherever the pointer is. A plain one stands still over parts that can be scrolled sideways
// themselves, as the tables of a text are.
func NewWholeScroll(l *Look, content fyne.CanvasObject) *container.Scroll {
	w := &wheel{look: l}
	w.ExtendBaseWidget(w)
	w.scroll = container.NewVScroll(container.NewStack(content, w))
	return w.scroll
}

// wheel lies over the contents and takes nothing but the wheel.
type wheel struct {
	widget.BaseWidget
	look   *Look
	scroll *container.Scroll
}

// Scrolled hands the wheel to the whole.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	defer w.look.Catch()
	w.scroll.Scrolled(e)
}

// CreateRenderer returns what draws nothing.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(NoColor))
}
