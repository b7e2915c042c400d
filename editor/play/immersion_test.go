package play

import (
	"math"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// placedShape is a shape with its pose.
type placedShape struct {
	collision.Shape
	at collision.Transform
}

// immersed measures a body's pieces in several waters, all in level space. Where waters overlap, the last one counts.
func immersed(body []collision.Shape, at collision.Transform, waters ...[]placedShape) []portion {
	var m immersion
	m.begin()
	for i, w := range waters {
		m.orders = append(m.orders, int32(i))
		for k := range w {
			m.add(&w[k].Shape, w[k].at, int32(i), 0)
			m.waters, m.shores = len(m.pieces), len(m.curves)
		}
	}
	return m.measure(body, at, true)
}

func boxed(t testing.TB, w, h, radius float64) collision.Shape {
	t.Helper()
	s, err := collision.Box(w/2-radius, h/2-radius, radius)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func round(t testing.TB, r float64) collision.Shape {
	t.Helper()
	s, err := collision.Circle(Vec{}, r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// pool returns water in a box with the given left, top, width and height.
func pool(t testing.TB, left, top, w, h float64) placedShape {
	return placedShape{boxed(t, w, h, 0), collision.NewTransform(Vec{X: left + w/2, Y: top + h/2}, 0)}
}

func nearly(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// A body completely under water has the area, centroid and inertia of its shape.
func TestFullImmersion(t *testing.T) {
	t.Parallel()
	sea := pool(t, -500, -500, 1000, 1000)
	rapid.Check(t, func(rt *rapid.T) {
		s, at := anyPlaced(rt, "body")
		want := s.Mass(1)
		p := immersed([]collision.Shape{s}, at, []placedShape{sea})[0]
		c := at.Apply(want.Centroid)
		second := want.Inertia + want.Mass*c.LenSq()
		fits := nearly(p.area, want.Mass, 1e-6) && p.first.Dist(c.Mul(want.Mass)) < 1e-4
		if !fits || !nearly(p.second, second, 1e-8*(1+second)+1e-3) {
			rt.Errorf("%v at %v: %+v, want %g about %v, %g", s.Vertices(), at, p, want.Mass, c, second)
		}
	})
}

// anyPlaced returns a shape of any form near the origin.
func anyPlaced(rt *rapid.T, name string) (collision.Shape, collision.Transform) {
	coord := rapid.OneOf(rapid.Float64Range(-30, 30), rapid.SampledFrom([]float64{-30, -20, -10, 0, 10, 20, 30}))
	var points []Vec
	for range rapid.IntRange(1, 6).Draw(rt, name+" vertices") {
		points = append(points, Vec{X: coord.Draw(rt, "x"), Y: coord.Draw(rt, "y")})
	}
	s, err := collision.NewShape(points, rapid.SampledFrom([]float64{0, 0, 3, 20}).Draw(rt, name+" radius"))
	if err != nil {
		rt.Fatal(err)
	}
	angle := rapid.OneOf(rapid.Float64Range(-4, 4), rapid.SampledFrom([]float64{0, math.Pi / 2, math.Pi}))
	at := Vec{X: coord.Draw(rt, "at x"), Y: coord.Draw(rt, "at y")}
	return s, collision.NewTransform(at, angle.Draw(rt, name+" angle"))
}

// Circles and boxes partly under water have the areas and centroids that formulas give.
func TestImmersionByFormula(t *testing.T) {
	t.Parallel()
	const r = 20.0
	water := []placedShape{pool(t, -100, 0, 200, 100)}
	for h := 1.0; h < 2*r; h += 3 { // a segment of a circle, by height
		p := immersed([]collision.Shape{round(t, r)}, collision.NewTransform(Vec{X: 7, Y: h - r}, 0), water)[0]
		d := r - h
		area := r*r*math.Acos(d/r) - d*math.Sqrt(r*r-d*d)
		centroid := 4 * math.Pow(r*r-d*d, 1.5) / 6 / area // distance from the centre
		if !nearly(p.area, area, 1e-9*area) || p.first.Dist(Vec{X: 7, Y: h - r + centroid}.Mul(area)) > 1e-6 {
			t.Errorf("%g of a circle: %+v, want %g", h, p, area)
		}
	}
	for degrees := 0.0; degrees < 360; degrees += 7.5 { // half of a box, at any angle
		at := collision.NewTransform(Vec{X: 3}, degrees*math.Pi/180)
		p := immersed([]collision.Shape{boxed(t, 30, 18, 4)}, at, water)[0]
		if want := (30*18 - (4-math.Pi)*16) / 2; !nearly(p.area, want, 1e-9*want) {
			t.Errorf("half of a box turned by %g: %g, want %g", degrees, p.area, want)
		}
	}
}

// However many pieces and waters overlap, an area counts once, for the water drawn last.
func TestImmersionCountsOnce(t *testing.T) {
	t.Parallel()
	at := collision.NewTransform(Vec{}, 0.3)
	s := boxed(t, 20, 20, 0)
	sea, top := pool(t, -100, -100, 200, 200), pool(t, -100, 0, 200, 100)
	twice := immersed([]collision.Shape{s, s, boxed(t, 10, 10, 2)}, at, []placedShape{sea, sea, top})
	if !nearly(twice[0].area, 400, 1e-9) {
		t.Errorf("a body of overlapping pieces has %g under water, want 400", twice[0].area)
	}
	two := immersed([]collision.Shape{s}, at, []placedShape{sea}, []placedShape{top})
	if !nearly(two[0].area, 200, 1e-9) || !nearly(two[1].area, 200, 1e-9) {
		t.Errorf("in two waters, the body has %g and %g, want half each", two[0].area, two[1].area)
	}
	two = immersed([]collision.Shape{s}, at, []placedShape{top}, []placedShape{sea})
	if !nearly(two[0].area, 0, 1e-9) || !nearly(two[1].area, 400, 1e-9) {
		t.Errorf("in overlapping waters, the body has %g and %g, want everything in the last", two[0].area, two[1].area)
	}
}

// Measuring the parts of one outline as disjoint, which they are, gives the same result as allowing for overlaps.
func TestImmersionOfOutlines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		star := func(name string) []collision.Shape {
			s := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
			n := rapid.IntRange(3, 24).Draw(rt, name+" corners")
			for i := range n {
				turn := collision.NewRot(2 * math.Pi * float64(i) / float64(n))
				s.Points = append(s.Points, turn.Apply(Vec{X: rapid.Float64Range(10, 60).Draw(rt, "radius")}))
			}
			baked, err := s.Bake()
			if err != nil {
				rt.Fatal(err)
			}
			return baked.Pieces
		}
		body, lake := star("body"), star("lake")
		x, angle := rapid.Float64Range(-40, 40).Draw(rt, "x"), rapid.Float64Range(-4, 4).Draw(rt, "angle")
		at := collision.NewTransform(Vec{X: x}, angle)
		var waters []placedShape
		var m immersion
		m.begin()
		m.orders = append(m.orders, 0)
		for i := range lake {
			waters = append(waters, placedShape{lake[i], collision.Identity()})
			m.addWater(&lake[i], collision.Identity(), 0)
		}
		got, want := m.measure(body, at, false)[0], immersed(body, at, waters)[0]
		if !nearly(got.area, want.area, 1e-6) || got.first.Dist(want.first) > 1e-4 ||
			!nearly(got.second, want.second, 1e-2) {
			rt.Errorf("got %+v, want %+v", got, want)
		}
	})
}

// Whatever overlaps, areas and moments agree with the results of many vertical rays.
func TestImmersionMatchesRays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var body []placedShape
		for range rapid.IntRange(1, 3).Draw(rt, "pieces") {
			s, at := anyPlaced(rt, "body")
			body = append(body, placedShape{s, at})
		}
		waters := make([][]placedShape, rapid.IntRange(1, 2).Draw(rt, "waters"))
		for i := range waters {
			for range rapid.IntRange(1, 3).Draw(rt, "water pieces") {
				s, at := anyPlaced(rt, "water")
				waters[i] = append(waters[i], placedShape{s, at})
			}
		}
		var shapes []collision.Shape // in the same frame
		for _, s := range body {
			shapes = append(shapes, movedShape(s.Shape, s.at))
		}
		got := immersed(shapes, collision.Identity(), waters...)
		want := byRays(body, waters)
		for i := range want {
			g, w := got[i], want[i]
			if !nearly(g.area, w.area, 2) || g.first.Dist(w.first) > 200 || !nearly(g.second, w.second, 50000) {
				rt.Errorf("water %d: %+v, want %+v", i, g, w)
			}
		}
	})
}

