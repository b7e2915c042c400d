package collision

import (
	"iter"
	"slices"
	"sync/atomic"
)

// World holds bodies and the contacts between them. Update only processes bodies that were put, moved or removed since
// the last Update. Its results are sorted by key and depend only on the bodies, never on the order in which they were
// added.
//
// The zero World is empty and ready to use, with a Slop of 0; [NewWorld] sets [DefaultSlop].
//
// Queries see every change at once; contacts date from the last Update. Two goroutines must not use a World at the same
// time, but queries may run concurrently while nothing has been put, moved or removed since the last Update or query.
type World struct {
	// Slop is the separation up to which a pair counts as touching, in units of length. Pairs deeper than Slop overlap.
	Slop float64
	// SkipStaticPairs leaves out pairs of static bodies.
	SkipStaticPairs bool
	// Workers is the number of goroutines, including the caller's, that may share the work when many bodies (512 or
	// more) changed. At most 16 are used. With 0 or 1 the World starts no goroutine, which is best in a game that has
	// other work for its cores. Results do not depend on Workers, to the last bit.
	Workers int

	index  keyTable
	bodies []*body
	lists  []list   // the pairs of each body
	spare  []int32  // unused bodies
	pieces []*piece // by item; items are the tree's leaves
	first  []piece  // pieces placed by a bulk update, each at its item's index
	unused []int32  // unused items
	tree   Tree

	pending    []int32 // bodies whose boxes in the tree are out of date
	changed    []int32 // bodies whose contacts are out of date
	everything bool    // changed lists all bodies, and their turns do not matter
	doomed     []int32 // removed bodies whose contacts have not ended yet

	hooks     []hook  // pairs by number, from 1
	limbo     []int32 // ended pairs whose manifolds an event may still use
	live      int     // pairs that touch
	order     []int32 // touching pairs sorted by key
	unordered bool
	events    []Event
	count     int // number of bodies
	stamp     uint32
	slop      float64 // the settings at the last Update
	skip      bool

	bodyArena  arena[body]
	pieceArena arena[piece]
	edgeArena  arena[edge]
	shapeArena arena[Shape]
	room       bodyRoom

	crew    crew
	workers []worker
	results []result
	sorted  []result
	bulk    bulk

	places, sparePlaces []eventPlace
	spareEvents         []Event

	spareProbe atomic.Pointer[probe]
}

// body is a Body in the world. It is kept small, because large worlds have many; rare holds the uncommon fields.
type body struct {
	key       Key
	transform Transform // current; the hulls may lag behind while pending
	shapes    []Shape
	pieces    []piece
	filtered  *Filter // nil accepts everything
	rare      *rare   // nil for a plain body

	static  bool
	trigger bool
	alive   bool
	pending bool
	changed bool
	dirty   bool // the shapes were replaced
	doomed  bool // listed in World.doomed
	bad     bool // the transform cannot be placed: the body touches nothing
}

// rare holds fields that few bodies need.
type rare struct {
	oneWay   Vec
	oneSided bool
	noted    seamsNoted
	seams    atomic.Pointer[[][]seam] // see body.seams; nil until requested
}

// set copies b to x, and shares its list of shapes.
func (x *body) set(b *Body, r *bodyRoom) {
	x.transform, x.static, x.trigger, x.shapes = b.Transform, b.Static, b.Trigger, b.Shapes
	x.filtered = r.filters.of(b.Filter)
	plain := !b.OneSided && b.OneWay == (Vec{}) && len(b.Shapes) <= 1
	if !plain && x.rare == nil {
		x.rare = &r.rares.carve(1)[0]
	}
	if x.rare != nil {
		x.rare.oneWay, x.rare.oneSided = b.OneWay, b.OneSided
		x.rare.seams.Store(nil)
	}
}

// bodyRoom holds memory that bodies refer to.
type bodyRoom struct {
	filters filters
	rares   arena[rare]
}

// filters keeps one copy of each filter: many bodies share few of them.
type filters struct {
	last  *Filter
	known map[Filter]*Filter
}

// of returns the shared copy of f, or nil for the zero filter.
func (s *filters) of(f Filter) *Filter {
	if f == (Filter{}) {
		return nil
	}
	if s.last != nil && *s.last == f {
		return s.last
	}
	if s.last = s.known[f]; s.last == nil {
		const limit = 1024 // beyond this limit, drop the old ones, which may be unused
		if s.known == nil || len(s.known) == limit {
			s.known = map[Filter]*Filter{}
		}
		s.last = new(f)
		s.known[f] = s.last
	}
	return s.last
}

// public returns the body as it was put.
func (x *body) public() Body {
	b := Body{Shapes: x.shapes, Transform: x.transform, Filter: x.filter(), Static: x.static, Trigger: x.trigger}
	if x.rare != nil {
		b.OneWay, b.OneSided = x.rare.oneWay, x.rare.oneSided
	}
	return b
}

