package ui

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/draw"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// shownBelow lists the visible texts, backgrounds and images below an object, with their contents and positions.
func shownBelow(o fyne.CanvasObject, at fyne.Position) []string {
	if !o.Visible() {
		return nil
	}
	at = at.Add(o.Position())
	var below []fyne.CanvasObject
	switch o := o.(type) {
	case *fynecanvas.Text:
		if o.Text == "" {
			return nil
		}
		return []string{fmt.Sprintf("%q %v at %v %v", o.Text, o.Color, at, o.Size())}
	case *fynecanvas.Rectangle:
		if o.FillColor == kit.NoColor && o.StrokeWidth == 0 {
			return nil
		}
		return []string{fmt.Sprintf("rectangle %v %v %v at %v %v", o.FillColor, o.StrokeColor, o.StrokeWidth, at,
			o.Size())}
	case *fynecanvas.Raster: // a plate
		img := o.Generator(int(o.Size().Width), int(o.Size().Height))
		picture := image.NewRGBA(img.Bounds().Intersect(image.Rect(0, 0, int(o.Size().Width), int(o.Size().Height))))
		draw.Draw(picture, picture.Rect, img, image.Point{}, draw.Src)
		return []string{fmt.Sprintf("picture %x at %v %v", sha256.Sum256(picture.Pix), at, o.Size())}
	case *fynecanvas.Image:
		if o.Resource == nil {
			return nil
		}
		return []string{fmt.Sprintf("%s at %v %v", o.Resource.Name(), at, o.Size())}
	case *fyne.Container:
		below = o.Objects
	case *container.Scroll:
		below = []fyne.CanvasObject{o.Content}
	case fyne.Widget:
		below = test.WidgetRenderer(o).Objects()
	}
	var list []string
	for _, b := range below {
		list = append(list, shownBelow(b, at)...)
	}
	return list
}

// layBelow lays out the objects below another, as the toolkit does after minimum sizes have changed.
func layBelow(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *fyne.Container:
		if o.Layout != nil {
			o.Layout.Layout(o.Objects, o.Size())
		}
		for _, b := range o.Objects {
			layBelow(b)
		}
	case fyne.Widget:
		r := test.WidgetRenderer(o)
		r.Layout(o.Size())
		for _, b := range r.Objects() {
			layBelow(b)
		}
	}
}

