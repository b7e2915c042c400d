package tiled

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// readTiles imports a map and lists its imported cells: role, name, tags and area in tiles.
func readTiles(t *testing.T, data string, opts importers.Options) (*importers.Result, []string) {
	t.Helper()
	res, err := New().Import(t.Context(), importers.NewSource("m.tmx", []byte(data), nil), opts)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for c := range res.Document.Colliders() {
		if c.Source.ID == "" {
			area := 0.0
			for _, loop := range append([][]level.Vec{c.Shape.Points}, c.Shape.Holes...) {
				for i, p := range loop {
					area += p.Cross(loop[(i+1)%len(loop)]) / 2 / 256
				}
			}
			out = append(out, fmt.Sprintf("%s %s %v %g", c.Role, c.Name, c.Tags, area))
		}
	}
	slices.Sort(out)
	return res, out
}

func TestTilePropertiesBecomeCells(t *testing.T) {
	t.Parallel()
	want := []string{"one-way one-way [] 2", "solid World [] 4", "trigger ladder [ladder] 2", "trigger lava [lava] 2"}
	_, got := readTiles(t, fileOf(t, "testdata/tile-properties.tmx"), importers.Options{})
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	// The form of the same tile properties in JSON until Tiled 1.1.
	_, got = readTiles(t, `{"width":3,"height":1,"tilewidth":16,"tileheight":16,"layers":[{"type":"tilelayer","name":"World","width":3,"height":1,"data":[1,2,3]}],
		"tilesets":[{"firstgid":1,"name":"t","tilewidth":16,"tileheight":16,"tiles":{"1":{"terrain":[0]},"2":{"objectgroup":{"objects":[{"id":1,"x":0,"y":0,"polygon":[{"x":0,"y":0},{"x":16,"y":0},{"x":0,"y":16}]}]}}},"tileproperties":{"0":{"collides":true},"1":{"collides":true}}}]}`, importers.Options{})
	if want := []string{"solid World 1 [] 0.5", "solid World [] 2"}; !slices.Equal(got, want) {
		t.Errorf("the old JSON gives %q, want %q", got, want)
	}
}

func tileLayers(layers string) string {
	return `<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="6"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile><tile id="7" class="wall"/></tileset>` + layers + `</map>`
}

func tileLayer4(name, csv string) string {
	return `<layer name="` + name + `" width="4" height="2"><data encoding="csv">` + csv + `</data></layer>`
}

func TestLayersOfTilesByName(t *testing.T) {
	t.Parallel()
	const three = "1,2,0,0,3,0,0,0"
	for _, tt := range []struct {
		name, layers string
		want         []string
	}{
		{"a wall of any tiles is one outline", tileLayer4("Walls", three), []string{"solid Walls [] 3"}},
		{"platforms", tileLayer4("platformLayer", three), []string{"solid platformLayer [] 3"}},
		{"collisions", tileLayer4("main-collision", three), []string{"solid main-collision [] 3"}},
		{"one-way platforms", tileLayer4("OneWay Platforms", three), []string{"one-way OneWay Platforms [] 3"}},
		{"spikes", tileLayer4("Spikes", three), []string{"trigger spike [spike] 3"}},
		{"the ground may be painted", tileLayer4("ground", three), nil},
		{"a background wall", tileLayer4("BG Wall", three), nil},
		{"not outright", tileLayer4("no_collision", three), nil},
		{"no empty cell", tileLayer4("walls", "1,1,1,1,2,2,1,1"), nil},
		{"in a group of scenery", `<group name="Background">` + tileLayer4("walls", three) + `</group>`, nil},
		{
			"in a group that is outright", `<group name="Collision">` + tileLayer4("upper", three) + `</group>`,
			[]string{"solid upper [] 3"},
		},
		{
			"by the layer's property", strings.Replace(tileLayer4("upper", three), "<data",
				`<properties><property name="collides" type="bool" value="true"/></properties><data`, 1),
			[]string{"solid upper [] 3"},
		},
		{
			"drawn over outright tiles", tileLayer4("Collision", three) + tileLayer4("Walls", "1,0,0,0,1,0,0,0"),
			[]string{"solid Collision [] 3"},
		},
		{
			"beside outright tiles", tileLayer4("Collision", three) + tileLayer4("Platforms", "0,0,0,1,0,0,1,1"),
			[]string{"solid Collision [] 3", "solid Platforms [] 3"},
		},
		{"drawn below outright objects", tileLayer4("Walls", three) +
			`<objectgroup name="Collisions"><object id="1" x="0" y="0" width="32" height="16"/></objectgroup>`, nil},
		{
			"objects that are no collisions", tileLayer4("Walls", three) +
				`<objectgroup name="coins"><object id="1" x="0" y="0" width="32" height="16"/></objectgroup>`,
			[]string{"solid Walls [] 3"},
		},
		{"a tile's shape says what is solid", tileLayer4("Walls", "1,7,0,0,3,0,0,0"), []string{"solid Walls 1 [] 0"}},
		{"a tile's class says what is solid", tileLayer4("Walls", "1,8,0,0,3,0,0,0"), []string{"solid Walls [] 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, got := readTiles(t, tileLayers(tt.layers), importers.Options{})
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
			// Under the first defaults, these layers give nothing, so older levels stay unchanged.
			if _, got := readTiles(t, tileLayers(tt.layers),
				importers.Options{Defaults: importers.FirstDefaults}); got != nil {
				t.Errorf("the first defaults give %q", got)
			}
			hasSolid := false
			for c := range res.Document.Colliders() {
				hasSolid = hasSolid || c.Role != level.Trigger
			}
			if warns := hasIssue(res, importers.Warning, "nothing in it is solid"); warns == hasSolid ||
				warns != (res.Offer != nil) {
				t.Errorf("something is solid: %v; warned: %v; a rule is offered: %v", hasSolid, warns,
					res.Offer)
			}
		})
	}
}

