package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// ErrNotRegular is the error of a path that leads to something else than a file that can be read from its beginning to its end:
// a folder, a pipe, a device, a terminal or a socket.
var ErrNotRegular = errors.New("not a regular file")

// OpenRegular opens a file for reading. Whatever is no regular file is refused with [ErrNotRegular], and without opening it: a
// pipe or a terminal would keep the program waiting, and to some devices being opened is an order.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return openRegular(path, info, func() (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|withoutWaiting, 0) })
}

// OpenRegularIn is [OpenRegular] of a file in a root.
func OpenRegularIn(root *os.Root, name string) (*os.File, error) {
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	return openRegular(name, info, func() (*os.File, error) { return root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0) })
}

// OpenToLock opens a file for [TryLock], and to read it: for writing as well where it may be written, which some file systems ask
// for. A link is not followed.
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
		return nil, errors.Join(&fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}, f.Close()) // it has just been replaced
	}
	return f, nil
}

// RemoveOpen removes a file that is open, whose lock this program holds, and closes it. Nobody can take its place in between,
// where the system lets open files be removed.
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
	if info, err = f.Stat(); err == nil { // something else may have taken its place
		if err = CheckRegular(info); err != nil {
			err = &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// CheckRegular says with [ErrNotRegular] what is in a file's place that is no regular file.
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

// rootFS is the files of a root.
type rootFS struct {
	root *os.Root
	all  fs.FS
}

// FS is a root as a file system of which folders and regular files can be opened, as by [OpenRegular].
func FS(root *os.Root) fs.StatFS { return rootFS{root, root.FS()} }

func (r rootFS) Open(name string) (fs.File, error) {
	info, err := r.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return r.all.Open(name)
	}
	return OpenRegularIn(r.root, name)
}

func (r rootFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(r.all, name) }

// Lstat is Stat for the link itself where there is one.
func (r rootFS) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(r.all, name) }

// ReadLink is where a link leads.
func (r rootFS) ReadLink(name string) (string, error) { return fs.ReadLink(r.all, name) }

// ReadDir lists a folder, sorted by name.
func (r rootFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(r.all, name) }
