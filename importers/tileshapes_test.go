package importers_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/collision/polygon"
	"fillet/editor/check"
	"fillet/editor/level"
	"fillet/importers"
	"fillet/importers/ldtk"
	"fillet/importers/ogmo"
	"fillet/importers/tiled"

	"pgregory.net/rapid"
)

// tileMap is a map of tiles for tests.
type tileMap struct {
	width, height int
	side          int // of a cell and of a tile
	ids           []int
	flips         []importers.Flip
}

const (
	mapColumns = 16
	mapRows    = 4
)

func picture(side int) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, mapColumns*side, mapRows*side),
		color.Palette{color.Black})); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// formats returns writers of the map in each form of each format.
func (m *tileMap) formats() map[string]func() (importers.Importer, string, fstest.MapFS) {
	file := func(name, text string) (string, fstest.MapFS) {
		return text, fstest.MapFS{name: {Data: []byte(text)}}
	}
	out := map[string]func() (importers.Importer, string, fstest.MapFS){}
	for _, key := range []string{"gridTiles", "autoLayerTiles"} {
		out["ldtk "+key] = func() (importers.Importer, string, fstest.MapFS) {
			var list []string
			for i, id := range m.ids {
				f := 0
				if m.flips[i]&importers.FlipX != 0 {
					f |= 1
				}
				if m.flips[i]&importers.FlipY != 0 {
					f |= 2
				}
				if id >= 0 {
					list = append(list, fmt.Sprintf(`{"px":[%d,%d],"src":[0,0],"f":%d,"t":%d,"a":1}`, i%m.width*m.side,
						i/m.width*m.side, f, id))
				}
			}
			text, fs := file("w.ldtk", fmt.Sprintf(
				`{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":%[1]d,
				"defs":{"layers":[],"entities":[],"tilesets":[{"uid":5,"identifier":"Terrain","relPath":"art/set.png","tileGridSize":%[1]d,"__cWid":%[5]d,"__cHei":%[6]d}]},
				"levels":[{"identifier":"A","iid":"A","worldX":0,"worldY":0,"pxWid":%[2]d,"pxHei":%[3]d,"layerInstances":[
				{"__identifier":"Ground","__gridSize":%[1]d,"__cWid":%[7]d,"__cHei":%[8]d,"__tilesetDefUid":5,"__tilesetRelPath":"art/set.png",%[9]q:[%[4]s]}]}]}`,
				m.side, m.width*m.side, m.height*m.side, strings.Join(list, ","), mapColumns, mapRows, m.width,
				m.height, key))
			return ldtk.New(), text, fs
		}
	}
	for _, form := range []string{"data", "data2D", "dataCoords", "dataCoords2D"} {
		out["ogmo "+form] = func() (importers.Importer, string, fstest.MapFS) {
			var cells, flags []string
			for i, id := range m.ids {
				cell := fmt.Sprint(id)
				if strings.Contains(form, "Coords") {
					if cell = "[-1]"; id >= 0 {
						cell = fmt.Sprintf("[%d,%d]", id%mapColumns, id/mapColumns)
					}
				}
				cells, flags = append(cells, cell), append(flags, fmt.Sprint(int(m.flips[i])))
			}
			rows := func(list []string) string {
				if !strings.HasSuffix(form, "2D") {
					return "[" + strings.Join(list, ",") + "]"
				}
				var out []string
				for row := range slices.Chunk(list, m.width) {
					out = append(out, "["+strings.Join(row, ",")+"]")
				}
				return "[" + strings.Join(out, ",") + "]"
			}
			flagKey := "tileFlags"
			if strings.HasSuffix(form, "2D") {
				flagKey = "tileFlags2D"
			}
			text, fs := file("levels/w.json",
				fmt.Sprintf(`{"ogmoVersion":"3.4.0","width":%d,"height":%d,"layers":[{"name":"Ground","_eid":"1","gridCellWidth":%[3]d,"gridCellHeight":%[3]d,
				"gridCellsX":%[4]d,"gridCellsY":%[5]d,"tileset":"terrain",%[6]q:%[7]s,%[8]q:%[9]s}]}`, m.width*m.side, m.height*m.side, m.side, m.width, m.height, form, rows(cells), flagKey, rows(flags)))
			fs["game.ogmo"] = &fstest.MapFile{Data: fmt.Appendf(nil,
				`{"ogmoVersion":"3.4.0","levelPaths":["levels"],"layers":[{"definition":"tile","name":"Ground","exportID":"1","gridSize":{"x":%[1]d,"y":%[1]d}}],
				"entities":[],"tilesets":[{"label":"terrain","path":"art/set.png","tileWidth":%[1]d,"tileHeight":%[1]d,"tileSeparationX":0,"tileSeparationY":0,"tileMarginX":0,"tileMarginY":0}]}`, m.side)}
			return ogmo.New(), text, fs
		}
	}
	for _, form := range []string{"inside", "tsx"} {
		out["tiled "+form] = func() (importers.Importer, string, fstest.MapFS) {
			var gids []string
			for i, id := range m.ids {
				gid := uint32(0)
				if id >= 0 {
					gid = uint32(id + 1)
					for f, bit := range map[importers.Flip]uint32{
						importers.FlipX: 0x80000000,
						importers.FlipY: 0x40000000, importers.FlipDiagonal: 0x20000000,
					} {
						if m.flips[i]&f != 0 {
							gid |= bit
						}
					}
				}
				gids = append(gids, fmt.Sprint(gid))
			}
			body := fmt.Sprintf(`name="terrain" tilewidth="%[1]d" tileheight="%[1]d" tilecount="%[2]d" columns="%[3]d"><image source="%%s" width="%[4]d" height="%[5]d"/></tileset>`, m.side, mapColumns*mapRows, mapColumns, mapColumns*m.side, mapRows*m.side)
			set, files := `<tileset firstgid="1" `+fmt.Sprintf(body, "art/set.png"), fstest.MapFS{}
			if form == "tsx" {
				set = `<tileset firstgid="1" source="art/terrain.tsx"/>`
				files["art/terrain.tsx"] = &fstest.MapFile{Data: []byte(`<tileset ` + fmt.Sprintf(body, "set.png"))}
			}
			text, fs := file("w.tmx", fmt.Sprintf(
				`<map version="1.10" orientation="orthogonal" width="%[1]d" height="%[2]d" tilewidth="%[3]d" tileheight="%[3]d">%[4]s
				<layer id="1" name="Ground" width="%[1]d" height="%[2]d"><data encoding="csv">%[5]s</data></layer></map>`, m.width, m.height, m.side, set, strings.Join(gids, ",")))
			for name, f := range files {
				fs[name] = f
			}
			return tiled.New(), text, fs
		}
	}
	return out
}

