package polygon

import (
	"errors"
	"math"
	"testing"

	"fillet/collision"
)

// The tiles of a rotated grid, whose corners round independently, become one outline of four corners. With one tile
// left out the outline has a hole.
func TestTurnedTiles(t *testing.T) {
	t.Parallel()
	for _, angle := range []float64{0, 0.3, 1, math.Pi / 4, 2.5, -0.001} {
		var all, odd []Region
		for i := range 20 {
			for j := range 20 {
				// Rotate each tile about its own corner, so that each tile rounds differently.
				at := collision.NewTransform(Vec{X: 100, Y: -300},
					angle).Mul(collision.NewTransform(Vec{X: float64(i) * 16.1, Y: float64(j) * 15.9}, 0))
				tile := one(box(0, 0, 16.1, 15.9)).Placed(at)
				if all = append(all, tile); (i+j)%2 == 0 {
					odd = append(odd, tile)
				}
			}
		}
		got := must(t)(Union(all...))
		if len(got) != 1 || len(got[0]) != 1 || len(got[0][0]) != 4 {
			t.Errorf("turned by %v: %s", angle, text(got))
		}
		if want := 400 * 16.1 * 15.9; math.Abs(got.Area()-want) > 1e-3 {
			t.Errorf("turned by %v: area %v, want %v", angle, got.Area(), want)
		}
		if got := must(t)(Union(odd...)); len(got) != 200 {
			t.Errorf("every other tile, turned by %v, gives %d outlines", angle, len(got))
		}
		holed := must(t)(Union(append(all[:150:150], all[151:]...)...))
		if len(holed) != 1 || len(holed[0]) != 2 || len(holed[0][0]) != 4 || len(holed[0][1]) != 4 {
			t.Errorf("one tile left out, turned by %v: %s", angle, text(holed))
		}
		if rest := must(t)(Subtract(got, odd...)); len(rest) != 200 {
			t.Errorf("every other tile cut out, turned by %v, gives %d outlines", angle, len(rest))
		}
	}
}

// Thousands of points on straight edges, on and off the grid, vanish; the points of a fine circle do not.
func TestManyOnALine(t *testing.T) {
	t.Parallel()
	for _, to := range []Vec{{X: 1000}, {X: 1000, Y: 1000}, {X: 1000, Y: 337}, {X: 0.7, Y: 1000.3}} {
		var l []Vec
		for i := range 5000 {
			l = append(l, Vec{}.Lerp(to, float64(i)/5000))
		}
		l = append(l, to, to.Add(to.Perp()), to.Perp())
		got := must(t)(Union(one(l)))
		if len(got) != 1 || len(got[0][0]) != 4 {
			t.Errorf("to %v: %d points", to, len(got[0][0]))
		}
		// Intersect with a box whose edge is collinear but has other points.
		var o []Vec
		for i := range 777 {
			o = append(o, to.Lerp(Vec{}, float64(i)/777))
		}
		o = append(o, Vec{}, to.Perp().Neg(), to.Sub(to.Perp()))
		got = must(t)(Union(one(l), one(o)))
		if want := 2 * to.LenSq(); len(got) != 1 || len(got[0][0]) != 4 || math.Abs(got.Area()-want) > 1e-6*want {
			t.Errorf("two along %v: %d points, area %v, want %v", to, len(got[0][0]), got.Area(), want)
		}
		if got := must(t)(Intersect(one(l), one(o))); got.Area() > 1e-3 || len(got) > 0 {
			t.Errorf("two outlines along %v intersect in %s", to, text(got))
		}
	}
	round := must(t)(FromShape(regionCircle(t, 100), collision.Identity(), 2e-5))
	if want := math.Pi * 1e4; math.Abs(round.Area()-want) > 2e-5*2*math.Pi*100 || len(round[0][0]) < 3000 {
		t.Errorf("a fine circle has area %v with %d points, want %v", round.Area(), len(round[0][0]), want)
	}
}

