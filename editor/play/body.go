package play

import "fillet/collision"

// role is a way in which a body moves.
type role uint8

const (
	dynamic   role = iota // moved by forces
	kinematic             // moved along its path
	character             // moved by its controller; only bodies[0]
)

// body is a moving object. The character is the first body of a run; the others follow in drawing order.
type body struct {
	role      role
	moving    bool // whether a kinematic body is moving along its path
	trigger   bool
	gone      bool // removed from the run, temporarily or permanently
	filter    collision.Filter
	oneWay    Vec  // in the body's frame; zero if solid from all sides
	oneSided  bool // its pieces are surfaces, each solid along the normal of its first edge
	shapes    []collision.Shape
	cores     []collision.Shape // the shapes, shrunk by bodySkin
	chain     *chain            // for a kinematic body with pieces that are connected lines, else nil
	material  material
	jointed   bool        // a joint is attached to it
	net       int32       // the first body of the network of joints that it belongs to, or 0
	guided    bool        // a joint ties it to something that moves on its own
	materials *[]material // of its shapes if they can differ, else nil

	center Vec     // centre of mass, in the body's frame
	extent float64 // largest distance of any point from the centre
	arm    float64 // extent without radii, which bounds motion by rotation
	inner  float64 // half the shorter side of its bounds, in its frame
	invM   float64
	invI   float64
	mass   float64

	xf     collision.Transform // pose of its frame; kept in sync with p and q
	p      Vec                 // position of the centre of mass
	q      collision.Rot
	v      Vec
	w      float64
	pull   Vec     // acceleration by its constant force
	energy float64 // kinetic energy at the start of the step
	lost   float64 // energy lost in earlier steps, shared with the bodies joined to it
	driven bool    // something adds energy to it in this step

	lift    Vec     // buoyancy in the last substep
	liftArm Vec     // where buoyancy acts, relative to the centre
	lifted  float64 // upper bound of the energy added by buoyancy in this step
	wet     bool    // in water in this step

	pushed float64 // distance by which the position correction has pushed it out of other moving bodies in this step

	dp  Vec           // translation in this step
	dq  collision.Rot // rotation in this step
	box collision.AABB

	// The motion in this step if nothing stops the body: the translation of its centre, the distance that its rotation
	// can add, and the bounds of both.
	way   Vec
	turn  float64
	reach collision.AABB
	met   bool // it touches something, or will do so in this step

	still   int           // number of spans in which it has hardly moved
	restP   Vec           // position of its centre at the end of the last span
	restQ   collision.Rot // rotation at the end of the last span
	lastWay float64       // distance moved in the last span
	stirred bool          // it has been fast or pulled in this span
	asleep  bool
}

// material holds the surface properties of a body, which contacts combine.
type material struct {
	friction, restitution float64
	belt                  float64 // surface speed of a conveyor, clockwise around the body
}

// bodyDef describes a body to create.
type bodyDef struct {
	role     role
	trigger  bool
	oneSided bool
	oneWay   Vec // in its frame
	filter   collision.Filter
	shapes   []collision.Shape // in its frame
	xf       collision.Transform
	mass     collision.Mass // of a dynamic body; a character has no inertia
	material material
	// Of a body that is welded together: the materials of its shapes; else nil.
	materials []material
}

// newBody returns a body that is at rest.
func newBody(d *bodyDef) body {
	b := body{
		role: d.role, trigger: d.trigger, filter: d.filter, oneSided: d.oneSided, oneWay: d.oneWay,
		shapes: d.shapes, xf: d.xf, material: d.material,
	}
	if d.materials != nil {
		b.materials = &d.materials
	}
	switch d.role {
	case dynamic:
		b.center = d.mass.Centroid
	case kinematic:
		if ends := connect(b.shapes, 0); ends != nil {
			b.chain = &chain{ends}
		}
	}
	b.measure()
	switch d.role {
	case dynamic:
		for _, s := range b.shapes {
			b.cores = append(b.cores, s.Core(bodySkin))
			if b.materials != nil {
				b.inner = min(b.inner, narrow(s))
			}
		}
		b.weigh(d.mass)
	case character:
		b.mass, b.invM = d.mass.Mass, 1/d.mass.Mass
	}
	b.q = b.xf.Q
	b.p = b.xf.Apply(b.center)
	b.updateBox()
	return b
}

// narrow returns half the shorter side of a shape's bounds.
func narrow(s collision.Shape) float64 {
	size := s.Bounds(collision.Identity()).Size()
	return float64(min(size.X, size.Y) / 2)
}

// measure computes the body's extents from its shapes.
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

// weigh sets the body's mass. A body without mass gets the mass of one square pixel.
func (b *body) weigh(m collision.Mass) {
	b.mass = m.Mass
	inertia := m.Inertia
	if !(b.mass > 1e-9) || !(inertia > 1e-12) {
		b.mass, inertia = 1, max(b.extent*b.extent/2, 1e-3)
	}
	b.invM, b.invI = 1/b.mass, 1/inertia
}

// place updates the body's frame from its centre and rotation.
func (b *body) place() {
	b.xf.Q = b.q
	b.xf.P = b.p.Sub(b.q.Apply(b.center))
}

// updateBox updates the body's bounds.
func (b *body) updateBox() {
	b.box = collision.EmptyAABB()
	for i := range b.shapes {
		b.box = b.box.Union(b.shapes[i].Bounds(b.xf))
	}
}

// direction returns the direction in which a one-way body's solid side faces, in level space.
func (b *body) direction() Vec { return b.xf.Q.Apply(b.oneWay) }

// at returns the body's velocity at a point p in level space, in pixels per second.
func (b *body) at(p Vec) Vec { return b.v.Add(p.Sub(b.p).Perp().Mul(b.w)) }

// moves reports whether anything can move the body.
func (b *body) moves() bool { return b.role != kinematic || b.moving }

// active reports whether the body's contacts must be gathered again.
func (b *body) active() bool { return !b.asleep && b.moves() }

func (b *body) wake() {
	if b.asleep && !b.gone {
		b.asleep, b.still, b.lastWay = false, 0, 0
	}
}

// fixture is one convex piece of a static collider.
type fixture struct {
	shape  collision.Shape
	owner  int32      // index in space.statics
	facing Vec        // direction in which it is solid, in level space; zero if solid from all sides
	ends   [2]lineEnd // the lines that continue it, if it is a line of a chain
}

// static is a collider that never moves.
type static struct {
	xf       collision.Transform
	filter   collision.Filter
	oneWay   Vec  // in level space
	gone     bool // removed from the run, temporarily or permanently
	material material
}

// target is a convex piece of a body or a static collider, as something to hit.
type target struct {
	body  int32 // index in space.bodies, or noBody
	piece int32 // index among the body's pieces, or in space.ground
}

// noBody is the body index of static pieces.
const noBody int32 = -1

// facingOf returns the direction in which a piece of a one-sided chain is solid, in the piece's own frame. At the ends
// of a chain a piece may be a point, which is solid from all sides.
func facingOf(s *collision.Shape) Vec {
	if s.Len() < 2 {
		return Vec{}
	}
	return s.Normal(0)
}
