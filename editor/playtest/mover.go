package playtest

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// cast is what a walker meets on its way.
type cast struct {
	any    bool
	t      float64 // which part of the way it can go: 1 where it meets nothing
	normal Vec     // out of what was met
	point  Vec
	target target
	own    int // the walker's piece
}

// overlap is a piece that the walker touches or overlaps.
type overlap struct {
	target target
	own    int32
	depth  float64
}

// at is where the walker's frame stands.
func (w *walker) at() collision.Transform { return collision.Transform{P: w.p, Q: collision.Rot{C: 1}} }

// box bounds the walker, and what it may touch.
func (w *walker) box() collision.AABB {
	return collision.AABB{Min: w.bounds.Min.Add(w.p), Max: w.bounds.Max.Add(w.p)}.Grow(4 * touchSlop)
}

// allBodies, in place of one body, leaves out all that move.
const allBodies = -2

// near lists the pieces that may stop the walker in a box, without one body, or all of them for allBodies. Moving ones come
// first.
func (w *walker) near(box collision.AABB, except int32) []target {
	r := w.run
	r.targets = r.targets[:0]
	for i := 1; i < len(r.bodies) && except != allBodies; i++ {
		b := &r.bodies[i]
		if int32(i) == except || b.trigger || !b.box.Overlaps(box) || !r.settings.Filter.Accepts(b.filter) {
			continue
		}
		for p := range b.shapes {
			r.targets = append(r.targets, target{int32(i), int32(p)})
		}
	}
	r.found = r.groundIndex.Append(r.found[:0], box)
	slices.Sort(r.found)
	for _, f := range r.found {
		if r.settings.Filter.Accepts(r.statics[r.ground[f].owner].filter) {
			r.targets = append(r.targets, target{noBody, f})
		}
	}
	return r.targets
}

// cast moves the walker's core along a way and returns what it meets first. What it touches already, but does not go
// into, is not met; nor is a one-way platform that it is in, or comes to from another side.
func (w *walker) cast(way Vec, except int32) cast {
	first := cast{t: 1}
	if way == (Vec{}) {
		return first
	}
	box := w.box()
	swept := box.Union(collision.AABB{Min: box.Min.Add(way), Max: box.Max.Add(way)})
	at := w.at()
	for _, t := range w.near(swept, except) {
		shape, xf := w.run.piece(t)
		dir := w.run.oneWayOf(t)
		if dir != (Vec{}) && (way.Dot(dir) >= 0 || w.falls(w.run.idOf(t))) {
			continue
		}
		for own := range w.cores {
			hit, ok := collision.Cast(w.cores[own], at, way, *shape, *xf)
			if !ok || hit.T >= first.t && first.any || hit.Normal.Dot(way) >= -1e-12*way.Len() {
				continue
			}
			if dir != (Vec{}) && (hit.T == 0 || !collision.IsSolidSide(dir, hit.Normal)) {
				continue
			}
			first = cast{true, hit.T, hit.Normal, hit.Point, t, own}
		}
	}
	return first
}

// resolveRounds is how often what the walker overlaps is gathered anew.
const resolveRounds = 4

// resolve pushes the walker out of what it overlaps. The overlaps are gathered first, moving ones before static ones;
// the deepest is resolved first, and each is measured again before it is applied: most are gone by then. A walker that
// is wedged gives way to what is static alone.
func (w *walker) resolve() (free bool) {
	r := w.run
	for round := range 2 * resolveRounds {
		w.gather(0)
		pushed := false
		for i := range r.overlaps {
			o := &r.overlaps[i]
			if round >= resolveRounds && o.target.body != noBody {
				continue
			}
			m, ok := w.measure(o)
			if !ok || !(m.Depth() > 0) {
				continue
			}
			n := m.Normal.Neg()
			if m.Depth() > 1e-10 {
				pushed = true
			}
			out := w.out(n, m.Depth())
			if o.target.body != noBody { // it presses, but into nothing that stands
				out = out.Mul(w.cast(out, allBodies).t)
			}
			w.p = w.p.Add(out)
			if !w.ground.on || n.Dot(w.up()) < w.cosine {
				w.cancel(n, o.target, m.Points[0].Point)
			}
		}
		if !pushed {
			return true
		}
	}
	return w.isFree()
}

// isFree reports whether the walker is in nothing static.
func (w *walker) isFree() bool {
	w.gather(0)
	for _, o := range w.run.overlaps {
		if o.target.body == noBody && o.depth > touchSlop {
			return false
		}
	}
	return true
}

