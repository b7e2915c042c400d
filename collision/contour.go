package collision

import (
	"iter"
	"math"
)

// Segment is a piece of a contour: a straight edge, or an arc of a circle.
type Segment struct {
	From, To Vec
	Center   Vec     // of the arc
	Radius   float64 // of the arc; 0 for a straight edge
	// Clockwise means that the arc turns from +y toward +x, which is counter-clockwise on a screen whose y axis points
	// down. Arcs of package polygon never do.
	Clockwise bool
}

// Sweep returns the angle that an arc turns through, in radians: positive from +x toward +y, negative for a clockwise
// arc, 0 for a straight edge. An arc whose ends coincide is a full circle.
func (s Segment) Sweep() float64 {
	if s.Radius == 0 {
		return 0
	}
	u, v := s.From.Sub(s.Center), s.To.Sub(s.Center)
	a := Atan2(u.Cross(v), u.Dot(v))
	switch {
	case s.Clockwise && (a > 0 || s.From == s.To):
		a -= 2 * math.Pi
	case !s.Clockwise && (a < 0 || s.From == s.To):
		a += 2 * math.Pi
	}
	return a
}

// Contour is a closed path of segments, each starting where the previous one ends.
type Contour []Segment

// Flatten appends the contour to dst as a polygon whose edges are nowhere
// farther from it than tolerance. The first point is not repeated.
func (c Contour) Flatten(tolerance float64, dst []Vec) []Vec {
	for _, s := range c {
		dst = append(dst, s.From)
		sweep := s.Sweep()
		if sweep == 0 {
			continue
		}
		n := ArcLines(s.Radius, sweep, tolerance)
		u := s.From.Sub(s.Center)
		for i := 1; i < n; i++ {
			dst = append(dst, s.Center.Add(NewRot(sweep*float64(i)/float64(n)).Apply(u)))
		}
	}
	return dst
}

// ArcLines returns the number of chords that stay within tolerance of an arc with a radius and a sweep in radians, at
// most 4096. [Contour.Flatten] uses it.
func ArcLines(radius, sweep, tolerance float64) int {
	const limit = 4096
	if !(tolerance > 0) {
		return limit
	}
	sagitta := min(tolerance/radius, 1)
	step := float64(2 * Atan2(math.Sqrt(sagitta*(2-sagitta)), 1-sagitta))
	if !(step > 0) {
		return limit
	}
	return max(int(min(math.Ceil(math.Abs(sweep)/step), limit)), 1)
}

// RegionMass returns the exact mass properties of the region inside the contours, by Green's theorem. Outer contours
// have positive area and holes negative area, as package polygon returns them.
func RegionMass(boundary []Contour, density float64) Mass {
	var m boundaryMoments
	for _, c := range boundary {
		for i := range c {
			m.segment(&c[i])
		}
	}
	return m.Mass(m.origin, density)
}

// BoundaryMass works like [RegionMass] for a sequence of segments in any order, without storing them. The order
// changes only rounding.
func BoundaryMass(boundary iter.Seq[Segment], density float64) Mass {
	var m boundaryMoments
	for s := range boundary {
		m.segment(&s)
	}
	return m.Mass(m.origin, density)
}

// boundaryMoments sums the moments of a region about a point of its boundary.
type boundaryMoments struct {
	moments
	origin  Vec
	started bool
}

// segment adds the area between a segment of the boundary and the origin.
func (m *boundaryMoments) segment(s *Segment) {
	if !m.started {
		m.origin, m.started = s.From, true
	}
	m.Triangle(s.From.Sub(m.origin), s.To.Sub(m.origin))
	if s.Radius > 0 {
		m.addCap(s)
	}
}

// addCap adds the area between an arc and its chord: the sector minus the triangle.
func (m *boundaryMoments) addCap(s *Segment) {
	sweep := s.Sweep()
	half, r := float64(math.Abs(sweep)/2), s.Radius
	if half == 0 {
		return
	}
	c := s.Center.Sub(m.origin)
	u := s.From.Sub(s.Center)
	mid := NewRot(float64(sweep / 2)).Apply(u).Mul(1 / r)
	area := float64(half * r * r)
	sin, _ := Sincos(half)
	out := 2 * r * sin / (3 * half)
	sign := 1.0
	if sweep < 0 {
		sign = -1
	}
	var p moments
	p.Add(area, c.MulAdd(mid, out), float64(area*(float64(r*r/2)-float64(out*out))))
	var t moments
	a, b := s.From.Sub(m.origin), s.To.Sub(m.origin)
	t.Triangle(a.Sub(c), b.Sub(c))
	t.shift(c)
	m.area += float64(sign*p.area) - t.area
	m.first = m.first.MulAdd(p.first, sign).Sub(t.first)
	m.second += float64(sign*p.second) - t.second
}

// Boundary returns the boundary of the shape in its own frame: nothing for a point, two half circles for a circle.
func (s Shape) Boundary() []Contour {
	edges, r := s.parts(), s.Radius()
	if len(edges) == 1 {
		if r == 0 {
			return nil
		}
		c := edges[0].v
		right, left := c.Add(Vec{X: r, Y: 0}), c.Sub(Vec{X: r, Y: 0})
		return []Contour{{
			{From: right, To: left, Center: c, Radius: r},
			{From: left, To: right, Center: c, Radius: r},
		}}
	}
	var out Contour
	for i := range edges {
		e, next := &edges[i], &edges[(i+1)%len(edges)]
		out = append(out, Segment{From: e.v.MulAdd(e.n, r), To: next.v.MulAdd(e.n, r)})
		if r > 0 {
			out = append(out, Segment{
				From: next.v.MulAdd(e.n, r), To: next.v.MulAdd(next.n, r), Center: next.v, Radius: r,
			})
		}
	}
	return []Contour{out}
}
