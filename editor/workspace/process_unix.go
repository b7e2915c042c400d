//go:build unix && !linux

package workspace

import (
	"errors"
	"syscall"
)

// processStart reports whether a process exists. Its start is unknown on this system; file locks show whether it lives.
func processStart(pid int) (started string, isThere, isKnown bool) {
	if pid <= 0 {
		return "", false, false
	}
	err := syscall.Kill(pid, 0)
	return "", err == nil || errors.Is(err, syscall.EPERM), false
}
