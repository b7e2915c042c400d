package polygon

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// turnedTree holds items that are consecutive along loops, such as edges, in rotated boxes that follow their contents.
// Such boxes separate long thin teeth and spikes, whose upright boxes would all overlap.
type turnedTree struct {
	nodes []turnedNode
	order []int32 // the items, in the order of the nodes
}

// turnedNode is a rotated box.
type turnedNode struct {
	center, axis collision.Vec
	half         collision.Vec // along the axis and across it
	first, last  int32
	left, right  int32 // noNode if the box holds few items and is not split
	closed       bool  // the box holds all of a loop, or of several loops
}

// noNode marks a missing node or vertex.
const noNode int32 = -1

// fewSides is the greatest number of items in a box that is not split.
const fewSides = 4

// turnedSlack is how much a box is enlarged, as a fraction of its size: far more than rounding, but so little that few
// extra items are found.
const turnedSlack = 1e-9

// turnedSpan is the range of one loop's items.
type turnedSpan struct {
	first, last int32
	center      collision.Vec
}

// spansOf returns the spans of the loops' edges, which are listed loop by loop.
func spansOf(loops [][]collision.Vec) []turnedSpan {
	spans := make([]turnedSpan, len(loops))
	at := 0
	for l, loop := range loops {
		spans[l] = turnedSpan{int32(at), int32(at + len(loop)), collision.BoundsOf(loop).Center()}
		at += len(loop)
	}
	return spans
}

// newTurnedTree builds the tree of the items in the spans. corners appends points whose hull contains item i up to
// slack. newTurnedTree changes the order of the spans.
func newTurnedTree(
	spans []turnedSpan, slack float64, corners func(i int32, dst []collision.Vec) []collision.Vec,
) *turnedTree {
	n := int32(0)
	for _, s := range spans {
		n += s.last - s.first
	}
	b := turnedBuilder{t: &turnedTree{order: make([]int32, 0, n)}, slack: slack, corners: corners}
	b.t.nodes = make([]turnedNode, 0, 2*len(spans)+int(n))
	arrangeSpans(spans)
	for i, s := range spans {
		first := int32(len(b.t.order))
		for k := s.first; k < s.last; k++ {
			b.t.order = append(b.t.order, k)
		}
		spans[i].first, spans[i].last = first, int32(len(b.t.order))
	}
	b.spans(spans)
	return b.t
}

// arrangeSpans sorts spans so that the two halves of every part of the tree are far apart.
func arrangeSpans(spans []turnedSpan) {
	if len(spans) < 3 {
		return
	}
	box := collision.EmptyAABB()
	for _, s := range spans {
		box = box.Union(collision.AABB{Min: s.center, Max: s.center})
	}
	size := box.Size()
	slices.SortStableFunc(spans, func(a, b turnedSpan) int {
		p, q := a.center.X, b.center.X
		if size.Y > size.X {
			p, q = a.center.Y, b.center.Y
		}
		return cmp.Compare(p, q)
	})
	arrangeSpans(spans[:len(spans)/2])
	arrangeSpans(spans[len(spans)/2:])
}

// turnedBuilder is the state of building a turnedTree.
type turnedBuilder struct {
	t       *turnedTree
	slack   float64
	corners func(i int32, dst []collision.Vec) []collision.Vec
	// room holds the corners of the items from..to.
	room     []collision.Vec
	from, to int32
}

// spans adds the node of the spans and returns its index.
func (b *turnedBuilder) spans(spans []turnedSpan) int32 {
	n := b.add(spans[0].first, spans[len(spans)-1].last)
	b.t.nodes[n].closed = true
	if len(spans) == 1 {
		b.split(n)
		return n
	}
	left := b.spans(spans[:len(spans)/2])
	right := b.spans(spans[len(spans)/2:])
	b.t.nodes[n].left, b.t.nodes[n].right = left, right
	return n
}

