package polygon

import (
	"math"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// drawConvex draws a convex polygon of positive area, or nothing.
func drawConvex(t *rapid.T, name string) []Vec {
	grid := rapid.Bool().Draw(t, name+" on a grid")
	var points []Vec
	for range rapid.IntRange(3, 9).Draw(t, name+" points") {
		if grid {
			g := rapid.IntRange(0, 6)
			points = append(points, Vec{X: float64(g.Draw(t, name)), Y: float64(g.Draw(t, name))})
			continue
		}
		f := rapid.Float64Range(-100, 100)
		points = append(points, Vec{X: f.Draw(t, name), Y: f.Draw(t, name)})
	}
	r := rapid.SampledFrom([]float64{0, 0, 1, 7}).Draw(t, name+" radius")
	s, err := collision.NewShape(points, r)
	if err != nil {
		t.Fatal(err)
	}
	return AppendShape(nil, s, collision.Identity(), 0.1)
}

// Convex returns the same as Intersect for convex polygons.
func TestConvex(t *testing.T) {
	t.Parallel()
	var c, d Clipper
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawConvex(t, "a"), drawConvex(t, "b")
		got := c.Convex(a, b)
		want, err := d.Intersect(one(a), one(b))
		if err != nil {
			t.Fatal(err)
		}
		tol := reach * scale(one(a), one(b))
		if x, y := area(got), want.Area(); math.Abs(x-y) > tol {
			t.Fatalf("Convex has area %v, Intersect %v\n a %v\n b %v\n = %v\n   %s", x, y, a, b, got, text(want))
		}
		if len(got) == 0 {
			return
		}
		for i, p := range got {
			q, o := got[(i+1)%len(got)], got[(i+2)%len(got)]
			if turn := q.Sub(p).Cross(o.Sub(q)); turn < -1e-9*q.Dist(p)*o.Dist(q)-1e-9 {
				t.Fatalf("the polygon is not convex at %v, by %v: %v\n a %v\n b %v", q, turn, got, a, b)
			}
			if p.Dist(q) <= reach {
				t.Fatalf("%v occurs twice: %v", p, got)
			}
		}
	})
}

// drawUpright draws a convex polygon rotated by nearly a multiple of 90 degrees. Its points have rounding errors.
func drawUpright(t *rapid.T, name string) []Vec {
	g := rapid.IntRange(1, 6)
	corners := box(0, 0, float64(g.Draw(t, name+" width")), float64(g.Draw(t, name+" height")))
	var points []Vec
	switch rapid.IntRange(0, 2).Draw(t, name+" kind") {
	case 0:
		points = drawConvex(t, name)
	case 1:
		s, err := collision.NewShape(corners, rapid.Float64Range(1e-6, 3).Draw(t, name+" radius"))
		if err != nil {
			t.Fatal(err)
		}
		points = AppendShape(nil, s, collision.Identity(), 0.01)
	case 2: // with points on its sides
		for i, p := range corners {
			n := rapid.IntRange(1, 4).Draw(t, name+" points on a side")
			for k := range n {
				points = append(points, p.Lerp(corners[(i+1)%4], float64(k)/float64(n)))
			}
		}
	}
	angle := float64(rapid.IntRange(0, 3).Draw(t, name+" quarters")) * math.Pi / 2
	switch rapid.IntRange(0, 2).Draw(t, name+" off by") {
	case 1:
		angle += float64(rapid.IntRange(-8, 8).Draw(t, name+" steps")) * 0x1p-52
	case 2:
		angle += math.Copysign(math.Pow(10, rapid.Float64Range(-15, -9).Draw(t, name+" exponent")),
			rapid.SampledFrom([]float64{-1, 1}).Draw(t, name+" sign"))
	}
	place, to := rapid.IntRange(-12, 12), rapid.SampledFrom([]float64{0, -1, 1})
	at := Vec{X: float64(place.Draw(t, name+" x")), Y: float64(place.Draw(t, name+" y"))}.Mul(0.5)
	xf := collision.NewTransform(at, angle)
	for i, p := range points {
		p = xf.Apply(p)
		points[i] = Vec{
			X: math.Nextafter(p.X, p.X+to.Draw(t, name+" x rounded to")),
			Y: math.Nextafter(p.Y, p.Y+to.Draw(t, name+" y rounded to")),
		}
	}
	return points
}

// Convex returns the same as Intersect for polygons with nearly vertical edges.
func TestConvexOfUprightPolygons(t *testing.T) {
	t.Parallel()
	var c, d Clipper
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawUpright(t, "a"), drawUpright(t, "b")
		got := c.Convex(a, b)
		want, err := d.Intersect(one(a), one(b))
		if err != nil {
			t.Fatal(err)
		}
		size := scale(one(a), one(b))
		if x, y := area(got), want.Area(); math.Abs(x-y) > reach*size || got != nil && x <= 0 {
			t.Fatalf("Convex has area %v, Intersect %v\n a %v\n b %v\n = %v\n   %s", x, y, a, b, got, text(want))
		}
		for _, by := range [][]Vec{got, a, b} {
			for i, p := range by {
				q := by[(i+1)%len(by)]
				for _, v := range got {
					if side := q.Sub(p).Cross(v.Sub(p)); side < -1e-15*size*size {
						t.Fatalf("%v is outside of %v to %v by %v\n a %v\n b %v\n = %v", v, p, q, side, a, b, got)
					}
				}
			}
		}
	})
}

