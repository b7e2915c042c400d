package collision

import (
	"math"
	"slices"
)

// Mover moves a character through a [World]: it stops at obstacles and slides along them, walks up slopes and steps,
// stays on ground that falls away, and stands on one-way platforms. Call either Step or Move once per frame.
//
// With [Mover.Step] the Mover keeps the velocity, which acceleration and collisions change, and accounts for the
// velocity of moving ground:
//
//	hero.Step(world, gravity, dt)
//
// With [Mover.Move] the game keeps the velocity, and moves the character by a distance:
//
//	moved := hero.Move(world, velocity.Mul(dt))
//	velocity = moved.Clip(velocity)
//
// Lengths are in the World's units, directions and positions in the World's frame. The game may put a body for the
// character into the World, so that others collide with it; Query.Exclude then names that body, so that the Mover does
// not.
//
// A Mover never moves into a body. A body that has moved into it pushes it out the shortest way. A body that is not
// Static pushes only as far as Static ones leave room; beyond that it overlaps the Mover. A Mover does not rotate, and
// it pushes nothing.
//
// A copy of a Mover moves independently, for instance to try out a move. Both share buffers, so they must not move at
// the same time.
type Mover struct {
	// Shape is the character's shape, about Position.
	Shape Shape
	// Shapes, unless empty, replaces Shape for a character of several pieces.
	// To change it, replace the slice; do not modify its elements.
	Shapes []Shape
	// Up points against gravity; its length does not matter. A zero Up is for top-down levels, which have no ground and
	// no steps.
	Up Vec
	// MaxSlope is the angle of the steepest ground, in radians: from 0, which
	// is level, to π/2. Anything steeper is a wall.
	MaxSlope float64
	// StepHeight is the height of the highest step that the Mover climbs without a jump. The feet also follow the
	// ground down by that much, plus the drop of a MaxSlope slope along the way.
	StepHeight float64
	// MaxFall limits the speed against Up that Step reaches, in units of length per second; 0 means no limit.
	MaxFall float64
	// Skin is how far an obstacle may stick into the way without stopping the Mover, such as the second of two tiles
	// that are almost level. 0 means [DefaultSkin]; the limit is a fiftieth of the shorter side of the shapes' bounds.
	Skin float64
	// Query selects the bodies to collide with. Triggers are always excluded.
	Query Query
	// Shift, unless nil, returns how far a point of a body has moved since the last Move or Step. The ground carries
	// the Mover that far, unless something is in the way. In a Move, a rising platform catches a Mover that it
	// overtakes, even a one-way platform. Shift must not change the World.
	Shift func(k Key, at Vec) Vec
	// Surface, unless nil, returns the velocity of a body's surface at a point. The body can be a moving platform, or a
	// conveyor belt that does not move itself. Step uses it when the Mover lands on a body, leaves it or is pushed by
	// it. If Shift is nil, the ground carries the Mover at that velocity. Surface must not change the World.
	Surface func(k Key, at Vec) Vec

	// Position is the position of the Shape's origin. It may be set at any time.
	Position Vec
	// Velocity is the character's own velocity for Step, in units of length per second. On ground it is relative to the
	// ground and along it. It may be set at any time.
	Velocity Vec
	// Ground is the surface that the character stood on after the last Move or Step.
	Ground Ground

	built moverForm
	drops [4]moverDrop
	room  *moverRoom
}

// moverRoom holds the buffers that a Mover and its copies share.
type moverRoom struct {
	hits  []BodyHit
	near  []moverContact
	stuck []int32 // the items that the Mover overlapped before it moved, sorted
}

// Ground is the surface that a [Mover] stands on.
type Ground struct {
	On     bool // false in the air, where the rest is zero
	Key    Key
	Shape  int // index into the body's Shapes
	Point  Vec // on the ground
	Normal Vec // outward, of the ground at Point; at an edge, of the adjacent face
}

// Moved is the result of a [Mover.Move] or a [Mover.Step].
type Moved struct {
	// Way is the change of Position.
	Way Vec
	// Hits lists the collisions in order: surfaces that the Mover slid along or that stopped it, and ground that it
	// reached. T is the fraction of the motion's length covered by then. The slice belongs to the Mover and is valid
	// until the Mover or a copy moves again.
	Hits []BodyHit

	up     Vec
	cosine float64
}

// Clip removes the part of a velocity that leads into the surfaces that were hit. On ground the part across Up is left,
// in the air the part along the surface, and between two walls nothing. The result does not climb slopes that are too
// steep.
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

