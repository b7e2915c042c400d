package importers

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// MaxInput is the most that one import reads, in bytes: the file and the neighbouring files it names, together.
const MaxInput = 256 << 20

// Errors of reading a source.
var (
	ErrOutside  = errors.New("the path leads outside the file's own folder")
	ErrTooLarge = fmt.Errorf("more than the limit of %d MB", MaxInput>>20)
)

// Source is a foreign file and its way to the files beside it.
type Source struct {
	Path string // as the user gave it; - for standard input
	Data []byte

	dir  fs.FS
	used int64 // bytes read of neighbours
}

// NewSource is a file that has been read, in the given folder; a nil folder has no other files to read.
func NewSource(path string, data []byte, dir fs.FS) *Source {
	return &Source{Path: path, Data: data, dir: dir}
}

// OpenSource reads a file. The files beside it are read through [os.Root], so neither a path nor a symbolic link in
// them leads out of the folder. Close the result.
func OpenSource(name string) (*Source, io.Closer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, &Error{File: name, Err: withoutPath(err)}
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := readLimited(f, MaxInput)
	if err != nil {
		return nil, nil, &Error{File: name, Err: withoutPath(err)}
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, nil, &Error{File: name, Err: err}
	}
	return NewSource(name, data, root.FS()), root, nil
}

// withoutPath is the cause of an error that names a file which the caller names as well.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// ReadNeighbour reads a file that the source names by a path relative to itself, with slashes or backslashes. An
// absolute path, or one that leads out of the source's folder, is [ErrOutside].
func (s *Source) ReadNeighbour(name string) ([]byte, error) {
	clean, err := neighbourPath(name)
	if err != nil {
		return nil, err
	}
	if s.dir == nil {
		return nil, fmt.Errorf("%q cannot be read: the file came without its folder", name)
	}
	f, err := s.dir.Open(clean)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, withoutPath(err))
	}
	defer func() { _ = f.Close() }() // nothing was written
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is not a regular file", name)
	}
	data, err := readLimited(f, MaxInput-int64(len(s.Data))-s.used)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, withoutPath(err))
	}
	s.used += int64(len(data))
	return data, nil
}

func neighbourPath(name string) (string, error) {
	slashed := strings.ReplaceAll(name, `\`, "/")
	hasDrive := len(slashed) >= 2 && slashed[1] == ':'
	if path.IsAbs(slashed) || hasDrive {
		return "", fmt.Errorf("%q: %w: it is absolute", name, ErrOutside)
	}
	clean := path.Clean(slashed)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", fmt.Errorf("%q: %w", name, ErrOutside)
	}
	if name == "" || clean == "." || !fs.ValidPath(clean) || strings.ContainsRune(clean, 0) {
		return "", fmt.Errorf("%q does not name a file", name)
	}
	return clean, nil
}

func readLimited(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, max(limit, 0)+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, ErrTooLarge
	}
	return data, nil
}
