package tiled

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"
)

// forms maps the forms of maps to the attributes that select them.
var forms = map[string]string{
	"orthogonal":             `orientation="orthogonal"`,
	"isometric":              `orientation="isometric"`,
	"staggered rows":         `orientation="staggered" staggeraxis="y" staggerindex="odd"`,
	"staggered rows, even":   `orientation="staggered" staggeraxis="y" staggerindex="even"`,
	"staggered columns":      `orientation="staggered" staggeraxis="x" staggerindex="odd"`,
	"staggered cols, even":   `orientation="staggered" staggeraxis="x" staggerindex="even"`,
	"hexagonal rows":         `orientation="hexagonal" hexsidelength="8" staggeraxis="y" staggerindex="odd"`,
	"hexagonal rows, even":   `orientation="hexagonal" hexsidelength="6" staggeraxis="y" staggerindex="even"`,
	"hexagonal columns":      `orientation="hexagonal" hexsidelength="14" staggeraxis="x" staggerindex="odd"`,
	"hexagonal cols, even":   `orientation="hexagonal" hexsidelength="0" staggeraxis="x" staggerindex="even"`,
	"staggered, odd in size": `orientation="staggered" staggeraxis="y" staggerindex="odd" tilewidth="33" tileheight="17"`,
	"hexagonal, odd side":    `orientation="hexagonal" hexsidelength="7" staggeraxis="y" staggerindex="odd"`,
	"hexagonal, odd in size": `orientation="hexagonal" hexsidelength="9" staggeraxis="y" staggerindex="even" tilewidth="33" tileheight="19"`,
	"hexagonal, long side":   `orientation="hexagonal" hexsidelength="32" staggeraxis="y" staggerindex="odd"`,
}

const (
	flippedX = 0x80000000
	flippedY = 0x40000000
	diagonal = 0x20000000
)

