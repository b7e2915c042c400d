package ui

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// scrubForTest returns the draggable label of an inspector row, or the letter of one of its fields.
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
		if panel.RowLabel(o) == label {
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

// Dragging a number's label or letter changes the number by one step per pixel, ten with Shift, a tenth with Ctrl. The
// drag is one undo step, contacts follow it, and Escape reverts it.
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
	current := func() *level.Collider { return doc.Collider(boulder) }
	undo := func() string { label, _ := w.Session.History().CanUndo(); return label }
	was, before := current(), undo()

	x := scrubForTest(t, w, "Position", 0)
	dragLabelForTest(x, 3, 4)
	if got := current().Position.X; got != was.Position.X+7 {
		t.Errorf("dragged by 7 pixels x goes from %v to %v", was.Position.X, got)
	}
	x.Held = func() (shift, ctrl bool) { return true, false }
	dragLabelForTest(x, -2)
	x.Held = func() (shift, ctrl bool) { return false, true }
	dragLabelForTest(x, 3)
	if got, want := current().Position.X, was.Position.X+7-20+0.3; math.Abs(got-want) > 1e-9 {
		t.Errorf("x in steps of ten and of a tenth = %v, want %v", got, want)
	}
	dragLabelForTest(x, 10_000)
	if n := len(w.Session.Live().ContactsOf(boulder)); n != 0 {
		t.Errorf("during the drag, far away, it has %d contacts", n)
	}
	if undo() != before {
		t.Errorf("during the drag the last step is %q", undo())
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	dragLabelForTest(x, 5)
	x.DragEnd()
	if current() != was || undo() != before {
		t.Errorf("after Escape it is at %v, and the last step is %q", current().Position, undo())
	}

	w.refresh(editor.Everything)
	a := scrubForTest(t, w, "Angle", 0)
	dragLabelForTest(a, 1, 1, 1, 1)
	a.DragEnd()
	if got := current().Angle; got != was.Angle+4 {
		t.Errorf("the angle goes from %v to %v", was.Angle, got)
	}
	if undo() == before || undo() == "" {
		t.Errorf("step = %q", undo())
	}
	w.commands.undo()
	if current().Angle != was.Angle || undo() != before {
		t.Errorf("one undo leaves the angle %v and the step %q", current().Angle, undo())
	}

	// A rejected value leaves the number at the last valid one.
	w.refresh(editor.Everything)
	width := scrubForTest(t, w, "Size", 0)
	dragLabelForTest(width, -10, -10_000)
	if got := level.LocalBounds(current().Shape).Size().X; got <= 0 || got >= level.LocalBounds(was.Shape).Size().X {
		t.Errorf("a drag below zero leaves a width of %v", got)
	}
	dragLabelForTest(width, 10_010)
	width.DragEnd()
	if got, want := current().Shape.Points, was.Shape.Points; len(got) != len(want) || got[0] != want[0] ||
		undo() != before {
		t.Errorf("dragged back, the outline is %v, want %v; the last step is %q", got, want, undo())
	}
	if w.IsModal() || w.status.Problem {
		t.Error("a value rejected during a drag is reported as an error")
	}
}

// Dragging a mixed number changes each selected value by the same amount.
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
		if got, want := doc.Collider(id).Position, c.Position.Add(collision.Vec{Y: 8}); math.Abs(got.Y-want.Y) > 1e-5 ||
			got.X != want.X {
			t.Errorf("%s at %v, want %v", c.Name, got, want)
		}
	}
	w.commands.undo()
	for id, c := range was {
		if doc.Collider(id).Position != c.Position {
			t.Errorf("one undo leaves %s at %v", c.Name, doc.Collider(id).Position)
		}
	}
}

