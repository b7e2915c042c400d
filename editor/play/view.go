package play

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
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
		Touches: r.touches, Jetting: w.jets, Crouched: w.crouched, Climbing: w.climbing, Under: w.submerged,
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
	for i := range r.space.Bodies[1:] {
		b, w, id := &r.space.Bodies[i+1], r.entities[i+1].weld, r.entities[i+1].id
		s := BodyState{id, b.Pose, b.Velocity, b.Spin, b.Asleep, b.Role == dynamics.Dynamic, b.Gone, id}
		if w == nil {
			r.views = append(r.views, s)
			continue
		}
		for k, p := range w.parts {
			if k == 0 || p.id != w.parts[k-1].id {
				s.ID, s.Transform = p.id, b.Pose.Mul(p.at)
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
	for _, i := range r.space.Sorted {
		c := &r.space.Contacts[i]
		n := len(r.contactViews)
		r.contactViews = slices.Grow(r.contactViews, 1)[:n+1] // reuses the memory of an earlier element
		v := &r.contactViews[n]
		v.A, v.B, v.Normal, v.Points, v.Solid = r.colliderOf(c.A), r.colliderOf(c.B), c.Normal, v.Points[:0],
			c.Separation <= Slop
		t := c.Normal.Perp()
		weight := r.space.Bodies[c.A.Body].Mass
		if c.B.Body != dynamics.NoBody && r.space.Bodies[c.B.Body].InvMass > 0 {
			weight = min(weight, r.space.Bodies[c.B.Body].Mass)
		}
		weight = float64(weight * (max(r.settings.Gravity, 1) * stepTime))
		for k := range c.Count {
			p := &c.Points[k]
			v.Points = append(v.Points, ContactPoint{
				Point: p.Point, Separation: p.Separation,
				Impulse:  c.Normal.Mul(p.NormalImpulse).MulAdd(t, p.TangentImpulse).Mul(dynamics.Substeps),
				Relative: r.space.VelocityOf(c.B, p.Point).Sub(r.space.VelocityOf(c.A, p.Point)),
				Load:     p.NormalImpulse * dynamics.Substeps / weight,
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
	for i := len(r.space.Bodies) - 1; i > 0; i-- {
		b := &r.space.Bodies[i]
		if b.Role != dynamics.Dynamic || b.Gone || !b.Box.Contains(p) {
			continue
		}
		for k := range b.Shapes {
			if b.Shapes[k].Contains(b.Pose, p) {
				return r.entities[i].id
			}
		}
	}
	return 0
}

// Grabbed returns where the grabbed body is held and where it is pulled to, in level space, or false if no body is
// grabbed.
func (r *Run) Grabbed() (at, to Vec, ok bool) {
	if r.space.Grabbed <= 0 {
		return Vec{}, r.input.Target, false
	}
	b := &r.space.Bodies[r.space.Grabbed]
	return b.Position.Add(b.Rotation.Apply(r.space.GrabPoint)), r.input.Target, true
}

// Stuck reports whether the character is inside a static collider, because it was put where it does not fit and cannot
// get out.
func (r *Run) Stuck() bool {
	return slices.ContainsFunc(r.felt, func(t collision.Touch) bool {
		return t.Depth() > touchSlop && r.targetOf(t.Key, t.Shape).Body == dynamics.NoBody
	})
}

// Path returns the positions of the character so far, oldest first. The slice is valid until the next step.
func (r *Run) Path() []Vec { return r.path }

// Steps returns the number of steps run.
func (r *Run) Steps() int { return r.space.Steps }

// Time returns the time since the start of the run, in seconds of game time.
func (r *Run) Time() float64 { return float64(float64(r.space.Steps) * stepTime) }

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
	h.add(uint64(r.space.Steps))
	h.vec(w.Position)
	h.vec(w.Velocity)
	h.float(w.fuel)
	h.float(r.down.Y)
	for i := range r.space.Bodies {
		b := &r.space.Bodies[i]
		h.add(uint64(r.entities[i].id))
		h.vec(b.Position)
		h.vec(b.Velocity)
		h.float(b.Rotation.C)
		h.float(b.Rotation.S)
		h.float(b.Spin)
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
	for i := range r.space.Bodies {
		if b := &r.space.Bodies[i]; b.Role == dynamics.Dynamic && r.space.HasGravity() {
			weight := r.down.Mul(float64(b.Mass * r.settings.Gravity))
			dst = append(dst, Force{r.entities[i].id, Weight, b.Position, weight})
		}
	}
	for i := range r.space.Bodies {
		b := &r.space.Bodies[i]
		if b.Pull != (Vec{}) {
			dst = append(dst, Force{r.entities[i].id, Steady, b.Position, b.Pull.Mul(b.Mass)})
		}
		if b.Lift != (Vec{}) {
			dst = append(dst, Force{r.entities[i].id, Lift, b.Position.Add(b.LiftArm), b.Lift})
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
		dst = append(dst, Force{r.entities[r.space.Grabbed].id, PointerPull, at, r.space.GrabForce})
	}
	return dst
}

// pushed returns the first collider of the dynamic body that contains a collider, or false if there is none.
func pushed(r *Run, id level.ID) (of level.ID, ok bool) {
	i := r.byID[id]
	return r.entities[i].id, i > 0 && r.space.Bodies[i].Role == dynamics.Dynamic
}

// Middle returns the median of the masses of a run's dynamic bodies, and the median of half their smallest widths, or 0
// if there are none.
func Middle(r *Run) (mass, half float64) {
	var masses, halves []float64
	for i := range r.space.Bodies {
		if b := &r.space.Bodies[i]; b.Role == dynamics.Dynamic {
			masses, halves = append(masses, b.Mass), append(halves, b.Inner)
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
		AirJumps: w.airJumps, Wall: w.wallTime > 0 && r.settings.WallJump, Climbing: w.climbing, Crouched: w.crouched,
		Under: w.submerged, Down: r.down, LastCheckpoint: r.homeOf,
	}
	if w.Ground.On {
		s.Grounded, s.Ground = true, r.idOf(w.ground())
	}
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

// AppendNear appends a number for each moving body within a distance of the character, in drawing order. The number is
// a hash of the body's position, in squares of the given size, and of a platform's direction. It leaves out triggers
// without an effect in the game. The numbers stay the same as long as nothing nearby leaves its square.
func AppendNear(out []uint64, r *Run, distance, size float64) []uint64 {
	p := r.walker.Position
	for i := 1; i < len(r.space.Bodies); i++ {
		b := &r.space.Bodies[i]
		if b.Trigger && r.entities[i].object == 0 || !b.CanMove() || !b.Box.Grow(distance).Contains(p) {
			continue
		}
		h := hash(14695981039346656037)
		h.add(uint64(i))
		h.add(uint64(int64(b.Position.X / size)))
		h.add(uint64(int64(b.Position.Y / size)))
		h.add(uint64(int64(b.Rotation.C * 4)))
		h.add(uint64(int64(b.Rotation.S * 4)))
		if b.Role == dynamics.Kinematic && b.Velocity.X < 0 {
			h.add(1)
		}
		if b.Role == dynamics.Kinematic && b.Velocity.Y < 0 {
			h.add(2)
		}
		out = append(out, uint64(h))
	}
	return out
}
