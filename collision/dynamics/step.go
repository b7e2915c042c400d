package dynamics

import (
	"iter"
	"math"

	"fillet/collision"
)

// NewSpace returns a space with a character that is gone. In the settings, nil functions become the square root of the
// product for friction and the larger value for restitution; a zero SleepSpan becomes a quarter of a second.
func NewSpace(s Settings) *Space {
	if s.Friction == nil {
		s.Friction = GeometricMix.Of
	}
	if s.Restitution == nil {
		s.Restitution = MaximumMix.Of
	}
	if s.SleepSpan == 0 {
		s.SleepSpan = 15
	}
	r := &Space{Settings: s}
	character := NewBody(&BodyDef{Role: Character, Pose: collision.Identity(), Mass: collision.Mass{Mass: 1}})
	character.Gone = true
	r.Bodies = append(r.Bodies, character)
	r.Start()
	return r
}

// AddBody adds a body and returns its index. A dynamic body without a mass gets the mass of its shapes. Where shapes
// overlap, both count.
func (r *Space) AddBody(d *BodyDef) int32 {
	def := *d
	if def.Role == Dynamic && def.Mass == (collision.Mass{}) && def.Density > 0 {
		def.Mass = massOf(def.Shapes, min(def.Density, maxNumber))
	}
	r.Bodies = append(r.Bodies, NewBody(&def))
	return int32(len(r.Bodies) - 1)
}

// massOf returns the mass of shapes together.
func massOf(shapes []collision.Shape, density float64) (sum collision.Mass) {
	parts := make([]collision.Mass, len(shapes))
	for i, s := range shapes {
		parts[i] = s.Mass(density)
		sum.Area += parts[i].Area
		sum.Mass += parts[i].Mass
		sum.Centroid = sum.Centroid.MulAdd(parts[i].Centroid, parts[i].Mass)
	}
	if sum.Mass > 0 {
		sum.Centroid = sum.Centroid.Mul(1 / sum.Mass)
	}
	for _, m := range parts {
		sum.Inertia += m.Inertia + float64(m.Mass*m.Centroid.Sub(sum.Centroid).LenSq())
	}
	return sum
}

// Step moves the bodies by dt seconds, at most one. The playtest steps by [StepTime]; above a thirtieth of a second,
// piles get soft. A dt that is not above 0 moves nothing.
func (r *Space) Step(dt float64) {
	if !(dt > 0) {
		return
	}
	r.grow()
	r.setStep(min(dt, 1))
	r.Steps++
	r.Gravity = boundedVec(r.Gravity)
	r.Damping, r.SpinDamping = max(bounded(r.Damping, maxNumber), 0), max(bounded(r.SpinDamping, maxNumber), 0)
	for i := range r.Bodies {
		b := &r.Bodies[i]
		b.Velocity, b.Spin, b.Pull = boundedVec(b.Velocity), bounded(b.Spin, maxNumber), boundedVec(b.Pull)
		if b.Role == Kinematic {
			b.Moving = b.Velocity != (Vec{}) || b.Spin != 0
		}
	}
	r.Gather()
	r.UpdateIslands()
	r.Solve(func() {}, func() {
		for i := range r.Bodies {
			if b := &r.Bodies[i]; b.Role == Kinematic && b.Moving && !b.Gone {
				b.Position = b.Position.MulAdd(b.Velocity, r.dt)
				b.Rotation = Turned(b.Rotation, float64(b.Spin*r.dt))
				b.place()
			}
		}
	})
	r.UpdateRest()
}

// maxNumber limits numbers of the interface, so that products of several of them are finite.
const maxNumber = 1e9

// bounded returns x, clamped to ±limit, or 0 for NaN.
func bounded(x, limit float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(x, -limit), limit)
}

// boundedVec bounds both coordinates of a vector.
func boundedVec(v Vec) Vec { return Vec{X: bounded(v.X, maxNumber), Y: bounded(v.Y, maxNumber)} }

// grow prepares for bodies, static colliders and joints that were added since the last step.
func (r *Space) grow() {
	n := len(r.Bodies)
	for i := len(r.Sweep); i < n; i++ {
		b := &r.Bodies[i]
		b.UpdateBox()
		r.Sweep = append(r.Sweep, int32(i))
		if b.Role == Kinematic {
			r.wakeNear(b.Box)
		}
	}
	if len(r.island) != n { // also after a Restore
		r.island, r.calm, r.held = make([]int32, n), make([]int, n), make([]bool, n)
		r.energies, r.loads = make([]energies, n), make([]load, n)
	}
	if r.indexed != len(r.Ground) {
		if r.Steps > 0 { // before, nothing sleeps
			for _, f := range r.Ground[r.indexed:] {
				r.wakeNear(f.Shape.Bounds(r.Statics[f.Owner].Pose))
			}
		}
		r.IndexGround()
	}
	if r.connected != len(r.Joints) {
		r.ConnectJoints()
	}
}

