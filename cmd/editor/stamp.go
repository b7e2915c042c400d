//go:build !js

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
)

// The folder in a project that holds the stamps, and its stamp file.
const (
	stampFolder = ".fillet"
	stampFile   = "build.json"
)

// Stamp records the last export of a level.
type Stamp struct {
	Key      string              `json:"key"`     // hash of the program and the exports
	Inputs   []FileSum           `json:"inputs"`  // the level and all files read for it
	Outputs  []FileSum           `json:"outputs"` // the written files
	As       string              `json:"as"`      // the level's name in the call, as messages show it
	Code     int                 `json:"code,omitempty"`
	Messages messages            `json:"messages,omitempty"`
	Losses   []export.LossRecord `json:"losses,omitempty"`
}

// FileSum is a file and the hash of its contents. The hash is empty for a missing file.
type FileSum struct {
	File string `json:"file"` // slash-separated if below the project's folder, otherwise absolute
	Sum  string `json:"sum"`
}

// Name encodes a path for JSON. Paths that are not valid UTF-8 are escaped.
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

// stamps is the stamp file of a project.
type stamps struct {
	Version int               `json:"fillet_build"`
	Levels  map[string]*Stamp `json:"levels"` // by input and output
}

const stampVersion = 3

// history holds the stamps of earlier exports.
type history struct {
	stamps  map[string]map[string]*Stamp // by the folder of the project that stores them, or "", and by job
	changed map[string]bool              // the folders whose stamps have changed
	sums    *Sums
	ran     bool // an earlier run has finished
}

// of returns the stamp of a job's last export, or nil.
func (h *history) of(t *task) *Stamp { return h.in(t.dir())[t.name] }

func (h *history) in(dir string) map[string]*Stamp {
	if h.stamps[dir] == nil {
		h.stamps[dir] = map[string]*Stamp{}
		if dir != "" {
			h.stamps[dir] = readStamps(dir)
		}
	}
	return h.stamps[dir]
}

// put records the stamp of a job.
func (h *history) put(t *task) {
	h.in(t.dir())[t.name] = t.stamp
	h.changed[t.dir()] = true
}

// save writes the stamps that have changed into their projects. It drops the stamps of inputs that are gone.
func (h *history) save() error {
	var failed []error
	for _, dir := range slices.Sorted(maps.Keys(h.changed)) {
		if dir == "" {
			continue
		}
		maps.DeleteFunc(h.stamps[dir], func(_ string, s *Stamp) bool {
			return slices.ContainsFunc(s.Inputs, func(f FileSum) bool { return f.Sum != "" && !exists(f.Path(dir)) })
		})
		data, err := json.MarshalIndent(stamps{stampVersion, h.stamps[dir]}, "", " ")
		if err == nil {
			err = keepStamps(dir, append(data, '\n'))
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w: the next export will write everything",
				filepath.Join(dir, stampFolder), disk.Cause(err)))
		}
	}
	clear(h.changed)
	return errors.Join(failed...)
}

// readStamps reads the stamp file of a project. If it is missing or damaged, there are no stamps, and everything is
// exported.
func readStamps(dir string) map[string]*Stamp {
	f, err := disk.OpenRegular(filepath.Join(dir, stampFolder, stampFile))
	if err != nil {
		return map[string]*Stamp{}
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, 256<<20))
	if err != nil {
		return map[string]*Stamp{}
	}
	return parseStamps(data)
}

// parseStamps decodes a stamp file. It skips the stamps of levels that could not be exported, and of levels that read
// files outside the project: the file may come from a stranger, and opening any path could block or reach a network.
func parseStamps(data []byte) map[string]*Stamp {
	var s stamps
	if json.Unmarshal(data, &s) != nil || s.Version != stampVersion || s.Levels == nil {
		return map[string]*Stamp{}
	}
	maps.DeleteFunc(s.Levels, func(_ string, of *Stamp) bool {
		return of == nil || of.failed() || slices.ContainsFunc(of.Inputs, FileSum.isOutside)
	})
	return s.Levels
}

