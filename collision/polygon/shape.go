package polygon

import (
	"math"

	"fillet/collision"
)

// FromShape returns the region of a placed shape. Arcs become chords inside the shape that stay within tolerance of
// them. A point or a segment gives an empty region. The error is [ErrTolerance] or a [*PointError].
func FromShape(s collision.Shape, xf collision.Transform, tolerance float64) (Region, error) {
	if !(tolerance > 0) {
		return nil, ErrTolerance
	}
	return Fill(Positive, AppendShape(nil, s, xf, tolerance))
}

// AppendShape appends the boundary of a placed shape as a convex polygon of positive area. Arcs become chords that stay
// within tolerance of them. It appends nothing for a point or a segment. A tolerance that is not above 0 gives the
// finest chords possible, thousands per arc.
func AppendShape(dst []Vec, s collision.Shape, xf collision.Transform, tolerance float64) []Vec {
	r, n := s.Radius(), s.Len()
	if r == 0 && n < 3 {
		return dst
	}
	if n == 1 {
		c, u := s.Vertex(0), Vec{X: r}
		return appendRound(dst, xf, c, u, collision.ArcLines(r, 2*math.Pi, tolerance), 2*math.Pi)
	}
	for i := range n {
		v, into, out := s.Vertex(i), s.Normal(i+n-1), s.Normal(i)
		if r == 0 {
			dst = append(dst, xf.Apply(v))
			continue
		}
		sweep := collision.Atan2(into.Cross(out), into.Dot(out))
		if sweep < -1 {
			sweep += 2 * math.Pi // a capsule's half circle
		}
		sweep = max(sweep, 0)
		dst = appendRound(dst, xf, v, into.Mul(r), collision.ArcLines(r, sweep, tolerance), sweep)
		dst = append(dst, xf.Apply(v.MulAdd(out, r)))
	}
	return dst
}

// appendRound appends the first n of the n+1 ends of an arc's chords.
func appendRound(dst []Vec, xf collision.Transform, c, u Vec, n int, sweep float64) []Vec {
	for i := range n {
		p := u
		if i > 0 {
			p = collision.NewRot(float64(sweep * float64(i) / float64(n))).Apply(u)
		}
		dst = append(dst, xf.Apply(c.Add(p)))
	}
	return dst
}

// FromContours returns the region that contours enclose. Outer contours must have positive area and holes negative
// area, as [RoundBoundary] returns them. Arcs become chords that stay within tolerance of them.
func FromContours(contours []collision.Contour, tolerance float64) (Region, error) {
	if !(tolerance > 0) {
		return nil, ErrTolerance
	}
	loops := make([][]Vec, len(contours))
	for i, c := range contours {
		loops[i] = c.Flatten(tolerance, nil)
	}
	return Fill(NonZero, loops...)
}

// FromChain returns the region that a chain covers: the points within radius of its segments. A closed chain also has a
// segment from its last point to the first. A radius of 0 gives an empty region.
func FromChain(points []Vec, closed bool, radius, tolerance float64) (Region, error) {
	var c Clipper
	return clone(c.Chain(points, closed, radius, tolerance))
}

// Chain works like [FromChain] in the Clipper's memory. Points that repeat the previous one are ignored.
func (c *Clipper) Chain(points []Vec, closed bool, radius, tolerance float64) (Region, error) {
	if !(tolerance > 0) || !(radius >= 0 && radius <= 2*MaxRegionCoordinate) {
		return nil, ErrTolerance
	}
	for i, p := range points {
		if !(math.Abs(p.X) <= MaxRegionCoordinate && math.Abs(p.Y) <= MaxRegionCoordinate) {
			return nil, &PointError{Point: i, At: p}
		}
	}
	c.raw, c.ends = c.raw[:0], c.ends[:0]
	if len(points) == 0 || radius == 0 {
		return c.fillRaw(Positive)
	}
	// Add the rectangle of each segment, and the sector on the outside of each bend.
	var first, last Vec // directions of segments
	from := points[0]
	for i := 1; i <= len(points); i++ {
		to := points[0]
		if i < len(points) {
			to = points[i]
		} else if !closed {
			break
		}
		d := to.Sub(from).Unit()
		if d == (Vec{}) {
			continue
		}
		if last == (Vec{}) {
			first = d
		} else {
			c.bend(from, last, d, radius, tolerance)
		}
		side := d.Perp().Mul(radius)
		c.raw = append(c.raw, from.Sub(side), to.Sub(side), to.Add(side), from.Add(side))
		c.ends = append(c.ends, int32(len(c.raw)))
		from, last = to, d
	}
	switch {
	case last == (Vec{}): // all points coincide
		c.bend(from, Vec{X: 1}, Vec{X: -1}, radius, tolerance)
		c.bend(from, Vec{X: -1}, Vec{X: 1}, radius, tolerance)
	case closed:
		c.bend(from, last, first, radius, tolerance)
	default:
		c.bend(from, last, last.Neg(), radius, tolerance)
		c.bend(points[0], first.Neg(), first, radius, tolerance)
	}
	return c.fillRaw(Positive)
}

// bend adds the sector between the ends of two segments that meet at v.
func (c *Clipper) bend(v, into, out Vec, radius, tolerance float64) {
	if len(c.raw) > maxRaw {
		return
	}
	turn, along := into.Cross(out)+0, into.Dot(out) // + 0 turns -0 into 0
	n, m := into.Perp().Neg(), out.Perp().Neg()
	if turn < 0 {
		n, m = out.Perp(), into.Perp()
		turn = -turn
	}
	if turn == 0 && along > 0 {
		return
	}
	c.raw = append(c.raw, v)
	c.raw = appendArc(c.raw, v, v.MulAdd(n, radius), v.MulAdd(m, radius), collision.Atan2(turn, along), radius,
		tolerance)
	c.ends = append(c.ends, int32(len(c.raw)))
}
