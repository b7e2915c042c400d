package polygon

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// Dilate returns the boundary of the region summed with a disc. If a notch is narrower than the disc, or a step lower
// than a corner's arc, the moved edges cross. Dilate then trims the parts inside the union.
func (g *holed) Dilate(r float64) []collision.Contour {
	if r <= nodeTolerance*g.tol { // all intersections near a corner would coincide
		r = 0
	}
	var raw []collision.Contour
	for _, loop := range g.Loops {
		raw = append(raw, rawContour(loop, r))
	}
	if r == 0 || g.isBoundary(raw) {
		return raw
	}
	t := trimmer{
		g: g, r: r, tol: float64(nodeTolerance * (g.tol + float64(collision.CoordinateRounding*r))),
		cells: map[[2]int64]int32{},
	}
	t.near = newBorder(g.Loops)
	t.elements()
	if len(t.parts) > manySides {
		t.parts = slices.DeleteFunc(t.parts, func(p trimPart) bool {
			budget := 24
			return t.covered(&p, &budget)
		})
	}
	t.intersect()
	return t.link(t.prune(t.keep()))
}

// isBoundary reports whether the raw contours are the boundary already: every edge keeps its direction, and segments
// meet only at their ends.
func (g *holed) isBoundary(raw []collision.Contour) bool {
	n := 0
	for _, c := range raw {
		n += len(c)
	}
	parts := make([]trimPart, 0, n)
	for l, c := range raw {
		loop, edge := g.Loops[l], 0
		for i, s := range c {
			if s.Radius == 0 {
				d := loop[(edge+1)%len(loop)].Sub(loop[edge])
				if edge++; s.To.Sub(s.From).Dot(d) <= g.tol*d.Len() {
					return false
				}
			}
			parts = append(parts, trimPart{s: s, box: boundsOfSegment(&s), loop: l, at: i})
		}
	}
	return !anyPair(parts, g.tol, func(i, j int32) bool {
		a, b := &parts[i], &parts[j]
		if a.loop == b.loop {
			n := len(raw[a.loop])
			if d := (a.at - b.at + n) % n; d == 1 || d == n-1 {
				return false
			}
		}
		var room [6]collision.Vec
		return len(meetings(room[:0], &a.s, &b.s, g.tol)) > 0
	})
}

// boundsOfSegment returns the bounds of the segment, which for an arc may be slightly too large.
func boundsOfSegment(s *collision.Segment) collision.AABB {
	b := collision.BoundsOf([]collision.Vec{s.From, s.To})
	if s.Radius == 0 {
		return b
	}
	u, v := s.From.Sub(s.Center), s.To.Sub(s.Center)
	for _, d := range [4]collision.Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}} {
		if isOnArc(s, u, v, d) {
			p := s.Center.MulAdd(d, s.Radius)
			b = b.Union(collision.AABB{Min: p, Max: p})
		}
	}
	return b
}

// isOnArc reports whether direction d is on the arc from u to v.
func isOnArc(s *collision.Segment, u, v, d collision.Vec) bool {
	if s.Clockwise {
		u, v = v, u
	}
	if u.Cross(v) >= 0 && u != v {
		return u.Cross(d) >= 0 && d.Cross(v) >= 0 && d.Dot(u.Add(v)) >= 0
	}
	return !(v.Cross(d) > 0 && d.Cross(u) > 0)
}

// trimPart is a segment or arc of a contour that may cross others.
type trimPart struct {
	s        collision.Segment
	box      collision.AABB
	loop, at int
}

// corners appends points whose hull contains the part.
func (p *trimPart) corners(dst []collision.Vec) []collision.Vec {
	s := &p.s
	dst = append(dst, s.From, s.To)
	if s.Radius == 0 {
		return dst
	}
	chord := s.To.Sub(s.From)
	if out := chord.Perp().Neg().Unit(); out != (collision.Vec{}) && s.From.Sub(s.Center).Cross(s.To.Sub(s.Center)) >=
		0 && !s.Clockwise {
		// The arc is less than half a circle, so a rectangle on its chord contains it.
		out = out.Mul(s.Radius - s.From.Sub(s.Center).Dot(out))
		return append(dst, s.From.Add(out), s.To.Add(out))
	}
	b := collision.AABB{Min: s.Center, Max: s.Center}.Grow(s.Radius)
	return append(dst, b.Min, b.Max, collision.Vec{X: b.Min.X, Y: b.Max.Y}, collision.Vec{X: b.Max.X, Y: b.Min.Y})
}

