package panel

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// mostCategories is how many categories stand as chips: all that a level can have.
const mostCategories = level.MaxCategories

// categoryRow is the categories of the level: a chip for each, in the order of their bits, and a field for more.
type categoryRow struct {
	panel  *Inspector
	chips  *fyne.Container
	field  *kit.Field
	rename string // the category whose new name is typed; "" is none
	shown  []string
}

// buildLevelCategories adds the categories of the level.
func (v *Inspector) buildLevelCategories() {
	r := &categoryRow{panel: v}
	r.field = kit.NewField(v.Look, r.commit)
	r.field.OnKey = r.key
	r.field.OnFocus = kit.Guarded(v.Look, func(on bool) {
		if !on {
			r.end()
		}
	})
	lines := v.chipLines()
	lines.Grow = true
	r.chips = container.New(lines, r.cell())
	r.end()
	v.row("Categories", kit.Pad(0, 4, 0, 4, r.chips))
	v.updates = append(v.updates, r.show)
}

// cell is the field, with room for what it says.
func (r *categoryRow) cell() fyne.CanvasObject { return container.New(kit.Fixed{W: 106}, r.field) }

// all are the categories of the level.
func (r *categoryRow) all() []string { return r.panel.session.Document().Settings().Categories }

// show shows the categories as they are.
func (r *categoryRow) show() {
	v, all := r.panel, r.all()
	if slices.Equal(all, r.shown) && r.shown != nil {
		return
	}
	r.shown = append([]string{}, all...)
	r.chips.Objects = nil
	for i, name := range all[:min(len(all), mostCategories)] {
		var chip *kit.Chip
		chip = kit.NewChip(v.Look, name, func() { r.menu(chip, name) }, func() { r.set(slices.DeleteFunc(slices.Clone(r.all()), func(s string) bool { return s == name })) })
		chip.Tip = fmt.Sprintf("%s is bit %d; a click moves it or gives it another name", name, i)
		r.chips.Add(chip)
	}
	r.chips.Objects = append(r.chips.Objects, r.cell())
	v.Body.Refresh()
}

func (r *categoryRow) set(names []string) {
	v := r.panel
	v.fail(v.session.EditSettings("Change the categories", func(st *level.Settings) { st.Categories = names }))
}

// menu offers another place and another name for a category.
func (r *categoryRow) menu(chip fyne.CanvasObject, name string) {
	v := r.panel
	if v.Choose == nil {
		return
	}
	at, n := slices.Index(r.all(), name), len(r.all())
	move := func(to int) func() {
		return func() {
			names := slices.DeleteFunc(slices.Clone(r.all()), func(s string) bool { return s == name })
			r.set(slices.Insert(names, min(to, len(names)), name))
		}
	}
	items := []InspectorChoice{{Label: "Rename", Do: func() {
		r.rename = name
		r.field.Shown = name
		r.field.SetText(name)
		fyne.CurrentApp().Driver().CanvasForObject(r.field).Focus(r.field)
	}}}
	if at > 0 {
		items = append(items, InspectorChoice{Label: "Earlier", Do: move(at - 1)})
	}
	if at < n-1 {
		items = append(items, InspectorChoice{Label: "Later", Do: move(at + 1)})
	}
	if at > 0 {
		items = append(items, InspectorChoice{Label: "Make it the usual one", Note: "bit 0", Do: move(0)})
	}
	v.Choose(items, fyne.CurrentApp().Driver().AbsolutePositionForObject(chip).AddXY(0, chip.Size().Height+2))
}

// end empties the field.
func (r *categoryRow) end() {
	r.rename, r.field.Shown = "", ""
	r.field.SetText("")
	r.field.SetHint("add a category")
}

// commit adds what was typed, or gives a category its new name.
func (r *categoryRow) commit(text string) {
	v, rename, words := r.panel, r.rename, kit.Words(text)
	r.end()
	if rename != "" {
		if len(words) == 1 && words[0] != rename {
			v.fail(editor.RenameCategory(v.session, rename, words[0]))
		}
		return
	}
	names := slices.Clone(r.all())
	for _, w := range words {
		if !slices.Contains(names, w) {
			names = append(names, w)
		}
	}
	if len(names) > len(r.all()) {
		r.set(names)
	}
}

// key is what a key does in the field before it does what it does in every field.
func (r *categoryRow) key(e *fyne.KeyEvent) bool {
	switch {
	case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && r.rename == "" && r.field.Text != "":
		r.commit(r.field.Text) // and the next one can be typed
	case e.Name == fyne.KeyBackspace && r.field.Text == "" && r.rename == "" && len(r.all()) > 0:
		r.set(slices.Clone(r.all()[:len(r.all())-1]))
	default:
		return false
	}
	return true
}
