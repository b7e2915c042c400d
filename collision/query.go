package collision

import (
	"cmp"
	"iter"
	"slices"
)

// probe is the workspace of one query.
type probe struct {
	worker
	body   body
	shapes []Shape // the last body's shapes, whose seams can be reused
	edges  []edge
	room   bodyRoom

	// The moving shape and its path. It is a disc if moving has no edges.
	moving hull
	box    AABB
	way    path
	sweep  treeSweep
	turns  bool // the moving shape rotates
	turning
}

// direction returns the direction in which the point of the hit was moving.
func (k *probe) direction(hit *Hit) Vec {
	if k.turns {
		return k.velocity(hit.Point, hit.T)
	}
	return k.way.dir
}

// probe returns a workspace. The caller gives it back to [World.done].
func (w *World) probe() *probe {
	if q := w.spareProbe.Swap(nil); q != nil {
		return q
	}
	return &probe{} // this is the first query, or another one uses the workspace
}

func (w *World) done(q *probe) { w.spareProbe.Store(q) }

// place places a shape in the workspace's own memory.
func (k *probe) place(s *Shape, xf *Transform) hull {
	if n := s.Len(); n > len(k.edges) {
		k.edges = make([]edge, max(n, 2*len(k.edges), smallHull))
	}
	return s.place(xf, k.edges)
}

// Probe returns the contacts that a body would have if it were in the world. The body's key is 0, so it is A in every
// contact.
func (w *World) Probe(b Body) []Contact { return w.AppendProbe(nil, b) }

// AppendProbe works like Probe but appends to out. It reuses the memory beyond out's length, manifolds included, so
// repeated calls with a buffer cut to length 0 stop allocating.
func (w *World) AppendProbe(out []Contact, b Body) []Contact {
	return w.AppendNear(out, b, w.Slop, Query{Triggers: true})
}

// AppendNear works like AppendProbe but also appends bodies within margin of b, and only the bodies that q selects. b's
// Filter replaces q's. The separation of shapes that are apart is their distance.
func (w *World) AppendNear(out []Contact, b Body, margin float64, q Query) []Contact {
	w.sync()
	if !b.Transform.IsValid() || !(margin >= 0) {
		return out
	}
	q.Filter = b.Filter
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
	k.slop, k.near = margin, k.near[:0]
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
		k.items = w.tree.appendNear(k.items[:0], p.box.Grow(margin))
		for _, item := range k.items {
			other := w.piece(item)
			if w.sees(&q, other) && !(b.Static && other.static && w.SkipStaticPairs) &&
				(q.Predicate == nil || q.Predicate(other.key)) {
				k.near = append(k.near, neighbour{other.body, int32(i), other.own})
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

// AppendTouches appends to out a manifold from a placed shape to each shape of a body that it touches, overlaps, or is
// within margin of, sorted by key and then by the body's shapes. Each pair is tested separately, even if the body's
// shapes share edges. One-way and one-sided bodies are listed if they would stop the shape.
func (w *World) AppendTouches(out []Touch, s Shape, xf Transform, margin float64, q Query) []Touch {
	if !xf.IsValid() || !(margin >= 0) {
		return out
	}
	w.sync()
	k := w.probe()
	defer w.done(k)
	h, first := k.place(&s, &xf), len(out)
	k.items = w.tree.appendNear(k.items[:0], h.bounds().Grow(margin))
	for _, item := range k.items {
		p := w.piece(item)
		if !w.sees(&q, p) || q.Predicate != nil && !q.Predicate(p.key) {
			continue
		}
		t := Touch{Key: p.key, Shape: int(p.own)}
		if collide(&h, &p.hull, margin, &t.Manifold) && w.stops(&h, p, margin, &t.Manifold) {
			out = append(out, t)
		}
	}
	slices.SortFunc(out[first:], func(a, b Touch) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Shape, b.Shape))
	})
	return out
}

// stops reports whether a piece stops a hull that touches it with manifold m; pieces that are solid from one side may
// not. It may replace the manifold of a one-sided piece.
func (w *World) stops(h *hull, p *piece, margin float64, m *Manifold) bool {
	x := w.bodies[p.body]
	if p.oneSided && (!p.facesHull(h) || !x.pushes(p.own, m.Normal.Neg()) && !surfaceManifold(&piece{hull: *h}, p,
		margin, m)) {
		return false
	}
	way := x.oneWay().Unit()
	return way == (Vec{}) || IsSolidSide(way, m.Normal.Neg())
}

