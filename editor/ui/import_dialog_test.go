package ui

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// openDialogForTest opens the import dialog for a file and returns it with its first preview.
func (w *Window) openDialogForTest(t *testing.T, path string, again *level.Import) *dialog.ImportDialog {
	t.Helper()
	d := &dialog.ImportDialog{W: w.imports, Path: path, Again: again, Mode: importers.Merged, Delay: time.Hour}
	src, im, closer, err := w.Files.Importers().Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }()
	if d.Levels, err = im.Levels(t.Context(), src); err != nil {
		t.Fatal(err)
	}
	if err := d.TakeSettings(); err != nil {
		t.Fatal(err)
	}
	d.Open()
	return d
}

func rowForTest(v *dialog.ImportDialog, t *testing.T, name string) *dialog.MappingRow {
	t.Helper()
	i := slices.IndexFunc(v.Rows, func(r *dialog.MappingRow) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("there is no row for %s", name)
	}
	return v.Rows[i]
}

func setRule(d *dialog.ImportDialog, f *importers.FoundValue, change func(*importers.Rule)) {
	before := f.Rule
	change(&f.Rule)
	d.RuleChanged(f, before)
}

func setKind(d *dialog.ImportDialog, f *importers.FoundEntity, change func(*importers.EntityRule)) {
	before := f.Rule
	change(&f.Rule)
	d.KindChanged(f, before)
}

// The dialog's choices determine the preview, the imported shapes, and the mapping that the level stores.
func TestImportDialogMapsEachValue(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "world.ldtk")
	writeProject(t, path, "4", "1,1,0,0")
	d := w.openDialogForTest(t, path, nil)
	if len(d.Rows) != 2 || d.Chosen != rowForTest(d, t, "wall").Key {
		t.Fatalf("%d rows, want wall and Lamp, the first of them chosen", len(d.Rows))
	}
	if got := rowForTest(d, t, "Lamp").Becomes; got != "trigger" {
		t.Errorf("a lamp becomes %q, want its default", got)
	}
	wall := &d.Result.Found.Values[0]
	setRule(d, wall, func(r *importers.Rule) {
		r.Mode, r.Role, r.Tags = importers.Cells, level.OneWay, []string{"ledge"}
	})
	lamp := &d.Result.Found.Entities[0]
	setKind(d, lamp, func(r *importers.EntityRule) { r.Ignore = true })
	if s := d.Scene(300, 200, 1); len(s.Items) == 0 || !s.Items[0].Selected {
		t.Error("the preview does not highlight the shapes of the chosen value")
	}
	d.Accept()
	doc := w.Session.Document()
	if doc.Len() != 2 {
		t.Fatalf("%d colliders, want one for each of two cells", doc.Len())
	}
	if got := w.status.Notice; !strings.HasSuffix(got, ": 2 shapes in 1 layer") {
		t.Errorf("the status bar reports %q", got)
	}
	for c := range doc.Colliders() {
		if c.Shape.Kind != level.Box || c.Role != level.OneWay || !slices.Equal(c.Tags, []string{"ledge"}) {
			t.Errorf("a cell became %+v", c)
		}
	}

	m := doc.Settings().Imports[0]
	d = w.openDialogForTest(t, path, m)
	if got := rowForTest(d, t, "wall").Becomes; got != "cells · one-way" {
		t.Errorf("reopened, the dialog maps walls to %q", got)
	}
	setKind(d, &d.Result.Found.Entities[0], func(r *importers.EntityRule) { r.Ignore, r.Role = false, level.Solid })
	d.Accept()
	if doc.Len() != 3 || w.colliderForTest(t, "Lamp").Role != level.Solid {
		t.Errorf("%d colliders after the lamps were imported", doc.Len())
	}
	if len(doc.Settings().Imports) != 1 {
		t.Error("the file counts as imported twice")
	}
	w.commands.undo()
	if doc.Len() != 2 {
		t.Error("undo did not revert that")
	}
}

