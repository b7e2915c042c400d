package ldtk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fillet/importers"
)

// tagged returns a project with one level of 4 by 1 cells and a tileset whose tiles 1 and 2 have enum tags.
func tagged(layers string) string {
	return `{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":16,
		"defs":{"layers":[{"uid":9,"identifier":"Cells","gridSize":16,"intGridValues":[{"value":1,"identifier":"rock"},{"value":2,"identifier":"Ladder"},{"value":3,"identifier":"moss_decal"}]},
			{"uid":8,"identifier":"Decals","gridSize":16,"intGridValues":[{"value":1,"identifier":"moss"}]},
			{"uid":7,"identifier":"Old","gridSize":16,"autoTilesetDefUid":5}],
		"entities":[],"tilesets":[{"uid":5,"tileGridSize":16,"pxWid":54,"padding":1,"spacing":2,"enumTags":[{"enumValueId":"Solid","tileIds":[1]},{"enumValueId":"Spikes","tileIds":[2]}]}]},
		"levels":[{"identifier":"A","iid":"A","worldX":0,"worldY":0,"pxWid":64,"pxHei":16,"layerInstances":[` + layers + `]}]}`
}

func tilesOf(name, key string, ids ...int) string {
	var list []string
	for x, id := range ids {
		if id >= 0 {
			list = append(list, fmt.Sprintf(`{"px":[%d,0],"src":[0,0],"f":0,"t":%d,"a":1}`, 16*x, id))
		}
	}
	return `{"__identifier":"` + name + `","__gridSize":16,"__cWid":4,"__cHei":1,"__tilesetDefUid":5,"` + key + `":[` +
		strings.Join(list, ",") + `]}`
}

func cellsOf(name string, def int, csv string) string {
	return fmt.Sprintf(`{"__identifier":%q,"layerDefUid":%d,"__gridSize":16,"__cWid":4,"__cHei":1,"intGridCsv":[%s]}`,
		name, def, csv)
}

