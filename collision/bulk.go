package collision

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
)

// Where a good part of all bodies has changed, the tree is built anew and all
// pairs are found together: leaves in the order of a space-filling curve, eight
// a group, one search of the groups after it for each group. The work is shared
// between the processor's cores; what comes out is sorted before it is used, so
// that the number of cores shows nowhere.

// bulkLeast is the number of changed bodies from which Update works in bulk:
// below it, starting threads costs more than they save.
const bulkLeast = 64

// parallelLeast is the number of items from which work is shared.
const parallelLeast = 1024

// groupSize is the number of leaves, or of groups, that share a box.
const groupSize = 8

// candidate is a pair of pieces whose boxes overlap. pair holds the ranks of
// the bodies' keys, A's above B's.
type candidate struct {
	pair   uint64
	pa, pb int32
}

// bulk is the workspace of bulk updates.
type bulk struct {
	rank    []int32 // of each body, by key
	byRank  []int32
	code    []coded // leaves along the curve
	spare   []coded
	boxes   []AABB // of the leaves, in that order
	items   []int32
	levels  [][]AABB    // boxes of groups, groups of groups, …
	found   []candidate // pairs of pieces of which one is a compound's
	sorted  []candidate
	results []bulkResult
	ordered []bulkResult
	workers []bulkWorker
}

// coded is a leaf's place on the curve.
type coded struct {
	code uint64
	leaf int32
}

type bulkWorker struct {
	found   []candidate
	results []bulkResult
	out     []Manifold
	seams   World // only its scratch space
}

// bulkResult says which of a worker's manifolds belong to a pair of bodies.
type bulkResult struct {
	pair     uint64 // ranks, as in candidate
	worker   int32
	from, to int32
}

// shared runs f for parts of 0..n on all cores, or here when n is small. Parts
// are in order: worker i has the i-th.
func (w *World) shared(n int, f func(worker, from, to int)) {
	workers := 1
	if n >= parallelLeast {
		workers = min(runtime.GOMAXPROCS(0), 16)
	}
	for len(w.bulk.workers) < workers {
		w.bulk.workers = append(w.bulk.workers, bulkWorker{})
	}
	if workers == 1 {
		f(0, 0, n)
		return
	}
	var wait sync.WaitGroup
	for i := range workers {
		wait.Go(func() { f(i, n*i/workers, n*(i+1)/workers) })
	}
	wait.Wait()
}

// isBulk reports whether so many bodies changed that starting afresh is
// cheaper.
func (w *World) isBulk(changed int) bool {
	return changed >= bulkLeast && changed*4 >= len(w.bodies)
}

// rebuild builds the tree anew from all placed pieces.
func (w *World) rebuild() {
	b := &w.bulk
	b.code = b.code[:0]
	all := EmptyAABB()
	for i := range w.bodies {
		for j := range w.bodies[i].pieces {
			p := &w.bodies[i].pieces[j]
			all.Min.X, all.Min.Y = min(all.Min.X, p.box.Min.X), min(all.Min.Y, p.box.Min.Y)
			all.Max.X, all.Max.Y = max(all.Max.X, p.box.Max.X), max(all.Max.Y, p.box.Max.Y)
			b.code = append(b.code, coded{leaf: p.item})
		}
	}
	const bits = 20
	size := all.Size()
	scale := float64(1<<bits-1) / max(size.X, size.Y, 1e-300)
	for i := range b.code {
		it := w.items[b.code[i].leaf]
		c := w.bodies[it.body].pieces[it.piece].box
		x := uint64(((c.Min.X+c.Max.X)/2 - all.Min.X) * scale)
		y := uint64(((c.Min.Y+c.Max.Y)/2 - all.Min.Y) * scale)
		b.code[i].code = spread(x) | spread(y)<<1
	}
	b.code, b.spare = radixSort(b.code, b.spare, func(c *coded) uint64 { return c.code })
	n := len(b.code)
	b.boxes, b.items = slices.Grow(b.boxes[:0], n)[:n], slices.Grow(b.items[:0], n)[:n]
	for i := range b.code {
		it := w.items[b.code[i].leaf]
		b.boxes[i], b.items[i] = w.bodies[it.body].pieces[it.piece].box, b.code[i].leaf
	}
	w.tree.build(b.boxes, b.items, func(item, leaf int32) {
		it := w.items[item]
		w.bodies[it.body].pieces[it.piece].leaf = leaf
	})
}

// spread puts a zero bit between the bits of a 20-bit number.
func spread(x uint64) uint64 {
	x = (x | x<<16) & 0x0000FFFF0000FFFF
	x = (x | x<<8) & 0x00FF00FF00FF00FF
	x = (x | x<<4) & 0x0F0F0F0F0F0F0F0F
	x = (x | x<<2) & 0x3333333333333333
	return (x | x<<1) & 0x5555555555555555
}

