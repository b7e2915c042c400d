package collision

import "math"

// boxPair is two rectangles seen from the first one's middle and sides.
type boxPair struct {
	ax, ay   float64 // half sides of A along its first two normals
	bx, by   float64 // half sides of B along its own
	dx, dy   float64 // B's middle in A's frame
	cos, sin float64 // B's first normal in A's frame
}

// collideBoxes is collide for two rectangles: the extent of one along a normal
// of the other is the sum of its half sides' (S. Gottschalk, M. Lin and
// D. Manocha, "OBBTree", 1996), so no vertex needs to be projected to find the
// axis.
func collideBoxes(a, b *hull, limit, bias, margin float64, m *Manifold) bool {
	p, q := a.edges, b.edges
	_, _ = p[3], q[3]
	n, o := p[0].n, q[0].n
	// The diagonals from vertex 0: normal i points to the side of vertex i+1.
	pd, qd := Vec{p[2].v.X - p[0].v.X, p[2].v.Y - p[0].v.Y}, Vec{q[2].v.X - q[0].v.X, q[2].v.Y - q[0].v.Y}
	d := Vec{((q[0].v.X - p[0].v.X) + (q[2].v.X - p[2].v.X)) / 2, ((q[0].v.Y - p[0].v.Y) + (q[2].v.Y - p[2].v.Y)) / 2}
	r := boxPair{
		ax: math.Abs(n.X*pd.X+n.Y*pd.Y) / 2, ay: math.Abs(n.X*pd.Y-n.Y*pd.X) / 2,
		bx: math.Abs(o.X*qd.X+o.Y*qd.Y) / 2, by: math.Abs(o.X*qd.Y-o.Y*qd.X) / 2,
		dx: n.X*d.X + n.Y*d.Y, dy: n.X*d.Y - n.Y*d.X,
		cos: n.X*o.X + n.Y*o.Y, sin: n.X*o.Y - n.Y*o.X,
	}
	c, s := math.Abs(r.cos), math.Abs(r.sin)
	a0 := math.Abs(r.dx) - (r.ax + c*r.bx + s*r.by)
	a1 := math.Abs(r.dy) - (r.ay + s*r.bx + c*r.by)
	// B's middle along its own normals.
	ex, ey := r.cos*r.dx+r.sin*r.dy, r.cos*r.dy-r.sin*r.dx
	b0 := math.Abs(ex) - (r.bx + c*r.ax + s*r.ay)
	b1 := math.Abs(ey) - (r.by + s*r.ax + c*r.ay)
	onA, onB := max(a0, a1), max(b0, b1)
	if max(onA, onB) > limit {
		return false
	}
	k := clipper{margin: margin, rs: a.radius + b.radius}
	if onB > onA+bias {
		k.ref, k.inc, k.flip = b, a, true
		k.axis = boxAxis(b0, b1, -ex, -ey, r.cos, -r.sin)
		return k.manifold(m)
	}
	k.ref, k.inc = a, b
	k.axis = boxAxis(a0, a1, r.dx, r.dy, r.cos, r.sin)
	if onB < onA-bias {
		return k.manifold(m)
	}
	return k.resolve(boxAxis(b0, b1, -ex, -ey, r.cos, -r.sin), bias, m)
}

// boxAxis returns the axis of a rectangle that carries the greater of the
// separations x and y, with the other's deepest vertex. (dx, dy) is the other's
// middle, and (cos, sin) its first normal, both in the rectangle's frame.
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
