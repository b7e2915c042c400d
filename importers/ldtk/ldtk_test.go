package ldtk

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"
)

var update = flag.Bool("update", false, "write the golden files")

const samples = "testdata/samples"

func sampleNames(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(samples + "/*.ldtk")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	return names
}

func TestFormat(t *testing.T) {
	t.Parallel()
	var list []testkit.Sample
	for _, name := range sampleNames(t) {
		list = append(list, testkit.Sample{Name: name, Path: name, Files: os.DirFS(samples)})
	}
	list = append(list,
		testkit.Sample{Name: "a level alone", Path: "levels/A.ldtkl", Files: os.DirFS(samples)},
		testkit.Sample{Name: "cavern", Path: "cavern.ldtk", Files: os.DirFS("../../assets/samples")})
	testkit.RunSamples(t, New(), list)
}

// The sample level equals an import of its source. This shows changes in how values and entities are read.
func TestCavernEqualsItsSource(t *testing.T) {
	t.Parallel()
	const folder = "../../assets/samples/"
	data, err := os.ReadFile(folder + "cavern.ldtk")
	if err != nil {
		t.Fatal(err)
	}
	res, err := New().Import(context.Background(), importers.NewSource("cavern.ldtk", data, os.DirFS(folder)),
		importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sample, err := level.Open(folder + "cavern.level.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, of := range []struct {
		doc  *level.Document
		list *[]string
	}{{sample, &got}, {res.Document, &want}} {
		for c := range of.doc.Colliders() {
			if c.Source != nil {
				*of.list = append(*of.list, fmt.Sprint(c.Name, c.Position, c.Shape, c.Role, c.Tags, c.Properties))
			}
		}
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("from collider %d on, the sample has\n%v\nand its source has\n%v", i, got[min(i, len(got)):],
				want[min(i, len(want)):])
		}
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range sampleNames(t) {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(samples, name))
			if err != nil {
				t.Fatal(err)
			}
			res, err := New().Import(context.Background(), importers.NewSource(name, data, os.DirFS(samples)),
				importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			testkit.CompareGolden(t, filepath.Join("testdata", strings.TrimSuffix(name, ".ldtk")+".golden"),
				testkit.DumpImport(res), *update)
		})
	}
}

// project returns a small project file with one level.
func onelevel(level string) string {
	return `{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","worldLayout":"Free","defs":{},"levels":[` + level + `]}`
}

func grid2x2(members string) string {
	return onelevel(`{"identifier":"A","pxWid":32,"pxHei":32,"layerInstances":[{"__identifier":"C","__gridSize":16,` +
		members + `}]}`)
}

