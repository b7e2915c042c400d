package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// SelectBox is the toolkit's drop-down in the style of a field.
type SelectBox struct {
	widget.Select
	look    *Look
	focused bool
}

// NewSelectBox makes a drop-down with the given options.
func NewSelectBox(l *Look, words []string, onPick func(word string)) *SelectBox {
	s := &SelectBox{look: l}
	s.Options, s.OnChanged = words, Guarded(l, onPick)
	s.ExtendBaseWidget(s)
	return s
}

func (s *SelectBox) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(s.look, s.Select.CreateRenderer(), func() bool { return s.focused })
}

func (s *SelectBox) MinSize() fyne.Size { return fyne.NewSize(s.Select.MinSize().Width, FieldHeight) }

func (s *SelectBox) FocusGained() {
	defer s.look.Catch()
	s.focused = true
	s.Select.FocusGained()
}

func (s *SelectBox) FocusLost() {
	defer s.look.Catch()
	s.focused = false
	s.Select.FocusLost()
}
