package collision

import (
	"cmp"
	"slices"
)

// When a large share of all bodies has changed, the tree is rebuilt with its items in the order of a space-filling
// curve, and walking the tree against itself finds all pairs at once. The work is split between the processor's cores.
// Results are sorted before use, so they do not depend on the number of cores.

// minBulk is the smallest number of changed bodies for a bulk update. Below it, starting threads costs more than it
// saves.
const minBulk = 64

// minParallel is the smallest number of items whose work is split between cores.
const minParallel = 512

// roomKept is the greatest number of changed bodies for which a bulk update keeps its workspace, about 200 bytes per
// body. Larger updates, such as filling a world, are rare and release it.
const roomKept = 1 << 14

// trim releases the workspace of a large update.
func (w *World) trim() {
	w.bulk = bulk{turns: w.bulk.turns}
	w.results, w.sorted = nil, nil
	for i := range w.workers {
		k := &w.workers[i]
		k.results, k.found, k.parts, k.near = nil, nil, nil, nil
	}
}

type bulk struct {
	rank   []int32 // each body's rank by key
	byRank []int32
	order  []keyed // items along the curve
	spare  []keyed
	items  []int32
	points []Vec
	start  []room
	turns  *turns
	parts  []treePart
	first  []int32     // where each rank's results begin
	found  []candidate // pairs of pieces, at least one of a compound body
	sorted []candidate
}

// room counts a body's edges and pieces, and later holds the offsets where they begin.
type room struct{ edges, pieces int32 }

func (r room) plus(s room) room { return room{r.edges + s.edges, r.pieces + s.pieces} }

// candidate is a pair of pieces whose boxes overlap. pair packs the ranks of the bodies' keys, A's in the upper half.
type candidate struct {
	pair   uint64
	pa, pb int32
}

// shared runs f for parts of 0..n, on World.Workers goroutines if n is large.
// Nothing may depend on which worker gets which part.
func (w *World) shared(n int, f func(k *worker, from, to int)) {
	if n < minParallel {
		w.hire(1)
		f(&w.workers[0], 0, n)
		return
	}
	w.share(n, n/64, f)
}

// share works like shared for any n, in parts of grain items.
func (w *World) share(n, grain int, f func(k *worker, from, to int)) {
	workers := min(max(w.Workers, 1), maxWorkers)
	w.hire(workers)
	w.crew.Run(workers, n, grain, func(i, from, to int) { f(&w.workers[i], from, to) })
}

// both runs f and g, concurrently if they process many items.
func (w *World) both(items int, f, g func()) {
	if items < minParallel {
		f()
		g()
		return
	}
	w.share(2, 1, func(_ *worker, from, _ int) {
		if from == 0 {
			f()
		} else {
			g()
		}
	})
}

// isBulk reports whether enough bodies changed to make a rebuild cheaper.
func (w *World) isBulk(changed int) bool {
	return changed >= minBulk && changed*4 >= len(w.bodies)
}

