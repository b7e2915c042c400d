package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/workspace"
)

// In the recovery copy of a level that was saved to another folder, prefab names are relative to the new folder. The
// same goes for a prefab made from the level's contents, wherever it is written.
func TestPrefabsAreNamedFromTheFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, crate, elsewhere := filepath.Join(dir, "a.level.yaml"), filepath.Join(dir, "prefabs", "crate.level.yaml"),
		filepath.Join(dir, "sub", "deep", "b.level.yaml")
	if err := errors.Join(os.Mkdir(filepath.Dir(crate), 0o755), os.MkdirAll(filepath.Dir(elsewhere), 0o755),
		os.WriteFile(filepath.Join(dir, "fillet.project.yaml"), []byte("fillet_project: 1\nname: x\n"), 0o644),
		os.WriteFile(path, []byte(placedText), 0o644), os.WriteFile(crate, []byte(prefabText), 0o644)); err != nil {
		t.Fatal(err)
	}
	s, f := openLevel(t, path)
	write, done := f.Saving(elsewhere, false)
	err := write()
	if done(err); err != nil {
		t.Fatal(err)
	}
	if err := s.Instances().Rename(1, "first"); err != nil {
		t.Fatal(err)
	}
	copies := filepath.Join(dir, "recovery")
	r := workspace.NewRecovery(f, copies)
	if err := r.KeepNow(); err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(copies, "*.level.yaml"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v: %q", err, kept)
	}
	data, err := os.ReadFile(kept[0])
	if err != nil || !strings.Contains(string(data), `prefab: "../../prefabs/crate.level.yaml"`) {
		t.Errorf("%v, the copy says\n%s", err, data)
	}
	r.Drop()

	s.Selection().All()
	doc, _, err := s.Instances().Prefab("pair", level.Vec{X: 0.5, Y: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	pair := filepath.Join(dir, "prefabs", "more", "pair.level.yaml")
	name, err := f.WritePrefab(doc, pair)
	if err != nil || name != "prefabs/more/pair.level.yaml" { // the name that the level uses in memory
		t.Errorf("the level names the new prefab %q (%v)", name, err)
	}
	if data, err := os.ReadFile(pair); err != nil || !strings.Contains(string(data), `prefab: "../crate.level.yaml"`) {
		t.Errorf("%v, the prefab says\n%s", err, data)
	}
	if _, err := f.WritePrefab(doc, pair); !errors.Is(err, project.ErrExists) {
		t.Errorf("writing over an existing file: %v, want an error", err)
	}
}