func TestTilesBecomeCells(t *testing.T) {
	t.Parallel()
	const mapped = "rules:\n  - {layer: Stage, merge: stage}\n  - {field: Spikes, role: trigger, tags: [ouch]}\n"
	for _, tt := range []struct {
		name, layers, mapping string
		want                  []string
	}{
		{
			"enum tags", tilesOf("Stage", "gridTiles", 1, 1, 0, 2), "",
			[]string{"solid Stage [] 2", "trigger spike [spike] 1"},
		},
		{
			"of tiles that rules have put", tilesOf("Stage", "autoLayerTiles", 1, 1, 0, 2), "",
			[]string{"solid Stage [] 2", "trigger spike [spike] 1"},
		},
		{"pictures of solid values", tilesOf("Stage", "autoLayerTiles", 1, 1, 0, 2) + "," + cellsOf("Cells", 9,
			"1,1,0,0"), "", []string{"solid rock [] 2"}},
		{"tiles beside solid values", tilesOf("Stage", "gridTiles", -1, -1, -1, 1) + "," + cellsOf("Cells", 9,
			"1,1,0,0"), "", []string{"solid Stage [] 1", "solid rock [] 2"}},
		{
			"the layer's name", tilesOf("Wall_tiles", "gridTiles", 3, 4, -1, 2), "",
			[]string{"solid Wall_tiles [] 2", "trigger spike [spike] 1"},
		},
		{
			"the picture of walls", tilesOf("Walls", "gridTiles", 3, 4, -1, -1) + "," + cellsOf("Cells", 9, "1,1,0,0"), "",
			[]string{"solid rock [] 2"},
		},
		{
			"rules", tilesOf("Stage", "gridTiles", 3, 2, -1, 4) + "," + tilesOf("More", "gridTiles", 3, 2, -1, 4), mapped,
			[]string{"solid stage [] 1", "solid stage [] 2", "trigger Spikes [ouch] 1"},
		},
		{"a solid tile over others", `{"__identifier":"S","__gridSize":16,"__cWid":4,"__cHei":1,"__tilesetDefUid":5,"gridTiles":[{"px":[0,0],"t":1},{"px":[0,0],"t":2},{"px":[16,0],"t":2},{"px":[16,0],"t":0}]}`, "", []string{"solid S [] 1", "trigger spike [spike] 1"}},
		{
			"tiles of format 0.5",
			`{"__identifier":"Old","layerDefUid":7,"__gridSize":16,"__cWid":4,"__cHei":1,"gridTiles":[` +
				`{"px":[0,0],"src":[19,1],"d":[0,1]},{"px":[16,0],"src":[37,1]},{"px":[32,0],"src":[1,19]},` +
				`{"px":[48,0],"src":[-17,19]}]}`,
			"rules:\n  - {layer: Old, value: 3}\n  - {field: Spikes, role: trigger}\n  - {field: Solid}\n",
			[]string{"solid Old 3 [] 1", "solid Solid [] 1", "trigger Spikes [] 1"},
		},
		{
			"values by name", cellsOf("Cells", 9, "1,2,3,3"), "",
			[]string{"solid rock [] 1", "trigger Ladder [ladder] 1"},
		},
		{
			"values of a layer of scenery", cellsOf("Decals", 8, "1,1,0,0") + "," + cellsOf("Cells", 9, "1,0,0,0"), "",
			[]string{"solid rock [] 1"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opts := importers.Options{}
			if tt.mapping != "" {
				var err error
				if opts.Mapping, err = importers.ReadMapping(strings.NewReader(tt.mapping), "m.yaml"); err != nil {
					t.Fatal(err)
				}
			}
			res, err := New().Import(t.Context(), importers.NewSource("w.ldtk", []byte(tagged(tt.layers)), nil), opts)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for c := range res.Document.Colliders() {
				size := 0.0
				for i, p := range c.Shape.Points {
					size += p.Cross(c.Shape.Points[(i+1)%len(c.Shape.Points)]) / 512
				}
				got = append(got, fmt.Sprintf("%s %s %v %g", c.Role, c.Name, c.Tags, size))
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}

// Cells that are left out because of their name are reported, and a rule can import them.
func TestSceneryIsNoted(t *testing.T) {
	t.Parallel()
	data := []byte(tagged(cellsOf("Decals", 8, "1,1,0,0") + "," + cellsOf("Cells", 9, "3,0,0,1")))
	res, err := New().Import(t.Context(), importers.NewSource("w.ldtk", data, nil), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `note: w.ldtk: left out 3 cells named like scenery: "Cells/moss_decal", "Decals/moss"`
	if !slices.ContainsFunc(res.Issues, func(i importers.Issue) bool { return i.String() == want }) {
		t.Errorf("issues = %v, want %s", res.Issues, want)
	}
	m := &importers.Mapping{Rules: []importers.Rule{{Layer: "Decals"}}}
	if res, err = New().Import(t.Context(), importers.NewSource("w.ldtk", data, nil),
		importers.Options{Mapping: m}); err != nil || res.Document.Len() != 2 {
		t.Errorf("with a rule there are %d colliders (%v), want 2", res.Document.Len(), err)
	}
}

// A layer of unnamed values holds no walls if the name of another layer marks it as the walls.
func TestLayersBesideTheWalls(t *testing.T) {
	t.Parallel()
	file := func(walls, value string) string {
		return `{"__header__":{"app":"LDtk"},"jsonVersion":"1.5.3","defs":{"layers":[
			{"uid":9,"__type":"IntGrid","identifier":"` + walls + `","gridSize":16,"intGridValues":[{"value":1}]},
			{"uid":8,"__type":"IntGrid","identifier":"Dirt","gridSize":16,"intGridValues":[{"value":1` + value + `}]}],"entities":[],"tilesets":[]},
			"levels":[{"identifier":"A","iid":"a","uid":1,"pxWid":32,"pxHei":16,"layerInstances":[
				{"__identifier":"` + walls + `","__type":"IntGrid","layerDefUid":9,"__gridSize":16,"__cWid":2,"__cHei":1,"intGridCsv":[1,0],"gridTiles":[],"autoLayerTiles":[],"entityInstances":[]},
				{"__identifier":"Dirt","__type":"IntGrid","layerDefUid":8,"__gridSize":16,"__cWid":2,"__cHei":1,"intGridCsv":[0,1],"gridTiles":[],"autoLayerTiles":[],"entityInstances":[]}]}]}`
	}
	for _, tt := range []struct {
		walls, value string
		defaults     int
		want         int
	}{
		{"Walls", "", 0, 1},
		{"Collisions", "", 0, 1},
		{"Stuff", "", 0, 2},
		{"Walls", `,"identifier":"stone"`, 0, 2},
		{"Walls", "", importers.WordDefaults, 2},
	} {
		src := importers.NewSource("w.ldtk", []byte(file(tt.walls, tt.value)), nil)
		res, err := New().Import(context.Background(), src, importers.Options{Defaults: tt.defaults})
		if err != nil {
			t.Fatal(err)
		}
		if res.Document.Len() != tt.want {
			t.Errorf("beside %q a value%s: %d colliders, want %d; %v", tt.walls, tt.value, res.Document.Len(), tt.want,
				res.Issues)
		}
		if got := fmt.Sprint(res.Issues); tt.want == 1 && !strings.Contains(got, `1 cell named like scenery: "Dirt"`) {
			t.Errorf("no note mentions it: %s", got)
		}
	}
}
