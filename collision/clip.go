package collision

import "math"

// clipper turns the best axis of two hulls into contact points: it finds the
// incident edge, decides between edge and vertex contact, and clips.
type clipper struct {
	ref, inc *hull
	axis     axis
	flip     bool // ref is shape B
	corner   bool // vertex-vertex contact
	margin   float64
	rs       float64 // sum of the radii

	n, t   Vec     // the reference edge's normal and direction
	origin Vec     // its first vertex
	length float64 // its length
	a, b   int     // its vertices' indices
	w1, w2 int     // the incident edge's vertices, running against t
}

// manifold fills m, or returns false if the shapes are farther apart than the
// margin. It records the edges in why unless that is nil.
func (c *clipper) manifold(m *Manifold, why *decision) bool {
	c.edges()
	if why != nil {
		why.take(c)
	}
	s := c.axis.separation
	tol := c.ref.tol + c.inc.tol
	bothSegments := len(c.ref.edges) == 2 && len(c.inc.edges) == 2
	if s > -tol || bothSegments {
		if done, hit := c.vertices(tol, m); done {
			if why != nil {
				why.corner = c.corner
			}
			return hit
		}
	}
	c.clip(tol, m)
	return m.Count > 0
}

// resolve works like manifold with the other hull's best axis known too. If both axes are equal to within bias, the
// edges are parallel up to rounding, and the chosen axis may give a vertex contact where the other gives an edge
// contact. The nearer of the two is right, since neither can be nearer than the shapes are.
func (c *clipper) resolve(other axis, bias float64, m *Manifold, why *decision) bool {
	hit := c.manifold(m, why)
	if !c.corner || math.Abs(c.axis.separation-other.separation) > bias {
		return hit
	}
	o := clipper{ref: c.inc, inc: c.ref, axis: other, flip: !c.flip, margin: c.margin, rs: c.rs}
	var n Manifold
	if o.manifold(&n, nil) && (!hit || n.Depth() > m.Depth()+bias) {
		*m = n
		if why != nil {
			why.take(&o)
		}
		return true
	}
	return hit
}

