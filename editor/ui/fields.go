package ui

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// field is a text entry that says when its text is final: on Enter and when it loses the focus. Escape brings the old
// text back. Enter and Escape give the keys back to the canvas.
type field struct {
	widget.Entry
	look     *look
	shown    string // the text that stands for the value in force
	onCommit func(text string)
	onStep   func(steps float64) // arrow up and down; nil for plain text
	self     fyne.CanvasObject   // the widget that this is the field of
	name     string              // what the value is, for those who cannot see the label beside it
	focused  bool
	cut      bool // the text is the beginning of the one that is shown: there is no room for all of it
}

func newField(l *look, onCommit func(string)) *field {
	f := &field{look: l, onCommit: onCommit}
	f.self = f
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer implements fyne.Widget.
func (f *field) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(f.look, f.Entry.CreateRenderer(), func() bool { return f.focused })
}

func (f *field) setName(name string) { f.name = name }

// AccessibilityLabel implements fyne.Accessible.
func (f *field) AccessibilityLabel() string { return strings.TrimSpace(f.name + " " + f.whole()) }

// whole is the text without a cut.
func (f *field) whole() string {
	if f.cut {
		return f.shown
	}
	return f.Text
}

// AccessibilityRole implements fyne.Accessible.
func (f *field) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// isDirty reports whether something was typed that is not committed.
func (f *field) isDirty() bool { return !f.cut && f.Text != f.shown }

// show puts in the value's text, unless the user is just typing another one.
func (f *field) show(s string) {
	if f.shown == s && (f.Text == s || f.cut) {
		return
	}
	typing := f.isDirty()
	f.shown = s
	if typing {
		return
	}
	if f.fit(); f.showsAll() {
		f.cut = false
		f.SetText(s)
	}
}

// showsAll reports whether the text stays whole: somebody types, or follows each letter.
func (f *field) showsAll() bool { return f.focused && !f.isLong() || f.OnChanged != nil }

// fit cuts the text to the room that there is while nobody types: the entry would show a scroll bar over it.
func (f *field) fit() {
	if f.showsAll() {
		return
	}
	const edges = 14 // between the frame and the text, on both sides
	room := f.Size().Width - edges
	if f.Icon != nil {
		room -= iconSize + 2
	}
	text := cut(f.shown, max(room, 0))
	f.cut = text != f.shown
	if f.Text != text {
		f.SetText(text)
	}
}

// Resize implements fyne.Widget.
func (f *field) Resize(size fyne.Size) {
	if f.Size() == size {
		return
	}
	f.Entry.Resize(size)
	if !f.focused && !f.isDirty() {
		f.fit()
	}
}

// isLong reports whether the text is longer than the toolkit can show while somebody types. It stays cut then, and cannot be
// changed here.
func (f *field) isLong() bool { return len(f.shown) > mostTyped }

// mostTyped is how many bytes of a text can be typed in.
const mostTyped = 20_000

// TypedRune implements fyne.Focusable.
func (f *field) TypedRune(r rune) {
	defer f.look.catch()
	if !f.isLong() {
		f.Entry.TypedRune(r)
	}
}

// MouseIn implements desktop.Hoverable: the whole text is the tip of a field that has no room for it.
func (f *field) MouseIn(*desktop.MouseEvent) {
	defer f.look.catch()
	if f.cut && f.self != nil {
		f.look.tips.await(f.look, f.self, f.shown, "")
	}
}

// MouseMoved implements desktop.Hoverable.
func (f *field) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (f *field) MouseOut() {
	defer f.look.catch()
	f.look.tips.hide(f.self)
}

// hint shows a text where the field is empty.
func (f *field) hint(s string) {
	if f.PlaceHolder != s {
		f.SetPlaceHolder(s)
	}
}

func (f *field) commit() {
	if !f.isDirty() {
		return
	}
	typed := f.Text
	f.shown = typed
	f.onCommit(typed)
}

