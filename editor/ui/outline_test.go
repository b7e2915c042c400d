package ui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// outlineHand operates the outline of a window.
type outlineHand struct {
	t    *testing.T
	w    *Window
	rows *panel.OutlineRows
	mods fyne.KeyModifier
}

// outlineForTest opens a window with boxes a to f: the layer Low has a, b and c, the layer High d, e and f, each drawn
// above the previous one.
func outlineForTest(t *testing.T) *outlineHand {
	t.Helper()
	w := newWindow(t)
	w.Win.Resize(fyne.NewSize(1440, 900))
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{
		level.Added(&level.Layer{ID: 1, Name: "Low", Order: 1}),
		level.Added(&level.Layer{ID: 2, Name: "High", Order: 2}),
	}}
	for i, name := range []string{"a", "b", "c", "d", "e", "f"} {
		c := level.NewCollider(level.ID(i+1), level.LayerID(1+i/3), name,
			level.Shape{Kind: level.Box, Size: level.Vec{X: 16, Y: 16}, Rounding: level.Inset},
			level.Vec{X: 40 * float64(i), Y: 20})
		c.Order = float64(i + 1)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	w.Session.Replace(doc)
	w.catchUp()
	drawForTest(w.Win.Canvas())
	h := &outlineHand{t: t, w: w, rows: w.side.outline.Rows}
	w.side.outline.Modifiers = func() (shift, ctrl bool) {
		return h.mods&fyne.KeyModifierShift != 0, h.mods&fyne.KeyModifierControl != 0
	}
	return h
}

const outlineRowHeight = 24

// row returns the position of the row with the name.
func (h *outlineHand) row(name string) int {
	h.t.Helper()
	tree := h.w.side.outline.Tree()
	for i := range tree.Len() {
		if tree.Label(tree.At(i)) == name {
			return i
		}
	}
	h.t.Fatalf("no row %s among %q", name, h.listed())
	return 0
}

// listed returns the names of the rows.
func (h *outlineHand) listed() (out []string) {
	tree := h.w.side.outline.Tree()
	for i := range tree.Len() {
		r := tree.At(i)
		out = append(out, strings.Repeat(" ", r.Depth)+tree.Label(r))
	}
	return out
}

func (h *outlineHand) at(name string, x, part float32) fyne.PointEvent {
	return fyne.PointEvent{Position: fyne.NewPos(x, (float32(h.row(name))+part)*outlineRowHeight)}
}

// clickAt clicks at a position of a row.
func (h *outlineHand) clickAt(name string, x float32, button desktop.MouseButton, mods fyne.KeyModifier) {
	h.t.Helper()
	e := &desktop.MouseEvent{PointEvent: h.at(name, x, 0.5), Button: button, Modifier: mods}
	h.rows.MouseDown(e)
	h.rows.MouseUp(e)
	h.w.catchUp()
}

func (h *outlineHand) click(name string, mods fyne.KeyModifier) {
	h.t.Helper()
	h.clickAt(name, 100, desktop.MouseButtonPrimary, mods)
}

// drag drags a row to a relative height of another row.
func (h *outlineHand) drag(name, to string, part float32) {
	h.t.Helper()
	h.rows.MouseDown(&desktop.MouseEvent{PointEvent: h.at(name, 100, 0.5), Button: desktop.MouseButtonPrimary})
	e := h.at(to, 100, part)
	h.rows.Dragged(&fyne.DragEvent{PointEvent: e})
}

func (h *outlineHand) drop() {
	h.rows.DragEnd()
	h.rows.MouseUp(&desktop.MouseEvent{})
	h.w.catchUp()
}

func (h *outlineHand) key(names ...fyne.KeyName) {
	for _, n := range names {
		h.rows.TypedKey(&fyne.KeyEvent{Name: n})
		h.w.catchUp()
	}
}

