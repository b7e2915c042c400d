package collision

// Rounding says which way an outline's corners become round.
type Rounding uint8

// The roundings.
const (
	RoundInset  Rounding = iota // the region keeps its size, and its convex corners are cut
	RoundOutset                 // the region grows by the radius on every side
)

// RoundRegion rounds the corners of an outline with holes. loops[0] is the
// outer outline; any winding is accepted.
//
// For [RoundInset] the region is first moved inward by the radius. Concave
// corners stay sharp either way.
//
// pieces are convex shapes whose union is the rounded region. boundary is the
// exact boundary of that union: straight edges and arcs, outer contours with
// positive area and holes with negative. The error is an [*OutlineError].
func RoundRegion(loops [][]Vec, radius float64, rounding Rounding) (pieces []Shape, boundary []Contour, err error) {
	pieces, inner, radius, err := roundPieces(loops, radius, rounding)
	switch {
	case err != nil:
		return nil, nil, err
	case inner == nil:
		return pieces, boundaryOf(pieces[0]), nil
	}
	return pieces, inner.dilate(radius), nil
}

// RoundPieces is [RoundRegion] without the boundary, for half the time and
// memory.
func RoundPieces(loops [][]Vec, radius float64, rounding Rounding) ([]Shape, error) {
	pieces, _, _, err := roundPieces(loops, radius, rounding)
	return pieces, err
}

// RoundBoundary is [RoundRegion] without the pieces, which of outlines of very
// many vertices take most of the time.
func RoundBoundary(loops [][]Vec, radius float64, rounding Rounding) ([]Contour, error) {
	inner, radius, err := roundedRegion(loops, radius, rounding)
	switch {
	case err != nil:
		return nil, err
	case len(inner.loops[0]) < 3:
		return boundaryOf(fromHull(inner.loops[0], radius)), nil
	}
	return inner.dilate(radius), nil
}

// roundPieces also returns the region whose sum with a disc of the radius, which
// may have been lowered a little, the pieces are: nil where it has shrunk to a
// line or a point, and the one piece is all.
func roundPieces(loops [][]Vec, radius float64, rounding Rounding) (pieces []Shape, inner *region, at float64, err error) {
	inner, radius, err = roundedRegion(loops, radius, rounding)
	switch {
	case err != nil:
		return nil, nil, 0, err
	case len(inner.loops[0]) < 3:
		return []Shape{fromHull(inner.loops[0], radius)}, nil, radius, nil
	}
	parts := inner.decompose()
	pieces = make([]Shape, 0, len(parts))
	for _, part := range parts {
		s, err := NewShape(part, radius)
		if err != nil {
			return nil, nil, 0, err
		}
		pieces = append(pieces, s)
	}
	return pieces, inner, radius, nil
}

// roundedRegion returns the region whose sum with a disc of the radius, which
// may have been lowered a little, is the rounded region. Its outline has fewer
// than three points where it has shrunk to a line or a point.
func roundedRegion(loops [][]Vec, radius float64, rounding Rounding) (inner *region, at float64, err error) {
	g, err := newRegion(loops)
	if err != nil {
		return nil, 0, err
	}
	if err := checkOutlineRadius(radius); err != nil {
		return nil, 0, err
	}
	switch {
	case rounding == RoundOutset && radius > MaxCoordinate:
		return nil, 0, &OutlineError{Kind: RadiusTooLarge, MaxRadius: MaxCoordinate}
	case rounding == RoundInset && radius > 0:
		moved, at, err := g.inset(radius)
		if err != nil {
			return nil, 0, err
		}
		return &region{loops: moved, tol: g.tol}, at, nil
	}
	return g, radius, nil
}

// rawContour moves a loop's edges outward, joins them by arcs at convex corners
// and where they meet at concave ones.
func rawContour(loop []Vec, r float64) Contour {
	n := len(loop)
	normal := make([]Vec, n)
	for i, a := range loop {
		normal[i] = loop[(i+1)%n].Sub(a).Unit().Perp().Neg()
	}
	// Where each edge starts and ends after it moved.
	from, to := make([]Vec, n), make([]Vec, n)
	for i, v := range loop {
		p := (i + n - 1) % n
		if normal[p].Cross(normal[i]) > 0 {
			to[p], from[i] = v.MulAdd(normal[p], r), v.MulAdd(normal[i], r)
			continue
		}
		m, _ := mitre(normal[p], normal[i])
		to[p] = v.MulAdd(m, -r)
		from[i] = to[p]
	}
	arcs := 0
	for i := range loop {
		if r > 0 && to[i] != from[(i+1)%n] {
			arcs++
		}
	}
	c := make(Contour, 0, n+arcs)
	for i := range loop {
		c = append(c, Segment{From: from[i], To: to[i]})
		if next := (i + 1) % n; r > 0 && to[i] != from[next] {
			c = append(c, Segment{From: to[i], To: from[next], Center: loop[next], Radius: r})
		}
	}
	return c
}
