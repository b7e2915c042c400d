package collision

import (
	"cmp"
	"math"
	"slices"
)

// A compound body's pieces meet in seams. A body across a seam overlaps two pieces. The shortest translation out of
// each may point along the surface into the other piece, where the union has no boundary. So the pieces of a compound
// push only in the normal directions of the union's boundary: along the normals of edges that no other piece covers,
// and at a vertex along the normals that all pieces meeting there share, because the normal cone of a union is the
// intersection of the cones of its parts.

// seam limits the directions in which a piece may push at one of its vertices
// and along the edge that starts there. Directions are in the body's frame.
type seam struct {
	inner    bool // other pieces cover the whole edge
	limited  bool // another piece touches the vertex: from and to apply
	empty    bool // no direction is allowed at the vertex itself
	from, to Vec  // the range of directions, turning +x toward +y
}

// seams returns the limits of piece i, or nil if it may push freely. A body's seams are found on first use, by any
// goroutine, because most compounds of a large level never come near another body.
func (x *body) seams(i int32) []seam {
	if !x.pieces[i].compound {
		return nil
	}
	known := x.rare.seams.Load()
	if known == nil {
		known = new(x.findSeams())
		x.rare.seams.Store(known)
	}
	return (*known)[i]
}

// findSeams finds where the body's pieces touch each other.
func (x *body) findSeams() [][]seam {
	if x.oneSided() {
		return x.findEnds()
	}
	n := len(x.shapes)
	f := seamFinder{x: x, found: make([][]seam, n), boxes: make([]AABB, n)}
	all := EmptyAABB()
	least := x.minRadius()
	for i := range x.shapes {
		box := EmptyAABB()
		for _, e := range x.shapes[i].parts() {
			box = box.Union(AABB{Min: e.v, Max: e.v})
		}
		if x.isDisc(i, least) {
			box = box.Grow(x.shapes[i].Radius() - least)
		}
		f.boxes[i] = box
		all = all.Union(box)
	}
	f.tol = float64(seamTolerance*all.HalfPerimeter()) + float64(CoordinateRounding*all.MaxAbs())
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(f.boxes[i].Min.X, f.boxes[j].Min.X), cmp.Compare(i, j))
	})
	f.pairs(order, func(i, j int) {
		switch {
		case x.isDisc(i, least) || x.isDisc(j, least):
			f.meetDisc(i, j, least)
			f.meetDisc(j, i, least)
		case x.shapes[i].Radius() == x.shapes[j].Radius():
			f.touch(i, j)
			f.touch(j, i)
		}
	})
	f.finish()
	for i := range x.shapes {
		if near := f.discs[i]; len(near) > 0 {
			f.found[i] = f.exposed(i, near, least)
		}
	}
	return f.found
}

type seamFinder struct {
	x       *body
	found   [][]seam // by piece; nil if no other piece touches it
	boxes   []AABB
	tol     float64
	covered []cover
	discs   map[int][]int32 // for each disc, the pieces that may cover a part of it
}

// cover is a part of an edge that another piece covers.
type cover struct {
	piece, edge int
	from, to    float64
}

// sweptPieces is the greatest number of pieces that are compared along one axis. Among more pieces, too many may
// overlap there.
const sweptPieces = 64

// pairs calls do for every two pieces whose boxes touch: each piece with the later ones, in the order of their left
// sides.
func (f *seamFinder) pairs(order []int, do func(i, j int)) {
	if len(order) > sweptPieces {
		f.pairsInTree(order, do)
		return
	}
	for k, i := range order {
		grown := f.boxes[i].Grow(f.tol)
		for _, j := range order[k+1:] {
			if f.boxes[j].Min.X > f.boxes[i].Max.X+f.tol {
				break
			}
			if grown.Overlaps(f.boxes[j]) {
				do(i, j)
			}
		}
	}
}

