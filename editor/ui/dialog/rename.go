package dialog

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// Renaming and replacing first preview their effect row by row.

// beforeAfter is a row of a preview.
type beforeAfter struct {
	before, after string
	odd           bool // highlighted, such as a duplicate name
}

// previewList is the preview below a form, with the button that applies it.
type previewList struct {
	list  *widget.List
	rows  int
	row   func(i int) beforeAfter
	says  *kit.QuietProse
	apply *kit.TextButton
}

func newPreviewList(l *kit.Look, verb string, do func()) *previewList {
	p := &previewList{row: func(int) beforeAfter { return beforeAfter{} }}
	p.list = l.List(func() int {
		return p.rows
	}, func() fyne.CanvasObject { return newBeforeAfterRow(l) }, func(i int, o fyne.CanvasObject) {
		if i < p.rows {
			o.(*beforeAfterRow).show(p.row(i))
		}
	})
	p.list.HideSeparators = true
	p.says = kit.NewQuietLine(theme.SizeNameCaptionText)
	p.apply = kit.NewTextButton(l, verb, true, do)
	return p
}

// show lists rows with a summary. The button is disabled if there are none.
func (p *previewList) show(rows int, row func(i int) beforeAfter, says string, bad bool) {
	p.rows, p.row = rows, row
	ink := theme.ColorNamePlaceHolder
	if bad {
		ink = theme.ColorNameError
	}
	p.says.Say(says, ink)
	p.apply.SetOff(rows == 0)
	p.list.ScrollToTop()
	p.list.Refresh()
}

// foot returns the summary and the buttons.
func (p *previewList) foot(l *kit.Look, cancel func()) fyne.CanvasObject {
	return kit.Pad(0, 10, 0, 0, container.New(kit.RowOf(0), kit.Pad(-kit.FieldInset, 0, 0, 0, p.says),
		kit.NewTextButton(l, "Cancel", false, cancel), p.apply))
}

// framed returns the list with a thin border.
func (p *previewList) framed(l *kit.Look) fyne.CanvasObject {
	return kit.Pad(0, 8, 0, 0, container.NewStack(kit.Framed(l, kit.NoColor, l.Colors().Line, kit.FieldRadius).Picture,
		kit.Pad(1, 2, 1, 2, p.list)))
}

// beforeAfterRow is one row of the list.
type beforeAfterRow struct {
	widget.BaseWidget
	colors        *kit.Colors
	before, after *kit.CutText
	content       fyne.CanvasObject
}

func newBeforeAfterRow(l *kit.Look) *beforeAfterRow {
	p := l.Colors()
	r := &beforeAfterRow{colors: p, before: kit.NewCutText(p.Quiet), after: kit.NewCutText(p.Text)}
	r.content = kit.Pad(8-kit.FieldInset, 0, 8, 0, container.New(kit.Equal{Gap: 8}, r.before, r.after))
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *beforeAfterRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(r.content)
}

// MinSize implements fyne.Widget.
func (r *beforeAfterRow) MinSize() fyne.Size { return fyne.NewSize(100, kit.RowHeight-6) }

func (r *beforeAfterRow) show(b beforeAfter) {
	r.before.Set(b.before)
	r.after.Set(b.after)
	var ink color.Color = r.colors.Text
	if b.odd {
		ink = r.colors.Warn
	}
	r.after.Shown.Color = ink
	r.after.Shown.Refresh()
}

// formRow is a labelled row of a form.
type formRow struct {
	label string
	input fyne.CanvasObject
}

// formOf returns a form with rows.
func formOf(l *kit.Look, rows ...formRow) *fyne.Container {
	out := container.New(kit.Lines(6))
	for _, r := range rows {
		out.Add(container.New(kit.Labelled{Width: 92}, kit.Text(r.label, l.Colors().Quiet, kit.TextSize), r.input))
	}
	return out
}

