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
