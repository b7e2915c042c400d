package collision

import "math"

// clipper turns the best axis of two hulls into contact points: it finds the
// incident edge, decides between edge and vertex contact, and clips.
type clipper struct {
	ref, inc *hull
	axis     axis
	flip     bool // ref is shape B
	corner   bool // two vertices meet
	margin   float64
	rs       float64 // sum of the radii

	n, t   Vec     // the reference edge's normal and direction
	origin Vec     // its first vertex
	length float64 // its length
	a, b   int     // its vertices' indices
	w1, w2 int     // the incident edge's vertices, counter to t
}

// manifold fills m; false when the shapes are farther apart than the margin.
func (c *clipper) manifold(m *Manifold) bool {
	c.edges()
	s := c.axis.separation
	tol := featureTolerance*(c.ref.size+c.inc.size) +
		coordinateRounding*(math.Abs(c.origin.X)+math.Abs(c.origin.Y))
	bothSegments := len(c.ref.edges) == 2 && len(c.inc.edges) == 2
	if s > -tol || bothSegments {
		if done, hit := c.vertices(tol, m); done {
			return hit
		}
	}
	c.clip(tol, m)
	return m.Count > 0
}

// resolve is manifold when the other hull's best axis is known too. Where both
// are as good as each other to within bias, edges are parallel but for rounding,
// and the chosen one may show two vertices where the other shows an edge: the
// nearer of the two is true, since neither can be nearer than the shapes are.
func (c *clipper) resolve(other axis, bias float64, m *Manifold) bool {
	hit := c.manifold(m)
	if !c.corner || math.Abs(c.axis.separation-other.separation) > bias {
		return hit
	}
	o := clipper{ref: c.inc, inc: c.ref, axis: other, flip: !c.flip, margin: c.margin, rs: c.rs}
	var n Manifold
	if o.manifold(&n) && (!hit || n.Depth() > m.Depth()+bias) {
		*m = n
		return true
	}
	return hit
}

// edges finds the reference edge and the incident edge: of the two that meet at
// the deepest vertex, the one whose normal is most against the reference.
func (c *clipper) edges() {
	ref, inc := c.ref.edges, c.inc.edges
	c.a = c.axis.edge
	if c.b = c.a + 1; c.b == len(ref) {
		c.b = 0
	}
	c.n = ref[c.a].n
	c.t = Vec{-c.n.Y, c.n.X}
	c.origin = ref[c.a].v
	c.length = c.t.Dot(ref[c.b].v.Sub(c.origin))

	j := c.axis.vertex
	before, after := j-1, j+1
	if before < 0 {
		before = len(inc) - 1
	}
	if after == len(inc) {
		after = 0
	}
	if c.n.Dot(inc[before].n) < c.n.Dot(inc[j].n) {
		c.w1, c.w2 = before, j
	} else {
		c.w1, c.w2 = j, after
	}
}

// vertices handles two vertices that meet: the deepest incident vertex lies
// beyond an end of the reference edge, and that end beyond the incident edge.
// done is false when the contact is an edge's after all.
func (c *clipper) vertices(tol float64, m *Manifold) (done, hit bool) {
	ref, inc := c.ref.edges, c.inc.edges
	u := c.t.Dot(inc[c.axis.vertex].v.Sub(c.origin))
	end := c.a
	if u > c.length {
		end = c.b
	} else if u >= 0 {
		return false, false
	}
	p := ref[end].v
	w1, w2 := inc[c.w1].v, inc[c.w2].v
	e := w2.Sub(w1)
	along := p.Sub(w1).Dot(e)
	other := c.w1
	if along > 0 {
		if along < e.LenSq() {
			return false, false
		}
		other = c.w2
	}
	d := inc[other].v.Sub(p)
	dist := d.Len()
	if dist <= tol {
		return false, false
	}
	s := dist - c.rs
	c.corner = true
	if s > c.margin {
		return true, false
	}
	n := d.Mul(1 / dist)
	at := p.MulAdd(n, (c.ref.radius-c.inc.radius+dist)/2)
	fr, fi := vertexFeature(end), vertexFeature(other)
	m.Normal, m.Count = n, 1
	if c.flip {
		m.Normal = n.Neg()
	}
	m.Points[0] = ManifoldPoint{at, s, c.id(fr, fi)}
	return true, true
}

// clip cuts the incident edge to the reference edge's extent. The points come
// in the order of their position along the normal from A to B, turned by a
// quarter, so that it does not depend on which side is the reference.
func (c *clipper) clip(tol float64, m *Manifold) {
	inc := c.inc.edges
	p1, p2 := inc[c.w1].v, inc[c.w2].v
	u1, u2 := c.t.Dot(p1.Sub(c.origin)), c.t.Dot(p2.Sub(c.origin))
	h1, h2 := c.n.Dot(p1.Sub(c.origin)), c.n.Dot(p2.Sub(c.origin))

	lo := c.point(u2, h2, edgeFeature(c.a), vertexFeature(c.w2))
	if u2 < 0 {
		lo = c.point(0, lerpAt(u1, h1, u2, h2, 0), vertexFeature(c.a), edgeFeature(c.w1))
	}
	hi := c.point(u1, h1, edgeFeature(c.a), vertexFeature(c.w1))
	if u1 > c.length {
		hi = c.point(c.length, lerpAt(u1, h1, u2, h2, c.length), vertexFeature(c.b), edgeFeature(c.w1))
	}
	m.Normal = c.n
	if c.flip {
		m.Normal = c.n.Neg()
		lo, hi = hi, lo
	}
	m.Count = 0
	switch {
	case u1 < 0 || u2 > c.length || u1-u2 <= tol:
		// The incident edge lies beside the reference edge, by rounding only,
		// or stands on it: the deepest vertex alone.
		j := c.axis.vertex
		u := c.t.Dot(inc[j].v.Sub(c.origin))
		m.Points[0] = c.point(u, c.axis.separation, edgeFeature(c.a), vertexFeature(j))
		m.Count = 1
	default:
		if lo.Separation <= c.margin {
			m.Points[m.Count] = lo
			m.Count++
		}
		if hi.Separation <= c.margin {
			m.Points[m.Count] = hi
			m.Count++
		}
	}
	if m.Count == 1 && m.Points[0].Separation > c.margin {
		m.Count = 0
	}
}

// lerpAt returns the height at u of the line through (u1, h1) and (u2, h2).
func lerpAt(u1, h1, u2, h2, u float64) float64 {
	return h1 + (h2-h1)*((u-u1)/(u2-u1))
}

// point returns the contact point of an inner point that lies u along the
// reference edge and h above it.
func (c *clipper) point(u, h float64, fr, fi feature) ManifoldPoint {
	mid := (c.ref.radius + h - c.inc.radius) / 2
	return ManifoldPoint{
		Point: Vec{
			c.origin.X + u*c.t.X + mid*c.n.X,
			c.origin.Y + u*c.t.Y + mid*c.n.Y,
		},
		Separation: h - c.rs,
		ID:         c.id(fr, fi),
	}
}

// id orders a reference and an incident feature as A's and B's.
func (c *clipper) id(fr, fi feature) FeatureID {
	if c.flip {
		return featureID(fi, fr)
	}
	return featureID(fr, fi)
}