// pairsInTree works like pairs for many pieces.
func (f *seamFinder) pairsInTree(order []int, do func(i, j int)) {
	var tree Tree
	tree.Build(f.boxes)
	place := make([]int, len(order))
	for k, i := range order {
		place[i] = k
	}
	var near []int32
	for k, i := range order {
		grown := f.boxes[i].Grow(f.tol)
		near = slices.DeleteFunc(tree.Append(near[:0], grown), func(j int32) bool {
			return place[j] <= k || !grown.Overlaps(f.boxes[j])
		})
		slices.SortFunc(near, func(a, b int32) int { return place[a] - place[b] })
		for _, j := range near {
			do(i, int(j))
		}
	}
}

// touch limits where piece i may push because piece j touches it.
func (f *seamFinder) touch(i, j int) {
	p, q := f.x.shapes[i].parts(), f.x.shapes[j].parts()
	for k := range p {
		if f.boxes[j].Grow(f.tol).Contains(p[k].v) {
			f.limit(i, k, q)
		}
		if len(p) > 2 && len(q) > 2 {
			f.cover(i, k, q)
		}
	}
}

// seams returns the piece's seams, which it creates on first use.
func (f *seamFinder) seams(i int) []seam {
	if f.found[i] == nil {
		f.found[i] = make([]seam, f.x.shapes[i].Len())
	}
	return f.found[i]
}

// limit intersects the normal cone at vertex k of piece i with q's cone there.
func (f *seamFinder) limit(i, k int, q []edge) {
	p := f.x.shapes[i].parts()
	v := p[k].v
	from, to, touches := coneAt(q, v, f.tol)
	if !touches || len(p) == 1 {
		return
	}
	s := &f.seams(i)[k]
	if !s.limited {
		s.limited = true
		s.from, s.to = p[(k+len(p)-1)%len(p)].n, p[k].n
	}
	if from == (Vec{}) {
		s.empty = true
		return
	}
	s.intersect(from, to)
}

// coneAt returns q's outward normals at point v: a range at a vertex, a single normal on an edge, zero inside. touches
// is false if v is outside q.
func coneAt(q []edge, v Vec, tol float64) (from, to Vec, touches bool) {
	if len(q) == 1 {
		return Vec{}, Vec{}, false
	}
	for i := range q {
		if q[i].v.Dist(v) <= tol {
			return q[(i+len(q)-1)%len(q)].n, q[i].n, true
		}
	}
	on := -1
	for i := range q {
		h := q[i].n.Dot(v.Sub(q[i].v))
		if h > tol {
			return Vec{}, Vec{}, false
		}
		if h >= -tol {
			on = i
		}
	}
	if on < 0 || len(q) == 2 {
		a, b := q[0].v, q[len(q)-1].v
		if len(q) == 2 && SegmentDistance(v, a, b) > tol {
			return Vec{}, Vec{}, false
		}
		return Vec{}, Vec{}, true
	}
	return q[on].n, q[on].n, true
}

// intersect narrows the allowed directions to the ones that are also between from and to.
func (s *seam) intersect(from, to Vec) {
	switch {
	case inCone(from, s.from, s.to):
	case inCone(s.from, from, to):
		from = s.from
	default:
		s.empty = true
		return
	}
	switch {
	case inCone(to, s.from, s.to):
	case inCone(s.to, from, to):
		to = s.to
	default:
		s.empty = true
		return
	}
	s.from, s.to = from, to
}

// inCone reports whether unit vector d is between from and to, which are at most π apart.
func inCone(d, from, to Vec) bool {
	if from.Cross(d) < -coneTolerance || d.Cross(to) < -coneTolerance {
		return false
	}
	return d.Dot(from) > -1+coneTolerance && d.Dot(to) > -1+coneTolerance &&
		(d.Dot(from.Add(to)) >= 0 || from.Dot(to) < 0)
}

