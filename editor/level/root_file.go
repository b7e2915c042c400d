package level

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

var errNotRegular = errors.New("it is not a regular file")

// Open opens a file of the root for reading, by its path there, and says where it really lies in the root. Only regular
// files are opened: a pipe or a device would wait for ever.
func (r Root) Open(rel string) (f *os.File, at string, err error) {
	s, err := r.find(rel, false)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = s.dir.Close() }() // nothing was written
	if s.info == nil {
		return nil, s.rel, syscall.ENOENT
	}
	if f, err = s.open(); err != nil {
		return nil, s.rel, bare(err)
	}
	return f, s.rel, nil
}

// open opens the file for reading.
func (s spot) open() (*os.File, error) {
	if !s.info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := s.dir.Open(s.name)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(s.info, now) {
		_ = f.Close() // nothing was written
		return nil, errors.New("it was exchanged while it was opened")
	}
	return f, nil
}

// ReadFile is the contents of a file of the root; more bytes than the limit are an error.
func (r Root) ReadFile(rel string, limit int64) ([]byte, error) {
	f, _, err := r.Open(rel)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, bare(err)
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("the file is larger than the limit of %d MB", limit>>20)
	}
	return data, nil
}

// WriteFile puts a file into its place in the root in one step, as [WriteFileFrom] does, and makes the folders that are
// missing. What write writes is the file. It takes its place only if may returns no error, which is then the error; may
// sees the file that is replaced, nil where there is none.
func (r Root) WriteFile(rel string, may func(old *os.File) error, write func(io.Writer) error) error {
	s, err := r.find(rel, true)
	if err != nil {
		return cause(err)
	}
	defer func() { _ = s.dir.Close() }() // what was written has been closed before
	mode, err := s.writable()
	if err != nil {
		return cause(err)
	}
	temporary, err := s.writeTemporary(write, mode)
	if err != nil {
		return cause(err)
	}
	if err = s.allows(may); err == nil {
		err = cause(s.dir.Rename(temporary, s.name))
	}
	if err != nil {
		_ = s.dir.Remove(temporary) // the error that counts is the first
		return err
	}
	return cause(flush(s.dir))
}

// writable reports whether the file may be replaced, and the mode that its successor gets; 0 is that of a new file.
func (s spot) writable() (os.FileMode, error) {
	switch {
	case s.info == nil:
		return 0, nil
	case s.info.IsDir():
		return 0, errors.New("it is a folder")
	case !s.info.Mode().IsRegular():
		return 0, errNotRegular
	}
	// A file that says it must not be written is not replaced either.
	f, err := s.dir.OpenFile(s.name, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	return s.info.Mode().Perm(), f.Close()
}

// allows asks may about the file that stands in the place now.
func (s spot) allows(may func(old *os.File) error) error {
	var err error
	if s.info, err = s.dir.Lstat(s.name); errors.Is(err, fs.ErrNotExist) {
		return may(nil)
	}
	if err != nil {
		return bare(err)
	}
	old, err := s.open()
	if err != nil {
		return bare(err)
	}
	defer func() { _ = old.Close() }() // nothing was written
	return may(old)
}

// writeTemporary writes a temporary file in the folder and flushes it to the disk.
func (s spot) writeTemporary(write func(io.Writer) error, mode os.FileMode) (string, error) {
	s.removeStale()
	f, name, err := s.createTemporary()
	if err != nil {
		return "", err
	}
	err = buffered(f, write)
	if err == nil {
		err = f.Sync()
	}
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = s.dir.Remove(name) // the error that counts is the first
		return "", err
	}
	return name, nil
}

func (s spot) createTemporary() (*os.File, string, error) {
	for i := 0; ; i++ {
		name := fmt.Sprintf(".%s.%d-%d.tmp", s.name, os.Getpid(), i)
		f, err := s.dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || i == 1000 {
			return f, name, err
		}
	}
}

// removeStale removes what writers that were killed have left beside the file.
func (s spot) removeStale() {
	const age = 10 * time.Minute              // nobody writes that long
	entries, _ := fs.ReadDir(s.dir.FS(), ".") // a folder that cannot be listed keeps what it holds
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "."+s.name+".") || filepath.Ext(e.Name()) != ".tmp" {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > age {
			_ = s.dir.Remove(e.Name()) // it does no harm
		}
	}
}

// flush has the disk keep what a folder holds now. Windows has no call for that.
func flush(dir *os.Root) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil // a file system that has no such thing
	}
	return errors.Join(err, f.Close())
}
