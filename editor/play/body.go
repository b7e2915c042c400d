package play

import (
	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// role says what a body does in the run.
type role uint8

const (
	dynamic   role = iota // moved by forces
	kinematic             // moved along its path
	character             // moved by its controller; bodies[0]
)

// body is one thing that moves. The character is the first of a run; the others are sorted by id.
type body struct {
	id       level.ID
	order    int32 // its place in drawing order, from 1; 0 is the character
	role     role
	trigger  bool
	goal     bool
	medium   medium  // of a trigger
	fluid    float64 // the density of water
	thing    int32   // what it is in the game: a place in things.list
	gone     bool    // for now, or for good
	filter   collision.Filter
	oneWay   Vec  // in the body's frame; zero: solid from all sides
	oneSided bool // its pieces are surfaces, solid along the normal of their first edge
	shapes   []collision.Shape
	cores    []collision.Shape // the shapes, less a skin
	material material
	jointed  bool  // a joint holds it
	net      int32 // the first of the bodies that joints connect with it, or 0
	guided   bool  // a joint holds it to what moves by itself
	weld     *weld // what its shapes are by themselves, where they are of several colliders; nil for one
	path     path
	drive    drive

	center Vec     // of mass, in the body's frame
	extent float64 // how far its farthest point is from there
	arm    float64 // the same without the radii: how far a turn can bring anything nearer
	inner  float64 // half of its least width
	invM   float64
	invI   float64
	mass   float64

	xf     collision.Transform // places its frame; kept in step with p and q
	p      Vec                 // the centre of mass
	q      collision.Rot
	v      Vec
	w      float64
	pull   Vec     // the acceleration that its constant force gives it
	energy float64 // of motion, where the step began
	lost   float64 // in steps before, of those that it is joined with
	driven bool    // something gives it energy in this step

	lift    Vec     // the force of water's buoyancy, in the last part of a step
	liftArm Vec     // where it acts, from the centre
	lifted  float64 // the energy that it can have given in this step
	wet     bool    // it is in water in this step

	pushed float64 // how far others that move have pushed it out of them in this step

	dp  Vec           // moved in this step
	dq  collision.Rot // turned in this step
	box collision.AABB

	// What it may come to in this step if nothing stops it: the way of its centre, how much nearer its turning can bring
	// anything, and all that is in reach.
	way   Vec
	turn  float64
	reach collision.AABB
	met   bool // it touches something, or will

	key, keys   collision.Key       // the first that it has in Run.world, and how many
	placed, was collision.Transform // where its frame is there, and was before
	placedBox   collision.AABB

	still   int           // for how many spans it has hardly moved
	restP   Vec           // where its centre was when the last one ended
	restQ   collision.Rot // and how it was turned
	lastWay float64       // how far it went in that
	stirred bool          // in this one it has been fast, or pulled
	asleep  bool
}

// material holds the values of a body that a contact combines.
type material struct{ friction, restitution float64 }

// newBody makes a body of a collider that is not static.
func newBody(c *level.Collider, baked *level.Baked, solid collision.Body, way *polygon.Path) body {
	b := body{
		id: c.ID, role: dynamic, trigger: solid.Trigger, filter: solid.Filter, oneSided: solid.OneSided, shapes: solid.Shapes, xf: solid.Transform,
		material: material{c.Friction, c.Restitution},
	}
	if c.Role == level.OneWay {
		b.oneWay = c.OneWay.Unit()
	}
	b.center = baked.Mass().Centroid
	if c.Body == level.Kinematic || b.trigger {
		b.role = kinematic
		b.path = pathOf(c, way)
		b.center = Vec{}
	}
	b.measure()
	if b.role == dynamic {
		for _, s := range b.shapes {
			b.cores = append(b.cores, s.Core(bodySkin))
		}
		b.weigh(baked.Mass(), c.Density)
	}
	b.q = b.xf.Q
	b.p = b.xf.Apply(b.center)
	b.updateBox()
	return b
}

// start sets a dynamic body in motion as its collider says. The masses of a run are in square pixels of density 1, of which a kilogram has
// as many as a square metre.
func (b *body) start(m level.Motion, pixelsPerMetre float64) {
	if b.role != dynamic {
		return
	}
	b.v, b.w = m.Velocity, m.Spin.Radians()
	b.pull = m.Force.Mul(float64(float64(pixelsPerMetre*pixelsPerMetre*pixelsPerMetre) * b.invM))
	if l := b.pull.Len(); l > mostPull {
		b.pull = b.pull.Mul(mostPull / l)
	}
}

// mostPull is the largest acceleration of a constant force, which is as large as the largest gravity.
const mostPull = 1e6

// measure finds how far the body reaches.
func (b *body) measure() {
	bounds := collision.EmptyAABB()
	for i := range b.shapes {
		bounds = bounds.Union(b.shapes[i].Bounds(collision.Identity()))
		for j := range b.shapes[i].Len() {
			arm := b.shapes[i].Vertex(j).Dist(b.center)
			b.arm, b.extent = max(b.arm, arm), max(b.extent, arm+b.shapes[i].Radius())
		}
	}
	size := bounds.Size()
	b.inner = float64(min(size.X, size.Y) / 2)
}

// weigh gives the body its mass. One without area or density weighs as much as a square pixel.
func (b *body) weigh(m collision.Mass, density float64) {
	b.mass = float64(m.Mass * density)
	inertia := float64(m.Inertia * density)
	if !(b.mass > 1e-9) || !(inertia > 1e-12) {
		b.mass, inertia = 1, max(b.extent*b.extent/2, 1e-3)
	}
	b.invM, b.invI = 1/b.mass, 1/inertia
}

// place puts the body's frame where its centre and rotation say.
func (b *body) place() {
	b.xf.Q = b.q
	b.xf.P = b.p.Sub(b.q.Apply(b.center))
}

// updateBox bounds the body as it stands.
func (b *body) updateBox() {
	b.box = collision.EmptyAABB()
	for i := range b.shapes {
		b.box = b.box.Union(b.shapes[i].Bounds(b.xf))
	}
}

// direction is where a one-way body's solid side faces, in level space.
func (b *body) direction() Vec { return b.xf.Q.Apply(b.oneWay) }

// at is the velocity of the body's point that stands at p.
func (b *body) at(p Vec) Vec { return b.v.Add(p.Sub(b.p).Perp().Mul(b.w)) }

// moves reports whether anything can change where the body is.
func (b *body) moves() bool { return b.role != kinematic || b.path.moves() }

// active reports whether the body's contacts have to be gathered anew.
func (b *body) active() bool { return !b.asleep && b.moves() }

func (b *body) wake() {
	if b.asleep && !b.gone {
		b.asleep, b.still, b.lastWay = false, 0, 0
	}
}

// fixture is one convex piece of a static collider.
type fixture struct {
	shape  collision.Shape
	owner  int32 // of Run.statics
	facing Vec   // in level space: the direction in which it is solid; zero for all
	ends   [2]lineEnd
}

// static is a collider that never moves.
type static struct {
	id       level.ID
	order    int32 // its place in drawing order, from 1
	xf       collision.Transform
	filter   collision.Filter
	oneWay   Vec // in level space
	goal     bool
	medium   medium  // of a trigger
	fluid    float64 // the density of water
	thing    int32   // what it is in the game: a place in things.list
	material material
}

// target names a convex piece that something can hit: a body's, or a static one.
type target struct {
	body  int32 // of Run.bodies, or noBody
	piece int32 // the body's piece, or of Run.ground
}

// noBody is the body of what is static.
const noBody int32 = -1

// facingOf is the direction in which a piece of a one-sided chain is solid, in its own frame. What is left of a chain at
// its ends may be a point, which is solid from all sides.
func facingOf(s *collision.Shape) Vec {
	if s.Len() < 2 {
		return Vec{}
	}
	return s.Normal(0)
}
