package collision

import "math"

// stride is the state of one move.
type stride struct {
	m       *Mover
	room    *moverRoom
	w       *World
	k       *probe
	query   Query
	shapes  []Shape
	up      Vec                     // unit, or zero
	side    Vec                     // unit, across up
	cosine  float64                 // of the angle between up and the steepest ground's normal
	tan     float64                 // of that angle
	step    float64                 // step height
	dt      float64                 // factor of velocities: 1 in a Move, whose unit of time is the move
	v       Vec                     // velocity: on ground relative to the ground
	noise   float64                 // rounding error of a speed
	surface func(k Key, at Vec) Vec // surface velocities; nil if all bodies rest
	length  float64                 // length of the way
	gone    float64                 // part of length already covered
	free    bool                    // the Mover overlaps nothing
	way     Vec                     // the way just covered, while overlaps at its end are resolved; zero otherwise
	wall    Vec                     // normal of the surface that it has led to; zero if there is none
	pushed  moverHit                // the static piece that has pushed the Mover last; has no piece if none has
	lifted  moverHit                // ground that has moved into the Mover; has no piece if none has
}

// stride prepares a move with velocity v. The caller must return its probe.
func (m *Mover) stride(w *World, v Vec, dt float64) stride {
	m.build()
	if m.room == nil {
		m.room = new(moverRoom)
	}
	w.sync()
	s := stride{
		m: m, room: m.room, w: w, k: w.probe(), query: m.Query, shapes: m.built.of, up: m.Up.Unit(), dt: dt,
		v: v,
	}
	if s.up.IsNaN() {
		s.up = Vec{}
	}
	s.query.Triggers, s.side, s.noise = false, s.up.Perp(), float64(flatEnough*v.Len())
	if m.StepHeight > 0 {
		s.step = min(m.StepHeight, MaxCoordinate)
	}
	s.cosine, s.tan = m.built.cosine, m.built.tan
	if m.Ground.Normal = m.Ground.Normal.Unit(); !(m.Ground.Normal.Dot(s.up) > minRise) {
		m.Ground = Ground{}
	}
	return s
}

// begin carries the Mover along with its ground and pushes it out of bodies that have moved into it.
func (s *stride) begin() {
	s.room.hits = s.room.hits[:0]
	s.ride()
	start := s.m.Position
	if s.free = s.escape(); !s.free {
		s.m.Position = start
		s.noteStuck()
	} else if hit := s.lifted; hit.p != nil && !s.m.Ground.On && !s.leaves(&hit) {
		s.note(&hit)
		s.land(&hit, hit.Normal)
	}
}

// end moves the Mover along a way and looks for ground.
func (s *stride) end(way Vec) {
	if s.free && !s.m.Ground.On && s.isAlone(way) {
		s.m.Position = clampTo(s.m.Position.Add(way), MaxCoordinate)
		s.forget()
		return
	}
	s.length = way.Len()
	s.noise = float64(flatEnough * max(s.v.Len(), s.length/s.dt))
	s.slide(way)
	s.stand()
	s.forget()
}

// isAlone reports whether nothing is near a way.
func (s *stride) isAlone(way Vec) bool {
	box, at := EmptyAABB(), s.at()
	for i := range s.shapes {
		box = box.Union(s.shapes[i].Bounds(at))
	}
	box = box.Union(AABB{Min: box.Min.Add(way), Max: box.Max.Add(way)}).Grow(float64(2 * s.m.built.skin))
	s.k.items = s.w.tree.appendNear(s.k.items[:0], box)
	return len(s.k.items) == 0
}

// rises reports whether the velocity points up.
func (s *stride) rises() bool { return s.v.Dot(s.up) > s.noise }

// across returns the component of a way across up.
func (s *stride) across(way Vec) float64 { return way.Dot(s.side) }

// along returns the direction along the ground, on the side of s.side.
func (s *stride) along() Vec { return toward(s.m.Ground.Normal.Perp(), s.side) }

func (s *stride) at() Transform { return Transform{P: s.m.Position, Q: Rot{C: 1}} }

// speed returns the velocity of a body's surface at a point.
func (s *stride) speed(k Key, at Vec) Vec {
	if s.surface == nil {
		return Vec{}
	}
	return known(s.surface(k, at), fastest)
}

// carry returns the velocity of the ground.
func (s *stride) carry() Vec {
	if !s.m.Ground.On {
		return Vec{}
	}
	return s.speed(s.m.Ground.Key, s.m.Ground.Point)
}

