package collision

import (
	"fmt"
	"math"
)

// Shape is the Minkowski sum of a convex polygon and a disc. It is immutable and cheap to copy. One vertex makes a
// circle, two make a capsule; a radius of 0 gives a point, a segment, or a polygon with sharp corners.
//
// The zero Shape is a point at its own origin.
type Shape struct{ form *form }

// form is the part of a Shape that its copies share.
type form struct {
	edges  []edge
	radius float64
	size   float64 // half the perimeter of the bounds: the scale of tolerances
	tol    float64 // the distance below which its features coincide, at the origin
	half   Vec     // a rectangle's half sides along its first two normals, or zero
}

// Form types with room for a few edges.
type (
	roundForm struct {
		form
		room [1]edge
	}
	longForm struct {
		form
		room [2]edge
	}
	triangularForm struct {
		form
		room [3]edge
	}
	squareForm struct {
		form
		room [4]edge
	}
)

// edge is a vertex of a polygon and the edge that starts there.
type edge struct {
	v Vec // the vertex
	n Vec // outward unit normal of the edge to the next vertex
}

// dot is the form of the zero Shape.
var dot = form{edges: make([]edge, 1)}

// ShapeError is the reason why a shape cannot be created.
type ShapeError struct {
	Index  int // the offending point, or -1 if the error is not about a point
	Reason string
}

// Error returns the reason, with the point's index if there is one.
func (e *ShapeError) Error() string {
	if e.Index < 0 {
		return "collision: " + e.Reason
	}
	return fmt.Sprintf("collision: point %d %s", e.Index, e.Reason)
}

// NewShape returns the convex hull of the points, summed with a disc. Points inside the hull and on its edges are
// dropped, so the shape may have fewer vertices than there are points. The points may be in any order.
//
// The error is a [*ShapeError]: no points, a coordinate or a radius that is not
// finite or beyond [MaxCoordinate], or a negative radius.
func NewShape(points []Vec, radius float64) (Shape, error) {
	if len(points) == 0 {
		return Shape{}, &ShapeError{-1, "a shape needs at least one point"}
	}
	if err := check(points, radius); err != nil {
		return Shape{}, err
	}
	var room [FewPoints + 1]Vec
	return fromHull(AppendHull(room[:0], points), radius), nil
}

// Circle returns the disc of radius r about c.
func Circle(c Vec, r float64) (Shape, error) { return NewShape([]Vec{c}, r) }

// Capsule returns the segment from a to b summed with a disc of radius r. Ends that coincide give a circle.
func Capsule(a, b Vec, r float64) (Shape, error) { return NewShape([]Vec{a, b}, r) }

// Box returns the rectangle from -halfWidth to halfWidth and from -halfHeight to halfHeight, summed with a disc: the
// radius grows it on every side. A half size of 0 gives a capsule or a circle.
func Box(halfWidth, halfHeight, radius float64) (Shape, error) {
	for _, h := range [2]float64{halfWidth, halfHeight} {
		if !(h >= 0 && h <= MaxCoordinate) {
			return Shape{}, &ShapeError{-1, fmt.Sprintf("half size %v is not between 0 and %g", h,
				float64(MaxCoordinate))}
		}
	}
	return NewShape([]Vec{
		{X: -halfWidth, Y: -halfHeight},
		{X: halfWidth, Y: -halfHeight},
		{X: halfWidth, Y: halfHeight},
		{X: -halfWidth, Y: halfHeight},
	}, radius)
}

// check returns an error if a shape cannot have one of the points, or the radius.
func check(points []Vec, r float64) error {
	for i, p := range points {
		switch {
		case !p.IsFinite():
			return &ShapeError{i, fmt.Sprintf("(%v, %v) is not finite", p.X, p.Y)}
		case !p.IsPlaceable():
			return &ShapeError{i, fmt.Sprintf("%v is beyond %g", p, float64(MaxCoordinate))}
		}
	}
	switch {
	case !finite(r):
		return &ShapeError{-1, fmt.Sprintf("radius %v is not finite", r)}
	case r < 0:
		return &ShapeError{-1, fmt.Sprintf("radius %v is negative", r)}
	case r > MaxCoordinate:
		return &ShapeError{-1, fmt.Sprintf("radius %v is beyond %g", r, float64(MaxCoordinate))}
	}
	return nil
}

// fromHull returns the shape of a strictly convex polygon of positive area, or of one or two points.
func fromHull(hull []Vec, radius float64) Shape {
	s := newForm(len(hull))
	s.radius = radius
	box := BoundsOf(hull)
	s.size = box.HalfPerimeter() + float64(2*radius)
	for i, v := range hull {
		e := edge{v: v, n: Vec{X: 1, Y: 0}}
		if len(hull) > 1 {
			e.n = hull[(i+1)%len(hull)].Sub(v).Unit().Perp().Neg()
		}
		s.edges[i] = e
	}
	s.tol = float64(featureTolerance*s.size) + float64(CoordinateRounding*2*box.MaxAbs())
	if isBox(s.edges) {
		e, d := s.edges, s.edges[2].v.Sub(s.edges[0].v)
		s.half = Vec{X: float64(math.Abs(e[0].n.Dot(d)) / 2), Y: float64(math.Abs(e[1].n.Dot(d)) / 2)}
	}
	return Shape{s}
}

// newForm returns a form with n zero edges.
func newForm(n int) *form {
	switch n {
	case 1:
		f := new(roundForm)
		f.edges = f.room[:]
		return &f.form
	case 2:
		f := new(longForm)
		f.edges = f.room[:]
		return &f.form
	case 3:
		f := new(triangularForm)
		f.edges = f.room[:]
		return &f.form
	case 4:
		f := new(squareForm)
		f.edges = f.room[:]
		return &f.form
	}
	return &form{edges: make([]edge, n)}
}

