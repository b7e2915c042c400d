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
		if slices.ContainsFunc(own, func(o level.ExportPreset) bool { return o.Name == e.Name }) {
			continue
		}
		at := filepath.Join(disk.RealPath(filepath.Dir(levelPath)), filepath.Base(levelPath))
		file := strings.ReplaceAll(e.File, FolderPlaceholder, folderBelow(p.Rel(at), p.Levels))
		e.File = filepath.ToSlash(filepath.Join(p.Dir, filepath.FromSlash(file)))
		if e.Template != "" {
			e.Template = filepath.ToSlash(filepath.Join(p.Dir, filepath.FromSlash(e.Template)))
		}
		out = append(out, e)
	}
	return append(out, own...)
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
	return strings.TrimPrefix(folderBelow(e.Rel, p.folders(e.Kind)), ".")
}

// folders returns the folders that the project names for a kind, or its default folder for prefabs.
func (p *Project) folders(k Kind) []string {
	list := map[Kind][]string{Level: p.Levels, Prefab: p.Prefabs, Tiles: p.Tiles}[k]
	if len(list) == 0 && k == Prefab {
		return []string{"prefabs"}
	}
	return list
}

// WithExports returns a level's settings with the presets that apply to it.
func (p *Project) WithExports(levelPath string, s *level.Settings) *level.Settings {
	with := *s
	with.Exports = p.ExportsOf(levelPath, s.Exports)
	return &with
}
