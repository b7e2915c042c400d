package editor

import (
	"errors"
	"fmt"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// ChordTolerance is how far the chords that take the place of an arc may lie from it, in pixels.
const ChordTolerance = 0.1

// leastWidth is how wide a part of a result is at least, in pixels. What is narrower comes from edges that were meant to be one.
const leastWidth = 0.02

// ErrNothingLeft reports an operation with an empty result.
var ErrNothingLeft = errors.New("nothing would be left")

// PlacedShape is a shape in the level, in pixels, that an operation works on.
//
// A shape takes part as it looks: round corners, circles and thick chains as arcs, which become chords within [ChordTolerance] of
// them. An outline of the result that one of the shapes had is that shape, of its kind. An outline that can be had by rounding with
// a radius of one of the shapes gets that radius. In the others, stretches of arcs and curves of the shapes are edges bent that way
// (shape_curves.go); only what comes of thick chains, and of cubics that grow, has chords.
//
// A shape without an area, such as a chain without thickness, is a [*NoAreaError]. What is too intricate is an error of package
// polygon. Nothing panics, whatever the shapes.
type PlacedShape struct {
	Shape level.Shape
	At    collision.Transform
}

// MadeShape is a shape of a result. It is in the frame of the first shape given, so a turned box stays in its own frame and its
// corners stay where they were, to the last bit. Its origin is its own middle.
type MadeShape struct {
	Shape level.Shape
	// Offset is where the origin of the shape's frame is, and Turn how the frame is turned, in the frame of the first shape given.
	Offset level.Vec
	Turn   level.Degrees
	// Of is which of the given shapes it is, unchanged, or -1.
	Of int
}

// NoAreaError says that a shape has no area, which the operation needs.
type NoAreaError struct {
	Index int // of the shape, among those given
	Kind  level.Kind
}

func (e *NoAreaError) Error() string {
	if e.Kind == level.Chain {
		return "a chain without thickness has no area"
	}
	return fmt.Sprintf("a %s has no area", e.Kind)
}

// HasArea reports whether a shape covers anything: it is no point, and no chain without thickness.
func HasArea(s level.Shape) bool {
	return s.Kind != level.Point && (s.Kind != level.Chain || s.Radius > 0)
}

// shapeArea returns the area that a shape covers, in its own frame.
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

// operand is a shape of an operation, in the frame of the first one.
type operand struct {
	shape    level.Shape
	from     collision.Transform // from the shape's own frame
	area     polygon.Region
	outlines polygon.Region // of a polygon or a box: what the radius rounds
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

// wound is loops of which the outer one has positive area and the holes negative.
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

// sameRegion reports whether two regions differ nowhere by more than what chords may lie off.
func sameRegion(a, b polygon.Region) (bool, error) {
	difference, err := polygon.Xor(a, b)
	if err != nil {
		return false, err
	}
	return isThinRegion(difference, ChordTolerance)
}
