package polygon

import "slices"

// faces finds the winding number on each side of each edge.
type faces struct {
	first  []int32 // by vertex: its first index in stars; has one entry more than there are vertices
	stars  []int32 // the edges around each vertex, from -y over +x and +y to -x
	least  []int32 // the first vertex, in order, of each connected part of the graph
	part   []int32 // by vertex: its connected part + 1; 0 if not seen yet
	stack  []int32
	placed []bool // by vertex: whether the sides of its edges are known
}

// find sets left of all edges of a settled graph.
func (f *faces) find(g *graph) {
	f.around(g)
	f.connect(g)
	slices.SortFunc(f.least, func(v, w int32) int { return compare(g.vertices[v].p, g.vertices[w].p) })
	g.points = g.points[:0]
	for _, v := range f.least {
		g.points = append(g.points, g.vertices[v].p)
	}
	f.placed = zeroed(f.placed, len(g.vertices))
	for i, e := range g.below(g.points, false) {
		// The face to the left of the first vertex is above an edge of an earlier part.
		var outside [2]int32
		if e != none {
			outside = g.edges[e].left
		}
		f.spread(g, f.least[i], outside)
	}
}

// zeroed returns a slice of n zeros.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// around lists the edges around each vertex by angle.
func (f *faces) around(g *graph) {
	f.first = zeroed(f.first, len(g.vertices)+2)
	for i := range g.edges {
		f.first[g.edges[i].a+2]++
		f.first[g.edges[i].b+2]++
	}
	for i := 2; i < len(f.first); i++ {
		f.first[i] += f.first[i-1]
	}
	f.stars = zeroed(f.stars, 2*len(g.edges))
	for i := range g.edges {
		for _, v := range [2]int32{g.edges[i].a, g.edges[i].b} {
			f.stars[f.first[v+1]] = int32(i)
			f.first[v+1]++
		}
	}
	for v := range g.vertices {
		star := f.star(int32(v))
		if len(star) > 1 {
			f.sort(g, int32(v), star)
		}
		for k, i := range star {
			g.edges[i].star[g.edges[i].end(int32(v))] = int32(k)
		}
	}
}

// star returns the edges around a vertex.
func (f *faces) star(v int32) []int32 { return f.stars[f.first[v]:f.first[v+1]] }

// end returns 0 if an edge begins at a vertex and 1 if it ends there.
func (e *edge) end(v int32) int {
	if e.a == v {
		return 0
	}
	return 1
}

// sort orders the edges around a vertex by angle.
func (f *faces) sort(g *graph, v int32, star []int32) {
	away := func(i int32) (d Vec, right bool) {
		e := &g.edges[i]
		if e.a == v {
			return e.q.Sub(e.p), true
		}
		return e.p.Sub(e.q), false
	}
	order := func(i, j int32) int {
		d, right := away(i)
		o, also := away(j)
		switch c := d.Cross(o); {
		case right && !also:
			return -1
		case also && !right:
			return 1
		case c > 0:
			return -1
		case c < 0:
			return 1
		}
		return int(i - j)
	}
	if len(star) == 2 {
		if order(star[0], star[1]) > 0 {
			star[0], star[1] = star[1], star[0]
		}
		return
	}
	slices.SortFunc(star, order)
}

// connect finds the connected parts.
func (f *faces) connect(g *graph) {
	f.part = zeroed(f.part, len(g.vertices))
	f.least = f.least[:0]
	for i := range g.edges {
		v := g.edges[i].a
		if f.part[v] != 0 {
			continue
		}
		least, n := v, int32(len(f.least)+1)
		f.part[v] = n
		f.stack = append(f.stack[:0], v)
		for len(f.stack) > 0 {
			v := f.stack[len(f.stack)-1]
			f.stack = f.stack[:len(f.stack)-1]
			if before(g.vertices[v].p, g.vertices[least].p) {
				least = v
			}
			for _, k := range f.star(v) {
				if w := g.edges[k].other(v); f.part[w] == 0 {
					f.part[w] = n
					f.stack = append(f.stack, w)
				}
			}
		}
		f.least = append(f.least, least)
	}
}

// other returns the end of an edge that is not v.
func (e *edge) other(v int32) int32 {
	if e.a == v {
		return e.b
	}
	return e.a
}

// spread visits a connected part from its first vertex. outside holds the winding numbers to the left of that vertex.
func (f *faces) spread(g *graph, least int32, outside [2]int32) {
	f.turn(g, least, 0, outside)
	f.placed[least] = true
	f.stack = append(f.stack[:0], least)
	for len(f.stack) > 0 {
		v := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for _, k := range f.star(v) {
			e := &g.edges[k]
			w := e.other(v)
			if f.placed[w] {
				continue
			}
			f.placed[w] = true
			right := e.left // right side of the edge as seen from b, in the opposite direction
			if w == e.a {
				right = e.right()
			}
			f.turn(g, w, int(e.star[e.end(w)]), right)
			f.stack = append(f.stack, w)
		}
	}
}

// right returns the winding numbers to the right of the edge.
func (e *edge) right() [2]int32 { return [2]int32{e.left[0] - e.w[0], e.left[1] - e.w[1]} }

// turn goes once around a vertex, from the edge at index k of its star. right holds the winding numbers before that
// edge.
func (f *faces) turn(g *graph, v int32, k int, right [2]int32) {
	star := f.star(v)
	for range star {
		e := &g.edges[star[k]]
		if e.a == v {
			right = [2]int32{right[0] + e.w[0], right[1] + e.w[1]}
			e.left = right
		} else {
			// Seen from its end, the edge runs the other way: right is on its left.
			e.left = right
			right = e.right()
		}
		if k++; k == len(star) {
			k = 0
		}
	}
}
