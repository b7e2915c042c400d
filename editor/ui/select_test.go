package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/menu"
)

// itemForTest is the item of the menu bar at a path of labels.
func (w *Window) itemForTest(t *testing.T, path string) *menu.Command {
	t.Helper()
	labels := strings.Split(path, " › ")
	for _, m := range w.commands.menus.Bar {
		if m.Label != labels[0] {
			continue
		}
		items := m.Items
		for i, label := range labels[1:] {
			var found *menu.Command
			for _, c := range items {
				if c.Label == label {
					found = c
				}
			}
			if found == nil {
				break
			}
			if i == len(labels)-2 {
				return found
			}
			items = found.Below()
		}
	}
	t.Fatalf("there is no item %s", path)
	return nil
}

func (w *Window) doForTest(t *testing.T, path string) {
	t.Helper()
	c := w.itemForTest(t, path)
	if ok, why := c.Enabled(); !ok {
		t.Fatalf("%s cannot be done: %s", path, why)
	}
	w.commands.menus.Perform(c)
}

// Selections are saved under names that are asked for, chosen again, replaced, renamed and dropped, from the menu.
func TestSavedSelectionsFromTheMenu(t *testing.T) {
	w := openForTest(t, "cavern")
	var ids []level.ID
	for c := range w.Session.Document().Colliders() {
		ids = append(ids, c.ID)
	}
	if ok, _ := w.itemForTest(t, "Edit › Saved selections › Save the selection…").Enabled(); ok {
		t.Error("nothing can be saved as a selection")
	}
	w.Session.Selection().Set(ids[0], ids[1])
	save := func(name string) {
		w.doForTest(t, "Edit › Saved selections › Save the selection…")
		field, ok := find(w, func(f *kit.SearchField) bool { return !f.InWindow })
		if !ok {
			t.Fatal("no name is asked for")
		}
		field.SetText(name)
		field.OnSubmitted(name)
	}
	save("pair")
	w.Session.Selection().Set(ids[2])
	save("pair")
	if !w.IsModal() {
		t.Error("a name that is taken is taken again")
	}
	w.ModalKey(fyne.KeyEscape)
	w.doForTest(t, "Edit › Saved selections › pair")
	if w.Session.Selection().Len() != 2 {
		t.Errorf("%d shapes are selected", w.Session.Selection().Len())
	}
	w.Session.Selection().Set(ids[2])
	w.doForTest(t, "Edit › Saved selections › Replace by the selection › pair")
	w.Session.Selection().Clear()
	w.doForTest(t, "Edit › Saved selections › pair")
	if !w.Session.Selection().Has(ids[2]) || w.Session.Selection().Len() != 1 {
		t.Error("what was replaced is another one")
	}
	w.doForTest(t, "Edit › Saved selections › Delete › pair")
	if n := len(w.Session.Document().Settings().Selections); n != 0 {
		t.Errorf("%d are left", n)
	}
}

// Ctrl+Shift with a digit keeps the view, Ctrl with the digit comes back to it.
func TestViewsByKey(t *testing.T) {
	w := openForTest(t, "cavern")
	press := func(key fyne.KeyName, mod fyne.KeyModifier) bool {
		return w.commands.menus.Shortcut(&desktop.CustomShortcut{KeyName: key, Modifier: mod})
	}
	w.Canvas.Look(level.Vec{X: 100, Y: 50}, 2)
	for _, slot := range []fyne.KeyName{"1", "9"} {
		if !press(slot, menu.CtrlShift) {
			t.Fatalf("Ctrl+Shift+%s does nothing", slot)
		}
	}
	w.Canvas.Look(level.Vec{X: -20, Y: 7}, 0.5)
	if !press("1", menu.CtrlShift) {
		t.Fatal("it cannot be kept again")
	}
	press("9", menu.Ctrl)
	if c := w.Canvas.Camera; c.Center != (level.Vec{X: 100, Y: 50}) || c.Zoom != 2*w.Canvas.Scale {
		t.Errorf("the view is at %v, zoom %g", c.Center, c.Zoom)
	}
	press("1", menu.Ctrl)
	if c := w.Canvas.Camera; c.Center != (level.Vec{X: -20, Y: 7}) || c.Zoom != 0.5*w.Canvas.Scale {
		t.Errorf("the view is at %v, zoom %g", c.Center, c.Zoom)
	}
	press("5", menu.Ctrl)
	if got := w.status.Notice; !strings.Contains(got, "Ctrl+Shift+5") {
		t.Errorf("of a view that is not kept it says %q", got)
	}
	w.commands.undo()
	if v, _ := w.Session.Document().Settings().View(1); v.Zoom != 2 {
		t.Errorf("after undo view 1 is %v", v)
	}
	w.doForTest(t, "View › Views › Delete › View 9")
	if n := len(w.Session.Document().Settings().Views); n != 1 {
		t.Errorf("%d views are kept", n)
	}
}

// Ctrl+Enter selects all that Find has found.
func TestFindSelectsAll(t *testing.T) {
	w := openForTest(t, "cavern")
	w.commands.findCollider()
	field, ok := find(w, func(f *kit.SearchField) bool { return !f.InWindow })
	if !ok {
		t.Fatal("there is no field")
	}
	field.SetText("polygon")
	field.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl})
	want := 0
	for c := range w.Session.Document().Colliders() {
		if c.Shape.Kind == level.Polygon {
			want++
		}
	}
	if got := w.Session.Selection().Len(); got != want || want == 0 || w.IsModal() {
		t.Errorf("%d are selected, want %d", got, want)
	}
}

// Find understands the language of the outline's filter, and says what it does not know.
func TestFindTakesFilters(t *testing.T) {
	w := openForTest(t, "cavern")
	for query, matches := range map[string]func(*level.Collider) bool{
		"role:trigger": func(c *level.Collider) bool { return c.Role == level.Trigger },
		"entities -role:trigger": func(c *level.Collider) bool {
			return c.Role != level.Trigger && strings.HasSuffix(w.Session.Document().Layer(c.Layer).Name, "Entities")
		},
		"has:overlap": func(c *level.Collider) bool {
			return c.Name == "boulder" || c.Name == "log" || w.side.facts().Overlaps(c.ID)
		},
	} {
		w.commands.findCollider()
		field, ok := find(w, func(f *kit.SearchField) bool { return !f.InWindow })
		if !ok {
			t.Fatal("there is no field")
		}
		field.SetText(query)
		field.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl})
		want := 0
		for c := range w.Session.Document().Colliders() {
			if matches(c) {
				want++
			}
		}
		if got := w.Session.Selection().Len(); got != want || want == 0 || w.IsModal() {
			t.Errorf("%q selects %d, want %d", query, got, want)
		}
	}
	w.commands.findCollider()
	field, _ := find(w, func(f *kit.SearchField) bool { return !f.InWindow })
	field.SetText("rolle:trigger")
	if _, ok := find(w, func(t *fynecanvas.Text) bool { return strings.HasPrefix(t.Text, "There is no filter “rolle:”") }); !ok {
		t.Error("nothing says that there is no such filter")
	}
}

// Select same tells how many are selected.
func TestSelectSameFromTheMenu(t *testing.T) {
	w := openForTest(t, "cavern")
	for c := range w.Session.Document().Colliders() {
		w.Session.Selection().Set(c.ID)
		break
	}
	w.doForTest(t, "Edit › Select same › Layer")
	if n := w.Session.Selection().Len(); n < 2 || !strings.Contains(w.status.Notice, "selected") {
		t.Errorf("%d are selected, and it says %q", n, w.status.Notice)
	}
}