// ride moves the Mover along with its ground.
func (s *stride) ride() {
	m := s.m
	if !m.Ground.On {
		return
	}
	var way Vec
	if m.Shift != nil {
		way = known(m.Shift(m.Ground.Key, m.Ground.Point), 2*MaxCoordinate)
	} else if s.surface != nil {
		way = clampTo(s.carry().Mul(s.dt), 2*MaxCoordinate)
	}
	if way == (Vec{}) {
		return
	}
	hit, _ := s.cast(way, allButGround)
	m.Position = clampTo(m.Position.MulAdd(way, hit.T), MaxCoordinate)
	m.Ground.Point = m.Ground.Point.Add(way)
}

// slide moves along a way and changes direction at each hit.
func (s *stride) slide(way Vec) {
	var normals [moverTurns]Vec
	for i := range normals {
		length := way.Len()
		if length <= shortestMotion || length <= flatEnough*s.length {
			return
		}
		hit, met, ok := s.advance(way)
		s.gone += float64(length * hit.T)
		if !ok || !met {
			return
		}
		normals[i] = hit.Normal
		way = s.turn(way.Mul(1-hit.T), &hit)
		for _, n := range normals[:i] {
			if way.Dot(n) < -flatEnough*way.Len() {
				return // between two walls
			}
		}
	}
}

// advance moves along a way until the first hit. T is the fraction of the way
// that was covered. ok is false if there was no room to stay.
func (s *stride) advance(way Vec) (hit moverHit, met, ok bool) {
	if hit, met = s.cast(way, everything); met {
		s.preferTouched(way, &hit)
	}
	before := s.m.Position
	s.m.Position = clampTo(before.MulAdd(way, hit.T), MaxCoordinate)
	if met {
		s.touch(&hit)
		s.wall = hit.Normal
	}
	s.way, s.pushed = s.m.Position.Sub(before), moverHit{}
	ok = s.settle()
	s.way, s.wall = Vec{}, Vec{}
	if !ok {
		s.m.Position = before
		hit.T = 0
		return hit, met, false
	}
	if met && s.passes(way, &hit) {
		s.pushed.T = hit.T
		return s.pushed, true, true
	}
	return hit, met, true
}

// passes reports whether the Mover, which another surface has pushed aside at a hit, gets past the obstacle along that
// surface.
func (s *stride) passes(way Vec, hit *moverHit) bool {
	if s.pushed.p == nil || s.pushed.p == hit.p {
		return false
	}
	n := s.pushed.Normal
	along := way.MulAdd(n, -way.Dot(n)).Unit().Mul(float64(4 * s.m.built.skin))
	_, met := s.meets(&s.m.built.cores[hit.own], hit.p, s.m.Position, along)
	return !met
}

// meets returns the hit of one of the Mover's shapes or cores with a piece along a way.
func (s *stride) meets(shape *Shape, p *piece, from, way Vec) (Hit, bool) {
	at := Transform{P: from, Q: Rot{C: 1}}
	h := s.k.place(shape, &at)
	ray := Ray{Origin: h.edges[0].v, Dir: way, Max: 1}
	path, ok := ray.path()
	if !ok {
		return Hit{}, false
	}
	path.radius = h.radius
	return path.meetHull(&h, &p.hull, false)
}

// preferTouched sets hit, the first hit along a way, to a surface that the Mover touches and that the way leads into,
// if there is one. The way along that surface may miss what the core has hit: the edge of a tile that sticks out of the
// surface by less than the skin.
func (s *stride) preferTouched(way Vec, hit *moverHit) {
	at, skin, tol := s.at(), s.m.built.skin, s.rounding()
	h := s.k.place(&s.m.built.cores[hit.own], &at)
	c := moverContact{p: hit.p, own: int32(hit.own)}
	if collide(&h, &hit.p.hull, skin+tol, &c.Manifold) && s.isTouched(&c.Manifold, skin, way) {
		return
	}
	s.shapes = s.m.built.cores
	s.gather(skin + tol)
	s.shapes = s.m.built.of
	for i := range s.room.near {
		if s.isTouched(&s.room.near[i].Manifold, skin, way) {
			*hit = s.room.near[i].hit(float64(skin / 2))
			return
		}
	}
	// The core may also have passed the end of a surface that the shape still touches.
	h = s.k.place(&s.shapes[hit.own], &at)
	if collide(&h, &hit.p.hull, tol, &c.Manifold) && c.Count == 2 && s.isTouched(&c.Manifold, 0, way) &&
		c.Points[0].Point.Dist(c.Points[1].Point) > tol {
		*hit = c.hit(0)
	}
}

