package tiled

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/testkit"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

const worldSample = "world/islands.world"

func TestWorldFormat(t *testing.T) {
	t.Parallel()
	testkit.RunSamples(t, New(), []testkit.Sample{{Name: worldSample, Path: worldSample, Files: os.DirFS(samples)}})
}

func TestWorldGolden(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join(samples, worldSample))
	if err != nil {
		t.Fatal(err)
	}
	res, err := New().Import(context.Background(), importers.NewSourceIn(worldSample, data, os.DirFS(samples), "world"),
		importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	testkit.CompareGolden(t, "testdata/islands.world.golden", testkit.DumpImport(res), *update)
}

// roomMap returns a map of one object, which has the same id in every map.
func roomMap(name string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(mapOf(`<objectgroup id="1" name="Walls"><object id="1" name="` + name +
		`" x="2" y="4" width="8" height="8"/></objectgroup>`))}
}

func importedWorld(data string, files fstest.MapFS, opts importers.Options) (*importers.Result, error) {
	return New().Import(context.Background(), importers.NewSource("w.world", []byte(data), files), opts)
}

// placesOf lists a world's colliders: level/layer/name with id and position.
func placesOf(res *importers.Result) []string {
	var out []string
	for c := range res.Document.Colliders() {
		out = append(out, fmt.Sprintf("%s %s#%s at %v", res.Document.Layer(c.Layer).Name, c.Name, c.Source.ID,
			c.Position))
	}
	slices.Sort(out)
	return out
}

