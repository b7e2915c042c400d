package collision

import "math"

// Separation describes how far apart two shapes are, or how deep they overlap.
type Separation struct {
	Distance float64 // negative for the depth of an overlap
	Normal   Vec     // unit, from A to B
	OnA, OnB Vec     // the points on the two surfaces at that distance
}

// Distance returns the distance between two placed shapes or, if they overlap, the negative length of the shortest
// translation that separates them. OnB is OnA moved by Distance along Normal.
func Distance(a Shape, xa Transform, b Shape, xb Transform) Separation {
	m, _ := Collide(a, xa, b, xb, math.Inf(1))
	return m.separation()
}

// separation returns the manifold's deepest point as a Separation.
func (m *Manifold) separation() Separation {
	p := m.Points[0]
	if m.Count == 2 && m.Points[1].Separation < p.Separation {
		p = m.Points[1]
	}
	half := float64(p.Separation / 2)
	return Separation{
		Distance: p.Separation,
		Normal:   m.Normal,
		OnA:      p.Point.MulAdd(m.Normal, -half),
		OnB:      p.Point.MulAdd(m.Normal, half),
	}
}

// Overlap reports whether two placed shapes share a point; touching counts.
func Overlap(a Shape, xa Transform, b Shape, xb Transform) bool {
	_, hit := Collide(a, xa, b, xb, 0)
	return hit
}

// closestFeature returns the distance from a polygon to p, negative inside, the unit direction in which it grows, and
// the nearest feature. If p is within tol of a vertex, the direction is an edge's normal.
func closestFeature(edges []edge, p Vec, tol float64) (n Vec, d float64, f feature) {
	if len(edges) == 1 {
		n, d = direction(p.Sub(edges[0].v), Vec{X: 1, Y: 0}, tol)
		return n, d, 0
	}
	best, at := math.Inf(-1), 0
	for i := range edges {
		e := &edges[i]
		if s := float64(e.n.X*(p.X-e.v.X)) + float64(e.n.Y*(p.Y-e.v.Y)); s > best {
			best, at = s, i
		}
	}
	return closestOn(edges, p, at, best, tol)
}

// closestOn works like closestFeature given the edge with the greatest separation from p.
func closestOn(edges []edge, p Vec, at int, best, tol float64) (n Vec, d float64, f feature) {
	next := at + 1
	if next == len(edges) {
		next = 0
	}
	e := &edges[at]
	if best <= -tol && len(edges) > 2 {
		return e.n, best, edgeFeature(at)
	}
	// Outside, the nearest feature is this edge or one of its ends.
	side := Vec{X: -e.n.Y, Y: e.n.X} // not the difference of the ends, which may vanish
	switch {
	case p.Sub(e.v).Dot(side) < 0:
		next = at
	case p.Sub(edges[next].v).Dot(side) > 0:
	default:
		return e.n, best, edgeFeature(at)
	}
	return cornerOf(edges, p, at, next, best, tol)
}

// cornerOf works like closestOn when the nearest feature is a vertex. If p is within
// tol of the vertex, the edge is used instead.
func cornerOf(edges []edge, p Vec, at, corner int, best, tol float64) (n Vec, d float64, f feature) {
	corner, over := pastCorner(edges, p, at, corner, tol)
	if over >= 0 {
		return edges[over].n, p.Sub(edges[over].v).Dot(edges[over].n), edgeFeature(over)
	}
	v := p.Sub(edges[corner].v)
	if v.LenSq() <= tol*tol {
		return edges[at].n, best, edgeFeature(at)
	}
	n, d = direction(v, edges[at].n, 0)
	return n, d, vertexFeature(corner)
}

// pastCorner returns the vertex nearest to p, given an edge and its end that p is beyond, and the edge that p is over
// instead, or -1. Usually that is the given vertex. But rounding decides which of nearly parallel edges has the
// greatest separation, and the nearest one can be farther on.
func pastCorner(edges []edge, p Vec, at, corner int, tol float64) (vertex, over int) {
	back := corner == at
	for range edges {
		next, e, sign := corner+1, corner, 1.0
		if next == len(edges) {
			next = 0
		}
		if back {
			if next = corner - 1; next < 0 {
				next = len(edges) - 1
			}
			e, sign = next, -1
		}
		along := Vec{X: float64(-sign * edges[e].n.Y), Y: float64(sign * edges[e].n.X)}
		t := p.Sub(edges[corner].v).Dot(along)
		switch {
		case t <= tol:
			return corner, -1
		case t < edges[next].v.Sub(edges[corner].v).Dot(along):
			return corner, e
		}
		corner = next
	}
	return corner, -1
}

// direction returns v's unit vector and length, or fallback if the length is at most tol.
func direction(v, fallback Vec, tol float64) (Vec, float64) {
	l := v.Len()
	switch {
	case l <= tol || l == 0:
		return fallback, l
	case l < shortestMotion: // its square would lose digits
		return v.Unit(), l
	}
	return v.Mul(1 / l), l
}
