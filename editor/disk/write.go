package disk

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// WriteFile replaces a file atomically: it writes a temporary file in the same folder, flushes it to the disk, renames
// it, and flushes the folder. A reader finds either the old or the complete new file. Once WriteFile returns, the new
// file survives a power cut.
//
// A link stays a link, to the new file. Owner, group, mode and extended attributes are kept if the system allows it. If
// the group cannot be kept, the new group gets no rights that others lack. Other hard links to the file keep the old
// contents. Devices, and pipes with a reader, are written in place.
func WriteFile(path string, data []byte) error {
	return WriteFileFrom(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFileFrom works like [WriteFile] for contents that write produces, so that they need not fit in memory. If write
// returns an error, the old file stays and WriteFileFrom returns an error that wraps it.
func WriteFileFrom(path string, write func(io.Writer) error) error {
	return WriteFileIf(path, func() error { return nil }, write)
}

// WriteFileIf works like [WriteFileFrom], but calls may before it replaces the old file. If may returns an error, the
// old file stays and WriteFileIf returns that error.
func WriteFileIf(path string, may func() error, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return named(path, writeThrough(path, write))
	}
	target := followed(path)
	dir, base := filepath.Split(target)
	folder, err := openFolder(dir)
	if err != nil {
		return named(path, err)
	}
	defer func() { _ = folder.Close() }() // it was only read
	w := writing{folder: folder, base: base, may: may}
	err = w.run(write)
	if err == nil || w.isRefused {
		return err
	}
	return fmt.Errorf("writing %s: %w", path, err)
}

// WriteFileIn works like [WriteFileIf] for a name in an open folder. It replaces only regular files, and no links. Its
// errors do not name the file.
func WriteFileIn(folder *os.Root, name string, may func() error, write func(io.Writer) error) error {
	if name != filepath.Base(name) || name == "." || name == ".." {
		return fmt.Errorf("%q is not a file name", name)
	}
	return (&writing{folder: folder, base: name, may: may}).run(write)
}

// named adds the path of a file to the [Cause] of its write error.
func named(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing %s: %w", path, Cause(err))
}

// openFolder opens a folder. It rejects anything else without blocking, such as a pipe.
func openFolder(dir string) (*os.Root, error) {
	if dir == "" {
		dir = "."
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, syscall.ENOTDIR
	}
	return os.OpenRoot(dir)
}

// followed returns the path that remains after following links. The file need not exist yet.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	target := path
	const limit = 40 // maximum number of links in a row, like the system's
	for range limit {
		to, err := os.Readlink(target)
		if err != nil {
			return target
		}
		if !filepath.IsAbs(to) {
			dir, err := filepath.EvalSymlinks(filepath.Dir(target))
			if err != nil {
				return path
			}
			to = filepath.Join(dir, to)
		}
		target = to
	}
	return path
}

// writing is the state of writing a file into a folder.
type writing struct {
	folder    *os.Root
	base      string       // name of the file in the folder
	may       func() error // called before the file is replaced
	isRefused bool         // may returned an error
	old       *os.File     // the file to replace, open for writing; nil if there is none
}

func (w *writing) run(write func(io.Writer) error) error {
	if err := CheckName(w.base); err != nil {
		return err
	}
	if err := w.openOld(); err != nil {
		return Cause(err)
	}
	mode := fs.FileMode(0o666)
	if w.old != nil {
		defer func() { _ = w.old.Close() }() // nothing was written
		mode = 0o600                         // private until it gets the old file's mode
	}
	sweepIn(w.folder)
	temporary, err := createTemporary(w.folder, mode)
	if err != nil {
		return Cause(err)
	}
	err = w.fill(temporary, write)
	if err == nil {
		if refused := w.may(); refused != nil {
			w.isRefused = true
			w.discard(temporary)
			return refused
		}
		err = w.folder.Rename(filepath.Base(temporary.Name()), w.base)
	}
	if err != nil {
		w.discard(temporary)
		return Cause(err)
	}
	// Close the file only now: its lock protects it from [Sweep] until it is in place.
	if err := errors.Join(syncRename(w.folder, w.base), temporary.Close()); err != nil {
		return fmt.Errorf("the file is written, but may not survive a power cut: %w", WithoutPath(err))
	}
	return nil
}

