package ui

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"fillet/editor/ui/kit"
)

// The history opens by its key with the keys in its list; a row that is chosen is where the level then is.
func TestHistoryIsJumpedIn(t *testing.T) {
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
		t.Fatal("the history is open")
	}
	w.commands.menus.Shortcut(key)
	list := w.history.List
	if w.history.Content.Hidden || w.Win.Canvas().Focused() != list || list.Length() != 6 {
		t.Fatalf("it is hidden: %v, has %d rows", w.history.Content.Hidden, list.Length())
	}
	for _, n := range []int{2, 5, 0, 3} {
		list.Highlight(n)
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if place() != places[n] || w.Session.History().Done() != n {
			t.Errorf("after row %d the level is at %s, want %s", n, place(), places[n])
		}
	}
	w.commands.setTheme(kit.ModeLight)
	if w.history.Content.Hidden {
		t.Error("another theme closes the history")
	}
	if err := w.Session.Nudge(0, 1); err != nil { // what was undone is gone
		t.Fatal(err)
	}
	w.catchUp()
	if n := w.history.List.Length(); n != 5 {
		t.Errorf("it has %d rows", n)
	}
	test.LaidOutObjects(w.history.Content)
	w.commands.menus.Shortcut(key)
	if !w.history.Content.Hidden || w.Win.Canvas().Focused() != nil {
		t.Error("the key does not close it")
	}
}
