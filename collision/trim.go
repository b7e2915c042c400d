package collision

import (
	"cmp"
	"math"
	"slices"
)

// dilate returns the boundary of the region summed with a disc. Where a notch
// is narrower than the disc, or a step lower than a corner's arc, the moved
// edges cross; then the parts that lie inside the union are trimmed away.
func (g *region) dilate(r float64) []Contour {
	var raw []Contour
	for _, loop := range g.loops {
		raw = append(raw, rawContour(loop, r))
	}
	if r == 0 || g.clean(raw) {
		return raw
	}
	t := trimmer{g: g, r: r, tol: float64(nodeTolerance * (g.tol + float64(coordinateRounding*r))), cells: map[[2]int64][]int32{}}
	t.elements()
	t.intersect()
	return t.link(t.prune(t.keep()))
}

// clean reports whether the raw contours are the boundary as they are: every
// edge keeps its direction, and no two segments meet but at their ends.
func (g *region) clean(raw []Contour) bool {
	var parts []trimPart
	for l, c := range raw {
		loop, edge := g.loops[l], 0
		for i, s := range c {
			if s.Radius == 0 {
				d := loop[(edge+1)%len(loop)].Sub(loop[edge])
				if edge++; s.To.Sub(s.From).Dot(d) <= g.tol*d.Len() {
					return false
				}
			}
			parts = append(parts, trimPart{s: s, box: s.bounds(), loop: l, at: i})
		}
	}
	ok := true
	sweepParts(parts, g.tol, func(i, j int) {
		a, b := &parts[i], &parts[j]
		if a.loop == b.loop {
			n := len(raw[a.loop])
			if d := (a.at - b.at + n) % n; d == 1 || d == n-1 {
				return
			}
		}
		if ok && len(meetings(&a.s, &b.s, g.tol)) > 0 {
			ok = false
		}
	})
	return ok
}

// bounds returns a box around the segment; for an arc, that of its circle's
// part between the ends, or a little more.
func (s *Segment) bounds() AABB {
	b := BoundsOf([]Vec{s.From, s.To})
	if s.Radius == 0 {
		return b
	}
	u, v := s.From.Sub(s.Center), s.To.Sub(s.Center)
	for _, d := range [4]Vec{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		if s.between(u, v, d) {
			p := s.Center.MulAdd(d, s.Radius)
			b = b.Union(AABB{p, p})
		}
	}
	return b
}

// between reports whether direction d lies on the arc from u to v.
func (s *Segment) between(u, v, d Vec) bool {
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
	s        Segment
	box      AABB
	loop, at int
	cuts     []cut
}

// cut is a node on a part, at a distance or angle from its start.
type cut struct {
	t    float64
	node int32
}

