package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"fillet/editor/ui/kit"
)

// topButton returns the button in the row of the tabs with a label.
func (w *Window) topButton(t *testing.T, label string) *kit.IconButton {
	t.Helper()
	var found *kit.IconButton
	eachObject(w.tabs.bar, func(o fyne.CanvasObject) {
		if b, ok := o.(*kit.IconButton); ok && b.AccessibilityLabel() == label {
			found = b
		}
	})
	if found == nil {
		t.Fatalf("no button beside the tabs is called %q", label)
	}
	return found
}

// Undo, Redo, Play and Export are buttons beside the tabs.
func TestTopBarHasWhatIsUsedMost(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	if !w.topButton(t, "Undo").IsOff || !w.topButton(t, "Redo").IsOff {
		t.Error("a new level has steps to undo or redo")
	}
	drawCircle(t, w)
	w.catchUp()
	test.Tap(w.topButton(t, "Undo: Draw circle 1"))
	w.catchUp()
	if n := w.Session.Document().Len(); n != 0 {
		t.Errorf("the level has %d shapes after Undo", n)
	}
	test.Tap(w.topButton(t, "Redo: Draw circle 1"))
	w.catchUp()
	if n := w.Session.Document().Len(); n != 1 {
		t.Errorf("the level has %d shapes after Redo", n)
	}
	test.Tap(w.topButton(t, "Playtest"))
	if stop := w.topButton(t, "Stop playtest"); !w.play.IsOn() || !stop.IsOn {
		t.Errorf("the button shows a playtest: %v, one runs: %v", stop.IsOn, w.play.IsOn())
	} else {
		test.Tap(stop)
	}
	if w.play.IsOn() || w.topButton(t, "Playtest").IsOn {
		t.Error("the button does not stop the playtest")
	}
	test.Tap(w.topButton(t, "Export"))
	if !w.IsModal() {
		t.Error("Export opens nothing")
	}
	w.ModalKey(fyne.KeyEscape)
}

// The buttons beside the tabs stay in the window, and the tabs leave room for them.
func TestTopBarKeepsItsRoom(t *testing.T) {
	w := newWindow(t)
	openAll(w, levelFiles(t, 12))
	for _, size := range []fyne.Size{{Width: 1440, Height: 900}, {Width: 720, Height: 480}} {
		w.Win.Resize(size)
		drawForTest(w.Win.Canvas())
		place := fyne.CurrentApp().Driver().AbsolutePositionForObject
		before := float32(0)
		for _, label := range []string{"All open levels", "Undo", "Redo", "Playtest", "Export"} {
			b := w.topButton(t, label)
			if x := place(b).X; x < before || x+b.Size().Width > size.Width {
				t.Errorf("%v: %s is at %v, after %v", size, label, x, before)
			}
			before = place(b).X + b.Size().Width
		}
	}
}
