package project

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/quote"
)

// Kind is the kind of a project's file.
type Kind int8

// The kinds of files.
const (
	Level Kind = iota + 1
	Prefab
	Tiles
)

// Entry is a file of a project.
type Entry struct {
	Kind Kind
	Path string // absolute
	Rel  string // slash-separated, below the project's folder
	Info fs.FileInfo
}

// Listing holds the files of a project, sorted by kind and path, and the folders that were skipped.
type Listing struct {
	Entries  []Entry
	Folders  []string // all folders searched, absolute; more files may appear in them
	Nested   []string // folders that are separate projects or repositories; their contents are not listed
	Problems []error  // folders that were not searched: unreadable, linked, or nested too deeply
}

// Of returns the entries of a kind.
func (l *Listing) Of(k Kind) []Entry {
	return slices.DeleteFunc(slices.Clone(l.Entries), func(e Entry) bool { return e.Kind != k })
}

// Limits of the search, far above the needs of a game.
const (
	maxEntries = 200_000
	maxDepth   = 32
)

// List lists the project's files. It opens no files, follows no links and skips hidden names. A folder that cannot be
// read is a problem of the listing; List fails only if the context ends or there are too many files.
func (p *Project) List(ctx context.Context) (*Listing, error) {
	w := &lister{p: p, ctx: ctx}
	if err := w.walk("", 0); err != nil {
		return nil, err
	}
	w.linked()
	slices.SortStableFunc(w.Entries, func(a, b Entry) int {
		if a.Kind != b.Kind {
			return int(a.Kind) - int(b.Kind)
		}
		return cmp.Or(quote.Natural(a.Rel, b.Rel), strings.Compare(a.Rel, b.Rel))
	})
	return &w.Listing, nil
}

type lister struct {
	Listing
	p    *Project
	ctx  context.Context // of the current call
	seen int
}

// linked reports folders in the project file that are links or inside a link: their contents are not part of the
// project.
func (w *lister) linked() {
	var linked []string
	for _, named := range slices.Concat(w.p.Levels, w.p.Prefabs, w.p.Tiles) {
		for at := path.Clean(named); at != "." && at != "/"; at = path.Dir(at) {
			info, err := os.Lstat(filepath.Join(w.p.Dir, filepath.FromSlash(at)))
			if err == nil && info.Mode()&fs.ModeSymlink != 0 && !slices.Contains(linked, at) {
				linked = append(linked, at)
				w.Problems = append(w.Problems,
					fmt.Errorf("%s: it is a symbolic link, which projects do not follow: keep levels, prefabs and "+
						"tilesets in the project's folder",
						quote.ShortPath(filepath.Join(w.p.Dir, filepath.FromSlash(at)))))
			}
		}
	}
}

func (w *lister) walk(rel string, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	dir := filepath.Join(w.p.Dir, rel)
	w.Folders = append(w.Folders, dir)
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.Problems = append(w.Problems, fmt.Errorf("%s: %w", quote.ShortPath(dir), disk.Cause(err)))
	}
	for _, e := range entries {
		if w.seen++; w.seen > maxEntries {
			return fmt.Errorf("%s: there are more than %d files in the project", quote.ShortPath(w.p.Dir), maxEntries)
		}
		at := filepath.Join(rel, e.Name())
		switch {
		case disk.IsHidden(e.Name()):
		case e.IsDir() && depth >= maxDepth:
			w.Problems = append(w.Problems, fmt.Errorf("%s: the folders in it are nested more than %d deep",
				quote.ShortPath(at), maxDepth))
		case e.IsDir() && disk.IsProject(filepath.Join(dir, e.Name())):
			w.Nested = append(w.Nested, filepath.Join(dir, e.Name()))
		case e.IsDir():
			if err := w.walk(at, depth+1); err != nil {
				return err
			}
		case e.Type().IsRegular():
			kind := w.p.KindOf(filepath.ToSlash(at))
			if kind == 0 {
				break
			}
			info, err := e.Info()
			if err != nil {
				break // deleted in the meantime
			}
			w.Entries = append(w.Entries, Entry{kind, filepath.Join(dir, e.Name()), filepath.ToSlash(at), info})
		}
	}
	return nil
}

// KindOf returns the kind of a file from its path, slash-separated below the project's folder, or 0 if it is not a file
// of the project.
func (p *Project) KindOf(rel string) Kind {
	lower := strings.ToLower(rel)
	switch {
	case strings.HasSuffix(lower, ".level.yaml"), strings.HasSuffix(lower, ".level.yml"):
		if p.isPrefab(rel) {
			return Prefab
		}
		if len(p.Levels) == 0 || below(rel, p.Levels) {
			return Level
		}
	case strings.HasSuffix(lower, ".tiles.yaml"), strings.HasSuffix(lower, ".tiles.yml"):
		if len(p.Tiles) == 0 || below(rel, p.Tiles) {
			return Tiles
		}
	}
	return 0
}

func (p *Project) isPrefab(rel string) bool {
	if len(p.Prefabs) > 0 {
		return below(rel, p.Prefabs)
	}
	parts := strings.Split(rel, "/")
	return slices.Contains(parts[:len(parts)-1], "prefabs")
}

// below reports whether a path is in one of the folders.
func below(rel string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool {
		f = strings.Trim(filepath.ToSlash(filepath.Clean(f)), "/")
		return f == "." || strings.HasPrefix(rel, f+"/")
	})
}