// The suggested rule is a valid mapping file and makes something solid.
func TestOfferedRules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, layers, want, made string }{
		{
			"the only layer", tileLayer4("Tile Layer 1", "1,2,0,0,3,0,0,0"),
			`rules: [{layer: "Tile Layer 1", merge: "Tile Layer 1"}]`, "solid Tile Layer 1 [] 3",
		},
		{
			"the one with the most tiles", tileLayer4("a", "1,0,0,0,0,0,0,0") + tileLayer4("b", "1,2,0,0,3,0,0,0"),
			`rules: [{layer: b, merge: b}]`, "solid b [] 3",
		},
		{
			"a painted floor below", tileLayer4("a", "1,1,1,1,1,1,1,1") + tileLayer4("b", "1,2,0,0,3,0,0,0"),
			`rules: [{layer: b, merge: b}]`, "solid b [] 3",
		},
		{
			"scenery above", tileLayer4("b", "1,0,0,0,0,0,0,0") + tileLayer4("decor", "1,2,0,0,3,0,0,0"),
			`rules: [{layer: b, merge: b}]`, "solid b [] 1",
		},
		{
			"floors and walls in one", tileLayer4("all", "1,1,1,1,2,2,2,3"), `rules: [{layer: all, value: 1}]`,
			"solid all 1 [] 3",
		},
		{
			"in a group", `<group name="g">` + tileLayer4("a", "1,0,0,0,0,0,0,0") + `</group>`,
			`rules: [{layer: "g/a", merge: a}]`, "solid a [] 1",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, _ := readTiles(t, tileLayers(tt.layers), importers.Options{})
			if res.Offer == nil || res.Offer.Text() != tt.want {
				t.Fatalf("offered = %v, want %s", res.Offer, tt.want)
			}
			m, err := importers.ReadMapping(strings.NewReader(res.Offer.Text()), "offered.yaml")
			if err != nil {
				t.Fatal(err)
			}
			if res, got := readTiles(t, tileLayers(tt.layers), importers.Options{Mapping: m}); !slices.Equal(got,
				[]string{tt.made}) || res.Offer != nil {
				t.Errorf("the rule makes %q and offers %v, want %q", got, res.Offer, tt.made)
			}
		})
	}
}

// A property of a tile gives the role of its collision shape.
func TestPropertiesOfTilesWithShapes(t *testing.T) {
	t.Parallel()
	const shape = `<objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup>`
	property := func(name string) string {
		return `<properties><property name="` + name + `" type="bool" value="true"/></properties>` + shape
	}
	data := `<map orientation="orthogonal" width="4" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16">` +
		`<tile id="0">` + property("hazard") + `</tile><tile id="1" class="wall">` + property("oneWay") +
		`</tile><tile id="2">` + property("slippery") + `</tile></tileset>` +
		`<layer name="a" width="4" height="1"><data encoding="csv">1,2,3,0</data></layer></map>`
	for version, want := range map[int][]string{
		importers.FirstDefaults:  {"solid []", "solid []", "solid []"},
		importers.NewestDefaults: {"one-way []", "solid []", "trigger [hazard]"},
	} {
		res, _ := readTiles(t, data, importers.Options{Defaults: version})
		var got []string
		for c := range res.Document.Colliders() {
			got = append(got, fmt.Sprintf("%s %v", c.Role, c.Tags))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("defaults %d give %q, want %q", version, got, want)
		}
	}
}