func entity(members string) string {
	return onelevel(`{"identifier":"A","pxWid":32,"pxHei":32,"layerInstances":[{"__identifier":"E","__gridSize":16,"entityInstances":[` + members + `]}]}`)
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"on.ldtkl":    {Data: []byte(`{"layerInstances":null,"externalRelPath":"on.ldtkl"}`)},
		"cut.ldtkl":   {Data: []byte("{\n\"layerInstances\":[")},
		"empty.ldtkl": {Data: []byte(`{}`)},
		"dir/x":       {Data: []byte(`{}`)},
	}
	external := func(path string) string {
		return onelevel(`{"identifier":"A","pxWid":1,"pxHei":1,"layerInstances":null,"externalRelPath":"` + path + `"}`)
	}
	tests := []struct {
		name, data string
		want       []string // substrings of the message
		wantErr    error
	}{
		{"nothing", "", []string{"JSON", "byte 0"}, nil},
		{"cut short", "{\n\"levels\": [", []string{"w.ldtk:2:", "byte 13", "JSON"}, nil},
		{"not an object", "[1]", []string{"object"}, nil},
		{"other JSON", `{"a":1}`, []string{"no levels"}, nil},
		{"deep", strings.Repeat("[", 100_000), []string{"JSON"}, nil},
		{"levels of a different type", `{"levels":"none"}`, []string{"levels", "list"}, nil},
		{"no size", onelevel(`{"identifier":"A"}`), []string{"levels[0].pxWid", "nothing"}, nil},
		{"a size beyond a double", onelevel(`{"pxWid":1e999,"pxHei":1}`), []string{"levels[0].pxWid", "1e999"}, nil},
		{"a huge size", onelevel(`{"pxWid":1,"pxHei":1e9}`), []string{"levels[0].pxHei", "1e9"}, nil},
		{"a negative size", onelevel(`{"pxWid":-1,"pxHei":1}`), []string{"levels[0].pxWid"}, nil},
		{"a far place", onelevel(`{"pxWid":1,"pxHei":1,"worldX":1e8}`), []string{"levels[0].worldX", "limit"}, nil},
		{
			"a place of a different type", onelevel("{\"pxWid\":1,\n\"pxHei\":1,\n\"worldX\":\"left\"}"),
			[]string{"w.ldtk:3: levels[0].worldX", `"left"`},
			nil,
		},
		{
			"layers of a different type", onelevel(`{"pxWid":1,"pxHei":1,"layerInstances":{}}`),
			[]string{"levels[0].layerInstances", "list"},
			nil,
		},
		{
			"absurd cells", grid2x2(`"__cWid":1000000,"__cHei":1000000,"intGridCsv":[1]`),
			[]string{"layerInstances[0].__cWid", "limit"},
			nil,
		},
		{"more absurd cells", grid2x2(`"__cWid":1e300,"__cHei":1,"intGridCsv":[1]`), []string{"__cWid", "1e300"}, nil},
		{"no cells a side", grid2x2(`"__cWid":0,"__cHei":2,"intGrid":[{"coordId":0,"v":0}]`), []string{"__cWid"}, nil},
		{"sparse cells far apart", onelevel(`{"pxWid":1,"pxHei":1,"layerInstances":[` +
			strings.Repeat(`{"__cWid":4096,"__cHei":4000,"intGrid":[{"coordId":0,"v":0},{"coordId":16383999,"v":0}]},`,
				3) + `null]}`), []string{"sparse", "limit"}, nil},
		{
			"a file that is not there", external("no.ldtkl"),
			[]string{"levels[0].externalRelPath", "no.ldtkl"},
			fs.ErrNotExist,
		},
		{
			"an absolute path", external("/etc/passwd"),
			[]string{"levels[0].externalRelPath", "/etc/passwd"},
			importers.ErrOutside,
		},
		{"a path upwards", external("a/../../x"), []string{"externalRelPath"}, importers.ErrOutside},
		{"a path upwards with backslashes", external(`..\\x`), []string{"externalRelPath"}, importers.ErrOutside},
		{"a drive", external(`C:\\x`), []string{"externalRelPath"}, importers.ErrOutside},
		{"a folder", external("dir"), []string{"externalRelPath", "regular"}, nil},
		{"a cycle", external("on.ldtkl"), []string{"externalRelPath", "only one is followed"}, nil},
		{"a level file cut short", external("cut.ldtkl"), []string{"externalRelPath", "cut.ldtkl:2"}, nil},
		{"a level file that is none", external("empty.ldtkl"), []string{
			"externalRelPath", "empty.ldtkl",
			"layerInstances",
		}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := New().Import(context.Background(), importers.NewSource("w.ldtk", []byte(tt.data), files),
				importers.Options{})
			var e *importers.Error
			if !errors.As(err, &e) || e.File != "w.ldtk" || res != nil {
				t.Fatalf("got %v, %v, want an error of w.ldtk", res, err)
			}
			for _, w := range tt.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("error %q does not say %q", err, w)
				}
			}
			if tt.wantErr != nil && !errors.Is(err, tt.wantErr) {
				t.Errorf("error %q is not %v", err, tt.wantErr)
			}
		})
	}
}