// leftmost orders parts by their left ends.
func leftmost(parts []trimPart, i, j int32) int {
	return cmp.Or(cmp.Compare(parts[i].box.Min.X, parts[j].box.Min.X), cmp.Compare(i, j))
}

// anyPair reports whether f is true for a pair of parts whose boxes overlap. It passes the part that begins farther
// left first. The parts are listed loop by loop. It may skip pairs whose rotated boxes are more than tol apart.
func anyPair(parts []trimPart, tol float64, f func(i, j int32) bool) bool {
	if len(parts) > manySides {
		return anyPairOfMany(parts, tol, f)
	}
	order := make([]int32, len(parts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return leftmost(parts, i, j) })
	for k, i := range order {
		grown := parts[i].box.Grow(tol)
		for _, j := range order[k+1:] {
			if parts[j].box.Min.X > grown.Max.X {
				break
			}
			if grown.Overlaps(parts[j].box) && f(i, j) {
				return true
			}
		}
	}
	return false
}

// anyPairOfMany works like anyPair with a tree, in a different order of pairs.
func anyPairOfMany(parts []trimPart, tol float64, f func(i, j int32) bool) bool {
	var spans []turnedSpan
	for first := 0; first < len(parts); {
		last, box := first, collision.EmptyAABB()
		for ; last < len(parts) && parts[last].loop == parts[first].loop; last++ {
			box = box.Union(parts[last].box)
		}
		spans = append(spans, turnedSpan{int32(first), int32(last), box.Center()})
		first = last
	}
	found := false
	pairs := turnedPairs{
		turnedTree: newTurnedTree(spans, tol, func(i int32, dst []collision.Vec) []collision.Vec {
			return parts[i].corners(dst)
		}),
		hopeless: func(int32, int32) bool { return found },
		try: func(i, j int32) {
			if found {
				return
			}
			if leftmost(parts, i, j) > 0 {
				i, j = j, i
			}
			found = parts[i].box.Grow(tol).Overlaps(parts[j].box) && f(i, j)
		},
	}
	pairs.within(0)
	return found
}

// trimmer cuts moved edges and arcs where they meet, keeps the pieces that are
// at least the radius away from the region, and links them again.
type trimmer struct {
	g     *holed
	near  *border // border of the region
	r     float64
	tol   float64
	parts []trimPart
	cuts  []cut // cuts of all parts; part i's begin at first[i]
	first []int32
	nodes []collision.Vec
	cells map[[2]int64]int32 // the first node of each cell
	next  []int32            // the next node in the same cell, or noNode
}

// cut is a node on a part, at a distance or angle from its start.
type cut struct {
	t    float64
	node int32
	part int32
}

// elements adds every edge, moved outward at full length, and the arcs of convex corners.
func (t *trimmer) elements() {
	count := 0
	for _, loop := range t.g.Loops {
		count += 2 * len(loop)
	}
	t.parts = make([]trimPart, 0, count)
	for l, loop := range t.g.Loops {
		n := len(loop)
		normal := func(i int) collision.Vec { return outward(loop[i%n], loop[(i+1)%n]) }
		for i, a := range loop {
			b, m, next := loop[(i+1)%n], normal(i), normal(i+1)
			t.add(l, collision.Segment{From: a.MulAdd(m, t.r), To: b.MulAdd(m, t.r)})
			if m.Cross(next) > 0 {
				t.add(l, collision.Segment{From: b.MulAdd(m, t.r), To: b.MulAdd(next, t.r), Center: b, Radius: t.r})
			}
		}
	}
}

