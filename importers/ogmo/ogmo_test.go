package ogmo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/level"
	"fillet/editor/testkit"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

const samples = "testdata/samples/game"

var sampleFiles = []string{"game.ogmo", "levels/deep/one.json", "levels/two.json"}

func TestFormat(t *testing.T) {
	t.Parallel()
	var list []testkit.Sample
	for _, name := range sampleFiles {
		list = append(list, testkit.Sample{Name: name, Path: name, Files: os.DirFS(samples)})
	}
	testkit.RunSamples(t, New(), list)
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range sampleFiles {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(samples, name))
			if err != nil {
				t.Fatal(err)
			}
			src := importers.NewSourceIn(name, data, os.DirFS(samples), path.Dir(name))
			res, err := New().Import(context.Background(), src, importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", importers.BaseName(name)+".golden")
			testkit.CompareGolden(t, golden, testkit.DumpImport(res), *update)
		})
	}
}

// oneLayer returns a level of 64 by 32 pixels with one layer of 16-pixel cells.
func oneLayer(members string) string {
	return `{"ogmoVersion":"3.3.0","width":64,"height":32,"layers":[{"name":"L","_eid":"a","gridCellWidth":16,"gridCellHeight":16,"gridCellsX":4,"gridCellsY":2,` + members + `}]}`
}

func projectOf(members string) string {
	return `{"name":"P","ogmoVersion":"3.4.0","levelPaths":["."],"layers":[{"definition":"grid","name":"L","gridSize":{"x":16,"y":16},"exportID":"a",` + members + `}],"entities":[],"tilesets":[]}`
}

// imported imports the file a/b/l.json, which may read all of files.
func imported(t *testing.T, data string, files fstest.MapFS, opts importers.Options) *importers.Result {
	t.Helper()
	res, err := New().Import(context.Background(), importers.NewSourceIn("l.json", []byte(data), files, "a/b"), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Document.Validate(); err != nil {
		t.Fatal(err)
	}
	return res
}

func colliders(res *importers.Result) map[string]*level.Collider {
	out := map[string]*level.Collider{}
	for c := range res.Document.Colliders() {
		out[c.Source.ID] = c
	}
	return out
}

func hasIssue(res *importers.Result, severity importers.Severity, part string) bool {
	return slices.ContainsFunc(res.Issues, func(i importers.Issue) bool {
		return i.Severity == severity && strings.Contains(i.String(), part)
	})
}

// values lists the cells of each value as x,y, for 16-pixel cells.
func values(t *testing.T, res *importers.Result) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for c := range res.Document.Colliders() {
		if c.Shape.Kind != level.Box {
			t.Fatalf("%v is no box", c.Label())
		}
		key := fmt.Sprint(c.Source.Value)
		out[key] = append(out[key], fmt.Sprintf("%g,%g", (c.Position.X-c.Shape.Size.X/2)/16,
			(c.Position.Y-c.Shape.Size.Y/2)/16))
	}
	return out
}

// Trap 1: gridCellsX is one too large if the level's width is not a whole number of cells.
func TestStrideComesFromTheWidth(t *testing.T) {
	t.Parallel()
	const data = `{"ogmoVersion":"3.3.0","width":40,"height":32,"layers":[{"name":"L","_eid":"a","offsetX":%s,"gridCellWidth":16,"gridCellHeight":16,"gridCellsX":%d,"gridCellsY":2,"grid":[%s]}]}`
	for _, tt := range []struct {
		name, offset string
		says         int
		cells        string
		want         []string
		warned       string
	}{
		{"one too many", "0", 4, `"1","0","0","0","0","1"`, []string{"0,0", "2,1"}, ""},
		{"right", "0", 3, `"1","0","0","0","0","1"`, []string{"0,0", "2,1"}, ""},
		{"with an offset", "16", 3, `"1","0","0","1"`, []string{"1,0", "2,1"}, ""},
		{"one column", "32", 1, `"1","1"`, []string{"2,0", "2,1"}, ""},
		{
			"only gridCellsX fits", "0", 4, `"1","0","0","0","0","0","0","1"`,
			[]string{"0,0", "3,1"},
			"in a row is 4, from gridCellsX",
		},
		{"neither fits", "0", 4, `"1","0","0","1","0","0","1"`, []string{"0,0", "0,1", "0,2"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := imported(t, fmt.Sprintf(data, tt.offset, tt.says, tt.cells), nil,
				importers.Options{Mode: importers.Cells})
			if d := cmp.Diff(map[string][]string{"1": tt.want}, values(t, res)); d != "" {
				t.Error(d)
			}
			if tt.warned != "" && !hasIssue(res, importers.Warning, tt.warned) {
				t.Errorf("issues %v do not say %q", res.Issues, tt.warned)
			}
		})
	}
}

