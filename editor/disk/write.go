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

// WriteFile replaces a file in one step: it writes a temporary file beside it, flushes that to the disk, renames it,
// and flushes the folder. A reader finds the old file or the new one, never half of it, and once WriteFile returns, a
// power cut does not bring the old one back.
//
// A link stays a link, to the new file. Owner, group, mode and extended attributes are kept if the system allows it: if
// the group cannot be kept, the new one gets no rights that others lack. Other hard links to the file keep the old
// contents. A device is written in place, and so is a pipe, unless nothing reads from it.
func WriteFile(path string, data []byte) error {
	return WriteFileFrom(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFileFrom writes a file like [WriteFile], with contents that write writes, so that they need not be in memory as
// a whole. If write returns an error, the old file stays and WriteFileFrom returns an error with that cause.
func WriteFileFrom(path string, write func(io.Writer) error) error {
	return WriteFileIf(path, func() error { return nil }, write)
}

// WriteFileIf writes a file like [WriteFileFrom], but calls may once the contents are written. If may returns an error,
// the old file stays and WriteFileIf returns that error.
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

// WriteFileIn writes a file like [WriteFileIf], by its name in an open folder. It replaces only regular files, not
// links, for instance. Its errors do not name the file.
func WriteFileIn(folder *os.Root, name string, may func() error, write func(io.Writer) error) error {
	if name != filepath.Base(name) || name == "." || name == ".." {
		return fmt.Errorf("%q is not a file name", name)
	}
	return (&writing{folder: folder, base: name, may: may}).run(write)
}

// named returns the [Cause] of an error of writing a file, with the path.
func named(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing %s: %w", path, Cause(err))
}

// openFolder opens a folder, and nothing else: a pipe in its place does not block.
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

// followed returns the file that a path leads to through links. It need not exist yet.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	target := path
	const limit = 40 // links in a row, like the system's limit
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
	base      string       // its name there
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
		mode = 0o600                         // until it gets the old file's mode: nobody else may read it in between
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
	// The file stays open until it is in place: its lock shows that it is in use.
	if err := errors.Join(syncRename(w.folder, w.base), temporary.Close()); err != nil {
		return fmt.Errorf("the file is written, but may not survive a power cut: %w", bare(err))
	}
	return nil
}

// openOld opens the file to replace. A write-protected file is not replaced.
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

// fill copies the old file's attributes to the temporary one, writes the contents, and flushes them to the disk.
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

// discard removes a temporary file that is not needed.
func (w *writing) discard(temporary *os.File) {
	_ = w.folder.Remove(filepath.Base(temporary.Name())) // the first error counts; the next writer removes the file
	_ = temporary.Close()                                // likewise
}

// A temporary file is called .fillet-BOOT-TOKEN.tmp, which is short enough that a file with any valid name can be
// saved. Its writer holds its lock. A file whose lock nobody holds was left by a writer that was killed.
const (
	temporaryPrefix = ".fillet-"
	temporarySuffix = ".tmp"
)

// createTemporary creates a file, with as much of the mode as new files get, and locks it.
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
			_, err = folder.Lstat(name) // someone may have swept it away before it was locked
		}
		if err == nil || errors.Is(err, errors.ErrUnsupported) {
			return f, nil
		}
		_ = folder.Remove(name) // it may be gone
		_ = f.Close()           // nothing was written
		if i == attempts {
			return nil, err
		}
	}
}

var errNoReader = errors.New("no program reads from this pipe")

// writeThrough writes to a device, or to a pipe that something reads from.
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

// Cause returns an error of writing a file without the path, which is a temporary file's, and with advice for the user.
func Cause(err error) error {
	if err == nil {
		return nil
	}
	err = bare(err)
	for _, t := range []struct {
		is    error
		words string
	}{
		{syscall.ENOSPC, "the disk is full; free some space or save elsewhere"},
		{syscall.EDQUOT, "your disk quota is used up; free some space or save elsewhere"},
		{syscall.EFBIG, "the file is too large for this disk; save elsewhere"},
		{fs.ErrNotExist, "the folder is gone or cannot be reached; save elsewhere"},
		{syscall.ENOTDIR, "part of its path is not a folder; save elsewhere"},
		{syscall.EROFS, "the disk is read-only; save elsewhere"},
		{fs.ErrPermission, "you have no permission to write the file or its folder; save elsewhere"},
	} {
		if errors.Is(err, t.is) {
			if strings.HasSuffix(err.Error(), t.words) {
				return err // it has the advice already
			}
			return fmt.Errorf("%w: %s", err, t.words)
		}
	}
	return err
}

func bare(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