func TestWorlds(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"a.tmx": roomMap("A"), "b.tmx": roomMap("B"), "sub/a.tmx": roomMap("C"), "r_1_-2.tmx": roomMap("D"),
		"r_3_4.tmx": roomMap("E"), "r_5_6.png": {Data: []byte("x")},
		"broken.tmx": {Data: []byte("<map>\n<layer>")}, "r_x_y.tmx": roomMap("F"),
	}
	for _, tt := range []struct {
		name, data string
		levels     []string
		want       []string
		issue      string
	}{
		{
			"maps at their places", `{"type":"world","maps":[{"fileName":"a.tmx","x":100,"y":-50},{"fileName":"b.tmx"}]}`,
			nil,
			[]string{"a/Walls A#1 at (106, -42)", "b/Walls B#1 at (6, 8)"},
			"",
		},
		{"without its type", `{"maps":[{"fileName":"b.tmx"}]}`, nil, []string{"b/Walls B#1 at (6, 8)"}, ""},
		{
			"one of them", `{"type":"world","maps":[{"fileName":"a.tmx","x":100,"y":-50},{"fileName":"b.tmx"}]}`,
			[]string{"b"},
			[]string{"b/Walls B#1 at (6, 8)"},
			"",
		},
		{
			"one by its file", `{"type":"world","maps":[{"fileName":"a.tmx"},{"fileName":"sub/a.tmx"}]}`,
			[]string{"sub/a.tmx"},
			[]string{"sub/a.tmx/Walls C#1 at (6, 8)"},
			"",
		},
		{
			"two with the same name", `{"type":"world","maps":[{"fileName":"a.tmx"},{"fileName":"sub\\a.tmx","x":9}]}`, nil,
			[]string{"a.tmx/Walls A#1 at (6, 8)", "sub/a.tmx/Walls C#1 at (15, 8)"},
			"",
		},
		{
			"the others of a broken one",
			`{"type":"world","maps":[{"fileName":"broken.tmx"},{"fileName":"gone.tmx"},{"fileName":"b.tmx"}]}`,
			[]string{"b"},
			[]string{"b/Walls B#1 at (6, 8)"},
			"",
		},
		{
			"all but one that is not there",
			`{"type":"world","maps":[{"fileName":"a.tmx"},{"fileName":"gone.tmx","x":32}]}`, nil,
			[]string{"a/Walls A#1 at (6, 8)"},
			`loss: w.world: maps[1]: the map "gone.tmx" does not exist; it was left out`,
		},
		{
			"all but a broken one", `{"type":"world","maps":[{"fileName":"broken.tmx"},{"fileName":"a.tmx"}]}`, nil,
			[]string{"a/Walls A#1 at (6, 8)"},
			`loss: w.world: maps[0]: the map: broken.tmx:2`,
		},
		{
			"all but one that leads out", `{"type":"world","maps":[{"fileName":"../a.tmx"},{"fileName":"a.tmx"}]}`, nil,
			[]string{"a/Walls A#1 at (6, 8)"},
			`loss: w.world: maps[0]: the map "../a.tmx" was left out: `,
		},
		{
			"all but one without a place",
			`{"type":"world","maps":[{"fileName":"b.tmx","x":"left"},{"fileName":"b.tmx","y":1e9},{"fileName":"a.tmx"}]}`, nil,
			[]string{"a/Walls A#1 at (6, 8)"},
			`loss: w.world: maps[0]: the map "b.tmx" was left out: x: "left" is not a coordinate`,
		},
		{"a pattern without a place", `{"type":"world","maps":[{"fileName":"a.tmx"}],"patterns":[{"regexp":"(r)_(x)","offsetX":"left"}]}`, nil, []string{"a/Walls A#1 at (6, 8)"}, `loss: w.world: patterns[0]: its maps were left out: offsetX: "left" is not a coordinate`},
		{"a pattern without maps", `{"type":"world","maps":[{"fileName":"a.tmx"}],"patterns":[{"regexp":"NONE-(\\d+)-(\\d+)","multiplierX":5e300,"offsetY":-5e300}]}`, nil, []string{"a/Walls A#1 at (6, 8)"}, `no map in the world's folder matches the regular expression "NONE-`},
		{
			"patterns of no maps", `{"type":"world","patterns":[{"regexp":"r_(5)_(6)"},{"regexp":"R_(.)_(.)"}]}`, nil, nil,
			`[warning: w.world: patterns[0]: no map in the world's folder matches the regular expression "r_(5)_(6)" ` +
				`warning: w.world: patterns[1]: no map in the world's folder matches the regular expression "R_(.)_(.)"]`,
		},
		{
			"no maps", `{"type":"world","maps":[]}`, nil, nil,
			"[warning: w.world: the file has no levels, so nothing was imported]",
		},
		{
			"a pattern of maps too far away",
			`{"type":"world","patterns":[{"regexp":"r_(3)_(4)","multiplierX":5e7},{"regexp":"r_(\\d+)_(-\\d+)"}]}`, nil,
			[]string{"r_1_-2/Walls D#1 at (7, 6)"},
			`it puts "r_3_4.tmx" at (1.5e+08, 4), beyond the limit`,
		},
		{"a pattern", `{"type":"world","patterns":[{"regexp":"r_(-?\\d+)_(-?\\d+)\\.tmx","multiplierX":100,"multiplierY":10,"offsetX":1,"offsetY":2}]}`, nil, []string{"r_1_-2/Walls D#1 at (107, -10)", "r_3_4/Walls E#1 at (307, 50)"}, ""},
		{
			"what it does not say", `{"type":"world","patterns":[{"regexp":"r_(\\d+)_(\\d+)"}]}`, nil,
			[]string{"r_3_4/Walls E#1 at (9, 12)"},
			"",
		},
		{
			"the first pattern, and maps before them",
			`{"type":"world","maps":[{"fileName":"r_3_4.tmx"}],"patterns":[{"regexp":"r_(1)_-(2)","offsetX":5},{"regexp":"r_(\\d+)_-(\\d+)"}]}`, nil,
			[]string{"r_1_-2/Walls D#1 at (12, 10)", "r_3_4/Walls E#1 at (6, 8)"},
			"",
		},
		{
			"no numbers", `{"type":"world","patterns":[{"regexp":"r_(x)_(y)"}]}`, nil,
			[]string{"r_x_y/Walls F#1 at (6, 8)"},
			"",
		},
		{
			"an expression that Go has not", `{"type":"world","patterns":[{"regexp":"(?=a)(b)(c)"}]}`, nil, nil,
			`loss: w.world: patterns[0]: the regular expression "(?=a)(b)(c)" is not understood`,
		},
		{"one group", `{"type":"world","patterns":[{"regexp":"r_(x)"}]}`, nil, nil, "has 1 group and needs two"},
		{
			"a map that stands twice", `{"type":"world","maps":[{"fileName":"a.tmx","x":1},{"fileName":"./a.tmx","x":2}]}`,
			nil,
			[]string{"a/Walls A#1 at (7, 8)"},
			"is listed twice",
		},
		{
			"a map without a name", `{"type":"world","maps":[{"x":1}]}`, nil, nil,
			"loss: w.world: maps[0]: this map has no fileName",
		},
		{
			"properties", `{"type":"world","maps":[],"properties":[{"name":"a"}]}`, nil, nil,
			"the world's own properties",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !New().Sniff("w.world", []byte(tt.data)) {
				t.Error("the world is not recognized")
			}
			res, err := importedWorld(tt.data, files, importers.Options{Levels: tt.levels})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, placesOf(res)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if got := fmt.Sprint(res.Issues); tt.issue == "" && len(res.Issues) > 0 ||
				!strings.Contains(got, tt.issue) {
				t.Errorf("issues %s, want %s", got, tt.issue)
			}
		})
	}
}