// populate places the bodies of a world whose tree is empty. Pieces and edges that are near each other get memory near
// each other. Bodies are read in slice order, because a cache miss stalls reads but not writes. populate reports
// whether every body has at most one piece, which leaves all pieces in curve order.
func (w *World) populate() (single bool) {
	single = true
	b := &w.bulk
	n := len(w.pending)
	b.points, b.start, b.order = sized(b.points, n), sized(b.start, n), sized(b.order, n)
	w.unused, w.pieces = w.unused[:0], w.pieces[:0]
	w.shared(n, func(k *worker, from, to int) {
		sum := room{}
		for t := from; t < to; t++ {
			x := w.bodies[w.pending[t]]
			x.bad = !x.transform.IsValid()
			at, size := Vec{}, room{}
			if x.alive && !x.bad && len(x.shapes) > 0 {
				at = x.transform.Apply(x.shapes[0].parts()[0].v)
				for j := range x.shapes {
					if n := x.shapes[j].Len(); n > fewEdges {
						size.edges += int32(n)
					}
				}
				size.pieces = int32(len(x.shapes))
			}
			b.points[t], b.start[t] = at, size
			sum = sum.plus(size)
		}
		k.box = k.box.Union(BoundsOf(b.points[from:to]))
		k.sum = k.sum.plus(sum)
	})
	sum := room{}
	for i := range w.workers {
		k := &w.workers[i]
		sum, k.sum = sum.plus(k.sum), room{}
	}
	w.follow(n, func(i int) int32 { return int32(i) })
	var edges []edge
	w.both(n, func() {
		b.order, b.spare = radixSort(b.order, b.spare)
		next := room{}
		for k := range b.order {
			at := &b.start[b.order[k].What]
			size := *at
			*at = next
			next = next.plus(size)
			single = single && size.pieces <= 1
		}
	}, func() {
		w.pieces = slices.Grow(w.pieces, int(sum.pieces))[:sum.pieces]
		w.tree.reserve(len(w.pieces))
		edges, w.first = make([]edge, sum.edges), make([]piece, sum.pieces)
	})
	w.shared(n, func(_ *worker, from, to int) {
		for t := from; t < to; t++ {
			i := w.pending[t]
			x := w.bodies[i]
			x.pending = false
			if !x.alive || x.bad {
				x.dirty, x.pieces = true, x.pieces[:0]
				continue
			}
			at, n := b.start[t], int32(len(x.shapes))
			x.pieces = w.first[at.pieces : at.pieces+n : at.pieces+n]
			edges := edges[at.edges:]
			for j := range x.pieces {
				p, n := &x.pieces[j], x.shapes[j].Len()
				p.item = at.pieces + int32(j)
				w.pieces[p.item] = p
				room := p.room(n)
				if room == nil {
					room, edges = edges[:n:n], edges[n:]
				}
				p.place(&x.shapes[j], &x.transform, room)
			}
			x.describe(i)
		}
	})
	for _, i := range w.pending {
		if x := w.bodies[i]; !x.alive {
			w.doom(i, x)
		}
	}
	return single
}

// rebuild rebuilds the tree from all placed pieces. It sorts them along the curve unless they are in order already.
func (w *World) rebuild(ordered bool) {
	b := &w.bulk
	b.items = slices.Grow(b.items[:0], len(w.pieces))
	for i, p := range w.pieces {
		if p != nil {
			b.items = append(b.items, int32(i))
		}
	}
	if !ordered {
		w.sortItems()
	}
	w.tree.reserve(len(w.pieces))
	w.tree.buildOrdered(b.items, func(item int32) AABB {
		return w.pieces[item].box
	}, func(n int, f func(from, to int)) {
		w.shared(n, func(_ *worker, from, to int) { f(from, to) })
	})
}

// sortItems sorts the items along the curve.
func (w *World) sortItems() {
	b := &w.bulk
	b.points, b.order = sized(b.points, len(b.items)), sized(b.order, len(b.items))
	w.shared(len(b.items), func(k *worker, from, to int) {
		for i := from; i < to; i++ {
			b.points[i] = w.pieces[b.items[i]].box.Center()
		}
		k.box = k.box.Union(BoundsOf(b.points[from:to]))
	})
	w.follow(len(b.items), func(i int) int32 { return b.items[i] })
	b.order, b.spare = radixSort(b.order, b.spare)
	for i := range b.order {
		b.items[i] = b.order[i].What
	}
}

// follow fills b.order with n items and their positions on a curve through b.points. The workers hold the points'
// bounds.
func (w *World) follow(n int, what func(i int) int32) {
	b := &w.bulk
	box := EmptyAABB()
	for i := range w.workers {
		box = box.Union(w.workers[i].box)
		w.workers[i].box = EmptyAABB()
	}
	if b.turns == nil {
		b.turns = newTurns()
	}
	curve := newSpaceCurve(box, n, b.turns)
	w.shared(n, func(_ *worker, from, to int) {
		for i := from; i < to; i++ {
			b.order[i] = keyed{Key: uint64(curve.At(b.points[i])), What: what(i)}
		}
	})
}