// radixSort sorts by a 64-bit key, bytes that are all the same left out. It
// returns the sorted slice and the other one.
func radixSort[T any](data, spare []T, key func(*T) uint64) (sorted, other []T) {
	spare = slices.Grow(spare[:0], len(data))[:len(data)]
	var same, first uint64
	if len(data) > 0 {
		first = key(&data[0])
	}
	for i := range data {
		same |= key(&data[i]) ^ first
	}
	for shift := 0; shift < 64; shift += 8 {
		if same>>shift&0xFF == 0 {
			continue
		}
		var count [256]int
		for i := range data {
			count[key(&data[i])>>shift&0xFF]++
		}
		sum := 0
		for i, c := range count {
			count[i] = sum
			sum += c
		}
		for i := range data {
			k := key(&data[i]) >> shift & 0xFF
			spare[count[k]] = data[i]
			count[k]++
		}
		data, spare = spare, data
	}
	return data, spare
}

// updateBulk recomputes the contacts of all changed bodies.
func (w *World) updateBulk() {
	w.rankBodies()
	w.findCandidates()
	w.collideCompounds()
	b := &w.bulk
	b.results = b.results[:0]
	for i := range b.workers {
		b.results = append(b.results, b.workers[i].results...)
	}
	b.results, b.ordered = radixSort(b.results, b.ordered, func(r *bulkResult) uint64 { return r.pair })
	n := len(b.results)
	w.pairs = slices.Grow(w.pairs, max(0, n-len(w.pairs)))
	w.events = slices.Grow(w.events, n)
	if len(w.pairs) == 0 && len(w.slab) < n {
		w.slab = make([]Manifold, n)
	}
	for _, r := range b.results {
		w.scratch = append(w.scratch[:0], b.workers[r.worker].out[r.from:r.to]...)
		w.storePair(b.byRank[r.pair>>32], b.byRank[uint32(r.pair)])
	}
	for _, i := range w.changed {
		for l := w.bodies[i].first; l != none; {
			p := &w.pairs[l>>1]
			l = p.next[l&1]
			if p.stamp != w.stamp {
				w.endPair(p)
			}
		}
	}
}

// rankBodies numbers the bodies in the order of their keys.
func (w *World) rankBodies() {
	b := &w.bulk
	b.byRank = b.byRank[:0]
	sorted := true
	for i := range w.bodies {
		if !w.bodies[i].alive {
			continue
		}
		if n := len(b.byRank); n > 0 && w.bodies[b.byRank[n-1]].key > w.bodies[i].key {
			sorted = false
		}
		b.byRank = append(b.byRank, int32(i))
	}
	if !sorted {
		slices.SortFunc(b.byRank, func(i, j int32) int { return cmp.Compare(w.bodies[i].key, w.bodies[j].key) })
	}
	b.rank = slices.Grow(b.rank[:0], len(w.bodies))[:len(w.bodies)]
	for r, i := range b.byRank {
		b.rank[i] = int32(r)
	}
}

// findCandidates finds all pairs of pieces that are near and may touch. Those of
// simple bodies collide on the way, the others are sorted.
func (w *World) findCandidates() {
	b := &w.bulk
	for i := range b.boxes {
		b.boxes[i] = b.boxes[i].Grow(w.slop / 2)
	}
	b.levels = b.levels[:0]
	for level := b.boxes; len(level) > groupSize || len(b.levels) == 0; {
		up := make([]AABB, (len(level)+groupSize-1)/groupSize)
		for i := range up {
			box := level[i*groupSize]
			for _, o := range level[i*groupSize+1 : min((i+1)*groupSize, len(level))] {
				box = AABB{
					Vec{min(box.Min.X, o.Min.X), min(box.Min.Y, o.Min.Y)},
					Vec{max(box.Max.X, o.Max.X), max(box.Max.Y, o.Max.Y)},
				}
			}
			up[i] = box
		}
		b.levels = append(b.levels, up)
		level = up
	}
	for i := range b.workers {
		k := &b.workers[i]
		k.found, k.results, k.out = k.found[:0], k.results[:0], k.out[:0]
	}
	w.shared(len(b.levels[0]), func(worker, from, to int) {
		k := &b.workers[worker]
		k.results = slices.Grow(k.results, 12*(to-from))
		k.out = slices.Grow(k.out, 12*(to-from))
		for g := from; g < to; g++ {
			w.groupCandidates(g, int32(worker), k)
		}
	})
	b.found = b.found[:0]
	for i := range b.workers {
		b.found = append(b.found, b.workers[i].found...)
	}
	b.found, b.sorted = radixSort(b.found, b.sorted, func(c *candidate) uint64 { return c.pair })
	for from := 0; from < len(b.found); {
		to := from + 1
		for to < len(b.found) && b.found[to].pair == b.found[from].pair {
			to++
		}
		if to > from+1 {
			slices.SortFunc(b.found[from:to], func(x, y candidate) int {
				return cmp.Or(cmp.Compare(x.pa, y.pa), cmp.Compare(x.pb, y.pb))
			})
		}
		from = to
	}
}

