package collision

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
)

// World is a set of bodies and of the contacts between them, kept up to date:
// Update looks at what was put, moved or removed since the last one, and at
// nothing else. Everything it reports is sorted by key and depends only on the
// bodies, never on the order in which they came.
//
// Queries see every change at once; contacts are those of the last Update. A
// World must not be used by two goroutines at the same time.
type World struct {
	// Slop is the separation up to which a pair counts as touching, in units of
	// length. Overlaps are deeper than it.
	Slop float64
	// SkipStaticPairs leaves out pairs of static bodies.
	SkipStaticPairs bool

	index  keyTable
	bodies []body
	spare  []int32 // unused bodies
	items  []item  // what the tree's leaves stand for
	unused []int32 // unused items
	tree   tree

	pending []int32 // bodies whose place in the tree is out of date
	changed []int32 // bodies whose contacts are out of date
	doomed  []int32 // removed bodies, until their contacts have ended

	pairs     []pair
	freePairs []int32
	limbo     []int32 // ended pairs, whose manifolds an event may still show
	order     []int32 // touching pairs sorted by key
	unordered bool
	events    []Event
	count     int // bodies
	stamp     uint32
	slop      float64 // the settings of the last Update
	skip      bool

	found   []int32
	near    []neighbour
	scratch []Manifold
	met     []edgePair
	slab    []Manifold
	edges   []edge
	shapes  []Shape
	pieces  []piece
	bulk    bulk

	place       []eventPlace
	spareEvents []Event
}

// body is a Body in the world.
type body struct {
	key     Key
	Body    // Transform is current; the hulls may lag behind while pending
	pieces  []piece
	dir     Vec    // unit OneWay
	first   int32  // its first link in the list of its pairs
	stamp   uint32 // the Update that has seen it
	alive   bool
	placed  bool // pieces are where Transform says
	pending bool
	changed bool
	dirty   bool // the shapes were replaced
	doomed  bool // listed in World.doomed
	bad     bool // the transform cannot be placed: the body touches nothing
}

// piece is one shape of a body, placed.
type piece struct {
	hull
	box  AABB
	leaf int32
	item int32
	seam []seam // nil where no other piece of the body touches this one
}

// item is what a leaf of the tree stands for.
type item struct{ body, piece int32 }

// pair is two bodies that touch. It hangs in the lists of both.
type pair struct {
	contact Contact
	body    [2]int32 // of A and B
	next    [2]int32 // links in A's and B's lists
	prev    [2]int32
	stamp   uint32
}

// A link is a pair's index times two, plus 0 in A's list and 1 in B's.
func link(pair int32, side int) int32 { return pair<<1 | int32(side) }

// neighbour is a candidate: a piece of the body at hand and one of another.
type neighbour struct{ body, own, other int32 }

// NewWorld returns an empty world.
func NewWorld() *World {
	return &World{Slop: DefaultSlop, slop: DefaultSlop, tree: newTree()}
}

// Put adds a body, or replaces the one of that key. The World keeps its own
// copy of the list of shapes. A body whose transform is not finite or lies
// beyond [MaxCoordinate] is kept, but touches nothing.
func (w *World) Put(k Key, b Body) {
	i, ok := w.index.get(k)
	if !ok {
		i = w.newBody()
		w.index.put(k, i)
		w.bodies[i].key = k
		w.bodies[i].first = none
	}
	x := &w.bodies[i]
	if !x.alive {
		w.count++
	}
	x.alive, x.dirty, x.placed = true, true, false
	x.Body = b
	x.Shapes = append(carve(&w.shapes, len(b.Shapes))[:0], b.Shapes...)
	x.dir = b.OneWay.Unit()
	w.touch(i)
}

// Move places a body anew; false when there is none of that key.
func (w *World) Move(k Key, xf Transform) bool {
	i, ok := w.index.get(k)
	if !ok || !w.bodies[i].alive {
		return false
	}
	x := &w.bodies[i]
	if x.Transform != xf {
		x.Transform, x.placed = xf, false
		w.touch(i)
	}
	return true
}

