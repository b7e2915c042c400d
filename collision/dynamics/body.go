package dynamics

import "fillet/collision"

// Role is a way in which a body moves.
type Role uint8

const (
	Dynamic   Role = iota // moved by forces
	Kinematic             // moved by its velocity, which nothing changes
	Character             // moved by its controller; only the first body
)

// Body is a moving object.
type Body struct {
	Role      Role
	Moving    bool // whether a kinematic body is moving along its path
	Trigger   bool
	Gone      bool // removed from the space, temporarily or permanently
	Filter    collision.Filter
	OneWay    Vec  // in the body's frame; zero if solid from all sides
	OneSided  bool // its pieces are surfaces, each solid along the normal of its first edge
	Shapes    []collision.Shape
	cores     []collision.Shape // the shapes, shrunk by bodySkin
	chain     *chain            // for a kinematic body with pieces that are connected lines, else nil
	material  Material
	jointed   bool        // a joint is attached to it
	net       int32       // the first body of the network of joints that it belongs to, or 0
	rigid     bool        // a joint that is not a soft spring holds it in this step
	bounced   bool        // a body of its network bounces in this substep; only of the network's first body
	guided    bool        // a joint ties it to something that moves on its own
	Materials *[]Material // of its shapes if they can differ, else nil

	Center     Vec     // centre of mass, in the body's frame
	Extent     float64 // largest distance of any point from the centre
	arm        float64 // extent without radii, which bounds motion by rotation
	Inner      float64 // half the shorter side of its bounds, in its frame
	InvMass    float64
	InvInertia float64
	Mass       float64

	Pose     collision.Transform // pose of its frame; kept in sync with p and q
	Position Vec                 // position of the centre of mass
	Rotation collision.Rot
	Velocity Vec
	Spin     float64
	Pull     Vec     // acceleration by its constant force, in pixels per second squared
	energy   float64 // kinetic energy at the start of the step
	lost     float64 // energy lost in earlier steps, shared with the bodies joined to it
	Driven   bool    // something adds energy to it in this step

	Lift    Vec     // buoyancy in the last substep
	LiftArm Vec     // where buoyancy acts, relative to the centre
	lifted  float64 // upper bound of the energy added by buoyancy in this step
	Wet     bool    // in water in this step

	pushed float64 // distance by which the position correction has pushed it out of other moving bodies in this step

	dp  Vec           // translation in this step
	dq  collision.Rot // rotation in this step
	Box collision.AABB

	// The motion in this step if nothing stops the body: the translation of its centre, the distance that its rotation
	// can add, and the bounds of both.
	way   Vec
	turn  float64
	Reach collision.AABB
	met   bool // it touches something, or will do so in this step

	Still        int           // number of spans in which it has hardly moved
	RestPosition Vec           // position of its centre at the end of the last span
	restQ        collision.Rot // rotation at the end of the last span
	lastWay      float64       // distance moved in the last span
	stirred      bool          // it has been fast or pulled in this span
	Asleep       bool
	restPull     Vec // acceleration by gravity and Pull when it fell asleep
}

// Material holds the surface properties of a body, which contacts combine.
type Material struct {
	Friction, Restitution float64
	Belt                  float64 // surface speed of a conveyor, clockwise around the body
}

// BodyDef describes a body to create.
type BodyDef struct {
	Role     Role
	Trigger  bool
	OneSided bool
	OneWay   Vec // in its frame
	Filter   collision.Filter
	Shapes   []collision.Shape // in its frame
	Pose     collision.Transform
	Mass     collision.Mass // of a dynamic body; a character has no inertia
	Density  float64        // mass per square pixel, for [Space.AddBody] without a mass
	Material Material
	// Materials of the shapes of a welded body; nil for others.
	Materials []Material
}

// NewBody returns a body at rest.
func NewBody(d *BodyDef) Body {
	b := Body{
		Role: d.Role, Trigger: d.Trigger, Filter: d.Filter, OneSided: d.OneSided, OneWay: d.OneWay,
		Shapes: d.Shapes, Pose: d.Pose, material: d.Material,
	}
	if d.Materials != nil {
		b.Materials = &d.Materials
	}
	switch d.Role {
	case Dynamic:
		b.Center = boundedVec(d.Mass.Centroid)
	case Kinematic:
		if ends := connect(b.Shapes, 0); ends != nil {
			b.chain = &chain{ends}
		}
	}
	b.Measure()
	switch d.Role {
	case Dynamic:
		for _, s := range b.Shapes {
			b.cores = append(b.cores, s.Core(bodySkin))
			if b.Materials != nil {
				b.Inner = min(b.Inner, narrow(s.Bounds(collision.Identity())))
			}
		}
		b.weigh(d.Mass)
	case Character:
		b.Mass, b.InvMass = d.Mass.Mass, 1/d.Mass.Mass
	}
	b.Rotation = b.Pose.Q
	b.Position = b.Pose.Apply(b.Center)
	b.UpdateBox()
	return b
}

