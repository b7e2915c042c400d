package project

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
)

// FolderPlaceholder is replaced by the level's folder in a project's export, so that levels with the same name in
// different folders are not exported to the same file.
const FolderPlaceholder = "{folder}"

// ExportsOf returns the presets that apply to a level file: the project's, then the level's own. A preset of the level
// replaces the project's preset with the same name. The paths of the project's presets are made absolute.
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

// expand returns the absolute path of the file that an export of the project writes for a level.
func (p *Project) expand(file, levelPath string) string {
	at := filepath.Join(disk.RealPath(filepath.Dir(levelPath)), filepath.Base(levelPath))
	dir := folderBelow(p.Rel(at), p.Levels)
	file = strings.ReplaceAll(file, FolderPlaceholder, dir)
	return filepath.ToSlash(filepath.Join(p.Dir, filepath.FromSlash(file)))
}

// folderBelow returns a file's folder relative to the folder in folders that contains it, or else relative to the
// project's folder. It returns "." if the file is directly inside.
func folderBelow(rel string, folders []string) string {
	dir := path.Dir(rel)
	for _, top := range folders { // for example, with the folder levels, levels/caves/a.level.yaml is in caves
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

// Folder returns an entry's slash-separated folder below the folder of its kind, or "" if it is directly inside.
func (p *Project) Folder(e Entry) string {
	folders := map[Kind][]string{Level: p.Levels, Prefab: p.Prefabs, Tiles: p.Tiles}[e.Kind]
	if len(folders) == 0 && e.Kind == Prefab {
		folders = []string{"prefabs"}
	}
	return strings.TrimPrefix(folderBelow(e.Rel, folders), ".")
}

// WithExports returns a level's settings with the presets that apply to it.
func (p *Project) WithExports(levelPath string, s *level.Settings) *level.Settings {
	with := *s
	with.Exports = p.ExportsOf(levelPath, s.Exports)
	return &with
}
