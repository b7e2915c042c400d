package collision

// Chain returns the segments between consecutive points as shapes of one body,
// each summed with a disc. As pieces of one [Body] they have no contacts against
// the ends that they share: what slides along the chain meets no inner vertex.
// Set [Body.OneSided] to make them solid from their outward side only: the
// outward normal of an edge along d is (d.Y, -d.X).
//
// The error is a [*ShapeError]: fewer than two points, a bad coordinate or
// radius, or a point that repeats the one before.
func Chain(points []Vec, radius float64) ([]Shape, error) {
	if len(points) < 2 {
		return nil, &ShapeError{-1, "a chain needs at least 2 points"}
	}
	return chain(points, radius, len(points)-1)
}

// Loop is [Chain] that also joins the last point to the first. One of positive
// area that is one-sided is solid inside. It needs at least three points.
func Loop(points []Vec, radius float64) ([]Shape, error) {
	if len(points) < 3 {
		return nil, &ShapeError{-1, "a closed chain needs at least 3 points"}
	}
	return chain(points, radius, len(points))
}

// chain returns the first so many segments.
func chain(points []Vec, radius float64, segments int) ([]Shape, error) {
	for i, p := range points {
		if err := checkPoint(i, p); err != nil {
			return nil, err
		}
	}
	if err := checkRadius(radius); err != nil {
		return nil, err
	}
	out := make([]Shape, 0, segments)
	for i := range segments {
		next := (i + 1) % len(points)
		var room [FewPoints + 1]Vec
		if len(AppendHull(room[:0], []Vec{points[i], points[next]})) < 2 {
			return nil, &ShapeError{next, "repeats the point before"}
		}
		// In the order of travel, so that the first normal is the outward one.
		out = append(out, fromHull([]Vec{points[i], points[next]}, radius))
	}
	return out, nil
}
