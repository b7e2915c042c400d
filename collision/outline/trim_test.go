package outline

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"fillet/collision/geom"
	"fillet/collision/outline/outlinetest"

	"pgregory.net/rapid"
)

// The boundary of a rounded region, found as it was before trees found the
// parts that may meet: by a sweep, and by looking at all edges. Others are
// compared with it to the last bit.

// byTrees makes outlines of few edges go through what is for many.
func byTrees(t *testing.T) {
	t.Helper()
	sides, ends := manySides, manyEnds
	manySides, manyEnds = 0, 0
	t.Cleanup(func() { manySides, manyEnds = sides, ends })
}

// sameBoundary compares the boundary of a rounded region with the swept one.
func sameBoundary(t rapid.TB, loops [][]geom.Vec, r float64, rounding Rounding) {
	t.Helper()
	inner, radius, err := Rounded(loops, r, rounding)
	if err != nil {
		t.Skip(err)
	}
	if len(inner.Loops[0]) < 3 {
		return
	}
	got, want := inner.Dilate(radius), inner.sweptDilate(radius)
	if !slices.EqualFunc(got, want, slices.Equal[Contour]) {
		t.Fatalf("%v by %v: the boundary is %v, want %v", loops, r, rounding, got, want)
	}
}

// Trees find the very boundary that a sweep finds.
func TestBoundaryByTreesEqualsSwept(t *testing.T) {
	byTrees(t)
	rapid.Check(t, func(t *rapid.T) {
		loops := [][]geom.Vec{outlinetest.Draw(t)}
		if rapid.Bool().Draw(t, "framed") {
			box := geom.BoundsOf(loops[0]).Grow(rapid.Float64Range(1, 30).Draw(t, "margin"))
			loops = [][]geom.Vec{{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}}, loops[0]}
		}
		r := rapid.SampledFrom([]float64{0.01, 0.5, 1, 4, 7.3, 8, 16, 30}).Draw(t, "r")
		sameBoundary(t, loops, r, rapid.SampledFrom([]Rounding{RoundInset, RoundOutset}).Draw(t, "rounding"))
	})
}

// So they do of thousands of edges, whose parts meet many others.
func TestBoundaryOfManyEqualsSwept(t *testing.T) {
	for name, loops := range outlinetest.Many(800) {
		t.Run(name, func(t *testing.T) {
			for _, r := range []float64{0.3, 3, 40, 2000} {
				sameBoundary(t, loops, r, RoundOutset)
			}
		})
	}
}

// What is inside, and what is near, is found alike by a tree and without.
func TestBorderOfManyEqualsFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loops := [][]geom.Vec{outlinetest.Draw(t)}
		if rapid.Bool().Draw(t, "two") { // far from it
			other := outlinetest.Draw(t)
			for i := range other {
				other[i] = other[i].Add(geom.Vec{X: 300, Y: 17})
			}
			loops = append(loops, other)
		}
		few, many := newBorder(loops), newBorder(loops)
		few.turned = nil
		many.turn()
		for range 30 {
			p := geom.Vec{X: rapid.Float64Range(-60, 400).Draw(t, "x"), Y: rapid.Float64Range(-60, 60).Draw(t, "y")}
			if rapid.Bool().Draw(t, "whole") {
				p = geom.Vec{X: math.Round(p.X/8) * 8, Y: math.Round(p.Y/8) * 8} // on vertices and on edges
			}
			if got, want := many.holds(p), few.holds(p); got != want {
				t.Fatalf("%v is inside: %v, want %v of %v", p, got, want, loops)
			}
			d := rapid.Float64Range(-1, 30).Draw(t, "distance")
			if got, want := many.within(p, d), few.within(p, d); got != want {
				t.Fatalf("%v is within %v: %v, want %v of %v", p, d, got, want, loops)
			}
		}
	})
}

// dilate returns the boundary of the region summed with a disc. Where a notch
// is narrower than the disc, or a step lower than a corner's arc, the moved
// edges cross; then the parts that lie inside the union are trimmed away.
func (g *Region) sweptDilate(r float64) []Contour {
	var raw []Contour
	for _, loop := range g.Loops {
		raw = append(raw, rawContour(loop, r))
	}
	if r == 0 || g.sweptClean(raw) {
		return raw
	}
	t := sweptTrimmer{g: g, r: r, tol: float64(nodeTolerance * (g.tol + float64(geom.CoordinateRounding*r))), cells: map[[2]int64][]int32{}}
	t.elements()
	t.intersect()
	return t.link(t.prune(t.keep()))
}

