package polygon

import (
	"cmp"
	"slices"
)

// rings follows the edges between inside and outside, and builds loops and outlines from them. The inside is to the
// left of each ring.
type rings struct {
	points []Vec // points of all rings
	rings  []faceRing
	groups []group // the walks that rings came from, each along one face
	path   []int32 // vertices of the walk so far
	on     []int32 // by vertex: its index in path plus 1
	order  []int32
	loops  [][]Vec
	out    Region
	passed []int32 // by vertex: the first ring that passes it, plus 1
	shared []passage
	meets  []Vec
}

// passage is a ring through a vertex that other rings also pass.
type passage struct{ vertex, ring int32 }

// faceRing is a loop that passes every point at most once.
type faceRing struct {
	first, last int32 // range of its points
	p, q        Vec   // its first two points
	group       int32
	owner       int32 // the outer ring, possibly itself
	rank        int32 // rank of its outer ring, in order
	hole        bool
}

// group holds the rings of one walk.
type group struct {
	least Vec   // the smallest point of all rings
	outer int32 // its outer ring, or the outer ring that its holes are in, or none
}

// trace returns the region of all points inside.
func (r *rings) trace(g *graph, f *faces, straight bool) Region {
	r.points, r.rings, r.groups, r.out = r.points[:0], r.rings[:0], r.groups[:0], r.out[:0]
	r.on, r.passed, r.shared = zeroed(r.on, len(g.vertices)), zeroed(r.passed, len(g.vertices)), r.shared[:0]
	for i := range g.edges {
		if e := &g.edges[i]; e.inside != 0 && !e.seen {
			r.walk(g, f, int32(i), straight)
		}
	}
	r.nest(g)
	return r.assemble()
}

// walk follows the boundary of a face, starting at an edge, and cuts off a ring whenever it reaches a vertex again.
func (r *rings) walk(g *graph, f *faces, i int32, straight bool) {
	n := int32(len(r.groups))
	r.groups = append(r.groups, group{outer: none})
	v := g.edges[i].from()
	r.path = append(r.path[:0], v)
	r.on[v] = 1
	for e := &g.edges[i]; !e.seen; e = &g.edges[i] {
		e.seen, e.group = true, n
		v = e.other(e.from())
		if k := r.on[v]; k != 0 {
			r.cut(g, r.path[k-1:], n, straight)
			for _, w := range r.path[k:] {
				r.on[w] = 0
			}
			r.path = r.path[:k]
		} else {
			r.path = append(r.path, v)
			r.on[v] = int32(len(r.path))
		}
		// Continue along the same face: to the next boundary edge, turning through the area to the left of this one.
		star := f.star(v)
		k := int(e.star[e.end(v)])
		for range star {
			if k--; k < 0 {
				k = len(star) - 1
			}
			i = star[k]
			if g.edges[i].inside != 0 && g.edges[i].from() == v {
				break
			}
		}
	}
	for _, w := range r.path {
		r.on[w] = 0
	}
}

// from returns the vertex from which a ring runs along the edge.
func (e *edge) from() int32 {
	if e.inside > 0 {
		return e.a
	}
	return e.b
}

// cut adds a ring through vertices, starting at the smallest one.
func (r *rings) cut(g *graph, path []int32, group int32, straight bool) {
	if len(path) < 3 {
		return
	}
	least := 0
	for k := range path {
		if before(g.vertices[path[k]].p, g.vertices[path[least]].p) {
			least = k
		}
	}
	first := len(r.points)
	for k := range path {
		if k += least; k >= len(path) {
			k -= len(path)
		}
		r.points = append(r.points, g.vertices[path[k]].at)
	}
	loop := r.points[first:]
	// At the leftmost point the ring is convex.
	p, next, last := g.vertices[path[least]].p, g.vertices[path[(least+1)%len(path)]].p,
		g.vertices[path[(least+len(path)-1)%len(path)]].p
	hole := p.Sub(last).Cross(next.Sub(p)) < 0
	if !straight {
		loop = straighten(loop)
	}
	if len(loop) < 3 {
		r.points = r.points[:first]
		return
	}
	r.points = r.points[:first+len(loop)]
	n := int32(len(r.rings))
	w := &r.groups[group]
	if len(r.rings) == 0 || r.rings[n-1].group != group || before(p, w.least) {
		w.least = p
	}
	if !hole {
		w.outer = n
	}
	r.rings = append(r.rings, faceRing{
		first: int32(first), last: int32(len(r.points)), p: loop[0], q: loop[1],
		group: group, hole: hole, owner: n,
	})
	for _, v := range path {
		if k := r.passed[v]; k == 0 {
			r.passed[v] = n + 1
		} else {
			r.shared = append(r.shared, passage{v, k - 1}, passage{v, n})
		}
	}
}

