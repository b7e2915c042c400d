package collision

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// drawShape draws a shape of about unit size. Half of the shapes are aligned to a grid, where ties occur.
func drawShape(t *rapid.T, name string) Shape {
	n := rapid.IntRange(1, 9).Draw(t, name+" points")
	grid := rapid.Bool().Draw(t, name+" on a grid")
	pts := make([]Vec, n)
	for i := range pts {
		pts[i] = drawVec(t, name, 2, grid)
	}
	r := rapid.SampledFrom([]float64{0, 0.1, 0.5, 1}).Draw(t, name+" radius")
	s, err := NewShape(pts, r)
	if err != nil {
		t.Fatalf("NewShape(%v, %v): %v", pts, r, err)
	}
	return s
}

func drawVec(t *rapid.T, name string, size float64, grid bool) Vec {
	if grid {
		g := rapid.IntRange(-8, 8)
		return Vec{X: float64(g.Draw(t, name+" x")) * size / 8, Y: float64(g.Draw(t, name+" y")) * size / 8}
	}
	f := rapid.Float64Range(-size, size)
	return Vec{X: f.Draw(t, name+" x"), Y: f.Draw(t, name+" y")}
}

func drawPose(t *rapid.T, name string, size float64) Transform {
	grid := rapid.Bool().Draw(t, name+" on a grid")
	p := drawVec(t, name, size, grid)
	if grid {
		quarter := rapid.IntRange(0, 3).Draw(t, name+" quarters")
		return Transform{P: p, Q: [4]Rot{{C: 1, S: 0}, {C: 0, S: 1}, {C: -1, S: 0}, {C: 0, S: -1}}[quarter]}
	}
	return NewTransform(p, rapid.Float64Range(-4, 4).Draw(t, name+" angle"))
}

func finiteVec(vs ...Vec) bool {
	for _, v := range vs {
		if !v.IsFinite() {
			return false
		}
	}
	return true
}

func TestDistanceProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawShape(t, "a"), drawShape(t, "b")
		xa, xb := drawPose(t, "xa", 4), drawPose(t, "xb", 4)
		const tol = 1e-9

		d := Distance(a, xa, b, xb)
		if !finiteVec(d.Normal, d.OnA, d.OnB) || !near(d.Normal.Len(), 1, 1e-12) {
			t.Fatalf("Distance = %+v", d)
		}
		if ref := referenceDistance(a, xa, b, xb); !near(d.Distance, ref, 1e-7) {
			t.Fatalf("Distance = %v, want %v", d.Distance, ref)
		}
		if s := Distance(b, xb, a, xa); !near(s.Distance, d.Distance, tol) {
			t.Fatalf("swapped %v, %v", s.Distance, d.Distance)
		}
		if s := Distance(a, xa, b, moved(xb, d.Normal.Mul(-d.Distance))); !near(s.Distance, 0, tol) {
			t.Fatalf("%v remains after moving by %v along %v", s.Distance, -d.Distance, d.Normal)
		}
		if !nearVec(d.OnA.MulAdd(d.Normal, d.Distance), d.OnB, tol) {
			t.Fatalf("witness points %+v", d)
		}
		// The witness points are on the surfaces.
		if _, e := a.Closest(xa, d.OnA); !near(e, 0, 1e-8) {
			t.Fatalf("OnA is %v off A: %+v", e, d)
		}
		if _, e := b.Closest(xb, d.OnB); !near(e, 0, 1e-8) {
			t.Fatalf("OnB is %v off B: %+v", e, d)
		}
		g := NewTransform(Vec{X: -3, Y: 5}, 0.9)
		if s := Distance(a, g.Mul(xa), b, g.Mul(xb)); !near(s.Distance, d.Distance, tol) {
			t.Fatalf("both moved: %v, was %v", s.Distance, d.Distance)
		}

		m, hit := Collide(a, xa, b, xb, 0)
		if hit != (d.Distance <= 0) || hit != Overlap(a, xa, b, xb) {
			t.Fatalf("hit %v at distance %v", hit, d.Distance)
		}
		if hit && (m.Depth() != -d.Distance || m.Normal != d.Normal || m.Count < 1 || m.Count > 2) {
			t.Fatalf("manifold %+v, distance %+v", m, d)
		}
		wide, _ := Collide(a, xa, b, xb, 1)
		for i := range wide.Count {
			if p := wide.Points[i]; p.Separation > 1 || p.Separation < d.Distance-tol || !p.Point.IsFinite() {
				t.Fatalf("point %+v with margin 1, distance %v", p, d.Distance)
			}
		}
		if wide.Count == 2 && wide.Points[0].ID == wide.Points[1].ID {
			t.Fatalf("two points have the same id: %+v", wide)
		}
	})
}

