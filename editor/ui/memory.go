package ui

import (
	"os"
	"runtime/debug"
)

// The heap may grow by so many percent beyond what is live before it is collected. Go's usual 100 would cost as much again
// as the level itself, which hardly changes from picture to picture; and a picture makes little garbage.
const (
	usualRoom = 25
	largeRoom = 10 // of a large level
)

// fitMemory gives back to the system what opening a level has taken and no longer needs, and sets how much garbage may
// gather. The environment's GOGC comes first.
func (w *Window) fitMemory() {
	room := usualRoom
	if w.session.Document().Len() >= largeLevel {
		room = largeRoom
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(room)
	}
	w.spawn(debug.FreeOSMemory)
}
