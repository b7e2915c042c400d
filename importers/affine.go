package importers

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Affine is an affine map of the plane. X and Y are the images of the unit vectors, At is the image of the origin.
type Affine struct{ X, Y, At level.Vec }

// MoveBy returns the translation by a vector.
func MoveBy(v level.Vec) Affine { return Affine{level.Vec{X: 1}, level.Vec{Y: 1}, v} }

// Turn returns the rotation about the origin. Quarter turns are exact.
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

// Linear applies the map to a vector, without its translation.
func (m Affine) Linear(v level.Vec) level.Vec { return m.X.Mul(v.X).Add(m.Y.Mul(v.Y)) }

// Apply applies the map to a point.
func (m Affine) Apply(v level.Vec) level.Vec { return m.Linear(v).Add(m.At) }

// After returns the map that applies n, then m.
func (m Affine) After(n Affine) Affine { return Affine{m.Linear(n.X), m.Linear(n.Y), m.Apply(n.At)} }

// Scale returns the factor by which the map scales every length; ok is false if the factor depends on the direction.
func (m Affine) Scale() (k float64, ok bool) {
	const tolerance = 1e-9
	kx, ky := m.X.Len(), m.Y.Len()
	return kx, math.Abs(kx-ky) <= tolerance*kx && math.Abs(m.X.Dot(m.Y)) <= tolerance*kx*ky
}

// Stretch returns the largest factor by which the map stretches a length in any direction.
func (m Affine) Stretch() float64 {
	along := level.Vec{X: m.X.X + m.Y.Y, Y: m.X.Y - m.Y.X}
	across := level.Vec{X: m.X.X - m.Y.Y, Y: m.X.Y + m.Y.X}
	return float64((along.Len() + across.Len()) / 2)
}

// Placed is a shape with the position and angle of its frame.
type Placed struct {
	Shape level.Shape
	At    level.Vec
	Angle level.Degrees
}

// Through maps a placed shape. The shape keeps its kind if the map allows that. If a circle or capsule becomes a
// polygon, off bounds how far the polygon lies inside the exact image; otherwise it is 0.
func (m Affine) Through(p Placed) (out Placed, off float64) {
	out = Placed{Shape: p.Shape, At: m.Apply(p.At)}
	s := &out.Shape
	combined := m.After(MoveBy(p.At)).After(Turn(p.Angle)) // from the shape's own frame
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
		out.Angle = combined.Angle()
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
		v := combined.Linear(q)
		points[i] = level.Vec{X: v.X + 0, Y: v.Y + 0} // + 0 turns -0 into 0
	}
	if s.Kind == level.Capsule && similar || s.Kind == level.Chain {
		if s.Points = points; s.OneSided && m.X.Cross(m.Y) < 0 {
			slices.Reverse(points) // so that the solid side is mirrored too
		}
		return out, 0
	}
	out.Shape = level.Shape{Kind: level.Polygon, Points: Clockwise(points), Rounding: level.Inset}
	return out, off
}

// Angle returns the angle of the mapped x axis.
func (m Affine) Angle() level.Degrees {
	const places = 1e9 // rounded so that degrees survive the conversion to radians and back
	d := float64(level.DegreesOf(collision.Atan2(m.X.Y, m.X.X)))
	return level.Degrees(math.Round(d*places) / places).Normalized()
}

// Clockwise returns an outline in clockwise order as seen on the screen.
func Clockwise(points []level.Vec) []level.Vec {
	area := 0.0
	for i, p := range points {
		area += p.Cross(points[(i+1)%len(points)])
	}
	if area >= 0 {
		return points
	}
	out := slices.Clone(points)
	slices.Reverse(out)
	return out
}

// leastRoundCorners is the minimum number of corners of the polygon that replaces a circle.
const leastRoundCorners = 32

// RoundOutline returns a polygon inscribed in a circle or capsule that will be stretched by up to the given factor. off
// bounds how far the stretched polygon lies inside the stretched shape.
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

// Approximations counts the polygons that replace round shapes.
type Approximations struct {
	count int
	off   float64 // largest distance of a polygon inside its shape
}

// Add counts a polygon that lies at most off pixels inside the round shape that it replaces. If off is 0, it counts
// nothing.
func (a *Approximations) Add(off float64) {
	if off > 0 {
		a.count++
		a.off = max(a.off, off)
	}
}

// Note adds a note with the number of the shapes, which the noun names.
func (a *Approximations) Note(b *Builder, noun string) {
	b.IssueCount(Note, "", a.count, noun, "approximated %s with straight edges, at most %.2g pixels inside the curve",
		a.off)
}