func (x *body) filter() Filter {
	if x.filtered == nil {
		return Filter{}
	}
	return *x.filtered
}

func (x *body) oneWay() Vec {
	if x.rare == nil {
		return Vec{}
	}
	return x.rare.oneWay
}

func (x *body) oneSided() bool { return x.rare != nil && x.rare.oneSided }

// piece is one placed shape of a body, with the body's properties that collision tests need.
type piece struct {
	hull
	box      AABB
	key      Key
	body     int32
	own      int32 // its index in the body
	item     int32
	turn     int32 // the body's index in World.changed plus 1, during Update
	static   bool
	open     bool // the filter accepts everything
	special  bool // a trigger or one-way
	compound bool // the body has other pieces, or is one-sided
	oneSided bool // a surface, solid along the normal of its first edge

	// The hull's edges, if there are few: a query that visits the piece finds them in the same memory.
	few [fewEdges]edge
}

// fewEdges is the number of edges that a piece has room for.
const fewEdges = 4

// room returns the memory for the piece's n edges, or nil if they do not fit.
func (p *piece) room(n int) []edge {
	switch {
	case n <= fewEdges:
		return p.few[:]
	case n <= cap(p.edges):
		return p.edges[:cap(p.edges)]
	}
	return nil
}

// NewWorld returns an empty world.
func NewWorld() *World {
	return &World{Slop: DefaultSlop, slop: DefaultSlop}
}

// Put adds a body, or replaces the body with that key. The World keeps its own copy of the list of shapes. A body whose
// transform is not finite or is beyond [MaxCoordinate] is kept, but touches nothing.
func (w *World) Put(k Key, b Body) {
	i, ok := w.index.Get(uint64(k))
	if !ok {
		i = w.newBody()
		w.index.Put(uint64(k), i)
		w.bodies[i].key = k
	}
	x := w.bodies[i]
	if !x.alive {
		w.count++
	}
	x.alive, x.dirty = true, true
	b.Shapes = append(w.shapeArena.carve(len(b.Shapes))[:0], b.Shapes...)
	x.set(&b, &w.room)
	w.touch(i, x)
}

// Move sets a body's transform. It returns false if there is no body with that key.
func (w *World) Move(k Key, xf Transform) bool {
	i, ok := w.index.Get(uint64(k))
	if !ok || !w.bodies[i].alive {
		return false
	}
	x := w.bodies[i]
	if x.transform != xf {
		x.transform = xf
		w.touch(i, x)
	}
	return true
}

// Remove removes a body. It returns false if there is no body with that key.
func (w *World) Remove(k Key) bool {
	i, ok := w.index.Get(uint64(k))
	if !ok || !w.bodies[i].alive {
		return false
	}
	x := w.bodies[i]
	w.count--
	x.alive = false
	x.shapes = nil
	w.touch(i, x)
	return true
}

// Body returns the body with the key. Its shapes must not be changed.
func (w *World) Body(k Key) (Body, bool) {
	i, ok := w.index.Get(uint64(k))
	if !ok || !w.bodies[i].alive {
		return Body{}, false
	}
	return w.bodies[i].public(), true
}

// Bodies yields all bodies, sorted by key. Their shapes must not be changed. The loop may move, remove and put bodies;
// it may or may not reach the bodies that it puts. If all keys are small numbers, Bodies allocates nothing.
func (w *World) Bodies() iter.Seq2[Key, Body] {
	return func(yield func(Key, Body) bool) {
		keys := w.index.Sparse()
		for k := Key(0); k < Key(w.index.Listed()); k++ {
			if b, ok := w.Body(k); ok && !yield(k, b) {
				return
			}
		}
		for _, k := range keys {
			if b, ok := w.Body(Key(k)); ok && !yield(Key(k), b) {
				return
			}
		}
	}
}

// Len returns the number of bodies.
func (w *World) Len() int { return w.count }

// Bounds returns the box around all bodies, empty for an empty world.
func (w *World) Bounds() AABB {
	w.sync()
	b := EmptyAABB()
	for _, x := range w.bodies {
		b = b.Union(x.bounds())
	}
	return b
}

// newBody returns the index of an unused body.
func (w *World) newBody() int32 {
	if n := len(w.spare); n > 0 {
		i := w.spare[n-1]
		w.spare = w.spare[:n-1]
		return i
	}
	x := &w.bodyArena.carve(1)[0]
	w.bodies = append(grown(w.bodies), x)
	w.lists = append(grown(w.lists), list{first: none})
	return int32(len(w.bodies) - 1)
}

// touch records that a body changed.
func (w *World) touch(i int32, x *body) {
	if !x.pending {
		x.pending = true
		w.pending = append(grown(w.pending), i)
	}
	if !x.changed {
		x.changed = true
		w.changed = append(grown(w.changed), i)
	}
}