// Trap 2: entity angles are in degrees up to version 3.3, whatever the project says, and follow its flag from 3.4 on.
func TestAngles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		version, flag, rotation string
		want                    level.Degrees
	}{
		{"3.3.0", "true", "90", 90},
		{"3.3.0", "false", "90", 90},
		{"3.4.0", "true", "1.5707963267948966", 90},
		{"3.4.0-hubol", "true", "-0.7853981633974483", -45},
		{"3.4.0", "false", "30", 30},
		{"4.0.0", "true", "3.141592653589793", 180},
		{"3.10.0", "false", "370", 10},
		{"3.1.2", "true", "1.5", 1.5},
	} {
		files := fstest.MapFS{"a/p.ogmo": {Data: []byte(`{"ogmoVersion":"3.4.0","anglesRadians":` + tt.flag +
			`,"levelPaths":[],"layers":[{"exportID":"a"}]}`)}}
		data := strings.Replace(oneLayer(
			`"entities":[{"name":"X","id":1,"x":20,"y":10,"width":8,"height":4,"originX":2,"originY":1,"rotation":`+
				tt.rotation+`}]`), "3.3.0", tt.version, 1)
		c := colliders(imported(t, data, files, importers.Options{}))["1"]
		if c.Angle != tt.want {
			t.Errorf("version %s, radians %s: %s became %v degrees, want %v", tt.version, tt.flag, tt.rotation, c.Angle,
				tt.want)
		}
		// The entity rotates about its origin: corner = (x, y) + R(-origin).
		corner := c.Transform().Apply(level.Vec{X: -4, Y: -2})
		want := c.Transform().Q.Apply(level.Vec{X: -2, Y: -1}).Add(level.Vec{X: 20, Y: 10})
		if corner.Dist(want) > 1e-9 {
			t.Errorf("version %s: the corner is at %v, want %v", tt.version, corner, want)
		}
	}
	res := imported(t, strings.Replace(oneLayer(`"entities":[{"name":"X","id":1,"x":1,"y":1,"rotation":1}]`), "3.3.0",
		"3.4.1", 1), nil, importers.Options{})
	if !hasIssue(res, importers.Warning, "as radians") {
		t.Errorf("an angle of an unknown unit gave %v", res.Issues)
	}
}

// Trap 3: the project is in a folder above, and is recognized by its layers' ids.
func TestProjectIsFound(t *testing.T) {
	t.Parallel()
	legend := func(key string) string { return projectOf(`"legend":{"` + key + `":"#00000000","w":"#ffffffff"}`) }
	other := strings.Replace(legend("x"), `"exportID":"a"`, `"exportID":"b"`, 1)
	data := oneLayer(`"grid":["x","y","z","w","x","y","z","w"]`)
	for _, tt := range []struct {
		name  string
		files fstest.MapFS
		empty string
	}{
		{
			"beside it",
			fstest.MapFS{"a/b/p.ogmo": {Data: []byte(legend("x"))}, "a/p.ogmo": {Data: []byte(legend("y"))}},
			"x",
		},
		{"above it", fstest.MapFS{"a/p.ogmo": {Data: []byte(legend("y"))}}, "y"},
		{"at the root", fstest.MapFS{"P.OGMO": {Data: []byte(legend("z"))}}, "z"},
		{"another one is nearer", fstest.MapFS{
			"a/b/o.ogmo": {Data: []byte(other)},
			"p.ogmo":     {Data: []byte(legend("z"))},
		}, "z"},
		{
			"two in one folder",
			fstest.MapFS{"a/a.ogmo": {Data: []byte(other)}, "a/b.ogmo": {Data: []byte(legend("y"))}},
			"y",
		},
		{"a damaged one is nearer", fstest.MapFS{
			"a/b/o.ogmo": {Data: []byte("{")},
			"p.ogmo":     {Data: []byte(legend("z"))},
		}, "z"},
		{"not there", fstest.MapFS{"a/b/o.ogmo": {Data: []byte(other)}}, ""},
		{"only below it", fstest.MapFS{"a/b/c/o.ogmo": {Data: []byte(legend("x"))}}, ""},
		{"no folder", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := imported(t, data, tt.files, importers.Options{Mode: importers.Cells})
			for c := range res.Document.Colliders() {
				if c.Name == tt.empty && tt.empty != "" {
					t.Errorf("the empty value %q became a collider", c.Name)
				}
			}
			want := 6
			if tt.empty == "" {
				want = 8
			}
			if n := res.Document.Len(); n != want {
				t.Errorf("%d colliders, want %d", n, want)
			}
			if hasIssue(res, importers.Warning, "its project was not found") != (tt.empty == "") {
				t.Errorf("issues: %v", res.Issues)
			}
		})
	}
}

// If many projects do not fit the level, the issue names only the nearest few.
func TestProjectsThatDoNotFitAreNamed(t *testing.T) {
	t.Parallel()
	other := strings.Replace(projectOf(`"legend":{"x":"#00000000"}`), `"exportID":"a"`, `"exportID":"b"`, 1)
	files := fstest.MapFS{}
	for i := range 8 {
		files[fmt.Sprintf("a/b/p%d.ogmo", i)] = &fstest.MapFile{Data: []byte(other)}
	}
	res := imported(t, oneLayer(`"grid":["x"]`), files, importers.Options{})
	if !hasIssue(res, importers.Warning,
		"(none of a/b/p0.ogmo, a/b/p1.ogmo, a/b/p2.ogmo, a/b/p3.ogmo, a/b/p4.ogmo defines its layers)") {
		t.Errorf("issues: %v", res.Issues)
	}
}