// Sections fold and show how much they contain. They keep their state across selections, tabs and restarts.
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
			if panel.RowLabel(o) == label {
				n++
			}
		}
		return n
	}
	fold := func(section string) {
		t.Helper()
		for _, o := range w.side.inspector.Body.Objects {
			if panel.RowLabel(o) == section {
				panel.Focusables(o)[0].(fyne.Focusable).TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
				return
			}
		}
		t.Fatalf("there is no section %s", section)
	}
	if rows("Friction") != 0 {
		t.Fatal("the physics section is open in a new window")
	}
	fold(panel.PhysicsSection)
	if rows("Friction") != 1 {
		t.Error("a section does not open")
	}
	w.Session.Selection().Set(ids[1])
	w.refresh(editor.Everything)
	if rows("Friction") != 1 {
		t.Error("the section folds with a different selection")
	}
	if _, err := w.tabs.add(); err != nil {
		t.Fatal(err)
	}
	if got := w.App.Preferences().StringList("panel.open"); len(got) != 2 || got[1] != panel.PhysicsSection {
		t.Errorf("stored for the next start: %v", got)
	}
	fold(panel.PhysicsSection)
	if rows("Friction") != 0 {
		t.Error("a section does not fold")
	}
	// The plus opens the section and focuses the field for a new property.
	for _, o := range w.side.inspector.Body.Objects {
		if panel.RowLabel(o) == panel.PropertySection {
			panel.Focusables(o)[1].(*kit.IconButton).Tapped(nil)
			break
		}
	}
	f, ok := w.Win.Canvas().Focused().(*kit.Field)
	if !ok {
		t.Fatalf("after the plus the focus is on %T", w.Win.Canvas().Focused())
	}
	f.SetText("hp = 3")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := w.Session.Document().Collider(ids[1]).Properties["hp"]; got != 3.0 {
		t.Errorf("added property = %v", got)
	}
}

// In a low window, the contacts shrink before the shape's fields, but their list stays. With more rows, the inspector
// takes the room that the contacts can spare.
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
			if panel.RowLabel(o) == label {
				return o.Position().Y + o.Size().Height + kit.RowHeight
			}
		}
		t.Fatalf("there is no row %s", label)
		return 0
	}
	for _, size := range []fyne.Size{
		{Width: 1280, Height: 720},
		{Width: 1366, Height: 768},
		{Width: 1440, Height: 900},
	} {
		w.Win.Resize(size)
		drawForTest(w.Win.Canvas())
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
	for _, s := range []string{panel.PhysicsSection, panel.VertexSection, panel.PropertySection} {
		w.side.inspector.Open[s] = true
	}
	w.side.inspector.Refresh()
	if after := inspector.Size().Height; after <= before || lower.Size().Height < panel.FullLower-1 {
		t.Errorf("with all sections open the inspector goes from %v to %v, and the contacts have %v", before, after,
			lower.Size().Height)
	}
}

