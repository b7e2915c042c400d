package disk

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// withoutWaiting: opening a file waits for nobody on Windows.
const withoutWaiting = 0

// locksReachOthers: on a network share the server keeps the locks, for all machines.
const locksReachOthers = true

// TryLock takes the lock of an open file, which is held until the file is closed, at the latest when the program ends in
// whatever way. It is [ErrLocked] where another program, or this one through another opening of the file, holds it, and
// [errors.ErrUnsupported] on file systems without locks.
func TryLock(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var locking error
	if err := conn.Control(func(h uintptr) {
		// What is locked cannot be read by others, so it is one byte where no file has any.
		const beyond = 0x7fff_ffff
		at := windows.Overlapped{OffsetHigh: beyond}
		locking = windows.LockFileEx(windows.Handle(h), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	}); err != nil {
		return err
	}
	switch {
	case locking == nil:
		return nil
	case errors.Is(locking, windows.ERROR_LOCK_VIOLATION), errors.Is(locking, windows.ERROR_IO_PENDING):
		return ErrLocked
	}
	return fmt.Errorf("%w: %w", errors.ErrUnsupported, locking)
}

// syncRename flushes a file to the disk that has been renamed, and with it its name: folders cannot be flushed on Windows.
func syncRename(folder *os.Root, base string) error {
	f, err := folder.OpenFile(base, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// keepAttributes gives a file that is to replace another one its access list and attributes, as far as the system lets it.
func keepAttributes(old, replacement *os.File) error {
	const list = windows.DACL_SECURITY_INFORMATION
	if sd, err := windows.GetNamedSecurityInfo(old.Name(), windows.SE_FILE_OBJECT, list); err == nil {
		control, _, _ := sd.Control() // without it, it is a list that inherits
		inherits := windows.SECURITY_INFORMATION(windows.UNPROTECTED_DACL_SECURITY_INFORMATION)
		if control&windows.SE_DACL_PROTECTED != 0 {
			inherits = windows.PROTECTED_DACL_SECURITY_INFORMATION
		}
		if dacl, _, err := sd.DACL(); err == nil {
			_ = windows.SetNamedSecurityInfo(replacement.Name(), windows.SE_FILE_OBJECT, list|inherits, nil, nil, dacl, nil) // what is not allowed is left
		}
	}
	const kept = windows.FILE_ATTRIBUTE_HIDDEN | windows.FILE_ATTRIBUTE_SYSTEM | windows.FILE_ATTRIBUTE_NOT_CONTENT_INDEXED | windows.FILE_ATTRIBUTE_ARCHIVE
	from, err := windows.UTF16PtrFromString(old.Name())
	if err != nil {
		return nil //nolint:nilerr // the attributes stay those of a new file
	}
	to, err := windows.UTF16PtrFromString(replacement.Name())
	if err != nil {
		return nil //nolint:nilerr // likewise
	}
	if has, err := windows.GetFileAttributes(from); err == nil && has&kept != 0 {
		_ = windows.SetFileAttributes(to, has&kept) // likewise
	}
	return nil
}

// syncFolder does nothing: folders cannot be flushed on this system.
func syncFolder(*os.File) error { return nil }
