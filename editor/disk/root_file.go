package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"fillet/editor/quote"
)

// WithoutPath removes the names of files from an error, for messages that already name the file.
func WithoutPath(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}

// Open opens a file of the root for reading and returns its real path in the root. It opens only regular files, since a
// pipe or a device could block forever.
func (r Root) Open(rel string) (f *os.File, at string, err error) {
	s, err := r.find(rel, false)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = s.dir.Close() }() // nothing was written
	if s.info == nil && s.rel != filepath.Clean(rel) {
		return nil, s.rel, brokenLink(s.rel)
	}
	if s.info == nil {
		return nil, s.rel, syscall.ENOENT
	}
	if f, err = s.open(); err != nil {
		return nil, s.rel, WithoutPath(err)
	}
	return f, s.rel, nil
}

// brokenLink reports a path with a link to a missing file of the root. It matches [fs.ErrNotExist].
type brokenLink string

func (to brokenLink) Error() string {
	return "it is a broken link to " + quote.ShortPath(filepath.ToSlash(string(to)))
}

func (brokenLink) Unwrap() error { return syscall.ENOENT }

// open opens the file for reading and checks that it has not been replaced.
func (s location) open() (*os.File, error) {
	f, err := OpenRegularIn(s.dir, s.name)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(s.info, now) {
		_ = f.Close() // nothing was written
		return nil, errors.New("it was replaced while it was being opened")
	}
	return f, nil
}

// ReadFile returns the contents of a file of the root. It fails if the file is larger than limit bytes.
func (r Root) ReadFile(rel string, limit int64) ([]byte, error) {
	f, _, err := r.Open(rel)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, WithoutPath(err)
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("the file is larger than the limit of %d MB", limit>>20)
	}
	return data, nil
}

// WriteFile replaces a file of the root atomically, like [WriteFileIn], and creates missing folders. write writes the
// contents. Before replacing the file, WriteFile calls may with the old file, or nil. If may returns an error, the old
// file stays and WriteFile returns that error.
func (r Root) WriteFile(rel string, may func(old *os.File) error, write func(io.Writer) error) error {
	s, err := r.find(rel, true)
	if err != nil {
		return Cause(err)
	}
	defer func() { _ = s.dir.Close() }() // the written file is already closed
	return WriteFileIn(s.dir, s.name, func() error { return s.allows(may) }, write)
}

// allows calls may with the current file.
func (s location) allows(may func(old *os.File) error) error {
	var err error
	if s.info, err = s.dir.Lstat(s.name); errors.Is(err, fs.ErrNotExist) {
		return may(nil)
	}
	if err != nil {
		return WithoutPath(err)
	}
	old, err := s.open()
	if err != nil {
		return WithoutPath(err)
	}
	defer func() { _ = old.Close() }() // nothing was written
	return may(old)
}
