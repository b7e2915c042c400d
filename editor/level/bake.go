package level

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"fillet/collision"
	"fillet/collision/polygon"
)

// Baked is a shape as the collision package needs it: convex pieces in the collider's own frame, whose union is the
// shape. Moving or turning the collider does not change it. It is immutable and safe for concurrent use; expensive
// values are computed on first use.
type Baked struct {
	Pieces []collision.Shape
	Bounds collision.AABB

	// drawn is the shape that the pieces were made from. It is nil for a point, and for a single piece that is neither
	// a chain nor detailed.
	drawn *Shape
	known atomic.Pointer[derived]
}

// derived caches values that were computed from a baked shape.
type derived struct {
	boundary    []collision.Contour
	mass        collision.Mass
	widest      float64
	hasBoundary bool
	hasMass     bool
	hasWidest   bool
}

// learn adds values to the cache.
func (b *Baked) learn(add func(*derived)) {
	for {
		old := b.known.Load()
		var more derived
		if old != nil {
			more = *old
		}
		if add(&more); b.known.CompareAndSwap(old, &more) {
			return
		}
	}
}

// MaxRadius returns [Shape.MaxRadius] of s, which b was baked from, and caches it.
func (b *Baked) MaxRadius(s *Shape) float64 {
	if d := b.known.Load(); d != nil && d.hasWidest {
		return d.widest
	}
	r := s.MaxRadius()
	b.learn(func(d *derived) { d.widest, d.hasWidest = r, true })
	return r
}

// Line returns the vertices of s, the chain that b was baked from, with curves and corners flattened to lines. The
// caller must not change them.
func (b *Baked) Line(s *Shape) []Vec {
	if s.Detail == nil || b.drawn == nil || b.drawn.Kind != Chain {
		return s.Points
	}
	return b.drawn.Points
}

// KnowsMaxRadius reports whether MaxRadius is cached or cheap. For large outlines, computing it takes seconds.
func (b *Baked) KnowsMaxRadius(s *Shape) bool {
	d := b.known.Load()
	return d != nil && d.hasWidest || s.Kind == Box && s.Detail == nil || !s.HasCorners() || s.Rounding == Outset
}

// Mass returns the mass of the pieces' union at density 1.
func (b *Baked) Mass() collision.Mass {
	d := b.known.Load()
	if d != nil && d.hasMass {
		return d.mass
	}
	var m collision.Mass
	switch {
	case b.drawn != nil && b.drawn.Kind == Chain:
		m = chainMass(b.drawn.chainEdges(), b.drawn.Radius)
	case b.drawn != nil && d != nil && d.hasBoundary:
		m = collision.RegionMass(d.boundary, 1)
	case b.drawn != nil: // avoids keeping the boundary
		m = collision.RegionMass(b.trace(), 1)
	case len(b.Pieces) == 1:
		m = b.Pieces[0].Mass(1)
	}
	b.learn(func(d *derived) { d.mass, d.hasMass = m, true })
	return m
}

// Boundary returns the boundary of the pieces' union: closed, except for an open chain of radius 0, which gives its
// edges. It is computed on first use, because it takes more memory than everything else and few shapes of a large level
// ever need it. The caller must not change it.
func (b *Baked) Boundary() []collision.Contour {
	if d := b.known.Load(); d != nil && d.hasBoundary {
		return d.boundary
	}
	made := b.trace()
	for i, c := range made {
		made[i] = slices.Clip(c)
	}
	b.learn(func(d *derived) { d.boundary, d.hasBoundary = made, true })
	return made
}

// TracedBoundary works like [Baked.Boundary], but does not keep a boundary that it computes: a walk over a whole level
// would otherwise keep all of them.
func (b *Baked) TracedBoundary() []collision.Contour {
	if d := b.known.Load(); d != nil && d.hasBoundary {
		return d.boundary
	}
	return b.trace()
}

