package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// The forms that the user draws with a drag and parameters.
const (
	EllipseForm = iota
	PolygonForm
	RampForm
	StairsForm
	CurveForm
	FormCount // number of forms
)

// FormSettings holds the parameters of all forms.
type FormSettings struct {
	Sides      int
	Star       bool
	Inner      float64   // radius of a star's inner corners, in percent of the outer radius
	KeepSlope  bool      // ramps have a fixed slope
	Slope      level.Vec // the fixed slope
	Steps      int
	FixedSteps bool      // the steps have a fixed size
	Tread      level.Vec // run and rise of a fixed step
	Curve      GroundCurve
	Floor      float64
}

// Draw returns the shape of a form for a drag, relative to the drag's start, with its end and its number of stairs.
// shift constrains the direction or makes the form regular.
func (n *FormSettings) Draw(form int, by level.Vec, shift bool) (made MadeShape, to level.Vec, steps int, ok bool) {
	switch form {
	case EllipseForm:
		if shift {
			by = Squared(level.Vec{}, by)
		}
		made.Shape, ok = Ellipse(by.Max(by.Neg()))
		made.Offset = by.Mul(0.5)
	case PolygonForm:
		if shift {
			by = Stepped(level.Vec{}, by)
		}
		inner := 0.0
		if n.Star {
			inner = n.Inner / 100
		}
		made.Shape, ok = RegularPolygon(n.Sides, by, inner)
	case RampForm:
		switch {
		case shift:
			by = Stepped(level.Vec{}, by)
		case n.KeepSlope && n.Slope.X != 0:
			by.Y = math.Copysign(float64(by.X*(n.Slope.Y/n.Slope.X)), by.Y)
		}
		made, ok = Ramp(by)
	case StairsForm:
		by, steps = n.stairs(by, shift)
		made, ok = Stairs(steps, by)
	case CurveForm:
		if shift {
			by = n.round(by)
		}
		made, ok = CurvedGround(n.Curve, by, n.Floor)
	}
	return made, by, steps, ok
}

// stairs returns the end and the number of stairs. With a fixed step size, the end differs from the end of the drag.
func (n *FormSettings) stairs(by level.Vec, shift bool) (level.Vec, int) {
	if !n.FixedSteps {
		if shift {
			by = Squared(level.Vec{}, by)
		}
		return by, n.Steps
	}
	steps := math.Round(max(math.Abs(by.X)/n.Tread.X, math.Abs(by.Y)/n.Tread.Y))
	steps = min(max(steps, 1), MaxStairs)
	return level.Vec{
		X: math.Copysign(float64(steps*n.Tread.X), by.X),
		Y: math.Copysign(float64(steps*n.Tread.Y), by.Y),
	}, int(steps)
}

// round returns the end of a drag that makes the curve a full quarter or half of a circle.
func (n *FormSettings) round(by level.Vec) level.Vec {
	half := float64(math.Abs(by.X) / 2)
	switch n.Curve {
	case HalfPipe:
		return level.Vec{X: by.X, Y: math.Copysign(half+n.Floor, by.Y)}
	case Hill:
		return level.Vec{X: by.X, Y: math.Copysign(half, by.Y)}
	}
	return Squared(level.Vec{}, by)
}

// Stepped projects p onto the nearest ray from a point whose angle is a multiple of 15 degrees.
func Stepped(from, p level.Vec) level.Vec {
	const step = 15 * math.Pi / 180
	d := p.Sub(from)
	a := float64(math.Round(collision.Atan2(d.Y, d.X)/step) * step)
	sin, cos := collision.Sincos(a)
	along := level.Vec{X: cos, Y: sin}
	return overlay.Tidy(from.MulAdd(along, d.Dot(along)))
}

// Squared returns the end of a drag after extending its box to a square.
func Squared(from, to level.Vec) level.Vec {
	d := to.Sub(from)
	side := max(math.Abs(d.X), math.Abs(d.Y))
	return from.Add(level.Vec{X: math.Copysign(side, d.X), Y: math.Copysign(side, d.Y)})
}

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
	// A cubic for a quarter of a circle is off by at most 2.8e-4 of the radius; halving the angle divides this by 64.
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

