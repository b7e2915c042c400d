package importers

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Affine is a map of the plane: X and Y are where the axes go, At is where the origin goes.
type Affine struct{ X, Y, At level.Vec }

// MoveBy is the map that moves everything by a vector.
func MoveBy(v level.Vec) Affine { return Affine{level.Vec{X: 1}, level.Vec{Y: 1}, v} }

// Turn is the map that turns everything about the origin, quarter turns exactly.
func Turn(d level.Degrees) Affine {
	sin, cos := collision.Sincos(d.Radians())
	switch d.Normalized() {
	case 0:
		sin, cos = 0, 1
	case 90:
		sin, cos = 1, 0
	case -90:
		sin, cos = -1, 0
	case 180:
		sin, cos = 0, -1
	}
	return Affine{level.Vec{X: cos, Y: sin}, level.Vec{X: -sin + 0, Y: cos}, level.Vec{}}
}

// Linear is where the map brings a vector.
func (m Affine) Linear(v level.Vec) level.Vec { return m.X.Mul(v.X).Add(m.Y.Mul(v.Y)) }

// Apply is where the map brings a point.
func (m Affine) Apply(v level.Vec) level.Vec { return m.Linear(v).Add(m.At) }

// After is m after n.
func (m Affine) After(n Affine) Affine { return Affine{m.Linear(n.X), m.Linear(n.Y), m.Apply(n.At)} }

// Scale is by how much the map stretches all lengths alike; ok is false where it does not.
func (m Affine) Scale() (k float64, ok bool) {
	const tolerance = 1e-9
	kx, ky := m.X.Len(), m.Y.Len()
	return kx, math.Abs(kx-ky) <= tolerance*kx && math.Abs(m.X.Dot(m.Y)) <= tolerance*kx*ky
}

// Stretch is by how much the map stretches lengths at most, in any direction.
func (m Affine) Stretch() float64 {
	along := level.Vec{X: m.X.X + m.Y.Y, Y: m.X.Y - m.Y.X}
	across := level.Vec{X: m.X.X - m.Y.Y, Y: m.X.Y + m.Y.X}
	return float64((along.Len() + across.Len()) / 2)
}

// Placed is a shape and where its frame lies.
type Placed struct {
	Shape level.Shape
	At    level.Vec
	Angle level.Degrees
}

// Through is where the map brings a placed shape. It keeps its kind where the map allows; off is how far the polygon of what
// is round lies within what the map makes of that, at most, and 0 where there is none.
func (m Affine) Through(p Placed) (out Placed, off float64) {
	out = Placed{Shape: p.Shape, At: m.Apply(p.At)}
	s := &out.Shape
	whole := m.After(MoveBy(p.At)).After(Turn(p.Angle)) // from the shape's own frame
	k, similar := m.Scale()
	axes := p.Angle == 0 && (m.X.Y == 0 && m.Y.X == 0 || m.X.X == 0 && m.Y.Y == 0)
	switch {
	case s.Kind == level.Point:
		return out, 0
	case s.Kind == level.Circle && similar:
		s.Radius = float64(s.Radius * k)
		return out, 0
	case s.Kind == level.Box && axes:
		size := m.X.Mul(s.Size.X).Add(m.Y.Mul(s.Size.Y))
		s.Size = level.Vec{X: math.Abs(size.X), Y: math.Abs(size.Y)}
		return out, 0
	case s.Kind == level.Box && similar:
		s.Size = s.Size.Mul(k)
		out.Angle = whole.Angle()
		return out, 0
	case s.Kind == level.Box:
		s.Points = s.Corners()
	case (s.Kind == level.Circle || s.Kind == level.Capsule) && !similar:
		s.Points, off = RoundOutline(*s, m.Stretch())
	case s.Kind == level.Capsule:
		s.Radius = float64(s.Radius * k)
	}
	points := make([]level.Vec, len(s.Points))
	for i, q := range s.Points {
		v := whole.Linear(q)
		points[i] = level.Vec{X: v.X + 0, Y: v.Y + 0} // + 0 turns -0 into 0
	}
	if s.Kind == level.Capsule && similar || s.Kind == level.Chain {
		s.Points = points
		return out, 0
	}
	out.Shape = level.Shape{Kind: level.Polygon, Points: Clockwise(points), Rounding: level.Inset}
	return out, off
}

// Angle is the direction in which the map turns the x axis.
func (m Affine) Angle() level.Degrees {
	const places = 1e9 // a degree in radians and back is the same number again
	d := float64(level.DegreesOf(collision.Atan2(m.X.Y, m.X.X)))
	return level.Degrees(math.Round(d*places) / places).Normalized()
}

// Clockwise is an outline in the direction that is clockwise on the screen.
func Clockwise(points []level.Vec) []level.Vec {
	area := 0.0
	for i, p := range points {
		area += p.Cross(points[(i+1)%len(points)])
	}
	if area >= 0 {
		return points
	}
	out := make([]level.Vec, len(points))
	for i, p := range points {
		out[len(points)-1-i] = p
	}
	return out
}

// leastRoundCorners is how many corners the polygon of a circle has at least.
const leastRoundCorners = 32

// RoundOutline is a polygon in a circle or a capsule that is going to be stretched by so much at most. off is how far it then lies
// within what that becomes at most.
func RoundOutline(s level.Shape, stretch float64) (outline []level.Vec, off float64) {
	corners, off := RoundCorners(float64(s.Radius*stretch), leastRoundCorners)
	a, b := level.Vec{}, level.Vec{}
	if s.Kind == level.Capsule {
		a, b = s.Points[1], s.Points[0]
	}
	outline = make([]level.Vec, 0, corners+2)
	start := collision.Atan2(a.Y-b.Y, a.X-b.X) - math.Pi/2
	for i := range corners + 1 {
		sin, cos := collision.Sincos(start + float64(2*math.Pi*float64(i)/float64(corners)))
		round := level.Vec{X: float64(s.Radius * cos), Y: float64(s.Radius * sin)}
		switch {
		case i < corners/2:
			outline = append(outline, a.Add(round))
		case i == corners/2 && a != b:
			outline = append(outline, a.Add(round), b.Add(round))
		case i < corners || a != b:
			outline = append(outline, b.Add(round))
		}
	}
	return outline, off
}
