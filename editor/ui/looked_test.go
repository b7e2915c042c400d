package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// pressForTest presses a key in a field.
func pressForTest(f fyne.Focusable, key fyne.KeyName) { f.TypedKey(&fyne.KeyEvent{Name: key}) }

// Emptying a corner's field resets the corner to the shape's radius, or removes its chamfer.
func TestEmptiedCornerResets(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	id := w.Session.Selection().IDs()[0]
	w.side.inspector.Open[panel.CornerSection] = true
	shape := func() level.Shape { return w.Session.Document().Collider(id).Shape }
	for _, set := range []func() error{
		func() error {
			return w.Session.Outline(id, 0).SetCorner(0, 7)
		}, func() error { return w.Session.Outline(id, 0).SetChamfer(0, 7) },
	} {
		if err := set(); err != nil {
			t.Fatal(err)
		}
		w.refresh(editor.Everything)
		var field *kit.NumberField
		for _, f := range panel.Focusables(w.side.inspector.Body) {
			if n, ok := f.(*kit.NumberField); ok && n.AccessibilityLabel() == "Top left radius 7" {
				field = n
			}
		}
		if field == nil {
			t.Fatal("there is no field that reads 7")
		}
		field.SetText("")
		pressForTest(field, fyne.KeyReturn)
		if shape().IsDetailed() {
			t.Errorf("corners after emptying a field = %v", shape().Details())
		}
	}
}

// The rotation keys rotate about the chosen pivot, which does not move even if they are pressed repeatedly.
func TestRotationKeysUsePivot(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	for _, x := range []float64{100, 180} {
		box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 20}, Rounding: level.Inset}
		if _, err := w.Session.Add(*level.NewCollider(0, 0, "", box, level.Vec{X: x, Y: 100})); err != nil {
			t.Fatal(err)
		}
	}
	w.Session.Selection().All()
	w.refresh(editor.Everything)
	ids := slices.Clone(w.Session.Selection().IDs())
	at := func(i int) level.Vec { return w.Session.Document().Collider(ids[i]).Position }
	turn := func(n int) {
		for range n {
			w.typedKey(&fyne.KeyEvent{Name: fyne.KeyRightBracket})
		}
	}
	near := func(a, b level.Vec) bool { return a.Sub(b).Len() < 1e-6 }
	before := []level.Vec{at(0), at(1)}
	w.side.inspector.Pivot = 0 // the top left corner, at 80, 90
	turn(6)
	for i, x := range before {
		if want := (level.Vec{X: 80 - (x.Y - 90), Y: 90 + (x.X - 80)}); !near(at(i), want) {
			t.Errorf("a quarter turn about the top left corner moves the box from %v to %v, want %v", x, at(i), want)
		}
	}
	turn(18)
	for i := range before {
		if !near(at(i), before[i]) {
			t.Errorf("a whole turn leaves the box at %v, it was at %v", at(i), before[i])
		}
	}
	w.side.inspector.Pivot = editor.PivotEach
	turn(12)
	if !near(at(0), before[1]) || !near(at(1), before[0]) {
		t.Errorf("half a turn about the centre of both moves them to %v and %v", at(0), at(1))
	}
}

