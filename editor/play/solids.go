package play

import (
	"math"

	"fillet/collision"
)

// The character is a [collision.Mover] in a world of its own, which holds the solid bodies of the run where they are
// when the character moves. The first keys belong to moving bodies. The solver uses the run's own lists, which it
// iterates in order.

// putSolid puts a body's pieces into the world and returns the next key. The pieces of a one-sided chain become
// separate one-way bodies, as in the solver.
func (r *Run) putSolid(k collision.Key, solid collision.Body, first target) collision.Key {
	shapes, oneSided := solid.Shapes, solid.OneSided && solid.OneWay == (Vec{})
	solid.OneSided = false
	for i := range shapes {
		if oneSided {
			solid.Shapes, solid.OneWay = shapes[i:i+1], solid.Transform.Q.Apply(facingOf(&shapes[i]))
		}
		if int(k) > len(r.solids) {
			r.solids = append(r.solids, target{})
		}
		r.solids[k-1] = target{first.body, first.piece + int32(i)}
		r.world.Put(k, solid)
		if k++; !oneSided {
			break
		}
	}
	return k
}

// putBody puts a moving body into the world, or updates it.
func (r *Run) putBody(i int32) (next collision.Key) {
	b := &r.bodies[i]
	solid := collision.Body{
		Shapes: b.shapes, Transform: b.xf, Filter: b.filter, OneWay: b.direction(),
		OneSided: b.oneSided,
	}
	return r.putSolid(b.key, solid, target{body: i})
}

// putBodies puts all moving bodies into the world.
func (r *Run) putBodies() {
	k := collision.Key(1)
	for i := 1; i < len(r.bodies); i++ {
		if b := &r.bodies[i]; !b.trigger {
			b.key, b.was, b.placed, b.placedBox = k, b.xf, b.xf, b.box
			k = r.putBody(int32(i))
			b.keys = k - b.key
		}
	}
}

// everywhere contains all bodies.
var everywhere = collision.AABB{Min: Vec{X: math.Inf(-1), Y: math.Inf(-1)}, Max: Vec{X: math.Inf(1), Y: math.Inf(1)}}

// reach bounds where the character may get in this step, with room to spare.
func (w *walker) reach() collision.AABB {
	r := w.run
	box, fastest := r.bodies[0].box, 0.0
	for i := 1; i < len(r.bodies); i++ {
		if b := &r.bodies[i]; !b.asleep {
			fastest = max(fastest, b.v.Len()+float64(b.extent*math.Abs(b.w)))
		}
	}
	way := float64((w.Velocity.Len() + float64(w.acc.Len()*stepTime) + fastest) * stepTime)
	return box.Grow(float64(2 * (way + w.StepHeight + box.Size().X + box.Size().Y)))
}

// placedAtOnce is the number of bodies the world updates one by one: for very many, it rebuilds its tree, which
// allocates.
const placedAtOnce = 32

// moveSolids updates the world's bodies that are in a box or were there before. It skips the others, as the character
// cannot reach them.
func (r *Run) moveSolids(near collision.AABB) {
	moved := 0
	for i := 1; i < len(r.bodies); i++ {
		b := &r.bodies[i]
		if b.trigger || !near.Overlaps(b.box) && !near.Overlaps(b.placedBox) {
			continue
		}
		b.was, b.placed, b.placedBox = b.placed, b.xf, b.box
		if b.was == b.xf {
			continue
		}
		if b.was.Q != b.xf.Q && (b.oneSided || b.oneWay != (Vec{})) {
			r.putBody(int32(i)) // its solid direction has turned too
		}
		for k := range b.keys {
			r.world.Move(b.key+k, b.xf)
		}
		if moved++; moved%placedAtOnce == 0 {
			r.world.AppendPoint(nil, Vec{}, collision.Query{}) // a query updates the moved bodies
		}
	}
}

// targetOf returns the piece with a key in the world and an index among its body's shapes.
func (r *Run) targetOf(k collision.Key, shape int) target {
	t := r.solids[k-1]
	t.piece += int32(shape)
	return t
}

// surface returns the velocity at a point of the body with a key in the world.
func (r *Run) surface(k collision.Key, at Vec) Vec {
	var own Vec
	if !r.trying {
		own = r.velocityOf(r.targetOf(k, 0), at)
	}
	if r.things.belts {
		own = own.Add(r.things.carry(r, k, at))
	}
	return own
}

// shift returns how far a point of that body has moved in this step, including conveyor belts.
func (r *Run) shift(k collision.Key, at Vec) (way Vec) {
	if r.things.belts {
		way = r.things.carry(r, k, at).Mul(stepTime)
	}
	t := r.targetOf(k, 0)
	if r.trying || t.body == noBody || r.bodies[t.body].xf == r.bodies[t.body].was {
		return way
	}
	b := &r.bodies[t.body]
	return b.xf.Apply(b.was.ApplyInv(at)).Sub(at).Add(way)
}
