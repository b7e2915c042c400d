package play

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// CharacterState is the character's state after the last step.
type CharacterState struct {
	Position Vec
	Velocity Vec               // in level space
	Shapes   []collision.Shape // relative to the character's position
	Grounded bool
	Ground   level.ID // the collider on which it stands; 0 in the air
	Normal   Vec      // of the ground, pointing out of it
	Sides    Side     // the sides that touch something
	Touches  []Touch  // in drawing order; valid until the next step
	Fuel     float64  // remaining fraction, from 0 to 1
	Jetting  bool
	Crouched bool
	Climbing bool    // on a ladder
	Under    float64 // fraction of its height that is under water
}

// Character returns the character's state.
func (r *Run) Character() CharacterState {
	w := &r.walker
	c := CharacterState{
		Position: w.Position, Velocity: w.Velocity.Add(w.GroundVelocity()), Shapes: w.Shapes,
		Touches: r.touches, Jetting: w.jets, Crouched: w.crouched, Climbing: w.climbing, Under: w.under,
	}
	if w.Ground.On {
		c.Grounded, c.Ground, c.Normal = true, r.idOf(w.ground()), w.Ground.Normal
	}
	for _, t := range r.touches {
		c.Sides |= t.Side
	}
	if r.settings.Fuel > 0 {
		c.Fuel = w.fuel / r.settings.Fuel
	}
	return c
}

// BodyState is a body's state after the last step.
type BodyState struct {
	ID        level.ID
	Transform collision.Transform
	Velocity  Vec     // velocity of the centre of mass
	Spin      float64 // radians per second
	Asleep    bool
	Dynamic   bool
	Gone      bool     // an open door, a stomped enemy, ...
	Of        level.ID // the collider that represents the body: the first one if it has several
}

// Bodies returns the moving colliders in drawing order, except that the colliders of one body are adjacent. The slice
// is valid until the next call.
func (r *Run) Bodies() []BodyState {
	r.views = r.views[:0]
	for i := range r.bodies[1:] {
		b, w, id := &r.bodies[i+1], r.entities[i+1].weld, r.entities[i+1].id
		s := BodyState{id, b.xf, b.v, b.w, b.asleep, b.role == dynamic, b.gone, id}
		if w == nil {
			r.views = append(r.views, s)
			continue
		}
		for k, p := range w.parts {
			if k == 0 || p.id != w.parts[k-1].id {
				s.ID, s.Transform = p.id, b.xf.Mul(p.at)
				r.views = append(r.views, s)
			}
		}
	}
	return r.views
}

// Contact is a contact between two bodies, or between a body and a static collider, as solved in the last step.
type Contact struct {
	A, B   level.ID // 0 for the character
	Normal Vec      // from A to B
	Points []ContactPoint
	Solid  bool // touching, not only near
}

// ContactPoint is a point where an impulse was applied.
type ContactPoint struct {
	Point      Vec
	Separation float64
	Impulse    Vec     // on B, over the whole step, in pixels times square pixels per second
	Relative   Vec     // velocity of B relative to A at the point
	Load       float64 // normal impulse, relative to the lighter body's weight times a step
}

// Contacts returns the contacts of bodies. [CharacterState] has the character's touches. The slice is valid until the
// next call.
func (r *Run) Contacts() []Contact {
	r.contactViews = r.contactViews[:0]
	for _, i := range r.sorted {
		c := &r.contacts[i]
		n := len(r.contactViews)
		if n < cap(r.contactViews) {
			r.contactViews = r.contactViews[:n+1]
		} else {
			r.contactViews = append(r.contactViews, Contact{})
		}
		v := &r.contactViews[n]
		v.A, v.B, v.Normal, v.Points, v.Solid = r.colliderOf(c.a), r.colliderOf(c.b), c.n, v.Points[:0],
			c.separation <= Slop
		t := c.n.Perp()
		weight := r.bodies[c.a.body].mass
		if c.b.body != noBody && r.bodies[c.b.body].invM > 0 {
			weight = min(weight, r.bodies[c.b.body].mass)
		}
		weight = float64(weight * (max(r.settings.Gravity, 1) * stepTime))
		for k := range c.count {
			p := &c.points[k]
			v.Points = append(v.Points, ContactPoint{
				Point: p.at, Separation: p.separation, Impulse: c.n.Mul(p.normal).MulAdd(t, p.tangent).Mul(parts),
				Relative: r.velocityOf(c.b, p.at).Sub(r.velocityOf(c.a, p.at)),
				Load:     p.normal * parts / weight,
			})
		}
	}
	return r.contactViews
}

// Log returns the events so far, oldest first. The slice is valid until the next step.
func (r *Run) Log() []Event { return r.log }

// Inside returns the triggers that contain something, in drawing order. The slice is valid until the next call.
func (r *Run) Inside() []level.ID {
	r.insideIDs = r.insideIDs[:0]
	for _, p := range r.inside {
		r.insideIDs = append(r.insideIDs, p.trigger)
	}
	r.insideIDs = slices.Compact(r.insideIDs)
	return r.insideIDs
}

