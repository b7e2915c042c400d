package workspace_test

import (
	"path/filepath"
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// A level's name follows its file until it is set by hand. Naming it adds no step to undo.
func TestNameFollowsTheFile(t *testing.T) {
	t.Parallel()
	s, f := newFiles(t)
	dir := t.TempDir()
	save := func(file, want string) {
		t.Helper()
		path := filepath.Join(dir, file)
		must(t, f.Save(path))
		doc, err := level.Open(path)
		must(t, err)
		if got := s.Document().Settings().Name; got != want || doc.Settings().Name != want || f.Unsaved() {
			t.Errorf("saved as %s, the level is named %q, in the file %q, want %q; unsaved: %v", file, got,
				doc.Settings().Name, want, f.Unsaved())
		}
	}
	steps := func(want int) {
		t.Helper()
		if got := s.History().Done(); got != want {
			t.Errorf("%d steps to undo, want %d", got, want)
		}
	}
	addBox(t, s, 1)
	steps(1)
	save("cave.level.yaml", "cave")
	save("hall.level.yaml", "hall")
	steps(1)

	path := filepath.Join(dir, "hall.level.yaml")
	r, _, err := f.Read(t.Context(), path, importers.Options{})
	must(t, err)
	f.Opened(path, r, false)
	save("tower.level.yaml", "tower")

	s.Undo() // only the name
	addBox(t, s, 2)
	s.Undo()
	must(t, f.Save(filepath.Join(dir, "redo.level.yaml")))
	if _, ok := s.History().CanRedo(); !ok {
		t.Error("naming the level dropped the steps to redo")
	}

	must(t, s.EditSettings("Rename the level", func(s *level.Settings) { s.Name = "The Tower" }))
	save("tower2.level.yaml", "The Tower")
	steps(1)
}
