package importers

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// RoundTolerance is the largest distance between something round and its polygon, in pixels.
const RoundTolerance = 0.25

// RoundCorners returns the number of corners of a regular polygon that is inscribed in a circle and within
// [RoundTolerance] of it: a multiple of 4, from the given number to 256. off bounds how far the polygon lies inside the
// circle.
func RoundCorners(radius float64, least int) (n int, off float64) {
	const most = 64 // per quarter
	quarter := least / 4
	depth := func() float64 { return float64(radius * (1 - collision.Cos(math.Pi/float64(4*quarter)))) }
	for quarter < most && depth() > RoundTolerance {
		quarter++
	}
	return 4 * quarter, depth()
}

// Ellipse returns the shape of an ellipse about the origin with the half axes a and b: a circle, or a polygon inscribed
// in it, clockwise on the screen. It will be stretched by up to the given factor in any direction; off bounds how far
// the polygon then lies inside the ellipse.
//
// Its corners are the corners of a regular polygon in the circle that is stretched to the ellipse, so no chord lies
// deeper than a chord of that polygon, scaled by the longer half axis.
func Ellipse(a, b, stretch float64) (s level.Shape, off float64) {
	if a == b {
		return level.Shape{Kind: level.Circle, Radius: a}, 0
	}
	n, off := RoundCorners(float64(max(a, b)*stretch), 8)
	quarter := n / 4
	points := make([]level.Vec, n)
	for i := range points {
		sin, cos := collision.Sincos(2 * math.Pi * float64(i%quarter) / float64(n))
		for range i / quarter { // quarter turns, exact
			sin, cos = cos, -sin
		}
		points[i] = level.Vec{X: float64(a*cos) + 0, Y: float64(b*sin) + 0} // + 0 turns -0 into 0
	}
	return level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset}, off
}

// distinct returns points without those that repeat the one before them or, at the end of a loop, the first.
func distinct(points []level.Vec, closed bool) []level.Vec {
	out := slices.Compact(slices.Clone(points))
	for closed && len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}

// Path returns a chain through points of the level, and its position. dropped counts points that repeat the one before
// them or, at the end of a loop, the first. ok is false for fewer than two different points.
func Path(points []level.Vec, closed bool) (s level.Shape, at level.Vec, dropped int, ok bool) {
	out := distinct(points, closed)
	if len(out) < 2 {
		return s, at, 0, false
	}
	return level.Shape{Kind: level.Chain, Points: relative(out, out[0]), Closed: closed && len(out) >= 3}, out[0],
		len(points) - len(out), true
}