// moveBy moves the walker if it stays free: not into a wedge that is narrower than it. One that was not free before
// goes on, to get out.
func (w *walker) moveBy(d Vec) bool {
	before := w.p
	w.p = w.p.Add(d)
	if w.resolve() {
		return true
	}
	after := w.p
	if w.p = before; !w.isFree() {
		w.p = after
	}
	return false
}

// out is how the walker leaves an overlap. On the ground what is too steep to walk on pushes sideways, so that a round
// foot does not climb it bit by bit.
func (w *walker) out(n Vec, depth float64) Vec {
	if rise := n.Dot(w.up()); w.ground.on && rise > 1e-6 && rise < w.cosine && math.Abs(n.X) > 0.3 {
		return Vec{X: depth / n.X}
	}
	return n.Mul(depth)
}

// gather lists what the walker overlaps, or is nearer to than a margin: the deepest first, what is flat on it before
// what only meets at a point.
func (w *walker) gather(margin float64) {
	r := w.run
	r.overlaps = r.overlaps[:0]
	at := w.at()
	for _, t := range w.near(w.box(), noBody) {
		shape, xf := r.piece(t)
		for own := range w.shapes {
			m, hit := collision.Collide(w.shapes[own], at, *shape, *xf, margin)
			if hit && w.stops(t, &m) {
				r.overlaps = append(r.overlaps, overlap{t, int32(own), m.Depth()})
			}
		}
	}
	slices.SortStableFunc(r.overlaps, func(a, b overlap) int { return cmp.Compare(b.depth, a.depth) })
}

// measure collides the walker with one piece again.
func (w *walker) measure(o *overlap) (collision.Manifold, bool) {
	shape, xf := w.run.piece(o.target)
	m, hit := collision.Collide(w.shapes[o.own], w.at(), *shape, *xf, touchSlop)
	return m, hit && w.stops(o.target, &m)
}

// stops reports whether a piece stops the walker: a one-way platform does from above, and not when the walker is deep in
// it already.
func (w *walker) stops(t target, m *collision.Manifold) bool {
	dir := w.run.oneWayOf(t)
	if dir == (Vec{}) {
		return true
	}
	if !collision.IsSolidSide(dir, m.Normal.Neg()) || w.falls(w.run.idOf(t)) {
		return false
	}
	speed := w.run.velocityOf(t, m.Points[0].Point).Dot(dir)
	if m.Depth() > 0 && w.v.Add(w.carrySpeed()).Dot(dir) > speed+1e-9 {
		return false // on its way out
	}
	return m.Depth() <= 2*skinWidth+float64(max(0, speed)*stepTime)
}

// overlaps reports whether the walker overlaps a piece.
func (w *walker) overlaps(t target) bool {
	shape, xf := w.run.piece(t)
	for own := range w.shapes {
		if m, hit := collision.Collide(w.shapes[own], w.at(), *shape, *xf, 0); hit && m.Depth() > touchSlop {
			return true
		}
	}
	return false
}

// feel appends what the walker touches, one entry a collider and side.
func (w *walker) feel(out []Touch) []Touch {
	r := w.run
	w.gather(touchSlop)
	from := len(out)
	r.contactsFelt = r.contactsFelt[:0]
	for i := range r.overlaps {
		o := &r.overlaps[i]
		m, ok := w.measure(o)
		if !ok {
			continue
		}
		c := contact{a: target{0, o.own}, b: o.target, n: m.Normal, count: m.Count, separation: -m.Depth()}
		for k := range m.Count {
			c.points[k].at, c.points[k].separation = m.Points[k].Point, m.Points[k].Separation
		}
		r.contactsFelt = append(r.contactsFelt, c)
	}
	kept := r.dropHidden(r.contactsFelt)
	for i := range r.contactsFelt[:kept] {
		c := &r.contactsFelt[i]
		t := Touch{ID: r.idOf(c.b), Normal: c.n.Neg(), Point: c.points[0].at, Side: sideOf(c.n), order: r.orderOf(c.b)}
		if !slices.ContainsFunc(out[from:], func(x Touch) bool { return x.ID == t.ID && x.Side == t.Side }) {
			out = append(out, t)
		}
	}
	slices.SortFunc(out[from:], func(a, b Touch) int { return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Side, b.Side)) })
	return out
}

// sideOf is the side that faces along n.
func sideOf(n Vec) Side {
	switch {
	case math.Abs(n.X) > math.Abs(n.Y) && n.X < 0:
		return Left
	case math.Abs(n.X) > math.Abs(n.Y):
		return Right
	case n.Y < 0:
		return Top
	}
	return Bottom
}
