package collision

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision/geom"
)

// Mover moves a character through a [World]: it stops at what is in its way,
// slides along it, walks up slopes and steps, stays on ground that falls away,
// and stands on one-way platforms. A game moves it once a frame by the velocity
// that it keeps itself, times the duration of the frame:
//
//	moved := hero.Move(world, velocity.Mul(dt))
//	velocity = moved.Clip(velocity)
//
// Lengths are in the World's units, directions and positions in the World's frame.
// The game may put a body for the character into the World, so that others meet it;
// it names that body in Query.Exclude, so that the Mover does not.
//
// A Mover never moves into a body. A body that has moved into it pushes it out by
// the shortest way, unless there is no room. It does not turn, and it pushes
// nothing. Moving platforms carry it if Shift says how far they have moved.
type Mover struct {
	// Shape is the character's, about Position.
	Shape Shape
	// Up points against gravity; its length does not matter. Zero is for a level
	// seen from above: there are no ground and no steps.
	Up Vec
	// MaxSlope is the angle of the steepest ground, in radians: from 0, which is
	// level, to π/2. Anything steeper is a wall.
	MaxSlope float64
	// StepHeight is the highest step that is climbed without a jump. The feet also
	// follow the ground that far down, plus as far as a slope of MaxSlope falls along
	// the way.
	StepHeight float64
	// Skin is how far something may stick into the way without stopping the Mover,
	// such as the next of two tiles that are level but for rounding. 0 means
	// [DefaultSlop]; it is at most a fiftieth of the Shape's size.
	Skin float64
	// Query says which bodies are met. Triggers never are, whatever it says.
	Query Query
	// Shift, unless nil, returns how far a point of a body has moved since the last
	// Move. The ground carries the Mover that far, unless something else is in the
	// way, and a rising platform catches a Mover that it overtakes, a one-way platform
	// too. Shift must not change the World.
	Shift func(k Key, at Vec) Vec

	// Position is the position of the Shape's origin. It may be set at any time.
	Position Vec
	// Ground says what the character stands on since the last Move.
	Ground Ground

	built moverForm
	hits  []BodyHit
	near  []moverContact
	stuck []int32 // the items that it was in before it moved, sorted
}

// Ground describes what a [Mover] stands on.
type Ground struct {
	On     bool // otherwise it is in the air, and the rest is zero
	Key    Key
	Shape  int // which of the body's Shapes
	Point  Vec // on the ground
	Normal Vec // of the ground at Point, outward; at an edge, of the face beside it
}

// Moved is the result of a [Mover.Move].
type Moved struct {
	// Way is the change of Position.
	Way Vec
	// Hits lists what it met, in that order: what it slid along or was stopped by, and
	// ground that it reached. T is the fraction of the motion's length covered by then.
	// The slice is the Mover's and is valid until the next Move.
	Hits []BodyHit

	up     Vec
	cosine float64
}

// Clip removes from a velocity what leads into the surfaces that were met. On ground
// the part across Up is left, in the air the part along the surface; between two
// walls nothing is left. The result does not climb what is too steep.
func (m Moved) Clip(velocity Vec) Vec {
	side := m.up.Perp()
	for i := range m.Hits {
		n := m.Hits[i].Normal
		if velocity.Dot(n) >= 0 {
			continue
		}
		rise, across := n.Dot(m.up), velocity.Dot(side)
		switch {
		case m.up == Vec{}:
		case rise >= m.cosine && velocity.Dot(m.up) <= 0:
			velocity = side.Mul(across)
			continue
		case rise > flatEnough && rise < m.cosine && float64(across*n.Dot(side)) < 0:
			velocity = velocity.MulAdd(side, -across)
		}
		velocity = velocity.MulAdd(n, -min(0, velocity.Dot(n)))
	}
	for i := range m.Hits {
		if n := m.Hits[i].Normal; n.Dot(m.up) < m.cosine && velocity.Dot(n) < -flatEnough*velocity.Len() {
			return Vec{}
		}
	}
	return velocity
}

// moverForm holds what is computed of a Mover's Shape.
type moverForm struct {
	of   Shape
	skin float64
	core Shape // the shape that is cast
	made bool
}

