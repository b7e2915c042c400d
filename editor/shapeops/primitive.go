package shapeops

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// curveTolerance is how far the edges of a primitive may lie from the curve that they stand for, in pixels.
const curveTolerance = 0.1

// Ellipse fills a box of a size, about the origin: a circle where the box is a square. False is a size without area.
func Ellipse(size level.Vec) (level.Shape, bool) {
	if !(size.X > 0) || !(size.Y > 0) {
		return level.Shape{}, false
	}
	if size.X == size.Y {
		return level.Shape{Kind: level.Circle, Radius: float64(size.X / 2)}, true
	}
	a, b := float64(size.X/2), float64(size.Y/2)
	const least, most = 4, 64 // edges to a quarter
	quarter := edgesOfArc(max(a, b), math.Pi/2, least, most)
	points := make([]level.Vec, 0, 4*quarter)
	for i := range 4 * quarter {
		sin, cos := collision.Sincos(float64(float64(i) / float64(2*quarter) * math.Pi))
		points = append(points, level.Vec{X: 0 - float64(a*cos), Y: 0 - float64(b*sin)})
	}
	return polygonOf([][]level.Vec{points}), true
}

// edgesOfArc is how many edges keep the tolerance along an arc, within bounds.
func edgesOfArc(radius, angle float64, least, most int) int {
	// An edge over the angle s is radius*(1-cos(s/2)), about radius*s*s/8, from the arc.
	step := math.Sqrt(8 * curveTolerance / radius)
	return int(min(max(math.Ceil(angle/step), float64(least)), float64(most)))
}

// RegularPolygon is a polygon with so many sides of the same length about the origin, one corner of it where corner is. With inner
// between 0 and 1 it is a star, whose inner corners are so far from its middle, as a part of the distance of the outer ones.
func RegularPolygon(sides int, corner level.Vec, inner float64) (level.Shape, bool) {
	if sides < 3 || corner == (level.Vec{}) {
		return level.Shape{}, false
	}
	n, star := sides, inner > 0 && inner < 1
	if star {
		n *= 2
	}
	points := make([]level.Vec, n)
	for i := range points {
		sin, cos := collision.Sincos(float64(float64(i) / float64(n) * (2 * math.Pi)))
		p := level.Vec{X: float64(corner.X*cos) - float64(corner.Y*sin), Y: float64(corner.X*sin) + float64(corner.Y*cos)}
		if star && i%2 == 1 {
			p = p.Mul(inner)
		}
		points[i] = p
	}
	return polygonOf([][]level.Vec{points}), true
}

// ends are the low and the high end of a slope that goes from the origin to a point, and the corner on the ground below the high one.
func ends(to level.Vec) (low, high, foot level.Vec, ok bool) {
	low, high = level.Vec{}, to
	if to.Y > 0 {
		low, high = to, level.Vec{}
	}
	return low, high, level.Vec{X: high.X, Y: low.Y}, to.X != 0 && to.Y != 0
}

// Ramp is the ground below a straight slope from the origin to a point, as the low or the high end of it. False where it has no width
// or no height.
func Ramp(to level.Vec) (Made, bool) {
	low, high, foot, ok := ends(to)
	if !ok {
		return Made{}, false
	}
	return clockwise([]level.Vec{low, high, foot}), true
}

// MostSteps is how many steps stairs may have.
const MostSteps = 200

// Stairs are the ground below so many steps of the same size from the origin to a point.
func Stairs(steps int, to level.Vec) (Made, bool) {
	low, high, foot, ok := ends(to)
	if !ok || steps < 1 || steps > MostSteps {
		return Made{}, false
	}
	points := make([]level.Vec, 0, 2*steps+2)
	way := high.Sub(low)
	for i := range steps {
		x := low.X + float64(way.X*(float64(i)/float64(steps)))
		points = append(points,
			level.Vec{X: x, Y: low.Y + float64(way.Y*(float64(i)/float64(steps)))},
			level.Vec{X: x, Y: low.Y + float64(way.Y*(float64(i+1)/float64(steps)))})
	}
	return clockwise(append(points, high, foot)), true
}

