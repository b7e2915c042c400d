package ui

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// A level with missing prefabs opens a dialog that lists them and can locate the moved files.
func TestMissingPrefabsAreLocated(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	crate := "fillet: 1\nname: crate\nlayers:\n  - {id: l1, name: x, colliders: [{id: c1, kind: box, size: [20, 20], " +
		"position: [0, 0]}]}\n"
	for file, text := range map[string]string{
		"a.level.yaml": `fillet: 2
name: a
size: [400, 200]
instances:
  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [100, 50]}
  - {id: i2, prefab: crate.level.yaml, layer: l1, position: [140, 50]}
  - {id: i3, prefab: door.level.yaml, layer: l1, position: [200, 50]}
layers:
  - {id: l1, name: x, colliders: []}
`,
		"moved/crate.level.yaml": crate, "moved/door.level.yaml": crate,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w.Native = true
	w.System.Open = func(context.Context, string, string, []string) (string, error) {
		return filepath.Join(dir, "moved/crate.level.yaml"), nil
	}
	w.OpenFile(path)
	drawForTest(w.Win.Canvas())
	shown := shownTexts(w)
	for _, want := range []string{
		"Some prefabs were not found", "a.level.yaml is open", "3 instances",
		"crate.level.yaml", "(i1) at 100, 50", "(i3) at 200, 50", "File not found",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the dialog does not show %q: %s", want, shown)
		}
	}
	if strings.Contains(shown, "imported") {
		t.Errorf("the dialog shows %s", shown)
	}
	doc := w.Session.Document()
	pressButton(t, w, "Locate…")
	for id, want := range []string{"moved/crate.level.yaml", "moved/crate.level.yaml", "moved/door.level.yaml"} {
		if i := doc.Instances()[id]; i.Prefab != want || doc.PartCount(i.ID) != 1 {
			t.Errorf("prefab of %v = %s with %d parts, want %s", i.ID, i.Prefab, doc.PartCount(i.ID), want)
		}
	}
	if w.IsModal() {
		t.Error("a dialog is open although no prefab is missing")
	}
	w.commands.undo()
	if i := doc.Instances()[2]; i.Prefab != "door.level.yaml" {
		t.Errorf("door after undo = %s", i.Prefab)
	}
}

// shownTexts returns all strings in the topmost dialog.
func shownTexts(w *Window) string {
	var words []string
	eachObject(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *fynecanvas.Text:
			words = append(words, o.Text)
		case *widget.Label:
			words = append(words, o.Text)
		case *widget.RichText:
			words = append(words, o.String())
		}
	})
	return strings.Join(words, " ")
}
