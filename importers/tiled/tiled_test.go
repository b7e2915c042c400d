package tiled

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

const samples = "testdata/samples"

var sampleFiles = []string{"all.tmx", "all.tmj", "infinite.tmx", "isometric.tmx", "hexagonal.tmx"}

func TestFormat(t *testing.T) {
	t.Parallel()
	var list []testkit.Sample
	for _, name := range sampleFiles {
		list = append(list, testkit.Sample{Name: name, Path: name, Files: os.DirFS(samples)})
	}
	testkit.RunSamples(t, New(), list)
}

func readSample(t testing.TB, name string, opts importers.Options) *importers.Result {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(samples, name))
	if err != nil {
		t.Fatal(err)
	}
	res, err := New().Import(context.Background(), importers.NewSource(name, data, os.DirFS(samples)), opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range sampleFiles {
		t.Run(name, func(t *testing.T) {
			testkit.CompareGolden(t, filepath.Join("testdata", name+".golden"),
				testkit.DumpImport(readSample(t, name, importers.Options{})), *update)
		})
	}
}

// Both syntaxes give the same result.
func TestJSONEqualsXML(t *testing.T) {
	t.Parallel()
	x, j := testkit.DumpImport(readSample(t, "all.tmx", importers.Options{})),
		testkit.DumpImport(readSample(t, "all.tmj", importers.Options{}))
	if d := cmp.Diff(x, strings.ReplaceAll(j, "all.tmj", "all.tmx")); d != "" {
		t.Errorf("(-tmx +tmj):\n%s", d)
	}
}

const head = `<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16" infinite="0">`

func mapOf(body string) string { return head + body + `</map>` }

func objectsOf(body string) string {
	return mapOf(`<objectgroup id="1" name="L">` + body + `</objectgroup>`)
}

func layerOf(data string) string {
	return mapOf(`<tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset><layer id="1" name="L" width="2" height="2">` + data + `</layer>`)
}

// layersOf returns a map of w by h tiles, each with a jagged shape, on one packed layer.
func layersOf(w, h int, skip int) string {
	var points strings.Builder
	for i := range 100 {
		fmt.Fprintf(&points, "%d,%d ", i, i%2)
	}
	raw := make([]byte, 4*w*h)
	for i := skip; i < w*h; i++ {
		raw[4*i] = 1
	}
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(raw); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return fmt.Sprintf(`<map width="%d" height="%d" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0"><polygon points="%s99,50 0,50"/></object></objectgroup></tile></tileset>
		<layer id="1" name="L" width="%d" height="%d"><data encoding="base64" compression="zlib">%s</data></layer></map>`, w, h, points.String(), w, h, base64.StdEncoding.EncodeToString(b.Bytes()))
}

func imported(data string, files fs.FS) (*importers.Result, error) {
	return New().Import(context.Background(), importers.NewSource("m.tmx", []byte(data), files), importers.Options{})
}

