package outline

import (
	"container/heap"
	"math"
	"slices"

	"fillet/collision/geom"
)

// Inset returns the outline moved inward by r, with mitred corners: a parallel
// of every edge at distance r, as long as the edge lasts. Edges that shrink to
// nothing on the way are dropped. Where a convex outline has shrunk to a
// segment or a point the result has two points or one; collision.NewShape makes a capsule or
// a circle of them. The result has positive area otherwise.
//
// The error is an [*Error]; of kind [RadiusTooLarge] it carries the
// largest radius that fits, which is where the outline collapses or where two
// of its edges would meet and split it.
func Inset(outline []geom.Vec, r float64) ([]geom.Vec, error) {
	loops, err := InsetRegion([][]geom.Vec{outline}, r)
	if err != nil {
		return nil, err
	}
	return loops[0], nil
}

// InsetRegion is Inset for an outline with holes, which grow. loops[0] is the
// outer outline. On output it has positive area and holes negative area.
func InsetRegion(loops [][]geom.Vec, r float64) ([][]geom.Vec, error) {
	reg, err := newRegion(loops)
	if err != nil {
		return nil, err
	}
	inner, _, err := reg.inset(r)
	return inner, err
}

// MaxInset returns the largest radius that Inset and collision.RoundRegion accept for a
// region, and 0 for one that is not valid.
func MaxInset(loops [][]geom.Vec) float64 {
	reg, err := newRegion(loops)
	if err != nil {
		return 0
	}
	return reg.maxInset()
}

// checkOutlineRadius checks the radius of an inset or of a rounding.
func checkOutlineRadius(r float64) error {
	switch {
	case !geom.Finite(r):
		return &Error{Kind: NotFinite}
	case r < 0:
		return &Error{Kind: NegativeRadius}
	}
	return nil
}

// inset returns the loops at distance r, and the radius that they are really
// at: a hair less than r where a concave region collapses.
func (g *Region) inset(r float64) ([][]geom.Vec, float64, error) {
	if err := checkOutlineRadius(r); err != nil {
		return nil, 0, err
	}
	if r == 0 {
		return g.copyLoops(), 0, nil
	}
	if loops, ok := g.insetAt(r); ok {
		return loops, r, nil
	}
	limit := g.maxInset()
	if r > limit*(1+insetTolerance) || limit == 0 {
		return nil, 0, &Error{Kind: RadiusTooLarge, MaxRadius: limit, At: g.Loops[0][0]}
	}
	if len(g.Loops) == 1 && isConvex(g.Loops[0]) {
		w := newWave(g.Loops[0])
		w.run(limit)
		return [][]geom.Vec{w.collapsed(limit, g.tol)}, r, nil
	}
	r = float64(limit * (1 - collapseMargin))
	if loops, ok := g.insetAt(r); ok {
		return loops, r, nil
	}
	return nil, 0, &Error{Kind: RadiusTooLarge, MaxRadius: r, At: g.Loops[0][0]}
}

func (g *Region) copyLoops() [][]geom.Vec {
	out := make([][]geom.Vec, len(g.Loops))
	for i, loop := range g.Loops {
		out[i] = slices.Clone(loop)
	}
	return out
}

// insetAt returns the loops at distance r; false when the region has collapsed
// or split before.
func (g *Region) insetAt(r float64) ([][]geom.Vec, bool) {
	out := make([][]geom.Vec, 0, len(g.Loops))
	for _, loop := range g.Loops {
		w := newWave(loop)
		if w.run(r) < r {
			return nil, false
		}
		points := w.points(r)
		if len(points) < 3 || geom.BoundsOf(points).IsEmpty() || (signedArea(points) > 0) != (signedArea(loop) > 0) {
			return nil, false
		}
		for i, p := range points {
			if !geom.Placeable(p) || p.Dist(points[(i+1)%len(points)]) <= g.tol {
				return nil, false
			}
		}
		out = append(out, points)
	}
	if len(out) == 1 && isConvex(out[0]) && isConvex(g.Loops[0]) {
		return out, true
	}
	if !g.clears(out, r) || checkCrossings(out, g.tol) != nil || checkHoles(out) != nil {
		return nil, false
	}
	return out, true
}

// clears reports whether all points of the inset loops lie inside the region,
// no nearer than r to its boundary.
func (g *Region) clears(inner [][]geom.Vec, r float64) bool {
	if g.border == nil {
		g.border = newBorder(g.Loops)
	}
	least := float64(r*(1-insetTolerance)) - float64(16*g.tol)
	for _, loop := range inner {
		for _, p := range loop {
			if g.border.within(p, least) {
				return false
			}
		}
	}
	return insideLoop(inner[0][0], g.Loops[0])
}