// Remove deletes a body; false when there is none of that key.
func (w *World) Remove(k Key) bool {
	i, ok := w.index.get(k)
	if !ok || !w.bodies[i].alive {
		return false
	}
	w.count--
	w.bodies[i].alive = false
	w.bodies[i].Shapes = nil
	w.touch(i)
	return true
}

// Body returns the body of a key. Its shapes must not be changed.
func (w *World) Body(k Key) (Body, bool) {
	i, ok := w.index.get(k)
	if !ok || !w.bodies[i].alive {
		return Body{}, false
	}
	return w.bodies[i].Body, true
}

// Len returns the number of bodies.
func (w *World) Len() int { return w.count }

// Bounds returns the box around everything, empty for an empty world.
func (w *World) Bounds() AABB {
	w.sync()
	return w.tree.bounds()
}

// newBody returns an unused body.
func (w *World) newBody() int32 {
	if n := len(w.spare); n > 0 {
		i := w.spare[n-1]
		w.spare = w.spare[:n-1]
		return i
	}
	w.bodies = append(grown(w.bodies), body{first: none})
	return int32(len(w.bodies) - 1)
}

// touch notes that a body changed.
func (w *World) touch(i int32) {
	x := &w.bodies[i]
	if !x.pending {
		x.pending = true
		w.pending = append(w.pending, i)
	}
	if !x.changed {
		x.changed = true
		w.changed = append(w.changed, i)
	}
}

// sync brings the tree up to date.
func (w *World) sync() {
	fresh := w.isBulk(len(w.pending))
	for _, i := range w.pending {
		x := &w.bodies[i]
		x.pending = false
		if !x.alive {
			w.setPieces(i, 0)
			if !x.doomed {
				x.doomed = true
				w.doomed = append(w.doomed, i)
			}
			continue
		}
		w.placeBody(i, !fresh)
	}
	w.pending = w.pending[:0]
	if fresh {
		w.rebuild()
	}
}

// placeBody computes a body's hulls in the world, and their leaves unless the
// tree is to be built anew.
func (w *World) placeBody(i int32, leaves bool) {
	x := &w.bodies[i]
	x.bad = !x.Transform.valid()
	if x.bad {
		w.setPieces(i, 0)
		x.dirty = true // the seams must be found again
		return
	}
	if x.dirty {
		w.setPieces(i, len(x.Shapes))
		x.dirty = false
		x.findSeams()
	}
	for j := range x.pieces {
		p := &x.pieces[j]
		room := p.edges[:cap(p.edges)]
		if n := x.Shapes[j].Len(); n > len(room) {
			room = carve(&w.edges, n)
		}
		p.hull = x.Shapes[j].place(&x.Transform, room)
		p.box = p.bounds()
		switch {
		case !leaves:
		case p.leaf == none:
			p.leaf = w.tree.insert(p.box, p.item)
		default:
			w.tree.move(p.leaf, p.box)
		}
	}
	x.placed = true
}

// setPieces gives a body n pieces.
func (w *World) setPieces(i int32, n int) {
	x := &w.bodies[i]
	for len(x.pieces) > n {
		p := &x.pieces[len(x.pieces)-1]
		if p.leaf != none {
			w.tree.remove(p.leaf)
		}
		w.unused = append(w.unused, p.item)
		x.pieces = x.pieces[:len(x.pieces)-1]
	}
	if n > cap(x.pieces) {
		x.pieces = append(carve(&w.pieces, n)[:0], x.pieces...)
	}
	for len(x.pieces) < n {
		at := int32(len(w.items))
		if m := len(w.unused); m > 0 {
			at = w.unused[m-1]
			w.unused = w.unused[:m-1]
		} else {
			w.items = append(grown(w.items), item{})
		}
		w.items[at] = item{i, int32(len(x.pieces))}
		x.pieces = append(x.pieces, piece{leaf: none, item: at})
	}
}

