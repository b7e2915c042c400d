package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// SearchField is an entry whose arrow keys walk through what was found.
type SearchField struct {
	widget.Entry
	look    *Look
	step    func(int)
	escape  func()
	focused bool
	OnAll   func() // Ctrl+Enter; nil: nothing
}

// NewSearchField makes a field of one line. step gets -1 and 1 for the arrow keys, escape hears of Escape.
func NewSearchField(l *Look, step func(int), escape func()) *SearchField {
	f := &SearchField{look: l, step: step, escape: escape}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer implements fyne.Widget.
func (f *SearchField) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(f.look, f.Entry.CreateRenderer(), func() bool { return f.focused })
}

// FocusGained implements fyne.Focusable.
func (f *SearchField) FocusGained() {
	defer f.look.Catch()
	f.focused = true
	f.look.Typing()
	f.Entry.FocusGained()
}

// FocusLost implements fyne.Focusable.
func (f *SearchField) FocusLost() {
	defer f.look.Catch()
	f.focused = false
	f.Entry.FocusLost()
}

// TypedKey implements fyne.Focusable.
func (f *SearchField) TypedKey(e *fyne.KeyEvent) {
	defer f.look.Catch()
	switch e.Name {
	case fyne.KeyDown:
		f.step(1)
	case fyne.KeyUp:
		f.step(-1)
	case fyne.KeyEscape:
		f.escape()
	default:
		f.Entry.TypedKey(e)
	}
}

// TypedShortcut implements fyne.Shortcutable.
func (f *SearchField) TypedShortcut(s fyne.Shortcut) {
	defer f.look.Catch()
	if k, ok := s.(fyne.KeyboardShortcut); ok && f.OnAll != nil && (k.Key() == fyne.KeyReturn || k.Key() == fyne.KeyEnter) {
		f.OnAll()
		return
	}
	f.Entry.TypedShortcut(s)
}