// Tags are chips. The user types them with completion and adds them by Enter or a comma; their crosses remove them. A
// click on a tag that only some shapes have adds it to all.
func TestTagsAreChips(t *testing.T) {
	w := openForTest(t, "cavern")
	var ids []level.ID
	for c := range w.Session.Document().Colliders() {
		ids = append(ids, c.ID)
	}
	tags := func(id level.ID) string { return strings.Join(w.Session.Document().Collider(id).Tags, ",") }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	all := w.Session.Shapes(ids)
	for _, u := range editor.TagsOf(w.Session.Document(), ids) {
		must(all.SwitchTag(u.Tag, false))
	}
	must(w.Session.Shapes(ids[:1]).SwitchTag("heavy", true))
	must(w.Session.Shapes(ids[1:4]).SwitchTag("hazard", true))
	must(w.Session.Shapes(ids[1:4]).SwitchTag("push", true))
	pick := func(ids ...level.ID) {
		w.Session.Selection().Set(ids...)
		w.refresh(editor.Everything)
	}
	field := func() *kit.Field {
		t.Helper()
		for _, o := range w.side.inspector.Body.Objects {
			if panel.RowLabel(o) != "Tags" {
				continue
			}
			for _, f := range panel.Focusables(o) {
				if f, ok := f.(*kit.Field); ok {
					return f
				}
			}
		}
		t.Fatal("there is no field for tags")
		return nil
	}
	chip := func(word string) *kit.Chip {
		t.Helper()
		for _, o := range panel.Focusables(w.side.inspector.Body) {
			if c, ok := o.(*kit.Chip); ok && c.Word == word {
				return c
			}
		}
		t.Fatalf("there is no chip %s", word)
		return nil
	}
	offers := func() (words []string) {
		for _, o := range panel.Focusables(w.side.inspector.Body) {
			if b, ok := o.(*kit.TextButton); ok && b.SkipsTab && b.Visible() {
				words = append(words, b.Label)
			}
		}
		return words
	}
	key := func(name fyne.KeyName) { field().TypedKey(&fyne.KeyEvent{Name: name}); w.refresh(editor.Everything) }
	pick(ids[0])
	w.Win.Canvas().Focus(field())
	field().SetText("ha")
	if got := offers(); len(got) != 1 || got[0] != "hazard" {
		t.Errorf("completions of ha = %v", got)
	}
	key(fyne.KeyDown)
	key(fyne.KeyReturn)
	if got := tags(ids[0]); got != "heavy,hazard" {
		t.Errorf("after choosing a completion the tags are %q", got)
	}
	if w.Win.Canvas().Focused() != fyne.Focusable(field()) || field().Text != "" {
		t.Errorf("after a tag the focus is on %T with the text %q", w.Win.Canvas().Focused(), field().Text)
	}
	field().SetText("new one,")
	w.refresh(editor.Everything)
	if got := tags(ids[0]); got != "heavy,hazard,new one" {
		t.Errorf("after a comma the tags are %q", got)
	}
	key(fyne.KeyBackspace)
	if got := tags(ids[0]); got != "heavy,hazard" {
		t.Errorf("after Backspace in the empty field the tags are %q", got)
	}
	field().SetText("kept")
	w.Look.Focus()
	w.refresh(editor.Everything)
	if got := tags(ids[0]); got != "heavy,hazard,kept" {
		t.Errorf("when the field loses the focus the typed text is lost: %q", got)
	}
	c := chip("kept")
	c.Resize(c.MinSize())
	c.Tapped(&fyne.PointEvent{Position: fyne.NewPos(4, 4)})
	if got := tags(ids[0]); got != "heavy,hazard,kept" {
		t.Errorf("a click on a word removes it: %q", got)
	}
	c.Tapped(&fyne.PointEvent{Position: fyne.NewPos(c.Size().Width-6, 8)})
	if got := tags(ids[0]); got != "heavy,hazard" {
		t.Errorf("after a click on the cross the tags are %q", got)
	}
	pick(ids[0], ids[1])
	if chip("hazard").IsSome || !chip("heavy").IsSome || !chip("push").IsSome {
		t.Error("the chips do not distinguish tags of all shapes from tags of some")
	}
	push := chip("push")
	push.Resize(push.MinSize())
	push.Tapped(&fyne.PointEvent{Position: fyne.NewPos(4, 4)})
	w.refresh(editor.Everything)
	if tags(ids[0]) != "heavy,hazard,push" || tags(ids[1]) != "hazard,push" {
		t.Errorf("after a click on a tag of some shapes they have %q and %q", tags(ids[0]), tags(ids[1]))
	}
	chip("hazard").TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if tags(ids[0]) != "heavy,push" || tags(ids[1]) != "push" {
		t.Errorf("after Delete on a chip they have %q and %q", tags(ids[0]), tags(ids[1]))
	}
	w.commands.undo()
	if tags(ids[0]) != "heavy,hazard,push" || tags(ids[1]) != "hazard,push" {
		t.Errorf("one undo leaves them %q and %q", tags(ids[0]), tags(ids[1]))
	}
}

// pickerForTest returns the material field.
func pickerForTest(t *testing.T, w *Window) *kit.Picker {
	t.Helper()
	for _, o := range panel.Focusables(w.side.inspector.Body) {
		if p, ok := o.(*kit.Picker); ok {
			return p
		}
	}
	t.Fatal("the inspector has no material field")
	return nil
}

