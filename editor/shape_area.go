package editor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// ChordTolerance is the largest distance between an arc and the chords that approximate it, in pixels.
const ChordTolerance = 0.1

// minWidth is the minimum width of a part of a result, in pixels. Narrower parts result from edges that should
// coincide.
const minWidth = 0.02

// ErrNothingLeft reports an operation with an empty result.
var ErrNothingLeft = errors.New("nothing would be left")

// PlacedShape is an operand in the level, in pixels.
//
// Operations use the visible outline of a shape. They approximate the arcs of round corners, circles and thick chains
// by chords within [ChordTolerance]. A result that equals an operand becomes that operand's shape, of the same kind. A
// result that equals an outline rounded with an operand's radius gets that radius. In other results, the chords of an
// operand's arcs and curves become curved edges again (shape_curves.go); only thick chains and grown cubics leave
// chords.
//
// A shape without area, such as a chain without thickness, causes a [*NoAreaError]. A shape that is too complex causes
// an error of package polygon. No shape causes a panic.
type PlacedShape struct {
	Shape level.Shape
	At    collision.Transform
}

// MadeShape is a shape of a result. Its placement is relative to the first operand, so that a rotated box keeps its
// frame and its corners exactly. The origin of its own frame is its centre.
type MadeShape struct {
	Shape level.Shape
	// Offset is the origin and Turn the rotation of the shape's frame, in the frame of the first operand.
	Offset level.Vec
	Turn   level.Degrees
	// Of is the index of an operand that equals this shape, or -1.
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

// operand is an operand in the frame of the first operand.
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

// wound orients loops so that the outer loop has positive area and the holes have negative area.
func wound(loops [][]level.Vec) [][]level.Vec {
	out := make([][]level.Vec, len(loops))
	for i, loop := range loops {
		out[i] = loop
		if (DoubleArea(loop) > 0) != (i == 0) {
			out[i] = reversed(loop)
		}
	}
	return out
}

// DoubleArea returns twice the signed area of a loop, which is positive if the loop is clockwise on screen.
func DoubleArea(loop []level.Vec) float64 {
	sum := 0.0
	for i := 2; i < len(loop); i++ {
		sum += loop[i-1].Sub(loop[0]).Cross(loop[i].Sub(loop[0]))
	}
	return sum
}

func reversed(points []level.Vec) []level.Vec {
	out := slices.Clone(points)
	slices.Reverse(out)
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

// GrowShape moves a shape's outline outward by a distance in pixels, or inward if negative. Sharp corners stay sharp;
// round corners keep their centres. A chain becomes thicker or thinner. Parts that are too narrow to shrink vanish,
// which may split the shape. If nothing remains, the error is ErrNothingLeft.
func GrowShape(s level.Shape, by float64) ([]MadeShape, error) {
	switch s.Kind {
	case level.Circle, level.Capsule, level.Chain:
		s.Radius += by
		if s.Radius < 0 || s.Radius == 0 && s.Kind != level.Chain {
			return nil, ErrNothingLeft
		}
		return []MadeShape{{Shape: s, Of: -1}}, nil
	case level.Point:
		return nil, &NoAreaError{Kind: s.Kind}
	}
	if s.Rounding == level.Outset && s.Radius > 0 {
		if s.Radius+by >= 0 {
			s.Radius += by
			return []MadeShape{{Shape: s, Of: -1}}, nil
		}
		by, s.Radius = by+s.Radius, 0
	}
	grown := func(radius float64) float64 {
		if radius > 0 {
			return max(radius+by, 0)
		}
		return radius
	}
	d := s.Details()
	// A chamfer would change its width.
	if s.Kind == level.Box && (s.Detail == nil || s.Rounding == level.Inset && d.Chamfers == nil) {
		s.Size = s.Size.Add(level.Vec{X: float64(2 * by), Y: float64(2 * by)})
		if !(min(s.Size.X, s.Size.Y) > 0) {
			return nil, ErrNothingLeft
		}
		d.Radii = slices.Clone(d.Radii)
		for i, r := range d.Radii {
			d.Radii[i] = grown(r)
		}
		s.Radius = grown(s.Radius)
		return []MadeShape{{Shape: s.WithDetail(d).Clamped(), Of: -1}}, nil
	}
	var from []curveSource
	if s.Detail != nil {
		from = grownSources(s, by)
		s = s.Flattened()
	}
	outlines, err := polygon.Fill(polygon.NonZero, wound(s.Loops())...)
	if err == nil {
		outlines, err = polygon.Offset(outlines, by, polygon.JoinMitre, ChordTolerance)
	}
	if err == nil {
		outlines, err = polygon.Detach(outlines)
	}
	if err != nil {
		return nil, err
	}
	var out []MadeShape
	for _, outline := range outlines {
		if thin, err := isThinRegion(polygon.Region{outline}, minWidth/2); err != nil {
			return nil, err
		} else if thin {
			continue
		}
		if curved, ok := curvedOf(outline, from); ok {
			out = append(out, centred(curved))
			continue
		}
		made := polygonOf(outline)
		made.Radius, made.Rounding = grown(s.Radius), s.Rounding
		made = made.Clamped()
		if _, err := made.Bake(); err != nil {
			return nil, err
		}
		out = append(out, centred(made))
	}
	if len(out) == 0 {
		return nil, ErrNothingLeft
	}
	return out, nil
}

// grownSources returns the lines and arcs of a shape's outline moved outward by a distance. Arcs keep their centres.
func grownSources(s level.Shape, by float64) []curveSource {
	baked, err := s.Bake()
	if err != nil {
		return nil
	}
	var parts []level.DrawnPart
	for _, c := range baked.Boundary() {
		for _, seg := range c {
			if seg.Radius == 0 {
				away := seg.To.Sub(seg.From).Unit().Perp().Neg() // positive area: outside is left on screen
				seg.From, seg.To = seg.From.MulAdd(away, by), seg.To.MulAdd(away, by)
			} else {
				r := seg.Radius + by
				if seg.Clockwise {
					r = seg.Radius - by
				}
				if !(r > 0) {
					continue
				}
				for _, p := range [...]*level.Vec{&seg.From, &seg.To} {
					*p = seg.Center.MulAdd(p.Sub(seg.Center).Unit(), r)
				}
				seg.Radius = r
			}
			parts = append(parts, level.DrawnPart{Segment: seg})
		}
	}
	return newSources(parts)
}

// UnionShapes returns the union of the shapes. Shapes that do not touch stay separate.
func UnionShapes(shapes []PlacedShape) ([]MadeShape, error) {
	return combine(shapes, func(r []polygon.Region) (polygon.Region, error) { return polygon.Union(r...) })
}

// SubtractShapes returns the part of a shape that no other shape covers.
func SubtractShapes(shape PlacedShape, others []PlacedShape) ([]MadeShape, error) {
	return combine(slices.Concat([]PlacedShape{shape}, others), func(r []polygon.Region) (polygon.Region, error) {
		return polygon.Subtract(r[0], r[1:]...)
	})
}

// IntersectShapes returns the area that all shapes cover.
func IntersectShapes(shapes []PlacedShape) ([]MadeShape, error) {
	return combine(shapes, func(r []polygon.Region) (common polygon.Region, err error) {
		common = r[0]
		for _, o := range r[1:] {
			if common, err = polygon.Intersect(common, o); err != nil {
				return nil, err
			}
		}
		return common, nil
	})
}

// ExcludeShapes returns the area that an odd number of shapes covers: for two shapes, the area that only one of them
// covers.
func ExcludeShapes(shapes []PlacedShape) ([]MadeShape, error) {
	return combine(shapes, func(r []polygon.Region) (odd polygon.Region, err error) {
		for _, o := range r {
			if odd, err = polygon.Xor(odd, o); err != nil {
				return nil, err
			}
		}
		return odd, nil
	})
}

// operation is an operation on the areas of all operands.
type operation func([]polygon.Region) (polygon.Region, error)

// combine applies the operation do to the operands' areas and returns the shapes of the result.
func combine(shapes []PlacedShape, do operation) ([]MadeShape, error) {
	if len(shapes) == 0 {
		return nil, ErrNothingLeft
	}
	operands, err := newOperands(shapes)
	if err != nil {
		return nil, err
	}
	areas := make([]polygon.Region, len(operands))
	for i, o := range operands {
		areas[i] = o.area
	}
	covered, err := do(areas)
	if err != nil {
		return nil, err
	}
	return shapesOf(covered, operands, do)
}

// shapesOf returns a shape for each outline of a result of the operation do, largest first.
func shapesOf(covered polygon.Region, operands []operand, do operation) ([]MadeShape, error) {
	covered, err := polygon.Detach(covered)
	if err != nil {
		return nil, err
	}
	rounded, err := roundings(operands, do)
	if err != nil {
		return nil, err
	}
	cornered, err := cornered(operands, do)
	if err != nil {
		return nil, err
	}
	rounded = append(rounded, cornered...)
	var parts []level.DrawnPart
	for _, o := range operands {
		parts = append(parts, partsOf(o)...)
	}
	from := newSources(parts)
	slices.SortStableFunc(rounded, func(a, b candidate) int {
		return cmp.Compare(len(a.shape.Points), len(b.shape.Points))
	})
	slices.SortStableFunc(covered, func(p, q [][]level.Vec) int {
		return -cmp.Compare(polygon.Region{p}.Area(), polygon.Region{q}.Area())
	})
	var out []MadeShape
	for _, outline := range covered {
		one := polygon.Region{outline}
		if thin, err := isThinRegion(one, minWidth/2); err != nil {
			return nil, err
		} else if thin {
			continue
		}
		made, err := shapeOf(one, operands, rounded, from)
		if err != nil {
			return nil, err
		}
		out = append(out, made)
	}
	if len(out) == 0 {
		return nil, ErrNothingLeft
	}
	return out, nil
}

// shapeOf returns the shape of an outline: an operand that equals it, or else an equal rounded candidate, or else a
// polygon that follows the operands' curves.
func shapeOf(outline polygon.Region, operands []operand, rounded []candidate, from []curveSource) (MadeShape, error) {
	for i, o := range operands {
		if isSame, err := sameNear(outline, o.area); err != nil {
			return MadeShape{}, err
		} else if isSame {
			return MadeShape{Shape: o.shape, Offset: o.from.P, Turn: level.DegreesOf(o.from.Q.Angle()), Of: i}, nil
		}
	}
	for _, c := range rounded {
		if isSame, err := sameNear(outline, c.area); err != nil {
			return MadeShape{}, err
		} else if isSame {
			return centred(c.shape), nil
		}
	}
	if s, ok := curvedOf(outline[0], from); ok {
		return centred(s), nil
	}
	s := polygonOf(outline[0])
	if len(operands) > 0 && operands[0].shape.Kind == level.Box {
		if b, _ := toBox(s); b != nil && b[0].Turn == 0 {
			b[0].Of = -1
			return b[0], nil
		}
	}
	if _, err := s.Bake(); err != nil {
		return MadeShape{}, err
	}
	return centred(s), nil
}

// sameNear works like sameRegion but first compares the regions' bounds, which is fast.
func sameNear(a, b polygon.Region) (bool, error) {
	p, q := a.Bounds(), b.Bounds()
	if p.Min.Dist(q.Min) > 4*ChordTolerance || p.Max.Dist(q.Max) > 4*ChordTolerance {
		return false, nil
	}
	return sameRegion(a, b)
}

// polygonOf returns an outline as a polygon without a radius.
func polygonOf(outline [][]level.Vec) level.Shape {
	s := level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: outline[0]}
	if len(outline) > 1 {
		s.Holes = outline[1:]
	}
	return s
}

// centred moves the origin of a polygon's or a chain's frame to its centre.
func centred(s level.Shape) MadeShape {
	middle := collision.BoundsOf(s.Points).Center()
	return MadeShape{Shape: s.Map(func(p level.Vec) level.Vec { return p.Sub(middle) }), Offset: middle, Of: -1}
}

// candidate is a rounded outline that may equal an outline of the result.
type candidate struct {
	shape level.Shape
	area  polygon.Region
}

// maxRadii limits the number of operands' radii that roundings tries.
const maxRadii = 4

// roundings performs the operation do on sharp outlines, once for each radius of the operands, and rounds the results.
func roundings(operands []operand, do operation) ([]candidate, error) {
	type rounding struct {
		radius float64
		by     level.Rounding
	}
	var tried []rounding
	var out []candidate
	for _, o := range operands {
		r := rounding{o.shape.Radius, o.shape.Rounding}
		if !o.shape.HasCorners() || o.shape.IsDetailed() || r.radius == 0 || slices.Contains(tried, r) ||
			len(tried) == maxRadii {
			continue
		}
		tried = append(tried, r)
		areas := make([]polygon.Region, len(operands))
		for i, o := range operands {
			areas[i] = o.area
			if o.shape.HasCorners() && !o.shape.IsDetailed() && o.shape.Radius == r.radius && o.shape.Rounding == r.by {
				areas[i] = o.outlines
			}
		}
		found, err := candidates(areas, do, func(s level.Shape) (level.Shape, bool) {
			s.Radius, s.Rounding = r.radius, r.by
			return s, s.MaxRadius() >= r.radius
		})
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// candidates performs the operation do on areas with sharp corners. finish rounds each result, or rejects it.
func candidates(
	areas []polygon.Region, do operation, finish func(level.Shape) (level.Shape, bool),
) ([]candidate, error) {
	outlines, err := do(areas)
	if err == nil {
		outlines, err = polygon.Detach(outlines)
	}
	if err != nil {
		return nil, err
	}
	var out []candidate
	for _, outline := range outlines {
		s, ok := finish(polygonOf(outline))
		if !ok {
			continue
		}
		if covered, err := shapeArea(s); err == nil {
			out = append(out, candidate{s, covered})
		}
	}
	return out, nil
}