// openOld opens the file to replace. It fails for a write-protected file.
func (w *writing) openOld() error {
	info, err := w.folder.Lstat(w.base)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if err := CheckRegular(info); err != nil {
		return err
	}
	old, err := w.folder.OpenFile(w.base, os.O_WRONLY|withoutWaiting, 0)
	if err != nil {
		return err
	}
	if info, err = old.Stat(); err == nil {
		err = CheckRegular(info)
	}
	if err != nil {
		return errors.Join(err, old.Close())
	}
	w.old = old
	return nil
}

// fill copies the old file's attributes to the temporary file, writes the contents and flushes the file to the disk.
func (w *writing) fill(temporary *os.File, write func(io.Writer) error) error {
	if w.old != nil {
		if err := keepAttributes(w.old, temporary); err != nil {
			return err
		}
	}
	if err := buffered(temporary, write); err != nil {
		return err
	}
	return temporary.Sync()
}

func (w *writing) discard(temporary *os.File) {
	_ = w.folder.Remove(filepath.Base(temporary.Name())) // keep the first error; the next writer removes the file
	_ = temporary.Close()                                // as above
}

// A temporary file has the name .fillet-BOOT-TOKEN.tmp. Its length does not depend on the name of the file to write,
// which may be as long as the system allows. Its writer holds its lock; if nobody holds the lock, a killed writer left
// the file.
const (
	temporaryPrefix = ".fillet-"
	temporarySuffix = ".tmp"
)

// createTemporary creates a file with the mode, limited by the umask, and locks it.
func createTemporary(folder *os.Root, mode fs.FileMode) (*os.File, error) {
	const attempts = 100
	for i := 0; ; i++ {
		name := temporaryPrefix + bootMark() + "-" + rand.Text()[:13] + temporarySuffix
		f, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			if errors.Is(err, fs.ErrExist) && i < attempts {
				continue
			}
			return nil, err
		}
		err = TryLock(f)
		if err == nil {
			_, err = folder.Lstat(name) // another writer may have removed it before it was locked
		}
		if err == nil || errors.Is(err, errors.ErrUnsupported) {
			return f, nil
		}
		_ = folder.Remove(name) // may be gone already
		_ = f.Close()           // nothing was written
		if i == attempts {
			return nil, err
		}
	}
}

var errNoReader = errors.New("no program reads from this pipe")

// writeThrough writes to a device, or to a pipe with a reader.
func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|withoutWaiting, 0)
	if errors.Is(err, syscall.ENXIO) {
		return errNoReader
	}
	if err != nil {
		return err
	}
	return errors.Join(buffered(f, write), f.Close())
}

func buffered(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// Cause removes the temporary file's path from a write error, and adds advice for the user.
func Cause(err error) error {
	if err == nil {
		return nil
	}
	err = WithoutPath(err)
	for _, t := range []struct {
		target error
		words  string
	}{
		{syscall.ENOSPC, "the disk is full; free some space or save elsewhere"},
		{syscall.EDQUOT, "your disk quota is used up; free some space or save elsewhere"},
		{syscall.EFBIG, "the file is too large for this disk; save elsewhere"},
		{fs.ErrNotExist, "the folder is gone or cannot be reached; save elsewhere"},
		{syscall.ENOTDIR, "part of its path is not a folder; save elsewhere"},
		{syscall.EROFS, "the disk is read-only; save elsewhere"},
		{fs.ErrPermission, "you have no permission to write the file or its folder; save elsewhere"},
	} {
		if errors.Is(err, t.target) {
			if strings.HasSuffix(err.Error(), t.words) {
				return err // err already has the advice
			}
			return fmt.Errorf("%w: %s", err, t.words)
		}
	}
	return err
}