// meetings returns the points where rings of one outline touch, in order.
func (r *rings) meetings(g *graph) []Vec {
	r.meets = r.meets[:0]
	slices.SortFunc(r.shared, func(x, y passage) int {
		return cmp.Or(cmp.Compare(x.vertex, y.vertex), cmp.Compare(x.ring, y.ring))
	})
	r.shared = slices.Compact(r.shared)
	for i := 0; i < len(r.shared); {
		k := i + 1
		for k < len(r.shared) && r.shared[k].vertex == r.shared[i].vertex {
			k++
		}
		if r.isMeeting(r.shared[i:k]) {
			r.meets = append(r.meets, g.vertices[r.shared[i].vertex].at)
		}
		i = k
	}
	slices.SortFunc(r.meets, compare)
	return r.meets
}

// isMeeting reports whether two of the rings through a vertex belong to one outline.
func (r *rings) isMeeting(list []passage) bool {
	for i, x := range list {
		for _, y := range list[:i] {
			if o := r.rings[x.ring].owner; o != none && o == r.rings[y.ring].owner {
				return true
			}
		}
	}
	return false
}

// straighten drops the points of a loop that are within a grain of the straight line between the kept points. It keeps
// the first point.
func straighten(loop []Vec) []Vec {
	from := loop[0]
	out := loop[:1]
	last := from   // the point that may still be dropped
	var lo, hi Vec // the range of directions in which a line from there passes all dropped points
	open, far := true, 0.0
	for k := 1; k <= len(loop); k++ {
		p := from
		if k < len(loop) {
			p = loop[k]
		} else {
			p = out[0]
		}
		d := p.Sub(from)
		if k > 1 {
			// Test whether a line to p can replace the last point.
			o := last.Sub(from)
			l := o.Len()
			n := o.Perp().Mul(grain / l)
			a, b := o.Sub(n), o.Add(n)
			if open || a.Cross(lo) < 0 {
				lo = a
			}
			if open || b.Cross(hi) > 0 {
				hi = b
			}
			open = false
			far = max(far, l)
			if lo.Cross(d) < 0 || d.Cross(hi) < 0 || o.Dot(d) <= 0 || d.Len() < far {
				out = append(out, last)
				from, open, far = last, true, 0
			}
		}
		last = p
	}
	return out
}

// nest finds the outer ring of each hole. Holes from the same walk as an outer ring belong to it. Other holes are above
// an edge of their face.
func (r *rings) nest(g *graph) {
	r.order = r.order[:0]
	for i := range r.rings {
		ring := &r.rings[i]
		if w := &r.groups[ring.group]; w.outer == none && !slices.Contains(r.order[max(len(r.order)-1, 0):],
			ring.group) {
			r.order = append(r.order, ring.group)
		}
	}
	slices.SortFunc(r.order, func(i, j int32) int { return compare(r.groups[i].least, r.groups[j].least) })
	g.points = g.points[:0]
	for _, i := range r.order {
		g.points = append(g.points, r.groups[i].least)
	}
	for k, e := range g.below(g.points, true) {
		if i := r.order[k]; e != none {
			r.groups[i].outer = r.groups[g.edges[e].group].outer
		}
	}
	for i := range r.rings {
		if ring := &r.rings[i]; ring.hole {
			ring.owner = r.groups[ring.group].outer
		}
	}
}

// assemble sorts the rings and builds the region from them.
func (r *rings) assemble() Region {
	r.order = r.order[:0]
	for i := range r.rings {
		if !r.rings[i].hole {
			r.order = append(r.order, int32(i))
		}
	}
	slices.SortFunc(r.order, func(i, j int32) int { return r.compare(i, j) })
	for k, i := range r.order {
		r.rings[i].rank = int32(k)
	}
	for i := range r.rings {
		if h := &r.rings[i]; h.hole && h.owner != none {
			h.rank = r.rings[h.owner].rank
			r.order = append(r.order, int32(i))
		}
	}
	slices.SortFunc(r.order, func(i, j int32) int {
		x, y := &r.rings[i], &r.rings[j]
		switch {
		case x.rank != y.rank:
			return int(x.rank - y.rank)
		case x.hole != y.hole:
			if y.hole {
				return -1
			}
			return 1
		}
		return r.compare(i, j)
	})
	r.loops = slices.Grow(r.loops[:0], len(r.order))
	for k, i := range r.order {
		ring := &r.rings[i]
		r.loops = append(r.loops, r.points[ring.first:ring.last:ring.last])
		if !ring.hole {
			r.out = append(r.out, r.loops[k:k+1])
		} else {
			n := len(r.out) - 1
			r.out[n] = r.loops[k-len(r.out[n]) : k+1]
		}
	}
	for k := range r.out {
		r.out[k] = slices.Clip(r.out[k])
	}
	return r.out
}

// compare orders rings by their first points.
func (r *rings) compare(i, j int32) int {
	x, y := &r.rings[i], &r.rings[j]
	return cmp.Or(compare(x.p, y.p), compare(x.q, y.q))
}
