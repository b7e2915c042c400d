package tool

import "fillet/editor/pointer"

// What the pointer does, see package pointer.
type (
	Event     = pointer.Event
	EventKind = pointer.EventKind
	Button    = pointer.Button
	Mods      = pointer.Mods
	Cursor    = pointer.Cursor
)

// The kinds of events, and the buttons.
const (
	Down      = pointer.Down
	Move      = pointer.Move
	Up        = pointer.Up
	Leave     = pointer.Leave
	Primary   = pointer.Primary
	Secondary = pointer.Secondary
)

// The cursors.
const (
	CursorDefault    = pointer.CursorDefault
	CursorCrosshair  = pointer.CursorCrosshair
	CursorMove       = pointer.CursorMove
	CursorResizeNS   = pointer.CursorResizeNS
	CursorResizeEW   = pointer.CursorResizeEW
	CursorResizeNESW = pointer.CursorResizeNESW
	CursorResizeNWSE = pointer.CursorResizeNWSE
	CursorRotate     = pointer.CursorRotate
	CursorGrab       = pointer.CursorGrab
	CursorGrabbing   = pointer.CursorGrabbing
	CursorText       = pointer.CursorText
)
