package project_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
)

const crate5 = `layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, kind: box, size: [20, 20], position: [0, 0], radius: %d}
      - {id: c2, kind: polygon, points: [[-10, 0], [10, 0], [6, -4], [-10, -4]], position: [0, -10]}
      - {id: c3, kind: box, size: [4, 2], position: [8, 11], angle: 30}
      - {id: c4, kind: circle, radius: 2, position: [-8, 11]}
      - {id: c5, kind: box, size: [4, 2], position: [0, 11]}
`

// many returns a level with 10,000 instances of five parts each.
func many(b testing.TB) (doc *level.Document, dir, path string) {
	b.Helper()
	dir = b.TempDir()
	var text strings.Builder
	text.WriteString("instances:\n")
	for i := range 10_000 {
		fmt.Fprintf(&text, "  - id: i%d\n    prefab: crate.level.yaml\n    layer: l1\n    position: [%d, %d]\n", i+1,
			i%100*40, i/100*40)
	}
	text.WriteString("layers:\n  - id: l1\n    name: x\n    colliders: []\n")
	write(b, dir, map[string]string{"crate.level.yaml": fmt.Sprintf(crate5, 1), "a.level.yaml": text.String()})
	path = filepath.Join(dir, "a.level.yaml")
	doc, _ = open(b, path)
	return doc, dir, path
}

// BenchmarkPrefabEdited edits a prefab with 10,000 instances. "document" measures the document with its parts;
// "session" also includes everything that follows it, until the level shows the edit.
func BenchmarkPrefabEdited(b *testing.B) {
	for _, who := range []string{"document", "session"} {
		b.Run(who, func(b *testing.B) {
			doc, dir, path := many(b)
			if who == "session" {
				editor.NewSession(doc)
			}
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				if err := os.WriteFile(filepath.Join(dir, "crate.level.yaml"), []byte(head+fmt.Sprintf(crate5, 1+i%4)),
					0o644); err != nil {
					b.Fatal(err)
				}
				l := project.OpenLibraryIn("", path)
				b.StartTimer()
				doc.UsePrefabs(l.For(path))
			}
		})
	}
}
