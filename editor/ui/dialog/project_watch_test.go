package dialog

import (
	"os"
	"path/filepath"
	"testing"
)

// Only project files and new folders affect a project's list or thumbnails.
func TestProjectWatchFilter(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "levels"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		written bool
		want    bool
	}{
		{"a.level.yaml", false, true},
		{"a.level.yaml", true, true},
		{"A.LEVEL.YML", true, true},
		{"terrain.tiles.yaml", true, true},
		{"fillet.project.yaml", true, true},
		{"levels", false, true},
		{"levels", true, false},
		{"gone", false, false},
		{"a.colliders.json", false, false},
		{".a.level.yaml", false, false},
		{".~a.level.yaml.lock", true, false},
	} {
		if got := matters(filepath.Join(dir, tt.name), tt.written); got != tt.want {
			t.Errorf("matters(%s, %v) = %v, want %v", tt.name, tt.written, got, tt.want)
		}
	}
}
