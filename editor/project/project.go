// Package project handles folders of levels that share a file fillet.project.yaml: its categories, materials, defaults
// and exports, and the lists of levels, prefabs and tilesets. Errors in the project file include their position; the
// levels open regardless.
//
// A [Library] expands the instances of a level: it reads the level files used as prefabs, places their colliders and
// applies the overrides of each instance. It provides the [level.Expander] of documents.
//
// # Prefabs that are open
//
// Levels show the current state of an open prefab, saved or not: [Library.Hold] makes the libraries of the other open
// levels use the open document instead of the file. When the document changes, levels that contain the prefab expand it
// again ([OutdatedInstances]), prefabs before the levels that place them; this is neither an undo step nor unsaved
// work. During a gesture the levels wait for its end.
package project

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// MaxMaterials limits the materials of a project.
const MaxMaterials = 1024

// Material is a named set of physical properties.
type Material struct {
	Name        string
	Friction    float64
	Restitution float64
	Density     float64
}

// ImportRules holds the defaults for importing foreign files.
type ImportRules struct {
	Mode    string // mode as in [level.Import]: merged, rects, cells or chains; may be empty
	Mapping string // a file of rules, slash-separated relative to the project's folder; may be empty
}

// Project holds the data that the levels of a folder share. Keys missing from its file have the zero value.
type Project struct {
	Dir string // the folder, absolute and with links resolved; empty if the project was only parsed

	Name           string
	Categories     []string // by bit, equal in every level
	Materials      []Material
	PixelsPerMetre float64         // for new levels
	Grid           *level.Grid     // for new levels
	Playtest       *level.Playtest // for new levels
	Import         ImportRules

	// Exports apply to every level. Their files and templates are relative to the project's folder.
	Exports []level.ExportPreset

	// Levels, Prefabs and Tiles are folders, slash-separated and relative to the project's folder. If a list is empty,
	// the whole folder is searched; levels below a folder named "prefabs" are prefabs.
	Levels, Prefabs, Tiles []string

	comment string // the lines before the first key
}

// maxFile limits the size of a project file, in bytes.
const maxFile = 1 << 20

// Find returns the folder of the project that a file belongs to: the nearest parent folder with a project file. The
// search ends at a git repository, whose contents do not belong to a project around it.
func Find(path string) (dir string, ok bool) {
	dir, ok = disk.FindProject(path)
	return dir, ok && IsProject(dir)
}

// IsProject reports whether a folder directly contains a project file. Links and folders with that name do not count.
func IsProject(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, disk.ProjectFile))
	return err == nil && info.Mode().IsRegular()
}

// Of reads the project that a file belongs to. It returns nil if there is none.
func Of(path string) (*Project, error) {
	dir, ok := Find(path)
	if !ok {
		return nil, nil //nolint:nilnil // there is none
	}
	return Open(dir)
}

// Open reads the project in a folder.
func Open(dir string) (*Project, error) {
	dir = disk.RealPath(dir)
	name := filepath.Join(dir, disk.ProjectFile)
	f, err := disk.OpenRegular(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote.ShortPath(name), disk.Cause(err))
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quote.ShortPath(name), disk.Cause(err))
	}
	p, err := Parse(data, name)
	if err != nil {
		return nil, err
	}
	p.Dir = dir
	return p, nil
}

// Save writes the project file in one step.
func (p *Project) Save() error {
	if err := p.Check(); err != nil {
		return err
	}
	return disk.WriteFile(filepath.Join(p.Dir, disk.ProjectFile), p.Marshal())
}

// Material returns the named material.
func (p *Project) Material(name string) (Material, bool) {
	i := slices.IndexFunc(p.Materials, func(m Material) bool { return m.Name == name })
	if i < 0 {
		return Material{}, false
	}
	return p.Materials[i], true
}

// Settings returns the settings of a new level: Fillet's defaults, overridden by the project's.
func (p *Project) Settings(name string) *level.Settings {
	s := level.DefaultSettings()
	s.Name = name
	if len(p.Categories) > 0 {
		s.Categories = slices.Clone(p.Categories)
	}
	if p.PixelsPerMetre > 0 {
		s.PixelsPerMetre = p.PixelsPerMetre
	}
	if p.Grid != nil {
		s.Grid = *p.Grid
	}
	if p.Playtest != nil {
		s.Playtest = *p.Playtest
	}
	return s
}

// Rel returns a file's slash-separated path below the project's folder.
func (p *Project) Rel(path string) string {
	if rel, err := filepath.Rel(p.Dir, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}
