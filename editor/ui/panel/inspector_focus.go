package panel

import (
	"reflect"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"fillet/editor/ui/kit"
)

// inspectorPlace identifies the focused control by its row's label, its type, and its index among the row's controls of
// this type. Counting by type keeps the place of the tags field stable when another chip appears before it.
type inspectorPlace struct {
	label string
	of    reflect.Type
	at    int
}

// focusedPlace returns the place of the focused control, or nil.
func (v *Inspector) focusedPlace() *inspectorPlace {
	c := fyne.CurrentApp().Driver().CanvasForObject(v.Body)
	if c == nil {
		return nil
	}
	focused, ok := c.Focused().(fyne.CanvasObject)
	if !ok {
		return nil
	}
	for _, o := range v.Body.Objects {
		before := map[reflect.Type]int{}
		for _, f := range Focusables(o) {
			of := reflect.TypeOf(f)
			if f == focused {
				return &inspectorPlace{RowLabel(o), of, before[of]}
			}
			before[of]++
		}
	}
	return nil
}

func (v *Inspector) focusPlace(p *inspectorPlace) {
	c := fyne.CurrentApp().Driver().CanvasForObject(v.Body)
	if p == nil || c == nil {
		return
	}
	c.Unfocus()
	for _, o := range v.Body.Objects {
		if RowLabel(o) != p.label {
			continue
		}
		same := slices.DeleteFunc(Focusables(o), func(f fyne.CanvasObject) bool { return reflect.TypeOf(f) != p.of })
		if p.at < len(same) {
			c.Focus(same[p.at].(fyne.Focusable))
			return
		}
	}
}

// RowLabel returns the label of a row or the heading of a section.
func RowLabel(o fyne.CanvasObject) string {
	if t, ok := o.(*tapArea); ok {
		o = t.content
	}
	switch t := o.(type) {
	case *canvas.Text:
		return t.Text
	case *kit.TippedText:
		return t.Full
	case *kit.Scrub:
		return t.Label()
	}
	for _, c := range kit.ChildrenOf(o) {
		if s := RowLabel(c); s != "" {
			return s
		}
	}
	return ""
}

// Focusables returns the focusable controls below o.
func Focusables(o fyne.CanvasObject) []fyne.CanvasObject {
	if _, ok := o.(fyne.Focusable); ok {
		return []fyne.CanvasObject{o}
	}
	var out []fyne.CanvasObject
	for _, c := range kit.ChildrenOf(o) {
		out = append(out, Focusables(c)...)
	}
	return out
}
