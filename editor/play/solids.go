package play

import (
	"math"

	"fillet/collision"
	"fillet/collision/dynamics"
)

// The character is a [collision.Mover] in a world of its own. That world holds the solid bodies of the run, in their
// poses at the time when the character moves. The first keys belong to moving bodies. The solver uses the run's own
// lists, which it iterates in order.

// putSolid puts a body's pieces into the world and returns the next key. Each piece of a one-sided chain becomes a
// one-way body, as in the solver.
func (r *Run) putSolid(k collision.Key, solid collision.Body, first dynamics.Target) collision.Key {
	shapes, oneSided := solid.Shapes, solid.OneSided && solid.OneWay == (Vec{})
	solid.OneSided = false
	for i := range shapes {
		if oneSided {
			solid.Shapes, solid.OneWay = shapes[i:i+1], solid.Transform.Q.Apply(dynamics.FacingOf(&shapes[i]))
		}
		if int(k) > len(r.solids) {
			r.solids = append(r.solids, dynamics.Target{})
		}
		r.solids[k-1] = dynamics.Target{Body: first.Body, Piece: first.Piece + int32(i)}
		r.world.Put(k, solid)
		if k++; !oneSided {
			break
		}
	}
	return k
}

// putBody puts a moving body into the world, or updates it.
func (r *Run) putBody(i int32) (next collision.Key) {
	b := &r.space.Bodies[i]
	solid := collision.Body{
		Shapes: b.Shapes, Transform: b.Pose, Filter: b.Filter, OneWay: b.Direction(),
		OneSided: b.OneSided,
	}
	return r.putSolid(r.entities[i].key, solid, dynamics.Target{Body: i})
}

func (r *Run) putBodies() {
	k := collision.Key(1)
	for i := 1; i < len(r.space.Bodies); i++ {
		if b, e := &r.space.Bodies[i], &r.entities[i]; !b.Trigger {
			e.key, e.was, e.placed, e.placedBox = k, b.Pose, b.Pose, b.Box
			k = r.putBody(int32(i))
			e.keys = k - e.key
		}
	}
}

// reach bounds where the character can get in this step, generously.
func (w *walker) reach() collision.AABB {
	r := w.run
	box, fastest := r.space.Bodies[0].Box, 0.0
	for i := 1; i < len(r.space.Bodies); i++ {
		if b := &r.space.Bodies[i]; !b.Asleep {
			fastest = max(fastest, b.Velocity.Len()+float64(b.Extent*math.Abs(b.Spin)))
		}
	}
	way := float64((w.Velocity.Len() + float64(w.acc.Len()*stepTime) + fastest) * stepTime)
	return box.Grow(float64(2 * (way + w.StepHeight + box.Size().X + box.Size().Y)))
}

// placedAtOnce is the number of bodies that the world updates one by one. For many more, it would rebuild its tree,
// which allocates.
const placedAtOnce = 32

// moveSolids updates the world's bodies that are or were in a box. It skips the others, because the character cannot
// reach them.
func (r *Run) moveSolids(near collision.AABB) {
	moved := 0
	for i := 1; i < len(r.space.Bodies); i++ {
		b, e := &r.space.Bodies[i], &r.entities[i]
		if b.Trigger || !near.Overlaps(b.Box) && !near.Overlaps(e.placedBox) {
			continue
		}
		e.was, e.placed, e.placedBox = e.placed, b.Pose, b.Box
		if e.was != b.Pose {
			r.moveSolid(int32(i), e.was, &moved)
		}
	}
}

// moveSolid moves a body in the world from a pose to the body's own. moved counts the bodies that were moved.
func (r *Run) moveSolid(i int32, from collision.Transform, moved *int) {
	b, e := &r.space.Bodies[i], &r.entities[i]
	if from.Q != b.Pose.Q && (b.OneSided || b.OneWay != (Vec{})) {
		r.putBody(i) // its solid direction has turned too
	}
	for k := range e.keys {
		r.world.Move(e.key+k, b.Pose)
	}
	if *moved++; *moved%placedAtOnce == 0 {
		r.world.AppendPoint(nil, Vec{}, collision.Query{}) // a query updates the moved bodies
	}
}

// targetOf returns the piece for a body's key in the world and an index among its shapes.
func (r *Run) targetOf(k collision.Key, shape int) dynamics.Target {
	t := r.solids[k-1]
	t.Piece += int32(shape)
	return t
}

// surface returns the velocity, at a point, of the body with the given key.
func (r *Run) surface(k collision.Key, at Vec) Vec {
	var own Vec
	if !r.trying {
		own = r.space.VelocityOf(r.targetOf(k, 0), at)
	}
	if r.objects.belts {
		own = own.Add(r.objects.carry(r, k, at))
	}
	return own
}

// shift returns how far a point of the body with the given key has moved in this step, including conveyor belts.
func (r *Run) shift(k collision.Key, at Vec) (way Vec) {
	if r.objects.belts {
		way = r.objects.carry(r, k, at).Mul(stepTime)
	}
	t := r.targetOf(k, 0)
	if r.trying || t.Body == dynamics.NoBody || r.space.Bodies[t.Body].Pose == r.entities[t.Body].was {
		return way
	}
	return r.space.Bodies[t.Body].Pose.Apply(r.entities[t.Body].was.ApplyInv(at)).Sub(at).Add(way)
}

// everywhere contains all bodies.
var everywhere = collision.AABB{Min: Vec{X: math.Inf(-1), Y: math.Inf(-1)}, Max: Vec{X: math.Inf(1), Y: math.Inf(1)}}
