package disk

import (
	"errors"
	"os"
)

const locksReachOthers = true // all tabs of the browser, which are all that sees the files

// TryLock takes the lock of an open file, which is held until the file is closed, at the latest when the tab of the browser is. Where
// another one holds it, the error is [ErrLocked].
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

// syncFolder waits until the browser's copy has what was renamed.
func syncFolder(f *os.File) error { return f.Sync() }
