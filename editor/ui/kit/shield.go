package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Shield keeps pointer events from reaching objects behind its content.
type Shield struct {
	widget.BaseWidget
	Content fyne.CanvasObject
}

// NewShield puts an object on a shield.
func NewShield(o fyne.CanvasObject) *Shield {
	s := &Shield{Content: o}
	s.ExtendBaseWidget(s)
	return s
}

func (s *Shield) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.Content) }

// Tapped implements fyne.Tappable.
func (s *Shield) Tapped(*fyne.PointEvent) {}

// MouseDown implements desktop.Mouseable.
func (s *Shield) MouseDown(*desktop.MouseEvent) {}

// MouseUp implements desktop.Mouseable.
func (s *Shield) MouseUp(*desktop.MouseEvent) {}

// Dragged implements fyne.Draggable.
func (s *Shield) Dragged(*fyne.DragEvent) {}

// DragEnd implements fyne.Draggable.
func (s *Shield) DragEnd() {}

// MouseIn implements desktop.Hoverable.
func (s *Shield) MouseIn(*desktop.MouseEvent) {}

// MouseMoved implements desktop.Hoverable.
func (s *Shield) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (s *Shield) MouseOut() {}
