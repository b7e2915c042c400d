package collision

import "math"

// boxPair describes two rectangles relative to each other.
type boxPair struct {
	dx, dy   float64 // B's centre in A's frame, along A's first two normals
	ex, ey   float64 // the same along B's normals
	cos, sin float64 // B's first normal in A's frame
	a0, a1   float64 // separations along A's first two normals, in either direction
	b0, b1   float64 // the same along B's
}

// collideBoxes works like collide for two rectangles. A rectangle's extent along the other's normal is the sum of its
// projected half sides (S. Gottschalk, M. Lin and D. Manocha, "OBBTree", 1996), so no vertices need projecting.
func collideBoxes(a, b *hull, limit, bias, margin float64, m *Manifold, why *decision) bool {
	p, q := (*[4]edge)(a.edges), (*[4]edge)(b.edges)
	n, o := p[0].n, q[0].n
	d := Vec{
		X: float64(((q[0].v.X - p[0].v.X) + (q[2].v.X - p[2].v.X)) / 2),
		Y: float64(((q[0].v.Y - p[0].v.Y) + (q[2].v.Y - p[2].v.Y)) / 2),
	}
	var r boxPair
	r.cos, r.sin = float64(n.X*o.X)+float64(n.Y*o.Y), float64(n.X*o.Y)-float64(n.Y*o.X)
	c, s := math.Abs(r.cos), math.Abs(r.sin)
	r.dx = float64(n.X*d.X) + float64(n.Y*d.Y)
	if r.a0 = math.Abs(r.dx) - (a.half.X + float64(c*b.half.X) + float64(s*b.half.Y)); r.a0 > limit {
		return false
	}
	r.dy = float64(n.X*d.Y) - float64(n.Y*d.X)
	if r.a1 = math.Abs(r.dy) - (a.half.Y + float64(s*b.half.X) + float64(c*b.half.Y)); r.a1 > limit {
		return false
	}
	r.ex = float64(o.X*d.X) + float64(o.Y*d.Y)
	if r.b0 = math.Abs(r.ex) - (b.half.X + float64(c*a.half.X) + float64(s*a.half.Y)); r.b0 > limit {
		return false
	}
	r.ey = float64(o.X*d.Y) - float64(o.Y*d.X)
	if r.b1 = math.Abs(r.ey) - (b.half.Y + float64(s*a.half.X) + float64(c*a.half.Y)); r.b1 > limit {
		return false
	}
	onA, onB, edgeA, edgeB := r.a0, r.b0, 0, 0
	if r.a1 > r.a0 {
		onA, edgeA = r.a1, 1
	}
	if r.b1 > r.b0 {
		onB, edgeB = r.b1, 1
	}
	tol := a.tol + b.tol
	if onA > -tol || onB > -tol {
		return r.collideApart(a, b, onA, onB, bias, margin, m, why)
	}
	// The rotation of B relative to A, rounded to quarter turns.
	turns := 0
	if s > c {
		if turns = 1; r.sin < 0 {
			turns = 3
		}
	} else if r.cos < 0 {
		turns = 2
	}
	rs := a.radius + b.radius
	if onB > onA+bias {
		if edgeB == 0 && r.ex > 0 || edgeB == 1 && r.ey > 0 {
			edgeB += 2
		}
		if clipBoxes(q, p, edgeB, (edgeB+2+turns)&3, true, margin, rs, b.radius-a.radius, tol, m) {
			if why != nil {
				*why = decision{true, true, false, edgeB, (edgeB + 2 + turns) & 3}
			}
			return m.Count > 0
		}
	} else {
		if edgeA == 0 && r.dx < 0 || edgeA == 1 && r.dy < 0 {
			edgeA += 2
		}
		if clipBoxes(p, q, edgeA, (edgeA+2-turns)&3, false, margin, rs, a.radius-b.radius, tol, m) {
			if why != nil {
				*why = decision{true, false, false, edgeA, (edgeA + 2 - turns) & 3}
			}
			return m.Count > 0
		}
	}
	return r.collideApart(a, b, onA, onB, bias, margin, m, why)
}

// clipBoxes works like clipper.clip for two rectangles whose inner polygons overlap and whose reference and incident
// edges are known. It returns false for unusual cuts, which need a clipper.
func clipBoxes(ref, inc *[4]edge, edge, against int, flip bool, margin, rs, mid, tol float64, m *Manifold) bool {
	next, w2 := (edge+1)&3, (against+1)&3
	e, i1, i2, end := &ref[edge&3], &inc[against&3], &inc[w2], &ref[next]
	n, v := e.n, e.v
	length := float64(n.X*(end.v.Y-v.Y)) - float64(n.Y*(end.v.X-v.X))
	x1, y1, x2, y2 := i1.v.X-v.X, i1.v.Y-v.Y, i2.v.X-v.X, i2.v.Y-v.Y
	u1, u2 := float64(n.X*y1)-float64(n.Y*x1), float64(n.X*y2)-float64(n.Y*x2)
	if u1 < 0 || u2 > length || u1-u2 <= tol {
		return false
	}
	m.overlay(n, v, length, u1, float64(n.X*x1)+float64(n.Y*y1), u2, float64(n.X*x2)+float64(n.Y*y2), margin, rs, mid,
		edge, next, against, w2, flip)
	return true
}

// collideApart works like collideBoxes for rectangles whose inner polygons only touch
// or are apart, so that corners may meet, and for cuts that clipBoxes rejects.
func (r *boxPair) collideApart(a, b *hull, onA, onB, bias, margin float64, m *Manifold, why *decision) bool {
	k := clipper{margin: margin, rs: a.radius + b.radius}
	if onB > onA+bias {
		k.ref, k.inc, k.flip = b, a, true
		k.axis = boxAxis(r.b0, r.b1, -r.ex, -r.ey, r.cos, -r.sin)
		return k.manifold(m, why)
	}
	k.ref, k.inc = a, b
	k.axis = boxAxis(r.a0, r.a1, r.dx, r.dy, r.cos, r.sin)
	if onB < onA-bias {
		return k.manifold(m, why)
	}
	return k.resolve(boxAxis(r.b0, r.b1, -r.ex, -r.ey, r.cos, -r.sin), bias, m, why)
}

// boxAxis returns the axis of a rectangle that carries the greater of the separations x and y, with the other
// rectangle's deepest vertex. (dx, dy) is the other's centre and (cos, sin) its first normal, both in this rectangle's
// frame.
func boxAxis(x, y, dx, dy, cos, sin float64) axis {
	best, edge := x, 0
	// The edge's normal in the other's frame.
	along, across := cos, -sin
	if dx < 0 {
		edge, along, across = 2, -cos, sin
	}
	if y > x {
		best, edge, along, across = y, 1, sin, cos
		if dy < 0 {
			edge, along, across = 3, -sin, -cos
		}
	}
	// Vertex i of a rectangle is where edges i-1 and i meet.
	switch {
	case along > 0 && across > 0:
		return axis{best, edge, 3}
	case along > 0:
		return axis{best, edge, 2}
	case across > 0:
		return axis{best, edge, 0}
	}
	return axis{best, edge, 1}
}