func hasIssue(res *importers.Result, severity importers.Severity, part string) bool {
	return slices.ContainsFunc(res.Issues, func(i importers.Issue) bool {
		return i.Severity == severity && strings.Contains(i.String(), part)
	})
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	raw := make([]byte, 16)
	for i, gid := range []uint32{1, 0, 1, 1} {
		binary.LittleEndian.PutUint32(raw[4*i:], gid)
	}
	pack := func(wrap func(io.Writer) io.WriteCloser) string {
		var b bytes.Buffer
		w := wrap(&b)
		if _, err := w.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(b.Bytes())
	}
	zs := func(w io.Writer) io.WriteCloser {
		e, err := zstd.NewWriter(w)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for name, data := range map[string]string{
		"csv":      `<data encoding="csv">1,0,` + "\n" + `1,1</data>`,
		"empty":    `<data encoding="csv">1,, 1,1</data>`,
		"xml":      `<data><tile gid="1"/><tile/><tile gid="1"/><tile gid="1"/></data>`,
		"plain":    `<data encoding="base64">` + base64.StdEncoding.EncodeToString(raw) + `</data>`,
		"indented": "<data encoding=\"base64\">\n  AQAAAAAA\n\tAAABAAAA AQAAAA\n</data>",
		"zlib": `<data encoding="base64" compression="zlib">` + pack(func(w io.Writer) io.WriteCloser {
			return zlib.NewWriter(w)
		}) + `</data>`,
		"gzip": `<data encoding="base64" compression="gzip">` + pack(func(w io.Writer) io.WriteCloser {
			return gzip.NewWriter(w)
		}) + `</data>`,
		"zstd": `<data encoding="base64" compression="zstd">` + pack(zs) + `</data>`,
	} {
		res, err := imported(layerOf(data), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for c := range res.Document.Colliders() {
			if got, want := fmt.Sprint(c.Shape.Points), "[(0, 0) (16, 0) (16, 16) (32, 16) (32, 32) (0, 32)]"; got !=
				want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
		if res.Document.Len() != 1 {
			t.Errorf("%s: %d colliders", name, res.Document.Len())
		}
	}
}

// As in Tiled, cells without a tile element and layers without data are empty. Tiles that are missing in other encodings
// are errors.
func TestMissingTiles(t *testing.T) {
	t.Parallel()
	const isEmpty = "; the others are empty, as in Tiled"
	for data, want := range map[string]string{
		`<data><tile gid="1"/><tile/><tile gid="1"/></data>`: "found 3 tiles for 2 by 2 cells" + isEmpty,
		`<data><tile gid="1"/></data>`:                       "found 1 tile for 2 by 2 cells" + isEmpty,
		`<data encoding="csv"/>`:                             "found 0 tiles for 2 by 2 cells" + isEmpty,
		`<data encoding="base64"> </data>`:                   "found 0 tiles for 2 by 2 cells" + isEmpty,
		`<data/>`:                                            "found 0 tiles for 2 by 2 cells" + isEmpty,
		`<data encoding="csv">1,1,1</data>`:                  "found 3 tiles for 2 by 2 cells",
		`<data encoding="base64">AQAAAA==</data>`:            "take 4 bytes or more instead of 16",
		`<data><tile/><tile/><tile/><tile/><tile/></data>`:   "found 5 tiles for 2 by 2 cells",
	} {
		res, err := imported(layerOf(data), nil)
		text := fmt.Sprint(err)
		if err == nil {
			text = res.Issues[0].String()
			if n := res.Document.Len(); n != strings.Count(data, "gid") && n != 1 {
				t.Errorf("%s: %d colliders", data, n)
			}
		}
		if !strings.HasSuffix(text, want) {
			t.Errorf("%s: %s, want %s", data, text, want)
		}
	}
}

// As in Tiled, white space around numbers is ignored.
func TestWhiteSpaceAroundNumbers(t *testing.T) {
	t.Parallel()
	const bare = `<map width="2" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>` +
		`<layer id="1" name="L" width="2" height="2"><data><tile gid="1"/><tile/><tile/><tile gid="1"/></data></layer>` +
		`<objectgroup id="2" name="O"><object id="5" x="5" y="4" width="6" height="6"/><object id="6" gid="1" x="5" y="24"/></objectgroup></map>`
	spaced := regexp.MustCompile(`"(\d+)"`).ReplaceAllString(bare, `" $1 "`)
	spaced = regexp.MustCompile(`id=" (\d+) "`).ReplaceAllString(spaced, `id="$1"`) // ids are names
	spaced = strings.ReplaceAll(spaced, `gid="1"`, `gid=" 1 "`)
	var dumps []string
	for _, text := range []string{bare, spaced} {
		res, err := imported(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		dumps = append(dumps, testkit.DumpImport(res))
	}
	if d := cmp.Diff(dumps[0], dumps[1]); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// As in Tiled, several elements of one tile describe it together: the last class applies, properties add up, and
// shapes and pictures remain until an element replaces them. The same goes for elements that repeat within one.
func TestTilesInSeveralElements(t *testing.T) {
	t.Parallel()
	const box, small = `{"id":1,"x":0,"y":0,"width":16,"height":16}`, `{"id":2,"x":0,"y":0,"width":8,"height":8}`
	xmlShape := map[string]string{
		box:   `<objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup>`,
		small: `<objectgroup><object id="2" x="0" y="0" width="8" height="8"/></objectgroup>`,
	}
	group := func(s string) string { return `"objectgroup":{"objects":[` + s + `]}` }
	const property, jsonProperty = `<properties><property name="n" value="1"/></properties>`, `"properties":[{"name":"n","type":"string","value":"1"}]`
	for name, test := range map[string]struct{ xml, json, want string }{
		"shape then class": {
			`<tile id="0">` + xmlShape[box] + `</tile><tile id="0" type="Wall"/>`,
			`{"id":0,` + group(box) + `},{"id":0,"type":"Wall"}`, "Wall (16, 16) map[]",
		},
		"class then shape": {
			`<tile id="0" type="Wall"/><tile id="0">` + xmlShape[box] + `</tile>`,
			`{"id":0,"type":"Wall"},{"id":0,` + group(box) + `}`, "Object (16, 16) map[]",
		},
		"two shapes": {
			`<tile id="0">` + xmlShape[box] + property + `</tile><tile id="0">` + xmlShape[small] + `</tile>`,
			`{"id":0,` + group(box) + `,` + jsonProperty + `},{"id":0,` + group(small) + `}`, "Object (8, 8) map[n:1]",
		},
		"within one": {
			`<tile id="0"><properties><property name="m" value="2"/></properties>` + xmlShape[box] + xmlShape[small] + property + `</tile>`,
			`{"id":0,` + group(small) + `,"properties":[{"name":"m","type":"string","value":"2"},{"name":"n","type":"string","value":"1"}]}`,
			"Object (8, 8) map[m:2 n:1]",
		},
		"pictures": {
			`<tile id="0"><image source="small.png" width="14" height="10"/></tile><tile id="0"/>`,
			`{"id":0,"image":"small.png","imagewidth":14,"imageheight":10},{"id":0}`, "Object (14, 10) map[]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := pair{
				`<map width="2" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16">` +
					test.xml + `</tileset><objectgroup id="1" name="L"><object id="1" gid="1" x="0" y="32"/></objectgroup></map>`,
				`{"type":"map","width":2,"height":2,"tilewidth":16,"tileheight":16,"tilesets":[{"firstgid":1,"name":"t","tilewidth":16,"tileheight":16,"tiles":[` +
					test.json + `]}],"layers":[{"type":"objectgroup","id":1,"name":"L","objects":[{"id":1,"gid":1,"x":0,"y":32}]}]}`,
			}
			files := fstest.MapFS{"small.png": {Data: plainPicture(14, 10)}}
			for c := range bothForms(t, p, files).Document.Colliders() {
				if got := fmt.Sprint(c.Name, " ", c.Shape.Size, " ", c.Properties); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
			}
		})
	}
}

func TestBadFiles(t *testing.T) {
	files := fstest.MapFS{
		"a.tx":     {Data: []byte(`<template><object template="sub/b.tx"/></template>`)},
		"sub/b.tx": {Data: []byte(`<template><object template="../a.tx"/></template>`)},
	}
	files["large.tx"] = &fstest.MapFile{Data: []byte(`<template><object><properties>` +
		strings.Repeat(`<property name="a"/>`, 1000) + `</properties></object></template>`)}
	var bomb bytes.Buffer
	w := zlib.NewWriter(&bomb)
	if _, err := w.Write(make([]byte, 64<<20)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", ``, "XML"},
		{"cut short", "<map width=\"2\"\n>", "m.tmx:2"},
		{"other XML", `<html tilewidth="1"/>`, "not a map"},
		{"a tileset", `<tileset tilewidth="1"/>`, "Tiled tileset, not a map"},
		{"a JSON tileset", `{"type":"tileset","tilewidth":1}`, "Tiled tileset, not a map"},
		{"other JSON", `{"infinite":false}`, "not a Tiled map"},
		{"JSON cut short", `{"infinite":`, "JSON"},
		{"no tile size", `<map width="1" height="1"/>`, "no tile size"},
		{"a huge map", `<map width="1000000" height="1000000" tilewidth="16" tileheight="16"/>`, "limit"},
		{"a negative map", `<map width="-1" height="1" tilewidth="16" tileheight="16"/>`, "width"},
		{"a huge tile", `<map width="1" height="1" tilewidth="9999999999999" tileheight="16"/>`, "tilewidth"},
		{
			"another orientation", `<map orientation="round" width="1" height="1" tilewidth="16" tileheight="16"/>`,
			"round",
		},
		{"an entity", `<!DOCTYPE map [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + mapOf(`&b;`), "entities"},
		{"an entity that is not there", mapOf(`<objectgroup name="&b;"/>`), "XML"},
		{"endless nesting", strings.Repeat(`<map>`, 100_000), "deep"},
		{"endless groups", `{"infinite":false,"layers":` + strings.Repeat(`[{"type":"group","layers":`, 200) + `[]` +
			strings.Repeat(`}]`, 200) + `}`, "deep"},
		{"too few tiles", layerOf(`<data encoding="csv">1</data>`), "1 tile for 2 by 2"},
		{"too many tiles", layerOf(`<data encoding="csv">1,1,1,1,1</data>`), "more than 4"},
		{"no tiles", layerOf(`<data encoding="csv">a</data>`), `"a" is not a tile`},
		{"an unknown encoding", layerOf(`<data encoding="hex">11</data>`), "hex"},
		{"an unknown compression", layerOf(`<data encoding="base64" compression="lzma">AAAA</data>`), "lzma"},
		{"a damaged compression", layerOf(`<data encoding="base64" compression="zlib">AAAA</data>`), "unpacked"},
		{"a damaged zstd", layerOf(`<data encoding="base64" compression="zstd">AAAAAAAA</data>`), "unpacked"},
		{"a bomb", layerOf(`<data encoding="base64" compression="zlib">` +
			base64.StdEncoding.EncodeToString(bomb.Bytes()) + `</data>`), "take 17 bytes or more instead of 16"},
		{"a huge chunk", layerOf(`<data encoding="csv"><chunk x="0" y="0" width="100000" height="100000">1</chunk></data>`), "chunk 0"},
		{
			"a far chunk", layerOf(`<data encoding="csv"><chunk x="99999999" y="0" width="1" height="1">1</chunk></data>`),
			"chunk 0",
		},
		{"a far offset", mapOf(`<layer offsetx="1e300" width="2" height="2"/>`), "offset"},
		{"an offset that is none", mapOf(`<layer offsetx="NaN" width="2" height="2"/>`), "offsetx"},
		{
			"a large template in many places", objectsOf(strings.Repeat(`<object template="large.tx"/>`, 3000)),
			"together exceed the limit",
		},
		{"a large shape in many places", layersOf(600, 600, 0), "points together"},
		{"a cycle of templates", objectsOf(`<object id="1" template="a.tx"/>`), "in a cycle"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var err error
			took := testkit.AllocatedBytes(func() { _, err = imported(tt.data, files) })
			var e *importers.Error
			if !errors.As(err, &e) || e.File != "m.tmx" || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want an error that says %q", err, tt.want)
			}
			largest := uint64(64*len(tt.data) + 1<<20)
			if strings.Contains(tt.name, "many places") {
				largest = 512 << 20 // the limits on repetition hold for every file
			}
			if took > largest {
				t.Errorf("%d bytes were allocated for a file of %d", took, len(tt.data))
			}
		})
	}
}

func TestOddFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, data string
		colliders  int
		severity   importers.Severity
		issue      string
	}{
		{
			"a tileset that is not there",
			mapOf(`<tileset firstgid="1" source="no.tsx"/><layer width="2" height="2"><data encoding="csv">1,1,0,0</data></layer>`), 0, importers.Loss, "no.tsx",
		},
		{"a tileset outside", mapOf(`<tileset firstgid="1" source="../no.tsx"/>`), 0, importers.Loss, "outside"},
		{"an absolute tileset", mapOf(`<tileset firstgid="1" source="/etc/passwd"/>`), 0, importers.Loss, "absolute"},
		{"a tile of no tileset", mapOf(`<layer name="L" width="2" height="2"><data encoding="csv">7,0,0,0</data></layer>`), 0, importers.Loss, "no tileset has the tile 7"},
		{"a template that is not there", objectsOf(`<object id="1" template="no.tx"/>`), 0, importers.Loss, "no.tx"},
		{"a template outside", objectsOf(`<object id="1" template="../no.tx"/>`), 0, importers.Loss, "outside"},
		{"an object nowhere", objectsOf(`<object id="1" x="NaN" y="0"/>`), 0, importers.Loss, "object 1"},
		{"an object far away", objectsOf(`<object id="1" x="1e9" y="0"/>`), 0, importers.Loss, "object 1"},
		{
			"a negative size", objectsOf(`<object id="1" x="1" y="0" width="-4" height="4"/>`), 0, importers.Loss,
			"width -4",
		},
		{"a layer far away", strings.Replace(layerOf(`<data encoding="csv">1,1,0,1</data>`), `name="L"`,
			`name="L" x="4000000"`, 1), 0, importers.Loss, "beyond the limit"},
		{"a ruled layer far away", strings.Replace(strings.Replace(layerOf(`<data encoding="csv">1,1,0,1</data>`),
			`name="L"`, `name="walls" x="4000000"`, 1),
			`<tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>`, "",
			1), 0, importers.Loss, "beyond the limit"},
		{
			"a polygon of two points", objectsOf(`<object id="1"><polygon points="0,0 1,1"/></object>`), 1,
			importers.Warning, "polygon of 2 points",
		},
		{
			"a polygon without points", objectsOf(`<object id="1"><polygon points=""/></object>`), 0, importers.Loss,
			"no points",
		},
		{
			"points that are none", objectsOf(`<object id="1"><polygon points="0,0 a,1 2,2"/></object>`), 0,
			importers.Loss, `"a,1"`,
		},
		{
			"a polygon that crosses itself", objectsOf(`<object id="1"><polygon points="0,0 10,10 10,0 0,10"/></object>`),
			2, importers.Note, "the area that it encloses, in 2 parts",
		},
		{
			"a polygon that repeats points",
			objectsOf(`<object id="1"><polygon points="0,0 32,0 32,0 32,32 0,32 0,0"/></object>`), 1, importers.Note,
			"2 of its 6 points repeat others",
		},
		{
			"a polygon without an area", objectsOf(`<object id="1"><polygon points="0,0 10,10 5,5"/></object>`), 0,
			importers.Loss, "left out",
		},
		{
			"a line of one point", objectsOf(`<object id="1"><polyline points="3,3 3,3"/></object>`), 1, importers.Warning,
			"two different points",
		},
		{
			"an id twice", objectsOf(`<object id="1" x="1" y="1"/><object id="1" x="1" y="1"/>`), 2, importers.Warning,
			"id 1 names 2",
		},
		{
			"a number that is none", objectsOf(
				`<object id="1"><properties><property name="a" type="int" value="x"/></properties></object>`), 1,
			importers.Loss, `"x" is not a number`,
		},
		{
			"a tile object of no tileset", objectsOf(`<object id="1" gid="5" x="0" y="16" width="16" height="16"/>`), 1,
			importers.Warning, "became a box",
		},
		{
			"an object in reach of nothing",
			mapOf(`<objectgroup offsetx="9999999"><object id="1" x="9999999" y="0"/></objectgroup>`), 0, importers.Loss,
			"beyond the limit",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := imported(tt.data, fstest.MapFS{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Document.Len() != tt.colliders || !hasIssue(res, tt.severity, tt.issue) {
				t.Errorf("%d colliders, want %d; issues %v, want %s: %s", res.Document.Len(), tt.colliders, res.Issues,
					tt.severity, tt.issue)
			}
		})
	}
}

// A missing attribute has the default of Tiled's format.
func TestLeftOutAttributes(t *testing.T) {
	t.Parallel()
	const tile = `<tile id="0"><objectgroup><object id="1" x="2" y="3" width="4" height="5"/></objectgroup></tile>`
	tileset := func(attributes, offset string) string {
		return `<tileset firstgid="1" name="t" ` + attributes + `>` + offset + tile +
			`</tileset><layer name="L" width="2" height="2"><data encoding="csv">1,0,0,1</data></layer>`
	}
	for name, pair := range map[string][2]string{
		"place of a chunk": {
			strings.Replace(mapOf(tileset("", "")), "csv\">1,0,0,1", `csv"><chunk width="2" height="2">1,0,0,1</chunk>`,
				1),
			strings.Replace(mapOf(tileset("", "")), "csv\">1,0,0,1",
				`csv"><chunk x="0" y="0" width="2" height="2">1,0,0,1</chunk>`, 1),
		},
		"size of a layer": {strings.Replace(mapOf(tileset("", "")), `name="L" width="2" height="2"`, `name="L"`,
			1), mapOf(tileset("", ""))},
		"size of tiles": {mapOf(tileset("", "")), mapOf(tileset(`tilewidth="16" tileheight="16"`, ""))},
		"x of a tile offset": {
			mapOf(tileset("", `<tileoffset y="2"/>`)),
			mapOf(tileset("", `<tileoffset x="0" y="2"/>`)),
		},
		"y of a tile offset": {
			mapOf(tileset("", `<tileoffset x="2"/>`)),
			mapOf(tileset("", `<tileoffset x="2" y="0"/>`)),
		},
		"first tile": {
			strings.Replace(mapOf(tileset("", "")), ` firstgid="1"`, "", 1),
			mapOf(tileset("", "")),
		},
		"number of a tile": {
			strings.Replace(mapOf(tileset("", "")), `<tile id="0">`, "<tile>", 1),
			mapOf(tileset("", "")),
		},
		"size of a slanted grid": {
			mapOf(tileset("", `<grid orientation="isometric"/>`)),
			mapOf(tileset("", `<grid orientation="isometric" width="16" height="16"/>`)),
		},
		"offset of a layer": {
			mapOf(`<objectgroup name="L"><object id="1" x="1" y="2" width="3" height="4"/></objectgroup>`),
			mapOf(`<objectgroup name="L" offsetx="0" offsety="0" parallaxx="1" parallaxy="1" visible="1" opacity="1"><object id="1" x="1" y="2" width="3" height="4"/></objectgroup>`),
		},
		"x and turn of an object": {
			objectsOf(`<object id="1" y="2" width="3" height="4"/>`),
			objectsOf(`<object id="1" x="0" y="2" width="3" height="4" rotation="0"/>`),
		},
		"y of an object": {
			objectsOf(`<object id="1" x="2" width="3" height="4"/>`),
			objectsOf(`<object id="1" x="2" y="0" width="3" height="4" visible="1"/>`),
		},
		"size of an object": {
			objectsOf(`<object id="1" x="2" y="2"/>`),
			objectsOf(`<object id="1" x="2" y="2" width="0" height="0"/>`),
		},
	} {
		var dumps [2]string
		for i, data := range pair {
			res, err := imported(data, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if res.Document.Len() == 0 {
				t.Errorf("%s: no colliders of %s", name, data)
			}
			dumps[i] = testkit.DumpImport(res)
		}
		if d := cmp.Diff(dumps[1], dumps[0]); d != "" {
			t.Errorf("%s (-said +left out):\n%s", name, d)
		}
	}
}

// In JSON, null counts as missing, and so does a list or an object where neither belongs.
func TestNullsInJSON(t *testing.T) {
	t.Parallel()
	read := func(more string) string {
		data := `{"type":"map","orientation":"orthogonal","infinite":false,"width":2,"height":2,"tilewidth":16,"tileheight":16,"tilesets":[],
			"layers":[{"type":"objectgroup","id":1,"name":"L","objects":[{"id":1,"name":"a","x":1,"y":2,"width":3,"height":4` + more + `}]` + more + `}]}`
		res, err := New().Import(context.Background(), importers.NewSource("m.tmj", []byte(data), nil),
			importers.Options{})
		if err != nil {
			t.Fatalf("%s: %v", more, err)
		}
		return testkit.DumpImport(res)
	}
	want := read("")
	for _, value := range []string{"null", "{}", "[]", `{"a":1}`, "[1]"} {
		for _, key := range []string{"rotation", "offsetx", "visible", "class", "opacity", "color", "template"} {
			if d := cmp.Diff(want, read(`,"`+key+`":`+value)); d != "" {
				t.Errorf("%s is %s (-left out +got):\n%s", key, value, d)
			}
		}
	}
}

// A tile's shape follows the flipped picture, for every flip and kind of shape.
func TestFlipsAndTurnsMoveEveryPoint(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		w, h := number("width", 1, 40), number("height", 1, 40)
		flip := importers.Flip(rapid.IntRange(0, 7).Draw(t, "flip"))
		size := level.Vec{X: w, Y: h}
		frame := size
		if rapid.Bool().Draw(t, "stretched") {
			frame = level.Vec{X: float64(w * number("sx", 0.5, 2)), Y: float64(h * number("sy", 0.5, 2))}
		}
		m := (&mapRecord{}).lay(&tileset{}, &tile{flip: flip}, size, frame)
		m = importers.Turn(level.Degrees(number("turn", -180, 180))).After(m)
		p := importers.Placed{
			At:    level.Vec{X: number("x", 0, w), Y: number("y", 0, h)},
			Angle: level.Degrees(number("angle", -180, 180)),
		}
		sx, sy := number("a", 1, 20), number("b", 1, 20)
		tolerance := 1e-6
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			p.Shape = level.Shape{Kind: level.Box, Size: level.Vec{X: sx, Y: sy}, Rounding: level.Inset}
		case 1:
			p.Shape = capsule(sx, sy+0.5)
			tolerance = 0.2 // a stretched shape is a polygon inside the exact one
		case 2:
			p.Shape = level.Shape{Kind: level.Circle, Radius: sx}
			tolerance = 0.2
		default:
			p.Shape = level.Shape{
				Kind: level.Polygon, Points: []level.Vec{{}, {X: sx}, {X: sx, Y: sy}},
				Rounding: level.Inset,
			}
		}
		if p.Shape.Kind == level.Circle {
			p.Angle = 0
		}
		q := (&mapImport{}).through(p, m)
		for range 20 {
			v := level.Vec{X: number("px", -30, 70), Y: number("py", -30, 70)}
			in, near := contains(t, p, v)
			out, nearToo := contains(t, q, m.Apply(v))
			if near < tolerance || nearToo < tolerance {
				continue // on the border
			}
			if in != out {
				t.Fatalf("%v of %+v is inside: %v, and inside of what came of it, %+v: %v", v, p, in, q, out)
			}
		}
	})
}

