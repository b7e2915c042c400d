// Package hosted has what a tool of a package of its own and the palette that it is in know of each other, so that neither needs the
// other. Package tool is the palette, pictures and moving have such tools.
package hosted

import (
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Tool is one that a palette has.
type Tool interface {
	Press(e overlay.Event) Drag // begins a drag of what is pressed; nil: there is nothing to drag
	Key(name string, m overlay.Mods) bool
	Escape() bool
	Show(v *View)
	Strip() *overlay.Strip
}

// Host is the palette that the tool is in.
type Host interface {
	IsActive() bool
	Take()  // makes the tool the active one
	Leave() // makes selecting the active one
	Renew() // what the tool shows is another one

	Unit() float64  // level pixels to a unit of the screen
	Reach() float64 // how far a press hits, in level pixels
	Last() overlay.Event
	Inside() bool // the pointer is over the canvas
	Busy() bool   // a drag is under way

	Act(do func())  // makes all that do does one action
	Fail(err error) // keeps the error of a command to be shown; nil: there is none any more
	Apply(g *editor.Gesture, d level.Diff)
	Nudge(do func() error) // soon after another one it is the same step
	Step(name string, m overlay.Mods) (dx, dy float64)
}

// Drag is what one drag of the primary button does.
type Drag interface {
	Drag(e overlay.Event) // the pointer is here now
	Drop()                // the button was let go
	Cancel()
	Show(v *View)
}

// View is what the tool shows.
type View struct {
	Overlays []overlay.Item
	Cursor   overlay.Cursor
	Hint     string
}

// Add adds to what is drawn.
func (v *View) Add(o ...overlay.Item) { v.Overlays = append(v.Overlays, o...) }