// A drawing has a row for each class and each layer. Each row highlights its shapes, whether or not they have ids.
func TestImportDialogListsADrawingByLayers(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "cave.svg")
	drawing := `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><g id="Rocks"><rect width="20" height="20"/><rect id="big" x="40" width="20" height="20"/>` +
		`<rect id="slide" class="ice" x="80" width="20" height="20"/></g><g id="Doors"><circle id="exit" cx="150" cy="20" r="10"/></g></svg>`
	if err := os.WriteFile(path, []byte(drawing), 0o600); err != nil {
		t.Fatal(err)
	}
	d := w.openDialogForTest(t, path, nil)
	for name, want := range map[string]int{"Rocks": 2, "Doors": 1, "ice": 1} {
		d.Chosen = rowForTest(d, t, name).Key
		n := 0
		for _, it := range d.Scene(300, 200, 1).Items {
			if it.Selected {
				n++
			}
		}
		if n != want {
			t.Errorf("shapes marked by %s = %d, want %d", name, n, want)
		}
	}
}

func TestImportDialogNeedsALevel(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "world.ldtk")
	writeProject(t, path, "4", "1,1,0,0")
	d := w.openDialogForTest(t, path, nil)
	d.Picked[0] = false
	d.Update()
	if !d.Start.IsOff {
		t.Error("the import is available although no level is chosen")
	}
	d.Accept()
	if w.Session.Document().Len() != 0 || len(w.Modals) != 1 {
		t.Error("Accept imports although no level is chosen")
	}
}

// Closing the dialog by key also drops its preview.
func TestClosedImportDialogDropsItsPreview(t *testing.T) {
	w := newWindow(t)
	var spawned []func()
	w.Spawn = func(work func()) { spawned = append(spawned, work) }
	path := filepath.Join(t.TempDir(), "world.ldtk")
	writeProject(t, path, "4", "1,1,0,0")
	d := w.openDialogForTest(t, path, nil)
	w.ModalKey(fyne.KeyEscape)
	if len(w.Modals) != 0 || len(spawned) == 0 {
		t.Fatalf("%d dialogs, %d previews", len(w.Modals), len(spawned))
	}
	for _, work := range spawned {
		work()
	}
	if d.Result != nil {
		t.Error("the preview of a closed dialog is shown")
	}
}

// A file without solid tiles offers a rule that makes its walls solid. All its tiles share one row.
func TestImportDialogOffersWalls(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "m.tmx")
	writeTiles(t, path, "World")
	d := w.openDialogForTest(t, path, nil)
	if d.Result.Offer == nil || len(d.Rows) != 0 {
		t.Fatalf("the offer is %v, with %d rows", d.Result.Offer, len(d.Rows))
	}
	d.TakeOffer()
	d.Accept()
	if c := w.colliderForTest(t, "World"); c.Role != level.Solid {
		t.Errorf("the walls are a %s", c.Role)
	}
	d = w.openDialogForTest(t, path, w.Session.Document().Settings().Imports[0])
	if row := rowForTest(d, t, "World"); len(d.Rows) != 1 || row.Becomes != "outlines" || d.Result.Offer != nil {
		t.Fatalf("%d rows, of which the first becomes %q", len(d.Rows), row.Becomes)
	}
	setRule(d, &d.Result.Found.Values[0], func(r *importers.Rule) { r.Role = level.Trigger })
	d.Accept()
	if c := w.colliderForTest(t, "World"); c.Role != level.Trigger || w.Session.Document().Len() != 1 {
		t.Errorf("after the change, %d colliders have the role %s", w.Session.Document().Len(), c.Role)
	}
}

