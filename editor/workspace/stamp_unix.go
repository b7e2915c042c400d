//go:build linux || darwin

package workspace

import (
	"os"
	"syscall"
	"time"
)

// changeTime returns when a file was last changed in any way. Programs cannot set this time.
func changeTime(info os.FileInfo) (at time.Time, isKnown bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(changed(st).Unix()), true
}