func (t *trimmer) add(loop int, s collision.Segment) {
	t.parts = append(t.parts, trimPart{s: s, box: boundsOfSegment(&s), loop: loop, at: len(t.parts)})
}

// least returns the distance from the region at which a point is on the boundary of the union, up to rounding.
func (t *trimmer) least() float64 { return t.r - float64(collision.ShrinkTolerance*t.r) - t.tol }

// covered reports whether a part is so deep inside the union that neither the part nor a node on it can be on the
// boundary. If a region's vertices are closer to each other than the radius, most parts are covered, and each of them
// meets many others. A part that is not covered by one edge's sum with the disc is halved; budget limits the number of
// parts examined.
func (t *trimmer) covered(p *trimPart, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	d := t.least() - float64(4*t.tol)
	middle := middleOf(&p.s)
	var room [6]collision.Vec
	corners, some := p.corners(room[:0]), false
	if t.near.turned.near(0, middle, d, func(i int32) bool {
		a, b := t.near.ends[i][0], t.near.ends[i][1]
		if collision.SegmentDistance(middle, a, b) >= d {
			return false
		}
		some = true
		for _, c := range corners {
			if collision.SegmentDistance(c, a, b) >= d {
				return false
			}
		}
		return true
	}) {
		return true
	}
	if !some {
		// No edge is near: the part is deep in the region, or outside the union.
		h := 0.0
		for _, c := range corners {
			h = max(h, middle.Dist(c))
		}
		return t.near.holds(middle) && !t.near.within(middle, h+float64(4*t.tol))
	}
	first, second := *p, *p
	first.s.To, second.s.From = middle, middle
	return t.covered(&first, budget) && t.covered(&second, budget)
}

// node returns a node within tol of p, or else adds one at p.
func (t *trimmer) node(p collision.Vec) int32 {
	size := float64(4 * t.tol)
	reach := float64(1.01 * t.tol)
	place := func(x float64) int64 { return int64(math.Floor(x / size)) }
	for cx := place(p.X - reach); cx <= place(p.X+reach); cx++ {
		for cy := place(p.Y - reach); cy <= place(p.Y+reach); cy++ {
			n, ok := t.cells[[2]int64{cx, cy}]
			for ; ok && n != noNode; n = t.next[n] {
				if t.nodes[n].Dist(p) <= t.tol {
					return n
				}
			}
		}
	}
	n := int32(len(t.nodes))
	t.nodes, t.next = append(t.nodes, p), append(t.next, noNode)
	here := [2]int64{place(p.X), place(p.Y)}
	at, ok := t.cells[here]
	if !ok {
		t.cells[here] = n
		return n
	}
	for t.next[at] != noNode { // a cell holds few nodes
		at = t.next[at]
	}
	t.next[at] = n
	return n
}

// intersect cuts all parts at their ends and where they meet.
func (t *trimmer) intersect() {
	t.cuts = make([]cut, 0, 2*len(t.parts))
	t.nodes, t.next = make([]collision.Vec, 0, len(t.parts)), make([]int32, 0, len(t.parts))
	add := func(i, node int32, at collision.Vec) {
		t.cuts = append(t.cuts, cut{paramOn(&t.parts[i].s, at), node, i})
	}
	for i := range t.parts {
		for _, end := range [2]collision.Vec{t.parts[i].s.From, t.parts[i].s.To} {
			add(int32(i), t.node(end), end)
		}
	}
	var met [][2]int32
	anyPair(t.parts, t.tol, func(i, j int32) bool {
		var room [6]collision.Vec
		if len(meetings(room[:0], &t.parts[i].s, &t.parts[j].s, t.tol)) > 0 {
			met = append(met, [2]int32{i, j})
		}
		return false
	})
	// The nodes depend on the order of the pairs.
	slices.SortFunc(met, func(a, b [2]int32) int {
		return cmp.Or(leftmost(t.parts, a[0], b[0]), leftmost(t.parts, a[1], b[1]))
	})
	t.cuts = slices.Grow(t.cuts, 4*len(met)) // most parts meet at one end of both
	for _, m := range met {
		var room [6]collision.Vec
		for _, p := range meetings(room[:0], &t.parts[m[0]].s, &t.parts[m[1]].s, t.tol) {
			n := t.node(p)
			add(m[0], n, t.nodes[n])
			add(m[1], n, t.nodes[n])
		}
	}
	t.cells, t.next = nil, nil
	t.sortCuts()
}

