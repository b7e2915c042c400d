package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// SearchField is an entry whose arrow keys move through the results.
type SearchField struct {
	widget.Entry
	InWindow bool   // in the window, not in a dialog: the window's keys work in it
	OnAll    func() // called for Ctrl+Enter; may be nil
	OnLeft   func() // called when the focus is lost; may be nil
	// Complete returns the text that Tab completes the typed one to, or false if there is none; it may be nil.
	Complete func() (string, bool)
	look     *Look
	step     func(int)
	escape   func()
	focused  bool
}

// NewSearchField makes a single-line field. step receives -1 and 1 for the arrow keys, and escape is called for Escape.
func NewSearchField(l *Look, step func(int), escape func()) *SearchField {
	f := &SearchField{look: l, step: step, escape: escape}
	f.ExtendBaseWidget(f)
	return f
}

func (f *SearchField) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(f.look, f.Entry.CreateRenderer(), func() bool { return f.focused })
}

func (f *SearchField) MinSize() fyne.Size { return fyne.NewSize(40, FieldHeight) }

func (f *SearchField) FocusGained() {
	defer f.look.Catch()
	f.focused = true
	f.look.Typing()
	f.Entry.FocusGained()
}

func (f *SearchField) FocusLost() {
	defer f.look.Catch()
	f.focused = false
	f.Entry.FocusLost()
	if f.OnLeft != nil {
		f.OnLeft()
	}
}

// AcceptsTab reports whether Tab completes the text. Otherwise it moves the focus.
func (f *SearchField) AcceptsTab() bool {
	if f.Complete == nil {
		return false
	}
	_, ok := f.Complete()
	return ok
}

func (f *SearchField) TypedKey(e *fyne.KeyEvent) {
	defer f.look.Catch()
	switch e.Name {
	case fyne.KeyTab:
		if f.Complete == nil {
			return
		}
		if text, ok := f.Complete(); ok {
			f.SetText(text)
			f.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
		}
	case fyne.KeyDown:
		f.step(1)
	case fyne.KeyUp:
		f.step(-1)
	case fyne.KeyEscape:
		f.escape()
	case fyne.KeyF1, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF10: // nobody types these
		if f.InWindow {
			f.look.Key(e)
		}
	default:
		f.Entry.TypedKey(e)
	}
}

// TypedShortcut implements fyne.Shortcutable. In a field of the window, the window's shortcuts work, and undo applies
// to the level if the field is empty.
func (f *SearchField) TypedShortcut(s fyne.Shortcut) {
	defer f.look.Catch()
	custom, isCustom := s.(*desktop.CustomShortcut)
	switch {
	case isCustom && (custom.KeyName == fyne.KeyReturn || custom.KeyName == fyne.KeyEnter) && f.OnAll != nil:
		f.OnAll()
	case f.InWindow && (isCustom || IsUndo(s) && f.Text == "") && f.look.Shortcut(s):
	default:
		f.Entry.TypedShortcut(s)
	}
}

// IsDirty reports whether undo applies to the typed text. In an empty field of the window, undo applies to the level.
func (f *SearchField) IsDirty() bool { return !f.InWindow || f.Text != "" }

func (f *SearchField) AccessibilityLabel() string {
	if f.Text == "" {
		return f.PlaceHolder
	}
	return f.Text
}

func (f *SearchField) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

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

func (s *SelectBox) TypedKey(e *fyne.KeyEvent) {
	defer s.look.Catch()
	switch e.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight:
		s.Select.TypedKey(e)
	default:
		s.look.Key(e)
	}
}

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