// cover records the part of edge k of piece i that an opposite edge of q covers.
func (f *seamFinder) cover(i, k int, q []edge) {
	p := f.x.shapes[i].parts()
	a, b := p[k].v, p[(k+1)%len(p)].v
	t := Vec{X: -p[k].n.Y, Y: p[k].n.X}
	for m := range q {
		c, d := q[m].v, q[(m+1)%len(q)].v
		if p[k].n.Dot(q[m].n) > -0.5 ||
			math.Abs(p[k].n.Dot(c.Sub(a))) > f.tol || math.Abs(p[k].n.Dot(d.Sub(a))) > f.tol {
			// Of two nearly parallel edges the longer one defines the line.
			if math.Abs(q[m].n.Dot(a.Sub(c))) > f.tol || math.Abs(q[m].n.Dot(b.Sub(c))) > f.tol ||
				p[k].n.Dot(q[m].n) > -0.5 {
				continue
			}
		}
		lo, hi := t.Dot(d.Sub(a)), t.Dot(c.Sub(a))
		if hi > lo {
			f.seams(i)
			f.covered = append(f.covered, cover{i, k, lo, hi})
		}
	}
}

// finish marks the edges that are covered from end to end.
func (f *seamFinder) finish() {
	slices.SortFunc(f.covered, func(a, b cover) int {
		return cmp.Or(cmp.Compare(a.piece, b.piece), cmp.Compare(a.edge, b.edge), cmp.Compare(a.from, b.from))
	})
	for i := 0; i < len(f.covered); {
		c := f.covered[i]
		p := f.x.shapes[c.piece].parts()
		length := p[c.edge].v.Dist(p[(c.edge+1)%len(p)].v)
		reach := 0.0
		for ; i < len(f.covered) && f.covered[i].piece == c.piece && f.covered[i].edge == c.edge; i++ {
			if f.covered[i].from <= reach+float64(2*f.tol) {
				reach = max(reach, f.covered[i].to)
			}
		}
		if reach >= length-float64(2*f.tol) {
			f.found[c.piece][c.edge].inner = true
		}
	}
}

// pushes reports whether piece i of the body may push in direction dir, in world space.
func (x *body) pushes(i int32, dir Vec) bool {
	seams := x.seams(i)
	if seams == nil {
		return true
	}
	q, _ := x.transform.Q.Unit()
	dir = q.ApplyInv(dir).Unit()
	edges := x.shapes[i].parts()
	if len(edges) == 1 {
		return slices.ContainsFunc(seams, func(s seam) bool {
			return !s.limited || !s.empty && inCone(dir, s.from, s.to)
		})
	}
	top, at := math.Inf(-1), 0
	for k := range edges {
		n := edges[k].n
		if n.Dot(dir) > 0 && math.Abs(n.Cross(dir)) <= coneTolerance {
			return !seams[k].inner
		}
		if h := edges[k].v.Dot(dir); h > top {
			top, at = h, k
		}
	}
	s := &seams[at]
	return !s.limited || !s.empty && inCone(dir, s.from, s.to)
}

// seamManifolds works like manifolds if at least one of the bodies has seams. If a manifold's normal is not a direction
// of the union, the manifold of the nearest outer edge replaces it.
func (k *worker) seamManifolds(a, b *body, near []neighbour, swap bool, out []Manifold) []Manifold {
	k.met = k.met[:0]
	k.facing[0].reset(a, b)
	k.facing[1].reset(b, a)
	start := len(out)
	var deepest Manifold
	for pass := range 2 {
		for _, n := range near {
			pa, pb := n.own, n.other
			if swap {
				pa, pb = pb, pa
			}
			var m Manifold
			if !collide(&a.pieces[pa].hull, &b.pieces[pb].hull, k.slop, &m) {
				continue
			}
			from := edgePair{pa, pb}
			allowed := a.pushes(pa, m.Normal) && b.pushes(pb, m.Normal.Neg())
			if pass == 0 && !allowed {
				if deepest.Count == 0 || m.Depth() > deepest.Depth() {
					deepest = m
				}
				continue
			}
			if pass == 1 {
				if allowed {
					continue
				}
				touches := m.Depth() <= k.slop
				var ok bool
				if m, from, ok = k.outerManifold(a, b, pa, pb); !ok || touches && m.Depth() > k.slop {
					continue
				}
			}
			if !slices.Contains(k.met, from) {
				k.met = append(k.met, from)
				out = append(out, m)
			}
		}
		if deepest.Count == 0 {
			break
		}
	}
	if deepest.Count == 0 {
		return out
	}
	reported := math.Inf(-1)
	for i := start; i < len(out); i++ {
		reported = max(reported, out[i].Depth())
	}
	switch {
	case len(out) == start:
		if deepest.Depth() > k.slop { // a mere touch is not deep behind any edge
			nearestOuter(a, b, &deepest)
		}
		out = append(out, deepest)
	case reported <= k.slop && deepest.Depth() > k.slop:
		// No outer edge explains this overlap: report it unchanged instead of dropping it.
		out = append(out, deepest)
	}
	return out
}