// maxInset returns where the region collapses or splits first.
func (g *Region) maxInset() float64 {
	limit := math.Inf(1)
	for _, loop := range g.Loops {
		limit = min(limit, newWave(loop).run(math.Inf(1)))
	}
	size := geom.BoundsOf(g.Loops[0]).Size()
	limit = min(limit, min(size.X, size.Y)/2)
	if len(g.Loops) == 1 && isConvex(g.Loops[0]) {
		return limit
	}
	if _, ok := g.insetAt(float64(limit * (1 - collapseMargin))); ok {
		return limit
	}
	low, high := 0.0, limit
	for range 60 {
		mid := float64((low + high) / 2)
		if high-low <= high*insetTolerance/16 || mid == low || mid == high {
			break
		}
		if _, ok := g.insetAt(mid); ok {
			low = mid
		} else {
			high = mid
		}
	}
	if low == 0 {
		return 0
	}
	return snapRadius(low, high)
}

// snapRadius returns the number with the fewest digits between low and just
// above high, so that the limit of a grid of whole pixels is a whole number.
func snapRadius(low, high float64) float64 {
	for scale := 1.0; scale <= 1e6; scale = float64(scale * 10) {
		if r := math.Round(high*scale) / scale; r >= low && r <= high*(1+insetTolerance/16) {
			return r
		}
	}
	return low
}

// wave is one loop of a region while its edges move inward at unit speed.
type wave struct {
	edges []waveEdge
	first int32 // any edge that is left
	left  int
}

// waveEdge is the line of an edge. Its first corner at radius r is where it
// meets the previous line: base + r*speed.
type waveEdge struct {
	n, t        geom.Vec // outward normal and direction
	base, speed geom.Vec
	next, prev  int32
	version     int32 // of its place in the queue
	gone        bool
}

func newWave(loop []geom.Vec) *wave {
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
		e.speed, _ = mitre(w.edges[e.prev].n, e.n)
	}
	return w
}

// mitre returns the speed of the corner between two edges; false when they are
// opposite, so that there is none.
func mitre(m, n geom.Vec) (geom.Vec, bool) {
	d := 1 + m.Dot(n)
	if d < oppositeTolerance {
		return geom.Vec{}, false
	}
	return m.Add(n).Mul(-1 / d), true
}

// span returns the length of edge e at radius 0 and how fast it shrinks.
func (w *wave) span(e int32) (length, rate float64) {
	x := &w.edges[e]
	y := &w.edges[x.next]
	return x.t.Dot(y.base.Sub(x.base)), -x.t.Dot(y.speed.Sub(x.speed))
}

// run drops the edges that vanish up to radius r and returns r, or the radius
// at which the loop collapses, if that is less or the same.
func (w *wave) run(r float64) float64 {
	now := 0.0
	queue := make(vanishQueue, 0, len(w.edges))
	add := func(e int32) {
		x := &w.edges[e]
		x.version++
		if l, rate := w.span(e); rate > 0 {
			if at := max(l/rate, now); at <= r*(1+insetTolerance) {
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

// vanish is the radius at which an edge shrinks to nothing, as long as its
// neighbours stay what they are.
type vanish struct {
	at      float64
	edge    int32
	version int32
}

// vanishQueue is a heap with the first to vanish on top.
type vanishQueue []vanish

func (q vanishQueue) Len() int { return len(q) }

func (q vanishQueue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].edge < q[j].edge
}

func (q vanishQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push is heap.Push's.
func (q *vanishQueue) Push(v any) { *q = append(*q, v.(vanish)) }

// Pop is heap.Pop's.
func (q *vanishQueue) Pop() any {
	old := *q
	v := old[len(old)-1]
	*q = old[:len(old)-1]
	return v
}

// drop removes an edge that has shrunk to a point at radius r and joins its
// neighbours; false when they cannot meet, so that the loop collapses here.
func (w *wave) drop(e int32, r float64) bool {
	x := &w.edges[e]
	p, q := &w.edges[x.prev], &w.edges[x.next]
	speed, ok := mitre(p.n, q.n)
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
func (w *wave) points(r float64) []geom.Vec {
	out := make([]geom.Vec, 0, w.left)
	for e, k := w.first, 0; k < w.left; e, k = w.edges[e].next, k+1 {
		out = append(out, w.edges[e].base.MulAdd(w.edges[e].speed, r))
	}
	return out
}

// collapsed returns the segment or the point to which a convex loop shrinks.
func (w *wave) collapsed(r, tol float64) []geom.Vec {
	return extremes(w.points(r), float64(nodeTolerance*max(tol, r*insetTolerance)))
}
