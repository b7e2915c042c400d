package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// itemForTest returns the menu item at a path of labels.
func (w *Window) itemForTest(t *testing.T, path string) *kit.Command {
	t.Helper()
	labels := strings.Split(path, " › ")
	for _, m := range w.commands.menus.Bar {
		if m.Label != labels[0] {
			continue
		}
		items := m.Items
		for i, label := range labels[1:] {
			var found *kit.Command
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
		t.Fatalf("%s is unavailable: %s", path, why)
	}
	w.commands.menus.Perform(c)
}

// Ctrl+Enter selects everything that Find found.
func TestFindSelectsAll(t *testing.T) {
	w := openForTest(t, "cavern")
	w.commands.findCollider()
	field, ok := find(w, func(f *kit.SearchField) bool { return !f.InWindow })
	if !ok {
		t.Fatal("no search field is open")
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
		t.Errorf("selected %d, want %d", got, want)
	}
}

// Find accepts the outline's filter syntax and reports unknown terms.
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
			t.Fatal("no search field is open")
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
			t.Errorf("shapes selected by %q = %d, want %d", query, got, want)
		}
	}
	w.commands.findCollider()
	field, _ := find(w, func(f *kit.SearchField) bool { return !f.InWindow })
	field.SetText("rolle:trigger")
	if _, ok := find(w, func(t *fynecanvas.Text) bool {
		return strings.Contains(t.Text, "nknown filter “rolle:”")
	}); !ok {
		t.Error("an unknown filter is not reported")
	}
}

// Select same reports how many shapes it selected.
func TestSelectSameFromTheMenu(t *testing.T) {
	w := openForTest(t, "cavern")
	for c := range w.Session.Document().Colliders() {
		w.Session.Selection().Set(c.ID)
		break
	}
	w.doForTest(t, "Edit › Select same › Layer")
	if n := w.Session.Selection().Len(); n < 2 || !strings.Contains(w.status.Notice, "selected") {
		t.Errorf("%d are selected, and the notice is %q", n, w.status.Notice)
	}
}
