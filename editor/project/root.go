// Package project says which folders the files of a level lie in, and reads and writes in them what a file names.
package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode"

	"fillet/editor/disk"
	"fillet/editor/quote"
)

// FileName is the name of the file that makes a folder a project.
const FileName = "fillet.project.yaml"

// Errors of a path that a file names.
var (
	ErrOutside = errors.New("it leads out of the folder in which the level may name files")
	ErrHidden  = errors.New("it leads below a name that begins with a dot, where nothing is read or written for a level")
	ErrHome    = errors.New("it lies in the home folder or above it, where the files that a level names are not read or written: move it to a folder of its own")
)

// Root is a folder out of which no path leads that a file names: not by "..", not by an absolute name, and not by a
// symbolic link, whenever that was put there. The zero value is no folder; nothing lies in it.
type Root struct {
	dir string // absolute, without links
}

// OpenRoot makes a folder a root.
func OpenRoot(dir string) (Root, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return Root{}, fmt.Errorf("%s: %w", quote.ShortPath(dir), bare(err))
	}
	if !info.IsDir() {
		return Root{}, fmt.Errorf("%s: it is not a folder", quote.ShortPath(dir))
	}
	return Root{RealPath(dir)}, nil
}

// FindRoot is the root of what a level file names: the folder of its project, or else its own. It is never the home folder
// or one above it: for a level that lies there the error is [ErrHome].
func FindRoot(levelPath string) (Root, error) {
	if dir, ok := FindProject(levelPath); ok {
		return Root{dir}, nil
	}
	dir := RealPath(filepath.Dir(levelPath))
	if isHomeOrAbove(dir) {
		return Root{}, fmt.Errorf("%s: %w", quote.ShortPath(levelPath), ErrHome)
	}
	return Root{dir}, nil
}

// FindProject is the nearest folder, from that of a file upwards, that holds a project file or a git repository, as an
// absolute path without links. The home folder and those above it are never a project.
func FindProject(path string) (dir string, ok bool) {
	for dir = RealPath(filepath.Dir(path)); !isHomeOrAbove(dir); dir = filepath.Dir(dir) {
		if info, err := os.Lstat(filepath.Join(dir, FileName)); err == nil && info.Mode().IsRegular() {
			return dir, true
		}
		// In a work tree and in a submodule .git is a file.
		if info, err := os.Lstat(filepath.Join(dir, ".git")); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			return dir, true
		}
	}
	return "", false
}

// isHomeOrAbove reports whether a folder is the user's home, holds it, or is the top of a file system.
func isHomeOrAbove(dir string) bool {
	if filepath.Dir(dir) == dir {
		return true
	}
	info, err := os.Stat(dir)
	for _, home := range homes() {
		for at := RealPath(home); ; at = filepath.Dir(at) {
			if at == dir {
				return true
			}
			if other, errAt := os.Stat(at); err == nil && errAt == nil && os.SameFile(info, other) {
				return true
			}
			if filepath.Dir(at) == at {
				break
			}
		}
	}
	return false
}

// homes is the user's home folder as the environment has it, and as the system has it.
func homes() []string {
	var out []string
	if dir, err := os.UserHomeDir(); err == nil && filepath.IsAbs(dir) {
		out = append(out, dir)
	}
	if u, err := user.Current(); err == nil && filepath.IsAbs(u.HomeDir) {
		out = append(out, u.HomeDir)
	}
	return out
}

// RealPath is a path without links, absolute. Of one that does not exist, the part that does has none.
func RealPath(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	there := len(filepath.VolumeName(abs)) + 1 // the length of the part that exists
	for end := there; end < len(abs); there = end {
		end = len(abs)
		if i := strings.IndexRune(abs[min(there+1, end):], filepath.Separator); i >= 0 {
			end = there + 1 + i
		}
		if _, err := os.Lstat(abs[:end]); err != nil {
			break
		}
	}
	for at := abs[:min(there, len(abs))]; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, abs[len(at):])
		}
		if filepath.Dir(at) == at {
			return abs
		}
	}
}

// Dir is the folder itself; empty for the zero value.
func (r Root) Dir() string { return r.dir }

// maxPath is the most bytes of a path that a file names: more than systems take in one.
const maxPath = 4096

// Rel is a file's path in the root. What is not below it has the error [ErrOutside]; a link that leads out shows only when
// the file is read or written.
func (r Root) Rel(path string) (string, error) {
	if err := CheckPath(path); err != nil {
		return "", err
	}
	if len(path) > maxPath {
		return "", fmt.Errorf("the path %s is longer than %d bytes", quote.ShortPath(path), maxPath)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if r.dir != "" {
		for _, p := range []string{abs, filepath.Join(RealPath(filepath.Dir(abs)), filepath.Base(abs))} {
			rel, err := filepath.Rel(r.dir, p)
			switch {
			case err != nil || !filepath.IsLocal(rel):
			case rel == ".":
				return "", fmt.Errorf("%s: it is the folder itself, not a file in it", quote.ShortPath(path))
			default:
				return rel, nil
			}
		}
	}
	return "", r.outside(path)
}

func (r Root) outside(path string) error {
	if r.dir == "" {
		return fmt.Errorf("%s: %w", quote.ShortPath(path), ErrOutside)
	}
	return fmt.Errorf("%s: %w, %s", quote.ShortPath(path), ErrOutside, quote.ShortPath(r.dir))
}

// Named is Rel of a path that a file names: it may not lead below a name that begins with a dot either.
func (r Root) Named(path string) (string, error) {
	rel, err := r.Rel(path)
	if err == nil && IsHidden(rel) {
		return "", fmt.Errorf("%s: %w", quote.ShortPath(path), ErrHidden)
	}
	return rel, err
}

// CheckPath reports characters in a path that could fake what people are shown of it: control characters, line breaks of
// any kind, and what turns the direction of writing.
func CheckPath(path string) error {
	if i := strings.IndexFunc(path, isControl); i >= 0 {
		return fmt.Errorf("the path %q has a control character in it", quote.Excerpt(path))
	}
	return nil
}

func isControl(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u2028', r == '\u2029': // line and paragraph separator
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r) // direction of writing
}

