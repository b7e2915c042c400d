package level

import (
	"math"
	"slices"

	"fillet/collision"
)

// Knot is a vertex of an outline or a chain with the details of its corner and of the edge after it. Lists of knots
// suit operations that insert, remove or reverse vertices, because the details stay with their vertex.
type Knot struct {
	At      Vec
	Radius  float64 // or AsShape
	Chamfer float64
	Bent    bool  // the edge to the next knot is a curve
	Curve   Curve // the curve; its Edge is ignored
}

// NewKnot returns a vertex without details.
func NewKnot(at Vec) Knot { return Knot{At: at, Radius: AsShape} }

// Knots returns the vertices of a polygon's outline or of a chain.
func (s Shape) Knots() []Knot { return s.LoopKnots(0) }

// LoopKnots returns the vertices of a polygon's outline or of a chain (loop 0), or of a hole (from 1).
func (s Shape) LoopKnots(loop int) []Knot {
	return s.knotsOf(s.Loop(loop), s.Number(loop, 0))
}

// knotsOf returns the vertices of a loop whose first corner has the number first.
func (s *Shape) knotsOf(points []Vec, first int) []Knot {
	out := make([]Knot, len(points))
	for i, p := range points {
		c, bent := s.Curve(first + i)
		out[i] = Knot{At: p, Radius: s.CornerRadius(first + i), Chamfer: s.Chamfer(first + i), Bent: bent, Curve: c}
	}
	return out
}

// WithKnots returns the shape with a different outline. It drops a curve after the last vertex of an open chain.
func (s Shape) WithKnots(knots []Knot) Shape { return s.WithLoopKnots(0, knots) }

// WithLoopKnots returns the shape with the vertices of one loop replaced. A hole without vertices is removed.
func (s Shape) WithLoopKnots(loop int, knots []Knot) Shape {
	return s.MapLoops(func(i int, old []Knot) []Knot {
		if i == loop {
			return knots
		}
		return old
	})
}

// MapLoops returns the shape with the vertices of each loop, numbered as in [Shape.Loop], replaced by the result of f.
// A hole without vertices is removed.
func (s Shape) MapLoops(f func(loop int, knots []Knot) []Knot) Shape {
	var loops [][]Knot
	for first, points := range s.numberedLoops() {
		loops = append(loops, f(len(loops), s.knotsOf(points, first)))
	}
	var d Detail
	s.Points, s.Holes = nil, nil
	for loop, knots := range loops {
		if loop > 0 && len(knots) == 0 {
			continue
		}
		first, edges := len(d.Radii), len(knots)
		if s.Kind == Chain && !s.Closed {
			edges--
		}
		points := make([]Vec, len(knots))
		for i, k := range knots {
			points[i] = k.At
			d.Radii, d.Chamfers = append(d.Radii, k.Radius), append(d.Chamfers, k.Chamfer)
			if k.Bent && i < edges {
				k.Curve.Edge = first + i
				d.Curves = append(d.Curves, k.Curve)
			}
		}
		if loop == 0 {
			s.Points = points
		} else {
			s.Holes = append(s.Holes, points)
		}
	}
	return s.WithDetail(d)
}

// ReversedKnots returns a line of knots in the opposite direction. The last edge of a closed line stays the last.
func ReversedKnots(knots []Knot) []Knot {
	n := len(knots)
	out := make([]Knot, n)
	for i := range knots {
		out[i] = knots[n-1-i]
		before := knots[(2*n-2-i)%n] // the edge of this knot led to the vertex
		out[i].Bent, out[i].Curve = before.Bent, before.Curve.reversed()
	}
	return out
}

func (c Curve) reversed() Curve {
	c.Arc = 0 - c.Arc
	c.Cubic[0], c.Cubic[1] = c.Cubic[1], c.Cubic[0]
	return c
}

// Reversed returns a polygon or a chain with its outline in the opposite direction; it looks the same.
func (s Shape) Reversed() Shape { return s.WithKnots(ReversedKnots(s.Knots())) }

// Rewound returns the shape with its outline and its holes reversed, but with the same first vertices.
func (s Shape) Rewound() Shape {
	return s.MapLoops(func(_ int, knots []Knot) []Knot {
		knots = ReversedKnots(knots)
		n := len(knots)
		if n == 0 {
			return nil
		}
		return append([]Knot{knots[n-1]}, knots[:n-1]...)
	})
}

