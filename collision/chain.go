package collision

// Chain returns the segments between consecutive points as shapes for one body,
// each summed with a disc. As pieces of one [Body] they give no contacts
// against their shared ends, so a body that slides along the chain never
// catches on an inner vertex. Set [Body.OneSided] to make them solid only from
// their outward side: the outward normal of an edge along d is (d.Y, -d.X).
//
// The error is a [*ShapeError]: fewer than two points, a bad coordinate or
// radius, or a point that repeats the previous one.
func Chain(points []Vec, radius float64) ([]Shape, error) {
	if len(points) < 2 {
		return nil, &ShapeError{-1, "a chain needs at least 2 points"}
	}
	return chain(points, radius, len(points)-1)
}

// Loop works like [Chain] with the last point joined to the first. A one-sided loop of
// positive area is solid inside. It needs at least three points.
func Loop(points []Vec, radius float64) ([]Shape, error) {
	if len(points) < 3 {
		return nil, &ShapeError{-1, "a closed chain needs at least 3 points"}
	}
	return chain(points, radius, len(points))
}

// chain returns the given number of segments. With len(points) segments the chain is closed.
func chain(points []Vec, radius float64, segments int) ([]Shape, error) {
	if err := check(points, radius); err != nil {
		return nil, err
	}
	out := make([]Shape, 0, segments)
	for i := range segments {
		next := (i + 1) % len(points)
		var room [FewPoints + 1]Vec
		if len(AppendHull(room[:0], []Vec{points[i], points[next]})) < 2 {
			return nil, &ShapeError{next, "repeats the previous point"}
		}
		// Keep the order of travel, so that the first normal is the outward
		// one.
		out = append(out, fromHull([]Vec{points[i], points[next]}, radius))
	}
	return out, nil
}
