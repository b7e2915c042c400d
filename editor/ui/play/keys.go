package play

import (
	"fyne.io/fyne/v2"

	"fillet/editor/tool"
)

// Hold notes a key of the character's that goes down.
func (p *Player) Hold(name fyne.KeyName) {
	if !p.w.IsModal() {
		p.key(name, true)
	}
}

// Release notes one that is let go.
func (p *Player) Release(name fyne.KeyName) { p.key(name, false) }

func (p *Player) key(name fyne.KeyName, down bool) {
	switch name {
	case fyne.KeyLeft:
		p.Held.left = down
	case fyne.KeyRight:
		p.Held.right = down
	case fyne.KeyUp:
		p.Held.up = down
	case fyne.KeyDown:
		p.Held.down = down
	case fyne.KeySpace:
		p.Held.jump = down
	}
}

// Typed is what a key does to the playtest.
func (p *Player) Typed(name fyne.KeyName, mods tool.Mods) {
	w := p.w
	switch name {
	case fyne.KeyEscape:
		w.Leave()
	case fyne.KeyF5:
		if mods.Shift {
			w.StartHere()
		} else {
			w.Start()
		}
	case fyne.KeyP:
		p.Pause()
	case fyne.KeyO:
		p.StepOnce()
	case fyne.KeyR:
		p.Restart()
	case fyne.KeyS:
		p.Slow()
	case fyne.KeyI:
		p.Reverse()
	case fyne.KeyL:
		p.ReplayRun()
	case fyne.KeyC:
		p.toggle(&w.Shows.Follow)
	case fyne.KeyT:
		p.toggle(&w.Shows.Path)
	case fyne.KeyJ:
		p.toggle(&w.Shows.Reach)
	case fyne.KeyK:
		p.toggle(&w.Shows.Contacts)
	case fyne.KeyF:
		w.ToggleFits()
	default:
		w.OtherKey(&fyne.KeyEvent{Name: name})
	}
}

// Pointer implements Run: it grabs a body, and lets it go.
func (p *Player) Pointer(kind tool.EventKind, button tool.Button) {
	if button != tool.Primary {
		return
	}
	switch kind {
	case tool.Down:
		c := p.w.Canvas
		p.grab = p.Run.BodyAt(c.ToLevel(c.Pointer))
	case tool.Up:
		p.grab = 0
	}
}

// Cursor implements Run: it says what the pointer can do.
func (p *Player) Cursor() tool.Cursor {
	c := p.w.Canvas
	switch {
	case p.grab != 0:
		return tool.CursorGrabbing
	case p.Tape == nil && p.Run.BodyAt(c.ToLevel(c.Pointer)) != 0:
		return tool.CursorGrab
	}
	return tool.CursorDefault
}
