package export

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/export/colliders"
)

// In the playtest, adjoining surfaces of static colliders act as one surface. Box2D needs ghost vertices for this: an
// open chain gets the next vertices of the surfaces that continue it, so that nothing catches on its ends.

// seamGap limits the distance between the ends of adjoining surfaces, along and across the surfaces, including rounding
// errors.
const seamGap = collision.SeamMiss + 1e-7

// side is a straight edge of a static, solid collider, in level space.
type side struct {
	of   int // index of the collider
	ends [2]Vec
	out  Vec // normal of its solid side; zero if both sides are solid
}

// sideEnd is one end of a side.
type sideEnd struct {
	column, y float64
	of        int // index of the side
	end       int
}

// normal returns the outward normal of an edge of an outline.
func normal(from, to Vec) Vec { return to.Sub(from).Unit().Perp().Neg() }

// isSurface reports whether other colliders can continue the surfaces of a collider.
func isSurface(c *colliders.Collider) bool {
	return c.Body == colliders.Static && c.Role != colliders.Trigger && len(c.Pieces) > 0
}

// continues reports whether two colliders are solid to the same objects, so that one can continue the other.
func continues(a, b *colliders.Collider) bool {
	way := func(c *colliders.Collider) Vec {
		if c.OneWay == nil {
			return Vec{}
		}
		return *c.OneWay
	}
	return a.Role == b.Role && way(a) == way(b) && a.Category == b.Category && a.Mask == b.Mask && a.Group == b.Group
}

// findSides collects the sides of the level, and their ends sorted by column.
func (t *target) findSides() {
	t.sides, t.sideEnds = []side{}, nil
	for i := range t.Colliders {
		c := &t.Colliders[i]
		if !isSurface(c) {
			continue
		}
		at := c.Transform()
		add := func(from, to, out Vec) {
			for e, v := range [2]Vec{from, to} {
				t.sideEnds = append(t.sideEnds, sideEnd{columnOf(v.X), v.Y, len(t.sides), e})
			}
			t.sides = append(t.sides, side{i, [2]Vec{from, to}, out})
		}
		if !isLine(c) {
			for _, contour := range t.source[i].Baked.Boundary() {
				for _, s := range contour {
					if from, to := at.Apply(s.From), at.Apply(s.To); s.Radius == 0 {
						add(from, to, normal(from, to))
					}
				}
			}
			continue
		}
		points := t.line(i)
		if c.Shape.Closed {
			points = append(slices.Clone(points), points[0])
		}
		for k := 1; k < len(points); k++ {
			from, to := at.Apply(points[k-1]), at.Apply(points[k])
			out := Vec{}
			if c.Shape.OneSided {
				out = normal(from, to)
			}
			add(from, to, out)
		}
	}
	slices.SortFunc(t.sideEnds, compareEnds)
}

func compareEnds(a, b sideEnd) int {
	return cmp.Or(cmp.Compare(a.column, b.column), cmp.Compare(a.y, b.y), a.of-b.of, a.end-b.end)
}

// columnOf returns the pixel column of x. Ends are sorted by column, then by height.
func columnOf(x float64) float64 { return math.Floor(x) }

// isLine reports whether a collider is a chain without thickness.
func isLine(c *colliders.Collider) bool {
	return c.Shape.Kind == colliders.Chain && c.Shape.Radius == 0
}

// ghost returns the vertex after the end of a collider's open line, in level space, if a surface of any collider
// continues the line. from is the point before the end.
func (t *target) ghost(i int, from, end, out Vec) (at Vec, ok bool) {
	if t.sides == nil {
		t.findSides()
	}
	along := end.Sub(from).Unit()
	nearest := math.Inf(1)
	for _, e := range t.endsNear(end) {
		s := &t.sides[e.of]
		next, off := s.ends[1-e.end], s.ends[e.end].Sub(end)
		way := next.Sub(s.ends[e.end])
		switch {
		case math.Abs(off.Dot(along)) > seamGap || math.Abs(off.Cross(along)) > seamGap,
			way.Unit().Dot(along) < collision.SeamCosine || next.Dist(end) <= t.weld(),
			out != (Vec{}) && s.out != (Vec{}) && out.Dot(s.out) < collision.SeamCosine,
			!continues(&t.Colliders[i], &t.Colliders[s.of]):
		case off.Len() < nearest:
			nearest, at, ok = off.Len(), next, true
		}
	}
	return at, ok
}

// endsNear returns at least the ends of sides within twice seamGap of a point.
func (t *target) endsNear(p Vec) []sideEnd {
	var out []sideEnd
	for column := columnOf(p.X - 2*seamGap); column <= p.X+2*seamGap; column++ {
		low, high := sideEnd{column: column, y: p.Y - 2*seamGap, of: -1},
			sideEnd{column: column, y: p.Y + 2*seamGap, of: len(t.sides)}
		from, _ := slices.BinarySearchFunc(t.sideEnds, low, compareEnds)
		to, _ := slices.BinarySearchFunc(t.sideEnds, high, compareEnds)
		out = append(out, t.sideEnds[from:to]...)
	}
	return out
}

// ghosts sets the ghost vertices of an open line, whose points are in the given frame.
func (t *target) ghosts(i int, s *Box2DShape, frame collision.Transform) {
	c := &t.Colliders[i]
	if !isSurface(c) {
		return
	}
	n := len(s.Vertices)
	for e, vertex := range [2]**Vec{&s.Prev, &s.Next} {
		from, end := frame.Apply(s.Vertices[1]), frame.Apply(s.Vertices[0])
		out := normal(end, from)
		if e == 1 {
			from, end = frame.Apply(s.Vertices[n-2]), frame.Apply(s.Vertices[n-1])
			out = normal(from, end)
		}
		if !c.Shape.OneSided {
			out = Vec{}
		}
		if at, ok := t.ghost(i, from, end, out); ok {
			at = tidy(frame.ApplyInv(at))
			*vertex = &at
		}
	}
}
