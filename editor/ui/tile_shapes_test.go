package ui

import (
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/importers"

	"pgregory.net/rapid"
)

func newShapesOfTiles() *tileShapes {
	return newTileShapes(importers.NewTileSet("t.png", 16, 16), 4, 14)
}

func shapeNames(e *tileShapes, id int) string {
	var out []string
	for _, s := range e.Shapes(id) {
		if s.Preset == "" {
			out = append(out, s.Part.Shape.Kind.String())
			continue
		}
		out = append(out, s.Preset)
	}
	return strings.Join(out, " ")
}

func TestTilesAreChosen(t *testing.T) {
	e := newShapesOfTiles()
	check := func(what string, current int, want ...int) {
		t.Helper()
		if got := e.Chosen(); !slices.Equal(got, want) || e.current != current {
			t.Errorf("%s: chosen = %v, current = %d, want %v and %d", what, got, e.current, want, current)
		}
	}
	check("at first", 0, 0)
	e.Choose(5)
	e.Choose(14) // no such tile
	check("one", 5, 5)
	e.Extend(10)
	check("a rectangle", 10, 5, 6, 9, 10)
	e.Extend(0)
	check("the other way", 0, 0, 1, 4, 5)
	e.Toggle(9)
	check("one more", 9, 0, 1, 4, 5, 9)
	e.Toggle(9)
	check("one less", 0, 0, 1, 4, 5)
	e.Step(1, 0, false)
	e.Step(0, 3, false) // 13
	e.Step(1, 0, false) // no such tile
	check("steps", 13, 13)
	e.Step(-1, -1, true)
	check("a step with Shift", 8, 8, 9, 12, 13)
	e.ChooseAll()
	if len(e.Chosen()) != 14 {
		t.Errorf("chosen = %v, want all", e.Chosen())
	}
}

func TestTileCommands(t *testing.T) {
	e := newShapesOfTiles()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	e.Choose(1)
	e.Extend(2)
	must(e.Put("slope-45-right", false))
	must(e.Put("platform", true))
	must(e.Put("platform", true)) // already present
	if shapeNames(e, 1) != "slope-45-right platform" || shapeNames(e, 2) != shapeNames(e, 1) || !e.Unsaved() {
		t.Errorf("tile 1 has %q", shapeNames(e, 1))
	}
	must(e.Mirror(true))
	if shapeNames(e, 1) != "slope-45-left platform" {
		t.Errorf("mirrored, tile 1 has %q", shapeNames(e, 1))
	}
	must(e.Mirror(false))
	if got := e.Shapes(1)[1].Part; shapeNames(e, 1) != "ceiling-45-left box" || got.OneWay != (level.Vec{Y: 1}) ||
		got.Position.Y != 14 {
		t.Errorf("upside down, tile 1 has %q, %+v", shapeNames(e, 1), got)
	}
	must(e.Put("slope-22-low-right", false))
	for range 4 {
		must(e.Turn())
	}
	if shapeNames(e, 2) != "slope-22-low-right" {
		t.Errorf("after four quarter turns tile 2 has %q", shapeNames(e, 2))
	}
	must(e.Dress(func(c *level.Collider) { c.Role, c.Tags = level.Trigger, append(c.Tags, "water") }))
	if p := e.Shapes(2)[0].Part; p.Role != level.Trigger || !slices.Equal(p.Tags, []string{"water"}) {
		t.Errorf("shape after the change = %+v", p)
	}
	e.Copy()
	e.Choose(12)
	must(e.Paste())
	if shapeNames(e, 12) != "slope-22-low-right" || shapeNames(e, 13) != "slope-22-low-right" {
		t.Errorf("the pasted shapes are %q and %q", shapeNames(e, 12), shapeNames(e, 13))
	}
	e.Choose(3)
	must(e.Paste()) // the second tile would be outside
	if shapeNames(e, 3) == "" || len(e.Shapes(4)) > 0 {
		t.Errorf("the shapes pasted at the edge are %q and %q", shapeNames(e, 3), shapeNames(e, 4))
	}
	must(e.Clear(true))
	if list, ok := e.set.Shapes[3]; !ok || len(list) != 0 {
		t.Errorf("without shapes tile 3 is %v, %v", list, ok)
	}
	must(e.Clear(false))
	if _, ok := e.set.Shapes[3]; ok {
		t.Errorf("tile 3 still has an entry")
	}
	bad := importers.TileSetShape{Part: *level.NewCollider(0, 0, "", level.Shape{Kind: level.Circle, Radius: -1},
		level.Vec{})}
	if err := e.SetShapes(3, []importers.TileSetShape{bad}); err == nil {
		t.Errorf("a circle of radius -1 was accepted")
	}
	if err := newTileShapes(importers.NewTileSet("", 8, 16), 1, 1).Turn(); err == nil {
		t.Errorf("a tile that is not square was rotated")
	}
}

// Undo restores any earlier state, redo returns to the later one, and the saved state is tracked.
func TestUndoRestoresTiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := newShapesOfTiles()
		sets := []*importers.TileSet{e.set.Clone()}
		saved := 0
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			e.Choose(rapid.IntRange(0, 13).Draw(t, "tile"))
			if rapid.Bool().Draw(t, "more") {
				e.Extend(rapid.IntRange(0, 13).Draw(t, "to"))
			}
			preset := rapid.SampledFrom(importers.TilePresets).Draw(t, "preset").Name
			do := []func() error{
				func() error {
					return e.Put(preset, false)
				}, func() error { return e.Put(preset, true) }, func() error { return e.Mirror(true) },
				func() error {
					return e.Mirror(false)
				}, e.Turn, func() error { return e.Clear(true) }, func() error { return e.Clear(false) },
				func() error { e.Copy(); return nil },
				func() error {
					if len(e.clip) == 0 {
						return nil
					}
					return e.Paste()
				},
			}
			if err := rapid.SampledFrom(do).Draw(t, "do")(); err != nil {
				t.Fatal(err)
			}
			if !e.set.Equal(sets[len(sets)-1]) {
				sets = append(sets, e.set.Clone())
			}
			if rapid.IntRange(0, 5).Draw(t, "save") == 0 {
				e.Saved()
				saved = len(sets) - 1
			}
		}
		if err := e.set.Check(); err != nil {
			t.Fatal(err)
		}
		for i := len(sets) - 1; i >= 0; i-- {
			if !e.set.Equal(sets[i]) || e.Unsaved() != (i != saved) {
				t.Fatalf("undo does not restore the state %d steps before; unsaved %v", len(sets)-1-i, e.Unsaved())
			}
			if e.Undo() != (i > 0) {
				t.Fatalf("undo at step %d", i)
			}
		}
		for i := range sets {
			if !e.set.Equal(sets[i]) || e.Redo() != (i < len(sets)-1) {
				t.Fatalf("redo does not lead to step %d", i)
			}
		}
	})
}

// A change of 10,000 tiles is one undo step and stores only the changed tiles.
func TestManyTilesAtOnce(t *testing.T) {
	e := newTileShapes(importers.NewTileSet("t.png", 16, 16), 100, 10_000)
	e.ChooseAll()
	if err := e.Put("full", false); err != nil {
		t.Fatal(err)
	}
	if len(e.set.Shapes) != 10_000 || !e.Undo() || len(e.set.Shapes) != 0 || e.Unsaved() {
		t.Errorf("%d tiles have shapes after undo", len(e.set.Shapes))
	}
}
