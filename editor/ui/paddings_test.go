package ui

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// edges holds the distances of a widget from the left and right edges of its panel, and its height.
type edges struct {
	what                string
	left, right, height float32
}

// edgesIn returns the edges of the fields and buttons in a panel, and of its texts.
func edgesIn(p fyne.CanvasObject) (fields, texts []edges) {
	d := fyne.CurrentApp().Driver()
	from, width := d.AbsolutePositionForObject(p).X, p.Size().Width
	of := func(what string, o fyne.CanvasObject) edges {
		x := d.AbsolutePositionForObject(o).X - from
		return edges{what, x, width - x - o.Size().Width, o.Size().Height}
	}
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		switch o := o.(type) {
		case *kit.Field, *kit.NumberField, *kit.Segmented, *kit.SelectBox, *kit.Picker, *kit.SearchField:
			fields = append(fields, of(fmt.Sprintf("%T", o), o))
		case *kit.TippedText:
			if e := of(o.Full, o); o.Full != "" {
				e.left += kit.FieldInset
				texts = append(texts, e)
			}
		case *kit.Scrub:
			if o.Label() != "" {
				e := of(o.Label(), o)
				e.left += kit.FieldInset
				texts = append(texts, e)
			}
		case *fynecanvas.Text:
			if o.Text != "" {
				texts = append(texts, of(o.Text, o))
			}
		case *panel.TabStrip:
			texts = append(texts, of("the tabs", o))
		case *container.Scroll:
			walk(o.Content)
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		}
	}
	walk(p)
	return fields, texts
}

// Paddings are the same everywhere. Fields start at the panel's edge or after a label, end at the opposite edge and
// have equal heights; labels and headings start at the edge; rows are evenly spaced.
func TestPaddingsAreTheSame(t *testing.T) {
	w := newWindow(t)
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", "depths", "levels", "entrance.level.yaml"))
	if w.Session.Document().Len() == 0 {
		t.Fatal("the sample does not open")
	}
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) < 0.51 }
	for _, size := range []fyne.Size{
		{Width: 1280, Height: 720},
		{Width: 1440, Height: 900},
		{Width: 1920, Height: 1200},
	} {
		w.Win.Resize(size)
		var one, two level.ID
		for c := range w.Session.Document().Colliders() {
			if c.Part == nil && c.Shape.Kind == level.Polygon {
				one, two = c.ID, one
			}
		}
		for _, section := range []string{panel.PhysicsSection, panel.VertexSection, panel.PropertySection} {
			w.side.inspector.Open[section] = true
		}
		check := func(where string, o fyne.CanvasObject, limit int) {
			t.Helper()
			w.refresh(editor.Everything)
			drawForTest(w.Win.Canvas())
			fields, texts := edgesIn(o)
			if len(fields) < limit {
				t.Errorf("%v, %s: only %d fields were measured", size, where, len(fields))
			}
			behind := kit.Edge + kit.LabelWidth
			for _, f := range fields {
				if f.height != kit.FieldHeight {
					t.Errorf("%v, %s: a %s is %v high, want %v", size, where, f.what, f.height, kit.FieldHeight)
				}
				if f.left < kit.Edge-0.5 || f.left > kit.Edge+0.5 && f.left < float32(behind)-0.5 &&
					!near(f.left, kit.Edge+panel.VertexNumber) {
					t.Errorf("%v, %s: a %s begins at %v, neither at %v nor at %v", size, where, f.what, f.left,
						kit.Edge, behind)
				}
				if f.right < kit.Edge-0.5 {
					t.Errorf("%v, %s: a %s ends %v before the edge, want %v or more", size, where, f.what, f.right,
						kit.Edge)
				}
			}
			for _, x := range texts {
				if x.left < kit.Edge-0.5 || x.right < kit.Edge-kit.FieldInset-0.5 {
					t.Errorf("%v, %s: %q begins %v and ends %v from the edges, want %v at least", size, where, x.what,
						x.left, x.right, kit.Edge)
				}
				if x.left > kit.Edge+0.5 && x.left < kit.Edge+5 {
					t.Errorf("%v, %s: %q begins at %v, out of line with %v", size, where, x.what, x.left, kit.Edge)
				}
			}
		}
		rows := func(where string) {
			t.Helper()
			var last fyne.CanvasObject
			for _, o := range w.side.inspector.Body.Objects {
				if c, ok := o.(*fyne.Container); ok {
					if _, isRow := c.Layout.(kit.Labelled); isRow {
						if last != nil && !near(o.Position().Y, last.Position().Y+last.Size().Height) {
							t.Errorf("%v, %s: the row %s begins at %v, the one before ends at %v", size, where,
								panel.RowLabel(o), o.Position().Y, last.Position().Y+last.Size().Height)
						}
						if h := o.Size().Height; h < kit.RowHeight {
							t.Errorf("%v, %s: the row %s is %v high, want %v", size, where, panel.RowLabel(o), h,
								kit.RowHeight)
						}
						last = o
						continue
					}
				}
				last = nil
			}
		}
		w.Session.Selection().Clear()
		w.side.inspector.Open[panel.GridSection] = true
		w.side.inspector.Refresh()
		check("the level", w.side.inspector.Content, 10)
		rows("the level")
		w.Session.Selection().Set(one)
		check("a shape", w.side.inspector.Content, 12)
		rows("a shape")
		w.Session.Selection().Set(one, two)
		check("two shapes", w.side.inspector.Content, 10)
		if of := w.Session.Document().Instances(); len(of) > 0 {
			var parts []level.ID
			for _, c := range w.Session.Document().Parts(of[0].ID) {
				parts = append(parts, c.ID)
			}
			w.Session.Selection().Set(parts...)
			check("an instance", w.side.inspector.Content, 3)
		}
		check("the contacts", w.side.contacts.Content, 0)
		w.side.showProblems(true)
		check("the problems", w.side.problems.Content, 0)
		w.side.showProblems(false)
		for _, p := range []panel.Name{panel.ProjectPanel, panel.PrefabPanel, panel.OutlinePanel} {
			w.side.dock.reveal(p)
			check(string(p), w.side.dock.content, 1)
		}
	}
}

