package editor

import (
	"cmp"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// UnionShapes returns the union of the shapes. Shapes that do not touch stay separate.
func UnionShapes(shapes []PlacedShape) ([]MadeShape, error) {
	return combine(shapes, func(r []polygon.Region) (polygon.Region, error) { return polygon.Union(r...) })
}

// SubtractShapes returns the part of a shape that none of the others cover.
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

// ExcludeShapes returns the area that an odd number of shapes cover: for two, the area that only one of them covers.
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

// combine returns the shapes of the region that do computes from the operands' areas.
func combine(shapes []PlacedShape, do func([]polygon.Region) (polygon.Region, error)) ([]MadeShape, error) {
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

// shapesOf returns a shape for each outline of the region that do computed from the operands, the largest first.
func shapesOf(
	covered polygon.Region, operands []operand, do func([]polygon.Region) (polygon.Region, error),
) ([]MadeShape, error) {
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
	from := curveSources(operands)
	slices.SortStableFunc(rounded, func(a, b candidate) int {
		return cmp.Compare(len(a.shape.Points), len(b.shape.Points))
	})
	slices.SortStableFunc(covered, func(p, q [][]level.Vec) int {
		return -cmp.Compare(polygon.Region{p}.Area(), polygon.Region{q}.Area())
	})
	var out []MadeShape
	for _, outline := range covered {
		one := polygon.Region{outline}
		if thin, err := isThinRegion(one, leastWidth/2); err != nil {
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

// shapeOf returns the shape of an outline: an equal operand, or else an outline with a radius, or else a polygon with
// the operands' curves that it contains.
func shapeOf(outline polygon.Region, operands []operand, rounded []candidate, from []curveSource) (MadeShape, error) {
	for i, o := range operands {
		if is, err := sameNear(outline, o.area); err != nil {
			return MadeShape{}, err
		} else if is {
			return MadeShape{Shape: o.shape, Offset: o.from.P, Turn: level.DegreesOf(o.from.Q.Angle()), Of: i}, nil
		}
	}
	for _, c := range rounded {
		if is, err := sameNear(outline, c.area); err != nil {
			return MadeShape{}, err
		} else if is {
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

// sameNear compares regions like sameRegion, after a quick check of their bounds.
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

// mostRadii limits the number of radii of the operands that are tried.
const mostRadii = 4

// roundings performs the operation on sharp outlines, once for each radius, and rounds the results.
func roundings(operands []operand, do func([]polygon.Region) (polygon.Region, error)) ([]candidate, error) {
	type rounding struct {
		radius float64
		by     level.Rounding
	}
	var tried []rounding
	var out []candidate
	for _, o := range operands {
		r := rounding{o.shape.Radius, o.shape.Rounding}
		if !o.shape.HasCorners() || o.shape.IsDetailed() || r.radius == 0 || slices.Contains(tried, r) ||
			len(tried) == mostRadii {
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
		outlines, err := do(areas)
		if err == nil {
			outlines, err = polygon.Detach(outlines)
		}
		if err != nil {
			return nil, err
		}
		for _, outline := range outlines {
			s := polygonOf(outline)
			s.Radius, s.Rounding = r.radius, r.by
			if s.MaxRadius() < r.radius {
				continue
			}
			if covered, err := shapeArea(s); err == nil {
				out = append(out, candidate{s, covered})
			}
		}
	}
	return out, nil
}
