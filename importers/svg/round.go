package svg

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Drawing programs write rounded rectangles as lines and arcs, and often arcs as cubic curves. The functions below
// recognize the original shapes in such paths: circles, capsules, and polygons whose convex corners share one radius.

// round is a circular arc, or a line if its radius is 0, in pixels of the document.
type round struct {
	from, to level.Vec
	center   level.Vec
	radius   float64
	sweep    float64   // in radians, positive from x toward y
	along    level.Vec // unit direction of a line
}

// slack returns the tolerance, in pixels, for recognizing a circle of the given radius. For small radii, it is
// proportional to the radius, so that small shapes keep their form.
func slack(radius float64) float64 { return min(0.1, 0.02*radius) }

// rounds returns a closed subpath as lines and circular arcs, with empty segments dropped and continuations joined; ok
// is false if a segment is neither.
func rounds(p subpath) (list []round, ok bool) {
	for i := range p.segments {
		r, ok := roundOf(&p.segments[i])
		if !ok {
			return nil, false
		}
		if r.radius == 0 && r.from == r.to {
			continue
		}
		if n := len(list); n > 0 && list[n-1].join(r) {
			continue
		}
		list = append(list, r)
	}
	if n := len(list); n > 0 && list[n-1].to != list[0].from {
		list = append(list, lineOf(list[n-1].to, list[0].from))
	}
	for len(list) > 2 && list[len(list)-1].join(list[0]) {
		list = list[1:]
		list[0] = list[len(list)-1]
		list = list[:len(list)-1]
	}
	return list, true
}

func lineOf(from, to level.Vec) round {
	return round{from: from, to: to, along: to.Sub(from).Unit()}
}

// join extends an arc or a line by the next one if they form a single arc or line, and reports whether it did.
func (r *round) join(next round) bool {
	if (r.radius == 0) != (next.radius == 0) {
		return false
	}
	if r.radius == 0 {
		const straight = 1e-9
		if math.Abs(r.along.Cross(next.along)) > straight || r.along.Dot(next.along) < 0 {
			return false
		}
		*r = lineOf(r.from, next.to)
		return true
	}
	near := slack(r.radius)
	if (r.sweep > 0) != (next.sweep > 0) || math.Abs(r.radius-next.radius) > near ||
		r.center.Sub(next.center).Len() > near {
		return false
	}
	share := next.sweep / (r.sweep + next.sweep)
	r.center = r.center.Add(next.center.Sub(r.center).Mul(share))
	r.radius += float64((next.radius - r.radius) * share)
	r.sweep += next.sweep
	r.to = next.to
	return true
}

// roundOf returns a segment as a line or a circular arc.
func roundOf(s *segment) (r round, ok bool) {
	switch s.kind {
	case line:
		return lineOf(s.from, s.to), true
	case arc:
		a, b := s.u.Len(), s.v.Len()
		radius := float64((a + b) / 2)
		if near := slack(radius); math.Abs(a-b) > near || math.Abs(s.u.Dot(s.v)) > float64(near*radius) {
			return r, false
		}
		r = round{from: s.from, to: s.to, center: s.center, radius: radius, sweep: s.sweep}
		if s.u.Cross(s.v) < 0 {
			r.sweep = -r.sweep
		}
		return r, true
	}
	return roundCubic(s)
}

