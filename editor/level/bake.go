package level

import (
	"fmt"

	"fillet/collision"
)

// Baked is what a shape comes to in the collision package: convex pieces, and the boundary of their union. It stands in
// the collider's own frame, so moving or turning the collider leaves it as it is. It is immutable.
type Baked struct {
	Pieces   []collision.Shape
	Boundary []collision.Contour // closed, except for an open chain of radius 0, whose segments are its edges
	Bounds   collision.AABB
	Mass     collision.Mass // of the union, at density 1
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
		b.Pieces, b.Boundary, err = collision.RoundRegion(s.Loops(), s.Radius, s.Rounding == Outset)
		if err == nil {
			b.Mass = collision.RegionMass(b.Boundary, 1)
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
	b.Boundary = p.Boundary()
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
	var outline collision.Contour
	lines := make([]chainEdge, 0, edges)
	for i := range edges {
		from, to := s.Points[i], s.Points[(i+1)%n]
		if from == to {
			return fmt.Errorf("points %d and %d of the chain are the same, (%g, %g)", i, (i+1)%n, from.X, from.Y)
		}
		outline = append(outline, collision.Segment{From: from, To: to})
		lines = append(lines, chainEdge{from, to})
	}
	var err error
	if b.Pieces, err = collision.Chain(s.Points, s.Radius, s.Closed); err != nil {
		return err
	}
	if s.Radius > 0 {
		for _, p := range b.Pieces {
			b.Boundary = append(b.Boundary, p.Boundary()...)
		}
	}
	b.Mass = chainMass(lines, s.Radius)
	if s.Radius == 0 {
		b.Boundary = []collision.Contour{outline}
	}
	return nil
}