// In a low window the chapter list of the guide scrolls, and no chapter overlaps the button below.
func TestGuideFitsALowWindow(t *testing.T) {
	w := newWindow(t)
	d := fyne.CurrentApp().Driver()
	for _, size := range []fyne.Size{{Width: 960, Height: 600}, {Width: 1280, Height: 720}} {
		w.Win.Resize(size)
		w.ShowChapter("panels-and-keys")
		drawForTest(w.Win.Canvas())
		button, ok := find(w, func(b *kit.TextButton) bool { return b.Label == "Close" })
		if !ok {
			t.Fatal("the guide has no Close")
		}
		list, ok := find(w, func(s *container.Scroll) bool {
			_, first := kit.FirstFocusable(s.Content).(*kit.TextButton)
			return first
		})
		if !ok {
			t.Fatal("the chapters do not scroll")
		}
		at, above := d.AbsolutePositionForObject(button), d.AbsolutePositionForObject(list)
		if at.Y+button.Size().Height > size.Height || above.Y+list.Size().Height > at.Y || list.Size().Height < 200 {
			t.Errorf("%v: the list is at %v to %v, the button at %v to %v", size, above.Y,
				above.Y+list.Size().Height, at.Y, at.Y+button.Size().Height)
		}
		lit, ok := find(w, func(b *kit.TextButton) bool { return b.Lit })
		if y := d.AbsolutePositionForObject(lit).Y; !ok || y < above.Y ||
			y+lit.Size().Height > above.Y+list.Size().Height+1 {
			t.Errorf("%v: the shown chapter is at %v, outside the list", size, y)
		}
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	}
}
