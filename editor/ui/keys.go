package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor/tool"
)

// toolKeys are the keys that choose a tool.
func (w *Window) toolFor(key fyne.KeyName) (tool.ID, bool) {
	for _, info := range w.tools.Tools() {
		if info.Key == string(key) {
			return info.ID, true
		}
	}
	return "", false
}

// toolKey is what the tools call a key; empty where they have no use for it.
var toolKey = map[fyne.KeyName]string{
	fyne.KeyReturn: "Enter", fyne.KeyEnter: "Enter", fyne.KeyEscape: "Escape", fyne.KeyBackspace: "Backspace", fyne.KeyDelete: "Delete",
	fyne.KeyLeft: "Left", fyne.KeyRight: "Right", fyne.KeyUp: "Up", fyne.KeyDown: "Down",
}

// typedKey gets the keys that no field and no menu wanted.
func (w *Window) typedKey(e *fyne.KeyEvent) {
	mods := w.canvas.mods()
	if mods.Ctrl {
		return
	}
	if name := toolKey[e.Name]; name != "" && w.tools.Key(name, mods) {
		return
	}
	if id, ok := w.toolFor(e.Name); ok {
		w.tools.Switch(id)
		return
	}
	step := 1.0
	grid := w.session.Document().Settings().Grid.Size
	dx, dy := step, step
	if mods.Shift {
		dx, dy = grid.X, grid.Y
	}
	switch e.Name {
	case fyne.KeyLeft:
		w.fail(w.session.Nudge(-dx, 0))
	case fyne.KeyRight:
		w.fail(w.session.Nudge(dx, 0))
	case fyne.KeyUp:
		w.fail(w.session.Nudge(0, -dy))
	case fyne.KeyDown:
		w.fail(w.session.Nudge(0, dy))
	case fyne.KeyDelete, fyne.KeyBackspace:
		w.deleteSelection()
	case fyne.KeyEscape:
		w.session.Selection().Clear()
	case fyne.KeyH:
		w.flip(!mods.Shift)
	case fyne.KeyLeftBracket:
		w.fail(w.session.RotateBy(-quarterHour))
	case fyne.KeyRightBracket:
		w.fail(w.session.RotateBy(quarterHour))
	case fyne.KeyG:
		w.toggleGrid()
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

// quarterHour is the step of turning by key, in degrees.
const quarterHour = 15

// keyTable is every key, for Help.
var keyTable = [][2]string{
	{"V", "Select, move, box-select"}, {"N", "Edit nodes and the corner radius"},
	{"P  R  C  K", "Polygon, box, circle, capsule"}, {"E  T  I", "Edge chain, trigger, point"},
	{"Enter, Esc, Backspace", "Finish, cancel, drop the last point"},
	{"Ctrl+Z, Ctrl+Y", "Undo, redo"}, {"Ctrl+X C V D", "Cut, copy, paste, duplicate"}, {"Ctrl+A, Del", "Select all, delete"},
	{"Arrows, Shift+arrows", "Nudge by a pixel, by a grid cell"}, {"H, Shift+H", "Flip left to right, top to bottom"}, {"[  ]", "Turn by 15 degrees"},
	{"G, Ctrl while dragging", "Grid on or off, the other way round for this drag"},
	{"Wheel, + −", "Zoom at the pointer"}, {"Shift+wheel", "Pan sideways"}, {"Space+drag, middle drag", "Pan"},
	{"0, 1, 2", "Zoom to 100 %, to the level, to the selection"}, {"F8", "Next overlap"},
	{"Ctrl+N O S, Ctrl+Shift+S", "New, open, save, save as"}, {"Ctrl+I, Ctrl+E", "Import, export"},
	{"Click, Shift+click, Ctrl+click", "Select, add, toggle; click again for the shape below"}, {"Shift while dragging", "Keep the ratio, turn by 15 degrees"},
}
