package project_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/disk"
	"fillet/editor/project"
)

// brokenFiles is a file system in which one file cannot be read.
type brokenFiles struct {
	fstest.MapFS
	broken string
}

func (b brokenFiles) ReadFile(name string) ([]byte, error) {
	if name == b.broken {
		return nil, errors.New("it cannot be read")
	}
	return b.MapFS.ReadFile(name)
}

// A project that cannot be created completely, as on a full disk, leaves nothing behind, so that creating it again
// works. Existing files stay.
func TestFailedCreateLeavesNoFiles(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"levels/a.level.yaml":  {Data: []byte("fillet: 1\n")},
		"prefabs/b.level.yaml": {Data: []byte("fillet: 1\n")},
		disk.ProjectFile:       {Data: []byte("fillet_project: 1\n")},
	}
	for _, broken := range []string{"prefabs/b.level.yaml", disk.ProjectFile} {
		above := t.TempDir()
		if err := os.WriteFile(filepath.Join(above, "mine"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := project.Create(brokenFiles{files, broken}, filepath.Join(above, "games", "new"),
			"New"); err == nil {
			t.Fatalf("%s cannot be read, but there is no error", broken)
		}
		entries, err := os.ReadDir(above)
		if err != nil || len(entries) != 1 || entries[0].Name() != "mine" {
			t.Errorf("left behind: %v (%v)", entries, err)
		}
	}
	dir := t.TempDir()
	if _, err := project.Create(files, dir, "New"); err != nil {
		t.Fatal(err)
	}
	if err := fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		_, err = os.Stat(filepath.Join(dir, path))
		return err
	}); err != nil {
		t.Error(err)
	}
}

// A linked folder in the project file is reported, because its levels would otherwise be missing silently.
func TestLinkedFoldersAreReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"real/levels", "game"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../real", filepath.Join(dir, "game", "linked")); err != nil {
		t.Skip(err)
	}
	for levels, want := range map[string]int{"linked": 1, "linked/levels": 1, "none": 0, "": 0} {
		p := &project.Project{Dir: filepath.Join(dir, "game"), Prefabs: []string{levels}}
		if levels == "" {
			p.Prefabs = nil
		} else {
			p.Levels = []string{levels}
		}
		list, err := p.List(t.Context())
		if err != nil || len(list.Problems) != want || want > 0 && !strings.Contains(list.Problems[0].Error(),
			"linked: it is a symbolic link") {
			t.Errorf("with the folder %q: %v (%v)", levels, list.Problems, err)
		}
	}
}
