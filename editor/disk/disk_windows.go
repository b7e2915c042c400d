package disk

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// withoutWaiting is 0: opening a file never blocks on Windows.
const withoutWaiting = 0

// locksReachOthers is true: the server of a network share manages the locks for all machines.
const locksReachOthers = true

// TryLock locks an open file until it is closed or the program ends, even in a crash. It returns [ErrLocked] if another
// program, or this one through another handle, holds the lock, and [errors.ErrUnsupported] on file systems without
// locks.
func TryLock(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var locking error
	if err := conn.Control(func(h uintptr) {
		// Other programs cannot read locked bytes, so lock one byte far beyond the end of any file.
		const beyond = 0x7fff_ffff
		at := windows.Overlapped{OffsetHigh: beyond}
		locking = windows.LockFileEx(windows.Handle(h),
			windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
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

// syncRename flushes a renamed file, which also flushes its name. Windows cannot flush folders.
func syncRename(folder *os.Root, base string) error {
	f, err := folder.OpenFile(base, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// keepAttributes copies a file's access list and attributes to its replacement, as far as the system allows.
func keepAttributes(old, replacement *os.File) error {
	const list = windows.DACL_SECURITY_INFORMATION
	if sd, err := windows.GetNamedSecurityInfo(old.Name(), windows.SE_FILE_OBJECT, list); err == nil {
		control, _, _ := sd.Control() // 0 on an error, so that the list inherits
		inherits := windows.SECURITY_INFORMATION(windows.UNPROTECTED_DACL_SECURITY_INFORMATION)
		if control&windows.SE_DACL_PROTECTED != 0 {
			inherits = windows.PROTECTED_DACL_SECURITY_INFORMATION
		}
		if dacl, _, err := sd.DACL(); err == nil {
			// skipped if not allowed
			_ = windows.SetNamedSecurityInfo(replacement.Name(), windows.SE_FILE_OBJECT, list|inherits, nil, nil, dacl,
				nil)
		}
	}
	const kept = windows.FILE_ATTRIBUTE_HIDDEN | windows.FILE_ATTRIBUTE_SYSTEM |
		windows.FILE_ATTRIBUTE_NOT_CONTENT_INDEXED | windows.FILE_ATTRIBUTE_ARCHIVE
	from, err := windows.UTF16PtrFromString(old.Name())
	if err != nil {
		return nil //nolint:nilerr // the replacement keeps the attributes of a new file
	}
	to, err := windows.UTF16PtrFromString(replacement.Name())
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	if has, err := windows.GetFileAttributes(from); err == nil && has&kept != 0 {
		_ = windows.SetFileAttributes(to, has&kept) // skipped if not allowed
	}
	return nil
}

// syncFolder does nothing, since Windows cannot flush folders.
func syncFolder(*os.File) error { return nil }