// clean reports whether the raw contours are the boundary as they are: every
// edge keeps its direction, and no two segments meet but at their ends.
func (g *Region) sweptClean(raw []Contour) bool {
	var parts []sweptTrimPart
	for l, c := range raw {
		loop, edge := g.Loops[l], 0
		for i, s := range c {
			if s.Radius == 0 {
				d := loop[(edge+1)%len(loop)].Sub(loop[edge])
				if edge++; s.To.Sub(s.From).Dot(d) <= g.tol*d.Len() {
					return false
				}
			}
			parts = append(parts, sweptTrimPart{s: s, box: s.bounds(), loop: l, at: i})
		}
	}
	ok := true
	sweptPairs(parts, g.tol, func(i, j int) {
		a, b := &parts[i], &parts[j]
		if a.loop == b.loop {
			n := len(raw[a.loop])
			if d := (a.at - b.at + n) % n; d == 1 || d == n-1 {
				return
			}
		}
		if ok && len(sweptMeetings(&a.s, &b.s, g.tol)) > 0 {
			ok = false
		}
	})
	return ok
}

// sweptTrimPart is a segment or arc of a contour that may cross others.
type sweptTrimPart struct {
	s        Segment
	box      geom.AABB
	loop, at int
	cuts     []sweptCut
}

// sweptCut is a node on a part, at a distance or angle from its start.
type sweptCut struct {
	t    float64
	node int32
}

// sweptPairs calls f for all pairs whose boxes overlap.
func sweptPairs(parts []sweptTrimPart, tol float64, f func(i, j int)) {
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(parts[i].box.Min.X, parts[j].box.Min.X), cmp.Compare(i, j))
	})
	for k, i := range order {
		grown := parts[i].box.Grow(tol)
		for _, j := range order[k+1:] {
			if parts[j].box.Min.X > grown.Max.X {
				break
			}
			if grown.Overlaps(parts[j].box) {
				f(i, j)
			}
		}
	}
}

// sweptTrimmer cuts moved edges and arcs where they meet, keeps the pieces that are
// no nearer to the region than the radius, and links them again.
type sweptTrimmer struct {
	g     *Region
	r     float64
	tol   float64
	parts []sweptTrimPart
	nodes []geom.Vec
	cells map[[2]int64][]int32 // nodes by place
}

// elements makes every edge moved out in full, and the arcs of convex corners.
func (t *sweptTrimmer) elements() {
	for l, loop := range t.g.Loops {
		n := len(loop)
		normal := func(i int) geom.Vec { return loop[(i+1)%n].Sub(loop[i%n]).Unit().Perp().Neg() }
		for i, a := range loop {
			b, m, next := loop[(i+1)%n], normal(i), normal(i+1)
			t.add(l, Segment{From: a.MulAdd(m, t.r), To: b.MulAdd(m, t.r)})
			if m.Cross(next) > 0 {
				t.add(l, Segment{From: b.MulAdd(m, t.r), To: b.MulAdd(next, t.r), Center: b, Radius: t.r})
			}
		}
	}
}

func (t *sweptTrimmer) add(loop int, s Segment) {
	t.parts = append(t.parts, sweptTrimPart{s: s, box: s.bounds(), loop: loop, at: len(t.parts)})
}

// node returns the node at p, one that is there within tol if there is.
func (t *sweptTrimmer) node(p geom.Vec) int32 {
	size := float64(4 * t.tol)
	cx, cy := int64(math.Floor(p.X/size)), int64(math.Floor(p.Y/size))
	for dx := int64(-1); dx <= 1; dx++ {
		for dy := int64(-1); dy <= 1; dy++ {
			for _, n := range t.cells[[2]int64{cx + dx, cy + dy}] {
				if t.nodes[n].Dist(p) <= t.tol {
					return n
				}
			}
		}
	}
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, p)
	t.cells[[2]int64{cx, cy}] = append(t.cells[[2]int64{cx, cy}], n)
	return n
}

// intersect cuts all parts at their ends and where they meet.
func (t *sweptTrimmer) intersect() {
	for i := range t.parts {
		p := &t.parts[i]
		for _, end := range [2]geom.Vec{p.s.From, p.s.To} {
			p.cuts = append(p.cuts, sweptCut{p.s.param(end), t.node(end)})
		}
	}
	sweptPairs(t.parts, t.tol, func(i, j int) {
		a, b := &t.parts[i], &t.parts[j]
		for _, p := range sweptMeetings(&a.s, &b.s, t.tol) {
			n := t.node(p)
			a.cuts = append(a.cuts, sweptCut{a.s.param(t.nodes[n]), n})
			b.cuts = append(b.cuts, sweptCut{b.s.param(t.nodes[n]), n})
		}
	})
}