// trace computes the boundary.
func (b *Baked) trace() []collision.Contour {
	switch {
	case len(b.Pieces) == 0: // a point
		return nil
	case b.drawn == nil:
		return b.Pieces[0].Boundary()
	case b.drawn.Kind == Chain:
		return b.drawn.chainBoundary(b.Pieces)
	}
	if b.drawn.Detail != nil {
		return b.drawn.drawnBoundary()
	}
	// Bake has already ruled out errors
	boundary, _ := polygon.RoundBoundary(b.drawn.Loops(), b.drawn.Radius, b.drawn.Rounding.core())
	return boundary
}

// Bake splits a shape into convex pieces. The error describes the outline's fault and its position.
func (s Shape) Bake() (*Baked, error) {
	b := &Baked{}
	var err error
	switch s.Kind {
	case Polygon, Box:
		if s.Kind == Box && (s.Size.X <= 0 || s.Size.Y <= 0) {
			return nil, fmt.Errorf("a box of %g by %g has no area", s.Size.X, s.Size.Y)
		}
		if s.Detail != nil {
			err = b.bakeDetailed(s)
			break
		}
		b.Pieces, err = polygon.RoundPieces(s.Loops(), s.Radius, s.Rounding.core())
		if len(b.Pieces) > 1 {
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
	b.Pieces = []collision.Shape{p}
	return err
}

func (b *Baked) chain(s Shape) (err error) {
	n := len(s.Points)
	if n < 2 || s.Closed && n < 3 {
		return fmt.Errorf("a chain needs at least 2 points (3 if closed), not %d", n)
	}
	for i, e := range s.chainEdges() {
		if e.from == e.to {
			return fmt.Errorf("points %d and %d of the chain are the same, (%g, %g)", i, (i+1)%n, e.from.X, e.from.Y)
		}
	}
	if s.Detail != nil {
		loops, _, _, err := s.flattened()
		if err != nil {
			return err
		}
		s.Points, s.Detail = loops[0], nil
	}
	b.drawn = &s
	if s.Closed {
		b.Pieces, err = collision.Loop(s.Points, s.Radius)
	} else {
		b.Pieces, err = collision.Chain(s.Points, s.Radius)
	}
	return err
}

func (s *Shape) chainEdges() []chainEdge {
	n := len(s.Points)
	edges := n - 1
	if s.Closed {
		edges = n
	}
	lines := make([]chainEdge, edges)
	for i := range lines {
		lines[i] = chainEdge{s.Points[i], s.Points[(i+1)%n]}
	}
	return lines
}

func (s *Shape) chainBoundary(pieces []collision.Shape) []collision.Contour {
	if s.Radius > 0 {
		var boundary []collision.Contour
		for _, p := range pieces {
			boundary = append(boundary, p.Boundary()...)
		}
		return boundary
	}
	var outline collision.Contour
	for _, e := range s.chainEdges() {
		outline = append(outline, collision.Segment{From: e.from, To: e.to})
	}
	return []collision.Contour{outline}
}

// bakeAll bakes the changed shapes that are not baked yet, on all cores if there are many. It returns the first error
// in the order of the changes.
func bakeAll(changes []Change[Collider], baked []*Baked, fresh int) error {
	const worthwhile = 512 // number of shapes at which goroutines pay off
	workers := runtime.GOMAXPROCS(0)
	if fresh < worthwhile || workers == 1 {
		for i := range changes {
			if err := bakeOne(changes[i].After, &baked[i]); err != nil {
				return err
			}
		}
		return nil
	}
	const run = 128 // changes that a worker takes at a time
	runs := (len(changes) + run - 1) / run
	failed := make([]error, runs)
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(workers, runs) {
		done.Go(func() {
			for {
				r := int(next.Add(1)) - 1
				if r >= runs {
					return
				}
				for i := r * run; i < min((r+1)*run, len(changes)) && failed[r] == nil; i++ {
					failed[r] = bakeOne(changes[i].After, &baked[i])
				}
			}
		})
	}
	done.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

func bakeOne(c *Collider, to **Baked) (err error) {
	if c == nil || *to != nil {
		return nil
	}
	*to, err = c.Shape.Bake()
	return c.wrap(err)
}
