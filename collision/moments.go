package collision

import "math"

// Mass holds the mass properties of a shape or region, in its own frame.
type Mass struct {
	Mass, Area float64
	Centroid   Vec
	Inertia    float64 // second moment about the centroid, times the density
}

// moments accumulates area, first moments and the polar second moment about the origin.
type moments struct {
	area   float64
	first  Vec
	second float64
}

// Add adds a part with its own area, centroid and second moment about that centroid.
func (m *moments) Add(area float64, centroid Vec, second float64) {
	m.area += area
	m.first = m.first.MulAdd(centroid, area)
	m.second += second + float64(area*centroid.LenSq())
}

// Triangle adds the signed triangle origin, a, b.
func (m *moments) Triangle(a, b Vec) {
	c := a.Cross(b)
	m.area += float64(c / 2)
	m.first = m.first.MulAdd(a.Add(b), c/6)
	m.second += float64(c / 12 * (a.Dot(a) + a.Dot(b) + b.Dot(b)))
}

// Rectangle adds the strip of width r outside the edge from a to b, whose normal is n.
func (m *moments) Rectangle(a, b, n Vec, r float64) {
	l := a.Dist(b)
	m.Add(float64(l*r), a.Lerp(b, 0.5).MulAdd(n, float64(r/2)), l*r*(float64(l*l)+float64(r*r))/12)
}

// Sector adds the circular sector about c between two unit normals.
func (m *moments) Sector(c, from, to Vec, r float64) {
	half := float64(Atan2(from.Cross(to), from.Dot(to)) / 2)
	if half < 0 { // a capsule's ends turn by π, whose sign rounding may flip
		half += math.Pi
	}
	if half == 0 {
		return
	}
	area := float64(half * r * r)
	q := NewRot(half)
	out := 2 * r * q.S / (3 * half)
	mid := q.Apply(from)
	m.Add(area, c.MulAdd(mid, out), float64(area*(float64(r*r/2)-float64(out*out))))
}

// Disc adds a full disc.
func (m *moments) Disc(c Vec, r float64) {
	area := float64(math.Pi * r * r)
	m.Add(area, c, float64(area*r*r/2))
}

// Mass converts the sums, taken about origin, to mass properties.
func (m *moments) Mass(origin Vec, density float64) Mass {
	if !(m.area > emptyArea) {
		return Mass{Centroid: origin}
	}
	c := m.first.Mul(1 / m.area)
	return Mass{
		Mass:     float64(density * m.area),
		Area:     m.area,
		Centroid: origin.Add(c),
		Inertia:  float64(density * max(0, m.second-float64(m.area*c.LenSq()))),
	}
}

// shift moves the sums by c.
func (m *moments) shift(c Vec) {
	m.second += float64(2*c.Dot(m.first)) + float64(m.area*c.LenSq())
	m.first = m.first.MulAdd(c, m.area)
}

// Mass returns the exact mass, area, centroid and rotational inertia of the shape at the given density. It sums the
// polygon, a rectangle per edge and a sector per corner about one point, then shifts the sums to the common centroid
// (the parallel axis theorem). The centroid is in the shape's own frame.
func (s Shape) Mass(density float64) Mass {
	edges := s.parts()
	origin := edges[0].v
	var m moments
	for i := range edges {
		e, next := &edges[i], &edges[(i+1)%len(edges)]
		a, b := e.v.Sub(origin), next.v.Sub(origin)
		m.Triangle(a, b)
		if s.Radius() > 0 && len(edges) > 1 {
			m.Rectangle(a, b, e.n, s.Radius())
			m.Sector(b, e.n, next.n, s.Radius())
		}
	}
	if s.Radius() > 0 && len(edges) == 1 {
		m.Disc(Vec{}, s.Radius())
	}
	return m.Mass(origin, density)
}