// groupCandidates finds the pairs within group g, and with the groups after it.
func (w *World) groupCandidates(g int, worker int32, k *bulkWorker) {
	b := &w.bulk
	lo, hi := g*groupSize, min((g+1)*groupSize, len(b.boxes))
	for i := lo; i < hi; i++ {
		for j := i + 1; j < hi; j++ {
			if overlaps(&b.boxes[i], &b.boxes[j]) {
				w.addCandidate(b.items[i], b.items[j], worker, k)
			}
		}
	}
	box := b.levels[0][g]
	var room [treeDepth]struct{ level, at int }
	stack := room[:0]
	top := len(b.levels) - 1
	for i := range b.levels[top] {
		stack = append(stack, struct{ level, at int }{top, i})
	}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !overlaps(&b.levels[s.level][s.at], &box) {
			continue
		}
		if s.level > 0 {
			for i := s.at * groupSize; i < min((s.at+1)*groupSize, len(b.levels[s.level-1])); i++ {
				// Skip what ends before the groups after g begin.
				if (i+1)<<(3*(s.level-1)) > g+1 {
					stack = append(stack, struct{ level, at int }{s.level - 1, i})
				}
			}
			continue
		}
		if s.at <= g {
			continue
		}
		for j := s.at * groupSize; j < min((s.at+1)*groupSize, len(b.boxes)); j++ {
			other := &b.boxes[j]
			if !overlaps(other, &box) {
				continue
			}
			for i := lo; i < hi; i++ {
				if overlaps(&b.boxes[i], other) {
					w.addCandidate(b.items[i], b.items[j], worker, k)
				}
			}
		}
	}
}

func overlaps(a, b *AABB) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X && a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y
}

// addCandidate handles a pair of pieces that are near, if they may touch and one
// of them changed. Simple bodies collide at once, while their hulls are in the
// cache; compounds need all their pieces together and wait.
func (w *World) addCandidate(i, j, worker int32, k *bulkWorker) {
	a, b := w.items[i], w.items[j]
	x, y := &w.bodies[a.body], &w.bodies[b.body]
	if a.body == b.body || !x.changed && !y.changed || !w.mayTouch(x, y) {
		return
	}
	ra, rb := w.bulk.rank[a.body], w.bulk.rank[b.body]
	if ra > rb {
		ra, rb, a, b, x, y = rb, ra, b, a, y, x
	}
	pair := uint64(ra)<<32 | uint64(rb)
	if len(x.pieces) > 1 || len(y.pieces) > 1 {
		k.found = append(k.found, candidate{pair, a.piece, b.piece})
		return
	}
	n := len(k.out)
	k.out = append(k.out, Manifold{})
	if collide(&x.pieces[0].hull, &y.pieces[0].hull, w.slop, &k.out[n]) {
		k.results = append(k.results, bulkResult{pair, worker, int32(n), int32(n + 1)})
	} else {
		k.out = k.out[:n]
	}
}

// collideCompounds computes the manifolds of the candidates of compound bodies.
func (w *World) collideCompounds() {
	b := &w.bulk
	w.shared(len(b.found), func(worker, from, to int) {
		k := &b.workers[worker]
		k.seams.slop = w.slop
		// A pair of bodies belongs to the worker that has its first pieces.
		for from > 0 && from < to && b.found[from].pair == b.found[from-1].pair {
			from++
		}
		var near []neighbour
		for from < to {
			c := &b.found[from]
			end := from + 1
			for end < len(b.found) && b.found[end].pair == c.pair {
				end++
			}
			ia, ib := b.byRank[c.pair>>32], b.byRank[uint32(c.pair)]
			near = near[:0]
			for _, p := range b.found[from:end] {
				near = append(near, neighbour{ib, p.pa, p.pb})
			}
			start := int32(len(k.out))
			k.out = k.seams.manifolds(&w.bodies[ia], &w.bodies[ib], near, false, k.out)
			if n := int32(len(k.out)); n > start {
				k.results = append(k.results, bulkResult{c.pair, int32(worker), start, n})
			}
			from = end
		}
	})
}
