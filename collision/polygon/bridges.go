package polygon

import (
	"slices"

	"fillet/collision"
)

// sweep visits the vertices of disjoint loops from left to right and, at equal x, by increasing y. It keeps the edges
// that cross the sweep line in a treap ordered by y, so each step takes logarithmic time (M. de Berg et al.,
// "Computational Geometry", chapter 3).
type sweep struct {
	ring   *ring
	edges  []sweepEdge // indexed by the node where the edge starts
	prev   []int32     // by node: the node before it, before bridges are added
	copies []int32     // by node: another node at the same point, or noNode
	root   int32
}

type sweepEdge struct {
	lo, hi      collision.Vec
	left, right int32
	priority    uint32
	helper      int32 // the last node that the sweep passed just above the edge
	isMerge     bool  // whether the path turns back at the helper
}

func newSweep(r *ring) *sweep {
	s := &sweep{
		ring: r, edges: make([]sweepEdge, len(r.nodes)), prev: make([]int32, len(r.nodes)),
		copies: make([]int32, len(r.nodes)), root: noNode,
	}
	for n := range r.nodes {
		lo, hi := r.at(int32(n)), r.at(r.nodes[n].next)
		if before(hi, lo) {
			lo, hi = hi, lo
		}
		x := uint32(n+1) * 0x9e3779b1
		x = (x ^ x>>15) * 0x85ebca6b
		s.edges[n] = sweepEdge{lo: lo, hi: hi, left: noNode, right: noNode, priority: x ^ x>>13, helper: noNode}
		s.prev[n], s.copies[n] = r.nodes[n].prev, noNode
	}
	return s
}

// run calls visit for each vertex with the edge below it, or noNode, and the
// number of its edges that lead to the right.
func (s *sweep) run(visit func(n, below int32, starts int)) {
	r := s.ring
	order := make([]int32, len(r.nodes))
	for n := range order {
		order[n] = int32(n)
	}
	slices.SortFunc(order, r.compare)
	for _, n := range order {
		p := r.at(n)
		low, rest := s.split(s.root, p, false)
		_, high := s.split(rest, p, true)
		below := low
		for below != noNode && s.edges[below].right != noNode {
			below = s.edges[below].right
		}
		var begin []int32
		for _, e := range [2]int32{s.prev[n], n} {
			if s.edges[e].lo == p {
				s.edges[e].left, s.edges[e].right = noNode, noNode
				begin = append(begin, e)
			}
		}
		if len(begin) == 2 && collision.Orient(p, s.edges[begin[0]].hi, s.edges[begin[1]].hi) < 0 {
			begin[0], begin[1] = begin[1], begin[0]
		}
		visit(n, below, len(begin))
		for _, e := range begin {
			low = s.merge(low, e)
		}
		s.root = s.merge(low, high)
	}
}

// split divides a treap into the edges below p and the others. Edges that end
// at p count as below it only if through is true.
func (s *sweep) split(t int32, p collision.Vec, through bool) (low, high int32) {
	if t == noNode {
		return noNode, noNode
	}
	s.ring.visits++
	e := &s.edges[t]
	isLow := through
	if e.hi != p {
		isLow = collision.Orient(e.lo, e.hi, p) >= 0
	}
	if isLow {
		e.right, high = s.split(e.right, p, through)
		return t, high
	}
	low, e.left = s.split(e.left, p, through)
	return low, t
}

// merge joins two treaps, the first below the second.
func (s *sweep) merge(low, high int32) int32 {
	switch {
	case low == noNode:
		return high
	case high == noNode:
		return low
	}
	s.ring.visits++
	a, b := &s.edges[low], &s.edges[high]
	if a.priority > b.priority {
		a.right = s.merge(a.right, high)
		return low
	}
	b.left = s.merge(low, b.left)
	return high
}

