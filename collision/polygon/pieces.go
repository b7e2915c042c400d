package polygon

import (
	"fillet/collision"
)

// RoundRegion rounds the corners of an outline with holes. loops[0] is the
// outer outline; any winding is accepted.
//
// For [RoundInset] the region is first moved inward by the radius. Concave
// corners stay sharp either way.
//
// pieces are convex shapes whose union is the rounded region. boundary is the
// exact boundary of that union: straight edges and arcs, outer contours with
// positive area and holes with negative. The error is an [*Error].
func RoundRegion(loops [][]collision.Vec, radius float64, rounding Rounding) (pieces []collision.Shape, boundary []collision.Contour, err error) {
	pieces, inner, radius, err := roundPieces(loops, radius, rounding)
	switch {
	case err != nil:
		return nil, nil, err
	case inner == nil:
		return pieces, pieces[0].Boundary(), nil
	}
	return pieces, inner.Dilate(radius), nil
}

// RoundPieces is [RoundRegion] without the boundary, for half the time and
// memory.
func RoundPieces(loops [][]collision.Vec, radius float64, rounding Rounding) ([]collision.Shape, error) {
	pieces, _, _, err := roundPieces(loops, radius, rounding)
	return pieces, err
}

// RoundBoundary is [RoundRegion] without the pieces, which of outlines of very
// many vertices take most of the time.
func RoundBoundary(loops [][]collision.Vec, radius float64, rounding Rounding) ([]collision.Contour, error) {
	inner, radius, err := rounded(loops, radius, rounding)
	switch {
	case err != nil:
		return nil, err
	case len(inner.Loops[0]) < 3:
		s, err := collision.NewShape(inner.Loops[0], radius)
		if err != nil {
			return nil, err
		}
		return s.Boundary(), nil
	}
	return inner.Dilate(radius), nil
}

// roundPieces also returns the region whose sum with a disc of the radius, which
// may have been lowered a little, the pieces are: nil where it has shrunk to a
// line or a point, and the one piece is all.
func roundPieces(loops [][]collision.Vec, radius float64, rounding Rounding) (pieces []collision.Shape, inner *holed, at float64, err error) {
	inner, radius, err = rounded(loops, radius, rounding)
	if err != nil {
		return nil, nil, 0, err
	}
	parts := [][]collision.Vec{inner.Loops[0]}
	if len(parts[0]) >= 3 {
		parts = inner.Decompose()
	}
	pieces = make([]collision.Shape, 0, len(parts))
	for _, part := range parts {
		s, err := collision.NewShape(part, radius)
		if err != nil {
			return nil, nil, 0, err
		}
		pieces = append(pieces, s)
	}
	if len(inner.Loops[0]) < 3 {
		inner = nil
	}
	return pieces, inner, radius, nil
}
