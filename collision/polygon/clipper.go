package polygon

import (
	"math"

	"fillet/collision"
)

// FillRule selects which points are inside loops by their winding number, which
// is positive for loops that turn from +x toward +y.
type FillRule uint8

// The fill rules. Each fills the points whose winding number it names.
const (
	NonZero  FillRule = iota // all but zero
	EvenOdd                  // odd numbers
	Positive                 // numbers above zero
)

// fills reports whether the rule fills points with winding number n.
func (r FillRule) fills(n int32) bool {
	switch r {
	case EvenOdd:
		return n&1 != 0
	case Positive:
		return n > 0
	}
	return n != 0
}

// Clipper performs operations on regions in memory that it reuses, and stops allocating once that is large enough. Each
// operation overwrites the previous result; to keep a result, use [Region.Clone]. Results of one Clipper may be
// operands of another, but not of itself.
//
// The zero Clipper is ready to use. It is not safe for concurrent use.
type Clipper struct {
	// KeepStraight keeps points in the middle of straight edges: input points
	// on the result's boundary, and places where edges met.
	KeepStraight bool

	graph graph
	faces faces
	rings rings
	ids   []int32
	raw   []Vec // loops of an offset, not filled yet
	ends  []int32
	lower []Vec // of convex operands
	upper []Vec
	far   bool // points belong to a half plane and may be beyond MaxRegionCoordinate
}

// operation selects the points of a result, depending on which operands contain them.
type operation uint8

const (
	union operation = iota
	intersection
	difference
	symmetric
)

func (o operation) holds(a, b bool) bool {
	switch o {
	case intersection:
		return a && b
	case difference:
		return a && !b
	case symmetric:
		return a != b
	}
	return a || b
}

// Union returns the points that are in at least one of the regions.
func (c *Clipper) Union(regions ...Region) (Region, error) {
	n := 0
	for _, r := range regions {
		_, points := r.size()
		n += points
	}
	c.graph.reset(n)
	for i, r := range regions {
		if err := c.load(i, r, 0, nil); err != nil {
			return nil, err
		}
	}
	return c.run(union, NonZero)
}

// Intersect returns the points that are in both regions.
func (c *Clipper) Intersect(a, b Region) (Region, error) {
	both, other := a.Bounds(), b.Bounds()
	both = both.Intersect(other).Grow(2 * reach)
	c.graph.reset(64)
	for i, r := range [2]Region{a, b} {
		if err := c.load(i, r, i, &both); err != nil {
			return nil, err
		}
	}
	return c.run(intersection, NonZero)
}

// Subtract returns the points of a that are in none of the others.
func (c *Clipper) Subtract(a Region, others ...Region) (Region, error) {
	_, n := a.size()
	c.graph.reset(n)
	if err := c.load(0, a, 0, nil); err != nil {
		return nil, err
	}
	box := a.Bounds().Grow(2 * reach)
	for i, r := range others {
		if err := c.load(i+1, r, 1, &box); err != nil {
			return nil, err
		}
	}
	return c.run(difference, NonZero)
}

// Xor returns the points that are in exactly one of two regions.
func (c *Clipper) Xor(a, b Region) (Region, error) {
	_, n := a.size()
	_, m := b.size()
	c.graph.reset(n + m)
	for i, r := range [2]Region{a, b} {
		if err := c.load(i, r, i, nil); err != nil {
			return nil, err
		}
	}
	return c.run(symmetric, NonZero)
}

// Fill returns the region that loops enclose under a fill rule. The loops may cross themselves and each other. Each
// loop keeps its winding.
func (c *Clipper) Fill(rule FillRule, loops ...[]Vec) (Region, error) {
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	c.graph.reset(n)
	for l, loop := range loops {
		if k := c.loop(loop, 0, 1, nil); k >= 0 {
			return nil, &PointError{Loop: l, Point: k, At: loop[k]}
		}
	}
	return c.run(union, rule)
}

