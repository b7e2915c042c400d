package collision

import "math"

// Ray is a straight path from Origin along Dir, for a point or a disc.
//
// Distances are multiples of Dir: the ray reaches Origin + t·Dir at t, and ends at t = Max. [RayTo] returns a ray from
// one point to another, with Max 1. If Dir has length 1, Max and the T of hits are lengths. With a Max of 0 the ray is
// a point.
type Ray struct {
	Origin Vec
	Dir    Vec     // of any length; zero (or shorter than 1e-150) makes the ray a point
	Max    float64 // its end as a multiple of Dir; 0 is the start, +Inf is allowed
	Radius float64 // above 0, a disc of that radius moves along the ray
}

// RayTo returns the ray from one point to another: a hit's T is the fraction of
// the way. To cast a disc, set its Radius.
func RayTo(from, to Vec) Ray { return Ray{Origin: from, Dir: to.Sub(from), Max: 1} }

// Hit is the first hit of a ray or a moving shape on another shape.
type Hit struct {
	T      float64 // fraction of a Cast's motion, or multiple of a Ray's Dir
	Point  Vec     // on the surface of the shape that was hit
	Normal Vec     // that surface's outward unit normal
}

// Raycast returns where the ray first hits the placed shape. A ray that starts inside or on the boundary hits at T = 0,
// with the nearest boundary point and its normal. A ray that only touches the shape hits it. A ray with a NaN hits
// nothing.
func (s Shape) Raycast(xf Transform, r Ray) (Hit, bool) {
	p, ok := r.path()
	if !ok {
		return Hit{}, false
	}
	if s.Len() <= smallHull {
		var buf [smallHull]edge
		h := s.place(&xf, buf[:])
		return p.meet(&h, false)
	}
	return raycastLarge(&s, &xf, &p)
}

func raycastLarge(s *Shape, xf *Transform, p *path) (Hit, bool) {
	var buf [largeHull]edge
	h := s.place(xf, buf[:])
	return p.meet(&h, false)
}

// path is a straight motion of a disc.
type path struct {
	from, dir Vec     // dir is a unit vector, or zero if the path goes nowhere
	motion    Vec     // the motion of which T is a fraction
	length    float64 // length of motion
	reach     float64 // of the path, in units of length
	limit     float64 // the greatest T
	radius    float64
	depth     float64 // how deep it may be in a shape without hitting it; 0 hits on touch
}

// shortestMotion is the length below which a motion counts as zero. Quotients with a longer motion stay finite.
const shortestMotion = 1e-150

// path returns the ray as a path, or false if it has a NaN.
func (r *Ray) path() (path, bool) {
	p := path{from: clampPoint(r.Origin), limit: r.Max, radius: min(max(r.Radius, 0), farthest)}
	if math.IsNaN(r.Radius+r.Max) || r.Origin.IsNaN() || r.Dir.IsNaN() {
		return p, false
	}
	if r.Max >= 0 {
		p.along(r.Dir, r.Max)
	}
	return p, true
}

// along sets the path's direction, and its reach to a multiple of motion.
func (p *path) along(motion Vec, limit float64) {
	p.motion = clampPoint(motion)
	if p.length = p.motion.Len(); p.length >= shortestMotion {
		p.dir, p.reach = p.motion.Unit(), float64(p.length*limit)
	}
}

// meet casts the path's disc at a hull in the same frame. apart means that the
// hull is known not to touch the disc at the start.
func (p *path) meet(h *hull, apart bool) (Hit, bool) {
	if !apart {
		tol := float64(featureTolerance * (h.size + p.radius))
		if n, d, _ := closestFeature(h.edges, p.from, tol); p.isIn(d-h.radius-p.radius, n, h.tol) {
			return Hit{0, p.from.MulAdd(n, h.radius-d), n}, true
		}
	}
	if p.dir == (Vec{}) {
		return Hit{}, false
	}
	t, n, hit := p.cast(h.edges, h.radius+p.radius, p.from)
	if !hit || t > p.reach {
		return Hit{}, false
	}
	return Hit{min(t/p.length, p.limit), p.from.MulAdd(p.dir, t).MulAdd(n, -p.radius), n}, true
}

// isIn reports whether a path that starts at a separation from a shape, along normal, is deeper in it than the path's
// depth or goes deeper at once. tol is the rounding error.
func (p *path) isIn(separation float64, normal Vec, tol float64) bool {
	if p.depth == 0 {
		return separation <= 0
	}
	over := -separation - p.depth
	return over > 4*tol || over >= -4*tol && p.dir.Dot(normal) < 0
}

// cast returns how far a point travels on the path, from o, until it is in a
// polygon summed with a disc by more than the path's depth.
func (p *path) cast(edges []edge, radius float64, o Vec) (t float64, n Vec, hit bool) {
	if p.depth == 0 {
		return cast(edges, radius, o, p.dir)
	}
	if len(edges) > 2 {
		return cast(edges, radius-p.depth, o, p.dir)
	}
	// Points and segments without a radius have no inside and can only be crossed.
	radius = max(radius-p.depth, 0)
	t, n, hit = cast(edges, radius, o, p.dir)
	return t, n, hit && (radius > 0 || len(edges) == 2 && math.Abs(n.Dot(edges[0].n)) >= 0.5)
}

// cast returns how far a ray from outside travels to a polygon summed with a
// disc. A negative radius moves the edges of a polygon of three or more inward.
func cast(edges []edge, radius float64, o, dir Vec) (t float64, n Vec, hit bool) {
	switch {
	case len(edges) == 1:
		t, hit = castCircle(edges[0].v, radius, o, dir)
		return t, circleNormal(edges[0].v, o, dir, t), hit
	case radius != 0:
		t, n, hit = castRounded(edges, radius, o, dir)
		if hit || radius < 0 {
			return t, n, hit
		}
	}
	// Rounding can hide a radius that is tiny compared to the coordinates, but not the polygon inside it.
	return castSharp(edges, o, dir)
}