// narrow returns half the shorter side of a box.
func narrow(b collision.AABB) float64 {
	size := b.Size()
	return float64(min(size.X, size.Y) / 2)
}

// Measure computes the body's extents from its shapes.
func (b *Body) Measure() {
	bounds := collision.EmptyAABB()
	for i := range b.Shapes {
		bounds = bounds.Union(b.Shapes[i].Bounds(collision.Identity()))
		for j := range b.Shapes[i].Len() {
			arm := b.Shapes[i].Vertex(j).Dist(b.Center)
			b.arm, b.Extent = max(b.arm, arm), max(b.Extent, arm+b.Shapes[i].Radius())
		}
	}
	b.Inner = narrow(bounds)
}

// maxMass limits the mass of a body. It is far above any mass that the solver can move.
const maxMass = 1e30

// weigh sets the body's mass. A body without mass gets the mass of one square pixel, and a body without inertia the
// inertia of a disc.
func (b *Body) weigh(m collision.Mass) {
	b.Mass = min(m.Mass, maxMass)
	inertia := m.Inertia
	if !(b.Mass > 1e-9) {
		b.Mass, inertia = 1, 0
	}
	if !(inertia > 1e-12 && inertia <= maxMass*maxMass) {
		inertia = float64(b.Mass * max(b.Extent*b.Extent/2, 1e-3))
	}
	b.InvMass, b.InvInertia = 1/b.Mass, 1/inertia
}

// place updates the body's frame from its centre and rotation.
func (b *Body) place() {
	b.Pose.Q = b.Rotation
	b.Pose.P = b.Position.Sub(b.Rotation.Apply(b.Center))
}

// UpdateBox updates the body's bounds.
func (b *Body) UpdateBox() {
	b.Box = collision.EmptyAABB()
	for i := range b.Shapes {
		b.Box = b.Box.Union(b.Shapes[i].Bounds(b.Pose))
	}
}

// Direction returns the direction in which a one-way body's solid side faces, in the space.
func (b *Body) Direction() Vec { return b.Pose.Q.Apply(b.OneWay) }

// VelocityAt returns the body's velocity at a point p of the space, in pixels per second.
func (b *Body) VelocityAt(p Vec) Vec { return b.Velocity.Add(p.Sub(b.Position).Perp().Mul(b.Spin)) }

// CanMove reports whether anything can move the body.
func (b *Body) CanMove() bool { return b.Role != Kinematic || b.Moving }

// active reports whether the body's contacts must be gathered again.
func (b *Body) active() bool { return !b.Asleep && b.CanMove() }

// Wake ends the body's sleep, unless it is gone. A body that is awake is left alone.
func (b *Body) Wake() {
	if b.Asleep && !b.Gone {
		b.Asleep, b.Still, b.lastWay = false, 0, 0
	}
}

// Rouse wakes the body and restarts the rest that it needs before it can sleep again.
func (b *Body) Rouse() {
	b.Wake()
	b.Still = 0
}

// Fixture is one convex piece of a static collider.
type Fixture struct {
	Shape  collision.Shape
	Owner  int32      // index in Space.Statics
	Facing Vec        // direction in which it is solid, in the space; zero if solid from all sides
	ends   [2]lineEnd // the lines that continue it, if it is a line of a chain
}

// Static is a collider that never moves.
type Static struct {
	Pose     collision.Transform
	Filter   collision.Filter
	OneWay   Vec  // in the space
	Gone     bool // removed from the space, temporarily or permanently
	material Material
	solid    collision.Body
}

// Target is a convex piece of a body or a static collider, as something to hit.
type Target struct {
	Body  int32 // index in Space.Bodies, or NoBody
	Piece int32 // index among the body's pieces, or in Space.Ground
}

// NoBody is the body index of static pieces.
const NoBody int32 = -1

// FacingOf returns the direction in which a piece of a one-sided chain is solid, in the piece's own frame. At the ends
// of a chain a piece may be a point, which is solid from all sides.
func FacingOf(s *collision.Shape) Vec {
	if s.Len() < 2 {
		return Vec{}
	}
	return s.Normal(0)
}