// cut cuts the region into x-monotone parts.
func (r *ring) cut() {
	s := newSweep(r)
	s.run(func(n, below int32, starts int) {
		p := r.at(n)
		next := s.edges[n].hi
		if next == p {
			next = s.edges[n].lo
		}
		reflex := collision.Orient(r.points[s.prev[n]], p, next) <= 0
		for _, e := range [2]int32{s.prev[n], n} {
			if s.edges[e].hi == p && s.edges[e].isMerge {
				s.connect(n, s.edges[e].helper)
			}
		}
		if below != noNode && s.leadsRight(below) {
			b := &s.edges[below]
			if b.isMerge || starts == 2 && reflex {
				s.connect(n, b.helper)
			}
			b.helper, b.isMerge = n, starts == 0 && reflex
		}
		for _, e := range [2]int32{s.prev[n], n} {
			if s.edges[e].lo == p {
				s.edges[e].helper, s.edges[e].isMerge = n, false
			}
		}
	})
}

// leadsRight reports whether the inside is above an edge.
func (s *sweep) leadsRight(e int32) bool { return s.ring.points[e] == s.edges[e].lo }

// connect cuts the region from one vertex to another.
func (s *sweep) connect(a, b int32) {
	r := s.ring
	p, q := r.at(a), r.at(b)
	for s.copies[a] != noNode && !r.sees(a, q) {
		a = s.copies[a]
	}
	for s.copies[b] != noNode && !r.sees(b, p) {
		b = s.copies[b]
	}
	r.bridge(a, b)
	a2, b2 := int32(len(r.nodes)-2), int32(len(r.nodes)-1)
	s.copies = append(s.copies, s.copies[a], s.copies[b])
	s.copies[a], s.copies[b] = a2, b2
}

// clipMonotone cuts the parts that [ring.cut] made into triangles, each in one pass.
func (r *ring) clipMonotone(emit func(a, b, c int32)) {
	done := make([]bool, len(r.nodes))
	var stack []int32
	for n := range r.nodes {
		if done[n] {
			continue
		}
		first := int32(n)
		for m := first; !done[m]; m = r.nodes[m].next {
			done[m] = true
			if before(r.at(m), r.at(first)) {
				first = m
			}
		}
		// The lower chain runs forward from the first vertex, the upper one backward.
		low, high := r.nodes[first].next, r.nodes[first].prev
		stack = append(stack[:0], first)
		onLow := true
		for {
			last := low == high
			isLow := before(r.at(low), r.at(high))
			v := high
			if isLow {
				v, low = low, r.nodes[low].next
			} else {
				high = r.nodes[high].prev
			}
			r.visits++
			if len(stack) > 1 && (last || isLow != onLow) {
				for i := 1; i < len(stack); i++ {
					r.emitTurned(emit, stack[i-1], stack[i], v, onLow)
				}
				stack = append(stack[:0], stack[len(stack)-1], v)
			} else {
				for len(stack) > 1 {
					a, b := stack[len(stack)-2], stack[len(stack)-1]
					turn := collision.Orient(r.at(a), r.at(b), r.at(v))
					if isLow && turn <= 0 || !isLow && turn >= 0 {
						break
					}
					r.emitTurned(emit, a, b, v, isLow)
					stack = stack[:len(stack)-1]
				}
				stack = append(stack, v)
			}
			if onLow = isLow; last {
				break
			}
		}
	}
}

func (r *ring) emitTurned(emit func(a, b, c int32), a, b, c int32, onLow bool) {
	if !onLow {
		a, b = b, a
	}
	emit(r.nodes[a].point, r.nodes[b].point, r.nodes[c].point)
}

// areNested reports whether every hole is inside the outer loop and outside all others, for loops that do not touch.
// The edge just below a hole's leftmost vertex belongs to a loop that either contains the hole or is a hole below it.
func areNested(loops [][]collision.Vec) bool {
	r := newPath(loops)
	s := newSweep(r)
	owners := make([]int, 0, len(r.points))
	areas := make([]float64, len(loops))
	for l, loop := range loops {
		areas[l] = signedArea(loop)
		for range loop {
			owners = append(owners, l)
		}
	}
	seen := make([]bool, len(loops))
	nested := true
	s.run(func(n, below int32, _ int) {
		l := owners[n]
		if seen[l] {
			return
		}
		if seen[l] = true; l == 0 {
			return
		}
		if below == noNode {
			nested = false
			return
		}
		o := owners[below]
		inside := s.leadsRight(below) == (areas[o] > 0)
		nested = nested && inside == (o == 0)
	})
	return nested
}