// nearestOuter replaces a manifold along a cut's normal with one along the normal of the outer edge nearest to the
// other body's middle: one point, as deep as the other body is behind that edge. It handles bodies so deep inside that
// no outer edge is under them. Without such an edge the manifold is unchanged.
func nearestOuter(a, b *body, m *Manifold) {
	best := math.Inf(1)
	try := func(x, y *body, flip bool) {
		if len(x.pieces) < 2 {
			return
		}
		middle := y.bounds().Center()
		for i := range x.pieces {
			p, seams := &x.pieces[i], x.seams(int32(i))
			for k := range p.edges {
				e := &p.edges[k]
				if len(p.edges) < 3 || seams != nil && seams[k].inner || e.n.Dot(middle.Sub(e.v)) > p.radius {
					continue
				}
				d := SegmentDistance(middle, e.v, p.edges[(k+1)%len(p.edges)].v)
				if d >= best {
					continue
				}
				point, low := y.support(e.n.Neg())
				height := low - e.n.Dot(e.v) - p.radius
				if height > 0 {
					continue
				}
				best = d
				*m = Manifold{Normal: e.n, Count: 1}
				m.Points[0] = ManifoldPoint{point.MulAdd(e.n, float64(-height/2)), height, featureID(edgeFeature(k), 0)}
				if flip {
					m.Normal = e.n.Neg()
					m.Points[0].ID = featureID(0, edgeFeature(k))
				}
			}
		}
	}
	try(a, b, false)
	try(b, a, true)
}

// bounds returns the box around the body's pieces.
func (x *body) bounds() AABB {
	b := EmptyAABB()
	for i := range x.pieces {
		b = b.Union(x.pieces[i].box)
	}
	return b
}

// support returns the body's farthest point along a unit vector d, and how far that point is from the origin along -d.
func (x *body) support(d Vec) (Vec, float64) {
	best, at := math.Inf(-1), Vec{}
	for i := range x.pieces {
		p := &x.pieces[i]
		for k := range p.edges {
			if h := d.Dot(p.edges[k].v) + p.radius; h > best {
				best, at = h, p.edges[k].v.MulAdd(d, p.radius)
			}
		}
	}
	return at, -best
}

// edgePair identifies the two pieces of a manifold.
type edgePair struct{ a, b int32 }

// outerManifold finds the manifold of pieces pa and pb along the outer edge, of either body, with the shortest way out.
// On a tie the pieces' own edges count, whichever body comes first.
func (k *worker) outerManifold(a, b *body, pa, pb int32) (Manifold, edgePair, bool) {
	s := outerSearch{
		limit: k.slop, best: math.Inf(-1),
		bias: float64(seamTolerance * (a.pieces[pa].size + b.pieces[pb].size)),
	}
	onA, onB := outerEdges{a, pa, b, pb, false, &k.facing[0]}, outerEdges{b, pb, a, pa, true, &k.facing[1]}
	s.try(&onA, pa, 0)
	s.try(&onB, pb, 0)
	s.tryOthers(&onA)
	s.tryOthers(&onB)
	return s.manifold, s.from, s.found
}

type outerSearch struct {
	limit, best, bias float64
	manifold          Manifold
	from              edgePair
	found             bool
}