// WithClosed returns a chain with its last vertex joined to the first, or not.
func (s Shape) WithClosed(closed bool) Shape {
	if !closed {
		s = s.Straightened(len(s.Points) - 1)
	}
	s.Closed = closed
	return s
}

// WithLoop returns the shape with the vertices of a loop moved: control points follow their vertices, and arcs keep
// their height. If the number of vertices changes, the corners and edges of the loop lose their details.
func (s Shape) WithLoop(loop int, points []Vec) Shape {
	was := s.Loop(loop)
	if s.Detail != nil && len(points) != len(was) {
		knots := make([]Knot, len(points))
		for i, p := range points {
			knots[i] = NewKnot(p)
		}
		return s.WithLoopKnots(loop, knots)
	}
	first := s.Number(loop, 0)
	if loop == 0 {
		s.Points = points
	} else {
		s.Holes = slices.Clone(s.Holes)
		s.Holes[loop-1] = points
	}
	if s.Detail == nil || len(s.Detail.Curves) == 0 {
		return s
	}
	d := *s.Detail
	d.Curves = slices.Clone(d.Curves)
	for i := range d.Curves {
		c := &d.Curves[i]
		k := c.Edge - first
		if c.IsArc() || k < 0 || k >= len(was) {
			continue
		}
		next := (k + 1) % len(was)
		c.Cubic[0] = c.Cubic[0].Add(points[k].Sub(was[k]))
		c.Cubic[1] = c.Cubic[1].Add(points[next].Sub(was[next]))
	}
	s.Detail = &d
	return s
}

// InsertedIn returns the shape with one more vertex in a loop, before index. On a straight edge the vertex is at the
// given place. On a curve it is at the curve's nearest point, and splits the curve into two that follow it exactly.
// Before the first vertex of an open chain, or after the last, it adds an edge.
func (s Shape) InsertedIn(loop, index int, at Vec) Shape {
	if s.Detail == nil {
		return s.WithLoop(loop, slices.Insert(slices.Clone(s.Loop(loop)), index, at))
	}
	knots := s.LoopKnots(loop)
	n := len(knots)
	k := NewKnot(at)
	if edge := (index + n - 1) % n; s.Kind != Chain || s.Closed || index > 0 && index < n {
		if before := &knots[edge]; before.Bent {
			first, second, p := before.Curve.split(before.At, knots[(edge+1)%n].At, at)
			before.Curve, k.Curve, k.Bent, k.At = first, second, true, p
			before.Bent = first != Curve{}
			k.Bent = second != Curve{}
		}
	}
	return s.WithLoopKnots(loop, slices.Insert(knots, index, k))
}

// split cuts a curve from a to b at its point nearest to p. A half that is straight is the zero Curve.
func (c Curve) split(a, b, p Vec) (first, second Curve, at Vec) {
	t := newTrack(a, b, c, true)
	return t.split(min(max(t.Nearest(p), leftOver), 1-leftOver))
}

// split cuts a track at a parameter. A half that is straight is the zero Curve.
func (t *Track) split(s float64) (first, second Curve, at Vec) {
	at = t.At(s)
	if !t.isCubic {
		top := func(from, to float64) Vec { return t.At(float64((from + to) / 2)) }
		return Curve{Arc: ArcHeight(t.from, at, top(0, s))}, Curve{Arc: ArcHeight(at, t.to, top(s, 1))}, at
	}
	l, m, r := t.from.Lerp(t.c1, s), t.c1.Lerp(t.c2, s), t.c2.Lerp(t.to, s)
	return Curve{Cubic: [2]Vec{l, l.Lerp(m, s)}}, Curve{Cubic: [2]Vec{m.Lerp(r, s), r}}, at
}

// WithoutIn returns the shape without some vertices of a loop. If an edge next to a removed vertex was a curve, the
// edge that joins its neighbours is a curve too: the original one if the vertex had been inserted into it.
func (s Shape) WithoutIn(loop int, gone func(i int) bool) Shape {
	knots := s.LoopKnots(loop)
	n := len(knots)
	isOpen := s.Kind == Chain && !s.Closed
	out := make([]Knot, 0, n)
	for i, at := range knots {
		if gone(i) {
			continue
		}
		for j := i + 1; gone(j%n) && !(isOpen && j >= n); j++ {
			at = joined(at, knots[j%n], knots[(j+1)%n].At)
		}
		out = append(out, at)
	}
	return s.WithLoopKnots(loop, out)
}

