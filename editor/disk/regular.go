package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// ErrNotRegular reports a path that is not a regular file but a folder, a pipe, a device, a terminal or a socket.
var ErrNotRegular = errors.New("not a regular file")

// ErrLocked reports that another program holds a file's lock.
var ErrLocked = errors.New("the file is locked by another program")

// OpenRegular opens a regular file for reading. For anything else it returns [ErrNotRegular] without opening it: a pipe
// or a terminal would block, and opening some devices has side effects.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return openRegular(path, info, func() (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|withoutWaiting, 0) })
}

// OpenRegularIn works like [OpenRegular] for a file of a root.
func OpenRegularIn(root *os.Root, name string) (*os.File, error) {
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	return openRegular(name, info, func() (*os.File, error) {
		return root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	})
}

// OpenToLock opens a file for [TryLock] and for reading. If possible it also opens the file for writing, which some
// file systems require for locks. It does not follow links.
func OpenToLock(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	f, err := openRegular(path, info, func() (*os.File, error) {
		f, err := os.OpenFile(path, os.O_RDWR|withoutWaiting, 0)
		if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
			f, err = os.OpenFile(path, os.O_RDONLY|withoutWaiting, 0)
		}
		return f, err
	})
	if err != nil {
		return nil, err
	}
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		// the file has just been replaced
		return nil, errors.Join(&fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}, f.Close())
	}
	return f, nil
}

// RemoveOpen removes and closes an open file whose lock this program holds. On systems that can remove open files, it
// holds the lock until the file is gone.
func RemoveOpen(f *os.File) error {
	if runtime.GOOS == "windows" {
		return errors.Join(f.Close(), os.Remove(f.Name()))
	}
	return errors.Join(os.Remove(f.Name()), f.Close())
}

func openRegular(path string, info fs.FileInfo, open func() (*os.File, error)) (*os.File, error) {
	if err := CheckRegular(info); err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil { // another file may have replaced it
		if err = CheckRegular(info); err != nil {
			err = &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// CheckRegular returns an [ErrNotRegular] that names the kind of file, or nil for a regular file.
func CheckRegular(info fs.FileInfo) error {
	mode := info.Mode()
	what := "something else"
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeSymlink != 0:
		what = "a symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	}
	return fmt.Errorf("it is %s, %w", what, ErrNotRegular)
}

// rootFS serves the files of a root, but opens only folders and regular files.
type rootFS struct {
	root *os.Root
	listing
}

// listing holds the methods of [os.Root.FS] that open no files, except for Open.
type listing interface {
	fs.StatFS
	fs.ReadDirFS
	fs.ReadLinkFS
}

// FS returns a root as a file system. It opens only folders and regular files, like [OpenRegular].
func FS(root *os.Root) fs.StatFS { return rootFS{root, root.FS().(listing)} }

func (r rootFS) Open(name string) (fs.File, error) {
	info, err := r.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return r.listing.Open(name)
	}
	return OpenRegularIn(r.root, name)
}