// formMap returns a map of the given form. Its tiles are taller than the cells, have all orientations and are drawn
// with an offset.
func formMap(form string, gids []uint32, width int, tileset string) []byte {
	if !strings.Contains(form, "tilewidth") {
		form += ` tilewidth="32" tileheight="16"`
	}
	list := make([]string, len(gids))
	for i, g := range gids {
		list[i] = fmt.Sprint(g)
	}
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?><map version="1.10" %s width="%d" height="%d" infinite="0" renderorder="right-down">`+
		`<tileset firstgid="1" name="t" tilewidth="32" tileheight="40" tilecount="4" columns="4"><tileoffset x="2" y="3"/><image source="tiles.png" width="128" height="40"/>%s</tileset>`+
		`<layer id="1" name="ground" width="%d" height="%d"><data encoding="csv">%s</data></layer></map>`,
		form, width, len(gids)/width, tileset, width, len(gids)/width, strings.Join(list, ","))
}

func formTiles() []byte {
	m := image.NewNRGBA(image.Rect(0, 0, 128, 40))
	for x := range 128 {
		for y := range 40 {
			m.SetNRGBA(x, y, color.NRGBA{R: uint8(x / 32 * 60), G: uint8(x % 32 * 8), B: uint8(y * 6), A: 255})
		}
	}
	draw.Draw(m, image.Rect(3, 2, 9, 21), image.Transparent, image.Point{}, draw.Src) // one tile's image
	var b bytes.Buffer
	_ = png.Encode(&b, m) // it writes into memory
	return b.Bytes()
}

// tiledDraws renders m.tmx, a map of the named form, with Tiled's own tool. It skips the test if the tool is missing or
// draws the form differently from current versions.
func tiledDraws(t *testing.T, form string, files map[string][]byte) image.Image {
	t.Helper()
	tool, err := exec.LookPath("tmxrasterizer")
	if err != nil {
		t.Skip("tmxrasterizer, of Tiled, is not here: nothing to compare with")
	}
	if strings.HasPrefix(form, "hexagonal, odd") && drawsOldHexagons(tool) {
		t.Skip("this tmxrasterizer is too old")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "out.png")
	for file, d := range files {
		if err := os.WriteFile(filepath.Join(dir, file), d, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(tool, "--no-smoothing", filepath.Join(dir, "m.tmx"), out)
	c.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen")
	if text, err := c.CombinedOutput(); err != nil {
		t.Skipf("tmxrasterizer draws nothing here: %v\n%s", err, text)
	}
	file, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// drawsOldHexagons reports whether Tiled's tool is older than 1.10.1 and draws hexagons with odd sides differently.
func drawsOldHexagons(tool string) bool {
	c := exec.Command(tool, "--version")
	c.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen")
	text, _ := c.Output() // even a failing tool prints its version
	var major, minor, patch int
	for word := range strings.FieldsSeq(string(text)) {
		if n, _ := fmt.Sscanf(word, "%d.%d.%d", &major, &minor, &patch); n == 3 {
			return major == 1 && (minor < 10 || minor == 10 && patch < 1)
		}
	}
	return true
}

// weDraw renders the pictures of m.tmx at the size of Tiled's picture, which lacks the last pixel of hexagons with odd
// sides.
func weDraw(t *testing.T, files map[string][]byte, like image.Image) *image.NRGBA {
	t.Helper()
	dir := fstest.MapFS{}
	for file, d := range files {
		dir[file] = &fstest.MapFile{Data: d}
	}
	res, err := New().Import(context.Background(), importers.NewSource("m.tmx", files["m.tmx"], dir),
		importers.Options{Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	set := res.Document.Settings()
	if b := like.Bounds(); !isNear(set.Size.X, b.Dx()) || !isNear(set.Size.Y, b.Dy()) {
		t.Fatalf("the level's size is %v, Tiled's picture has %v", set.Size, b.Size())
	}
	images := make([]image.Image, len(res.Images))
	for i, m := range res.Images {
		if images[i], err = png.Decode(bytes.NewReader(m.Data)); err != nil {
			t.Fatal(err)
		}
	}
	got := image.NewNRGBA(like.Bounds())
	for _, p := range res.Pictures {
		tiles, w, h := images[p.Image], p.W, p.H
		if w == 0 || h == 0 {
			w, h = tiles.Bounds().Dx(), tiles.Bounds().Dy()
		}
		det := p.U.Cross(p.V)
		for y := range got.Rect.Dy() {
			for x := range got.Rect.Dx() {
				at := level.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5}.Add(set.Origin).Sub(p.At)
				u, v := at.Cross(p.V)/det, p.U.Cross(at)/det
				if u < 0 || v < 0 || u >= 1 || v >= 1 {
					continue
				}
				if c := tiles.At(p.X+int(u*float64(w)), p.Y+int(v*float64(h))); c != (color.NRGBA{}) {
					got.Set(x, y, c)
				}
			}
		}
	}
	return got
}

func isNear(size float64, pixels int) bool {
	return size >= float64(pixels) && size <= float64(pixels+1)
}

// differing returns the number of pixels in which two pictures differ, and the first such pixel.
func differing(a, b image.Image) (n int, first image.Point) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if color.NRGBAModel.Convert(a.At(x, y)) != color.NRGBAModel.Convert(b.At(x, y)) {
				if n++; n == 1 {
					first = image.Pt(x, y)
				}
			}
		}
	}
	return n, first
}

// Tiles have the same positions and order as in Tiled's own rendering.
func TestTilesAreWhereTiledDrawsThem(t *testing.T) {
	t.Parallel()
	gids := []uint32{
		1, 2, 3, 4, 0,
		2 | flippedX, 1 | flippedX, 0, 4 | flippedY, 3,
		1, 2 | flippedX | flippedY, 3 | flippedY, 0, 4 | flippedX,
		4, 3, 2, 1, 1 | flippedY,
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			files := map[string][]byte{"m.tmx": formMap(form, gids, 5, ""), "tiles.png": formTiles()}
			want := tiledDraws(t, name, files)
			got := weDraw(t, files, want)
			if n, at := differing(want, got); n > 0 {
				t.Fatalf("%d pixels differ: %v is %v, in Tiled's picture %v", n, at, got.At(at.X, at.Y),
					want.At(at.X, at.Y))
			}
		})
	}
}

// A tile's shapes are where its picture is, in every orientation, including rotations on hexagonal maps.
func TestShapesMatchTheirTiles(t *testing.T) {
	t.Parallel()
	const shape = `<tile id="0"><objectgroup><object id="1" x="8" y="4"><polygon points="0,0 16,8 4,20"/></object></objectgroup></tile>`
	gids := []uint32{
		1, 1 | flippedX, 0, 1 | flippedY, 0, 1 | diagonal, 1 | diagonal | hexagonal120,
		1 | hexagonal120 | flippedX, 0, 1,
	}
	files := fstest.MapFS{"tiles.png": {Data: formTiles()}}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			list := slices.Clone(gids)
			if !strings.HasPrefix(name, "hexagonal") {
				for i := range list {
					list[i] &^= hexagonal120
				}
			}
			res, err := New().Import(context.Background(), importers.NewSource("m.tmx", formMap(form, list, 5, shape),
				files), importers.Options{Pictures: true, Mode: importers.Cells})
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Pictures) != 7 || res.Document.Len() != 7 {
				t.Fatalf("%d pictures and %d colliders, want 7 of each: %v", len(res.Pictures), res.Document.Len(),
					res.Issues)
			}
			var corners, want []level.Vec
			for c := range res.Document.Colliders() {
				for _, p := range c.Shape.Points {
					corners = append(corners, c.Transform().Apply(p))
				}
			}
			for _, p := range res.Pictures {
				for _, q := range []level.Vec{{X: 8, Y: 4}, {X: 24, Y: 12}, {X: 12, Y: 24}} { // of 32 by 40
					want = append(want, p.At.Add(p.U.Mul(q.X/32)).Add(p.V.Mul(q.Y/40)))
				}
			}
			for _, w := range want {
				if !slices.ContainsFunc(corners, func(c level.Vec) bool { return c.Sub(w).Len() < 1e-6 }) {
					t.Errorf("no shape has a corner at %v, where it is drawn: %v", w, corners)
				}
			}
		})
	}
}

// A rule makes the cells of a map solid in their form: merged diamonds, or one hexagon each.
func TestRulesMakeCellsOfEveryForm(t *testing.T) {
	t.Parallel()
	mapping, err := importers.ReadMapping(strings.NewReader("rules: [{layer: ground, role: solid}]"), "m")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"tiles.png": {Data: formTiles()}}
	for name, want := range map[string]struct {
		colliders, corners int
		area               float64 // in total
	}{
		"orthogonal": {1, 6, 3 * 32 * 16}, "isometric": {1, 6, 3 * 32 * 16 / 2},
		"staggered rows": {3, 4, 3 * 32 * 16 / 2}, "staggered columns": {3, 4, 3 * 32 * 16 / 2},
		"hexagonal rows": {3, 6, 3 * 32 * (16 + 8) / 2}, "hexagonal columns": {3, 6, 3 * (32 + 14) * 16 / 2},
		"hexagonal cols, even": {3, 4, 3 * 32 * 16 / 2},
		"hexagonal, long side": {3, 6, 3 * 32 * 16}, // the slanted sides have no height left
	} {
		t.Run(name, func(t *testing.T) {
			res, err := New().Import(context.Background(), importers.NewSource("m.tmx",
				formMap(forms[name], []uint32{1, 1, 0, 1, 0, 0}, 3, ""), files), importers.Options{Mapping: mapping})
			if err != nil {
				t.Fatal(err)
			}
			area := 0.0
			for c := range res.Document.Colliders() {
				area += res.Document.Baked(c.ID).Mass().Area
				if n := len(c.Shape.Points); n != want.corners {
					t.Errorf("%v has %d corners, want %d", c.Shape.Points, n, want.corners)
				}
			}
			if res.Document.Len() != want.colliders || area != want.area {
				t.Errorf("%d colliders of %v, want %d of %v", res.Document.Len(), area, want.colliders, want.area)
			}
		})
	}
	// On an isometric map with 2 rows, the upper corner of the first cell's diamond is at half the rows' width.
	res, err := New().Import(context.Background(), importers.NewSource("m.tmx",
		formMap(forms["isometric"], []uint32{1, 0, 0, 0, 0, 0}, 3, ""), files), importers.Options{Mapping: mapping})
	if err != nil {
		t.Fatal(err)
	}
	for c := range res.Document.Colliders() {
		if b := res.Document.Baked(c.ID).Bounds; c.Position.Add(b.Min) != (level.Vec{X: 16}) ||
			c.Position.Add(b.Max) != (level.Vec{X: 48, Y: 16}) {
			t.Errorf("the first cell's diamond is at %v %v", c.Position, b)
		}
	}
}

// Rules that cells other than rectangles cannot follow are reported.
func TestRulesThatCellsCannotFollow(t *testing.T) {
	t.Parallel()
	mapping, err := importers.ReadMapping(strings.NewReader("rules: [{layer: ground, value: 0, slope: 45 floor "+
		"right}, {layer: ground, mode: chains}]"), "m")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"tiles.png": {Data: formTiles()}}
	for name, want := range map[string]int{
		"orthogonal": 0, "isometric": 0, "staggered rows": 2,
		"hexagonal columns": 2,
	} {
		res, err := New().Import(context.Background(), importers.NewSource("m.tmx",
			formMap(forms[name], []uint32{1, 1, 0, 2}, 2, ""), files), importers.Options{Mapping: mapping})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, i := range res.Issues {
			if strings.Contains(i.Message, "rectang") {
				count++
			}
		}
		if count != want {
			t.Errorf("%s: %d issues about slopes and chains, want %d: %v", name, count, want, res.Issues)
		}
	}
}

// The slanted sides of cells have whole-pixel lengths for any tile size and any length of the flat sides, as in Tiled
// since 1.10.1.
func TestCellsOfOddSizes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		form       string
		size, step level.Vec // of a cell, and to the next offset column or row
	}{
		{
			`orientation="hexagonal" hexsidelength="11" staggeraxis="y" tilewidth="32" tileheight="33"`,
			level.Vec{X: 32, Y: 33},
			level.Vec{X: 16, Y: 22},
		},
		{
			`orientation="hexagonal" hexsidelength="12" staggeraxis="y" tilewidth="33" tileheight="33"`,
			level.Vec{X: 32, Y: 32},
			level.Vec{X: 16, Y: 22},
		},
		{
			`orientation="hexagonal" hexsidelength="7" staggeraxis="x" tilewidth="32" tileheight="17"`,
			level.Vec{X: 31, Y: 16},
			level.Vec{X: 19, Y: 8},
		},
		{
			`orientation="hexagonal" hexsidelength="9" staggeraxis="x" tilewidth="33" tileheight="18"`,
			level.Vec{X: 33, Y: 18},
			level.Vec{X: 21, Y: 9},
		},
		{
			`orientation="staggered" staggeraxis="y" tilewidth="33" tileheight="17"`,
			level.Vec{X: 32, Y: 16},
			level.Vec{X: 16, Y: 8},
		},
	} {
		m, err := readMap(t.Context(), importers.NewSource("m.tmx", []byte(`<map width="9" height="9" `+test.form+`/>`),
			nil))
		if err != nil {
			t.Fatal(err)
		}
		l := &m.lattice
		if l.size != test.size || l.step != test.step {
			t.Errorf("%s: cells of %v, %v to the next, want %v and %v", test.form, l.size, l.step, test.size, test.step)
		}
		// Cells tile the plane: they share edges with the cells of the next column or row.
		x, y := 1, 0
		if !l.columns {
			x, y = 0, 1
		}
		own, next := l.outline(2, 2), l.outline(2+x, 2+y)
		shared := 0
		for _, p := range own {
			if slices.Contains(next, p) {
				shared++
			}
		}
		if shared != 2 {
			t.Errorf("%s: the cells %v and %v share %d corners", test.form, own, next, shared)
		}
	}
}

// The collision shapes of a tileset with an isometric grid are where Tiled shows them, on any map.
func TestShapesOfAnIsometricGrid(t *testing.T) {
	t.Parallel()
	const tileset = `<grid orientation="isometric" width="24" height="20"/><tile id="0"><objectgroup><object id="1" x="20" y="0" width="20" height="20"/></objectgroup></tile>`
	files := fstest.MapFS{"tiles.png": {Data: formTiles()}}
	for _, form := range []string{"orthogonal", "isometric", "hexagonal rows"} {
		res, err := New().Import(context.Background(), importers.NewSource("m.tmx",
			formMap(forms[form], []uint32{1}, 1, tileset), files), importers.Options{Pictures: true})
		if err != nil {
			t.Fatal(err)
		}
		tile := res.Pictures[0].At // 32 by 40
		if res.Document.Len() != 1 {
			t.Fatalf("%s: %d colliders", form, res.Document.Len())
		}
		for c := range res.Document.Colliders() {
			var got []level.Vec
			for _, p := range c.Shape.Points {
				got = append(got, c.Transform().Apply(p).Sub(tile))
			}
			// The shape is one cell large, and one cell to the right of and below the upper corner of the diamond at
			// the tile's lower left.
			if want := []level.Vec{{X: 24, Y: 30}, {X: 36, Y: 40}, {X: 24, Y: 50}, {X: 12, Y: 40}}; !slices.Equal(got,
				want) {
				t.Errorf("%s: the shape is %v from the tile's corner, want %v", form, got, want)
			}
		}
	}
}

// A tile of a hexagonal map rotates about its own centre at any size. It is flipped first, then rotated by 60 and 120
// degrees.
func TestHexagonalTilesTurnAboutTheirMiddle(t *testing.T) {
	t.Parallel()
	const tileset = `<tile id="0"><objectgroup><object id="1" x="20" y="4" width="6" height="4"/></objectgroup></tile>`
	at, middle := level.Vec{X: 23, Y: 6}, level.Vec{X: 16, Y: 20} // of the shape and of the tile, from its corner
	place := func(gid uint32) level.Vec {
		res, err := imported(string(formMap(forms["hexagonal rows"], []uint32{gid}, 1, tileset)), nil)
		if err != nil {
			t.Fatal(err)
		}
		for c := range res.Document.Colliders() {
			return c.Transform().Apply(res.Document.Baked(c.ID).Mass().Centroid)
		}
		t.Fatal("no collider")
		return level.Vec{}
	}
	corner := place(1).Sub(at)
	for flags := range uint32(16) {
		d := at.Sub(middle)
		if flags&8 != 0 {
			d.X = -d.X
		}
		if flags&4 != 0 {
			d.Y = -d.Y
		}
		degrees := 60*(flags>>1&1) + 120*(flags&1)
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		want := corner.Add(middle).Add(level.Vec{X: cos*d.X - sin*d.Y, Y: sin*d.X + cos*d.Y})
		if got := place(1 | flags<<28); got.Dist(want) > 1e-9 {
			t.Errorf("flags %x: the shape is at %v, want %v", flags, got, want)
		}
	}
}

// JSON maps give the same cells and grids as XML maps.
func TestFormsInJSON(t *testing.T) {
	t.Parallel()
	const text = `{"type":"map","version":"1.10","orientation":"hexagonal","hexsidelength":8,"staggeraxis":"y","staggerindex":"odd","width":2,"height":2,"tilewidth":32,"tileheight":16,"infinite":false,
		"tilesets":[{"firstgid":1,"name":"t","tilewidth":32,"tileheight":40,"tilecount":4,"columns":4,"tileoffset":{"x":2,"y":3},"grid":{"orientation":"isometric","width":24,"height":20},
			"image":"tiles.png","imagewidth":128,"imageheight":40,"tiles":[{"id":0,"objectgroup":{"objects":[{"id":1,"x":20,"y":0,"width":20,"height":20}]}}]}],
		"layers":[{"type":"tilelayer","id":1,"name":"ground","width":2,"height":2,"data":[0,0,1,536870913]}]}`
	const tileset = `<grid orientation="isometric" width="24" height="20"/><tile id="0"><objectgroup><object id="1" x="20" y="0" width="20" height="20"/></objectgroup></tile>`
	files := fstest.MapFS{"tiles.png": {Data: formTiles()}}
	dump := func(name string, data []byte) string {
		res, err := New().Import(context.Background(), importers.NewSource(name, data, files),
			importers.Options{Pictures: true})
		if err != nil {
			t.Fatal(err)
		}
		return testkit.DumpImport(res) + fmt.Sprint(res.Pictures)
	}
	if j, x := dump("m.tmj", []byte(text)), dump("m.tmx", formMap(forms["hexagonal rows"],
		[]uint32{0, 0, 1, 1 | diagonal}, 2, tileset)); j != x {
		t.Errorf("as JSON:\n%s\nas XML:\n%s", j, x)
	}
}

// An infinite map may list the tiles of a layer at once, as a finite map does, or have none.
func TestInfiniteWithoutChunks(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{`,"data":[0,1]`: 1, ``: 0} {
		res, err := imported(`{"type":"map","infinite":true,"width":2,"height":1,"tilewidth":8,"tileheight":8,`+
			`"tilesets":[{"firstgid":1,"name":"t","tilewidth":8,"tileheight":8,"tiles":[{"id":0,"objectgroup":`+
			`{"objects":[{"id":1,"x":0,"y":0,"width":8,"height":8}]}}]}],"layers":[{"type":"tilelayer","id":1,`+
			`"name":"ground","width":2,"height":1`+data+`}]}`, nil)
		if err != nil {
			t.Errorf("%q: %v", data, err)
		} else if n := res.Document.Len(); n != want {
			t.Errorf("%q: %d colliders, want %d", data, n, want)
		}
	}
}

// A fault in a layer is reported although its tiles are valid.
func TestFaultBeforeTheTiles(t *testing.T) {
	t.Parallel()
	_, err := imported(`{"type":"map","width":1,"height":1,"tilewidth":8,"tileheight":8,"layers":[`+
		`{"type":"tilelayer","id":1,"name":"ground","width":1,"height":1,"objects":[5],"data":[0]}]}`, nil)
	if err == nil || !strings.Contains(err.Error(), "this object is a number") {
		t.Errorf("the error is %v", err)
	}
}

// Chunks of infinite maps may be on either side of the origin, with tiles in even and odd columns and rows.
func TestChunksAreWhereTiledDrawsThem(t *testing.T) {
	t.Parallel()
	for name, form := range forms {
		for _, at := range [][2]int{{-16, -16}, {-32, 0}, {16, -16}} {
			if name == "isometric" && at[1] != 0 {
				continue // the frame of Tiled's picture crops such maps
			}
			t.Run(fmt.Sprintf("%s %v", name, at), func(t *testing.T) {
				files := map[string][]byte{
					"m.tmx":     chunkMap(form, at, [2]int{at[0] + 16, at[1]}),
					"tiles.png": formTiles(),
				}
				want := tiledDraws(t, name, files)
				got := weDraw(t, files, want)
				if n, at := differing(want, got); n > 0 {
					t.Fatalf("%d pixels differ: %v is %v, in Tiled's picture %v", n, at, got.At(at.X, at.Y),
						want.At(at.X, at.Y))
				}
			})
		}
	}
}

// chunkMap returns an infinite map of a form with chunks of Tiled's size at the given cells.
func chunkMap(form string, at ...[2]int) []byte {
	if !strings.Contains(form, "tilewidth") {
		form += ` tilewidth="32" tileheight="16"`
	}
	chunks := ""
	for i, c := range at {
		const side = 16
		gids := make([]string, side*side)
		for k := range gids {
			gids[k] = "0"
		}
		for k, gid := range []uint32{1, 2, 3 | flippedX, 3, 4, 2 | flippedY} {
			gids[(3+i+k/2)*side+2*i+k%3] = fmt.Sprint(gid)
		}
		chunks += fmt.Sprintf(`<chunk x="%d" y="%d" width="%d" height="%d">%s</chunk>`, c[0], c[1], side, side,
			strings.Join(gids, ","))
	}
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?><map version="1.10" %s width="30" height="16" infinite="1" renderorder="right-down">`+
		`<tileset firstgid="1" name="t" tilewidth="32" tileheight="40" tilecount="4" columns="4"><tileoffset x="2" y="3"/><image source="tiles.png" width="128" height="40"/></tileset>`+
		`<layer id="1" name="ground" width="30" height="16"><data encoding="csv">%s</data></layer></map>`, form, chunks)
}

