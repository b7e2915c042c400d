package collision

import (
	"fmt"
	"math"
)

// Manifold describes where two shapes touch, in world space.
type Manifold struct {
	Normal Vec // unit, from A to B
	Points [2]ManifoldPoint
	Count  int // number of Points that are set: 1 or 2, or 0 for no contact
}

// ManifoldPoint is one contact point.
type ManifoldPoint struct {
	Point      Vec       // halfway between the two surfaces; in a deep overlap it can be outside a shape
	Separation float64   // between the surfaces along the normal, negative if they overlap
	ID         FeatureID // the features that meet
}

// Depth returns the greatest depth of the manifold's points: how far B must move along the normal until the shapes only
// touch. It is negative if they are apart, and -Inf for a manifold without points.
func (m *Manifold) Depth() float64 {
	depth := math.Inf(-1)
	for i := range m.Count {
		depth = max(depth, -m.Points[i].Separation)
	}
	return depth
}

// FeatureID identifies the two features that meet at a contact point: A's in the upper half, B's in the lower,
// whichever was the reference. It stays the same while the same features meet, so that a solver can carry its impulses
// over.
type FeatureID uint64

// Feature is a vertex, or the edge from that vertex to the next one.
type Feature struct {
	Index int
	Edge  bool
}

// String returns "vertex 3" or "edge 3".
func (f Feature) String() string {
	if f.Edge {
		return fmt.Sprintf("edge %d", f.Index)
	}
	return fmt.Sprintf("vertex %d", f.Index)
}

// A returns the feature of shape A.
func (id FeatureID) A() Feature { return feature(uint32(id >> 32)).public() }

// B returns the feature of shape B.
func (id FeatureID) B() Feature { return feature(uint32(id)).public() }

// String returns both features.
func (id FeatureID) String() string { return fmt.Sprintf("%v, %v", id.A(), id.B()) }

// feature is a Feature packed as index*2, plus 1 for an edge.
type feature uint32

func vertexFeature(i int) feature { return feature(i) << 1 }
func edgeFeature(i int) feature   { return feature(i)<<1 | 1 }

func (f feature) public() Feature { return Feature{int(f >> 1), f&1 == 1} }

func featureID(a, b feature) FeatureID { return FeatureID(a)<<32 | FeatureID(b) }

// Collide returns the manifold of two placed shapes, or false if they are farther apart than margin. The greatest depth
// of its points is the exact penetration depth, and its normal is the direction of the shortest translation that
// separates them. With a margin above 0 it also returns points where the shapes are up to that far apart.
func Collide(a Shape, xa Transform, b Shape, xb Transform, margin float64) (Manifold, bool) {
	var m Manifold
	if a.Len() > smallHull || b.Len() > smallHull {
		return collideLarge(&a, &xa, &b, &xb, margin)
	}
	var bufA, bufB [smallHull]edge
	ha, hb := a.place(&xa, bufA[:]), b.place(&xb, bufB[:])
	hit := collide(&ha, &hb, margin, &m)
	return m, hit
}

// collideLarge works like Collide with room for more vertices.
func collideLarge(a *Shape, xa *Transform, b *Shape, xb *Transform, margin float64) (Manifold, bool) {
	var m Manifold
	var bufA, bufB [largeHull]edge
	ha, hb := a.place(xa, bufA[:]), b.place(xb, bufB[:])
	hit := collide(&ha, &hb, margin, &m)
	return m, hit
}

// collide finds the manifold of two hulls in one frame.
func collide(a, b *hull, margin float64, m *Manifold) bool {
	return decide(a, b, margin, m, nil)
}

// decide works like collide but also records the edges that produced the manifold, unless why is nil.
func decide(a, b *hull, margin float64, m *Manifold, why *decision) bool {
	switch {
	case len(b.edges) == 1 && len(a.edges) > 0:
		return collideCircle(a, b, margin, false, m)
	case len(a.edges) == 1 && len(b.edges) > 0:
		return collideCircle(b, a, margin, true, m)
	case len(a.edges) < 2 || len(b.edges) < 2: // a zero Placed
		return false
	}
	// The contact points decide exactly whether the shapes are within the margin; the axes only reject pairs that are
	// farther apart by more than rounding errors.
	bias := float64(sideBias * (a.size + b.size))
	limit := a.radius + b.radius + margin + bias
	if a.half.X > 0 && b.half.X > 0 {
		return collideBoxes(a, b, limit, bias, margin, m, why)
	}
	onA := a.separation(b, limit)
	if onA.separation > limit {
		return false
	}
	onB := b.separation(a, limit)
	if onB.separation > limit {
		return false
	}
	c := clipper{margin: margin, rs: a.radius + b.radius}
	if onB.separation > onA.separation+bias {
		c.ref, c.inc, c.axis, c.flip = b, a, onB, true
		return c.manifold(m, why)
	}
	c.ref, c.inc, c.axis = a, b, onA
	return c.resolve(onB, bias, m, why)
}

// decision holds the reference and incident edges that produced a manifold of two hulls of at least two vertices each.
type decision struct {
	made          bool
	flip          bool // the reference edge is B's
	corner        bool // two vertices meet after all
	edge, against int  // the indices of the two edges
}

func (d *decision) take(c *clipper) { *d = decision{true, c.flip, c.corner, c.a, c.w1} }

// collideCircle finds the manifold of a hull and a hull of one vertex. flip means that the one-vertex hull is shape A.
func collideCircle(h, circle *hull, margin float64, flip bool, m *Manifold) bool {
	p := circle.edges[0].v
	rs, tol := h.radius+circle.radius, h.tol+circle.tol
	edges := h.edges
	var n Vec
	var d float64
	var f feature
	at, best := 0, math.Inf(-1)
	if len(edges) > 1 {
		limit := rs + margin + tol
		for i := range edges {
			e := &edges[i]
			if s := float64(e.n.X*(p.X-e.v.X)) + float64(e.n.Y*(p.Y-e.v.Y)); s > best {
				if s > limit {
					return false
				}
				best, at = s, i
			}
		}
		// Use the edge, unless p is beyond one of its ends.
		e := &edges[at]
		u := float64(e.n.X*(p.Y-e.v.Y)) - float64(e.n.Y*(p.X-e.v.X))
		n, d, f = e.n, best, edgeFeature(at)
		if best > -tol || len(edges) == 2 {
			corner := at
			if u >= 0 {
				if corner = at + 1; corner == len(edges) {
					corner = 0
				}
				w := &edges[corner]
				u = float64(e.n.Y*(p.X-w.v.X)) - float64(e.n.X*(p.Y-w.v.Y))
			}
			if u < 0 {
				n, d, f = cornerOf(edges, p, at, corner, best, tol)
			}
		}
	} else {
		n, d, f = closestFeature(edges, p, tol)
	}
	s := d - rs
	if s > margin {
		return false
	}
	half := float64((h.radius - circle.radius - d) / 2)
	id := featureID(f, 0)
	m.Normal = n
	if flip {
		m.Normal, id = Vec{X: -n.X, Y: -n.Y}, featureID(0, f)
	}
	m.Count = 1
	c := &m.Points[0]
	c.Point.X, c.Point.Y = p.X+float64(n.X*half), p.Y+float64(n.Y*half)
	c.Separation, c.ID = s, id
	return true
}