// load imports the map with a tile shape file next to the tileset's picture.
func load(
	t interface{ Fatal(...any) }, imp importers.Importer, text string, files fstest.MapFS, set *importers.TileSet,
	opts importers.Options,
) *importers.Result {
	files["art/set.png"] = &fstest.MapFile{Data: picture(set.Width)}
	if set.Image != "" {
		files["art/set.tiles.yaml"] = &fstest.MapFile{Data: set.Append(nil)}
	}
	name, base := "w.ldtk", "."
	switch imp.Name() {
	case "ogmo":
		name, base = "levels/w.json", "levels"
	case "tiled":
		name = "w.tmx"
	}
	res, err := imp.Import(context.Background(), importers.NewSourceIn(name, []byte(text), files, base), opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// shapeHolds reports whether a point of a tile's frame is in a shape without rounding, by counting crossings, and its
// distance from the nearest edge.
func shapeHolds(s importers.TileSetShape, x, y float64) (in bool, near float64) {
	near = math.Inf(1)
	p := s.Part
	if p.Shape.Kind == level.Circle {
		d := math.Hypot(x-p.Position.X, y-p.Position.Y)
		return d < p.Shape.Radius, math.Abs(d - p.Shape.Radius)
	}
	for _, loop := range p.Shape.Loops() {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			ax, ay, bx, by := a.X+p.Position.X, a.Y+p.Position.Y, b.X+p.Position.X, b.Y+p.Position.Y
			if (ay > y) != (by > y) && x < ax+(y-ay)*(bx-ax)/(by-ay) {
				in = !in
			}
			t := ((x-ax)*(bx-ax) + (y-ay)*(by-ay)) / ((bx-ax)*(bx-ax) + (by-ay)*(by-ay))
			t = min(max(t, 0), 1)
			near = min(near, math.Hypot(x-ax-t*(bx-ax), y-ay-t*(by-ay)))
		}
	}
	return in, near
}

// holds reports whether a point of the map is in a shape with a role, and its distance from the nearest edge.
func (m *tileMap) holds(set *importers.TileSet, role level.Role, x, y float64) (in bool, near float64) {
	near = math.Inf(1)
	for i, id := range m.ids {
		if id < 0 {
			continue
		}
		u, v, side := x-float64(i%m.width*m.side), y-float64(i/m.width*m.side), float64(m.side)
		if m.flips[i]&importers.FlipX != 0 {
			u = side - u
		}
		if m.flips[i]&importers.FlipY != 0 {
			v = side - v
		}
		if m.flips[i]&importers.FlipDiagonal != 0 {
			u, v = v, u
		}
		for _, s := range set.Shapes[id] {
			if s.Part.Role == role {
				inShape, d := shapeHolds(s, u, v)
				in, near = in || inShape, min(near, d)
			}
		}
	}
	return in, near
}

// drawnSet returns a set with shapes of all kinds that merge, and some that do not.
func drawnSet(side int) *importers.TileSet {
	s := importers.NewTileSet("set.png", side, side)
	for i, p := range importers.TilePresets {
		shape, _ := s.Of(p.Name)
		s.Shapes[i] = []importers.TileSetShape{shape}
	}
	k := float64(side) / 12
	part := func(role level.Role, points ...level.Vec) importers.TileSetShape {
		for i := range points {
			points[i] = points[i].Mul(k)
		}
		c := *level.NewCollider(0, 0, "", level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset},
			level.Vec{})
		c.Role = role
		return importers.TileSetShape{Part: c}
	}
	ring := part(level.Solid, level.Vec{}, level.Vec{X: 12}, level.Vec{X: 12, Y: 12}, level.Vec{Y: 12})
	ring.Part.Shape.Holes = [][]level.Vec{{{X: 3 * k, Y: 3 * k}, {X: 3 * k, Y: 8 * k}, {X: 9 * k, Y: 9 * k}}}
	disc := part(level.Solid)
	disc.Part.Shape, disc.Part.Position = level.Shape{Kind: level.Circle, Radius: 4 * k}, level.Vec{X: 5 * k, Y: 6 * k}
	quarter, _ := s.Of("quarter-top-left")
	s.Shapes[44] = []importers.TileSetShape{ring}
	// These shapes reach beyond their tiles.
	s.Shapes[45] = []importers.TileSetShape{part(level.Solid, level.Vec{X: -2, Y: 3}, level.Vec{X: 15, Y: 1},
		level.Vec{X: 13, Y: 14})}
	s.Shapes[46] = []importers.TileSetShape{
		part(level.Trigger, level.Vec{}, level.Vec{X: 12}, level.Vec{X: 12, Y: 7}),
		quarter,
	}
	s.Shapes[47] = []importers.TileSetShape{part(level.Trigger, level.Vec{Y: 5.3}, level.Vec{X: 12, Y: 2.1},
		level.Vec{X: 12, Y: 12}, level.Vec{Y: 12})}
	s.Shapes[48] = []importers.TileSetShape{disc}
	s.Shapes[49] = []importers.TileSetShape{}
	return s
}

