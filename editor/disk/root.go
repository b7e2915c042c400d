package disk

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

	"fillet/editor/quote"
)

// ProjectFile is the name of the file that makes a folder a project.
const ProjectFile = "fillet.project.yaml"

// Errors for paths that a file names.
var (
	ErrOutside = errors.New("it is outside the folder that the level may use")
	ErrHidden  = errors.New("levels may not use hidden files or folders")
	ErrProject = errors.New("levels may not use project files")
	ErrHome    = errors.New("the level is directly in your home folder or above it, so it may not use other files. " +
		"Move it to its own folder")
)

// Root confines the paths in a file to a folder: "..", absolute paths and symbolic links cannot leave it, even a link
// created in the meantime. The zero value contains no files.
type Root struct {
	dir string // absolute, without links
}

// OpenRoot returns a folder as a root.
func OpenRoot(dir string) (Root, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return Root{}, fmt.Errorf("%s: %w", quote.ShortPath(dir), WithoutPath(err))
	}
	if !info.IsDir() {
		return Root{}, fmt.Errorf("%s: it is not a folder", quote.ShortPath(dir))
	}
	return Root{RealPath(dir)}, nil
}

// FindRoot returns the root for the files that a level names: the folder of its project, or else its own folder. If
// this is the home folder or a folder above it, the error is [ErrHome].
func FindRoot(levelPath string) (Root, error) {
	if dir, ok := FindProject(levelPath); ok {
		return Root{dir}, nil
	}
	dir := RealPath(filepath.Dir(levelPath))
	if IsHomeOrAbove(dir) {
		return Root{}, fmt.Errorf("%s: %w", quote.ShortPath(levelPath), ErrHome)
	}
	return Root{dir}, nil
}

// FindProject returns the nearest folder, from the file's own upwards, with a project file or a git repository, as an
// absolute path without links. The home folder and the folders above it are never a project.
func FindProject(path string) (dir string, ok bool) {
	for dir = RealPath(filepath.Dir(path)); !IsHomeOrAbove(dir); dir = filepath.Dir(dir) {
		if IsProject(dir) {
			return dir, true
		}
	}
	return "", false
}

// IsProject reports whether a folder holds a project file or a git repository.
func IsProject(dir string) bool {
	if info, err := os.Lstat(filepath.Join(dir, ProjectFile)); err == nil && info.Mode().IsRegular() {
		return true
	}
	// In a work tree or a submodule, .git is a file.
	info, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil && (info.IsDir() || info.Mode().IsRegular())
}

// FindBlockedProject returns a link, pipe or folder with the name of a project file, in a file's folder or above it,
// and an error that describes it. The error is nil if there is none.
func FindBlockedProject(path string) (file string, err error) {
	for dir := RealPath(filepath.Dir(path)); !IsHomeOrAbove(dir) && !IsProject(dir); dir = filepath.Dir(dir) {
		file := filepath.Join(dir, ProjectFile)
		if info, err := os.Lstat(file); err == nil {
			return file, CheckRegular(info)
		}
	}
	return "", nil
}

// IsHomeOrAbove reports whether a folder is the user's home, contains it, or is the root of a file system.
func IsHomeOrAbove(dir string) bool {
	if filepath.Dir(dir) == dir {
		return true
	}
	info, err := os.Stat(dir)
	for _, home := range homes() {
		for at := RealPath(home); ; at = filepath.Dir(at) {
			if at == dir {
				return true
			}
			if ancestor, errAt := os.Stat(at); err == nil && errAt == nil && os.SameFile(info, ancestor) {
				return true
			}
			if filepath.Dir(at) == at {
				break
			}
		}
	}
	return false
}

// homes returns the user's home folders according to the environment and to the system.
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

// RealPath makes a path absolute and resolves its links. If the file does not exist, it resolves the links of the
// existing part.
func RealPath(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	existing := len(filepath.VolumeName(abs)) + 1 // length of the part that exists
	for end := existing; end < len(abs); existing = end {
		end = len(abs)
		if i := strings.IndexRune(abs[min(existing+1, end):], filepath.Separator); i >= 0 {
			end = existing + 1 + i
		}
		if _, err := os.Lstat(abs[:end]); err != nil {
			break
		}
	}
	for at := abs[:min(existing, len(abs))]; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, abs[len(at):])
		}
		if filepath.Dir(at) == at {
			return abs
		}
	}
}

// Dir returns the folder's path, or "" for the zero value.
func (r Root) Dir() string { return r.dir }

// maxPath limits the paths that a file may name, in bytes. Operating systems have lower limits.
const maxPath = 4096

// Rel returns a file's path relative to the root. The error is [ErrOutside] if the file is not below the root. A link
// that leads out of the root is only detected when the file is read or written.
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
				return "", fmt.Errorf("%s: it names the root folder, not a file in it", quote.ShortPath(path))
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

// Named works like [Root.Rel] for a path in a file. It also rejects names that begin with a dot, and project files,
// which would make their folder a root for other levels.
func (r Root) Named(path string) (string, error) {
	rel, err := r.Rel(path)
	switch {
	case err != nil:
		return "", err
	case IsHidden(rel):
		return "", fmt.Errorf("%s: %w", quote.ShortPath(path), ErrHidden)
	case isProjectFile(filepath.Base(rel)):
		return "", fmt.Errorf("%s: %w", quote.ShortPath(path), ErrProject)
	}
	return rel, nil
}