func TestOddFiles(t *testing.T) {
	t.Parallel()
	const cells = `"__cWid":2,"__cHei":2,`
	tests := []struct {
		name, data string
		colliders  int
		issues     []string // prefixes of the issues
	}{
		{
			"null levels and worlds", `{"levels":[null,0],"worlds":[null]}`, 0,
			[]string{"loss: w.ldtk: levels[0]: ", "loss: w.ldtk: levels[1]: ", "loss: w.ldtk: worlds[0]: "},
		},
		{
			"a null layer", onelevel(`{"pxWid":1,"pxHei":1,"layerInstances":[null]}`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0]: "},
		},
		{
			"a background without its place",
			onelevel(`{"pxWid":1,"pxHei":1,"bgRelPath":"a.png","__bgColor":"","layerInstances":[]}`), 0, nil,
		},
		{
			"too few cells", grid2x2(cells + `"intGridCsv":[1]`), 1,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].intGridCsv: expected 4 values (2 by 2 cells), found 1"},
		},
		{
			"too many cells", grid2x2(cells + `"intGridCsv":[1,1,1,1,1,0]`), 1,
			[]string{"loss: ", "loss: w.ldtk: levels[0].layerInstances[0].intGridCsv: left out 1 cell beyond"},
		},
		{
			"cells of other types", grid2x2(cells + `"intGridCsv":[1,"a",null,1.5]`), 1,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].intGridCsv: treated 3 non-integer values"},
		},
		{
			"sparse cells of other types",
			grid2x2(cells + `"intGrid":[{"coordId":9,"v":0},{"coordId":0},null,{"coordId":3,"v":4}]`), 1,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].intGrid: left out 3 cells"},
		},
		{"a fraction of a cell size", grid2x2(`"__cWid":2,"__cHei":2,"__gridSize":7.5,"intGridCsv":[1,1,1,0]`), 1, nil},
		{
			"an entity that is null", entity(`null`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0]: "},
		},
		{
			"an entity nowhere", entity(`{"__identifier":"X","px":"here"}`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0].px: "},
		},
		{"an entity of format 0.3", entity(`{"__identifier":"X","x":3,"y":4,"width":2,"height":2}`), 1, nil},
		{
			"an entity with half a place", entity(`{"__identifier":"X","x":3}`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0].px: "},
		},
		{
			"tiles of format 0.3", strings.Replace(entity(""), `"entityInstances"`,
				`"gridTiles":[{"coordId":0,"tileId":1,"__x":0,"__y":0,"__srcX":0,"__srcY":0}],"entityInstances"`, 1), 0,
			[]string{"warning: w.ldtk: tiles in the form of LDtk 0.3, or without a tileset, are not read"},
		},
		{
			"tiles of format 0.5 without a tileset", strings.Replace(entity(""), `"entityInstances"`,
				`"gridTiles":[{"px":[0,0],"src":[48,0],"f":0,"d":[0,3]}],"entityInstances"`, 1), 0,
			[]string{"warning: w.ldtk: tiles in the form of LDtk 0.3, or without a tileset, are not read"},
		},
		{
			"an entity far away", entity(`{"__identifier":"X","px":[1e9,0],"width":1,"height":1}`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0].px: "},
		},
		{
			"an entity of a size beyond a double", entity(`{"__identifier":"X","px":[1,0],"width":1e999,"height":1}`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0].width: "},
		},
		{
			"an entity of less than no size", entity(`{"__identifier":"X","px":[1,0],"width":1,"height":-1}`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0].height: -1 is not a size"},
		},
		{
			"an entity that is too wide", entity(`{"__identifier":"X","px":[1,0],"width":10000001,"height":1}`), 0,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0].width: 10000001 is not a size"},
		},
		{
			"a flat entity", entity(`{"__identifier":"X","px":[1,0],"width":0,"height":4}`), 1,
			[]string{"warning: w.ldtk: levels[0].layerInstances[0].entityInstances[0]: the size 0 by 4"},
		},
		{
			"an iid twice", entity(`{"iid":"i","px":[1,0]},{"iid":"i","px":[1,0]}`), 2,
			[]string{"warning: w.ldtk: levels[0].layerInstances[0].entityInstances[1].iid: "},
		},
		{
			"a field without a name", entity(`{"px":[1,0],"fieldInstances":[{"__type":"Int","__value":3},7]}`), 1,
			[]string{"loss: ", "loss: "},
		},
		{
			"a field beyond a double", entity(
				`{"px":[1,0],"fieldInstances":[{"__identifier":"a","__type":"Int","__value":1e999}]}`), 1,
			[]string{"loss: w.ldtk: levels[0].layerInstances[0].entityInstances[0].fieldInstances[0]: 1e999"},
		},
		{"points of other types", entity(
			`{"px":[1,0],"fieldInstances":[{"__identifier":"a","__type":"Point","__value":3},{"__identifier":"b","__type":"Array<Point>","__value":{}},{"__identifier":"c","__type":"Array<Point>","__value":[{"cx":1e300,"cy":0}]}]}`), 1, []string{"loss: ", "loss: ", "loss: "}},
		{"two levels with the same name", `{"levels":[{"identifier":"A","pxWid":1,"pxHei":1},{"identifier":"A","pxWid":1,"pxHei":1}]}`, 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := New().Import(context.Background(), importers.NewSource("w.ldtk", []byte(tt.data), nil),
				importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if n := res.Document.Len(); n != tt.colliders {
				t.Errorf("%d colliders, want %d", n, tt.colliders)
			}
			ok := len(res.Issues) == len(tt.issues)
			for i := range min(len(res.Issues), len(tt.issues)) {
				ok = ok && strings.HasPrefix(res.Issues[i].String(), tt.issues[i])
			}
			if !ok {
				t.Errorf("issues %v, want %v", res.Issues, tt.issues)
			}
		})
	}
}