// isOutside reports whether the file is outside the project's folder.
func (f FileSum) isOutside() bool { return !filepath.IsLocal(filepath.FromSlash(pathOfStamp(f.File))) }

// keepStamps writes the stamp file into its folder, which git ignores. A project may come from a stranger, so links are
// not followed: they could lead to any file.
func keepStamps(dir string, data []byte) error {
	top, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = top.Close() }() // nothing was written through it
	if err := top.Mkdir(stampFolder, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := top.Lstat(stampFolder)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return errors.New("it is a link, not a folder")
	}
	in, err := top.OpenRoot(stampFolder)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // nothing was written through it
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

// failed reports whether the level could not be exported.
func (s *Stamp) failed() bool { return s.Code != exitOK && s.Code != exitLoss }

// fits reports whether the stamp can belong to a task. Its messages, if any, must name the level as the task does. If
// the stamp was read from a project's file, outputs outside the project must be in the folder of the task's output.
func (s *Stamp) fits(t *task) bool {
	return (s.As == t.in || len(s.Messages)+len(s.Losses) == 0) &&
		!(t.stored && slices.ContainsFunc(s.Outputs, func(f FileSum) bool {
			return f.isOutside() && (t.out == "" || filepath.Dir(f.Path("")) != filepath.Dir(disk.RealPath(t.out)))
		}))
}

// IsFresh reports whether exporting the level again would change nothing: the key and the inputs are unchanged, and
// nobody has changed the outputs. Paths are relative to dir.
func (s *Stamp) IsFresh(dir, key string, now *Sums) bool {
	if s.Key != key || len(s.Inputs) == 0 {
		return false
	}
	isSame := func(f FileSum) bool { return now.Of(f.Path(dir)) == f.Sum }
	return !slices.ContainsFunc(s.Inputs, func(f FileSum) bool {
		return !isSame(f)
	}) && !slices.ContainsFunc(s.Outputs, func(f FileSum) bool { return f.Sum == "" && !s.failed() || !isSame(f) })
}