// Renumber asks for a name pattern for the selected shapes and previews the names. For a single shape it asks for a
// name. An instance selected as a whole is renamed itself; its parts keep their names.
func (w *Parent) Renumber() {
	ids, whole := w.Session.Selection().IDs(), w.Session.Instances().Whole()
	if len(ids) == 0 && len(whole) == 0 {
		w.Fail(editor.ErrNothingSelected)
		return
	}
	if len(ids) == 1 && len(whole) == 0 {
		w.AskName("Rename", w.Session.Document().Collider(ids[0]).Name, "Rename", func(name string) error {
			return w.Session.Rename(ids, name)
		})
		return
	}
	n := editor.Numbering{Pattern: w.firstPattern(ids, whole), Start: 1, Step: 1}
	all, what := w.renamed(ids, whole)
	var d dialog.Dialog
	var plan []editor.Renaming
	var done func()
	p := newPreviewList(w.Look, "Rename", func() { done() })
	done = func() {
		if len(plan) > 0 {
			d.Hide()
			w.Fail(w.Session.Do("Rename "+quote.Count(len(plan), what), editor.RenamingDiff(plan)))
		}
	}
	show := func() {
		var err error
		if plan, err = n.Plan(w.Session.Document(), ids, whole...); err != nil {
			plan = nil
			p.show(0, nil, kit.Sentence(err.Error()), true)
			return
		}
		clashes, example := editor.NameClashes(plan)
		says := quote.Count(len(plan), "name")
		if clashes > 0 {
			says = fmt.Sprintf("%s; %s, such as %s", says, quote.Count(clashes, "duplicate"), example)
		}
		if locked := all - len(plan); locked > 0 {
			says += fmt.Sprintf("; %d locked", locked)
		}
		p.show(len(plan), func(i int) beforeAfter {
			return beforeAfter{plan[i].Label(), plan[i].Name, plan[i].Clashes}
		}, says, false)
	}
	pattern := kit.NewSearchField(w.Look, func(int) {}, func() { d.Hide() })
	pattern.SetText(n.Pattern)
	pattern.PlaceHolder = "plat #"
	pattern.OnChanged = kit.Guarded(w.Look, func(s string) {
		n.Pattern = s
		show()
	})
	pattern.OnSubmitted = kit.Guarded(w.Look, func(string) { done() })
	number := func(of *int, letter string) *kit.NumberField {
		f := kit.NewNumberField(w.Look, "", nil, w.Fail)
		f.OnChange = func(v float64) {
			*of = int(min(max(v, -1e15), 1e15))
			f.SetNumber(float64(*of), false)
			show()
		}
		f.SetName(letter)
		f.SetNumber(float64(*of), false)
		return f
	}
	order := kit.NewSelectBox(w.Look, editor.NumberingOrders, func(word string) {
		n.Order = editor.NumberingOrder(max(slices.Index(editor.NumberingOrders, word), 0))
		show()
	})
	order.Selected = editor.NumberingOrders[0]
	sized := func(f *kit.NumberField) fyne.CanvasObject {
		return container.New(kit.Exact{W: 90, H: kit.FieldHeight}, f)
	}
	numbers := container.New(kit.Row{Gap: kit.Gap, Grow: -1}, sized(number(&n.Start, "Start")),
		kit.Text("step", w.Look.Colors().Quiet, kit.TextSize), sized(number(&n.Step, "Step")))
	top := container.New(kit.Lines(6), formOf(w.Look, formRow{"Name", pattern}, formRow{"Start", numbers},
		formRow{"Order", order}),
		kit.Pad(92, -4, 0, 0, kit.Text("# inserts the number, ## at least two digits", w.Look.Colors().Quiet,
			kit.SmallText+1)))
	d = w.Dialog("Rename "+quote.Count(all, what), container.NewBorder(top, p.foot(w.Look, func() {
		d.Hide()
	}), nil, nil, p.framed(w.Look)), fyne.NewSize(520, 480))
	show()
	w.Open(d, done)
	w.Win.Canvas().Focus(pattern)
	pattern.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// renamed returns how many objects would be renamed, and the noun for them.
func (w *Parent) renamed(ids []level.ID, whole []level.InstanceID) (n int, what string) {
	isWhole := make(map[level.InstanceID]bool, len(whole))
	for _, id := range whole {
		isWhole[id] = true
	}
	shapes := 0
	for _, id := range ids {
		if p := w.Session.Document().Collider(id).Part; p == nil || !isWhole[p.Instance] {
			shapes++
		}
	}
	switch {
	case len(whole) == 0:
		return shapes, "shape"
	case shapes == 0:
		return len(whole), "instance"
	}
	return shapes + len(whole), "object"
}

// firstPattern returns the name of the first shape or instance with # in place of its trailing number.
func (w *Parent) firstPattern(ids []level.ID, whole []level.InstanceID) string {
	name, kind := "", "instance"
	doc := w.Session.Document()
	if len(ids) > 0 {
		c := doc.Collider(ids[0])
		name, kind = c.Name, c.Shape.Kind.String()
		if c.Part != nil && slices.Contains(whole, c.Part.Instance) {
			name, kind = doc.Instance(c.Part.Instance).Label(), "instance"
		}
	} else {
		name = doc.Instance(whole[0]).Label()
	}
	base := strings.TrimRight(strings.ReplaceAll(kit.AtMost(name, 200), "#", ""), "0123456789")
	if base == "" {
		base = kind + " "
	}
	if base == name {
		base += " "
	}
	return base + "#"
}

// Replace asks what to replace in names and tags, and previews the result.
func (w *Parent) Replace() {
	ids := w.Session.Selection().IDs()
	r := editor.Replacement{InNames: true, InTags: true}
	inLevel := len(ids) == 0
	var d dialog.Dialog
	var plan *editor.Replacements
	var done func()
	p := newPreviewList(w.Look, "Replace", func() { done() })
	done = func() {
		if plan != nil && len(plan.Shapes) > 0 {
			d.Hide()
			w.Fail(w.Session.Do(fmt.Sprintf("Replace %s in %s", kit.Shorten(r.Find, 30),
				quote.Count(len(plan.Shapes), "shape")), plan.Diff()))
			w.Tell("Replaced %s in %s", quote.Count(plan.Matches, "occurrence"), quote.Count(len(plan.Shapes), "shape"))
		}
	}
	show := func() {
		plan = nil
		if r.Find == "" {
			p.show(0, nil, "", false)
			return
		}
		in := w.Session.Selection().Has
		if inLevel {
			in = nil
		}
		found, err := r.Plan(w.Session.Document(), in)
		if err != nil {
			p.show(0, nil, kit.Sentence(err.Error()), true)
			return
		}
		plan = found
		says := fmt.Sprintf("%d found; changes %s and %s", found.Matches, quote.Count(found.Names, "name"),
			quote.Count(found.Tags, "tag"))
		if found.Locked > 0 {
			says += fmt.Sprintf("; %d locked", found.Locked)
		}
		p.show(len(found.Shapes), func(i int) beforeAfter {
			was, is := found.Shapes[i].Collider, found.Shapes[i]
			return beforeAfter{nameAndTags(was.Name, was.Tags), nameAndTags(is.Name, is.Tags), false}
		}, says, false)
	}
	field := func(hint string, to *string) *kit.SearchField {
		f := kit.NewSearchField(w.Look, func(int) {}, func() { d.Hide() })
		f.PlaceHolder = hint
		f.OnChanged = kit.Guarded(w.Look, func(s string) {
			*to = s
			show()
		})
		f.OnSubmitted = kit.Guarded(w.Look, func(string) { done() })
		return f
	}
	find, with := field("", &r.Find), field("nothing", &r.With)
	check := func(label string, on *bool) fyne.CanvasObject {
		c := widget.NewCheck(label, nil)
		c.SetChecked(*on)
		c.OnChanged = kit.Guarded(w.Look, func(is bool) {
			*on = is
			show()
		})
		return c
	}
	options := kit.Pad(-kit.FieldInset, 0, 0, 0, container.NewHBox(check("Match case", &r.MatchCase),
		check("Whole word", &r.WholeWord), check("Regular expression", &r.IsExpression)))
	fields := kit.Pad(-kit.FieldInset, 0, 0, 0, container.NewHBox(check("Names", &r.InNames), check("Tags", &r.InTags)))
	scope := kit.NewSegmented(w.Look, []string{quote.Count(len(ids), "shape") + " selected", "Whole level"},
		func(i int) {
			inLevel = i == 1
			show()
		})
	scope.SetName("Scope")
	if inLevel {
		scope = kit.NewSegmented(w.Look, []string{"Whole level"}, func(int) {})
		scope.Choose(0)
	} else {
		scope.Choose(0)
	}
	form := formOf(w.Look, formRow{"Find", find}, formRow{"Replace with", with}, formRow{"Match", options},
		formRow{"Search in", fields}, formRow{"Scope", scope})
	d = w.Dialog("Find and replace", container.NewBorder(form, p.foot(w.Look, func() {
		d.Hide()
	}), nil, nil, p.framed(w.Look)), fyne.NewSize(600, 540))
	show()
	w.Open(d, done)
	w.Win.Canvas().Focus(find)
}

// nameAndTags returns a shape's name followed by its tags.
func nameAndTags(name string, tags []string) string {
	if len(tags) == 0 {
		return cmp.Or(name, "(no name)")
	}
	return cmp.Or(name, "(no name)") + "   [" + strings.Join(tags, ", ") + "]"
}