// sortCuts groups the cuts by part and sorts them from the part's start to its end.
func (t *trimmer) sortCuts() {
	t.first = make([]int32, len(t.parts)+2)
	for i := range t.cuts {
		t.first[t.cuts[i].part+2]++
	}
	for i := range t.first[1:] {
		t.first[i+1] += t.first[i]
	}
	sorted := make([]cut, len(t.cuts))
	for _, c := range t.cuts {
		at := &t.first[c.part+1]
		sorted[*at] = c
		*at++
	}
	t.cuts = sorted
	for i := range t.parts {
		slices.SortFunc(t.cuts[t.first[i]:t.first[i+1]], func(a, b cut) int { return cmp.Compare(a.t, b.t) })
	}
}

// paramOn returns the position of p on the segment: its distance from the start, or the arc length from the start.
func paramOn(s *collision.Segment, p collision.Vec) float64 {
	if s.Radius == 0 {
		return p.Sub(s.From).Dot(s.To.Sub(s.From).Unit())
	}
	u, v := s.From.Sub(s.Center), p.Sub(s.Center)
	a := collision.Atan2(u.Cross(v), u.Dot(v))
	if s.Clockwise {
		a = -a
	}
	if a < -math.Pi/2 {
		a += 2 * math.Pi
	}
	return float64(a * s.Radius)
}

// meetings appends the points that two segments share: up to two intersections,
// and the ends of each that are on the other.
func meetings(out []collision.Vec, a, b *collision.Segment, tol float64) []collision.Vec {
	add := func(p collision.Vec) {
		if isAlong(a, p, tol) && isAlong(b, p, tol) {
			out = append(out, p)
		}
	}
	switch {
	case a.Radius == 0 && b.Radius == 0:
		d, e := a.To.Sub(a.From), b.To.Sub(b.From)
		if c := d.Cross(e); math.Abs(c) > collision.ParallelTolerance*d.Len()*e.Len() {
			add(a.From.MulAdd(d, b.From.Sub(a.From).Cross(e)/c))
		}
	case a.Radius == 0:
		lineCircle(a, b, add)
	case b.Radius == 0:
		lineCircle(b, a, add)
	default:
		circleCircle(a, b, add)
	}
	// Ends on the other segment, also of parts that run along each other.
	for _, p := range [4]collision.Vec{a.From, a.To, b.From, b.To} {
		add(p)
	}
	return out
}

// isAlong reports whether p is on the segment.
func isAlong(s *collision.Segment, p collision.Vec, tol float64) bool {
	if s.Radius == 0 {
		return collision.SegmentDistance(p, s.From, s.To) <= tol
	}
	if p.Dist(s.From) <= tol || p.Dist(s.To) <= tol {
		return true
	}
	return math.Abs(p.Dist(s.Center)-s.Radius) <= tol &&
		isOnArc(s, s.From.Sub(s.Center), s.To.Sub(s.Center), p.Sub(s.Center))
}

func lineCircle(line, arc *collision.Segment, add func(collision.Vec)) {
	d := line.To.Sub(line.From).Unit()
	m := arc.Center.Sub(line.From)
	along, off := m.Dot(d), m.Cross(d)
	h := math.Sqrt(max(0, (arc.Radius-off)*(arc.Radius+off)))
	add(line.From.MulAdd(d, along-h))
	add(line.From.MulAdd(d, along+h))
}

func circleCircle(a, b *collision.Segment, add func(collision.Vec)) {
	d := b.Center.Sub(a.Center)
	l := d.Len()
	if l == 0 {
		return
	}
	along := float64((l + (a.Radius-b.Radius)*(a.Radius+b.Radius)/l) / 2)
	h := math.Sqrt(max(0, (a.Radius-along)*(a.Radius+along)))
	u := d.Mul(1 / l)
	foot := a.Center.MulAdd(u, along)
	add(foot.MulAdd(u.Perp(), h))
	add(foot.MulAdd(u.Perp(), -h))
}