// A material is chosen from presets with pictures. The field shows which preset the numbers match.
func TestMaterialsAreChosen(t *testing.T) {
	w := openForTest(t, "cavern")
	var id level.ID
	for c := range w.Session.Document().Colliders() {
		if c.Name == "boulder" {
			id = c.ID
		}
	}
	w.Session.Selection().Set(id)
	w.refresh(editor.Everything)
	var items []*kit.Command
	w.side.inspector.Choose = func(of []*kit.Command, _ fyne.Position) { items = of }
	picker := pickerForTest(t, w)
	if got := picker.Text(); got != "0.6 · 0 · 2.4" {
		t.Errorf("numbers that match no material are shown as %q", got)
	}
	seen := map[string]string{}
	for _, p := range project.Presets() {
		picker.Tapped(nil)
		i := slices.IndexFunc(items, func(c *kit.Command) bool { return c.Label == p.Name })
		if i < 0 || items[i].Icon == nil {
			t.Fatalf("%s is not offered, or without a picture: %+v", p.Name, items)
		}
		picture := string(items[i].Icon.Content())
		if twin := seen[picture]; twin != "" {
			t.Errorf("%s and %s have the same picture", p.Name, twin)
		}
		seen[picture] = p.Name
		items[i].Do()
		w.refresh(editor.Everything)
		c := w.Session.Document().Collider(id)
		if !p.IsOf(c) || c.Material != "" || picker.Text() != p.Name {
			t.Errorf("%s gives %g, %g, %g of the material %q, shown as %q", p.Name, c.Friction, c.Restitution,
				c.Density, c.Material, picker.Text())
		}
		picker.Tapped(nil)
		if !items[i].IsOn() {
			t.Errorf("%s is not marked as chosen", p.Name)
		}
		w.commands.undo()
		w.refresh(editor.Everything)
	}
}

// The cursor over a label shows that the label can be dragged: no child of the label intercepts the pointer.
func TestDraggableLabelCursor(t *testing.T) {
	w := openForTest(t, "cavern")
	for c := range w.Session.Document().Colliders() {
		if c.Name == "boulder" {
			w.Session.Selection().Set(c.ID)
		}
	}
	w.refresh(editor.Everything)
	w.Look.Later = func(_ time.Duration, f func()) func() { f(); return func() {} }
	for _, s := range []*kit.Scrub{scrubForTest(t, w, "Angle", 0), scrubForTest(t, w, "Position", 1)} {
		for _, o := range test.WidgetRenderer(s).Objects() {
			if _, ok := o.(desktop.Hoverable); ok {
				t.Errorf("a %T covers the label", o)
			}
		}
		if s.Cursor() != desktop.HResizeCursor {
			t.Errorf("over %q the cursor is %v", s.Label(), s.Cursor())
		}
		s.MouseIn(&desktop.MouseEvent{})
		if len(w.Look.Tips.Layer.Objects) == 0 {
			t.Errorf("%q has no tip", s.Label())
		}
		s.MouseOut()
	}
}

// TestMassIsShown shows the mass properties of a single shape in its physics section.
func TestMassIsShown(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 64, Y: 32}, Rounding: level.Inset}
	box := level.NewCollider(0, 0, "", shape, level.Vec{X: 100, Y: 50})
	box.Density = 3
	if _, err := w.Session.Add(*box); err != nil {
		t.Fatal(err)
	}
	w.side.inspector.Open[panel.PhysicsSection] = true
	w.refresh(editor.Everything)
	var texts []string
	eachObject(w.side.inspector.Body, func(o fyne.CanvasObject) {
		if text, ok := o.(*canvas.Text); ok {
			texts = append(texts, text.Text)
		}
	})
	// 2 m by 1 m of 3 kg/m² at 32 pixels per metre; the inertia is m (w² + h²) / 12
	for _, want := range []string{"2048 px²", "6 kg", "100, 50", "2.5 kg·m²"} {
		if !slices.Contains(texts, want) {
			t.Errorf("there is no %q in %q", want, texts)
		}
	}
}