// sortTwice fills b.order with the numbers below n, sorted by major and then minor key.
func (b *bulk) sortTwice(n int, key func(i int32) (major, minor uint64)) {
	b.order = sized(b.order, n)
	for i := range b.order {
		_, minor := key(int32(i))
		b.order[i] = keyed{Key: minor, What: int32(i)}
	}
	b.order, b.spare = radixSort(b.order, b.spare)
	for i := range b.order {
		b.order[i].Key, _ = key(b.order[i].What)
	}
	b.order, b.spare = radixSort(b.order, b.spare)
}

// collideAll recomputes the contacts of all changed bodies in bulk.
func (w *World) collideAll() {
	w.rankBodies()
	w.findCandidates()
	w.collideCompounds()
	w.results = w.results[:0]
	for i := range w.workers {
		w.results = append(w.results, w.workers[i].results...)
		clear(w.workers[i].results)
		w.workers[i].results = w.workers[i].results[:0]
	}
	n := len(w.results)
	w.both(n, w.sortResults, func() {
		w.hooks = slices.Grow(w.hooks, n-min(n, w.live)+1)
		w.events = slices.Grow(w.events, n)
	})
	if w.live == 0 {
		w.storeAll()
	} else {
		for _, r := range w.results {
			w.store(r.pair, w.bulk.byRank[r.a], w.bulk.byRank[r.b])
		}
	}
	clear(w.results)
	clear(w.sorted)
}

// sortResults sorts the results by A's rank, then by B's. Each A has few results.
func (w *World) sortResults() {
	b := &w.bulk
	b.first = sized(b.first, len(b.byRank)+1)
	clear(b.first)
	for i := range w.results {
		b.first[w.results[i].a+1]++
	}
	for i := 1; i < len(b.first); i++ {
		b.first[i] += b.first[i-1]
	}
	w.sorted = sized(w.sorted, len(w.results))
	for i := range w.results {
		at := &b.first[w.results[i].a]
		w.sorted[*at] = w.results[i]
		*at++
	}
	w.results, w.sorted = w.sorted, w.results
	from := int32(0)
	for _, to := range b.first[:len(b.byRank)] {
		sortOfA(w.results[from:to])
		from = to
	}
}

// sortOfA sorts the results of one body A by the rank of B.
func sortOfA(results []result) {
	if len(results) > 16 {
		slices.SortFunc(results, func(r, s result) int { return cmp.Compare(r.b, s.b) })
		return
	}
	for i := 1; i < len(results); i++ {
		r := results[i]
		j := i
		for ; j > 0 && results[j-1].b > r.b; j-- {
			results[j] = results[j-1]
		}
		results[j] = r
	}
}

// storeAll stores all results in a world without pairs.
func (w *World) storeAll() {
	n := len(w.results)
	fresh := len(w.hooks) == 0
	if fresh {
		w.hooks = w.hooks[:n+1]
		w.hooks[0] = noHook
	}
	w.events = w.events[:n]
	w.shared(n, func(_ *worker, from, to int) {
		for i := from; i < to; i++ {
			p := w.results[i].pair
			if fresh {
				p.number = int32(i + 1)
				w.hooks[i+1].pair = p
			}
			w.events[i] = Event{Begin, p.contact()}
		}
	})
	for i := range w.results {
		r := &w.results[i]
		n := int32(i + 1)
		if !fresh {
			w.number(r.pair)
			n = r.pair.number
		}
		w.link(n, w.bulk.byRank[r.a], w.bulk.byRank[r.b])
	}
}

// rankBodies ranks the bodies by key.
func (w *World) rankBodies() {
	b := &w.bulk
	b.byRank = slices.Grow(b.byRank[:0], len(w.bodies))
	sorted := true
	last := Key(0)
	for i, x := range w.bodies {
		if !x.alive {
			continue
		}
		sorted = sorted && last <= x.key
		last = x.key
		b.byRank = append(b.byRank, int32(i))
	}
	if !sorted {
		slices.SortFunc(b.byRank, func(i, j int32) int { return cmp.Compare(w.bodies[i].key, w.bodies[j].key) })
	}
	b.rank = sized(b.rank, len(w.bodies))
	for r, i := range b.byRank {
		b.rank[i] = int32(r)
	}
}

// minParts is the smallest number of parts that the walk is split into, so that a core that finishes early finds more
// work.
const minParts = 64

