package collision

// RoundRegion rounds the corners of an outline with holes. loops[0] is the
// outer outline; any winding is accepted.
//
// Without outset the region keeps its size and its convex corners are cut: it
// is first moved inward by the radius. With outset it grows by the radius on
// every side. Concave corners stay sharp either way.
//
// pieces are convex shapes whose union is the rounded region. boundary is the
// exact boundary of that union: straight edges and arcs, outer contours with
// positive area and holes with negative. The error is an [*OutlineError].
func RoundRegion(loops [][]Vec, radius float64, outset bool) (pieces []Shape, boundary []Contour, err error) {
	g, err := newRegion(loops)
	if err != nil {
		return nil, nil, err
	}
	if err := checkOutlineRadius(radius); err != nil {
		return nil, nil, err
	}
	inner := g
	if !outset {
		moved, at, err := g.inset(radius)
		if err != nil {
			return nil, nil, err
		}
		if radius = at; len(moved[0]) < 3 {
			s := fromHull(moved[0], radius)
			return []Shape{s}, boundaryOf(s), nil
		}
		inner = &region{loops: moved, tol: g.tol}
	} else if radius > MaxCoordinate {
		return nil, nil, &OutlineError{Kind: RadiusTooLarge, MaxRadius: MaxCoordinate}
	}
	for _, part := range inner.decompose() {
		s, err := New(part, radius)
		if err != nil {
			return nil, nil, err
		}
		pieces = append(pieces, s)
	}
	return pieces, inner.dilate(radius), nil
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
	var c Contour
	for i := range loop {
		c = append(c, Segment{From: from[i], To: to[i]})
		if next := (i + 1) % n; r > 0 && to[i] != from[next] {
			c = append(c, Segment{From: to[i], To: from[next], Center: loop[next], Radius: r})
		}
	}
	return c
}
