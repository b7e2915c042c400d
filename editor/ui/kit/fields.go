package kit

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Field is a text entry that says when its text is final: on Enter and when it loses the focus. Escape brings the old
// text back. Enter and Escape give the keys back to the canvas.
type Field struct {
	widget.Entry
	Hover
	look     *Look
	Shown    string // the text that stands for the value in force
	OnCommit func(text string)
	OnKey    func(e *fyne.KeyEvent) bool // reports whether it had a use for a key; nil: never
	OnFocus  func(on bool)               // hears of the keys that come and go; nil: nobody does
	onStep   func(steps float64)         // arrow up and down; nil for plain text
	name     string                      // what the value is, for those who cannot see the label beside it
	Focused  bool
	cut      bool // the text is not the one that is shown: there is no room for all of it, or its parts stand in another order
}

// NewField makes a field of text. onCommit gets the text when Enter is pressed or the focus leaves, if it has changed.
func NewField(l *Look, onCommit func(string)) *Field {
	f := &Field{look: l, OnCommit: onCommit}
	f.hover(f)
	f.ExtendBaseWidget(f)
	return f
}

// hover shows the whole text as the tip of self, the widget that this is the field of, while there is no room for it.
func (f *Field) hover(self fyne.CanvasObject) {
	f.Hover = NewHover(f.look, self, nil, func() (string, string) {
		if f.cut {
			return f.Shown, ""
		}
		return "", ""
	})
}

// CreateRenderer implements fyne.Widget.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(f.look, f.Entry.CreateRenderer(), func() bool { return f.Focused })
}

// SetName sets what the field is called for those who do not see it.
func (f *Field) SetName(name string) { f.name = name }

// AccessibilityLabel implements fyne.Accessible.
func (f *Field) AccessibilityLabel() string { return strings.TrimSpace(f.name + " " + f.Whole()) }

// Whole is the text without a cut.
func (f *Field) Whole() string {
	if f.cut {
		return f.Shown
	}
	return f.Text
}

// AccessibilityRole implements fyne.Accessible.
func (f *Field) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// IsDirty reports whether something was typed that is not committed.
func (f *Field) IsDirty() bool { return !f.cut && f.Text != f.Shown }

// Display puts in the value's text, unless the user is just typing another one.
func (f *Field) Display(s string) {
	if f.Shown == s && (f.Text == s || f.cut) {
		return
	}
	typing := f.IsDirty()
	f.Shown = s
	if typing {
		return
	}
	if f.fit(); f.showsAll() {
		f.cut = false
		f.SetText(s)
	}
}

// showsAll reports whether the text stays whole: somebody types, or follows each letter.
func (f *Field) showsAll() bool { return f.Focused && !f.isLong() || f.OnChanged != nil }

// fit cuts the text to the room that there is while nobody types: the entry would show a scroll bar over it.
func (f *Field) fit() {
	if f.showsAll() {
		return
	}
	const edges = 14 // between the frame and the text, on both sides
	room := f.Size().Width - edges
	if f.Icon != nil {
		room -= IconSize + 2
	}
	text := Visual(Cut(f.Shown, max(room, 0)))
	f.cut = text != f.Shown
	if f.Text != text {
		f.SetText(text)
	}
}

// Resize implements fyne.Widget.
func (f *Field) Resize(size fyne.Size) {
	if f.Size() == size {
		return
	}
	f.Entry.Resize(size)
	if !f.Focused && !f.IsDirty() {
		f.fit()
	}
}

// isLong reports whether the text is longer than the toolkit can show while somebody types. It stays cut then, and cannot be
// changed here.
func (f *Field) isLong() bool { return len(f.Shown) > MostTyped }

// MostTyped is how many bytes of a text can be typed in.
const MostTyped = 20_000

// TypedRune implements fyne.Focusable.
func (f *Field) TypedRune(r rune) {
	defer f.look.Catch()
	if !f.isLong() {
		f.Entry.TypedRune(r)
	}
}

// SetHint shows a text where the field is empty.
func (f *Field) SetHint(s string) {
	if f.PlaceHolder != s {
		f.SetPlaceHolder(s)
	}
}

// Commit passes the text to OnCommit where it has been edited.
func (f *Field) Commit() {
	if !f.IsDirty() {
		return
	}
	typed := f.Text
	f.Shown = typed
	f.OnCommit(typed)
}

func (f *Field) TypedKey(e *fyne.KeyEvent) {
	defer f.look.Catch()
	if f.OnKey != nil && f.OnKey(e) {
		return
	}
	switch e.Name {
	case fyne.KeyF1, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF10: // nobody types these
		f.Commit()
		f.look.Key(e)
	case fyne.KeyReturn, fyne.KeyEnter:
		f.Commit()
		f.look.Focus()
	case fyne.KeyEscape:
		if !f.isLong() {
			f.SetText(f.Shown)
		}
		f.look.Focus()
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
		f.Commit()
		f.onStep(steps)
	default:
		if !f.isLong() {
			f.Entry.TypedKey(e)
		}
	}
}

// TypedShortcut implements fyne.Shortcutable. Keys of the window's commands work in a field as well, but for those with Ctrl and Alt: on
// many keyboards they write a letter, as the right Alt key does. Where nothing is typed that could be undone, undo means the level.
func (f *Field) TypedShortcut(s fyne.Shortcut) {
	defer f.look.Catch()
	const writes = fyne.KeyModifierControl | fyne.KeyModifierAlt
	own, custom := s.(*desktop.CustomShortcut)
	if custom && (own.KeyName == fyne.KeyLeft || own.KeyName == fyne.KeyRight) { // from word to word
		f.Entry.TypedShortcut(s)
		return
	}
	if custom && own.Modifier&writes == writes {
		return
	}
	if (custom || IsUndo(s) && !f.IsDirty()) && f.look.Shortcut(s) || f.isLong() {
		return
	}
	f.Entry.TypedShortcut(s)
}

