package polygon

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// ring is a region as one closed path: bridges join the holes to the outer
// outline, and the path follows each bridge there and back.
type ring struct {
	points []collision.Vec
	nodes  []ringNode
	size   int
	visits int // number of nodes visited, for tests
}

type ringNode struct {
	point      int32
	next, prev int32
}

// join joins the holes in a path of loops to the outer outline, from left to right (David Eberly, "Triangulation by Ear
// Clipping", 1998).
func (r *ring) join(loops [][]collision.Vec) {
	const outer = int32(0)
	holes := make([]int32, 0, len(loops)-1)
	first := int32(len(loops[0]))
	for _, loop := range loops[1:] {
		holes = append(holes, first)
		first += int32(len(loop))
	}
	for i, h := range holes {
		left := h
		for n := r.nodes[h].next; n != h; n = r.nodes[n].next {
			if before(r.at(n), r.at(left)) {
				left = n
			}
		}
		holes[i] = left
	}
	slices.SortStableFunc(holes, r.compare)
	for _, h := range holes {
		r.bridge(r.visible(outer, h), h)
	}
}

// manyBridges is the smallest product of holes and vertices for which a sweep cuts a region into triangles. Tests lower
// it.
var manyBridges = 1 << 22

// newTriangles cuts the region within loops into triangles.
func newTriangles(loops [][]collision.Vec, emit func(a, b, c int32)) *ring {
	r := newPath(loops)
	if (len(loops)-1)*r.size < manyBridges {
		r.join(loops)
		r.clip(emit)
		return r
	}
	r.cut()
	r.clipMonotone(emit)
	return r
}

// newPath returns a ring with the loops one after the other, not yet joined.
func newPath(loops [][]collision.Vec) *ring {
	r := &ring{}
	for _, loop := range loops {
		first, n := int32(len(r.nodes)), int32(len(loop))
		for i := range n {
			r.nodes = append(r.nodes, ringNode{point: first + i, next: first + (i+1)%n, prev: first + (i+n-1)%n})
		}
		r.points = append(r.points, loop...)
	}
	r.size = len(r.points)
	return r
}

// compare orders nodes from left to right and, at equal x, by y.
func (r *ring) compare(a, b int32) int {
	p, q := r.at(a), r.at(b)
	return cmp.Or(cmp.Compare(p.X, q.X), cmp.Compare(p.Y, q.Y))
}

func (r *ring) at(n int32) collision.Vec { return r.points[r.nodes[n].point] }

// bridge cuts the path at node a and joins the hole at node h, there and back.
func (r *ring) bridge(a, h int32) {
	a2, h2 := int32(len(r.nodes)), int32(len(r.nodes)+1)
	r.nodes = append(r.nodes,
		ringNode{r.nodes[a].point, r.nodes[a].next, h2},
		ringNode{r.nodes[h].point, a2, r.nodes[h].prev})
	r.nodes[r.nodes[a].next].prev = a2
	r.nodes[r.nodes[h].prev].next = h2
	r.nodes[a].next, r.nodes[h].prev = h, a
	r.size += 2
}

// visible returns a node of the path that the hole's leftmost node h can see. That is an end of the nearest edge to its
// left or, if reflex vertices are in the way, the reflex vertex at the smallest angle.
func (r *ring) visible(outer, h int32) int32 {
	p := r.at(h)
	best, edge := math.Inf(-1), outer
	for n := outer; ; {
		next := r.nodes[n].next
		a, b := r.at(n), r.at(next)
		if (a.Y >= p.Y) != (b.Y >= p.Y) || a.Y == p.Y {
			x := a.X
			if a.Y != b.Y && a.Y != p.Y {
				x = a.X + (p.Y-a.Y)*(b.X-a.X)/(b.Y-a.Y)
			}
			if x <= p.X && x > best {
				best, edge = x, n
			}
		}
		if n = next; n == outer {
			break
		}
	}
	s := r.sightTo(p, edge, best)
	for n := r.nodes[outer].next; ; n = r.nodes[n].next {
		s.try(r, n)
		if n == outer {
			break
		}
	}
	if !r.sees(s.pick, p) { // the path may pass the same point more than once
		for n := r.nodes[outer].next; n != outer; n = r.nodes[n].next {
			if r.at(n) == r.at(s.pick) && r.sees(n, p) {
				return n
			}
		}
	}
	return s.pick
}

