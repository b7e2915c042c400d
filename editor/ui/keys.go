package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/ui/canvas"
)

// typedKey gets the keys that no field and no menu wanted. What changes the level is the tools' business, what changes
// the view is the window's.
func (w *Window) typedKey(e *fyne.KeyEvent) {
	mods := w.canvas.Modifiers()
	if w.modalKey(e.Name) || mods.Ctrl {
		return
	}
	switch {
	case e.Name == fyne.KeyF10 && !mods.Shift:
		w.commands.menus.openMenu(0)
		w.commands.menus.open.first()
		return
	case e.Name == fyne.KeyF10 && !w.play.isOn() && !w.start.isOpen(), e.Name == desktop.KeyMenu && !w.play.isOn() && !w.start.isOpen():
		w.commands.canvasMenu(w.canvas.MenuPlace())
		w.commands.menus.open.first()
		return
	case w.play.isOn():
		w.play.run.typed(e.Name, mods)
		return
	case e.Name == fyne.KeyF6 && mods.Shift:
		w.side.nextPanel(-1)
		return
	case e.Name == fyne.KeyF6:
		w.side.nextPanel(1)
		return
	case e.Name == fyne.KeyEscape && w.side.inspector.stepBack():
		return
	case e.Name == fyne.KeyEscape && w.win.Canvas().Focused() != nil:
		w.look.Focus()
		return
	case e.Name == fyne.KeyF1 && mods.Shift:
		w.showGuide()
		return
	case e.Name == fyne.KeyF1:
		w.commands.showKeys()
		return
	case w.start.isOpen():
		return
	case e.Name == fyne.KeyF5 && mods.Shift:
		w.play.startPlayHere()
		return
	case e.Name == fyne.KeyF5:
		w.play.startPlay()
		return
	case e.Name == fyne.KeyF && !w.tools.Busy():
		w.play.toggleFits()
		return
	}
	if e.Name == fyne.KeyG && !w.tools.Busy() {
		w.commands.toggleGrid()
		return
	}
	if w.tools.Key(string(e.Name), mods) {
		return
	}
	w.viewKey(e.Name)
}

// viewKey is what a key does to the view.
func (w *Window) viewKey(name fyne.KeyName) {
	switch name {
	case fyne.Key0:
		w.canvas.ZoomTo(1)
	case fyne.Key1:
		w.canvas.ZoomFit()
	case fyne.Key2:
		w.canvas.ZoomSelection()
	case fyne.KeyEqual, fyne.KeyPlus:
		w.canvas.ZoomBy(canvas.ZoomStep * canvas.ZoomStep)
	case fyne.KeyMinus:
		w.canvas.ZoomBy(1 / (canvas.ZoomStep * canvas.ZoomStep))
	case fyne.KeyF8:
		if !w.play.isOn() {
			w.side.nextOverlap()
		}
	}
}

// modifierKey tells the tools of a modifier that is pressed or let go while the pointer rests.
func (w *Window) modifierKey(name fyne.KeyName) {
	switch name {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight, desktop.KeyControlLeft, desktop.KeyControlRight, desktop.KeySuperLeft, desktop.KeySuperRight:
		if w.canvas.Inside {
			w.tools.Modifiers(w.canvas.Modifiers())
		}
	}
}

// rotateStepDegrees is the step of turning by key, in degrees.
const rotateStepDegrees = 15