// sweepParts calls f for all pairs whose boxes overlap.
func sweepParts(parts []trimPart, tol float64, f func(i, j int)) {
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

// trimmer cuts moved edges and arcs where they meet, keeps the pieces that are
// no nearer to the region than the radius, and links them again.
type trimmer struct {
	g     *region
	r     float64
	tol   float64
	parts []trimPart
	nodes []Vec
	cells map[[2]int64][]int32 // nodes by place
}

// elements makes every edge moved out in full, and the arcs of convex corners.
func (t *trimmer) elements() {
	for l, loop := range t.g.loops {
		n := len(loop)
		normal := func(i int) Vec { return loop[(i+1)%n].Sub(loop[i%n]).Unit().Perp().Neg() }
		for i, a := range loop {
			b, m, next := loop[(i+1)%n], normal(i), normal(i+1)
			t.add(l, Segment{From: a.MulAdd(m, t.r), To: b.MulAdd(m, t.r)})
			if m.Cross(next) > 0 {
				t.add(l, Segment{From: b.MulAdd(m, t.r), To: b.MulAdd(next, t.r), Center: b, Radius: t.r})
			}
		}
	}
}

func (t *trimmer) add(loop int, s Segment) {
	t.parts = append(t.parts, trimPart{s: s, box: s.bounds(), loop: loop, at: len(t.parts)})
}

// node returns the node at p, one that is there within tol if there is.
func (t *trimmer) node(p Vec) int32 {
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
func (t *trimmer) intersect() {
	for i := range t.parts {
		p := &t.parts[i]
		for _, end := range [2]Vec{p.s.From, p.s.To} {
			p.cuts = append(p.cuts, cut{p.s.param(end), t.node(end)})
		}
	}
	sweepParts(t.parts, t.tol, func(i, j int) {
		a, b := &t.parts[i], &t.parts[j]
		for _, p := range meetings(&a.s, &b.s, t.tol) {
			n := t.node(p)
			a.cuts = append(a.cuts, cut{a.s.param(t.nodes[n]), n})
			b.cuts = append(b.cuts, cut{b.s.param(t.nodes[n]), n})
		}
	})
}

// param returns where p lies on the segment: its distance from the start, or
// its angle times the radius.
func (s *Segment) param(p Vec) float64 {
	if s.Radius == 0 {
		return p.Sub(s.From).Dot(s.To.Sub(s.From).Unit())
	}
	u, v := s.From.Sub(s.Center), p.Sub(s.Center)
	a := Atan2(u.Cross(v), u.Dot(v))
	if s.Clockwise {
		a = -a
	}
	if a < -math.Pi/2 {
		a += 2 * math.Pi
	}
	return float64(a * s.Radius)
}

// meetings returns the points that two segments share, up to two.
func meetings(a, b *Segment, tol float64) []Vec {
	var out []Vec
	add := func(p Vec) {
		if a.holds(p, tol) && b.holds(p, tol) {
			out = append(out, p)
		}
	}
	switch {
	case a.Radius == 0 && b.Radius == 0:
		d, e := a.To.Sub(a.From), b.To.Sub(b.From)
		if c := d.Cross(e); math.Abs(c) > parallelTolerance*d.Len()*e.Len() {
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
	for _, p := range [4]Vec{a.From, a.To, b.From, b.To} {
		add(p)
	}
	return out
}

// holds reports whether p lies on the segment.
func (s *Segment) holds(p Vec, tol float64) bool {
	if s.Radius == 0 {
		return segmentDistance(p, s.From, s.To) <= tol
	}
	if p.Dist(s.From) <= tol || p.Dist(s.To) <= tol {
		return true
	}
	return math.Abs(p.Dist(s.Center)-s.Radius) <= tol &&
		s.between(s.From.Sub(s.Center), s.To.Sub(s.Center), p.Sub(s.Center))
}

func lineCircle(line, arc *Segment, add func(Vec)) {
	d := line.To.Sub(line.From).Unit()
	m := arc.Center.Sub(line.From)
	along, off := m.Dot(d), m.Cross(d)
	h := math.Sqrt(max(0, (arc.Radius-off)*(arc.Radius+off)))
	add(line.From.MulAdd(d, along-h))
	add(line.From.MulAdd(d, along+h))
}

func circleCircle(a, b *Segment, add func(Vec)) {
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
	s        Segment
}

// keep cuts the parts and returns the pieces on the boundary of the union.
func (t *trimmer) keep() []trimEdge {
	near := newBorder(t.g.loops)
	least := t.r - float64(insetTolerance*t.r) - t.tol
	onBoundary := func(p Vec) bool {
		if near.within(p, least) {
			return false
		}
		in := false
		for _, loop := range t.g.loops {
			in = in != insideLoop(p, loop)
		}
		return !in
	}
	seen := map[[2]int32]int{}
	var out []trimEdge
	for i := range t.parts {
		p := &t.parts[i]
		slices.SortFunc(p.cuts, func(a, b cut) int { return cmp.Compare(a.t, b.t) })
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
					out[at].from = none // there and back: no width between them
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
	return slices.DeleteFunc(out, func(e trimEdge) bool { return e.from == none })
}

// prune drops pieces that come from nowhere or lead nowhere: the stubs of moved
// edges beyond a concave corner so flat that they are within rounding of the
// boundary.
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

// middle returns the point halfway along the segment.
func (s *Segment) middle() Vec {
	if s.Radius == 0 {
		return s.From.Lerp(s.To, 0.5)
	}
	u := s.From.Sub(s.Center)
	return s.Center.Add(NewRot(float64(s.Sweep() / 2)).Apply(u))
}

// link joins pieces end to start to closed contours. A piece that leads nowhere
// is left out.
func (t *trimmer) link(edges []trimEdge) []Contour {
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

func (t *trimmer) contour(edges []trimEdge, path []int) Contour {
	c := make(Contour, len(path))
	for i, e := range path {
		c[i] = edges[e].s
	}
	return c
}