// known returns the seams of a body's pieces if they are also the last body's,
// as when a body is dragged, or nil if they are unknown.
func (k *probe) known(b *Body) *[][]seam {
	x := &k.body
	if x.rare != nil && x.rare.oneSided == b.OneSided && slices.Equal(k.shapes, b.Shapes) {
		return x.rare.seams.Load()
	}
	k.shapes = append(k.shapes[:0], b.Shapes...)
	return nil
}

// appendContact appends the contact of a probe x with body y.
func appendContact(out []Contact, key Key, x, y *body, manifolds []Manifold) []Contact {
	out = slices.Grow(out, 1)[:len(out)+1] // reuses the memory of an earlier element
	c := &out[len(out)-1]
	k, way := kindOf(x, y)
	*c = Contact{
		B: key, Trigger: k&triggerKind != 0, OneWay: k&oneWayKind != 0, OneWayA: way[0], OneWayB: way[1],
		Manifolds: append(c.Manifolds[:0], manifolds...),
	}
	return out
}

// Query selects the bodies for a query of a [World]. The zero Query selects every solid body. Triggers are left out by
// default, since nothing stops at them.
//
// Rays and casts hit a body with a OneWay direction only from its solid side (see [IsSolidSide]): not from behind or
// along it, and not if they start in it by more than the World's Slop. They hit the surfaces of a OneSided body only
// from the front. Point, box and shape queries find such bodies from any side.
type Query struct {
	// Filter is the filter of the querying object: only bodies that accept it
	// are found. All bodies accept the zero Filter.
	Filter Filter
	// Exclude lists bodies to leave out, such as the querying object's own.
	Exclude []Key
	// Triggers includes trigger bodies.
	Triggers bool
	// Predicate, unless nil, decides whether a body that would be a result counts. It may be called more than once for
	// the same body, in any order. It must not put, move or remove bodies.
	Predicate func(Key) bool
	// Depth, unless nil, returns how deep a cast shape may be in a body's shape without hitting it; it hits if it would
	// go deeper. With a depth slightly above rounding, the shape slides along bodies that it touches, even over the
	// seams of a floor. With the depth of an overlap, it may leave but not go deeper. Rotating casts and rays ignore
	// Depth. It must not put, move or remove bodies.
	Depth func(k Key, shape int) float64
}

// depth returns how deep a cast may go into a piece.
func (q *Query) depth(p *piece) float64 {
	if q.Depth == nil {
		return 0
	}
	if d := q.Depth(p.key, int(p.own)); d > 0 {
		return d
	}
	return 0
}

// BodyHit is a hit of a ray or a cast on a body of a [World].
type BodyHit struct {
	Key   Key
	Shape int // index into the body's Shapes
	Hit
}

// sees reports whether a query selects a piece's body, ignoring Predicate.
func (w *World) sees(q *Query, p *piece) bool {
	if p.special && !q.Triggers && w.bodies[p.body].trigger {
		return false
	}
	if !p.open && !q.Filter.Accepts(w.bodies[p.body].filter()) {
		return false
	}
	return !slices.Contains(q.Exclude, p.key)
}

// QueryPoint returns the bodies that contain p, sorted. It returns none for a point that is not finite or is beyond
// [MaxCoordinate].
func (w *World) QueryPoint(p Vec, q Query) []Key { return w.AppendPoint(nil, p, q) }

// AppendPoint works like QueryPoint but appends to out.
func (w *World) AppendPoint(out []Key, p Vec, q Query) []Key {
	if !p.IsPlaceable() {
		return out
	}
	k := w.probe()
	defer w.done(k)
	at := Transform{P: p, Q: Rot{C: 1}}
	h := k.place(&Shape{}, &at)
	return w.queryHull(k, &h, out, &q)
}

// QueryBox returns the bodies that share a point with the box, sorted. It returns none if the box is empty or has a NaN
// side.
func (w *World) QueryBox(b AABB, q Query) []Key { return w.AppendBox(nil, b, q) }

