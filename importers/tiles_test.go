package importers

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/strictyaml"

	"pgregory.net/rapid"
)

func tilesParse(t *testing.T, text string) *TileSet {
	t.Helper()
	s, faults, err := ParseTiles([]byte(text), "t.tiles.yaml")
	if err != nil || len(faults) > 0 {
		t.Fatalf("%v %v", err, faults)
	}
	return s
}

const all = `fillet_tiles: 1
image: pics/terrain.png
tile: [16, 24]
margin: 1
spacing: 2
shapes:
  0: [full]
  1: [slope-45-right, platform]
  2:
    - platform
    - preset: half-top
      radius: 2
      rounding: outset
      name: lid
      role: trigger
      tags: [water, "two words"]
    - preset: platform
      role: solid
    - preset: platform
      role: one-way
      one_way: [0, 1]
  3:
    - name: bush
      kind: polygon
      points: [[0, 0], [16, 0], [16, 24], [0, 24]]
      holes:
        - [[4, 4], [4, 8], [8, 8]]
      role: one-way
      one_way: [1, 0]
      categories: [plants]
      collides_with: []
      properties:
        hp: 3
      material: moss
      friction: 0.25
      restitution: 0.5
      density: 2
    - kind: box
      size: [8, 8]
      radius: 2
      position: [8, 8]
      angle: 30
  7: []
`

// Writing a file gives what was read, byte for byte if its keys are in the fixed order.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	s := tilesParse(t, all)
	if got := string(s.Append(nil)); got != all {
		t.Errorf("written as\n%s\nwant\n%s", got, all)
	}
	if len(s.Shapes[2]) != 4 || s.Shapes[2][1].Part.Role != level.Trigger || s.Shapes[2][2].Part.Role != level.Solid ||
		s.Shapes[2][3].Part.OneWay.Y != 1 {
		t.Errorf("tile 2 is %+v", s.Shapes[2])
	}
	if list, ok := s.Shapes[7]; !ok || len(list) != 0 {
		t.Errorf("tile 7 is %v, want an empty list", list)
	}
	path := filepath.Join(t.TempDir(), "höhle.tiles.yaml")
	if err := s.Write(path); err != nil {
		t.Fatal(err)
	}
	again, err := OpenTiles(path)
	if err != nil || !again.Equal(s) {
		t.Errorf("the written file is read as %v, %v", again, err)
	}
	if n, _ := os.ReadDir(filepath.Dir(path)); len(n) != 1 {
		t.Errorf("there are %d files", len(n))
	}
}

func TestOnePresetNeedsNoList(t *testing.T) {
	t.Parallel()
	s := tilesParse(t, "fillet_tiles: 1\ntile: [8, 8]\nshapes:\n  3: full\n")
	if len(s.Shapes[3]) != 1 || s.Shapes[3][0].Preset != "full" {
		t.Errorf("got %v", s.Shapes)
	}
}

