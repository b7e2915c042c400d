package level

import (
	"path/filepath"
	"slices"

	"fillet/editor/disk"
)

// Records store the names of the files that colliders were imported from, with slashes. In a level file the names are
// relative to its folder, so that all files can move together. A session keeps them absolute, so that saving elsewhere
// changes no record.

// AbsoluteSource returns the absolute name of a source file that the file at path names. A foreign file names itself.
func AbsoluteSource(file, path string) string {
	from := filepath.FromSlash(file)
	if file != filepath.ToSlash(path) && !filepath.IsAbs(from) {
		from = filepath.Join(filepath.Dir(path), from)
	}
	abs, err := filepath.Abs(from)
	if err != nil {
		return file
	}
	return filepath.ToSlash(abs)
}

// RelativeSource returns the name of an absolute source file relative to the level file at path. It stays absolute if
// no relative name exists, as on another drive.
func RelativeSource(file, path string) string {
	base, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return file
	}
	rel, err := filepath.Rel(base, filepath.FromSlash(file))
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}

// ExportedSources returns a function that names source files in exports of the level at path: relative to the project's
// folder, or else to the level's, wherever the export is written. Relative names, as in a level read from standard
// input, do not change.
func ExportedSources(path string) func(file string) string {
	dir, dirErr := filepath.Abs(filepath.Dir(path))
	top, inProject := disk.FindProject(path)
	// The way up from the level follows the level's path as given. If links make that lead out of the project, the real
	// path may stay inside.
	up, upErr := filepath.Rel(top, disk.RealPath(dir))
	realDirs := map[string]string{}
	return func(file string) string {
		from := filepath.FromSlash(file)
		if dirErr != nil || !filepath.IsAbs(from) {
			return file
		}
		rel, err := filepath.Rel(dir, from)
		if err != nil {
			return file
		}
		if inProject {
			if upErr == nil {
				rel = filepath.Join(up, rel)
			}
			if !filepath.IsLocal(rel) {
				own := filepath.Dir(from)
				if _, known := realDirs[own]; !known {
					realDirs[own] = disk.RealPath(own)
				}
				if real, err := filepath.Rel(top, filepath.Join(realDirs[own], filepath.Base(from))); err == nil {
					rel = real
				}
			}
		}
		return filepath.ToSlash(rel)
	}
}

// ImportedSource converts a source file named in an exported file at path to the name that a level file in its place
// would use. It undoes [ExportedSources]. Without a project the name does not change.
func ImportedSource(file, path string) string {
	top, ok := disk.FindProject(path)
	if !ok || file == "" || filepath.IsAbs(filepath.FromSlash(file)) {
		return file
	}
	rel, err := filepath.Rel(disk.RealPath(filepath.Dir(path)), filepath.Join(top, filepath.FromSlash(file)))
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}

// MapSources renames the source files of the document's colliders.
func (d *Document) MapSources(rename func(file string) string) error {
	var diff Diff
	names := map[string]string{}
	for c := range d.Colliders() {
		if after := c.WithSource(rename, names); after != c {
			diff.Colliders = append(diff.Colliders, Changed(c, after))
		}
	}
	if after := d.settings.RenamedImports(rename); after != d.settings {
		diff.Settings = Changed(d.settings, sharing(after, diff.Colliders))
	}
	return d.Apply(diff)
}

// sharing returns settings whose imports point to the new records of unchanged colliders, so that no record is stored
// twice.
func sharing(s *Settings, changes []Change[Collider]) *Settings {
	after := make(map[*Collider]*Collider, len(changes))
	for _, c := range changes {
		after[c.Before] = c.After
	}
	out := *s
	out.Imports = slices.Clone(s.Imports)
	for i, m := range s.Imports {
		base := slices.Clone(m.Base)
		for k := range base {
			if c := after[base[k].Collider]; c != nil {
				base[k].Collider = c
			}
		}
		shared := *m
		shared.Base = base
		out.Imports[i] = &shared
	}
	return &out
}

// MapSources returns the snapshot with the source files of its colliders renamed.
func (s Snapshot) MapSources(rename func(file string) string) Snapshot {
	names := map[string]string{}
	layers := make([]LayerSnapshot, len(s.Layers))
	for i, l := range s.Layers {
		layers[i] = LayerSnapshot{Layer: l.Layer, Colliders: make([]ColliderSnapshot, len(l.Colliders))}
		for j, c := range l.Colliders {
			c.Collider = c.WithSource(rename, names)
			layers[i].Colliders[j] = c
		}
	}
	s.Layers = layers
	if s.Settings != nil {
		s.Settings = s.Settings.RenamedImports(rename)
	}
	return s
}

// MapPrefabs returns the snapshot with the prefabs of its instances renamed.
func (s Snapshot) MapPrefabs(rename func(file string) string) Snapshot {
	s.Instances = slices.Clone(s.Instances)
	for k, i := range s.Instances {
		if to := rename(i.Prefab); to != i.Prefab {
			after := *i
			after.Prefab = to
			s.Instances[k] = &after
		}
	}
	return s
}

// WithSource returns the record with its source file renamed, or the record itself if the name stays the same. It calls
// rename once per name.
func (c *Collider) WithSource(rename func(string) string, names map[string]string) *Collider {
	if c.Source == nil || c.Source.File == "" {
		return c
	}
	to, ok := names[c.Source.File]
	if !ok {
		to = rename(c.Source.File)
		names[c.Source.File] = to
	}
	if to == c.Source.File {
		return c
	}
	after, source := *c, *c.Source
	source.File = to
	after.Source = &source
	return &after
}