// A fault in a world or in one of its maps is an error of the world, which names the map.
func TestBadWorlds(t *testing.T) {
	t.Parallel()
	large := `<map width="4000" height="4000" tilewidth="1" tileheight="1"><layer id="1" name="L" width="4000" height="4000"><data encoding="base64" compression="zlib">` + zeros(4*4000*4000) + `</data></layer></map>`
	files := fstest.MapFS{
		"broken.tmx": {Data: []byte("<map>\n<layer>")}, "set.tmx": {Data: []byte(`<tileset tilewidth="1"/>`)},
		"l1.tmx": {Data: []byte(large)}, "l2.tmx": {Data: []byte(large)},
		"cycle.tmx": {Data: []byte(objectsOf(`<object id="3" template="a.tx"/>`))},
		"a.tx":      {Data: []byte(`<template><object template="a.tx"/></template>`)},
	}
	for _, tt := range []struct{ name, data, want string }{
		{
			"a map that is not there", "{\"type\":\"world\",\"maps\":[\n{\"fileName\":\"gone.tmx\"}]}",
			`w.world:2: maps[0]: the map "gone.tmx" does not exist`,
		},
		{
			"one map of two, in a re-import", `{"type":"world","maps":[{"fileName":"l1.tmx"},{"fileName":"gone.tmx"}]}`,
			`maps[1]: the map "gone.tmx" does not exist`,
		},
		{"a broken map", `{"type":"world","maps":[{"fileName":"broken.tmx"}]}`, "maps[0]: the map: broken.tmx:2: "},
		{"no map", `{"type":"world","maps":[{"fileName":"set.tmx"}]}`, "set.tmx: tileset: this is a Tiled tileset"},
		{
			"an object of a map", `{"type":"world","maps":[{"fileName":"cycle.tmx"}]}`,
			"w.world: cycle.tmx: object 3: template",
		},
		{
			"too many cells together", `{"type":"world","maps":[{"fileName":"l1.tmx"},{"fileName":"l2.tmx"}]}`,
			"tiles of all layers together exceed the limit",
		},
		{"no such level", `{"type":"world","maps":[]}`, "no level named"},
		{"no JSON", `{"type":"world","maps":[`, "not valid JSON"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opts := importers.Options{}
			switch tt.name {
			case "no such level":
				opts.Levels = []string{"x"}
			case "one map of two, in a re-import":
				opts.Again = true
			}
			_, err := importedWorld(tt.data, files, opts)
			var e *importers.Error
			if !errors.As(err, &e) || e.File != "w.world" || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// A tileset that several maps share has the same numbers in all of them, for rules and re-imports, whatever its first
// gid in each map. Its file is read once.
func TestTilesetsOfWorlds(t *testing.T) {
	t.Parallel()
	layer := func(sets, gids string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(mapOf(sets +
			`<layer id="1" name="L" width="2" height="2"><data encoding="csv">` + gids + `</data></layer>`))}
	}
	set := `<tileset name="t" tilewidth="16" tileheight="16" tilecount="8"><tile id="3"><objectgroup><object id="1" x="0" y="8" width="16" height="4"/></objectgroup></tile></tileset>`
	files := fstest.MapFS{
		"t.tsx":   {Data: []byte(set)},
		"a.tmx":   layer(`<tileset firstgid="1" source="t.tsx"/>`, "4,0,0,0"),
		"s/b.tmx": layer(`<tileset firstgid="1" name="own" tilewidth="16" tileheight="16" tilecount="5"/><tileset firstgid="6" source="../t.tsx"/>`, "0,9,0,0"),
	}
	src := importers.NewSource("w.world",
		[]byte(`{"type":"world","maps":[{"fileName":"a.tmx"},{"fileName":"s/b.tmx","x":64}]}`), files)
	three := 3
	rules := &importers.Mapping{Rules: []importers.Rule{{Layer: "L", Value: &three}}}
	res, err := New().Import(context.Background(), src, importers.Options{Mapping: rules})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for c := range res.Document.Colliders() {
		got = append(got, fmt.Sprint(c.Source.Level, " ", c.Source.Value, " at ", c.Position))
	}
	if d := cmp.Diff([]string{"a 3 at (0, 0)", "b 3 at (80, 0)"}, got); d != "" {
		t.Error(d)
	}
	m := res.Document.Settings().Imports[0]
	if got, want := fmt.Sprint(m.Tilesets), "[{t.tsx 0} {own 8}]"; got != want {
		t.Errorf("tilesets %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(m.Reads), "[a.tmx s/b.tmx t.tsx]"; got != want {
		t.Errorf("the import read %s, want %s", got, want)
	}
}

// Numbers in map names have 32 bits, as in Tiled.
func TestNumbersInNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"0": 0, "-7": -7, "2147483647": math.MaxInt32, "-2147483648": math.MinInt32, "2147483648": 0, "4294967295": 0,
		"": 0, "1.5": 0,
	} {
		if got := numberIn(text); got != want {
			t.Errorf("%q = %g, want %g", text, got, want)
		}
	}
}
