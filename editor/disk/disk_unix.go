//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// withoutWaiting is a flag for opening a file: a pipe that has taken its place is not waited for, and a terminal does not become
// the program's own.
const withoutWaiting = syscall.O_NONBLOCK | syscall.O_NOCTTY

// locksReachOthers: whether another machine knows of a lock on a network share is up to the share.
const locksReachOthers = false

// TryLock takes the lock of an open file, which is held until the file is closed, at the latest when the program ends in
// whatever way. It is [ErrLocked] where another program, or this one through another opening of the file, holds it, and
// [errors.ErrUnsupported] on file systems without locks.
func TryLock(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var locking error
	if err := conn.Control(func(fd uintptr) {
		for {
			if locking = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(locking, syscall.EINTR) {
				return
			}
		}
	}); err != nil {
		return err
	}
	switch {
	case locking == nil:
		return nil
	case errors.Is(locking, syscall.EWOULDBLOCK):
		return ErrLocked
	}
	return fmt.Errorf("%w: %w", errors.ErrUnsupported, locking) // of network file systems each has an error of its own
}

// syncRename flushes a folder to the disk in which a file has been renamed.
func syncRename(folder *os.Root, base string) error {
	dir, err := folder.Open(".")
	if err != nil {
		return syncFile(folder, base)
	}
	if err = errors.Join(dir.Sync(), dir.Close()); flushesNoFolders(err) {
		return syncFile(folder, base)
	}
	return err
}

// syncFolder flushes a folder to the disk in which another one has been made.
func syncFolder(dir *os.File) error {
	err := dir.Sync()
	if flushesNoFolders(err) {
		return nil
	}
	return err
}

// flushesNoFolders reports whether flushing a folder failed because its file system does not.
func flushesNoFolders(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EBADF)
}

// syncFile flushes a file that has been renamed, and with it, in most file systems, its name.
func syncFile(folder *os.Root, base string) error {
	f, err := folder.OpenFile(base, os.O_WRONLY|withoutWaiting, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// keepAttributes gives a file that is to replace another one what that has beside its contents. What the system refuses is left,
// but nobody gets more rights by it.
func keepAttributes(old, replacement *os.File) error {
	was, err := old.Stat()
	if err != nil {
		return err
	}
	is, err := replacement.Stat()
	if err != nil {
		return err
	}
	mode := was.Mode() & (fs.ModePerm | fs.ModeSetgid | fs.ModeSetuid | fs.ModeSticky)
	isShared := true // access lists name its group
	from, ok1 := was.Sys().(*syscall.Stat_t)
	to, ok2 := is.Sys().(*syscall.Stat_t)
	if ok1 && ok2 {
		if from.Uid != to.Uid {
			_ = replacement.Chown(int(from.Uid), -1) // only the superuser may
		}
		if from.Gid != to.Gid && replacement.Chown(-1, int(from.Gid)) != nil {
			const others = 0o007
			group := mode & (mode & others << 3)
			mode, isShared = mode&^(0o070|fs.ModeSetgid)|group, false
		}
	}
	copyExtended(old, replacement, isShared)
	if err := replacement.Chmod(mode); err != nil && is.Mode().Perm()&^mode.Perm() != 0 {
		return err
	}
	return nil
}