// Rounded shapes have a common area if and only if their separation is negative.
func TestCommonAreaIsOverlap(t *testing.T) {
	t.Parallel()
	var c Clipper
	rapid.Check(t, func(t *rapid.T) {
		shape := func(name string) collision.Shape {
			var points []Vec
			for range rapid.IntRange(1, 6).Draw(t, name+" points") {
				f := rapid.Float64Range(-20, 20)
				points = append(points, Vec{X: f.Draw(t, name), Y: f.Draw(t, name)})
			}
			s, err := collision.NewShape(points, rapid.SampledFrom([]float64{0, 0.5, 6}).Draw(t, name+" radius"))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		const tolerance = 0.01
		f := rapid.Float64Range(-20, 20)
		a, b := shape("a"), shape("b")
		at, to := collision.NewTransform(Vec{X: f.Draw(t, "x"), Y: f.Draw(t, "y")}, f.Draw(t, "angle")),
			collision.Identity()
		p, q := AppendShape(nil, a, at, tolerance), AppendShape(nil, b, to, tolerance)
		if area(p) < 0.01 || area(q) < 0.01 {
			return // a point, a segment or a needle
		}
		convex := area(c.Convex(p, q))
		general, err := c.Intersect(one(p), one(q))
		if err != nil {
			t.Fatal(err)
		}
		d := collision.Distance(a, at, b, to).Distance
		if x := general.Area(); d > reach && (convex > 0 || x > 0) || d < -2*tolerance-2*reach &&
			(convex <= 0 || x <= 0) {
			t.Fatalf("separation %v: common area %v, %v\n%v\n%v", d, convex, x, p, q)
		}
	})
}

func TestConvexByHand(t *testing.T) {
	t.Parallel()
	square := box(0, 0, 4, 4)
	diamond := loop(2, -1, 5, 2, 2, 5, -1, 2)
	under := math.Nextafter(4, 0)
	for _, tt := range []struct {
		name string
		a, b []Vec
		want string
	}{
		{"boxes", square, box(2, 1, 4, 4), "[2,1 4,1 4,4 2,4]"},
		{"one in the other", square, box(1, 1, 2, 2), "[1,1 3,1 3,3 1,3]"},
		{"the same", square, square, "[0,0 4,0 4,4 0,4]"},
		{"one wider", square, box(-1, 1, 6, 2), "[0,1 4,1 4,3 0,3]"},
		{"one higher", square, box(1, -1, 2, 6), "[1,0 3,0 3,4 1,4]"},
		{"a shared left side", square, box(0, 1, 2, 2), "[0,1 2,1 2,3 0,3]"},
		{"side by side", square, box(4, 0, 4, 4), ""},
		{"one above the other", square, box(0, 4, 4, 4), ""},
		{"corner to corner", square, box(4, 4, 4, 4), ""},
		{"apart", square, box(9, 0, 4, 4), ""},
		{"apart in y", square, box(0, 9, 4, 4), ""},
		{"a diamond", square, diamond, "[0,1 1,0 3,0 4,1 4,3 3,4 1,4 0,3]"},
		{"a diamond beside", box(4, 0, 4, 4), diamond, "[4,1 5,2 4,3]"},
		{"a diamond on the other side", box(-4, 0, 4, 4), diamond, "[-1,2 0,1 0,3]"},
		{"a diamond below", box(0, -4, 4, 4), diamond, "[1,0 2,-1 3,0]"},
		{"a tip into a side", loop(3, 2, 8, 0, 8, 4), square, "[3,2 4,1.6 4,2.4]"},
		{"a slope over the side", loop(-2, 0, 6, 0, 6, 4), square, "[0,0 4,0 4,3 0,1]"},
		{"a slope under the side", loop(-2, 4, 6, 0, 6, 4), square, "[0,3 4,1 4,4 0,4]"},
		{"a slope through a corner", loop(0, 4, 4, 0, 4, 4), square, "[0,4 4,0 4,4]"},
		{"a side nearly vertical", loop(0, 0, 6, 0, 0, 6), loop(-9, -9, under, -9, 4, 9, -9, 9), "[0,0 4,0 4,2 0,6]"},
		{"the same below", loop(0, 0, 0, -6, 6, 0), loop(-9, -9, 4, -9, under, 9, -9, 9), "[0,-6 4,-2 4,0 0,0]"},
		{"the same on the left", loop(0, 0, 0, 6, -6, 0), loop(-under, -9, 9, -9, 9, 9, -4, 9), "[-4,0 0,0 0,6 -4,2]"},
		{"nothing", square, nil, ""},
	} {
		for k, o := range [2][2][]Vec{{tt.a, tt.b}, {tt.b, tt.a}} {
			var c Clipper
			got := c.Convex(o[0], o[1])
			var r Region
			if got != nil {
				var err error
				if r, err = Union(one(got)); err != nil { // from its first point on
					t.Fatal(err)
				}
				if len(r) == 1 && len(r[0][0]) != len(got) {
					t.Errorf("%s, order %d: %v has redundant points", tt.name, k, got)
				}
			}
			if text(r) != tt.want {
				t.Errorf("%s, order %d: %s, want %s", tt.name, k, text(r), tt.want)
			}
		}
	}
}