// split adds the nodes below a node of consecutive items.
func (b *turnedBuilder) split(n int32) {
	first, last := b.t.nodes[n].first, b.t.nodes[n].last
	if last-first <= fewSides {
		return
	}
	middle := first + (last-first)/2
	left := b.add(first, middle)
	b.split(left)
	right := b.add(middle, last)
	b.split(right)
	b.t.nodes[n].left, b.t.nodes[n].right = left, right
}

// add adds a node with its box, not yet split.
func (b *turnedBuilder) add(first, last int32) int32 {
	node := turnedNode{first: first, last: last, left: noNode, right: noNode}
	var sum collision.Vec
	n := 0
	b.each(first, last, func(points []collision.Vec) {
		for _, p := range points {
			sum = sum.Add(p)
		}
		n += len(points)
	})
	middle := collision.Vec{X: sum.X / float64(n), Y: sum.Y / float64(n)}
	var xx, xy, yy float64
	b.each(first, last, func(points []collision.Vec) {
		for _, p := range points {
			d := p.Sub(middle)
			xx += float64(d.X * d.X)
			xy += float64(d.X * d.Y)
			yy += float64(d.Y * d.Y)
		}
	})
	node.axis = principalAxis(xx, xy, yy)
	across := node.axis.Perp()
	lo, hi := collision.Vec{X: math.Inf(1), Y: math.Inf(1)}, collision.Vec{X: math.Inf(-1), Y: math.Inf(-1)}
	b.each(first, last, func(points []collision.Vec) {
		for _, p := range points {
			d := p.Sub(middle)
			at := collision.Vec{X: d.Dot(node.axis), Y: d.Dot(across)}
			lo, hi = lo.Min(at), hi.Max(at)
		}
	})
	mid := collision.Vec{X: lo.X + float64((hi.X-lo.X)/2), Y: lo.Y + float64((hi.Y-lo.Y)/2)}
	node.center = middle.MulAdd(node.axis, mid.X).MulAdd(across, mid.Y)
	slack := b.slack + float64(turnedSlack*(hi.X-lo.X+hi.Y-lo.Y))
	node.half = collision.Vec{X: float64((hi.X-lo.X)/2) + slack, Y: float64((hi.Y-lo.Y)/2) + slack}
	b.t.nodes = append(b.t.nodes, node)
	return int32(len(b.t.nodes) - 1)
}

// each calls f with the corners of items, some at a time.
func (b *turnedBuilder) each(first, last int32, f func([]collision.Vec)) {
	const some = 256
	for from := first; from < last; from += some {
		to := min(from+some, last)
		if b.from != from || b.to != to {
			b.from, b.to, b.room = from, to, b.room[:0]
			for _, i := range b.t.order[from:to] {
				b.room = b.corners(i, b.room)
			}
		}
		f(b.room)
	}
}

// principalAxis returns the direction in which points spread most, given the sums of the products of their coordinates.
func principalAxis(xx, xy, yy float64) collision.Vec {
	spread := float64((xx - yy) / 2)
	axis := collision.Vec{X: spread + math.Sqrt(float64(spread*spread)+float64(xy*xy)), Y: xy}
	if spread < 0 {
		axis = collision.Vec{X: xy, Y: math.Sqrt(float64(spread*spread)+float64(xy*xy)) - spread}
	}
	if axis = axis.Unit(); axis == (collision.Vec{}) {
		return collision.Vec{X: 1, Y: 0}
	}
	return axis
}

// apart reports whether two boxes share no point.
func (n *turnedNode) apart(o *turnedNode) bool {
	d := o.center.Sub(n.center)
	c, s := math.Abs(n.axis.Dot(o.axis)), math.Abs(n.axis.Cross(o.axis))
	return math.Abs(d.Dot(n.axis)) > n.half.X+float64(c*o.half.X)+float64(s*o.half.Y) ||
		math.Abs(d.Cross(n.axis)) > n.half.Y+float64(s*o.half.X)+float64(c*o.half.Y) ||
		math.Abs(d.Dot(o.axis)) > o.half.X+float64(c*n.half.X)+float64(s*n.half.Y) ||
		math.Abs(d.Cross(o.axis)) > o.half.Y+float64(s*n.half.X)+float64(c*n.half.Y)
}