// RegularPolygon returns a regular polygon about the origin with one corner at the given point. If inner is between 0
// and 1, it returns a star; inner is the ratio of the inner to the outer radius.
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
// pixels of ground below its deepest point, clamped to between a sixteenth (but at least one pixel) and three quarters
// of its height. An arc is at most half a circle, or a quarter if it rises to one side, so a form that is too high for
// this is only partly curved.
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
		side := float64((float64(half*half) + float64(high*high)) / 4) // square of half the chord of each arc
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

// clockwise returns a polygon about its centre, clockwise on screen. arcs holds the arc heights of its first edges.
func clockwise(points []level.Vec, arcs ...float64) MadeShape {
	var d level.Detail
	turned := DoubleArea(points) < 0
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

// maxSamples limits the number of points that a line is resampled to for smoothing.
const maxSamples = 4096

// Freehand returns the shape of a hand-drawn line, smoothed over a distance and then reduced to the fewest vertices
// within a tolerance, both in pixels. If curves is set, edges become curves where this saves vertices. A closed line
// becomes a polygon, or a closed chain if it crosses itself; an open line becomes a chain. ok is false if too few
// vertices remain.
func Freehand(points []level.Vec, closed bool, smoothing, tolerance float64, curves bool) (MadeShape, bool) {
	points = smoothed(points, closed, smoothing)
	least := 2
	if closed {
		least = 3
	}
	if len(points) < least {
		return MadeShape{}, false
	}
	bounds := collision.BoundsOf(points)
	if size := bounds.Size(); !(max(size.X, size.Y) > 0) || closed && !(min(size.X, size.Y) > 0) {
		return MadeShape{}, false
	}
	var knots []level.Knot
	if curves && tolerance > 0 && tolerance < max(bounds.Size().X, bounds.Size().Y) {
		knots = fitted(points, closed, tolerance, float64(2*max(smoothing, tolerance)))
	}
	// bent returns the shape with curves if the result is valid and has fewer vertices.
	bent := func(s level.Shape) level.Shape {
		if len(knots) < 2 || len(knots) >= len(s.Points) {
			return s
		}
		if c := s.WithKnots(knots); isValid(c) {
			return c
		}
		return s
	}
	if closed {
		if s := SimplifyShape(polygonOf([][]level.Vec{points}), tolerance); isValid(s) {
			if s = bent(s); DoubleArea(s.Flattened().Points) < 0 {
				s = s.Reversed()
			}
			m := centred(s)
			return m, isValid(m.Shape)
		}
	}
	m := centred(bent(SimplifyShape(level.Shape{Kind: level.Chain, Points: points, Closed: closed}, tolerance)))
	return m, isValid(m.Shape)
}

func isValid(s level.Shape) bool {
	_, err := s.Bake()
	return err == nil
}

// smoothed smooths a line along its length, approximately with a Gaussian filter of the given standard deviation. The
// ends of an open line stay.
func smoothed(points []level.Vec, closed bool, by float64) []level.Vec {
	if !(by > 0) || len(points) < 3 {
		return points
	}
	length := pathLength(points)
	if closed {
		length += points[len(points)-1].Dist(points[0])
	}
	by = min(by, length/8)
	step := max(float64(by/2), length/maxSamples)
	line := resampled(points, closed, step)
	n := len(line)
	if n < 4 {
		return points
	}
	// Each pass is a binomial filter with variance step*step/2.
	passes := int(math.Ceil(2 * float64(by*by) / float64(step*step)))
	next := make([]level.Vec, n)
	for range passes {
		for i := range line {
			if !closed && (i == 0 || i == n-1) {
				next[i] = line[i]
				continue
			}
			before, after := line[(i+n-1)%n], line[(i+1)%n]
			next[i] = before.Add(after).Mul(0.25).MulAdd(line[i], 0.5)
		}
		line, next = next, line
	}
	return line
}

// resampled returns points along a line at intervals of about one step, including both ends. It does not repeat the
// first point of a closed line.
func resampled(points []level.Vec, closed bool, step float64) []level.Vec {
	if closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	n := int(max(math.Round(pathLength(points)/step), 1))
	out := make([]level.Vec, 0, n+1)
	gap := pathLength(points) / float64(n)
	done, next := 0.0, 0.0 // lengths along the line
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		l := a.Dist(b)
		for next <= done+l && len(out) < n {
			t := 0.0
			if l > 0 {
				t = (next - done) / l
			}
			out = append(out, a.Lerp(b, min(max(t, 0), 1)))
			next = float64(float64(len(out)) * gap)
		}
		done += l
	}
	if !closed {
		out = append(out, points[len(points)-1])
	}
	return out
}
