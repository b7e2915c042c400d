package region

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

// TestConvex compares what convex polygons have in common with the general way.
func TestConvex(t *testing.T) {
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
				t.Fatalf("it turns back at %v by %v: %v\n a %v\n b %v", q, turn, got, a, b)
			}
			if p.Dist(q) <= reach {
				t.Fatalf("%v is there twice: %v", p, got)
			}
		}
	})
}

// TestCommonAreaIsOverlap: rounded shapes have an area in common where their
// separation is negative, and nowhere else.
func TestCommonAreaIsOverlap(t *testing.T) {
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
		at, to := collision.NewTransform(Vec{X: f.Draw(t, "x"), Y: f.Draw(t, "y")}, f.Draw(t, "angle")), collision.Identity()
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
		if x := general.Area(); d > reach && (convex > 0 || x > 0) || d < -2*tolerance-2*reach && (convex <= 0 || x <= 0) {
			t.Fatalf("separation %v: common area %v, %v\n%v\n%v", d, convex, x, p, q)
		}
	})
}
