package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/user"
	"sync"
	"time"

	"fillet/editor/disk"
)

// Holder identifies an editor that has a level open or has autosaved work. A process number alone does not identify it:
// numbers are reused, and differ inside a container.
type Holder struct {
	User  string
	Host  string
	PID   int
	Since time.Time
	Token string // unique to each editor, even among the windows of one program

	Machine string `json:",omitempty"` // stays the same as long as the system is installed
	Boot    string `json:",omitempty"` // stays the same until the next boot
	Space   string `json:",omitempty"` // process number namespace, such as a container's
	Started string `json:",omitempty"` // when the process was started, in the system's own format
	Locked  bool   `json:",omitempty"` // the editor holds the note's lock as long as it lives
}

// thisProcess holds the fields that are common to all editors in this process.
var thisProcess = sync.OnceValue(func() Holder {
	h := Holder{PID: os.Getpid(), Boot: disk.Boot(), Machine: hashed(machineID()), Space: processSpace()}
	h.Started, _, _ = processStart(h.PID)
	h.Host, _ = os.Hostname() // without a name, all machines count as one
	if u, err := user.Current(); err == nil {
		h.User = u.Username
	}
	return h
})

// hashed returns an id that does not reveal the original.
func hashed(id string) string {
	if id == "" {
		return ""
	}
	const bytes = 8
	sum := sha256.Sum256([]byte("fillet " + id))
	return hex.EncodeToString(sum[:bytes])
}

// heartbeat is the longest time that a living editor may leave its note untouched.
const heartbeat = 12 * RecoveryInterval

// isRunning reports whether an editor is alive, judging by its own data. On this machine that is certain; if its
// processes are not visible from here, the age of its last sign of life decides.
func (h Holder) isRunning(touched, now time.Time) bool {
	me := thisProcess()
	isFresh := now.Sub(touched) <= heartbeat
	switch {
	case h.Boot != "" && me.Boot != "" && h.Boot != me.Boot:
		wasHere := h.Machine != "" && h.Machine == me.Machine && h.Host == me.Host // written before the last boot
		return isFresh && !wasHere
	case h.Host != "" && h.Host != me.Host, h.Space != "" && h.Space != me.Space:
		return isFresh
	}
	started, isThere, isKnown := processStart(h.PID)
	switch {
	case !isThere:
		return false
	case isKnown && h.Started != "":
		return started == h.Started
	}
	return isFresh
}
