package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// The forms that are drawn with a drag and some numbers.
const (
	EllipseForm = iota
	PolygonForm
	RampForm
	StairsForm
	CurveForm
	FormCount // how many there are
)

// FormSettings are what the forms take beside a drag.
type FormSettings struct {
	Sides      int
	Star       bool
	Inner      float64   // of a star: where its inner corners are, in percent of the radius
	KeepSlope  bool      // ramps keep their slope
	Slope      level.Vec // which that is
	Steps      int
	FixedSteps bool      // the steps have a size of their own
	Tread      level.Vec // run and rise of those
	Curve      GroundCurve
	Floor      float64
}

// Draw is the shape of a form that a drag of a length draws, seen from its start; with shift that goes in steps, or makes the form a regular
// one. It returns how far the shape goes, and of how many steps stairs are.
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

// stairs is how many steps there are on the way, which ends elsewhere where the steps have a size of their own.
func (n *FormSettings) stairs(by level.Vec, shift bool) (level.Vec, int) {
	if !n.FixedSteps {
		if shift {
			by = Squared(level.Vec{}, by)
		}
		return by, n.Steps
	}
	steps := math.Round(max(math.Abs(by.X)/n.Tread.X, math.Abs(by.Y)/n.Tread.Y))
	steps = min(max(steps, 1), MaxStairs)
	return level.Vec{X: math.Copysign(float64(steps*n.Tread.X), by.X), Y: math.Copysign(float64(steps*n.Tread.Y), by.Y)}, int(steps)
}

// round is the way along a curve that is a whole quarter, or half, of a circle.
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

// Stepped is the point next to p in a direction of 15 degrees' steps from another.
func Stepped(from, p level.Vec) level.Vec {
	const step = 15 * math.Pi / 180
	d := p.Sub(from)
	a := float64(math.Round(collision.Atan2(d.Y, d.X)/step) * step)
	sin, cos := collision.Sincos(a)
	along := level.Vec{X: cos, Y: sin}
	return overlay.Tidy(from.MulAdd(along, d.Dot(along)))
}

// Squared is the point that makes a square of a drag, as large as its longer side.
func Squared(from, to level.Vec) level.Vec {
	d := to.Sub(from)
	side := max(math.Abs(d.X), math.Abs(d.Y))
	return from.Add(level.Vec{X: math.Copysign(side, d.X), Y: math.Copysign(side, d.Y)})
}