// outerEdges holds the outer edges of body x, near its piece own, against piece other of y.
type outerEdges struct {
	x     *body
	own   int32
	y     *body
	other int32
	flip  bool

	facing *facing
}

// tryOthers tries the edges of the other pieces of body x.
func (s *outerSearch) tryOthers(o *outerEdges) {
	if list, ok := o.facing.list(o.other); ok {
		for _, e := range list {
			switch p := &o.x.pieces[e.piece]; {
			case e.piece == o.own:
			case len(p.edges) == 1:
				s.disc(o, e.piece, s.bias)
			default:
				s.tryEdge(o, e.piece, int(e.edge), s.bias)
			}
		}
		return
	}
	for i := range o.x.pieces {
		if int32(i) != o.own {
			s.try(o, int32(i), s.bias)
		}
	}
}

// try tries the outer edges of piece i of body x. An edge must be better than the best one by more than bias.
func (s *outerSearch) try(o *outerEdges, i int32, bias float64) {
	p, inc, box := &o.x.pieces[i], &o.y.pieces[o.other].hull, o.y.pieces[o.other].box
	if i != o.own && len(p.edges) > 1 {
		// A box that is farther to the side of the piece is too deep behind its edges, or too far in front of them.
		size := box.Size()
		reach := float64(2*s.bias) + (size.X + size.Y) + max(-s.best, s.limit+p.radius+inc.radius)
		if gap := box.Min.Sub(p.box.Max).Max(p.box.Min.Sub(box.Max)); max(gap.X, gap.Y) > reach {
			return
		}
	}
	seams := o.x.seams(i)
	if len(p.edges) == 1 {
		s.disc(o, i, bias)
		return
	}
	for k := range p.edges {
		if seams == nil || !seams[k].inner {
			s.tryEdge(o, i, k, bias)
		}
	}
}

// tryEdge tries edge k of piece i of body x.
func (s *outerSearch) tryEdge(o *outerEdges, i int32, k int, bias float64) {
	p, inc := &o.x.pieces[i], &o.y.pieces[o.other].hull
	e := &p.edges[k]
	if !o.isOver(p, k) {
		return
	}
	low, at := math.Inf(1), 0
	for j := range inc.edges {
		if h := e.n.Dot(inc.edges[j].v.Sub(e.v)); h < low {
			if low, at = h, j; low <= s.best+bias {
				return
			}
		}
	}
	if low <= s.best+bias {
		return
	}
	var m Manifold
	c := clipper{
		ref: &p.hull, inc: inc, axis: axis{low, k, at}, flip: o.flip,
		margin: s.limit, rs: p.radius + inc.radius,
	}
	if c.clipAgainst(&m) && (i == o.own || o.x.isBehind(o.own, e)) && o.y.pushes(o.other, e.n.Neg()) {
		s.take(o, i, low, m)
	}
}

// facing lists, for each piece of body y, the outer edges of body x against whose normals the piece may push. Where two
// bodies of many pieces overlap, these are few, and the same for every piece of x that the piece overlaps.
type facing struct {
	x, y  *body
	lists []facingList // by piece of y
	edges []pieceEdge
}

// facingList is the range of a piece in the edges of facing. A range that was not computed has a negative start.
type facingList struct{ from, to int32 }

// pieceEdge is an edge of a piece, or a piece that is a disc.
type pieceEdge struct{ piece, edge int32 }

// maxFacing is the greatest number of edges listed for two bodies.
const maxFacing = 1 << 18

// reset starts with two bodies. Unless x has many pieces, there are no lists: they would cost more than they save.
func (f *facing) reset(x, y *body) {
	f.x, f.y, f.lists, f.edges = x, y, f.lists[:0], f.edges[:0]
	if len(x.pieces) <= sweptPieces {
		return
	}
	for range y.pieces {
		f.lists = append(f.lists, facingList{from: -1})
	}
}

