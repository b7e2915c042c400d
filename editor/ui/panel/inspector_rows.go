package panel

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// colliderKey returns the field of a key of colliders, for its title and unit.
func colliderKey(key string) level.Field[level.Collider] {
	f, _ := level.ColliderField(key)
	return f
}

// row adds a labelled row. If it has exactly one number field, dragging the label changes the number.
func (v *Inspector) row(label string, o fyne.CanvasObject) { v.rowOf(label, o, onlyNumber(o)) }

// rowOf works like row with the number field that the label drags, or nil.
func (v *Inspector) rowOf(label string, o fyne.CanvasObject, f *kit.NumberField) {
	for _, f := range Focusables(o) {
		if named, ok := f.(interface{ SetName(string) }); ok {
			named.SetName(label)
		}
	}
	text := kit.Text(label, v.Look.Colors().Quiet, kit.TextSize)
	var name fyne.CanvasObject = kit.NewTippedText(v.Look, text)
	if f != nil {
		name = kit.NewScrub(v.Look, text, f)
	}
	v.Body.Add(container.New(kit.Labelled{Width: kit.LabelWidth}, kit.Pad(-kit.FieldInset, 0, 0, 0, name), o))
}

// onlyNumber returns a row's number field, or nil if it has none or several.
func onlyNumber(o fyne.CanvasObject) *kit.NumberField {
	var found *kit.NumberField
	for _, f := range Focusables(o) {
		n, ok := f.(*kit.NumberField)
		if ok && found != nil {
			return nil
		}
		if ok {
			found = n
		}
	}
	return found
}

// number returns a number field that shows the result of get.
func (v *Inspector) number(unit string, get func() (float64, bool), set func(float64)) *kit.NumberField {
	f := kit.NewNumberField(v.Look, unit, set, v.fail)
	v.updates = append(v.updates, func() { f.SetNumber(get()) })
	f.OnDrag = v.drag(get, set, nil)
	return f
}

// drag returns the function that starts a drag of a number's label. The drag is one undo step. Each move restores the
// original state before setting the number, so the result does not depend on the path. each, which may be nil, changes
// several differing values. If a value is rejected, the drag stays at the last accepted one.
func (v *Inspector) drag(
	get func() (float64, bool), set func(float64), each func(change func(was float64) float64),
) func() (by func(float64), end func(bool)) {
	return func() (by func(float64), end func(bool)) {
		start, mixed := get()
		g, held := v.session.Begin(""), 0.0
		try := func(by float64) bool {
			v.trying, v.rejected = true, nil
			defer func() { v.trying = false }()
			v.session.Batch(func() {
				if err := g.Reset(); err != nil {
					v.rejected = err
				} else if !mixed {
					set(kit.Tidy(start + by))
				} else if each != nil {
					each(func(was float64) float64 { return kit.Tidy(was + by) })
				}
			})
			return v.rejected == nil
		}
		by = func(by float64) {
			if !g.Open() {
				return
			}
			if try(by) {
				held = by
			} else {
				try(held)
			}
		}
		return by, func(keep bool) {
			if keep {
				g.Commit()
			} else {
				g.Rollback()
			}
		}
	}
}

// vector returns fields for both components of a vector. change changes the vector with a function.
func (v *Inspector) vector(get func() level.Vec, change func(func(*level.Vec))) (x, y *kit.NumberField) {
	field := func(of func(*level.Vec) *float64) *kit.NumberField {
		return v.number("", func() (float64, bool) {
			p := get()
			return *of(&p), false
		}, func(x float64) { change(func(p *level.Vec) { *of(p) = x }) })
	}
	return field(func(p *level.Vec) *float64 { return &p.X }), field(func(p *level.Vec) *float64 { return &p.Y })
}

// button returns a button that returns the focus to the canvas.
func (v *Inspector) button(label string, do func()) *kit.TextButton {
	return kit.NewTextButton(v.Look, label, false, func() {
		v.Look.Focus()
		do()
	})
}

func (v *Inspector) small(label string, do func()) *kit.TextButton {
	b := v.button(label, do)
	b.Small = true
	return b
}

func (v *Inspector) picker(choices func() []*kit.Command) *kit.Picker {
	return kit.NewPicker(v.Look, func(at fyne.Position) {
		v.Look.Focus()
		v.Choose(choices(), at)
	})
}

func (v *Inspector) textRow(label, text string, ink color.NRGBA) {
	v.row(label, kit.NewTippedText(v.Look, kit.Text(text, ink, kit.TextSize)))
}

// choice adds a row of words. at returns the index of the chosen word, or -1; pick receives the index of a picked one.
func (v *Inspector) choice(label string, words []string, at func() int, pick func(i int)) {
	seg := kit.NewSegmented(v.Look, words, pick)
	v.updates = append(v.updates, func() { seg.Choose(at()) })
	v.row(label, seg)
}

