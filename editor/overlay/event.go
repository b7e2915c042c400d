package overlay

import (
	"fmt"

	"fillet/editor/level"
)

// EventKind is the kind of a pointer event.
type EventKind uint8

// The kinds of pointer events.
const (
	Down  EventKind = iota // a button was pressed
	Move                   // the pointer moved, or the modifiers changed
	Up                     // a button was released
	Leave                  // the pointer left the canvas
)

// Button is a pointer button.
type Button uint8

// The buttons.
const (
	Primary Button = iota
	Secondary
)

// Mods holds the modifier keys that were down.
type Mods struct {
	Shift bool // constrains a drag: one axis, the ratio of a size, steps of an angle
	Ctrl  bool // turns snapping off during a drag, or on if it is off
	Alt   bool // copies what a drag moves; draws and scales from the middle
	Solid bool // X: a drag stops at obstacles
}

// Event is a pointer event.
type Event struct {
	Kind   EventKind
	Pos    level.Vec // in level space
	Button Button
	Mods   Mods
	Clicks int // for Down: 2 for the second press of a double click, otherwise 1; 0 counts as 1
}

// Cursor is a pointer shape.
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
	CursorGrab     // over something that can be grabbed
	CursorGrabbing // while something is held
	CursorText
)

func (e Event) String() string {
	return fmt.Sprintf("pointer event %d, button %d, click %d, at (%g, %g), modifiers %+v", e.Kind, e.Button, e.Clicks,
		e.Pos.X, e.Pos.Y, e.Mods)
}
