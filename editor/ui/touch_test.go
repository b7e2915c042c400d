package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/tool"
)

// TestFinger moves the view with a finger, unless it draws or is on what is selected.
func TestFinger(t *testing.T) {
	h := newHand(t)
	h.box()
	w := h.w
	on := func(dx, dy float32) fyne.Position {
		box, _ := w.Session.Selection().Bounds()
		px := w.Canvas.Camera.ToScreen(box.Center())
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.Canvas)
		return at.AddXY(float32(px.X/w.Canvas.Scale)+dx, float32(px.Y/w.Canvas.Scale)+dy)
	}
	shape := on(0, 0)
	empty := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.Canvas).AddXY(30, w.Canvas.Size().Height-20)
	check := func(what string, at fyne.Position, want FingerDrag) {
		t.Helper()
		if got := w.Finger(at); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	w.Tools.Switch(tool.Select)
	check("on the selected shape", shape, FingerEdits)
	check("on empty ground", empty, FingerPans)
	check("on a panel", fyne.NewPos(5, 300), FingerElsewhere)
	w.Session.Selection().Clear()
	check("on another shape", shape, FingerPans)
	w.Tools.Switch(tool.Box)
	check("while drawing", empty, FingerEdits)
	w.ShowStart()
	check("on the start page", empty, FingerElsewhere)
}
