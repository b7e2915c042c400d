package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/importers"
)

// This file generates the sample of tile shapes, assets/samples/slopes: a tileset of pixel art, its shapes, and one
// level in the formats of LDtk, OGMO and Tiled. FILLET_MAKE_SAMPLE=1 rewrites the sample.

const (
	sampleSide    = 16 // of a tile, in pixels
	sampleColumns = 8
	sampleRows    = 3
	sampleWidth   = 48
	sampleHeight  = 16
)

// sampleTile is a tile of the sample: its shapes, and how it is painted.
type sampleTile struct {
	letter byte // in sampleMap
	shapes string
	paint  string // ground, stone, wood, water, spikes, coin, flower, cloud
}

var sampleTiles = []sampleTile{
	{'#', "full", "ground"},
	{'/', "slope-45-right", "ground"},
	{'a', "slope-22-low-right", "ground"},
	{'b', "slope-22-high-right", "ground"},
	{'r', "slope-18-low-right", "ground"},
	{'s', "slope-18-middle-right", "ground"},
	{'t', "slope-18-high-right", "ground"},
	{'>', "ceiling-45-right", "ground"},
	{'B', "full", "stone"},
	{'_', "half-bottom", "stone"},
	{'l', "half-left", "stone"},
	{'q', "quarter-bottom-left", "stone"},
	{'=', "platform", "wood"},
	{'w', "water", "water"},
	{'^', "spikes", "spikes"},
	{'o', "coin", "coin"},
	{'R', "rock", "rock"},
	{'f', "", "flower"},
	{'c', "", "cloud"},
	{'G', "full", "earth"},
}

// sampleMap is the level. A letter is a tile; \, B and A, T S R' are mirrored slopes, < a mirrored ceiling.
const sampleMap = `
................................................
.......c..............c...............c.........
................................................
.............o.o........................o.......
............=====....................._BBB_.....
.....................................lBBBBBl....
.......................o.............BGGGGGB....
...................o.======o......o..>GGGGG<....
.f..ab##BA.......=====............==..>GGG<.....
####GGGGGG#....................f.......>G<...f.R
GGGGGGGGGGG\......../####\...rst#TSP........./##
GGGGGGGGGGGG\....../GGGGGG####GGGGGGG##\..ab##GG
GGGGGGGGGGGGG#wwww##GGGGGGGGGGGGGGGGGGGG##GGGGGG
GGGGGGGGGGGGGGwwwwGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG
GGGGGGGGGGGGGG^^^^GGGGGGGGGGGGGGGGGGGGGGGGGGGGGG
GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG
`

// sampleCells returns the tile numbers and flips of the map; -1 is an empty cell.
func sampleCells(t *testing.T) (ids []int, flips []importers.Flip) {
	mirrored := map[byte]byte{'\\': '/', '<': '>', 'T': 't', 'S': 's', 'P': 'r', 'A': 'a', 'Q': 'b'}
	rows := strings.Split(strings.Trim(sampleMap, "\n"), "\n")
	if len(rows) != sampleHeight {
		t.Fatalf("the map has %d rows", len(rows))
	}
	for y, row := range rows {
		if len(row) != sampleWidth {
			t.Fatalf("row %d has %d letters", y, len(row))
		}
		for x := range row {
			letter, flip := row[x], importers.Flip(0)
			if y == 8 && letter == 'B' { // on the small hill, the slope goes down the other way
				letter = 'Q'
			}
			if m, ok := mirrored[letter]; ok {
				letter, flip = m, importers.FlipX
			}
			id := slices.IndexFunc(sampleTiles, func(k sampleTile) bool { return k.letter == letter })
			if id < 0 && letter != '.' {
				t.Fatalf("row %d has %q", y, letter)
			}
			ids, flips = append(ids, id), append(flips, flip)
		}
	}
	return ids, flips
}

