package level

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestChainMass(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		shape    Shape
		area     float64
		centroid Vec
	}{
		{"one edge", chain(2, Vec{}, Vec{X: 10}), 40 + 4*math.Pi, Vec{X: 5}},
		{"a curve", chain(0, Vec{}, Vec{X: 10}).WithDetail(Detail{Curves: []Curve{{Arc: 5}}}), 0, Vec{X: math.NaN()}},
		{"straight on", chain(2, Vec{}, Vec{X: 4}, Vec{X: 10}), 40 + 4*math.Pi, Vec{X: 5}},
		{"back on itself", chain(2, Vec{}, Vec{X: 10}, Vec{X: 3}), 40 + 4*math.Pi, Vec{X: 5}},
		{"same edge twice", chain(2, Vec{}, Vec{X: 10}, Vec{}), 40 + 4*math.Pi, Vec{X: 5}},
		// Two arms of 10 x 4, minus the corner square of 2 x 2 that they share, plus the quarter disc outside it, plus
		// two half discs.
		{"right angle", chain(2, Vec{X: 10}, Vec{}, Vec{Y: 10}), 2*10*4 - 4 + math.Pi + 4*math.Pi, Vec{X: math.NaN()}},
		{"no thickness", chain(0, Vec{}, Vec{X: 10}, Vec{X: 10, Y: 10}), 0, Vec{X: 7.5, Y: 2.5}},
		// A square ring: 14 by 14 with rounded corners, minus the 6 by 6 hole.
		{
			"ring", closed(chain(2, Vec{}, Vec{X: 10}, Vec{X: 10, Y: 10}, Vec{Y: 10})), 14*14 - (4-math.Pi)*4 - 36,
			Vec{X: 5, Y: 5},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := tt.shape.Bake()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(b.Mass().Area-tt.area) > 1e-9 {
				t.Errorf("area = %v, want %v", b.Mass().Area, tt.area)
			}
			if d := b.Mass().Centroid.Dist(tt.centroid); d > 1e-9 { // NaN: not tested
				t.Errorf("centroid = %v, want %v", b.Mass().Centroid, tt.centroid)
			}
		})
	}
}

func chain(radius float64, points ...Vec) Shape {
	return Shape{Kind: Chain, Points: points, Radius: radius}
}

func closed(s Shape) Shape {
	s.Closed = true
	return s
}

// TestChainMassEqualsACount compares a chain's mass with the number of points of a fine grid that are in the chain,
// whether or not it crosses itself.
func TestChainMassEqualsACount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		onGrid := rapid.Bool().Draw(t, "whole") // grid-aligned chains run along themselves
		at := func(name string) float64 {
			if onGrid {
				return float64(4 * rapid.IntRange(0, 5).Draw(t, name))
			}
			return rapid.Float64Range(0, 20).Draw(t, name)
		}
		s := Shape{Kind: Chain, Radius: rapid.Float64Range(1, 6).Draw(t, "radius")}
		if onGrid {
			s.Radius = float64(rapid.IntRange(1, 4).Draw(t, "whole radius"))
		}
		for range rapid.IntRange(2, 7).Draw(t, "points") {
			p := Vec{X: at("x"), Y: at("y")}
			if n := len(s.Points); n == 0 || s.Points[n-1].Dist(p) > 0.1 {
				s.Points = append(s.Points, p)
			}
		}
		if len(s.Points) < 2 {
			return // the chain is too short
		}
		massIsCounted(t, s)
	})
}

// TestChainMassOfAHook puts a tip near the end of another edge. An edge's sides bound nothing beyond its end.
func TestChainMassOfAHook(t *testing.T) {
	t.Parallel()
	massIsCounted(t, chain(4, Vec{}, Vec{X: 10}, Vec{X: 10, Y: 20}, Vec{X: 17, Y: 20}, Vec{X: 17, Y: -3}))
	massIsCounted(t, chain(4, Vec{X: 20}, Vec{X: 10}, Vec{X: 10, Y: 20}, Vec{X: 3, Y: 20}, Vec{X: 3, Y: -3}))
}

