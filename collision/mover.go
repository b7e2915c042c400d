package collision

import (
	"math"
	"slices"
)

// Mover moves a character through a [World]: it stops at what is in its way,
// slides along it, walks up slopes and steps, stays on ground that falls away,
// and stands on one-way platforms. There are two ways to use it, once a frame.
//
// With [Mover.Step] the Mover keeps the velocity, which acceleration and whatever
// is met change, and knows the velocities of moving ground:
//
//	hero.Step(world, gravity, dt)
//
// With [Mover.Move] the game keeps the velocity, and moves by a distance:
//
//	moved := hero.Move(world, velocity.Mul(dt))
//	velocity = moved.Clip(velocity)
//
// Lengths are in the World's units, directions and positions in the World's frame.
// The game may put a body for the character into the World, so that others meet it;
// it names that body in Query.Exclude, so that the Mover does not.
//
// A Mover never moves into a body. A body that has moved into it pushes it out by
// the shortest way. It gives way to bodies that are not Static as far as Static ones
// leave room for it, and then stays in them. It does not turn, and it pushes
// nothing.
//
// A copy of a Mover goes on by itself, to try out a move for instance. The two share
// buffers, so they must not move at the same time.
type Mover struct {
	// Shape is the character's, about Position.
	Shape Shape
	// Shapes, unless empty, takes the place of Shape, for a character of several
	// pieces. The list must not be changed, only replaced.
	Shapes []Shape
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
	// MaxFall is the greatest speed against Up that Step leads to, in units of length
	// a second; 0 is without a limit.
	MaxFall float64
	// Skin is how far something may stick into the way without stopping the Mover,
	// such as the next of two tiles that are level but for a little. 0 means
	// [DefaultSkin]; it is at most a fiftieth of the Shape's size.
	Skin float64
	// Query says which bodies are met. Triggers never are, whatever it says.
	Query Query
	// Shift, unless nil, returns how far a point of a body has moved since the last
	// Move or Step. The ground carries the Mover that far, unless something else is in
	// the way, and in a Move a rising platform catches a Mover that it overtakes, a
	// one-way platform too. Shift must not change the World.
	Shift func(k Key, at Vec) Vec
	// Surface, unless nil, returns the velocity of a body's surface at a point: that of
	// a moving platform, or of a conveyor belt, which itself does not move. Step lands
	// on it, leaves it and is pushed by it with that velocity. Where Shift is nil the
	// ground carries the Mover so fast. Surface must not change the World.
	Surface func(k Key, at Vec) Vec

	// Position is the position of the Shape's origin. It may be set at any time.
	Position Vec
	// Velocity is the character's own, for Step, in units of length a second: on
	// ground as seen from the ground, and along it. It may be set at any time.
	Velocity Vec
	// Ground says what the character stands on since the last Move or Step.
	Ground Ground

	built moverForm
	drops [4]moverDrop
	room  *moverRoom
}