// After random changes, panels that were refreshed incrementally look like panels built from scratch.
func TestRefreshedPanelsEqualFresh(t *testing.T) {
	w := openForTest(t, "cavern")
	s := w.Session
	compare := func(t *rapid.T, what, after string, kept, fresh fyne.CanvasObject) {
		at := kept.Position()
		fresh.Resize(kept.Size())
		fresh.Move(at)
		layBelow(kept)
		layBelow(fresh)
		got, want := shownBelow(kept, fyne.Position{}), shownBelow(fresh, fyne.Position{})
		slices.Sort(got) // rows are reused in any order
		slices.Sort(want)
		if !slices.Equal(got, want) {
			stale := func(s string) bool { return slices.Contains(want, s) }
			missing := func(s string) bool { return slices.Contains(got, s) }
			t.Fatalf("%s after %s shows\n%s\nwant\n%s", what, after,
				strings.Join(slices.DeleteFunc(slices.Clone(got), stale), "\n"),
				strings.Join(slices.DeleteFunc(slices.Clone(want), missing), "\n"))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		ids := func() []level.ID {
			var all []level.ID
			for _, l := range s.Document().Layers() {
				for _, c := range s.Document().InLayer(l.ID) {
					all = append(all, c.ID)
				}
			}
			return all
		}
		var done []string
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			what := rapid.SampledFrom([]string{
				"pick", "nudge", "far", "undo", "redo", "filter", "order", "quiet",
				"rename", "delete", "duplicate", "role", "layer", "hide", "separate", "none", "fold", "narrow", "group",
				"into", "section", "tag", "untag",
			}).Draw(t, "what")
			var err error
			switch what {
			case "pick":
				if all := ids(); len(all) > 0 {
					s.Selection().Set(rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, min(3, len(all)),
						func(id level.ID) level.ID {
							return id
						}).Draw(t, "ids")...)
				}
			case "nudge":
				err = s.Nudge(rapid.Float64Range(-9, 9).Draw(t, "dx"), rapid.Float64Range(-9, 9).Draw(t, "dy"))
			case "far":
				err = s.Nudge(rapid.Float64Range(-400, 400).Draw(t, "dx"), rapid.Float64Range(-400, 400).Draw(t, "dy"))
			case "undo":
				s.Undo()
			case "redo":
				s.Redo()
			case "filter":
				w.side.contacts.ShowOnly(panel.ContactFilter(rapid.IntRange(0, len(panel.ContactFilters)-1).Draw(t,
					"filter")))
			case "order":
				w.side.contacts.Heads[rapid.IntRange(0, 2).Draw(t, "column")].Tapped(nil)
			case "quiet":
				w.side.contacts.ExpectedLine.OnTap()
			case "rename":
				if picked := s.Selection().IDs(); len(picked) > 0 {
					err = s.Rename(picked, rapid.SampledFrom([]string{
						"a", "rock",
						"a very long name that will not fit",
					}).Draw(t, "name"))
				}
			case "delete":
				err = s.DeleteSelection()
			case "duplicate":
				err = s.Duplicate()
			case "role":
				err = s.Shapes(s.Selection().IDs()).SetRole(rapid.SampledFrom([]level.Role{
					level.Solid, level.Trigger,
					level.OneWay,
				}).Draw(t, "role"))
			case "layer":
				s.SetActiveLayer(rapid.SampledFrom(s.Document().Layers()).Draw(t, "layer").ID)
			case "hide":
				l := rapid.SampledFrom(s.Document().Layers()).Draw(t, "layer")
				err = s.Layers().SetHidden(l.ID, !l.Hidden)
			case "separate":
				w.side.contacts.SeparateChosen()
			case "none":
				s.Selection().Clear()
			case "fold":
				tree := w.side.outline.Tree()
				if tree.Len() == 0 {
					break
				}
				row := tree.At(rapid.IntRange(0, tree.Len()-1).Draw(t, "row"))
				tree.Fold(row, !tree.IsFolded(row))
				w.side.outline.Refresh(0)
			case "narrow":
				w.side.outline.Filter.SetText(rapid.SampledFrom([]string{
					"", "rock", "-kind:box", "has:overlap",
					"role:t",
				}).Draw(t, "text"))
			case "section":
				v := w.side.inspector
				name := rapid.SampledFrom([]string{
					panel.PhysicsSection, panel.VertexSection, panel.PropertySection,
					"Contact",
				}).Draw(t, "section")
				v.Open[name] = !v.Open[name]
				v.Refresh()
			case "tag", "untag":
				err = s.Shapes(s.Selection().IDs()).SwitchTag(rapid.SampledFrom([]string{
					"a", "heavy",
					"a very long tag that fits into no line of the inspector",
				}).Draw(t, "tag"), what == "tag")
			case "group":
				_, err = s.Groups().Group()
			case "into":
				err = s.Shapes(s.Selection().IDs()).MoveToLayer(rapid.SampledFrom(s.Document().Layers()).Draw(t,
					"to").ID)
			}
			_ = err // a locked layer or an empty selection changes nothing, which is fine
			done = append(done, what)
			w.catchUp()
		}
		after := strings.Join(done, ", ")
		choice := *w.side.contacts.ContactChoice
		touching := panel.NewContacts(w.Look, s, w.Tools.Contacts, func(contacts.Pair) {}, w.Fail, &choice)
		touching.Head.Tabs.SetCount(panel.ProblemPanel, len(w.side.problems.Findings))
		compare(t, "contacts", after, w.side.contacts.Content, touching.Content)
		tree := editor.NewLevelTree(s.Document(), w.side.outline.Facts, w.side.outline.Tree().Copy())
		outline := panel.NewOutline(w.Look, s, &panel.OutlineState{Tree: tree}, w.side.outline.OutlineLinks)
		compare(t, "the outline", after, w.side.outline.Content, outline.Content)
		tree.Close()
		status := panel.NewStatus(w.Look, s, func(fyne.Position) {}, func(panel.ContactFilter) {})
		status.Timing, status.Timed, status.Saved, status.Problem = w.status.Timing, w.status.Timed, w.status.Saved,
			w.status.Problem
		kit.SetText(status.At, w.status.At.Text)
		kit.SetText(status.Zoom, w.status.Zoom.Text)
		status.Content.Resize(w.status.Content.Size())
		status.Notice, status.NoticeInk, status.NoticeEnd = w.status.Notice, w.status.NoticeInk, w.status.NoticeEnd
		status.NoticeOf = w.status.NoticeOf
		status.Refresh(w.Tools.Hint(), w.Tools.Keys()...)
		compare(t, "the status bar", after, w.status.Content, status.Content)
		inspector := panel.NewInspector(w.Look, s, w.Spawn, w.Fail, w.side.inspector.Open)
		inspector.Pair = w.side.chosenPair
		inspector.Refresh()
		compare(t, "the inspector", after, w.side.inspector.Content, inspector.Content)
	})
}

// A field consists of its plate and its text, without the toolkit's two rectangles.
func TestFieldObjects(t *testing.T) {
	f := kit.NewField(newWindow(t).Look, func(string) {})
	f.SetText("12")
	f.Resize(fyne.NewSize(80, kit.FieldHeight))
	if seen := len(shownBelow(f, fyne.Position{})); seen != 2 {
		t.Errorf("a field shows %d objects, want its plate and its text", seen)
	}
}

// After a minute, the toolkit discards the renderer of a hidden control, for example in another tab, and later asks for
// a new one. The control then looks the same as before.
func TestRecreatedRenderers(t *testing.T) {
	w := openForTest(t, "cavern")
	w.Session.Selection().All()
	w.catchUp()
	drawForTest(w.Win.Canvas())
	seen := 0
	looks := func(objects []fyne.CanvasObject) []string { // without positions, which depend on the layouts
		list := shownBelow(container.NewWithoutLayout(objects...), fyne.Position{})
		for i, line := range list {
			list[i], _, _ = strings.Cut(line, " at {")
		}
		return list
	}
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, b := range o.Objects {
				walk(b)
			}
		case fyne.Widget:
			for _, b := range test.WidgetRenderer(o).Objects() {
				walk(b)
			}
			if !strings.HasPrefix(reflect.TypeOf(o).Elem().PkgPath(), "fillet/") {
				return
			}
			before := looks(test.WidgetRenderer(o).Objects())
			r := o.CreateRenderer()
			r.Layout(o.Size())
			o.Refresh()
			if after := looks(r.Objects()); !slices.Equal(before, after) {
				t.Errorf("%T shows\n%s\nand redrawn\n%s", o, strings.Join(before, "\n"), strings.Join(after, "\n"))
			}
			seen++
		}
	}
	walk(w.Win.Content())
	if seen < 50 {
		t.Errorf("only %d controls were checked", seen)
	}
}
