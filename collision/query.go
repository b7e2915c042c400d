package collision

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// probe is the workspace of one query.
type probe struct {
	worker
	body   body
	shapes []Shape // of the last body, whose seams are known
	edges  []edge
	room   bodyRoom
}

// probe returns a workspace; [World.done] takes it back.
func (w *World) probe() *probe {
	if q := w.spareProbe.Swap(nil); q != nil {
		return q
	}
	return &probe{} // the first one, or another query has it
}

func (w *World) done(q *probe) { w.spareProbe.Store(q) }

// place places a shape in the workspace's own room.
func (q *probe) place(s *Shape, xf *Transform) hull {
	if n := s.Len(); n > len(q.edges) {
		q.edges = make([]edge, max(n, 2*len(q.edges), smallHull))
	}
	return s.place(xf, q.edges)
}

// Probe returns the contacts that a body would have if it were in the world.
// Its key is 0, so that it is every contact's A.
func (w *World) Probe(b Body) []Contact { return w.AppendProbe(nil, b) }

// AppendProbe is Probe that appends to out. Beyond out's length it uses what is
// there again, manifolds included, so that a buffer that is passed cut to no
// length ends up allocating nothing.
func (w *World) AppendProbe(out []Contact, b Body) []Contact {
	w.sync()
	if !b.Transform.valid() {
		return out
	}
	k := w.probe()
	defer w.done(k)
	x := &k.body
	seams := k.known(&b)
	x.set(&b, &k.room)
	if x.rare != nil {
		x.rare.seams.Store(seams)
	}
	x.pieces = sized(x.pieces, len(b.Shapes))
	clear(x.pieces)
	k.slop, k.near = w.Slop, k.near[:0]
	edges := 0
	for i := range b.Shapes {
		edges += b.Shapes[i].Len()
	}
	if edges > len(k.edges) {
		k.edges = make([]edge, edges)
	}
	room := k.edges
	for i := range x.pieces {
		p, n := &x.pieces[i], b.Shapes[i].Len()
		p.place(&b.Shapes[i], &b.Transform, room[:n:n])
		room = room[n:]
		k.items = w.tree.query(p.box.Grow(w.Slop), k.items[:0])
		for _, item := range k.items {
			q := w.pieces[item]
			y := w.bodies[q.body]
			if !(b.Static && y.static && w.SkipStaticPairs) && b.Filter.Accepts(y.filter()) {
				k.near = append(k.near, neighbour{q.body, int32(i), q.own})
			}
		}
	}
	x.describe(none)
	sortNeighbours(k.near, func(int32) bool { return true })
	first := len(out)
	for from := 0; from < len(k.near); {
		j := k.near[from].body
		to := from + 1
		for to < len(k.near) && k.near[to].body == j {
			to++
		}
		y := w.bodies[j]
		if k.out = k.manifolds(x, y, k.near[from:to], false, k.out[:0]); len(k.out) > 0 {
			out = appendContact(out, y.key, x, y, k.out)
		}
		from = to
	}
	x.shapes = nil
	slices.SortFunc(out[first:], func(a, b Contact) int { return cmp.Compare(a.B, b.B) })
	return out
}

// known returns the seams of a body's pieces when they are those of the last one,
// as for a body that is dragged; nil when they are not known.
func (q *probe) known(b *Body) *[][]seam {
	x := &q.body
	if x.rare != nil && x.rare.oneSided == b.OneSided && slices.Equal(q.shapes, b.Shapes) {
		return x.rare.seams.Load()
	}
	q.shapes = append(q.shapes[:0], b.Shapes...)
	return nil
}

// appendContact appends the contact of a probe x with body y.
func appendContact(out []Contact, key Key, x, y *body, manifolds []Manifold) []Contact {
	if len(out) == cap(out) {
		out = append(out, Contact{})
	} else {
		out = out[:len(out)+1]
	}
	c := &out[len(out)-1]
	k, direction := kindOf(x, y)
	*c = Contact{
		B: key, Direction: direction, Manifolds: append(c.Manifolds[:0], manifolds...),
		Trigger: k&triggerKind != 0, OneWay: k&oneWayKind != 0, oneWayB: k&oneWayBKind != 0,
	}
	return out
}

// QueryPoint returns the bodies that contain p, sorted.
func (w *World) QueryPoint(p Vec) []Key { return w.AppendPoint(nil, p) }

// AppendPoint is QueryPoint that appends to out.
func (w *World) AppendPoint(out []Key, p Vec) []Key {
	if !placeable(p) {
		return out
	}
	k := w.probe()
	defer w.done(k)
	at := Transform{p, Rot{C: 1}}
	h := k.place(&Shape{}, &at)
	return w.queryHull(k, &h, out)
}

// QueryBox returns the bodies that share a point with the box, sorted.
func (w *World) QueryBox(b AABB) []Key { return w.AppendBox(nil, b) }

// AppendBox is QueryBox that appends to out.
func (w *World) AppendBox(out []Key, b AABB) []Key {
	b.Min = b.Min.Max(Vec{-MaxCoordinate, -MaxCoordinate})
	b.Max = b.Max.Min(Vec{MaxCoordinate, MaxCoordinate})
	if b.IsEmpty() {
		return out
	}
	k := w.probe()
	defer w.done(k)
	var room [4]edge
	h := b.hull(&room)
	return w.queryHull(k, &h, out)
}