// moverContact is a piece that a Mover overlaps.
type moverContact struct {
	p     *piece
	depth float64
}

// Limits of one Move.
const (
	moverTurns  = 8    // changes of direction; the rest of the way after them is dropped
	moverRounds = 8    // how often overlaps are gathered anew
	flatEnough  = 1e-9 // of a cosine: rounding
	leastRise   = 0.01 // the cosine to Up from which an edge can be stood on
	moverReach  = 16   // how far past its way the core is cast, in skins
)

// Move moves the character by motion, after what its ground carries it, and returns
// the result. In the air the character slides along everything. On ground it walks:
// the part of the motion across Up becomes its way along the ground, however steep
// that is; a motion that leads up takes off. A motion that is NaN, or a Position
// that is not within [MaxCoordinate], moves nothing.
func (m *Mover) Move(w *World, motion Vec) Moved {
	start := Transform{P: m.Position, Q: Rot{C: 1}}
	if motion.IsNaN() || !start.IsValid() {
		return Moved{}
	}
	far := Vec{X: 2 * MaxCoordinate, Y: 2 * MaxCoordinate}
	motion = motion.Min(far).Max(far.Neg())
	w.sync()
	k := w.probe()
	defer w.done(k)
	s := m.stride(w, k, motion)
	s.ride()
	s.free = s.escape()
	if !s.free {
		m.Position = start.P
		s.noteStuck()
	}
	m.Ground.Normal = m.Ground.Normal.Unit()
	if s.rises || !(m.Ground.Normal.Dot(s.up) > leastRise) {
		m.Ground = Ground{}
	}
	way := motion
	if m.Ground.On {
		way = s.along().Mul(s.across(motion))
		s.length = way.Len()
	}
	s.slide(way)
	s.stand(motion)
	return Moved{m.Position.Sub(start.P), m.hits, s.up, s.cosine}
}

// stride is the state of one Move.
type stride struct {
	m      *Mover
	w      *World
	k      *probe
	query  Query
	up     Vec     // unit, or zero
	side   Vec     // unit, across up
	cosine float64 // to up, of the steepest ground's normal
	tan    float64 // of the steepest ground's angle
	step   float64
	rises  bool    // the motion leads up
	length float64 // of the motion, or of the way along the ground
	gone   float64 // of it
	free   bool    // it overlaps nothing
	skips  bool    // the ground is not met: it carries
}

// stride prepares a Move.
func (m *Mover) stride(w *World, k *probe, motion Vec) stride {
	m.build()
	s := stride{m: m, w: w, k: k, query: m.Query, up: m.Up.Unit(), length: motion.Len()}
	if s.up.IsNaN() {
		s.up = Vec{}
	}
	s.query.Triggers, s.rises = false, motion.Dot(s.up) > flatEnough*s.length
	s.side = s.up.Perp().Neg()
	if m.StepHeight > 0 {
		s.step = min(m.StepHeight, MaxCoordinate)
	}
	if m.MaxSlope > 0 {
		sin, cos := Sincos(min(m.MaxSlope, math.Pi/2))
		s.cosine, s.tan = cos, sin/max(cos, leastRise)
	} else {
		s.cosine = 1
	}
	s.cosine = max(s.cosine-flatEnough, leastRise)
	m.hits = m.hits[:0]
	return s
}

// build makes the shape that is cast, unless it is made.
func (m *Mover) build() {
	skin := m.Skin
	if !(skin > 0) {
		skin = DefaultSlop
	}
	size := m.Shape.Bounds(Identity()).Size()
	skin = min(skin, 0.02*min(size.X, size.Y))
	if !m.built.made || m.built.of != m.Shape || m.built.skin != skin {
		m.built = moverForm{m.Shape, skin, coreOf(m.Shape, skin), true}
	}
}

// coreOf returns a shape made smaller by a skin on every side, or as far as it
// allows.
func coreOf(s Shape, skin float64) Shape {
	points, radius := s.Vertices(), s.Radius()
	for rest := skin - radius; rest > 1e-6*skin && len(points) > 2; rest = float64(rest / 2) {
		if inner, err := Inset(points, rest); err == nil {
			points = inner
			break
		}
	}
	core, err := NewShape(points, max(radius-skin, 0))
	if err != nil {
		return s
	}
	return core
}

