package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/render"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// The view options are stored for the next window.
func TestViewSwitchesAreKept(t *testing.T) {
	w := newWindow(t)
	for _, label := range []string{"Convex pieces", "Normals", "Broad-phase tree"} {
		w.commands.menus.Perform(w.commandForTest(t, label))
	}
	again := canvas.New(w.Session, w.Tools, w.Look, func(do func()) { do() }, func(error) {})
	canvas.LoadSwitches(w.App.Preferences(), again.Switches())
	if want := (render.Show{ContactPoints: true, Labels: true, Pieces: true}); again.Shows.ContactPoints !=
		want.ContactPoints ||
		again.Shows.Normals || !again.Shows.Pieces || !again.Shows.Labels || again.Shows.Bounds || !again.ShowTree {
		t.Errorf("the next window shows %+v, tree %v", again.Shows, again.ShowTree)
	}
}

// A key held over the canvas counts as released when a field gains the focus, because only the field then gets key
// releases.
func TestHeldKeysEndAtAField(t *testing.T) {
	w := messyWindow(t)
	w.Session.Selection().Set(5)
	w.Canvas.Hold(fyne.KeyX, true)
	w.Canvas.Hold(fyne.KeySpace, true)
	if !w.Canvas.Modifiers().Solid {
		t.Fatal("X is held but drags are not solid")
	}
	isField := false
	for range 100 {
		if _, isField = w.Win.Canvas().Focused().(*kit.Field); isField {
			break
		}
		w.Win.Canvas().FocusNext()
	}
	if !isField {
		t.Fatal("no field takes the focus")
	}
	if w.Look.Focus(); w.Canvas.Modifiers().Solid || w.Canvas.SpaceDown {
		t.Error("X or Space still counts as held")
	}
}
