package polygon

import (
	"math"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// pointOf returns the point at a fraction of a segment.
func pointOf(s *collision.Segment, t float64) collision.Vec {
	if s.Radius == 0 {
		return s.From.Lerp(s.To, t)
	}
	return s.Center.Add(collision.NewRot(s.Sweep() * t).Apply(s.From.Sub(s.Center)))
}

// The exposed parts of outlines are in no other piece, and every part in no other piece is exposed.
func TestExposed(t *testing.T) {
	t.Parallel()
	const near = 1e-5 // this close to a crossing, a point may belong to either side
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
				continue // a flat shape
			}
			u.Add(s)
			shapes = append(shapes, s)
		}
		covered := func(i int, p collision.Vec) float64 { // the depth in other pieces, negative outside all of them
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
			// Sample the length outside all other pieces: the certain length, and the length within the tolerance.
			const n = 400
			certain, possible, step := 0.0, 0.0, 0.0
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
							certain += l / n
						}
						if depth < near {
							possible += l / n
						}
					}
				}
			}
			if limit := 16 * step; length < certain-limit || length > possible+limit {
				t.Fatalf("piece %d: exposed length %g, want %g to %g from sampling", i, length, certain, possible)
			}
		}
	})
}
