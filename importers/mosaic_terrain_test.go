package importers

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fillet/collision/polygon"
)

// terrain returns a map of side by side cells that looks hand-drawn: hills and caves with slopes on their steps.
func terrain(side int) Mosaic {
	const scale = 24 // wavelength in cells
	r := rand.New(rand.NewPCG(7, 8))
	n := side/scale + 2
	lattice := make([]float64, n*n)
	for i := range lattice {
		lattice[i] = r.Float64()
	}
	solid := func(x, y int) bool {
		if x < 0 || y < 0 || x >= side || y >= side {
			return false
		}
		u, v := float64(x)/scale, float64(y)/scale
		i, j := int(u), int(v)
		u, v = u-float64(i), v-float64(j)
		mix := func(a, b, t float64) float64 { return a + (b-a)*t*t*(3-2*t) }
		return mix(mix(lattice[j*n+i], lattice[j*n+i+1], u), mix(lattice[j*n+n+i], lattice[j*n+n+i+1], u), v) > 0.5
	}
	m := Mosaic{Width: side, Height: side, CellWidth: 16, CellHeight: 16, Tiles: make([]int32, side*side)}
	for _, o := range [][]Vec{
		{{}, {X: 16}, {X: 16, Y: 16}, {Y: 16}},
		{{X: 16}, {X: 16, Y: 16}, {Y: 16}},
		{{}, {X: 16, Y: 16}, {Y: 16}},
		{{}, {X: 16}, {X: 16, Y: 16}},
		{{}, {X: 16}, {Y: 16}},
	} {
		m.Areas = append(m.Areas, []Area{{Value: 1, Outline: [][]Vec{o}}})
	}
	for y := range side {
		for x := range side {
			l, r, u, d := solid(x-1, y), solid(x+1, y), solid(x, y-1), solid(x, y+1)
			t := int32(0)
			switch {
			case solid(x, y):
				t = 1
			case d && r && !u && !l:
				t = 2
			case d && l && !u && !r:
				t = 3
			case u && r && !d && !l:
				t = 4
			case u && l && !d && !r:
				t = 5
			}
			m.Tiles[y*side+x] = t
		}
	}
	return m
}

// The regions of a terrain cover each of its tiles exactly.
func TestTerrainKeepsItsArea(t *testing.T) {
	t.Parallel()
	m := terrain(200)
	got, err := m.Merge(context.Background(), MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want, sum := 0.0, 0.0
	for _, tile := range m.Tiles {
		if tile > 0 {
			want += polygon.Region{m.Areas[tile-1][0].Outline}.Area()
		}
	}
	for _, r := range got.Regions {
		sum += polygon.Region{append([][]Vec{r.Outline}, r.Holes...)}.Area()
	}
	if math.Abs(want-sum) > 1e-3 {
		t.Errorf("the regions have %g px², the tiles %g", sum, want)
	}
}

// Merges a million cells of a terrain with slopes.
func BenchmarkMosaicTerrain1000(b *testing.B) {
	m := terrain(1000)
	b.ReportAllocs()
	for b.Loop() {
		got, err := m.Merge(context.Background(), MergeOptions{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(got.Regions)), "regions")
	}
}