func massIsCounted(t interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}, s Shape,
) {
	t.Helper()
	b, err := s.Bake()
	if err != nil {
		t.Fatal(err)
	}
	const dx, dy = 0.1, 0.0773 // no common multiple, so that no edge runs along the grid
	var area float64
	var first Vec
	for x := -7.0317; x < 27; x += dx {
		for y := -7.0193; y < 27; y += dy {
			for i := range s.Points[1:] {
				p := Vec{X: x, Y: y}
				if (chainEdge{s.Points[i], s.Points[i+1]}).closest(p).Dist(p) <= s.Radius {
					area += dx * dy
					first = first.MulAdd(p, dx*dy)
					break
				}
			}
		}
	}
	// Along an axis-parallel edge, each row or column of the count is off by up to a cell's width.
	var length float64
	for i := range s.Points[1:] {
		length += s.Points[i].Dist(s.Points[i+1]) + 2*s.Radius
	}
	if math.Abs(area-b.Mass().Area) > dx*length {
		t.Fatalf("area = %v, counted %v", b.Mass().Area, area)
	}
	if c := first.Mul(1 / area); c.Dist(b.Mass().Centroid) > 0.2 {
		t.Fatalf("centroid = %v, counted %v", b.Mass().Centroid, c)
	}
}

func BenchmarkChainMass(b *testing.B) {
	s := Shape{Kind: Chain, Radius: 3}
	for i := range 1000 {
		s.Points = append(s.Points, Vec{X: float64(i) * 5, Y: 40 * math.Sin(float64(i)/7)})
	}
	for b.Loop() {
		if _, err := s.Bake(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestChainMassOfAlmostParallelEdges tests edges that run along each other within a few billionths of a pixel, with the
// end of one at the middle of the other.
func TestChainMassOfAlmostParallelEdges(t *testing.T) {
	t.Parallel()
	massIsCounted(t, chain(2, Vec{X: 1.5, Y: 7.450580596923828e-09}, Vec{X: 0.5, Y: 7.450580596923828e-09},
		Vec{X: 8, Y: 2.9802322387695312e-08}))
	massIsCounted(t, chain(1.125, Vec{X: 1, Y: 1}, Vec{X: 7.450580596923828e-09, Y: 1},
		Vec{X: 3.725290298461914e-09, Y: 3}, Vec{X: 9.313225746154785e-10, Y: 5},
		Vec{X: 4.656612873077393e-10, Y: 0.125}))
	massIsCounted(t, chain(6, Vec{X: 1.4901161193847656e-08, Y: 1}, Vec{X: 1.862645149230957e-09, Y: 0.25},
		Vec{X: 2.9802322387695312e-08, Y: 10.375}))
	massIsCounted(t, chain(2, Vec{X: 1, Y: 1}, Vec{X: 1.30385160446167e-08, Y: 1},
		Vec{X: 7.450580596923828e-09, Y: 0.125}, Vec{X: 7.450580596923828e-09, Y: 2}))
	twice := chain(4, Vec{X: 2, Y: -3.4e-09}, Vec{X: 9, Y: -5.4e-09}, Vec{X: 1.25, Y: 5e-09}, Vec{X: 9.75, Y: -1.3e-09})
	massIsCounted(t, twice)
}

// TestChainMassOfAlmostOneEdge folds chains back onto themselves, off by a few billionths of a pixel.
func TestChainMassOfAlmostOneEdge(t *testing.T) {
	t.Parallel()
	area := func(points ...Vec) float64 {
		b, err := Shape{Kind: Chain, Points: points, Radius: 2}.Bake()
		if err != nil {
			t.Fatal(err)
		}
		return b.Mass().Area
	}
	for _, e := range []float64{0, 1e-12, 1e-10, 5e-10, 1e-9, 2e-9, 4e-9, 8e-9, 2e-8, 1e-7, 1e-6, 1e-5} {
		got := area(Vec{X: e / 2, Y: e}, Vec{X: 1, Y: 1}, Vec{X: e / 16, Y: e}, Vec{X: 1, Y: 2})
		if want := area(Vec{}, Vec{X: 1, Y: 1}, Vec{}, Vec{X: 1, Y: 2}); math.Abs(got-want) > 1e-6+4*e {
			t.Errorf("folded back within %g: area %v, want about %v", e, got, want)
		}
	}
}
