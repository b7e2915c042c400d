package collision

import "math"

// The edges of a one-sided body are surfaces, not walls: they push only bodies in front of them, along their outward
// normal or, at a convex corner, in a direction between both edges' normals. An inner vertex of the chain therefore has
// no side to catch on.

// findEnds finds the directions in which the ends of a one-sided body's edges may push. Edge i+1 follows edge i if it
// starts where i ends; a run of edges that returns to its start is closed.
func (x *body) findEnds() [][]seam {
	found := make([][]seam, len(x.shapes))
	for i := range x.shapes {
		e := x.shapes[i].parts()
		if len(e) != 2 {
			continue
		}
		// An open end pushes in the quarter circle from the normal to the end.
		n, along := e[0].n, Vec{X: -e[0].n.Y, Y: e[0].n.X}
		found[i] = []seam{
			{limited: true, from: along.Neg(), to: n},
			{inner: true, limited: true, from: n, to: along},
		}
	}
	// join lets the vertex between edges i and j push between their normals if
	// it is convex, and otherwise only along each edge's own normal.
	join := func(i, j int) {
		m, n := x.shapes[i].parts()[0].n, x.shapes[j].parts()[0].n
		end, start := &found[i][1], &found[j][0]
		if m.Cross(n) > 0 {
			end.from, end.to = m, n
			start.from, start.to = m, n
			return
		}
		end.from, end.to = m, m
		start.from, start.to = n, n
	}
	start := 0
	for i := range x.shapes {
		if found[i] == nil {
			start = i + 1
			continue
		}
		end := x.shapes[i].parts()[1].v
		switch next := i + 1; {
		case next < len(x.shapes) && found[next] != nil && x.shapes[next].parts()[0].v == end:
			join(i, next)
		default:
			if start < i && x.shapes[start].parts()[0].v == end {
				join(i, start)
			}
			start = next
		}
	}
	return found
}

// facesHull reports whether a hull's middle is in front of a one-sided piece. If the middle is beyond an end of the
// piece, the part of the hull beside the piece decides, if there is such a part: the middle of a large hull may be in
// front of a slope that the hull is behind.
func (p *piece) facesHull(h *hull) bool {
	v, n := p.edges[0].v, p.edges[0].n
	along := Vec{X: -n.Y, Y: n.X}
	length, middle := along.Dot(p.edges[1].v.Sub(v)), h.middle().Sub(v)
	if s := along.Dot(middle); s >= 0 && s <= length {
		return n.Dot(middle) >= 0
	}
	low, high := math.Inf(1), math.Inf(-1)
	from := h.edges[len(h.edges)-1].v.Sub(v)
	s, height := along.Dot(from), n.Dot(from)
	for i := range h.edges {
		to := h.edges[i].v.Sub(v)
		toS, toHeight := along.Dot(to), n.Dot(to)
		if a, b, ok := clipSpan(s, toS, length); ok {
			rise := toHeight - height
			ha, hb := height+float64(rise*a), height+float64(rise*b)
			low, high = min(low, ha, hb), max(high, ha, hb)
		}
		s, height = toS, toHeight
	}
	if low > high {
		return n.Dot(middle) >= 0
	}
	return low+high >= 0
}

// clipSpan returns the fractions of the way from one number to another between which the value is within 0 and limit,
// or false if it never is.
func clipSpan(from, to, limit float64) (a, b float64, ok bool) {
	if max(from, to) < 0 || min(from, to) > limit {
		return 0, 0, false
	}
	a, b = 0, 1
	if d := to - from; d != 0 {
		t, u := -from/d, (limit-from)/d
		a, b = max(a, min(t, u)), min(b, max(t, u))
	}
	return a, b, true
}

// middle returns the mean of the inner polygon's vertices.
func (h *hull) middle() Vec {
	var sum Vec
	for i := range h.edges {
		sum = sum.Add(h.edges[i].v)
	}
	return sum.Mul(1 / float64(len(h.edges)))
}

