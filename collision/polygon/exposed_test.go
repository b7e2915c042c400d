package polygon

import (
	"math"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// pointOf returns a point of a segment, at a fraction of its way.
func pointOf(s *collision.Segment, t float64) collision.Vec {
	if s.Radius == 0 {
		return s.From.Lerp(s.To, t)
	}
	return s.Center.Add(collision.NewRot(s.Sweep() * t).Apply(s.From.Sub(s.Center)))
}

// TestExposed: the exposed parts of outlines are in no other piece, and what is in no other piece is exposed.
func TestExposed(t *testing.T) {
	t.Parallel()
	const near = 1e-5 // from a crossing, a point may belong to either side
	rapid.Check(t, func(t *rapid.T) {
		var u Pieces
		var shapes []collision.Shape
		for range rapid.IntRange(1, 5).Draw(t, "pieces") {
			points := make([]collision.Vec, rapid.IntRange(1, 5).Draw(t, "points"))
			for i := range points {
				points[i] = collision.Vec{
					X: float64(rapid.IntRange(-40, 40).Draw(t, "x")) / 2, Y: float64(rapid.IntRange(-40, 40).Draw(t, "y")) / 2,
				}
			}
			radius := rapid.SampledFrom([]float64{0, 3, 8}).Draw(t, "radius")
			s, err := collision.NewShape(points, radius)
			if err != nil || s.Mass(1).Area < 1 {
				continue // flat
			}
			u.Add(s)
			shapes = append(shapes, s)
		}
		covered := func(i int, p collision.Vec) float64 { // how deep in another piece, or less than 0 outside all
			deepest := math.Inf(-1)
			for j := range shapes {
				if j != i {
					_, d := shapes[j].Closest(collision.Identity(), p)
					deepest = max(deepest, -d)
				}
			}
			return deepest
		}
		for i := range shapes {
			exposed := u.Exposed(nil, int32(i))
			length := 0.0
			for k := range exposed {
				s := &exposed[k]
				if s.Radius > 0 {
					length += math.Abs(s.Sweep()) * s.Radius
				} else {
					length += s.From.Dist(s.To)
				}
				for _, at := range []float64{0.1, 0.5, 0.9} {
					if p := pointOf(s, at); covered(i, p) > near {
						t.Fatalf("piece %d: %v of %+v is %g deep in another piece", i, p, *s, covered(i, p))
					}
				}
			}
			// The length of what is outside all others, by sampling: for certain, and within the tolerance.
			const n = 400
			least, most, step := 0.0, 0.0, 0.0
			for _, c := range shapes[i].Boundary() {
				for k := range c {
					s := &c[k]
					l := s.From.Dist(s.To)
					if s.Radius > 0 {
						l = math.Abs(s.Sweep()) * s.Radius
					}
					step = max(step, l/n)
					for m := range n {
						depth := covered(i, pointOf(s, (float64(m)+0.5)/n))
						if depth < -near {
							least += l / n
						}
						if depth < near {
							most += l / n
						}
					}
				}
			}
			if limit := 16 * step; length < least-limit || length > most+limit {
				t.Fatalf("piece %d: a length of %g is exposed, and %g to %g by sampling", i, length, least, most)
			}
		}
	})
}