// moverRoom holds the buffers of a Mover and of its copies.
type moverRoom struct {
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

// Moved is the result of a [Mover.Move] or a [Mover.Step].
type Moved struct {
	// Way is the change of Position.
	Way Vec
	// Hits lists what it met, in that order: what it slid along or was stopped by, and
	// ground that it reached. T is the fraction of the motion's length covered by then.
	// The slice is the Mover's and is valid until the next Move or Step of it or a copy.
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

// Limits of one Move or Step.
const (
	moverTurns   = 8    // changes of direction; the rest of the way after them is dropped
	moverRounds  = 16   // how often overlaps are gathered anew
	movingRounds = 4    // in how many of them bodies push that are not static
	pressTurns   = 2    // parts of the way of such a push
	sharpest     = 0.1  // the sine of the sharpest wedge that it is pushed out of at once
	flatEnough   = 1e-9 // of a cosine, and of a speed: rounding
	leastRise    = 0.01 // the cosine to Up from which an edge can be stood on
	moverReach   = 16   // how far past its way the core is cast, in skins
	edgeReach    = 10   // how far beside an edge the ground is looked at, in skins
	dropMoves    = 8    // for how many moves a body that is dropped through is so at least
)

// Move moves the character by motion, after what its ground carries it, and returns
// the result. In the air the character slides along everything. On ground it walks:
// the part of the motion across Up becomes its way along the ground, however steep
// that is; a motion that leads up takes off. A motion that is NaN, or a Position
// that is not within [MaxCoordinate], moves nothing.
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

// Step moves the character for dt seconds by its Velocity, which acceleration
// changes meanwhile, after what its ground carries it, and returns the result: what
// it meets changes Velocity as well. On ground only the part of the acceleration
// across Up counts, along the ground, so that gravity may be passed on all the time;
// to take off, see [Mover.Leave]. Without anything in the way the path is exact for
// a constant acceleration.
//
// Numbers that are NaN, a dt that is not above 0, or a Position that is not within
// [MaxCoordinate], move nothing.
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

// Leave takes the Mover off its ground, whose velocity becomes a part of its own. To
// jump, leave, and add the jump's speed to Velocity.
func (m *Mover) Leave() {
	m.Velocity = m.Velocity.Add(m.GroundVelocity())
	m.Ground = Ground{}
}

// GroundVelocity returns the velocity of the ground under the Mover, as Surface says:
// added to Velocity it is the character's as the World sees it.
func (m *Mover) GroundVelocity() Vec {
	if !m.Ground.On || m.Surface == nil {
		return Vec{}
	}
	return known(m.Surface(m.Ground.Key, m.Ground.Point), fastest)
}

// Drop makes the Mover leave the one-way platform that it stands on and fall through
// it: it does not meet that body until it has come out of it. It returns false, and
// does nothing, on other ground and in the air. Four platforms are dropped through at
// once at most.
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

// Resume makes the Mover what a copy of it was: where it stood, its velocity, its
// ground, what it fell through, its shapes and all that it goes by. Its own functions
// (Shift, Surface, and those of its Query) and its buffers stay: the copy may be of a
// Mover in another World of the same bodies, which goes on by itself.
func (m *Mover) Resume(o *Mover) {
	shift, surface, predicate, depth, room := m.Shift, m.Surface, m.Query.Predicate, m.Query.Depth, m.room
	*m = *o
	m.Shift, m.Surface, m.Query.Predicate, m.Query.Depth, m.room = shift, surface, predicate, depth, room
}

// Along returns the direction of walking, a unit vector: along the ground, or across
// Up in the air, toward where a quarter turn from +x to +y leads to -Up, which is to
// the right where Up is up on the screen. It is zero where Up is.
func (m *Mover) Along() Vec {
	side := m.Up.Unit().Perp()
	if !m.Ground.On {
		return side
	}
	return toward(m.Ground.Normal.Unit().Perp(), side)
}

// toward returns t, or its opposite where that leads to the side.
func toward(t, side Vec) Vec {
	if t.Dot(side) < 0 {
		return t.Neg()
	}
	return t
}

// Touch is where a shape touches a body.
type Touch struct {
	Key   Key
	Shape int // which of the body's Shapes
	Own   int // which of the Mover's Shapes
	Manifold
}

// AppendTouches appends what touches the Mover where it stands, or is nearer to it
// than a margin, to out: a manifold from the Mover to the body for each pair of
// shapes, the deepest first. One-way bodies are listed where they stop it.
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

// moverForm holds what is computed of a Mover's shapes.
type moverForm struct {
	of    []Shape
	cores []Shape // the shapes that are cast
	asked float64 // the Skin that is asked for
	skin  float64

	slope  float64 // the MaxSlope of what follows
	cosine float64 // to Up, of the steepest ground's normal
	tan    float64 // of its angle
}

// moverDrop is a body that a Mover falls through.
type moverDrop struct {
	key   Key
	moves int // for at least so many more
	on    bool
}

// build makes the shapes that are cast, unless they are made.
func (m *Mover) build() {
	f, skin := &m.built, m.Skin
	if f.slope != m.MaxSlope || f.of == nil {
		f.slope, f.cosine, f.tan = m.MaxSlope, 1, 0
		if m.MaxSlope > 0 {
			sin, cos := Sincos(min(m.MaxSlope, math.Pi/2))
			f.cosine, f.tan = cos, sin/max(cos, leastRise)
		}
		f.cosine = max(f.cosine-flatEnough, leastRise)
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

// Core returns the shape made smaller by a skin on every side, or as far as it allows:
// what is cast in its place does not trip over seams.
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

// support returns how far a shape reaches along n from its origin.
func (s *Shape) support(n Vec) float64 {
	f := s.get()
	top := math.Inf(-1)
	for i := range f.edges {
		top = max(top, n.Dot(f.edges[i].v))
	}
	return top + f.radius
}

// clampTo returns p with its coordinates within a bound.
func clampTo(p Vec, most float64) Vec {
	return p.Max(Vec{X: -most, Y: -most}).Min(Vec{X: most, Y: most})
}

// known returns what a callback has returned, zero where that is no number.
func known(v Vec, most float64) Vec {
	if v.IsNaN() {
		return Vec{}
	}
	return clampTo(v, most)
}