// A level's categories are chips. The cross removes one, the field adds some, and a click offers to move or rename one.
// Shapes get the new name.
func TestLevelCategoriesAreChips(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	if err := w.Session.EditSettings("", func(s *level.Settings) {
		s.Categories = []string{"ground", "props"}
	}); err != nil {
		t.Fatal(err)
	}
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 20}, Rounding: level.Inset}
	c := level.NewCollider(0, 0, "", box, level.Vec{X: 100, Y: 100})
	c.Categories, c.CollidesWith = []string{"props"}, []string{"ground", "props"}
	id, err := w.Session.Add(*c)
	if err != nil {
		t.Fatal(err)
	}
	w.Session.Selection().Clear()
	w.refresh(editor.Everything)
	drawForTest(w.Win.Canvas())
	chip := func(name string) (found *kit.Chip) {
		w.refresh(editor.Everything)
		for _, f := range panel.Focusables(w.side.inspector.Body) {
			if c, ok := f.(*kit.Chip); ok && c.Word == name {
				found = c
			}
		}
		if found == nil {
			t.Fatalf("there is no chip %q", name)
		}
		return found
	}
	field := func() (found *kit.Field) {
		for _, f := range panel.Focusables(w.side.inspector.Body) {
			if x, ok := f.(*kit.Field); ok && x.PlaceHolder == "add a category" {
				found = x
			}
		}
		if found == nil {
			t.Fatal("there is no field for categories")
		}
		return found
	}
	want := func(what, names string) {
		t.Helper()
		if got := strings.Join(w.Session.Document().Settings().Categories, " "); got != names {
			t.Errorf("%s: categories = %q, want %q", what, got, names)
		}
	}
	f := field()
	w.Win.Canvas().Focus(f)
	f.SetText("enemies, ground, water")
	pressForTest(f, fyne.KeyReturn)
	want("two are added", "ground props enemies water")
	chip("water").OnDrop()
	want("one is removed", "ground props enemies")
	var items []*kit.Command
	w.side.inspector.Choose = func(of []*kit.Command, _ fyne.Position) { items = of }
	pick := func(name, label string) {
		chip(name).OnTap()
		i := slices.IndexFunc(items, func(c *kit.Command) bool { return c.Label == label })
		if i < 0 {
			t.Fatalf("%s of %s is not offered: %+v", label, name, items)
		}
		items[i].Do()
	}
	pick("enemies", "Move earlier")
	want("one is moved", "ground enemies props")
	pick("props", "Make default")
	want("one is the first", "props ground enemies")
	pick("props", "Rename")
	if f = field(); f.Text != "props" {
		t.Errorf("the rename field contains %q", f.Text)
	}
	f.SetText("things")
	pressForTest(f, fyne.KeyReturn)
	want("one is renamed", "things ground enemies")
	if c := w.Session.Document().Collider(id); !slices.Equal(c.Categories, []string{"things"}) ||
		!slices.Equal(c.CollidesWith, []string{"ground", "things"}) {
		t.Errorf("the shape has the categories %v and collides with %v", c.Categories, c.CollidesWith)
	}
	if w.commands.undo(); w.Session.Document().Collider(id).Categories[0] != "props" {
		t.Error("one undo does not revert the new name")
	}
}

// The first number of a proposal has the focus. A typed number and Enter update the preview; Enter again applies the
// proposal, Escape cancels it.
func TestProposalKeys(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 20}, Rounding: level.Inset}
	if _, err := w.Session.Add(*level.NewCollider(0, 0, "", box, level.Vec{X: 100, Y: 100})); err != nil {
		t.Fatal(err)
	}
	drawForTest(w.Win.Canvas())
	w.Session.Selection().All()
	number := func() *kit.NumberField {
		w.commandForTest(t, "Along a line…").Do()
		w.catchUp()
		w.strip.Refresh()
		f, ok := fyne.CurrentApp().Driver().CanvasForObject(w.strip.Content).Focused().(*kit.NumberField)
		if !ok {
			t.Fatal("no number has the focus")
		}
		return f
	}
	f := number()
	f.SetText("5")
	pressForTest(f, fyne.KeyReturn)
	if p := w.Session.Proposal(); p == nil || p.Len() != 5 {
		t.Fatal("the typed number is not previewed")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if n := w.Session.Document().Len(); n != 6 {
		t.Errorf("%d shapes, want 6", n)
	}
	before := w.Session.Document().Len()
	if pressForTest(number(), fyne.KeyEscape); w.Session.Proposal() != nil {
		t.Error("Escape does not cancel the proposal")
	}
	selected := w.Session.Selection().Len()
	if pressForTest(number(), fyne.KeyReturn); w.Session.Document().Len() <= before || w.Session.Proposal() != nil {
		t.Errorf("Enter leaves %d shapes of %d, with %d selected", w.Session.Document().Len(), before, selected)
	}
}

