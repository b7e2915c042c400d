package tiled

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/importers"

	"pgregory.net/rapid"
)

// shapedTiles is a tileset of 16 by 16 pixels: a whole tile, the lower half, slopes, a circle, a platform that is solid
// from above, tiles with a property and with a class, water, and a shape larger than its cell.
const shapedTiles = `<tileset firstgid="1" name="t" tilewidth="16" tileheight="16">
<tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
<tile id="1"><objectgroup><object id="1" x="0" y="8" width="16" height="8"/></objectgroup></tile>
<tile id="2"><objectgroup><object id="1" x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>
<tile id="3"><objectgroup><object id="1" x="0" y="0"><polygon points="0,0 16,16 0,16"/></object></objectgroup></tile>
<tile id="4"><objectgroup><object id="1" x="0" y="0" width="16" height="16"><ellipse/></object></objectgroup></tile>
<tile id="5"><objectgroup><object id="1" name="one way" x="0" y="0" width="16" height="4"/></objectgroup></tile>
<tile id="6"><objectgroup><object id="1" x="0" y="0" width="16" height="16"><properties><property name="speed" type="float" value="2"/></properties></object></objectgroup></tile>
<tile id="7" class="ice"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
<tile id="8"><objectgroup><object id="1" x="0" y="0" width="16" height="16"><properties><property name="solid" type="bool" value="false"/></properties></object></objectgroup></tile>
<tile id="12"><objectgroup><object id="1" name="one way" x="0" y="0"><polygon points="0,0 16,0 16,4 0,7"/></object></objectgroup></tile>
<tile id="10"><objectgroup><object id="1" x="0" y="0"><polygon points="0,0 16,0 16,16 0,16 0,0"/></object></objectgroup></tile>
<tile id="11"><objectgroup><object id="1" name="bow" x="0" y="0"><polygon points="0,0 16,16 16,0 0,16"/></object></objectgroup></tile>
<tile id="9"><objectgroup><object id="1" x="-4" y="-6" width="24" height="10"/><object id="2" x="2" y="2" width="8" height="12"/></objectgroup></tile>
</tileset>`

func rowsOf(rows ...string) string {
	w := len(strings.Split(rows[0], ","))
	return mapOf(shapedTiles + fmt.Sprintf(
		`<layer id="1" name="L" width="%d" height="%d"><data encoding="csv">%s</data></layer>`, w, len(rows),
		strings.Join(rows, ",")))
}