// castSharp works like cast for a polygon or a segment without a radius. The ray enters through the edge where its line
// passes from the left of the vertices to their right. The side of a vertex depends only on the vertex and the ray, so
// nothing passes between two edges that share one.
func castSharp(edges []edge, o, dir Vec) (t float64, n Vec, hit bool) {
	first := dir.Cross(edges[0].v.Sub(o))
	side, flat := first, true
	for i := range edges {
		e, next, nextSide := &edges[i], &edges[0], first
		if i+1 < len(edges) {
			next = &edges[i+1]
			nextSide = dir.Cross(next.v.Sub(o))
		}
		if side >= 0 && nextSide <= 0 && side > nextSide {
			t = e.n.Dot(o.Sub(e.v)) / -e.n.Dot(dir)
			// Along the edge, this quotient of two small numbers can be anything: clamp it.
			a, b := dir.Dot(e.v.Sub(o)), dir.Dot(next.v.Sub(o))
			if !(t >= min(a, b)) {
				t = min(a, b)
			}
			t = min(t, max(a, b))
			return t, e.n, t >= 0
		}
		flat = flat && side == 0
		side = nextSide
	}
	if !flat {
		return 0, Vec{}, false
	}
	// The ray runs along a segment.
	t = min(dir.Dot(edges[0].v.Sub(o)), dir.Dot(edges[1].v.Sub(o)))
	return t, dir.Neg(), t >= 0
}

// castRounded works like cast for two or more edges and a radius other than 0. It clips the ray against the edges moved
// out by the radius (Cyrus and Beck, 1978). If the ray enters beyond the end of such an edge, the true boundary is a
// corner's circle; the nearest circle gives the first hit.
func castRounded(edges []edge, radius float64, o, dir Vec) (t float64, n Vec, hit bool) {
	r := interval{math.Inf(-1), math.Inf(1)}
	at := -1
	for i := range edges {
		e := &edges[i]
		entered, ok := r.clip(e.n.Dot(dir), radius-e.n.Dot(o.Sub(e.v)))
		if !ok {
			return 0, Vec{}, false
		}
		if entered {
			at = i
		}
	}
	if len(edges) == 2 { // close the strip around a segment at its ends
		for i := range edges {
			along := Vec{X: -edges[i].n.Y, Y: edges[i].n.X} // from vertex i to the other vertex
			entered, ok := r.clip(along.Dot(dir), radius-along.Dot(o.Sub(edges[1-i].v)))
			if !ok {
				return 0, Vec{}, false
			}
			if entered {
				at = -1
			}
		}
	}
	enter := r.enter
	if enter < 0 { // inside the moved edges but outside the shape, so near a corner
		if radius <= 0 {
			return 0, Vec{}, false
		}
		at = -1
	}
	if at >= 0 {
		e, next := &edges[at], &edges[(at+1)%len(edges)]
		p, side := o.MulAdd(dir, enter), Vec{X: -e.n.Y, Y: e.n.X}
		if radius <= 0 || p.Sub(e.v).Dot(side) >= 0 && p.Sub(next.v).Dot(side) <= 0 {
			return enter, e.n, true
		}
	}
	// The ray hits a corner, or rounding chose the wrong one of two parallel edges. The boundary consists of parts of
	// the moved edges and circles, all of which are in the shape, so the first hit with any of them is right.
	for i := range edges {
		e, next := &edges[i], &edges[(i+1)%len(edges)]
		if speed := e.n.Dot(dir); speed < 0 {
			s := (radius - e.n.Dot(o.Sub(e.v))) / speed
			p, side := o.MulAdd(dir, s), Vec{X: -e.n.Y, Y: e.n.X}
			if s >= 0 && (!hit || s < t) && p.Sub(e.v).Dot(side) >= 0 && p.Sub(next.v).Dot(side) <= 0 {
				t, n, hit = s, e.n, true
			}
		}
		if s, ok := castCircle(e.v, radius, o, dir); ok && (!hit || s < t) {
			t, n, hit = s, circleNormal(e.v, o, dir, s), true
		}
	}
	return t, n, hit
}

// interval is the part of a ray that clipping has left.
type interval struct{ enter, leave float64 }

// clip narrows the interval to t*speed <= gap. entered reports whether the
// interval now begins there, ok whether anything is left.
func (r *interval) clip(speed, gap float64) (entered, ok bool) {
	switch {
	case speed < 0:
		if t := gap / speed; t > r.enter {
			r.enter, entered = t, true
		}
	case speed > 0:
		r.leave = min(r.leave, gap/speed)
	default:
		return false, gap >= 0
	}
	return entered, r.enter <= r.leave
}

// castCircle returns how far a ray from outside travels to a circle.
func castCircle(c Vec, r float64, o, dir Vec) (float64, bool) {
	m := c.Sub(o)
	along := m.Dot(dir)
	off := m.Cross(dir)
	h := float64((r - off) * (r + off))
	if along < 0 || h < 0 {
		return 0, false
	}
	return max(0, along-math.Sqrt(h)), true
}

// circleNormal returns the normal of a circle where a ray hits it, or the opposite of the ray's direction if the circle
// is smaller than rounding.
func circleNormal(c, o, dir Vec, t float64) Vec {
	n := o.MulAdd(dir, t).Sub(c)
	if n.Len() <= 4*CoordinateRounding*(math.Abs(c.X)+math.Abs(c.Y)+math.Abs(o.X)+math.Abs(o.Y)+t) {
		return dir.Neg()
	}
	return n.Unit()
}
