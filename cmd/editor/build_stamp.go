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
	"fillet/editor/folder"
	"fillet/editor/project"
)

// The folder in a project's own in which the stamps stand, and their file.
const (
	stampFolder = ".fillet"
	stampFile   = "build.json"
)

// stamp is what is known of the last build of a level.
type stamp struct {
	Key     string       `json:"key"`     // of how it was built: the program and the exports; empty where it failed
	Inputs  []fileSum    `json:"inputs"`  // the level, and what was read for it
	Outputs []fileSum    `json:"outputs"` // what was written
	Code    int          `json:"code,omitempty"`
	Said    string       `json:"said,omitempty"`
	Losses  []lossRecord `json:"losses,omitempty"`
}

// fileSum is a file and the sum of its contents; an empty sum is of none.
type fileSum struct {
	File string `json:"file"` // below the project's folder with slashes, or absolute
	Sum  string `json:"sum"`
}

// stampName is a path as JSON can hold it: bytes that are no text are escaped.
func stampName(path string) string {
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
	Levels  map[string]*stamp `json:"levels"`
}

// readStamps are the stamps of a project, by the levels' paths. Where there are none, or the file is damaged, all is built.
func (a *app) readStamps(p *project.Project) map[string]*stamp {
	f, err := disk.OpenRegular(filepath.Join(p.Dir, stampFolder, stampFile))
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

func parseStamps(data []byte) map[string]*stamp {
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

// writeStamps keeps the stamps of a build, unless they are what they were.
func (a *app) writeStamps(p *project.Project, now, before map[string]*stamp) error {
	data, err := json.MarshalIndent(stamps{1, now}, "", " ")
	if err != nil {
		return err
	}
	if old, err := json.MarshalIndent(stamps{1, before}, "", " "); err == nil && string(old) == string(data) {
		return nil
	}
	if err := keepStamps(p.Dir, append(data, '\n')); err != nil {
		a.note("%s: %v: the next build will do everything again", filepath.Join(p.Dir, stampFolder), disk.Cause(err))
	}
	return nil
}

// keepStamps writes the file of stamps in a folder of its own, which git leaves alone. A project can come from anybody, so no link is
// followed: it could lead to any file.
func keepStamps(dir string, data []byte) error {
	top, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = top.Close() }() // it was only looked into
	if err := top.Mkdir(stampFolder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := top.Lstat(stampFolder)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errors.New("it is a link, and no folder")
	}
	in, err := top.OpenRoot(stampFolder)
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
	if err := write(stampFile, data); err != nil {
		return err
	}
	if _, err := in.Lstat(".gitignore"); errors.Is(err, fs.ErrNotExist) {
		return write(".gitignore", []byte("*\n"))
	}
	return nil
}

// stampKey stands for everything besides files that decides what a level becomes.
func (a *app) stampKey(p *project.Project, path string, call buildCall) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%s %#v %#v %v", version(), p.ExportsOf(path, nil), p.Materials, call.losses) // a hash takes everything
	return hex.EncodeToString(h.Sum(nil))
}

// isFresh reports whether a level need not be built: it would be built in the same way, of the same files, and what was written
// is there as it was written.
func (s *stamp) isFresh(p *project.Project, key string, now *sums) bool {
	if s.Key == "" || s.Key != key || len(s.Inputs) == 0 || s.Code != exitOK && s.Code != exitLoss {
		return false
	}
	is := func(f fileSum) bool { return now.of(f.path(p)) == f.Sum }
	return !slices.ContainsFunc(s.Inputs, func(f fileSum) bool { return !is(f) }) && !slices.ContainsFunc(s.Outputs, func(f fileSum) bool { return f.Sum == "" || !is(f) })
}

// keep takes over what a build has said.
func (s *stamp) keep(o outcome) { s.Code, s.Said, s.Losses = o.code, string(o.said), o.losses }

// repeat says again what was said when the level was built.
func (a *app) repeat(s *stamp) error {
	_, _ = io.WriteString(a.stderr, s.Said) // a buffer
	if a.losses != nil {
		a.losses.records = append(a.losses.records, s.Losses...)
	}
	if s.Code != exitOK {
		return &codeError{s.Code, errReported}
	}
	return nil
}

// paths are the files that the level was made of.
func (s *stamp) paths(p *project.Project) []string {
	var out []string
	for _, f := range append(slices.Clone(s.Inputs), s.Outputs...) {
		out = append(out, f.path(p))
	}
	return out
}

func (f fileSum) path(p *project.Project) string {
	path := filepath.FromSlash(pathOfStamp(f.File))
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.Dir, path)
}

func sumsOf(p *project.Project, paths []string, now *sums) []fileSum {
	out := make([]fileSum, len(paths))
	for i, path := range paths {
		name := p.Rel(path)
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			name = filepath.ToSlash(path)
		}
		out[i] = fileSum{stampName(name), now.of(path)}
	}
	return out
}

// sums are the sums of files' contents, each worked out once. Any goroutine can ask.
type sums struct {
	mu    sync.Mutex
	known map[string]func() string
}

func newSums() *sums { return &sums{known: map[string]func() string{}} }

func (s *sums) of(path string) string {
	s.mu.Lock()
	path = folder.RealPath(path)
	sum, ok := s.known[path]
	if !ok {
		sum = sync.OnceValue(func() string { return sumOf(path) })
		s.known[path] = sum
	}
	s.mu.Unlock()
	return sum()
}

// doubt forgets the sums of files that were written from a time on: what was read of them may have been another text. Files with a
// time before it were as they were hashed.
func (s *sums) doubt(from time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.known {
		if info, err := os.Stat(path); err == nil && !info.ModTime().Before(from) {
			s.known[path] = func() string { return "" }
		}
	}
}

// sumOf is the sum of a file's contents, or of the names in a folder; empty where there is none that can be read.
func sumOf(path string) string {
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
		return ""
	}
	defer func() { _ = f.Close() }() // nothing was written
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
