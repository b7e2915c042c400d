package importers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func regionsOf(t interface{ Fatal(...any) }, m Mosaic) []MosaicRegion {
	got, err := m.Merge(context.Background(), MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return got.Regions
}

// Areas that miss each other by up to 0.01 px are joined in either direction. Areas farther apart stay separate.
func TestAreasThatMissEachOther(t *testing.T) {
	t.Parallel()
	third := rect(0.545455, 0, 15.4545, 16)
	sliver := rect(0, 0, 0.545455, 16)
	for name, test := range map[string]struct {
		areas [][]Area
		tiles []int32 // in one row, or in two if there are six
		want  string
	}{
		"too narrow": {
			[][]Area{{{Value: 1, Outline: rect(0, 0, 15.9999, 16)}}},
			[]int32{1, 1, 1},
			"[[(0, 0) (48, 0) (48, 16) (0, 16)]]",
		},
		"a hundredth": {
			[][]Area{{{Value: 1, Outline: rect(0, 0, 15.99, 16)}}},
			[]int32{1, 1, 1},
			"[[(0, 0) (48, 0) (48, 16) (0, 16)]]",
		},
		"more than that": {
			[][]Area{{{Value: 1, Outline: rect(0, 0, 15.98, 16)}}},
			[]int32{1, 1},
			"[[(0, 0) (15.98, 0) (15.98, 16) (0, 16)] [(16, 0) (31.98, 0) (31.98, 16) (16, 16)]]",
		},
		"too wide": {
			[][]Area{{{Value: 1, Outline: rect(-0.0001, 0, 16.0002, 16)}}},
			[]int32{1, 1},
			"[[(0, 0) (32, 0) (32, 16) (0, 16)]]",
		},
		"alone": {
			[][]Area{{{Value: 1, Outline: rect(0, 0, 15.9999, 16)}}},
			[]int32{1, 0, 1},
			"[[(0, 0) (15.9999, 0) (15.9999, 16) (0, 16)] [(32, 0) (47.9999, 0) (47.9999, 16) (32, 16)]]",
		},
		"thirds, in two parts": {
			[][]Area{{{Value: 1, Outline: third}, {Value: 1, Outline: sliver}}},
			[]int32{1, 1},
			"[[(0, 0) (32, 0) (32, 16) (0, 16)]]",
		},
		"beside a whole one": {
			[][]Area{
				{{Value: 1, Outline: rect(0, 0, 16, 16)}},
				{{Value: 1, Outline: rect(0.0004, 7.9999, 15.9996, 8.0001)}},
			},
			[]int32{1, 2},
			"[[(0, 0) (16, 0) (16, 7.9999) (32, 7.9999) (32, 16) (0, 16)]]",
		},
		"two heights": {
			[][]Area{{{Value: 1, Outline: rect(0, 8, 16, 8)}}, {{Value: 1, Outline: rect(0, 7.9999, 16, 8.0001)}}},
			[]int32{1, 2},
			"[[(0, 8) (32, 8) (32, 16) (0, 16)]]",
		},
		"platforms": {
			[][]Area{
				{{Value: 1, Outline: rect(0, 0, 15.9999, 4), Side: UprightSide}},
				{{Value: 1, Outline: rect(0, 0.0001, 16, 3.9999), Side: UprightSide}},
			},
			[]int32{1, 2},
			"[[(0, 0) (32, 0) (32, 4) (0, 4)]]",
		},
		"two values": {
			[][]Area{{{Value: 1, Outline: rect(0, 0, 15.9999, 16)}}, {{Value: 2, Outline: rect(0, 0, 16, 16)}}},
			[]int32{1, 2},
			"[[(0, 0) (15.9999, 0) (15.9999, 16) (0, 16)] [(16, 0) (32, 0) (32, 16) (16, 16)]]",
		},
		"one over the other": {
			[][]Area{{{Value: 1, Outline: rect(0, 0.005, 16, 15.99)}}},
			[]int32{1, 1, 1, 1, 1, 1},
			"[[(0, 0) (48, 0) (48, 32) (0, 32)]]",
		},
	} {
		m := Mosaic{
			Width: min(len(test.tiles), 3), Height: (len(test.tiles) + 2) / 3, CellWidth: 16, CellHeight: 16,
			Tiles: test.tiles, Areas: test.areas,
		}
		var got [][]Vec
		for _, r := range regionsOf(t, m) {
			got = append(got, r.Outline)
			for _, p := range r.Outline {
				if p.X != math.Round(p.X*1e4)/1e4 || p.Y != math.Round(p.Y*1e4)/1e4 {
					t.Errorf("%s: a corner at %v", name, p)
				}
			}
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("%s: %v, want %s", name, got, test.want)
		}
	}
}

// Coordinates that are each off by less than half the tolerance give the same regions as exact coordinates, and nearly
// the same area.
func TestNearMissesMergeLikeExactAreas(t *testing.T) {
	t.Parallel()
	const off = 0.0049
	rapid.Check(t, func(t *rapid.T) {
		m := drawMosaic(t)
		// Treats whole cells like other areas, because components of whole cells alone are cut in a different order.
		m.Corner = func(x, y int) Vec { return Vec{X: float64(16 * x), Y: float64(16 * y)} }
		want := regionsOf(t, m)
		m.Areas = slices.Clone(m.Areas)
		for i := range m.Areas {
			m.Areas[i] = slices.Clone(m.Areas[i])
			for k := range m.Areas[i] {
				moves := [2]map[float64]float64{{}, {}}
				moved := func(v float64, axis int) float64 {
					if _, ok := moves[axis][v]; !ok {
						moves[axis][v] = v + rapid.Float64Range(-off, off).Draw(t, "off")
					}
					return moves[axis][v]
				}
				var outline [][]Vec
				for _, loop := range m.Areas[i][k].Outline {
					var to []Vec
					for _, p := range loop {
						to = append(to, Vec{X: moved(p.X, 0), Y: moved(p.Y, 1)})
					}
					outline = append(outline, to)
				}
				m.Areas[i][k].Outline = outline
			}
		}
		got := regionsOf(t, m)
		if len(got) != len(want) {
			t.Fatalf("%d regions, exact coordinates give %d", len(got), len(want))
		}
		for value := 1; value <= 2; value++ {
			area, length := 0.0, 0.0
			for sign, list := range map[float64][]MosaicRegion{1: got, -1: want} {
				for _, r := range list {
					if r.Value != value {
						continue
					}
					for _, loop := range append([][]Vec{r.Outline}, r.Holes...) {
						for i, p := range loop {
							q := loop[(i+1)%len(loop)]
							area, length = area+sign*p.Cross(q)/2, length+p.Dist(q)
						}
					}
				}
			}
			if math.Abs(area) > 2*off*length+1e-3 {
				t.Fatalf("the regions of %d are larger by %g, with %g px of outlines", value, area, length)
			}
		}
	})
}

// A region that is cut because it meets itself has the same parts if floats cannot represent its coordinates exactly.
func TestRoundingCutsNoRegion(t *testing.T) {
	t.Parallel()
	parts := func(off float64) int {
		at := func(b [][]Vec) [][]Vec { return moved(b, Vec{X: off, Y: off}) }
		m := Mosaic{Width: 3, Height: 4, CellWidth: 16, CellHeight: 16, Tiles: []int32{
			1, 1, 0,
			2, 1, 1,
			1, 0, 0,
			1, 0, 0,
		}, Areas: [][]Area{
			{{Value: 1, Outline: at(rect(0, 0, 16, 16))}}, {{Value: 1, Outline: at(rect(0, 0, 8, 16))}},
		}}
		return len(regionsOf(t, m))
	}
	for off := range 50 {
		if got := parts(float64(off) / 10_000); got != parts(0) {
			t.Errorf("%d parts at %d/10000 of a pixel, %d at none", got, off, parts(0))
		}
	}
}