// Update brings the contacts up to date and returns what changed since the last
// Update, sorted by A, then B. The slice and the manifolds in it hold until the
// next Update.
func (w *World) Update() []Event {
	fresh := w.isBulk(len(w.pending))
	w.sync()
	w.release()
	w.events = w.events[:0]
	if w.slop != w.Slop || w.skip != w.SkipStaticPairs {
		w.slop, w.skip = w.Slop, w.SkipStaticPairs
		for i := range w.bodies {
			if x := &w.bodies[i]; x.alive && !x.changed {
				x.changed = true
				w.changed = append(w.changed, int32(i))
			}
		}
	}
	if len(w.changed) == 0 {
		return w.events
	}
	w.stamp++
	if w.isBulk(len(w.changed)) {
		if !fresh {
			w.rebuild()
		}
		w.updateBulk()
	} else {
		for _, i := range w.changed {
			w.updateBody(i)
		}
	}
	for _, i := range w.changed {
		w.bodies[i].changed = false
	}
	w.changed = w.changed[:0]
	for _, i := range w.doomed {
		x := &w.bodies[i]
		x.doomed = false
		if !x.alive {
			w.index.remove(x.key)
			*x = body{first: none, pieces: x.pieces[:0]}
			w.spare = append(w.spare, i)
		}
	}
	w.doomed = w.doomed[:0]
	w.sortEvents()
	return w.events
}

// sortEvents sorts by key. Events are large, so it is their places that are
// sorted first; a bulk update makes them in order already.
func (w *World) sortEvents() {
	byKey := func(a, b *Event) int {
		if c := cmp.Compare(a.Contact.A, b.Contact.A); c != 0 {
			return c
		}
		return cmp.Compare(a.Contact.B, b.Contact.B)
	}
	if len(w.events) < 12 {
		slices.SortFunc(w.events, func(a, b Event) int { return byKey(&a, &b) })
		return
	}
	inOrder := true
	for i := 1; i < len(w.events) && inOrder; i++ {
		inOrder = byKey(&w.events[i-1], &w.events[i]) < 0
	}
	if inOrder {
		return
	}
	w.place = w.place[:0]
	for i := range w.events {
		w.place = append(w.place, eventPlace{w.events[i].Contact.A, w.events[i].Contact.B, int32(i)})
	}
	slices.SortFunc(w.place, func(a, b eventPlace) int {
		if a.a != b.a {
			return cmp.Compare(a.a, b.a)
		}
		return cmp.Compare(a.b, b.b)
	})
	w.spareEvents = w.spareEvents[:0]
	for _, p := range w.place {
		w.spareEvents = append(w.spareEvents, w.events[p.at])
	}
	w.events, w.spareEvents = w.spareEvents, w.events
}

// eventPlace is where an event is, with what it is sorted by.
type eventPlace struct {
	a, b Key
	at   int32
}

// release recycles the pairs that ended in the last Update.
func (w *World) release() {
	w.freePairs = append(w.freePairs, w.limbo...)
	w.limbo = w.limbo[:0]
}

// updateBody recomputes the contacts of body i with all bodies that this Update
// has not come to yet.
func (w *World) updateBody(i int32) {
	x := &w.bodies[i]
	w.near = w.near[:0]
	if x.alive {
		w.neighbours(i)
	}
	for from := 0; from < len(w.near); {
		to := from + 1
		for to < len(w.near) && w.near[to].body == w.near[from].body {
			to++
		}
		w.updatePair(i, w.near[from].body, w.near[from:to])
		from = to
	}
	for l := x.first; l != none; {
		p := &w.pairs[l>>1]
		side := l & 1
		l = p.next[side]
		if p.stamp != w.stamp && w.bodies[p.body[1-side]].stamp != w.stamp {
			w.endPair(p)
		}
	}
	w.bodies[i].stamp = w.stamp
}

