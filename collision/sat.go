package collision

import "math"

// hull is a convex polygon with its radius, in whatever frame both sides of a
// test share.
type hull struct {
	edges  []edge
	radius float64
	size   float64
	box    bool // a rectangle: normals 0 and 2, and 1 and 3, are opposite
}

// smallHull is the number of vertices up to which a one-off query places a
// shape on the stack in the fast path.
const smallHull = 8

// largeHull is the same for the slower path; beyond it a one-off query
// allocates. A World, and a Placed shape, never do.
const largeHull = 64

// place writes s, placed by xf, into buf when it is long enough.
func (s *Shape) place(xf *Transform, buf []edge) hull {
	edges := s.parts()
	if len(edges) > len(buf) {
		buf = make([]edge, len(edges))
	}
	buf = buf[:len(edges)]
	q, k := xf.Q.unit()
	p := clampPoint(xf.P)
	kc, ks := k*q.C, k*q.S
	for i := range edges {
		e := &edges[i]
		v := Vec{p.X + (q.C*e.v.X - q.S*e.v.Y), p.Y + (q.S*e.v.X + q.C*e.v.Y)}
		n := Vec{kc*e.n.X - ks*e.n.Y, ks*e.n.X + kc*e.n.Y}
		buf[i] = edge{v, n, n.X*v.X + n.Y*v.Y}
	}
	return hull{buf, s.radius, s.size, s.box}
}

// bounds returns the smallest box around the hull.
func (h *hull) bounds() AABB {
	b := AABB{h.edges[0].v, h.edges[0].v}
	for i := 1; i < len(h.edges); i++ {
		v := h.edges[i].v
		b.Min.X, b.Min.Y = min(b.Min.X, v.X), min(b.Min.Y, v.Y)
		b.Max.X, b.Max.Y = max(b.Max.X, v.X), max(b.Max.Y, v.Y)
	}
	return b.Grow(h.radius)
}

// axis is the separation of two inner polygons along an edge's normal.
type axis struct {
	separation float64
	edge       int // whose normal it is
	vertex     int // the other polygon's deepest vertex along it
}

// manyVertices is the product of vertex counts from which walking the other
// polygon's support along with the normal beats testing every vertex.
const manyVertices = 24

// separation returns the axis with the greatest separation among a's normals, by
// the way that suits the two.
func (a *hull) separation(b *hull, limit float64) axis {
	switch {
	case a.box && b.box:
		return boxSeparation(a.edges, b.edges, limit)
	case len(a.edges)*len(b.edges) > manyVertices:
		return walkSeparation(a.edges, b.edges, limit)
	}
	return separation(a.edges, b.edges, limit)
}

// separation returns the axis with the greatest separation among the normals of
// a. It stops at the first axis whose separation exceeds limit.
func separation(a, b []edge, limit float64) axis {
	best := axis{separation: math.Inf(-1)}
	for i := range a {
		n := a[i].n
		low, at := n.X*b[0].v.X+n.Y*b[0].v.Y, 0
		for j := 1; j < len(b); j++ {
			if h := n.X*b[j].v.X + n.Y*b[j].v.Y; h < low {
				low, at = h, j
			}
		}
		if s := low - a[i].d; s > best.separation {
			best = axis{s, i, at}
			if s > limit {
				break
			}
		}
	}
	return best
}

// walkSeparation is separation by rotating calipers: as the normals of a turn,
// the deepest vertex of b advances in the same sense.
func walkSeparation(a, b []edge, limit float64) axis {
	j := 0
	low := a[0].n.Dot(b[0].v)
	for k := 1; k < len(b); k++ {
		if h := a[0].n.Dot(b[k].v); h < low {
			low, j = h, k
		}
	}
	best := axis{low - a[0].d, 0, j}
	for i := 1; i < len(a) && best.separation <= limit; i++ {
		n := a[i].n
		low = n.X*b[j].v.X + n.Y*b[j].v.Y
		for {
			k := j + 1
			if k == len(b) {
				k = 0
			}
			h := n.X*b[k].v.X + n.Y*b[k].v.Y
			if h >= low {
				break
			}
			low, j = h, k
		}
		if s := low - a[i].d; s > best.separation {
			best = axis{s, i, j}
		}
	}
	return best
}

// boxSeparation is separation for two rectangles: b's extent along a normal of
// a is the sum of its half sides' (S. Gottschalk, M. Lin and D. Manocha,
// "OBBTree", 1996), so no vertex needs to be projected.
func boxSeparation(a, b []edge, limit float64) axis {
	_, _ = a[3], b[3]
	half := Vec{(b[0].d + b[2].d) / 2, (b[1].d + b[3].d) / 2}
	center := Vec{(b[0].v.X + b[2].v.X) / 2, (b[0].v.Y + b[2].v.Y) / 2}
	best := axis{separation: math.Inf(-1)}
	for i := range 2 {
		n := a[i].n
		mid := n.X*center.X + n.Y*center.Y
		along, across := n.X*b[0].n.X+n.Y*b[0].n.Y, n.X*b[1].n.X+n.Y*b[1].n.Y
		reach := half.X*math.Abs(along) + half.Y*math.Abs(across)
		s, edge := mid-reach-a[i].d, i
		if o := -mid - reach - a[i+2].d; o > s {
			s, edge = o, i+2
			along, across = -along, -across
		}
		if s > best.separation {
			best = axis{s, edge, boxVertex(along, across)}
			if s > limit {
				break
			}
		}
	}
	return best
}

// boxVertex returns the rectangle's vertex that lies deepest along a normal,
// given the normal's parts along the rectangle's first two normals: vertex i is
// where edges i-1 and i meet.
func boxVertex(along, across float64) int {
	switch {
	case along > 0 && across > 0:
		return 3
	case along > 0:
		return 2
	case across > 0:
		return 0
	}
	return 1
}