// Trap 3: through the registry, a level may only read the nearest folder with a project.
func TestRootOfALevel(t *testing.T) {
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
	write("top.ogmo", strings.Replace(projectOf(`"legend":{"x":"#00000000"}`), `"exportID":"a"`, `"exportID":"q"`, 1))
	write("game/p.ogmo", projectOf(`"legend":{"y":"#00000000","x":"#ffffffff"}`))
	file := write("game/levels/deep/l.json", oneLayer(`"grid":["x","y","y","y"]`))
	far := write("game/levels/deep/far.json", strings.Replace(oneLayer(`"grid":["x","y","y","y"]`), `"_eid":"a"`,
		`"_eid":"q"`, 1))
	r := importers.NewRegistry(New())
	if res, _, err := r.Load(context.Background(), file, importers.Options{}); err != nil || res.Document.Len() != 1 ||
		hasIssue(res, importers.Warning, "not found") {
		t.Errorf("a level two folders below its project: %v, %v", res, err)
	}
	if res, _, err := r.Load(context.Background(), far, importers.Options{}); err != nil ||
		!hasIssue(res, importers.Warning, "not found") {
		t.Errorf("a project above the root was read: %v, %v", res, err)
	}
	r.Root = dir
	if res, _, err := r.Load(context.Background(), far, importers.Options{}); err != nil ||
		hasIssue(res, importers.Warning, "not found") {
		t.Errorf("a project in the root that the caller chose was not read: %v, %v", res, err)
	}
	r.Root = filepath.Join(dir, "game", "levels")
	if res, _, err := r.Load(context.Background(), file, importers.Options{}); err != nil ||
		!hasIssue(res, importers.Warning, "not found") {
		t.Errorf("a project above the root that the caller chose was read: %v, %v", res, err)
	}
	r.Root = filepath.Join(dir, "elsewhere")
	if _, _, err := r.Load(context.Background(), file, importers.Options{}); err == nil {
		t.Errorf("a file outside the root was read")
	}
}

// Trap 3 in reverse: levelPaths may have backslashes, and may lead out of the folder.
func TestLevelPaths(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"secret.json":       {Data: []byte(oneLayer(`"grid":["1","0","0","0","0","0","0","0"]`))},
		"p/levels/a.json":   {Data: []byte(oneLayer(`"grid":["1","0","0","0","0","0","0","0"]`))},
		"p/levels/x/b.json": {Data: []byte(oneLayer(`"grid":["1","0","0","0","0","0","0","0"]`))},
		"p/levels/c.json":   {Data: []byte(`{"ogmoVersion":"3.3.0","layers":[{"_eid":"a"}]}`)},
	}
	sub, err := fs.Sub(files, "p")
	if err != nil {
		t.Fatal(err)
	}
	project := func(paths string) *importers.Source {
		data := strings.Replace(projectOf(`"legend":{"0":"#00000000","1":"#ffffffff"}`), `["."]`, paths, 1)
		return importers.NewSource("p.ogmo", []byte(data), sub)
	}
	for _, tt := range []struct {
		paths  string
		levels []string
		lost   string
	}{
		{`[".\\levels"]`, []string{"a", "b"}, "levelPaths[0]"},
		{`["levels/x", "levels"]`, []string{"b", "a"}, "a level was not read"},
		{`["levels/x/"]`, []string{"b"}, ""},
		{`["../"]`, nil, "outside"},
		{`["..\\..", "levels/x"]`, []string{"b"}, "outside"},
		{`["/"]`, nil, "outside"},
		{`["C:\\x"]`, nil, "outside"},
		{`["none"]`, nil, "none"},
		{`[]`, nil, ""},
	} {
		res, err := New().Import(context.Background(), project(tt.paths), importers.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.paths, err)
			continue
		}
		levels, err := New().Levels(context.Background(), project(tt.paths))
		if err != nil {
			t.Errorf("%s: %v", tt.paths, err)
		}
		var names []string
		for _, l := range levels {
			names = append(names, l.Name)
		}
		if !slices.Equal(names, tt.levels) {
			t.Errorf("%s: levels %q, want %q", tt.paths, names, tt.levels)
		}
		if (res.Losses() > 0) != (tt.lost != "") || tt.lost != "" && !hasIssue(res, importers.Loss, tt.lost) {
			t.Errorf("%s: issues %v, want a loss that says %q", tt.paths, res.Issues, tt.lost)
		}
	}
}

// Trap 4: the legend's first key in JavaScript's order means empty.
func TestLegendOrder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		legend string
		want   map[string][]string // by value: the positions of the cells 10, 2, b, a
	}{
		{`{"b":"","a":"","10":"","2":""}`, map[string][]string{"10": {"0,0"}, "11": {"2,0"}, "12": {"3,0"}}},
		{`{"b":"","a":""}`, map[string][]string{"1": {"3,0"}, "10": {"0,0"}, "2": {"1,0"}}},
		{`{"10":"","b":"","02":""}`, map[string][]string{"1": {"2,0"}, "2": {"1,0"}, "4": {"3,0"}}},
		{`{"0":"","r":"","b":""}`, map[string][]string{"10": {"0,0"}, "2": {"1,0"}, "3": {"2,0"}, "4": {"3,0"}}},
		{`{"a":"","2":"","10":"","b":""}`, map[string][]string{"10": {"0,0"}, "12": {"2,0"}, "11": {"3,0"}}},
	} {
		files := fstest.MapFS{"p.ogmo": {Data: []byte(projectOf(`"legend":` + tt.legend))}}
		res := imported(t, oneLayer(`"grid":["10","2","b","a"]`), files, importers.Options{Mode: importers.Cells})
		if d := cmp.Diff(tt.want, values(t, res)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.legend, d)
		}
	}
}

