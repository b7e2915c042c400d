package polygon

import (
	"math"
	"testing"

	"fillet/collision"
)

// inUnion reports whether p is in one of the shapes.
func inUnion(pieces []collision.Shape, p collision.Vec) bool {
	for _, s := range pieces {
		if s.Contains(collision.Identity(), p) {
			return true
		}
	}
	return false
}

// windingOf returns how often flattened contours turn around p.
func windingOf(polys [][]collision.Vec, p collision.Vec) int {
	w := 0
	for _, poly := range polys {
		for i, a := range poly {
			b := poly[(i+1)%len(poly)]
			if a.Y <= p.Y != (b.Y <= p.Y) {
				if c := b.Sub(a).Cross(p.Sub(a)); b.Y > a.Y && c > 0 {
					w++
				} else if b.Y < a.Y && c < 0 {
					w--
				}
			}
		}
	}
	return w
}

// checkRounded compares the boundary with sampled points of the pieces, and its area and moment with sampled values.
func checkRounded(t *testing.T, what string, loops [][]collision.Vec, r float64, rounding Rounding) {
	t.Helper()
	pieces, boundary, err := RoundRegion(loops, r, rounding)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	box := collision.BoundsOf(loops[0]).Grow(1)
	if rounding == RoundOutset {
		box = box.Grow(r)
	}
	var polys [][]collision.Vec
	for _, c := range boundary {
		for i, s := range c {
			if next := c[(i+1)%len(c)]; s.To != next.From {
				t.Errorf("%s: contour has a gap from %v to %v", what, s.To, next.From)
			}
		}
		polys = append(polys, c.Flatten(1e-4, nil))
	}
	const n = 61
	step := collision.Vec{X: (box.Max.X - box.Min.X) / n, Y: (box.Max.Y - box.Min.Y) / n}
	count, bad := 0, 0
	for i := range n {
		for j := range n {
			p := box.Min.Add(collision.Vec{X: (float64(i) + 0.487) * step.X, Y: (float64(j) + 0.513) * step.Y})
			in := inUnion(pieces, p)
			if in {
				count++
			}
			w := windingOf(polys, p)
			if (w == 1) != in || w != 0 && w != 1 {
				near := false
				for _, s := range pieces {
					if _, d := s.Closest(collision.Identity(), p); math.Abs(d) < 1e-3 {
						near = true
					}
				}
				if !near {
					if bad++; bad < 4 {
						t.Errorf("%s: winding %d at %v, inside %v", what, w, p, in)
					}
				}
			}
		}
	}
	m := collision.RegionMass(boundary, 2)
	sampled := float64(count) * step.X * step.Y
	if !near(m.Area, sampled, 0.04*sampled+2*step.X*step.Y) || !near(m.Mass, 2*m.Area, 1e-9*m.Area) {
		t.Errorf("%s: area %v, sampled %v", what, m.Area, sampled)
	}
	flat := 0.0
	for _, p := range polys {
		flat += polygonArea(p)
	}
	if !near(m.Area, flat, 1e-4*box.HalfPerimeter()*10) {
		t.Errorf("%s: area %v, flattened %v", what, m.Area, flat)
	}
	if rounding == RoundInset {
		if limit := regionArea(loops); m.Area > limit*(1+1e-9) {
			t.Errorf("%s: area %v is more than the outline's %v", what, m.Area, limit)
		}
	}
}

