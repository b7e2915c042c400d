package dialog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/kit"
)

// beforeAfter is a row of the preview of a renaming or replacement.
type beforeAfter struct {
	before, after string
	odd           bool // highlighted, as for a duplicate name
}

// previewList is a dialog with a preview of the changes below its form, and a button that applies them.
type previewList struct {
	*Frame
	list  *kit.PlainList
	rows  int
	row   func(i int) beforeAfter
	apply *kit.TextButton
}

func (w *Parent) newPreviewList(verb string, do func()) *previewList {
	p := &previewList{Frame: w.NewFrame(92), row: func(int) beforeAfter { return beforeAfter{} }}
	p.list = kit.NewList(w.Look, func() int { return p.rows },
		func() *beforeAfterRow { return newBeforeAfterRow(w.Look) },
		func(r *beforeAfterRow, i int) { r.show(p.row(i)) })
	p.list.HideSeparators = true
	p.Fill = kit.Pad(-kit.FieldInset, 0, 0, 0, p.Problem)
	p.Cancel("Cancel")
	p.apply = p.Primary(verb, func() {
		p.Close()
		do()
	})
	return p
}

// preview lists rows with a summary. The button is disabled if there are none.
func (p *previewList) preview(rows int, row func(i int) beforeAfter, summary string, bad bool) {
	p.rows, p.row = rows, row
	ink := theme.ColorNamePlaceHolder
	if bad {
		ink = theme.ColorNameError
	}
	p.Problem.Say(summary, ink)
	p.apply.SetOff(rows == 0)
	p.list.ScrollToTop()
	p.list.Refresh()
}

// open shows the dialog with the list in a thin border.
func (p *previewList) open(title string, size fyne.Size) {
	l := p.w.Look
	p.Open(title, size, kit.Pad(0, 8, 0, 0, container.NewStack(
		kit.Framed(l, kit.NoColor, l.Colors().Line, kit.FieldRadius).Picture, kit.Pad(1, 2, 1, 2, p.list))))
	p.OnChange()
}

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

func (r *beforeAfterRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(r.content)
}

func (r *beforeAfterRow) MinSize() fyne.Size { return fyne.NewSize(100, kit.RowHeight-6) }

func (r *beforeAfterRow) show(b beforeAfter) {
	r.before.Set(b.before)
	r.after.Set(b.after)
	ink := r.colors.Text
	if b.odd {
		ink = r.colors.Warn
	}
	r.after.SetInk(ink)
}

// Renumber asks for a name pattern for the selected shapes and previews the names. A fully selected instance is
// renamed; its parts keep their names.
func (w *Parent) Renumber() {
	ids, instances := w.Session.Selection().IDs(), w.Session.Instances().FullySelected()
	if len(ids) == 0 && len(instances) == 0 {
		w.Fail(editor.ErrNothingSelected)
		return
	}
	n := editor.Numbering{Pattern: w.firstPattern(ids, instances), Start: 1, Step: 1}
	all, what := w.renamed(ids, instances)
	var plan []editor.Renaming
	p := w.newPreviewList("Rename", func() {
		w.Fail(w.Session.Do("Rename "+quote.Count(len(plan), what), editor.RenamingDiff(plan)))
	})
	p.OnChange = func() {
		var err error
		if plan, err = n.Plan(w.Session.Document(), ids, instances...); err != nil {
			plan = nil
			p.preview(0, nil, kit.Sentence(err.Error()), true)
			return
		}
		clashes, example := editor.NameClashes(plan)
		summary := quote.Count(len(plan), "name")
		if clashes > 0 {
			summary = fmt.Sprintf("%s; %s, such as %s", summary, quote.Count(clashes, "duplicate"), example)
		}
		if locked := all - len(plan); locked > 0 {
			summary += fmt.Sprintf("; %d locked", locked)
		}
		p.preview(len(plan), func(i int) beforeAfter {
			return beforeAfter{plan[i].Label(), plan[i].Name, plan[i].Clashes}
		}, summary, false)
	}
	pattern := p.Text("plat #", kit.At(&n.Pattern))
	number := func(name string, of *int) fyne.CanvasObject {
		f := p.Number("", kit.Within(-1e15, 1e15, kit.Integer(of)))
		f.SetName(name)
		return container.New(kit.Exact{W: 90, H: kit.FieldHeight}, f)
	}
	order := p.Select(editor.NumberingOrders, kit.Value[int]{
		Get: func() int { return int(n.Order) }, Set: func(i int) { n.Order = editor.NumberingOrder(i) },
	})
	quiet := w.Look.Colors().Quiet
	p.Head = container.New(kit.Lines(6), p.Row("Name", pattern),
		p.Row("Start", container.New(kit.RowOf(-1), number("Start", &n.Start), kit.Text("step", quiet, kit.TextSize),
			number("Step", &n.Step))),
		p.Row("Order", order),
		kit.Pad(92, -4, 0, 0, kit.Text("# inserts the number, ## at least two digits", quiet, kit.SmallText+1)))
	p.open("Rename "+quote.Count(all, what), fyne.NewSize(520, 480))
	p.Type(pattern)
}