// At any width of the window, the controls of a strip stay inside it and do not overlap.
func TestStripsFit(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 20}, Rounding: level.Inset}
	if _, err := w.Session.Add(*level.NewCollider(0, 0, "a rather long name of a shape of a level", box,
		level.Vec{X: 100, Y: 100})); err != nil {
		t.Fatal(err)
	}
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	check := func(what string) {
		t.Helper()
		for _, size := range []fyne.Size{
			{Width: 1440, Height: 900},
			{Width: 1280, Height: 720},
			{Width: 960, Height: 600},
			{Width: 720, Height: 480},
		} {
			w.Win.Resize(size)
			w.catchUp()
			w.strip.Refresh()
			drawForTest(w.Win.Canvas())
			plate := w.strip.Content.Objects[0]
			at, room := place(plate), plate.Size()
			var seen []fyne.CanvasObject
			eachOnStrip(w, func(o fyne.CanvasObject) {
				switch o.(type) {
				case *kit.TextButton, *kit.Segmented, *kit.SelectBox, *kit.NumberField, *kit.IconButton:
				default:
					return
				}
				p, s := place(o), o.Size()
				if p.X < at.X || p.Y < at.Y || p.X+s.Width > at.X+room.Width+0.5 ||
					p.Y+s.Height > at.Y+room.Height+0.5 {
					t.Errorf("%s, %v: a %T at %v, %v extends out of the strip at %v, %v", what, size, o, p, s, at, room)
				}
				for _, before := range seen {
					q, r := place(before), before.Size()
					if p.X < q.X+r.Width-0.5 && q.X < p.X+s.Width-0.5 && p.Y < q.Y+r.Height-0.5 &&
						q.Y < p.Y+s.Height-0.5 {
						t.Errorf("%s, %v: a %T at %v, %v overlaps a %T at %v, %v", what, size, o, p, s, before, q, r)
					}
				}
				seen = append(seen, o)
			})
		}
	}
	w.Session.Selection().All()
	for _, label := range []string{
		"Along a line…", "In a grid…", "Around a circle…", "Grow or shrink…",
		"Scale level…",
	} {
		w.commandForTest(t, label).Do()
		check(label)
		w.Session.Withdraw()
	}
	for i := range w.Tools.Forms() {
		w.Tools.TakeForm(i)
		check(w.Tools.Forms()[i].Name)
	}
	err := w.Session.EditSettings("Categories", func(s *level.Settings) {
		s.Categories = []string{"terrain", "props", "player", "敵キャラ"}
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Tools.Switch(tool.Rays)
	check("ray")
	w.Win.Resize(fyne.NewSize(960, 600))
	w.catchUp()
	w.strip.Refresh()
	drawForTest(w.Win.Canvas())
	high := map[float32]bool{}
	eachOnStrip(w, func(o fyne.CanvasObject) {
		switch o.(type) {
		case *kit.TextButton, *kit.Segmented, *kit.SelectBox, *kit.IconButton: // icon buttons are beside the title
			high[place(o).Y+o.Size().Height/2] = true
		}
	})
	if len(high) != 2 {
		t.Errorf("the title and choices of a ray take %d lines in a low window, want 2", len(high))
	}
}

// The character's settings fit a low window because their pages scroll.
func TestCharacterFitsALowWindow(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	w.Win.Resize(fyne.NewSize(960, 600))
	w.play.Settings()
	drawForTest(w.Win.Canvas())
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	pages, ok := find(w, func(s *kit.Segmented) bool { return s.Size().Width > 500 })
	if !ok {
		t.Fatal("there are no pages")
	}
	for page := range 3 {
		test.TapAt(pages, fyne.NewPos((float32(page)+0.5)*pages.Size().Width/3, pages.Size().Height/2))
		drawForTest(w.Win.Canvas())
		ok, _ := find(w, func(b *kit.TextButton) bool { return b.Label == "OK" })
		scroll, there := find(w, func(s *container.Scroll) bool { return s.Size().Width > 500 })
		if !there {
			t.Fatal("nothing scrolls")
		}
		if end := place(ok).Y + ok.Size().Height; end > 600 {
			t.Errorf("page %d: the OK button ends at %v", page, end)
		}
		if end := place(scroll).Y + scroll.Size().Height; end > place(ok).Y {
			t.Errorf("page %d: the scrolled area ends at %v, below OK at %v", page, end, place(ok).Y)
		}
	}
}

// Numbers are right-aligned in their fields, and a click places the text cursor where the user clicks.
func TestNumbersAreRightAligned(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	w.side.inspector.Open[panel.GridSection] = true
	w.refresh(editor.Everything)
	drawForTest(w.Win.Canvas())
	seen := 0
	for _, f := range panel.Focusables(w.side.inspector.Body) {
		n, ok := f.(*kit.NumberField)
		if !ok {
			continue
		}
		for _, o := range test.WidgetRenderer(n).Objects() {
			if s, ok := o.(*container.Scroll); ok {
				seen++
				if left := float64(n.Size().Width - s.Position().X - s.Size().Width); left < 0 || left > 8 ||
					math.Abs(float64(s.Size().Width-s.Content.MinSize().Width)) > 3.5 {
					t.Errorf("%s: the text is %v wide and ends %v before the field's edge", n.AccessibilityLabel(),
						s.Size().Width, left)
				}
			}
		}
	}
	if seen < 8 {
		t.Errorf("only %d numbers were checked", seen)
	}
}
