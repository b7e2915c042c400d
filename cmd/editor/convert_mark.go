//go:build !js

package main

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"

	"fillet/editor/disk"
)

// mark tells whether a file, or the list of a folder's files, is still what it was.
type mark struct {
	there, isFolder bool
	size, time      int64
	names           uint64 // a hash of a folder's
}

// markOf is the mark of a file or a folder. Of a folder those files count that an importer may read, but for what is written
// here.
func (w *convertWatch) markOf(path string) mark {
	info, err := os.Stat(path)
	if err != nil {
		return mark{}
	}
	if !info.IsDir() {
		return mark{there: true, size: info.Size(), time: info.ModTime().UnixNano()}
	}
	m := mark{there: true, isFolder: true}
	entries, _ := os.ReadDir(path) // of one that cannot be read no file counts
	keys, h := Keys{}, fnv.New64a()
	for _, e := range entries {
		if e.Type()&fs.ModeType == 0 && !disk.IsHidden(e.Name()) && IsForeignName(w.app.importers, e.Name()) && !w.outs[keys.Of(filepath.Join(path, e.Name()))] {
			_, _ = fmt.Fprintf(h, "%q", e.Name()) // a hash takes everything
		}
	}
	m.names = h.Sum64()
	return m
}
