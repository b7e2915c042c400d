package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// typedKey handles keys that neither a field nor a menu has used. Tools edit the level; the window changes the view.
func (w *Window) typedKey(e *fyne.KeyEvent) {
	mods := w.Canvas.Modifiers()
	if w.ModalKey(e.Name) || mods.Ctrl {
		return
	}
	c, isChanged := w.commands.menus.Plain(e.Name, mods.Shift)
	busy := w.Tools.Busy()
	switch {
	case w.menuKey(e.Name, mods.Shift):
	case w.play.IsOn():
		w.play.Run.Typed(e.Name, mods)
	case w.proposalKey(e.Name), w.wayKey(e.Name):
	case isChanged && !busy:
		if c != nil {
			w.commands.menus.Perform(c)
		}
	case w.windowKey(e.Name, mods.Shift), !w.start.IsOpen() && w.Tools.Key(string(e.Name), mods):
	case c != nil && (!busy || c.IsIn("View")): // drawing continues in another view
		w.commands.menus.Perform(c)
	}
}

// windowKey moves between the panels, or leaves a panel or the prefab that is edited in place. It reports whether it
// used the key.
func (w *Window) windowKey(name fyne.KeyName, shift bool) bool {
	switch {
	case name == fyne.KeyF6 && shift:
		w.side.nextPanel(-1)
	case name == fyne.KeyF6:
		w.side.nextPanel(1)
	case name == fyne.KeyEscape && (w.Look.StepBack() || !w.start.IsOpen() && w.modes.closeLast()):
	case name == fyne.KeyEscape && w.Win.Canvas().Focused() != nil:
		w.Look.Focus()
	case name == fyne.KeyEscape && !w.start.IsOpen() && w.within != nil && w.nothingToLeave():
		w.tabs.endPlace()
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

// proposalKey applies the proposed change, and reports whether it used the key.
func (w *Window) proposalKey(name fyne.KeyName) bool {
	if w.Session.Proposal() == nil || name != fyne.KeyReturn && name != fyne.KeyEnter {
		return false
	}
	w.acceptProposal()
	return true
}

// wayKey plays the picked way, and reports whether it used the key.
func (w *tab) wayKey(name fyne.KeyName) bool {
	v := &w.play.Ways
	if !v.IsOn() || w.Tools.Busy() || name != fyne.KeyReturn && name != fyne.KeyEnter || !v.CanPlay() {
		return false
	}
	v.Play()
	return true
}

// modifierKey passes a modifier key that is pressed or released while the pointer rests on to the tools.
func (w *Window) modifierKey(name fyne.KeyName) {
	switch name {
	case desktop.KeyShiftLeft, desktop.KeyShiftRight, desktop.KeyControlLeft, desktop.KeyControlRight,
		desktop.KeySuperLeft, desktop.KeySuperRight, desktop.KeyAltLeft, desktop.KeyAltRight, fyne.KeyX:
		if w.Canvas.Inside {
			w.Tools.Modifiers(w.Canvas.Modifiers())
		}
	}
}

// lonelyAlt is a press of Alt over the canvas without any other key or button. An Alt+drag that the window manager uses
// to move the window looks like that to the program.
type lonelyAlt struct{ since time.Time }

// press handles a pressed key.
func (a *lonelyAlt) press(key fyne.KeyName, overCanvas bool) {
	*a = lonelyAlt{}
	if overCanvas && isAlt(key) {
		a.since = time.Now()
	}
}

func isAlt(key fyne.KeyName) bool { return key == desktop.KeyAltLeft || key == desktop.KeyAltRight }

// release handles a released key. It reports whether Alt was held alone for as long as a drag takes.
func (a *lonelyAlt) release(key fyne.KeyName) bool {
	const drag = 400 * time.Millisecond
	isLong := !a.since.IsZero() && time.Since(a.since) > drag
	*a = lonelyAlt{}
	return isLong && isAlt(key)
}

// rotateStepDegrees is the rotation of one key press, in degrees.
const rotateStepDegrees = 15