// IsHidden reports whether a part of a relative path begins with a dot, or is read so by some file system: those that
// leave out invisible characters, and the short names of Windows (GIT~1 stands for .git).
func IsHidden(rel string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(rel, func(r rune) bool { return r == '/' || r == filepath.Separator }), func(part string) bool {
		if part == "." || part == ".." {
			return false
		}
		visible := strings.TrimLeftFunc(part, func(r rune) bool { return unicode.Is(unicode.Cf, r) || r == 0xfeff })
		return strings.HasPrefix(visible, ".") || runtime.GOOS == "windows" && isShortName(part)
	})
}

// IsHiddenFrom is IsHidden of the way from a folder to a file, links followed. What the folders are called that both lie in
// does not count.
func IsHiddenFrom(folder, path string) bool {
	real := RealPath(path)
	for near := RealPath(folder); filepath.Dir(near) != near; near = filepath.Dir(near) {
		if rel, err := filepath.Rel(near, real); err == nil && filepath.IsLocal(rel) {
			return IsHidden(rel)
		}
	}
	return IsHidden(real[len(filepath.VolumeName(real)):])
}

func isShortName(part string) bool {
	_, number, ok := strings.Cut(part, "~")
	return ok && number != "" && number[0] >= '0' && number[0] <= '9'
}

// spot is the place of a file in a root: the folder that holds it, which is open, and what stands there now.
type spot struct {
	dir  *os.Root
	name string      // in the folder; not a link
	info fs.FileInfo // nil: there is no file
	rel  string      // in the root, without links
}

// find opens the folder of a file. It goes there folder by folder, each opened in the one above and looked at once more
// when it is open, so that none of them can be exchanged for a link meanwhile. Links are followed here, where their
// targets can be checked: they must lie in the root, and not below a name that begins with a dot. Folders that are missing
// are made where create is set.
func (r Root) find(rel string, create bool) (spot, error) {
	const most = 40
	for range most {
		s, link, err := r.walk(filepath.Clean(rel), create)
		if err != nil || link == "" {
			return s, err
		}
		rel = link
	}
	return spot{}, errors.New("too many links")
}

// walk is find up to the first link: link is then the path to go on with.
func (r Root) walk(rel string, create bool) (at spot, link string, err error) {
	dir, err := os.OpenRoot(r.dir)
	if err != nil {
		return spot{}, "", err
	}
	defer func() {
		if at.dir == nil {
			_ = dir.Close() // nothing was written
		}
	}()
	parts := strings.Split(rel, string(filepath.Separator))
	for i, name := range parts {
		last := i == len(parts)-1
		info, err := dir.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			if last {
				return spot{dir, name, nil, rel}, "", nil
			}
			if create {
				info, err = makeFolder(dir, name)
			}
		}
		switch {
		case err != nil:
			return spot{}, "", bare(err)
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := dir.Readlink(name)
			if err != nil {
				return spot{}, "", bare(err)
			}
			link, err = r.follow(parts[:i], to, parts[i+1:])
			return spot{}, link, err
		case last:
			return spot{dir, name, info, rel}, "", nil
		case !info.IsDir():
			return spot{}, "", fmt.Errorf("%s is not a folder", quote.ShortPath(filepath.Join(parts[:i+1]...)))
		}
		next, err := openSame(dir, name, info)
		if err != nil {
			return spot{}, "", err
		}
		_ = dir.Close() // nothing was written
		dir = next
	}
	return spot{}, "", errors.New("it does not name a file")
}

func makeFolder(dir *os.Root, name string) (fs.FileInfo, error) {
	if err := disk.MakeFolderIn(dir, name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return dir.Lstat(name)
}

// openSame opens a folder in another, which has to be the one that was looked at.
func openSame(dir *os.Root, name string, info fs.FileInfo) (*os.Root, error) {
	next, err := dir.OpenRoot(name)
	if err != nil {
		return nil, bare(err)
	}
	if now, err := next.Stat("."); err != nil || !os.SameFile(info, now) {
		_ = next.Close() // nothing was written
		return nil, fmt.Errorf("%s was exchanged while it was opened", name)
	}
	return next, nil
}

// follow is the path in the root that a link in the folder of these parts leads to, and what comes after it.
func (r Root) follow(folder []string, to string, rest []string) (string, error) {
	var rel string
	if filepath.IsAbs(to) {
		within, err := filepath.Rel(r.dir, to)
		if err != nil {
			return "", r.outside("a link to " + to)
		}
		rel = filepath.Join(within, filepath.Join(rest...))
	} else {
		rel = filepath.Join(filepath.Join(folder...), to, filepath.Join(rest...))
	}
	switch {
	case !filepath.IsLocal(rel):
		return "", r.outside("a link to " + to)
	case IsHidden(rel):
		return "", fmt.Errorf("a link to %s: %w", quote.ShortPath(to), ErrHidden)
	}
	return rel, nil
}
