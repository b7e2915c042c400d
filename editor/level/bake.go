package level

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"fillet/collision"
)

// Baked is what a shape comes to in the collision package: convex pieces, and the boundary of their union. It stands in
// the collider's own frame, so moving or turning the collider leaves it as it is. It is immutable.
type Baked struct {
	Pieces []collision.Shape
	Bounds collision.AABB
	Mass   collision.Mass // of the union, at density 1

	drawn    *Shape // what the boundary is made of; nil where it is that of the one piece
	boundary atomic.Pointer[[]collision.Contour]
	widest   atomic.Uint64 // the bits of the largest corner radius; 0: not asked for yet
}

// MaxRadius is the largest corner radius of the shape s that this was baked from, as [Shape.MaxRadius] gives it. It is worked
// out when it is first asked for; any goroutine can ask.
func (b *Baked) MaxRadius(s *Shape) float64 {
	if known := b.widest.Load(); known != 0 {
		return math.Float64frombits(known)
	}
	r := s.MaxRadius()
	b.widest.Store(math.Float64bits(r))
	return r
}

// Boundary is the boundary of the pieces' union: closed, except for an open chain of radius 0, whose segments are its
// edges. It takes more memory than all the rest and few of a large level's shapes are looked at closely, so it is made
// when it is first asked for; any goroutine can ask. The caller must not change it.
func (b *Baked) Boundary() []collision.Contour {
	if known := b.boundary.Load(); known != nil {
		return *known
	}
	var made []collision.Contour
	switch {
	case b.drawn == nil && len(b.Pieces) == 1:
		made = b.Pieces[0].Boundary()
	case b.drawn == nil: // a point
	case b.drawn.Kind == Chain:
		made = b.drawn.chainBoundary(b.Pieces)
	default:
		_, made, _ = collision.RoundRegion(b.drawn.Loops(), b.drawn.Radius, b.drawn.Rounding == Outset) // Bake has seen to it that there is no error
	}
	for i, c := range made {
		made[i] = slices.Clip(c)
	}
	b.boundary.Store(&made)
	return made
}

// Bake splits a shape into convex pieces. The error says what is wrong with the outline, and where.
func (s Shape) Bake() (*Baked, error) {
	b := &Baked{}
	var err error
	switch s.Kind {
	case Polygon, Box:
		if s.Kind == Box && (s.Size.X <= 0 || s.Size.Y <= 0) {
			return nil, fmt.Errorf("a box of %g by %g has no extent", s.Size.X, s.Size.Y)
		}
		var boundary []collision.Contour
		b.Pieces, boundary, err = collision.RoundRegion(s.Loops(), s.Radius, s.Rounding == Outset)
		if err == nil {
			b.Mass = collision.RegionMass(boundary, 1)
		}
		if len(b.Pieces) > 1 || len(boundary) > 1 {
			drawn := s
			b.drawn = &drawn
		}
	case Circle:
		err = b.convex(collision.Circle(Vec{}, s.Radius))
	case Capsule:
		if len(s.Points) != 2 {
			return nil, fmt.Errorf("a capsule has two ends, not %d", len(s.Points))
		}
		err = b.convex(collision.Capsule(s.Points[0], s.Points[1], s.Radius))
	case Chain:
		err = b.chain(s)
	case Point:
		b.Bounds = collision.AABB{}
		return b, nil
	default:
		return nil, fmt.Errorf("unknown kind %q", s.Kind)
	}
	if err != nil {
		return nil, err
	}
	b.Bounds = collision.EmptyAABB()
	for _, p := range b.Pieces {
		b.Bounds = b.Bounds.Union(p.Bounds(collision.Identity()))
	}
	return b, nil
}

func (b *Baked) convex(p collision.Shape, err error) error {
	if err != nil {
		return err
	}
	b.Pieces = []collision.Shape{p}
	b.Mass = p.Mass(1)
	return nil
}

func (b *Baked) chain(s Shape) error {
	n := len(s.Points)
	if n < 2 || s.Closed && n < 3 {
		return fmt.Errorf("a chain of %d points has no edge to stand on", n)
	}
	edges := n - 1
	if s.Closed {
		edges = n
	}
	lines := make([]chainEdge, 0, edges)
	for i := range edges {
		from, to := s.Points[i], s.Points[(i+1)%n]
		if from == to {
			return fmt.Errorf("points %d and %d of the chain are the same, (%g, %g)", i, (i+1)%n, from.X, from.Y)
		}
		lines = append(lines, chainEdge{from, to})
	}
	var err error
	if b.Pieces, err = collision.Chain(s.Points, s.Radius, s.Closed); err != nil {
		return err
	}
	b.Mass = chainMass(lines, s.Radius)
	drawn := s
	b.drawn = &drawn
	return nil
}

func (s *Shape) chainBoundary(pieces []collision.Shape) []collision.Contour {
	if s.Radius > 0 {
		var boundary []collision.Contour
		for _, p := range pieces {
			boundary = append(boundary, p.Boundary()...)
		}
		return boundary
	}
	n := len(s.Points) - 1
	if s.Closed {
		n++
	}
	var outline collision.Contour
	for i := range n {
		outline = append(outline, collision.Segment{From: s.Points[i], To: s.Points[(i+1)%len(s.Points)]})
	}
	return []collision.Contour{outline}
}