func sampleShapes(t *testing.T) *importers.TileSet {
	set := importers.NewTileSet("terrain.png", sampleSide, sampleSide)
	part := func(s level.Shape, at level.Vec) importers.TileSetShape {
		return importers.TileSetShape{Part: *level.NewCollider(0, 0, "", s, at)}
	}
	for id, k := range sampleTiles {
		var shape importers.TileSetShape
		switch k.shapes {
		case "":
			continue
		case "water":
			shape, _ = set.Of("full")
			shape.Part.Role, shape.Part.Name, shape.Part.Tags = level.Trigger, "water", []string{"water"}
		case "spikes":
			shape, _ = set.Of("half-bottom")
			shape.Part.Role, shape.Part.Name, shape.Part.Tags = level.Trigger, "spikes", []string{"hazard"}
		case "coin":
			shape = part(level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: 8, Y: 8})
			shape.Part.Role, shape.Part.Name, shape.Part.Tags = level.Trigger, "coin", []string{"coin"}
		case "rock":
			shape = part(level.Shape{
				Kind: level.Polygon, Rounding: level.Inset, Radius: 2,
				Points: []level.Vec{
					{X: 2, Y: 16},
					{X: 1, Y: 8},
					{X: 5, Y: 3},
					{X: 11, Y: 2},
					{X: 15, Y: 7},
					{X: 14, Y: 16},
				},
			}, level.Vec{})
			shape.Part.Name = "rock"
		default:
			var ok bool
			if shape, ok = set.Of(k.shapes); !ok {
				t.Fatalf("there is no preset %s", k.shapes)
			}
		}
		set.Shapes[id] = []importers.TileSetShape{shape}
	}
	return set
}

