package importers

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fillet/collision"
	"fillet/collision/polygon"

	"pgregory.net/rapid"
)

func rect(x, y, w, h float64) [][]Vec {
	return [][]Vec{{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}}
}

// tileShapes returns the shapes of tiles of 16 by 16 pixels.
func tileShapes() [][]Area {
	of := func(list ...[][]Vec) (out []Area) {
		for _, o := range list {
			out = append(out, Area{Value: 1, Outline: o})
		}
		return out
	}
	return [][]Area{
		of(rect(0, 0, 16, 16)),
		of(rect(0, 8, 16, 8)),
		of(rect(0, 0, 8, 16)),
		of([][]Vec{{{Y: 16}, {X: 16}, {X: 16, Y: 16}}}),
		of([][]Vec{{{}, {X: 16, Y: 16}, {Y: 16}}}),
		of([][]Vec{{{Y: 16}, {X: 16, Y: 8}, {X: 16, Y: 16}}}),
		of([][]Vec{{{Y: 8}, {X: 16}, {X: 16, Y: 16}, {Y: 16}}}),
		of(rect(0, 0, 16, 4), rect(0, 12, 16, 4)),
		of(rect(-4, -8, 24, 12)),
		of([][]Vec{{{X: 8, Y: -3}, {X: 19, Y: 8}, {X: 8, Y: 19}, {X: -3, Y: 8}}}),
		of([][]Vec{{{}, {X: 16}, {X: 16, Y: 16}, {Y: 16}}, {
			{X: 4, Y: 4},
			{X: 4, Y: 12},
			{X: 12, Y: 12},
			{X: 12, Y: 4},
		}}),
		of([][]Vec{{{Y: 5.3}, {X: 16, Y: 2.1}, {X: 16, Y: 16}, {Y: 16}}}),
		{{Value: 2, Outline: rect(0, 0, 16, 16)}},
		{{Value: 2, Outline: rect(0, 8, 16, 8)}, {Value: 1, Outline: rect(0, 0, 16, 8)}},
	}
}

func drawMosaic(t *rapid.T) Mosaic {
	m := Mosaic{
		Width: rapid.IntRange(1, 14).Draw(t, "w"), Height: rapid.IntRange(1, 14).Draw(t, "h"), CellWidth: 16,
		CellHeight: 16, Areas: tileShapes(),
	}
	use := rapid.SliceOfN(rapid.IntRange(0, len(m.Areas)-1), 1, 5).Draw(t, "tiles")
	for range m.Width * m.Height {
		k := rapid.IntRange(0, len(use)).Draw(t, "cell")
		if k == 0 {
			m.Tiles = append(m.Tiles, 0)
			continue
		}
		m.Tiles = append(m.Tiles, int32(use[k-1]+1))
	}
	return m
}

// covered checks area by area whether a point is in an area with the value, and whether it is near a boundary.
func (m *Mosaic) covered(value int, p Vec) (in, near bool) {
	for c, tile := range m.Tiles {
		if tile == 0 {
			continue
		}
		at := Vec{X: float64(c%m.Width) * 16, Y: float64(c/m.Width) * 16}
		for _, a := range m.Areas[tile-1] {
			if a.Value == value {
				in = in || polygon.Region{a.Outline}.Contains(p.Sub(at))
			}
			for _, loop := range a.Outline {
				for i, q := range loop {
					near = near || collision.SegmentDistance(p.Sub(at), q, loop[(i+1)%len(loop)]) < 1e-3
				}
			}
		}
	}
	return in, near
}

