package collision

import "fmt"

// Chain returns the segments between consecutive points as shapes of one body,
// each summed with a disc. closed joins the last point to the first. As pieces
// of one [Body] they have no contacts against the ends that they share: what
// slides along the chain meets no inner vertex. Set [Body.OneSided] to make them
// solid from their outward side only: the outward normal of an edge along d is
// (d.Y, -d.X), so that a closed chain of positive area is solid inside.
//
// The error is a [*ShapeError]: fewer than two points (three when closed), a
// bad coordinate or radius, or a point that repeats the one before.
func Chain(points []Vec, radius float64, closed bool) ([]Shape, error) {
	least := 2
	if closed {
		least = 3
	}
	if len(points) < least {
		return nil, &ShapeError{-1, fmt.Sprintf("a chain needs at least %d points", least)}
	}
	segments := len(points)
	if !closed {
		segments--
	}
	for i, p := range points {
		if err := checkPoint(i, p); err != nil {
			return nil, err
		}
	}
	out := make([]Shape, 0, segments)
	for i := range segments {
		next := (i + 1) % len(points)
		s, err := Capsule(points[i], points[next], radius)
		if err != nil {
			return nil, err
		}
		if s.Len() < 2 {
			return nil, &ShapeError{next, "repeats the point before"}
		}
		// In the order of travel, so that the first normal is the outward one.
		out = append(out, fromHull([]Vec{points[i], points[next]}, radius))
	}
	return out, nil
}
