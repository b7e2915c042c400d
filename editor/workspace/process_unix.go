//go:build unix && !linux

package workspace

import (
	"errors"
	"syscall"
)

// processStart says whether a process is there. When it was started is not known here; the lock of what it holds tells whether
// it lives.
func processStart(pid int) (started string, isThere, isKnown bool) {
	if pid <= 0 {
		return "", false, false
	}
	err := syscall.Kill(pid, 0)
	return "", err == nil || errors.Is(err, syscall.EPERM), false
}