// contains reports whether a point is in a shape, and its distance from the border.
func contains(t *rapid.T, p importers.Placed, v level.Vec) (bool, float64) {
	c := level.NewCollider(1, 1, "", p.Shape, p.At)
	c.Angle = p.Angle
	baked, err := p.Shape.Bake()
	if err != nil {
		t.Fatal(err)
	}
	best := math.Inf(1)
	for _, piece := range baked.Pieces {
		_, d := piece.Closest(c.Transform(), v)
		best = min(best, d)
	}
	return best < 0, math.Abs(best)
}

func TestConfinedToTheRoot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, data string) string {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	tile := `<tileset name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile></tileset>`
	write("game/tiles/t.tsx", tile)
	write("out.tsx", tile)
	m := func(source string) string {
		return mapOf(`<tileset firstgid="1" source="` + source +
			`"/><layer name="L" width="2" height="2"><data encoding="csv">1,1,1,1</data></layer>`)
	}
	in, out := write("game/maps/in.tmx", m("../tiles/t.tsx")), write("game/maps/out.tmx", m("../../out.tsx"))
	r := importers.NewRegistry(New())
	try := func(file string, want int) {
		t.Helper()
		res, _, err := r.Load(context.Background(), file, importers.Options{})
		if err != nil || res.Document.Len() != want || want == 0 && !hasIssue(res, importers.Loss, "outside") {
			t.Errorf("%s in %q: %v, %v; want %d colliders", filepath.Base(file), r.Root, res, err, want)
		}
	}
	try(in, 0) // without a project, a map can only read files in its own folder
	write("game/my.tiled-project", `{}`)
	try(in, 1)
	try(out, 0)
	r.Root = dir
	try(in, 1)
	try(out, 1)
}

