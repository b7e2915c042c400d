package godot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

// However cells are scattered, each is in exactly one grid, the size of all grids is proportional to the number of
// cells, and cells that may touch share a grid unless it would be too large.
func TestGridsAreInProportion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	scattered := func(n, side int) (out []tileCell) {
		for range n {
			out = append(out, tileCell{x: int16(r.IntN(side) - side/2), y: int16(r.IntN(side) - side/2)})
		}
		return out
	}
	row := func(n, dx, dy int) (out []tileCell) {
		for i := range n {
			out = append(out, tileCell{x: int16(i*dx - 30000), y: int16(i*dy - 30000)})
		}
		return out
	}
	var corners []tileCell // a frame, most of whose halves consist of two distant ends
	for i := range 8000 {
		corners = append(corners, tileCell{x: int16(i), y: 0}, tileCell{x: int16(i), y: 8000},
			tileCell{x: 0, y: int16(i)}, tileCell{x: 8000, y: int16(i)})
	}
	for name, list := range map[string][]tileCell{
		"scattered": scattered(8000, 1<<16), "more": scattered(32000, 1<<16), "denser": scattered(32000, 1<<12),
		"a diagonal": row(20000, 1, 1), "steps": row(6000, 10, 2),
		"a frame": corners, "two far apart": {{x: -32768, y: -32768}, {x: 32767, y: 32767}}, "one": {{}}, "none": nil,
	} {
		held, cells := 0, map[[2]int]int{}
		for g, group := range columns.grids(list, 2) {
			lo, hi := columns.span(group)
			held += (hi[0] - lo[0]) * (hi[1] - lo[1])
			for _, c := range group {
				x, y := c.column()
				if k, ok := cells[[2]int{x, y}]; ok && k != g {
					t.Fatalf("%s: cell %d, %d is in two grids", name, x, y)
				}
				cells[[2]int{x, y}] = g
			}
		}
		if distinct := len(slices.CompactFunc(sorted(list), func(a, b tileCell) bool {
			return a == b
		})); len(cells) != distinct {
			t.Errorf("%s: %d of %d cells are in a grid", name, len(cells), distinct)
		}
		if held > 320*len(list) {
			t.Errorf("%s: the grids hold %d cells for %d", name, held, len(list))
		}
		cut := 0
		for at, g := range cells {
			if o, ok := cells[[2]int{at[0] + 1, at[1]}]; ok && o != g {
				cut++
			}
		}
		if cut > len(list)/64 {
			t.Errorf("%s: %d cells are separated from the cell on their right", name, cut)
		}
	}
}

func sorted(list []tileCell) []tileCell {
	return slices.SortedFunc(slices.Values(list), func(a, b tileCell) int { return int(a.x-b.x) + 1<<17*int(a.y-b.y) })
}

// Touching cells merge even if other cells of the layer are far away.
func TestFarCellsMerge(t *testing.T) {
	t.Parallel()
	cell := func(x, y int16) string {
		return fmt.Sprintf("%d, %d, %d, %d, 0, 0, 0, 0, 0, 0, 0, 0, ", byte(x), byte(x>>8), byte(y), byte(y>>8))
	}
	data := sceneOf("[sub_resource type=\"TileSetAtlasSource\" id=\"a\"]\n0:0/0 = "+
		"0\n0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)\n"+
		"[sub_resource type=\"TileSet\" id=\"t\"]\nphysics_layer_0/collision_layer = 1\nsources/0 = "+
		"SubResource(\"a\")\n",
		"[node name=\"T\" type=\"TileMapLayer\" parent=\".\"]\ntile_set = SubResource(\"t\")\ntile_map_data = "+
			"PackedByteArray(0, 0, "+
			strings.TrimSuffix(cell(-30000, -30000)+cell(0, 0)+cell(1, 0)+cell(1, 1)+cell(20000, 3)+cell(20000, 4),
				", ")+")\n")
	res, err := imported(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []level.Vec
	for c := range res.Document.Colliders() {
		got = append(got, level.DrawnBounds(c).Size())
	}
	slices.SortFunc(got, func(a, b level.Vec) int { return int(a.X*a.Y - b.X*b.Y) })
	if want := []level.Vec{{X: 16, Y: 16}, {X: 16, Y: 32}, {X: 32, Y: 32}}; !slices.Equal(got, want) {
		t.Errorf("sizes of colliders = %v, want %v", got, want)
	}
}
