package collision

import "container/heap"

// ShrinkTolerance is the relative distance from a loop's collapse that counts as the collapse itself: 16/2, after some
// rounding, must still give the segment in the middle of a box 16 high.
const ShrinkTolerance = 1e-9

// oppositeTolerance is how near to -1 the cosine between two edges' normals must be for the edges to count as opposite,
// without a common corner. At that angle, about a millionth, the mitre reaches a million times the distance.
const oppositeTolerance = 1e-12

// ShrinkLoop moves the edges of a simple polygon inward by r, or outward if its area is negative. It returns the
// polygon, with mitred corners and without edges that shrink to nothing, and r or the smaller distance at which the
// loop collapses. If the loop collapses, the points are meaningless. ShrinkLoop does not detect edges that run into
// other, non-adjacent edges.
func ShrinkLoop(loop []Vec, r float64) (inner []Vec, at float64) {
	w := newWave(loop)
	at = w.run(r)
	return w.points(r), at
}

// wave is a loop whose edges move inward at unit speed.
type wave struct {
	edges []waveEdge
	first int32 // any remaining edge
	left  int
}

// waveEdge is the line of an edge. Its first corner at radius r, where it meets the previous line, is base + r*speed.
type waveEdge struct {
	n, t        Vec // outward normal and direction
	base, speed Vec
	next, prev  int32
	version     int32 // version of its entry in the queue
	gone        bool
}

func newWave(loop []Vec) *wave {
	w := &wave{edges: make([]waveEdge, len(loop)), left: len(loop)}
	n := int32(len(loop))
	for i, a := range loop {
		b := loop[(i+1)%len(loop)]
		t := b.Sub(a).Unit()
		w.edges[i] = waveEdge{
			n: t.Perp().Neg(), t: t, base: a,
			next: (int32(i) + 1) % n, prev: (int32(i) + n - 1) % n,
		}
	}
	for i := range w.edges {
		e := &w.edges[i]
		e.speed, _ = Mitre(w.edges[e.prev].n, e.n)
	}
	return w
}

// Mitre returns the velocity of the corner between two edges with normals m and n that move inward at unit speed. It
// returns false if they are opposite and have no corner.
func Mitre(m, n Vec) (Vec, bool) {
	d := 1 + m.Dot(n)
	if d < oppositeTolerance {
		return Vec{}, false
	}
	return m.Add(n).Mul(-1 / d), true
}

// span returns the length of edge e at radius 0 and the rate at which it shrinks.
func (w *wave) span(e int32) (length, rate float64) {
	x := &w.edges[e]
	y := &w.edges[x.next]
	return x.t.Dot(y.base.Sub(x.base)), -x.t.Dot(y.speed.Sub(x.speed))
}

// run drops the edges that vanish before radius r. It returns r, or the smaller radius at which the loop collapses.
func (w *wave) run(r float64) float64 {
	now := 0.0
	queue := make(vanishQueue, 0, len(w.edges))
	add := func(e int32) {
		x := &w.edges[e]
		x.version++
		if l, rate := w.span(e); rate > 0 {
			if at := max(l/rate, now); at <= r*(1+ShrinkTolerance) {
				heap.Push(&queue, vanish{at, e, x.version})
			}
		}
	}
	for e := range w.edges {
		add(int32(e))
	}
	for len(queue) > 0 {
		v := heap.Pop(&queue).(vanish)
		x := &w.edges[v.edge]
		if x.gone || x.version != v.version {
			continue
		}
		if v.at > r && w.left > 3 {
			return r
		}
		now = v.at
		if w.left <= 3 || !w.drop(v.edge, now) {
			return now
		}
		add(x.prev)
		add(x.next)
	}
	return r
}

// vanish is the radius at which an edge shrinks to nothing if its neighbours do not change.
type vanish struct {
	at      float64
	edge    int32
	version int32
}

// vanishQueue is a heap with the first edge to vanish on top.
type vanishQueue []vanish

func (q vanishQueue) Len() int { return len(q) }

func (q vanishQueue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].edge < q[j].edge
}

func (q vanishQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements [heap.Interface].
func (q *vanishQueue) Push(v any) { *q = append(*q, v.(vanish)) }

// Pop implements [heap.Interface].
func (q *vanishQueue) Pop() any {
	old := *q
	v := old[len(old)-1]
	*q = old[:len(old)-1]
	return v
}

// drop removes an edge that has shrunk to a point at radius r and joins its
// neighbours. It returns false if they cannot meet and the loop collapses.
func (w *wave) drop(e int32, r float64) bool {
	x := &w.edges[e]
	p, q := &w.edges[x.prev], &w.edges[x.next]
	speed, ok := Mitre(p.n, q.n)
	if !ok || p.n.Dot(q.n) < -1+oppositeTolerance {
		return false
	}
	here := x.base.MulAdd(x.speed, r).Lerp(q.base.MulAdd(q.speed, r), 0.5)
	q.speed, q.base = speed, here.MulAdd(speed, -r)
	p.next, q.prev = x.next, x.prev
	x.gone = true
	w.left--
	w.first = x.next
	return true
}

// points returns the loop at radius r.
func (w *wave) points(r float64) []Vec {
	out := make([]Vec, 0, w.left)
	for e, k := w.first, 0; k < w.left; e, k = w.edges[e].next, k+1 {
		out = append(out, w.edges[e].base.MulAdd(w.edges[e].speed, r))
	}
	return out
}