func drawMap(t *rapid.T, set *importers.TileSet, ids []int, diagonal bool) *tileMap {
	m := &tileMap{width: rapid.IntRange(1, 7).Draw(t, "w"), height: rapid.IntRange(1, 7).Draw(t, "h"), side: set.Width}
	few := rapid.SliceOfN(rapid.SampledFrom(ids), 1, 5).Draw(t, "ids")
	for range m.width * m.height {
		k := rapid.IntRange(0, len(few)+1).Draw(t, "cell")
		id, flip := -1, importers.Flip(0)
		if k < len(few) {
			id, flip = few[k], importers.Flip(rapid.IntRange(0, 7).Draw(t, "flip"))
		}
		if !diagonal {
			flip &^= importers.FlipDiagonal
		}
		m.ids, m.flips = append(m.ids, id), append(m.flips, flip)
	}
	return m
}

// covered returns the area of a document's colliders with a role, and of the polygons among them.
func covered(doc *level.Document, role level.Role) (r polygon.Region, sum float64) {
	for c := range doc.Colliders() {
		if c.Role != role {
			continue
		}
		if c.Shape.Kind == level.Circle {
			continue
		}
		var o [][]level.Vec
		for _, loop := range c.Shape.Loops() {
			moved := make([]level.Vec, len(loop))
			for i, p := range loop {
				moved[i] = c.Transform().Apply(p)
			}
			o = append(o, moved)
		}
		r = append(r, o)
		sum += polygon.Region{o}.Area()
	}
	return r, sum
}