// wakeNear wakes the bodies near a box.
func (r *Space) wakeNear(box collision.AABB) {
	for i := range r.Bodies {
		if b := &r.Bodies[i]; b.Role == Dynamic && b.Box.Overlaps(box.Grow(reach)) {
			b.Rouse()
		}
	}
}

// SetGone removes a body or a static collider from the space, or puts it back, and wakes what it touches.
func (r *Space) SetGone(o Owner, gone bool) {
	r.WakeAround(o)
	r.SetOwnerGone(o, gone)
	switch b := o.Body(); {
	case o == NoOwner:
	case b == NoBody:
		s := &r.Statics[-1-o]
		for _, shape := range s.solid.Shapes {
			r.wakeNear(shape.Bounds(s.Pose))
		}
	case gone:
		r.Bodies[b].Asleep, r.Bodies[b].Velocity, r.Bodies[b].Spin = true, Vec{}, 0
	default:
		r.Bodies[b].Wake()
		r.wakeNear(r.Bodies[b].Box)
	}
}

// Push changes the velocity of a dynamic body by an impulse at a point of the space, and wakes it. An impulse that is
// not finite does nothing.
func (r *Space) Push(body int32, impulse, at Vec) {
	b := &r.Bodies[body]
	if b.Role != Dynamic || !impulse.IsFinite() || !at.IsFinite() {
		return
	}
	b.Rouse()
	b.Velocity = b.Velocity.MulAdd(impulse, b.InvMass)
	b.Spin += float64(b.InvInertia * at.Sub(b.Position).Cross(impulse))
}

// Touch is a pair of pieces that pressed against each other in the last step.
type Touch struct {
	A, B    Owner
	Point   Vec
	Normal  Vec     // from A to B
	Impulse float64 // along the normal, in total over the step
	Began   bool    // they did not press against each other in the step before; unknown right after a Restore
}

// Touches returns the pairs of pieces that pressed against each other in the last step, in an order that is always the
// same.
func (r *Space) Touches() iter.Seq[Touch] {
	return func(yield func(Touch) bool) {
		for _, i := range r.Sorted {
			c := &r.Contacts[i]
			if !(c.Impulse > 0) {
				continue
			}
			was := findContact(r.before, r.sortedBefore, c)
			t := Touch{
				A: r.ownerOf(c.A), B: r.ownerOf(c.B), Normal: c.Normal, Impulse: c.Impulse,
				Began: was == nil || !(was.Impulse > 0),
			}
			for k := range c.Count {
				t.Point = t.Point.MulAdd(c.Points[k].Point, 1/float64(c.Count))
			}
			if !yield(t) {
				return
			}
		}
	}
}

// KeyOf returns the key of a body or a static collider in the world of [Space.Place].
func KeyOf(o Owner) collision.Key {
	if o < 0 {
		return collision.Key(-o)<<32 | 1<<63
	}
	return collision.Key(o) + 1
}

// OwnerOf returns the body or static collider with the given key in the world of [Space.Place].
func OwnerOf(k collision.Key) Owner {
	if k>>63 != 0 {
		return -Owner(k << 1 >> 33)
	}
	return Owner(k - 1)
}

// Place puts the bodies and static colliders into a world, where they are, or removes those that are gone. The world
// answers rays and casts until the next step. The character is not in it.
func (r *Space) Place(w *collision.World) {
	put := func(o Owner, gone bool, b collision.Body) {
		k := KeyOf(o)
		was, known := w.Body(k)
		switch {
		case gone && known:
			w.Remove(k)
		case gone:
		case !known || was.Filter != b.Filter || was.Trigger != b.Trigger ||
			was.OneWay != (Vec{}) && was.Transform.Q != b.Transform.Q:
			w.Put(k, b)
		case was.Transform != b.Transform:
			w.Move(k, b.Transform)
		}
	}
	for i := 1; i < len(r.Bodies); i++ {
		b := &r.Bodies[i]
		put(Owner(i), b.Gone, collision.Body{
			Shapes: b.Shapes, Transform: b.Pose, Filter: b.Filter, Trigger: b.Trigger, OneSided: b.OneSided,
			OneWay: b.Direction(),
		})
	}
	for i := range r.Statics {
		s := r.Statics[i]
		s.solid.Filter = s.Filter
		put(StaticOwner(int32(i)), s.Gone, s.solid)
	}
}
