package level_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// someCollider draws a collider of any kind that has an extent.
func someCollider(rt *rapid.T) *level.Collider {
	number := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(rt, name) }
	var s level.Shape
	switch rapid.IntRange(0, 4).Draw(rt, "kind") {
	case 0:
		s = level.Shape{
			Kind: level.Box, Size: level.Vec{X: number("w", 10, 90), Y: number("h", 10, 90)},
			Radius: number("r", 0, 5),
		}
	case 1:
		s = level.Shape{Kind: level.Polygon, Points: []level.Vec{
			{X: -40, Y: -30},
			{X: 40, Y: -35},
			{X: 5, Y: 0},
			{X: 30, Y: 30},
		}, Radius: number("r", 0, 2)}
	case 2:
		s = level.Shape{Kind: level.Circle, Radius: number("r", 5, 40)}
	case 3:
		s = level.Shape{Kind: level.Capsule, Points: []level.Vec{{X: -20}, {X: 30}}, Radius: number("r", 5, 20)}
	default:
		s = level.Shape{
			Kind: level.Chain, Points: []level.Vec{{X: -20}, {X: 30, Y: 9}, {X: 11, Y: 40}},
			Radius: number("r", 0, 4),
		}
	}
	if s.HasCorners() {
		s.Rounding = rapid.SampledFrom([]level.Rounding{level.Inset, level.Outset}).Draw(rt, "rounding")
	}
	c := level.NewCollider(1, 1, "c", s, level.Vec{X: number("x", -50, 50), Y: number("y", -50, 50)})
	c.Angle = level.Degrees(rapid.SampledFrom([]float64{0, 0, 90, 33, -120}).Draw(rt, "angle"))
	return c
}

func near(a, b level.Vec) bool { return a.Dist(b) < 1e-6 }

// TestResized checks that the drawn box becomes the requested box, and that a circle fits into it.
func TestResized(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := someCollider(rt)
		from := level.LocalBounds(c.Shape)
		mid := level.Vec{
			X: rapid.Float64Range(-60, 60).Draw(rt, "to x"),
			Y: rapid.Float64Range(-60, 60).Draw(rt, "to y"),
		}
		half := level.Vec{
			X: rapid.Float64Range(15, 99).Draw(rt, "half w"),
			Y: rapid.Float64Range(15, 99).Draw(rt, "half h"),
		}
		to := collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}
		out, _ := level.Resized(c, from, to)
		got := level.LocalBounds(out.Shape)
		// The new frame has its origin at out.Position. Convert the new box from the old frame:
		shift := c.Transform().ApplyInv(out.Position)
		lo, hi := got.Min.Add(shift), got.Max.Add(shift)
		switch {
		case c.Shape.Kind == level.Circle:
			if !near(lo.Lerp(hi, 0.5), mid) || math.Abs(hi.X-lo.X-2*min(half.X, half.Y)) > 1e-6 {
				rt.Fatalf("the circle fills %v to %v of %v", lo, hi, to)
			}
		case c.Shape.Kind == level.Capsule && half.Y > half.X: // a lying capsule cannot fill a tall box
		case !near(lo, to.Min) || !near(hi, to.Max):
			rt.Fatalf("%s fills %v to %v of %v", c.Shape.Kind, lo, hi, to)
		}
		if out.Shape.HasCorners() && out.Shape.Radius > out.Shape.MaxRadius()+1e-9 {
			rt.Fatalf("the radius is %g, at most %g fits", out.Shape.Radius, out.Shape.MaxRadius())
		}
	})
}

// TestTransforms turns and mirrors colliders there and back.
func TestTransforms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := someCollider(rt)
		about := level.Vec{
			X: rapid.Float64Range(-60, 60).Draw(rt, "about x"),
			Y: rapid.Float64Range(-60, 60).Draw(rt, "about y"),
		}
		horizontal := rapid.Bool().Draw(rt, "horizontal")
		once := level.Mirrored(c, about, horizontal)
		b, m := level.DrawnBounds(c), level.DrawnBounds(once)
		if !near(b.Size(), m.Size()) {
			rt.Fatalf("mirroring made %v of %v", m.Size(), b.Size())
		}
		twice := level.Mirrored(once, about, horizontal)
		if !twice.Shape.Equal(c.Shape) || !near(twice.Position, c.Position) ||
			math.Abs(float64((twice.Angle-c.Angle).Normalized())) > 1e-9 {
			rt.Fatalf("mirrored twice: %+v, was %+v", twice, c)
		}
		by := level.Degrees(rapid.Float64Range(-360, 360).Draw(rt, "by"))
		back := level.Turned(level.Turned(c, about, by), about, -by)
		if !near(back.Position, c.Position) || math.Abs(float64((back.Angle-c.Angle).Normalized())) > 1e-9 {
			rt.Fatalf("turned there and back: %+v, was %+v", back, c)
		}
		if centre := level.Centre(level.Turned(c, level.Centre(c), by)); !near(centre, level.Centre(c)) {
			rt.Fatalf("turning about the middle moved it from %v to %v", level.Centre(c), centre)
		}
	})
}
