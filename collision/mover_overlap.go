package collision

import (
	"cmp"
	"math"
	"slices"
)

// moverContact is a piece that a Mover overlaps or touches.
type moverContact struct {
	Manifold // from the Mover
	p        *piece
	own      int32 // which of the Mover's shapes
}

// settle pushes the Mover out of what it overlaps. Without room for that it may stay
// where it is, if it was in the same things before it moved.
func (s *stride) settle() bool {
	at := s.m.Position
	if s.escape() {
		s.free = true
		return true
	}
	s.m.Position = at
	if s.free {
		return false
	}
	s.gather(0)
	for i := range s.room.near {
		p := s.room.near[i].p
		if _, was := slices.BinarySearch(s.room.stuck, p.item); !was && p.static {
			return false
		}
	}
	return true
}

// noteStuck lists the items that the Mover is in.
func (s *stride) noteStuck() {
	s.gather(0)
	s.room.stuck = s.room.stuck[:0]
	for i := range s.room.near {
		s.room.stuck = append(s.room.stuck, s.room.near[i].p.item)
	}
	slices.Sort(s.room.stuck)
}

// escape pushes the Mover out of what it overlaps, the deepest first. Each overlap is
// measured again before, since most have ended by then. What is not static pushes it
// only as far as what is static lets it, and in the later rounds not at all. It returns
// whether the Mover is in nothing static.
func (s *stride) escape() (free bool) {
	var last Vec
	for round := range moverRounds {
		s.gather(0)
		pushed := false
		for i := range s.room.near {
			c := &s.room.near[i]
			if round >= movingRounds && !c.p.static || i > 0 && !s.overlap(c) {
				continue
			}
			pushed = true
			n := c.Normal.Neg()
			out := s.out(n, c.Depth())
			if t := last.Perp(); round >= movingRounds && math.Abs(t.Dot(n)) > sharpest {
				out = t.Mul(c.Depth() / t.Dot(n)) // along what it was pushed by before: they are a wedge
			}
			if last = n; c.p.static {
				s.m.Position = clampTo(s.m.Position.Add(out), MaxCoordinate)
			} else {
				s.press(out)
				if n.Dot(s.up) >= s.cosine {
					s.lifted = moverHit{BodyHit{c.p.key, int(c.p.own), Hit{0, c.Points[0].Point, n}}, c.p, int(c.own)}
				}
			}
			if !s.m.Ground.On || n.Dot(s.up) < s.cosine {
				s.cancel(n, c.p.key, c.Points[0].Point)
			}
		}
		if !pushed {
			return true
		}
	}
	s.gather(0)
	return !slices.ContainsFunc(s.room.near, func(c moverContact) bool { return c.p.static })
}

// press moves the Mover out of something that is not static, to where something static
// is in the way, and along that.
func (s *stride) press(way Vec) {
	for range pressTurns {
		hit, met := s.cast(way, onlyStatic)
		s.m.Position = clampTo(s.m.Position.MulAdd(way, hit.T), MaxCoordinate)
		if !met {
			return
		}
		way = way.Mul(1 - hit.T)
		way = way.MulAdd(hit.Normal, -way.Dot(hit.Normal))
	}
}

// out returns the way out of an overlap. On the ground, a surface that is too steep to
// walk on pushes to the side, so that a round foot does not climb it bit by bit.
func (s *stride) out(n Vec, depth float64) Vec {
	rise, across := n.Dot(s.up), s.across(n)
	if s.m.Ground.On && rise > flatEnough && rise < s.cosine && math.Abs(across) > 0.3 {
		return s.side.Mul(depth / across)
	}
	return n.Mul(depth)
}

// gather lists what the Mover overlaps, or is nearer to than a margin, the deepest
// first.
func (s *stride) gather(margin float64) {
	at := s.at()
	s.room.near = s.room.near[:0]
	for own := range s.shapes {
		h := s.k.place(&s.shapes[own], &at)
		s.k.items = s.w.tree.appendNear(s.k.items[:0], h.bounds().Grow(margin))
		for _, item := range s.k.items {
			p := s.w.piece(item)
			if !s.sees(p) || s.query.Predicate != nil && !s.query.Predicate(p.key) {
				continue
			}
			c := moverContact{p: p, own: int32(own)}
			if s.collides(&h, &c, margin) {
				s.room.near = append(s.room.near, c)
			}
		}
	}
	if len(s.room.near) < 2 {
		return
	}
	slices.SortFunc(s.room.near, func(a, b moverContact) int {
		return cmp.Or(cmp.Compare(b.Depth(), a.Depth()), cmp.Compare(a.p.key, b.p.key), cmp.Compare(a.p.own, b.p.own), cmp.Compare(a.own, b.own))
	})
}

// overlap measures a contact again.
func (s *stride) overlap(c *moverContact) bool {
	at := s.at()
	h := s.k.place(&s.shapes[c.own], &at)
	return s.collides(&h, c, 0)
}

// collides collides one of the Mover's shapes with a piece, if that stops it. One that
// is solid from one side only does if the Mover has just come into it from there, and
// not while it is on its way out.
func (s *stride) collides(h *hull, c *moverContact, margin float64) bool {
	p := c.p
	if !collide(h, &p.hull, margin, &c.Manifold) {
		return false
	}
	depth := c.Depth()
	if margin == 0 && depth <= s.rounding()+float64(64*p.tol) {
		return false
	}
	if !p.special && !p.oneSided {
		return true
	}
	x, n, most := s.w.bodies[p.body], c.Normal.Neg(), float64(2*s.m.built.skin)
	if oneWay := x.oneWay().Unit(); oneWay != (Vec{}) {
		speed := s.speed(p.key, c.Points[0].Point).Dot(oneWay)
		if !IsSolidSide(oneWay, n) || depth > 0 && s.v.Add(s.carry()).Dot(oneWay) > speed+s.noise {
			return false
		}
		most += max(0, float64(speed*s.dt))
	}
	return depth <= most && x.pushes(p.own, n) && (!p.oneSided || p.facesHull(h))
}

// isDropped reports whether the Mover falls through a body.
func (m *Mover) isDropped(k Key) bool {
	for i := range m.drops {
		if d := &m.drops[i]; d.on && d.key == k {
			return true
		}
	}
	return false
}

// forget ends the falling through bodies that the Mover has come out of.
func (s *stride) forget() {
	for i := range s.m.drops {
		switch d := &s.m.drops[i]; {
		case d.moves > 0:
			d.moves--
		case d.on:
			d.on = s.isIn(d.key)
		}
	}
}

// isIn reports whether the Mover overlaps a body.
func (s *stride) isIn(k Key) bool {
	i, ok := s.w.index.Get(uint64(k))
	if !ok {
		return false
	}
	at := s.at()
	for own := range s.shapes {
		h := s.k.place(&s.shapes[own], &at)
		for j := range s.w.bodies[i].pieces {
			var m Manifold
			if p := &s.w.bodies[i].pieces[j]; collide(&h, &p.hull, 0, &m) && m.Depth() > s.rounding()+float64(64*p.tol) {
				return true
			}
		}
	}
	return false
}