// Any key that JavaScript treats as an array index is a number.
func TestLargeKey(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"p.ogmo": {Data: []byte(projectOf(`"legend":{"0":"","b":""}`))}}
	res := imported(t, oneLayer(`"grid":["4294967294","4294967295","b"]`), files,
		importers.Options{Mode: importers.Cells})
	want := map[string][]string{"4294967294": {"0,0"}, "1": {"2,0"}, "2": {"1,0"}}
	if d := cmp.Diff(want, values(t, res)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	res = imported(t, oneLayer(`"grid":[7,2.0,1e3,"0"]`), files, importers.Options{Mode: importers.Cells})
	want = map[string][]string{"7": {"0,0"}, "2": {"1,0"}, "1000": {"2,0"}}
	if d := cmp.Diff(want, values(t, res)); d != "" {
		t.Errorf("JSON numbers (-want +got):\n%s", d)
	}
}

// Trap 5: rows may differ in length.
func TestRaggedRows(t *testing.T) {
	t.Parallel()
	res := imported(t, oneLayer(`"grid2D":[["1"],["0","1","1"],[]]`), nil, importers.Options{Mode: importers.Cells})
	if d := cmp.Diff(map[string][]string{"1": {"0,0", "1,1", "2,1"}}, values(t, res)); d != "" {
		t.Error(d)
	}
	if !hasIssue(res, importers.Warning, "differ in length") {
		t.Errorf("issues: %v", res.Issues)
	}
}

// Trap 6: attributes that an entity does not give come from its template, else from the cell.
func TestTemplates(t *testing.T) {
	t.Parallel()
	const entities = `"entities":[{"name":"T","id":1,"_eid":"t","x":100,"y":100},{"name":"T","id":2,"_eid":"t","x":100,"y":100,"width":8,"originY":0},{"name":"T","id":3,"x":100,"y":100}]`
	files := fstest.MapFS{"p.ogmo": {Data: []byte(
		`{"levelPaths":[],"layers":[{"exportID":"a"}],"entities":[{"exportID":"t","name":"T","size":{"x":30,"y":20},"origin":{"x":10,"y":5},"tags":["tall"]}]}`)}}
	got := colliders(imported(t, oneLayer(entities), files, importers.Options{}))
	for id, want := range map[string][2]level.Vec{ // centre and size
		"1": {{X: 105, Y: 105}, {X: 30, Y: 20}},
		"2": {{X: 94, Y: 110}, {X: 8, Y: 20}},
		"3": {{X: 105, Y: 105}, {X: 30, Y: 20}},
	} {
		if c := got[id]; c.Position != want[0] || c.Shape.Size != want[1] || !slices.Equal(c.Tags, []string{"tall"}) {
			t.Errorf("entity %s: %v at %v, tags %q; want %v at %v", id, c.Shape.Size, c.Position, c.Tags, want[1],
				want[0])
		}
	}
	res := imported(t, oneLayer(entities), nil, importers.Options{})
	if c := colliders(res)["1"]; c.Shape.Size != (level.Vec{X: 16, Y: 16}) ||
		c.Position != (level.Vec{X: 108, Y: 108}) {
		t.Errorf("without a project: %v at %v", c.Shape.Size, c.Position)
	}
	if !hasIssue(res, importers.Warning, "the size of a cell") ||
		!hasIssue(res, importers.Warning, "corner as the origin of") {
		t.Errorf("issues: %v", res.Issues)
	}
}

// Trap 7: a decal's origin is a fraction and an entity's is in pixels; a decal is a picture and is left out.
func TestDecals(t *testing.T) {
	t.Parallel()
	res := imported(t, oneLayer(`"decals":[{"x":1,"y":2,"originX":0.5,"originY":0.5,"texture":"a.png"},{"x":1e300}],"folder":"img"`), nil, importers.Options{})
	if res.Document.Len() != 0 || !hasIssue(res, importers.Note, "left out 2 decals on 1 layer") {
		t.Errorf("%d colliders, issues %v", res.Document.Len(), res.Issues)
	}
	res = imported(t, oneLayer(`"entities":[{"name":"X","id":1,"x":10,"y":10,"width":4,"height":4,"originX":0.5,"originY":0.5}]`), nil, importers.Options{})
	if c := colliders(res)["1"]; c.Position != (level.Vec{X: 11.5, Y: 11.5}) {
		t.Errorf("an origin of half a pixel: centre %v, want (11.5, 11.5)", c.Position)
	}
}

