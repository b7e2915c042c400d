// Package project is a folder of levels with what they share: the categories, materials, defaults and exports of the file
// fillet.project.yaml, and the lists of its levels, prefabs and tilesets. A project with an error in its file is an error with
// its place; the levels in it open all the same.
//
// Its [Library] works out what the instances of a level consist of: it reads the level files that are placed in it, places their
// colliders, and keeps what is otherwise in one instance. It is the [level.Expander] of the documents that it is given.
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

// MaxMaterials is how many materials a project can name.
const MaxMaterials = 1024

// Material is a named set of the numbers that say how a surface and a body behave.
type Material struct {
	Name        string
	Friction    float64
	Restitution float64
	Density     float64
}

// ImportRules say what becomes of foreign files where whoever imports does not say.
type ImportRules struct {
	Mode    string // as in [level.Import]: merged, rects, cells or chains; empty is not said
	Mapping string // a file of rules, relative to the project's folder with slashes; empty is none
}

// Project is what the levels of a folder share. What its file does not say has the zero value.
type Project struct {
	Dir string // the folder, absolute and without links; empty for what was only parsed

	Name           string
	Categories     []string // by bit, the same in every level
	Materials      []Material
	PixelsPerMetre float64         // of new levels
	Grid           *level.Grid     // of new levels
	Playtest       *level.Playtest // of new levels
	Import         ImportRules

	// Exports run for every level. Their files and templates are relative to the project's folder.
	Exports []level.ExportPreset

	// Levels, Prefabs and Tiles are folders, relative to the project's with slashes; none is the whole folder, in which
	// the levels below a folder called "prefabs" are prefabs.
	Levels, Prefabs, Tiles []string

	comment string // the lines before the first key
}

// maxFile is the largest project file that is read, in bytes.
const maxFile = 1 << 20

// Find returns the folder of the project that a file belongs to: the nearest, from the file's own upwards, with a project
// file. A git repository ends the search: what lies in one does not belong to a project around it.
func Find(path string) (dir string, ok bool) {
	dir, ok = disk.FindProject(path)
	if !ok {
		return "", false
	}
	return dir, IsProject(dir)
}

// IsProject reports whether a folder has a project file of its own. A link or a folder of that name is none.
func IsProject(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, disk.ProjectFile))
	return err == nil && info.Mode().IsRegular()
}

// Of reads the project that a file belongs to; nil where it belongs to none.
func Of(path string) (*Project, error) {
	dir, ok := Find(path)
	if !ok {
		return nil, nil //nolint:nilnil // there is none
	}
	return Open(dir)
}

// Open reads the project of a folder.
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

// Save writes the project's file in one step.
func (p *Project) Save() error {
	if err := p.Check(); err != nil {
		return err
	}
	return disk.WriteFile(filepath.Join(p.Dir, disk.ProjectFile), p.Marshal())
}

// Material is the material of that name.
func (p *Project) Material(name string) (Material, bool) {
	i := slices.IndexFunc(p.Materials, func(m Material) bool { return m.Name == name })
	if i < 0 {
		return Material{}, false
	}
	return p.Materials[i], true
}

// Settings are those of a new level: the defaults of Fillet with what the project says.
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

// Rel is a file's path below the project's folder, with slashes, as lists show it.
func (p *Project) Rel(path string) string {
	rel, err := filepath.Rel(p.Dir, path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
