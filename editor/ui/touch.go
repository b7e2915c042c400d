package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor/tool"
)

// FingerDrag is an effect of the drag of a finger.
type FingerDrag string

const (
	// FingerEdits edits the level, as the primary button does.
	FingerEdits FingerDrag = "edit"
	// FingerPans moves the view.
	FingerPans FingerDrag = "pan"
	// FingerElsewhere is not on the canvas.
	FingerElsewhere FingerDrag = ""
)

// Finger returns what a drag does that begins at a position of the window.
func (w *Window) Finger(at fyne.Position) FingerDrag {
	isOn := func(o fyne.CanvasObject) bool {
		p, size := at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(o)), o.Size()
		return o.Visible() && p.X >= 0 && p.Y >= 0 && p.X < size.Width && p.Y < size.Height
	}
	switch {
	case w.IsModal() || w.start.IsOpen() || !isOn(w.Canvas):
		return FingerElsewhere
	case w.play.IsOn() || isOn(w.minimap) || tool.Grabs(w.Tools, w.Canvas.LevelNear(at)):
		return FingerEdits
	}
	return FingerPans
}

// Types reports whether a text field has the focus, so that a touch screen needs a keyboard.
func (w *Window) Types() bool {
	_, ok := w.Win.Canvas().Focused().(interface{ SelectedText() string })
	return ok
}