func TestScaleAndMirror(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawShape(t, "a"), drawShape(t, "b")
		xa, xb := drawPose(t, "xa", 4), drawPose(t, "xb", 4)
		d := Distance(a, xa, b, xb).Distance
		k := math.Pow(10, float64(rapid.IntRange(-3, 6).Draw(t, "scale")))
		scale := func(s Shape) Shape {
			v := s.Vertices()
			for i := range v {
				v[i] = v[i].Mul(k)
			}
			out, err := NewShape(v, s.Radius()*k)
			if err != nil {
				t.Fatalf("scaled by %v: %v", k, err)
			}
			return out
		}
		sxa, sxb := xa, xb
		sxa.P, sxb.P = xa.P.Mul(k), xb.P.Mul(k)
		if s := Distance(scale(a), sxa, scale(b), sxb).Distance; !near(s, d*k, 1e-9*k) {
			t.Fatalf("scaled by %v: %v, want %v", k, s, d*k)
		}
		mirror := func(s Shape) Shape {
			v := s.Vertices()
			for i := range v {
				v[i].X = -v[i].X
			}
			out, _ := NewShape(v, s.Radius())
			return out
		}
		if s := Distance(mirror(a), mirrorPose(xa), mirror(b), mirrorPose(xb)).Distance; !near(s, d, 1e-9) {
			t.Fatalf("mirrored: %v, want %v", s, d)
		}
	})
}

func TestPointQueriesAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, xf := drawShape(t, "s"), drawPose(t, "xf", 3)
		p := drawVec(t, "p", 5, rapid.Bool().Draw(t, "p on a grid"))
		on, d := s.Closest(xf, p)
		if s.Contains(xf, p) != (d <= 0) {
			t.Fatalf("Contains(%v) at distance %v", p, d)
		}
		if !near(on.Dist(p), math.Abs(d), 1e-9) {
			t.Fatalf("Closest(%v) = %v, %v", p, on, d)
		}
		if _, e := s.Closest(xf, on); !near(e, 0, 1e-9) {
			t.Fatalf("the closest point %v is %v off", on, e)
		}
		dot, _ := Circle(Vec{}, 0)
		if e := Distance(s, xf, dot, at(p.X, p.Y)).Distance; !near(e, d, 1e-9) {
			t.Fatalf("Distance to a point %v, Closest %v", e, d)
		}
		if d <= 0 && !s.Bounds(xf).Grow(1e-9).Contains(p) {
			t.Fatalf("%v is inside but not in the bounds", p)
		}
	})
}

func TestRaycastProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, xf := drawShape(t, "s"), drawPose(t, "xf", 3)
		grid := rapid.Bool().Draw(t, "ray on a grid")
		r := Ray{Origin: drawVec(t, "o", 6, grid), Dir: drawVec(t, "dir", 1, grid)}
		r.Radius = rapid.SampledFrom([]float64{0, 0, 0.25, 1}).Draw(t, "ray radius")
		// All are in units of length, whatever the length of Dir: h.T and limit are lengths.
		const limit = 20
		length := r.Dir.Len()
		if length > 0 {
			r.Max = limit / length
		}
		h, hit := s.Raycast(xf, r)
		h.T *= length
		_, start := s.Closest(xf, r.Origin)
		dir := r.Dir.Unit()
		if length < shortestMotion {
			dir = Vec{} // a ray of length zero
		}
		if !hit {
			if start <= r.Radius-1e-9 {
				t.Fatalf("a ray from inside misses")
			}
			// No point along the ray may be clearly inside.
			for i := range 400 {
				if _, d := s.Closest(xf, r.Origin.MulAdd(dir, float64(i)*0.05)); d < r.Radius-1e-9 {
					t.Fatalf("the ray misses, but at %v it is %v inside", float64(i)*0.05, d-r.Radius)
				}
			}
			return
		}
		if !finiteVec(h.Point, h.Normal) || !near(h.Normal.Len(), 1, 1e-12) || h.T < 0 || h.T > limit*(1+1e-15) {
			t.Fatalf("hit %+v", h)
		}
		if start <= r.Radius {
			if h.T != 0 && start < r.Radius-1e-12 { // closer than that, rounding decides
				t.Fatalf("a ray from inside hits at %v", h.T)
			}
			return
		}
		c := r.Origin.MulAdd(dir, h.T)
		if _, d := s.Closest(xf, c); !near(d, r.Radius, 1e-8) {
			t.Fatalf("at the hit %+v the distance is %v, want %v", h, d, r.Radius)
		}
		for i := range 100 {
			if _, d := s.Closest(xf, r.Origin.MulAdd(dir, h.T*float64(i)/101)); d < r.Radius-1e-9 {
				t.Fatalf("inside before the hit %+v", h)
			}
		}
		if _, d := s.Closest(xf, h.Point); !near(d, 0, 1e-8) {
			t.Fatalf("the hit point is %v off the surface", d)
		}
		if h.Normal.Dot(dir) > 1e-5 {
			t.Fatalf("the normal %v points along the ray %v", h.Normal, dir)
		}
		// Casting a disc equals casting the ray.
		disc, _ := Circle(Vec{}, r.Radius)
		ch, ok := Cast(disc, at(r.Origin.X, r.Origin.Y), dir.Mul(limit), s, xf)
		if !ok && (s.Len() == 1 && s.Radius()+r.Radius == 0 || math.Abs(h.Normal.Dot(dir)) < 1e-7) {
			return // a point on a line, or a line along a curve, where rounding decides
		}
		if !ok || !near(ch.T*limit, h.T, 1e-9) || !nearVec(ch.Point, h.Point, 1e-7) {
			t.Fatalf("Cast %+v %v, Raycast %+v", ch, ok, h)
		}
	})
}

func TestCastProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawShape(t, "a"), drawShape(t, "b")
		xa, xb := drawPose(t, "xa", 6), drawPose(t, "xb", 3)
		motion := drawVec(t, "motion", 12, rapid.Bool().Draw(t, "motion on a grid"))
		h, hit := Cast(a, xa, motion, b, xb)
		dist := func(k float64) float64 { return Distance(a, moved(xa, motion.Mul(k)), b, xb).Distance }
		if !hit {
			for i := range 101 {
				if d := dist(float64(i) / 100); d < -1e-9 {
					t.Fatalf("the cast misses, but the shapes overlap by %v at %d %%", -d, i)
				}
			}
			return
		}
		if !finiteVec(h.Point, h.Normal) || !near(h.Normal.Len(), 1, 1e-12) || h.T < 0 || h.T > 1 {
			t.Fatalf("hit %+v", h)
		}
		if dist(0) <= 0 {
			if h.T != 0 {
				t.Fatalf("overlaps at the start but hits at %v", h.T)
			}
			return
		}
		if d := dist(h.T); !near(d, 0, 1e-8) {
			t.Fatalf("distance %v at the hit %+v", d, h)
		}
		for i := range 50 {
			if d := dist(h.T * float64(i) / 51); d < -1e-9 {
				t.Fatalf("overlaps before the hit")
			}
		}
		if _, d := b.Closest(xb, h.Point); !near(d, 0, 1e-7) {
			t.Fatalf("the point of %+v is %v off B", h, d)
		}
		if _, d := a.Closest(moved(xa, motion.Mul(h.T)), h.Point); !near(d, 0, 1e-7) {
			t.Fatalf("the point of %+v is %v off A", h, d)
		}
	})
}