func TestTouchingShapesOfTilesMerge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, data string
		mapping    *importers.Mapping
		want       []string
	}{
		{
			"half tiles between whole ones", rowsOf("1,2,2,1"), nil,
			[]string{"solid L 1: polygon [(0, 0) (16, 0) (16, 8) (48, 8) (48, 0) (64, 0) (64, 16) (0, 16)]"},
		},
		{
			"a slope up to a whole tile", rowsOf("3,1"), nil,
			[]string{"solid L 1: polygon [(0, 16) (16, 0) (32, 0) (32, 16)]"},
		},
		{
			"slopes up and down, on whole tiles", rowsOf("3,4", "1,1"), nil,
			[]string{"solid L 1: polygon [(0, 16) (16, 0) (32, 16) (32, 32) (0, 32)]"},
		},
		{
			"a hole", rowsOf("1,2,1", "1,0,1", "1,1,1"), nil,
			[]string{"solid L 1: polygon [(0, 0) (16, 0) (16, 8) (32, 8) (32, 0) (48, 0) (48, 48) (0, 48)] less " +
				"[(16, 16) (16, 32) (32, 32) (32, 16)]"},
		},
		{"one alone stays as it is", rowsOf("2,0,3"), nil, []string{
			"solid L 1: box",
			"solid L 1: polygon [(0, 0) (16, -16) (16, 0)]",
		}},
		{"circles stay circles", rowsOf("5,5,2"), nil, []string{
			"solid L 1: box", "solid Object: circle",
			"solid Object: circle",
		}},
		{
			"what says other things stays apart", rowsOf("1,7,8,2"), nil,
			[]string{
				"solid L 1: box", "solid L 1: polygon [(0, 0) (16, 0) (16, 16) (0, 16)]",
				"solid L 2: polygon [(0, 0) (16, 0) (16, 16) (0, 16)]",
				"solid ice: polygon [(0, 0) (16, 0) (16, 16) (0, 16)]",
			},
		},
		{
			"triggers merge with triggers", rowsOf("9,9", "1,1"), nil,
			[]string{
				"solid L 2: polygon [(0, 0) (32, 0) (32, 16) (0, 16)]",
				"trigger L 1: polygon [(0, 0) (32, 0) (32, 16) (0, 16)]",
			},
		},
		{
			"platforms merge in rows, and stay in a stack", rowsOf("6,6", "6,6"), nil,
			[]string{
				"one-way one way: polygon [(0, 0) (32, 0) (32, 4) (0, 4)]",
				"one-way one way: polygon [(0, 0) (32, 0) (32, 4) (0, 4)]",
			},
		},
		{
			"platforms of one upper edge merge", rowsOf("6,13"), nil,
			[]string{"one-way one way: polygon [(0, 0) (32, 0) (32, 4) (16, 7) (16, 4) (0, 4)]"},
		},
		{
			"a stack of high platforms", rowsOf("1,1", "1,1"),
			&importers.Mapping{Entities: []importers.EntityRule{{Effect: importers.Effect{Role: level.OneWay}}}},
			[]string{
				"one-way L 1: polygon [(0, 0) (32, 0) (32, 16) (0, 16)]",
				"one-way L 1: polygon [(0, 0) (32, 0) (32, 16) (0, 16)]",
			},
		},
		{
			"shapes of one tile, and of the next", rowsOf("10,10"), nil,
			[]string{"solid L 1: polygon [(0, 0) (40, 0) (40, 10) (30, 10) (30, 20) (22, 20) (22, 10) (14, 10) (14, " +
				"20) (6, 20) (6, 10) (0, 10)]"},
		},
		{
			"a rule wants each on its own", rowsOf("1,2,3"),
			&importers.Mapping{Entities: []importers.EntityRule{{Mode: importers.Cells}}},
			[]string{"solid Object: box", "solid Object: box", "solid Object: polygon [(0, 0) (16, -16) (16, 0)]"},
		},
		{
			"moving ones are each on their own", rowsOf("1,2"),
			&importers.Mapping{Entities: []importers.EntityRule{{Body: level.Dynamic}}},
			[]string{"solid Object: box", "solid Object: box"},
		},
		{
			"rules round the whole", rowsOf("1,2"),
			&importers.Mapping{Entities: []importers.EntityRule{{Effect: importers.Effect{Radius: 3}}}},
			[]string{"solid L 1: polygon [(0, 0) (16, 0) (16, 8) (32, 8) (32, 16) (0, 16)] radius 3"},
		},
		{
			"a point that repeats another is no reason to stay apart", rowsOf("1,11,2"), nil,
			[]string{"solid L 1: polygon [(0, 0) (32, 0) (32, 8) (48, 8) (48, 16) (0, 16)]"},
		},
		{"nor is an outline that crosses itself", rowsOf("12,12"), nil, []string{
			"solid bow: polygon [(0, 0) (8, 8) (0, 16)]", "solid bow: polygon [(0, 8) (8, 0) (16, 8) (8, 16)]",
			"solid bow: polygon [(8, 8) (16, 0) (16, 16)]",
		}},
		{
			"flipped", rowsOf("1073741826,2147483651"), nil,
			[]string{"solid L 1: polygon [(0, 0) (16, 0) (32, 16) (16, 16) (16, 8) (0, 8)]"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := New().Import(t.Context(), importers.NewSource("m.tmx", []byte(tt.data), fstest.MapFS{}),
				importers.Options{Mapping: tt.mapping})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for c := range res.Document.Colliders() {
				s := fmt.Sprintf("%v %s: %v", c.Role, c.Name, c.Shape.Kind)
				if c.Shape.Kind == level.Polygon {
					s += fmt.Sprintf(" %v", c.Shape.Points)
				}
				for _, h := range c.Shape.Holes {
					s += fmt.Sprintf(" less %v", h)
				}
				if c.Shape.Radius > 0 && c.Shape.Kind != level.Circle {
					s += fmt.Sprintf(" radius %g", c.Shape.Radius)
				}
				got = append(got, s)
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("it became\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// Tiles whose six-digit coordinates narrowly miss each other form one outline, on maps of every form.
func TestTilesThatMissEachOtherMerge(t *testing.T) {
	t.Parallel()
	for name, shapes := range map[string]string{
		"too narrow": `<object id="1" x="0" y="0" width="15.9999" height="16"/>`,
		"thirds":     `<object id="1" x="0.545455" y="0" width="15.4545" height="16"/><object id="2" x="0" y="0"><polygon points="0,0 0.545455,0 0.545455,16 0,16"/></object>`,
		"too high":   `<object id="1" x="-0.00004" y="0" width="16.0001" height="16.0002"/>`,
	} {
		for _, form := range []string{
			"",
			`orientation="hexagonal" hexsidelength="16" staggeraxis="y" staggerindex="odd"`,
		} {
			res, err := imported(`<map `+form+
				` width="6" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="x" tilewidth="16" tileheight="16"><tile id="0"><objectgroup>`+shapes+
				`</objectgroup></tile></tileset><layer id="1" name="T" width="6" height="1"><data encoding="csv">1,1,1,1,1,0</data></layer></map>`, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := boundsOf(res), []string{"solid polygon 0..80 x 0..16"}; !slices.Equal(got, want) {
				t.Errorf("%s, %s: %v, want %v", name, form, got, want)
			}
		}
	}
}

// However tiles with shapes are arranged, on maps of every form, the merged shapes of each look cover the same area as
// its single shapes, and no two outlines could merge further.
func TestMergingKeepsTheArea(t *testing.T) {
	t.Parallel()
	heads := []string{
		`<map width="9" height="9" tilewidth="16" tileheight="16">`,
		`<map orientation="isometric" width="9" height="9" tilewidth="32" tileheight="16">`,
		`<map orientation="staggered" width="9" height="9" tilewidth="16" tileheight="16" staggeraxis="y" staggerindex="odd">`,
		`<map orientation="hexagonal" hexsidelength="6" width="9" height="9" tilewidth="16" tileheight="16" staggeraxis="x" staggerindex="even">`,
		`<map width="9" height="9" tilewidth="8" tileheight="24">`,
		`<map orientation="oblique" skewx="5" skewy="-3" width="9" height="9" tilewidth="16" tileheight="16">`,
	}
	rapid.Check(t, func(t *rapid.T) {
		use := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 4, 5, 7, 8, 9, 10}), 1, 4).Draw(t, "tiles")
		var gids []string
		for range 81 {
			gid := 0
			if k := rapid.IntRange(0, len(use)).Draw(t, "cell"); k > 0 {
				gid = use[k-1] | rapid.IntRange(0, 7).Draw(t, "flips")<<29
			}
			gids = append(gids, fmt.Sprint(gid))
		}
		data := rapid.SampledFrom(heads).Draw(t, "map") + shapedTiles +
			`<layer name="L" width="9" height="9" offsetx="3.25"><data encoding="csv">` + strings.Join(gids, ",") +
			`</data></layer></map>`
		apart, merged := outlinesOf(t, data, importers.Cells), outlinesOf(t, data, importers.Merged)
		if len(apart) != len(merged) {
			t.Fatalf("%d looks, and merged %d", len(apart), len(merged))
		}
		for key, one := range apart {
			differ, err := polygon.Xor(one, merged[key])
			if err != nil {
				t.Fatal(err)
			}
			if differ.Area() > 1e-3 {
				t.Fatalf("%s covers a different area: %v", key, differ)
			}
			union, err := polygon.Union(merged[key])
			if err != nil {
				t.Fatal(err)
			}
			if len(union) > len(merged[key]) {
				t.Fatalf("%s: %d outlines fall apart into %d", key, len(merged[key]), len(union))
			}
		}
	})
}

// outlinesOf imports a map and groups the outlines of its colliders by all their other properties.
func outlinesOf(t *rapid.T, data string, mode importers.Mode) map[string]polygon.Region {
	res, err := New().Import(t.Context(), importers.NewSource("m.tmx", []byte(data), fstest.MapFS{}),
		importers.Options{Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]polygon.Region{}
	for c := range res.Document.Colliders() {
		key := fmt.Sprint(c.Role, c.Properties, strings.TrimRight(strings.ReplaceAll(c.Name, "Object", "L"),
			" 0123456789"))
		if !c.Shape.HasCorners() {
			continue
		}
		var outline [][]level.Vec
		for _, loop := range c.Shape.Loops() {
			var to []level.Vec
			for _, p := range loop {
				to = append(to, c.Transform().Apply(p))
			}
			outline = append(outline, to)
		}
		out[key] = append(out[key], outline)
	}
	return out
}

// largeMap returns a map of shaped tiles: a terrain of whole tiles with slopes, half tiles and caves.
func largeMap(side int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var csv strings.Builder
	for y := range side {
		for x := range side {
			gid := 1
			switch v := r.IntN(40); {
			case (x/9+y/7)%3 == 0 && v > 4:
				gid = 0
			case v < 3:
				gid = 2 + v
			}
			fmt.Fprintf(&csv, "%d,", gid)
		}
	}
	return []byte(fmt.Sprintf(`<map width="%d" height="%d" tilewidth="16" tileheight="16">`, side, side) + shapedTiles +
		fmt.Sprintf(`<layer id="1" name="L" width="%d" height="%d"><data encoding="csv">%s</data></layer></map>`, side,
			side, strings.TrimSuffix(csv.String(), ",")))
}

func BenchmarkImportShapes(b *testing.B) {
	for _, side := range []int{250, 500, 1000} {
		data := largeMap(side)
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				res, err := New().Import(b.Context(), importers.NewSource("m.tmx", data, nil), importers.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(res.Document.Len()), "colliders")
			}
		})
	}
}
