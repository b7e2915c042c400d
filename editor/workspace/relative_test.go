package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"fillet/importers"
)

// A level opened by a relative path keeps its file, even if the program changes its working directory.
func TestRelativePathStaysTheFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s, f := newFiles(t)
	addBox(t, s, 1)
	must(t, f.Save("a.level.yaml"))
	_, err := f.Open(t.Context(), "a.level.yaml", importers.Options{})
	must(t, err)
	if !filepath.IsAbs(f.Path()) {
		t.Errorf("path = %s", f.Path())
	}
	addBox(t, s, 2)
	t.Chdir(t.TempDir())
	must(t, f.Save(f.Path()))
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("the other folder has files: %v, %v", left, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "a.level.yaml")); err != nil || info.Size() == 0 {
		t.Errorf("the file: %v", err)
	}
	if f.Unsaved() {
		t.Error("the level counts as unsaved")
	}
}
