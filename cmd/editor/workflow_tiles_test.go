package main

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// Tiles get shapes by mouse and keys: chosen, preset, drawn, undone and saved. The file has the shapes, and the open
// level follows.
func TestWindowTileShapes(t *testing.T) {
	nightly(t)
	t.Parallel()
	dir := t.TempDir()
	for name, data := range sampleFiles(t) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	path, shapes := filepath.Join(dir, "slopes.level.yaml"), filepath.Join(dir, "terrain.tiles.yaml")
	var out bytes.Buffer
	if code := run(t.Context(), []string{"fillet", "import", filepath.Join(dir, "slopes.tmx"), "-o", path}, nil, &out,
		&out); code != exitOK {
		t.Fatalf("the import ends with %d: %s", code, out.String())
	}
	d := newDesk(t, path, 1280, 800)
	before := d.shot()
	d.command("tile shapes")
	d.waitFor("the dialog", func() bool { return differing(before, d.shot(), image.Rect(0, 0, 1280, 800)) > 200_000 })
	tile := func(id int) (x, y float64) { // its centre in the window, from the dialog's layout
		const left, top, side = 60, 327, 52.8
		return left + side*(float64(id%sampleColumns)+0.5), top + side*(float64(id/sampleColumns)+0.5)
	}
	large := func(x, y float64) (float64, float64) { // a point of the enlarged tile
		const left, top, pixel = 536, 217, 23.65
		return left + pixel*x, top + pixel*y
	}
	const stone, flower, cloud = 8, 17, 18
	written := func(what string, match func(s *importers.TileSet) bool) {
		t.Helper()
		d.waitFor(what, func() bool {
			d.key("ctrl+s")
			s, err := importers.OpenTiles(shapes)
			return err == nil && match(s)
		})
	}
	preset := func(s *importers.TileSet, id int) string {
		if len(s.Shapes[id]) != 1 {
			return ""
		}
		return s.Shapes[id][0].Preset
	}
	// Edit two tiles at once.
	d.click(tile(flower))
	d.do("keydown", "shift")
	d.click(tile(cloud))
	d.do("keyup", "shift")
	d.key("0")
	written("two platforms", func(s *importers.TileSet) bool {
		return preset(s, flower) == "platform" && preset(s, cloud) == "platform"
	})
	// Replace a tile's shapes with the drawing tools.
	d.click(tile(stone))
	d.key("Delete", "p")
	for _, p := range [][2]float64{{0, 16}, {0, 8}, {8, 4}, {16, 8}, {16, 16}} {
		d.click(large(p[0], p[1]))
	}
	d.key("Return")
	written("the drawn roof", func(s *importers.TileSet) bool {
		if len(s.Shapes[stone]) != 1 || s.Shapes[stone][0].Part.Shape.Kind != level.Polygon {
			return false
		}
		want := map[level.Vec]bool{v(0, 16): true, v(0, 8): true, v(8, 4): true, v(16, 8): true, v(16, 16): true}
		for _, p := range s.Shapes[stone][0].Part.Shape.Points {
			delete(want, p.Add(s.Shapes[stone][0].Part.Position))
		}
		return len(want) == 0
	})
	// Undo both, and redo.
	d.key("Escape", "ctrl+z", "ctrl+z")
	written("undo", func(s *importers.TileSet) bool {
		return preset(s, stone) == "full" && preset(s, flower) == "platform"
	})
	d.key("ctrl+y", "ctrl+y")
	written("redo", func(s *importers.TileSet) bool { return preset(s, stone) == "" && len(s.Shapes[stone]) == 1 })
	d.key("Escape", "Escape")
	// The level was imported with the tileset: it now has the new platforms and the roof.
	d.expect("the level", func(doc *level.Document) string {
		oneWay := 0
		for c := range doc.Colliders() {
			if c.Role == level.OneWay {
				oneWay++
			}
		}
		return want("platforms", oneWay, 4+3+3)
	})
}