// neighbours collects the pieces near body i, sorted by body and pieces, A's
// first.
func (w *World) neighbours(i int32) {
	x := &w.bodies[i]
	for own := range x.pieces {
		w.found = w.tree.query(x.pieces[own].box.Grow(w.slop), w.found[:0])
		for _, f := range w.found {
			it := w.items[f]
			y := &w.bodies[it.body]
			if it.body == i || y.stamp == w.stamp || !w.mayTouch(x, y) {
				continue
			}
			w.near = append(w.near, neighbour{it.body, int32(own), it.piece})
		}
	}
	sortNeighbours(w.near, func(b int32) bool { return x.key < w.bodies[b].key })
}

// sortNeighbours sorts by body, then A's piece, then B's.
func sortNeighbours(near []neighbour, ownFirst func(body int32) bool) {
	if len(near) < 2 {
		return
	}
	slices.SortFunc(near, func(a, b neighbour) int {
		if a.body != b.body {
			return cmp.Compare(a.body, b.body)
		}
		own, other := cmp.Compare(a.own, b.own), cmp.Compare(a.other, b.other)
		if ownFirst(a.body) {
			return cmp.Or(own, other)
		}
		return cmp.Or(other, own)
	})
}

// mayTouch applies the filters.
func (w *World) mayTouch(x, y *body) bool {
	if x.Static && y.Static && w.skip {
		return false
	}
	return x.Filter.Accepts(y.Filter)
}

// updatePair recomputes the contact of bodies i and j from their neighbouring
// pieces.
func (w *World) updatePair(i, j int32, near []neighbour) {
	a, b := i, j
	swap := w.bodies[j].key < w.bodies[i].key
	if swap {
		a, b = j, i
	}
	w.scratch = w.manifolds(&w.bodies[a], &w.bodies[b], near, swap, w.scratch[:0])
	if len(w.scratch) > 0 { // else an old pair is not stamped, and will end
		w.storePair(a, b)
	}
}

// storePair keeps the manifolds in scratch as those of a pair.
func (w *World) storePair(a, b int32) {
	at := w.findPair(a, b)
	if at < 0 {
		w.beginPair(a, b)
		return
	}
	p := &w.pairs[at]
	p.stamp = w.stamp
	fresh := w.newContact(a, b)
	if slices.Equal(p.contact.Manifolds, w.scratch) && p.contact.sameKind(&fresh) {
		return
	}
	fresh.Manifolds = append(p.contact.Manifolds[:0], w.scratch...)
	p.contact = fresh
	w.events = append(w.events, Event{Change, p.contact})
}

// manifolds appends the manifolds of two bodies. swap says that the near list
// was collected from b's side.
func (w *World) manifolds(a, b *body, near []neighbour, swap bool, out []Manifold) []Manifold {
	seams, start := false, len(out)
	for _, n := range near {
		pa, pb := n.own, n.other
		if swap {
			pa, pb = pb, pa
		}
		x, y := &a.pieces[pa], &b.pieces[pb]
		if x.seam != nil || y.seam != nil {
			seams = true
			break
		}
		out = append(out, Manifold{})
		m := &out[len(out)-1]
		if !collide(&x.hull, &y.hull, w.slop, m) {
			out = out[:len(out)-1]
		}
	}
	if seams {
		return w.seamManifolds(a, b, near, swap, out[:start])
	}
	return out
}

// newContact returns the contact of two bodies, without manifolds.
func (w *World) newContact(a, b int32) Contact {
	x, y := &w.bodies[a], &w.bodies[b]
	c := Contact{A: x.key, B: y.key, Trigger: x.Trigger || y.Trigger}
	switch {
	case x.dir != Vec{}:
		c.OneWay, c.Direction = true, x.dir
	case y.dir != Vec{}:
		c.OneWay, c.Direction, c.oneWayB = true, y.dir, true
	}
	return c
}

