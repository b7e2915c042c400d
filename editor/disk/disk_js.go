package disk

import (
	"errors"
	"os"
)

const locksReachOthers = true // locks reach all tabs of the browser, and nothing else sees the files

// TryLock locks an open file until it is closed, or the browser tab is. It returns [ErrLocked] if the lock is taken.
func TryLock(f *os.File) error {
	taken, err := Await(Script().Call("tryLock", int(f.Fd())))
	switch {
	case err != nil:
		return errors.Join(errors.ErrUnsupported, err)
	case !taken.Bool():
		return ErrLocked
	}
	return nil
}

// syncFolder waits until the browser's copy includes the renamed files.
func syncFolder(f *os.File) error { return f.Sync() }