// text adds a row with a text field. The hint is shown while the text is empty.
func (v *Inspector) text(label, hint string, get func() (text string, mixed bool), set func(string)) {
	f := kit.NewField(v.Look, set)
	v.updates = append(v.updates, func() {
		text, mixed := get()
		shown := hint
		if mixed {
			text, shown = "", "mixed"
		}
		f.SetHint(shown)
		f.Display(text)
	})
	v.row(label, f)
}

func (v *Inspector) pair(label string, a, b *kit.NumberField, prefixA, prefixB string) {
	p := v.Look.Colors()
	a.Icon, b.Icon = v.Look.Icons.Prefix(prefixA, p.Quiet), v.Look.Icons.Prefix(prefixB, p.Quiet)
	v.row(label, container.New(kit.Equal{Gap: kit.Gap}, kit.Lettered(v.Look, a), kit.Lettered(v.Look, b)))
	a.SetName(label + " " + prefixA)
	b.SetName(label + " " + prefixB)
}

// common returns a field for a number that all selected colliders have.
func (v *Inspector) common(
	unit string, get func(editor.Common) (float64, bool), set func(editor.Shapes, float64) error,
) *kit.NumberField {
	s := v.session
	of := func() (float64, bool) { return get(s.Common(v.ids())) }
	put := func(x float64) { v.fail(set(s.Shapes(v.ids()), x)) }
	f := v.number(unit, of, put)
	f.TakeEach(func(to func(float64) float64) {
		v.fail(s.Common(v.ids()).Each(func(one editor.Common, shapes editor.Shapes) error {
			x, _ := get(one)
			return set(shapes, to(x))
		}))
	})
	f.OnDrag = v.drag(of, put, func(change func(was float64) float64) {
		for _, id := range slices.Clone(v.ids()) {
			one := []level.ID{id}
			was, _ := get(s.Common(one))
			v.fail(set(s.Shapes(one), change(was)))
		}
	})
	return f
}

// property returns a function that reads a property of the selection.
func property[T comparable](of func(*level.Collider) T) func(editor.Common) (T, bool) {
	return func(all editor.Common) (T, bool) { return editor.CommonOf(all, of) }
}

// words adds a choice between the values of a key for the selection.
func words[T interface {
	comparable
	fmt.Stringer
}](v *Inspector, key string, get func(editor.Common) (T, bool), set func(editor.Shapes, T) error, all ...T,
) {
	names := make([]string, len(all))
	for i, w := range all {
		names[i] = w.String()
	}
	choose(v, colliderKey(key).Title, names, all, get, set)
}

// choose adds a choice between a few values for the selection.
func choose[T comparable](
	v *Inspector, label string, names []string, all []T, get func(editor.Common) (T, bool),
	set func(editor.Shapes, T) error,
) {
	v.choice(label, names, func() int {
		w, mixed := get(v.session.Common(v.ids()))
		if mixed {
			return -1
		}
		return slices.Index(all, w)
	}, func(i int) { v.fail(set(v.session.Shapes(v.ids()), all[i])) })
}

// section adds a collapsible heading and reports whether it is open. count returns a summary for the heading; it may be
// nil. add is the action of the plus button; nil means no button.
func (v *Inspector) section(title string, count func() string, add func()) bool {
	p := v.Look.Colors()
	mark := "fold-closed"
	if v.Open[title] {
		mark = "fold-open"
	}
	triangle := v.Look.Icons.Image(mark, p.Quiet)
	triangle.SetMinSize(fyne.NewSize(foldWidth, foldWidth))
	label := kit.Text("", p.Quiet, kit.SmallText+1)
	if count != nil {
		v.updates = append(v.updates, func() { kit.SetText(label, count()) })
	}
	line := container.New(kit.Row{Gap: 2, Grow: 2}, triangle, kit.Bold(title, p.Text, kit.TextSize-1), kit.NewSpace(),
		label)
	head := fyne.CanvasObject(newTapArea(v.Look, container.New(kit.Fixed{W: 0, H: kit.SectionHeight},
		kit.Pad(-foldInset, 0, 0, 0, line)), func() {
		v.Open[title] = !v.Open[title]
		v.OnFold()
		v.Refresh()
	}))
	if add != nil {
		plus := kit.NewIconButton(v.Look, "plus", "Add to "+strings.ToLower(title), "", add)
		plus.Side = 22
		head = container.New(kit.Row{Gap: 2, Grow: 0}, head, plus)
	}
	v.Body.Add(kit.Rule(v.Look))
	v.Body.Add(head)
	return v.Open[title]
}

// foldWidth is the width of the triangle in a heading, and foldInset the empty part on its left.
const (
	foldWidth = 16
	foldInset = 5
)

// tapArea makes any object clickable.
type tapArea struct {
	kit.PressTile
	content fyne.CanvasObject
}

func newTapArea(l *kit.Look, o fyne.CanvasObject, onTap func()) *tapArea {
	t := &tapArea{content: o}
	t.InitPress(t, l, kit.FieldRadius, fyne.Size{}, o, onTap, func() { t.Outline(t.Plate) },
		func() string { return RowLabel(t) }, nil)
	return t
}
