package collision

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

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
