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
func (s *Shield) Tapped(*fyne.PointEvent)             {}
func (s *Shield) MouseDown(*desktop.MouseEvent)       {}
func (s *Shield) MouseUp(*desktop.MouseEvent)         {}
func (s *Shield) Dragged(*fyne.DragEvent)             {}
func (s *Shield) DragEnd()                            {}
func (s *Shield) MouseIn(*desktop.MouseEvent)         {}
func (s *Shield) MouseMoved(*desktop.MouseEvent)      {}
func (s *Shield) MouseOut()                           {}