// selected returns the sorted names of the selection.
func (h *outlineHand) selected() string {
	var names []string
	for _, id := range h.w.Session.Selection().IDs() {
		names = append(names, h.w.Session.Document().Collider(id).Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func (h *outlineHand) wantSelected(what, want string) {
	h.t.Helper()
	if got := h.selected(); got != want {
		h.t.Errorf("%s: selection = %q, want %q", what, got, want)
	}
}

func (h *outlineHand) wantRows(what string, want ...string) {
	h.t.Helper()
	if got := h.listed(); !slices.Equal(got, want) {
		h.t.Errorf("%s: rows = %q, want %q", what, got, want)
	}
}

// Clicks, ranges and keys in the outline select shapes on the canvas.
func TestOutlineSelects(t *testing.T) {
	h := outlineForTest(t)
	h.wantRows("at first", "High", " f", " e", " d", "Low", " c", " b", " a")
	const ctrl, shift = fyne.KeyModifierControl, fyne.KeyModifierShift
	h.click("e", 0)
	h.wantSelected("a click", "e")
	h.click("b", ctrl)
	h.wantSelected("Ctrl+click", "b e")
	h.click("b", ctrl)
	h.wantSelected("Ctrl+click again", "e")
	h.click("e", 0)
	h.click("b", shift)
	h.wantSelected("Shift+click", "b c d e")
	h.click("f", shift)
	h.wantSelected("Shift+click the other way", "e f")
	h.click("a", ctrl|shift)
	h.wantSelected("Ctrl+Shift+click adds", "a b c d e f")
	h.click("c", 0)
	h.wantSelected("a click on one of many", "c")
	h.click("Low", ctrl)
	h.wantSelected("Ctrl+click on a layer", "a b c")
	h.click("High", 0)
	if l := h.w.Session.Document().Layer(h.w.Session.ActiveLayer()); l.Name != "High" {
		t.Errorf("a click on a layer activates %s", l.Name)
	}

	h.click("f", 0)
	h.key(fyne.KeyDown)
	h.wantSelected("Down", "e")
	h.mods = shift
	h.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	h.wantSelected("Shift+Down, over a layer", "c d e")
	h.key(fyne.KeyUp)
	h.wantSelected("Shift+Up", "d e")
	h.key(fyne.KeyEnd)
	h.wantSelected("Shift+End", "a b c d e")
	h.mods = 0
	h.key(fyne.KeyHome)
	h.key(fyne.KeyDown)
	h.wantSelected("Home, Down", "f")
	h.rows.TypedShortcut(&fyne.ShortcutSelectAll{})
	h.wantSelected("Ctrl+A", "a b c d e f")

	h.key(fyne.KeyHome, fyne.KeyLeft)
	h.wantRows("Left on a layer", "High", "Low", " c", " b", " a")
	h.key(fyne.KeyRight)
	h.wantRows("Right on it", "High", " f", " e", " d", "Low", " c", " b", " a")
	h.key(fyne.KeyEnd, fyne.KeyLeft)
	if label := h.rows.AccessibilityLabel(); label != "Outline, Low, layer, open" {
		t.Errorf("Left on a shape moves to %q", label)
	}
	h.rows.TypedRune('e')
	h.wantSelected("typing e", "e")
	if label := h.rows.AccessibilityLabel(); label != "Outline, e, solid box, selected" {
		t.Errorf("outline at %q", label)
	}
	h.w.typedKey(&fyne.KeyEvent{Name: fyne.KeyV})
	h.key(fyne.KeyP)
	if h.w.Tools.Active() != "select" {
		t.Error("a letter typed to find a name activates a tool")
	}
	h.w.Canvas.OnCursor(level.Vec{}) // the pointer is on the canvas
	h.key(fyne.KeyP)
	if h.w.Tools.Active() != "polygon" {
		t.Error("with the pointer on the canvas, a letter activates no tool")
	}
}

// With the focus in the rows or in the empty filter, undo and other command keys apply to the level.
func TestOutlinePassesOnShortcuts(t *testing.T) {
	h := outlineForTest(t)
	count := func() int { return h.w.Session.Document().Len() }
	h.click("a", 0)
	h.rows.TypedShortcut(&fyne.ShortcutCopy{})
	h.rows.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyD, Modifier: fyne.KeyModifierControl})
	h.w.catchUp()
	if count() != 7 {
		t.Fatalf("Ctrl+D in the rows leaves %d shapes", count())
	}
	h.rows.TypedShortcut(&fyne.ShortcutUndo{})
	if count() != 6 {
		t.Errorf("Ctrl+Z in the rows leaves %d shapes", count())
	}
	filter := h.w.side.outline.Filter
	for _, text := range []string{"a", ""} {
		h.w.Win.Canvas().Focus(filter)
		filter.SetText(text)
		filter.TypedShortcut(&fyne.ShortcutRedo{})
		if want := map[string]int{"a": 6, "": 7}[text]; count() != want {
			t.Errorf("shapes after Ctrl+Y in the filter %q = %d, want %d", text, count(), want)
		}
	}
	h.w.Win.Canvas().Focus(filter)
	filter.TypedShortcut(&desktop.CustomShortcut{
		KeyName:  fyne.KeyZ,
		Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift,
	})
	h.w.Win.Canvas().Focus(h.rows)
	h.w.commands.menus.Shortcut(&fyne.ShortcutSelectAll{})
	if n := h.w.Session.Selection().Len(); n != count() {
		t.Errorf("Select all in the menu selects %d of %d", n, count())
	}
}

// The outline scrolls to a selection made elsewhere and unfolds its parents.
func TestOutlineShowsTheSelection(t *testing.T) {
	h := outlineForTest(t)
	h.w.side.outline.Tree().FoldAll(true)
	h.w.side.outline.Refresh(0)
	h.wantRows("folded", "High", "Low")
	h.w.Session.Selection().Set(2)
	h.w.catchUp()
	h.wantRows("b selected", "High", "Low", " c", " b", " a")
	if label := h.rows.AccessibilityLabel(); label != "Outline, b, solid box, selected" {
		t.Errorf("outline at %q", label)
	}

	var d level.Diff
	for i := range 500 {
		c := level.NewCollider(level.ID(1000+i), 1, fmt.Sprintf("n%d", i), level.Shape{Kind: level.Circle, Radius: 4},
			level.Vec{X: 30 * float64(i), Y: 400})
		c.Order = float64(10 + i)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := h.w.Session.Do("many", d); err != nil {
		t.Fatal(err)
	}
	h.w.catchUp()
	h.w.Session.Selection().Set(1)
	h.w.catchUp()
	drawForTest(h.w.Win.Canvas())
	if !h.shows("a") {
		t.Error("a shape selected on the canvas is not visible")
	}
	if n := len(h.texts()); n > 60 {
		t.Errorf("there are %d strings for the visible rows", n)
	}
}

// texts returns the strings that the outline shows.
func (h *outlineHand) texts() (out []string) {
	for _, s := range shownBelow(h.rows, fyne.Position{}) {
		if strings.HasPrefix(s, `"`) {
			out = append(out, s[1:strings.LastIndex(s, `" `)])
		}
	}
	return out
}

func (h *outlineHand) shows(text string) bool { return slices.Contains(h.texts(), text) }

// Dragged rows land at the line, in the drawing order or in other layers. Several rows move in one undo step.
func TestOutlineDrags(t *testing.T) {
	h := outlineForTest(t)
	h.drag("a", "c", 0.2)
	h.drop()
	h.wantRows("a above c", "High", " f", " e", " d", "Low", " a", " c", " b")
	h.click("f", 0)
	h.click("b", fyne.KeyModifierControl)
	h.drag("b", "e", 0.8)
	h.drop()
	h.wantRows("f and b below e", "High", " e", " f", " b", " d", "Low", " a", " c")
	h.drag("d", "Low", 0.5)
	h.drop()
	h.wantRows("d into the other layer", "High", " e", " f", " b", "Low", " d", " a", " c")
	for _, want := range []string{"Move to layer", "Move to layer", "Reorder"} {
		if label, _ := h.w.Session.History().CanUndo(); !strings.HasPrefix(label, want) {
			t.Errorf("last step = %q, want %s", label, want)
		}
		h.w.commands.undo()
		h.w.catchUp()
	}
	h.wantRows("undone", "High", " f", " e", " d", "Low", " c", " b", " a")

	h.drag("Low", "High", 0.1)
	h.drop()
	h.wantRows("the lower layer on top", "Low", " c", " b", " a", "High", " f", " e", " d")
	h.w.commands.undo()
	h.w.catchUp()

	h.drag("a", "f", 0.2)
	h.key(fyne.KeyEscape)
	h.rows.Dragged(&fyne.DragEvent{PointEvent: h.at("e", 100, 0.2)})
	h.drop()
	h.wantRows("Escape", "High", " f", " e", " d", "Low", " c", " b", " a")
	if _, can := h.w.Session.History().CanUndo(); can {
		t.Error("a cancelled drag makes an undo step")
	}
}

// A drag at the edge of the view keeps scrolling until the pointer leaves the edge, the end is reached, or Escape is
// pressed.
func TestOutlineScrollsWhileDragging(t *testing.T) {
	h := outlineForTest(t)
	var d level.Diff
	for i := range 200 {
		c := level.NewCollider(level.ID(1000+i), 1, fmt.Sprintf("n%d", i), level.Shape{Kind: level.Circle, Radius: 4},
			level.Vec{X: 30 * float64(i), Y: 400})
		c.Order = float64(10 + i)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := h.w.Session.Do("many", d); err != nil {
		t.Fatal(err)
	}
	h.w.catchUp()
	h.w.side.outline.Tree().Fold(editor.TreeRow{Kind: editor.LayerRow, Layer: 2}, true)
	h.w.Session.Selection().Set(1199)
	h.w.catchUp()
	drawForTest(h.w.Win.Canvas())
	var later func()
	h.w.Look.Later = func(_ time.Duration, do func()) func() {
		later = do
		return func() { later = nil }
	}
	scroll := func() float32 { return h.w.side.outline.Tree().Scroll }
	view := h.w.side.outline.Content.Size().Height
	h.w.side.outline.Rows.ScrollTo(0)
	h.rows.MouseDown(&desktop.MouseEvent{PointEvent: h.at("n199", 100, 0.5), Button: desktop.MouseButtonPrimary})
	later = nil // of the tooltip
	h.rows.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(100, view/2)}})
	if later != nil {
		t.Error("a drag in the middle of the view scrolls")
	}
	h.rows.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(100, view)}})
	for i := range 1000 {
		if later == nil {
			t.Fatalf("after %d steps the view stops scrolling", i)
		}
		was, do := scroll(), later
		later = nil
		do()
		if scroll() == was {
			break
		}
	}
	if bottom := float32(h.w.side.outline.Tree().Len())*outlineRowHeight - scroll(); bottom > view {
		t.Errorf("it ends %v before the view's end", bottom-view)
	}
	h.drop()
	if in := h.w.Session.Document().InLayer(1); in[0].Name != "n199" {
		t.Errorf("dropped at the end, the lowest row is %s", in[0].Name)
	}
}

