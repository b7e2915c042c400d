package polygon

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
)

func TestOutlineProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		loops := [][]collision.Vec{drawOutline(t)}
		if Validate(loops) != nil {
			return // not simple
		}
		size := collision.BoundsOf(loops[0]).HalfPerimeter()
		area := regionArea(loops)
		parts, err := DecomposeRegion(loops)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, p := range parts {
			if !turnsOneWay(p) {
				t.Fatalf("part %v of %v is not convex", p, loops)
			}
			sum += polygonArea(p)
		}
		if !near(sum, area, 1e-9*area) {
			t.Fatalf("parts of %v add up to %v, want %v", loops, sum, area)
		}

		limit := MaxInset(loops)
		if !(limit > 0) {
			t.Fatalf("MaxInset(%v) = %v", loops, limit)
		}
		var oe *Error
		if _, _, err := RoundRegion(loops, limit*1.001, RoundInset); !errors.As(err, &oe) || oe.Kind != RadiusTooLarge {
			t.Fatalf("RoundRegion(%v, %v) = %v, limit %v", loops, limit*1.001, err, limit)
		}
		for _, k := range []float64{0.25, 0.8, 1} {
			checkUnion(t, loops, limit*k, RoundInset, size)
		}
		checkUnion(t, loops, rapid.Float64Range(0.1, 20).Draw(t, "outset"), RoundOutset, size)
	})
}

// checkUnion compares the boundary of a rounded region with its pieces at
// points near the boundary and with sampled points.
func checkUnion(t *rapid.T, loops [][]collision.Vec, r float64, rounding Rounding, size float64) {
	pieces, boundary, err := RoundRegion(loops, r, rounding)
	if err != nil {
		t.Fatalf("RoundRegion(%v, %v, %v): %v", loops, r, rounding, err)
	}
	if alone, err := RoundBoundary(loops, r, rounding); err != nil ||
		!slices.EqualFunc(alone, boundary, slices.Equal[collision.Contour]) {
		t.Fatalf("RoundBoundary(%v, %v, %v) = %v, %v; RoundRegion's boundary is %v", loops, r, rounding, alone, err,
			boundary)
	}
	depth := func(p collision.Vec) float64 {
		least := math.Inf(1)
		for _, s := range pieces {
			_, d := s.Closest(collision.Identity(), p)
			least = min(least, d)
		}
		return least
	}
	tol := 2e-6 * (size + r)
	for _, c := range boundary {
		for i, s := range c {
			if next := c[(i+1)%len(c)].From; s.To != next {
				t.Fatalf("%v by %v: a gap from %v to %v", loops, r, s.To, next)
			}
			m := halfway(s)
			if d := depth(m); math.Abs(d) > tol {
				t.Fatalf("%v by %v: %v of the boundary is %v off the pieces", loops, r, m, d)
			}
		}
	}
	var polys [][]collision.Vec
	for _, c := range boundary {
		polys = append(polys, c.Flatten(1e-3, nil))
	}
	box := collision.BoundsOf(loops[0]).Grow(r)
	for i := range 12 {
		for j := range 12 {
			p := collision.Vec{
				X: box.Min.X + (float64(i)+0.4871)*(box.Max.X-box.Min.X)/12,
				Y: box.Min.Y + (float64(j)+0.5132)*(box.Max.Y-box.Min.Y)/12,
			}
			d := depth(p)
			if w := windingOf(polys, p); math.Abs(d) > 2e-3 && (w != 0) != (d < 0) || w < 0 || w > 1 {
				t.Fatalf("%v by %v: winding %d at %v, distance %v", loops, r, w, p, d)
			}
		}
	}
}

// halfway returns the point halfway along a segment.
func halfway(s collision.Segment) collision.Vec {
	if s.Radius == 0 {
		return s.From.Lerp(s.To, 0.5)
	}
	return s.Center.Add(collision.NewRot(s.Sweep() / 2).Apply(s.From.Sub(s.Center)))
}
