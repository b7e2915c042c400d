package collision

import (
	"cmp"
	"math"
	"slices"
)

// moverContact is a piece that a Mover overlaps or touches.
type moverContact struct {
	Manifold // from the Mover to the piece
	p        *piece
	own      int32 // index of the Mover's shape
}

// hit returns the contact as a hit that stops the Mover where it is. Its point is moved outward by a distance.
func (c *moverContact) hit(outward float64) moverHit {
	at := Hit{0, c.Points[0].Point.MulAdd(c.Normal, outward), c.Normal.Neg()}
	return moverHit{BodyHit{c.p.key, int(c.p.own), at}, c.p, int(c.own)}
}

// settle pushes the Mover out of everything that it overlaps. If there is no room for that, the Mover may stay only if
// it overlapped the same static pieces before it moved.
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

// noteStuck records the items that the Mover overlaps.
func (s *stride) noteStuck() {
	s.gather(0)
	s.room.stuck = s.room.stuck[:0]
	for i := range s.room.near {
		s.room.stuck = append(s.room.stuck, s.room.near[i].p.item)
	}
	slices.Sort(s.room.stuck)
}

// escape pushes the Mover out of overlapping pieces, the deepest first. It measures each overlap again before the push,
// since earlier pushes have ended most of them. A piece that is not static pushes only as far as static ones allow, and
// not at all in the later rounds. escape reports whether the Mover overlaps no static piece.
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
			stops := !s.m.Ground.On || n.Dot(s.up) < s.cosine
			if push, ok := s.sidestep(c); stops && ok && round < movingRounds {
				s.m.Position = clampTo(s.m.Position.Add(push), MaxCoordinate)
				continue
			}
			out := s.out(n, c.Depth())
			if t := last.Perp(); round >= movingRounds && math.Abs(t.Dot(n)) > sharpest {
				out = t.Mul(c.Depth() / t.Dot(n)) // along the previous surface: the two form a wedge
			}
			if last = n; c.p.static {
				s.pushed = c.hit(0)
				s.m.Position = clampTo(s.m.Position.Add(out), MaxCoordinate)
			} else {
				s.press(out)
				if n.Dot(s.up) >= s.cosine {
					s.lifted = c.hit(0)
				}
			}
			if stops {
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

// sidestep returns the push that ends an overlap with a static piece that the Mover's core has passed: away from the
// surface at the end of the way just covered or, if there is none, across that way. So the edge of a tile that sticks
// into the way by less than the skin does not stop the Mover. The push is not longer than the way.
func (s *stride) sidestep(c *moverContact) (push Vec, ok bool) {
	const across = 0.9 // minimum cosine of a shortest push that is across the way already
	length := s.way.Len()
	if !c.p.static || c.Normal.Dot(s.way) <= flatEnough*length {
		return Vec{}, false
	}
	sides := [...]Vec{s.wall, s.wall}
	if s.wall == (Vec{}) {
		side := s.way.Perp().Unit()
		sides = [...]Vec{side, side.Neg()}
	}
	shape, reach := &s.shapes[c.own], min(length, float64(2*s.m.built.skin))
	for _, side := range sides {
		if -c.Normal.Dot(side) > across {
			return Vec{}, false
		}
		out := side.Mul(reach)
		if hit, ok := s.meets(shape, c.p, s.m.Position.Add(out), out.Neg()); ok && hit.T > 0 {
			return out.Mul(1 - hit.T), true
		}
	}
	return Vec{}, false
}

// press pushes the Mover by way until a static piece stops it, and then along that piece.
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

// out returns the push that ends an overlap. On the ground, a surface that is too steep to walk on pushes to the side,
// so that a round foot does not creep up it.
func (s *stride) out(n Vec, depth float64) Vec {
	rise, across := n.Dot(s.up), s.across(n)
	if s.m.Ground.On && rise > flatEnough && rise < s.cosine && math.Abs(across) > 0.3 {
		return s.side.Mul(depth / across)
	}
	return n.Mul(depth)
}

// gather collects the pieces that the Mover overlaps, or that are within margin of it, the deepest first.
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
		return cmp.Or(cmp.Compare(b.Depth(), a.Depth()), cmp.Compare(a.p.key, b.p.key), cmp.Compare(a.p.own, b.p.own),
			cmp.Compare(a.own, b.own))
	})
}

// overlap measures a contact again and reports whether the Mover still overlaps the piece.
func (s *stride) overlap(c *moverContact) bool {
	at := s.at()
	h := s.k.place(&s.shapes[c.own], &at)
	return s.collides(&h, c, 0)
}

// collides collides one of the Mover's shapes with a piece and reports whether the piece stops it. A piece that is
// solid from one side stops the Mover only if the Mover has just entered it from that side and is not on its way out.
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
	x, n, limit := s.w.bodies[p.body], c.Normal.Neg(), float64(2*s.m.built.skin)
	if oneWay := x.oneWay().Unit(); oneWay != (Vec{}) {
		speed := s.speed(p.key, c.Points[0].Point).Dot(oneWay)
		if !IsSolidSide(oneWay, n) || depth > 0 && s.v.Add(s.carry()).Dot(oneWay) > speed+s.noise {
			return false
		}
		limit += max(0, float64(speed*s.dt))
	}
	return depth <= limit && x.pushes(p.own, n) && (!p.oneSided || p.facesHull(h))
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

// forget removes bodies from the drops once the Mover has fallen out of them.
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
			if p := &s.w.bodies[i].pieces[j]; collide(&h, &p.hull, 0, &m) && m.Depth() > s.rounding()+
				float64(64*p.tol) {
				return true
			}
		}
	}
	return false
}
