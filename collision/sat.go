package collision

import "math"

// hull is a convex polygon with a radius, in the frame that both sides of a test share.
type hull struct {
	edges  []edge
	radius float64
	size   float64
	tol    float64 // the distance below which its features coincide with others
	half   Vec     // a rectangle's half sides along its first two normals, or zero
}

// smallHull is the greatest number of vertices for which a one-off query places a shape on the stack in the fast path.
const smallHull = 8

// largeHull is the same limit for the slower path. Beyond it a one-off query allocates; a World or a Placed shape never
// does.
const largeHull = 64

// height returns the edge's distance from the origin along its normal.
func (e *edge) height() float64 { return float64(e.n.X*e.v.X) + float64(e.n.Y*e.v.Y) }

// place writes s, placed by xf, into buf if it is long enough.
func (s *Shape) place(xf *Transform, buf []edge) hull {
	f := s.get()
	edges := f.edges
	if len(edges) > len(buf) {
		buf = make([]edge, len(edges))
	}
	buf = buf[:len(edges)]
	q, k := xf.Q.Unit()
	p := clampPoint(xf.P)
	kc, ks := float64(k*q.C), float64(k*q.S)
	for i := range edges {
		e := &edges[i]
		v := Vec{X: p.X + (float64(q.C*e.v.X) - float64(q.S*e.v.Y)), Y: p.Y + (float64(q.S*e.v.X) + float64(q.C*e.v.Y))}
		n := Vec{X: float64(kc*e.n.X) - float64(ks*e.n.Y), Y: float64(ks*e.n.X) + float64(kc*e.n.Y)}
		buf[i] = edge{v, n}
	}
	// An unnormalized rotation stretches by 1/k; this is exact except for the last bit.
	stretch := 1 + float64((1-k)*(2-k))
	tol := f.tol + float64(CoordinateRounding*(math.Abs(p.X)+math.Abs(p.Y)))
	return hull{buf, f.radius, f.size, tol, Vec{X: float64(f.half.X * stretch), Y: float64(f.half.Y * stretch)}}
}

// bounds returns the smallest box around the hull.
func (a *hull) bounds() AABB {
	b := AABB{Min: a.edges[0].v, Max: a.edges[0].v}
	for i := 1; i < len(a.edges); i++ {
		v := a.edges[i].v
		b.Min.X, b.Min.Y = min(b.Min.X, v.X), min(b.Min.Y, v.Y)
		b.Max.X, b.Max.Y = max(b.Max.X, v.X), max(b.Max.Y, v.Y)
	}
	return b.Grow(a.radius)
}

// axis is the separation of two inner polygons along an edge's normal.
type axis struct {
	separation float64
	edge       int // the edge whose normal is the axis
	vertex     int // the other polygon's deepest vertex along it
}

// manyVertices is the product of vertex counts above which walking the other
// polygon's support along with the normal beats testing every vertex.
const manyVertices = 24

// separation returns the axis with the greatest separation among a's normals, by the faster method.
func (a *hull) separation(b *hull, limit float64) axis {
	if len(a.edges)*len(b.edges) > manyVertices {
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
		low, at := float64(n.X*b[0].v.X)+float64(n.Y*b[0].v.Y), 0
		for j := 1; j < len(b); j++ {
			if h := float64(n.X*b[j].v.X) + float64(n.Y*b[j].v.Y); h < low {
				low, at = h, j
			}
		}
		if s := low - a[i].height(); s > best.separation {
			best = axis{s, i, at}
			if s > limit {
				break
			}
		}
	}
	return best
}

// walkSeparation works like separation but uses rotating calipers: as the normals of a turn, the deepest vertex of b
// advances in the same sense.
func walkSeparation(a, b []edge, limit float64) axis {
	j := 0
	low := a[0].n.Dot(b[0].v)
	for k := 1; k < len(b); k++ {
		if h := a[0].n.Dot(b[k].v); h < low {
			low, j = h, k
		}
	}
	best := axis{low - a[0].height(), 0, j}
	for i := 1; i < len(a) && best.separation <= limit; i++ {
		n := a[i].n
		low = float64(n.X*b[j].v.X) + float64(n.Y*b[j].v.Y)
		for {
			k := j + 1
			if k == len(b) {
				k = 0
			}
			h := float64(n.X*b[k].v.X) + float64(n.Y*b[k].v.Y)
			if h >= low {
				break
			}
			low, j = h, k
		}
		if s := low - a[i].height(); s > best.separation {
			best = axis{s, i, j}
		}
	}
	return best
}