// joined returns a knot whose edge skips the next knot, b, and ends where the edge of b ends.
func joined(a, b Knot, to Vec) Knot {
	switch {
	case !a.Bent && !b.Bent || a.At == to:
		a.Bent = false
		return a
	case a.Bent && b.Bent && a.Curve.IsArc() && b.Curve.IsArc():
		t, u := newTrack(a.At, b.At, a.Curve, true), newTrack(b.At, to, b.Curve, true)
		if t.isArc && u.isArc && t.center.Dist(u.center) <= 1e-6*(1+t.radius) && (t.sweep > 0) == (u.sweep > 0) {
			sweep := t.sweep + u.sweep
			top := t.center.Add(collision.NewRot(float64(sweep / 2)).Apply(t.from.Sub(t.center)))
			a.Curve = Curve{Arc: ArcHeight(a.At, to, top)}
			a.Bent = a.Curve.Arc != 0
			return a
		}
	}
	first, second := a.cubic(b.At), b.cubic(to)
	before, behind := first[1].Dist(b.At), second[0].Dist(b.At)
	t := 0.5
	if before+behind > 0 {
		t = min(max(float64(before/(before+behind)), 0.05), 0.95)
	}
	c1, c2 := a.At.MulAdd(first[0].Sub(a.At), 1/t), to.MulAdd(second[1].Sub(to), 1/(1-t))
	a.Bent, a.Curve = true, Curve{Cubic: [2]Vec{c1, c2}}
	if math.Abs(ArcHeight(a.At, to, c1)) < 1e-9 && math.Abs(ArcHeight(a.At, to, c2)) < 1e-9 {
		a.Bent = false
	}
	return a
}

// cubic returns the control points of a cubic equal to a knot's edge to a point.
func (k Knot) cubic(to Vec) [2]Vec {
	switch {
	case !k.Bent:
		return [2]Vec{k.At.Lerp(to, 1.0/3), to.Lerp(k.At, 1.0/3)}
	case !k.Curve.IsArc():
		return k.Curve.Cubic
	}
	return arcAsCubic(k.At, to, k.Curve.Arc)
}

// arcAsCubic returns the control points of the cubic that best fits an arc of a height over the chord from a to b. For
// a quarter of a circle the error is below a thousandth of the radius.
func arcAsCubic(a, b Vec, height float64) [2]Vec {
	t := newTrack(a, b, Curve{Arc: height}, true)
	if !t.isArc {
		return [2]Vec{a.Lerp(b, 1.0/3), b.Lerp(a, 1.0/3)}
	}
	// The length of the handles, in radii, is 4/3 of the tangent of a quarter of the turn.
	sin, cos := collision.Sincos(float64(t.sweep / 4))
	k := float64(4 * sin / (3 * max(cos, 1e-3)))
	return [2]Vec{
		a.MulAdd(a.Sub(t.center).Perp(), k),
		b.MulAdd(b.Sub(t.center).Perp(), -k),
	}
}

// Flattened returns the shape without details: its corners and curves become lines within the tolerance. A box becomes
// a polygon; a shape without details does not change. An invalid shape just loses its details.
func (s Shape) Flattened() Shape {
	if s.Detail == nil {
		return s
	}
	loops, _, _, err := s.flattened()
	if err != nil {
		s.Detail = nil
		return s
	}
	if s.Kind == Box {
		s.Kind, s.Size = Polygon, Vec{}
	}
	s.Points, s.Radius, s.Detail = loops[0], s.grown(), nil
	if len(loops) > 1 {
		s.Holes = loops[1:]
	}
	return s
}

