package polygon

import "fillet/collision"

// Rounding is the way that an outline's corners become round.
type Rounding uint8

// The kinds of rounding.
const (
	RoundInset  Rounding = iota // the region keeps its size and its convex corners are cut
	RoundOutset                 // the region grows by the radius on every side
)

// rounded returns the region whose sum with a disc of radius at is the rounded region; at may be slightly less than
// radius. The outline has fewer than three points if it shrinks to a line or a point.
func rounded(loops [][]collision.Vec, radius float64, rounding Rounding) (inner *holed, at float64, err error) {
	g, err := newHoled(loops)
	if err != nil {
		return nil, 0, err
	}
	if err := checkOutlineRadius(radius); err != nil {
		return nil, 0, err
	}
	switch {
	case rounding == RoundOutset && radius > collision.MaxCoordinate:
		return nil, 0, &Error{Kind: RadiusTooLarge, MaxRadius: collision.MaxCoordinate}
	case rounding == RoundInset && radius > 0:
		moved, at, err := g.inset(radius)
		if err != nil {
			return nil, 0, err
		}
		return &holed{Loops: moved, tol: g.tol}, at, nil
	}
	return g, radius, nil
}

// rawContour moves a loop's edges outward and joins them: by arcs at convex corners, and at their intersections at
// concave corners.
func rawContour(loop []collision.Vec, r float64) collision.Contour {
	n := len(loop)
	normal := make([]collision.Vec, n)
	for i, a := range loop {
		normal[i] = outward(a, loop[(i+1)%n])
	}
	// The start and end of each moved edge.
	from, to := make([]collision.Vec, n), make([]collision.Vec, n)
	for i, v := range loop {
		p := (i + n - 1) % n
		if normal[p].Cross(normal[i]) > 0 {
			to[p], from[i] = v.MulAdd(normal[p], r), v.MulAdd(normal[i], r)
			continue
		}
		m, _ := collision.Mitre(normal[p], normal[i])
		to[p] = v.MulAdd(m, -r)
		from[i] = to[p]
	}
	arcs := 0
	for i := range loop {
		if r > 0 && to[i] != from[(i+1)%n] {
			arcs++
		}
	}
	c := make(collision.Contour, 0, n+arcs)
	for i := range loop {
		c = append(c, collision.Segment{From: from[i], To: to[i]})
		if next := (i + 1) % n; r > 0 && to[i] != from[next] {
			c = append(c, collision.Segment{From: to[i], To: from[next], Center: loop[next], Radius: r})
		}
	}
	return c
}

// RoundRegion rounds the corners of an outline with holes. loops[0] is the outer outline; loops may have either
// winding.
//
// With [RoundInset], the region is first moved inward by the radius. Concave corners stay sharp either way.
//
// pieces are convex shapes whose union is the rounded region. boundary is the exact boundary of that union: straight
// edges and arcs, outer contours with positive area and holes with negative area. The error is an [*Error].
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

// RoundBoundary works like [RoundRegion] without the pieces, which take most of the time for outlines with thousands of
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
