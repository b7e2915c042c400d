package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fillet/editor/level"
	"fillet/editor/project"
)

// usePrefabs expands the instances of a document that has a file. In memory, prefab names are relative to the path
// where the document was opened, wherever it is saved later.
func (f *Files) usePrefabs(doc *level.Document, path string) {
	f.named, f.prefabs = path, nil
	if path == "" {
		return
	}
	// Reading the document may already have loaded the library.
	if f.prefabs = project.LibraryOf(doc); f.prefabs == nil || len(doc.Instances()) == 0 {
		f.prefabs = f.ImportersFor(path).Prefabs(path)
		doc.UsePrefabs(f.prefabs.For(path))
	}
}

// withPrefabs returns a snapshot whose prefab names are relative to path instead of from.
func withPrefabs(s level.Snapshot, from, path string) level.Snapshot {
	if len(s.Instances) == 0 || from == "" || filepath.Dir(from) == filepath.Dir(absolute(path)) {
		return s
	}
	return s.MapPrefabs(func(file string) string {
		to, err := project.PrefabPath(absolute(path), filepath.Join(filepath.Dir(from), filepath.FromSlash(file)))
		if err != nil {
			return file
		}
		return to
	})
}

// LookingAtPrefabs prepares a check of the files of the level's prefabs. check can run on any goroutine; take, on the
// session's, adopts those that have changed and returns their paths.
func (f *Files) LookingAtPrefabs() (check func() (take func() []string)) {
	lib := f.prefabs
	if lib == nil {
		return func() func() []string { return func() []string { return nil } }
	}
	stamps := lib.Looking()
	return func() func() []string {
		take := stamps()
		return func() []string {
			if f.prefabs != lib {
				return nil // another level was opened meanwhile
			}
			paths := take()
			if len(paths) > 0 {
				f.expandAgain()
			}
			return paths
		}
	}
}

// expandAgain rebuilds the instances whose prefabs have changed.
func (f *Files) expandAgain() {
	doc := f.session.Document()
	if f.prefabs != nil && len(doc.Instances()) > 0 {
		doc.ExpandAgain(project.OutdatedInstances(doc))
	}
}

// PrefabFile returns the path of a prefab that the level names, or "" if the level has no file yet.
func (f *Files) PrefabFile(name string) string {
	if f.named == "" || name == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(f.named), filepath.FromSlash(name))
}

// LacksPrefab reports whether a prefab's file is missing where the level expects it.
func (f *Files) LacksPrefab(name string) bool {
	file := f.PrefabFile(name)
	_, err := os.Stat(file)
	return file != "" && errors.Is(err, fs.ErrNotExist)
}

// PrefabName returns the name by which the level refers to a prefab's file, for [fillet/editor.Instances.Place]. It is
// empty if the level has no file yet.
func (f *Files) PrefabName(file string) (string, error) {
	if f.named == "" {
		return "", nil
	}
	return project.PrefabPath(f.named, absolute(file))
}

// WritePrefab writes a prefab made of the level's shapes to a new file and returns its name in the level. doc names
// its own prefabs as the level does.
func (f *Files) WritePrefab(doc *level.Document, path string) (name string, err error) {
	if name, err = f.PrefabName(path); err != nil {
		return "", err
	}
	if name == "" {
		return "", errors.New("save the level before making prefabs from it")
	}
	return name, project.WriteNew(path, withPrefabs(doc.Snapshot(), f.named, path))
}
