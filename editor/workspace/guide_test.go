package workspace_test

import (
	"context"
	"flag"
	"image"
	"image/draw"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/editor/testkit"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/ogmo"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// sketch is an OGMO level drawn as text, one character per cell, with crates at positions in pixels.
type sketch struct {
	rows   string
	crates [][2]int
}

// source returns the level's file. A crate's id is its index in the list.
func (s sketch) source(t *testing.T) *importers.Source {
	t.Helper()
	rows := strings.Split(strings.TrimSpace(s.rows), "\n")
	grid := make([][]string, 0, len(rows))
	for _, row := range rows {
		grid = append(grid, strings.Split(row, ""))
	}
	var crates []object
	for i, at := range s.crates {
		crates = append(crates, object{
			"name": "crate wall", "id": i + 1, "_eid": "crate", "x": at[0], "y": at[1], "width": 24, "height": 24,
			"originX": 0, "originY": 0,
		})
	}
	w, h := len(grid[0]), len(grid)
	layer := object{
		"name": "walls", "_eid": "cells", "offsetX": 0, "offsetY": 0, "gridCellWidth": cellSize,
		"gridCellHeight": cellSize, "gridCellsX": w, "gridCellsY": h, "grid2D": grid, "arrayMode": 1,
	}
	entityLayer := object{
		"name": "things", "_eid": "things", "offsetX": 0, "offsetY": 0, "gridCellWidth": cellSize,
		"gridCellHeight": cellSize, "gridCellsX": w, "gridCellsY": h, "entities": crates,
	}
	project := object{
		"name": "p", "ogmoVersion": "3.3.0", "levelPaths": []string{"."}, "directoryDepth": 5, "entities": []object{},
		"layers": []object{
			{"definition": "entity", "name": "things", "exportID": "things", "gridSize": object{"x": 16, "y": 16}},
			{
				"definition": "grid", "name": "walls", "exportID": "cells", "gridSize": object{"x": 16, "y": 16},
				"legend": object{"0": "#000000", "1": "#ffffff", "2": "#8888ff"},
			},
		},
	}
	data := encode(t, object{
		"ogmoVersion": "3.3.0", "width": w * cellSize, "height": h * cellSize, "offsetX": 0,
		"offsetY": 0, "layers": []object{entityLayer, layer},
	})
	return importers.NewSource("/levels/cave.json", data,
		fstest.MapFS{"p.ogmo": &fstest.MapFile{Data: encode(t, project)}})
}

func (s sketch) imported(t *testing.T) *level.Document {
	t.Helper()
	res, err := ogmo.New().Import(context.Background(), s.source(t), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Document
}

// cave is the level at the start of the guide's pictures: two floors, a ledge and two crates.
var cave = sketch{`
0000000000000000000000
0000000000000000000000
0000000000222200000000
0000000000000000000000
0000000000000000000000
1111111110000011111111
1111111110000011111111`, [][2]int{{40, 56}, {256, 56}}}

// TestGoldenGuide draws the pictures for the guide's chapter on changed files, from a level that is imported twice.
func TestGoldenGuide(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		later     sketch
		edit      func(s *editor.Session)
		captions  [4]string
		conflicts int
		check     func(s *editor.Session)
	}{
		"changed-file": {
			later: sketch{`
0000000000000000000000
0000000000000000000000
0000000022222222000000
0000000000000000000000
1111000000000000000000
1111111110000011111111
1111111110000011111111`, [][2]int{{40, 40}, {256, 56}, {304, 56}}},
			edit: func(s *editor.Session) {
				roundLedge(t, s)
				moveCrate(t, s, 256, level.Vec{X: -104, Y: -48})
				moveCrate(t, s, 40, level.Vec{X: 60})
			},
			captions: [4]string{
				"Base: as it was imported", "You: the ledge rounded, both crates moved",
				"File: a wider ledge, a step, a crate higher, one new",
				"Merged: one conflict, the left crate",
			},
			conflicts: 1,
			check: func(s *editor.Session) {
				if got := named(t, s, "walls 2"); got.Shape.Radius != 8 || level.DrawnBounds(got).Size().X != 128 {
					t.Errorf("ledge = %v", got.Shape)
				}
			},
		},
		"changed-file-moved": {
			later: sketch{`
00000000000000000000000000
00000000000000000000000000
00000000000000222200000000
00000000000000000000000000
00000000000000000000000000
11111111111110000011111111
11111111111110000011111111`, [][2]int{{104, 56}, {320, 56}}},
			edit: func(s *editor.Session) {
				roundLedge(t, s)
				moveCrate(t, s, 256, level.Vec{X: -104, Y: -48})
			},
			captions: [4]string{
				"Base: as it was imported", "You: the ledge rounded, a crate moved onto it",
				"File: four columns more at the left",
				"Merged: your changes have moved along",
			},
			check: func(s *editor.Session) {
				if got := named(t, s, "walls 2"); got.Shape.Radius != 8 || level.DrawnBounds(got).Min.X != 224 {
					t.Errorf("the ledge is %v at %v", got.Shape, got.Position)
				}
				crateAt(t, s, 216)
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			doc := cave.imported(t)
			s := editor.NewSession(doc)
			panels := []*image.RGBA{panel(doc, c.captions[0])}
			c.edit(s)
			panels = append(panels, panel(doc, c.captions[1]), panel(c.later.imported(t), c.captions[2]))
			r, err := workspace.PlanReimport(doc, theImport(s), c.later.imported(t))
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Conflicts) != c.conflicts {
				t.Fatalf("conflicts: %v", r.Conflicts)
			}
			if err := r.Apply(s); err != nil {
				t.Fatal(err)
			}
			c.check(s)
			panels = append(panels, panel(doc, c.captions[3], marks(t, r.Conflicts)...))
			testkit.GoldenPicture(t, filepath.Join("..", "..", "..", "docs", "guide", name), sideBySide(panels),
				*update)
		})
	}
}

