package workspace_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

const prefabText = `fillet: 1
name: crate
size: [20, 20]
layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, name: box, kind: box, size: [20, 20], position: [10, 10]}
`

const placedText = `fillet: 2
name: a
size: [400, 200]
instances:
  - {id: i1, prefab: prefabs/crate.level.yaml, layer: l1, position: [100, 50]}
layers: [{id: l1, name: x, colliders: []}]
`

// TestPrefabsOfAFile opens a level with an instance, changes the prefab on disk, and saves the level elsewhere.
func TestPrefabsOfAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, crate := filepath.Join(dir, "a.level.yaml"), filepath.Join(dir, "prefabs", "crate.level.yaml")
	if err := errors.Join(os.Mkdir(filepath.Dir(crate), 0o755), os.Mkdir(filepath.Join(dir, "sub"), 0o755),
		os.WriteFile(filepath.Join(dir, "fillet.project.yaml"), []byte("fillet_project: 1\nname: x\n"), 0o644),
		os.WriteFile(path, []byte(placedText), 0o644), os.WriteFile(crate, []byte(prefabText), 0o644)); err != nil {
		t.Fatal(err)
	}
	s, f := openLevel(t, path)
	box := func() *level.Collider { return s.Document().Collider(level.PartID(1, "c1")) }
	if box() == nil {
		t.Fatal("the instance has no part")
	}
	if err := os.WriteFile(crate, []byte(strings.Replace(prefabText, "[20, 20], position", "[30, 20], position", 1)+
		"# changed\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f.RefreshPrefabs()
	if box().Shape.Size.X != 30 || f.Unsaved() {
		t.Errorf("after the prefab changed, the box is %v, unsaved %t", box().Shape.Size, f.Unsaved())
	}
	elsewhere := filepath.Join(dir, "sub", "b.level.yaml")
	save := func(path string) {
		t.Helper()
		write, done := f.Saving(path, false)
		err := write()
		if done(err); err != nil {
			t.Fatal(err)
		}
	}
	save(elsewhere)
	again, _, err := f.Read(context.Background(), elsewhere, importers.Options{})
	if err != nil || again.Document.Instance(1).Prefab != "../prefabs/crate.level.yaml" || again.Document.Len() != 1 {
		t.Errorf("%v; saved elsewhere, the level names %q", err, again.Document.Instance(1).Prefab)
	}
	s.Selection().Set(box().ID)
	if err := s.Nudge(1, 0); err != nil {
		t.Fatal(err)
	}
	save(elsewhere)
	if _, ok := s.Undo(); !ok || s.Document().Validate() != nil {
		t.Error("undo fails after saving elsewhere")
	}
	if name, err := f.PrefabName(crate); err != nil || name != "prefabs/crate.level.yaml" {
		t.Errorf("the level names its prefab %q (%v)", name, err)
	}
}

// A level that is imported into another level, or into an untouched new one, keeps its instances. Their prefab names
// are relative to where the level is saved.
func TestInstancesAreImported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"fillet.project.yaml": "fillet_project: 1\n", "one/a.level.yaml": placedText,
		"one/prefabs/crate.level.yaml": prefabText, "two/b.level.yaml": prefabText,
		"three/fillet.project.yaml": "fillet_project: 1\n", "three/c.level.yaml": prefabText,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err !=
			nil {
			t.Fatal(err)
		}
	}
	at := filepath.Join(dir, "one", "a.level.yaml")
	for name, want := range map[string]string{
		"two/b.level.yaml": "../one/prefabs/crate.level.yaml",
		"":                 "../one/prefabs/crate.level.yaml", "three/c.level.yaml": "",
	} {
		s, f := newFiles(t)
		if name != "" {
			s, f = openLevel(t, filepath.Join(dir, name))
		}
		r, _, err := f.Read(context.Background(), at, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Import(at, r); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, "two", "saved.level.yaml")
		write, done := f.Saving(to, false)
		err = write()
		if done(err); err != nil {
			t.Fatal(err)
		}
		again, _, err := f.Read(context.Background(), to, importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list := again.Document.Instances()
		switch {
		case want == "" && (len(list) != 0 || len(r.Issues) != 1 || s.Document().Len() != 2):
			t.Errorf("into %s: %d instances, %v", name, len(list), r.Issues)
		case want != "" && (len(list) != 1 || list[0].Prefab != want || len(again.Document.Parts(list[0].ID)) != 1 ||
			len(r.Issues) != 0):
			t.Errorf("into %q: %+v, %v", name, list, r.Issues)
		}
	}
}
