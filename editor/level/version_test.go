package level_test

import (
	"strings"
	"testing"

	"fillet/editor/level"
)

// A key of version 2 makes the file version 2, even if it belongs to an imported collider that was deleted.
func TestDeletedCollidersNeedTheirVersion(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"material: ice", "path: {points: [[0, 0], [9, 0]], speed: 1}"} {
		doc, err := level.Parse([]byte("fillet: 2\nname: x\nsize: [9, 9]\nimports:\n  - file: w.ldtk\n    deleted:\n"+
			"      - {id: c9, kind: point, position: [9, 9], body: kinematic, "+key+", source: {file: w.ldtk, id: a}}\n"+
			"layers:\n  - {id: l1, name: a}\n"), "x")
		if err != nil {
			t.Fatal(key, err)
		}
		data, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(key, err)
		}
		if !strings.HasPrefix(string(data), "fillet: 2\n") {
			t.Errorf("%s is in a file of version 1:\n%s", key, data)
		}
	}
}
