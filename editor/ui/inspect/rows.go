package inspect

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/ui/kit"
)

const labelWidth = 94

// row adds a labelled row.
func (v *Panel) row(label string, o fyne.CanvasObject) {
	for _, f := range Focusables(o) {
		if named, ok := f.(interface{ SetName(string) }); ok {
			named.SetName(label)
		}
	}
	name := kit.Pad(-kit.FieldInset, 0, 0, 0, kit.NewTippedText(v.Look, kit.Text(label, v.Look.Colors().Quiet, kit.TextSize)))
	v.Body.Add(container.New(kit.Labelled{Width: labelWidth}, name, o))
}

// number is a field for a number, shown by get.
func (v *Panel) number(unit string, get func() (float64, bool), set func(float64)) *kit.NumberField {
	f := kit.NewNumberField(v.Look, unit, set, v.fail)
	v.updates = append(v.updates, func() { f.SetNumber(get()) })
	return f
}

func (v *Panel) pair(label string, a, b *kit.NumberField, prefixA, prefixB string) {
	p := v.Look.Colors()
	a.Icon, b.Icon = v.Look.Icons.Prefix(prefixA, p.Quiet), v.Look.Icons.Prefix(prefixB, p.Quiet)
	v.row(label, container.New(kit.Equal{Gap: kit.Gap}, a, b))
	a.SetName(label + " " + prefixA)
	b.SetName(label + " " + prefixB)
}

// common is a field for a number that all that is selected has.
func (v *Panel) common(get func(editor.Common) (float64, bool), set func(editor.Shapes, float64) error) *kit.NumberField {
	s := v.session
	return v.number("", func() (float64, bool) { return get(s.Common(v.ids())) }, func(x float64) { v.fail(set(s.Shapes(v.ids()), x)) })
}

// words adds a choice of one of a few words for all that is selected.
func words[T interface {
	comparable
	fmt.Stringer
}](v *Panel, label string, get func(editor.Common) (T, bool), set func(editor.Shapes, T) error, all ...T,
) {
	names := make([]string, len(all))
	for i, w := range all {
		names[i] = w.String()
	}
	choose(v, label, names, all, get, set)
}

// choose adds a choice of one of a few values for all that is selected.
func choose[T comparable](v *Panel, label string, names []string, all []T, get func(editor.Common) (T, bool), set func(editor.Shapes, T) error) {
	seg := kit.NewSegmented(v.Look, names, func(i int) { v.fail(set(v.session.Shapes(v.ids()), all[i])) })
	v.updates = append(v.updates, func() {
		w, mixed := get(v.session.Common(v.ids()))
		if mixed {
			seg.Choose(-1)
			return
		}
		seg.Choose(slices.Index(all, w))
	})
	v.row(label, seg)
}

// section adds a foldable heading and reports whether it is open.
func (v *Panel) section(title string) bool {
	p := v.Look.Colors()
	mark := "+"
	if v.Open[title] {
		mark = "–"
	}
	line := container.New(kit.Row{Gap: 6, Grow: 1}, kit.Bold(title, p.Text, kit.TextSize-1), kit.NewSpace(), kit.Text(mark, p.Quiet, kit.TextSize))
	v.Body.Add(newTapArea(v.Look, container.New(kit.Fixed{W: 0, H: kit.RowHeight - 4}, line), func() {
		v.Open[title] = !v.Open[title]
		v.Refresh()
	}))
	return v.Open[title]
}

func (v *Panel) nameRow(get func() (string, bool), set func(string)) {
	f := kit.NewField(v.Look, set)
	v.updates = append(v.updates, func() {
		s, mixed := get()
		hint := ""
		if mixed {
			s, hint = "", "mixed"
		}
		f.SetHint(hint)
		f.Display(s)
	})
	v.row("Name", f)
}

// listRow is a field for words between commas; an empty one is nil.
func (v *Panel) listRow(label, none string, get func() ([]string, bool), set func([]string)) {
	f := kit.NewField(v.Look, func(s string) {
		set(kit.Words(s))
	})
	v.updates = append(v.updates, func() {
		list, mixed := get()
		hint := none
		if mixed {
			hint, list = "mixed", nil
		} else if list != nil && len(list) == 0 && none == "everything" {
			hint = "nothing"
		}
		f.SetHint(hint)
		f.Display(strings.Join(list, ", "))
	})
	v.row(label, f)
}

// tapArea makes any object tappable.
type tapArea struct {
	kit.Tile
	kit.Pressable
	content fyne.CanvasObject
}

func newTapArea(l *kit.Look, o fyne.CanvasObject, onTap func()) *tapArea {
	t := &tapArea{content: o}
	t.Pressable = kit.Pressable{Keys: l, Self: t, Press: onTap, Says: func() string { return RowLabel(t) }, Redraw: func() { t.Outline(t.Plate) }}
	t.Init(t, l, kit.FieldRadius, fyne.Size{}, o, onTap)
	return t
}
