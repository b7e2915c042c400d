package disk

import (
	"errors"
	"os"
)

const locksReachOthers = true // locks reach all of the browser's tabs, and nothing else sees the files

// TryLock locks an open file until the file or the browser tab is closed. It returns [ErrLocked] if the lock is taken.
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

// syncFolder waits until the browser's storage includes the renamed files.
func syncFolder(f *os.File) error { return f.Sync() }
