package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// typedKey gets the keys that no field and no menu wanted. What changes the level is the tools' business, what changes
// the view is the window's.
func (w *Window) typedKey(e *fyne.KeyEvent) {
	mods := w.canvas.mods()
	if w.modalKey(e.Name) || mods.Ctrl {
		return
	}
	if e.Name == fyne.KeyG && !w.tools.Busy() {
		w.toggleGrid()
		return
	}
	if w.tools.Key(string(e.Name), mods) {
		return
	}
	switch e.Name {
	case fyne.Key0:
		w.canvas.zoomTo(1)
	case fyne.Key1:
		w.canvas.zoomFit()
	case fyne.Key2:
		w.canvas.zoomSelection()
	case fyne.KeyEqual, fyne.KeyPlus:
		w.canvas.zoomBy(zoomStep * zoomStep)
	case fyne.KeyMinus:
		w.canvas.zoomBy(1 / (zoomStep * zoomStep))
	case fyne.KeyF8:
		w.contacts.nextProblem()
	case fyne.KeyF1:
		w.showKeys()
	}
}

// modifierKey tells the tools of a modifier that is pressed or let go while the pointer rests.
func (w *Window) modifierKey(name fyne.KeyName) {
	switch name {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight, desktop.KeyControlLeft, desktop.KeyControlRight, desktop.KeySuperLeft, desktop.KeySuperRight:
		if w.canvas.inside {
			w.tools.Modifiers(w.canvas.mods())
		}
	}
}

// quarterHour is the step of turning by key, in degrees.
const quarterHour = 15

// keyTable is every key, for Help.
var keyTable = [][2]string{
	{"V", "Select, move, box-select"},
	{"N", "Edit nodes and the corner radius"},
	{"P  R  C  K", "Polygon, box, circle, capsule"},
	{"E  T  I", "Edge chain, trigger, point"},
	{"Enter, Esc, Backspace", "Finish, cancel, drop the last point"},
	{"Ctrl+Z, Ctrl+Y", "Undo, redo"},
	{"Ctrl+X C V D", "Cut, copy, paste, duplicate"},
	{"Ctrl+A, Del", "Select all, delete"},
	{"Arrows, Shift+arrows", "Nudge by a pixel, by a grid cell"},
	{"H, Shift+H", "Flip left to right, top to bottom"},
	{"[  ]", "Turn by 15 degrees"},
	{"G, Ctrl while dragging", "Grid on or off, the other way round for this drag"},
	{"Wheel, + −", "Zoom at the pointer"},
	{"Shift+wheel", "Pan sideways"},
	{"Space+drag, middle drag", "Pan"},
	{"0, 1, 2", "Zoom to 100 %, to the level, to the selection"},
	{"F8", "Next overlap"},
	{"Ctrl+N O S, Ctrl+Shift+S", "New, open, save, save as"},
	{"Ctrl+I, Ctrl+E", "Import, export (again repeats)"},
	{"Ctrl+F, Ctrl+Shift+P", "Find a collider, find a command"},
	{"Ctrl+W, Ctrl+Q", "Close the level, quit"},
	{"Click, Shift+click, Ctrl+click", "Select, add, toggle; click again for the shape below"},
	{"Shift while dragging", "Keep the ratio, turn by 15 degrees"},
}
