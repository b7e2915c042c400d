package workspace

import (
	"path/filepath"

	"fillet/editor/level"
	"fillet/editor/prefab"
)

// usePrefabs gives a document that has a file what its instances consist of. In memory it names prefabs as its file did when it was
// opened, wherever it is saved to later.
func (f *Files) usePrefabs(doc *level.Document, path string) {
	f.named, f.prefabs = path, nil
	if path == "" {
		return
	}
	if f.prefabs = prefab.Of(doc); f.prefabs == nil || len(doc.Instances()) == 0 { // reading it has read them already
		f.prefabs = f.ImportersFor(path).Prefabs(path)
		doc.UsePrefabs(f.prefabs.For(path))
	}
}

// withPrefabs is a snapshot of a document that names prefabs from one path, as a level file at another path names them.
func withPrefabs(s level.Snapshot, from, path string) level.Snapshot {
	if len(s.Instances) == 0 || from == "" || filepath.Dir(from) == filepath.Dir(absolute(path)) {
		return s
	}
	return s.MapPrefabs(func(file string) string {
		to, err := prefab.PathOf(absolute(path), filepath.Join(filepath.Dir(from), filepath.FromSlash(file)))
		if err != nil {
			return file
		}
		return to
	})
}

// RefreshPrefabs takes over prefabs that have changed on disk. It belongs to the session's goroutine.
func (f *Files) RefreshPrefabs() {
	if f.prefabs != nil && len(f.session.Document().Instances()) > 0 && f.prefabs.Refresh() {
		f.session.Document().ExpandAgain(func(*level.Instance) bool { return true })
	}
}

// PrefabName is how the level names a prefab's file, for [fillet/editor.Instances.Place]. It is empty for a level that has no file yet.
func (f *Files) PrefabName(file string) (string, error) {
	if f.named == "" {
		return "", nil
	}
	return prefab.PathOf(f.named, absolute(file))
}