// BodyAt returns the topmost dynamic body at a point in level space, or 0.
func (r *Run) BodyAt(p Vec) level.ID {
	for i := len(r.bodies) - 1; i > 0; i-- {
		b := &r.bodies[i]
		if b.role != dynamic || b.gone || !b.box.Contains(p) {
			continue
		}
		for k := range b.shapes {
			if b.shapes[k].Contains(b.xf, p) {
				return r.entities[i].id
			}
		}
	}
	return 0
}

// Grabbed returns where the grabbed body is held and where it is pulled to, in level space, or false if no body is
// grabbed.
func (r *Run) Grabbed() (at, to Vec, ok bool) {
	if r.grabbed <= 0 {
		return Vec{}, r.input.Target, false
	}
	b := &r.bodies[r.grabbed]
	return b.p.Add(b.q.Apply(r.grabAt)), r.input.Target, true
}

// Stuck reports whether the character is inside a static collider, because it was put where it does not fit and cannot
// get out.
func (r *Run) Stuck() bool {
	return slices.ContainsFunc(r.felt, func(t collision.Touch) bool {
		return t.Depth() > touchSlop && r.targetOf(t.Key, t.Shape).body == noBody
	})
}

// Path returns the positions of the character so far, oldest first. The slice is valid until the next step.
func (r *Run) Path() []Vec { return r.path }

// Steps returns the number of steps run.
func (r *Run) Steps() int { return r.steps }

// Time returns the time since the start of the run, in seconds of game time.
func (r *Run) Time() float64 { return float64(float64(r.steps) * stepTime) }

// Finished reports whether the goal has been reached.
func (r *Run) Finished() bool { return r.ended }

// Down returns the direction of gravity.
func (r *Run) Down() Vec { return r.down }

// Settings returns the settings of the run.
func (r *Run) Settings() Settings { return r.settings }

// Recording returns the inputs so far.
func (r *Run) Recording() Recording {
	rec := r.tape
	rec.Held = slices.Clone(rec.Held)
	return rec
}

// Hash returns a hash of the run's state.
func (r *Run) Hash() uint64 {
	h := hash(14695981039346656037)
	w := &r.walker
	h.add(uint64(r.steps))
	h.vec(w.Position)
	h.vec(w.Velocity)
	h.float(w.fuel)
	h.float(r.down.Y)
	for i := range r.bodies {
		b := &r.bodies[i]
		h.add(uint64(r.entities[i].id))
		h.vec(b.p)
		h.vec(b.v)
		h.float(b.q.C)
		h.float(b.q.S)
		h.float(b.w)
	}
	r.objects.hash(r, &h)
	for _, e := range r.log {
		h.add(uint64(e.Step)<<8 | uint64(e.Kind))
		h.add(uint64(e.Trigger))
		h.add(uint64(e.Other))
		if e.Impulse != 0 {
			h.float(e.Impulse)
		}
	}
	return uint64(h)
}

// hash is a running FNV-1a hash of words of eight bytes.
type hash uint64

func (h *hash) add(x uint64) {
	for range 8 {
		*h = (*h ^ hash(x&0xff)) * 1099511628211
		x >>= 8
	}
}

func (h *hash) float(x float64) { h.add(math.Float64bits(x)) }

func (h *hash) vec(v Vec) {
	h.float(v.X)
	h.float(v.Y)
}

// Force is a force on a dynamic body in the last substep of the last step. Its unit is pixels times square pixels per
// second squared, because a body's mass is its density times its area.
type Force struct {
	Body level.ID
	Kind ForceKind
	At   Vec // the point where it acts, in level space
	Vec
}

// ForceKind is the source of a force.
type ForceKind uint8

// The kinds.
const (
	Weight      ForceKind = iota // gravity, at the centre of mass
	Push                         // a contact, including friction
	PointerPull                  // the pointer that holds the body
	Steady                       // the body's constant force, at its centre of mass
	JointPull                    // a hinge, a spring or a rope, at its anchor
	Lift                         // buoyancy, at the centroid of the submerged part
)