// sight searches the path for the node to join to a hole's leftmost node.
type sight struct {
	from  collision.Vec
	tri   [3]collision.Vec // contains all blockers: from, the hit on the nearest edge to its left, and that edge's end
	pick  int32            // the best node so far, initially that end
	least float64          // pick's slope
}

// sightTo starts the search with the nearest edge to the left of p, hit at x.
func (r *ring) sightTo(p collision.Vec, edge int32, x float64) sight {
	end := edge
	if next := r.nodes[edge].next; r.at(edge).Y != p.Y && r.at(next).X < p.X &&
		(r.at(next).X > r.at(edge).X || r.at(edge).X >= p.X) {
		end = next
	}
	m := collision.Vec{X: x, Y: p.Y}
	s := sight{from: p, tri: [3]collision.Vec{p, m, r.at(end)}, pick: end}
	if collision.Orient(s.tri[0], s.tri[1], s.tri[2]) < 0 {
		s.tri[1], s.tri[2] = s.tri[2], s.tri[1]
	}
	if q := r.at(end); q != m {
		s.least = slope(p, q)
	}
	return s
}

// try picks node n if p sees it and it is better than the current one.
func (s *sight) try(r *ring, n int32) {
	q := r.at(n)
	if q.X > s.from.X || q == s.from || !isWithin(q, s.tri) || !r.sees(n, s.from) {
		return
	}
	if k := slope(s.from, q); r.isBetter(n, k, s.pick, s.least, s.from) {
		s.pick, s.least = n, k
	}
}

// isBetter reports whether to join p to node n, at slope s, rather than to pick: the lesser slope wins. If the slopes
// are equal up to rounding, the nearer node wins, because the bridge to the farther node would pass through it.
func (r *ring) isBetter(n int32, s float64, pick int32, least float64, p collision.Vec) bool {
	q, at := r.at(n), r.at(pick)
	if q == at {
		return !r.sees(pick, p)
	}
	if math.Abs(s-least) <= float64(outlineTolerance*(1+least)) {
		return q.X > at.X
	}
	return s < least
}

// slope returns the tangent of the angle from -x to the direction from p to q.
func slope(p, q collision.Vec) float64 {
	if p.X == q.X {
		return math.Inf(1)
	}
	return math.Abs(q.Y-p.Y) / (p.X - q.X)
}

// sees reports whether the path's inside, at node n, is toward p.
func (r *ring) sees(n int32, p collision.Vec) bool {
	a, b, c := r.at(r.nodes[n].prev), r.at(n), r.at(r.nodes[n].next)
	if collision.Orient(a, b, c) > 0 {
		return collision.Orient(a, b, p) >= 0 && collision.Orient(b, c, p) >= 0
	}
	return collision.Orient(a, b, p) > 0 || collision.Orient(b, c, p) > 0
}

// isWithin reports whether p is in a triangle, or outside it only by rounding.
func isWithin(p collision.Vec, tri [3]collision.Vec) bool {
	for i, a := range tri {
		b := tri[(i+1)%3]
		if collision.Orient(a, b, p) < -float64(outlineTolerance*float64(a.Dist(b)*a.Dist(p))) {
			return false
		}
	}
	return true
}

func inTriangle(p, a, b, c collision.Vec) bool {
	return collision.Orient(a, b, p) >= 0 && collision.Orient(b, c, p) >= 0 && collision.Orient(c, a, p) >= 0
}