// Limits of one Move or Step.
const (
	moverTurns   = 8    // changes of direction; the rest of the way is dropped after them
	moverRounds  = 16   // rounds of collecting overlaps
	movingRounds = 4    // how many of those rounds let non-static bodies push
	pressTurns   = 2    // casts per such push
	sharpest     = 0.1  // sine of the sharpest wedge that is escaped in one push
	flatEnough   = 1e-9 // rounding of a cosine, and of a speed relative to its size
	minRise      = 0.01 // minimum cosine to Up of an edge that can be stood on
	moverReach   = 16   // how far past the way the core is cast, in skins
	edgeReach    = 10   // how far beside an edge the ground is probed, in skins
	dropMoves    = 8    // minimum number of moves for which a dropped-through body is ignored
)

// Move moves the character by motion, after its ground has carried it, and returns the result. In the air the character
// slides along everything. On ground it walks: the part of the motion across Up becomes its way along the ground,
// however steep that is; a motion that leads up takes off. A NaN motion, or a Position outside [MaxCoordinate], moves
// nothing.
func (m *Mover) Move(w *World, motion Vec) Moved {
	start := m.Position
	if motion.IsNaN() || !start.IsPlaceable() {
		return Moved{}
	}
	s := m.stride(w, clampTo(motion, 2*MaxCoordinate), 1)
	defer w.done(s.k)
	s.surface = m.Shift
	way := s.v
	s.begin()
	s.v = way
	if s.rises() {
		m.Ground = Ground{}
	} else if m.Ground.On {
		s.v = s.along().Mul(s.across(way))
	}
	s.end(s.v)
	return Moved{m.Position.Sub(start), s.room.hits, s.up, s.cosine}
}

// Step moves the character for dt seconds by its Velocity, which acceleration changes on the way, after its ground has
// carried it. It returns the result; collisions change Velocity as well. On ground only the part of the acceleration
// across Up counts, along the ground, so gravity may always be passed in; to take off, see [Mover.Leave]. If nothing is
// in the way, the path is exact for a constant acceleration.
//
// NaN values, a dt that is not above 0, or a Position outside [MaxCoordinate] move nothing.
func (m *Mover) Step(w *World, acceleration Vec, dt float64) Moved {
	start := m.Position
	if m.Velocity.IsNaN() || acceleration.IsNaN() || !(dt > 0) || !start.IsPlaceable() {
		return Moved{}
	}
	dt, acceleration = min(dt, MaxCoordinate), clampTo(acceleration, fastest)
	s := m.stride(w, clampTo(m.Velocity, fastest), dt)
	defer w.done(s.k)
	s.surface = m.Surface
	if m.Ground.On {
		s.v = s.along().Mul(s.v.Dot(s.along()))
	}
	s.begin()
	before := s.v
	if m.Ground.On {
		acceleration = s.along().Mul(s.across(acceleration))
	}
	s.v = clampTo(s.v.MulAdd(acceleration, dt), fastest)
	if fall := -s.v.Dot(s.up); m.MaxFall > 0 && fall > m.MaxFall {
		s.v = s.v.MulAdd(s.up, fall-m.MaxFall)
	}
	s.end(clampTo(before.Add(s.v).Mul(float64(dt/2)), 2*MaxCoordinate)) // by the mean of both velocities
	m.Velocity = s.v
	return Moved{m.Position.Sub(start), s.room.hits, s.up, s.cosine}
}

// fastest bounds each coordinate of a Velocity and an acceleration.
const fastest = 1e30

// Leave detaches the Mover from its ground and adds the ground's velocity to its own. To jump, call Leave and then add
// the jump's speed to Velocity.
func (m *Mover) Leave() {
	m.Velocity = m.Velocity.Add(m.GroundVelocity())
	m.Ground = Ground{}
}

// GroundVelocity returns the velocity of the ground under the Mover, as Surface reports it. Added to Velocity, it gives
// the character's velocity in the World's frame.
func (m *Mover) GroundVelocity() Vec {
	if !m.Ground.On || m.Surface == nil {
		return Vec{}
	}
	return known(m.Surface(m.Ground.Key, m.Ground.Point), fastest)
}

// Drop makes the Mover leave the one-way platform that it stands on and fall through it, ignoring that body until the
// Mover is out of it. On other ground and in the air it does nothing and returns false. A Mover can drop through at
// most four platforms at once.
func (m *Mover) Drop(w *World) bool {
	i, ok := w.index.Get(uint64(m.Ground.Key))
	if !m.Ground.On || !ok || w.bodies[i].oneWay() == (Vec{}) {
		return false
	}
	at := &m.drops[0]
	for i := range m.drops {
		if d := &m.drops[i]; d.on && d.key == m.Ground.Key {
			at = d
			break
		} else if !d.on {
			at = d
		}
	}
	*at = moverDrop{m.Ground.Key, dropMoves, true}
	m.Leave()
	return true
}

// Resume restores the state of a copy: position, velocity, ground, the platforms that it falls through, shapes and
// settings. The Mover keeps its own buffers and functions: Shift, Surface and the functions of Query. So the copy may
// come from a Mover in another World with the same bodies, and both move independently.
func (m *Mover) Resume(o *Mover) {
	shift, surface, predicate, depth, room := m.Shift, m.Surface, m.Query.Predicate, m.Query.Depth, m.room
	*m = *o
	m.Shift, m.Surface, m.Query.Predicate, m.Query.Depth, m.room = shift, surface, predicate, depth, room
}