func TestErrorsHaveTheirPlace(t *testing.T) {
	t.Parallel()
	const head = "fillet_tiles: 1\ntile: [16, 16]\n"
	for text, want := range map[string]string{
		"":                 "1: the file is empty",
		"tile: [16, 16]\n": `1:1: this is not a file of tile shapes: it has no "fillet_tiles: 1"`,
		"fillet_tiles: 2\ntile: [1, 1]\n": "1:15: version 2 of the file is not supported; this program reads " +
			"version 1",
		"fillet_tiles: 1\n": `1:1: the size of a tile is missing, such as "tile: [16, 16]"`,
		"fillet_tiles: 1\ntile: [16]\n": "2:7: a tile has a width and a height, as " +
			"in [16, 16]",
		"fillet_tiles: 1\ntile: [16, 0]\n": "2:7: a tile's height of 0 pixels is not " +
			"between 1 and 65536",
		head + "spacing: -1\n": "3:10: a spacing of -1 pixels is not between 0 " +
			"and 65536",
		head + "tiles: {}\n": `3:1: unknown key "tiles" (did you mean "tile"?)`,
		head + "shapes: []\n": "3:9: expected keys and values here, not a " +
			"list of 0",
		head + "shapes:\n  -1: [full]\n":                             `4:3: "-1" is not the number of a tile, a whole number from 0 to 16777216`,
		head + "shapes:\n  01: [full]\n":                             `4:3: "01" is not the number of a tile, a whole number from 0 to 16777216`,
		head + "shapes:\n  1: [ful]\n":                               `4:7: there is no preset "ful" (did you mean "full"?)`,
		head + "shapes:\n  1: [full]\n  1: []":                       `5:3: key "1" was already set, in line 4`,
		head + "shapes:\n  1:\n    - {}\n":                           `5:7: this shape has neither a "preset" nor a "kind"`,
		head + "shapes:\n  1:\n    - {preset: full, size: [2, 2]}\n": `5:7: a preset defines its own shape and takes no "size"`,
		head + "shapes:\n  1:\n    - {kind: disc}\n":                 `expected one of polygon, box`,
		head + "shapes:\n  1:\n    - {kind: box, body: dynamic}\n":   `unknown key "body"`,
		head + "shapes:\n  1:\n    - {kind: point, radius: x}\n":     "5:29: expected a number here",
		head + "image: a\xffb\n":                                     "3:9: byte 0xff is not UTF-8 text",
		"<<<<<<< HEAD\n" + head: "1: the file has unresolved merge " +
			"conflicts from git",
	} {
		_, _, err := ParseTiles([]byte(text), "t.tiles.yaml")
		var e *strictyaml.Error
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &e) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// An invalid shape is reported as a fault with its position, and the other shapes are read.
func TestFaults(t *testing.T) {
	t.Parallel()
	s, faults, err := ParseTiles([]byte(`fillet_tiles: 1
tile: [16, 16]
shapes:
  1:
    - full
    - kind: polygon
      points: [[0, 0], [16, 16], [16, 0], [0, 16]]
    - {kind: circle, radius: -1}
  2: [full]
`), "t.tiles.yaml")
	if err != nil || len(faults) != 2 || len(s.Shapes[1]) != 1 || len(s.Shapes[2]) != 1 {
		t.Fatalf("%v %v %v", s, faults, err)
	}
	if f := faults[0]; f.Line != 6 || f.Column != 7 || !strings.HasPrefix(f.Err.Error(), "tile 1, shape 2: ") {
		t.Errorf("%+v", f)
	}
	path := filepath.Join(t.TempDir(), "a.tiles.yaml")
	if err := os.WriteFile(path, []byte("fillet_tiles: 1\ntile: [1, 1]\nshapes:\n  4:\n    - {kind: circle, "+
		"radius: -1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenTiles(path); err == nil || !strings.Contains(err.Error(), ":5:7: tile 4, shape 1: radius") {
		t.Errorf("opened with %v", err)
	}
}

// Presets are valid in any tile, stay within the tile and have unique names; mirror images have the same area.
func TestPresets(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, size := range [][2]int{{16, 16}, {7, 13}, {1, 64}} {
		s := NewTileSet("", size[0], size[1])
		for _, p := range TilePresets {
			if size[0] == 16 && seen[p.Name] {
				t.Errorf("%s occurs twice", p.Name)
			}
			seen[p.Name] = true
			shape, ok := s.Of(p.Name)
			if !ok {
				t.Fatalf("%s is not found", p.Name)
			}
			if err := level.CheckPart(&shape.Part); err != nil {
				t.Errorf("%s in %v: %v", p.Name, size, err)
			}
			box := level.DrawnBounds(&shape.Part)
			if box.Min.X < 0 || box.Min.Y < 0 || box.Max.X > float64(size[0]) || box.Max.Y > float64(size[1]) {
				t.Errorf("%s reaches beyond its tile: %v", p.Name, box)
			}
		}
	}
	area := func(name string) float64 {
		p, _ := TilePresetNamed(name)
		loop := make([]collision.Vec, len(p.Outline))
		for i, q := range p.Outline {
			loop[i] = collision.Vec{X: float64(q[0]) / 12, Y: float64(q[1]) / 12}
		}
		return polygon.Region{{loop}}.Area()
	}
	for name, want := range map[string]float64{
		"full": 1, "half-left": 0.5, "quarter-top-right": 0.25, "platform": 0.25, "slope-45-left": 0.5,
		"ceiling-45-right":  0.5,
		"slope-22-low-left": 0.25, "ceiling-22-high-right": 0.75, "slope-18-low-right": 1. / 6,
		"slope-18-middle-left": 0.5,
		"ceiling-18-high-left": 5. / 6, "slope-63-low-right": 0.75, "ceiling-63-high-left": 0.25,
	} {
		if got := area(name); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s has the area %g, want %g", name, got, want)
		}
	}
	contains := func(name string, x, y float64) bool {
		p, _ := TilePresetNamed(name)
		s, at := p.In(level.Vec{X: 12, Y: 12})
		r := polygon.Region{{s.Corners()}}
		return r.Contains(level.Vec{X: x, Y: y}.Sub(at))
	}
	for _, c := range []struct {
		name string
		x, y float64
	}{
		{"slope-45-right", 11, 6},
		{"slope-45-left", 1, 6},
		{"ceiling-45-right", 11, 6},
		{"ceiling-45-left", 1, 6},
		{"slope-22-low-right", 11, 8},
		{"slope-22-high-right", 1, 8},
		{"ceiling-22-low-left", 1, 4},
		{"slope-63-high-right", 11, 6},
	} {
		if !contains(c.name, c.x, c.y) {
			t.Errorf("%s does not hold (%g, %g)", c.name, c.x, c.y)
		}
	}
}

func TestTilesOfAPicture(t *testing.T) {
	t.Parallel()
	s := &TileSet{Width: 16, Height: 8, Margin: 1, Spacing: 2}
	if s.Columns(1+16+2+16+1) != 2 || s.Columns(18) != 1 || s.Columns(16) != 0 || s.Rows(29) != 3 {
		t.Errorf("%d, %d, %d columns and %d rows", s.Columns(36), s.Columns(18), s.Columns(16), s.Rows(29))
	}
	if x, y := s.Corner(5, 2); x != 19 || y != 21 {
		t.Errorf("tile 5 is at %d, %d", x, y)
	}
}

// Any set is read back as written.
func TestAnySetComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := NewTileSet(rapid.SampledFrom([]string{"", "a.png", "über/höhe 2.png", "yes", "#1"}).Draw(t, "image"),
			rapid.IntRange(1, 64).Draw(t, "w"), rapid.IntRange(1, 64).Draw(t, "h"))
		s.Margin, s.Spacing = rapid.IntRange(0, 4).Draw(t, "margin"), rapid.IntRange(0, 4).Draw(t, "spacing")
		for range rapid.IntRange(0, 6).Draw(t, "tiles") {
			id := rapid.IntRange(0, 300).Draw(t, "id")
			s.Shapes[id] = []TileSetShape{}
			for range rapid.IntRange(0, 3).Draw(t, "shapes") {
				s.Shapes[id] = append(s.Shapes[id], drawShape(t, s))
			}
		}
		text := s.Append(nil)
		got, faults, err := ParseTiles(text, "any")
		if err != nil || len(faults) > 0 || !got.Equal(s) {
			t.Fatalf("%v %v\n%s\nis read as\n%s", err, faults, text, got.Append(nil))
		}
	})
}