// isTouched reports whether a contact is with a surface at a distance that a way leads into. A core is as far from
// a surface that the shape touches as the skin is thick, but not from an edge beside one.
func (s *stride) isTouched(c *Manifold, distance float64, way Vec) bool {
	return math.Abs(c.Depth()+distance) <= s.rounding() && way.Dot(c.Normal) > flatEnough*way.Len()
}

// moverHit is a hit of a Mover along a way.
type moverHit struct {
	BodyHit
	p   *piece
	own int // index of the Mover's shape that hits it
}

// obstacles selects what a cast can hit.
type obstacles int

const (
	everything obstacles = iota
	allButGround
	onlyStatic
)

// cast returns the first hit along a way. T is how far the Mover can go until it touches the obstacle, as a fraction of
// the way: 1 if there is none. It ignores bodies that the Mover already touches, unless it moves into them. In the air
// it hits a one-way body only if it moves against the body's direction.
func (s *stride) cast(way Vec, which obstacles) (best moverHit, found bool) {
	k, at, length := s.k, s.at(), way.Len()
	best.T = 1
	if length < shortestMotion {
		return best, false
	}
	// The core comes closer to obstacles than the full shape can, so it is cast farther, and farther still for sharper
	// corners.
	more, least := float64(moverReach*s.m.built.skin), length
	for own := range s.m.built.cores {
		if !k.startCast(s.w, &s.m.built.cores[own], &at, way.Mul((length+more)/length)) {
			continue
		}
		if found {
			k.sweep.Clip(min(least+more, k.sweep.Reach()))
		}
		if len(s.m.built.cores) == 1 {
			if found = s.castOne(own, which, way, &best); found {
				least = s.reach(&best)
			}
			break
		}
		var hit moverHit
		if s.castOne(own, which, way, &hit) {
			if reach := s.reach(&hit); !found || reach < least {
				best, least, found = hit, reach, true
			}
		}
	}
	if !found {
		return best, false
	}
	best.T = min(least/length, 1)
	return best, least < length
}

// castOne sets best to the first hit of one core along the probe's way.
func (s *stride) castOne(own int, which obstacles, way Vec, best *moverHit) (found bool) {
	k := s.k
	for item := k.sweep.Next(); item != noItem; item = k.sweep.Next() {
		p := s.w.piece(item)
		switch {
		case !s.sees(p), which == allButGround && p.key == s.m.Ground.Key, which == onlyStatic && !p.static:
			continue
		case p.special && !s.m.Ground.On && way.Dot(s.w.bodies[p.body].oneWay()) >= 0:
			continue
		}
		hit, ok := k.meet(s.w, p)
		if !ok || hit.Normal.Dot(k.way.dir) >= -ParallelTolerance || found && !hit.before(&best.BodyHit) ||
			s.query.Predicate != nil && !s.query.Predicate(p.key) {
			continue
		}
		best.BodyHit, best.p, best.own, found = hit, p, own, true
		k.sweep.Clip(min(float64(hit.T*k.way.length), k.sweep.Reach()))
	}
	return found
}

// reach returns how far along the probe's way the Mover's shape can go until it touches what its core has hit.
func (s *stride) reach(hit *moverHit) float64 {
	k, at, shape := s.k, s.at(), &s.shapes[hit.own]
	h := k.place(shape, &at)
	path := k.way
	path.from, path.radius = h.edges[0].v, h.radius
	out := hit.Normal.Neg()
	if full, ok := path.meetHull(&h, &hit.p.hull, false); ok && full.T > 0 &&
		(full.Normal.Dot(hit.Normal) > 1-flatEnough || hit.Point.Sub(at.P).Dot(out)-shape.support(out) > s.rounding()) {
		return float64(full.T * path.length)
	}
	// They touch already: the Mover slides along this surface, or along one that leads into it. Use the core's hit.
	skin := max(shape.support(out)-s.m.built.cores[hit.own].support(out), 0)
	return max(float64(hit.T*path.length)-skin/out.Dot(path.dir), 0)
}

// sees reports whether the Mover collides with a piece's body, ignoring Predicate.
func (s *stride) sees(p *piece) bool {
	return s.w.sees(&s.query, p) && !s.m.isDropped(p.key)
}