// The regions of a mosaic cover exactly what its areas cover and do not overlap others of their value. Regions that are
// not cut leave nothing to merge. Cut or not, no straight surface continues from one region to another.
func TestMosaicCoversItsAreas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := drawMosaic(t)
		opt := MergeOptions{MaxCorners: rapid.SampledFrom([]int{0, 0, 8, 250}).Draw(t, "limit")}
		got, err := m.Merge(context.Background(), opt)
		if err != nil {
			t.Fatal(err)
		}
		cut := len(got.Detached)+len(got.Split) > 0
		for value := 1; value <= 2; value++ {
			var all polygon.Region
			for _, r := range got.Regions {
				loops := append([][]Vec{r.Outline}, r.Holes...)
				if err := polygon.Validate(loops); err != nil {
					t.Fatalf("%v: %v", loops, err)
				}
				if r.Value == value {
					all = append(all, loops)
				}
			}
			sum := 0.0
			for _, o := range all {
				sum += polygon.Region{o}.Area()
			}
			union, err := polygon.Union(all)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(union.Area()-sum) > 1e-3 {
				t.Fatalf("the regions of %d have %g together and cover %g", value, sum, union.Area())
			}
			if len(union) != len(all) && !cut {
				t.Fatalf("%d regions of %d are %d", len(all), value, len(union))
			}
			var own polygon.Region
			for c, tile := range m.Tiles {
				if tile == 0 {
					continue
				}
				for _, a := range m.Areas[tile-1] {
					if a.Value == value {
						own = append(own, moved(a.Outline, Vec{X: float64(c%m.Width) * 16, Y: float64(c/m.Width) * 16}))
					}
				}
			}
			want, err := polygon.Union(own)
			if err != nil {
				t.Fatal(err)
			}
			differ, err := polygon.Xor(want, all)
			if err != nil {
				t.Fatal(err)
			}
			if differ.Area() > 1e-3 {
				t.Fatalf("the regions of %d differ from their areas by %g px²: %v", value, differ.Area(), differ)
			}
			for range 20 {
				p := Vec{X: rapid.Float64Range(-16, 240).Draw(t, "x"), Y: rapid.Float64Range(-16, 240).Draw(t, "y")}
				if in, near := m.covered(value, p); !near && in != all.Contains(p) {
					t.Fatalf("%v is in the areas of %d: %v", p, value, in)
				}
			}
			for _, p := range seamsOf(all) {
				if opt.MaxCorners == 8 || len(got.Detached) > 0 {
					break // a ring alone has this many corners, and a component that meets itself is cut where possible
				}
				if passes(want, p) < 2 { // areas that touch at a point have no common outline
					t.Fatalf("a surface of %d continues at %v in\n%v", value, p, all)
				}
			}
		}
	})
}

// If a component is cut, a tile that reaches into a tile of another part does not cover it a second time.
func TestPartsOfAMosaicDoNotOverlap(t *testing.T) {
	t.Parallel()
	angle := [][]Vec{{{X: -4}, {X: 16}, {X: 16, Y: 20}, {X: 12, Y: 20}, {X: 12, Y: 4}, {X: -4, Y: 4}}}
	diamond := [][]Vec{{{X: 8, Y: -3}, {X: 19, Y: 8}, {X: 8, Y: 19}, {X: -3, Y: 8}}}
	m := Mosaic{CellWidth: 16, CellHeight: 16}
	for _, o := range [][][]Vec{rect(0, 0, 16, 16), angle, diamond} {
		m.Areas = append(m.Areas, []Area{{Value: 1, Outline: o}})
	}
	for name, tt := range map[string]struct {
		width, height   int
		tiles           []int32
		detached, split int
		area            float64
	}{
		"it meets itself at a corner": {2, 2, []int32{1, 2, 0, 1}, 1, 0, 2*256 + 144 - 2*16},
		"it has too many corners":     {4, 1, []int32{3, 3, 3, 3}, 0, 1, 4*242 - 3*18},
	} {
		m.Width, m.Height, m.Tiles = tt.width, tt.height, tt.tiles
		got, err := m.Merge(t.Context(), MergeOptions{MaxCorners: 12})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		var all polygon.Region
		for _, r := range got.Regions {
			loops := append([][]Vec{r.Outline}, r.Holes...)
			sum += polygon.Region{loops}.Area()
			all = append(all, loops)
		}
		union, err := polygon.Union(all)
		if err != nil {
			t.Fatal(err)
		}
		if sum != tt.area || union.Area() != tt.area || got.Detached[1] != tt.detached || got.Split[1] != tt.split {
			t.Errorf("%s: %d detached, %d split, areas of %g that cover %g, want %g: %v", name, got.Detached[1],
				got.Split[1], sum, union.Area(), tt.area, all)
		}
	}
}