// AppendForces appends the forces on the dynamic bodies of a run to dst: first weights, then constant forces and
// buoyancy, then joints and contacts, each in the order of the run. For a sleeping body, these are the forces that hold
// it.
func AppendForces(dst []Force, r *Run) []Force {
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic && r.falls() {
			dst = append(dst, Force{r.entities[i].id, Weight, b.p, r.down.Mul(float64(b.mass * r.settings.Gravity))})
		}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.pull != (Vec{}) {
			dst = append(dst, Force{r.entities[i].id, Steady, b.p, b.pull.Mul(b.mass)})
		}
		if b.lift != (Vec{}) {
			dst = append(dst, Force{r.entities[i].id, Lift, b.p.Add(b.liftArm), b.lift})
		}
	}
	dst = r.appendJointForces(dst)
	for _, c := range r.Contacts() {
		var f, at Vec
		all := 0.0
		for _, p := range c.Points {
			l := p.Impulse.Len()
			f, at, all = f.MulAdd(p.Impulse, Rate), at.MulAdd(p.Point, l), all+l
		}
		if all == 0 {
			continue
		}
		at = at.Mul(1 / all)
		if id, ok := pushed(r, c.A); ok {
			dst = append(dst, Force{id, Push, at, f.Mul(-1)})
		}
		if id, ok := pushed(r, c.B); ok {
			dst = append(dst, Force{id, Push, at, f})
		}
	}
	if at, _, ok := r.Grabbed(); ok {
		dst = append(dst, Force{r.entities[r.grabbed].id, PointerPull, at, r.pulling})
	}
	return dst
}

// pushed returns the first collider of the dynamic body that contains a collider, or false if there is none.
func pushed(r *Run, id level.ID) (of level.ID, ok bool) {
	i := r.byID[id]
	return r.entities[i].id, i > 0 && r.bodies[i].role == dynamic
}

// Middle returns the median of the masses of a run's dynamic bodies, and the median of half their smallest widths, or 0
// if there are none.
func Middle(r *Run) (mass, half float64) {
	var masses, halves []float64
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic {
			masses, halves = append(masses, b.mass), append(halves, b.inner)
		}
	}
	if len(masses) == 0 {
		return 0, 0
	}
	slices.Sort(masses)
	slices.Sort(halves)
	return masses[len(masses)/2], halves[len(halves)/2]
}

// Situation is the part of a run's state by which a search for ways distinguishes states: where the character is, how
// fast it moves, and what it can still do.
type Situation struct {
	Position, Velocity Vec // in level space
	Grounded           bool
	Ground             level.ID // the collider on which it stands; 0 in the air
	Held               Input    // input of the last step
	Fuel               float64  // in seconds
	AirJumps           int
	Wall               bool // it can jump off a wall
	Climbing, Crouched bool
	Under              float64
	Down               Vec
	Progress           uint64 // hash of the open doors and of the objects that are taken or gone
	LastCheckpoint     int32  // 0 for none
}

// SituationOf returns the situation after the last step, without allocating.
func SituationOf(r *Run) Situation {
	w := &r.walker
	s := Situation{
		Position: w.Position, Velocity: w.Velocity.Add(w.GroundVelocity()), Held: r.input, Fuel: w.fuel,
		AirJumps: w.airJumps,
		Wall:     w.wallTime > 0 && r.settings.WallJump, Climbing: w.climbing, Crouched: w.crouched, Under: w.under,
		Down: r.down,
	}
	if w.Ground.On {
		s.Grounded, s.Ground = true, r.idOf(w.ground())
	}
	s.LastCheckpoint = r.homeOf
	if len(r.fates) > 1 {
		h := hash(14695981039346656037)
		for i := range r.fates {
			if f := &r.fates[i]; f.gone {
				h.add(uint64(2*i + 1))
			} else if f.on {
				h.add(uint64(2 * i))
			}
		}
		s.Progress = uint64(h)
	}
	return s
}

// AppendEntered appends the triggers that contain the character, in drawing order.
func AppendEntered(out []level.ID, r *Run) []level.ID {
	for i := range r.inside {
		if r.inside[i].order[1] == 0 {
			out = append(out, r.inside[i].trigger)
		}
	}
	return out
}

// AppendLeft appends the collectables that have not been taken, in drawing order.
func AppendLeft(out []level.ID, r *Run) []level.ID {
	for k := range r.objects.list {
		if x := &r.objects.list[k]; x.kinds.Has(level.CollectableObject) && !r.fates[k].gone {
			out = append(out, x.id)
		}
	}
	return out
}

// AppendNear appends a number for each moving body within a distance of the character, in drawing order. The number is
// a hash of the body's position, in squares of the given size, and of a platform's direction. It leaves out triggers
// without an effect in the game. The numbers stay the same as long as nothing nearby leaves its square.
func AppendNear(out []uint64, r *Run, distance, size float64) []uint64 {
	p := r.walker.Position
	for i := 1; i < len(r.bodies); i++ {
		b := &r.bodies[i]
		if b.trigger && r.entities[i].object == 0 || !b.moves() || !b.box.Grow(distance).Contains(p) {
			continue
		}
		h := hash(14695981039346656037)
		h.add(uint64(i))
		h.add(uint64(int64(b.p.X / size)))
		h.add(uint64(int64(b.p.Y / size)))
		h.add(uint64(int64(b.q.C * 4)))
		h.add(uint64(int64(b.q.S * 4)))
		if b.role == kinematic && b.v.X < 0 {
			h.add(1)
		}
		if b.role == kinematic && b.v.Y < 0 {
			h.add(2)
		}
		out = append(out, uint64(h))
	}
	return out
}
