package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// Edit is a change to the data that the levels of a project share.
type Edit struct {
	After *Project
	// Renamed and Materials map the old names of categories and materials to new ones. A name was removed if neither
	// the project nor these maps have it.
	Renamed, Materials map[string]string
}

// Steps holds changes to a level to apply in order: each is computed from the result of the previous one.
type Steps []func(level.Snapshot) level.Diff

// Steps returns the changes to a level that follow from the edit.
func (e Edit) Steps() Steps {
	return Steps{e.rename, func(snap level.Snapshot) level.Diff {
		d, _ := e.After.Renumber(snap)
		return d
	}, e.After.Resolve}
}

// rename replaces the renamed categories and materials of a level.
func (e Edit) rename(snap level.Snapshot) level.Diff {
	var d level.Diff
	if own, changed := renamed(snap.Settings.Categories, e.Renamed); changed {
		after := *snap.Settings
		after.Categories = own
		d.Settings = level.Change[level.Settings]{Before: snap.Settings, After: &after}
	}
	if d.Settings.After == nil && len(e.Materials) == 0 {
		return d
	}
	for c := range snap.Colliders() {
		if c.Part != nil {
			continue // its prefab changes
		}
		with := *c.Collider
		of, some := renamed(with.Categories, e.Renamed)
		to, others := renamed(with.CollidesWith, e.Renamed)
		material, known := e.Materials[with.Material]
		if !some && !others && !known {
			continue
		}
		with.Categories, with.CollidesWith = of, to
		if known {
			with.Material = material
		}
		d.Colliders = append(d.Colliders, level.Changed(c.Collider, &with))
	}
	return d
}

// renamed returns list with names replaced and duplicates removed, and whether it changed.
func renamed(list []string, to map[string]string) ([]string, bool) {
	if !slices.ContainsFunc(list, func(name string) bool { n, ok := to[name]; return ok && n != name }) {
		return list, false
	}
	out := make([]string, 0, len(list))
	for _, name := range list {
		if n, ok := to[name]; ok {
			name = n
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out, true
}

// Follow returns the changes to the level at levelPath that follow from renaming a prefab's file.
func Follow(levelPath, from, to string) Steps {
	dir := filepath.Dir(levelPath)
	return Steps{func(snap level.Snapshot) (d level.Diff) {
		name, err := filepath.Rel(dir, to)
		if err != nil {
			return d
		}
		for _, i := range snap.Instances {
			if filepath.Join(dir, filepath.FromSlash(i.Prefab)) == from {
				after := *i
				after.Prefab = filepath.ToSlash(name)
				d.Instances = append(d.Instances, level.Changed(i, &after))
			}
		}
		return d
	}}
}

// Change applies the steps to a document and reports whether it changed.
func (s Steps) Change(doc *level.Document) (bool, error) {
	changed := false
	for _, step := range s {
		d := step(doc.Snapshot())
		if d.IsEmpty() {
			continue
		}
		if err := doc.Apply(d); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}

// Write applies changes to level files. Each file is read, changed and written in one step; it fails if another program
// has written the file in the meantime. A failure does not stop the others. Write returns the number of files written
// and an error for each failed file; if the context ended, its error comes last. progress may be nil.
func Write(
	ctx context.Context, files []Entry, of func(Entry) Steps, progress func(done, total int),
) (written int, failed []error) {
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return written, append(failed, err)
		}
		changed, err := of(f).write(f)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", quote.Printable(f.Rel), err))
		}
		if changed {
			written++
		}
		if progress != nil {
			progress(i+1, len(files))
		}
	}
	return written, failed
}

// errChanged reports that another program has written a file since it was read.
var errChanged = errors.New("another program has changed it in the meantime")

func (s Steps) write(f Entry) (bool, error) {
	if len(s) == 0 {
		return false, nil
	}
	before, err := os.Stat(f.Path)
	if err != nil {
		return false, disk.Cause(err)
	}
	doc, err := level.Open(f.Path)
	if err != nil {
		return false, err
	}
	changed, err := s.Change(doc)
	if err != nil || !changed {
		return false, err
	}
	err = disk.WriteFileIf(f.Path, func() error {
		now, err := os.Stat(f.Path)
		if err != nil || !os.SameFile(now, before) || now.Size() != before.Size() ||
			!now.ModTime().Equal(before.ModTime()) {
			return errChanged
		}
		return nil
	}, func(w io.Writer) error { return level.Write(w, doc.Snapshot()) })
	return err == nil, disk.Cause(err)
}
