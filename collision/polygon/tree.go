package polygon

import (
	"math"

	"fillet/collision"
)

// tree is a hierarchy of boxes around edges. If most edges are oblique and run in one direction, it also has boxes
// rotated to that direction: the upright boxes of long parallel oblique edges would all overlap.
type tree struct {
	nodes []branch
	order []int32
	keys  []float64
	turn  Vec // the direction of the turned boxes, or zero if there are none
}

// branch is a node: two child nodes, or a range of the order.
type branch struct {
	box, turned collision.AABB
	first, last int32
	next        int32 // its first child, followed by the second; 0 for a leaf
	fresh       bool
}

// leafSize is the greatest number of edges in a node that is not divided.
const leafSize = 6

func (t *tree) build(g *graph) {
	t.turn = direction(g.edges)
	t.order, t.nodes = t.order[:0], t.nodes[:0]
	for i := range g.edges {
		t.order = append(t.order, int32(i))
	}
	t.nodes = append(t.nodes, branch{last: int32(len(g.edges))})
	for i := 0; i < len(t.nodes); i++ {
		t.divide(g, i)
	}
	for i := len(t.nodes) - 1; i >= 0; i-- { // children come after their parents
		if n := &t.nodes[i]; n.next != 0 {
			a, b := &t.nodes[n.next], &t.nodes[n.next+1]
			n.box, n.turned, n.fresh = a.box.Union(b.box), a.turned.Union(b.turned), a.fresh || b.fresh
		}
	}
}

// direction returns the main direction of the edges, weighted by length, or
// zero if they run in many directions or along an axis.
func direction(edges []edge) Vec {
	var sum Vec // sum of their directions at double the angle
	var length float64
	for i := range edges {
		d := edges[i].q.Sub(edges[i].p)
		l := d.Len()
		length += l
		sum = sum.Add(Vec{X: (float64(d.X*d.X) - float64(d.Y*d.Y)) / l, Y: 2 * d.X * d.Y / l})
	}
	u := sum.Unit()
	if sum.Len() < length/4 || math.Abs(u.Y) < 0.01 {
		return Vec{}
	}
	return Vec{X: 1 + u.X, Y: u.Y}.Unit() // half the angle
}

// divide gives a node its children or, if it is a leaf, its boxes.
func (t *tree) divide(g *graph, i int) {
	n := t.nodes[i]
	part := t.order[n.first:n.last]
	if len(part) <= leafSize {
		n.box, n.turned = collision.EmptyAABB(), collision.EmptyAABB()
		for _, k := range part {
			e := &g.edges[k]
			n.box = n.box.Union(e.bounds())
			n.fresh = n.fresh || e.fresh
			if t.turn != (Vec{}) {
				p, q := t.turned(e.p), t.turned(e.q)
				n.turned = n.turned.Union(collision.AABB{Min: p.Min(q), Max: p.Max(q)})
			}
		}
		t.nodes[i] = n
		return
	}
	axis, widest := Vec{X: 1}, -1.0
	for k, a := range [4]Vec{{X: 1}, {Y: 1}, t.turn, t.turn.Perp()} {
		if k >= 2 && t.turn == (Vec{}) {
			break
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, e := range part {
			m := g.edges[e].middle(a)
			lo, hi = min(lo, m), max(hi, m)
		}
		if hi-lo > widest {
			axis, widest = a, hi-lo
		}
	}
	t.keys = t.keys[:0]
	for _, e := range part {
		t.keys = append(t.keys, g.edges[e].middle(axis))
	}
	half := len(part) / 2
	halve(part, t.keys, half)
	n.next = int32(len(t.nodes))
	t.nodes[i] = n
	t.nodes = append(t.nodes, branch{first: n.first, last: n.first + int32(half)},
		branch{first: n.first + int32(half), last: n.last})
}

// turned returns p in the frame of the rotated boxes.
func (t *tree) turned(p Vec) Vec { return Vec{X: t.turn.Dot(p), Y: t.turn.Cross(p)} }

// middle returns twice the position of the edge's middle along an axis.
func (e *edge) middle(axis Vec) float64 { return e.p.Add(e.q).Dot(axis) }

// halve moves the n items with the smallest keys before the others.
func halve(items []int32, keys []float64, n int) {
	random := uint64(1) // random pivots, so that no order of edges in practice takes long
	pick := func() float64 {
		random = random*6364136223846793005 + 1442695040888963407
		return keys[(random>>33)%uint64(len(keys))]
	}
	for len(keys) > 1 {
		x, y, z := pick(), pick(), pick()
		pivot := max(min(x, y), min(max(x, y), z))
		i, j := 0, len(keys)-1
		for i <= j {
			for keys[i] < pivot {
				i++
			}
			for keys[j] > pivot {
				j--
			}
			if i <= j {
				items[i], items[j] = items[j], items[i]
				keys[i], keys[j] = keys[j], keys[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			items, keys = items[:j+1], keys[:j+1]
		case n > i:
			items, keys, n = items[i:], keys[i:], n-i
		default:
			return
		}
	}
}

// pairs calls meet for pairs of edges whose boxes are near each other.
func (t *tree) pairs(g *graph) {
	if len(t.nodes) > 0 {
		t.within(g, 0)
	}
}

// within finds pairs of edges in one node.
func (t *tree) within(g *graph, i int32) {
	n := &t.nodes[i]
	if !n.fresh || g.failed {
		return
	}
	if n.next != 0 {
		t.within(g, n.next)
		t.within(g, n.next+1)
		t.between(g, n.next, n.next+1)
		return
	}
	part := t.order[n.first:n.last]
	for k, a := range part {
		for _, b := range part[k+1:] {
			if g.edges[a].fresh || g.edges[b].fresh {
				g.meet(a, b)
			}
		}
	}
}

// between finds pairs of edges in two nodes.
func (t *tree) between(g *graph, i, j int32) {
	g.visits++
	a, b := &t.nodes[i], &t.nodes[j]
	if !a.fresh && !b.fresh || g.failed || !areNear(a.box, b.box, g.near) ||
		t.turn != (Vec{}) && !areNear(a.turned, b.turned, g.near) {
		return
	}
	switch {
	case a.next != 0 && (b.next == 0 || a.last-a.first >= b.last-b.first):
		t.between(g, a.next, j)
		t.between(g, a.next+1, j)
	case b.next != 0:
		t.between(g, i, b.next)
		t.between(g, i, b.next+1)
	default:
		for _, k := range t.order[a.first:a.last] {
			e := &g.edges[k]
			if !areNear(e.bounds(), b.box, g.near) {
				continue
			}
			for _, l := range t.order[b.first:b.last] {
				if f := &g.edges[l]; (e.fresh || f.fresh) && areNear(e.bounds(), f.bounds(), g.near) {
					g.meet(k, l)
				}
			}
		}
	}
}

// areNear reports whether boxes are within d of each other, or slightly more, because rotated boxes are rounded.
func areNear(a, b collision.AABB, d float64) bool {
	return a.Grow(d + grain).Overlaps(b)
}