// touch moves the Mover, which has reached the hit up to rounding, until both
// touch exactly. It does nothing at a corner, which the core hits elsewhere.
func (s *stride) touch(hit *moverHit) {
	at := s.at()
	h := s.k.place(&s.shapes[hit.own], &at)
	var c Manifold
	if skin := s.m.built.skin; collide(&h, &hit.p.hull, skin, &c) && c.Depth() < skin &&
		c.Normal.Dot(hit.Normal) < flatEnough-1 {
		s.m.Position = clampTo(s.m.Position.MulAdd(c.Normal, -c.Depth()), MaxCoordinate)
	}
}

// turn returns the rest of a way after a hit, along the surface, and changes the velocity to match.
func (s *stride) turn(way Vec, hit *moverHit) Vec {
	rise, across := hit.Normal.Dot(s.up), s.across(way)
	walks := s.m.Ground.On
	if walks && rise < s.cosine {
		if left, ok := s.stepUp(way); ok {
			return left
		}
	}
	s.note(hit)
	switch {
	case walks && rise >= s.cosine: // along another slope, for the same distance
		s.walkOnto(hit, hit.Normal)
		return s.along().Mul(math.Copysign(way.Len(), across))
	case walks:
		s.cancel(hit.Normal, hit.Key, hit.Point)
		return Vec{}
	case s.up != Vec{} && rise >= s.cosine && s.v.Sub(s.speed(hit.Key, hit.Point)).Dot(s.up) <= s.noise:
		s.land(hit, hit.Normal)
		return s.along().Mul(across)
	case rise > flatEnough && rise < s.cosine && float64(across*s.across(hit.Normal)) < 0: // too steep to climb
		way = way.MulAdd(s.side, -across)
	}
	s.cancel(hit.Normal, hit.Key, hit.Point)
	return way.MulAdd(hit.Normal, -min(0, way.Dot(hit.Normal)))
}

// cancel removes the velocity into a surface, relative to that surface. On ground the rest still leads along the
// ground; in the air, velocity into a slope that is too steep to walk on does not climb it.
func (s *stride) cancel(n Vec, k Key, at Vec) {
	on := s.m.Ground.On
	if rise := n.Dot(s.up); !on && rise > flatEnough && rise < s.cosine && float64(s.across(s.v)*s.across(n)) < 0 {
		s.v = s.v.MulAdd(s.side, -s.across(s.v))
	}
	into := s.v.Add(s.carry()).Sub(s.speed(k, at)).Dot(n)
	if into >= 0 {
		return
	}
	if on {
		if t := s.along(); math.Abs(t.Dot(n)) > 0.05 {
			s.v = s.v.MulAdd(t, -into/t.Dot(n))
			return
		}
	}
	s.v = s.v.MulAdd(n, -into)
}

// note records a hit, with T as a fraction of the whole motion.
func (s *stride) note(hit *moverHit) {
	h := hit.BodyHit
	h.T = 0
	if s.length > 0 {
		h.T = min(s.gone/s.length, 1)
	}
	s.room.hits = append(s.room.hits, h)
}

// stopOn makes the hit body the ground.
func (s *stride) stopOn(hit *moverHit, normal Vec) {
	s.m.Ground = Ground{true, hit.Key, hit.Shape, hit.Point, normal}
}

// land makes the hit body the ground of a Mover that was in the air. On a
// slope, part of the fall becomes speed along it.
func (s *stride) land(hit *moverHit, normal Vec) {
	s.stopOn(hit, normal)
	v := s.v.Sub(s.carry())
	v = v.MulAdd(normal, -min(0, v.Dot(normal)))
	s.v = s.along().Mul(s.across(v))
}

// walkOnto makes the hit body the ground of a Mover on other ground and keeps its speed.
func (s *stride) walkOnto(hit *moverHit, normal Vec) {
	speed, carried := s.v.Dot(s.along()), s.carry()
	s.stopOn(hit, normal)
	t := s.along()
	s.v = t.Mul(speed + carried.Sub(s.carry()).Dot(t))
}

