package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

func (w *Window) shapesForTest() string {
	var names []string
	for c := range w.Session.Document().Colliders() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// F2 renames several selected shapes by a pattern, with a preview of all names. It renames one in its row.
func TestRenameDialog(t *testing.T) {
	w := openForTest(t, "cavern")
	before := w.shapesForTest()
	w.Session.Selection().All()
	n := w.Session.Selection().Len()
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	pattern, ok := find(w, func(*kit.SearchField) bool { return true })
	if !ok {
		t.Fatal("no pattern dialog is open")
	}
	pattern.SetText("plat ##")
	start, ok := find(w, func(f *kit.NumberField) bool { return strings.HasPrefix(f.AccessibilityLabel(), "Start") })
	if !ok {
		t.Fatal("the dialog has no start number")
	}
	start.SetText("2*4")
	start.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.LaidOutObjects(w.Win.Canvas().Overlays().Top())
	pattern.OnSubmitted(pattern.Text)
	if got := w.shapesForTest(); !strings.HasPrefix(got, "plat 08, plat 09, plat 10") || w.IsModal() {
		t.Errorf("names = %s", got)
	}
	w.commands.undo()
	if got := w.shapesForTest(); got != before {
		t.Errorf("names after one undo = %s", got)
	}
	for c := range w.Session.Document().Colliders() {
		w.Session.Selection().Set(c.ID)
		break
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	name := w.side.outline.Rows.Field
	if name == nil || w.IsModal() {
		t.Fatal("F2 opens no field in the row")
	}
	name.SetText("rock #1")
	name.OnSubmitted(name.Text)
	if got := w.shapesForTest(); !strings.HasPrefix(got, "rock #1, ") || n < 2 {
		t.Errorf("names = %s", got)
	}
}

// Wholly selected instances are numbered like shapes. Their parts keep the names from the prefab.
func TestRenameInstances(t *testing.T) {
	w, _, _ := prefabWindow(t)
	for x := range 3 {
		if _, err := w.Session.Instances().Place("../prefabs/crate.level.yaml", level.Vec{X: float64(-40 * x)}); err !=
			nil {
			t.Fatal(err)
		}
	}
	w.Session.Instances().SelectAll("../prefabs/crate.level.yaml")
	before := w.shapesForTest()
	names := func() string {
		var out []string
		for _, i := range w.Session.Document().Instances() {
			out = append(out, fmt.Sprintf("%v %s %d", i.Position.X, i.Name, len(i.Changes)))
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	rename := func(to string) {
		t.Helper()
		w.typedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
		pattern, ok := find(w, func(*kit.SearchField) bool { return true })
		if !ok {
			t.Fatal("no pattern is asked for")
		}
		pattern.SetText(to)
		if order, ok := find(w, func(*kit.SelectBox) bool { return true }); ok {
			order.SetSelected("left to right")
		}
		pattern.OnSubmitted(pattern.Text)
	}
	rename("box #")
	if got, want := names(), "-40 box 2 0, -80 box 1 0, 0 box 3 0"; got != want || w.shapesForTest() != before {
		t.Errorf("the instances are %s, not %s, their parts %s", got, want, w.shapesForTest())
	}
	if label, _ := w.Session.History().CanUndo(); label != "Rename 3 instances" {
		t.Errorf("step = %q", label)
	}
	w.commands.undo()
	// A shape in the selection is numbered with them.
	w.Session.Selection().All()
	rename("all #")
	if got, want := names(), "-40 all 2 0, -80 all 1 0, 0 all 4 0"; got != want ||
		w.Session.Document().Collider(1).Name != "all 3" {
		t.Errorf("the instances are %s, not %s, the shape %q", got, want, w.Session.Document().Collider(1).Name)
	}
}

// Replace previews matches in names and tags while the user types, and makes one undo step.
func TestReplaceDialog(t *testing.T) {
	w := openForTest(t, "cavern")
	var ids []level.ID
	for c := range w.Session.Document().Colliders() {
		ids = append(ids, c.ID)
	}
	for i, id := range ids {
		if err := w.Session.Rename([]level.ID{id}, fmt.Sprintf("stone %d", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	steps := w.Session.History().Done()
	open := func() (find1, with *kit.SearchField) {
		w.doForTest(t, "Edit › Find and replace…")
		find(w, func(f *kit.SearchField) bool {
			if find1 == nil {
				find1 = f
			} else {
				with = f
			}
			return false
		})
		return find1, with
	}
	tick := func(label string) {
		c, ok := find(w, func(c *kit.CheckBox) bool { return c.Text == label })
		if !ok {
			t.Fatalf("there is no check box %s", label)
		}
		c.SetChecked(!c.Checked)
	}
	what, with := open()
	what.SetText("(")
	tick("Regular expression")
	if line, ok := find(w, func(q *kit.QuietProse) bool {
		return strings.Contains(q.Segment.Text, "nvalid regular expression")
	}); !ok {
		t.Errorf("an invalid expression is not reported: %v", line)
	}
	what.SetText(`stone (\d+)`)
	with.SetText("$1. rock")
	with.OnSubmitted(with.Text)
	if got := w.shapesForTest(); !strings.HasPrefix(got, "1. rock, 2. rock") || w.Session.History().Done() != steps+1 {
		t.Errorf("names = %s", got)
	}
	w.Session.Selection().Set(ids[1])
	what, with = open()
	what.SetText("rock")
	with.SetText("X")
	pressButton(t, w, "Replace")
	if got := w.shapesForTest(); !strings.HasPrefix(got, "1. rock, 2. X, 3. rock") {
		t.Errorf("names = %s", got)
	}
	w.commands.undo()
	w.commands.undo()
	if got := w.shapesForTest(); !strings.HasPrefix(got, "stone 1, stone 2") {
		t.Errorf("names after undo = %s", got)
	}
}
