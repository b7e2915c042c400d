package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/ui/canvas"
)

// typedKey handles keys that no field and no menu has used: the tools edit the level, the window changes the view.
func (w *Window) typedKey(e *fyne.KeyEvent) {
	mods := w.Canvas.Modifiers()
	if w.ModalKey(e.Name) || mods.Ctrl {
		return
	}
	switch {
	case w.menuKey(e.Name, mods.Shift):
		return
	case w.play.IsOn():
		w.play.Run.Typed(e.Name, mods)
		return
	case w.proposalKey(e.Name), w.wayKey(e.Name):
		return
	case !w.Tools.Busy() && w.commands.menus.Plain(e.Name, mods.Shift):
		return
	case w.windowKey(e.Name, mods.Shift):
		return
	case w.start.IsOpen():
		return
	case e.Name == fyne.KeyF2:
		w.commands.perform("Rename…")
		return
	case w.prefabKey(e.Name, mods.Shift):
		return
	case e.Name == fyne.KeyF5 && mods.Shift:
		w.play.StartHere()
		return
	case e.Name == fyne.KeyF5:
		w.play.Start()
		return
	case e.Name == fyne.KeyF && !w.Tools.Busy():
		w.play.ToggleFits()
		return
	}
	if e.Name == fyne.KeyG && !w.Tools.Busy() {
		w.commands.toggleGrid()
		return
	}
	if w.Tools.Key(string(e.Name), mods) {
		return
	}
	w.viewKey(e.Name)
}

// windowKey moves between the panels, leaves one, or opens the help, and reports whether it used the key.
func (w *Window) windowKey(name fyne.KeyName, shift bool) bool {
	switch {
	case name == fyne.KeyF6 && shift:
		w.side.nextPanel(-1)
	case name == fyne.KeyF6:
		w.side.nextPanel(1)
	case name == fyne.KeyEscape && (w.Look.StepBack() || w.side.closeDock()):
	case name == fyne.KeyEscape && w.Win.Canvas().Focused() != nil:
		w.Look.Focus()
	case name == fyne.KeyF1 && shift:
		w.ShowGuide()
	case name == fyne.KeyF1:
		w.commands.showKeys()
	default:
		return false
	}
	return true
}

// menuKey opens the menu that belongs to a key, and reports whether there is one.
func (w *Window) menuKey(name fyne.KeyName, shift bool) bool {
	switch {
	case name == fyne.KeyF10 && !shift:
		w.commands.menus.OpenMenu(0)
	case (name == fyne.KeyF10 || name == desktop.KeyMenu) && !w.play.IsOn() && !w.start.IsOpen():
		if list, ok := w.Win.Canvas().Focused().(interface{ OpenMenu() bool }); !ok || !list.OpenMenu() {
			w.commands.canvasMenu(w.Canvas.MenuPlace())
		}
	default:
		return false
	}
	if o := w.commands.menus.Open; o != nil {
		o.First()
	}
	return true
}

// prefabKey edits a prefab, or closes the one that is edited in place, and reports whether it used the key.
func (w *Window) prefabKey(name fyne.KeyName, shift bool) bool {
	switch {
	case name == fyne.KeyF4 && shift:
		w.commands.perform("Instance › Edit prefab in tab")
	case name == fyne.KeyF4:
		w.commands.perform("Instance › Edit prefab in place")
	case name == fyne.KeyEscape && w.within != nil && w.nothingToLeave():
		w.tabs.endPlace()
	default:
		return false
	}
	return true
}

// proposalKey applies or cancels the proposed change, and reports whether it used the key.
func (w *Window) proposalKey(name fyne.KeyName) bool {
	switch {
	case w.Session.Proposal() == nil:
		return false
	case name == fyne.KeyEscape:
		w.Session.Withdraw()
	case name == fyne.KeyReturn || name == fyne.KeyEnter:
		w.acceptProposal()
	default:
		return false
	}
	return true
}

// wayKey plays the picked way or hides the reachable ground, and reports whether it used the key.
func (w *tab) wayKey(name fyne.KeyName) bool {
	switch v := &w.play.Ways; {
	case !v.IsOn() || w.Tools.Busy():
		return false
	case name == fyne.KeyEscape:
		v.Hide()
	case (name == fyne.KeyReturn || name == fyne.KeyEnter) && v.CanPlay():
		v.Play()
	default:
		return false
	}
	return true
}

// viewKey handles the keys that change the view.
func (w *Window) viewKey(name fyne.KeyName) {
	switch name {
	case fyne.KeyQ: // unless the tool uses it
		if !w.Tools.Busy() && !w.play.IsOn() {
			w.commands.picking().isolate()
		}
	case fyne.Key0:
		w.Canvas.ZoomTo(1)
	case fyne.Key1:
		w.Canvas.ZoomFit()
	case fyne.Key2:
		w.Canvas.ZoomSelection()
	case fyne.KeyEqual, fyne.KeyPlus:
		w.Canvas.ZoomBy(canvas.ZoomStep * canvas.ZoomStep)
	case fyne.KeyMinus:
		w.Canvas.ZoomBy(1 / (canvas.ZoomStep * canvas.ZoomStep))
	case fyne.KeyF7:
		if !w.play.IsOn() {
			w.side.showProblems(true)
		}
	case fyne.KeyF8:
		if !w.play.IsOn() {
			w.side.nextOverlap()
		}
	}
}

// modifierKey passes a modifier that is pressed or released while the pointer rests on to the tools.
func (w *Window) modifierKey(name fyne.KeyName) {
	switch name {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight, desktop.KeyControlLeft, desktop.KeyControlRight,
		desktop.KeySuperLeft, desktop.KeySuperRight, fyne.KeyX:
		if w.Canvas.Inside {
			w.Tools.Modifiers(w.Canvas.Modifiers())
		}
	}
}

// rotateStepDegrees is the rotation of one key press, in degrees.
const rotateStepDegrees = 15
