package render

import (
	"math"
	"slices"

	"fillet/collision"
)

// stroke blends the line along a path. A closed contour gives a ring between two offset outlines; an open contour gives
// a single outline around it. Corners are round on their outer side.
func (l *list) stroke(p *path, s stroke) {
	if s.color.A == 0 || !(s.width > 0) {
		return
	}
	l.beginEdges()
	for i := range p.contours {
		closed := p.contours[i].closed
		l.points = distinct(p.flatten(i, &l.view, l.points[:0]), closed)
		if s.dash.on > 0 {
			l.dashes(l.points, closed, s)
		} else {
			l.strokePoints(l.points, closed, float64(s.width/2), s.round)
		}
	}
	l.endEdges(filled, 0, inkOf(s.color))
}

// hollow blends the outline of the area that a line of the given thickness covers along the path. The outline has the
// width line.
func (l *list) hollow(p *path, thickness, line float64, s stroke) {
	if s.color.A == 0 {
		return
	}
	l.beginEdges()
	inner := float64(thickness/2) - float64(line/2)
	cut := 0
	for pass, half := range [2]float64{float64(thickness/2) + float64(line/2), inner} {
		if pass == 1 {
			cut = len(l.edges)
			if inner <= 0 {
				break
			}
		}
		for i := range p.contours {
			closed := p.contours[i].closed
			l.points = distinct(p.flatten(i, &l.view, l.points[:0]), closed)
			l.strokePoints(l.points, closed, half, true)
		}
	}
	l.endEdges(cutOut, cut, inkOf(s.color))
}

// distinct drops points that repeat the previous one, to within 1e-6 pixels.
func distinct(points []Vec, closed bool) []Vec {
	const near = 1e-6
	out := points[:1]
	for _, p := range points[1:] {
		last := out[len(out)-1]
		if math.Abs(p.X-last.X) > near || math.Abs(p.Y-last.Y) > near {
			out = append(out, p)
		}
	}
	for closed && len(out) > 1 {
		d := out[len(out)-1].Sub(out[0])
		if math.Abs(d.X) > near || math.Abs(d.Y) > near {
			break
		}
		out = out[:len(out)-1]
	}
	return out
}

// strokePoints adds the outline of a line of the given half width through distinct points.
func (l *list) strokePoints(points []Vec, closed bool, half float64, round bool) {
	n := len(points)
	switch {
	case n == 0:
		return
	case n == 1:
		if round || closed {
			p := points[0]
			l.offset = arcAround(l.offset[:0], p, Vec{Y: -half}, 2*math.Pi)
			l.ring(l.offset)
		}
		return
	case n == 2:
		closed = false
	}
	if closed {
		l.offset = offsetClosed(l.offset[:0], points, half)
		l.ring(l.offset)
		l.offset = offsetClosed(l.offset[:0], points, -half)
		slices.Reverse(l.offset)
		l.ring(l.offset)
		return
	}
	out := offsetOpen(l.offset[:0], points, half)
	last := points[n-1]
	if round {
		out = arcAround(out, last, normal(points[n-2], last).Mul(half), math.Pi)
	}
	slices.Reverse(points)
	out = offsetOpen(out, points, half)
	if round {
		out = arcAround(out, points[n-1], normal(points[n-2], points[n-1]).Mul(half), math.Pi)
	}
	l.offset = out
	l.ring(out)
}

// normal returns the unit vector to the left, on the screen, of the direction from a to b. It points outward on an
// outline that turns from +x toward +y.
func normal(a, b Vec) Vec {
	d := b.Sub(a).Unit()
	return Vec{X: d.Y, Y: -d.X}
}

// offsetClosed appends the points of a closed polygon moved by d along the normals.
func offsetClosed(dst, points []Vec, d float64) []Vec {
	n := len(points)
	before := normal(points[n-1], points[0])
	lenBefore := points[n-1].Dist(points[0])
	for i, p := range points {
		next := points[0]
		if i+1 < n {
			next = points[i+1]
		}
		after, lenAfter := normal(p, next), p.Dist(next)
		dst = join(dst, p, before, after, d, min(lenBefore, lenAfter))
		before, lenBefore = after, lenAfter
	}
	return dst
}

// offsetOpen appends the points of a polyline moved by d along the normals.
func offsetOpen(dst, points []Vec, d float64) []Vec {
	n := len(points)
	before := normal(points[0], points[1])
	lenBefore := points[0].Dist(points[1])
	dst = append(dst, points[0].MulAdd(before, d))
	for i := 1; i+1 < n; i++ {
		after, lenAfter := normal(points[i], points[i+1]), points[i].Dist(points[i+1])
		dst = join(dst, points[i], before, after, d, min(lenBefore, lenAfter))
		before, lenBefore = after, lenAfter
	}
	return append(dst, points[n-1].MulAdd(before, d))
}