// A drag onto a locked layer is rejected, and the status bar and the outline say why. The eye hides a shape.
func TestOutlineRejectsLocked(t *testing.T) {
	h := outlineForTest(t)
	h.clickAt("High", h.rows.Size().Width-15, desktop.MouseButtonPrimary, 0)
	if !h.w.Session.Document().Layer(2).Locked {
		t.Fatal("a click on the lock does not lock the layer")
	}
	h.drag("a", "e", 0.2)
	if got := h.w.side.outline.Status.Text; got != "The layer High is locked" {
		t.Errorf("line below the rows = %q", got)
	}
	h.drop()
	h.wantRows("rejected", "High", " f", " e", " d", "Low", " c", " b", " a")
	if got := h.w.status.Notice; !strings.Contains(got, "The layer High is locked") {
		t.Errorf("the status bar shows %q", got)
	}
	if got := h.w.side.outline.Status.Text; got != "6 shapes" {
		t.Errorf("afterwards the line below the rows is %q", got)
	}
	h.clickAt("b", h.rows.Size().Width-34, desktop.MouseButtonPrimary, 0)
	if !h.w.Session.Document().Collider(2).Hidden {
		t.Error("a click on the eye does not hide the shape")
	}
}

// The eye and lock of a row apply to all selected rows.
func TestOutlineTogglesSelection(t *testing.T) {
	h := outlineForTest(t)
	h.click("a", 0)
	h.click("c", fyne.KeyModifierShift)
	h.clickAt("b", h.rows.Size().Width-34, desktop.MouseButtonPrimary, 0)
	doc := h.w.Session.Document()
	if !doc.Collider(1).Hidden || !doc.Collider(2).Hidden || !doc.Collider(3).Hidden || doc.Collider(4).Hidden {
		t.Error("the eye of one of three selected shapes does not hide the three")
	}
	h.w.commands.undo()
	if doc.Collider(1).Hidden || doc.Collider(3).Hidden {
		t.Error("hiding three shapes makes more than one undo step")
	}
}