// run computes the result from the edges of the operands.
func (c *Clipper) run(o operation, rule FillRule) (Region, error) {
	g := &c.graph
	c.rings.shared = c.rings.shared[:0]
	if err := g.settle(); err != nil {
		return nil, err
	}
	c.faces.find(g)
	for i := range g.edges {
		e := &g.edges[i]
		right := e.right()
		in, out := o.holds(rule.fills(e.left[0]), rule.fills(e.left[1])),
			o.holds(rule.fills(right[0]), rule.fills(right[1]))
		switch {
		case in && !out:
			e.inside = 1
		case out && !in:
			e.inside = -1
		}
	}
	return c.rings.trace(g, &c.faces, c.KeepStraight), nil
}

// Meetings returns the points where loops of one outline of the last result
// touch, in order. If there are none, [Validate] accepts all of its outlines.
func (c *Clipper) Meetings() []Vec { return c.rings.meetings(&c.graph) }

// load adds a region's loops to the graph, each with its required winding. Outside box it only has to preserve the
// winding numbers of the box's points.
func (c *Clipper) load(n int, r Region, operand int, box *collision.AABB) error {
	for k, outline := range r {
		for l, loop := range outline {
			turn := int32(1)
			if (area(loop) < 0) == (l == 0) {
				turn = -1
			}
			if p := c.loop(loop, operand, turn, box); p >= 0 {
				return &PointError{Region: n, Outline: k, Loop: l, Point: p, At: loop[p]}
			}
		}
	}
	return nil
}

// loop adds one loop turn times. It returns -1, or the index of the first point that cannot be placed.
func (c *Clipper) loop(loop []Vec, operand int, turn int32, box *collision.AABB) int {
	for i, p := range loop {
		if !(math.Abs(p.X) <= MaxRegionCoordinate && math.Abs(p.Y) <= MaxRegionCoordinate) && !c.fits(p) {
			return i
		}
	}
	c.ids = c.ids[:0]
	if box == nil {
		for _, p := range loop {
			c.ids = append(c.ids, c.graph.given(p))
		}
	} else {
		c.crop(loop, box)
	}
	var w [2]int32
	w[operand] = turn
	for i, a := range c.ids {
		b := c.ids[0]
		if i+1 < len(c.ids) {
			b = c.ids[i+1]
		}
		c.graph.add(a, b, w, true)
	}
	return -1
}

// fits reports whether the corner of a half plane can be placed.
func (c *Clipper) fits(p Vec) bool {
	return c.far && math.Abs(p.X) <= 4*MaxRegionCoordinate && math.Abs(p.Y) <= 4*MaxRegionCoordinate
}

// given returns the vertex of an input point.
func (g *graph) given(p Vec) int32 {
	return g.vertex(snap(p), Vec{X: p.X + 0, Y: p.Y + 0}, true) // + 0 turns -0 into 0
}

// crop adds the vertices of a loop, except vertices that are beyond the same side of a box as their neighbours. Without
// those, the box's points have the same winding numbers.
func (c *Clipper) crop(loop []Vec, box *collision.AABB) {
	if len(loop) == 0 {
		return
	}
	first := sides(loop[0], box)
	last, here := first, first
	for i, p := range loop {
		next := first
		if i+1 < len(loop) {
			next = sides(loop[i+1], box)
		}
		if i == 0 || last&here&next == 0 {
			c.ids = append(c.ids, c.graph.given(p))
			last = here
		}
		here = next
	}
	if len(c.ids) < 3 {
		c.ids = c.ids[:0]
	}
}

// sides returns, as bits, the sides of a box that a point is beyond.
func sides(p Vec, box *collision.AABB) uint8 {
	var s uint8
	if p.X < box.Min.X {
		s = 1
	} else if p.X > box.Max.X {
		s = 2
	}
	if p.Y < box.Min.Y {
		s |= 4
	} else if p.Y > box.Max.Y {
		s |= 8
	}
	return s
}