// join appends the offset of a corner between two sides with the given normals.
func join(dst []Vec, p, before, after Vec, d, room float64) []Vec {
	cos, cross := before.Dot(after), before.Cross(after)
	if cos > 0.94 { // a flattened arc or a nearly straight corner: one point is enough
		return append(dst, p.MulAdd(before.Add(after), d/(1+cos)))
	}
	if cross*d > 0 || cross == 0 && d > 0 {
		return arcAround(dst, p, before.Mul(d), collision.Atan2(cross, cos))
	}
	// On the inner side, the offset sides meet if they are long enough. Otherwise a detour through the corner keeps the
	// winding right.
	if cos > -0.9 && room*(1+cos) >= math.Abs(d*cross) {
		return append(dst, p.MulAdd(before.Add(after), d/(1+cos)))
	}
	return append(dst, p.MulAdd(before, d), p, p.MulAdd(after, d))
}

// arcAround appends the arc about p that starts at p + arm and turns by sweep.
func arcAround(dst []Vec, p, arm Vec, sweep float64) []Vec {
	r := max(arm.Len(), 1e-3)
	n := math.Ceil(math.Abs(sweep) / min(2*math.Sqrt(2*arcTolerance/r), 1))
	n = min(max(n, 1), 256)
	turn := sweep / n
	sin, cos := collision.Sincos(turn)
	dst = append(dst, p.Add(arm))
	for range int(n) {
		arm = Vec{X: float64(cos*arm.X) - float64(sin*arm.Y), Y: float64(sin*arm.X) + float64(cos*arm.Y)}
		dst = append(dst, p.Add(arm))
	}
	return dst
}

// dashes adds the dashes of a line through distinct points. Parts out of view are measured, but not drawn.
func (l *list) dashes(points []Vec, closed bool, s stroke) {
	n := len(points)
	if n < 2 {
		return
	}
	sides := n - 1
	if closed {
		sides = n
	}
	period := s.dash.on + s.dash.off
	at := 0.0 // the distance from the start, modulo the period
	l.dash = l.dash[:0]
	for i := range sides {
		a, b := points[i], points[(i+1)%n]
		length := a.Dist(b)
		t0, t1 := l.view.clip(a, b)
		if !(t0 < t1) {
			l.endDash(s)
			at = math.Mod(at+length, period)
			continue
		}
		if t0 > 0 {
			l.endDash(s)
		}
		dir := b.Sub(a).Mul(1 / length)
		along := math.Mod(at+float64(t0*length), period)
		for d, end := float64(t0*length), float64(t1*length); d < end; {
			step := period - along
			drawn := along < s.dash.on
			if drawn {
				step = s.dash.on - along
			}
			to := min(d+step, end)
			if drawn {
				if len(l.dash) == 0 {
					l.dash = append(l.dash, a.MulAdd(dir, d))
				}
				l.dash = append(l.dash, a.MulAdd(dir, to))
				if to == d+step {
					l.endDash(s)
				}
			}
			if along += to - d; to == d+step {
				along = 0
				if drawn {
					along = s.dash.on
				}
			}
			if to <= d {
				break // too far away for a step to change it
			}
			d = to
		}
		if t1 < 1 {
			l.endDash(s)
		}
		at = math.Mod(at+length, period)
	}
	l.endDash(s)
}

func (l *list) endDash(s stroke) {
	if len(l.dash) > 1 {
		if points := distinct(l.dash, false); len(points) > 1 {
			l.strokePoints(points, false, float64(s.width/2), s.round)
		}
	}
	l.dash = l.dash[:0]
}

// clip returns the part of the segment from a to b within the view, as fractions of it.
func (v *view) clip(a, b Vec) (t0, t1 float64) {
	t1 = 1
	for _, s := range [4][2]float64{
		{b.X - a.X, v.x0 - a.X},
		{a.X - b.X, a.X - v.x1},
		{b.Y - a.Y, v.y0 - a.Y},
		{a.Y - b.Y, a.Y - v.y1},
	} {
		rate, need := s[0], s[1] // inside where rate * t >= need
		switch {
		case rate > 0:
			t0 = max(t0, need/rate)
		case rate < 0:
			t1 = min(t1, need/rate)
		case need > 0:
			return 1, 0
		}
	}
	return t0, t1
}