// AppendBox works like QueryBox but appends to out.
func (w *World) AppendBox(out []Key, b AABB, q Query) []Key {
	b.Min = b.Min.Max(Vec{X: -MaxCoordinate, Y: -MaxCoordinate})
	b.Max = b.Max.Min(Vec{X: MaxCoordinate, Y: MaxCoordinate})
	if b.IsEmpty() {
		return out
	}
	k := w.probe()
	defer w.done(k)
	var room [4]edge
	h := hullOf(b, &room)
	return w.queryHull(k, &h, out, &q)
}

// QueryShape returns the bodies that share a point with the placed shape, sorted. It returns none if the transform is
// not finite or is beyond [MaxCoordinate].
func (w *World) QueryShape(s Shape, xf Transform, q Query) []Key {
	return w.AppendShape(nil, s, xf, q)
}

// AppendShape works like QueryShape but appends to out.
func (w *World) AppendShape(out []Key, s Shape, xf Transform, q Query) []Key {
	if !xf.IsValid() {
		return out
	}
	k := w.probe()
	defer w.done(k)
	h := k.place(&s, &xf)
	return w.queryHull(k, &h, out, &q)
}

// hullOf returns a box as a hull: a segment or a point if it is no wider than rounding.
func hullOf(b AABB, room *[4]edge) hull {
	size, wide := b.Size(), b.MaxAbs()
	h := hull{size: b.HalfPerimeter()}
	h.tol = float64(featureTolerance*h.size) + float64(CoordinateRounding*2*wide)
	flat := max(float64(hullTolerance*h.size)+float64(CoordinateRounding*wide), minExtent)
	n := 1
	switch {
	case size.X > flat && size.Y > flat:
		n, h.half = 4, Vec{X: float64(size.Y / 2), Y: float64(size.X / 2)}
		*room = [4]edge{
			{b.Min, Vec{X: 0, Y: -1}},
			{Vec{X: b.Max.X, Y: b.Min.Y}, Vec{X: 1, Y: 0}},
			{b.Max, Vec{X: 0, Y: 1}},
			{Vec{X: b.Min.X, Y: b.Max.Y}, Vec{X: -1, Y: 0}},
		}
	case size.X > flat:
		n, room[0], room[1] = 2, edge{b.Min, Vec{X: 0, Y: -1}}, edge{b.Max, Vec{X: 0, Y: 1}}
	case size.Y > flat:
		n, room[0], room[1] = 2, edge{b.Min, Vec{X: 1, Y: 0}}, edge{b.Max, Vec{X: -1, Y: 0}}
	default:
		room[0] = edge{b.Min, Vec{X: 1, Y: 0}}
	}
	h.edges = room[:n]
	return h
}

// queryHull appends the bodies that share a point with a hull, sorted.
func (w *World) queryHull(k *probe, h *hull, out []Key, q *Query) []Key {
	w.sync()
	first := len(out)
	var m Manifold
	k.items = w.tree.appendNear(k.items[:0], h.bounds())
	for _, item := range k.items {
		if p := w.piece(item); w.sees(q, p) && collide(h, &p.hull, 0, &m) {
			out = append(out, p.key)
		}
	}
	slices.Sort(out[first:])
	out = out[:first+len(slices.Compact(out[first:]))]
	if q.Predicate == nil {
		return out
	}
	kept := out[:first]
	for _, key := range out[first:] {
		if q.Predicate(key) {
			kept = append(kept, key)
		}
	}
	return kept
}

// Raycast returns the ray's first hit. Among bodies hit at the same T it returns the one with the smallest key, and
// that body's first shape. A ray with a NaN hits nothing.
func (w *World) Raycast(r Ray, q Query) (BodyHit, bool) {
	k := w.probe()
	defer w.done(k)
	if !k.startRay(w, &r) {
		return BodyHit{}, false
	}
	return k.first(w, &q)
}

// RaycastAll returns all bodies that the ray hits, each at its first hit, sorted by T and then by key.
func (w *World) RaycastAll(r Ray, q Query) []BodyHit { return w.AppendRaycast(nil, r, q) }

// AppendRaycast works like RaycastAll but appends to out.
func (w *World) AppendRaycast(out []BodyHit, r Ray, q Query) []BodyHit {
	k := w.probe()
	defer w.done(k)
	if !k.startRay(w, &r) {
		return out
	}
	return k.all(w, &q, out)
}