// Decals and flips that cannot be kept are reported.
func TestOddDecalsAndFlips(t *testing.T) {
	t.Parallel()
	res := imported(t, oneLayer(`"decals":[{"x":1,"y":2,"texture":""},{"x":1e300,"texture":"a.png"}],"folder":"img"`), nil,
		importers.Options{Pictures: true})
	if !hasIssue(res, importers.Warning, "2 decals without a texture or a place") {
		t.Errorf("issues %v", res.Issues)
	}
	res = imported(t, oneLayer(`"data":[1,-1],"tileFlags2D":[[1],[7]]`), nil, importers.Options{})
	if !hasIssue(res, importers.Loss, "the flips of layer") {
		t.Errorf("issues %v", res.Issues)
	}
	res = imported(t, oneLayer(`"data":[1,-1],"tileFlags2D":[[0],[0]]`), nil, importers.Options{})
	if hasIssue(res, importers.Loss, "the flips of layer") {
		t.Errorf("flips of nothing: issues %v", res.Issues)
	}
}

// Trap 8: shape.points are triangles.
func TestShapesAreTriangles(t *testing.T) {
	t.Parallel()
	circle := func(n int) string {
		var b strings.Builder
		for i := range n {
			s0, c0 := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			s1, c1 := math.Sincos(2 * math.Pi * float64(i+1) / float64(n))
			fmt.Fprintf(&b, `{"x":0,"y":0},{"x":%v,"y":%v},{"x":%v,"y":%v},`, c0, s0, c1, s1)
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	const square = `{"x":-1,"y":-1},{"x":1,"y":-1},{"x":-1,"y":1},{"x":1,"y":-1},{"x":-1,"y":1},{"x":1,"y":1}`
	const corner = `{"x":-1,"y":1},{"x":1,"y":1},{"x":-1,"y":-1}`
	for _, tt := range []struct {
		name, points, flip string
		kind               level.Kind
		want               string
		corners            int
	}{
		{"a rectangle", square, ``, level.Box, "[]", 0},
		{"a triangle", corner, ``, level.Polygon, "[(-16, 8) (-16, -8) (16, 8)]", 3},
		{"flipped", corner, `,"flippedX":true`, level.Polygon, "[(-16, 8) (16, -8) (16, 8)]", 3},
		{"flipped twice", corner, `,"flippedX":true,"flippedY":true`, level.Polygon, "[(16, -8) (16, 8) (-16, -8)]", 3},
		{"a fan of triangles", circle(12), ``, level.Polygon, "", 12},
		{"two apart", corner + `,{"x":0.5,"y":-1},{"x":1,"y":-1},{"x":1,"y":-0.5}`, ``, level.Box, "[]", 0},
		{"one twice", corner + `,` + corner, ``, level.Box, "[]", 0},
		{"a line", `{"x":-1,"y":1},{"x":1,"y":1},{"x":0,"y":1}`, ``, level.Box, "[]", 0},
		{"no numbers", `{"x":"a"},{},{}`, ``, level.Box, "[]", 0},
		{"beyond all bounds", `{"x":1e300,"y":0},{"x":0,"y":1e300},{"x":-1e300,"y":0}`, ``, level.Box, "[]", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := fstest.MapFS{"p.ogmo": {Data: []byte(
				`{"levelPaths":[],"layers":[{"exportID":"a"}],"entities":[{"exportID":"t","name":"T","size":{"x":32,"y":16},"origin":{"x":0,"y":0},"shape":{"label":"x","points":[` + tt.points + `]}}]}`)}}
			c := colliders(imported(t, oneLayer(`"entities":[{"name":"T","id":1,"_eid":"t","x":0,"y":0`+tt.flip+`}]`),
				files, importers.Options{}))["1"]
			if c.Shape.Kind != tt.kind || len(c.Shape.Points) != tt.corners ||
				tt.want != "" && fmt.Sprint(c.Shape.Points) != tt.want {
				t.Errorf("%s %v, want %s %v", c.Shape.Kind, c.Shape.Points, tt.kind, tt.want)
			}
			if c.Position != (level.Vec{X: 16, Y: 8}) {
				t.Errorf("at %v", c.Position)
			}
		})
	}
}

// A shape that should be repeated is stretched, with a note unless the box is one tile.
func TestRepeatedShapes(t *testing.T) {
	t.Parallel()
	const corner = `{"x":-1,"y":1},{"x":1,"y":1},{"x":-1,"y":-1}`
	const square = corner + `,{"x":1,"y":1},{"x":-1,"y":-1},{"x":1,"y":-1}`
	for _, tt := range []struct {
		points, tiling string
		want           bool
	}{
		{corner, `"tileX":true,"tileY":false`, true},
		{corner, `"tileX":false,"tileY":true`, false},
		{corner, `"tileX":false,"tileY":false`, false},
		{square, `"tileX":true,"tileY":true`, false},
	} {
		files := fstest.MapFS{"p.ogmo": {Data: []byte(`{"levelPaths":[],"layers":[{"exportID":"a"}],"entities":[{"exportID":"t",` +
			`"name":"T","size":{"x":16,"y":16},"origin":{"x":0,"y":0},"tileSize":{"x":16,"y":16},` + tt.tiling +
			`,"shape":{"label":"x","points":[` + tt.points + `]}}]}`)}}
		res := imported(t, oneLayer(`"entities":[{"name":"T","id":1,"_eid":"t","x":0,"y":0,"width":64}]`), files,
			importers.Options{})
		const note = "note: l.json: stretched one drawn shape over the box of 1 entity instead of repeating it"
		if got := fmt.Sprint(res.Issues); strings.Contains(got, note) != tt.want {
			t.Errorf("%s of %s: issues %s, want the note: %t", tt.tiling, tt.points, got, tt.want)
		}
	}
}

// Trap 9: a layer's offset does not move entities, a level's offset moves everything, and coordinates may be fractions.
func TestOffsets(t *testing.T) {
	t.Parallel()
	data := `{"ogmoVersion":"3.3.0","width":32,"height":32,"offsetX":1000,"offsetY":-500,"layers":[
		{"name":"E","_eid":"a","offsetX":7,"offsetY":7,"gridCellWidth":16,"gridCellHeight":16,"entities":[{"name":"X","id":1,"x":1.25,"y":2.5,"width":4,"height":4,"originX":0,"originY":0,"nodes":[{"x":3.5,"y":0}]}]},
		{"name":"G","_eid":"b","offsetX":-4,"offsetY":3,"gridCellWidth":16,"gridCellHeight":16,"grid":["1"]},
		{"name":"T","_eid":"c","offsetX":5,"offsetY":-6,"gridCellWidth":16,"gridCellHeight":16,"tileset":"t","data":[0]}]}`
	res := imported(t, data, nil, importers.Options{
		Mode:    importers.Cells,
		Mapping: &importers.Mapping{Rules: []importers.Rule{{Layer: "T", Mode: importers.Cells}}},
	})
	got := colliders(res)
	for id, want := range map[string]level.Vec{"1": {X: 1003.25, Y: -495.5}, "1.nodes": {X: 1001.25, Y: -497.5}} {
		if c := got[id]; c == nil || c.Position != want {
			t.Errorf("%q is at %v, want %v", id, c, want)
		}
	}
	for c := range res.Document.Colliders() {
		if want, ok := map[string]level.Vec{"G": {X: 1004, Y: -489}, "T": {X: 1013, Y: -498}}[c.Source.Layer]; ok &&
			c.Position != want {
			t.Errorf("the cell of %q is at %v, want %v", c.Source.Layer, c.Position, want)
		}
	}
	if n := res.Document.Len(); n != 4 {
		t.Errorf("%d colliders, want 4", n)
	}
}

// Trap 10: the first layer is the topmost; versions may end in words.
func TestLayerOrderAndVersions(t *testing.T) {
	t.Parallel()
	data := `{"ogmoVersion":"3.4.0-hubol","width":32,"height":32,"layers":[{"name":"top","_eid":"a","gridCellWidth":16,"gridCellHeight":16,"grid":["1"]},{"name":"bottom","_eid":"b","gridCellWidth":16,"gridCellHeight":16,"grid":["1"]}]}`
	var names []string
	for _, l := range imported(t, data, nil, importers.Options{}).Document.Layers() {
		names = append(names, l.Name)
	}
	if want := []string{"l/bottom", "l/top"}; !slices.Equal(names, want) {
		t.Errorf("layers from the lowest: %q, want %q", names, want)
	}
	for s, want := range map[string]version{
		"3.4.0-hubol": {3, 4, 0}, "3.3.0": {3, 3, 0}, "": {}, "x.y": {}, "3": {3},
		"3.10.2.1": {3, 10, 2},
	} {
		if got := parseVersion(s); got != want {
			t.Errorf("parseVersion(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestNodes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		display int
		nodes   string
		want    []string
	}{
		{0, `{"x":20,"y":10},{"x":20,"y":30}`, []string{"1.nodes chain (10, 10) [(0, 0) (10, 0) (10, 20)]"}},
		{1, `{"x":20,"y":10},{"x":20,"y":30}`, []string{"1.nodes chain closed (10, 10) [(0, 0) (10, 0) (10, 20)]"}},
		{1, `{"x":20,"y":10}`, []string{"1.nodes chain (10, 10) [(0, 0) (10, 0)]"}},
		{2, `{"x":20,"y":10},{"x":20,"y":30}`, []string{
			"1.nodes[0] chain (10, 10) [(0, 0) (10, 0)]",
			"1.nodes[1] chain (10, 10) [(0, 0) (10, 20)]",
		}},
		{3, `{"x":20,"y":10},{"x":20,"y":30}`, []string{
			"1.nodes[0] point (20, 10) []",
			"1.nodes[1] point (20, 30) []",
		}},
		{0, `{"x":10,"y":10}`, []string{"1.nodes point (10, 10) []"}},
		{0, `{"x":10,"y":10},{"x":12,"y":10},{"x":12,"y":10}`, []string{"1.nodes chain (10, 10) [(0, 0) (2, 0)]"}},
		{0, `7,{"x":"a","y":10}`, nil},
	} {
		files := fstest.MapFS{"p.ogmo": {Data: fmt.Appendf(nil,
			`{"levelPaths":[],"layers":[{"exportID":"a"}],"entities":[{"exportID":"t","name":"T","size":{"x":4,"y":4},"origin":{"x":0,"y":0},"nodeDisplay":%d}]}`, tt.display)}}
		res := imported(t, oneLayer(`"entities":[{"name":"T","id":1,"_eid":"t","x":10,"y":10,"nodes":[`+tt.nodes+`]}]`),
			files, importers.Options{})
		var got []string
		for c := range res.Document.Colliders() {
			if c.Source.ID == "1" {
				continue
			}
			closed := ""
			if c.Shape.Closed {
				closed = " closed"
			}
			got = append(got, fmt.Sprintf("%s %s%s %v %v", c.Source.ID, c.Shape.Kind, closed, c.Position,
				c.Shape.Points))
			if c.Role != level.Trigger {
				t.Errorf("%s is %s", c.Source.ID, c.Role)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("display %d, nodes %s:\n got %q\nwant %q", tt.display, tt.nodes, got, tt.want)
		}
	}
}

// An entity without a name or an id gets its template's name, or a unique name and id.
func TestEntitiesWithoutANameOrAnID(t *testing.T) {
	t.Parallel()
	const box = `"x":10,"y":10,"width":8,"height":8,"originX":0,"originY":0`
	res := imported(t, oneLayer(`"entities":[{`+box+`},{"id":7,`+box+`},{`+box+`},{"name":"Jar",`+box+
		`},{"name":"Jar","id":"x",`+box+`}]`), nil, importers.Options{})
	var got []string
	for c := range res.Document.Colliders() {
		got = append(got, c.Name+" "+c.Source.ID)
	}
	if want := []string{"Entity Entity#1", "Entity 7", "Entity Entity#2", "Jar Jar#1", "Jar Jar#2"}; !slices.Equal(got,
		want) {
		t.Errorf("entities = %q, want %q", got, want)
	}
}

// Every array and export mode gives the same result.
func TestTileModes(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join(samples, "levels/deep/one.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rules []importers.Rule
	for _, name := range []string{"tiles", "tiles2", "tilesC", "tilesC2"} {
		rules = append(rules, importers.Rule{Layer: name, Mode: importers.Cells})
	}
	src := importers.NewSourceIn("l.json", data, os.DirFS(samples), "levels/deep")
	res, err := New().Import(context.Background(), src, importers.Options{Mapping: &importers.Mapping{Rules: rules}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for c := range res.Document.Colliders() {
		if strings.HasPrefix(c.Source.Layer, "tiles") {
			got[c.Source.Layer] = append(got[c.Source.Layer], fmt.Sprintf("%d at %v", c.Source.Value, c.Position))
		}
	}
	want := []string{
		"0 at (24, 8)", "1 at (40, 8)", "5 at (8, 40)", "5 at (24, 40)", "5 at (40, 40)", "5 at (56, 40)",
		"5 at (72, 40)",
	}
	for _, name := range []string{"tiles", "tiles2", "tilesC", "tilesC2"} {
		if d := cmp.Diff(want, got[name]); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestEntityRules(t *testing.T) {
	t.Parallel()
	m, err := importers.ReadMapping(strings.NewReader(`entities:
  - {name: "Enemy*", role: trigger, body: kinematic, tags: [foe], categories: [foes]}
  - {field: hp, is: 3, body: dynamic, role: solid, radius: 2}
  - {field: secret, ignore: true}
  - {layer: L, name: Door, role: one-way, one_way: [1, 0]}
`), "m.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const box = `,"x":10,"y":10,"width":8,"height":8,"originX":0,"originY":0`
	res := imported(t, oneLayer(`"entities":[{"name":"EnemyBat","id":1`+box+`},{"name":"Jar","id":2,"values":{"hp":3}`+
		box+`},{"name":"Jar","id":3,"values":{"secret":true}`+box+`,"nodes":[{"x":1,"y":1}]},{"name":"Door","id":4`+box+
		`},{"name":"Wall","id":5,"values":{"secret":false}`+box+`}]`),
		nil, importers.Options{Mapping: m})
	got := colliders(res)
	if c := got["1"]; c.Body != level.Kinematic || c.Role != level.Trigger || !slices.Equal(c.Tags, []string{"foe"}) ||
		!slices.Equal(c.Categories, []string{"foes"}) {
		t.Errorf("EnemyBat is %+v", c)
	}
	if c := got["2"]; c.Body != level.Dynamic || c.Role != level.Solid || c.Shape.Radius != 2 {
		t.Errorf("the jar with 3 hp is %+v", c)
	}
	if got["3"] != nil || got["3.nodes"] != nil || !hasIssue(res, importers.Note, "left out 1 entity") {
		t.Errorf("the secret jar came in; issues %v", res.Issues)
	}
	if c := got["4"]; c.Role != level.OneWay || c.OneWay != (level.Vec{X: 1}) {
		t.Errorf("the door is %+v", c)
	}
	if c := got["5"]; c.Role != level.Solid {
		t.Errorf("the wall is %+v", c)
	}
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, data, want string }{
		{"nothing", ``, "JSON"},
		{"cut short", "{\n\"layers\":[", "l.json:2:"},
		{"a list", `[]`, "object"},
		{"other JSON", `{"a":1}`, "layers"},
		{"no size", `{"ogmoVersion":"3","layers":[]}`, "width"},
		{"a huge size", `{"width":1e9,"height":1,"layers":[]}`, "width"},
		{"a size beyond a double", `{"width":1e999,"height":1,"layers":[]}`, "width"},
		{"a far place", `{"width":1,"height":1,"offsetX":1e9,"layers":[]}`, "offsetX"},
		{"a far layer", `{"width":1,"height":1,"layers":[{"offsetY":-1e300}]}`, "layers[0].offsetX"},
		{"absurd rows", oneLayer(`"grid2D":[[` + strings.Repeat(`"0",`, 5000) + `"0"],` + strings.Repeat(`[],`, 5000) +
			`[]]`), "limit"},
	} {
		_, err := New().Import(context.Background(), importers.NewSource("l.json", []byte(tt.data), nil),
			importers.Options{})
		var e *importers.Error
		if !errors.As(err, &e) || e.File != "l.json" || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want an error that says %q", tt.name, err, tt.want)
		}
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
		{"a null layer", `{"width":1,"height":1,"layers":[null]}`, 0, importers.Loss, "layers[0]: this layer is null"},
		{"too few cells", oneLayer(`"grid":["1"]`), 1, importers.Loss, "1 value for 4 by 2 cells"},
		{"too many cells", oneLayer(`"grid":["1",0,0,0,0,0,0,0,"1"]`), 2, importers.Loss, "9 values for 4 by 2 cells"},
		{
			"an empty layer", `{"width":1,"height":1,"layers":[{}]}`, 0, importers.Loss,
			"layers[0]: this layer has neither",
		},
		{"no cell size", `{"width":8,"height":8,"layers":[{"grid":["1"]}]}`, 1, importers.Warning, "gridCellWidth"},
		{"odd cells", oneLayer(`"grid":[1,null,[],""]`), 1, importers.Loss, "3 cells"},
		{"odd tiles", oneLayer(`"data":["a",1.5,3]`), 0, importers.Loss, "2 invalid tile values"},
		{
			"tiles far away", oneLayer(`"data":[1048576,1048577,-1048576,-1048577]`), 0, importers.Loss,
			"2 invalid tile values",
		},
		{
			"odd coordinates", oneLayer(`"dataCoords":[[1],[0,-1],3,[-1],[1,1],[999,0],[1000,0]]`), 0,
			importers.Loss, "4 invalid tile values",
		},
		{
			"an entity that is null", oneLayer(`"entities":[null]`), 0, importers.Loss,
			"entities[0]: this entity is null",
		},
		{"an entity nowhere", oneLayer(`"entities":[{"name":"a"}]`), 0, importers.Loss, "entities[0].x"},
		{"an entity far away", oneLayer(`"entities":[{"x":1e9,"y":0}]`), 0, importers.Loss, "entities[0].x"},
		{
			"an entity of no size", oneLayer(`"entities":[{"x":1,"y":0,"width":-1}]`), 0, importers.Loss,
			"entities[0].width",
		},
		{
			"a flat entity", oneLayer(`"entities":[{"x":1,"y":0,"width":0,"height":1,"originX":0,"originY":0}]`), 1,
			importers.Warning, "project was not found",
		},
		{
			"an id twice", oneLayer(`"entities":[{"id":1,"x":1,"y":0},{"id":1,"x":1,"y":0}]`), 2, importers.Warning,
			"entities[1].id",
		},
		{"no angle", oneLayer(`"entities":[{"x":1,"y":0,"rotation":"up"}]`), 0, importers.Loss, "rotation"},
		{
			"a value beyond a double", oneLayer(`"entities":[{"x":1,"y":0,"values":{"a":1e999}}]`), 1, importers.Loss,
			"values.a",
		},
		{
			"a level's value beyond a double", `{"width":1,"height":1,"values":{"a":1e999},"layers":[]}`, 0,
			importers.Loss, "the level's value \"a\" cannot be kept",
		},
		{
			"cells without a row's length",
			`{"width":0,"height":0,"layers":[{"gridCellWidth":8,"gridCellHeight":8,"grid":["1","1"]}]}`, 1,
			importers.Warning, "one row",
		},
	} {
		res := imported(t, tt.data, nil, importers.Options{})
		if res.Document.Len() != tt.colliders || !hasIssue(res, tt.severity, tt.issue) {
			t.Errorf("%s: %d colliders, want %d; issues %v, want %s: %s", tt.name, res.Document.Len(), tt.colliders,
				res.Issues, tt.severity, tt.issue)
		}
	}
}

func FuzzImport(f *testing.F) {
	for _, name := range sampleFiles {
		data, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(oneLayer(`"grid":["1","0","2","1"]`)))
	f.Add([]byte(oneLayer(`"data":[1,-1],"tileFlags":[1,7]`)))
	f.Add([]byte(strings.Replace(oneLayer(`"data":[1,-1,3],"tileFlags":[1,7]`), `"L"`, `"walls"`, 1)))
	f.Add([]byte(oneLayer(`"entities":[{"name":"X","id":1,"_eid":"n4","x":1.5,"y":0,"width":4,"height":4,"rotation":3,"nodes":[{"x":1,"y":2}]}]`)))
	files := os.DirFS(samples)
	m := &importers.Mapping{Rules: []importers.Rule{
		{Layer: "tiles"},
		{Layer: "L", Effect: importers.Effect{Radius: 2}},
	}}
	f.Fuzz(func(t *testing.T, data []byte) {
		testkit.FuzzImporter(t, New(), func() *importers.Source {
			return importers.NewSourceIn("l.json", data, files, "levels")
		}, importers.Options{Mapping: m, Pictures: true})
	})
}