func inDocument(doc *level.Document, role level.Role, r polygon.Region, p level.Vec) bool {
	if r.Contains(p) {
		return true
	}
	for c := range doc.Colliders() {
		if c.Role == role && c.Shape.Kind == level.Circle && c.Position.Dist(p) < c.Shape.Radius {
			return true
		}
	}
	return false
}

// In every format, form and flip, the level covers exactly the points that the shapes of the tiles cover.
func TestTileShapesCoverTheirTiles(t *testing.T) {
	t.Parallel()
	set := drawnSet(12)
	ids := set.IDs()
	rapid.Check(t, func(t *rapid.T) {
		probe := &tileMap{}
		names := sortedKeys(probe.formats())
		name := rapid.SampledFrom(names).Draw(t, "format")
		m := drawMap(t, set, ids, !strings.HasPrefix(name, "ldtk"))
		imp, text, files := m.formats()[name]()
		res := load(t, imp, text, files, set, importers.Options{})
		if res.Losses() > 0 {
			t.Fatal(res.Issues)
		}
		for _, role := range []level.Role{level.Solid, level.Trigger, level.OneWay} {
			r, _ := covered(res.Document, role)
			for range 60 {
				p := level.Vec{X: rapid.Float64Range(-6, 90).Draw(t, "x"), Y: rapid.Float64Range(-6, 90).Draw(t, "y")}
				want, near := m.holds(set, role, p.X, p.Y)
				if got := inDocument(res.Document, role, r, p); got != want && near > 1e-4 {
					t.Fatalf("%s: %v is covered by a %v shape of the level: %v, of the tiles: %v", name, p, role, got,
						want)
				}
			}
		}
	})
}

// Merged shapes within their tiles have the area of the tiles, in every format; nothing overlaps, and no sliver is
// left.
func TestTileShapesKeepTheirArea(t *testing.T) {
	t.Parallel()
	set := drawnSet(12)
	var ids []int
	for id := range importers.TilePresets {
		ids = append(ids, id)
	}
	ids = append(ids, 44, 47, 49)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(sortedKeys((&tileMap{}).formats())).Draw(t, "format")
		m := drawMap(t, set, ids, !strings.HasPrefix(name, "ldtk"))
		imp, text, files := m.formats()[name]()
		res := load(t, imp, text, files, set, importers.Options{})
		for _, role := range []level.Role{level.Solid, level.Trigger, level.OneWay} {
			want := 0.0
			for _, id := range m.ids {
				if id < 0 {
					continue
				}
				for _, s := range set.Shapes[id] {
					if s.Part.Role == role {
						want += polygon.Region{outlineOf(s)}.Area()
					}
				}
			}
			r, sum := covered(res.Document, role)
			if math.Abs(sum-want) > 1e-6 {
				t.Fatalf("%s: the %v shapes have the area %.9g, the tiles %.9g", name, role, sum, want)
			}
			for _, o := range r {
				for _, loop := range o {
					if a := (polygon.Region{{loop}}).Area(); math.Abs(a) < 1 {
						t.Fatalf("%s: a sliver of %g px²: %v", name, a, loop)
					}
				}
			}
		}
	})
}