// Along returns the direction of walking, a unit vector: along the ground, or across Up in the air. Its sense is the
// one that a quarter turn from +x to +y takes to -Up: to the right if Up is up on the screen. It is zero if Up is zero.
func (m *Mover) Along() Vec {
	side := m.Up.Unit().Perp()
	if !m.Ground.On {
		return side
	}
	return toward(m.Ground.Normal.Unit().Perp(), side)
}

// toward returns t, or its opposite if t points away from side.
func toward(t, side Vec) Vec {
	if t.Dot(side) < 0 {
		return t.Neg()
	}
	return t
}

// Touch is a contact of a [Mover] with a body.
type Touch struct {
	Key   Key
	Shape int // index into the body's Shapes
	Own   int // index into the Mover's Shapes
	Manifold
}

// AppendTouches appends to out what touches the Mover or is within margin of it: a manifold from the Mover to the body
// for each pair of shapes, the deepest first. One-way bodies are listed if they stop the Mover.
func (m *Mover) AppendTouches(out []Touch, w *World, margin float64) []Touch {
	if !m.Position.IsPlaceable() || m.Velocity.IsNaN() {
		return out
	}
	s := m.stride(w, clampTo(m.Velocity, fastest), 0)
	defer w.done(s.k)
	s.surface = m.Surface
	if !(margin > 0) {
		margin = 0
	}
	s.gather(margin)
	for i := range s.room.near {
		c := &s.room.near[i]
		out = append(out, Touch{c.p.key, int(c.p.own), int(c.own), c.Manifold})
	}
	return out
}

// moverForm holds values derived from a Mover's shapes and settings.
type moverForm struct {
	of    []Shape
	cores []Shape // the shapes that are cast
	asked float64 // the requested Skin
	skin  float64

	slope  float64 // the MaxSlope that cosine and tan are for
	cosine float64 // of the angle between Up and the steepest ground's normal
	tan    float64 // of that angle
}

// moverDrop is a body that a Mover falls through.
type moverDrop struct {
	key   Key
	moves int // the smallest number of moves left
	on    bool
}

// build updates the derived values if they are out of date.
func (m *Mover) build() {
	f, skin := &m.built, m.Skin
	if f.slope != m.MaxSlope || f.of == nil {
		f.slope, f.cosine, f.tan = m.MaxSlope, 1, 0
		if m.MaxSlope > 0 {
			sin, cos := Sincos(min(m.MaxSlope, math.Pi/2))
			f.cosine, f.tan = cos, sin/max(cos, minRise)
		}
		f.cosine = max(f.cosine-flatEnough, minRise)
	}
	if !(skin > 0) {
		skin = DefaultSkin
	}
	switch {
	case f.asked != skin:
	case len(m.Shapes) > 0:
		if slices.Equal(f.of, m.Shapes) {
			return
		}
	case len(f.of) == 1 && f.of[0] == m.Shape:
		return
	}
	f.of, f.asked, f.skin = m.Shapes, skin, skin
	if len(m.Shapes) == 0 {
		f.of = []Shape{m.Shape}
	}
	bounds := EmptyAABB()
	for i := range f.of {
		bounds = bounds.Union(f.of[i].Bounds(Identity()))
	}
	size := bounds.Size()
	f.skin = min(f.skin, 0.02*min(size.X, size.Y))
	f.cores = make([]Shape, len(f.of))
	for i := range f.of {
		f.cores[i] = f.of[i].Core(f.skin)
	}
}

// Core returns the shape shrunk by skin on every side, or as far as possible.
// Casting it in place of the shape avoids catching on seams.
func (s Shape) Core(skin float64) Shape {
	points, radius := s.Vertices(), s.Radius()
	for rest := skin - radius; rest > 1e-6*skin && len(points) > 2; rest = float64(rest / 2) {
		if inner, at := ShrinkLoop(points, rest); at >= rest {
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

// support returns how far a shape extends along n from its origin.
func (s *Shape) support(n Vec) float64 {
	f := s.get()
	top := math.Inf(-1)
	for i := range f.edges {
		top = max(top, n.Dot(f.edges[i].v))
	}
	return top + f.radius
}

// clampTo returns p with its coordinates clamped to ±limit.
func clampTo(p Vec, limit float64) Vec {
	return p.Max(Vec{X: -limit, Y: -limit}).Min(Vec{X: limit, Y: limit})
}

// known returns a callback's result, clamped to ±limit, or zero if it is NaN.
func known(v Vec, limit float64) Vec {
	if v.IsNaN() {
		return Vec{}
	}
	return clampTo(v, limit)
}
