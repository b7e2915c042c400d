package polygon

import "fillet/collision"

// RoundRegion rounds the corners of an outline with holes. loops[0] is the outer outline; loops may have either
// winding.
//
// With [RoundInset], the region is first moved inward by the radius. Concave
// corners stay sharp either way.
//
// pieces are convex shapes whose union is the rounded region. boundary is the
// exact boundary of that union: straight edges and arcs, outer contours with
// positive area and holes with negative area. The error is an [*Error].
func RoundRegion(
	loops [][]collision.Vec, radius float64, rounding Rounding,
) (pieces []collision.Shape, boundary []collision.Contour, err error) {
	inner, radius, err := rounded(loops, radius, rounding)
	if err != nil {
		return nil, nil, err
	}
	if pieces, err = inner.pieces(radius); err != nil {
		return nil, nil, err
	}
	if boundary, err = inner.boundary(radius); err != nil {
		return nil, nil, err
	}
	return pieces, boundary, nil
}

// RoundPieces works like [RoundRegion] without the boundary, which halves time and memory.
func RoundPieces(loops [][]collision.Vec, radius float64, rounding Rounding) ([]collision.Shape, error) {
	inner, radius, err := rounded(loops, radius, rounding)
	if err != nil {
		return nil, err
	}
	return inner.pieces(radius)
}

// RoundBoundary works like [RoundRegion] without the pieces, which take most of the time for outlines with very many
// vertices.
func RoundBoundary(loops [][]collision.Vec, radius float64, rounding Rounding) ([]collision.Contour, error) {
	inner, radius, err := rounded(loops, radius, rounding)
	if err != nil {
		return nil, err
	}
	return inner.boundary(radius)
}

// pieces returns convex shapes whose union is the region grown by a radius.
func (r *holed) pieces(radius float64) ([]collision.Shape, error) {
	parts := r.Decompose()
	pieces := make([]collision.Shape, 0, len(parts))
	for _, part := range parts {
		s, err := collision.NewShape(part, radius)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, s)
	}
	return pieces, nil
}

// boundary returns the boundary of the region grown by a radius.
func (r *holed) boundary(radius float64) ([]collision.Contour, error) {
	if len(r.Loops[0]) >= 3 {
		return r.Dilate(radius), nil
	}
	s, err := collision.NewShape(r.Loops[0], radius)
	if err != nil {
		return nil, err
	}
	return s.Boundary(), nil
}
