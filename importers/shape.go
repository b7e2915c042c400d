package importers

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// RoundTolerance is how far the polygon of something round may lie from it, in pixels.
const RoundTolerance = 0.25

// RoundCorners is how many corners a regular polygon needs to lie within the tolerance of the circle that it is inscribed in:
// a multiple of 4, at least so many and at most 256. off is how far it lies within at most.
func RoundCorners(radius float64, least int) (n int, off float64) {
	const most = 64 // in a quarter
	quarter := least / 4
	depth := func() float64 { return float64(radius * (1 - collision.Cos(math.Pi/float64(4*quarter)))) }
	for quarter < most && depth() > RoundTolerance {
		quarter++
	}
	return 4 * quarter, depth()
}

// Ellipse is the shape of an ellipse about the origin with the half axes a and b: a circle, or a polygon inscribed in it,
// clockwise on the screen. It is going to be stretched: by that much at most, in any direction. off is how far the polygon then lies
// within the ellipse at most.
//
// Its corners are those of a regular polygon in the circle that the ellipse stretches, so no chord lies deeper than that
// polygon's, scaled by the longer half axis.
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

// distinct is points without those that repeat the one before them, or at a loop's end the first.
func distinct(points []level.Vec, closed bool) []level.Vec {
	out := slices.Compact(slices.Clone(points))
	for closed && len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}

// Path is the shape of a chain through points of the level, with its place; dropped counts points that repeat the one
// before them, or the first at a loop's end. Fewer than two different points make none, and ok is false.
func Path(points []level.Vec, closed bool) (s level.Shape, at level.Vec, dropped int, ok bool) {
	out := distinct(points, closed)
	if len(out) < 2 {
		return s, at, 0, false
	}
	return level.Shape{Kind: level.Chain, Points: relative(out, out[0]), Closed: closed && len(out) >= 3}, out[0], len(points) - len(out), true
}