// F2 and a double click open a name field in the row: Enter keeps the new name, Escape discards it.
func TestOutlineRenamesInPlace(t *testing.T) {
	h := outlineForTest(t)
	name := func(id level.ID) string { return h.w.Session.Document().Collider(id).Name }
	h.click("b", 0)
	h.key(fyne.KeyF2)
	if h.rows.Field == nil || h.rows.Field.Text != "b" {
		t.Fatal("F2 opens no field with the name")
	}
	if h.w.Win.Canvas().Focused() != fyne.Focusable(h.rows.Field) {
		t.Errorf("the focus is on %T", h.w.Win.Canvas().Focused())
	}
	h.rows.Field.SetText("bridge")
	h.rows.Field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	h.w.catchUp()
	if name(2) != "bridge" || h.rows.Field != nil || h.w.Win.Canvas().Focused() != fyne.Focusable(h.rows) {
		t.Errorf("after Enter the name is %q, the field is open: %v, the focus is on %T", name(2), h.rows.Field != nil,
			h.w.Win.Canvas().Focused())
	}
	h.click("a", 0)
	h.click("a", 0) // a double click
	if h.rows.Field == nil {
		t.Fatal("a double click opens no field")
	}
	h.rows.Field.SetText("other")
	h.rows.Field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if name(1) != "a" || h.rows.Field != nil {
		t.Errorf("name after Escape = %q", name(1))
	}
	h.click("High", 0)
	h.key(fyne.KeyF2)
	h.rows.Field.SetText("Sky")
	h.w.Win.Canvas().Unfocus()
	h.w.catchUp()
	if got := h.w.Session.Document().Layer(2).Name; got != "Sky" || h.rows.Field != nil {
		t.Errorf("after losing the focus the layer is called %q, the field is open: %v", got, h.rows.Field != nil)
	}
}