func (c *Contact) sameKind(d *Contact) bool {
	return c.Trigger == d.Trigger && c.OneWay == d.OneWay && c.Direction == d.Direction && c.oneWayB == d.oneWayB
}

// findPair returns the pair of two bodies, or -1.
func (w *World) findPair(i, j int32) int32 {
	for l := w.bodies[i].first; l != none; {
		p, side := &w.pairs[l>>1], l&1
		if p.body[1-side] == j {
			return l >> 1
		}
		l = p.next[side]
	}
	return -1
}

// beginPair adds a pair with the manifolds in scratch.
func (w *World) beginPair(a, b int32) {
	at := int32(len(w.pairs))
	if n := len(w.freePairs); n > 0 {
		at = w.freePairs[n-1]
		w.freePairs = w.freePairs[:n-1]
	} else {
		w.pairs = append(w.pairs, pair{})
	}
	p := &w.pairs[at]
	room := p.contact.Manifolds[:0]
	if room == nil && len(w.scratch) == 1 {
		room = carve(&w.slab, 1)[:0]
	}
	p.contact = w.newContact(a, b)
	p.contact.Manifolds = append(room, w.scratch...)
	p.body, p.stamp = [2]int32{a, b}, w.stamp
	for side, i := range p.body {
		x := &w.bodies[i]
		p.prev[side], p.next[side] = none, x.first
		if x.first != none {
			w.pairs[x.first>>1].prev[x.first&1] = link(at, side)
		}
		x.first = link(at, side)
	}
	w.unordered = true
	w.events = append(w.events, Event{Begin, p.contact})
}

// grown returns s with room for one more; it doubles, where append would copy a
// large slice four times as often.
func grown[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(16, len(s)))
}

// carve cuts room for n values from a slab, so that many small slices take few
// allocations. The room is the caller's for good.
func carve[T any](slab *[]T, n int) []T {
	const slabSize = 512
	if n > slabSize/4 {
		return make([]T, n)
	}
	if len(*slab) < n {
		*slab = make([]T, slabSize)
	}
	room := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return room
}

// endPair takes a pair out of both bodies' lists.
func (w *World) endPair(p *pair) {
	var at int32
	for side, i := range p.body {
		prev, next := p.prev[side], p.next[side]
		if prev == none {
			at = w.bodies[i].first >> 1
			w.bodies[i].first = next
		} else {
			at = w.pairs[prev>>1].next[prev&1] >> 1
			w.pairs[prev>>1].next[prev&1] = next
		}
		if next != none {
			w.pairs[next>>1].prev[next&1] = prev
		}
	}
	p.body = [2]int32{none, none}
	w.limbo = append(w.limbo, at)
	w.unordered = true
	w.events = append(w.events, Event{End, p.contact})
}

// Contacts returns the pairs that touch or overlap, sorted by A, then B.
func (w *World) Contacts() iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		w.sortPairs()
		for _, i := range w.order {
			if !yield(w.pairs[i].contact) {
				return
			}
		}
	}
}

// sortPairs lists the pairs by key, when any began or ended.
func (w *World) sortPairs() {
	if !w.unordered {
		return
	}
	w.unordered = false
	w.order = w.order[:0]
	for i := range w.pairs {
		if p := &w.pairs[i]; len(p.contact.Manifolds) > 0 && p.body[0] != none {
			w.order = append(w.order, int32(i))
		}
	}
	slices.SortFunc(w.order, func(i, j int32) int {
		a, b := &w.pairs[i].contact, &w.pairs[j].contact
		if c := cmp.Compare(a.A, b.A); c != 0 {
			return c
		}
		return cmp.Compare(a.B, b.B)
	})
}

// Contact returns the contact of two bodies, in either order.
func (w *World) Contact(a, b Key) (Contact, bool) {
	i, ok := w.index.get(a)
	j, ok2 := w.index.get(b)
	if !ok || !ok2 {
		return Contact{}, false
	}
	at := w.findPair(i, j)
	if at < 0 {
		return Contact{}, false
	}
	return w.pairs[at].contact, true
}

