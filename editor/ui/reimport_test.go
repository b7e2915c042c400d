package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/level"
)

const smallProject = `{"__header__": {"app": "LDtk"}, "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 16,
"defs": {"layers": [{"identifier": "Cells", "uid": 1, "gridSize": 16, "intGridValues": [{"value": 1, "identifier": "wall", "color": "#FF8800"}]}], "entities": [
	{"identifier": "Lamp", "uid": 2, "width": 8, "height": 8, "pivotX": 0, "pivotY": 0, "tags": [], "fieldDefs": []}]},
"levels": [{"identifier": "Cave", "iid": "L1", "worldX": 0, "worldY": 0, "pxWid": 64, "pxHei": 32, "layerInstances": [
	{"__identifier": "Things", "__type": "Entities", "__gridSize": 16, "__cWid": 4, "__cHei": 2, "layerDefUid": 9, "iid": "T", "intGridCsv": [], "entityInstances": [
		{"__identifier": "Lamp", "defUid": 2, "iid": "lamp1", "px": [LAMP, 4], "width": 8, "height": 8, "__pivot": [0, 0], "__tags": [], "fieldInstances": []}]},
	{"__identifier": "Cells", "__type": "IntGrid", "__gridSize": 16, "__cWid": 4, "__cHei": 2, "layerDefUid": 1, "iid": "C", "intGridCsv": [0,0,0,0,CELLS], "entityInstances": []}]}]}`

func writeProject(t *testing.T, path, lamp, cells string) {
	t.Helper()
	text := strings.NewReplacer("LAMP", lamp, "CELLS", cells).Replace(smallProject)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (w *Window) colliderForTest(t *testing.T, name string) *level.Collider {
	t.Helper()
	for c := range w.Session.Document().Colliders() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

// A changed source file is merged into the level in one undo step. Conflicting changes are asked about.
func TestChangedFileIsReimported(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "world.ldtk")
	writeProject(t, path, "4", "1,1,0,0")
	w.OpenFile(path)
	wall := w.colliderForTest(t, "wall")
	if err := w.Session.Shapes([]level.ID{wall.ID}).SetRadius(3); err != nil {
		t.Fatal(err)
	}
	save := filepath.Join(filepath.Dir(path), "world.level.yaml")
	w.file.SaveTo(save, true, nil)
	w.OpenFile(save)

	writeProject(t, path, "40", "1,1,1,0")
	w.imports.Changed(w.Session.Document().Settings().Imports[0].File)
	wall, lamp := w.colliderForTest(t, "wall"), w.colliderForTest(t, "Lamp")
	if b := wall.Shape.Points; len(b) != 4 || b[2].X != 48 || wall.Shape.Radius != 3 {
		t.Errorf("wall = %+v, want three cells with the radius 3", wall.Shape)
	}
	if lamp.Position.X != 44 {
		t.Errorf("lamp at %g, want 44", lamp.Position.X)
	}
	w.commands.undo()
	if lamp := w.colliderForTest(t, "Lamp"); lamp.Position.X != 8 {
		t.Errorf("lamp after undo at %g, want 8", lamp.Position.X)
	}
	w.commands.redo()

	w.Session.Selection().Set(lamp.ID)
	if err := w.Session.Nudge(0, 5); err != nil {
		t.Fatal(err)
	}
	writeProject(t, path, "20", "1,1,1,0")
	w.imports.Changed(w.Session.Document().Settings().Imports[0].File)
	if len(w.Modals) != 1 {
		t.Fatalf("%d dialogs are open, want the one that asks about the lamp", len(w.Modals))
	}
	w.Modals[0].Accept()
	if lamp := w.colliderForTest(t, "Lamp"); lamp.Position.X != 44 || lamp.Position.Y != 13 {
		t.Errorf("after Keep, the lamp is at %v, want (44, 13)", lamp.Position)
	}
	w.imports.All()
	if len(w.Modals) != 1 {
		t.Fatalf("%d dialogs are open, want the one about the undecided conflict", len(w.Modals))
	}
	pressButton(t, w, "All mine")
	w.Modals[0].Accept()
	if lamp := w.colliderForTest(t, "Lamp"); lamp.Position.X != 44 || lamp.Position.Y != 13 {
		t.Errorf("resolved for the level, the lamp is at %v, want (44, 13)", lamp.Position)
	}
	w.imports.All()
	if len(w.Modals) != 0 {
		t.Error("a resolved conflict is asked about again")
	}
}

// A level can name any file as its source, but files outside its folder are read only on request.
func TestOutsideImportsAreNotRead(t *testing.T) {
	w := newWindow(t)
	path := filepath.Join(t.TempDir(), "world.ldtk")
	writeProject(t, path, "4", "1,1,0,0")
	w.OpenFile(path)
	save := filepath.Join(t.TempDir(), "world.level.yaml")
	w.file.SaveTo(save, true, nil)
	opened := newWindow(t)
	opened.OpenFile(save)
	writeProject(t, path, "40", "1,1,0,0")
	opened.imports.Changed(opened.Session.Document().Settings().Imports[0].File)
	if lamp := opened.colliderForTest(t, "Lamp"); lamp.Position.X != 8 {
		t.Error("a file in another folder was read")
	}
	opened.imports.All()
	if lamp := opened.colliderForTest(t, "Lamp"); lamp.Position.X != 44 {
		t.Error("a requested file was not read")
	}
}

// An imported file may read files outside its folder only with permission.
func TestReadingOutsideAsks(t *testing.T) {
	w := newWindow(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "maps", "map.tmx")
	for name, text := range map[string]string{
		path: `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" source="../sets/set.tsx"/>` +
			`<layer id="1" name="a" width="1" height="1"><data encoding="csv">1</data></layer></map>`,
		filepath.Join(dir, "sets", "set.tsx"): `<tileset name="s" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>`,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w.OpenFile(path)
	if n := w.Session.Document().Len(); n != 0 || len(w.Modals) != 1 {
		t.Fatalf("%d colliders and %d dialogs, want none and the question", n, len(w.Modals))
	}
	w.Modals[0].Accept()
	if n := w.Session.Document().Len(); n != 1 || len(w.Modals) != 0 {
		t.Errorf("%d colliders and %d dialogs after it was allowed", n, len(w.Modals))
	}
}
