package ui

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"fillet/editor/ui/kit"
)

// The history opens by its key and gets the focus. Choosing a row moves the level to the row's step.
func TestHistoryJump(t *testing.T) {
	w := openForTest(t, "cavern")
	key := &desktop.CustomShortcut{KeyName: fyne.KeyH, Modifier: kit.CtrlShift}
	w.Session.Selection().All()
	places := []string{}
	place := func() string {
		for c := range w.Session.Document().Colliders() {
			return fmt.Sprint(c.Position, c.Name)
		}
		return ""
	}
	places = append(places, place())
	for i := range 5 {
		if err := w.Session.Nudge(float64(i+1), 0); err != nil {
			t.Fatal(err)
		}
		places = append(places, place())
	}
	if !w.history.Content.Hidden {
		t.Fatal("the history is open at the start")
	}
	w.commands.menus.Shortcut(key)
	list := w.history.List
	if w.history.Content.Hidden || w.Win.Canvas().Focused() != list || list.Length() != 6 {
		t.Fatalf("hidden: %v, %d rows", w.history.Content.Hidden, list.Length())
	}
	for _, n := range []int{2, 5, 0, 3} {
		list.Highlight(n)
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if place() != places[n] || w.Session.History().Done() != n {
			t.Errorf("box after row %d at %s, want %s", n, place(), places[n])
		}
	}
	w.commands.setTheme(kit.ModeLight)
	if w.history.Content.Hidden {
		t.Error("another theme closes the history")
	}
	if err := w.Session.Nudge(0, 1); err != nil { // drops the undone steps
		t.Fatal(err)
	}
	w.catchUp()
	if n := w.history.List.Length(); n != 5 {
		t.Errorf("the history has %d rows", n)
	}
	test.LaidOutObjects(w.history.Content)
	w.commands.menus.Shortcut(key)
	if !w.history.Content.Hidden || w.Win.Canvas().Focused() != nil {
		t.Error("the key does not close it")
	}
}
