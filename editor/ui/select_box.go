package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// selectBox is the toolkit's list to choose one of, on the ground of a field and with its frame.
type selectBox struct {
	widget.Select
	look    *look
	focused bool
}

func newSelectBox(l *look, words []string, onPick func(word string)) *selectBox {
	s := &selectBox{look: l}
	s.Options, s.OnChanged = words, with(l, onPick)
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *selectBox) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(s.look, s.Select.CreateRenderer(), func() bool { return s.focused })
}

// FocusGained implements fyne.Focusable.
func (s *selectBox) FocusGained() {
	defer s.look.catch()
	s.focused = true
	s.Select.FocusGained()
}

// FocusLost implements fyne.Focusable.
func (s *selectBox) FocusLost() {
	defer s.look.catch()
	s.focused = false
	s.Select.FocusLost()
}

// ticked puts one of the toolkit's boxes to tick in line with the fields above and below it: it keeps room at its left.
func ticked(check *widget.Check) fyne.CanvasObject { return pad(-fieldInset-1, 0, 0, 0, check) }

// prose puts one of the toolkit's labels in line with what stands above and below it, as ticked does.
func prose(label *widget.Label) fyne.CanvasObject { return pad(-fieldInset, 0, -fieldInset, 0, label) }

// fieldInset is the toolkit's room around a text, the theme's inner padding.
const fieldInset = 4