// clip cuts off triangles until nothing is left: a convex corner that contains
// no reflex vertex is an ear (G. H. Meisters 1975).
func (r *ring) clip(emit func(a, b, c int32)) {
	const many = 2048
	if r.size > many {
		newEarQueue(r, emit).run()
		return
	}
	reflex := newReflexGrid(r)
	n := int32(0)
	left, tried := r.size, 0
	for left > 3 {
		a, c := r.nodes[n].prev, r.nodes[n].next
		turn := collision.Orient(r.at(a), r.at(n), r.at(c))
		flat := turn == 0 && tried > left
		if flat || turn > 0 && (tried > 2*left || reflex.blocker(r, a, n, c) == noNode) {
			if turn > 0 {
				emit(r.nodes[a].point, r.nodes[n].point, r.nodes[c].point)
			}
			r.nodes[a].next, r.nodes[c].prev = c, a
			reflex.update(r, a)
			reflex.update(r, c)
			left--
			tried = 0
			n = r.nodes[c].next // not c, so that fans do not grow around one vertex
			continue
		}
		n = c
		if tried++; tried > 3*left+3 {
			return // the outline crosses itself by rounding
		}
	}
	a, c := r.nodes[n].prev, r.nodes[n].next
	if collision.Orient(r.at(a), r.at(n), r.at(c)) > 0 {
		emit(r.nodes[a].point, r.nodes[n].point, r.nodes[c].point)
	}
}

// reflexGrid finds the reflex vertices in a box. Only reflex vertices can be in an ear.
type reflexGrid struct {
	plot
	held     [][]int32 // by cell
	isReflex []bool
}

func newReflexGrid(r *ring) *reflexGrid {
	g := &reflexGrid{plot: newPlot(r.points, r.size), isReflex: make([]bool, len(r.nodes))}
	g.held = make([][]int32, g.cells())
	for n := range r.nodes {
		if g.isReflex[n] = r.reflex(int32(n)); g.isReflex[n] {
			c := g.cellOf(r.at(int32(n)))
			g.held[c] = append(g.held[c], int32(n))
		}
	}
	return g
}

func (r *ring) reflex(n int32) bool {
	return collision.Orient(r.at(r.nodes[n].prev), r.at(n), r.at(r.nodes[n].next)) <= 0
}

// update records that a node may have become convex; the reverse cannot happen.
func (g *reflexGrid) update(r *ring, n int32) {
	if g.isReflex[n] && !r.reflex(n) {
		g.isReflex[n] = false
	}
}

// blocker returns a reflex vertex in the corner a, b, c, or noNode. Vertices
// that coincide with its corners belong to bridges and do not count.
func (g *reflexGrid) blocker(r *ring, na, nb, nc int32) int32 {
	a, b, c := r.at(na), r.at(nb), r.at(nc)
	lo, hi := a.Min(b).Min(c), a.Max(b).Max(c)
	first, last := g.column(lo.X), g.column(hi.X)
	from, to := g.row(lo.Y), g.row(hi.Y)
	const few = 16 // up to this many cells, none is skipped
	isLarge := (to-from+1)*(last-first+1) > few
	for row := from; row <= to; row++ {
		c0, c1 := first, last
		if isLarge {
			c0, c1 = g.columnsOf(row, [3]collision.Vec{a, b, c})
		}
		for col := c0; col <= c1; col++ {
			for _, n := range g.held[g.cell(col, row)] {
				r.visits++
				if !g.isReflex[n] {
					continue
				}
				p := r.at(n)
				if p.X < lo.X || p.X > hi.X || p.Y < lo.Y || p.Y > hi.Y || p == a || p == b || p == c {
					continue
				}
				if inTriangle(p, a, b, c) {
					return n
				}
			}
		}
	}
	return noNode
}

// columnsOf returns the columns that a triangle covers in a row of cells, plus one on each side. A long thin triangle
// covers few.
func (g *reflexGrid) columnsOf(row int, tri [3]collision.Vec) (first, last int) {
	top, bottom := g.band(row)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, p := range tri {
		q := tri[(i+1)%3]
		if p.Y > q.Y {
			p, q = q, p
		}
		if q.Y < top || p.Y > bottom {
			continue
		}
		x0, x1 := p.X, q.X
		if p.Y < top {
			x0 = p.X + float64((top-p.Y)*((q.X-p.X)/(q.Y-p.Y)))
		}
		if q.Y > bottom {
			x1 = p.X + float64((bottom-p.Y)*((q.X-p.X)/(q.Y-p.Y)))
		}
		lo, hi = min(lo, x0, x1), max(hi, x0, x1)
	}
	if lo > hi {
		return 0, -1
	}
	return max(g.column(lo)-1, 0), min(g.column(hi)+1, len(g.xs))
}
