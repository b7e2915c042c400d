package importers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"fillet/collision/polygon"
)

// noiseMosaic returns a square of random cells. percent is the share of cells that have a tile; parts is the percentage
// of these whose tiles have slopes and other partial shapes.
func noiseMosaic(side, percent, parts int) Mosaic {
	r := rand.New(rand.NewPCG(11, 12))
	m := Mosaic{Width: side, Height: side, CellWidth: 16, CellHeight: 16, Tiles: make([]int32, side*side)}
	for _, o := range [][]Vec{
		{{}, {X: 16}, {X: 16, Y: 16}, {Y: 16}},
		{{X: 16}, {X: 16, Y: 16}, {Y: 16}},
		{{}, {X: 16, Y: 16}, {Y: 16}},
		{{}, {X: 16}, {X: 16, Y: 16}},
		{{}, {X: 16}, {Y: 16}},
		{{Y: 8}, {X: 16, Y: 8}, {X: 16, Y: 16}, {Y: 16}},
	} {
		m.Areas = append(m.Areas, []Area{{Value: 1, Outline: [][]Vec{o}}})
	}
	for i := range m.Tiles {
		switch {
		case r.IntN(100) >= percent:
		case r.IntN(100) >= parts:
			m.Tiles[i] = 1
		default:
			m.Tiles[i] = int32(2 + r.IntN(5))
		}
	}
	return m
}

// Regions of noise, which meets itself at corners nearly everywhere, are valid, have the area of the tiles and stay
// within the corner limit.
func TestNoiseBecomesValidOutlines(t *testing.T) {
	t.Parallel()
	for _, parts := range []int{0, 1, 10, 50, 100} {
		for _, percent := range []int{30, 50, 70, 90} {
			m := noiseMosaic(96, percent, parts)
			got, err := m.Merge(context.Background(), MergeOptions{MaxCorners: 256})
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
				loops := append([][]Vec{r.Outline}, r.Holes...)
				sum += polygon.Region{loops}.Area()
				if n := corners(loops); n > 256 {
					t.Errorf("%d %% of cells, %d %% of them parts: a region has %d corners", percent, parts, n)
				}
				if err := polygon.Validate(loops); err != nil {
					t.Fatalf("%d %% of cells, %d %% of them parts: %v", percent, parts, err)
				}
			}
			if want != sum {
				t.Errorf("%d %% of cells, %d %% of them parts: the regions have %g px², the tiles %g", percent, parts,
					sum, want)
			}
		}
	}
}

// Detaching cells leaves no corner at which their component still meets itself, so few components are rebuilt.
func TestDetachingLeavesFewMeetings(t *testing.T) {
	t.Parallel()
	m := noiseMosaic(64, 70, 10)
	// Treats whole cells like other areas.
	m.Corner = func(x, y int) Vec { return Vec{X: float64(16 * x), Y: float64(16 * y)} }
	s := &mosaic{
		Mosaic: &m, limit: 1 << 20, relations: map[pairOf]*relation{},
		out: &MosaicResult{Detached: map[int]int{}, Split: map[int]int{}},
	}
	l, err := s.collect().label()
	if err != nil {
		t.Fatal(err)
	}
	w := s.connect(l)
	met, again := 0, 0
	for c := range len(w.parts) {
		b, err := w.component(int32(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		if c == 0 || b == nil {
			continue
		}
		met += len(b.meets)
		before := len(w.parts)
		if err := w.split(context.Background(), []*breakage{b}); err != nil {
			t.Fatal(err)
		}
		for k := before; k < len(w.parts); k++ {
			b, err := w.component(int32(k), nil)
			if err != nil {
				t.Fatal(err)
			}
			if b != nil {
				again += len(b.meets)
			}
		}
	}
	if met < 50 || again > met/50 {
		t.Errorf("components meet themselves at %d points, and at %d once they are taken apart", met, again)
	}
}

// Merges a million cells of noise: whole cells only, and a mix with slopes.
func BenchmarkMosaicNoise(b *testing.B) {
	for _, parts := range []int{0, 1, 10, 50, 100} {
		for _, percent := range []int{30, 50, 70, 90} {
			m := noiseMosaic(1000, percent, parts)
			b.Run(fmt.Sprintf("%d %% of cells/%d %% of them parts", percent, parts), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					got, err := m.Merge(context.Background(), MergeOptions{})
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(got.Regions)), "regions")
				}
			})
		}
	}
}