// turnedPairs visits the pairs of items whose boxes meet.
type turnedPairs struct {
	*turnedTree
	hopeless func(a, b int32) bool // for two nodes: no pair between them is wanted
	try      func(i, j int32)
}

// within tries all pairs of items in a box.
func (t *turnedPairs) within(i int32) {
	n := &t.nodes[i]
	if t.hopeless(i, i) {
		return
	}
	if n.left != noNode {
		t.within(n.left)
		t.between(n.left, n.right)
		t.within(n.right)
		return
	}
	for k := n.first; k < n.last; k++ {
		for l := k + 1; l < n.last; l++ {
			t.try(t.order[k], t.order[l])
		}
	}
}

// between tries the pairs of items in two boxes.
func (t *turnedPairs) between(i, j int32) {
	a, b := &t.nodes[i], &t.nodes[j]
	if t.hopeless(i, j) || a.apart(b) {
		return
	}
	switch {
	case a.left == noNode && b.left == noNode:
		for k := a.first; k < a.last; k++ {
			for l := b.first; l < b.last; l++ {
				t.try(t.order[k], t.order[l])
			}
		}
	case b.left == noNode || a.left != noNode && a.last-a.first > b.last-b.first:
		t.between(a.left, j)
		t.between(a.right, j)
	default:
		t.between(i, b.left)
		t.between(i, b.right)
	}
}

// near reports whether f is true for an item whose box is closer to p than d.
func (t *turnedTree) near(i int32, p collision.Vec, d float64, f func(i int32) bool) bool {
	n := &t.nodes[i]
	at := p.Sub(n.center)
	x, y := max(0, math.Abs(at.Dot(n.axis))-n.half.X), max(0, math.Abs(at.Cross(n.axis))-n.half.Y)
	if float64(x*x)+float64(y*y) > float64(d*d) {
		return false
	}
	if n.left != noNode {
		return t.near(n.left, p, d, f) || t.near(n.right, p, d, f)
	}
	for _, k := range t.order[n.first:n.last] {
		if f(k) {
			return true
		}
	}
	return false
}

// odd reports whether a ray from p along +x crosses an odd number of the edges
// in a node. ends holds the ends of each edge.
//
// For consecutive edges in a box that does not contain p, the line through p meets the box on one side of p only. If
// that is the ray's side, the ray crosses them an odd number of times if and only if the line separates their two ends.
func (t *turnedTree) odd(i int32, p collision.Vec, ends [][2]collision.Vec) bool {
	n := &t.nodes[i]
	at := p.Sub(n.center)
	x, y := at.Dot(n.axis), at.Dot(n.axis.Perp())
	const sure = 1 - turnedSlack/1024 // far from a small box, its sides are rounded
	g := 0.0                          // x of the direction from the box to p
	switch {
	case x*sure > n.half.X:
		g = n.axis.X
	case -x*sure > n.half.X:
		g = -n.axis.X
	case y*sure > n.half.Y:
		g = n.axis.Perp().X
	case -y*sure > n.half.Y:
		g = -n.axis.Perp().X
	}
	switch {
	case g > collision.ParallelTolerance: // the box is to the left of p
		return false
	case g < -collision.ParallelTolerance: // to the right
		if n.closed {
			return false
		}
		from, to := ends[t.order[n.first]][0], ends[t.order[n.last-1]][1]
		return (from.Y > p.Y) != (to.Y > p.Y)
	case n.left != noNode:
		return t.odd(n.left, p, ends) != t.odd(n.right, p, ends)
	}
	in := false
	for _, k := range t.order[n.first:n.last] {
		in = in != rayCrosses(p, ends[k][0], ends[k][1])
	}
	return in
}
