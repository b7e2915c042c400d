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

// mark identifies the state of a file, or of a folder's list of files.
type mark struct {
	there, isFolder bool
	size, time      int64
	names           uint64 // a hash of a folder's file names
}

// markOf returns the mark of a file or folder. In a folder only files that an importer may read count, without the
// outputs of this watch.
func (w *convertWatch) markOf(path string) mark {
	info, err := os.Stat(path)
	if err != nil {
		return mark{}
	}
	if !info.IsDir() {
		return mark{there: true, size: info.Size(), time: info.ModTime().UnixNano()}
	}
	m := mark{there: true, isFolder: true}
	entries, _ := os.ReadDir(path) // a folder that cannot be read counts as empty
	keys, h := Keys{}, fnv.New64a()
	for _, e := range entries {
		if e.Type()&fs.ModeType == 0 && !disk.IsHidden(e.Name()) && IsForeignName(w.app.importers, e.Name()) &&
			!w.outs[keys.Of(filepath.Join(path, e.Name()))] {
			_, _ = fmt.Fprintf(h, "%q", e.Name()) // hashing never fails
		}
	}
	m.names = h.Sum64()
	return m
}
