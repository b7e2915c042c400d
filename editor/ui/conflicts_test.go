package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"fillet/editor/level"
	"fillet/editor/ui/dialog"
)

const undecidedLevel = `fillet: 2
name: Test
size: [256, 128]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
conflicts:
  - {id: c1, key: position, base: [16, 16], ours: [48, 16], theirs: [16, 64]}
  - {id: c2, key: collider, base: {id: c2, layer: l1, kind: circle, radius: 4, position: [0, 0]}, theirs: {id: c2, layer: l1, kind: circle, radius: 9, position: [90, 90]}}
  - {id: level, key: name, base: A, ours: Test, theirs: B}
layers:
  - id: l1
    name: Layer 1
    colliders:
      - {id: c1, kind: box, size: [32, 16], position: [48, 16]}
`

// Opening a level with conflicts asks about them. The resolutions are one undo step, and undecided conflicts stay in
// the file.
func TestConflictsAreAsked(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "a.level.yaml")
	if err := os.WriteFile(path, []byte(undecidedLevel), 0o644); err != nil {
		t.Fatal(err)
	}
	w.OpenFile(path)
	if !w.IsModal() {
		t.Fatal("no dialog asks about the conflicts")
	}
	rows := 0
	for _, o := range test.LaidOutObjects(w.Win.Canvas().Overlays().Top()) {
		if _, ok := o.(*dialog.ConflictRow); ok {
			rows++
		}
	}
	if rows != 3 {
		t.Errorf("%d rows, want 3", rows)
	}
	w.Win.Canvas().Overlays().Top().Hide()
	w.imports.ApplyChoices([]level.ConflictChoice{{Conflict: 0, Side: level.Theirs}, {Conflict: 1, Side: level.Theirs}})
	doc := w.Session.Document()
	if c := doc.Collider(1); c.Position != (level.Vec{X: 16, Y: 64}) || doc.Collider(2) == nil ||
		len(doc.Settings().Conflicts) != 1 {
		t.Errorf("c1 is at %v, c2 is %v, conflicts %q", c.Position, doc.Collider(2), doc.Settings().Conflicts)
	}
	w.file.SaveTo(path, true, nil)
	saved, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(saved), "key: name") || strings.Contains(string(saved), "key: position") {
		t.Errorf("saved: %s, %v", saved, err)
	}
	w.commands.undo()
	if len(doc.Settings().Conflicts) != 3 || doc.Collider(2) != nil || doc.Collider(1).Position.X != 48 {
		t.Errorf("after undo: %q", doc.Settings().Conflicts)
	}
}