func roundLedge(t *testing.T, s *editor.Session) {
	t.Helper()
	if err := s.Shapes([]level.ID{named(t, s, "walls 2").ID}).SetRadius(8); err != nil {
		t.Fatal(err)
	}
}

// moveCrate moves the crate whose left side is at x.
func moveCrate(t *testing.T, s *editor.Session, x float64, by level.Vec) {
	t.Helper()
	c := crateAt(t, s, x)
	if err := s.Shapes([]level.ID{c.ID}).SetPosition(c.Position.Add(by)); err != nil {
		t.Fatal(err)
	}
}

// marks shows the file's version of the conflicts.
func marks(t *testing.T, all []workspace.Conflict) (out []overlay.Item) {
	t.Helper()
	for i := range all {
		c := &all[i]
		baked, err := c.Theirs.Shape.Bake()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, overlay.Outline{
			Boundary: baked.Boundary(), At: c.Theirs.Transform(), Ink: overlay.Warn,
			Dashed: true,
		},
			overlay.Label{
				At: c.Theirs.Position, Offset: level.Vec{X: -20, Y: -34}, Text: "the file's",
				Ink: overlay.Warn,
			},
			overlay.Label{
				At: c.Ours.Position, Offset: level.Vec{X: -40, Y: 16}, Text: "yours, until you decide",
				Ink: overlay.Bright,
			})
	}
	return out
}

// crateAt returns the crate whose left side is at x.
func crateAt(t *testing.T, s *editor.Session, x float64) *level.Collider {
	t.Helper()
	for c := range s.Document().Colliders() {
		if strings.HasPrefix(c.Name, "crate") && c.Position.X-12 == x {
			return c
		}
	}
	t.Fatalf("no crate at %g", x)
	return nil
}

// panel draws a level with a caption above it.
func panel(doc *level.Document, caption string, more ...overlay.Item) *image.RGBA {
	frame := collision.AABB{Max: doc.Settings().Size}
	cam := render.Camera{Center: frame.Center().Add(level.Vec{Y: -8}), Zoom: 1, Width: 440, Height: 168}
	s := render.LevelScene(doc.Snapshot(), cam, render.Dark())
	s.Frame = frame
	s.Overlays = append([]overlay.Item{overlay.Label{At: level.Vec{X: 4, Y: -16}, Text: caption, Ink: overlay.Bright}},
		more...)
	return render.Picture(s)
}

// sideBySide arranges pictures of one size in rows of two.
func sideBySide(panels []*image.RGBA) *image.RGBA {
	const gap = 8
	size := panels[0].Rect.Size()
	rows := (len(panels) + 1) / 2
	out := image.NewRGBA(image.Rect(0, 0, 2*size.X+gap, rows*size.Y+(rows-1)*gap))
	for i, p := range panels {
		at := image.Pt(i%2*(size.X+gap), i/2*(size.Y+gap))
		draw.Draw(out, p.Rect.Add(at), p, image.Point{}, draw.Src)
	}
	return out
}
