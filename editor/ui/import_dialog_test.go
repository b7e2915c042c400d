package ui

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fillet/editor/level"
	"fillet/importers"
)

// openForTest opens the import's dialog for a file, and returns it with its first picture.
func (w *Window) openDialogForTest(t *testing.T, path string, again *level.Import) *importDialog {
	t.Helper()
	d := &importDialog{w: w.imports, path: path, again: again, mode: importers.Merged, delay: time.Hour}
	src, im, closer, err := w.files.Importers().Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }()
	if d.levels, err = im.Levels(t.Context(), src); err != nil {
		t.Fatal(err)
	}
	if err := d.takeSettings(); err != nil {
		t.Fatal(err)
	}
	d.open()
	return d
}

func (v *importDialog) rowForTest(t *testing.T, name string) *mappingRow {
	t.Helper()
	i := slices.IndexFunc(v.rows, func(r *mappingRow) bool { return r.name == name })
	if i < 0 {
		t.Fatalf("there is no row for %s", name)
	}
	return v.rows[i]
}

// What is chosen in the dialog is what the picture shows, what is imported, and what the level remembers.
func TestImportDialogMapsEachValue(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "world.ldtk")
	writeProject(t, path, "4", "1,1,0,0")
	d := w.openDialogForTest(t, path, nil)
	if len(d.rows) != 2 || d.chosen != d.rowForTest(t, "wall").key {
		t.Fatalf("%d rows, want wall and Lamp, the first of them chosen", len(d.rows))
	}
	if got := d.rowForTest(t, "Lamp").becomes; got != "trigger" {
		t.Errorf("a lamp becomes %q, want what it is by default", got)
	}
	wall := &d.result.Found.Values[0]
	d.setRule(wall, func(r *importers.Rule) { r.Mode, r.Role, r.Tags = importers.Cells, level.OneWay, []string{"ledge"} })
	lamp := &d.result.Found.Entities[0]
	d.setKind(lamp, func(r *importers.EntityRule) { r.Ignore = true })
	if s := d.scene(300, 200, 1); len(s.Items) == 0 || !s.Items[0].Selected {
		t.Error("the picture does not mark what the chosen value becomes")
	}
	d.accept()
	doc := w.session.Document()
	if doc.Len() != 2 {
		t.Fatalf("%d colliders, want one for each of two cells", doc.Len())
	}
	for c := range doc.Colliders() {
		if c.Shape.Kind != level.Box || c.Role != level.OneWay || !slices.Equal(c.Tags, []string{"ledge"}) {
			t.Errorf("a cell became %+v", c)
		}
	}

	m := doc.Settings().Imports[0]
	d = w.openDialogForTest(t, path, m)
	if got := d.rowForTest(t, "wall").becomes; got != "cells · one-way" {
		t.Errorf("opened again the dialog says that walls become %q", got)
	}
	d.setKind(&d.result.Found.Entities[0], func(r *importers.EntityRule) { r.Ignore, r.Role = false, level.Solid })
	d.accept()
	if doc.Len() != 3 || w.colliderForTest(t, "Lamp").Role != level.Solid {
		t.Errorf("%d colliders after the lamps were taken in", doc.Len())
	}
	if len(doc.Settings().Imports) != 1 {
		t.Error("the file counts as imported twice")
	}
	w.commands.undo()
	if doc.Len() != 2 {
		t.Error("undo did not take that back")
	}
}

func TestImportDialogWithoutALevelImportsNothing(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "world.ldtk")
	writeProject(t, path, "4", "1,1,0,0")
	d := w.openDialogForTest(t, path, nil)
	d.picked[0] = false
	d.update()
	if !d.start.IsOff {
		t.Error("it could be imported")
	}
	d.accept()
	if w.session.Document().Len() != 0 || len(w.modals) != 1 {
		t.Error("it was")
	}
}