// across returns the part of a way across up.
func (s *stride) across(way Vec) float64 { return way.Dot(s.side) }

// along returns the direction along the ground, toward side.
func (s *stride) along() Vec {
	t := s.m.Ground.Normal.Perp()
	if s.across(t) < 0 {
		return t.Neg()
	}
	return t
}

// at returns the Mover's transform.
func (s *stride) at() Transform { return Transform{P: s.m.Position, Q: Rot{C: 1}} }

// shift returns how far a body has moved at a point.
func (s *stride) shift(k Key, at Vec) Vec {
	if s.m.Shift == nil {
		return Vec{}
	}
	d := s.m.Shift(k, at)
	if d.IsNaN() {
		return Vec{}
	}
	return clampTo(d, 2*MaxCoordinate)
}

// ride moves the Mover along with its ground.
func (s *stride) ride() {
	m := s.m
	if !m.Ground.On || m.Shift == nil {
		return
	}
	way := s.shift(m.Ground.Key, m.Ground.Point)
	if way == (Vec{}) {
		return
	}
	s.skips = true
	hit, _ := s.cast(way)
	s.skips = false
	m.Position = clampTo(m.Position.MulAdd(way, hit.T), MaxCoordinate)
}

// slide moves along a way, and changes direction where something is in it.
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

// advance moves along a way until something is met. T is the fraction of the way that
// was covered. ok is false where there was no room to stand.
func (s *stride) advance(way Vec) (hit BodyHit, met, ok bool) {
	hit, met = s.cast(way)
	before := s.m.Position
	s.m.Position = clampTo(before.MulAdd(way, hit.T), MaxCoordinate)
	if s.settle() {
		return hit, met, true
	}
	s.m.Position = before
	hit.T = 0
	return hit, met, false
}

func clampTo(p Vec, most float64) Vec {
	return p.Max(Vec{X: -most, Y: -most}).Min(Vec{X: most, Y: most})
}

// cast returns the first hit along a way, and how far the Mover can go until it
// touches that: to the end of the way, T = 1, if there is none. What it touches
// already, but does not move into, is not hit.
func (s *stride) cast(way Vec) (best BodyHit, met bool) {
	k, at, length := s.k, s.at(), way.Len()
	best.T = 1
	if length < shortestMotion {
		return best, false
	}
	// The core gets closer to things than the whole shape can, and so does its way.
	more := float64(moverReach * s.m.built.skin)
	if !k.startCast(s.w, &s.m.built.core, &at, way.Mul((length+more)/length)) {
		return best, false
	}
	for item := k.sweep.next(); item != None; item = k.sweep.next() {
		p := s.w.pieces[item]
		if !s.w.sees(&s.query, p) || s.skips && p.key == s.m.Ground.Key {
			continue
		}
		hit, ok := k.meet(s.w, p)
		if !ok || hit.Normal.Dot(k.way.dir) >= -geom.ParallelTolerance || met && !hit.before(&best) ||
			s.query.Predicate != nil && !s.query.Predicate(p.key) {
			continue
		}
		best, met = hit, true
		k.sweep.clip(min(float64(hit.T*k.way.length), k.sweep.reach))
	}
	if !met {
		return best, false
	}
	out := best.Normal.Neg()
	skin := max(s.m.Shape.support(out)-s.m.built.core.support(out), 0)
	reach := max(float64(best.T*k.way.length)-skin/out.Dot(k.way.dir), 0)
	best.T = min(reach/length, 1)
	return best, reach < length
}

// support returns how far a shape reaches along n from its origin.
func (s *Shape) support(n Vec) float64 {
	f := s.get()
	top := math.Inf(-1)
	for i := range f.edges {
		top = max(top, n.Dot(f.edges[i].v))
	}
	return top + f.radius
}

