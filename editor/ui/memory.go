package ui

import (
	"os"
	"runtime/debug"
	"time"

	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
)

// Garbage collection targets, in percent of the live heap. Go's default of 100 would double the memory of a level,
// although a level hardly changes between frames and a frame makes little garbage.
const (
	usualRoom = 25
	largeRoom = 10 // for a large level
)

// memory limits the window's memory use.
type memory struct {
	*dialog.Front
	stop func() // cancels the pending release after a level was opened
}

// fit returns memory to the system after a level was opened or closed, and sets the garbage collection target. It waits
// for the first frame, which a collection would delay. The GOGC environment variable takes precedence.
func (w *memory) fit() {
	if w.stop != nil {
		w.stop()
	}
	w.stop = w.Look.Later(shown, func() {
		if w.Waiting > 0 {
			w.fit() // another level is still loading
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
		w.stop = w.Look.Later(settled, func() { // the first frames make garbage too
			w.Spawn(debug.FreeOSMemory)
			w.stop = w.Look.Later(forgotten, func() {
				// the toolkit frees widgets only when it paints, which may not happen for hours
				w.Win.Canvas().Refresh(w.Cards)
				w.stop = w.Look.Later(cleaned, func() { w.Spawn(debug.FreeOSMemory) })
			})
		})
	})
}

// Delays after opening a level: until its first frame is shown; then until its other pictures and lists exist; and
// until the toolkit has freed the widgets of a closed level, which it caches for a minute.
const (
	shown     = 400 * time.Millisecond
	settled   = 1200 * time.Millisecond
	forgotten = 75 * time.Second
	cleaned   = 15 * time.Second // after painting: the cache is checked every ten seconds
)