// In any arrangement of tiles with shapes, and in any format, check finds neither seams nor overlapping solids.
// [TestTileShapesCoverTheirTiles] checks the covered area.
func TestTileShapesHaveNoSeams(t *testing.T) {
	t.Parallel()
	set := drawnSet(16)
	var ids []int
	for id, p := range importers.TilePresets {
		if !p.OneWay {
			ids = append(ids, id)
		}
	}
	ids = append(ids, 44, 45, 47)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(sortedKeys((&tileMap{}).formats())).Draw(t, "format")
		m := drawMap(t, set, ids, !strings.HasPrefix(name, "ldtk"))
		imp, text, files := m.formats()[name]()
		res := load(t, imp, text, files, set, importers.Options{})
		found, err := check.Find(context.Background(), res.Document.Snapshot(), check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found.List {
			if f.Rule == check.RuleSeam || f.Rule == check.RuleOverlap {
				t.Errorf("%s: %s at %v: %s", name, f.Rule, f.Place, f.Message)
			}
		}
	})
}

func outlineOf(s importers.TileSetShape) [][]level.Vec {
	p := s.Part
	return p.Shape.Map(func(q level.Vec) level.Vec { return q }).Loops()
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// stackedLDtk returns an LDtk level with an IntGrid whose rules place tiles with shapes, and with tiles on top of each
// other and between cells.
const stackedLDtk = `{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":16,
	"defs":{"layers":[
		{"uid":1,"identifier":"Ground","gridSize":16,"intGridValues":[{"value":1,"identifier":"rock"},{"value":2,"identifier":"lava"}]},
		{"uid":2,"identifier":"Auto","gridSize":16,"autoSourceLayerDefUid":1}],
	"entities":[],"tilesets":[{"uid":5,"identifier":"Terrain","relPath":"art/set.png","tileGridSize":16,"__cWid":16,"__cHei":4}]},
	"levels":[{"identifier":"A","iid":"A","worldX":0,"worldY":0,"pxWid":64,"pxHei":32,"layerInstances":[
	{"__identifier":"Loose","__gridSize":16,"__cWid":4,"__cHei":2,"__tilesetDefUid":5,"gridTiles":[{"px":[32,0],"t":1,"f":0},{"px":[32,0],"t":0,"f":0},{"px":[51,5],"t":0,"f":0}]},
	{"__identifier":"Auto","layerDefUid":2,"__gridSize":16,"__cWid":4,"__cHei":2,"__tilesetDefUid":5,"autoLayerTiles":[{"px":[16,16],"t":3,"f":0}]},
	{"__identifier":"Ground","layerDefUid":1,"__gridSize":16,"__cWid":4,"__cHei":2,"__tilesetDefUid":5,"intGridCsv":[1,0,0,0,1,1,2,0],"autoLayerTiles":[{"px":[0,0],"t":2,"f":1}]}]}]}`

const stackedShapes = "fillet_tiles: 1\nimage: set.png\ntile: [16, 16]\nmargin: 0\nspacing: 0\nshapes:\n  0: " +
	"[half-bottom]\n  1: [half-left]\n  2: [slope-45-right]\n  3: []\n"

func colliderLines(doc *level.Document) []string {
	var out []string
	for c := range doc.Colliders() {
		out = append(out, fmt.Sprintf("%v %s %v at %v", c.Role, c.Source.Layer, c.Shape.Points, c.Position))
	}
	slices.Sort(out)
	return out
}

// In cells of tiles with shapes, the shapes are solid, not the values whose rules placed the tiles. Stacked tiles, and
// tiles between cells, keep their positions.
func TestLDtkRuleTilesAndStacks(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"art/set.tiles.yaml": {Data: []byte(stackedShapes)}}
	res, err := ldtk.New().Import(t.Context(), importers.NewSource("w.ldtk", []byte(stackedLDtk), files),
		importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"solid Ground [(0, 0) (16, 0) (16, 16) (0, 16)] at (0, 16)",
		"solid Ground [(0, 16) (-16, 16) (-16, 0)] at (16, 0)", // a slope, mirrored
		"solid Loose [(0, 0) (8, 0) (8, 8) (16, 8) (16, 16) (0, 16)] at (32, 0)",
		"solid Loose [] at (59, 17)",
		"trigger Ground [(0, 0) (16, 0) (16, 16) (0, 16)] at (32, 16)",
	}
	if got := colliderLines(res.Document); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// A rule for a value applies whatever tiles it has.
	m, err := importers.ReadMapping(strings.NewReader("rules: [{layer: Ground, name: rock, tags: [hard]}]"), "m")
	if err != nil {
		t.Fatal(err)
	}
	if res, err = ldtk.New().Import(t.Context(), importers.NewSource("w.ldtk", []byte(stackedLDtk), files),
		importers.Options{Mapping: m}); err != nil {
		t.Fatal(err)
	}
	if got := colliderLines(res.Document); len(got) != 5 || !slices.Contains(got,
		"solid Ground [(0, 0) (16, 0) (16, 16) (32, 16) (32, 32) (0, 32)] at (0, 0)") {
		t.Errorf("with a rule for the value:\n%s", strings.Join(got, "\n"))
	}
}

