package ui

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/inspect"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// scrubForTest is the label of a row of the inspector, or the letter of a field of it, which is dragged to change the number.
func scrubForTest(t *testing.T, w *Window, label string, at int) *kit.Scrub {
	t.Helper()
	var found []*kit.Scrub
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if s, ok := o.(*kit.Scrub); ok {
			found = append(found, s)
		}
		for _, c := range kit.ChildrenOf(o) {
			walk(c)
		}
	}
	for _, o := range w.side.inspector.Body.Objects {
		if inspect.RowLabel(o) == label {
			walk(o)
		}
	}
	if at >= len(found) {
		t.Fatalf("the row %s has %d labels that can be dragged", label, len(found))
	}
	s := found[at]
	s.Held = func() (shift, ctrl bool) { return false, false }
	return s
}

func dragLabelForTest(s *kit.Scrub, by ...float32) {
	for _, dx := range by {
		s.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: dx}})
	}
}

// A drag of a number's label or letter changes the number by a step a pixel, with Shift ten, with Ctrl a tenth. It is one undo step, the
// contacts follow it, and Escape takes it back.
func TestNumbersAreDraggedByTheirLabels(t *testing.T) {
	w := openForTest(t, "cavern")
	doc := w.Session.Document()
	var boulder level.ID
	for c := range doc.Colliders() {
		if c.Name == "boulder" {
			boulder = c.ID
		}
	}
	w.Session.Selection().Set(boulder)
	w.refresh(editor.Everything)
	is := func() *level.Collider { return doc.Collider(boulder) }
	undo := func() string { label, _ := w.Session.History().CanUndo(); return label }
	was, before := is(), undo()

	x := scrubForTest(t, w, "Position", 0)
	dragLabelForTest(x, 3, 4)
	if got := is().Position.X; got != was.Position.X+7 {
		t.Errorf("dragged by 7 pixels x goes from %v to %v", was.Position.X, got)
	}
	x.Held = func() (shift, ctrl bool) { return true, false }
	dragLabelForTest(x, -2)
	x.Held = func() (shift, ctrl bool) { return false, true }
	dragLabelForTest(x, 3)
	if got, want := is().Position.X, was.Position.X+7-20+0.3; math.Abs(got-want) > 1e-9 {
		t.Errorf("by tens and by tenths x is %v, want %v", got, want)
	}
	dragLabelForTest(x, 10_000)
	if n := len(w.Session.Live().ContactsOf(boulder)); n != 0 {
		t.Errorf("far away it has %d contacts in mid-drag", n)
	}
	if undo() != before {
		t.Errorf("in mid-drag the last step is %q", undo())
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	dragLabelForTest(x, 5)
	x.DragEnd()
	if is() != was || undo() != before {
		t.Errorf("after Escape it stands at %v, and the last step is %q", is().Position, undo())
	}

	w.refresh(editor.Everything)
	a := scrubForTest(t, w, "Angle", 0)
	dragLabelForTest(a, 1, 1, 1, 1)
	a.DragEnd()
	if got := is().Angle; got != was.Angle+4 {
		t.Errorf("the angle goes from %v to %v", was.Angle, got)
	}
	if undo() == before || undo() == "" {
		t.Errorf("the step is called %q", undo())
	}
	w.commands.undo()
	if is().Angle != was.Angle || undo() != before {
		t.Errorf("one undo leaves the angle %v and the step %q", is().Angle, undo())
	}

	// What is refused on the way leaves the number at the last value that was not.
	w.refresh(editor.Everything)
	width := scrubForTest(t, w, "Size", 0)
	dragLabelForTest(width, -10, -10_000)
	if got := level.LocalBounds(is().Shape).Size().X; got <= 0 || got >= level.LocalBounds(was.Shape).Size().X {
		t.Errorf("a drag to less than nothing leaves a width of %v", got)
	}
	dragLabelForTest(width, 10_010)
	width.DragEnd()
	if got, want := is().Shape.Points, was.Shape.Points; len(got) != len(want) || got[0] != want[0] || undo() != before {
		t.Errorf("back where it began the outline is %v, want %v; the last step is %q", got, want, undo())
	}
	if w.IsModal() || w.status.Problem {
		t.Error("what is refused in mid-drag is told as a mistake")
	}
}

// A number that differs among what is selected changes by as much in each.
func TestMixedNumbersAreDraggedTogether(t *testing.T) {
	w := openForTest(t, "cavern")
	doc := w.Session.Document()
	was := map[level.ID]*level.Collider{}
	var ids []level.ID
	for c := range doc.Colliders() {
		if c.Name == "boulder" || c.Name == "log" || c.Name == "ball" {
			was[c.ID] = c
			ids = append(ids, c.ID)
		}
	}
	w.Session.Selection().Set(ids...)
	w.refresh(editor.Everything)
	y := scrubForTest(t, w, "Position", 1)
	dragLabelForTest(y, 4, 4)
	y.DragEnd()
	for id, c := range was {
		if got, want := doc.Collider(id).Position, c.Position.Add(collision.Vec{Y: 8}); math.Abs(got.Y-want.Y) > 1e-9 || got.X != want.X {
			t.Errorf("%s stands at %v, want %v", c.Name, got, want)
		}
	}
	w.commands.undo()
	for id, c := range was {
		if doc.Collider(id).Position != c.Position {
			t.Errorf("one undo leaves %s at %v", c.Name, doc.Collider(id).Position)
		}
	}
}

// Sections fold, say how much is in them, and stay as they are with another selection, in another tab and at the next start.
func TestSectionsFold(t *testing.T) {
	w := openForTest(t, "cavern")
	var ids []level.ID
	for c := range w.Session.Document().Colliders() {
		ids = append(ids, c.ID)
	}
	w.Session.Selection().Set(ids[0])
	w.refresh(editor.Everything)
	rows := func(label string) (n int) {
		for _, o := range w.side.inspector.Body.Objects {
			if inspect.RowLabel(o) == label {
				n++
			}
		}
		return n
	}
	fold := func(section string) {
		t.Helper()
		for _, o := range w.side.inspector.Body.Objects {
			if inspect.RowLabel(o) == section {
				inspect.Focusables(o)[0].(fyne.Focusable).TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
				return
			}
		}
		t.Fatalf("there is no section %s", section)
	}
	if rows("Friction") != 0 {
		t.Fatal("the physics are open in a new window")
	}
	fold(inspect.PhysicsSection)
	if rows("Friction") != 1 {
		t.Error("a section does not open")
	}
	w.Session.Selection().Set(ids[1])
	w.refresh(editor.Everything)
	if rows("Friction") != 1 {
		t.Error("it folds with another selection")
	}
	if _, err := w.tabs.add(); err != nil {
		t.Fatal(err)
	}
	if got := w.App.Preferences().StringList("panel.open"); len(got) != 2 || got[1] != inspect.PhysicsSection {
		t.Errorf("for the next start are kept %v", got)
	}
	fold(inspect.PhysicsSection)
	if rows("Friction") != 0 {
		t.Error("a section does not fold")
	}
	// The plus opens the section, with the keys where a new property is typed.
	for _, o := range w.side.inspector.Body.Objects {
		if inspect.RowLabel(o) == inspect.PropertySection {
			inspect.Focusables(o)[1].(*kit.IconButton).Tapped(nil)
			break
		}
	}
	f, ok := w.Win.Canvas().Focused().(*kit.Field)
	if !ok {
		t.Fatalf("after the plus the keys belong to %T", w.Win.Canvas().Focused())
	}
	f.SetText("hp = 3")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := w.Session.Document().Collider(ids[1]).Properties["hp"]; got != 3.0 {
		t.Errorf("the property that was added is %v", got)
	}
}

// In a low window the contacts give way before the fields of a shape do, and their list stays; with more rows the inspector takes the room
// that they can spare.
func TestPanelsTakeRoomFromEachOther(t *testing.T) {
	w := openForTest(t, "cavern")
	for c := range w.Session.Document().Colliders() {
		if c.Name == "boulder" {
			w.Session.Selection().Set(c.ID)
		}
	}
	w.refresh(editor.Everything)
	inspector, lower := w.side.panels[0], w.side.panels[1]
	bottom := func(label string) float32 {
		for _, o := range w.side.inspector.Body.Objects {
			if inspect.RowLabel(o) == label {
				return o.Position().Y + o.Size().Height + kit.RowHeight
			}
		}
		t.Fatalf("there is no row %s", label)
		return 0
	}
	for _, size := range []fyne.Size{{Width: 1280, Height: 720}, {Width: 1366, Height: 768}, {Width: 1440, Height: 900}} {
		w.Win.Resize(size)
		w.Win.Canvas().Capture()
		for _, label := range []string{"Name", "Position", "Size", "Angle", "Corner radius", "Role", "Body"} {
			if b := bottom(label); b > inspector.Size().Height {
				t.Errorf("%v: the row %s ends at %v, the inspector at %v", size, label, b, inspector.Size().Height)
			}
		}
		if h := w.side.contacts.List.Size().Height; h < 2*kit.RowHeight {
			t.Errorf("%v: the list of contacts is %v high", size, h)
		}
	}
	before := inspector.Size().Height
	for _, s := range []string{inspect.PhysicsSection, inspect.VertexSection, inspect.PropertySection} {
		w.side.inspector.Open[s] = true
	}
	w.side.inspector.Refresh()
	if after := inspector.Size().Height; after <= before || lower.Size().Height < panel.FullLower-1 {
		t.Errorf("with all sections open the inspector goes from %v to %v, and the contacts have %v", before, after, lower.Size().Height)
	}
}