// The filter narrows the rows while the user types and reports unknown terms. Ctrl+Enter selects the matches.
func TestOutlineFilters(t *testing.T) {
	h := outlineForTest(t)
	v := h.w.side.outline
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(h.w.Session.Shapes([]level.ID{2, 5}).SetRole(level.Trigger))
	h.w.catchUp()
	v.Filter.SetText("role:trigger")
	h.wantRows("role:trigger", "High", " e", "Low", " b")
	if got := v.Status.Text; got != "2 of 6 shapes" {
		t.Errorf("line below the rows = %q", got)
	}
	v.Filter.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl})
	h.w.catchUp()
	h.wantSelected("Ctrl+Enter", "b e")
	must(h.w.Session.Shapes([]level.ID{1}).SetRole(level.Trigger))
	h.w.catchUp()
	h.wantRows("one more", "High", " e", "Low", " b", " a")
	v.Filter.SetText("rolle:trigger")
	drawForTest(h.w.Win.Canvas())
	h.wantRows("an unknown key", "High", " e", "Low", " b", " a")
	if !slices.ContainsFunc(shownBelow(v.Content, fyne.Position{}), func(s string) bool {
		return strings.Contains(s, "nknown filter “rolle:”")
	}) {
		t.Error("an unknown filter key is not reported")
	}
	v.Filter.SetText("nothing like it")
	h.wantRows("no match")
	v.Filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	h.wantRows("Escape", "High", " f", " e", " d", "Low", " c", " b", " a")
	if v.Filter.Text != "" {
		t.Errorf("filter after Escape = %q", v.Filter.Text)
	}
}