func TestMassAgreesWithSampling(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t, "s")
		m := s.Mass(1)
		box := s.Bounds(Identity())
		const n = 60
		step := box.Size().Mul(1.0 / n)
		var sum moments
		for i := range n {
			for j := range n {
				p := box.Min.Add(Vec{X: (float64(i) + 0.5) * step.X, Y: (float64(j) + 0.5) * step.Y})
				if s.Contains(Identity(), p) {
					sum.Add(step.X*step.Y, p, 0)
				}
			}
		}
		got := sum.Mass(Vec{}, 1)
		tol := 3 * (step.X + step.Y)
		size := box.HalfPerimeter()
		if !near(m.Area, got.Area, tol*size) || !near(m.Inertia, got.Inertia, tol*size*size*size) {
			t.Fatalf("mass %+v, sampled %+v", m, got)
		}
		if m.Area > 0 && !box.Grow(1e-9).Contains(m.Centroid) {
			t.Fatalf("the centroid %v is outside %v", m.Centroid, box)
		}
		xf := NewTransform(Vec{X: 100, Y: -50}, 1)
		v := s.Vertices()
		for i := range v {
			v[i] = xf.Apply(v[i])
		}
		far, err := NewShape(v, s.Radius())
		if err != nil {
			t.Fatal(err)
		}
		if fm := far.Mass(1); !near(fm.Area, m.Area, 1e-9) || !near(fm.Inertia, m.Inertia, 1e-8) ||
			m.Area > 1e-6 && !nearVec(fm.Centroid, xf.Apply(m.Centroid), 1e-7) {
			t.Fatalf("moved %+v, was %+v", fm, m)
		}
	})
}

// Two edges are parallel to within 1e-10, where the two best axes tie.
func TestDistanceOfNearlyParallelEdges(t *testing.T) {
	t.Parallel()
	const x = 2.3283064365386963e-10
	a := mustNew(t, []Vec{{X: 1, Y: 1}, {X: x, Y: 0.5}, {X: x, Y: 0.25}}, 0)
	b := mustNew(t, []Vec{{X: x, Y: 1}, {X: x, Y: 0.5}, {X: -1, Y: 1}, {X: x / 2, Y: -1}}, 0)
	for _, swapped := range []bool{false, true} {
		p, q, xp, xq := a, b, at(0, 1), at(0, 2)
		if swapped {
			p, q, xp, xq = q, p, xq, xp
		}
		if d := Distance(p, xp, q, xq); !near(d.Distance, 3.880510727564494e-11, 1e-10) {
			t.Errorf("swapped %v: distance %v", swapped, d.Distance)
		}
	}
}

// The edges at a nearly flat vertex count as one line wherever the shape is, although far from the origin rounding
// decides which of them is nearer.
func TestDistanceAtNearlyFlatVertices(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 9))
	others := []Shape{
		mustNew(t, []Vec{{}}, 5), mustNew(t, []Vec{{X: -5, Y: -5}, {X: 5, Y: -5}, {X: 5, Y: 5}, {X: -5, Y: 5}}, 0),
	}
	for _, far := range []float64{0, 1e6, 1e7, 1e8, MaxCoordinate - 2000} {
		for range 500 {
			h := math.Pow(10, -9+3*r.Float64())
			a := mustNew(t, []Vec{{}, {X: 300, Y: -h}, {X: 700, Y: -h}, {X: 1000}, {X: 500, Y: 400}}, 0)
			xa := NewTransform(Vec{X: far, Y: -far}, float64(7*r.Float64()))
			for _, b := range others {
				want := float64(2*r.Float64()) - 1
				xb := Transform{P: xa.Apply(Vec{X: 10 + float64(980*r.Float64()), Y: -5 - want}), Q: xa.Q}
				tol := 2e-6 + 1e-15*far
				if d := Distance(a, xa, b, xb); !near(d.Distance, want, tol) {
					t.Fatalf("at %g the distance to %d vertices is %g, want %g", far, b.Len(), d.Distance, want)
				}
				if d := Distance(b, xb, a, xa); !near(d.Distance, want, tol) {
					t.Fatalf("at %g the distance from %d vertices is %g, want %g", far, b.Len(), d.Distance, want)
				}
			}
		}
	}
}
