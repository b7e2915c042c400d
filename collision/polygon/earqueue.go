package polygon

import "fillet/collision"

// earQueue clips a path of more than 2,048 vertices. [ring.clip] walks around the path, and keeps testing the same
// corners if a long band can only be clipped at its ends. An earQueue retries a blocked corner only when its triangle
// has changed or the blocking vertex is gone.
type earQueue struct {
	ring    *ring
	reflex  *reflexGrid
	emit    func(a, b, c int32)
	queue   []earEntry
	version []int32   // version of each node's corner
	waiting [][]int32 // blocked corners, by the blocking node
	gone    []bool
	left    int
	at      int32 // where to look for a corner if there is no ear
}

type earEntry struct{ node, version int32 }

func newEarQueue(r *ring, emit func(a, b, c int32)) *earQueue {
	n := len(r.nodes)
	q := &earQueue{
		ring: r, reflex: newReflexGrid(r), emit: emit, left: r.size,
		queue: make([]earEntry, 0, n), version: make([]int32, n), waiting: make([][]int32, n), gone: make([]bool, n),
	}
	first := int32(0)
	for node, i := first, 0; i < r.size; node, i = r.nodes[node].next, i+1 {
		q.queue = append(q.queue, earEntry{node, 0})
	}
	return q
}

func (q *earQueue) run() {
	r := q.ring
	for q.left > 3 {
		if len(q.queue) == 0 && !q.force() {
			return // the outline crosses itself by rounding
		}
		e := q.queue[0]
		q.queue = q.queue[1:]
		if q.gone[e.node] || q.version[e.node] != e.version {
			continue
		}
		a, c := r.nodes[e.node].prev, r.nodes[e.node].next
		if collision.Orient(r.at(a), r.at(e.node), r.at(c)) <= 0 {
			continue // retried once a neighbour is gone
		}
		if b := q.reflex.blocker(r, a, e.node, c); b != noNode {
			q.waiting[b] = append(q.waiting[b], e.node)
			continue
		}
		q.cut(e.node, true)
	}
	for n := range r.nodes {
		if q.gone[n] {
			continue
		}
		b := int32(n)
		a, c := r.nodes[b].prev, r.nodes[b].next
		if collision.Orient(r.at(a), r.at(b), r.at(c)) > 0 {
			q.emit(r.nodes[a].point, r.nodes[b].point, r.nodes[c].point)
		}
		return
	}
}

// cut removes a corner from the path.
func (q *earQueue) cut(n int32, emit bool) {
	r := q.ring
	a, c := r.nodes[n].prev, r.nodes[n].next
	if emit {
		q.emit(r.nodes[a].point, r.nodes[n].point, r.nodes[c].point)
	}
	r.nodes[a].next, r.nodes[c].prev = c, a
	q.gone[n] = true
	q.left--
	q.reflex.isReflex[n] = false
	q.release(n)
	for _, side := range [2]int32{a, c} {
		was := q.reflex.isReflex[side]
		q.reflex.update(r, side)
		if was && !q.reflex.isReflex[side] {
			q.release(side)
		}
		q.enqueue(side)
	}
}

// enqueue queues a changed corner, after the unchanged ones, so that fans do not grow around one vertex.
func (q *earQueue) enqueue(n int32) {
	q.version[n]++
	q.queue = append(q.queue, earEntry{n, q.version[n]})
}

// release queues the corners that a vertex no longer blocks.
func (q *earQueue) release(blocker int32) {
	for _, n := range q.waiting[blocker] {
		if !q.gone[n] {
			q.enqueue(n)
		}
	}
	q.waiting[blocker] = nil
}

// force removes a flat corner, or any convex one, if rounding leaves no ear. It returns false if there is no such
// corner.
func (q *earQueue) force() bool {
	r := q.ring
	for q.gone[q.at] {
		q.at = (q.at + 1) % int32(len(r.nodes))
	}
	for _, flat := range [2]bool{true, false} {
		n := q.at
		for range q.left {
			turn := collision.Orient(r.at(r.nodes[n].prev), r.at(n), r.at(r.nodes[n].next))
			if flat && turn == 0 || !flat && turn > 0 {
				q.at = r.nodes[n].next
				q.cut(n, !flat)
				return true
			}
			n = r.nodes[n].next
		}
	}
	return false
}