// sweptMeetings returns the points that two segments share, up to two.
func sweptMeetings(a, b *Segment, tol float64) []geom.Vec {
	var out []geom.Vec
	add := func(p geom.Vec) {
		if a.holds(p, tol) && b.holds(p, tol) {
			out = append(out, p)
		}
	}
	switch {
	case a.Radius == 0 && b.Radius == 0:
		d, e := a.To.Sub(a.From), b.To.Sub(b.From)
		if c := d.Cross(e); math.Abs(c) > geom.ParallelTolerance*d.Len()*e.Len() {
			add(a.From.MulAdd(d, b.From.Sub(a.From).Cross(e)/c))
		}
	case a.Radius == 0:
		lineCircle(a, b, add)
	case b.Radius == 0:
		lineCircle(b, a, add)
	default:
		circleCircle(a, b, add)
	}
	// Ends that lie on the other, and parts that run along each other.
	for _, p := range [4]geom.Vec{a.From, a.To, b.From, b.To} {
		add(p)
	}
	return out
}

// keep cuts the parts and returns the pieces on the boundary of the union.
func (t *sweptTrimmer) keep() []trimEdge {
	near := func(p geom.Vec, d float64) bool {
		for _, loop := range t.g.Loops {
			for i, a := range loop {
				if geom.SegmentDistance(p, a, loop[(i+1)%len(loop)]) < d {
					return true
				}
			}
		}
		return false
	}
	least := t.r - float64(insetTolerance*t.r) - t.tol
	onBoundary := func(p geom.Vec) bool {
		if near(p, least) {
			return false
		}
		in := false
		for _, loop := range t.g.Loops {
			in = in != insideLoop(p, loop)
		}
		return !in
	}
	seen := map[[2]int32]int{}
	var out []trimEdge
	for i := range t.parts {
		p := &t.parts[i]
		slices.SortFunc(p.cuts, func(a, b sweptCut) int { return cmp.Compare(a.t, b.t) })
		for k := 1; k < len(p.cuts); k++ {
			a, b := p.cuts[k-1], p.cuts[k]
			if a.node == b.node {
				continue
			}
			s := p.s
			s.From, s.To = t.nodes[a.node], t.nodes[b.node]
			if !onBoundary(s.middle()) {
				continue
			}
			if s.Radius == 0 {
				if at, ok := seen[[2]int32{b.node, a.node}]; ok && out[at].s.Radius == 0 {
					out[at].from = noNode // there and back: no width between them
					continue
				}
			}
			if _, ok := seen[[2]int32{a.node, b.node}]; ok {
				continue
			}
			seen[[2]int32{a.node, b.node}] = len(out)
			out = append(out, trimEdge{a.node, b.node, s})
		}
	}
	return slices.DeleteFunc(out, func(e trimEdge) bool { return e.from == noNode })
}

// prune drops pieces that come from nowhere or lead nowhere: the stubs of moved
// edges beyond a concave corner so flat that they are within rounding of the
// boundary.
func (t *sweptTrimmer) prune(edges []trimEdge) []trimEdge {
	in, out := make([]int, len(t.nodes)), make([]int, len(t.nodes))
	for _, e := range edges {
		out[e.from]++
		in[e.to]++
	}
	for {
		n := len(edges)
		edges = slices.DeleteFunc(edges, func(e trimEdge) bool {
			if in[e.from] > 0 && out[e.to] > 0 {
				return false
			}
			out[e.from]--
			in[e.to]--
			return true
		})
		if len(edges) == n {
			return edges
		}
	}
}

// link joins pieces end to start to closed contours. A piece that leads nowhere
// is left out.
func (t *sweptTrimmer) link(edges []trimEdge) []Contour {
	out := make(map[int32][]int, len(edges))
	for i, e := range edges {
		out[e.from] = append(out[e.from], i)
	}
	used := make([]bool, len(edges))
	var contours []Contour
	for i := range edges {
		var path []int
		onPath := map[int32]int{}
		for at := i; at >= 0 && !used[at]; {
			used[at] = true
			onPath[edges[at].from] = len(path)
			path = append(path, at)
			next := -1
			for _, e := range out[edges[at].to] {
				if !used[e] {
					next = e
					break
				}
			}
			if start, ok := onPath[edges[at].to]; ok {
				contours = append(contours, t.contour(edges, path[start:]))
				for _, e := range path[start:] {
					delete(onPath, edges[e].from)
				}
				if path = path[:start]; len(path) == 0 {
					break
				}
				onPath[edges[path[len(path)-1]].from] = len(path) - 1
			}
			at = next
		}
	}
	return slices.DeleteFunc(contours, func(c Contour) bool { return len(c) < 2 })
}

func (t *sweptTrimmer) contour(edges []trimEdge, path []int) Contour {
	c := make(Contour, len(path))
	for i, e := range path {
		c[i] = edges[e].s
	}
	return c
}
