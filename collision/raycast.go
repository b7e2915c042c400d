package collision

import "math"

// Ray is a half line, or the path of a disc along it.
type Ray struct {
	Origin Vec
	Dir    Vec     // of any length; zero makes the ray a point
	Max    float64 // how far it reaches, in units of length; +Inf is allowed
	Radius float64 // above 0: a disc of that radius moves along the ray
}

// Hit is where a ray, or a moving shape, first meets another shape.
type Hit struct {
	T      float64 // for a ray the distance travelled, for a Cast the fraction of the motion
	Point  Vec     // on the surface of the shape that was hit
	Normal Vec     // that surface's outward unit normal
}

// Raycast returns where the ray first meets the placed shape. A ray that starts
// inside or on the boundary hits at T = 0, with the point and the normal of the
// nearest place of the boundary. A ray that only touches the shape hits it.
func (s Shape) Raycast(xf Transform, r Ray) (Hit, bool) {
	if s.Len() <= smallHull {
		var buf [smallHull]edge
		h := s.place(&xf, buf[:])
		return raycast(&h, &r)
	}
	return raycastLarge(&s, &xf, &r)
}

func raycastLarge(s *Shape, xf *Transform, r *Ray) (Hit, bool) {
	var buf [largeHull]edge
	h := s.place(xf, buf[:])
	return raycast(&h, r)
}

// raycast casts a ray at a hull in the same frame.
func raycast(h *hull, r *Ray) (Hit, bool) {
	radius := max(r.Radius, 0)
	origin := clampPoint(r.Origin)
	tol := float64(featureTolerance * (h.size + radius))
	n, d, _ := closestFeature(h.edges, origin, tol)
	if d <= h.radius+radius {
		return Hit{0, origin.MulAdd(n, h.radius-d), n}, true
	}
	dir := r.Dir.Unit()
	if dir == (Vec{}) || !(r.Max >= 0) {
		return Hit{}, false
	}
	t, n, hit := cast(h.edges, h.radius+radius, origin, dir)
	if !hit || t > r.Max {
		return Hit{}, false
	}
	return Hit{t, origin.MulAdd(dir, t).MulAdd(n, -radius), n}, true
}

// cast returns how far a ray from outside travels to a polygon summed with a
// disc. It clips the ray against the edges moved out by the radius (Cyrus and
// Beck 1978); where it enters beyond the end of such an edge the true boundary
// is a corner's circle, and the nearest of those is the first hit.
func cast(edges []edge, radius float64, o, dir Vec) (t float64, n Vec, hit bool) {
	if len(edges) == 1 {
		t, hit = castCircle(edges[0].v, radius, o, dir)
		return t, circleNormal(edges[0].v, o, dir, t), hit
	}
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
			along := Vec{-edges[i].n.Y, edges[i].n.X} // from vertex i to the other
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
	if enter < 0 { // inside the moved edges, but not inside the shape: at a corner
		if radius == 0 {
			return 0, Vec{}, false
		}
		at = -1
	}
	if at >= 0 {
		e, next := &edges[at], &edges[(at+1)%len(edges)]
		p, side := o.MulAdd(dir, enter), Vec{-e.n.Y, e.n.X}
		if radius == 0 || p.Sub(e.v).Dot(side) >= 0 && p.Sub(next.v).Dot(side) <= 0 {
			return enter, e.n, true
		}
	} else if radius == 0 { // straight along a segment
		return enter, dir.Neg(), true
	}
	// At a corner, or where rounding chose the wrong one of two parallel edges:
	// the boundary is part of the moved edges and the circles, all of which are
	// part of the shape, so the first one met is right.
	for i := range edges {
		e, next := &edges[i], &edges[(i+1)%len(edges)]
		if speed := e.n.Dot(dir); speed < 0 {
			s := (radius - e.n.Dot(o.Sub(e.v))) / speed
			p, side := o.MulAdd(dir, s), Vec{-e.n.Y, e.n.X}
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

// interval is the part of a ray that is left while it is clipped.
type interval struct{ enter, leave float64 }

// clip narrows the interval to where t*speed <= gap. entered says that the
// interval now begins there, ok that anything is left.
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

// circleNormal is the normal of a circle where a ray has met it; against the ray
// where the circle is no larger than rounding.
func circleNormal(c, o, dir Vec, t float64) Vec {
	n := o.MulAdd(dir, t).Sub(c)
	if n.Len() <= 4*coordinateRounding*(math.Abs(c.X)+math.Abs(c.Y)+math.Abs(o.X)+math.Abs(o.Y)+t) {
		return dir.Neg()
	}
	return n.Unit()
}