// turn returns the rest of a way after a hit, along the surface.
func (s *stride) turn(way Vec, hit *BodyHit) Vec {
	rise := hit.Normal.Dot(s.up)
	walks := s.m.Ground.On
	if walks && rise < s.cosine {
		if left, ok := s.stepUp(way); ok {
			return left
		}
	}
	s.note(hit)
	switch across := s.across(way); {
	case walks && rise >= s.cosine: // along another slope, for the same distance
		s.stopOn(hit, hit.Normal)
		return s.along().Mul(math.Copysign(way.Len(), across))
	case walks:
		return Vec{}
	case s.up != Vec{} && rise >= s.cosine && way.Dot(s.up) <= max(0, s.shift(hit.Key, hit.Point).Dot(s.up)):
		s.stopOn(hit, hit.Normal)
		return s.along().Mul(across)
	case rise > flatEnough && float64(across*s.across(hit.Normal)) < 0: // what is too steep is not climbed
		way = way.MulAdd(s.side, -across)
	}
	return way.MulAdd(hit.Normal, -min(0, way.Dot(hit.Normal)))
}

// note lists a hit, its T as a fraction of the motion.
func (s *stride) note(hit *BodyHit) {
	h := *hit
	h.T = 0
	if s.length > 0 {
		h.T = min(s.gone/s.length, 1)
	}
	s.m.hits = append(s.m.hits, h)
}

// stopOn makes what was hit the ground.
func (s *stride) stopOn(hit *BodyHit, normal Vec) {
	s.m.Ground = Ground{true, hit.Key, hit.Shape, hit.Point, normal}
}

// stepUp tries to go on over what is in the way: up, along, and down again.
func (s *stride) stepUp(way Vec) (left Vec, ok bool) {
	start, across, foot := s.m.Position, s.across(way), s.foot()
	if s.step == 0 || across == 0 {
		return Vec{}, false
	}
	up, _ := s.cast(s.up.Mul(s.step))
	lift := float64(s.step * up.T)
	s.m.Position = start.MulAdd(s.up, lift)
	forward := s.side.Mul(math.Copysign(way.Len(), across))
	over, _ := s.cast(forward)
	s.m.Position = s.m.Position.MulAdd(forward, over.T)
	hit, met := s.cast(s.up.Mul(-lift))
	s.m.Position = s.m.Position.MulAdd(s.up, float64(-lift*hit.T))
	gone := s.m.Position.Sub(start)
	normal, walkable := s.walkable(&hit)
	tooHigh := hit.Point.Dot(s.up)-foot > s.step+s.rounding()
	if !met || !walkable || tooHigh || gone.Dot(s.up) <= 0 || !s.settle() {
		s.m.Position = start
		return Vec{}, false
	}
	if gone = s.m.Position.Sub(start); float64(s.across(gone)*across) <= 0 || gone.Dot(s.up) > s.step+s.rounding() {
		s.m.Position = start
		return Vec{}, false
	}
	s.gone += float64(way.Len() * over.T)
	s.stopOn(&hit, normal)
	return s.along().Mul(float64(math.Copysign(way.Len(), across) * (1 - over.T))), true
}

// walkable reports whether a hit is ground, and its normal: the face's, where a
// round foot stands on the edge of one.
func (s *stride) walkable(hit *BodyHit) (normal Vec, ok bool) {
	rise := hit.Normal.Dot(s.up)
	if rise >= s.cosine {
		return hit.Normal, true
	}
	i, known := s.w.index.get(hit.Key)
	if !known || rise <= leastRise || hit.Point.Dot(s.up)-s.foot() > s.step {
		return Vec{}, false
	}
	p := &s.w.bodies[i].pieces[hit.Shape]
	if len(p.edges) < 2 {
		return Vec{}, false
	}
	at, near := 0, math.Inf(1)
	for i := range p.edges {
		if d := p.edges[i].v.Dist(hit.Point); d < near {
			at, near = i, d
		}
	}
	if near > p.radius+s.rounding()+float64(64*p.tol) {
		return Vec{}, false // it is a side
	}
	normal = p.edges[at].n
	if n := p.edges[wrap(at-1, len(p.edges))].n; n.Dot(s.up) > normal.Dot(s.up) {
		normal = n
	}
	return normal, normal.Dot(s.up) >= s.cosine
}

// foot returns the height of the Mover's lowest point.
func (s *stride) foot() float64 {
	return s.m.Position.Dot(s.up) - s.m.Shape.support(s.up.Neg())
}