// Curve is a form of ground with a round surface.
type Curve int

// The forms of curved ground.
const (
	QuarterPipe  Curve = iota // rises slowly at first: level at its low end, or upright at its high end where it is steep
	QuarterRound              // rises quickly at first: level at its high end, or upright at its low end
	HalfPipe                  // a hollow between two ends of the same height, in a block
	Hill                      // a hump between two ends of the same height
)

// CurvedGround is the ground below an arc of a circle in the box from the origin to a point. A half pipe has so much ground below its
// deepest point, between a sixteenth and three quarters of its height, and a pixel if that has room. An arc is never more than half a circle, or a quarter of one where it rises to
// one side, so what is too high for that has less of a curve.
func CurvedGround(form Curve, to level.Vec, floor float64) (Made, bool) {
	low, high, foot, ok := ends(to)
	if !ok {
		return Made{}, false
	}
	w, h := math.Abs(to.X), math.Abs(to.Y)
	half := float64(w / 2)
	left, right, top, ground := min(0, to.X), max(0, to.X), min(0, to.Y), max(0, to.Y)
	switch form {
	case HalfPipe:
		deep := min(h-min(max(floor, 1, float64(h/16)), float64(0.75*h)), half)
		a, b := level.Vec{X: left, Y: top}, level.Vec{X: right, Y: top}
		return clockwise(append(arc(nil, a, b, deep), b, level.Vec{X: right, Y: ground}, level.Vec{X: left, Y: ground})), true
	case Hill:
		a, b := level.Vec{X: left, Y: ground}, level.Vec{X: right, Y: ground}
		return clockwise(append(arc(nil, a, b, 0-min(h, half)), b)), true
	}
	// The circle is level at one end, or upright at the other: r*r = (r-short)² + long².
	r := float64((float64(w*w) + float64(h*h)) / (2 * min(w, h)))
	c := float64((float64(w*w) + float64(h*h)) / 4)
	height := r - math.Sqrt(max(float64(r*r)-c, 0))
	side := 1.0
	if (high.X > low.X) == (form == QuarterRound) {
		side = -1
	}
	return clockwise(append(arc(nil, low, high, float64(side*height)), high, foot)), true
}

// arc appends the points of an arc from a to b, without b. Its middle is so far from that of the chord, to the right of the way from a
// to b as the screen shows it, or with a negative height to the left.
func arc(points []level.Vec, a, b level.Vec, height float64) []level.Vec {
	chord := b.Sub(a)
	length := chord.Len()
	points = append(points, a)
	if height == 0 || length == 0 {
		return points
	}
	s := math.Abs(height)
	r := float64((float64(s*s) + float64(length*length)/4) / (2 * s))
	across := level.Vec{X: 0 - chord.Y, Y: chord.X}.Mul(1 / length) // to the right on a screen with y down
	mid := a.Lerp(b, 0.5)
	centre := mid.MulAdd(across, height-math.Copysign(r, height))
	half := collision.Atan2(float64(length/2), r-s)
	const most = 128
	n := edgesOfArc(r, float64(2*half), 2, most)
	from := a.Sub(centre)
	for i := 1; i < n; i++ {
		turn := float64(float64(2*half) * (float64(i) / float64(n)))
		if height > 0 {
			turn = 0 - turn
		}
		sin, cos := collision.Sincos(turn)
		points = append(points, centre.Add(level.Vec{X: float64(from.X*cos) - float64(from.Y*sin), Y: float64(from.X*sin) + float64(from.Y*cos)}))
	}
	return points
}

// clockwise is a polygon about its middle, with its outline clockwise on the screen.
func clockwise(points []level.Vec) Made {
	if doubleArea(points) < 0 {
		points = reversed(points)
	}
	return centred(polygonOf([][]level.Vec{points}))
}