// seamsOf returns the points where an exposed straight edge of one outline continues as an edge of another.
func seamsOf(all polygon.Region) []Vec {
	var out []Vec
	for i, a := range all {
		eachCorner(a, func(p, into, _ Vec) {
			for j, b := range all {
				if i == j {
					continue
				}
				eachCorner(b, func(q, _, next Vec) {
					if p.Dist(q) <= step && into.Dot(next) >= flat &&
						!all.Contains(p.Lerp(q, 0.5).MulAdd(Vec{X: into.Y, Y: -into.X}, 2*step)) {
						out = append(out, p)
					}
				})
			}
		})
	}
	return out
}

// passes counts the loops that pass through a point.
func passes(r polygon.Region, p Vec) int {
	n := 0
	for _, o := range r {
		for _, loop := range o {
			for i, q := range loop {
				if collision.SegmentDistance(p, q, loop[(i+1)%len(loop)]) < nearness {
					n++
					break
				}
			}
		}
	}
	return n
}

// large returns a square map of tiles with shapes. Of 20 cells, full are completely filled, parts are partly filled,
// and the others are empty.
func large(side, full, parts int) Mosaic {
	m := Mosaic{Width: side, Height: side, CellWidth: 16, CellHeight: 16, Areas: tileShapes()[:7]}
	r := rand.New(rand.NewPCG(1, 2))
	for range side * side {
		switch v := r.IntN(20); {
		case v < full:
			m.Tiles = append(m.Tiles, 1)
		case v < full+parts:
			m.Tiles = append(m.Tiles, 2+r.Int32N(6))
		default:
			m.Tiles = append(m.Tiles, 0)
		}
	}
	return m
}

// A component with too many corners is divided into a few outlines within the limit, which cover the same area. No
// straight surface continues from one to another, except where a part had to be split off.
func TestLargeMosaicIsCutBetweenCells(t *testing.T) {
	t.Parallel()
	m := large(64, 14, 5)
	got, err := m.Merge(context.Background(), MergeOptions{MaxCorners: 512})
	if err != nil {
		t.Fatal(err)
	}
	if n := got.Split[1]; n < 3 || n > 100 {
		t.Fatalf("the component was cut into %d more parts, want 3 to 100", n)
	}
	var all, own polygon.Region
	sum := 0.0
	for _, r := range got.Regions {
		loops := append([][]Vec{r.Outline}, r.Holes...)
		if corners(loops) > 512 {
			t.Errorf("a region has %d corners", corners(loops))
		}
		if err := polygon.Validate(loops); err != nil {
			t.Fatal(err)
		}
		all = append(all, loops)
		sum += polygon.Region{loops}.Area()
	}
	for c, tile := range m.Tiles {
		if tile > 0 {
			own = append(own, moved(m.Areas[tile-1][0].Outline, m.At(c)))
		}
	}
	differ, err := polygon.Xor(all, own)
	if err != nil {
		t.Fatal(err)
	}
	if union, err := polygon.Union(own); err != nil || differ.Area() > 1e-3 || math.Abs(union.Area()-sum) > 1e-3 {
		t.Errorf("the regions differ by %g px² from their areas, and have %g together, want %g: %v", differ.Area(), sum,
			union.Area(), err)
	}
	open := 0
	for _, p := range seamsOf(all) {
		if passes(own, p) < 2 {
			open++
		}
	}
	if open > got.Detached[1] {
		t.Errorf("surfaces continue at %d places, but only %d parts were split off", open, got.Detached[1])
	}
}

// BenchmarkMosaic1000 merges maps of up to a million cells, from a few scattered shapes to a single component.
func BenchmarkMosaic1000(b *testing.B) {
	for _, size := range []struct{ side, full, parts int }{
		{1000, 0, 3},
		{1000, 4, 6},
		{500, 14, 5},
		{1000, 14, 5},
		{1000, 19, 1},
	} {
		m := large(size.side, size.full, size.parts)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
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