// oneSidedManifolds works like manifolds if at least one of the bodies is one-sided.
func (k *worker) oneSidedManifolds(a, b *body, near []neighbour, swap bool, out []Manifold) []Manifold {
	start := len(out)
	for _, n := range near {
		pa, pb := n.own, n.other
		if swap {
			pa, pb = pb, pa
		}
		x, y := &a.pieces[pa], &b.pieces[pb]
		if x.oneSided && !x.facesHull(&y.hull) || y.oneSided && !y.facesHull(&x.hull) {
			continue
		}
		var m Manifold
		if !collide(&x.hull, &y.hull, k.slop, &m) {
			continue
		}
		if !a.pushes(pa, m.Normal) || !b.pushes(pb, m.Normal.Neg()) {
			if !surfaceManifold(x, y, k.slop, &m) {
				continue
			}
		}
		if !holdsManifold(out[start:], &m, float64(seamTolerance*(x.size+y.size))) {
			out = append(out, m)
		}
	}
	return out
}

// surfaceManifold finds the manifold along the normal of the one-sided piece, if the other piece is over it.
func surfaceManifold(x, y *piece, margin float64, m *Manifold) bool {
	ref, inc, flip := x, y, false
	if !x.oneSided {
		ref, inc, flip = y, x, true
	}
	e := &ref.edges[0]
	low, at := math.Inf(1), 0
	for j := range inc.edges {
		if h := e.n.Dot(inc.edges[j].v.Sub(e.v)); h < low {
			low, at = h, j
		}
	}
	c := clipper{
		ref: &ref.hull, inc: &inc.hull, axis: axis{low, 0, at}, flip: flip,
		margin: margin, rs: ref.radius + inc.radius,
	}
	*m = Manifold{}
	return c.clipAgainst(m)
}

// holdsManifold reports whether one of the manifolds equals m up to rounding:
// two edges give the same one at the vertex that they share.
func holdsManifold(all []Manifold, m *Manifold, tol float64) bool {
	for i := range all {
		o := &all[i]
		if o.Count == 1 && m.Count == 1 && o.Normal.Dot(m.Normal) > 1-coneTolerance &&
			o.Points[0].Point.Dist(m.Points[0].Point) <= tol {
			return true
		}
	}
	return false
}

// stopsRay reports whether a one-sided piece of the body stops a ray from a
// point in direction dir that would hit it with the given normal.
func (x *body) stopsRay(p *piece, from, dir, normal Vec) bool {
	e := &p.edges[0]
	return e.n.Dot(from.Sub(e.v)) >= 0 && dir.Dot(normal) < 0 && x.pushes(p.own, normal)
}

// castOneSided works like meetHull against a one-sided piece of the body.
func (x *body) castOneSided(h *hull, way *path, p *piece) (Hit, bool) {
	motion := way.motion
	if !p.facesHull(h) {
		return Hit{}, false
	}
	hit, ok := way.meetHull(h, &p.hull, false)
	if !ok {
		return Hit{}, false
	}
	if x.pushes(p.own, hit.Normal) {
		return hit, motion.Dot(hit.Normal) < 0
	}
	// The cast would hit an inner vertex of the chain, where only the surface counts.
	n := p.edges[0].n
	approach := -motion.Dot(n)
	if approach <= 0 {
		return Hit{}, false
	}
	low := math.Inf(1)
	for i := range h.edges {
		low = min(low, n.Dot(h.edges[i].v.Sub(p.edges[0].v)))
	}
	t := max(low-h.radius-p.radius+way.depth, 0) / approach
	if t > 1 {
		return Hit{}, false
	}
	var room [largeHull]edge
	moved := piece{hull: hull{edges: room[:0], radius: h.radius, size: h.size, tol: h.tol}}
	for _, e := range h.edges {
		moved.edges = append(moved.edges, edge{e.v.MulAdd(motion, t), e.n})
	}
	var m Manifold
	if !surfaceManifold(p, &moved, float64(seamTolerance*(h.size+p.size)), &m) {
		return Hit{}, false
	}
	return Hit{t, m.separation().OnA, n}, true
}