func TestRoundedBoundaryBoundsTheUnion(t *testing.T) {
	t.Parallel()
	more := map[string][][]collision.Vec{
		"stairs": {{
			{X: 0, Y: 0},
			{X: 60, Y: 0},
			{X: 60, Y: 60},
			{X: 52, Y: 60},
			{X: 52, Y: 56},
			{X: 48, Y: 56},
			{X: 48, Y: 52},
			{X: 44, Y: 52},
			{X: 44, Y: 48},
			{X: 40, Y: 48},
			{X: 40, Y: 44},
			{X: 0, Y: 44},
		}},
		"slit": {{
			{X: 0, Y: 0},
			{X: 60, Y: 0},
			{X: 60, Y: 40},
			{X: 33, Y: 40},
			{X: 33, Y: 10},
			{X: 30, Y: 10},
			{X: 30, Y: 40},
			{X: 0, Y: 40},
		}},
		"pinhole":   {rect(0, 0, 60, 60), rect(28, 28, 32, 32)},
		"two holes": {rect(0, 0, 60, 60), rect(15, 20, 25, 40), rect(27, 20, 40, 40)},
		"bay": {{
			{X: 0, Y: 0},
			{X: 60, Y: 0},
			{X: 60, Y: 60},
			{X: 0, Y: 60},
			{X: 0, Y: 32},
			{X: 20, Y: 32},
			{X: 20, Y: 45},
			{X: 40, Y: 45},
			{X: 40, Y: 15},
			{X: 20, Y: 15},
			{X: 20, Y: 28},
			{X: 0, Y: 28},
		}},
		"notched": {{
			{X: 0, Y: 0},
			{X: 60, Y: 0},
			{X: 60, Y: 30},
			{X: 35, Y: 30},
			{X: 30, Y: 25},
			{X: 25, Y: 30},
			{X: 0, Y: 30},
		}},
		"chamfer": {{{X: 0, Y: 0}, {X: 38, Y: 0}, {X: 40, Y: 2}, {X: 40, Y: 30}, {X: 0, Y: 30}}},
		"deep notch": {{
			{X: 0, Y: 0},
			{X: 60, Y: 0},
			{X: 60, Y: 50},
			{X: 31, Y: 50},
			{X: 30, Y: 8},
			{X: 29, Y: 50},
			{X: 0, Y: 50},
		}},
	}
	for name, o := range outlines {
		more[name] = o.loops
	}
	for name, loops := range more {
		limit := MaxInset(loops)
		for _, k := range []float64{0, 0.3, 0.8, 0.99, 1} {
			checkRounded(t, name+" inset", loops, limit*k, RoundInset)
		}
		for _, r := range []float64{0.5, 2, 5, 12} {
			checkRounded(t, name+" outset", loops, r, RoundOutset)
		}
	}
}

func TestRegionMassOfOneShapeIsItsMass(t *testing.T) {
	t.Parallel()
	for _, s := range []collision.Shape{
		mustBox(t, 3, 2, 0), mustBox(t, 3, 2, 1), circle(t, collision.Vec{X: 3, Y: 4}, 2),
		capsule(t, collision.Vec{X: 1, Y: 1}, collision.Vec{X: 4, Y: 5}, 1.5),
		mustNew(t, []collision.Vec{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 0, Y: 1}}, 0.6),
	} {
		got, want := collision.RegionMass(s.Boundary(), 3), s.Mass(3)
		if !near(got.Area, want.Area, 1e-9) || !near(got.Inertia, want.Inertia, 1e-9) ||
			!nearVec(got.Centroid, want.Centroid, 1e-9) {
			t.Errorf("RegionMass = %+v, Mass = %+v", got, want)
		}
	}
}

// A tiny tolerance gives the greatest number of chords; the number does not overflow.
func TestFlattenToAnyTolerance(t *testing.T) {
	t.Parallel()
	half := collision.Segment{From: collision.Vec{X: 1, Y: 0}, To: collision.Vec{X: -1, Y: 0}, Radius: 1}
	last := 0
	for _, tolerance := range []float64{10, 1, 0.1, 1e-3, 1e-6, 1e-9, 1e-17, 1e-40, 1e-300, 5e-324, 0} {
		n := len(collision.Contour{half}.Flatten(tolerance, nil))
		if n < last {
			t.Errorf("a tolerance of %v gives %d chords, a larger one %d", tolerance, n, last)
		}
		last = n
	}
	if last != 4096 {
		t.Errorf("tolerance 0 gives %d chords, want 4096", last)
	}
}
