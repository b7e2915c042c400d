package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/export"
)

// The folder in a project's own in which the stamps stand, and their files.
const (
	Folder      = ".fillet"
	BuildFile   = "build.json"   // of build
	ConvertFile = "convert.json" // of convert and export, by input and output
)

// Stamp is what is known of the last build of a level.
type Stamp struct {
	Key     string              `json:"key"`     // of how it was built: the program and the exports; empty where it failed
	Inputs  []FileSum           `json:"inputs"`  // the level, and what was read for it
	Outputs []FileSum           `json:"outputs"` // what was written
	Code    int                 `json:"code,omitempty"`
	Said    string              `json:"said,omitempty"`
	Losses  []export.LossRecord `json:"losses,omitempty"`
}

// FileSum is a file and the sum of its contents; an empty sum is of none.
type FileSum struct {
	File string `json:"file"` // below the project's folder with slashes, or absolute
	Sum  string `json:"sum"`
}

// Name is a path as JSON can hold it: bytes that are no text are escaped.
func Name(path string) string {
	if utf8.ValidString(path) && (path == "" || path[0] != '"') {
		return path
	}
	return strconv.QuoteToASCII(path)
}

func pathOfStamp(name string) string {
	if path, err := strconv.Unquote(name); err == nil && len(name) > 0 && name[0] == '"' {
		return path
	}
	return name
}

// stamps is the file of a project's stamps.
type stamps struct {
	Version int               `json:"fillet_build"`
	Levels  map[string]*Stamp `json:"levels"`
}

// Read is the stamps of a project in one of the files, by the names of the levels. Where there are none, or the file is damaged, all is built.
func Read(p *project.Project, file string) map[string]*Stamp {
	f, err := disk.OpenRegular(filepath.Join(p.Dir, Folder, file))
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, 256<<20))
	if err != nil {
		return nil
	}
	return parseStamps(data)
}

func parseStamps(data []byte) map[string]*Stamp {
	var s stamps
	if json.Unmarshal(data, &s) != nil || s.Version != 1 {
		return nil
	}
	for name, of := range s.Levels {
		if of == nil {
			delete(s.Levels, name)
		}
	}
	return s.Levels
}

// Write keeps the stamps of a build, unless they are what they were.
func Write(p *project.Project, file string, now, before map[string]*Stamp) error {
	data, err := json.MarshalIndent(stamps{1, now}, "", " ")
	if err != nil {
		return err
	}
	if old, err := json.MarshalIndent(stamps{1, before}, "", " "); err == nil && string(old) == string(data) {
		return nil
	}
	if err := keepStamps(p.Dir, file, append(data, '\n')); err != nil {
		return fmt.Errorf("%s: %w: the next build will do everything again", filepath.Join(p.Dir, Folder), disk.Cause(err))
	}
	return nil
}

// keepStamps writes the file of stamps in a folder of its own, which git leaves alone. A project can come from anybody, so no link is
// followed: it could lead to any file.
func keepStamps(dir, file string, data []byte) error {
	top, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = top.Close() }() // it was only looked into
	if err := top.Mkdir(Folder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := top.Lstat(Folder)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errors.New("it is a link, and no folder")
	}
	in, err := top.OpenRoot(Folder)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only looked into
	write := func(name string, data []byte) error {
		err := disk.WriteFileIn(in, name, func() error { return nil }, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	if err := write(file, data); err != nil {
		return err
	}
	if _, err := in.Lstat(".gitignore"); errors.Is(err, fs.ErrNotExist) {
		return write(".gitignore", []byte("*\n"))
	}
	return nil
}

// IsFresh reports whether a level need not be built: it would be built in the same way, of the same files, and what was written
// is there as it was written.
func (s *Stamp) IsFresh(p *project.Project, key string, now *Sums) bool {
	if s.Key == "" || s.Key != key || len(s.Inputs) == 0 {
		return false
	}
	is := func(f FileSum) bool { return now.Of(f.Path(p)) == f.Sum }
	return !slices.ContainsFunc(s.Inputs, func(f FileSum) bool { return !is(f) }) && !slices.ContainsFunc(s.Outputs, func(f FileSum) bool { return f.Sum == "" || !is(f) })
}

// Paths are the files that the level was made of, and what it became.
func (s *Stamp) Paths(p *project.Project) []string {
	var out []string
	for _, f := range append(slices.Clone(s.Inputs), s.Outputs...) {
		out = append(out, f.Path(p))
	}
	return out
}

// Path is the absolute path of the file.
func (f FileSum) Path(p *project.Project) string {
	path := filepath.FromSlash(pathOfStamp(f.File))
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.Dir, path)
}

// SumsOf are the sums of files.
func SumsOf(p *project.Project, paths []string, now *Sums) []FileSum {
	out := make([]FileSum, len(paths))
	for i, path := range paths {
		name := p.Rel(path)
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			name = filepath.ToSlash(path)
		}
		out[i] = FileSum{Name(name), now.Of(path)}
	}
	return out
}

// Sums are the sums of files' contents, each worked out once. Any goroutine can ask.
type Sums struct {
	mu    sync.Mutex
	known map[string]func() string
}

// NewSums knows no sum yet.
func NewSums() *Sums { return &Sums{known: map[string]func() string{}} }

// Of is the sum of a file's contents, or of the names in a folder; empty where there is none that can be read.
func (s *Sums) Of(path string) string {
	s.mu.Lock()
	path = disk.RealPath(path)
	sum, ok := s.known[path]
	if !ok {
		sum = sync.OnceValue(func() string { return hashOf(path) })
		s.known[path] = sum
	}
	s.mu.Unlock()
	return sum()
}

// Doubt forgets the sums of files that were written from a time on: what was read of them may have been another text. Files with a
// time before it were as they were hashed.
func (s *Sums) Doubt(from time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.known {
		if info, err := os.Stat(path); err == nil && !info.ModTime().Before(from) {
			s.known[path] = func() string { return "" }
		}
	}
}

// hashOf is the sum of a file's contents, or of the names in a folder; empty where there is none that can be read.
func hashOf(path string) string {
	h := sha256.New()
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		entries, _ := os.ReadDir(path)
		for _, e := range entries {
			_, _ = fmt.Fprintf(h, "%q", e.Name()) // a hash takes everything
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	f, err := disk.OpenRegular(path)
	if err != nil {
		if _, lost := os.Lstat(path); lost == nil { // there is something else, or a link to nothing: whoever reads it is told what
			return "not read: " + disk.Cause(err).Error()
		}
		return ""
	}
	defer func() { _ = f.Close() }() // nothing was written
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
