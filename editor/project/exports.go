package project

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
)

// FolderPlaceholder stands in a project's export for the folder of the level below the project's, so that two levels of one
// name in two folders do not become one file.
const FolderPlaceholder = "{folder}"

// ExportsOf are the presets that run for a level file: the project's, and then the level's own. One of the level's that has the
// name of one of the project's takes its place. Paths of the project's are made absolute.
func (p *Project) ExportsOf(levelPath string, own []level.ExportPreset) []level.ExportPreset {
	var out []level.ExportPreset
	for _, e := range p.Exports {
		i := slices.IndexFunc(own, func(o level.ExportPreset) bool { return o.Name == e.Name })
		if i >= 0 {
			continue
		}
		e.File = p.expand(e.File, levelPath)
		if e.Template != "" {
			e.Template = filepath.ToSlash(filepath.Join(p.Dir, filepath.FromSlash(e.Template)))
		}
		out = append(out, e)
	}
	return append(out, own...)
}

// expand is the absolute path of what an export of the project writes for a level.
func (p *Project) expand(file, levelPath string) string {
	at := filepath.Join(disk.RealPath(filepath.Dir(levelPath)), filepath.Base(levelPath))
	dir := folderBelow(p.Rel(at), p.Levels)
	file = strings.ReplaceAll(file, FolderPlaceholder, dir)
	return filepath.ToSlash(filepath.Join(p.Dir, filepath.FromSlash(file)))
}

// folderBelow is the folder of a file below the one of some that it lies in, or below the project's; "." is that itself.
func folderBelow(rel string, folders []string) string {
	dir := path.Dir(rel)
	for _, top := range folders { // levels/caves/a.level.yaml in the folder levels is in caves
		if top = path.Clean(top); dir == top || strings.HasPrefix(dir, top+"/") {
			dir = strings.TrimPrefix(strings.TrimPrefix(dir, top), "/")
			break
		}
	}
	if dir == "" || dir == ".." || strings.HasPrefix(dir, "../") {
		return "."
	}
	return dir
}

// Folder is an entry's folder below that of its kind, with slashes; empty where it lies in that itself.
func (p *Project) Folder(e Entry) string {
	folders := map[Kind][]string{Level: p.Levels, Prefab: p.Prefabs, Tiles: p.Tiles}[e.Kind]
	if len(folders) == 0 && e.Kind == Prefab {
		folders = []string{"prefabs"}
	}
	return strings.TrimPrefix(folderBelow(e.Rel, folders), ".")
}

// WithExports are a level's settings with the presets that run for it.
func (p *Project) WithExports(levelPath string, s *level.Settings) *level.Settings {
	with := *s
	with.Exports = p.ExportsOf(levelPath, s.Exports)
	return &with
}