// A level imported with older defaults keeps them in the dialog until the user switches to the current ones.
func TestImportDialogKeepsEarlierDefaults(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "m.tmx")
	writeTiles(t, path, "Walls")
	r, _, err := w.Files.Read(t.Context(), path, importers.Options{Defaults: importers.FirstDefaults})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Files.Import(path, r); err != nil {
		t.Fatal(err)
	}
	before := w.Session.Document().Settings().Imports[0]
	d := w.openDialogForTest(t, path, before)
	d.Accept()
	if n := w.Session.Document().Len(); n != 0 {
		t.Fatalf("re-imported unchanged, there are %d colliders", n)
	}
	d = w.openDialogForTest(t, path, w.Session.Document().Settings().Imports[0])
	d.TakeDefaults()
	d.Accept()
	if c := w.colliderForTest(t, "Walls"); c.Role != level.Solid {
		t.Errorf("the walls are a %s", c.Role)
	}
}

func writeTiles(t *testing.T, path, layer string) {
	t.Helper()
	data := `<map orientation="orthogonal" width="4" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"/>` +
		`<layer id="1" name="` + layer + `" width="4" height="1"><data encoding="csv">1,2,0,0</data></layer></map>`
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The dialog shows which file defines the shapes of each tileset's tiles and lets the user choose another file. The
// level stores the choice.
func TestImportDialogTileShapes(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../assets/samples/slopes")); err != nil {
		t.Fatal(err)
	}
	file := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	d := w.openDialogForTest(t, file("slopes.tmx"), nil)
	tilesets := func() []importers.FoundTileset { return d.Result.Found.Tilesets }
	if got := tilesets(); len(got) != 1 || got[0].Name != "terrain" || got[0].Shapes != "terrain.tiles.yaml" ||
		got[0].Named || got[0].Tiles == 0 {
		t.Fatalf("tilesets = %+v", got)
	}
	before := d.Result.Document.Len()

	if err := os.Mkdir(file("art"), 0o755); err != nil {
		t.Fatal(err)
	}
	few := "fillet_tiles: 1\nimage: ../terrain.png\ntile: [16, 16]\nshapes:\n  0: [full]\n"
	if err := os.WriteFile(file("art/terrain.tiles.yaml"), []byte(few), 0o644); err != nil {
		t.Fatal(err)
	}
	take := func(path string) {
		of := tilesets()[0]
		d.TakeTiles(of, path)
		d.Result = nil // forces an import at once
		d.Update()
	}
	take(file("art/terrain.tiles.yaml"))
	if got := tilesets(); len(got) != 1 || got[0].Shapes != "art/terrain.tiles.yaml" || !got[0].Named ||
		got[0].Tiles != 1 || d.Result.Document.Len() == before {
		t.Fatalf("with another file the tilesets are %+v, and there are %d colliders, before %d", got,
			d.Result.Document.Len(), before)
	}
	take("")
	if got := tilesets(); got[0].Named || d.Result.Document.Len() != before {
		t.Errorf("with the adjacent file again the tilesets are %+v", got)
	}
	take(file("art/terrain.tiles.yaml"))
	want := d.Result.Document.Len()
	d.Accept()
	list := w.Session.Document().Settings().Imports
	if len(list) != 1 || w.Session.Document().Len() != want {
		t.Fatalf("there are %d colliders from %d imports", w.Session.Document().Len(), len(list))
	}
	opts, err := importers.OptionsOf(list[0])
	if err != nil || opts.Mapping == nil || !slices.Equal(opts.Mapping.Tiles, []string{"art/terrain.tiles.yaml"}) {
		t.Errorf("the level stores %+v, %v", opts.Mapping, err)
	}
}

