package polygon

import (
	"math"
	"math/rand/v2"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// checkBoundary samples the boundary of a region summed with a disc, and the plane around it. The boundary is closed,
// its distance from the region is the disc's radius, and all points closer than that are inside it. random returns
// numbers in [0, 1).
func checkBoundary(t rapid.TB, loops [][]collision.Vec, r float64, rounding Rounding, random func() float64) {
	t.Helper()
	inner, radius, err := rounded(loops, r, rounding)
	if err != nil {
		t.Skip(err)
	}
	if len(inner.Loops[0]) < 3 {
		return
	}
	box := collision.EmptyAABB()
	for _, loop := range inner.Loops {
		box = box.Union(collision.BoundsOf(loop))
	}
	box = box.Grow(radius)
	tol := 1e-9 * (box.Max.Sub(box.Min).Len() + radius)
	// distance returns p's distance from the region, 0 inside.
	distance := func(p collision.Vec) float64 {
		if oddAround(p, inner.Loops) {
			return 0
		}
		d := math.Inf(1)
		for _, loop := range inner.Loops {
			for i, a := range loop {
				d = min(d, collision.SegmentDistance(p, a, loop[(i+1)%len(loop)]))
			}
		}
		return d
	}
	boundary := inner.Dilate(radius)
	var rings [][]collision.Vec
	fine := max(1e-4*radius, 4*tol)
	for _, c := range boundary {
		rings = append(rings, c.Flatten(fine, nil))
		for i, s := range c {
			if next := c[(i+1)%len(c)].From; s.To.Dist(next) > 100*tol {
				t.Fatalf("%v by %v: the boundary ends at %v and continues at %v", loops, r, s.To, next)
			}
			for _, p := range [2]collision.Vec{s.From, middleOf(&s)} {
				if d := distance(p); math.Abs(d-radius) > 100*tol {
					t.Fatalf("%v by %v: %v of the boundary is at %v, not at %v", loops, r, p, d, radius)
				}
			}
		}
	}
	for range 40 {
		p := collision.Vec{X: box.Min.X + random()*(box.Max.X-box.Min.X), Y: box.Min.Y + random()*(box.Max.Y-box.Min.Y)}
		if d := distance(p); math.Abs(d-radius) > 2*fine && oddAround(p, rings) != (d < radius) {
			t.Fatalf("%v by %v: %v, at %v, is inside: %v", loops, r, p, d, !(d < radius))
		}
	}
}

// oddAround reports whether a ray from p crosses the loops an odd number of times.
func oddAround(p collision.Vec, loops [][]collision.Vec) bool {
	odd := false
	for _, loop := range loops {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y) {
				odd = !odd
			}
		}
	}
	return odd
}

// The boundary is the same curve whether trees find the parts that meet or all pairs are tested.
func TestBoundaryIsAtItsDistance(t *testing.T) {
	check := func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			loops := [][]collision.Vec{drawOutline(t)}
			if rapid.Bool().Draw(t, "framed") {
				box := collision.BoundsOf(loops[0]).Grow(rapid.Float64Range(1, 30).Draw(t, "margin"))
				loops = [][]collision.Vec{{
					box.Min,
					{X: box.Max.X, Y: box.Min.Y},
					box.Max,
					{X: box.Min.X, Y: box.Max.Y},
				}, loops[0]}
			}
			r := rapid.SampledFrom([]float64{0.01, 0.5, 1, 4, 7.3, 8, 16, 30}).Draw(t, "r")
			random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			checkBoundary(t, loops, r, rapid.SampledFrom([]Rounding{RoundInset, RoundOutset}).Draw(t, "rounding"),
				random.Float64)
		})
	}
	t.Run("pairs", check)
	t.Run("trees", func(t *testing.T) {
		sides, ends := manySides, manyEnds
		manySides, manyEnds = 0, 0
		t.Cleanup(func() { manySides, manyEnds = sides, ends })
		check(t)
	})
}

// The boundary is also correct for thousands of edges whose parts meet many others.
func TestBoundaryOfManyIsAtItsDistance(t *testing.T) {
	t.Parallel()
	for name, loops := range ManyOutlines(800) {
		t.Run(name, func(t *testing.T) {
			for _, r := range []float64{0.3, 3, 40, 2000} {
				checkBoundary(t, loops, r, RoundOutset, rand.New(rand.NewPCG(1, 1)).Float64)
			}
		})
	}
}

// A tree finds the same points inside and near as a scan.
func TestBorderOfManyEqualsFew(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		loops := [][]collision.Vec{drawOutline(t)}
		if rapid.Bool().Draw(t, "two") { // a second loop far from the first
			other := drawOutline(t)
			for i := range other {
				other[i] = other[i].Add(collision.Vec{X: 300, Y: 17})
			}
			loops = append(loops, other)
		}
		few, many := newBorder(loops), newBorder(loops)
		few.turned = nil
		many.turn()
		for range 30 {
			p := collision.Vec{
				X: rapid.Float64Range(-60, 400).Draw(t, "x"),
				Y: rapid.Float64Range(-60, 60).Draw(t, "y"),
			}
			if rapid.Bool().Draw(t, "whole") {
				p = collision.Vec{X: math.Round(p.X/8) * 8, Y: math.Round(p.Y/8) * 8} // on vertices and edges
			}
			if got, want := many.holds(p), few.holds(p); got != want {
				t.Fatalf("%v is inside: %v, want %v of %v", p, got, want, loops)
			}
			d := rapid.Float64Range(-1, 30).Draw(t, "distance")
			if got, want := many.within(p, d), few.within(p, d); got != want {
				t.Fatalf("%v is within %v: %v, want %v of %v", p, d, got, want, loops)
			}
		}
	})
}

// The bounds of an arc contain all its points, and are within the bounds of its circle.
func TestBoundsOfArcs(t *testing.T) {
	t.Parallel()
	c := collision.Vec{X: 3, Y: -7}
	at := func(degrees int) collision.Vec {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		return c.Add(collision.Vec{X: 5 * cos, Y: 5 * sin})
	}
	circle := collision.AABB{Min: c, Max: c}.Grow(5 + 1e-9)
	for from := 0; from < 360; from += 30 {
		for turn := 15; turn < 360; turn += 45 {
			s := collision.Segment{From: at(from), To: at(from + turn), Center: c, Radius: 5}
			back := collision.Segment{From: s.To, To: s.From, Center: c, Radius: 5, Clockwise: true}
			for _, s := range []collision.Segment{s, back} {
				b := boundsOfSegment(&s)
				if !circle.ContainsBox(b) {
					t.Errorf("the bounds of %+v are %v", s, b)
				}
				for k := range turn + 1 {
					if p := at(from + k); !b.Grow(1e-9).Contains(p) {
						t.Fatalf("the bounds %v of %+v do not contain %v", b, s, p)
					}
				}
			}
		}
	}
}
