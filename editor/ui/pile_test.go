package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/panel"
)

// The canvas and the list show a limited number of overlaps, and both show how many there are.
func TestOverlapsAreLimited(t *testing.T) {
	const n = 300
	w := benchWindow(t, n, func(int) level.Vec { return level.Vec{X: 320, Y: 180} })
	drawForTest(w.Win.Canvas())
	total := w.Session.Live().Counts().Overlaps
	if total != n*(n-1)/2 {
		t.Fatalf("%d overlaps", total)
	}
	scene := w.Canvas.Scene()
	if len(scene.Contacts) != canvas.MaxContacts {
		t.Errorf("%d contacts are drawn", len(scene.Contacts))
	}
	isShown := slices.ContainsFunc(scene.Overlays, func(o overlay.Item) bool {
		l, ok := o.(overlay.Label)
		return ok && strings.Contains(l.Text, fmt.Sprintf("%d of %d contacts", canvas.MaxContacts, total))
	})
	if !isShown {
		t.Error("the canvas does not say that contacts are left out")
	}
	if len(w.side.contacts.Pairs) != panel.MaxRows || w.side.contacts.Sub.Full != fmt.Sprintf("the %d deepest of %d",
		panel.MaxRows, total) {
		t.Errorf("the panel lists %d and shows %q", len(w.side.contacts.Pairs), w.side.contacts.Sub.Full)
	}
	w.side.contacts.NextProblem()
	first := w.side.contacts.Chosen
	w.side.contacts.NextProblem()
	if second := w.side.contacts.Chosen; first != [2]level.ID{1, 2} || second != [2]level.ID{1, 3} {
		t.Errorf("first overlaps = %v, %v", first, second)
	}
	// Contacts outside the view are left out first. A view far away from the pile shows none.
	w.Canvas.Frame(collision.AABB{Min: level.Vec{X: 4000}, Max: level.Vec{X: 4640, Y: 360}})
	if got := len(w.Canvas.Scene().Contacts); got != 0 {
		t.Errorf("%d contacts are drawn where there are none", got)
	}
}

// The contacts of a pile are paused; the panel and the status bar say so. Deleting the other shapes resumes them.
func TestPausedContactsMessage(t *testing.T) {
	const n = 800
	w := benchWindow(t, n, func(int) level.Vec { return level.Vec{X: 320, Y: 180} })
	drawForTest(w.Win.Canvas())
	if w.Session.Live().TooManyPairs() == 0 {
		t.Fatal("the contacts are not paused")
	}
	if !w.side.contacts.Paused.Visible() || w.side.contacts.Empty.Visible() ||
		!strings.Contains(w.side.contacts.PausedSub.Text, "pairs") {
		t.Errorf("the panel shows %q, visible: %v", w.side.contacts.PausedSub.Text, w.side.contacts.Paused.Visible())
	}
	if s := w.status.Overlaps.Label.Text; !strings.Contains(s, "paused") {
		t.Errorf("the status bar shows %q", s)
	}
	w.Session.Selection().Set(1)
	w.Session.Selection().Invert()
	w.commands.deleteSelection()
	w.refresh(editor.Everything)
	if got := w.Session.Document().Len(); got != 1 || w.Session.Live().TooManyPairs() != 0 ||
		w.side.contacts.Paused.Visible() {
		t.Errorf("without the others there are %d colliders, %d pairs", got, w.Session.Live().TooManyPairs())
	}
}