// A fault in a tile shape file is a loss with its position, and unused shapes are a note. The level is imported in
// either case.
func TestLossesOfTileShapes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ file, want string }{
		"not YAML": {"fillet_tiles: [", "loss: art/set.tiles.yaml: line 1"},
		"empty":    {"", "loss: art/set.tiles.yaml: line 1: the tile shapes cannot be read: the file is empty"},
		"unknown key": {
			"fillet_tiles: 1\ntile: [16, 16]\nshape: {}\n",
			`loss: art/set.tiles.yaml: line 3, column 1: the tile shapes cannot be read: unknown key "shape"`,
		},
		"faulty shape": {"fillet_tiles: 1\ntile: [16, 16]\nshapes:\n  0:\n    - full\n    - {kind: circle, " +
			"radius: -2}\n", "loss: art/set.tiles.yaml: line 6, column 7: tile 0, shape 2: radius"},
		"beyond": {
			"fillet_tiles: 1\ntile: [16, 16]\nshapes:\n  64: [full]\n  70: [full]\n",
			"loss: art/set.tiles.yaml: the tileset ends at tile 63, but the file has shapes for 2 tiles " +
				"beyond it (64, 70)",
		},
		"another size": {
			"fillet_tiles: 1\ntile: [16, 8]\nshapes:\n  0: [full]\n",
			`loss: art/set.tiles.yaml: its tiles are 16 by 8 pixels, but the tiles of tileset "Terrain" are 16 by 16`,
		},
		"a margin": {
			"fillet_tiles: 1\ntile: [16, 16]\nmargin: 3\nshapes:\n  0: [full]\n",
			`warning: art/set.tiles.yaml: line 3, column 9: it says margin 3 and spacing 0, but tileset "Terrain" has margin 0 and spacing 0: a tile number may mean different tiles`,
		},
		"a spacing": {
			"fillet_tiles: 1\ntile: [16, 16]\nspacing: 1\nshapes:\n  0: [full]\n",
			`warning: art/set.tiles.yaml: line 3, column 10: it says margin 0 and spacing 1`,
		},
		"of no tile": {
			"fillet_tiles: 1\ntile: [16, 16]\nshapes:\n  9: [full]\n  0: [full]\n",
			"note: art/set.tiles.yaml: unused: 1 of 2 tiles with shapes",
		},
		"64 categories": {"fillet_tiles: 1\ntile: [16, 16]\nshapes:\n  0:\n    - {preset: full, categories: [" +
			manyNames(70) + "]}\n", "loss: art/set.tiles.yaml: a level has room for 64 categories: c"},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"art/set.tiles.yaml": {Data: []byte(tt.file)}}
			res, err := ldtk.New().Import(t.Context(), importers.NewSource("w.ldtk", []byte(stackedLDtk), files),
				importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var issues []string
			for _, i := range res.Issues {
				issues = append(issues, i.String())
			}
			if !slices.ContainsFunc(issues, func(s string) bool { return strings.HasPrefix(s, tt.want) }) {
				t.Errorf("it says\n%s\nwant %s", strings.Join(issues, "\n"), tt.want)
			}
			if err := res.Document.Validate(); err != nil || res.Document.Len() == 0 {
				t.Errorf("%d colliders, %v", res.Document.Len(), err)
			}
		})
	}
}