// trimEdge is a piece of a part between two nodes.
type trimEdge struct {
	from, to int32
	s        collision.Segment
}

// keep cuts the parts and returns the pieces on the boundary of the union.
func (t *trimmer) keep() []trimEdge {
	least := t.least()
	onBoundary := func(p collision.Vec) bool {
		return !t.near.within(p, least) && !t.near.holds(p)
	}
	seen := make(map[[2]int32]int32, len(t.parts))
	out := make([]trimEdge, 0, len(t.parts))
	for i := range t.parts {
		p := &t.parts[i]
		cuts := t.cuts[t.first[i]:t.first[i+1]]
		for k := 1; k < len(cuts); k++ {
			a, b := &cuts[k-1], &cuts[k]
			if a.node == b.node {
				continue
			}
			s := p.s
			s.From, s.To = t.nodes[a.node], t.nodes[b.node]
			if !onBoundary(middleOf(&s)) {
				continue
			}
			if s.Radius == 0 {
				if at, ok := seen[[2]int32{b.node, a.node}]; ok && out[at].s.Radius == 0 {
					out[at].from = noNode // there and back, without width between them
					continue
				}
			}
			if _, ok := seen[[2]int32{a.node, b.node}]; ok {
				continue
			}
			seen[[2]int32{a.node, b.node}] = int32(len(out))
			out = append(out, trimEdge{a.node, b.node, s})
		}
	}
	return slices.DeleteFunc(out, func(e trimEdge) bool { return e.from == noNode })
}

// prune drops pieces without a predecessor or a successor: the stubs of moved edges beyond a concave corner so flat
// that they are within rounding of the boundary.
func (t *trimmer) prune(edges []trimEdge) []trimEdge {
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

// middleOf returns the point halfway along the segment.
func middleOf(s *collision.Segment) collision.Vec {
	if s.Radius == 0 {
		return s.From.Lerp(s.To, 0.5)
	}
	u := s.From.Sub(s.Center)
	return s.Center.Add(collision.NewRot(float64(s.Sweep() / 2)).Apply(u))
}

// link joins pieces end to start into closed contours. It drops pieces that lead nowhere.
func (t *trimmer) link(edges []trimEdge) []collision.Contour {
	// The pieces that leave node n are leaving[first[n]:first[n+1]], in order.
	first := make([]int32, len(t.nodes)+2)
	for i := range edges {
		first[edges[i].from+2]++
	}
	for n := range first[1:] {
		first[n+1] += first[n]
	}
	leaving := make([]int32, len(edges))
	for i := range edges {
		at := &first[edges[i].from+1]
		leaving[*at] = int32(i)
		*at++
	}
	onPath := make([]int32, len(t.nodes)) // index in path of the piece that leaves a node
	for n := range onPath {
		onPath[n] = noNode
	}
	used := make([]bool, len(edges))
	var contours []collision.Contour
	var path []int32
	for i := range edges {
		for at := int32(i); at != noNode && !used[at]; {
			used[at] = true
			onPath[edges[at].from] = int32(len(path))
			path = append(path, at)
			to := edges[at].to
			at = noNode
			for _, e := range leaving[first[to]:first[to+1]] {
				if !used[e] {
					at = e
					break
				}
			}
			if start := onPath[to]; start != noNode {
				c := make(collision.Contour, 0, len(path)-int(start))
				for _, e := range path[start:] {
					c = append(c, edges[e].s)
					onPath[edges[e].from] = noNode
				}
				contours = append(contours, c)
				if path = path[:start]; len(path) == 0 {
					break
				}
				onPath[edges[path[len(path)-1]].from] = start - 1
			}
		}
		for _, e := range path {
			onPath[edges[e].from] = noNode
		}
		path = path[:0]
	}
	return slices.DeleteFunc(contours, func(c collision.Contour) bool { return len(c) < 2 })
}