// findCandidates finds all pairs of pieces that are near each other and may
// touch. Pairs of simple bodies collide on the spot; the others are sorted.
func (w *World) findCandidates() {
	b := &w.bulk
	b.found = b.found[:0]
	w.hire(1)
	if w.tree.Len() == 0 {
		return
	}
	b.parts = append(b.parts[:0], w.tree.rootPart())
	for len(b.parts) < minParts && !w.tree.isLowest(&b.parts[0]) {
		n := len(b.parts)
		for i := range n {
			b.parts = w.tree.divide(b.parts, &b.parts[i], w.slop)
		}
		b.parts = append(b.parts[:0], b.parts[n:]...)
	}
	walk := func(k *worker, from, to int) {
		k.slop = w.slop
		if cap(k.results) == 0 {
			k.results = make([]result, 0, w.tree.Len()/len(w.workers))
		}
		for i := from; i < to; i++ {
			w.walk(b.parts[i], k)
		}
	}
	if w.tree.Len() < minParallel {
		walk(&w.workers[0], 0, len(b.parts))
	} else {
		w.share(len(b.parts), 1, walk)
	}
	b.found = b.found[:0]
	for i := range w.workers {
		b.found = append(b.found, w.workers[i].found...)
		w.workers[i].found = w.workers[i].found[:0]
	}
	b.sortTwice(len(b.found), func(i int32) (major, minor uint64) {
		c := &b.found[i]
		return c.pair, uint64(c.pa)<<32 | uint64(c.pb)
	})
	b.sorted = sized(b.sorted, len(b.found))
	for i := range b.found {
		b.sorted[i] = b.found[b.order[i].What]
	}
	b.found, b.sorted = b.sorted, b.found
}

// walk finds the pairs in a part of the tree.
func (w *World) walk(part treePart, k *worker) {
	k.parts = append(k.parts[:0], part)
	for len(k.parts) > 0 {
		part := k.parts[len(k.parts)-1]
		k.parts = k.parts[:len(k.parts)-1]
		switch {
		case w.tree.hasOneOwner(&part):
		case w.tree.isLowest(&part):
			k.touching = w.tree.appendPairs(k.touching[:0], &part, k.slop)
			for _, p := range k.touching {
				w.candidate(w.pieces[p.A], w.pieces[p.B], k)
			}
		default:
			k.parts = w.tree.divide(k.parts, &part, k.slop)
		}
	}
}

// candidate handles a pair of nearby pieces. It ignores them unless they may touch and one of them changed. Simple
// bodies collide at once, while their hulls are in the cache; compound bodies wait until all their pairs are known.
func (w *World) candidate(p, q *piece, k *worker) {
	if p.body == q.body || !w.everything && p.turn == 0 && q.turn == 0 || !w.mayTouch(p, q) {
		return
	}
	if p.key > q.key {
		p, q = q, p
	}
	a, b := w.bulk.rank[p.body], w.bulk.rank[q.body]
	if p.compound || q.compound {
		k.found = append(k.found, candidate{uint64(a)<<32 | uint64(b), p.own, q.own})
		return
	}
	k.collide(w, p, q, a, b)
}

// collideCompounds computes the manifolds of the candidates of compound bodies.
func (w *World) collideCompounds() {
	b := &w.bulk
	if len(b.found) == 0 {
		return
	}
	w.shared(len(b.found), func(k *worker, from, to int) {
		k.slop = w.slop
		// A pair of bodies belongs to the worker that has its first candidate.
		for from > 0 && from < to && b.found[from].pair == b.found[from-1].pair {
			from++
		}
		for from < to {
			c := &b.found[from]
			end := from + 1
			for end < len(b.found) && b.found[end].pair == c.pair {
				end++
			}
			ra, rb := int32(c.pair>>32), int32(uint32(c.pair))
			ia, ib := b.byRank[ra], b.byRank[rb]
			k.near = k.near[:0]
			for _, p := range b.found[from:end] {
				k.near = append(k.near, neighbour{ib, p.pa, p.pb})
			}
			k.collideBodies(w.bodies[ia], w.bodies[ib], ra, rb, k.near, false)
			from = end
		}
	})
}