// Rows show marks for overlaps and for findings of the last check.
func TestOutlineMarksOverlapsAndFindings(t *testing.T) {
	h := outlineForTest(t)
	marks := func() map[string]int {
		found := map[string]int{}
		for _, s := range shownBelow(h.rows, fyne.Position{}) {
			for _, name := range []string{"overlap", "warning"} {
				if strings.HasPrefix(s, name) {
					found[name]++
				}
			}
		}
		return found
	}
	if got := marks(); got["overlap"] != 0 {
		t.Errorf("at first the marks are %v", got)
	}
	if err := h.w.Session.Shapes([]level.ID{2}).SetPosition(level.Vec{X: 4, Y: 20}); err != nil {
		t.Fatal(err)
	}
	h.w.catchUp()
	if got := marks(); got["overlap"] != 2 {
		t.Errorf("with a on b the marks are %v", got)
	}
	h.w.side.outline.Tree().Fold(editor.TreeRow{Kind: editor.LayerRow, Layer: 1}, true)
	h.w.side.outline.Refresh(0)
	if got := marks(); got["overlap"] != 1 {
		t.Errorf("folded, the layer's marks are %v", got)
	}
	h.w.side.outline.Filter.SetText("has:overlap")
	h.w.catchUp()
	h.wantRows("has:overlap", "Low", " b", " a")
	h.w.Session.Undo()
	h.w.catchUp()
	h.wantRows("has:overlap, taken apart")
	h.w.side.outline.Filter.SetText("")
	// Move a shape out of the level's frame.
	if err := h.w.Session.Shapes([]level.ID{6}).SetPosition(level.Vec{X: -900, Y: -900}); err != nil {
		t.Fatal(err)
	}
	h.w.side.problems.Run()
	h.w.catchUp()
	if got := marks(); got["warning"] != 1 {
		t.Errorf("with a shape outside the level the marks are %v", got)
	}
	h.w.side.outline.Filter.SetText("has:finding")
	h.wantRows("has:finding", "High", " f")
}

// Groups have rows that can be opened. A click selects the whole group, and a drag moves it as a whole.
func TestOutlineHasGroups(t *testing.T) {
	h := outlineForTest(t)
	h.w.Session.Selection().Set(1, 3)
	if _, err := h.w.Session.Groups().Group(); err != nil {
		t.Fatal(err)
	}
	h.w.catchUp()
	h.wantRows("grouped", "High", " f", " e", " d", "Low", " Group 1", " b")
	h.click("b", 0)
	h.click("Group 1", 0)
	h.wantSelected("a click on the group", "a c")
	h.key(fyne.KeyRight)
	h.wantRows("Right opens it", "High", " f", " e", " d", "Low", " Group 1", "  c", "  a", " b")
	h.drag("Group 1", "e", 0.2)
	h.drop()
	h.wantRows("dragged", "High", " f", " Group 1", "  c", "  a", " e", " d", "Low", " b")
	h.drag("f", "Group 1", 0.5)
	h.drop()
	h.wantRows("f into it", "High", " Group 1", "  f", "  c", "  a", " e", " d", "Low", " b")
	h.drag("f", "e", 0.9)
	h.drop()
	h.wantRows("f out of it", "High", " Group 1", "  c", "  a", " e", " f", " d", "Low", " b")
	h.drag("Group 1", "c", 0.9)
	if got := h.w.side.outline.Status.Text; got != "A group cannot be moved into itself" {
		t.Errorf("line below the rows = %q", got)
	}
	h.drop()
	h.click("Group 1", 0)
	h.key(fyne.KeyF2)
	h.rows.Field.SetText("pair")
	h.rows.Field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	h.w.catchUp()
	h.wantRows("renamed", "High", " pair", "  c", "  a", " e", " f", " d", "Low", " b")
	h.clickAt("pair", h.rows.Size().Width-34, desktop.MouseButtonPrimary, 0)
	if h.w.Session.Document().Visible(h.w.Session.Document().Collider(1)) {
		t.Error("the eye of a group does not hide its shapes")
	}
	h.click("c", 0)
	h.wantSelected("a click on a shape of the group", "c")
	if h.w.Session.Selection().Entered() == 0 {
		t.Error("a click on a shape in a group does not enter the group")
	}
}

