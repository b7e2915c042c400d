//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly && !windows && !js

package disk

import (
	"errors"
	"os"
)

const locksReachOthers = false

// TryLock returns [errors.ErrUnsupported]: this system has no locks.
func TryLock(*os.File) error { return errors.ErrUnsupported }

// syncFolder does nothing, since this system cannot flush folders.
func syncFolder(*os.File) error { return nil }
