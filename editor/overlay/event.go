package overlay

import (
	"fmt"

	"fillet/editor/level"
)

// EventKind is what the pointer did.
type EventKind uint8

// What the pointer does.
const (
	Down  EventKind = iota // a button was pressed
	Move                   // the pointer moved, or a modifier was pressed or let go
	Up                     // the button was let go
	Leave                  // the pointer left the canvas
)

// Button is a pointer button.
type Button uint8

// The buttons.
const (
	Primary Button = iota
	Secondary
)

// Mods are the modifier keys that were down.
type Mods struct {
	Shift, Ctrl bool
	Solid       bool // X, while something is dragged
}

// Event is one thing that the pointer did.
type Event struct {
	Kind   EventKind
	Pos    level.Vec // in level space
	Button Button
	Mods   Mods
	Clicks int // for Down: 2 for the second press of a double click, else 1; 0 counts as 1
}

// Cursor is what the pointer should look like.
type Cursor uint8

// The cursors.
const (
	CursorDefault Cursor = iota
	CursorCrosshair
	CursorMove
	CursorResizeNS
	CursorResizeEW
	CursorResizeNESW
	CursorResizeNWSE
	CursorRotate
	CursorGrab     // something that can be taken hold of
	CursorGrabbing // and what is held
	CursorText
)

func (e Event) String() string {
	return fmt.Sprintf("pointer event %d, button %d, click %d, at (%g, %g), modifiers %+v", e.Kind, e.Button, e.Clicks, e.Pos.X, e.Pos.Y, e.Mods)
}
