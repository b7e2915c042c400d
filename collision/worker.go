package collision

import (
	"cmp"
	"slices"
)

// worker holds what one core needs to find contacts: reusable buffers, and unused pairs.
type worker struct {
	number   int32
	slop     float64
	box      AABB // around the points of its parts
	sum      room // total room that its parts need
	items    []int32
	pieces   []*piece
	newSeams []int32 // bodies whose seams have not been requested yet
	near     []neighbour
	parts    []treePart
	touching []treePair
	found    []candidate
	results  []result
	out      []Manifold
	met      []edgePair
	facing   [2]facing
	pairs    arena[pair]
	spare    []*pair
}

// result is a pair that touches. a and b are its bodies or, in a bulk update, the ranks of their keys.
type result struct {
	a, b int32
	pair *pair
}

// neighbour is a candidate pair: a piece of the current body and a piece of another.
type neighbour struct{ body, own, other int32 }

// hire makes sure that there are at least n workers.
func (w *World) hire(n int) {
	for len(w.workers) < n {
		w.workers = append(w.workers, worker{number: int32(len(w.workers)), box: EmptyAABB()})
	}
}

// next returns an unused pair.
func (k *worker) next() *pair {
	if n := len(k.spare); n > 0 {
		p := k.spare[n-1]
		k.spare = k.spare[:n-1]
		return p
	}
	p := &k.pairs.carve(1)[0]
	p.owner = k.number
	return p
}

// hit records that a pair touches.
func (k *worker) hit(pair *pair, a, b int32, ka, kb Key) {
	pair.key = [2]Key{ka, kb}
	k.results = append(k.results, result{a, b, pair})
}

// collide computes the manifold of bodies a and b, which have one piece each. p has the lesser key.
func (k *worker) collide(w *World, p, q *piece, a, b int32) {
	pair := k.next()
	if !collide(&p.hull, &q.hull, k.slop, &pair.one[0]) {
		k.spare = append(k.spare, pair)
		return
	}
	if pair.one[0].Count < 2 {
		pair.one[0].Points[1] = ManifoldPoint{} // left over from an earlier use
	}
	if pair.extra != nil {
		pair.extra.manifolds = pair.extra.manifolds[:0]
	}
	pair.kind = 0
	if p.special || q.special {
		pair.setKind(kindOf(w.bodies[p.body], w.bodies[q.body]))
	}
	k.hit(pair, a, b, p.key, q.key)
}

// collideBodies computes the manifolds of two bodies, na and nb, from their
// neighbouring pieces. swap means that near was collected from b's side.
func (k *worker) collideBodies(a, b *body, na, nb int32, near []neighbour, swap bool) {
	k.out = k.manifolds(a, b, near, swap, k.out[:0])
	if len(k.out) == 0 {
		return
	}
	pair := k.next()
	pair.set(k.out)
	pair.setKind(kindOf(a, b))
	k.hit(pair, na, nb, a.key, b.key)
}

// manifolds appends the manifolds of two bodies. swap means that near was collected from b's side.
func (k *worker) manifolds(a, b *body, near []neighbour, swap bool, out []Manifold) []Manifold {
	if a.oneSided() || b.oneSided() {
		return k.oneSidedManifolds(a, b, near, swap, out)
	}
	start := len(out)
	for _, n := range near {
		pa, pb := n.own, n.other
		if swap {
			pa, pb = pb, pa
		}
		x, y := &a.pieces[pa], &b.pieces[pb]
		if a.seams(pa) != nil || b.seams(pb) != nil {
			return k.seamManifolds(a, b, near, swap, out[:start])
		}
		out = append(out, Manifold{})
		m := &out[len(out)-1]
		if !collide(&x.hull, &y.hull, k.slop, m) {
			out = out[:len(out)-1]
		}
	}
	return out
}

// collideChanged recomputes the contacts of the changed bodies one by one, each
// with all bodies except the changed ones that come before it.
func (w *World) collideChanged() {
	if len(w.changed) < minParallel {
		w.hire(1)
		w.collideTurns(&w.workers[0], 0, len(w.changed))
	} else {
		w.shared(len(w.changed), w.collideTurns)
	}
	for i := range w.workers {
		k := &w.workers[i]
		for _, r := range k.results {
			w.store(r.pair, r.a, r.b)
		}
		k.results = k.results[:0]
	}
}

// collideTurns works like collideChanged for a range of the changed bodies.
func (w *World) collideTurns(k *worker, from, to int) {
	k.slop = w.slop
	for turn := from; turn < to; turn++ {
		w.collideTurn(k, int32(turn)+1, w.changed[turn])
	}
}

func (w *World) collideTurn(k *worker, turn, i int32) {
	x := w.bodies[i]
	k.near = k.near[:0]
	for own := range x.pieces {
		p := &x.pieces[own]
		k.items = w.tree.appendOthers(k.items[:0], p.box.Grow(w.slop), i)
		// Apply the filters first, so that the pieces' memory is fetched together and not piece by piece.
		k.pieces = k.pieces[:0]
		for _, item := range k.items {
			if q := w.piece(item); q.body != i && (q.turn == 0 || q.turn >= turn) && w.mayTouch(p, q) {
				k.pieces = append(k.pieces, q)
			}
		}
		for _, q := range k.pieces {
			switch {
			case p.compound || q.compound:
				k.near = append(k.near, neighbour{q.body, int32(own), q.own})
			case p.key < q.key:
				k.collide(w, p, q, i, q.body)
			default:
				k.collide(w, q, p, q.body, i)
			}
		}
	}
	if len(k.near) == 0 {
		return
	}
	sortNeighbours(k.near, func(j int32) bool { return x.key < w.bodies[j].key })
	for from := 0; from < len(k.near); {
		j := k.near[from].body
		to := from + 1
		for to < len(k.near) && k.near[to].body == j {
			to++
		}
		if y := w.bodies[j]; x.key < y.key {
			k.collideBodies(x, y, i, j, k.near[from:to], false)
		} else {
			k.collideBodies(y, x, j, i, k.near[from:to], true)
		}
		from = to
	}
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
