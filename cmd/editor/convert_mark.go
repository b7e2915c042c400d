package main

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"

	"fillet/editor/folder"
)

// mark tells whether a file, or the list of a folder's files, is still what it was.
type mark struct {
	there, isFolder bool
	size, time      int64
	names           uint64 // a hash of a folder's
}

// markOf is the mark of a file or a folder. Of a folder those files count that an importer may read, but for what is written
// here.
func (w *watch) markOf(path string) mark {
	info, err := os.Stat(path)
	if err != nil {
		return mark{}
	}
	if !info.IsDir() {
		return mark{there: true, size: info.Size(), time: info.ModTime().UnixNano()}
	}
	m := mark{there: true, isFolder: true}
	entries, _ := os.ReadDir(path) // of one that cannot be read no file counts
	keys, h := keyer{}, fnv.New64a()
	for _, e := range entries {
		if e.Type()&fs.ModeType == 0 && !folder.IsHidden(e.Name()) && isForeignName(w.app.importers, e.Name()) && !w.outs[keys.of(filepath.Join(path, e.Name()))] {
			_, _ = fmt.Fprintf(h, "%q", e.Name()) // a hash takes everything
		}
	}
	m.names = h.Sum64()
	return m
}

// foldersOf is the folders to watch for changes of a file or in a folder: those of its name and of what that leads to, or
// those above where there is none yet.
func foldersOf(path string) []string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return []string{path}
	}
	out := []string{filepath.Dir(path)}
	if real := filepath.Dir(folder.RealPath(path)); real != folder.RealPath(out[0]) {
		out = append(out, real)
	}
	for i, dir := range out {
		for filepath.Dir(dir) != dir {
			if info, err := os.Stat(dir); err == nil && info.IsDir() {
				break
			}
			dir = filepath.Dir(dir)
		}
		out[i] = dir
	}
	return out
}

// both is the keys of a file's name and of what it leads to, where that is a link.
func (k keyer) both(path string) []string {
	out := []string{k.of(path)}
	if real := k.of(folder.RealPath(path)); real != out[0] {
		out = append(out, real)
	}
	return out
}