// ContactsOf returns the contacts of one body, sorted by the other's key.
func (w *World) ContactsOf(k Key) iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		i, ok := w.index.get(k)
		if !ok {
			return
		}
		var all []Contact
		for l := w.bodies[i].first; l != none; l = w.pairs[l>>1].next[l&1] {
			all = append(all, w.pairs[l>>1].contact)
		}
		slices.SortFunc(all, func(a, b Contact) int {
			return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
		})
		for _, c := range all {
			if !yield(c) {
				return
			}
		}
	}
}

// Probe returns the contacts that a body would have if it were in the world.
// Its key is 0, so that it is every contact's A.
func (w *World) Probe(b Body) []Contact {
	w.sync()
	x := body{Body: b, dirty: true, alive: true, dir: b.OneWay.Unit()}
	if !b.Transform.valid() {
		return nil
	}
	x.pieces = make([]piece, len(b.Shapes))
	x.findSeams()
	var near []neighbour
	for i := range x.pieces {
		p := &x.pieces[i]
		p.hull = b.Shapes[i].place(&b.Transform, nil)
		p.box = p.bounds()
		for _, f := range w.tree.query(p.box.Grow(w.Slop), nil) {
			it := w.items[f]
			if y := &w.bodies[it.body]; !(b.Static && y.Static && w.SkipStaticPairs) && b.Filter.Accepts(y.Filter) {
				near = append(near, neighbour{it.body, int32(i), it.piece})
			}
		}
	}
	sortNeighbours(near, func(int32) bool { return true })
	w.bodies = append(w.bodies, x)
	self := int32(len(w.bodies) - 1)
	defer func() { w.bodies = w.bodies[:self] }()
	old := w.slop
	w.slop = w.Slop
	defer func() { w.slop = old }()

	var out []Contact
	for from := 0; from < len(near); {
		to := from + 1
		for to < len(near) && near[to].body == near[from].body {
			to++
		}
		other := near[from].body
		if m := w.manifolds(&w.bodies[self], &w.bodies[other], near[from:to], false, nil); len(m) > 0 {
			c := w.newContact(self, other)
			c.Manifolds = m
			out = append(out, c)
		}
		from = to
	}
	slices.SortFunc(out, func(a, b Contact) int { return cmp.Compare(a.B, b.B) })
	return out
}

// QueryPoint returns the bodies that contain p, sorted.
func (w *World) QueryPoint(p Vec) []Key {
	if !placeable(p) {
		return nil
	}
	dot := hull{edges: []edge{{v: p}}}
	return w.queryHull(&dot)
}

// QueryBox returns the bodies that share a point with the box, sorted.
func (w *World) QueryBox(b AABB) []Key {
	b.Min = b.Min.Max(Vec{-MaxCoordinate, -MaxCoordinate})
	b.Max = b.Max.Min(Vec{MaxCoordinate, MaxCoordinate})
	if b.IsEmpty() {
		return nil
	}
	s := fromHull(convexHull([]Vec{b.Min, {b.Max.X, b.Min.Y}, b.Max, {b.Min.X, b.Max.Y}}), 0)
	h := hull{edges: s.edges, size: s.size, box: s.box}
	return w.queryHull(&h)
}