func drawShape(t *rapid.T, s *TileSet) TileSetShape {
	number := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-640, 640).Draw(t, "n")) / 10 })
	var shape TileSetShape
	if rapid.Bool().Draw(t, "preset") {
		shape, _ = s.Of(rapid.SampledFrom(TilePresets).Draw(t, "preset").Name)
	} else {
		part := *level.NewCollider(0, 0, "", level.Shape{
			Kind:   level.Circle,
			Radius: 1 + rapid.Float64Range(0, 9).Draw(t, "r"),
		}, level.Vec{
			X: number.Draw(t, "x"),
			Y: number.Draw(t, "y"),
		})
		if rapid.Bool().Draw(t, "box") {
			part.Shape = level.Shape{Kind: level.Box, Size: level.Vec{X: 5, Y: 7.5}, Rounding: level.Inset}
			part.Angle = level.Degrees(number.Draw(t, "angle"))
		}
		shape = TileSetShape{Part: part}
	}
	p := &shape.Part
	switch rapid.IntRange(0, 3).Draw(t, "role") {
	case 1:
		p.Role, p.OneWay = level.Trigger, level.Vec{}
	case 2:
		p.Role, p.OneWay = level.OneWay, level.Vec{X: -1}
	case 3:
		p.Role, p.OneWay = level.Solid, level.Vec{}
	}
	p.Name = rapid.SampledFrom([]string{"", "a", "größer: 1", "0"}).Draw(t, "name")
	if rapid.Bool().Draw(t, "dressed") {
		p.Tags = []string{"x", "- y"}
		p.Categories, p.CollidesWith = []string{"c"}, []string{}
		p.Properties = level.Properties{"hp": 2.5, "k": true, "s": "text"}
		p.Friction = 0.1
	}
	if p.Shape.HasCorners() && rapid.Bool().Draw(t, "round") {
		p.Shape.Radius = 0.125
		p.Shape.Rounding = rapid.SampledFrom([]level.Rounding{level.Inset, level.Outset}).Draw(t, "rounding")
	}
	return shape
}

func FuzzTilesParse(f *testing.F) {
	f.Add([]byte(all))
	f.Add([]byte("fillet_tiles: 1\ntile: [16, 16]\nshapes:\n  1: full\n  2: [slope-45-left, {preset: full, role: " +
		"trigger}]\n"))
	f.Add([]byte("fillet_tiles: 1\ntile: [1, 1]\nshapes: {0: [{kind: chain, points: [[0, 0], [1, 1]], one_sided: " +
		"true}]}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, _, err := ParseTiles(data, "f")
		if err != nil {
			var e *strictyaml.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v has no place", err)
			}
			return
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		again, faults, err := ParseTiles(s.Append(nil), "f")
		if err != nil || len(faults) > 0 || !again.Equal(s) {
			t.Fatalf("%v %v: %s", err, faults, s.Append(nil))
		}
	})
}