// Rules that name a tile layer turn its tiles into cells.
func TestRulesForTiles(t *testing.T) {
	t.Parallel()
	two, one := 1, 0
	m := &importers.Mapping{Rules: []importers.Rule{
		{Layer: "ground", Name: "ramp", Mode: importers.Cells, Effect: importers.Effect{Role: level.Trigger}},
		{Layer: "ground", Value: &one, Effect: importers.Effect{Ignore: true}},
		{Value: &two, Effect: importers.Effect{Role: level.OneWay}},
	}}
	res := readSample(t, "all.tmx", importers.Options{Mapping: m})
	ramps, solids := 0, 0
	for c := range res.Document.Colliders() {
		if c.Source.Layer != "ground" {
			continue
		}
		if c.Name == "ramp" {
			if ramps++; c.Role != level.Trigger || c.Shape.Kind != level.Box || c.Source.Value != 1 {
				t.Errorf("a ramp is %+v", c)
			}
		}
		if c.Source.ID == "" && c.Name == "ground 1" && c.Shape.Kind == level.Polygon {
			solids++
		}
	}
	if ramps != 5 || solids != 1 {
		t.Errorf("%d ramps and %d regions of solid tiles, want 5 and 1 (tile 4 alone)", ramps, solids)
	}
}

func TestIsometricObjects(t *testing.T) {
	t.Parallel()
	for c := range readSample(t, "isometric.tmx", importers.Options{}).Document.Colliders() {
		var points []level.Vec
		for _, p := range c.Shape.Points {
			points = append(points, p.Add(c.Position))
		}
		switch c.Source.ID {
		case "1": // the whole map: a diamond
			if got, want := fmt.Sprint(points), "[(64, 0) (128, 32) (64, 64) (0, 32)]"; got != want {
				t.Errorf("map's rectangle = %s, want %s", got, want)
			}
		case "3":
			if want := (level.Vec{X: 80, Y: 8}); c.Position != want {
				t.Errorf("the point is at %v, want %v", c.Position, want)
			}
		}
	}
}

