package polygon

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// The grid on which points are computed, and the distance within which points are merged.
const (
	steps = 1 << 24 // grid lines per unit of length
	grain = 1.0 / steps
	// reach is the distance within which two points, or a point and an edge, are merged. Input points keep their
	// positions, up to 0.71 grains off the grid, and straight edges may bend by one grain: four grains leave room
	// between points that stay separate.
	reach = 4 * grain
)

// Limits on tests of edge pairs, new points and rounds. After patience rounds the merging distance grows.
const (
	baseTests, testsPerEdge = 1 << 24, 2048
	basePoints, newPerEdge  = 1 << 20, 8
	patience, maxRounds     = 10, 48
)

// graph holds the edges of the loops. Once it is settled, they meet only at their ends.
type graph struct {
	vertices []vertex
	edges    []edge
	old      []edge  // the edges of the previous round
	places   []int32 // hash table of vertices: their index + 1
	ends     []int32 // hash table of edges
	cuts     []edgeCut
	joins    [][2]int32
	to       []int32 // by vertex: the vertex that it was merged into
	taken    []bool  // by vertex: another vertex was merged into it
	again    []bool  // by vertex: a vertex near it was not merged
	near     float64 // the distance within which points are merged
	tests    int     // edge pairs tested
	visits   int     // pairs of tree nodes visited, and nodes searched for edges below points
	limit    int     // limit of tests
	room     int     // limit of vertices
	tree     tree
	swept    []swept
	lower    lowerEdges
	points   []Vec // points to find the edges below
	beneath  []int32
	failed   bool
}

// vertex is an end of edges.
type vertex struct {
	p     Vec // on the grid
	at    Vec // as given in the input; p for an intersection
	given bool
}

// edge runs from one vertex to another that is farther right or, at equal x, has a greater y.
type edge struct {
	p, q   Vec // its ends
	near   float64
	a, b   int32    // the vertices at p and q
	w      [2]int32 // how often loops of each operand run along the edge, minus how often against it
	fresh  bool     // it may still meet other edges
	left   [2]int32 // winding number of each operand to its left
	star   [2]int32 // its indices in the stars of a and b
	inside int8     // 1 if the result is only to its left, -1 if only to its right
	seen   bool
	group  int32 // the group of rings that it belongs to
}

// edgeCut is a vertex that an edge passes.
type edgeCut struct {
	t      float64 // position along the edge
	edge   int32
	vertex int32
}

// reset removes all edges and makes room for the given number.
func (g *graph) reset(edges int) {
	g.vertices, g.edges = g.vertices[:0], g.edges[:0]
	g.places = cleared(g.places, edges)
	g.ends = cleared(g.ends, edges)
	g.near, g.tests, g.visits, g.failed = reach, 0, 0, false
}

// cleared returns an empty hash table with room for n items.
func cleared(table []int32, n int) []int32 {
	size := 64
	for size < 2*n {
		size *= 2
	}
	if cap(table) < size {
		return make([]int32, size)
	}
	table = table[:size]
	clear(table)
	return table
}

// before orders points from left to right, then by y.
func before(p, q Vec) bool { return p.X < q.X || p.X == q.X && p.Y < q.Y }

// compare returns -1 if p is before q, 1 if it is after q, and 0 if they are equal.
func compare(p, q Vec) int {
	switch {
	case before(p, q):
		return -1
	case before(q, p):
		return 1
	}
	return 0
}

// snap rounds a point to the grid.
func snap(p Vec) Vec {
	return Vec{
		X: float64(math.Floor(float64(p.X*steps)+0.5) / steps),
		Y: float64(math.Floor(float64(p.Y*steps)+0.5) / steps),
	}
}

func hashPlace(p Vec) uint64 {
	return mixed(mixed(uint64(int64(float64(p.X*steps)))) + uint64(int64(float64(p.Y*steps))))
}

func hashEnds(a, b int32) uint64 { return mixed(uint64(uint32(a))<<32 | uint64(uint32(b))) }