func TestManyIssuesAreCounted(t *testing.T) {
	t.Parallel()
	res, err := New().Import(context.Background(), importers.NewSource("w.ldtk",
		[]byte(entity(strings.Repeat("0,", 4999)+"0")), nil), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := res.Issues[len(res.Issues)-1]
	if len(res.Issues) != importers.MaxIssues+1 || last.Severity != importers.Loss ||
		!strings.Contains(last.Message, "4000 losses") {
		t.Errorf("%d issues, the last %v; want %d and one that counts 4000 losses more", len(res.Issues), last,
			importers.MaxIssues)
	}
}

func TestChosenLevels(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(samples + "/worlds.ldtk")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		names []string
		want  []string
	}{
		{nil, []string{"W1/A/Collisions", "B/Collisions", "C/Collisions", "W2/A/Collisions"}},
		{[]string{"B"}, []string{"B/Collisions"}},
		{[]string{"A"}, []string{"W1/A/Collisions", "W2/A/Collisions"}},
		{[]string{"W2/A"}, []string{"W2/A/Collisions"}},
		{[]string{"lv-C", "B"}, []string{"B/Collisions", "C/Collisions"}},
	} {
		res, err := New().Import(context.Background(), importers.NewSource("w", data, nil),
			importers.Options{Levels: tt.names})
		if err != nil {
			t.Errorf("%q: %v", tt.names, err)
			continue
		}
		var got []string
		for _, l := range res.Document.Layers() {
			got = append(got, l.Name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("levels %q gave layers %q, want %q", tt.names, got, tt.want)
		}
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, tags, fields string
		want               level.Role
	}{
		{"Player", ``, ``, level.Trigger},
		{"MovingPlatform", ``, ``, level.Solid},
		{"Wallet", ``, ``, level.Trigger},
		{"Brick", `"Solid"`, ``, level.Solid},
		{"wall_2", ``, ``, level.Solid},
		{"Wall", ``, `{"__identifier":"is_solid","__type":"Bool","__value":false}`, level.Trigger},
		{"Thing", ``, `{"__identifier":"Collides","__type":"Bool","__value":true}`, level.Solid},
		{"One_way_platform", ``, ``, level.OneWay},
		{"Thing", `"one-way"`, ``, level.OneWay},
		{"OneWayPlatform", `"solid"`, ``, level.OneWay},
	} {
		data := entity(`{"__identifier":"` + tt.name + `","px":[1,1],"width":4,"height":4,"__tags":[` + tt.tags +
			`],"fieldInstances":[` + tt.fields + `]}`)
		res, err := New().Import(context.Background(), importers.NewSource("w", []byte(data), nil), importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for c := range res.Document.Colliders() {
			if c.Role != tt.want {
				t.Errorf("%s with tags [%s] and fields [%s] became %s, want %s", tt.name, tt.tags, tt.fields, c.Role,
					tt.want)
			}
		}
	}
}

func TestALargeLayerInBands(t *testing.T) {
	t.Parallel()
	const w, h = 500, 400
	var b strings.Builder
	for i := range w * h {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, (i%w/50+i/w/40)%2) // a checkerboard with fields of 50 by 40 cells
	}
	data := grid2x2(fmt.Sprintf(`"__cWid":%d,"__cHei":%d,"intGridCsv":[%s]`, w, h, b.String()))
	res, err := New().Import(context.Background(), importers.NewSource("w", []byte(data), nil),
		importers.Options{Mode: importers.Rects})
	if err != nil {
		t.Fatal(err)
	}
	if res.Document.Len() != 50 {
		t.Errorf("%d colliders, want 50", res.Document.Len())
	}
	for c := range res.Document.Colliders() {
		if c.Shape.Size != (level.Vec{X: 800, Y: 640}) {
			t.Errorf("field = %v, want 800 by 640", c.Shape.Size)
		}
	}
}

func FuzzImport(f *testing.F) {
	for _, name := range sampleNames(f) {
		data, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(grid2x2(`"__cWid":2,"__cHei":2,"intGridCsv":[1,0,0,2]`)))
	f.Add([]byte(entity(`{"__identifier":"X","px":[1.5,0],"width":4,"height":4}`)))
	f.Add([]byte(tagged(tilesOf("Walls", "gridTiles", 1, 1, 0, 2) + "," + cellsOf("Decals", 8, "1,1,0,0"))))
	f.Add([]byte(tagged(tilesOf("Stage", "autoLayerTiles", 1, 3, -1, 2) + "," + cellsOf("Cells", 9, "2,0,3,0"))))
	files := os.DirFS(samples)
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.FuzzImporter(t, New(), func() *importers.Source {
			return importers.NewSource("w.ldtk", data, files)
		}, importers.Options{Pictures: true})
	})
}
