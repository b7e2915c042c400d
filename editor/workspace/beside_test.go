package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/workspace"
)

// A level may read files in and below its folder and nowhere else, however it names them.
func TestIsBeside(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	mk := func(parts ...string) string {
		path := filepath.Join(append([]string{root}, parts...)...)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte("{}"), 0o644))
		return path
	}
	at := mk("game", "a.level.yaml")
	mk("game", "maps", "in.ldtk")
	mk("secret", "out.ldtk")
	mk("game", ".git", "config")
	link := func(from, to string) {
		if err := os.Symlink(to, filepath.Join(root, "game", from)); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
	}
	link("link.ldtk", filepath.Join(root, "secret", "out.ldtk"))
	link("folder", filepath.Join(root, "secret"))
	link("inner.ldtk", filepath.Join("maps", "in.ldtk"))
	link("loop.ldtk", "loop.ldtk")
	link("hidden.ldtk", filepath.Join(".git", "config"))
	outer := filepath.Join(root, "door") // the level's folder under another name
	must(t, os.Symlink(filepath.Join(root, "game"), outer))
	tests := []struct {
		level, file string
		want        bool
	}{
		{at, filepath.Join(root, "game", "maps", "in.ldtk"), true},
		{at, filepath.Join(root, "game", "gone.ldtk"), true},
		{at, filepath.Join(root, "game", "inner.ldtk"), true},
		{at, filepath.Join(root, "secret", "out.ldtk"), false},
		{at, filepath.Join(root, "game", "..", "secret", "out.ldtk"), false},
		{at, filepath.Join(root, "game2", "in.ldtk"), false},
		{at, filepath.Join(root, "game", "link.ldtk"), false},
		{at, filepath.Join(root, "game", "folder", "out.ldtk"), false},
		{at, filepath.Join(root, "game", ".git", "config"), false},
		{at, filepath.Join(root, "game", "hidden.ldtk"), false},
		{at, "/etc/passwd", false},
		{filepath.Join(outer, "a.level.yaml"), filepath.Join(outer, "maps", "in.ldtk"), true},
		{filepath.Join(outer, "a.level.yaml"), filepath.Join(outer, "link.ldtk"), false},
	}
	for _, tt := range tests {
		if got := workspace.IsBeside(tt.level, filepath.ToSlash(tt.file)); got != tt.want {
			t.Errorf("%s beside %s: %v, want %v", tt.file, tt.level, got, tt.want)
		}
	}
}