// roundCubic returns a cubic curve as a line or as the circular arc that it follows.
func roundCubic(s *segment) (r round, ok bool) {
	const straight = 1e-6
	size := s.to.Sub(s.from).Len() + s.c1.Sub(s.from).Len()
	if max(distance(s.c1, s.from, s.to), distance(s.c2, s.from, s.to)) <= float64(straight*size) {
		return lineOf(s.from, s.to), true
	}
	begin, end := s.c1.Sub(s.from), s.to.Sub(s.c2)
	if begin.LenSq() == 0 || end.LenSq() == 0 || s.from == s.to {
		return r, false
	}
	n, m := level.Vec{X: -begin.Y, Y: begin.X}.Unit(), level.Vec{X: -end.Y, Y: end.X}.Unit()
	// The centre is from + a n, and also to + b m.
	cross := n.Cross(m)
	if math.Abs(cross) < straight {
		return r, false // programs never write a half circle or more as one curve
	}
	d := s.to.Sub(s.from)
	a, b := d.Cross(m)/cross, d.Cross(n)/cross
	radius := math.Abs(float64((a + b) / 2))
	near := slack(radius)
	if math.Abs(a-b) > near || radius == 0 {
		return r, false
	}
	r = round{from: s.from, to: s.to, center: middle(s.from.Add(n.Mul(a)), s.to.Add(m.Mul(b))), radius: radius}
	const parts = 8
	for i := 1; i < parts; i++ {
		if p := s.cubicAt(float64(float64(i) / parts)); math.Abs(p.Sub(r.center).Len()-radius) > near {
			return r, false
		}
	}
	from, to := s.from.Sub(r.center), s.to.Sub(r.center)
	r.sweep = collision.Atan2(from.Cross(to), from.Dot(to))
	if (r.sweep > 0) != (begin.Cross(end) > 0) {
		return r, false
	}
	return r, true
}

func (s *segment) cubicAt(t float64) level.Vec {
	u := 1 - t
	return s.from.Mul(float64(u * u * u)).Add(s.c1.Mul(float64(3 * u * u * t))).Add(s.c2.Mul(float64(
		3 * u * t * t))).Add(s.to.Mul(float64(t * t * t)))
}

// corner is a corner of a polygon, rounded or not.
type corner struct {
	at      level.Vec
	turn    float64 // turn of the outline, from -π to π, positive from x toward y
	rounded bool
}

// roundLoop is a closed path of lines and arcs: a polygon with rounded corners.
type roundLoop struct {
	corners []corner
	radius  float64 // shared by all rounded corners
}

// capsuleOf returns the capsule that a path of two lines and two half circles outlines.
func capsuleOf(list []round) (a, b level.Vec, radius float64, ok bool) {
	if len(list) != 4 {
		return a, b, 0, false
	}
	first := 0
	if list[0].radius == 0 {
		first = 1
	}
	p, l, q, m := &list[first], &list[first+1], &list[(first+2)%4], &list[(first+3)%4]
	if p.radius == 0 || q.radius == 0 || l.radius != 0 || m.radius != 0 ||
		math.Abs(p.radius-q.radius) > slack(p.radius) {
		return a, b, 0, false
	}
	const near = 0.02
	isHalf := func(r *round) bool { return math.Abs(math.Abs(r.sweep)-math.Pi) < near }
	isTangent := func(l *round) bool {
		axis := q.center.Sub(p.center).Unit()
		return math.Abs(axis.Cross(l.along)) < near
	}
	if (p.sweep > 0) != (q.sweep > 0) || !isHalf(p) || !isHalf(q) || !isTangent(l) || !isTangent(m) {
		return a, b, 0, false
	}
	// The centre of each half circle is computed from its ends, because the radius would give it as the root of a tiny
	// difference.
	a, b = middle(p.from, p.to), middle(q.from, q.to)
	return a, b, float64((p.to.Sub(p.from).Len() + q.to.Sub(q.from).Len()) / 4), true
}

// halves splits arcs of about half a circle, and puts zero-length lines between adjacent arcs. These lines are polygon
// edges that the arcs use up completely.
func halves(list []round) []round {
	var out []round
	for _, r := range list {
		if n := len(out); r.radius > 0 && n > 0 && out[n-1].radius > 0 {
			out = append(out, out[n-1].tangent())
		}
		if r.radius == 0 || math.Abs(r.sweep) <= 0.9*math.Pi || math.Abs(r.sweep) >= 1.1*math.Pi {
			out = append(out, r)
			continue
		}
		half := float64(r.sweep / 2)
		sin, cos := collision.Sincos(half)
		d := r.from.Sub(r.center)
		m := r.center.Add(level.Vec{X: float64(cos*d.X) - float64(sin*d.Y), Y: float64(sin*d.X) + float64(cos*d.Y)})
		a, b := r, r
		a.to, a.sweep, b.from, b.sweep = m, half, m, half
		out = append(out, a, a.tangent(), b)
	}
	if n := len(out); n > 1 && out[0].radius > 0 && out[n-1].radius > 0 {
		out = append(out, out[n-1].tangent())
	}
	return out
}