// solidAt reports whether a collider of the document covers a point.
func solidAt(doc *level.Document, v level.Vec) bool {
	w := collision.NewWorld()
	for c := range doc.Colliders() {
		baked, err := c.Shape.Bake()
		if err != nil {
			panic(err)
		}
		w.Put(collision.Key(c.ID), collision.Body{Shapes: baked.Pieces, Transform: c.Transform(), Static: true})
	}
	w.Update()
	return len(w.QueryPoint(v, collision.Query{})) > 0
}

func TestAFlippedRamp(t *testing.T) {
	t.Parallel()
	// The ramp's tile fills the lower right half of its cell.
	const h, v, d = 0x80000000, 0x40000000, 0x20000000
	for flags, want := range map[uint32][4]bool{ // top, right, bottom, left of the cell
		0:         {false, true, true, false},
		h:         {false, false, true, true},
		v:         {true, true, false, false},
		h | v:     {true, false, false, true},
		d:         {false, true, true, false}, // mirrored about the diagonal that it does not cover
		d | h:     {false, false, true, true},
		d | v:     {true, true, false, false},
		d | h | v: {true, false, false, true},
	} {
		data := mapOf(fmt.Sprintf(`<tileset firstgid="1" source="tiles/ground.tsx"/><layer name="L" width="2" height="2"><data encoding="csv">0,0,0,%d</data></layer>`, 2|flags))
		res, err := imported(data, os.DirFS(samples))
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range [4]level.Vec{{X: 24, Y: 17}, {X: 31, Y: 24}, {X: 24, Y: 31}, {X: 17, Y: 24}} {
			if got := solidAt(res.Document, at); got != want[i] {
				t.Errorf("flags %x: the cell is solid at %v: %v, want %v", flags, at, got, want[i])
			}
		}
	}
}