// Mirrored returns the shape mirrored left to right about the origin of its frame, or top to bottom if horizontal is
// false. Outlines keep their winding, and a one-sided chain keeps its solid side.
func (s Shape) Mirrored(horizontal bool) Shape {
	s = s.Map(func(v Vec) Vec { return MirroredPoint(v, horizontal) })
	switch {
	case s.Kind == Polygon:
		return s.Rewound()
	case s.OneSided:
		return s.Reversed()
	case s.Kind == Box && s.Detail != nil:
		to := [4]int{1, 0, 3, 2}
		if !horizontal {
			to = [4]int{3, 2, 1, 0}
		}
		d, was := s.filled(), s
		for i, from := range to {
			d.Radii[i], d.Chamfers[i] = was.CornerRadius(from), was.Chamfer(from)
		}
		return s.WithDetail(d)
	}
	return s
}

// roundLeft is the largest distance, in pixels, of a mapped arc from a circle at which it stays an arc.
const roundLeft = 0.01

// Stretched applies a linear function that may stretch the shape more in one direction than in another. An arc that is
// no longer circular becomes cubics with vertices between them, as many as half the tolerance of curves requires.
func (s Shape) Stretched(f func(Vec) Vec) Shape {
	if !slices.ContainsFunc(s.Details().Curves, Curve.IsArc) {
		return s.Map(f)
	}
	zero := f(Vec{})
	scale := max(f(Vec{X: 1}).Dist(zero), f(Vec{Y: 1}).Dist(zero)) // exact up to a factor of the square root of 2
	return s.MapLoops(func(_ int, knots []Knot) (out []Knot) {
		for i, k := range knots {
			to := knots[(i+1)%len(knots)].At
			if !k.Bent || !k.Curve.IsArc() || k.At == to || staysArc(k, to, f) {
				out = append(out, k)
				continue
			}
			out = append(out, arcKnots(k, to, float64(2*scale))...)
		}
		return out
	}).Map(f)
}

// staysArc reports whether a function maps an arc to an arc, at least approximately.
func staysArc(k Knot, to Vec, f func(Vec) Vec) bool {
	t := newTrack(k.At, to, k.Curve, true)
	if !t.isArc {
		return true
	}
	a, b := f(k.At), f(to)
	if a == b {
		return false
	}
	mapped := newTrack(a, b, Curve{Arc: ArcHeight(a, b, f(t.At(0.5)))}, true)
	if !mapped.isArc {
		return false
	}
	for _, at := range [...]float64{0.125, 0.25, 0.5, 0.75, 0.875} {
		if p := f(t.At(at)); !(math.Abs(p.Dist(mapped.center)-mapped.radius) <= roundLeft) ||
			p.Dist(mapped.At(mapped.Nearest(p))) > roundLeft {
			return false
		}
	}
	return true
}

// arcKnots returns an arc to a point as cubics whose lengths will grow by at most the factor grows.
func arcKnots(k Knot, to Vec, grows float64) []Knot {
	const maxParts = 64
	t := newTrack(k.At, to, k.Curve, true)
	n := 1
	for ; n < maxParts; n++ {
		part := float64(math.Abs(t.sweep) / float64(n))
		if part > 1.6 { // more than a quarter of a turn
			continue
		}
		sin, cos := collision.Sincos(float64(part / 4))
		// The distance between a cubic and an arc, in radii: 2/27 of the sixth power of the sine over the square of the
		// cosine.
		square := float64(sin * sin)
		if off := float64(float64(square*square) * square / float64(cos*cos) * (2.0 /
			27)); float64(off*t.radius*grows) <= CurveTolerance/2 {
			break
		}
	}
	out := make([]Knot, 0, n)
	for i := range n {
		a, b := t.At(float64(i)/float64(n)), t.At(float64(i+1)/float64(n))
		part := NewKnot(a)
		if i == 0 {
			part = k
		}
		mid := t.At((float64(i) + 0.5) / float64(n))
		part.Bent, part.Curve = true, Curve{Cubic: arcAsCubic(a, b, ArcHeight(a, b, mid))}
		out = append(out, part)
	}
	return out
}

// HalvedKnots returns the vertices of a closed line with an additional vertex in the middle of each bent edge.
func HalvedKnots(knots []Knot) []Knot {
	var out []Knot
	for i, k := range knots {
		if !k.Bent {
			out = append(out, k)
			continue
		}
		t := newTrack(k.At, knots[(i+1)%len(knots)].At, k.Curve, true)
		mid := Knot{Radius: AsShape, Bent: true}
		k.Curve, mid.Curve, mid.At = t.split(0.5)
		out = append(out, k, mid)
	}
	return out
}