// isBox reports whether the edges form a rectangle, to the last bit: a nearly rectangular shape must not count as one.
func isBox(e []edge) bool {
	return len(e) == 4 && e[0].n == e[2].n.Neg() && e[1].n == e[3].n.Neg() &&
		e[1].n == e[0].n.Perp() && e[0].v.Add(e[2].v) == e[1].v.Add(e[3].v)
}

func (s *Shape) get() *form {
	if s.form == nil {
		return &dot
	}
	return s.form
}

// parts returns the edges: one vertex at the origin for the zero Shape.
func (s *Shape) parts() []edge { return s.get().edges }

// Vertices returns a copy of the inner polygon's vertices, in the shape's own frame, turning +x toward +y.
func (s Shape) Vertices() []Vec {
	edges := s.parts()
	out := make([]Vec, len(edges))
	for i := range edges {
		out[i] = edges[i].v
	}
	return out
}

// Len returns the number of vertices of the inner polygon, at least 1.
func (s Shape) Len() int { return len(s.parts()) }

// Vertex returns vertex i of the inner polygon, modulo their number.
func (s Shape) Vertex(i int) Vec {
	edges := s.parts()
	return edges[wrap(i, len(edges))].v
}

// Normal returns the outward unit normal of the edge from vertex i to the next one, modulo their number. A capsule has
// two edges, one per side; a circle has one, along +x.
func (s Shape) Normal(i int) Vec {
	edges := s.parts()
	if n := edges[wrap(i, len(edges))].n; n != (Vec{}) {
		return n
	}
	return Vec{X: 1, Y: 0}
}

func wrap(i, n int) int {
	if i %= n; i < 0 {
		i += n
	}
	return i
}

// Radius returns the radius of the disc.
func (s Shape) Radius() float64 { return s.get().radius }

// Bounds returns the smallest axis-aligned box around the placed shape.
func (s Shape) Bounds(xf Transform) AABB {
	b := EmptyAABB()
	q, _ := xf.Q.Unit()
	xf.Q = q
	for i := range s.parts() {
		p := xf.Apply(s.parts()[i].v)
		b.Min, b.Max = b.Min.Min(p), b.Max.Max(p)
	}
	return b.Grow(s.get().radius)
}

// Contains reports whether p, in world space, is in the placed shape or on its boundary.
func (s Shape) Contains(xf Transform, p Vec) bool {
	_, d := s.Closest(xf, p)
	return d <= 0
}

// Closest returns the point of the placed shape's boundary that is nearest to p, and p's distance from it, negative if
// p is inside. Both points are in world space. Among equally near points it always returns the same one.
func (s Shape) Closest(xf Transform, p Vec) (on Vec, signedDistance float64) {
	p = clampPoint(p)
	n, d := s.towards(&xf, p)
	d -= s.get().radius
	return p.MulAdd(n, -d), d
}

// towards returns the distance of p, in world space, from the inner polygon, negative inside, and the unit direction in
// which that distance grows.
func (s *Shape) towards(xf *Transform, p Vec) (n Vec, d float64) {
	q, k := xf.Q.Unit()
	local := q.ApplyInv(p.Sub(clampPoint(xf.P)).Mul(float64(k * k)))
	n, d, _ = closestFeature(s.parts(), local, float64(s.get().size*featureTolerance))
	return q.Apply(n).Mul(k), d
}

// clampPoint clamps p to the range whose squares do not overflow.
func clampPoint(p Vec) Vec {
	if math.Abs(p.X) <= farthest && math.Abs(p.Y) <= farthest {
		return p
	}
	return Vec{X: min(max(p.X, -farthest), farthest), Y: min(max(p.Y, -farthest), farthest)}
}

// Chain returns the segments between consecutive points as shapes for one body, each summed with a disc. As pieces of
// one [Body] they give no contacts against their shared ends, so a body that slides along the chain never catches on an
// inner vertex. Set [Body.OneSided] to make them solid only from their outward side: the outward normal of an edge
// along d is (d.Y, -d.X).
//
// The error is a [*ShapeError]: fewer than two points, a bad coordinate or
// radius, or a point that repeats the previous one.
func Chain(points []Vec, radius float64) ([]Shape, error) {
	if len(points) < 2 {
		return nil, &ShapeError{-1, "a chain needs at least 2 points"}
	}
	return chain(points, radius, len(points)-1)
}

// Loop works like [Chain] with the last point joined to the first. A one-sided loop of
// positive area is solid inside. It needs at least three points.
func Loop(points []Vec, radius float64) ([]Shape, error) {
	if len(points) < 3 {
		return nil, &ShapeError{-1, "a closed chain needs at least 3 points"}
	}
	return chain(points, radius, len(points))
}

// chain returns the given number of segments. With len(points) segments the chain is closed.
func chain(points []Vec, radius float64, segments int) ([]Shape, error) {
	if err := check(points, radius); err != nil {
		return nil, err
	}
	out := make([]Shape, 0, segments)
	for i := range segments {
		next := (i + 1) % len(points)
		var room [FewPoints + 1]Vec
		if len(AppendHull(room[:0], []Vec{points[i], points[next]})) < 2 {
			return nil, &ShapeError{next, "repeats the previous point"}
		}
		// Keep the order of travel, so that the first normal is the outward one.
		out = append(out, fromHull([]Vec{points[i], points[next]}, radius))
	}
	return out, nil
}