// samplePicture paints the tileset.
func samplePicture(set *importers.TileSet) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, sampleColumns*sampleSide, sampleRows*sampleSide))
	rgb := func(v uint32) color.NRGBA {
		return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
	}
	noise := func(x, y, k int) int { // 0 to 15, always the same
		h := uint32(x)*374761393 + uint32(y)*668265263 + uint32(k)*2246822519
		h = (h ^ h>>13) * 1274126177
		return int((h ^ h>>16) % 16)
	}
	for id, k := range sampleTiles {
		var outline polygon.Region
		for _, s := range set.Shapes[id] {
			if loops := s.Part.Shape.Loops(); loops != nil {
				at := s.Part.Position
				moved := make([]level.Vec, len(loops[0]))
				for i, p := range loops[0] {
					moved[i] = p.Add(at)
				}
				outline = append(outline, [][]level.Vec{moved})
			}
		}
		in := func(x, y int) bool {
			return outline.Contains(level.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5})
		}
		for y := range sampleSide {
			for x := range sampleSide {
				var c color.NRGBA
				depth := 0
				for depth <= y && in(x, y-depth) {
					depth++
				}
				n := noise(x, y, id)
				switch k.paint {
				case "ground", "earth":
					if !in(x, y) {
						continue
					}
					c = rgb(0x6b4a33)
					if n < 3 {
						c = rgb(0x5a3d2b)
					} else if n == 15 {
						c = rgb(0x80603f)
					}
					open := y-depth >= 0 || k.letter == '#'
					switch edge := depth + noise(x, 0, 7)%2; {
					case k.letter == '>' || k.paint == "earth":
					case open && edge <= 3:
						c = rgb(0x6fb04a)
						if depth == 1 {
							c = rgb(0x9bd15f)
						}
					case open && edge <= 4:
						c = rgb(0x45702f)
					}
				case "stone", "rock":
					if !in(x, y) {
						continue
					}
					c = rgb(0x7f8796)
					switch {
					case depth == 1 || !in(x-1, y):
						c = rgb(0xa6aebb)
					case !in(x, y+1) || !in(x+1, y) || k.paint == "stone" && (y%8 == 7 || (x+y/8*4)%8 == 7):
						c = rgb(0x5b6270)
					case n == 0:
						c = rgb(0x6d7482)
					}
				case "wood":
					if y >= 4 {
						continue
					}
					c = rgb(0xb07b45)
					if y == 0 {
						c = rgb(0xd39a5d)
					} else if y == 3 || x%8 == 7 {
						c = rgb(0x7c5430)
					}
				case "water":
					c = color.NRGBA{R: 64, G: 132, B: 214, A: 190}
					if (x+2*y)%11 == 0 || n == 0 {
						c = color.NRGBA{R: 120, G: 180, B: 240, A: 200}
					}
				case "spikes":
					d := x%8 - 4
					if d = max(d, -d-1); y < 8+2*d || y < 8 {
						continue
					}
					c = rgb(0xc3c9d4)
					if x%8 >= 4 {
						c = rgb(0x8d95a5)
					}
				case "coin":
					r := math.Hypot(float64(x)-7.5, float64(y)-7.5)
					if r > 5 {
						continue
					}
					c = rgb(0xf4c542)
					if r > 4 {
						c = rgb(0xb98a1e)
					} else if x == 6 && y > 4 && y < 11 {
						c = rgb(0xfff0a8)
					}
				case "flower":
					switch r := math.Hypot(float64(x)-8, float64(y)-7); {
					case r < 1.5:
						c = rgb(0xf4c542)
					case r < 3.6 && (x+y)%3 > 0:
						c = rgb(0xe7709a)
					case x == 8 && y > 8 || y == 12 && x > 8 && x < 11:
						c = rgb(0x6fb04a)
					default:
						continue
					}
				case "cloud":
					if math.Hypot(float64(x)-5, float64(y)-9) > 4 && math.Hypot(float64(x)-10, float64(y)-8) > 5 ||
						y > 11 {
						continue
					}
					c = color.NRGBA{R: 236, G: 242, B: 250, A: 230}
				}
				m.SetNRGBA(id%sampleColumns*sampleSide+x, id/sampleColumns*sampleSide+y, c)
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// sampleFiles returns the files of the sample.
func sampleFiles(t *testing.T) map[string][]byte {
	set := sampleShapes(t)
	ids, flips := sampleCells(t)
	picture := samplePicture(set)
	encoded := func(v any) []byte {
		b, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return append(b, '\n')
	}
	type object = map[string]any
	var ldtk []object
	var gids []string
	numbers, bits := []int{}, []int{}
	for i, id := range ids {
		gid, f, flag := 0, 0, 0
		if id >= 0 {
			gid = id + 1
			if flips[i] == importers.FlipX {
				gid, f, flag = gid|0x80000000, 1, 4
			}
			x, y := i%sampleWidth*sampleSide, i/sampleWidth*sampleSide
			ldtk = append(ldtk, object{"px": []int{x, y}, "src": []int{
				id % sampleColumns * sampleSide,
				id / sampleColumns * sampleSide,
			}, "f": f, "t": id, "d": []int{i}, "a": 1})
		}
		gids = append(gids, fmt.Sprint(gid))
		numbers, bits = append(numbers, id), append(bits, flag)
	}
	width, height := sampleWidth*sampleSide, sampleHeight*sampleSide
	return map[string][]byte{
		"terrain.png":        picture,
		"terrain.tiles.yaml": set.Append(nil),
		"slopes.ldtk": encoded(object{
			"__header__": object{"fileType": "LDtk Project JSON", "app": "LDtk"}, "jsonVersion": "1.5.3",
			"worldLayout": "Free", "defaultGridSize": sampleSide, "bgColor": "#1E2A3A",
			"defs": object{
				"layers": []object{{
					"uid": 1, "identifier": "Ground", "type": "Tiles", "__type": "Tiles",
					"gridSize": sampleSide, "tilesetDefUid": 2, "intGridValues": []int{},
				}},
				"entities": []int{}, "enums": []int{},
				"tilesets": []object{{
					"uid": 2, "identifier": "Terrain", "relPath": "terrain.png",
					"pxWid": sampleColumns * sampleSide, "pxHei": sampleRows * sampleSide, "tileGridSize": sampleSide,
					"__cWid": sampleColumns, "__cHei": sampleRows, "spacing": 0, "padding": 0,
				}},
			},
			"levels": []object{{
				"identifier": "Slopes", "iid": "slopes-0", "uid": 3, "worldX": 0, "worldY": 0, "worldDepth": 0,
				"pxWid": width, "pxHei": height, "__bgColor": "#1E2A3A", "fieldInstances": []int{},
				"layerInstances": []object{{
					"__identifier": "Ground", "__type": "Tiles", "__cWid": sampleWidth, "__cHei": sampleHeight,
					"__gridSize": sampleSide, "__opacity": 1, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
					"__tilesetDefUid": 2, "__tilesetRelPath": "terrain.png", "layerDefUid": 1, "levelId": 3,
					"iid": "ground-0", "pxOffsetX": 0, "pxOffsetY": 0, "visible": true,
					"intGridCsv": []int{}, "autoLayerTiles": []int{}, "entityInstances": []int{}, "gridTiles": ldtk,
				}},
			}},
		}),
		"slopes.ogmo": encoded(object{
			"name": "Slopes", "ogmoVersion": "3.4.0", "levelPaths": []string{"."}, "backgroundColor": "#1e2a3aff",
			"anglesRadians": true, "directoryDepth": 1,
			"layerGridDefaultSize": object{"x": sampleSide, "y": sampleSide}, "entities": []int{},
			"layers": []object{{
				"definition": "tile", "name": "Ground", "exportID": "1",
				"gridSize": object{"x": sampleSide, "y": sampleSide}, "exportMode": 0, "arrayMode": 0,
				"defaultTileset": "terrain",
			}},
			"tilesets": []object{{
				"label": "terrain", "path": "terrain.png", "image": "data:image/png;base64," +
					base64.StdEncoding.EncodeToString(picture),
				"tileWidth": sampleSide, "tileHeight": sampleSide, "tileSeparationX": 0, "tileSeparationY": 0,
				"tileMarginX": 0, "tileMarginY": 0,
			}},
		}),
		"slopes.json": encoded(object{
			"ogmoVersion": "3.4.0", "width": width, "height": height, "offsetX": 0, "offsetY": 0,
			"layers": []object{{
				"name": "Ground", "_eid": "1", "offsetX": 0, "offsetY": 0, "gridCellWidth": sampleSide,
				"gridCellHeight": sampleSide, "gridCellsX": sampleWidth, "gridCellsY": sampleHeight,
				"tileset": "terrain", "data": numbers, "tileFlags": bits, "exportMode": 0, "arrayMode": 0,
			}},
		}),
		"slopes.tmx": fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.11.0" orientation="orthogonal" renderorder="right-down" width="%[1]d" height="%[2]d" tilewidth="%[3]d" tileheight="%[3]d" infinite="0" backgroundcolor="#1e2a3a">
 <tileset firstgid="1" name="terrain" tilewidth="%[3]d" tileheight="%[3]d" tilecount="%[4]d" columns="%[5]d">
  <image source="terrain.png" width="%[6]d" height="%[7]d"/>
 </tileset>
 <layer id="1" name="Ground" width="%[1]d" height="%[2]d">
  <data encoding="csv">
%[8]s
</data>
 </layer>
</map>
`, sampleWidth, sampleHeight, sampleSide, sampleColumns*sampleRows, sampleColumns, sampleColumns*sampleSide, sampleRows*sampleSide, strings.Join(gids, ",")),
	}
}

// The sample equals the files generated here, and its three levels have the same colliders, whose area equals the area
// of their tiles.
func TestTileSample(t *testing.T) {
	dir := filepath.Join("..", "..", "assets", "samples", "slopes")
	files := sampleFiles(t)
	if os.Getenv("FILLET_MAKE_SAMPLE") != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, want := range files {
		got, err := fs.ReadFile(os.DirFS(dir), name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the generated file: %v", name, err)
		}
	}
	set, first := sampleShapes(t), []string(nil)
	ids, _ := sampleCells(t)
	wanted := map[level.Role]float64{}
	for _, id := range ids {
		if id >= 0 {
			for _, s := range set.Shapes[id] {
				wanted[s.Part.Role] += bakedArea(t, s.Part.Shape)
			}
		}
	}
	a := newApp(nil, nil, os.Stdout, os.Stderr)
	for _, name := range []string{"slopes.ldtk", "slopes.json", "slopes.tmx"} {
		res, _, err := a.importers.Load(t.Context(), filepath.Join(dir, name), importers.Options{})
		if err != nil || res.Losses() > 0 {
			t.Fatalf("%s: %v %v", name, err, res)
		}
		var list []string
		area := map[level.Role]float64{}
		for c := range res.Document.Colliders() {
			list = append(list, fmt.Sprint(c.Role, c.OneWay, c.Shape, c.Position, c.Tags))
			area[c.Role] += bakedArea(t, c.Shape)
		}
		slices.Sort(list)
		if first == nil {
			first = list
		}
		if !slices.Equal(list, first) {
			t.Errorf("%s has %d colliders that differ from the first format:\n%s", name, len(list),
				strings.Join(list, "\n"))
		}
		for role, want := range wanted {
			if math.Abs(area[role]-want) > 1e-3 {
				t.Errorf("%s: the %v colliders have %g px², their tiles %g", name, role, area[role], want)
			}
		}
	}
	if n := len(first); n < 10 || n > 60 {
		t.Errorf("the level has %d colliders", n)
	}
}

func bakedArea(t *testing.T, s level.Shape) float64 {
	t.Helper()
	if s.Kind == level.Circle {
		return math.Pi * s.Radius * s.Radius
	}
	if s.Radius > 0 {
		return 0 // equal in all formats, and never merged
	}
	return polygon.Region{s.Loops()}.Area()
}