func regionCircle(t *testing.T, r float64) collision.Shape {
	t.Helper()
	s, err := collision.Circle(Vec{}, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Needles thinner and thicker than the merging distance give valid results.
func TestSlivers(t *testing.T) {
	t.Parallel()
	for _, width := range []float64{1e-12, 1e-9, 1e-8, 1e-7, 5e-7, 1e-6, 1e-5, 1e-3} {
		needle := loop(0, 0, 100, 33, 100, 33+width)
		got := must(t)(Union(one(needle)))
		checkForm(t, got, false)
		if a, want := got.Area(), 50*width; math.Abs(a-want) > 105*reach {
			t.Errorf("a needle of width %v has area %v, want %v", width, a, want)
		}
		cut := must(t)(Subtract(one(box(0, 0, 100, 100)), one(needle)))
		checkForm(t, cut, false)
		if a, want := cut.Area(), 1e4-50*width; math.Abs(a-want) > 105*reach {
			t.Errorf("minus a needle of width %v: area %v, want %v", width, a, want)
		}
		// Two boxes whose edges cross at a tiny angle along their full length.
		both := must(t)(Intersect(one(loop(0, 0, 100, 0, 100, 1, 0, 1)),
			one(loop(0, -width, 100, width, 100, 3, 0, 3))))
		checkForm(t, both, false)
		if a, want := both.Area(), 100-25*width; math.Abs(a-want) > 105*reach {
			t.Errorf("nearly collinear, width %v: area %v, want %v", width, a, want)
		}
	}
}

// families lists kinds of inputs with many edges.
var families = []struct {
	name string
	make func(n int) []Region
}{
	{"comb", func(n int) []Region { return []Region{one(regionComb(n, 0))} }},
	{"comb askew", func(n int) []Region { return []Region{one(regionComb(n, 0.4))} }},
	{"comb at 45 degrees", func(n int) []Region { return []Region{one(regionComb(n, math.Pi/4))} }},
	{"comb over a comb", func(n int) []Region {
		return []Region{one(regionComb(n/2, 0.4)), one(regionComb(n/2, 0.4+1e-9))}
	}},
	{"spiral", func(n int) []Region { return []Region{one(regionSpiral(n))} }},
	{"circle", func(n int) []Region {
		var l []Vec
		for i := range n {
			l = append(l, collision.NewRot(2*math.Pi*float64(i)/float64(n)).Apply(Vec{X: 1000}))
		}
		return []Region{one(l), one(l).Placed(collision.NewTransform(Vec{X: 100}, 0.001))}
	}},
	{"terrain", func(n int) []Region {
		return []Region{one(terrain(n / 2)), one(terrain(n / 2)).Placed(collision.NewTransform(Vec{Y: 7}, 0))}
	}},
	{"tiles", func(n int) []Region { return tiles(int(math.Sqrt(float64(n / 4)))) }},
	{"tiles apart", func(n int) []Region {
		var out []Region
		side := int(math.Sqrt(float64(n / 4)))
		for i := range side * side {
			out = append(out, one(box(float64(i%side)*16, float64(i/side)*16, 15, 15)))
		}
		return out
	}},
	{"a column", func(n int) []Region {
		var out []Region
		for i := range n / 4 {
			out = append(out, one(box(0, float64(i)*2, 100, 1)))
		}
		return out
	}},
	{"one in another", func(n int) []Region {
		var out []Region
		for i := range n / 8 {
			d := float64(i) * 2
			out = append(out, one(box(d, d, 1e5-2*d, 1e5-2*d), box(d+1, d+1, 1e5-2*d-2, 1e5-2*d-2)))
		}
		return out
	}},
	{"on a line", func(n int) []Region {
		var l []Vec
		for i := range n {
			l = append(l, Vec{X: float64(i), Y: float64(i) / 3})
		}
		return []Region{one(append(l, Vec{X: float64(n), Y: -5}))}
	}},
}

func regionComb(n int, angle float64) []Vec {
	l := []Vec{{X: float64(n) * 2, Y: 1100}, {X: 0, Y: 1100}}
	for i := range n/4 - 1 {
		x := float64(i) * 4
		l = append(l, Vec{X: x, Y: -float64(n)}, Vec{X: x + 2, Y: -float64(n)}, Vec{X: x + 2, Y: 1000},
			Vec{X: x + 4, Y: 1000})
	}
	return one(l).Placed(collision.NewTransform(Vec{}, angle))[0][0]
}

func regionSpiral(n int) []Vec {
	var out, in []Vec
	for i := range n / 2 {
		a, r := float64(i)*0.05, 20+float64(i)*0.1
		out = append(out, collision.NewRot(a).Apply(Vec{X: r}))
		in = append(in, collision.NewRot(a).Apply(Vec{X: r - 3}))
	}
	for i := len(in) - 1; i >= 0; i-- {
		out = append(out, in[i])
	}
	return out
}

// The number of edge pairs tested grows little faster than the number of edges.
func TestCostGrowsWithSize(t *testing.T) {
	t.Parallel()
	sizes := [2]int{2000, 20000}
	if !testing.Short() {
		sizes = [2]int{10000, 100000}
	}
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			var each [2]float64
			for k, n := range sizes {
				var c Clipper
				if _, err := c.Union(f.make(n)...); err != nil {
					t.Fatal(err)
				}
				each[k] = float64(c.graph.tests+c.graph.visits) / float64(n)
			}
			t.Logf("%.1f and %.1f tests an edge", each[0], each[1])
			if each[1] > 1.5*each[0]+20 || each[1] > 400 {
				t.Errorf("%.1f tests per edge for %d edges, %.1f for %d", each[0], sizes[0], each[1], sizes[1])
			}
		})
	}
}