func (f *Field) FocusGained() {
	defer f.look.Catch()
	if f.Focused = true; f.cut && !f.isLong() {
		f.cut = false
		f.SetText(f.Shown)
	}
	f.look.Typing()
	f.Entry.FocusGained()
	f.DoubleTapped(&fyne.PointEvent{}) // selects a word; numbers are one
	f.TypedShortcut(&fyne.ShortcutSelectAll{})
	f.look.Reveal(f.self)
	if f.OnFocus != nil {
		f.OnFocus(true)
	}
}

func (f *Field) FocusLost() {
	defer f.look.Catch()
	f.Focused = false // first: the entry draws its frame anew, which is a ring while it has the keys
	f.Entry.FocusLost()
	f.Commit()
	if !f.IsDirty() {
		f.fit()
	}
	if f.OnFocus != nil {
		f.OnFocus(false)
	}
}

func (f *Field) MinSize() fyne.Size { return fyne.NewSize(40, FieldHeight) }

// NumberField is a field for a number, with sums and arrow keys.
type NumberField struct {
	Field
	unit     string
	OnChange func(float64)
	each     func(f func(float64) float64) // changes each of the numbers that the field stands for; nil: it stands for one
	fail     func(error)
	value    float64
	mixed    bool
	right    float32 // how far the text stands at the right of where the toolkit has it
	Step     float64 // what a pixel of a drag of its label changes; 0 is 1. An arrow key changes 1, or ten of small steps
	OnEmpty  func()  // the field was emptied: the number goes back to what it is unless one is given; nil: there is no such number
	// OnDrag begins a drag of its label: by changes the number, or each of several, from what it was, and end keeps that or takes it back.
	// nil: it is OnChange that is called, and a mixed value cannot be dragged.
	OnDrag func() (by func(by float64), end func(keep bool))
}

// NewNumberField calls onChange with each new number, and fail with what was typed instead of one.
func NewNumberField(l *Look, unit string, onChange func(float64), fail func(error)) *NumberField {
	n := &NumberField{unit: unit, OnChange: onChange, fail: fail}
	n.look, n.OnCommit = l, n.typed
	n.hover(n)
	n.ExtendBaseWidget(n) // as the widget that Fyne finds under the pointer: another one would lose the focus at once
	n.onStep = func(steps float64) {
		if n.Step > 0 && n.Step < 1 {
			steps *= 10 * n.Step
		}
		switch {
		case n.mixed && n.each != nil:
			n.each(func(x float64) float64 { return Tidy(x + steps) })
		case !n.mixed:
			n.OnChange(Tidy(n.value + steps))
		}
	}
	return n
}

// CreateRenderer implements fyne.Widget. Numbers stand at the right, so that those below each other can be compared.
func (n *NumberField) CreateRenderer() fyne.WidgetRenderer {
	r := newPlated(n.look, n.Entry.CreateRenderer(), func() bool { return n.Focused })
	r.right = &n.right
	return r
}

// MouseDown implements desktop.Mouseable.
func (n *NumberField) MouseDown(e *desktop.MouseEvent) {
	defer n.look.Catch()
	moved := *e
	moved.Position.X -= n.right
	n.Field.MouseDown(&moved)
}

// Dragged implements fyne.Draggable.
func (n *NumberField) Dragged(e *fyne.DragEvent) {
	defer n.look.Catch()
	moved := *e
	moved.Position.X -= n.right
	n.Field.Dragged(&moved)
}

func (n *NumberField) typed(s string) {
	switch {
	case s == "" && n.mixed:
		return
	case s == "" && n.OnEmpty != nil:
		n.reset()
		n.OnEmpty()
		return
	}
	if n.related(s) {
		return
	}
	v, err := Calculate(s)
	if err != nil {
		n.reset()
		n.fail(err)
		return
	}
	n.reset() // the document shows what it made of it
	if v != n.value || n.mixed {
		n.OnChange(v)
	}
}

// related takes a text that changes the number that is there, and reports whether it is one.
func (n *NumberField) related(s string) bool {
	f, err := Relative(s)
	if f == nil && err == nil {
		return false
	}
	n.reset()
	switch {
	case err != nil:
		n.fail(err)
	case n.mixed && n.each != nil:
		n.each(f)
	case n.mixed:
		n.fail(errors.New("the numbers differ: type one for all of them"))
	default:
		if v := f(n.value); v != n.value {
			n.OnChange(v)
		}
	}
	return true
}

func (n *NumberField) reset() {
	n.Shown, n.cut = n.text(), false
	n.SetText(n.Shown)
	n.fit()
}

// TakeEach has the field take what changes a number also where those that it stands for differ: change makes of each of them what f
// does.
func (n *NumberField) TakeEach(change func(f func(float64) float64)) { n.each = change }

// SetNumber shows a number.
func (n *NumberField) SetNumber(v float64, mixed bool) {
	n.value, n.mixed = v, mixed
	if mixed {
		n.SetHint("mixed")
	} else {
		n.SetHint("")
	}
	n.Display(n.text())
}

// step is what a pixel of a drag changes.
func (n *NumberField) step() float64 { return cmp.Or(n.Step, 1) }

func (n *NumberField) text() string {
	if n.mixed {
		return ""
	}
	return FormatNumber(n.value) + n.unit
}

// FormatNumber is a number with at most three decimals.
func FormatNumber(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000+0, 'f', -1, 64)
}

// IsUndo reports whether a shortcut is undo or redo.
func IsUndo(s fyne.Shortcut) bool {
	switch s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		return true
	}
	return false
}