// mixed spreads a number over all bits (the finalizer of D. Stafford's variant of MurmurHash3).
func mixed(h uint64) uint64 {
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// vertex returns the vertex at a point on the grid, and adds it if there is none. at is its position in the output.
// Among several input points it uses the smallest, so their order does not matter.
func (g *graph) vertex(p, at Vec, given bool) int32 {
	if 2*len(g.vertices) >= len(g.places) {
		g.places = cleared(g.places, 2*len(g.places))
		for i := range g.vertices {
			s := g.place(g.vertices[i].p)
			*s = int32(i + 1)
		}
	}
	s := g.place(p)
	if *s == 0 {
		g.vertices = append(g.vertices, vertex{p, at, given})
		*s = int32(len(g.vertices))
		return *s - 1
	}
	if v := &g.vertices[*s-1]; given && !v.given || given == v.given && before(at, v.at) {
		v.at, v.given = at, given
	}
	return *s - 1
}

// place returns the slot of a point in the hash table.
func (g *graph) place(p Vec) *int32 {
	mask := uint64(len(g.places) - 1)
	for h := hashPlace(p) & mask; ; h = (h + 1) & mask {
		if s := &g.places[h]; *s == 0 || g.vertices[*s-1].p == p {
			return s
		}
	}
}

// add adds an edge, or adds its counts to the edge between the same vertices.
func (g *graph) add(a, b int32, w [2]int32, fresh bool) {
	if a == b {
		return
	}
	p, q := g.vertices[a].p, g.vertices[b].p
	if before(q, p) {
		a, b, p, q = b, a, q, p
		w[0], w[1] = -w[0], -w[1]
	}
	if 2*len(g.edges) >= len(g.ends) {
		g.ends = cleared(g.ends, 2*len(g.ends))
		for i := range g.edges {
			*g.slot(g.edges[i].a, g.edges[i].b) = int32(i + 1)
		}
	}
	s := g.slot(a, b)
	if *s == 0 {
		g.edges = append(g.edges, edge{p: p, q: q, a: a, b: b, w: w, fresh: fresh})
		*s = int32(len(g.edges))
		return
	}
	e := &g.edges[*s-1]
	e.w[0] += w[0]
	e.w[1] += w[1]
	e.fresh = e.fresh || fresh
}

// slot returns the slot of an edge in the hash table.
func (g *graph) slot(a, b int32) *int32 {
	mask := uint64(len(g.ends) - 1)
	for h := hashEnds(a, b) & mask; ; h = (h + 1) & mask {
		s := &g.ends[h]
		if *s == 0 || g.edges[*s-1].a == a && g.edges[*s-1].b == b {
			return s
		}
	}
}

// tidy drops edges along which the loops cancel, and recomputes near for the others.
func (g *graph) tidy() {
	n := 0
	for i := range g.edges {
		e := &g.edges[i]
		if e.w == [2]int32{} {
			continue
		}
		e.near = float64(g.near * e.q.Sub(e.p).Len())
		if n < i {
			g.edges[n] = *e
		}
		n++
	}
	g.edges = g.edges[:n]
}

// settle cuts edges where they meet, until they meet only at their ends.
func (g *graph) settle() error {
	g.limit = baseTests + testsPerEdge*len(g.edges)
	g.room = basePoints + len(g.vertices) + newPerEdge*len(g.edges)
	for round := range maxRounds {
		if round >= patience {
			g.near = float64(g.near * 2) // details that do not settle are too fine to resolve
			for i := range g.edges {
				g.edges[i].fresh = true
			}
		}
		g.tidy()
		g.cuts, g.joins = g.cuts[:0], g.joins[:0]
		g.pairs()
		switch {
		case g.failed:
			return ErrTooIntricate
		case len(g.cuts) == 0 && len(g.joins) == 0:
			return nil
		}
		g.join()
		g.split()
	}
	return ErrTooIntricate
}

// few is the greatest number of edges whose pairs a sweep finds; for more, a tree does.
const few = 200

// pairs tests all pairs of nearby edges that include a fresh edge.
func (g *graph) pairs() {
	if len(g.edges) > few {
		g.tree.build(g)
		g.tree.pairs(g)
		return
	}
	if g.anew() {
		return
	}
	g.swept = g.swept[:0]
	for i := range g.edges {
		e := &g.edges[i]
		g.swept = append(g.swept, swept{e.p.X, min(e.p.Y, e.q.Y), max(e.p.Y, e.q.Y), int32(i), e.fresh})
	}
	slices.SortFunc(g.swept, func(s, o swept) int {
		switch {
		case s.x < o.x:
			return -1
		case s.x > o.x:
			return 1
		}
		return int(s.edge - o.edge)
	})
	for k := range g.swept {
		s := &g.swept[k]
		right, low, high := g.edges[s.edge].q.X+g.near, s.low-g.near, s.high+g.near
		for _, o := range g.swept[k+1:] {
			if o.x > right {
				break
			}
			if (s.fresh || o.fresh) && o.low <= high && low <= o.high {
				g.meet(s.edge, o.edge)
			}
		}
	}
}

// fewFresh is the greatest number of fresh edges that are compared with all others.
const fewFresh = 12

// anew tests a few fresh edges against all others. It returns false if there are too many.
func (g *graph) anew() bool {
	var fresh [fewFresh]int32
	n := 0
	for i := range g.edges {
		if !g.edges[i].fresh {
			continue
		}
		if n == fewFresh {
			return false
		}
		fresh[n] = int32(i)
		n++
	}
	for _, i := range fresh[:n] {
		box := g.edges[i].bounds().Grow(g.near)
		for j := range g.edges {
			if f := &g.edges[j]; int32(j) != i && (!f.fresh || int32(j) > i) && f.p.X <= box.Max.X &&
				box.Min.X <= f.q.X &&
				min(f.p.Y, f.q.Y) <= box.Max.Y && box.Min.Y <= max(f.p.Y, f.q.Y) {
				g.meet(i, int32(j))
			}
		}
	}
	return true
}

// swept is an edge, sorted by its left end.
type swept struct {
	x, low, high float64
	edge         int32
	fresh        bool
}

// meet finds where two edges meet other than at a common end.
func (g *graph) meet(i, j int32) {
	if g.tests++; g.tests > g.limit {
		g.failed = true
		return
	}
	e, f := &g.edges[i], &g.edges[j]
	d, o := e.q.Sub(e.p), f.p.Sub(e.p)
	fp, fq := d.Cross(o), d.Cross(f.q.Sub(e.p)) // signed distances of f's ends from e's line, times e's length
	if fp > e.near && fq > e.near || fp < -e.near && fq < -e.near {
		return
	}
	c := f.q.Sub(f.p)
	ep, eq := o.Cross(c), c.Cross(e.q.Sub(f.p))
	if ep > f.near && eq > f.near || ep < -f.near && eq < -f.near {
		return
	}
	n := len(g.cuts) + len(g.joins)
	if math.Abs(fp) <= e.near {
		g.touch(i, f.a)
	}
	if math.Abs(fq) <= e.near {
		g.touch(i, f.b)
	}
	if math.Abs(ep) <= f.near {
		g.touch(j, e.a)
	}
	if math.Abs(eq) <= f.near {
		g.touch(j, e.b)
	}
	if len(g.cuts)+len(g.joins) == n && (fp < 0 && fq > 0 || fp > 0 && fq < 0) &&
		(ep < 0 && eq > 0 || ep > 0 && eq < 0) {
		if before(f.p, e.p) || f.p == e.p && before(f.q, e.q) {
			i, j, fp, fq = j, i, ep, eq // so that the order of the edges does not matter
		}
		g.cross(i, j, fp/(fp-fq))
	}
}

// touch merges a vertex near an edge's line with an end of the edge, or cuts the edge there.
func (g *graph) touch(i, v int32) {
	e := &g.edges[i]
	if v == e.a || v == e.b {
		return
	}
	p, d := g.vertices[v].p, e.q.Sub(e.p)
	switch t := p.Sub(e.p).Dot(d); {
	case p.Sub(e.p).LenSq() <= float64(g.near*g.near):
		g.joins = append(g.joins, [2]int32{v, e.a})
	case p.Sub(e.q).LenSq() <= float64(g.near*g.near):
		g.joins = append(g.joins, [2]int32{v, e.b})
	case t > 0 && t < d.LenSq():
		g.cuts = append(g.cuts, edgeCut{t, i, v})
	}
}

// cross cuts two edges where they cross, a fraction t along the second.
func (g *graph) cross(i, j int32, t float64) {
	e, f := &g.edges[i], &g.edges[j]
	p := snap(f.p.Lerp(f.q, t))
	at := p
	for _, h := range [2]*edge{e, f} {
		// Vertical and horizontal edges stay vertical and horizontal, even off the grid.
		a, b := g.vertices[h.a].at, g.vertices[h.b].at
		if a.X == b.X {
			at.X = a.X
		}
		if a.Y == b.Y {
			at.Y = a.Y
		}
	}
	v := g.vertex(p, at, false)
	if len(g.vertices) > g.room {
		g.failed = true
		return
	}
	for _, k := range [2]int32{i, j} {
		if h := &g.edges[k]; v != h.a && v != h.b {
			d := h.q.Sub(h.p)
			g.cuts = append(g.cuts, edgeCut{p.Sub(h.p).Dot(d), k, v})
		}
	}
}

// join merges nearby vertices into one: the given one, or the first in order. In a row of vertices, each near the next,
// it merges only some at a time, so that they do not all collapse into one.
func (g *graph) join() {
	g.to = g.to[:0]
	for i := range g.vertices {
		g.to = append(g.to, int32(i))
	}
	g.taken, g.again = zeroed(g.taken, len(g.vertices)), zeroed(g.again, len(g.vertices))
	if len(g.joins) == 0 {
		return
	}
	for k, j := range g.joins {
		u, v := &g.vertices[j[0]], &g.vertices[j[1]]
		if v.given && !u.given || u.given == v.given && before(v.p, u.p) {
			g.joins[k] = [2]int32{j[1], j[0]}
		}
	}
	slices.SortFunc(g.joins, func(x, y [2]int32) int {
		return cmp.Or(compare(g.vertices[x[0]].p, g.vertices[y[0]].p), compare(g.vertices[x[1]].p, g.vertices[y[1]].p))
	})
	for _, j := range g.joins {
		if u, v := j[0], j[1]; g.to[u] == u && g.to[v] == v && !g.taken[v] {
			g.to[v], g.taken[u] = u, true
		} else if g.to[v] != u {
			g.again[g.to[u]], g.again[g.to[v]] = true, true
		}
	}
}

// split rebuilds the edges, each cut at its vertices.
func (g *graph) split() {
	slices.SortFunc(g.cuts, func(x, y edgeCut) int {
		return cmp.Or(cmp.Compare(x.edge, y.edge), cmp.Compare(x.t, y.t),
			compare(g.vertices[x.vertex].p, g.vertices[y.vertex].p))
	})
	g.old, g.edges = g.edges, g.old[:0]
	g.ends = cleared(g.ends, len(g.old)+len(g.cuts))
	cuts := g.cuts
	for i := range g.old {
		e := &g.old[i]
		from := g.to[e.a]
		to := g.to[e.b]
		fresh := from != e.a || to != e.b || g.again[from] || g.again[to] || len(cuts) > 0 && cuts[0].edge == int32(i)
		for len(cuts) > 0 && cuts[0].edge == int32(i) {
			v := g.to[cuts[0].vertex]
			g.add(from, v, e.w, fresh)
			from, cuts = v, cuts[1:]
		}
		g.add(from, to, e.w, fresh)
	}
}

// below finds the nearest edge below each point, just to the left of it, or none. If kept is set, it considers only
// edges between inside and outside.
func (g *graph) below(points []Vec, kept bool) []int32 {
	g.beneath = g.beneath[:0]
	if len(points) > worthwhile {
		g.lower.build(g, points, kept)
		for _, p := range points {
			g.beneath = append(g.beneath, g.lower.find(g, p))
		}
		return g.beneath
	}
	for _, p := range points {
		best := under{edge: none}
		for i := range g.edges {
			if e := &g.edges[i]; e.p.X < p.X && p.X <= e.q.X && (!kept || e.inside != 0) {
				best.try(g, int32(i), p)
			}
		}
		g.beneath = append(g.beneath, best.edge)
	}
	return g.beneath
}

// none marks a missing edge.
const none int32 = -1

// under is the highest edge found so far that is below a point.
type under struct {
	edge int32
	y    float64
}

// try considers an edge that spans the x just to the left of p.
func (u *under) try(g *graph, i int32, p Vec) {
	e := &g.edges[i]
	y := e.height(p.X)
	if y >= p.Y || u.edge != none && (y < u.y || e.compareLeft(&g.edges[u.edge], p.X) < 0) {
		return
	}
	u.edge, u.y = i, y
}

func (e *edge) bounds() collision.AABB {
	return collision.AABB{Min: e.p.Min(e.q), Max: e.p.Max(e.q)}
}
