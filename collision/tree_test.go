package collision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The sides of a box in the tree are never within the box that they stand for, and not much outside of it.
func TestSmallBoxesAreRoundedOutward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(rapid.Float64Range(-1e7, 1e7), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, 1, -1, 16777217, -16777217, 1e-40, -1e-40, 0.1, math.Nextafter(1, 2)})).Draw(t, "x")
		low, high := unordered(lower(x)), unordered(upper(x)&^guard)
		if low > x || high < x {
			t.Fatalf("%v is kept as %v to %v", x, low, high)
		}
		if room := max(math.Abs(x)*1e-6, 1e-30); x-low > room || high-x > room {
			t.Fatalf("%v is kept as %v to %v, which is far away", x, low, high)
		}
		y, w, h := rapid.Float64Range(-1e6, 1e6).Draw(t, "y"), rapid.Float64Range(0, 1e5).Draw(t, "w"), rapid.Float64Range(0, 1e5).Draw(t, "h")
		b := AABB{Vec{x, y}, Vec{x + w, y + h}}
		s := shrink(b)
		if wide := s.wide(); wide.Min.X > b.Min.X || wide.Min.Y > b.Min.Y || wide.Max.X < b.Max.X || wide.Max.Y < b.Max.Y {
			t.Fatalf("%v is kept as %v", b, wide)
		}
		for _, p := range []Vec{b.Min, b.Max, {b.Min.X, b.Max.Y}, b.Center()} {
			if !s.holds(p) {
				t.Fatalf("%v does not hold its own point %v", b, p)
			}
		}
	})
}
