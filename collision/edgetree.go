package collision

import (
	"math"
	"slices"
)

// manySides is how many edges an outline has from which on a tree finds those
// that are near each other; fewer are swept sooner.
const manySides = 512

// enoughFaults is how many places where edges meet are looked at before the one
// that is worst so far is reported: where thousands of edges run through one
// point every pair of them meets.
const enoughFaults = 1 << 16

// edgeTree finds the edges of an outline that meet. Its boxes are turned along
// what they hold and hold edges that follow each other, so that long thin teeth
// and spikes, whose upright boxes all overlap, are told apart.
type edgeTree struct {
	sides []side
	nodes []edgeNode
	tol   float64
	worst *OutlineError
	key   [2]sideKey // of worst
	found int
}

// sideKey orders edges: by loop, then by their first vertex.
type sideKey uint64

func (s *side) key() sideKey { return sideKey(s.loop)<<32 | sideKey(s.edge) }

// edgeNode is a turned box around edges.
type edgeNode struct {
	center, axis Vec
	half         Vec // along the axis and across it
	first, last  int32
	left, right  int32 // none: it holds few edges and is not split
	low          sideKey
}

// fewSides is how many edges a box holds at most that is not split.
const fewSides = 4

// newEdgeTree makes the tree of the sides, which stand loop by loop. It changes
// their order.
func newEdgeTree(loops [][]Vec, sides []side, tol float64) *edgeTree {
	t := &edgeTree{tol: tol, nodes: make([]edgeNode, 0, len(sides)/fewSides*4+1)}
	spans := make([]edgeSpan, len(loops))
	at := 0
	for l, loop := range loops {
		spans[l] = edgeSpan{int32(at), int32(at + len(loop)), BoundsOf(loop).Center()}
		at += len(loop)
	}
	arrangeSpans(spans)
	if len(spans) == 1 {
		t.sides = sides
	} else {
		t.sides = make([]side, 0, len(sides))
		for i, s := range spans {
			first := int32(len(t.sides))
			t.sides = append(t.sides, sides[s.first:s.last]...)
			spans[i].first, spans[i].last = first, int32(len(t.sides))
		}
	}
	t.buildSpans(spans)
	return t
}

// meeting is the worst place where two edges meet, nil where none do.
func (t *edgeTree) meeting() *OutlineError {
	t.within(0)
	return t.worst
}

// edgeSpan is the edges of one loop.
type edgeSpan struct {
	first, last int32
	center      Vec
}

// arrangeSpans puts spans into the order in which halves, halves of halves and
// so on lie apart.
func arrangeSpans(spans []edgeSpan) {
	if len(spans) < 3 {
		return
	}
	box := EmptyAABB()
	for _, s := range spans {
		box = box.Union(AABB{s.center, s.center})
	}
	size := box.Size()
	slices.SortStableFunc(spans, func(a, b edgeSpan) int {
		p, q := a.center.X, b.center.X
		if size.Y > size.X {
			p, q = a.center.Y, b.center.Y
		}
		switch {
		case p < q:
			return -1
		case p > q:
			return 1
		}
		return 0
	})
	arrangeSpans(spans[:len(spans)/2])
	arrangeSpans(spans[len(spans)/2:])
}

// buildSpans adds the node of the spans and returns its index.
func (t *edgeTree) buildSpans(spans []edgeSpan) int32 {
	if len(spans) == 1 {
		return t.buildRange(spans[0].first, spans[0].last)
	}
	n := t.add(spans[0].first, spans[len(spans)-1].last)
	left := t.buildSpans(spans[:len(spans)/2])
	right := t.buildSpans(spans[len(spans)/2:])
	t.nodes[n].left, t.nodes[n].right = left, right
	return n
}

// buildRange adds the node of edges that follow each other.
func (t *edgeTree) buildRange(first, last int32) int32 {
	n := t.add(first, last)
	if last-first <= fewSides {
		return n
	}
	middle := first + (last-first)/2
	left := t.buildRange(first, middle)
	right := t.buildRange(middle, last)
	t.nodes[n].left, t.nodes[n].right = left, right
	return n
}

