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
	if !b.Transform.valid() {
		return nil
	}
	x := body{Body: b, pieces: make([]piece, len(b.Shapes))}
	k := worker{slop: w.Slop}
	for i := range x.pieces {
		p := &x.pieces[i]
		p.place(&b.Shapes[i], &b.Transform, nil)
		for _, item := range w.tree.query(p.box.Grow(w.Slop), nil) {
			q := w.pieces[item]
			y := w.bodies[q.body]
			if !(b.Static && y.Static && w.SkipStaticPairs) && b.Filter.Accepts(y.Filter) {
				k.near = append(k.near, neighbour{q.body, int32(i), q.own})
			}
		}
	}
	w.describe(none, &x)
	sortNeighbours(k.near, func(int32) bool { return true })
	var out []Contact
	for from := 0; from < len(k.near); {
		j := k.near[from].body
		to := from + 1
		for to < len(k.near) && k.near[to].body == j {
			to++
		}
		y := w.bodies[j]
		if m := k.manifolds(&x, y, k.near[from:to], false, nil); len(m) > 0 {
			p := pair{key: [2]Key{0, y.key}}
			p.set(m)
			p.setKind(kindOf(&b, &y.Body))
			out = append(out, p.contact())
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
	at := Transform{p, Rot{C: 1}}
	dot := (&Shape{}).place(&at, nil)
	return w.queryHull(&dot)
}

// QueryBox returns the bodies that share a point with the box, sorted.
func (w *World) QueryBox(b AABB) []Key {
	b.Min = b.Min.Max(Vec{-MaxCoordinate, -MaxCoordinate})
	b.Max = b.Max.Min(Vec{MaxCoordinate, MaxCoordinate})
	if b.IsEmpty() {
		return nil
	}
	identity := Identity()
	s := fromHull(convexHull([]Vec{b.Min, {b.Max.X, b.Min.Y}, b.Max, {b.Min.X, b.Max.Y}}), 0)
	h := s.place(&identity, nil)
	return w.queryHull(&h)
}

// queryHull returns the bodies that share a point with a hull, sorted.
func (w *World) queryHull(h *hull) []Key {
	w.sync()
	var keys []Key
	var m Manifold
	for _, f := range w.tree.query(h.bounds(), nil) {
		if p := w.pieces[f]; collide(h, &p.hull, 0, &m) {
			keys = append(keys, p.key)
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
		if p := w.pieces[at]; f.Accepts(w.bodies[p.body].Filter) {
			if hit, ok := w.rayHit(&r, p); ok {
				best.offer(p.key, p.own, hit)
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
		if p := w.pieces[at]; f.Accepts(w.bodies[p.body].Filter) {
			if hit, ok := w.castHit(&h, motion, p); ok {
				best.offer(p.key, p.own, hit)
			}
		}
		return best.hit.T * length
	})
	return best.result()
}

// rayHit is raycast for a piece, of which only the front stops a ray when it is
// one-sided.
func (w *World) rayHit(r *Ray, p *piece) (Hit, bool) {
	hit, ok := raycast(&p.hull, r)
	if ok && p.oneSided {
		ok = w.bodies[p.body].stopsRay(p, r.Origin, r.Dir, hit.Normal)
	}
	return hit, ok
}

// castHit is castHull for a piece.
func (w *World) castHit(h *hull, motion Vec, p *piece) (Hit, bool) {
	if p.oneSided {
		return w.bodies[p.body].castOneSided(h, motion, p)
	}
	return castHull(h, motion, &p.hull)
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
			box   smallBox
			child int32
			depth int
			item  bool
		}
		root := w.tree.root
		stack := []at{{w.tree.nodes[root].bounds(), root, 0, false}}
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(top.depth, top.box.wide()) {
				return
			}
			if top.item {
				continue
			}
			n := &w.tree.nodes[top.child]
			for i := int(n.count) - 1; i >= 0; i-- {
				stack = append(stack, at{n.box(i), n.child[i], top.depth + 1, n.level == 0})
			}
		}
	}
}
