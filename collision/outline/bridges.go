package outline

import (
	"math"

	"fillet/collision/geom"
)

// bridgeGrid finds where the holes of a region can be joined to its path, when
// there are so many that walking along the whole path for each takes too long.
// It holds the edges and the nodes of the path, as it grows, by the cells of a
// grid that they pass through.
type bridgeGrid struct {
	plot
	ring     *ring
	edges    []bridgeEdge
	edgeOf   []int32 // of each node: its edge to the next one, or noNode
	byCell   []int32 // the first entry of each cell
	entries  []gridEntry
	nodes    []int32 // the first node of each cell
	nextNode []int32
}

type bridgeEdge struct {
	a, b geom.Vec
	from int32 // the node that it starts from
}

type gridEntry struct{ edge, next int32 }

func newBridgeGrid(r *ring) *bridgeGrid {
	g := &bridgeGrid{plot: newPlot(r.points, len(r.points)), ring: r}
	g.byCell, g.nodes = make([]int32, g.cells()), make([]int32, g.cells())
	for i := range g.byCell {
		g.byCell[i], g.nodes[i] = noNode, noNode
	}
	return g
}

// addPath adds the closed path that a node is of.
func (g *bridgeGrid) addPath(first int32) {
	for n := first; ; {
		g.addNode(n)
		g.addEdge(n)
		if n = g.ring.nodes[n].next; n == first {
			return
		}
	}
}

func (g *bridgeGrid) addNode(n int32) {
	for int(n) >= len(g.nextNode) {
		g.nextNode, g.edgeOf = append(g.nextNode, noNode), append(g.edgeOf, noNode)
	}
	p := g.ring.at(n)
	c := g.cellOf(p)
	g.nextNode[n], g.nodes[c] = g.nodes[c], n
}

// addEdge adds the edge from a node to the next one.
func (g *bridgeGrid) addEdge(n int32) {
	a, b := g.ring.at(n), g.ring.at(g.ring.nodes[n].next)
	e := int32(len(g.edges))
	g.edges = append(g.edges, bridgeEdge{a, b, n})
	g.edgeOf[n] = e
	if a.Y > b.Y {
		a, b = b, a
	}
	// A little more on each side, for rounding.
	for row, last := g.row(a.Y-g.hair), g.row(b.Y+g.hair); row <= last; row++ {
		x0, x1 := a.X, b.X
		top, bottom := g.band(row)
		if a.Y < top && b.Y > a.Y {
			x0 = a.X + float64(min((top-a.Y)/(b.Y-a.Y), 1)*(b.X-a.X))
		}
		if b.Y > bottom && b.Y > a.Y {
			x1 = a.X + float64(max((bottom-a.Y)/(b.Y-a.Y), 0)*(b.X-a.X))
		}
		for col, last := g.column(min(x0, x1)-g.hair), g.column(max(x0, x1)+g.hair); col <= last; col++ {
			c := g.cell(col, row)
			g.entries = append(g.entries, gridEntry{e, g.byCell[c]})
			g.byCell[c] = int32(len(g.entries) - 1)
		}
	}
}

// join cuts the path at node a and joins the hole of node h there and back.
func (g *bridgeGrid) join(a, h int32) {
	r := g.ring
	g.addPath(h)
	r.bridge(a, h)
	a2, h2 := int32(len(r.nodes)-2), int32(len(r.nodes)-1)
	g.addNode(a2)
	g.addNode(h2)
	// The edge that started from a starts from its copy now.
	g.edgeOf[a2] = g.edgeOf[a]
	g.edges[g.edgeOf[a]].from = a2
	g.addEdge(a)
	g.addEdge(h2)
}

// leftOf is the edge of the path that is nearest to the left of a point, and the
// x where it is; false where there is none.
func (g *bridgeGrid) leftOf(p geom.Vec) (bridgeEdge, float64, bool) {
	best, steep, found := math.Inf(-1), 0.0, noNode
	row := g.row(p.Y)
	for col := g.column(p.X); col >= 0; col-- {
		for i := g.byCell[g.cell(col, row)]; i != noNode; i = g.entries[i].next {
			g.ring.visits++
			e := &g.edges[g.entries[i].edge]
			// A point at the height of the ray counts as below it.
			if (e.a.Y > p.Y) == (e.b.Y > p.Y) {
				continue
			}
			slope := (e.b.X - e.a.X) / (e.b.Y - e.a.Y)
			x := e.a.X + float64((p.Y-e.a.Y)*slope)
			if e.b.Y == p.Y {
				x = e.b.X
			}
			if x <= p.X && (x > best || x == best && slope > steep) {
				best, steep, found = x, slope, g.entries[i].edge
			}
		}
		if found != noNode && col > 0 && best >= g.xs[col-1] {
			break
		}
	}
	if found == noNode {
		return bridgeEdge{}, 0, false
	}
	return g.edges[found], best, true
}

// visible is [ring.visible] by way of the grid; none where it finds nothing.
func (g *bridgeGrid) visible(h int32) int32 {
	r := g.ring
	p := r.at(h)
	e, x, ok := g.leftOf(p)
	if !ok {
		return noNode
	}
	s := r.sightTo(p, e.from, x)
	lo, hi := s.tri[0].Min(s.tri[1]).Min(s.tri[2]), s.tri[0].Max(s.tri[1]).Max(s.tri[2])
	for row := g.row(lo.Y); row <= g.row(hi.Y); row++ {
		for col := g.column(lo.X); col <= g.column(hi.X); col++ {
			for n := g.nodes[g.cell(col, row)]; n != noNode; n = g.nextNode[n] {
				g.ring.visits++
				s.try(r, n)
			}
		}
	}
	if r.sees(s.pick, p) {
		return s.pick
	}
	// The same point may be on the path more than once.
	q := r.at(s.pick)
	for n := g.nodes[g.cellOf(q)]; n != noNode; n = g.nextNode[n] {
		g.ring.visits++
		if r.at(n) == q && r.sees(n, p) {
			return n
		}
	}
	return s.pick
}

// areNested reports whether every hole lies within the outer loop and none
// within another, of loops that do not meet: the nearest edge to the left of a
// hole's leftmost point is of a loop that it lies in, or beside.
func areNested(loops [][]geom.Vec) bool {
	r := newPath(loops)
	g := newBridgeGrid(r)
	type owner struct {
		loop int
		area float64
	}
	owners := make([]owner, 0, len(r.points))
	first := int32(0)
	for l, loop := range loops {
		g.addPath(first)
		area := signedArea(loop)
		for range loop {
			owners = append(owners, owner{l, area})
		}
		first += int32(len(loop))
	}
	for l, loop := range loops[1:] {
		p := loop[0]
		for _, q := range loop[1:] {
			if q.X < p.X || q.X == p.X && q.Y < p.Y {
				p = q
			}
		}
		// Its own edges lie to its right, but for rounding.
		for {
			e, x, ok := g.leftOf(p)
			if !ok {
				return false
			}
			o := owners[e.from]
			if o.loop == l+1 {
				p.X = math.Nextafter(x, math.Inf(-1))
				continue
			}
			// To the right of an edge that leads upward lies the inside of a loop of
			// positive area.
			inside := (e.a.Y > e.b.Y) == (o.area > 0)
			if inside != (o.loop == 0) {
				return false
			}
			break
		}
	}
	return true
}
