package main

import (
	"cmp"
	"context"
	"errors"
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
	"fillet/editor/folder"
	"fillet/editor/project"
	"fillet/importers"
)

// Limits of the folders that convert looks through: more than a game's levels need.
const (
	maxFound   = 20_000  // files to convert
	maxEntries = 200_000 // files and folders that are looked at
	maxDepth   = 32      // folders below the one that was named
)

// foldsNames says whether the system takes names that differ in case for one, as it usually does there.
const foldsNames = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// input is one file to convert.
type input struct {
	path string // as the user would write it
	sub  string // its folder below the one that was named, empty for a file that was
}

// inputs are the files that arguments stand for.
type inputs struct {
	files    []input
	folders  []string // in which more may come
	notes    []string
	problems []error // of what was passed over
}

// finder gathers inputs.
type finder struct {
	inputs
	what      string // what becomes of the files
	importers *importers.Registry
	levels    bool               // only Fillet levels: others have no presets
	prefabs   bool               // the prefabs of projects count
	foreign   bool               // no Fillet levels: what was found becomes one
	skip      string             // the folder of the outputs, without links
	isOwn     func(string) bool  // whether Fillet has exported a file
	known     map[sameFile][]int // the files by what tells most apart
	infos     []fs.FileInfo      // of the files, nil where there is none
	entries   int                // looked at
}

// sameFile is the same for one file under two names.
type sameFile struct{ size, time int64 }

// inputs finds the files that the arguments of convert stand for.
func (a *app) inputs(args []string, call conversion) (*inputs, error) {
	f := &finder{what: "converted", levels: call.target.hasPresets(), foreign: call.target.format == levelFormat}
	if call.dir != "" {
		f.skip = folder.RealPath(call.dir)
	}
	if slices.Contains(args, "-") {
		if f.levels {
			return nil, errors.New("convert works on files, and standard input has no folder for presets")
		}
		return nil, errors.New("convert works on files; for standard input there is export")
	}
	return a.find(args, f)
}

// find finds the files that arguments stand for: files, patterns and folders. Each is listed once. The name - is left to
// those who can read standard input.
func (a *app) find(args []string, f *finder) (*inputs, error) {
	f.importers, f.isOwn, f.known = a.importers, a.record.IsOwn, map[sameFile][]int{}
	for _, arg := range args {
		if arg == "-" {
			f.addFile(input{path: arg}, nil)
			continue
		}
		paths, folders, err := expandPattern(arg, runtime.GOOS == "windows")
		if err != nil {
			return nil, err
		}
		f.folders = append(f.folders, folders...)
		if len(paths) == 0 {
			f.notes = append(f.notes, fmt.Sprintf("no file matches %s", arg))
		}
		for _, path := range paths {
			if err := f.add(path); err != nil {
				return nil, err
			}
		}
	}
	f.dropMade()
	return &f.inputs, nil
}

// add adds a file, or what lies in a folder.
func (f *finder) add(path string) error {
	if isProjectFile(path) {
		path = filepath.Dir(path)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		f.folders = append(f.folders, filepath.Dir(path))
		f.addFile(input{path: path}, info)
		return f.tooMany(path)
	}
	f.folders = append(f.folders, filepath.Dir(filepath.Clean(path))) // it may go, and come again
	before := len(f.files)
	if known, err := f.addProject(path); err != nil {
		return err
	} else if !known {
		if err := f.walk(path, path, 0); err != nil {
			return err
		}
	}
	if len(f.files) == before {
		f.notes = append(f.notes, fmt.Sprintf("%s: no level in it that can be %s", path, f.what))
	}
	return nil
}