// byRays measures along vertical lines a twentieth of a pixel apart.
func byRays(body []placedShape, waters [][]placedShape) []portion {
	const apart, edge = 0.05, 160.0
	out := make([]portion, len(waters))
	for x := -edge + apart/2; x < edge; x += apart {
		spans := func(list []placedShape) (of [][2]float64) {
			for _, s := range list {
				down := collision.Ray{Origin: Vec{X: x, Y: -edge}, Dir: Vec{Y: 2 * edge}, Max: 1}
				up := collision.Ray{Origin: Vec{X: x, Y: edge}, Dir: Vec{Y: -2 * edge}, Max: 1}
				a, met := s.Raycast(s.at, down)
				b, _ := s.Raycast(s.at, up)
				if met {
					of = append(of, [2]float64{2*edge*a.T - edge, edge - 2*edge*b.T})
				}
			}
			return of
		}
		in := func(list [][2]float64, y float64) bool {
			return slices.ContainsFunc(list, func(s [2]float64) bool { return y > s[0] && y < s[1] })
		}
		own := spans(body)
		var all [][][2]float64
		ys := []float64{}
		for _, w := range waters {
			all = append(all, spans(w))
		}
		for _, list := range append(slices.Clone(all), own) {
			for _, s := range list {
				ys = append(ys, s[0], s[1])
			}
		}
		slices.Sort(ys)
		for k := 1; k < len(ys); k++ {
			low, high := ys[k-1], ys[k]
			mid := (low + high) / 2
			for w := len(all) - 1; w >= 0; w-- {
				if in(own, mid) && in(all[w], mid) {
					l := high - low
					first := Vec{X: x * l, Y: l * mid}
					out[w].add(portion{l, first, x*x*l + (high*high*high-low*low*low)/3}, apart)
					break
				}
			}
		}
	}
	return out
}