// Tile objects are where Tiled draws them, on maps of every form, with pictures of different sizes and on offset
// layers.
func TestTileObjectsAreWhereTiledDrawsThem(t *testing.T) {
	t.Parallel()
	for name, form := range forms {
		for i, alignment := range []string{"unspecified", "topleft", "center", "bottomright"} {
			t.Run(name+", "+alignment, func(t *testing.T) {
				files := map[string][]byte{
					"m.tmx":     objectMap(form, alignment, []string{"index", "topdown"}[i%2]),
					"tiles.png": formTiles(), "small.png": plainPicture(14, 10), "high.png": plainPicture(20, 50),
				}
				want := tiledDraws(t, name, files)
				got := weDraw(t, files, want)
				if n, at := differing(want, got); n > 0 {
					t.Fatalf("%d pixels differ: %v is %v, in Tiled's picture %v", n, at, got.At(at.X, at.Y),
						want.At(at.X, at.Y))
				}
			})
		}
	}
}

// Tile objects are drawn from top to bottom, unless their layer asks for the order of the file.
func TestTileObjectsAreShownInTheirOrder(t *testing.T) {
	t.Parallel()
	for order, want := range map[string][]float64{
		"": {10, 20, 20, 30}, "topdown": {10, 20, 20, 30},
		"index": {30, 10, 20, 20},
	} {
		data := fmt.Sprintf(`<map orientation="orthogonal" width="4" height="4" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="32" tileheight="40" tilecount="4" columns="4"><image source="tiles.png" width="128" height="40"/></tileset>`+
			`<objectgroup id="2" name="o" draworder="%s"><object id="1" gid="1" x="5" y="30" width="32" height="40"/><object id="2" gid="2" x="4" y="10" width="32" height="40"/>`+
			`<object id="3" gid="3" x="3" y="20" width="32" height="40"/><object id="4" gid="4" x="2" y="20" width="32" height="40"/></objectgroup></map>`, order)
		res, err := New().Import(context.Background(), importers.NewSource("m.tmx", []byte(data),
			fstest.MapFS{"tiles.png": {Data: formTiles()}}), importers.Options{Pictures: true})
		if err != nil {
			t.Fatal(err)
		}
		var got, across []float64
		for _, p := range res.Pictures {
			got = append(got, p.At.Y+40)
			if p.At.Y+40 == 20 {
				across = append(across, p.At.X)
			}
		}
		if !slices.Equal(got, want) || !slices.Equal(across, []float64{3, 2}) {
			t.Errorf("order %q: the objects' feet are at %v, want %v; those side by side at %v", order, got, want,
				across)
		}
	}
}

