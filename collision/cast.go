package collision

import "math"

// Cast moves a by motion, without turning it, and returns where it first meets
// b. T is the fraction of the motion; Point lies on b's surface and Normal is
// b's outward normal there, from b toward a. Shapes that overlap or touch at
// the start hit at T = 0, with the normal that separates them soonest.
//
// A shape that moves meets another when the reflected Minkowski difference
// contains the motion, so the cast is exact: one ray against the sum of b and
// the mirrored a.
func Cast(a Shape, xa Transform, motion Vec, b Shape, xb Transform) (Hit, bool) {
	var bufA, bufB [largeHull]edge
	ha, hb := a.place(&xa, bufA[:]), b.place(&xb, bufB[:])
	return castHull(&ha, motion, &hb)
}

// castHull is Cast for hulls in one frame.
func castHull(a *hull, motion Vec, b *hull) (Hit, bool) {
	m := Manifold{}
	if collide(a, b, 0, &m) {
		s := m.separation()
		return Hit{0, s.OnB, s.Normal.Neg()}, true
	}
	length := clampPoint(motion).Len()
	dir := motion.Unit()
	if dir == (Vec{}) {
		return Hit{}, false
	}
	var buf [2 * largeHull]edge
	sum := difference(b.edges, a.edges, buf[:0])
	t, n, hit := cast(sum, a.radius+b.radius, Vec{}, dir)
	if !hit || t > length {
		return Hit{}, false
	}
	return Hit{min(t/length, 1), touchPoint(a, b, dir.Mul(t), n), n}, true
}

// touchPoint returns the point of b's surface that a, moved by shift, touches
// with normal n: the middle of the common part when two edges meet.
func touchPoint(a, b *hull, shift, n Vec) Vec {
	tol := a.tol + b.tol
	t := n.Perp()
	bLo, bHi, top := supportSpan(b.edges, n, tol)
	aHi, aLo, _ := supportSpan(a.edges, n.Neg(), tol) // seen from the other side
	lo := max(t.Dot(bLo), t.Dot(aLo)+t.Dot(shift))
	hi := min(t.Dot(bHi), t.Dot(aHi)+t.Dot(shift))
	return n.Mul(top+b.radius).MulAdd(t, float64((lo+hi)/2))
}

// supportSpan returns the polygon's farthest points along n, least and greatest
// along n turned by a quarter, and how far they are.
func supportSpan(edges []edge, n Vec, tol float64) (lo, hi Vec, top float64) {
	top = n.Dot(edges[0].v)
	for i := range edges {
		top = max(top, n.Dot(edges[i].v))
	}
	t, first := n.Perp(), true
	for i := range edges {
		v := edges[i].v
		if n.Dot(v) < top-tol {
			continue
		}
		if first || t.Dot(v) < t.Dot(lo) {
			lo = v
		}
		if first || t.Dot(v) > t.Dot(hi) {
			hi = v
		}
		first = false
	}
	return lo, hi, top
}

// difference appends the edges of the convex polygon of all b - a to out: both
// polygons' edges in the order of their direction.
func difference(b, a []edge, out []edge) []edge {
	if len(b) == 1 && len(a) == 1 {
		v := b[0].v.Sub(a[0].v)
		return append(out, edge{v: v, n: Vec{1, 0}})
	}
	// Start at the lowest vertex of b and the highest of a, where both
	// sequences of edge directions start from angle 0.
	i, j := start(b, 1), start(a, -1)
	leftB, leftA := sides(b), sides(a)
	for leftB+leftA > 0 {
		nextB, nextA := (i+1)%len(b), (j+1)%len(a)
		v := b[i].v.Sub(a[j].v)
		takeB := leftA == 0
		if leftA > 0 && leftB > 0 {
			takeB = before(b[nextB].v.Sub(b[i].v), a[j].v.Sub(a[nextA].v))
		}
		var n Vec
		if takeB {
			n = b[i].n
			i = nextB
			leftB--
		} else {
			n = a[j].n.Neg()
			j = nextA
			leftA--
		}
		if k := len(out) - 1; k >= 0 && parallel(out[k].n, n) {
			continue // one edge of a, one of b: together one edge
		}
		out = append(out, edge{v, n})
	}
	return out
}

// parallel reports whether two unit normals are the same but for rounding.
func parallel(m, n Vec) bool {
	return math.Abs(m.Cross(n)) <= coordinateRounding*4 && m.Dot(n) > 0
}

// sides returns the number of edges that have a direction: none for a circle.
func sides(e []edge) int {
	if len(e) == 1 {
		return 0
	}
	return len(e)
}

// start returns the vertex with the least sign*y, then the least sign*x.
func start(edges []edge, sign float64) int {
	at := 0
	for i := range edges {
		d := edges[i].v.Sub(edges[at].v).Mul(sign)
		if d.Y < 0 || d.Y == 0 && d.X < 0 {
			at = i
		}
	}
	return at
}

// before reports whether direction p comes no later than q when a direction
// turns once from +x toward +y.
func before(p, q Vec) bool {
	if late := q.late(); p.late() != late {
		return late
	}
	return p.Cross(q) >= 0
}

// late reports whether v points into [π, 2π).
func (v Vec) late() bool { return v.Y < 0 || v.Y == 0 && v.X < 0 }
