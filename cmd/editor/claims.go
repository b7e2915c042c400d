package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
)

// Claims records which level writes which file, so that no two write the same one, and which files no level may write.
type Claims struct {
	mu   sync.Mutex
	by   map[string]string // the level by the file's absolute path, with links resolved
	kept map[string]bool
}

// NewClaims returns an empty set of claims.
func NewClaims() *Claims { return &Claims{by: map[string]string{}, kept: map[string]bool{}} }

// Keep protects a file from being written. The path is absolute, with links resolved.
func (c *Claims) Keep(file string) { c.kept[file] = true }

// Hold claims a file that the level has written before, unless another level has claimed it.
func (c *Claims) Hold(file, src string) {
	file = disk.RealPath(file)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.by[file]; !ok {
		c.by[file] = src
	}
}

// Claim claims a file for a level. It fails if another level has claimed the file or if it is protected.
func (c *Claims) Claim(file, src string) error {
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	abs = disk.RealPath(abs)
	c.mu.Lock()
	defer c.mu.Unlock()
	if by, ok := c.by[abs]; ok && by != src {
		return fmt.Errorf("%s and %s would both write %s: use {level} in the name of the preset's file, and {folder} "+
			"in a project", by, src, file)
	}
	if c.kept[abs] {
		return fmt.Errorf("%s: its export would overwrite %s, a file of the project", src, file)
	}
	c.by[abs] = src
	return nil
}

// Exports claims the files that the project's exports write for each level, except where a preset of the level
// overrides the export. Levels whose claim comes too late get an error.
func (c *Claims) Exports(p *project.Project, levels []project.Entry, shown func(project.Entry) string) []error {
	writers := map[string]int{} // per file
	for _, e := range levels {
		for _, preset := range p.ExportsOf(e.Path, nil) {
			writers[preset.Path(e.Path)]++
		}
	}
	clashes := make([]error, len(levels))
	for i, e := range levels {
		presets := p.ExportsOf(e.Path, nil)
		if slices.ContainsFunc(presets, func(x level.ExportPreset) bool { return writers[x.Path(e.Path)] > 1 }) {
			// Only a level that may be in another's way is read here. Building it reports why it cannot be read.
			if doc, err := level.Open(e.Path); err == nil {
				own := doc.Settings().Exports
				presets = slices.DeleteFunc(presets, func(x level.ExportPreset) bool {
					return slices.ContainsFunc(own, func(o level.ExportPreset) bool { return o.Name == x.Name })
				})
			}
		}
		for _, x := range presets {
			if at := x.Path(e.Path); writers[at] > 1 {
				clashes[i] = errors.Join(clashes[i], c.Claim(at, shown(e)))
			} else {
				c.Hold(at, shown(e))
			}
		}
	}
	return clashes
}
