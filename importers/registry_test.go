package importers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Load announces a prefab before it reads the file, so that a caller that hashes the file first notices a change in
// between.
func TestPrefabsAreAnnouncedFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	prefab := func(size int) string {
		return fmt.Sprintf("fillet: 1\nname: P\nlayers:\n  - id: l1\n    name: a\n    colliders:\n      - "+
			"{id: c1, name: a, kind: box, size: [%d, 8], position: [0, 0]}\n", size)
	}
	write("p.level.yaml", prefab(8))
	write("a.level.yaml", "fillet: 2\nname: A\nlayers:\n  - {id: l1, name: a}\ninstances:\n  - "+
		"{id: i1, prefab: p.level.yaml, layer: l1, position: [50, 50]}\n")
	r := NewRegistry().Telling(func(path string) {
		if filepath.Base(path) == "p.level.yaml" {
			write("p.level.yaml", prefab(4))
		}
	})
	res, _, err := r.Load(t.Context(), filepath.Join(dir, "a.level.yaml"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for c := range res.Document.Colliders() {
		if c.Shape.Size.X != 4 {
			t.Errorf("the prefab was read before it was announced: its box is %g wide", c.Shape.Size.X)
		}
	}
	if res.Document.Len() != 1 {
		t.Errorf("the level has %d colliders", res.Document.Len())
	}
}

// The error about an unknown level lists the first known levels and counts the rest.
func TestUnknownLevelNamesTheKnownOnes(t *testing.T) {
	t.Parallel()
	var levels []LevelInfo
	for i := range 25 {
		levels = append(levels, LevelInfo{Name: fmt.Sprint("L", i)})
	}
	_, err := SelectLevels(levels, []string{"L3", "cave"})
	if err == nil || !strings.HasPrefix(err.Error(), `no level named "cave"; the levels are L0, L1, `) ||
		!strings.HasSuffix(err.Error(), ", L19, 5 more") {
		t.Errorf("the error is %v", err)
	}
}
