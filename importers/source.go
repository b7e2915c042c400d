package importers

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/quote"
)

// MaxInput limits the bytes that one import reads: the file and all the files that it names, together.
const MaxInput = 256 << 20

// Errors when reading a source.
var (
	ErrOutside  = errors.New("the path leads outside the folder that the file may read")
	ErrHidden   = errors.New("the path contains a name that begins with a dot; such files are not read")
	ErrTooLarge = fmt.Errorf("more than the limit of %d MB", MaxInput>>20)
)

// Source is a foreign file with access to other files in one folder, the root. The root is the folder of the nearest
// project or git repository, the file's own folder if there is none, or the caller's choice.
type Source struct {
	Path string // as the user gave it; - means standard input
	Data []byte

	root fs.FS
	base string            // the file's folder in the root, with slashes
	asks func(path string) // called with each path in the root before it is read; may be nil
	used int64             // bytes read from other files

	unsaved func(path string) ([]byte, bool) // returns contents that replace a file in the root; may be nil
	moved   func(path string) (string, bool) // returns where a missing file in the root is now; may be nil
	missing []string                         // the files that do not exist, by path in the root
	up      int                              // number of folders above the root that the rejected paths reach
	seen    map[string]uint64                // hashes of the files that were read, by path in the root
}

// NewSource returns the source for a file that was read from the given folder. With a nil folder, it cannot read other
// files.
func NewSource(path string, data []byte, dir fs.FS) *Source { return NewSourceIn(path, data, dir, ".") }

// NewSourceIn returns the source for a file that was read from the folder base of a root. It can read files anywhere in
// the root.
func NewSourceIn(path string, data []byte, root fs.FS, base string) *Source {
	return &Source{Path: path, Data: data, root: root, base: base}
}

// OpenSourceIn reads a file that may name other files anywhere in the folder root, which contains it. These are read
// through [os.Root], so neither a path nor a symbolic link leads out of the root. The caller closes the result.
func OpenSourceIn(root, name string) (*Source, io.Closer, error) {
	fail := func(err error) (*Source, io.Closer, error) { return nil, nil, &Error{File: name, Err: err} }
	base, err := baseIn(root, name)
	if err != nil {
		return fail(err)
	}
	f, err := disk.OpenRegular(name)
	if err != nil {
		return fail(disk.WithoutPath(err))
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := readLimited(f, MaxInput)
	if err != nil {
		return fail(disk.WithoutPath(err))
	}
	r, err := os.OpenRoot(root)
	if err != nil {
		return fail(err)
	}
	return NewSourceIn(name, data, disk.FS(r), base), r, nil
}

// baseIn returns a file's folder relative to a root, with slashes. Both paths may contain links.
func baseIn(root, name string) (string, error) {
	dir := filepath.Dir(name)
	if root == dir {
		return ".", nil
	}
	ways := []func(string) (string, error){
		filepath.Abs, func(path string) (string, error) { return disk.RealPath(path), nil },
	}
	for _, way := range ways {
		from, err := way(root)
		if err != nil {
			return "", err
		}
		to, err := way(dir)
		if err != nil {
			return "", err
		}
		if base, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(base) {
			return filepath.ToSlash(base), nil
		}
	}
	return "", fmt.Errorf("it is not in the folder %s", quote.ShortPath(root))
}

// maxClimb limits how many folders above a file are searched for its project.
const maxClimb = 16

// projectRoot returns the nearest folder with a project, from the file's own folder upwards, or "" if there is none. A
// project is another file with one of the extensions, a Fillet project, or a git repository. The path is absolute and
// without links. The home folder and the folders above it do not count, because they may be a repository of dotfiles.
func projectRoot(name string, extensions []string) string {
	own, err := os.Stat(name)
	if err != nil {
		return ""
	}
	dir := disk.RealPath(filepath.Dir(name))
	for range maxClimb + 1 {
		if disk.IsHomeOrAbove(dir) {
			return ""
		}
		if disk.IsProject(dir) || len(extensions) > 0 && holdsProject(dir, extensions, own) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

// holdsProject reports whether a folder holds a file with one of the extensions, other than the given one. An
// unreadable folder holds none.
func holdsProject(dir string, extensions []string, own fs.FileInfo) bool {
	entries, _ := os.ReadDir(dir)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		if !e.Type().IsRegular() || !slices.Contains(extensions, strings.ToLower(filepath.Ext(e.Name()))) {
			return false
		}
		info, err := e.Info()
		return err == nil && !os.SameFile(info, own)
	})
}

// Title returns the base name of the file, or the given name for standard input.
func (s *Source) Title(stdin string) string {
	if s.Path == "-" {
		return stdin
	}
	return BaseName(s.Path)
}

// ReadNeighbour reads a file that the source names by a path relative to itself, with slashes or backslashes. It
// returns [ErrOutside] for a path that is absolute or leads out of the root, and [ErrHidden] for a path with a name
// that begins with a dot.
func (s *Source) ReadNeighbour(name string) ([]byte, error) { return s.ReadFrom(".", name) }

// ReadFrom reads a file that another file names; dir is the folder of that other file, relative to the source's.
func (s *Source) ReadFrom(dir, name string) ([]byte, error) {
	cleaned, err := s.Resolve(dir, name)
	if err != nil {
		return nil, err
	}
	return s.readAs(cleaned, name)
}

// ReadInRoot reads a file by its path in the root, as [Source.InRoot] lists it.
func (s *Source) ReadInRoot(name string) ([]byte, error) { return s.readAs(name, name) }

// readAs reads a file by its path in the root. Errors quote name instead.
func (s *Source) readAs(cleaned, name string) ([]byte, error) {
	data, err := s.read(cleaned)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", quote.Excerpt(name), err)
	}
	return data, nil
}

