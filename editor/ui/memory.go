package ui

import (
	"os"
	"runtime/debug"
	"time"

	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
)

// The heap may grow by so many percent beyond what is live before it is collected. Go's usual 100 would cost as much again
// as the level itself, which hardly changes from picture to picture; and a picture makes little garbage.
const (
	usualRoom = 25
	largeRoom = 10 // of a large level
)

// memory keeps what the window takes of it small.
type memory struct {
	*dialog.Front
	stop func() // stops what gives memory back a moment after a level was opened
}

// fit gives back to the system what opening or closing a level has left, and sets how much garbage may
// gather: both once the first picture is shown, which a collection would only put off. The environment's GOGC comes first.
func (w *memory) fit() {
	if w.stop != nil {
		w.stop()
	}
	w.stop = w.Look.Later(shown, func() {
		if w.Waiting > 0 {
			w.fit() // there is another level to come
			return
		}
		room := usualRoom
		if w.Session.Document().Len() >= canvas.LargeLevel {
			room = largeRoom
		}
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(room)
		}
		w.Spawn(debug.FreeOSMemory)
		w.stop = w.Look.Later(settled, func() { // the first pictures leave something too
			w.Spawn(debug.FreeOSMemory)
			w.stop = w.Look.Later(forgotten, func() {
				w.Win.Canvas().Refresh(w.Cards) // the toolkit lets go of widgets only when it paints, which it may not do for hours
				w.stop = w.Look.Later(cleaned, func() { w.Spawn(debug.FreeOSMemory) })
			})
		})
	})
}

// How long after opening a level its first picture is shown, and how much later its other pictures and lists have been made. And
// when the toolkit has let go of the widgets of a level that was closed: it keeps what is not shown for a minute.
const (
	shown     = 400 * time.Millisecond
	settled   = 1200 * time.Millisecond
	forgotten = 75 * time.Second
	cleaned   = 15 * time.Second // after it has painted: it looks for what is old every ten
)