// renamed returns the number of objects to rename and a noun for them.
func (w *Parent) renamed(ids []level.ID, instances []level.InstanceID) (n int, what string) {
	isWhole, shapes := editor.SetOf(instances), 0
	for _, id := range ids {
		if p := w.Session.Document().Collider(id).Part; p == nil || !isWhole[p.Instance] {
			shapes++
		}
	}
	switch {
	case len(instances) == 0:
		return shapes, "shape"
	case shapes == 0:
		return len(instances), "instance"
	}
	return shapes + len(instances), "object"
}

// firstPattern returns the name of the first shape or instance with its trailing number replaced by #.
func (w *Parent) firstPattern(ids []level.ID, instances []level.InstanceID) string {
	name, kind := "", "instance"
	doc := w.Session.Document()
	if len(ids) > 0 {
		c := doc.Collider(ids[0])
		name, kind = c.Name, c.Shape.Kind.String()
		if c.Part != nil && slices.Contains(instances, c.Part.Instance) {
			name, kind = doc.Instance(c.Part.Instance).Label(), "instance"
		}
	} else {
		name = doc.Instance(instances[0]).Label()
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

// Replace asks for text to replace in names and tags, and previews the result.
func (w *Parent) Replace() {
	ids := w.Session.Selection().IDs()
	r := editor.Replacement{InNames: true, InTags: true}
	inLevel := len(ids) == 0
	var plan *editor.Replacements
	p := w.newPreviewList("Replace", func() {
		w.Fail(w.Session.Do(fmt.Sprintf("Replace %s in %s", kit.Shorten(r.Find, 30),
			quote.Count(len(plan.Shapes), "shape")), plan.Diff()))
		w.Tell("Replaced %s in %s", quote.Count(plan.Matches, "occurrence"), quote.Count(len(plan.Shapes), "shape"))
	})
	p.OnChange = func() {
		plan = nil
		if r.Find == "" {
			p.preview(0, nil, "", false)
			return
		}
		in := w.Session.Selection().Has
		if inLevel {
			in = nil
		}
		found, err := r.Plan(w.Session.Document(), in)
		if err != nil {
			p.preview(0, nil, kit.Sentence(err.Error()), true)
			return
		}
		plan = found
		summary := fmt.Sprintf("%d found; changes %s and %s", found.Matches, quote.Count(found.Names, "name"),
			quote.Count(found.Tags, "tag"))
		if found.Locked > 0 {
			summary += fmt.Sprintf("; %d locked", found.Locked)
		}
		p.preview(len(found.Shapes), func(i int) beforeAfter {
			was, now := found.Shapes[i].Collider, found.Shapes[i]
			return beforeAfter{nameAndTags(was.Name, was.Tags), nameAndTags(now.Name, now.Tags), false}
		}, summary, false)
	}
	find := p.Text("", kit.At(&r.Find))
	checks := func(list ...fyne.CanvasObject) fyne.CanvasObject {
		return kit.Pad(-kit.FieldInset, 0, 0, 0, container.NewHBox(list...))
	}
	scopes, inLevels := []string{quote.Count(len(ids), "shape") + " selected", "Whole level"}, []bool{false, true}
	if inLevel {
		scopes, inLevels = scopes[1:], inLevels[1:]
	}
	scope := p.Words(scopes, kit.Of(inLevels, kit.At(&inLevel)))
	scope.SetName("Scope")
	p.Head = container.New(kit.Lines(6), p.Row("Find", find),
		p.Row("Replace with", p.Text("nothing", kit.At(&r.With))),
		p.Row("Match", checks(p.Check("Match case", kit.At(&r.MatchCase)),
			p.Check("Whole word", kit.At(&r.WholeWord)), p.Check("Regular expression", kit.At(&r.IsExpression)))),
		p.Row("Search in", checks(p.Check("Names", kit.At(&r.InNames)), p.Check("Tags", kit.At(&r.InTags)))),
		p.Row("Scope", scope))
	p.open("Find and replace", fyne.NewSize(600, 540))
	w.Win.Canvas().Focus(find)
}

func nameAndTags(name string, tags []string) string {
	if len(tags) == 0 {
		return cmp.Or(name, "(no name)")
	}
	return cmp.Or(name, "(no name)") + "   [" + strings.Join(tags, ", ") + "]"
}
