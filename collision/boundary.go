package collision

// Boundary returns the boundary of the shape in its own frame: nothing for a
// point, two half circles for a circle.
func (s Shape) Boundary() []Contour {
	edges, r := s.parts(), s.Radius()
	if len(edges) == 1 {
		if r == 0 {
			return nil
		}
		c := edges[0].v
		right, left := c.Add(Vec{X: r, Y: 0}), c.Sub(Vec{X: r, Y: 0})
		return []Contour{{
			{From: right, To: left, Center: c, Radius: r},
			{From: left, To: right, Center: c, Radius: r},
		}}
	}
	var out Contour
	for i := range edges {
		e, next := &edges[i], &edges[(i+1)%len(edges)]
		out = append(out, Segment{From: e.v.MulAdd(e.n, r), To: next.v.MulAdd(e.n, r)})
		if r > 0 {
			out = append(out, Segment{
				From: next.v.MulAdd(e.n, r), To: next.v.MulAdd(next.n, r), Center: next.v, Radius: r,
			})
		}
	}
	return []Contour{out}
}
