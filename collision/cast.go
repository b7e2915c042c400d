package collision

import "math"

// Cast moves a by motion, without rotating it, and returns where it first hits b. T is the fraction of the motion;
// Point is on b's surface and Normal is b's outward normal there, from b toward a. Shapes that overlap or touch at the
// start hit at T = 0, with the normal of the shortest translation that separates them.
//
// The cast is exact: a hits b where the motion, as a ray from the start, enters the sum of b and the mirrored a.
func Cast(a Shape, xa Transform, motion Vec, b Shape, xb Transform) (Hit, bool) {
	var bufA, bufB [largeHull]edge
	ha, hb := a.place(&xa, bufA[:]), b.place(&xb, bufB[:])
	p, ok := motionOf(&ha, motion)
	if !ok {
		return Hit{}, false
	}
	return p.meetByDifference(&ha, &hb, false)
}

// motionOf returns the path of a hull's first vertex, with the hull's radius, or false if the motion is NaN.
func motionOf(h *hull, motion Vec) (path, bool) {
	p := path{from: h.edges[0].v, limit: 1, radius: h.radius}
	if motion.IsNaN() {
		return p, false
	}
	p.along(motion, 1)
	return p, true
}

// meetHull works like Cast for hulls in one frame, with a moving along the path. It casts a disc as a ray, which is
// faster and differs from Cast only in the last bits. apart means that the hulls are known not to touch at the start of
// the path.
func (p *path) meetHull(a, b *hull, apart bool) (Hit, bool) {
	if len(a.edges) == 1 {
		return p.meet(b, apart)
	}
	return p.meetByDifference(a, b, apart)
}

// meetByDifference works like meetHull but always uses the Minkowski difference, even for a disc.
func (p *path) meetByDifference(a, b *hull, apart bool) (Hit, bool) {
	if !apart {
		m := Manifold{}
		if collide(a, b, 0, &m) && p.isIn(-m.Depth(), m.Normal.Neg(), a.tol+b.tol) {
			s := m.separation()
			return Hit{0, s.OnB, s.Normal.Neg()}, true
		}
	}
	if p.dir == (Vec{}) {
		return Hit{}, false
	}
	if len(a.edges)+len(b.edges) > 2*smallHull {
		return p.meetLarge(a, b)
	}
	var buf [2 * smallHull]edge
	return p.meetSum(a, b, difference(b.edges, a.edges, buf[:0]))
}

func (p *path) meetLarge(a, b *hull) (Hit, bool) {
	var buf [2 * largeHull]edge
	return p.meetSum(a, b, difference(b.edges, a.edges, buf[:0]))
}

// meetSum works like meetHull for hulls that are apart, given the sum of b and the mirrored a.
func (p *path) meetSum(a, b *hull, sum []edge) (Hit, bool) {
	t, n, hit := p.cast(sum, a.radius+b.radius, Vec{})
	if !hit || t > p.reach {
		return Hit{}, false
	}
	return Hit{min(t/p.length, 1), touchPoint(a, b, p.dir.Mul(t), n), n}, true
}

// touchPoint returns the point on b's surface that a, moved by shift, touches
// with normal n: the middle of the common part if two edges meet.
func touchPoint(a, b *hull, shift, n Vec) Vec {
	tol := a.tol + b.tol
	t := n.Perp()
	bLo, bHi, top := supportSpan(b.edges, n, tol)
	aHi, aLo, _ := supportSpan(a.edges, n.Neg(), tol) // seen from the other side
	lo := max(t.Dot(bLo), t.Dot(aLo)+t.Dot(shift))
	hi := min(t.Dot(bHi), t.Dot(aHi)+t.Dot(shift))
	return n.Mul(top+b.radius).MulAdd(t, float64((lo+hi)/2))
}

// supportSpan returns the ends of the polygon's farthest side along n, ordered along n rotated by a quarter turn, and
// how far they are along n. At a vertex both ends are that vertex.
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

// difference appends the edges of the Minkowski difference b - a to out: the edges of both polygons, ordered by
// direction.
func difference(b, a []edge, out []edge) []edge {
	if len(b) == 1 && len(a) == 1 {
		v := b[0].v.Sub(a[0].v)
		return append(out, edge{v: v, n: Vec{X: 1, Y: 0}})
	}
	// Start at the lowest vertex of b and the highest of a, where both sequences of edge directions start from angle 0.
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
			continue // parallel edges of a and b make one edge
		}
		out = append(out, edge{v, n})
	}
	return out
}

// parallel reports whether two unit normals are equal up to rounding.
func parallel(m, n Vec) bool {
	return math.Abs(m.Cross(n)) <= CoordinateRounding*4 && m.Dot(n) > 0
}

// sides returns the number of edges that have a direction: none for a circle.
func sides(e []edge) int {
	if len(e) == 1 {
		return 0
	}
	return len(e)
}

// start returns the index of the vertex with the smallest sign*y, then the smallest sign*x.
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

// before reports whether direction p comes no later than q in one turn from +x toward +y.
func before(p, q Vec) bool {
	if after := late(q); late(p) != after {
		return after
	}
	return p.Cross(q) >= 0
}

// late reports whether v points into [π, 2π).
func late(v Vec) bool { return v.Y < 0 || v.Y == 0 && v.X < 0 }
