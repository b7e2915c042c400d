package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/importers"
)

// MaxDepth limits how deeply subfolders of a named folder are searched.
const MaxDepth = 32

// Further limits, far above the needs of a game.
const (
	maxFound   = 20_000
	maxEntries = 200_000 // files and folders examined
)

// foldsNames reports whether the file system usually ignores case.
const foldsNames = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// Input is an input file.
type Input struct {
	Path string // as the user would write the path
	Sub  string // its folder below the named one; empty for a file that the user named directly
}

// Below returns the file's path below the named folder.
func (in Input) Below() string { return filepath.Join(in.Sub, filepath.Base(in.Path)) }

// Found holds the files that the arguments name.
type Found struct {
	Files    []Input
	Folders  []string // folders in which more files may appear
	Projects []string // the files of projects, absolute
	Notes    []string
	Problems []error // why files were skipped
}

// Search selects which files count.
type Search struct {
	What      string // what happens to the files, for messages
	Importers *importers.Registry
	IsOwn     func(path string) bool // reports whether Fillet exported a file
	Levels    bool                   // only Fillet levels: other files have no presets
	Prefabs   bool                   // include the prefabs of projects
	Foreign   bool                   // exclude Fillet levels, because the found files are converted to levels
	Skip      string                 // the output folder, with links resolved
}

// finder collects inputs.
type finder struct {
	Found
	Search
	known   map[sameFile][]int // indices of files by size and time
	infos   []fs.FileInfo      // of the files; nil for a missing file
	entries int                // number of files and folders examined
	bare    int                // number of files without a collider, which are skipped
}

// sameFile is a key that is equal for all names of a file.
type sameFile struct{ size, time int64 }

// Find finds the files that args name: files, patterns and folders. Each file is listed once. "-" is returned as is,
// for callers that can read standard input.
func (s Search) Find(args []string) (*Found, error) {
	f := &finder{Search: s, known: map[sameFile][]int{}}
	for _, arg := range args {
		if arg == "-" {
			f.addFile(Input{Path: arg}, nil)
			continue
		}
		paths, folders, err := Expand(arg, runtime.GOOS == "windows")
		if err != nil {
			return nil, err
		}
		f.Folders = append(f.Folders, folders...)
		if len(paths) == 0 {
			f.Notes = append(f.Notes, fmt.Sprintf("no file matches %s", arg))
		}
		for _, path := range paths {
			if err := f.add(path); err != nil {
				return nil, err
			}
		}
	}
	f.dropMade()
	if f.bare > 0 {
		f.Notes = append(f.Notes,
			fmt.Sprintf("skipped %s without colliders or tile layers", quote.Count(f.bare, "scene")))
	}
	return &f.Found, nil
}

// add adds a file, or the levels of a folder.
func (f *finder) add(path string) error {
	if IsProjectFile(path) {
		path = filepath.Dir(path)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		f.addFile(Input{Path: path}, info)
		return f.tooMany(path)
	}
	before := len(f.Files)
	if known, err := f.addProject(path); err != nil {
		return err
	} else if !known {
		if err := f.walk(path, path, 0); err != nil {
			return err
		}
	}
	if len(f.Files) == before {
		f.Notes = append(f.Notes, fmt.Sprintf("%s: no levels to be %s", path, f.What))
	}
	return nil
}

