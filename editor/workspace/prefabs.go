package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
)

// usePrefabs gives a document that has a file what its instances consist of. In memory it names prefabs as its file did when it was
// opened, wherever it is saved to later.
func (f *Files) usePrefabs(doc *level.Document, path string) {
	f.named, f.prefabs = path, nil
	if path == "" {
		return
	}
	if f.prefabs = project.LibraryOf(doc); f.prefabs == nil || len(doc.Instances()) == 0 { // reading it has read them already
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
		to, err := project.PrefabPath(absolute(path), filepath.Join(filepath.Dir(from), filepath.FromSlash(file)))
		if err != nil {
			return file
		}
		return to
	})
}

// RefreshPrefabs takes over prefabs that have changed on disk, and returns their paths. It belongs to the session's goroutine.
func (f *Files) RefreshPrefabs() []string { return f.LookingAtPrefabs()()() }

// LookingAtPrefabs prepares a look at the files of the level's prefabs: look can run on any goroutine, and take on the session's takes over
// those that have changed, whose paths it returns.
func (f *Files) LookingAtPrefabs() (look func() (take func() []string)) {
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

// expandAgain makes the instances anew whose prefabs have changed.
func (f *Files) expandAgain() {
	doc := f.session.Document()
	if f.prefabs != nil && len(doc.Instances()) > 0 {
		doc.ExpandAgain(project.OutdatedInstances(doc))
	}
}

// PrefabFile is the file of a prefab that the level names; empty for a level that has no file yet.
func (f *Files) PrefabFile(name string) string {
	if f.named == "" || name == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(f.named), filepath.FromSlash(name))
}

// LacksPrefab reports whether there is no file where the level looks for a prefab: it may be elsewhere.
func (f *Files) LacksPrefab(name string) bool {
	file := f.PrefabFile(name)
	if file == "" {
		return false
	}
	_, err := os.Stat(file)
	return errors.Is(err, fs.ErrNotExist)
}

// PrefabName is how the level names a prefab's file, for [fillet/editor.Instances.Place]. It is empty for a level that has no file yet.
func (f *Files) PrefabName(file string) (string, error) {
	if f.named == "" {
		return "", nil
	}
	return project.PrefabPath(f.named, absolute(file))
}

// WritePrefab writes a prefab that was made of the level's shapes, which names its own prefabs as the level does, to a file that is not
// there yet, and returns how the level names it.
func (f *Files) WritePrefab(doc *level.Document, path string) (name string, err error) {
	if name, err = f.PrefabName(path); err != nil {
		return "", err
	}
	if name == "" {
		return "", errors.New("the level has to be saved before prefabs can be made of what is in it")
	}
	unused := func() error {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", quote.ShortPath(filepath.Base(path)), project.ErrExists)
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", disk.Cause(err)
	}
	return name, disk.WriteFileIf(path, unused, func(w io.Writer) error {
		return level.Write(w, withPrefabs(doc.Snapshot(), f.named, path))
	})
}