// Path returns the absolute path of the file.
func (f FileSum) Path(dir string) string {
	path := filepath.FromSlash(pathOfStamp(f.File))
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// relative returns a slash-separated path relative to dir if path is below dir. Otherwise, or if dir is empty, it
// returns path.
func relative(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && dir != "" && filepath.IsLocal(rel) {
		path = rel
	}
	return filepath.ToSlash(path)
}

// SumsOf returns the sums of the files at paths, relative to dir.
func SumsOf(dir string, paths []string, now *Sums) []FileSum {
	out := make([]FileSum, len(paths))
	for i, path := range paths {
		out[i] = FileSum{Name(relative(dir, path)), now.Of(path)}
	}
	return out
}

// Sums hashes files, each only once. It is safe for concurrent use.
type Sums struct {
	mu    sync.Mutex
	known map[string]*knownSum
}

// knownSum holds the hash of a file, and the file's state when it was hashed.
type knownSum struct {
	sum  func() string
	info fs.FileInfo // nil if there was no file
}

// NewSums returns an empty cache.
func NewSums() *Sums { return &Sums{known: map[string]*knownSum{}} }

// Of returns the hash of a file's contents or of a folder's file names, or "" if path does not exist.
func (s *Sums) Of(path string) string {
	s.mu.Lock()
	path = disk.RealPath(path)
	of := s.known[path]
	if of == nil {
		of = &knownSum{}
		of.sum = sync.OnceValue(func() string {
			of.info, _ = os.Stat(path)
			return hashOf(path)
		})
		s.known[path] = of
	}
	s.mu.Unlock()
	return of.sum()
}

// Forget drops the hashes of files that may have changed: files with the given keys, and files with a different size or
// modification time.
func (s *Sums) Forget(changed map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := Keys{}
	maps.DeleteFunc(s.known, func(path string, of *knownSum) bool {
		info, err := os.Stat(path)
		return changed[keys.Of(path)] || (err == nil) != (of.info != nil) ||
			err == nil && (info.IsDir() || info.Size() != of.info.Size() || !info.ModTime().Equal(of.info.ModTime()))
	})
}

// Doubt drops the hashes of files modified since the given time, because they may have changed between hashing and
// reading.
func (s *Sums) Doubt(from time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, of := range s.known {
		if info, err := os.Stat(path); err == nil && !info.ModTime().Before(from) {
			of.sum = func() string { return "" }
		}
	}
}

// hashOf returns the hash of a file's contents or of a folder's file names, or "" if path does not exist.
func hashOf(path string) string {
	h := sha256.New()
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		entries, _ := os.ReadDir(path)
		for _, e := range entries {
			if e.Name() == stampFolder {
				continue // an export creates it
			}
			_, _ = fmt.Fprintf(h, "%q", e.Name()) // hashing never fails
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	f, err := disk.OpenRegular(path)
	if err != nil {
		if _, lost := os.Lstat(path); lost == nil { // unreadable or a dangling link: reading it reports the cause
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

// Claims records which level writes which file, so that no two levels write the same file, and which files no level may
// write.
type Claims struct {
	mu   sync.Mutex
	by   map[string]string // the level by the file's absolute path, with links resolved
	kept map[string]bool
}

// NewClaims returns an empty set of claims.
func NewClaims() *Claims { return &Claims{by: map[string]string{}, kept: map[string]bool{}} }

// Keep protects a file from being written. The path must be absolute, with links resolved.
func (c *Claims) Keep(file string) { c.kept[file] = true }

// Hold claims a file that the level has written before, unless another level has claimed it.
func (c *Claims) Hold(file, src string) {
	file = disk.RealPath(file)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.by[file]; !ok {
		c.by[file] = src
	}
}

// Claim claims a file for a level. It fails if another level has claimed the file or if it is protected.
func (c *Claims) Claim(file, src string) error {
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	abs = disk.RealPath(abs)
	c.mu.Lock()
	defer c.mu.Unlock()
	if by, ok := c.by[abs]; ok && by != src {
		return fmt.Errorf("%s and %s would both write %s: use {level} in the name of the preset's file, and {folder} "+
			"in a project", by, src, file)
	}
	if c.kept[abs] {
		return fmt.Errorf("%s: its export would overwrite %s, a file of the project", src, file)
	}
	c.by[abs] = src
	return nil
}

// exports claims the files that projects export for each level, except where a preset of the level overrides the
// export. A level whose file is already claimed gets an error.
func (c *Claims) exports(levels []task) []error {
	presets := make([][]level.ExportPreset, len(levels))
	writers := map[string]int{} // number of writers of each file
	for i, t := range levels {
		if t.project == nil {
			continue
		}
		presets[i] = t.project.ExportsOf(t.path, nil)
		for _, x := range presets[i] {
			writers[x.Path(t.path)]++
		}
	}
	clashes := make([]error, len(levels))
	for i, t := range levels {
		if slices.ContainsFunc(presets[i], func(x level.ExportPreset) bool { return writers[x.Path(t.path)] > 1 }) {
			// Only levels that may clash are read here. If one cannot be read, exporting it reports the cause.
			if doc, err := level.Open(t.path); err == nil {
				own := doc.Settings().Exports
				presets[i] = slices.DeleteFunc(presets[i], func(x level.ExportPreset) bool {
					return slices.ContainsFunc(own, func(o level.ExportPreset) bool { return o.Name == x.Name })
				})
			}
		}
		for _, x := range presets[i] {
			if at := x.Path(t.path); writers[at] > 1 {
				clashes[i] = errors.Join(clashes[i], c.Claim(at, t.in))
			} else {
				c.Hold(at, t.in)
			}
		}
	}
	return clashes
}