// stand looks for ground under the feet: within a step's height after walking,
// otherwise directly under them.
func (s *stride) stand(motion Vec) {
	m := s.m
	if s.up == (Vec{}) || s.rises && !m.Ground.On && m.Shift == nil {
		return
	}
	height := float64(2 * m.built.skin)
	if m.Ground.On {
		height += s.step + float64(math.Abs(s.across(motion))*s.tan)
	}
	down := s.up.Mul(-height)
	hit, met := s.cast(down)
	normal, ok := Vec{}, false
	if met {
		normal, ok = s.walkable(&hit)
	}
	if !ok || s.rises && !m.Ground.On && motion.Dot(s.up) > s.shift(hit.Key, hit.Point).Dot(s.up) {
		m.Ground = Ground{}
		return
	}
	before, length := m.Position, float64(height*hit.T)
	if length > s.rounding() {
		m.Position = before.MulAdd(down, hit.T)
		if !s.settle() {
			m.Position = before
		}
	}
	if !m.Ground.On {
		s.note(&hit)
	}
	s.stopOn(&hit, normal)
}

// rounding returns the distance below which the Mover is moved neither to touch
// something nor out of it.
func (s *stride) rounding() float64 {
	p := s.m.Position
	return float64(64 * (s.m.Shape.get().tol + float64(geom.CoordinateRounding*(math.Abs(p.X)+math.Abs(p.Y)))))
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
	s.gather()
	for _, c := range s.m.near {
		if _, was := slices.BinarySearch(s.m.stuck, c.p.item); !was {
			return false
		}
	}
	return true
}

// noteStuck lists the items that the Mover is in.
func (s *stride) noteStuck() {
	s.gather()
	s.m.stuck = s.m.stuck[:0]
	for _, c := range s.m.near {
		s.m.stuck = append(s.m.stuck, c.p.item)
	}
	slices.Sort(s.m.stuck)
}

// escape pushes the Mover out of what it overlaps, the deepest first. Each overlap is
// measured again before, since most have ended by then.
func (s *stride) escape() (free bool) {
	for range moverRounds {
		s.gather()
		if len(s.m.near) == 0 {
			return true
		}
		for i := range s.m.near {
			if m, ok := s.overlap(s.m.near[i].p); ok {
				s.m.Position = clampTo(s.m.Position.Add(s.out(m.Normal.Neg(), m.Depth())), MaxCoordinate)
			}
		}
	}
	s.gather()
	return len(s.m.near) == 0
}

// gather lists what the Mover overlaps, the deepest first.
func (s *stride) gather() {
	m, at := s.m, s.at()
	m.near = m.near[:0]
	s.k.items = s.w.tree.query(m.Shape.Bounds(at), s.k.items[:0])
	for _, item := range s.k.items {
		p := s.w.pieces[item]
		if !s.w.sees(&s.query, p) || s.query.Predicate != nil && !s.query.Predicate(p.key) {
			continue
		}
		if c, ok := s.overlap(p); ok {
			m.near = append(m.near, moverContact{p, c.Depth()})
		}
	}
	slices.SortFunc(m.near, func(a, b moverContact) int {
		return cmp.Or(cmp.Compare(b.depth, a.depth), cmp.Compare(a.p.key, b.p.key), cmp.Compare(a.p.own, b.p.own))
	})
}

// overlap collides the Mover with a piece, if that may push it: a one-sided piece
// does only if the Mover has just come into it from its solid side.
func (s *stride) overlap(p *piece) (c Manifold, ok bool) {
	at := s.at()
	h := s.k.place(&s.m.Shape, &at)
	if !collide(&h, &p.hull, 0, &c) || c.Depth() <= s.rounding()+float64(64*p.tol) {
		return c, false
	}
	x := s.w.bodies[p.body]
	oneWay := x.oneWay().Unit()
	if oneWay == (Vec{}) && !p.oneSided {
		return c, true
	}
	n := c.Normal.Neg()
	most := float64(2*s.m.built.skin) + max(0, s.shift(p.key, c.Points[0].Point).Dot(oneWay))
	return c, c.Depth() <= most && (oneWay == Vec{} || IsSolidSide(oneWay, n)) && x.pushes(p.own, n) &&
		(!p.oneSided || p.faces(h.middle()))
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
