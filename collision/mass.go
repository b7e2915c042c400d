package collision

// Mass returns the exact mass, area, centroid and rotational inertia of the
// shape at the given density. It sums the polygon, a rectangle per edge and a
// sector per corner about one point, then shifts the sums to the common
// centroid (the parallel axis theorem). The centroid is in the shape's own
// frame.
func (s Shape) Mass(density float64) Mass {
	edges := s.parts()
	origin := edges[0].v
	var m moments
	for i := range edges {
		e, next := &edges[i], &edges[(i+1)%len(edges)]
		a, b := e.v.Sub(origin), next.v.Sub(origin)
		m.Triangle(a, b)
		if s.Radius() > 0 && len(edges) > 1 {
			m.Rectangle(a, b, e.n, s.Radius())
			m.Sector(b, e.n, next.n, s.Radius())
		}
	}
	if s.Radius() > 0 && len(edges) == 1 {
		m.Disc(Vec{}, s.Radius())
	}
	return m.Mass(origin, density)
}