// Cast moves a shape by motion, without rotating it, and returns its first hit. Among bodies hit at the same T it
// returns the one with the smallest key, and that body's first shape. A body that the shape touches at the start is hit
// at T = 0, whichever way the shape moves. A shape whose transform is not finite or beyond [MaxCoordinate], or whose
// motion is NaN, hits nothing.
//
// A shape that belongs to a body of the World hits that body, unless Exclude names it.
func (w *World) Cast(s Shape, xf Transform, motion Vec, q Query) (BodyHit, bool) {
	k := w.probe()
	defer w.done(k)
	if !k.startCast(w, &s, &xf, motion) {
		return BodyHit{}, false
	}
	return k.first(w, &q)
}

// CastAll works like [World.Cast] but returns all bodies that the shape would hit if
// none stopped it, each at its first hit, sorted by T and then by key.
func (w *World) CastAll(s Shape, xf Transform, motion Vec, q Query) []BodyHit {
	return w.AppendCast(nil, s, xf, motion, q)
}

// AppendCast works like CastAll but appends to out.
func (w *World) AppendCast(out []BodyHit, s Shape, xf Transform, motion Vec, q Query) []BodyHit {
	k := w.probe()
	defer w.done(k)
	if !k.startCast(w, &s, &xf, motion) {
		return out
	}
	return k.all(w, &q, out)
}

// startRay prepares the workspace for a ray.
func (k *probe) startRay(w *World, r *Ray) (ok bool) {
	if k.way, ok = r.path(); !ok {
		return false
	}
	w.sync()
	k.moving.edges, k.turns = nil, false
	k.sweep.Start(&w.tree, k.way.from, k.way.dir, Vec{X: k.way.radius, Y: k.way.radius}, k.way.reach)
	return true
}

// startCast prepares the workspace for a shape that moves without rotating.
func (k *probe) startCast(w *World, s *Shape, xf *Transform, motion Vec) (ok bool) {
	if !xf.IsValid() {
		return false
	}
	k.moving, k.turns = k.place(s, xf), false
	if k.way, ok = motionOf(&k.moving, motion); !ok {
		return false
	}
	w.sync()
	k.box = k.moving.bounds()
	k.sweep.Start(&w.tree, k.box.Center(), k.way.dir, k.box.Size().Mul(0.5), k.way.reach)
	return true
}

// CastMotion works like [World.Cast] for a shape that rotates while it moves: see [CastMotion]. A body that is solid
// from one side stops the shape only if the shape's contact point comes from that side.
func (w *World) CastMotion(s Shape, xf Transform, motion Motion, q Query) (BodyHit, bool) {
	k := w.probe()
	defer w.done(k)
	if !k.startMotion(w, &s, &xf, &motion) {
		return BodyHit{}, false
	}
	return k.first(w, &q)
}

// CastMotionAll works like [World.CastMotion] but returns all bodies that the shape would hit if none stopped it, each
// at its first hit, sorted by T and then by key.
func (w *World) CastMotionAll(s Shape, xf Transform, motion Motion, q Query) []BodyHit {
	return w.AppendCastMotion(nil, s, xf, motion, q)
}

// AppendCastMotion works like CastMotionAll but appends to out.
func (w *World) AppendCastMotion(out []BodyHit, s Shape, xf Transform, motion Motion, q Query) []BodyHit {
	k := w.probe()
	defer w.done(k)
	if !k.startMotion(w, &s, &xf, &motion) {
		return out
	}
	return k.all(w, &q, out)
}

// startMotion prepares the workspace for a shape that rotates.
func (k *probe) startMotion(w *World, s *Shape, xf *Transform, m *Motion) (ok bool) {
	if m.Turn == 0 {
		return k.startCast(w, s, xf, m.Move)
	}
	if !xf.IsValid() {
		return false
	}
	k.moving, k.turns = k.place(s, xf), true
	if k.turning, ok = newTurning(s, xf, m, k.turning.room); !ok {
		return false
	}
	w.sync()
	k.way = k.turning.way
	k.sweep.Start(&w.tree, k.way.from, k.way.dir, Vec{X: k.way.radius, Y: k.way.radius}, k.way.reach)
	return true
}