// zeros returns n packed zero bytes.
func zeros(n int) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(make([]byte, n)); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func FuzzImport(f *testing.F) {
	for _, name := range sampleFiles {
		data, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(layerOf(`<data encoding="csv">1,0,1,1</data>`)))
	f.Add([]byte(tileLayers(tileLayer4("Collision", "1,2,0,0,3,0,0,0") + tileLayer4("OneWay Walls",
		"1,8,0,7,3,0,0,0"))))
	f.Add([]byte(objectsOf(`<object id="1" x="1" y="2" width="3" height="4" rotation="5"><ellipse/></object>`)))
	f.Add([]byte(`{"type":"world","maps":[{"fileName":"world/west.tmx","x":3},{"fileName":"all.tmx"},{"fileName":"infinite.tmx","y":-1e3}],"patterns":[{"regexp":"(i).*(.)\\.tmx","multiplierX":9}]}`))
	files := os.DirFS(samples)
	m := &importers.Mapping{Rules: []importers.Rule{{Layer: "ground", Effect: importers.Effect{Radius: 2}}}}
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.FuzzImporter(t, New(), func() *importers.Source {
			return importers.NewSource("m.tmx", data, files)
		}, importers.Options{Mapping: m, Pictures: true})
	})
}

// A layer packed into a single zstd frame, as zstd's highest levels do, may be as large as any other.
func TestLargeFrames(t *testing.T) {
	t.Parallel()
	const side = 1500
	raw := make([]byte, 4*side*side)
	binary.LittleEndian.PutUint32(raw[4*(side+1):], 1)
	e, err := zstd.NewWriter(nil, zstd.WithSingleSegment(true))
	if err != nil {
		t.Fatal(err)
	}
	packed := base64.StdEncoding.EncodeToString(e.EncodeAll(raw, nil))
	m, err := readBase64(packed, "zstd", side*side)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.at(side + 1); got != 1 {
		t.Errorf("tile = %d, want 1", got)
	}
}