// hull returns the box as a hull: a segment or a point where it is no wider than
// rounding.
func (b AABB) hull(room *[4]edge) hull {
	size, wide := b.Size(), largest(b)
	h := hull{size: b.perimeter()}
	h.tol = float64(featureTolerance*h.size) + float64(coordinateRounding*2*wide)
	flat := max(float64(hullTolerance*h.size)+float64(coordinateRounding*wide), leastExtent)
	n := 1
	switch {
	case size.X > flat && size.Y > flat:
		n, h.half = 4, Vec{float64(size.Y / 2), float64(size.X / 2)}
		*room = [4]edge{
			{b.Min, Vec{0, -1}},
			{Vec{b.Max.X, b.Min.Y}, Vec{1, 0}},
			{b.Max, Vec{0, 1}},
			{Vec{b.Min.X, b.Max.Y}, Vec{-1, 0}},
		}
	case size.X > flat:
		n, room[0], room[1] = 2, edge{b.Min, Vec{0, -1}}, edge{b.Max, Vec{0, 1}}
	case size.Y > flat:
		n, room[0], room[1] = 2, edge{b.Min, Vec{1, 0}}, edge{b.Max, Vec{-1, 0}}
	default:
		room[0] = edge{b.Min, Vec{1, 0}}
	}
	h.edges = room[:n]
	return h
}

// queryHull appends the bodies that share a point with a hull, sorted.
func (w *World) queryHull(k *probe, h *hull, out []Key) []Key {
	w.sync()
	first := len(out)
	var m Manifold
	k.items = w.tree.query(h.bounds(), k.items[:0])
	for _, item := range k.items {
		if p := w.pieces[item]; collide(h, &p.hull, 0, &m) {
			out = append(out, p.key)
		}
	}
	slices.Sort(out[first:])
	return out[:first+len(slices.Compact(out[first:]))]
}

// Raycast returns the first body that the ray meets and that filter f accepts;
// the least key where several are met at once.
func (w *World) Raycast(r Ray, f Filter) (Key, Hit, bool) {
	w.sync()
	radius := max(r.Radius, 0)
	best := nearest{hit: Hit{T: math.Inf(1)}}
	w.tree.castNearest(clampPoint(r.Origin), r.Dir.Unit(), r.Max, Vec{radius, radius}, func(at int32) float64 {
		if p := w.pieces[at]; f.Accepts(w.bodies[p.body].filter()) {
			if hit, ok := w.rayHit(&r, p); ok {
				best.offer(p.key, p.own, hit)
			}
		}
		return best.hit.T
	})
	return best.result()
}

// Cast moves a shape by motion and returns the first body that it meets and
// that filter f accepts; the least key where several are met at once.
func (w *World) Cast(s Shape, xf Transform, motion Vec, f Filter) (Key, Hit, bool) {
	w.sync()
	k := w.probe()
	defer w.done(k)
	h := k.place(&s, &xf)
	box := h.bounds()
	best := nearest{hit: Hit{T: math.Inf(1)}}
	length := clampPoint(motion).Len()
	w.tree.castNearest(box.Center(), motion.Unit(), length, box.Size().Mul(0.5), func(at int32) float64 {
		if p := w.pieces[at]; f.Accepts(w.bodies[p.body].filter()) {
			if hit, ok := w.castHit(&h, motion, p); ok {
				best.offer(p.key, p.own, hit)
			}
		}
		return float64(best.hit.T * length)
	})
	return best.result()
}

// rayHit is raycast for a piece, of which only the front stops a ray when it is
// one-sided.
func (w *World) rayHit(r *Ray, p *piece) (Hit, bool) {
	hit, ok := raycast(&p.hull, r)
	if ok && p.oneSided {
		ok = w.bodies[p.body].stopsRay(p, r.Origin, r.Dir, hit.Normal)
	}
	return hit, ok
}

// castHit is castHull for a piece.
func (w *World) castHit(h *hull, motion Vec, p *piece) (Hit, bool) {
	if p.oneSided {
		return w.bodies[p.body].castOneSided(h, motion, p)
	}
	return castHull(h, motion, &p.hull)
}

// nearest keeps the first hit, by T, then by key, then by the body's shapes.
type nearest struct {
	key   Key
	piece int32
	hit   Hit
	any   bool
}

func (n *nearest) offer(k Key, piece int32, h Hit) {
	switch {
	case !n.any, h.T < n.hit.T:
	case h.T > n.hit.T, k > n.key, k == n.key && piece > n.piece:
		return
	}
	n.key, n.piece, n.hit, n.any = k, piece, h, true
}

func (n *nearest) result() (Key, Hit, bool) {
	if !n.any {
		return 0, Hit{}, false
	}
	return n.key, n.hit, true
}

// TreeBoxes returns the boxes of the tree with their depth, the root's being 0:
// for drawing.
func (w *World) TreeBoxes() iter.Seq2[int, AABB] {
	return func(yield func(int, AABB) bool) {
		w.sync()
		if w.tree.root == none {
			return
		}
		type at struct {
			box   smallBox
			child int32
			depth int
			item  bool
		}
		root := w.tree.root
		stack := []at{{w.tree.nodes[root].bounds(), root, 0, false}}
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(top.depth, top.box.wide()) {
				return
			}
			if top.item {
				continue
			}
			n := &w.tree.nodes[top.child]
			for i := int(n.count) - 1; i >= 0; i-- {
				stack = append(stack, at{n.box(i), n.child[i], top.depth + 1, n.level == 0})
			}
		}
	}
}