// queryHull returns the bodies that share a point with a hull, sorted.
func (w *World) queryHull(h *hull) []Key {
	w.sync()
	var keys []Key
	var m Manifold
	for _, f := range w.tree.query(h.bounds(), nil) {
		it := w.items[f]
		x := &w.bodies[it.body]
		if collide(h, &x.pieces[it.piece].hull, 0, &m) {
			keys = append(keys, x.key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Raycast returns the first body that the ray meets and that filter f accepts;
// the least key where several are met at once.
func (w *World) Raycast(r Ray, f Filter) (Key, Hit, bool) {
	w.sync()
	radius := max(r.Radius, 0)
	best := nearest{hit: Hit{T: math.Inf(1)}}
	w.tree.castNearest(clampPoint(r.Origin), r.Dir.Unit(), r.Max, Vec{radius, radius}, func(at int32) float64 {
		it := w.items[at]
		if x := &w.bodies[it.body]; f.Accepts(x.Filter) {
			if hit, ok := raycast(&x.pieces[it.piece].hull, &r); ok {
				best.offer(x.key, it.piece, hit)
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
	h := s.place(&xf, nil)
	box := h.bounds()
	best := nearest{hit: Hit{T: math.Inf(1)}}
	length := clampPoint(motion).Len()
	w.tree.castNearest(box.Center(), motion.Unit(), length, box.Size().Mul(0.5), func(at int32) float64 {
		it := w.items[at]
		if x := &w.bodies[it.body]; f.Accepts(x.Filter) {
			if hit, ok := castHull(&h, motion, &x.pieces[it.piece].hull); ok {
				best.offer(x.key, it.piece, hit)
			}
		}
		return best.hit.T * length
	})
	return best.result()
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
			node  int32
			depth int
		}
		stack := []at{{w.tree.root, 0}}
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n := &w.tree.nodes[top.node]
			if !yield(top.depth, n.box) {
				return
			}
			if !n.leaf() {
				stack = append(stack, at{n.right, top.depth + 1}, at{n.left, top.depth + 1})
			}
		}
	}
}

// Validate checks the tree, the lists and the pair set against each other and
// says what is wrong. It is meant for tests, and costs as much as computing all
// contacts anew.
func (w *World) Validate() error {
	w.sync()
	if err := w.tree.validate(); err != nil {
		return err
	}
	leaves := 0
	for i := range w.bodies {
		x := &w.bodies[i]
		leaves += len(x.pieces)
		for j := range x.pieces {
			p := &x.pieces[j]
			if w.items[p.item] != (item{int32(i), int32(j)}) {
				return fmt.Errorf("collision: item %d is not piece %d of body %d", p.item, j, x.key)
			}
			if n := &w.tree.nodes[p.leaf]; n.right != p.item || n.box != p.box {
				return fmt.Errorf("collision: leaf of piece %d of body %d is stale", j, x.key)
			}
		}
	}
	if leaves != w.tree.count {
		return fmt.Errorf("collision: %d pieces but %d leaves", leaves, w.tree.count)
	}
	if len(w.changed) > 0 {
		return nil // the contacts are those of the last Update
	}
	return w.validatePairs()
}

func (w *World) validatePairs() error {
	links := 0
	for i := range w.bodies {
		for l := w.bodies[i].first; l != none; l = w.pairs[l>>1].next[l&1] {
			if links++; w.pairs[l>>1].body[l&1] != int32(i) {
				return fmt.Errorf("collision: body %d lists a pair of others", w.bodies[i].key)
			}
		}
	}
	fresh := NewWorld()
	fresh.Slop, fresh.SkipStaticPairs = w.slop, w.skip
	for i := range w.bodies {
		if x := &w.bodies[i]; x.alive {
			fresh.Put(x.key, x.Body)
		}
	}
	fresh.Update()
	w.sortPairs()
	fresh.sortPairs()
	if len(w.order)*2 != links {
		return errors.New("collision: a pair is missing in a list")
	}
	if len(w.order) != len(fresh.order) {
		return fmt.Errorf("collision: %d contacts instead of %d", len(w.order), len(fresh.order))
	}
	for i := range w.order {
		c, d := &w.pairs[w.order[i]].contact, &fresh.pairs[fresh.order[i]].contact
		if c.A != d.A || c.B != d.B || !c.sameKind(d) || !slices.Equal(c.Manifolds, d.Manifolds) {
			return fmt.Errorf("collision: contact of %d and %d differs from that of %d and %d computed anew", c.A, c.B, d.A, d.B)
		}
	}
	return nil
}