func plainPicture(w, h int) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		for y := range h {
			m.SetNRGBA(x, y, color.NRGBA{R: 200, G: uint8(x * 10), B: uint8(y * 5), A: 255})
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // it writes into memory
	return b.Bytes()
}

// objectMap returns a map of a form with tiles of different sizes, on a layer in a group and as objects.
func objectMap(form, alignment, order string) []byte {
	if !strings.Contains(form, "tilewidth") {
		form += ` tilewidth="32" tileheight="16"`
	}
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?><map version="1.8" tiledversion="1.8.2" %s width="4" height="4" infinite="0" renderorder="right-down">`+
		`<tileset firstgid="1" name="t" tilewidth="32" tileheight="40" tilecount="4" columns="4" objectalignment="%s"><tileoffset x="2" y="3"/><image source="tiles.png" width="128" height="40"/></tileset>`+
		`<tileset firstgid="5" name="c" tilewidth="20" tileheight="50" tilecount="2" columns="0" objectalignment="%[2]s"><tile id="0"><image width="14" height="10" source="small.png"/></tile>`+
		`<tile id="1"><image width="20" height="50" source="high.png"/></tile></tileset>`+
		`<group id="9" name="g"><layer id="1" name="ground" width="4" height="4"><data encoding="csv">0,5,%d,0,6,0,1,5,0,%d,0,0,0,0,2,0</data></layer>`+
		`<objectgroup id="2" name="o" draworder="%s"><object id="4" gid="%d" x="16" y="24" width="64" height="40"/><object id="1" gid="1" x="24" y="32" width="32" height="40"/><object id="2" gid="5" x="40" y="20" width="14" height="10"/>`+
		`<object id="3" gid="%d" x="60" y="40" width="20" height="50"/><object id="5" gid="2" x="70" y="20" width="32" height="40" rotation="90"/></objectgroup></group></map>`,
		form, alignment, 6|flippedX, 5|flippedY, order, 2|flippedX, 6|flippedY)
}

// Rotation flags turn tiles as in Tiled: by 60 and 120 degrees on hexagonal maps, about the diagonal on others.
func TestTurnedTilesAreWhereTiledDrawsThem(t *testing.T) {
	t.Parallel()
	quarters := image.NewNRGBA(image.Rect(0, 0, 128, 40)) // of each tile, in very different colours
	for x := range 128 {
		for y := range 40 {
			quarters.SetNRGBA(x, y, color.NRGBA{R: uint8(x % 32 / 16 * 255), G: uint8(y / 20 * 255), B: 128, A: 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, quarters); err != nil {
		t.Fatal(err)
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			for flags := range uint32(16) {
				gid := 1 | flags<<28
				if gid&hexagonal120 != 0 && !strings.HasPrefix(name, "hexagonal") {
					continue
				}
				cells := make([]uint32, 16)
				cells[8] = gid
				files := map[string][]byte{"m.tmx": formMap(form, cells, 4, ""), "tiles.png": b.Bytes()}
				want := tiledDraws(t, name, files)
				got := weDraw(t, files, want)
				const limit = 32 * 40 / 8 // pixels at the edges, where rotation rounds differently
				if n, at := differing(want, got); n > limit {
					t.Errorf("flags %x: %d pixels differ, such as %v", flags, n, at)
				}
			}
		})
	}
}