// isProjectFile reports whether any file system treats a name as the name of a project file. Some ignore case,
// invisible characters, or trailing dots and spaces.
func isProjectFile(name string) bool {
	visible := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	return strings.EqualFold(strings.TrimRight(visible, ". "), ProjectFile)
}

// CheckPath returns an error for characters that could make a path look like another one: control characters, line
// breaks of any kind, and changes of the text direction.
func CheckPath(path string) error {
	if strings.ContainsFunc(path, func(r rune) bool {
		const line, paragraph = '\u2028', '\u2029' // separators
		return unicode.IsControl(r) || r == line || r == paragraph || unicode.Is(unicode.Bidi_Control, r)
	}) {
		return fmt.Errorf("the path %q contains a control character", quote.Excerpt(path))
	}
	return nil
}

// IsHidden reports whether an element of a relative path begins with a dot, or may do so on some file systems: some
// ignore invisible characters, and Windows has short names (GIT~1 for .git).
func IsHidden(rel string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(rel, func(r rune) bool {
		return r == '/' || r == filepath.Separator
	}), func(part string) bool {
		if part == "." || part == ".." {
			return false
		}
		visible := strings.TrimLeftFunc(part, func(r rune) bool { return unicode.Is(unicode.Cf, r) || r == 0xfeff })
		_, number, _ := strings.Cut(part, "~")
		isShort := number != "" && number[0] >= '0' && number[0] <= '9'
		return strings.HasPrefix(visible, ".") || runtime.GOOS == "windows" && isShort
	})
}

// IsHiddenFrom applies [IsHidden] to the path from a folder to a file, with links resolved. It ignores the names of
// folders that contain both.
func IsHiddenFrom(folder, path string) bool {
	real := RealPath(path)
	for ancestor := RealPath(folder); filepath.Dir(ancestor) != ancestor; ancestor = filepath.Dir(ancestor) {
		if rel, err := filepath.Rel(ancestor, real); err == nil && filepath.IsLocal(rel) {
			return IsHidden(rel)
		}
	}
	return IsHidden(real[len(filepath.VolumeName(real)):])
}

// location is the place of a file in a root: its open folder, and the current file, if any.
type location struct {
	dir  *os.Root
	name string      // name in the folder; not a link
	info fs.FileInfo // nil if there is no file
	rel  string      // path in the root, without links
}

// find opens the folder of a file. It opens one folder after another, each within its parent, and checks each again
// once it is open, in case a link replaced it in between. It follows links itself to check their targets, which must be
// in the root and not below a name that begins with a dot. If create is set, it creates missing folders.
func (r Root) find(rel string, create bool) (location, error) {
	const limit = 40
	for range limit {
		s, link, err := r.walk(filepath.Clean(rel), create)
		if err != nil || link == "" {
			return s, err
		}
		rel = link
	}
	return location{}, fmt.Errorf("it is a circular link, or a chain of more than %d links", limit)
}

// walk follows a path up to the first link. If there is a link, it returns the path to continue with.
func (r Root) walk(rel string, create bool) (at location, link string, err error) {
	dir, err := os.OpenRoot(r.dir)
	if err != nil {
		return location{}, "", err
	}
	defer func() {
		if at.dir == nil {
			_ = dir.Close() // nothing was written
		}
	}()
	parts := strings.Split(rel, string(filepath.Separator))
	for i, name := range parts {
		if err := CheckName(name); err != nil {
			return location{}, "", err
		}
		last := i == len(parts)-1
		info, err := dir.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			if last {
				return location{dir, name, nil, rel}, "", nil
			}
			if create {
				info, err = makeFolderIn(dir, name)
			}
		}
		switch {
		case err != nil:
			return location{}, "", WithoutPath(err)
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := dir.Readlink(name)
			if err != nil {
				return location{}, "", WithoutPath(err)
			}
			link, err = r.follow(parts[:i], to, parts[i+1:])
			return location{}, link, err
		case last:
			return location{dir, name, info, rel}, "", nil
		case !info.IsDir():
			return location{}, "", fmt.Errorf("%s is not a folder", quote.ShortPath(filepath.Join(parts[:i+1]...)))
		}
		next, err := openSame(dir, name, info)
		if err != nil {
			return location{}, "", err
		}
		_ = dir.Close() // nothing was written
		dir = next
	}
	return location{}, "", errors.New("the path names no file")
}

// openSame opens a folder within another one and checks that it is still the folder that info describes.
func openSame(dir *os.Root, name string, info fs.FileInfo) (*os.Root, error) {
	next, err := dir.OpenRoot(name)
	if err != nil {
		return nil, WithoutPath(err)
	}
	if now, err := next.Stat("."); err != nil || !os.SameFile(info, now) {
		_ = next.Close() // nothing was written
		return nil, fmt.Errorf("%s was replaced while it was being opened", name)
	}
	return next, nil
}

// follow returns the path in the root that results from following a link in a folder, with the rest of the path
// appended.
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
	case isProjectFile(filepath.Base(rel)):
		return "", fmt.Errorf("a link to %s: %w", quote.ShortPath(to), ErrProject)
	}
	return rel, nil
}
