package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
)

// The window's file paths are absolute from the start, even for "make run", which names a sample by a relative path.
func TestPathsAreAbsoluteFromTheStart(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.WriteFile("a.level.yaml", []byte("fillet: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	files, err := windowFiles(&cobra.Command{}, []string{
		"a.level.yaml", filepath.Join(dir, "b.level.yaml"),
		"./../" + filepath.Base(dir) + "/a.level.yaml",
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"a.level.yaml", "b.level.yaml", "a.level.yaml"} {
		if files[i] != filepath.Join(dir, want) {
			t.Errorf("file %d is %s, want %s in %s", i, files[i], want, dir)
		}
	}
}
