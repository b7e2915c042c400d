//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// withoutWaiting holds flags for opening a file, in case it is not a regular one: a pipe does not block, and a terminal
// does not become the program's controlling terminal.
const withoutWaiting = syscall.O_NONBLOCK | syscall.O_NOCTTY

// locksReachOthers is false because only some network shares show locks to other machines.
const locksReachOthers = false

// TryLock locks an open file until it is closed or the program ends, even in a crash. It returns [ErrLocked] if another
// program, or this one through another handle, holds the lock, and [errors.ErrUnsupported] on file systems without
// locks.
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
	return fmt.Errorf("%w: %w", errors.ErrUnsupported, locking) // each network file system has a different error
}

// syncRename flushes a folder after renaming a file in it.
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

// syncFolder flushes a folder after creating another one in it.
func syncFolder(dir *os.File) error {
	err := dir.Sync()
	if flushesNoFolders(err) {
		return nil
	}
	return err
}

// flushesNoFolders reports whether flushing a folder failed because its file system does not support it.
func flushesNoFolders(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EBADF)
}

// syncFile flushes a renamed file. On most file systems, this also flushes the name.
func syncFile(folder *os.Root, base string) error {
	f, err := folder.OpenFile(base, os.O_WRONLY|withoutWaiting, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// keepAttributes copies a file's attributes to its replacement. It skips attributes that the system does not allow to
// set, but never in a way that gives anyone more rights.
func keepAttributes(old, replacement *os.File) error {
	was, err := old.Stat()
	if err != nil {
		return err
	}
	now, err := replacement.Stat()
	if err != nil {
		return err
	}
	mode := was.Mode() & (fs.ModePerm | fs.ModeSetgid | fs.ModeSetuid | fs.ModeSticky)
	isShared := true // the replacement has the group that the access list refers to
	from, ok1 := was.Sys().(*syscall.Stat_t)
	to, ok2 := now.Sys().(*syscall.Stat_t)
	if ok1 && ok2 {
		if from.Uid != to.Uid {
			_ = replacement.Chown(int(from.Uid), -1) // fails unless the user is the superuser
		}
		if from.Gid != to.Gid && replacement.Chown(-1, int(from.Gid)) != nil {
			const others = 0o007
			group := mode & (mode & others << 3)
			mode, isShared = mode&^(0o070|fs.ModeSetgid)|group, false
		}
	}
	copyExtended(old, replacement, isShared)
	if err := replacement.Chmod(mode); err != nil && now.Mode().Perm()&^mode.Perm() != 0 {
		return err
	}
	return nil
}
