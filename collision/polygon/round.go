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
		normal[i] = loop[(i+1)%n].Sub(a).Unit().Perp().Neg()
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