// edges finds the reference edge and the incident edge: of the two edges at the
// deepest vertex, the one whose normal most opposes the reference normal.
func (c *clipper) edges() {
	ref, inc := c.ref.edges, c.inc.edges
	c.a = c.axis.edge
	if c.b = c.a + 1; c.b == len(ref) {
		c.b = 0
	}
	c.n = ref[c.a].n
	c.t = Vec{X: -c.n.Y, Y: c.n.X}
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

// vertices handles a vertex-vertex contact: the deepest incident vertex is beyond an end of the reference edge, and
// that end is beyond the incident edge. done is false if it is an edge contact after all.
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
	end, over := pastCorner(ref, inc[other].v, c.a, end, tol)
	if over >= 0 {
		c.axis.edge = over
		c.edges()
		return false, false
	}
	p = ref[end].v
	if other, over = pastCorner(inc, p, c.w1, other, tol); over >= 0 {
		c.w1, c.w2 = over, (over+1)%len(inc)
		return false, false
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
	c.n = d.Mul(1 / dist)
	c.t, c.origin = Vec{X: -c.n.Y, Y: c.n.X}, p
	m.Normal, m.Count = c.n, 1
	if c.flip {
		m.Normal = c.n.Neg()
	}
	m.Points[0] = c.point(0, dist, vertexFeature(end), vertexFeature(other))
	c.flats(end, other, dist, tol, m)
	return true, true
}

// flats adds a second point to a vertex-vertex contact if flat sides next to the vertices overlap within the margin: a
// stone with round corners still rests on a ledge after one corner has passed the end. The point is at the end of the
// sides' common part, seen along the corners' normal. When that normal is an edge's own, clip puts it in exactly the
// same place, so no point jumps when a vertex contact becomes an edge contact.
func (c *clipper) flats(end, other int, dist, tol float64, m *Manifold) {
	ref, inc := c.ref.edges, c.inc.edges
	p, q := ref[end].v, inc[other].v
	before, after := end-1, end+1
	if before < 0 {
		before = len(ref) - 1
	}
	if after == len(ref) {
		after = 0
	}
	incBefore, incAfter := other-1, other+1
	if incBefore < 0 {
		incBefore = len(inc) - 1
	}
	if incAfter == len(inc) {
		incAfter = 0
	}
	// First the sides along t, then the sides against it.
	if a, b := c.t.Dot(ref[after].v.Sub(p)), c.t.Dot(inc[incBefore].v.Sub(q)); a > tol && b > tol {
		c.flat(1, flank{end, after, end, a}, flank{other, incBefore, incBefore, b}, dist, m)
	}
	if a, b := -c.t.Dot(ref[before].v.Sub(p)), -c.t.Dot(inc[incAfter].v.Sub(q)); a > tol && b > tol {
		c.flat(-1, flank{end, before, before, a}, flank{other, incAfter, other, b}, dist, m)
	}
}

// flank is the edge on one side of a vertex.
type flank struct {
	from, to, edge int     // its ends and its index
	along          float64 // how far it extends to that side
}

// flat adds the point of one side if the flat parts overlap, unless the other side has a nearer point.
func (c *clipper) flat(sign float64, a, b flank, dist float64, m *Manifold) {
	ref, inc := c.ref.edges, c.inc.edges
	// A flat part begins where the corner's arc ends.
	arcA, arcB := float64(c.ref.radius*math.Abs(c.t.Dot(ref[a.edge].n))),
		float64(c.inc.radius*math.Abs(c.t.Dot(inc[b.edge].n)))
	if max(arcA, arcB) >= min(arcA+a.along, arcB+b.along) {
		return
	}
	reach := min(a.along, b.along)
	low := float64(c.n.Dot(ref[a.to].v.Sub(ref[a.from].v)) * (reach / a.along))
	high := dist + float64(c.n.Dot(inc[b.to].v.Sub(inc[b.from].v))*(reach/b.along))
	s := max(dist, high-low) - c.rs
	// Store the points in clip's order.
	first, second := 0, 1
	if sign < 0 != c.flip {
		first, second = 1, 0
	}
	switch {
	case s > c.margin:
		return
	case m.Count == 1:
		m.Points[first] = m.Points[0]
	case m.Points[first].Separation <= s: // the other side's point is at least as near
		return
	default:
		m.Points[first] = m.Points[second]
	}
	fr, fi := vertexFeature(a.to), edgeFeature(b.edge)
	if a.along > b.along {
		fr, fi = edgeFeature(a.edge), vertexFeature(b.to)
	}
	m.Count = 2
	m.Points[second] = ManifoldPoint{
		Point: c.origin.MulAdd(c.t, float64(sign*reach)).MulAdd(c.n,
			float64((low+c.ref.radius+high-c.inc.radius)/2)),
		Separation: s,
		ID:         c.id(fr, fi),
	}
}

// clip cuts the incident edge to the reference edge's extent.
func (c *clipper) clip(tol float64, m *Manifold) {
	i1, i2 := &c.inc.edges[c.w1], &c.inc.edges[c.w2]
	x1, y1, x2, y2 := i1.v.X-c.origin.X, i1.v.Y-c.origin.Y, i2.v.X-c.origin.X, i2.v.Y-c.origin.Y
	u1, u2 := float64(c.n.X*y1)-float64(c.n.Y*x1), float64(c.n.X*y2)-float64(c.n.Y*x2)
	if u1 < 0 || u2 > c.length || u1-u2 <= tol {
		// Rounding has put the incident edge beside the reference edge, or the two are perpendicular: keep only the
		// deepest vertex.
		j := c.axis.vertex
		u := c.t.Dot(c.inc.edges[j].v.Sub(c.origin))
		if m.Count = 0; c.axis.separation-c.rs <= c.margin {
			m.Count = 1
		}
		m.Normal = c.n
		if c.flip {
			m.Normal = c.n.Neg()
		}
		m.Points[0] = c.point(u, c.axis.separation, edgeFeature(c.a), vertexFeature(j))
		return
	}
	h1, h2 := float64(c.n.X*x1)+float64(c.n.Y*y1), float64(c.n.X*x2)+float64(c.n.Y*y2)
	m.overlay(c.n, c.origin, c.length, u1, h1, u2, h2, c.margin, c.rs, c.ref.radius-c.inc.radius, c.a, c.b, c.w1, c.w2,
		c.flip)
}

// overlay fills m with the ends of the part of an incident edge that is over a reference edge. The reference edge has
// normal n, starts at v, its vertex a, and ends at its vertex b. Relative to it, the incident edge runs from its vertex
// w1, at u1 along the reference edge and height h1, to its vertex w2, at u2 and h2. rs is the sum of the radii, mid the
// reference radius minus the incident one. The points are ordered along the normal from A to B turned by a quarter, so
// their order does not depend on which hull is the reference.
func (m *Manifold) overlay(n, v Vec, length, u1, h1, u2, h2, margin, rs, mid float64, a, b, w1, w2 int, flip bool) {
	frLo, fiLo, frHi, fiHi := edgeFeature(a), vertexFeature(w2), edgeFeature(a), vertexFeature(w1)
	hLo, hHi, uLo, uHi := h2, h1, u2, u1
	if u2 < 0 {
		hLo, uLo = lerpAt(u1, h1, u2, h2, 0), 0
		frLo, fiLo = vertexFeature(a), edgeFeature(w1)
	}
	if u1 > length {
		hHi, uHi = lerpAt(u1, h1, u2, h2, length), length
		frHi, fiHi = vertexFeature(b), edgeFeature(w1)
	}
	lo, hi := 0, 1
	m.Normal = n
	if flip {
		m.Normal = Vec{X: -n.X, Y: -n.Y}
		lo, hi = 1, 0
		frLo, fiLo, frHi, fiHi = fiLo, frLo, fiHi, frHi
	}
	sLo, sHi := hLo-rs, hHi-rs
	if sLo > margin {
		hi = 0
	}
	if sHi > margin {
		lo = 0
	}
	m.Count = 0
	if sLo <= margin {
		p, at := &m.Points[lo&1], float64((mid+hLo)/2)
		p.Point = Vec{X: v.X - float64(uLo*n.Y) + float64(at*n.X), Y: v.Y + float64(uLo*n.X) + float64(at*n.Y)}
		p.Separation, p.ID = sLo, featureID(frLo, fiLo)
		m.Count++
	}
	if sHi <= margin {
		p, at := &m.Points[hi&1], float64((mid+hHi)/2)
		p.Point = Vec{X: v.X - float64(uHi*n.Y) + float64(at*n.X), Y: v.Y + float64(uHi*n.X) + float64(at*n.Y)}
		p.Separation, p.ID = sHi, featureID(frHi, fiHi)
		m.Count++
	}
}

// lerpAt returns the height at u of the line through (u1, h1) and (u2, h2).
func lerpAt(u1, h1, u2, h2, u float64) float64 {
	return h1 + float64((h2-h1)*((u-u1)/(u2-u1)))
}

// point returns the contact point for the inner polygon's point at u along the reference edge and h above it.
func (c *clipper) point(u, h float64, fr, fi feature) ManifoldPoint {
	mid := float64((c.ref.radius + h - c.inc.radius) / 2)
	return ManifoldPoint{
		Point: Vec{
			X: c.origin.X + float64(u*c.t.X) + float64(mid*c.n.X),
			Y: c.origin.Y + float64(u*c.t.Y) + float64(mid*c.n.Y),
		},
		Separation: h - c.rs,
		ID:         c.id(fr, fi),
	}
}

// id combines a reference and an incident feature, A's first.
func (c *clipper) id(fr, fi feature) FeatureID {
	if c.flip {
		return featureID(fi, fr)
	}
	return featureID(fr, fi)
}