// An invalid property of a tile or layer has no effect.
func TestOddPropertiesOfTiles(t *testing.T) {
	t.Parallel()
	const odd = `<properties><property name="hp" type="int" value="many"/><property name="collides" type="bool" value="true"/></properties>`
	res, got := readTiles(t, `<map orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0">`+odd+`</tile></tileset>`+
		`<layer name="a" width="2" height="1"><properties><property name="n" type="int" value="x"/></properties><data encoding="csv">1,0</data></layer></map>`, importers.Options{})
	if res.Losses() > 0 || !slices.Equal(got, []string{"solid a [] 1"}) {
		t.Errorf("found %q, with the issues %v", got, res.Issues)
	}
}

func TestRulesForFieldsOfTiles(t *testing.T) {
	t.Parallel()
	const tiles = `<map orientation="orthogonal" width="4" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16">
		<tile id="0"><properties><property name="ge_collide" type="bool" value="true"/></properties></tile>
		<tile id="1"><properties><property name="kind" value="mud"/></properties></tile>
		<tile id="2"><properties><property name="ge_collide" type="bool" value="false"/></properties></tile></tileset>` +
		`<layer name="a" width="4" height="1"><data encoding="csv">1,2,3,1</data></layer></map>`
	m, err := importers.ReadMapping(strings.NewReader("rules:\n  - {field: ge_collide}\n  - {field: kind, is: mud, "+
		"role: trigger, tags: [slow]}\n"), "m.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"solid a 0 [] 1", "solid a 0 [] 1", "trigger a 1 [slow] 1"}
	if res, got := readTiles(t, tiles, importers.Options{Mapping: m}); !slices.Equal(got, want) || res.Losses() > 0 {
		t.Errorf("found %q, want %q", got, want)
	}
	if _, err := importers.ReadMapping(strings.NewReader("rules:\n  - {layer: a, is: 3}\n"), "m.yaml"); err == nil ||
		!strings.Contains(err.Error(), `m.yaml:2:5: "is" needs the name of a field`) {
		t.Errorf("the error is %v", err)
	}
}

// All merging tiles of a layer are found as one entry, whose rule matches them all.
func TestFoundTilesOfALayer(t *testing.T) {
	t.Parallel()
	res, _ := readTiles(t, fileOf(t, "testdata/tile-properties.tmx"), importers.Options{})
	var got []string
	for _, f := range res.Found.Values {
		m := &importers.Mapping{Rules: []importers.Rule{f.Match()}}
		got = append(got, fmt.Sprintf("%s: %d tiles, %d cells, %s", f.Name, f.Tiles, f.Cells,
			strings.TrimSpace(m.String())))
	}
	want := []string{
		"World: 1 tiles, 3 cells, rules:\n  - {layer: World, field: collides}",
		"World: 1 tiles, 1 cells, rules:\n  - {layer: World, field: solid}",
		"lava: 1 tiles, 2 cells, rules:\n  - {layer: World, name: Lava}",
		"ladder: 1 tiles, 2 cells, rules:\n  - {layer: World, field: ladder}",
		"one-way: 1 tiles, 2 cells, rules:\n  - {layer: World, field: type}",
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func fileOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Walls may be very far apart in a map with few tiles.
func TestWallsFarApart(t *testing.T) {
	t.Parallel()
	const far = `<map orientation="orthogonal" infinite="1" width="1" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"/>` +
		`<layer name="Collision"><data encoding="csv"><chunk x="-50000" y="0" width="1" height="1">1</chunk><chunk x="50000" y="50000" width="1" height="1">1</chunk></data></layer>` +
		`<layer name="Walls"><data encoding="csv"><chunk x="0" y="0" width="1" height="1">1</chunk></data></layer></map>`
	_, got := readTiles(t, far, importers.Options{})
	if want := []string{"solid Collision [] 1", "solid Collision [] 1", "solid Walls [] 1"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