// add adds a node, not split yet, with its box.
func (t *edgeTree) add(first, last int32) int32 {
	sides := t.sides[first:last]
	node := edgeNode{first: first, last: last, left: none, right: none, low: sides[0].key()}
	var sum Vec
	for i := range sides {
		sum = sum.Add(sides[i].a)
		node.low = min(node.low, sides[i].key())
	}
	middle := Vec{sum.X / float64(len(sides)), sum.Y / float64(len(sides))}
	node.axis = principalAxis(sides, middle)
	across := node.axis.Perp()
	lo, hi := Vec{math.Inf(1), math.Inf(1)}, Vec{math.Inf(-1), math.Inf(-1)}
	for i := range sides {
		for _, p := range [2]Vec{sides[i].a, sides[i].b} {
			d := p.Sub(middle)
			at := Vec{d.Dot(node.axis), d.Dot(across)}
			lo, hi = lo.Min(at), hi.Max(at)
		}
	}
	mid := Vec{lo.X + float64((hi.X-lo.X)/2), lo.Y + float64((hi.Y-lo.Y)/2)}
	node.center = middle.MulAdd(node.axis, mid.X).MulAdd(across, mid.Y)
	// Wider by what the edges may stand apart and meet all the same, and by far
	// more than rounding: an edge too many costs little.
	slack := t.tol + float64(1e-9*(hi.X-lo.X+hi.Y-lo.Y))
	node.half = Vec{float64((hi.X-lo.X)/2) + slack, float64((hi.Y-lo.Y)/2) + slack}
	t.nodes = append(t.nodes, node)
	return int32(len(t.nodes) - 1)
}

// principalAxis is the direction in which edges spread most.
func principalAxis(sides []side, middle Vec) Vec {
	var xx, xy, yy float64
	for i := range sides {
		for _, p := range [2]Vec{sides[i].a, sides[i].b} {
			d := p.Sub(middle)
			xx += float64(d.X * d.X)
			xy += float64(d.X * d.Y)
			yy += float64(d.Y * d.Y)
		}
	}
	spread := float64((xx - yy) / 2)
	axis := Vec{spread + math.Sqrt(float64(spread*spread)+float64(xy*xy)), xy}
	if spread < 0 {
		axis = Vec{xy, math.Sqrt(float64(spread*spread)+float64(xy*xy)) - spread}
	}
	if axis = axis.Unit(); axis == (Vec{}) {
		return Vec{1, 0}
	}
	return axis
}

// apart reports whether two boxes share no point.
func (n *edgeNode) apart(o *edgeNode) bool {
	d := o.center.Sub(n.center)
	c, s := math.Abs(n.axis.Dot(o.axis)), math.Abs(n.axis.Cross(o.axis))
	return math.Abs(d.Dot(n.axis)) > n.half.X+float64(c*o.half.X)+float64(s*o.half.Y) ||
		math.Abs(d.Cross(n.axis)) > n.half.Y+float64(s*o.half.X)+float64(c*o.half.Y) ||
		math.Abs(d.Dot(o.axis)) > o.half.X+float64(c*n.half.X)+float64(s*n.half.Y) ||
		math.Abs(d.Cross(o.axis)) > o.half.Y+float64(s*n.half.X)+float64(c*n.half.Y)
}

// hopeless reports whether no pair of edges, one from each of two boxes, can be
// worse than what has been found.
func (t *edgeTree) hopeless(a, b *edgeNode) bool {
	if t.found > enoughFaults {
		return true
	}
	if t.worst == nil || t.worst.Kind != SelfCrossing {
		return false
	}
	lo, hi := min(a.low, b.low), max(a.low, b.low)
	return lo > t.key[0] || lo == t.key[0] && hi >= t.key[1]
}

// within looks at all pairs of edges in a box.
func (t *edgeTree) within(i int32) {
	n := &t.nodes[i]
	if t.hopeless(n, n) {
		return
	}
	if n.left != none {
		t.within(n.left)
		t.between(n.left, n.right)
		t.within(n.right)
		return
	}
	for k := n.first; k < n.last; k++ {
		for l := k + 1; l < n.last; l++ {
			t.try(&t.sides[k], &t.sides[l])
		}
	}
}

// between looks at the pairs of edges of two boxes.
func (t *edgeTree) between(i, j int32) {
	a, b := &t.nodes[i], &t.nodes[j]
	if t.hopeless(a, b) || a.apart(b) {
		return
	}
	switch {
	case a.left == none && b.left == none:
		for k := a.first; k < a.last; k++ {
			for l := b.first; l < b.last; l++ {
				t.try(&t.sides[k], &t.sides[l])
			}
		}
	case b.left == none || a.left != none && a.last-a.first > b.last-b.first:
		t.between(a.left, j)
		t.between(a.right, j)
	default:
		t.between(i, b.left)
		t.between(i, b.right)
	}
}

// try looks at two edges.
func (t *edgeTree) try(s, u *side) {
	if s.lo.X > u.hi.X+t.tol || u.lo.X > s.hi.X+t.tol || s.lo.Y > u.hi.Y+t.tol || u.lo.Y > s.hi.Y+t.tol {
		return
	}
	e := meet(s, u, t.tol)
	if e == nil {
		return
	}
	t.found++
	if t.worst == nil || e.before(t.worst) {
		t.worst = e
		t.key = [2]sideKey{min(s.key(), u.key()), max(s.key(), u.key())}
	}
}