// sync brings the tree up to date.
func (w *World) sync() {
	if len(w.pending) > 0 {
		w.place()
		w.crew.Dismiss()
	}
}

// place works like sync but leaves the crew waiting for more work.
func (w *World) place() {
	if len(w.pending) == 0 {
		return
	}
	if w.tree.Owner == nil {
		w.tree.Owner = func(item int32) int32 { return w.pieces[item].body }
	}
	fresh := w.isBulk(len(w.pending))
	ordered := false
	if fresh && w.tree.Len() == 0 {
		ordered = w.populate()
	} else {
		for _, i := range w.pending {
			w.settle(i, !fresh)
		}
	}
	w.pending = w.pending[:0]
	if fresh {
		w.rebuild(ordered)
	}
}

// settle updates the hulls of body i and, if leaves is set, its items in the tree.
func (w *World) settle(i int32, leaves bool) {
	x := w.bodies[i]
	x.pending = false
	if !x.alive {
		w.setPieces(i, 0)
		w.doom(i, x)
		return
	}
	x.bad = !x.transform.IsValid()
	if x.bad {
		w.setPieces(i, 0)
		x.dirty = true // the pieces must be rebuilt
		return
	}
	if x.dirty {
		w.setPieces(i, len(x.shapes))
		x.describe(i)
	}
	for j := range x.pieces {
		p := &x.pieces[j]
		n := x.shapes[j].Len()
		room := p.room(n)
		if room == nil {
			room = w.edgeArena.carve(n)
		}
		p.place(&x.shapes[j], &x.transform, room)
		switch {
		case !leaves:
		case w.tree.Has(p.item):
			w.tree.move(p.item, p.box)
		default:
			w.tree.insert(p.item, p.box)
		}
	}
}

func (w *World) doom(i int32, x *body) {
	if !x.doomed {
		x.doomed = true
		w.doomed = append(w.doomed, i)
	}
}

// describe copies the body's properties that collisions need to its pieces.
func (x *body) describe(i int32) {
	x.dirty = false
	for j := range x.pieces {
		p := &x.pieces[j]
		p.key, p.body, p.own = x.key, i, int32(j)
		p.static = x.static
		p.open = x.filtered == nil
		p.special = x.trigger || x.oneWay() != Vec{}
		p.compound = len(x.shapes) > 1 || x.oneSided()
		p.oneSided = x.oneSided() && x.shapes[j].Len() == 2
	}
}

// place computes the piece's hull in the world and its bounds.
func (p *piece) place(s *Shape, xf *Transform, room []edge) {
	p.hull = s.place(xf, room)
	p.box = p.bounds()
}

// piece returns the piece of an item that is in the tree. Most pieces are stored at their item's index, so that a query
// need not load their addresses first.
func (w *World) piece(item int32) *piece {
	if int(item) < len(w.first) {
		if p := &w.first[item]; p.item == item {
			return p
		}
	}
	return w.pieces[item]
}

// setPieces gives a body n new pieces. If the body already has n pieces, it keeps them.
func (w *World) setPieces(i int32, n int) {
	x := w.bodies[i]
	if len(x.pieces) == n {
		return
	}
	for j := range x.pieces {
		p := &x.pieces[j]
		w.tree.Remove(p.item)
		w.unused = append(w.unused, p.item)
		w.pieces[p.item] = nil
		p.item = none
	}
	if n > cap(x.pieces) {
		x.pieces = w.pieceArena.carve(n)
	}
	x.pieces = x.pieces[:n]
	for j := range x.pieces {
		p := &x.pieces[j]
		if m := len(w.unused); m > 0 {
			p.item = w.unused[m-1]
			w.unused = w.unused[:m-1]
			w.pieces[p.item] = p
		} else {
			p.item = int32(len(w.pieces))
			w.pieces = append(grown(w.pieces), p)
		}
	}
}

// grown returns s with room for one more value. It doubles the capacity; append would copy a large slice four times as
// often.
func grown[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(16, len(s)))
}

// sized returns a slice of n values, which is s itself if that is long enough. Old contents remain.
func sized[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n)
}

// arena allocates memory for values that do not move, so that many small slices need few allocations. It starts small
// and doubles up to a limit.
type arena[T any] struct {
	room []T
	next int
}

// carve returns memory for n values, which the caller owns for good.
func (a *arena[T]) carve(n int) []T {
	const least, largest = 8, 1024
	if n > largest/4 {
		return make([]T, n)
	}
	if len(a.room) < n {
		a.next = min(max(2*a.next, least, 4*n), largest)
		a.room = make([]T, a.next)
	}
	room := a.room[:n:n]
	a.room = a.room[n:]
	return room
}
