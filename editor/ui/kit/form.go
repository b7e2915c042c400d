package kit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Value holds the getter and setter of a value that a control shows and changes.
type Value[T any] struct {
	Get func() T
	Set func(T)
}

// At returns the value of a variable.
func At[T any](p *T) Value[T] { return In(func() *T { return p }) }

// In returns the value of the variable that the function of points to. It calls of for each access.
func In[T any](of func() *T) Value[T] {
	return Value[T]{func() T { return *of() }, func(x T) { *of() = x }}
}

// Of presents a value as its index in a list, or -1 if the list does not contain it.
func Of[T comparable](list []T, v Value[T]) Value[int] {
	return Value[int]{func() int { return slices.Index(list, v.Get()) }, func(i int) { v.Set(list[i]) }}
}

// Within clamps a number to a range when it is set.
func Within(least, limit float64, v Value[float64]) Value[float64] {
	return Value[float64]{v.Get, func(x float64) { v.Set(min(max(x, least), limit)) }}
}

// Integer presents an integer variable as a float.
func Integer(p *int) Value[float64] {
	return Value[float64]{func() float64 { return float64(*p) }, func(x float64) { *p = int(x) }}
}

// Form makes controls for values. After each change all its controls show their values again, because a value may have
// been corrected or may depend on another one.
type Form struct {
	OnChange func()      // called after each change
	Enter    func()      // called for Enter in a text field
	Escape   func()      // called for Escape in a text field
	Fail     func(error) // called for an invalid number
	label    float32     // width of the labels
	look     *Look
	shows    []func()
	numbers  []*NumberField
}

// NewForm returns a form without controls.
func NewForm(l *Look, label float32, fail func(error)) *Form {
	nothing := func() {}
	return &Form{label: label, OnChange: nothing, Enter: nothing, Escape: nothing, look: l, Fail: fail}
}

// Row returns a control with its label.
func (f *Form) Row(label string, control fyne.CanvasObject) *fyne.Container {
	return container.New(Labelled{Width: f.label}, Text(label, f.look.Colors().Quiet, TextSize), control)
}

func (f *Form) Show() {
	for _, show := range f.shows {
		show()
	}
}

// Commit accepts numbers that are still being typed.
func (f *Form) Commit() {
	for _, n := range f.numbers {
		n.Commit()
	}
}

// add adds the function that shows a control's value, and calls it.
func (f *Form) add(show func()) {
	f.shows = append(f.shows, show)
	show()
}

// set changes a value and updates all controls.
func set[T any](f *Form, v Value[T], x T) {
	v.Set(x)
	f.Show()
	f.OnChange()
}

// Words makes a row of words for the index of the chosen word.
func (f *Form) Words(words []string, v Value[int]) *Segmented {
	s := NewSegmented(f.look, words, func(i int) { set(f, v, i) })
	f.add(func() { s.Choose(v.Get()) })
	return s
}

// Select makes a drop-down list for the index of the chosen word.
func (f *Form) Select(words []string, v Value[int]) *SelectBox {
	s := NewSelectBox(f.look, words, func(word string) { set(f, v, slices.Index(words, word)) })
	f.add(func() {
		if i := v.Get(); i >= 0 && i != s.SelectedIndex() {
			s.Selected = words[i]
			s.Refresh()
		}
	})
	return s
}

func (f *Form) Check(label string, v Value[bool]) *CheckBox {
	c := NewCheckBox(f.look, label, func(on bool) { set(f, v, on) })
	f.add(func() {
		if on := v.Get(); on != c.Checked {
			c.Checked = on
			c.Refresh()
		}
	})
	return c
}

func (f *Form) Number(unit string, v Value[float64]) *NumberField {
	n := NewNumberField(f.look, unit, func(x float64) { set(f, v, x) }, f.Fail)
	f.numbers = append(f.numbers, n)
	f.add(func() { n.SetNumber(v.Get(), false) })
	return n
}

// Text makes a text field that reports each letter typed.
func (f *Form) Text(hint string, v Value[string]) *SearchField {
	e := NewSearchField(f.look, func(int) {}, func() { f.Escape() })
	e.PlaceHolder = hint
	busy := false // the user is typing, or the text is being shown
	e.OnChanged = Guarded(f.look, func(s string) {
		if !busy {
			busy = true
			defer func() { busy = false }()
			set(f, v, s)
		}
	})
	e.OnSubmitted = Guarded(f.look, func(string) { f.Enter() })
	f.add(func() {
		if s := v.Get(); !busy && s != e.Text {
			busy = true
			defer func() { busy = false }()
			e.SetText(s)
		}
	})
	return e
}

// List makes a field for comma-separated words. It sets them on Enter and when it loses the focus.
func (f *Form) List(hint string, v Value[[]string]) *Field {
	e := NewField(f.look, func(s string) { set(f, v, Words(s)) })
	e.SetHint(hint)
	f.add(func() { e.Display(strings.Join(v.Get(), ", ")) })
	return e
}