// The dialog imports into a new level unless the open one is chosen.
func TestImportAsksForTheLevel(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	project, path := filepath.Join(dir, "world.ldtk"), filepath.Join(dir, "mine.level.yaml")
	writeProject(t, project, "4", "1,1,0,0")
	write(t, path, cave)
	w.OpenFile(path)
	mine := w.OpenLevel
	into := func() *kit.SelectBox {
		t.Helper()
		s, ok := find(w, func(s *kit.SelectBox) bool { return s.Options[0] == "A new level" })
		if !ok || s.Options[1] != "mine.level.yaml" || s.SelectedIndex() != 0 {
			t.Fatalf("the dialog does not offer a new level first: %v", s)
		}
		return s
	}
	w.imports.ImportDialog(project)
	into()
	pressButton(t, w, "Import")
	if len(w.tabs.list) != 2 || w.OpenLevel == mine || w.Session.Document().Len() != 2 || mine.Files.Unsaved() {
		t.Fatalf("after the import, %d tabs are open and the shown level has %d shapes; the first is unsaved: %v",
			len(w.tabs.list), w.Session.Document().Len(), mine.Files.Unsaved())
	}
	if w.Files.Path() != "" || !w.Files.Unsaved() {
		t.Error("the imported level is not a new one")
	}

	w.tabs.Show(mine)
	w.imports.ImportDialog(project)
	into().SetSelectedIndex(1)
	pressButton(t, w, "Import")
	if len(w.tabs.list) != 2 || w.OpenLevel != mine || w.Session.Document().Len() != 3 {
		t.Errorf("after an import into the open level, it has %d shapes; %d tabs are open", w.Session.Document().Len(),
			len(w.tabs.list))
	}
}

// File › Open shows the import dialog for another editor's file.
func TestOpenAsksAboutForeignFiles(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	project, path := filepath.Join(dir, "world.ldtk"), filepath.Join(dir, "mine.level.yaml")
	writeProject(t, project, "4", "1,1,0,0")
	write(t, path, cave)
	w.Native = true
	chosen := path
	w.System = dialog.SystemDialogs{Open: func(context.Context, string, string, []string) (string, error) {
		return chosen, nil
	}}
	if w.docs.ChooseLevel(); w.IsModal() || w.Files.Path() != path {
		t.Fatalf("a level opens a dialog, or %s is open", w.Files.Path())
	}
	chosen = project
	if w.docs.ChooseLevel(); w.Files.Path() != path {
		t.Fatal("another editor's file was imported without a question")
	}
	pressButton(t, w, "Import")
	if len(w.tabs.list) != 2 || w.Session.Document().Len() != 2 {
		t.Errorf("%d tabs, %d shapes", len(w.tabs.list), w.Session.Document().Len())
	}
}

// Until the first preview, the dialog says that it reads the file and cannot import. The preview's rows fit into it.
func TestImportDialogWhileReading(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1280, Height: 720}, {Width: 1440, Height: 900}, {Width: 900, Height: 600}} {
		w := newWindow(t)
		w.Win.Resize(size)
		var spawned []func()
		w.Spawn = func(work func()) { spawned = append(spawned, work) }
		path := filepath.Join(t.TempDir(), "world.ldtk")
		writeProject(t, path, "4", "1,1,0,0")
		d := w.openDialogForTest(t, path, nil)
		drawForTest(w.Win.Canvas())
		reading := func() bool {
			shown := false
			eachObject(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) {
				text, ok := o.(*canvas.Text)
				shown = shown || ok && text.Visible() && text.Text == "Reading world.ldtk…"
			})
			return shown
		}
		if !reading() || !d.Start.IsOff {
			t.Errorf("while the file is read, the dialog says so: %v; Import is off: %v", reading(), d.Start.IsOff)
		}
		for _, work := range spawned {
			work()
		}
		if reading() || d.Start.IsOff {
			t.Errorf("after the preview, the dialog says that it reads: %v; Import is off: %v", reading(), d.Start.IsOff)
		}
		at := w.App.Driver().AbsolutePositionForObject
		find(w, func(f *kit.Field) bool {
			if end := at(f).Y + f.Size().Height; end > at(d.Start).Y {
				t.Errorf("in %v a field ends at %v, below the buttons at %v", size, end, at(d.Start).Y)
			}
			return false
		})
	}
}
