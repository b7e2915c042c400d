package polygon

import (
	"cmp"
	"slices"
	"sort"
)

// lowerEdges finds the edges below many points. It is a segment tree over the points' x: each edge is stored at the few
// nodes that make up its range. All edges at a node span the node's entire range, so they can be ordered from bottom to
// top.
type lowerEdges struct {
	xs    []float64 // x of the points, sorted
	size  int32     // number of leaves, a power of two
	first []int32   // by node: its first index in edges; has one entry more than there are nodes
	edges []int32
}

// worthwhile is the number of points above which the tree is built; for fewer, each point is searched separately.
const worthwhile = 32

// build builds the tree for points. If kept is set, it includes only edges between inside and outside.
func (l *lowerEdges) build(g *graph, points []Vec, kept bool) {
	l.xs = l.xs[:0]
	for _, p := range points {
		l.xs = append(l.xs, p.X)
	}
	slices.Sort(l.xs)
	l.xs = slices.Compact(l.xs)
	for l.size = 1; int(l.size) < len(l.xs); l.size *= 2 {
	}
	l.first = zeroed(l.first, int(2*l.size)+2)
	l.each(g, kept, func(_, node int32) { l.first[node+2]++ })
	for i := 2; i < len(l.first); i++ {
		l.first[i] += l.first[i-1]
	}
	l.edges = zeroed(l.edges, int(l.first[len(l.first)-1]))
	l.each(g, kept, func(edge, node int32) {
		l.edges[l.first[node+1]] = edge
		l.first[node+1]++
	})
	for node := int32(1); node < 2*l.size; node++ {
		if at := l.at(node); len(at) > 1 {
			x := l.xs[l.leftmost(node)]
			slices.SortFunc(at, func(i, j int32) int { return g.edges[i].compareLeft(&g.edges[j], x) })
		}
	}
}

func (l *lowerEdges) at(node int32) []int32 { return l.edges[l.first[node]:l.first[node+1]] }

// leftmost returns the first place of a node's range.
func (l *lowerEdges) leftmost(node int32) int32 {
	for node < l.size {
		node *= 2
	}
	return node - l.size
}

// each calls f for each edge and each node where it is stored.
func (l *lowerEdges) each(g *graph, kept bool, f func(edge, node int32)) {
	for i := range g.edges {
		e := &g.edges[i]
		if kept && e.inside == 0 {
			continue
		}
		// The places x with e.p.X < x <= e.q.X.
		from := int32(sort.Search(len(l.xs), func(k int) bool { return l.xs[k] > e.p.X }))
		to := int32(sort.Search(len(l.xs), func(k int) bool { return l.xs[k] > e.q.X }))
		for from, to = from+l.size, to+l.size; from < to; from, to = from/2, to/2 {
			if from%2 == 1 {
				f(int32(i), from)
				from++
			}
			if to%2 == 1 {
				to--
				f(int32(i), to)
			}
		}
	}
}

// find returns the nearest edge below a point, just to the left of it, or none.
func (l *lowerEdges) find(g *graph, p Vec) int32 {
	best := under{edge: none}
	k, _ := slices.BinarySearch(l.xs, p.X)
	for node := int32(k) + l.size; node > 0; node /= 2 {
		at := l.at(node)
		g.visits++
		n := sort.Search(len(at), func(k int) bool { return g.edges[at[k]].height(p.X) >= p.Y })
		if n > 0 {
			best.try(g, at[n-1], p)
		}
	}
	return best.edge
}

// height returns the edge's y at an x within it.
func (e *edge) height(x float64) float64 {
	if x >= e.q.X {
		return e.q.Y
	}
	d := e.q.Sub(e.p)
	return e.p.Y + float64(d.Y*((x-e.p.X)/d.X))
}

// compareLeft compares the heights of two edges just to the left of x.
func (e *edge) compareLeft(f *edge, x float64) int {
	switch y, z := e.height(x), f.height(x); {
	case y < z:
		return -1
	case y > z:
		return 1
	}
	// They end at the same point: the one that rises more steeply toward it was lower.
	return cmp.Compare(e.q.Sub(e.p).Cross(f.q.Sub(f.p)), 0)
}
