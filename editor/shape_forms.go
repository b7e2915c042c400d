package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// The forms that are drawn with a drag and parameters.
const (
	EllipseForm = iota
	PolygonForm
	RampForm
	StairsForm
	CurveForm
	FormCount // number of forms
)

// FormSettings holds the parameters of the forms.
type FormSettings struct {
	Sides      int
	Star       bool
	Inner      float64   // radius of a star's inner corners, in percent of the outer radius
	KeepSlope  bool      // ramps keep their slope
	Slope      level.Vec // the slope to keep
	Steps      int
	FixedSteps bool      // the steps have a fixed size
	Tread      level.Vec // run and rise of a fixed step
	Curve      GroundCurve
	Floor      float64
}

// Draw returns the shape of a form for a drag, relative to the drag's start. shift constrains the direction or makes
// the form regular. It also returns the end of the shape and the number of stairs.
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

// stairs returns the end and the number of stairs. With a fixed step size the end differs from the drag's.
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

// round returns the end of a curve that is a full quarter or half of a circle.
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

// Stepped returns the projection of p onto the nearest direction from a point in steps of 15 degrees.
func Stepped(from, p level.Vec) level.Vec {
	const step = 15 * math.Pi / 180
	d := p.Sub(from)
	a := float64(math.Round(collision.Atan2(d.Y, d.X)/step) * step)
	sin, cos := collision.Sincos(a)
	along := level.Vec{X: cos, Y: sin}
	return overlay.Tidy(from.MulAdd(along, d.Dot(along)))
}

// Squared returns the end of a drag extended to a square with its longer side.
func Squared(from, to level.Vec) level.Vec {
	d := to.Sub(from)
	side := max(math.Abs(d.X), math.Abs(d.Y))
	return from.Add(level.Vec{X: math.Copysign(side, d.X), Y: math.Copysign(side, d.Y)})
}