func (f *field) TypedKey(e *fyne.KeyEvent) {
	defer f.look.catch()
	switch e.Name {
	case fyne.KeyF1, fyne.KeyF5, fyne.KeyF6, fyne.KeyF8, fyne.KeyF10: // nobody types these
		f.commit()
		f.look.key(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		f.commit()
		f.look.focus()
	case fyne.KeyEscape:
		if !f.isLong() {
			f.SetText(f.shown)
		}
		f.look.focus()
	case fyne.KeyUp, fyne.KeyDown:
		if f.onStep == nil {
			f.Entry.TypedKey(e)
			return
		}
		steps := 1.0
		if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0 {
			steps = 10
		}
		if e.Name == fyne.KeyDown {
			steps = -steps
		}
		f.commit()
		f.onStep(steps)
	default:
		if !f.isLong() {
			f.Entry.TypedKey(e)
		}
	}
}

// TypedShortcut implements fyne.Shortcutable. Keys of the window's commands work in a field as well, and where nothing is typed
// that could be undone, undo means the level.
func (f *field) TypedShortcut(s fyne.Shortcut) {
	defer f.look.catch()
	_, custom := s.(*desktop.CustomShortcut)
	if (custom || isUndo(s) && !f.isDirty()) && f.look.shortcut(s) || f.isLong() {
		return
	}
	f.Entry.TypedShortcut(s)
}

func (f *field) FocusGained() {
	defer f.look.catch()
	if f.focused = true; f.cut && !f.isLong() {
		f.cut = false
		f.SetText(f.shown)
	}
	f.Entry.FocusGained()
	f.DoubleTapped(&fyne.PointEvent{}) // selects a word; numbers are one
	f.TypedShortcut(&fyne.ShortcutSelectAll{})
	if f.self != nil {
		f.look.reveal(f.self)
	}
}

func (f *field) FocusLost() {
	defer f.look.catch()
	f.focused = false // first: the entry draws its frame anew, which is a ring while it has the keys
	f.Entry.FocusLost()
	f.commit()
	if !f.isDirty() {
		f.fit()
	}
}

func (f *field) MinSize() fyne.Size { return fyne.NewSize(40, fieldHeight) }

// numberField is a field for a number, with sums and arrow keys.
type numberField struct {
	field
	unit     string
	onChange func(float64)
	fail     func(error)
	value    float64
	mixed    bool
}

// newNumberField calls onChange with each new number, and fail with what was typed instead of one.
func newNumberField(l *look, unit string, onChange func(float64), fail func(error)) *numberField {
	n := &numberField{unit: unit, onChange: onChange, fail: fail}
	n.look, n.onCommit, n.self = l, n.typed, n
	n.ExtendBaseWidget(n) // as the widget that Fyne finds under the pointer: another one would lose the focus at once
	n.onStep = func(steps float64) {
		if !n.mixed {
			n.onChange(n.value + steps)
		}
	}
	return n
}

func (n *numberField) typed(s string) {
	if s == "" && n.mixed {
		return
	}
	v, err := calculate(s)
	if err != nil {
		n.reset()
		n.fail(err)
		return
	}
	n.reset() // the document shows what it made of it
	if v != n.value || n.mixed {
		n.onChange(v)
	}
}

func (n *numberField) reset() {
	n.shown, n.cut = n.text(), false
	n.SetText(n.shown)
	n.fit()
}

// set shows a number.
func (n *numberField) set(v float64, mixed bool) {
	n.value, n.mixed = v, mixed
	if mixed {
		n.hint("mixed")
	} else {
		n.hint("")
	}
	n.show(n.text())
}

func (n *numberField) text() string {
	if n.mixed {
		return ""
	}
	return formatNumber(n.value) + n.unit
}

// formatNumber is a number with at most three decimals.
func formatNumber(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000+0, 'f', -1, 64)
}