// first returns the first hit of the workspace's ray or shape.
func (k *probe) first(w *World, q *Query) (BodyHit, bool) {
	var best BodyHit
	found := false
	for item := k.sweep.Next(); item != noItem; item = k.sweep.Next() {
		p := w.piece(item)
		if !w.sees(q, p) {
			continue
		}
		k.way.depth = q.depth(p)
		hit, ok := k.meet(w, p)
		if !ok || found && !hit.before(&best) || q.Predicate != nil && !q.Predicate(p.key) {
			continue
		}
		best, found = hit, true
		k.sweep.Clip(min(float64(hit.T*k.way.length), k.sweep.Reach()))
	}
	return best, found
}

// all appends the first hit of each body, sorted by T and then by key.
func (k *probe) all(w *World, q *Query, out []BodyHit) []BodyHit {
	start := len(out)
	for item := k.sweep.Next(); item != noItem; item = k.sweep.Next() {
		p := w.piece(item)
		if !w.sees(q, p) {
			continue
		}
		k.way.depth = q.depth(p)
		if hit, ok := k.meet(w, p); ok && (q.Predicate == nil || q.Predicate(p.key)) {
			out = append(out, hit)
		}
	}
	met := out[start:]
	slices.SortFunc(met, func(a, b BodyHit) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.T, b.T), cmp.Compare(a.Shape, b.Shape))
	})
	met = slices.CompactFunc(met, func(a, b BodyHit) bool { return a.Key == b.Key })
	slices.SortFunc(met, func(a, b BodyHit) int {
		return cmp.Or(cmp.Compare(a.T, b.T), cmp.Compare(a.Key, b.Key))
	})
	return out[:start+len(met)]
}

// before orders hits by T, then by key, then by the body's shapes.
func (h *BodyHit) before(o *BodyHit) bool {
	switch {
	case h.T != o.T:
		return h.T < o.T
	case h.Key != o.Key:
		return h.Key < o.Key
	}
	return h.Shape < o.Shape
}

// meet returns the hit of the workspace's ray or shape on a piece, if the piece stops it.
func (k *probe) meet(w *World, p *piece) (BodyHit, bool) {
	var hit Hit
	var ok bool
	ray := k.moving.edges == nil
	if ray || k.turns {
		k.way.depth = 0
	}
	switch {
	case k.turns:
		if hit, ok = k.turning.meet(&p.hull); ok && p.oneSided {
			ok = p.facesHull(&k.moving) && w.bodies[p.body].pushes(p.own, hit.Normal) &&
				k.direction(&hit).Dot(hit.Normal) < 0
		}
	case ray:
		if hit, ok = k.way.meet(&p.hull, k.sweep.Apart(&p.box)); ok && p.oneSided {
			ok = w.bodies[p.body].stopsRay(p, k.way.from, k.way.dir, hit.Normal)
		}
	case p.oneSided:
		hit, ok = w.bodies[p.body].castOneSided(&k.moving, &k.way, p)
	default:
		hit, ok = k.way.meetHull(&k.moving, &p.hull, k.sweep.Apart(&p.box))
	}
	if ok && p.special {
		ok = k.onSolidSide(w, p, &hit)
	}
	return BodyHit{p.key, int(p.own), hit}, ok
}

// onSolidSide reports whether a hit is on the solid side of a body. A body may be solid from all sides.
func (k *probe) onSolidSide(w *World, p *piece, hit *Hit) bool {
	x := w.bodies[p.body]
	oneWay := x.oneWay().Unit()
	if oneWay == (Vec{}) {
		return true
	}
	if k.direction(hit).Dot(hit.Normal) >= 0 || !IsSolidSide(oneWay, hit.Normal) ||
		p.compound && !x.pushes(p.own, hit.Normal) {
		return false
	}
	if hit.T > 0 {
		return true
	}
	depth := hit.Normal.Dot(hit.Point.Sub(k.way.from)) + k.way.radius
	if len(k.moving.edges) > 1 || k.turns {
		var m Manifold
		depth = 0
		if collide(&k.moving, &p.hull, 0, &m) {
			depth = m.Depth()
		}
	}
	return depth <= w.Slop+float64(featureTolerance*(p.size+k.way.radius))
}

// TreeBoxes returns the boxes of the tree with their depth, 0 for the root, to draw the tree.
func (w *World) TreeBoxes() iter.Seq2[int, AABB] {
	w.sync()
	return w.tree.boxes()
}