// list returns the edges for piece i of y, in the order of x, or false if there is no list.
func (f *facing) list(i int32) ([]pieceEdge, bool) {
	if len(f.lists) == 0 {
		return nil, false
	}
	l := &f.lists[i]
	if l.from < 0 {
		if len(f.edges) > maxFacing {
			return nil, false
		}
		l.from = int32(len(f.edges))
		f.add(i)
		l.to = int32(len(f.edges))
	}
	return f.edges[l.from:l.to], true
}

// add lists the edges for piece i of y.
func (f *facing) add(i int32) {
	for n := range f.x.pieces {
		edges, seams := f.x.pieces[n].edges, f.x.seams(int32(n))
		for k := range edges {
			if len(edges) == 1 || (seams == nil || !seams[k].inner) && f.y.pushes(i, edges[k].n.Neg()) {
				f.edges = append(f.edges, pieceEdge{int32(n), int32(k)})
			}
		}
	}
}

// isOver reports whether a part of the other piece may be over edge k of piece p.
func (o *outerEdges) isOver(p *piece, k int) bool {
	q, e, end := &o.y.pieces[o.other], &p.edges[k], p.edges[(k+1)%len(p.edges)].v
	u, half := e.n.Cross(q.box.Center().Sub(e.v)), q.box.Size().Mul(0.5)
	reach := math.Abs(float64(e.n.Y*half.X)) + math.Abs(float64(e.n.X*half.Y)) +
		float64(2*seamTolerance*(p.size+q.size)) + float64(CoordinateRounding*q.box.MaxAbs())
	return u >= -reach && u <= reach+e.n.Cross(end.Sub(e.v))
}

// take records the best manifold so far, on piece i.
func (s *outerSearch) take(o *outerEdges, i int32, low float64, m Manifold) {
	s.best, s.manifold, s.found = low, m, true
	s.from = edgePair{i, o.other}
	if o.flip {
		s.from = edgePair{o.other, i}
	}
}

// isBehind reports whether all of piece i is behind the line of an edge of another piece. If not, a body pushed out
// along that edge may still be inside the piece.
func (x *body) isBehind(i int32, e *edge) bool {
	p := &x.pieces[i]
	tol := float64(seamTolerance * p.size)
	for k := range p.edges {
		if e.n.Dot(p.edges[k].v.Sub(e.v)) > tol {
			return false
		}
	}
	return true
}

// clipAgainst clips against a given axis. It returns false if the incident edge is beside the reference edge.
func (c *clipper) clipAgainst(m *Manifold) bool {
	if len(c.inc.edges) == 1 {
		return c.clipAgainstCircle(m)
	}
	c.edges()
	u1 := c.t.Dot(c.inc.edges[c.w1].v.Sub(c.origin))
	u2 := c.t.Dot(c.inc.edges[c.w2].v.Sub(c.origin))
	tol := float64(seamTolerance * (c.ref.size + c.inc.size))
	if u1-u2 <= tol { // perpendicular to the reference edge
		if u1 < -tol || u2 > c.length+tol {
			return false
		}
	} else if u1 <= tol || u2 >= c.length-tol {
		return false
	}
	c.clip(0, m)
	return m.Count > 0
}

// clipAgainstCircle works like clipAgainst if the incident hull is a circle.
func (c *clipper) clipAgainstCircle(m *Manifold) bool {
	e, next := &c.ref.edges[c.axis.edge], &c.ref.edges[(c.axis.edge+1)%len(c.ref.edges)]
	c.n, c.t, c.origin, c.a = e.n, Vec{X: -e.n.Y, Y: e.n.X}, e.v, c.axis.edge
	c.length = c.t.Dot(next.v.Sub(e.v))
	u := c.t.Dot(c.inc.edges[0].v.Sub(e.v))
	tol := float64(seamTolerance * (c.ref.size + c.inc.size))
	if u < -tol || u > c.length+tol {
		return false
	}
	m.Normal, m.Count = c.n, 1
	if c.flip {
		m.Normal = c.n.Neg()
	}
	m.Points[0] = c.point(u, c.axis.separation, edgeFeature(c.a), 0)
	return m.Points[0].Separation <= c.margin
}
