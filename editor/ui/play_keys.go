package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor/tool"
)

// keyDown notes a key of the character's that goes down.
func (p *player) keyDown(name fyne.KeyName) {
	if !p.w.isModal() {
		p.key(name, true)
	}
}

// keyUp notes one that is let go.
func (p *player) keyUp(name fyne.KeyName) { p.key(name, false) }

func (p *player) key(name fyne.KeyName, down bool) {
	switch name {
	case fyne.KeyLeft:
		p.held.left = down
	case fyne.KeyRight:
		p.held.right = down
	case fyne.KeyUp:
		p.held.up = down
	case fyne.KeyDown:
		p.held.down = down
	case fyne.KeySpace:
		p.held.jump = down
	}
}

// typed is what a key does to the playtest.
func (p *player) typed(name fyne.KeyName, mods tool.Mods) {
	w := p.w
	switch name {
	case fyne.KeyEscape:
		w.leavePlay()
	case fyne.KeyF5:
		if mods.Shift {
			w.startPlayHere()
		} else {
			w.startPlay()
		}
	case fyne.KeyP:
		p.pause()
	case fyne.KeyO:
		p.stepOnce()
	case fyne.KeyR:
		p.restart()
	case fyne.KeyS:
		p.slow()
	case fyne.KeyI:
		p.reverse()
	case fyne.KeyL:
		p.replayRun()
	case fyne.KeyC:
		p.toggle(&w.show.follow)
	case fyne.KeyT:
		p.toggle(&w.show.path)
	case fyne.KeyJ:
		p.toggle(&w.show.reach)
	case fyne.KeyK:
		p.toggle(&w.show.contacts)
	case fyne.KeyF:
		w.toggleFits()
	default:
		w.otherKey(&fyne.KeyEvent{Name: name})
	}
}

// Pointer implements Run: it grabs a body, and lets it go.
func (p *player) Pointer(kind tool.EventKind, button tool.Button) {
	if button != tool.Primary {
		return
	}
	switch kind {
	case tool.Down:
		c := p.w.canvas
		p.grab = p.run.BodyAt(c.ToLevel(c.Pointer))
	case tool.Up:
		p.grab = 0
	}
}

// Cursor implements Run: it says what the pointer can do.
func (p *player) Cursor() tool.Cursor {
	c := p.w.canvas
	switch {
	case p.grab != 0:
		return tool.CursorGrabbing
	case p.tape == nil && p.run.BodyAt(c.ToLevel(c.Pointer)) != 0:
		return tool.CursorGrab
	}
	return tool.CursorDefault
}
