package ui

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// Ctrl+C copies the measurement if the measure tool has one, otherwise the selected shapes.
func TestMeasureIsCopied(t *testing.T) {
	w := newWindow(t)
	w.docs.NewLevel()
	w.setStart(false)
	click := func(x, y float64) {
		for _, k := range []tool.EventKind{tool.Move, tool.Down, tool.Up} {
			w.Tools.Pointer(tool.Event{Kind: k, Pos: level.Vec{X: x, Y: y}})
		}
	}
	w.Session.SetSnapping(editor.SnapSettings{})
	copies := w.commands.menus.Command("Copy")
	w.Tools.Switch(tool.Measure)
	if ok, _ := copies.Enabled(); ok {
		t.Error("copying is available although nothing was measured")
	}
	click(-500, -500)
	click(-470, -460)
	if ok, why := copies.Enabled(); !ok {
		t.Errorf("the measurement cannot be copied: %s", why)
	}
	copies.Do()
	if got, want := w.App.Clipboard().Content(), "50 px, dx 30, dy 40"; got != want {
		t.Errorf("copied %q, want %q", got, want)
	}
	w.Tools.Switch(tool.Select)
	if ok, _ := copies.Enabled(); ok {
		t.Error("with a different tool copying is available although nothing is selected")
	}
}