// errBrokenLink does not wrap [fs.ErrNotExist], because the file is meant to exist.
var errBrokenLink = errors.New("it is a link to a missing file")

var errNoFolder = errors.New("the file was read without its folder")

func (s *Source) read(name string) ([]byte, error) {
	if s.root == nil {
		return nil, errNoFolder
	}
	s.ask(name)
	if s.unsaved != nil {
		if data, ok := s.unsaved(name); ok {
			return data, nil
		}
	}
	if err := s.checkLinks(name); err != nil {
		return nil, err
	}
	f, err := s.open(name)
	if err != nil {
		if _, there := fs.Lstat(s.root, name); there == nil && errors.Is(err, fs.ErrNotExist) {
			return nil, errBrokenLink
		}
		return nil, disk.WithoutPath(err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err == nil {
		err = disk.CheckRegular(info)
	}
	if err != nil {
		return nil, disk.WithoutPath(err)
	}
	data, err := readLimited(f, MaxInput-int64(len(s.Data))-s.used)
	if err != nil {
		return nil, disk.WithoutPath(err)
	}
	s.used += int64(len(data))
	if s.seen == nil {
		s.seen = map[string]uint64{}
	}
	s.seen[name] = contentHash(data)
	return data, nil
}

// open opens a file in the root, or where it was moved to.
func (s *Source) open(name string) (fs.File, error) {
	f, err := s.root.Open(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	if s.moved != nil {
		if at, ok := s.moved(name); ok {
			if moved, err := disk.OpenRegular(at); err == nil {
				return moved, nil
			}
		}
	}
	s.missing = append(s.missing, name)
	return nil, err
}

// lost returns the missing files that issues mention, without those that need not exist, relative to the source's
// folder.
func (s *Source) lost(issues []Issue) (names []string) {
	slices.Sort(s.missing)
	for _, name := range slices.Compact(s.missing) {
		if slices.ContainsFunc(issues, func(i Issue) bool {
			return i.Severity != Note && strings.Contains(i.Message, path.Base(name))
		}) {
			names = append(names, s.fromBase(name))
		}
	}
	return names
}

func (s *Source) ask(name string) {
	if s.asks != nil {
		s.asks(name)
	}
}

// checkLinks returns an error for links to a path with a name that begins with a dot. The root itself rejects links
// that lead out of it.
func (s *Source) checkLinks(name string) error {
	const limit = 40
	for range limit {
		link, to, rest := "", "", ""
		for i, part := range strings.SplitAfter(name, "/") {
			link = path.Join(link, part)
			if info, err := fs.Lstat(s.root, link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				continue
			}
			parts := strings.Split(name, "/")
			var err error
			if to, err = fs.ReadLink(s.root, link); err != nil {
				return disk.WithoutPath(err)
			}
			rest = path.Join(parts[i+1:]...)
			break
		}
		if to == "" || path.IsAbs(to) {
			return nil
		}
		if name = path.Join(path.Dir(link), filepath.ToSlash(to), rest); disk.IsHidden(s.fromBase(name)) {
			return ErrHidden
		}
	}
	return nil
}

// beyond returns the folder, relative to the source's, that as a root would include the rejected files. It is empty if
// no file was rejected.
func (s *Source) beyond() string {
	if s.up == 0 {
		return ""
	}
	up := s.up
	if s.base != "." {
		up += strings.Count(s.base, "/") + 1
	}
	return path.Join(".", strings.Repeat("../", up))
}

func contentHash(data []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(data) // a hash never fails
	return h.Sum64()
}

// reads returns the sorted paths of the other files that were read, relative to the source's folder, with slashes.
func (s *Source) reads() []string {
	out := make([]string, 0, len(s.seen))
	for name := range s.seen {
		out = append(out, s.fromBase(name))
	}
	slices.Sort(out)
	return out
}

// fromBase converts a path in the root to a path relative to the source's folder.
func (s *Source) fromBase(name string) string {
	base := strings.Split(s.base, "/")
	if s.base == "." {
		return name
	}
	parts := strings.Split(name, "/")
	same := 0
	for same < len(base) && same < len(parts)-1 && base[same] == parts[same] {
		same++
	}
	return strings.Repeat("../", len(base)-same) + strings.Join(parts[same:], "/")
}

// Digest returns a short string that changes if the source or a file that it read changes.
func (s *Source) Digest() string {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%x", contentHash(s.Data)) // a hash never fails
	for _, name := range slices.Sorted(maps.Keys(s.seen)) {
		_, _ = fmt.Fprintf(h, " %s %x", s.fromBase(name), s.seen[name]) // a hash never fails
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// Resolve returns the path in the root of a file that another file names; dir is the folder of that other file,
// relative to the source's. It does not check whether the file exists.
func (s *Source) Resolve(dir, name string) (string, error) {
	slashed := strings.ReplaceAll(name, `\`, "/")
	hasDrive := len(slashed) >= 2 && slashed[1] == ':'
	if path.IsAbs(slashed) || hasDrive {
		return "", fmt.Errorf("%q: %w: it is absolute", quote.Excerpt(name), ErrOutside)
	}
	cleaned := path.Join(s.base, dir, slashed)
	if cleaned == ".." || strings.HasPrefix(cleaned, "../") {
		s.up = max(s.up, strings.Count(cleaned+"/", "../"))
		return "", fmt.Errorf("%q: %w", quote.Excerpt(name), ErrOutside)
	}
	if disk.IsHidden(s.fromBase(cleaned)) {
		return "", fmt.Errorf("%q: %w", name, ErrHidden)
	}
	if name == "" || path.Clean(slashed) == "." || !fs.ValidPath(cleaned) || cleaned == "." ||
		strings.ContainsRune(cleaned, 0) {
		return "", fmt.Errorf("%q does not name a file", quote.Excerpt(name))
	}
	return cleaned, nil
}

// ResolveFolder returns the path in the root of a folder that the source names relative to itself.
func (s *Source) ResolveFolder(name string) (string, error) {
	cleaned, err := s.Resolve(".", path.Join(strings.ReplaceAll(name, `\`, "/"), "x"))
	if err != nil { // the last element, x, is always present
		return "", fmt.Errorf("%q: %w", quote.Excerpt(name), ErrOutside)
	}
	return path.Dir(cleaned), nil
}

// Folders returns the source's folder and the folders above it up to the root, nearest first, as paths in the root.
func (s *Source) Folders() []string {
	if s.root == nil {
		return nil
	}
	out := []string{s.base}
	for dir := s.base; dir != "."; {
		dir = path.Dir(dir)
		out = append(out, dir)
	}
	return out
}

// InRoot returns the sorted paths, in the root, of the regular files of a folder and of its subfolders down to depth
// levels. It skips folders whose names begin with a dot. More than limit files are an error.
func (s *Source) InRoot(dir string, depth, limit int) ([]string, error) {
	if s.root == nil {
		return nil, errNoFolder
	}
	var out []string
	err := fs.WalkDir(s.root, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == dir:
			return disk.WithoutPath(err)
		case err != nil:
			return nil //nolint:nilerr // a folder that cannot be read holds nothing to import
		case d.IsDir():
			deeper := strings.Count(name, "/") - strings.Count(dir, "/")
			if dir == "." && name != "." {
				deeper++
			}
			if deeper > depth || name != dir && disk.IsHidden(d.Name()) {
				return fs.SkipDir
			}
			s.ask(name)
		case d.Type().IsRegular():
			if len(out) == limit {
				return fmt.Errorf("more than %d files", limit)
			}
			out = append(out, name)
		}
		return nil
	})
	return out, err
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
