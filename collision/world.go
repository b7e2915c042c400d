package collision

import (
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
	x.alive, x.dirty = true, true
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
		x.Transform = xf
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