// addProject adds the levels of a project's folder and reports whether the folder is a project. It only adds levels
// that the project file names. An error in the project file is reported, and the folder is treated like any other.
func (f *finder) addProject(path string) (bool, error) {
	if f.Foreign || !project.IsProject(path) {
		return false, nil
	}
	p, err := project.Open(path)
	if err != nil {
		f.Problems = append(f.Problems, err)
		return false, nil
	}
	list, err := p.List(context.Background())
	if err != nil {
		return false, err
	}
	f.Problems = append(f.Problems, list.Problems...)
	for _, dir := range list.Folders {
		f.Folders = append(f.Folders, filepath.Join(path, filepath.FromSlash(p.Rel(dir))))
	}
	for _, dir := range p.Levels {
		if !IsFolder(filepath.Join(p.Dir, filepath.FromSlash(dir))) {
			f.Notes = append(f.Notes, fmt.Sprintf("%s: levels names the folder %q, which does not exist",
				filepath.Join(path, disk.ProjectFile), quote.Excerpt(dir)))
		}
	}
	for _, e := range list.Entries {
		f.Projects = append(f.Projects, e.Path)
		if e.Kind == project.Level || e.Kind == project.Prefab && f.Prefabs {
			f.addFile(Input{filepath.Join(path, filepath.FromSlash(e.Rel)), filepath.Dir(filepath.FromSlash(e.Rel))},
				e.Info)
			if err := f.tooMany(path); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// addFile adds a file unless it was already added, possibly under another name.
func (f *finder) addFile(in Input, info fs.FileInfo) {
	if info != nil {
		key := sameFile{info.Size(), info.ModTime().UnixNano()}
		for _, i := range f.known[key] {
			if os.SameFile(info, f.infos[i]) {
				also := "named twice"
				if was := f.Files[i].Path; filepath.Clean(in.Path) != filepath.Clean(was) {
					also = "the same file as " + was
				}
				f.Notes = append(f.Notes, fmt.Sprintf("%s is %s: it is %s once", in.Path, also, f.What))
				return
			}
		}
		f.known[key] = append(f.known[key], len(f.Files))
	}
	f.Files, f.infos = append(f.Files, in), append(f.infos, info)
}

func (f *finder) tooMany(path string) error {
	if len(f.Files) > maxFound {
		return fmt.Errorf("%s: there are more than %d files to be %s", path, maxFound, f.What)
	}
	return nil
}

// walk adds the levels in a folder and below it. It skips links, hidden files, the output folder and files that Fillet
// exported.
func (f *finder) walk(top, at string, depth int) error {
	f.Folders = append(f.Folders, at)
	entries, err := os.ReadDir(at)
	if err != nil {
		f.Problems = append(f.Problems, fmt.Errorf("%s: %w", at, disk.Cause(err)))
	}
	for _, e := range entries {
		if f.entries++; f.entries > maxEntries {
			return fmt.Errorf("%s: there are more than %d files in it: name a smaller folder", top, maxEntries)
		}
		path := filepath.Join(at, e.Name())
		switch {
		case disk.IsHidden(e.Name()):
		case e.IsDir() && depth >= MaxDepth:
			f.Problems = append(f.Problems, fmt.Errorf("%s: the folders in it are nested more than %d deep", path,
				MaxDepth))
		case e.IsDir():
			if real := disk.RealPath(path); real != f.Skip && !(foldsNames && strings.EqualFold(real, f.Skip)) {
				if err := f.walk(top, path, depth+1); err != nil {
					return err
				}
			}
		case e.Type().IsRegular() && f.isLevel(path):
			sub, err := filepath.Rel(top, at)
			if err != nil {
				return err
			}
			info, err := e.Info()
			if err != nil {
				continue // deleted in the meantime
			}
			f.addFile(Input{path, sub}, info)
			if err := f.tooMany(top); err != nil {
				return err
			}
		}
	}
	return nil
}

// isLevel reports whether a file found in a folder is a readable level, by its extension and its content. Damaged
// levels count, so that they are reported. Parts of LDtk projects, OGMO projects and Tiled worlds do not count, and
// neither do SVG drawings, because most are a game's pictures.
func (f *finder) isLevel(path string) bool {
	lower := strings.ToLower(path)
	isOurs := strings.HasSuffix(lower, ".level.yaml") || strings.HasSuffix(lower, ".level.yml")
	if isOurs || f.Levels {
		return isOurs && !f.Foreign
	}
	if !IsForeignName(f.Importers, lower) || slices.Contains([]string{".ldtkl", ".ogmo", ".world", ".svg"},
		filepath.Ext(lower)) {
		return false
	}
	file, err := disk.OpenRegular(path)
	if err != nil {
		return true // reading it reports why
	}
	defer func() { _ = file.Close() }() // nothing was written
	head, err := io.ReadAll(io.LimitReader(file, 64<<10))
	if err != nil {
		return true
	}
	i, ok := f.Importers.Detect(path, head)
	if !ok || f.IsOwn(path) {
		return false
	}
	if scenes, ok := i.(sceneImporter); ok && f.isBare(scenes, path, head, file) {
		f.bare++
		return false
	}
	return true
}

// sceneImporter is an importer for files that are often not levels. HasColliders reports whether a file certainly has
// colliders.
type sceneImporter interface{ HasColliders(data []byte) bool }

// isBare reports whether a file that begins with head loads without losses and without a collider, even from the files
// it refers to.
func (f *finder) isBare(i sceneImporter, path string, head []byte, rest io.Reader) bool {
	const limit = 64 << 20
	data, err := io.ReadAll(io.LimitReader(rest, limit))
	if err != nil || len(data) == limit || i.HasColliders(append(head, data...)) {
		return false
	}
	res, _, err := f.Importers.Load(context.Background(), path, importers.Options{})
	return err == nil && res.Document.Len() == 0 && !slices.ContainsFunc(res.Issues, func(i importers.Issue) bool {
		return i.Severity == importers.Loss
	})
}

// IsForeignName reports whether a name has the extension of an importable file.
func IsForeignName(known *importers.Registry, name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(known.All(), func(i importers.Importer) bool {
		return slices.ContainsFunc(i.Extensions(), func(end string) bool { return strings.HasSuffix(name, end) })
	})
}

// dropMade handles a level next to a foreign file of the same name: both would become the same output, so it drops one.
// It drops a level that Fillet converted from the file and that has not been edited since. Otherwise it drops the
// foreign file, because the level was imported from it.
func (f *finder) dropMade() {
	stem := func(in Input) string { return strings.TrimSuffix(in.Path, filepath.Ext(in.Path)) }
	levels := map[string]string{} // by the name that a foreign file next to the level would have
	foreign := map[string]bool{}
	for _, in := range f.Files {
		if made, ours := strings.CutSuffix(stem(in), ".level"); in.Sub != "" && ours {
			levels[made] = in.Path
		} else if in.Sub != "" {
			foreign[stem(in)] = true
		}
	}
	f.Files = slices.DeleteFunc(f.Files, func(in Input) bool {
		if in.Sub == "" {
			return false
		}
		if made, ours := strings.CutSuffix(stem(in), ".level"); ours {
			return foreign[made] && f.IsOwn(in.Path)
		}
		levelPath, ok := levels[stem(in)]
		if !ok || f.IsOwn(levelPath) {
			return false
		}
		f.Notes = append(f.Notes, fmt.Sprintf("%s is skipped: the level %s is next to it", in.Path,
			filepath.Base(levelPath)))
		return true
	})
}

// Expand expands a pattern as shells do. * matches any characters and ? matches one character within a name; a leading
// dot must be written out. Expand returns the matching paths, sorted, or the pattern itself if such a file exists or it
// has no * or ?. Windows shells leave this to programs. folders lists the folders in which more files may match later.
func Expand(pattern string, fold bool) (paths, folders []string, err error) {
	if _, err := os.Lstat(pattern); err == nil || !strings.ContainsAny(pattern, "*?") {
		return []string{pattern}, nil, nil
	}
	volume := filepath.VolumeName(pattern)
	rest := pattern[len(volume):]
	if rest != "" && os.IsPathSeparator(rest[0]) {
		volume += string(filepath.Separator)
	}
	paths = []string{volume}
	parts := strings.FieldsFunc(rest, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
	for i, part := range parts {
		var next []string
		for _, folder := range paths {
			if !strings.ContainsAny(part, "*?") {
				folders = append(folders, cmp.Or(folder, "."))
				if path := filepath.Join(folder, part); i < len(parts)-1 || isNamed(path) {
					next = append(next, path)
				}
				continue
			}
			at := cmp.Or(folder, ".")
			entries, err := os.ReadDir(at)
			if err != nil {
				continue // as shells do
			}
			folders = append(folders, at)
			for _, e := range entries {
				if path := filepath.Join(folder, e.Name()); matchesName(part, e.Name(), fold) &&
					(i == len(parts)-1 || IsFolder(path)) {
					next = append(next, path)
				}
			}
			if len(next) > maxEntries {
				return nil, nil, fmt.Errorf("%s: it matches more than %d files", pattern, maxEntries)
			}
		}
		paths = next
	}
	return paths, folders, nil
}

// isNamed reports whether a path exists, even if it is a dangling link.
func isNamed(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// exists reports whether a path leads to a file or a folder.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// IsFolder reports whether path is a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// matchesName reports whether a name matches a pattern with * and ?.
func matchesName(pattern, name string, fold bool) bool {
	if fold {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	if strings.HasPrefix(name, ".") && !strings.HasPrefix(pattern, ".") {
		return false
	}
	matches, err := path.Match(strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(pattern), name)
	return matches && err == nil
}

// Keys returns the same key for all paths that lead to the same place, whether or not a file exists there. It caches
// the keys of folders.
type Keys map[string]string

func (k Keys) Of(path string) string {
	dir := filepath.Dir(path)
	real, ok := k[dir]
	if !ok {
		real = disk.RealPath(dir)
		k[dir] = real
	}
	key := filepath.Join(real, filepath.Base(path))
	if foldsNames {
		key = strings.ToLower(key)
	}
	return key
}

// Both returns the key of a path and, if the path is a link, the key of its target.
func (k Keys) Both(path string) []string {
	out := []string{k.Of(path)}
	if real := k.Of(disk.RealPath(path)); real != out[0] {
		out = append(out, real)
	}
	return out
}

// IsProjectFile reports whether an argument is a project file, and so names the whole project.
func IsProjectFile(arg string) bool {
	return filepath.Base(arg) == disk.ProjectFile && project.IsProject(filepath.Dir(arg))
}

// IsMany reports whether an argument can name several levels: a folder or a project file.
func IsMany(arg string) bool { return IsFolder(arg) || IsProjectFile(arg) }

// Stem returns a file's name without its folder and its longest known extension.
func Stem(known *importers.Registry, path string) string {
	base := filepath.Base(path)
	lower := strings.ToLower(base)
	best := filepath.Ext(base)
	ends := []string{".level.yaml", ".level.yml"}
	for _, i := range known.All() {
		ends = append(ends, i.Extensions()...)
	}
	for _, e := range ends {
		if strings.HasSuffix(lower, e) && len(e) > len(best) && len(e) < len(base) {
			best = base[len(base)-len(e):]
		}
	}
	return strings.TrimSuffix(base, best)
}
