package kit

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Field is a text entry that commits its text on Enter and when it loses the focus. Escape restores the old text. Enter
// and Escape return the focus to the canvas.
type Field struct {
	widget.Entry
	Hover
	look     *Look
	Shown    string // the text of the current value
	OnCommit func(text string)
	OnKey    func(e *fyne.KeyEvent) bool // handles a key first and reports whether it did; may be nil
	OnFocus  func(on bool)               // called when the focus is gained or lost; may be nil
	onStep   func(steps float64)         // handles arrow up and down; nil for plain text
	name     string                      // read by screen readers
	Focused  bool
	cut      bool // the displayed text is truncated or reordered
}

// NewField makes a text field. onCommit receives the changed text when Enter is pressed or the focus is lost.
func NewField(l *Look, onCommit func(string)) *Field {
	f := &Field{look: l, OnCommit: onCommit}
	f.hover(f)
	f.ExtendBaseWidget(f)
	return f
}

// hover shows the full text as self's tooltip while it is truncated. self is the widget that embeds the field.
func (f *Field) hover(self fyne.CanvasObject) {
	f.Hover = NewHover(f.look, self, nil, func() (string, string) {
		if f.cut {
			return f.Shown, ""
		}
		return "", ""
	})
}

func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(f.look, f.Entry.CreateRenderer(), func() bool { return f.Focused })
}

func (f *Field) SetName(name string) { f.name = name }

func (f *Field) AccessibilityLabel() string { return strings.TrimSpace(f.name + " " + f.FullText()) }

func (f *Field) FullText() string {
	if f.cut {
		return f.Shown
	}
	return f.Text
}

func (f *Field) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// IsDirty reports whether the text was edited but not committed.
func (f *Field) IsDirty() bool { return !f.cut && f.Text != f.Shown }

// Display shows the value's text unless the user is editing.
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

// showsAll reports whether the text must not be truncated: the user is typing, or OnChanged receives every typed
// letter.
func (f *Field) showsAll() bool { return f.Focused && !f.isLong() || f.OnChanged != nil }

// fit truncates the text to the available width while nobody is typing; otherwise the entry would cover it with a
// scroll bar.
func (f *Field) fit() {
	if f.showsAll() {
		return
	}
	const edges = 14 // padding on both sides
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

func (f *Field) Resize(size fyne.Size) {
	if f.Size() == size {
		return
	}
	f.Entry.Resize(size)
	if !f.Focused && !f.IsDirty() {
		f.fit()
	}
}

// isLong reports whether the text is too long for the toolkit to edit. Such text stays truncated and read-only.
func (f *Field) isLong() bool { return len(f.Shown) > MaxTyped }

// MaxTyped limits the bytes of an editable text.
const MaxTyped = 20_000

func (f *Field) TypedRune(r rune) {
	defer f.look.Catch()
	if !f.isLong() {
		f.Entry.TypedRune(r)
	}
}

// SetHint sets the placeholder of an empty field.
func (f *Field) SetHint(s string) {
	if f.PlaceHolder != s {
		f.SetPlaceHolder(s)
	}
}

// Commit passes an edited text to OnCommit.
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
		if shift, _ := HeldKeys(); shift {
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

// TypedShortcut implements fyne.Shortcutable. The window's shortcuts also work in a field, except shortcuts with Ctrl
// and Alt, which type characters on many keyboards, like AltGr. With no typing to undo, undo applies to the level.
func (f *Field) TypedShortcut(s fyne.Shortcut) {
	defer f.look.Catch()
	const writes = fyne.KeyModifierControl | fyne.KeyModifierAlt
	own, custom := s.(*desktop.CustomShortcut)
	if custom && (own.KeyName == fyne.KeyLeft || own.KeyName == fyne.KeyRight) { // moves by words
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
	f.DoubleTapped(&fyne.PointEvent{}) // selects the word, here the number
	f.TypedShortcut(&fyne.ShortcutSelectAll{})
	f.look.Reveal(f.self)
	if f.OnFocus != nil {
		f.OnFocus(true)
	}
}

func (f *Field) FocusLost() {
	defer f.look.Catch()
	f.Focused = false // first, because the entry redraws its frame, which shows the focus
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

// NumberField is a field for a number that accepts expressions and arrow keys.
type NumberField struct {
	Field
	unit     string
	OnChange func(float64)
	each     func(f func(float64) float64) // changes each of several differing numbers; nil for a single one
	fail     func(error)
	value    float64
	mixed    bool
	right    float32 // offset of the right-aligned text from the toolkit's position
	Step     float64 // change per pixel of a drag on the label; 0 means 1. An arrow key changes 1, or ten small steps
	OnEmpty  func()  // called when the field is emptied, if the number has a default; nil without one
	// OnDrag starts a drag on the label. by changes each number relative to its value at the start; end keeps or
	// reverts the change. If OnDrag is nil, the drag calls OnChange and mixed values cannot be dragged.
	OnDrag func() (by func(by float64), end func(keep bool))
}

// NewNumberField makes a number field. A unit that begins with a letter or a slash follows the number after a
// space. It calls onChange with each new number and fail for invalid input.
func NewNumberField(l *Look, unit string, onChange func(float64), fail func(error)) *NumberField {
	n := &NumberField{unit: unit, OnChange: onChange, fail: fail}
	n.look, n.OnCommit = l, n.typed
	n.hover(n)
	n.ExtendBaseWidget(n) // with n, the widget that Fyne finds under the pointer; otherwise the focus is lost at once
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

// CreateRenderer implements fyne.Widget. Numbers are right-aligned for comparison.
func (n *NumberField) CreateRenderer() fyne.WidgetRenderer {
	r := newPlated(n.look, n.Entry.CreateRenderer(), func() bool { return n.Focused })
	r.right = &n.right
	return r
}

func (n *NumberField) MouseDown(e *desktop.MouseEvent) {
	defer n.look.Catch()
	moved := *e
	moved.Position.X -= n.right
	n.Field.MouseDown(&moved)
}

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
	n.reset() // the document shows the resulting value
	if v != n.value || n.mixed {
		n.OnChange(v)
	}
}

// related applies relative input and reports whether the text was relative.
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
		n.fail(errors.New("the numbers differ: enter one for all"))
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

// TakeEach lets relative input such as +5 apply to each of several differing values. change must apply f to each of
// them.
func (n *NumberField) TakeEach(change func(f func(float64) float64)) { n.each = change }

// SetNumber shows a number, or that the values are mixed.
func (n *NumberField) SetNumber(v float64, mixed bool) {
	n.value, n.mixed = v, mixed
	if mixed {
		n.SetHint("mixed")
	} else {
		n.SetHint("")
	}
	n.Display(n.text())
}

func (n *NumberField) text() string {
	if n.mixed {
		return ""
	}
	if r, _ := utf8.DecodeRuneInString(n.unit); unicode.IsLetter(r) || r == '/' {
		return FormatNumber(n.value) + " " + n.unit
	}
	return FormatNumber(n.value) + n.unit
}

// FormatNumber formats a number with at most three decimals.
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
