package tool

import "fillet/editor/overlay"

// Aliases of the pointer's types in package overlay.
type (
	Event     = overlay.Event
	EventKind = overlay.EventKind
	Button    = overlay.Button
	Mods      = overlay.Mods
	Cursor    = overlay.Cursor
)

// The kinds of events and the buttons.
const (
	Down      = overlay.Down
	Move      = overlay.Move
	Up        = overlay.Up
	Leave     = overlay.Leave
	Primary   = overlay.Primary
	Secondary = overlay.Secondary
)

// The cursors.
const (
	CursorDefault    = overlay.CursorDefault
	CursorCrosshair  = overlay.CursorCrosshair
	CursorMove       = overlay.CursorMove
	CursorResizeNS   = overlay.CursorResizeNS
	CursorResizeEW   = overlay.CursorResizeEW
	CursorResizeNESW = overlay.CursorResizeNESW
	CursorResizeNWSE = overlay.CursorResizeNWSE
	CursorRotate     = overlay.CursorRotate
	CursorGrab       = overlay.CursorGrab
	CursorGrabbing   = overlay.CursorGrabbing
	CursorText       = overlay.CursorText
)