func manyNames(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("c%d", i))
	}
	return strings.Join(out, ", ")
}

// The file is found next to the picture, next to the tileset, next to the level and through the mapping, which takes
// precedence.
func TestWhereTileShapesAreFound(t *testing.T) {
	t.Parallel()
	m := &tileMap{width: 1, height: 1, side: 16, ids: []int{0}, flips: make([]importers.Flip, 1)}
	file := func(preset string) *fstest.MapFile {
		s := importers.NewTileSet("set.png", 16, 16)
		shape, _ := s.Of(preset)
		s.Shapes[0] = []importers.TileSetShape{shape}
		return &fstest.MapFile{Data: s.Append(nil)}
	}
	for _, tt := range []struct {
		format string
		files  map[string]string
		tiles  []string
		want   level.Vec
	}{
		{
			"tiled tsx",
			map[string]string{"art/set.tiles.yaml": "full", "set.tiles.yaml": "half-top"},
			nil,
			level.Vec{X: 16, Y: 16},
		},
		{"tiled tsx", map[string]string{"art/terrain.tiles.yaml": "half-top"}, nil, level.Vec{X: 16, Y: 8}},
		{"tiled tsx", map[string]string{"terrain.tiles.yaml": "half-left"}, nil, level.Vec{X: 8, Y: 16}},
		{"tiled inside", map[string]string{"set.tiles.yaml": "half-left"}, nil, level.Vec{X: 8, Y: 16}},
		{"ogmo data", map[string]string{"levels/terrain.tiles.yaml": "half-left"}, nil, level.Vec{X: 8, Y: 16}},
		{
			"ogmo data",
			map[string]string{"art/set.tiles.yaml": "full", "more/x.tiles.yaml": "quarter-top-left"},
			[]string{"../more/x.tiles.yaml"},
			level.Vec{X: 8, Y: 8},
		},
		{
			"ldtk gridTiles",
			map[string]string{"art/set.tiles.yaml": "full", "more/x.tiles.yaml": "half-top"},
			[]string{"more/x.tiles.yaml"},
			level.Vec{X: 16, Y: 8},
		},
		{"ldtk gridTiles", map[string]string{"Terrain.tiles.yaml": "half-top"}, nil, level.Vec{X: 16, Y: 8}},
	} {
		imp, text, files := m.formats()[tt.format]()
		for name, preset := range tt.files {
			files[name] = file(preset)
		}
		opts := importers.Options{}
		if tt.tiles != nil {
			opts.Mapping = &importers.Mapping{Tiles: tt.tiles}
		}
		none := importers.NewTileSet("", 16, 16)
		res := load(t, imp, text, files, none, opts)
		n := 0
		for c := range res.Document.Colliders() {
			n++
			if b := level.DrawnBounds(c); b.Size() != tt.want {
				t.Errorf("%s with %v: a collider of %v, want %v", tt.format, tt.files, b.Size(), tt.want)
			}
		}
		if n != 1 || res.Losses() > 0 {
			t.Errorf("%s with %v: %d colliders, %v", tt.format, tt.files, n, res.Issues)
		}
		if m := res.Document.Settings().Imports; len(m) > 0 && !slices.ContainsFunc(m[0].Reads, func(s string) bool {
			return strings.HasSuffix(s, importers.TilesExtension)
		}) {
			t.Errorf("%s: the file is not among those that a later import watches: %q", tt.format, m[0].Reads)
		}
		if tt.tiles != nil {
			again, err := importers.OptionsOf(res.Document.Settings().Imports[0])
			if err != nil || !slices.Equal(again.Mapping.Tiles, tt.tiles) {
				t.Errorf("the mapping is remembered as %v, %v", again.Mapping, err)
			}
		}
	}
}

