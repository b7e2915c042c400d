package panel

import (
	"fmt"
	"math"
	"slices"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

func (v *Inspector) buildLevel() {
	s := v.session
	v.text("Name", "", func() (string, bool) { return s.Document().Settings().Name, false }, func(name string) {
		v.fail(s.EditSettings("Rename the level", func(st *level.Settings) { st.Name = name }))
	})
	for _, f := range []struct {
		label, step, x, y string
		of                func(*level.Settings) *level.Vec
	}{
		{"Origin", "Move the level's frame", "X", "Y", func(st *level.Settings) *level.Vec { return &st.Origin }},
		{"Size", "Resize frame", "W", "H", func(st *level.Settings) *level.Vec { return &st.Size }},
		{"Grid", "Change the grid", "W", "H", func(st *level.Settings) *level.Vec { return &st.Grid.Size }},
	} {
		addLevelVector(v, f.label, f.step, f.x, f.y, f.of)
	}
	v.buildLevelCategories()
	v.buildSaid()
	v.buildGrid()
	p := v.Look.Colors()
	for _, line := range []string{
		"", "Pick a tool on the left and draw: P polygon,",
		"R box, C circle, K capsule, T trigger.", "V selects and moves, N edits nodes.",
	} {
		v.Body.Add(kit.Text(line, p.Quiet, kit.SmallText+1))
	}
}

// addLevelVector adds two fields of the level's settings, which change in one step.
func addLevelVector(v *Inspector, label, step, prefixX, prefixY string, of func(*level.Settings) *level.Vec) {
	s := v.session
	x, y := v.vector(func() level.Vec { return *of(s.Document().Settings()) }, func(change func(*level.Vec)) {
		v.fail(s.EditSettings(step, func(st *level.Settings) { change(of(st)) }))
	})
	v.pair(label, x, y, prefixX, prefixY)
}

// GridSection is the title of the section with the rarely changed settings of the grid and the scale.
const GridSection = "Grid and scale"

func (v *Inspector) buildGrid() {
	if !v.section(GridSection, nil, nil) {
		return
	}
	s := v.session
	addLevelVector(v, "Grid offset", "Change the grid", "X", "Y", func(st *level.Settings) *level.Vec {
		return &st.Grid.Offset
	})
	edit := func(label string, change func(*level.Settings)) { v.fail(s.EditSettings(label, change)) }
	parts := v.number("", func() (float64, bool) { return float64(s.Document().Settings().Grid.Subdivisions), false },
		func(n float64) {
			edit("Change the grid", func(st *level.Settings) {
				st.Grid.Subdivisions = int(min(max(math.Round(n), 0), 1000))
			})
		})
	parts.Step = 0.1
	v.row("Subdivisions", parts)
	v.row("Pixels/metre", v.number("", func() (float64, bool) { return s.Document().Settings().PixelsPerMetre, false },
		func(x float64) { edit("Change the scale", func(st *level.Settings) { st.PixelsPerMetre = x }) }))
}

// categoryRow shows the level's categories in bit order.
type categoryRow struct {
	chipRow
	rename string // the category being renamed; "": none
	shown  []string
}

func (v *Inspector) buildLevelCategories() {
	r := &categoryRow{}
	r.chipRow = newChipRow(v, 106, r.commit, r.key)
	r.field.SetHint("add a category")
	r.field.OnFocus = kit.Guarded(v.Look, func(on bool) {
		if !on {
			r.end()
		}
	})
	v.row(colliderKey("categories").Title, kit.Pad(0, 4, 0, 4, r.chips))
	v.updates = append(v.updates, r.show)
}

func (r *categoryRow) all() []string { return r.panel.session.Document().Settings().Categories }

func (r *categoryRow) show() {
	v, all := r.panel, r.all()
	if slices.Equal(all, r.shown) && r.shown != nil {
		return
	}
	r.shown = append([]string{}, all...)
	var chips []fyne.CanvasObject
	for i, name := range all {
		var chip *kit.Chip
		chip = kit.NewChip(v.Look, name, func() { r.menu(chip, name) }, func() { r.set(r.without(name)) })
		chip.Tip = fmt.Sprintf("%s is bit %d. Click to move or rename it", name, i)
		chips = append(chips, chip)
	}
	r.showChips(chips)
}

func (r *categoryRow) without(name string) []string {
	return slices.DeleteFunc(slices.Clone(r.all()), func(s string) bool { return s == name })
}

func (r *categoryRow) set(names []string) {
	v := r.panel
	v.fail(v.session.EditSettings("Change the categories", func(st *level.Settings) { st.Categories = names }))
}

func (r *categoryRow) menu(chip fyne.CanvasObject, name string) {
	v := r.panel
	at, n := slices.Index(r.all(), name), len(r.all())
	move := func(to int) func() {
		return func() {
			names := r.without(name)
			r.set(slices.Insert(names, min(to, len(names)), name))
		}
	}
	items := []*kit.Command{kit.Item("Rename", func() {
		r.rename = name
		r.field.Shown = name
		r.field.SetText(name)
		kit.FocusIn(r.field, r.field)
	})}
	if at > 0 {
		items = append(items, kit.Item("Move earlier", move(at-1)))
	}
	if at < n-1 {
		items = append(items, kit.Item("Move later", move(at+1)))
	}
	if at > 0 {
		first := kit.Item("Make default", move(0))
		first.Note = "bit 0"
		items = append(items, first)
	}
	v.Choose(items, fyne.CurrentApp().Driver().AbsolutePositionForObject(chip).AddXY(0, chip.Size().Height+2))
}

func (r *categoryRow) end() {
	r.rename = ""
	r.clear()
}

// commit adds the typed categories, or renames one.
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

// key handles the keys that are special in this field, and reports whether it used one.
func (r *categoryRow) key(e *fyne.KeyEvent) bool {
	switch {
	case (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter) && r.rename == "" && r.field.Text != "":
		r.commit(r.field.Text) // keeps the focus for the next category
	case e.Name == fyne.KeyBackspace && r.field.Text == "" && r.rename == "" && len(r.all()) > 0:
		r.set(slices.Clone(r.all()[:len(r.all())-1]))
	default:
		return false
	}
	return true
}