// Each level keeps the state of its outline: folding, filter and scroll position.
func TestOutlineStatePerLevel(t *testing.T) {
	h := outlineForTest(t)
	h.w.side.outline.Filter.SetText("e")
	h.w.commands.setTheme(kit.ModeLight)
	h.rows = h.w.side.outline.Rows
	h.wantRows("another theme", "High", " e")
	if got := h.w.side.outline.Filter.Text; got != "e" {
		t.Errorf("in another theme the filter is %q", got)
	}
	doc, err := editor.NewLevel(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	h.w.Session.Replace(doc)
	h.w.catchUp()
	if got := h.listed(); len(got) != len(doc.Layers()) || h.w.side.outline.Filter.Text != "" {
		t.Errorf("another level shows %q, filter %q", got, h.w.side.outline.Filter.Text)
	}
}

// A right click selects the row and opens the canvas menu, or the layer's menu on a layer.
func TestOutlineMenus(t *testing.T) {
	h := outlineForTest(t)
	open := func(name string) []string {
		h.clickAt(name, 100, desktop.MouseButtonSecondary, 0)
		h.rows.MouseDown(&desktop.MouseEvent{PointEvent: h.at(name, 100, 0.5), Button: desktop.MouseButtonSecondary})
		e := h.at(name, 100, 0.5)
		h.rows.TappedSecondary(&e)
		var labels []string
		find(h.w, func(t *fynecanvas.Text) bool { labels = append(labels, t.Text); return false })
		h.w.commands.menus.CloseMenus()
		return labels
	}
	if labels := open("b"); !slices.Contains(labels, "Duplicate") || !slices.Contains(labels, "Order") {
		t.Errorf("the menu of a shape has %q", labels)
	}
	h.wantSelected("a right click", "b")
	if labels := open("High"); !slices.Contains(labels, "Select all in layer") {
		t.Errorf("the menu of a layer has %q", labels)
	}
}

// BenchmarkOutline redraws the outline of 100,000 colliders after each kind of change.
func BenchmarkOutline(b *testing.B) {
	const many = 100_000
	setup := func(b *testing.B) *Window {
		w := benchWindow(b, many, func(i int) level.Vec {
			return level.Vec{X: float64(i%400) * 20, Y: float64(i/400) * 20}
		})
		w.catchUp()
		drawForTest(w.Win.Canvas())
		return w
	}
	b.Run("scroll", func(b *testing.B) {
		w := setup(b)
		b.ResetTimer()
		for i := range b.N {
			w.side.outline.Rows.ScrollTo(float32(i*997%many) * 24)
		}
	})
	b.Run("select", func(b *testing.B) {
		w := setup(b)
		b.ResetTimer()
		for i := range b.N {
			w.Session.Selection().Set(level.ID(i*997%many + 1))
			w.side.outline.Refresh(editor.SelectionChanged)
		}
	})
	b.Run("filter", func(b *testing.B) {
		w := setup(b)
		b.ResetTimer()
		for i := range b.N {
			w.side.outline.SetFilter(fmt.Sprint(i % 100))
		}
	})
	b.Run("nudge", func(b *testing.B) {
		w := setup(b)
		w.Session.Selection().Set(many / 2)
		w.catchUp()
		b.ResetTimer()
		for range b.N {
			if err := w.Session.Nudge(1, 0); err != nil {
				b.Fatal(err)
			}
			w.side.outline.Refresh(editor.DocumentChanged | editor.HistoryChanged | editor.ContactsChanged)
		}
	})
}

// A filter counts shapes and instances together.
func TestFilterCountsBoth(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../assets/samples/depths")); err != nil {
		t.Fatal(err)
	}
	w.docs.OpenFile(filepath.Join(dir, "levels", "cavern.level.yaml"))
	v := w.side.outline
	v.Filter.SetText("has:tag")
	if got := v.Status.Text; got != "9 of 13: 4 shapes, 9 instances" {
		t.Errorf("line below the rows = %q", got)
	}
}