// Roles, sides, materials and all other attributes are as in the file. Shapes that are round, one-way in another row or
// otherwise different stay separate.
func TestAttributesOfTileShapes(t *testing.T) {
	t.Parallel()
	set, faults, err := importers.ParseTiles([]byte(`fillet_tiles: 1
image: set.png
tile: [16, 16]
shapes:
  0: [full]
  1:
    - {preset: full, radius: 3}
  2: [platform]
  3:
    - {preset: full, material: ice, friction: 0.1, tags: [ice], categories: [slick], properties: {cold: true}, name: ice}
  4:
    - {kind: chain, points: [[0, 16], [16, 0]], one_sided: true}
`), "set")
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	m := &tileMap{
		width: 6, height: 2, side: 16, ids: []int{0, 0, 1, 1, 3, 3, 2, 2, 2, -1, 4, 4},
		flips: make([]importers.Flip, 12),
	}
	m.flips[8] = importers.FlipX | importers.FlipDiagonal // solid from the right
	m.flips[11] = importers.FlipX
	imp, text, files := m.formats()["tiled inside"]()
	res := load(t, imp, text, files, set, importers.Options{})
	var got []string
	for c := range res.Document.Colliders() {
		got = append(got, fmt.Sprintf("%v %v %v r%g %v %v %v %g%s %v %v", c.Role, c.OneWay, c.Shape.Kind,
			c.Shape.Radius, level.DrawnBounds(c).Size(), c.Tags, c.Categories, c.Friction, c.Material, c.Properties,
			c.Shape.OneSided))
	}
	slices.Sort(got)
	want := []string{
		"one-way (0, -1) polygon r0 (32, 4) [] [] 0.6 map[] false",
		"one-way (1, 0) box r0 (4, 16) [] [] 0.6 map[] false",
		"solid (0, 0) box r3 (16, 16) [] [] 0.6 map[] false",
		"solid (0, 0) box r3 (16, 16) [] [] 0.6 map[] false",
		"solid (0, 0) chain r0 (16, 16) [] [] 0.6 map[] true",
		"solid (0, 0) chain r0 (16, 16) [] [] 0.6 map[] true",
		"solid (0, 0) polygon r0 (32, 16) [] [] 0.6 map[] false",
		"solid (0, 0) polygon r0 (32, 16) [ice] [slick] 0.1ice map[cold:true] false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var solid []level.Vec // the solid side of each chain, to the left of its direction
	for c := range res.Document.Colliders() {
		if c.Shape.Kind == level.Chain {
			d := c.Shape.Points[1].Sub(c.Shape.Points[0])
			solid = append(solid, level.Vec{X: d.Y, Y: -d.X})
		}
	}
	for _, d := range solid {
		if d.Y >= 0 {
			t.Errorf("a slope's chain is solid toward %v, want upward", d)
		}
	}
}

// FuzzTileShapes imports a map with an arbitrary tile shape file.
func FuzzTileShapes(f *testing.F) {
	f.Add([]byte(stackedShapes), []byte{1, 8, 19, 2})
	f.Add(drawnSet(16).Append(nil), []byte{0, 9, 18, 27, 255, 44, 45, 46, 47, 48})
	f.Add([]byte("fillet_tiles: 1\ntile: [16, 16]\nshapes:\n  0:\n    - {kind: chain, points: [[-200, 0], [1e6, 3]], "+
		"radius: 3}\n    - {preset: full, role: one-way, one_way: [0.6, 0.8]}\n"), []byte{0, 1, 2, 3, 4, 5, 6, 7})
	f.Fuzz(func(t *testing.T, shapes, cells []byte) {
		m := &tileMap{width: 3, side: 16}
		for _, c := range cells[:min(len(cells), 24)/3*3] {
			id := int(c / 4)
			if id >= 60 {
				id = -1
			}
			m.ids, m.flips = append(m.ids, id), append(m.flips, importers.Flip(c%4)<<1)
		}
		if m.height = len(m.ids) / 3; m.height == 0 {
			return
		}
		for _, name := range []string{"ldtk gridTiles", "ogmo data2D", "tiled inside"} {
			imp, text, files := m.formats()[name]()
			files["art/set.tiles.yaml"] = &fstest.MapFile{Data: shapes}
			res := load(t, imp, text, files, importers.NewTileSet("", 16, 16), importers.Options{})
			if err := res.Document.Validate(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if _, err := level.Marshal(res.Document); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	})
}