// tangent returns a zero-length line at an arc's end.
func (r *round) tangent() round {
	d := r.to.Sub(r.center).Unit()
	t := level.Vec{X: -d.Y, Y: d.X}
	if r.sweep < 0 {
		t = t.Mul(-1)
	}
	return round{from: r.to, to: r.to, along: t}
}

// cornersOf returns the polygon whose rounding gives a path, if the path's arcs share one radius and touch the adjacent
// edges.
func cornersOf(list []round) (loop roundLoop, ok bool) {
	list = halves(list)
	arcs := 0
	for _, r := range list {
		if r.radius > 0 {
			loop.radius += r.radius
			arcs++
		}
	}
	if arcs == 0 || len(list)-arcs < 3 {
		return loop, false
	}
	loop.radius /= float64(arcs)
	n := len(list)
	for i, r := range list {
		next := list[(i+1)%n]
		switch {
		case r.radius > 0:
			if math.Abs(r.radius-loop.radius) > slack(loop.radius) {
				return loop, false
			}
			before := list[(i+n-1)%n]
			c, ok := r.corner(before.along, next.along, loop.radius)
			if !ok {
				return loop, false
			}
			loop.corners = append(loop.corners, c)
		case next.radius == 0:
			turn := collision.Atan2(r.along.Cross(next.along), r.along.Dot(next.along))
			loop.corners = append(loop.corners, corner{at: r.to, turn: turn})
		}
	}
	return loop, len(loop.corners) >= 3
}

// corner returns the corner that an arc rounds between edges of the given directions.
func (r *round) corner(before, after level.Vec, radius float64) (c corner, ok bool) {
	turn := collision.Atan2(before.Cross(after), before.Dot(after))
	if (turn > 0) != (r.sweep > 0) || math.Abs(turn) < 1e-3 || math.Abs(turn) > 3.1 {
		return c, false
	}
	t := r.to.Sub(r.from).Cross(after) / before.Cross(after)
	c = corner{at: r.from.Add(before.Mul(t)), turn: turn, rounded: true}
	// The circle between the edges must have the arc's centre and touch points.
	sin, cos := collision.Sincos(float64(math.Abs(turn) / 2))
	reach := radius * sin / cos
	near := float64(2 * slack(radius))
	inward := level.Vec{X: -before.Y, Y: before.X}
	if turn < 0 {
		inward = inward.Mul(-1)
	}
	from := c.at.Sub(before.Mul(reach))
	isNear := func(a, b level.Vec) bool { return a.Sub(b).Len() <= near }
	return c, isNear(from, r.from) && isNear(c.at.Add(after.Mul(reach)), r.to) && isNear(from.Add(inward.Mul(radius)),
		r.center)
}

// fits reports whether rounding the convex corners of the area gives the loop; these have the same sign as turn.
// Corners that hardly turn may be sharp.
func (l *roundLoop) fits(turn, radius, tolerance float64) bool {
	for _, c := range l.corners {
		if isConvex := c.turn*turn > 0; isConvex == c.rounded {
			continue
		} else if !isConvex {
			return false
		}
		_, cos := collision.Sincos(float64(math.Abs(c.turn) / 2))
		if cos <= 0 || float64(radius*(1/cos-1)) > tolerance {
			return false
		}
	}
	return l.radius == 0 || math.Abs(l.radius-radius) <= slack(radius)
}