// stepUp tries to go over an obstacle: up, forward, and down again.
func (s *stride) stepUp(way Vec) (left Vec, ok bool) {
	start, across, foot := s.m.Position, s.across(way), s.foot()
	if s.step == 0 || across == 0 {
		return Vec{}, false
	}
	up, _ := s.cast(s.up.Mul(s.step), everything)
	lift := float64(s.step * up.T)
	s.m.Position = start.MulAdd(s.up, lift)
	forward := s.side.Mul(math.Copysign(way.Len(), across))
	over, _ := s.cast(forward, everything)
	s.m.Position = s.m.Position.MulAdd(forward, over.T)
	hit, met := s.cast(s.up.Mul(-lift), everything)
	s.m.Position = s.m.Position.MulAdd(s.up, float64(-lift*hit.T))
	if met {
		s.touch(&hit)
	}
	normal, ok := s.walkable(&hit)
	ok = ok && met && hit.Point.Dot(s.up)-foot <= s.step+s.rounding() && s.settle()
	gone := s.m.Position.Sub(start)
	if rise := gone.Dot(s.up); !ok || float64(s.across(gone)*across) <= 0 || rise <= 0 || rise > s.step+s.rounding() {
		s.m.Position = start
		return Vec{}, false
	}
	s.gone += float64(way.Len() * over.T)
	speed := s.across(s.v)
	s.stopOn(&hit, normal)
	s.v = s.along().Mul(math.Copysign(speed, across))
	return s.along().Mul(float64(math.Copysign(way.Len(), across) * (1 - over.T))), true
}

// walkable reports whether a hit is ground, and returns its normal. If a round foot is on an edge, that is the normal
// of the surface just beside the edge.
func (s *stride) walkable(hit *moverHit) (normal Vec, ok bool) {
	rise := hit.Normal.Dot(s.up)
	if rise >= s.cosine {
		return hit.Normal, true
	}
	if rise <= minRise || hit.Point.Dot(s.up)-s.foot() > s.step {
		return Vec{}, false
	}
	offset := float64(edgeReach * s.m.built.skin)
	from := hit.Point.MulAdd(s.up, float64(2*offset)).MulAdd(s.side, -math.Copysign(offset, s.across(hit.Normal)))
	ray := Ray{Origin: from, Dir: s.up.Neg(), Max: float64(4 * offset)}
	path, ok := ray.path()
	if !ok {
		return Vec{}, false
	}
	top, ok := path.meet(&hit.p.hull, false)
	return top.Normal, ok && top.T > 0 && top.Normal.Dot(s.up) >= s.cosine
}

// foot returns the height of the Mover's lowest point.
func (s *stride) foot() float64 {
	down, low := s.up.Neg(), math.Inf(-1)
	for i := range s.shapes {
		low = max(low, s.shapes[i].support(down))
	}
	return s.m.Position.Dot(s.up) - low
}

// stand looks for ground under the feet: within a step's height after walking, otherwise directly below.
func (s *stride) stand() {
	m := s.m
	if s.up == (Vec{}) || !m.Ground.On && s.surface == nil && s.rises() {
		return
	}
	height := m.built.skin
	if m.Ground.On {
		height += s.step + float64(math.Abs(s.across(s.v))*s.dt*s.tan)
	}
	down := s.up.Mul(-height)
	hit, met := s.cast(down, everything)
	normal, ok := Vec{}, false
	if met {
		normal, ok = s.walkable(&hit)
	}
	if !ok {
		s.v = s.v.Add(s.carry())
		m.Ground = Ground{}
		return
	}
	if !m.Ground.On && s.leaves(&hit) {
		return
	}
	if before, length := m.Position, float64(height*hit.T); !m.Ground.On || length > s.rounding() {
		m.Position = before.MulAdd(down, hit.T)
		s.touch(&hit)
		if s.free { // an edge ahead that the core has passed on its way down lifts the Mover again
			s.way, s.wall = s.side.Mul(math.Copysign(float64(2*m.built.skin), s.across(s.v))), s.up
		}
		if !s.settle() {
			m.Position = before
		}
		s.way, s.wall = Vec{}, Vec{}
	}
	if m.Ground.On {
		s.walkOnto(&hit, normal)
		return
	}
	s.note(&hit)
	s.land(&hit, normal)
}

// leaves reports whether the Mover moves away from a surface that it touches, relative to that surface.
func (s *stride) leaves(hit *moverHit) bool {
	away := s.v.Sub(s.speed(hit.Key, hit.Point))
	return away.Dot(s.up) > s.noise || away.Dot(hit.Normal) > s.noise
}

// rounding returns the distance below which the Mover is neither moved to touch a surface nor pushed out of it.
func (s *stride) rounding() float64 {
	p, tol := s.m.Position, 0.0
	for i := range s.shapes {
		tol = max(tol, s.shapes[i].get().tol)
	}
	return float64(64 * (tol + float64(CoordinateRounding*(math.Abs(p.X)+math.Abs(p.Y)))))
}
