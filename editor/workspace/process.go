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

// Holder is an editor that has a level open, or that has autosaved work. A number of a process does not tell which one it is:
// it is used again, and in a container it is another one.
type Holder struct {
	User  string
	Host  string
	PID   int
	Since time.Time
	Token string // tells all editors apart, the windows of one program as well

	Machine string `json:",omitempty"` // the same as long as the system is installed
	Boot    string `json:",omitempty"` // the same until it is started again
	Space   string `json:",omitempty"` // in which PID counts: that of a container
	Started string `json:",omitempty"` // when the process was started, in the system's own terms
	Locked  bool   `json:",omitempty"` // it holds the lock of the file that says so, for as long as it lives
}

// thisProcess is what is the same of all editors in this process.
var thisProcess = sync.OnceValue(func() Holder {
	h := Holder{PID: os.Getpid(), Boot: disk.Boot(), Machine: hashed(machineID()), Space: processSpace()}
	h.Started, _, _ = processStart(h.PID)
	h.Host, _ = os.Hostname() // without a name all machines count as one
	if u, err := user.Current(); err == nil {
		h.User = u.Username
	}
	return h
})

// hashed is an id that does not give away another one.
func hashed(id string) string {
	if id == "" {
		return ""
	}
	const bytes = 8
	sum := sha256.Sum256([]byte("fillet " + id))
	return hex.EncodeToString(sum[:bytes])
}

// heartbeat is how long an editor that lives may leave what says so untouched.
const heartbeat = 12 * RecoveryInterval

// isRunning reports whether an editor lives, by what it says of itself: of this machine that is certain; of one whose processes
// cannot be seen from here it is by how long ago it gave a sign of life.
func (h Holder) isRunning(touched, now time.Time) bool {
	me := thisProcess()
	isFresh := now.Sub(touched) <= heartbeat
	switch {
	case h.Boot != "" && me.Boot != "" && h.Boot != me.Boot:
		wasHere := h.Machine != "" && h.Machine == me.Machine && h.Host == me.Host // before the system was started again
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