// The work is bounded if edges meet in too many places, or pile up in one.
func TestTooIntricate(t *testing.T) {
	t.Parallel()
	const n = 6000
	var zigzag, star []Vec
	for i := range n {
		zigzag = append(zigzag, Vec{X: float64(i % 2 * 1000), Y: float64(i) / 6})
		star = append(star, collision.NewRot(2*math.Pi*float64(i)/n).Apply(Vec{X: 1000}), Vec{X: 0.001 * float64(i%7)})
	}
	crossed := one(zigzag).Placed(collision.NewTransform(Vec{X: 1000}, math.Pi/2))
	var c Clipper
	if r, err := c.Union(one(zigzag), crossed); !errors.Is(err, ErrTooIntricate) {
		t.Errorf("millions of crossings: %d outlines, %v", len(r), err)
	}
	if c.graph.tests > baseTests+testsPerEdge*2*n+1 {
		t.Errorf("%d tests", c.graph.tests)
	}
	if r, err := c.Union(one(star)); err != nil && !errors.Is(err, ErrTooIntricate) {
		t.Errorf("a star: %d outlines, %v", len(r), err)
	}
	// The Clipper can be used after the error.
	if r, err := c.Union(one(box(0, 0, 4, 4))); err != nil || text(r) != "[0,0 4,0 4,4 0,4]" {
		t.Errorf("after the error: %s, %v", text(r), err)
	}
}

// Offset and the other operations reject a tolerance that is far too fine for the number of corners.
func TestTooManyChords(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes long: make nightly runs it")
	}
	teeth := regionComb(8000, 0)
	for name, run := range map[string]func() (Region, error){
		"Offset": func() (Region, error) { return Offset(one(teeth), 0.5, JoinRound, 1e-12) },
		"Chain":  func() (Region, error) { return FromChain(teeth, false, 0.5, 1e-12) },
	} {
		if r, err := run(); !errors.Is(err, ErrTooIntricate) {
			t.Errorf("%s: %d outlines, %v", name, len(r), err)
		}
	}
}

// A Clipper that has been used before allocates nothing.
func TestNoAllocations(t *testing.T) {
	a, b := one(hexagon(0, 0, 0.1), box(-3, -3, 6, 6)), one(hexagon(15, 9, 0.7))
	ground, grid := one(terrain(2000)), tiles(12)
	p, q := hexagon(0, 0, 0.1), hexagon(15, 9, 0.7)
	chain := terrain(50)
	s, err := collision.Box(5, 4, 3)
	if err != nil {
		t.Fatal(err)
	}
	var c Clipper
	var room []Vec
	var apart []Region
	for i := range 50 {
		apart = append(apart, one(box(float64(i)*9, float64(i%4), 5, 5)),
			one(box(float64(i)*9+1, float64(i%4)+1, 1, 1)))
	}
	for name, run := range map[string]func() error{
		"apart":     func() error { _, err := c.Union(apart...); return err },
		"Intersect": func() error { _, err := c.Intersect(a, b); return err },
		"Union":     func() error { _, err := c.Union(a, b); return err },
		"Subtract":  func() error { _, err := c.Subtract(a, b); return err },
		"Xor":       func() error { _, err := c.Xor(a, b); return err },
		"Fill":      func() error { _, err := c.Fill(EvenOdd, p, q); return err },
		"Offset":    func() error { _, err := c.Offset(a, -2, JoinRound, 0.1); return err },
		"Chain":     func() error { _, err := c.Chain(chain, true, 4, 0.1); return err },
		"tiles":     func() error { _, err := c.Union(grid...); return err },
		"terrain":   func() error { _, err := c.Intersect(ground, b); return err },
		"Convex":    func() error { c.Convex(p, q); return nil },
		"AppendShape": func() error {
			room = AppendShape(room[:0], s, collision.Identity(), 0.1)
			return nil
		},
	} {
		if n := testing.AllocsPerRun(20, func() {
			if err := run(); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// Intersect visits only the part of a large region that is near the other region.
func TestIntersectSkipsFarEdges(t *testing.T) {
	t.Parallel()
	var c Clipper
	count := func(n int) int {
		if r, err := c.Intersect(one(terrain(n)), one(box(1000, 90, 32, 32))); err != nil || len(r) == 0 {
			t.Fatal(r, err)
		}
		return len(c.graph.edges)
	}
	if small, large := count(200), count(20000); large > small+4 || large > 60 {
		t.Errorf("%d of 200 edges, but %d of 20,000", small, large)
	}
}
