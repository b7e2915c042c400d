package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Ellipse returns an ellipse of the given size about the origin: a circle, or an outline of cubic curves within the
// tolerance of the ellipse. It returns false for a size without area.
func Ellipse(size level.Vec) (level.Shape, bool) {
	if !(size.X > 0) || !(size.Y > 0) {
		return level.Shape{}, false
	}
	if size.X == size.Y {
		return level.Shape{Kind: level.Circle, Radius: float64(size.X / 2)}, true
	}
	a, b := float64(size.X/2), float64(size.Y/2)
	// A cubic over a quarter is off by at most 2.8e-4 of the radius; halving the angle divides that by 64.
	n, off := 4, float64(max(a, b)*2.8e-4)
	for ; off > level.CurveTolerance/2 && n < 64; off = float64(off / 64) {
		n *= 2
	}
	sin, cos := collision.Sincos(math.Pi / 2 / float64(n))
	handle := float64(4*sin) / (3 * cos)
	place := func(x, y float64) level.Vec { return level.Vec{X: 0 - float64(a*x), Y: 0 - float64(b*y)} }
	points := make([]level.Vec, n)
	var d level.Detail
	for i := range points {
		sin, cos := collision.Sincos(float64(float64(i) / float64(n) * (2 * math.Pi)))
		sinNext, cosNext := collision.Sincos(float64(float64((i+1)%n) / float64(n) * (2 * math.Pi)))
		points[i] = place(cos, sin)
		d.Curves = append(d.Curves, level.Curve{Edge: i, Cubic: [2]level.Vec{
			place(cos-float64(handle*sin), sin+float64(handle*cos)),
			place(cosNext+float64(handle*sinNext), sinNext-float64(handle*cosNext)),
		}})
	}
	return polygonOf([][]level.Vec{points}).WithDetail(d), true
}

// RegularPolygon returns a regular polygon about the origin with one corner at the given point. With inner between 0
// and 1 it is a star whose inner radius is that fraction of the outer one.
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
		p := level.Vec{
			X: float64(corner.X*cos) - float64(corner.Y*sin),
			Y: float64(corner.X*sin) + float64(corner.Y*cos),
		}
		if star && i%2 == 1 {
			p = p.Mul(inner)
		}
		points[i] = p
	}
	return polygonOf([][]level.Vec{points}), true
}

// slopeEnds returns the low and the high end of a slope from the origin to a point, and the ground corner below the
// high end.
func slopeEnds(to level.Vec) (low, high, foot level.Vec, ok bool) {
	low, high = level.Vec{}, to
	if to.Y > 0 {
		low, high = to, level.Vec{}
	}
	return low, high, level.Vec{X: high.X, Y: low.Y}, to.X != 0 && to.Y != 0
}

// Ramp returns the ground below a straight slope between the origin and a point. It returns false without width or
// height.
func Ramp(to level.Vec) (MadeShape, bool) {
	low, high, foot, ok := slopeEnds(to)
	if !ok {
		return MadeShape{}, false
	}
	return clockwise([]level.Vec{low, high, foot}), true
}

// MaxStairs limits the number of stairs.
const MaxStairs = 200

// Stairs returns the ground below equal steps between the origin and a point.
func Stairs(steps int, to level.Vec) (MadeShape, bool) {
	low, high, foot, ok := slopeEnds(to)
	if !ok || steps < 1 || steps > MaxStairs {
		return MadeShape{}, false
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

// GroundCurve is a form of ground with a curved surface.
type GroundCurve int

// The forms of curved ground.
const (
	QuarterPipe  GroundCurve = iota // rises slowly at first: level at the low end, or vertical at the high end if steep
	QuarterRound                    // rises quickly at first: level at the high end, or vertical at the low end
	HalfPipe                        // a hollow between two ends of the same height, in a block
	Hill                            // a hump between two ends of the same height
)

// CurvedGround returns the ground below a circular arc in the box from the origin to a point. A half pipe has floor
// pixels of ground below its deepest point, limited to between a sixteenth and three quarters of its height, and at
// least one pixel if there is room. An arc is at most half a circle, or a quarter if it rises to one side, so forms
// that are too high for that curve only partly.
func CurvedGround(form GroundCurve, to level.Vec, floor float64) (MadeShape, bool) {
	low, high, foot, ok := slopeEnds(to)
	if !ok {
		return MadeShape{}, false
	}
	w, h := math.Abs(to.X), math.Abs(to.Y)
	half := float64(w / 2)
	left, right, top, ground := min(0, to.X), max(0, to.X), min(0, to.Y), max(0, to.Y)
	switch form {
	case HalfPipe:
		deep := min(h-min(max(floor, 1, float64(h/16)), float64(0.75*h)), half)
		return clockwise([]level.Vec{
			{X: left, Y: top},
			{X: right, Y: top},
			{X: right, Y: ground},
			{X: left, Y: ground},
		}, 0-deep), true
	case Hill:
		high := min(h, half)
		side := float64((float64(half*half) + float64(high*high)) / 4) // square of half the chord of either half
		r := float64((float64(half*half) + float64(high*high)) / (2 * high))
		rise := r - math.Sqrt(max(float64(r*r)-side, 0))
		return clockwise([]level.Vec{{X: left, Y: ground}, {X: left + half, Y: ground - high}, {X: right, Y: ground}},
			rise, rise), true
	}
	// The circle is level at one end or vertical at the other: r*r = (r-short)² + long².
	r := float64((float64(w*w) + float64(h*h)) / (2 * min(w, h)))
	c := float64((float64(w*w) + float64(h*h)) / 4)
	height := r - math.Sqrt(max(float64(r*r)-c, 0))
	if (high.X > low.X) != (form == QuarterRound) {
		height = 0 - height
	}
	return clockwise([]level.Vec{low, high, foot}, height), true
}

// clockwise returns a polygon about its centre, clockwise on screen. Its first edges are arcs with these heights.
func clockwise(points []level.Vec, arcs ...float64) MadeShape {
	var d level.Detail
	turned := doubleArea(points) < 0
	for i, height := range arcs {
		c := level.Curve{Edge: i, Arc: height}
		if turned {
			c = level.Curve{Edge: (2*len(points) - 2 - i) % len(points), Arc: 0 - height}
		}
		if height != 0 {
			d.Curves = append(d.Curves, c)
		}
	}
	if turned {
		points = reversed(points)
	}
	return centred(polygonOf([][]level.Vec{points}).WithDetail(d))
}
