//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly && !windows && !js

package disk

import (
	"errors"
	"os"
)

const (
	withoutWaiting   = 0
	locksReachOthers = false
)

// TryLock is [errors.ErrUnsupported]: this system has no locks.
func TryLock(*os.File) error { return errors.ErrUnsupported }

func syncRename(*os.Root, string) error { return nil }

func keepAttributes(old, replacement *os.File) error {
	info, err := old.Stat()
	if err != nil {
		return err
	}
	return replacement.Chmod(info.Mode().Perm())
}

// syncFolder does nothing: folders cannot be flushed on this system.
func syncFolder(*os.File) error { return nil }