// addProject adds the levels of a folder that is a project, and reports whether it is one: those that the project's file says, and
// nothing else. Where the file has an error it is told of, and the folder is one like any other.
func (f *finder) addProject(path string) (bool, error) {
	if f.foreign || !project.IsProject(path) {
		return false, nil
	}
	p, err := project.Open(path)
	if err != nil {
		f.problems = append(f.problems, err)
		return false, nil
	}
	list, err := p.List(context.Background())
	if err != nil {
		return false, err
	}
	f.problems = append(f.problems, list.Problems...)
	for _, dir := range list.Folders {
		f.folders = append(f.folders, filepath.Join(path, filepath.FromSlash(p.Rel(dir))))
	}
	for _, e := range list.Entries {
		if e.Kind == project.Level || e.Kind == project.Prefab && f.prefabs {
			f.addFile(input{filepath.Join(path, filepath.FromSlash(e.Rel)), filepath.Dir(filepath.FromSlash(e.Rel))}, e.Info)
			if err := f.tooMany(path); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// addFile adds a file unless it is there already, maybe under another name.
func (f *finder) addFile(in input, info fs.FileInfo) {
	if info != nil {
		key := sameFile{info.Size(), info.ModTime().UnixNano()}
		for _, i := range f.known[key] {
			if os.SameFile(info, f.infos[i]) {
				also := "there twice"
				if was := f.files[i].path; filepath.Clean(in.path) != filepath.Clean(was) {
					also = "the same file as " + was
				}
				f.notes = append(f.notes, fmt.Sprintf("%s is %s: it is %s once", in.path, also, f.what))
				return
			}
		}
		f.known[key] = append(f.known[key], len(f.files))
	}
	f.files, f.infos = append(f.files, in), append(f.infos, info)
}

func (f *finder) tooMany(path string) error {
	if len(f.files) > maxFound {
		return fmt.Errorf("%s: there are more than %d files to be %s", path, maxFound, f.what)
	}
	return nil
}

// walk adds the levels in a folder and below. Links are not followed; what begins with a dot, the outputs' folder and what
// Fillet has exported are left out.
func (f *finder) walk(top, at string, depth int) error {
	f.folders = append(f.folders, at)
	entries, err := os.ReadDir(at)
	if err != nil {
		f.problems = append(f.problems, fmt.Errorf("%s: %w", at, disk.Cause(err)))
	}
	for _, e := range entries {
		if f.entries++; f.entries > maxEntries {
			return fmt.Errorf("%s: there are more than %d files in it: name a smaller folder", top, maxEntries)
		}
		path := filepath.Join(at, e.Name())
		switch {
		case folder.IsHidden(e.Name()):
		case e.IsDir() && depth >= maxDepth:
			f.problems = append(f.problems, fmt.Errorf("%s: the folders in it are nested more than %d deep", path, maxDepth))
		case e.IsDir():
			if real := folder.RealPath(path); real != f.skip && !(foldsNames && strings.EqualFold(real, f.skip)) {
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
				continue // it has gone meanwhile
			}
			f.addFile(input{path, sub}, info)
			if err := f.tooMany(top); err != nil {
				return err
			}
		}
	}
	return nil
}

// isLevel reports whether a file in a folder is a level that can be read: by its usual extensions and by its content. One
// that is damaged is, so that it is told of. Parts of an LDtk project, the projects of OGMO levels, the worlds of Tiled's maps, and drawings, most of which are
// a game's pictures, are not.
func (f *finder) isLevel(path string) bool {
	lower := strings.ToLower(path)
	isOurs := strings.HasSuffix(lower, ".level.yaml") || strings.HasSuffix(lower, ".level.yml")
	if isOurs || f.levels {
		return isOurs && !f.foreign
	}
	if !isForeignName(f.importers, lower) || slices.Contains([]string{".ldtkl", ".ogmo", ".world", ".svg"}, filepath.Ext(lower)) {
		return false
	}
	file, err := disk.OpenRegular(path)
	if err != nil {
		return true // reading it says why
	}
	defer func() { _ = file.Close() }() // nothing was written
	head, err := io.ReadAll(io.LimitReader(file, 64<<10))
	if err != nil {
		return true
	}
	_, ok := f.importers.Detect(path, head)
	return ok && !f.isOwn(path)
}

// isForeignName reports whether a name ends as those of files do that are imported.
func isForeignName(known *importers.Registry, name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(known.All(), func(i importers.Importer) bool {
		return slices.ContainsFunc(i.Extensions(), func(end string) bool { return strings.HasSuffix(name, end) })
	})
}

// dropMade leaves out one of a level and a foreign file of the same name beside it, for both would become one file: the level
// where it was made of the file and not changed since, otherwise the file, which the level was imported from.
func (f *finder) dropMade() {
	stem := func(in input) string { return strings.TrimSuffix(in.path, filepath.Ext(in.path)) }
	levels := map[string]string{} // by what a foreign file beside each is called
	foreign := map[string]bool{}
	for _, in := range f.files {
		if made, ours := strings.CutSuffix(stem(in), ".level"); in.sub != "" && ours {
			levels[made] = in.path
		} else if in.sub != "" {
			foreign[stem(in)] = true
		}
	}
	f.files = slices.DeleteFunc(f.files, func(in input) bool {
		if in.sub == "" {
			return false
		}
		if made, ours := strings.CutSuffix(stem(in), ".level"); ours {
			return foreign[made] && f.isOwn(in.path)
		}
		beside, ok := levels[stem(in)]
		if !ok || f.isOwn(beside) {
			return false
		}
		f.notes = append(f.notes, fmt.Sprintf("%s is left out: the level %s stands beside it", in.path, filepath.Base(beside)))
		return true
	})
}

// expandPattern is the files and folders that an argument stands for, as shells expand it: itself, or, where nothing is called
// that and it has a * or a ? in it, what matches, sorted. Those stand for any characters, and for one, within a name; a dot
// that a name begins with has to be there. The shells of Windows leave this to programs. folders are those in which more may
// match later.
func expandPattern(pattern string, fold bool) (paths, folders []string, err error) {
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
				if path := filepath.Join(folder, part); i < len(parts)-1 || exists(path) {
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
				if path := filepath.Join(folder, e.Name()); matchesName(part, e.Name(), fold) && (i == len(parts)-1 || isFolder(path)) {
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

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// matchesName reports whether a name is what a pattern with * and ? stands for.
func matchesName(pattern, name string, fold bool) bool {
	if fold {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	if strings.HasPrefix(name, ".") && !strings.HasPrefix(pattern, ".") {
		return false
	}
	is, err := path.Match(strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(pattern), name)
	return is && err == nil
}

// keyer gives names that lead to one place the same key, whether there is a file or not. It remembers folders.
type keyer map[string]string

func (k keyer) of(path string) string {
	dir := filepath.Dir(path)
	real, ok := k[dir]
	if !ok {
		real = folder.RealPath(dir)
		k[dir] = real
	}
	key := filepath.Join(real, filepath.Base(path))
	if foldsNames {
		key = strings.ToLower(key)
	}
	return key
}