// A paste whose layer is locked names the layer that it went into.
func TestPasteNamesItsLayer(t *testing.T) {
	h := outlineForTest(t)
	h.w.Session.Selection().Set(1)
	h.w.commands.copy()
	h.w.commands.paste()
	if got := h.w.status.Notice; got != "" {
		t.Errorf("a paste into its own layer says %q", got)
	}
	if err := h.w.Session.Layers().SetLocked(1, true); err != nil {
		t.Fatal(err)
	}
	h.w.commands.paste()
	if got := h.w.status.Notice; got != "Pasted into the layer High" {
		t.Errorf("a paste into another layer says %q", got)
	}
}

// F2 on the canvas edits the name in the row, wherever the row is, and gives the keys back to the canvas.
func TestCanvasRenamesInTheRow(t *testing.T) {
	h := outlineForTest(t)
	w := h.w
	s := w.Session
	s.Selection().Set(4, 5)
	group, err := s.Groups().Group()
	if err != nil {
		t.Fatal(err)
	}
	s.Selection().Set(1)
	if err := errors.Join(s.Shapes([]level.ID{1}).SetBody(level.Dynamic), s.Joints().Join(level.Spring, true)); err !=
		nil {
		t.Fatal(err)
	}
	joint := s.Document().Settings().Joints[0].ID
	doc := s.Document()
	for _, test := range []struct {
		what   string
		choose func()
		name   func() string
	}{
		{"a shape", func() { s.Selection().Set(2) }, func() string { return doc.Collider(2).Name }},
		{
			"a shape in a folded layer", func() {
				s.Selection().Set(3)
				w.side.outline.Tree().Fold(editor.TreeRow{Kind: editor.LayerRow, Layer: 1}, true)
			}, func() string { return doc.Collider(3).Name },
		},
		{
			"a shape that the filter hides", func() {
				w.side.outline.Filter.SetText("xyz")
				s.Selection().Set(2)
			}, func() string { return doc.Collider(2).Name },
		},
		{
			"a shape, with another panel in front", func() {
				w.side.dock.show(panel.ProjectPanel)
				s.Selection().Set(6)
			}, func() string { return doc.Collider(6).Name },
		},
		{"a group", func() { s.Selection().Set(4, 5) }, func() string { return doc.Group(group).Name }},
		{"a joint", func() { s.Selection().SetJoints(joint) }, func() string { return doc.Settings().Joints[0].Name }},
	} {
		w.Win.Canvas().Unfocus()
		test.choose()
		w.catchUp()
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
		w.catchUp()
		drawForTest(w.Win.Canvas())
		f := h.rows.Field
		if f == nil || !f.Visible() || w.Win.Canvas().Focused() != fyne.Focusable(f) || w.IsModal() {
			t.Errorf("%s: F2 opens no field in the row", test.what)
			continue
		}
		f.SetText("new " + test.what)
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		w.catchUp()
		if test.name() != "new "+test.what || h.rows.Field != nil {
			t.Errorf("%s: the name is %q", test.what, test.name())
		}
		if at := w.Win.Canvas().Focused(); at != nil {
			t.Errorf("%s: the keys go to %T", test.what, at)
		}
	}
	w.commands.addLayer()
	if h.rows.Field == nil || h.rows.Field.Text != "Layer 3" || w.IsModal() {
		t.Error("a new layer is not named in its row")
	}
}
