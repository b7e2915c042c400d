package level

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
)

// Vec is a point or a direction in the plane.
type Vec = collision.Vec

// Degrees is an angle in degrees. A positive one turns +x toward +y, clockwise on the screen.
type Degrees float64

// Radians converts to the unit that the collision package uses.
func (d Degrees) Radians() float64 { return float64(float64(d) * (math.Pi / 180)) }

// DegreesOf converts from radians.
func DegreesOf(radians float64) Degrees { return Degrees(radians * (180 / math.Pi)) }

// Normalized returns the same direction in (-180, 180].
func (d Degrees) Normalized() Degrees {
	r := math.Remainder(float64(d), 360)
	if r <= -180 {
		r = 180
	}
	return Degrees(r + 0) // + 0 turns -0 into 0
}

// Kind is the kind of shape that a collider was drawn as. The zero value is no kind.
type Kind int8

// The kinds of shape.
const (
	Polygon Kind = iota + 1 // Points, Holes, Radius, Rounding
	Box                     // Size, Radius, Rounding; centred on the origin of its frame
	Circle                  // Radius; centred on the origin of its frame
	Capsule                 // Points (its two ends), Radius
	Chain                   // Points, Closed, OneSided, Radius (half its thickness)
	Point                   // a marker: it has a position and no extent, and collides with nothing
)

// Kinds lists every kind, in the order of the tool palette.
var Kinds = []Kind{Polygon, Box, Circle, Capsule, Chain, Point}

// Rounding is the way that a corner radius rounds an outline. The zero value is for shapes without corners.
type Rounding int8

// The two ways to round.
const (
	Inset  Rounding = iota + 1 // the outline keeps its size, its convex corners are cut
	Outset                     // the shape grows by the radius on every side
)

// core returns the rounding in terms of package polygon.
func (r Rounding) core() polygon.Rounding {
	if r == Outset {
		return polygon.RoundOutset
	}
	return polygon.RoundInset
}

// Shape is a collider's geometry in its own frame, as drawn. Which fields count depends on Kind; the others are zero.
type Shape struct {
	Kind     Kind
	Rounding Rounding
	Closed   bool    // chain: the last vertex joins the first
	OneSided bool    // chain: solid only on the left of its direction, seen on the screen; otherwise on both sides
	Points   []Vec   // polygon: the outline; chain: its vertices in order; capsule: both ends of its segment
	Holes    [][]Vec // polygon: outlines cut out of it
	Size     Vec     // box: whole width and height, before any outset
	Radius   float64 // circle, capsule: its radius; polygon, box: the corner radius; chain: half its thickness
	Detail   *Detail // polygon, box, chain: the details of single corners and edges, or nil
}

// Corners returns the outline that the corner radius rounds: a polygon's points, or a box's four corners clockwise on
// the screen from the top left. It is nil for the other kinds. The caller must not change it.
func (s Shape) Corners() []Vec {
	switch s.Kind {
	case Polygon:
		return s.Points
	case Box:
		w, h := float64(s.Size.X/2), float64(s.Size.Y/2)
		return []Vec{{X: -w, Y: -h}, {X: w, Y: -h}, {X: w, Y: h}, {X: -w, Y: h}}
	}
	return nil
}

// Loops returns the outline followed by the holes, for polygons and boxes.
func (s Shape) Loops() [][]Vec {
	corners := s.Corners()
	if corners == nil {
		return nil
	}
	return append([][]Vec{corners}, s.Holes...)
}

// HasCorners reports whether a corner radius applies to the shape.
func (s Shape) HasCorners() bool { return s.Kind == Polygon || s.Kind == Box }

// MaxRadius returns the largest corner radius that fits with inset rounding, or +Inf for kinds and roundings that have
// no limit.
func (s Shape) MaxRadius() float64 {
	if !s.HasCorners() || s.Rounding == Outset {
		return math.Inf(1)
	}
	if s.Detail != nil {
		return s.maxDetailed()
	}
	if s.Kind == Box {
		return float64(min(s.Size.X, s.Size.Y) / 2)
	}
	return polygon.MaxInset(s.Loops())
}

// Clamped returns the shape with its corner radius reduced to the largest that fits. If corners have radii or chamfers
// of their own that do not fit, all of them shrink by one factor.
func (s Shape) Clamped() Shape {
	if s.Detail != nil {
		return s.clampedDetail()
	}
	if m := s.MaxRadius(); s.Radius > m {
		s.Radius = m
	}
	return s
}

// Map returns the shape with f applied to each of its points. Its size and radii stay as they are.
func (s Shape) Map(f func(Vec) Vec) Shape {
	s.Detail = s.mappedDetail(f)
	s.Points = mapped(s.Points, f)
	if s.Holes != nil {
		holes := make([][]Vec, len(s.Holes))
		for i, h := range s.Holes {
			holes[i] = mapped(h, f)
		}
		s.Holes = holes
	}
	return s
}

func mapped(points []Vec, f func(Vec) Vec) []Vec {
	if points == nil {
		return nil
	}
	out := make([]Vec, len(points))
	for i, p := range points {
		out[i] = f(p)
	}
	return out
}

// Equal reports whether two shapes are exactly equal.
func (s Shape) Equal(o Shape) bool {
	return s.Kind == o.Kind && s.Size == o.Size && s.Closed == o.Closed && s.OneSided == o.OneSided &&
		s.Radius == o.Radius &&
		s.Rounding == o.Rounding && slices.Equal(s.Points, o.Points) && s.Detail.equal(o.Detail) &&
		slices.EqualFunc(s.Holes, o.Holes, slices.Equal[[]Vec])
}

// Rotation returns the rotation by an angle, exact at the quarter turns.
func (d Degrees) Rotation() collision.Rot {
	switch d.Normalized() {
	case 0:
		return collision.Rot{C: 1}
	case 90:
		return collision.Rot{S: 1}
	case 180:
		return collision.Rot{C: -1}
	case -90:
		return collision.Rot{S: -1}
	}
	return collision.NewRot(d.Radians())
}
