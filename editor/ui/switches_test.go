package ui

import (
	"testing"

	"fillet/editor/render"
	"fillet/editor/ui/canvas"
)

// What the canvas shows is the same after the window was closed and opened again.
func TestViewSwitchesAreKept(t *testing.T) {
	w := newWindow(t)
	for _, label := range []string{"Convex pieces", "Normals", "Broad-phase tree"} {
		w.commands.menus.Perform(w.commandForTest(t, label))
	}
	again := canvas.New(w.Session, w.Tools, w.Look, func(do func()) { do() }, func(error) {})
	again.LoadSwitches(w.App.Preferences())
	if want := (render.Show{ContactPoints: true, Labels: true, Pieces: true}); again.Shows.ContactPoints != want.ContactPoints ||
		again.Shows.Normals || !again.Shows.Pieces || !again.Shows.Labels || again.Shows.Bounds || !again.ShowTree {
		t.Errorf("it shows %+v, tree %v", again.Shows, again.ShowTree)
	}
}
