package editor

import (
	"errors"
	"fmt"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// ChordTolerance is the largest distance between an arc and the chords that approximate it, in pixels.
const ChordTolerance = 0.1

// leastWidth is the minimum width of a part of a result, in pixels. Narrower parts come from edges that should
// coincide.
const leastWidth = 0.02

// ErrNothingLeft reports an operation with an empty result.
var ErrNothingLeft = errors.New("nothing would be left")

// PlacedShape is an operand in the level, in pixels.
//
// Operations use the visible outline of a shape. They treat round corners, circles and thick chains as arcs, which
// become chords within [ChordTolerance]. A result with the outline of an operand becomes that shape, of its kind. A
// result that equals an outline rounded with an operand's radius gets that radius. In other results, pieces of an
// operand's arcs and curves become curved edges again (shape_curves.go); only thick chains and grown cubics leave
// chords.
//
// A shape without area, such as a chain without thickness, causes a [*NoAreaError]. A shape that is too complex causes
// an error of package polygon. No shape causes a panic.
type PlacedShape struct {
	Shape level.Shape
	At    collision.Transform
}

// MadeShape is a shape of a result, in the frame of the first operand, so that a rotated box keeps its frame and its
// corners exactly. Its origin is its centre.
type MadeShape struct {
	Shape level.Shape
	// Offset is the origin and Turn the rotation of the shape's frame, in the frame of the first operand.
	Offset level.Vec
	Turn   level.Degrees
	// Of is the index of the operand that this shape equals, or -1.
	Of int
}

// NoAreaError reports an operand without area.
type NoAreaError struct {
	Index int // index of the operand
	Kind  level.Kind
}

func (e *NoAreaError) Error() string {
	if e.Kind == level.Chain {
		return "a chain without thickness has no area"
	}
	return fmt.Sprintf("a %s has no area", e.Kind)
}

// HasArea reports whether a shape has an area: points and chains without thickness have none.
func HasArea(s level.Shape) bool {
	return s.Kind != level.Point && (s.Kind != level.Chain || s.Radius > 0)
}

// shapeArea returns the area of a shape, in its own frame.
func shapeArea(s level.Shape) (polygon.Region, error) {
	if s.Kind == level.Chain {
		s = s.Flattened()
		return polygon.FromChain(s.Points, s.Closed, s.Radius, ChordTolerance)
	}
	baked, err := s.Bake()
	if err != nil {
		return nil, err
	}
	return polygon.FromContours(baked.Boundary(), ChordTolerance)
}

// operand is an operand in the frame of the first one.
type operand struct {
	shape    level.Shape
	from     collision.Transform // from the shape's own frame
	area     polygon.Region
	outlines polygon.Region // for a polygon or a box: the outline without the radius
}

func newOperands(shapes []PlacedShape) ([]operand, error) {
	out := make([]operand, len(shapes))
	for i, s := range shapes {
		if !HasArea(s.Shape) {
			return nil, &NoAreaError{Index: i, Kind: s.Shape.Kind}
		}
		from := collision.Identity()
		if i > 0 {
			from = shapes[0].At.Inv().Mul(s.At)
		}
		covered, err := shapeArea(s.Shape)
		if err != nil {
			return nil, err
		}
		out[i] = operand{shape: s.Shape, from: from, area: covered}
		if s.Shape.HasCorners() && !s.Shape.IsDetailed() {
			if out[i].outlines, err = polygon.Fill(polygon.NonZero, wound(s.Shape.Loops())...); err != nil {
				return nil, err
			}
		}
		if i > 0 {
			out[i].area, out[i].outlines = out[i].area.Placed(from), out[i].outlines.Placed(from)
		}
	}
	return out, nil
}

// wound returns loops oriented so that the outer one has positive area and the holes have negative area.
func wound(loops [][]level.Vec) [][]level.Vec {
	out := make([][]level.Vec, len(loops))
	for i, loop := range loops {
		out[i] = loop
		if (doubleArea(loop) > 0) != (i == 0) {
			out[i] = reversed(loop)
		}
	}
	return out
}

func doubleArea(loop []level.Vec) float64 {
	sum := 0.0
	for i := 2; i < len(loop); i++ {
		sum += loop[i-1].Sub(loop[0]).Cross(loop[i].Sub(loop[0]))
	}
	return sum
}

func reversed(points []level.Vec) []level.Vec {
	out := make([]level.Vec, len(points))
	for i, p := range points {
		out[len(points)-1-i] = p
	}
	return out
}

// isThinRegion reports whether a region is nowhere wider than twice a distance.
func isThinRegion(r polygon.Region, distance float64) (bool, error) {
	if len(r) == 0 {
		return true, nil
	}
	left, err := polygon.Offset(r, -distance, polygon.JoinMitre, ChordTolerance)
	return len(left) == 0, err
}

// sameRegion reports whether two regions are equal within the tolerance of chords.
func sameRegion(a, b polygon.Region) (bool, error) {
	difference, err := polygon.Xor(a, b)
	if err != nil {
		return false, err
	}
	return isThinRegion(difference, ChordTolerance)
}
