package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Splitter is a thin line between two panels. Dragging it resizes them.
type Splitter struct {
	widget.BaseWidget
	Hover
	vertical bool                // a vertical line that moves sideways
	onDrag   func(delta float32) // in units, to the right or down
	onEnd    func()

	line *canvas.Rectangle
}

// SplitterSize is the thickness of the draggable area; the visible line is one unit.
const SplitterSize = 6

// NewSplitter makes a splitter. onDrag receives each motion in units, and onEnd is called at the end of a drag.
func NewSplitter(l *Look, vertical bool, onDrag func(float32), onEnd func()) *Splitter {
	s := &Splitter{vertical: vertical, onDrag: onDrag, onEnd: onEnd, line: canvas.NewRectangle(NoColor)}
	s.Hover = NewHover(l, s, func() {
		s.line.FillColor = NoColor
		if s.Over && l.TakeBack == nil { // not at the end of a number's drag
			s.line.FillColor = l.Colors().Accent
		}
		s.line.Refresh()
	}, nil)
	s.ExtendBaseWidget(s)
	return s
}

func (s *Splitter) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(s.line) }
func (s *Splitter) MinSize() fyne.Size                  { return fyne.NewSize(SplitterSize, SplitterSize) }

func (s *Splitter) Cursor() desktop.Cursor {
	if s.vertical {
		return desktop.HResizeCursor
	}
	return desktop.VResizeCursor
}

func (s *Splitter) Dragged(e *fyne.DragEvent) {
	defer s.look.Catch()
	if s.vertical {
		s.onDrag(e.Dragged.DX)
	} else {
		s.onDrag(e.Dragged.DY)
	}
}

func (s *Splitter) DragEnd() {
	defer s.look.Catch()
	s.onEnd()
}
