package importers_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/importers"
	"fillet/importers/ldtk"
	"fillet/importers/ogmo"
	"fillet/importers/tiled"
)

// sheet returns a PNG of 32 by 16 pixels: two tiles.
func sheet(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 32, 16))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func shownBy(p importers.Picture) string {
	return fmt.Sprintf("%d,%d %dx%d at %v along %v and %v, %g", p.X, p.Y, p.W, p.H, p.At, p.U, p.V, p.Alpha)
}

func TestPictures(t *testing.T) {
	t.Parallel()
	const ldtkFile = `{"__header__": {"app": "LDtk"}, "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 16,
"defs": {"layers": [], "entities": [], "tilesets": [{"uid": 5, "relPath": "art/sheet.png", "tileGridSize": 16}]},
"levels": [{"identifier": "A", "iid": "L1", "worldX": 100, "worldY": 0, "pxWid": 64, "pxHei": 32, "bgRelPath": "art/sheet.png",
 "__bgPos": {"topLeftPx": [4, 2], "scale": [2, 2], "cropRect": [0, 0, 32, 8]}, "layerInstances": [
 {"__identifier": "Over", "__type": "Tiles", "__gridSize": 16, "__cWid": 4, "__cHei": 2, "__tilesetDefUid": 5, "__tilesetRelPath": "art/sheet.png", "__opacity": 0.5, "intGridCsv": [], "entityInstances": [], "autoLayerTiles": [],
  "gridTiles": [{"px": [16, 0], "src": [16, 0], "f": 1, "t": 1, "a": 1}, {"px": [0, 0], "src": [64, 0], "f": 0, "t": 9, "a": 1}]},
 {"__identifier": "Gone", "__type": "Tiles", "__gridSize": 16, "__cWid": 4, "__cHei": 2, "__tilesetDefUid": 5, "__tilesetRelPath": "nowhere.png", "intGridCsv": [], "entityInstances": [], "autoLayerTiles": [],
  "gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 0, "t": 0}, {"px": [16, 0], "src": [0, 0], "f": 0, "t": 0}]},
 {"__identifier": "Stolen", "__type": "Tiles", "__gridSize": 16, "__cWid": 4, "__cHei": 2, "__tilesetDefUid": 5, "__tilesetRelPath": "../../secret.png", "intGridCsv": [], "entityInstances": [], "autoLayerTiles": [],
  "gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 0, "t": 0}]}]}]}`
	const tiledFile = `<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="sheet" tilewidth="16" tileheight="16" columns="2"><image source="art/sheet.png" width="32" height="16"/></tileset>
 <imagelayer id="1" name="sky" offsetx="3" opacity="0.25"><image source="art/sheet.png"/></imagelayer>
 <layer id="2" name="ground" width="2" height="1"><data encoding="csv">2,2147483650</data></layer>
 <layer id="3" name="hidden" width="2" height="1" visible="0"><data encoding="csv">1,1</data></layer>
 <objectgroup id="4" name="things"><object id="1" gid="1" x="8" y="40" width="32" height="32" rotation="90"/></objectgroup>
 <imagelayer id="5" name="lost"><image source="nowhere.png"/></imagelayer></map>`
	ogmoProject := `{"name": "p", "ogmoVersion": "3.4.0", "levelPaths": ["."], "anglesRadians": true, "entities": [], "tilesets": [
 {"label": "own", "path": "nowhere.png", "image": "data:image/png;base64,` + base64.StdEncoding.EncodeToString(sheet(t)) + `", "tileWidth": 16, "tileHeight": 16},
 {"label": "file", "path": "art/sheet.png", "tileWidth": 16, "tileHeight": 16}],
 "layers": [{"definition": "tile", "name": "a", "gridSize": {"x": 16, "y": 16}, "exportID": "1"}, {"definition": "tile", "name": "b", "gridSize": {"x": 16, "y": 16}, "exportID": "2"},
 {"definition": "decal", "name": "d", "gridSize": {"x": 16, "y": 16}, "exportID": "3", "folder": "art"}]}`
	const ogmoLevel = `{"ogmoVersion": "3.4.0", "width": 32, "height": 16, "offsetX": 0, "offsetY": 0, "layers": [
 {"name": "d", "_eid": "3", "offsetX": 0, "offsetY": 0, "gridCellWidth": 16, "gridCellHeight": 16, "gridCellsX": 2, "gridCellsY": 1, "folder": "art",
  "decals": [{"x": 20, "y": 8, "scaleX": 0.5, "scaleY": 1, "texture": "sheet.png"}, {"x": 0, "y": 0, "texture": "lost.png"}]},
 {"name": "b", "_eid": "2", "offsetX": 3, "offsetY": 5, "gridCellWidth": 16, "gridCellHeight": 16, "gridCellsX": 2, "gridCellsY": 1, "tileset": "file", "data": [-1, 1], "exportMode": 0, "arrayMode": 0},
 {"name": "a", "_eid": "1", "offsetX": 0, "offsetY": 0, "gridCellWidth": 16, "gridCellHeight": 16, "gridCellsX": 2, "gridCellsY": 1, "tileset": "own", "data": [0, -1], "tileFlags": [2, 0], "exportMode": 0, "arrayMode": 0}]}`
	for _, test := range []struct {
		importer importers.Importer
		path     string
		text     string
		want     []string
		issues   []string
	}{
		{
			importer: ldtk.New(), path: "a/world.ldtk", text: ldtkFile,
			want: []string{
				"0,0 32x8 at (104, 2) along (64, 0) and (0, 16), 1",
				"16,0 16x16 at (132, 0) along (-16, 0) and (0, 16), 0.5",
			},
			issues: []string{
				`the picture "../../secret.png" is not shown: the path leads outside`,
				`the picture "nowhere.png" is not shown: `, "nothing in it is solid",
			},
		},
		{
			importer: tiled.New(), path: "a/map.tmx", text: tiledFile,
			want: []string{
				"0,0 32x16 at (3, 0) along (32, 0) and (0, 16), 0.25",
				"16,0 16x16 at (0, 0) along (16, 0) and (0, 16), 1",
				"16,0 16x16 at (32, 0) along (-16, 0) and (0, 16), 1",
				"0,0 16x16 at (40, 40) along (0, 32) and (-32, 0), 1",
			},
			issues: []string{`the picture "nowhere.png" is not shown: `, "nothing in it is solid"},
		},
		{
			importer: ogmo.New(), path: "a/levels/one.json", text: ogmoLevel,
			want: []string{
				"0,0 16x16 at (0, 16) along (16, 0) and (0, -16), 1",
				"16,0 16x16 at (19, 5) along (16, 0) and (0, 16), 1",
				"0,0 32x16 at (12, 0) along (16, 0) and (0, 16), 1",
			},
			issues: []string{`the picture "lost.png" is not shown: `, "nothing in it is solid"},
		},
	} {
		t.Run(test.importer.Name(), func(t *testing.T) {
			root := fstest.MapFS{
				"a/art/sheet.png": {Data: sheet(t)}, "secret.png": {Data: sheet(t)},
				"a/p.ogmo": {Data: []byte(ogmoProject)}, "a/levels/one.json": {},
			}
			dir := test.path[:strings.LastIndex(test.path, "/")]
			source := func() *importers.Source { return importers.NewSourceIn(test.path, []byte(test.text), root, dir) }
			res, err := test.importer.Import(t.Context(), source(), importers.Options{Pictures: true})
			if err != nil {
				t.Fatal(err)
			}
			var got, issues []string
			for _, p := range res.Pictures {
				got = append(got, shownBy(p))
			}
			for _, i := range res.Issues {
				if i.Severity != importers.Note {
					issues = append(issues, i.Message)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("pictures\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if !slices.EqualFunc(issues, test.issues, strings.HasPrefix) {
				t.Errorf("issues %q, want %q", issues, test.issues)
			}
			for i := range res.Images {
				if m, err := res.Images[i].Decode(); err != nil || m.Bounds().Dx() != 32 {
					t.Errorf("image %s: %v", res.Images[i].Name, err)
				}
			}
			plain, err := test.importer.Import(t.Context(), source(), importers.Options{})
			if err != nil || len(plain.Pictures) != 0 || len(plain.Images) != 0 {
				t.Errorf("without the option, there are %d pictures (%v)", len(plain.Pictures), err)
			}
		})
	}
}

// An issue about a picture that cannot be read gives the reason in full, however long the picture's name is.
func TestReasonForPictureOfLongName(t *testing.T) {
	t.Parallel()
	text := `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">
 <imagelayer id="1"><image source="` + strings.Repeat("folder/", 11) + `sky.png"/></imagelayer></map>`
	res, err := tiled.New().Import(t.Context(),
		importers.NewSourceIn("a/map.tmx", []byte(text), fstest.MapFS{}, "a"), importers.Options{Pictures: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range res.Issues {
		if strings.Contains(i.Message, "is not shown: ") && strings.HasSuffix(i.Message, "file does not exist") {
			return
		}
	}
	t.Errorf("issues %v", res.Issues)
}

// Lengths that no picture can have give the same result on every processor.
func TestPixels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x    float64
		want int
	}{
		{0, 0},
		{15.9, 15},
		{-15.9, -15},
		{1e300, importers.MaxImagePixels},
		{-1e300, -importers.MaxImagePixels},
		{math.Inf(1), importers.MaxImagePixels},
		{math.NaN(), 0},
	} {
		if got := importers.Pixels(c.x); got != c.want {
			t.Errorf("Pixels(%v) = %d, want %d", c.x, got, c.want)
		}
	}
	if a, b := importers.Thousandths(1e300), importers.Thousandths(math.Inf(1)); a != b ||
		a <= importers.Thousandths(level.MaxCoordinate) || importers.Thousandths(-1e300) != -a ||
		importers.Thousandths(math.NaN()) != 0 {
		t.Errorf("lengths beyond every level count as %d and %d, downward as %d", a, b, importers.Thousandths(-1e300))
	}
}

// Backgrounds of a level, and tiles at its border, are clipped to the level's box.
func TestPicturesOfALevelsBox(t *testing.T) {
	t.Parallel()
	world := func(level, layerDef, layer string) string {
		return `{"__header__": {"app": "LDtk"}, "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 16,
"defs": {"layers": [{"uid": 3, "identifier": "T", "gridSize": 16` + layerDef + `}], "entities": [], "tilesets": [{"uid": 5, "relPath": "art/sheet.png", "tileGridSize": 16}]},
"levels": [{"identifier": "A", "iid": "L1", "worldX": 100, "worldY": 0, "pxWid": 64, "pxHei": 32, ` + level + `"layerInstances": [
 {"__identifier": "T", "__type": "Tiles", "layerDefUid": 3, "__gridSize": 16, "__cWid": 4, "__cHei": 2, "__tilesetDefUid": 5, "__tilesetRelPath": "art/sheet.png", ` + layer + `"intGridCsv": [], "entityInstances": [], "autoLayerTiles": []}]}]}`
	}
	tile := func(x, y, flip int) string {
		return fmt.Sprintf(`"gridTiles": [{"px": [%d, %d], "src": [16, 0], "f": %d, "t": 1, "a": 1}], `, x, y, flip)
	}
	ogmoProject := `{"name": "p", "ogmoVersion": "3.4.0", "backgroundColor": "#10203080", "levelPaths": ["."], "anglesRadians": true, "entities": [], "tilesets": [], "layers": []}`
	for name, test := range map[string]struct {
		importer importers.Importer
		text     string
		want     []string
	}{
		"LDtk's colour": {
			ldtk.New(), world(`"__bgColor": "#102030", `, "", ""),
			[]string{"0,0 1x1 at (100, 0) along (64, 0) and (0, 32), 1 {16 32 48 255}"},
		},
		"a picture that is cut within its pixels": {
			ldtk.New(), world(`"bgRelPath": "art/sheet.png", "bgPos": "Cover", "__bgPos": {"topLeftPx": [0, 0], "scale": [2, 2], "cropRect": [0.5, 0, 31, 16]}, `, "", ""),
			[]string{"0,0 32x16 at (99, 0) along (64, 0) and (0, 32), 1"},
		},
		"one that repeats from the middle": {
			ldtk.New(), world(`"bgRelPath": "art/sheet.png", "bgPos": "Repeat", "bgPivotX": 0.5, "bgPivotY": 0.5, "__bgPos": {"topLeftPx": [16, 8], "scale": [1, 1], "cropRect": [0, 0, 32, 16]}, `, "", ""),
			[]string{"-16,-8 64x32 at (100, 0) along (64, 0) and (0, 32), 1 wraps"},
		},
		"a tile across the border": {
			ldtk.New(), world("", "", tile(56, -4, 0)),
			[]string{"16,4 8x12 at (156, 0) along (8, 0) and (0, 12), 1"},
		},
		"a mirrored one": {
			ldtk.New(), world("", "", tile(56, -4, 3)),
			[]string{"24,0 8x12 at (164, 12) along (-8, 0) and (0, -12), 1"},
		},
		"one beyond it": {ldtk.New(), world("", "", tile(64, 0, 0)), nil},
		"one at the right of a layer's offset": {
			ldtk.New(),
			world("", "", `"pxOffsetX": 8, "__pxTotalOffsetX": 8, `+tile(48, 0, 0)), nil,
		},
		"one that is smaller than its cell, mirrored": {
			ldtk.New(),
			world("", `, "tilePivotX": 0`, `"__gridSize": 24, `+tile(0, 0, 1)),
			[]string{"16,0 16x16 at (124, 0) along (-16, 0) and (0, 16), 1"},
		},
		"one that is smaller than its cell, in the middle": {
			ldtk.New(),
			world("", `, "tilePivotX": 0.5, "tilePivotY": 0.5`, `"__gridSize": 24, `+tile(0, 0, 0)),
			[]string{"16,0 16x16 at (104, 4) along (16, 0) and (0, 16), 1"},
		},
		"OGMO's colour": {
			ogmo.New(), `{"ogmoVersion": "3.4.0", "width": 32, "height": 16, "offsetX": 0, "offsetY": 0, "layers": []}`,
			[]string{"0,0 1x1 at (0, 0) along (32, 0) and (0, 16), 1 {16 32 48 128}"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := fstest.MapFS{"art/sheet.png": {Data: sheet(t)}, "p.ogmo": {Data: []byte(ogmoProject)}, "file": {}}
			res, err := test.importer.Import(t.Context(), importers.NewSourceIn("file", []byte(test.text), root, "."),
				importers.Options{Pictures: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range res.Pictures {
				s := shownBy(p)
				if p.Color.A > 0 {
					s += fmt.Sprint(" ", p.Color)
				}
				if p.Wraps {
					s += " wraps"
				}
				got = append(got, s)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("pictures\n%s\nwant\n%s\n%v", strings.Join(got, "\n"), strings.Join(test.want, "\n"),
					res.Issues)
			}
		})
	}
}

// If the first frame of a GIF covers only a part of the picture, it stays in its place and the rest is transparent.
func TestGIFOfPartOfItsPicture(t *testing.T) {
	t.Parallel()
	frame := image.NewPaletted(image.Rect(3, 1, 7, 4), color.Palette{color.NRGBA{}, color.NRGBA{R: 255, A: 255}})
	for i := range frame.Pix {
		frame.Pix[i] = 1
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{
		Image: []*image.Paletted{frame}, Delay: []int{0},
		Config: image.Config{Width: 9, Height: 5, ColorModel: frame.Palette},
	}); err != nil {
		t.Fatal(err)
	}
	m, err := (&importers.Image{Data: b.Bytes()}).Decode()
	if err != nil || m.Bounds() != image.Rect(0, 0, 9, 5) {
		t.Fatalf("%v, %v; want 9 by 5 pixels", m, err)
	}
	for y := range 5 {
		for x := range 9 {
			if _, _, _, a := m.At(x, y).RGBA(); (a > 0) != image.Pt(x, y).In(frame.Rect) {
				t.Errorf("the alpha at %d, %d is %d", x, y, a)
			}
		}
	}
}
