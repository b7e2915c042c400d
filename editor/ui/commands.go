package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// entry is a line that a search finds: a menu item, or a collider.
type entry struct {
	label, detail string
	words         string // what is searched, in lower case
	off           bool   // it cannot be done now
	do            func()
}

// commandEntries lists every item of every menu. What cannot be done now is listed too, with what is missing.
func (w *commands) commandEntries() []entry {
	var out []entry
	var walk func(path string, items []*command)
	walk = func(path string, items []*command) {
		for _, c := range items {
			walk(path+c.label+" › ", c.below())
			ok, missing := c.enabled()
			if c.do == nil || !ok && w.start.isOpen() {
				continue
			}
			label, detail := path+c.name(), keyLabel(c.key)
			if !ok {
				detail = missing
			}
			out = append(out, entry{label: label, detail: detail, words: searched(label), off: !ok, do: func() { w.menus.perform(c) }})
		}
	}
	for _, m := range w.menus.bar {
		walk(m.label+" › ", m.items)
	}
	return out
}

// keyLabel is how a key is written for people.
func keyLabel(s fyne.Shortcut) string {
	k, ok := s.(fyne.KeyboardShortcut)
	if !ok {
		return ""
	}
	var parts []string
	for _, m := range []struct {
		mod  fyne.KeyModifier
		name string
	}{{fyne.KeyModifierControl, "Ctrl"}, {fyne.KeyModifierSuper, "Cmd"}, {fyne.KeyModifierAlt, "Alt"}, {fyne.KeyModifierShift, "Shift"}} {
		if k.Mod()&m.mod != 0 {
			parts = append(parts, m.name)
		}
	}
	return strings.Join(append(parts, string(k.Key())), "+")
}

// colliderEntries lists every collider by name, tags and layer.
func (w *commands) colliderEntries() []entry {
	var out []entry
	doc := w.session.Document()
	for c := range doc.Colliders() {
		detail := c.Shape.Kind.String() + " · " + doc.Layer(c.Layer).Name
		if len(c.Tags) > 0 {
			detail += " · " + strings.Join(c.Tags, ", ")
		}
		out = append(out, entry{
			label: c.Label(), detail: detail, words: searched(kit.AtMost(c.Label(), mostSearched) + " " + c.ID.String() + " " + detail),
			do: func() { w.goTo(c.ID) },
		})
	}
	return out
}

// mostSearched is how many characters of a name a search looks at.
const mostSearched = 2000

// goTo selects a collider and brings it into view.
func (w *commands) goTo(id level.ID) {
	w.session.Selection().Set(id)
	w.canvas.ZoomSelection()
	if most := 4 * w.canvas.Scale; w.canvas.Camera.Zoom > most {
		w.canvas.Camera.Zoom = most
		w.canvas.ViewChanged()
	}
}

func (w *commands) commandPalette() {
	w.search("Commands", "What do you want to do?", w.commandEntries())
}

func (w *commands) findCollider() {
	w.search("Find a collider", "Name, tag, kind or layer", w.colliderEntries())
}

// searched is a text as it is searched: in small letters, and without hyphens, so that "reimport" finds "Re-import".
func searched(text string) string { return strings.ReplaceAll(strings.ToLower(text), "-", "") }

// matching is the entries that hold every word of the query: first those whose own name begins with it, after its menu,
// then those with a word that does; what cannot be done now comes last.
func matching(all []entry, query string) []entry {
	words := strings.Fields(searched(query))
	var out []entry
	for _, e := range all {
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(e.words, word) }) {
			out = append(out, e)
		}
	}
	if len(words) > 0 {
		slices.SortStableFunc(out, func(a, b entry) int { return a.rank(words[0]) - b.rank(words[0]) })
	}
	return out
}

// rank is how far down the list an entry that holds a word stands.
func (e *entry) rank(word string) int {
	own := e.words
	if at := strings.LastIndex(own, "› "); at >= 0 {
		own = own[at+len("› "):]
	}
	const nameBegins, wordBegins, holds, off = 0, 1, 2, 3
	rank := holds
	switch {
	case strings.HasPrefix(own, word):
		rank = nameBegins
	case strings.Contains(" "+e.words, " "+word):
		rank = wordBegins
	}
	if e.off {
		rank += off
	}
	return rank
}

// search opens a list that narrows while one types; Enter does the marked line.
func (w *Window) search(title, hint string, all []entry) {
	found := all
	marked := 0
	var d dialog.Dialog
	var list *widget.List
	run := func(i int) {
		if i < len(found) && !found[i].off {
			d.Hide()
			w.look.Focus()
			found[i].do()
		}
	}
	list = w.look.List(func() int { return len(found) }, func() fyne.CanvasObject { return newSearchRow(w.look) }, func(i int, o fyne.CanvasObject) {
		if i < len(found) {
			o.(*searchRow).show(found[i], i == marked, func() { run(i) })
		}
	})
	list.HideSeparators = true
	none := kit.Text("Nothing found", w.look.Colors().Quiet, kit.TextSize)
	none.Hide()
	query := kit.NewSearchField(w.look, func(step int) {
		if len(found) > 0 {
			marked = (marked + step + len(found)) % len(found)
			list.ScrollTo(marked)
			list.Refresh()
		}
	}, func() { d.Hide(); w.look.Focus() })
	query.PlaceHolder = hint
	query.OnChanged = kit.Guarded(w.look, func(s string) {
		found, marked = matching(all, s), 0
		none.Hidden = len(found) > 0
		none.Refresh()
		list.ScrollToTop()
		list.Refresh()
	})
	query.OnSubmitted = kit.Guarded(w.look, func(string) { run(marked) })
	d = w.dialog(title, container.NewBorder(query, nil, nil, nil, container.NewStack(list, container.NewCenter(none))), fyne.NewSize(620, 420))
	w.open(d, func() { run(marked) })
	w.win.Canvas().Focus(query)
}

// searchRow is one line of what was found.
type searchRow struct {
	widget.BaseWidget
	look   *kit.Look
	plate  *kit.Plate
	label  *kit.CutText
	detail *canvas.Text
	onTap  func()
}

func newSearchRow(l *kit.Look) *searchRow {
	p := l.Colors()
	r := &searchRow{look: l, plate: kit.NewPlate(l, kit.FieldRadius), label: kit.NewCutText(p.Text), detail: kit.Text("", p.Quiet, kit.TextSize-1)}
	r.ExtendBaseWidget(r)
	return r
}

func (r *searchRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.plate.Picture, kit.Pad(8-kit.FieldInset, 0, 8, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 0}, r.label, r.detail))))
}

const searchDetail = 300 // the room of what stands at the right

func (r *searchRow) MinSize() fyne.Size { return fyne.NewSize(100, kit.RowHeight-4) }

func (r *searchRow) show(e entry, marked bool, onTap func()) {
	r.onTap = onTap
	r.label.Set(e.label)
	r.detail.Text = kit.CutTo(kit.Beginning(e.detail), searchDetail, func(s string) float32 { return fyne.MeasureText(s, kit.TextSize-1, fyne.TextStyle{}).Width })
	r.plate.Fill(r.look.Colors().Row(marked, false))
	r.label.Shown.Color = r.look.Colors().Text
	if e.off {
		r.label.Shown.Color = r.look.Colors().Disabled
	}
	r.Refresh()
}

// Tapped implements fyne.Tappable.
func (r *searchRow) Tapped(*fyne.PointEvent) {
	defer r.look.Catch()
	r.onTap()
}

// Cursor implements desktop.Cursorable.
func (r *searchRow) Cursor() desktop.Cursor { return desktop.PointerCursor }
