package cploader

import (
	"math"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/export/colliders"

	"github.com/jakecoffman/cp/v2"
)

// A body is a rigid body of one or more colliders. A body's frame is the own frame of its first collider.
type body struct {
	members  []*colliders.Collider
	frame    collision.Transform // at the start
	mass     float64             // 0 unless it moves by forces
	moment   float64             // in mass times square lengths of the file
	centre   cp.Vector           // of mass in its frame: the origin of the cp.Body
	velocity cp.Vector
	spin     float64
	pull     cp.Vector // acceleration by its constant forces
	path     *colliders.Path
	gap      float64 // between the ends of a path beyond which the body jumps

	category, mask uint64
	group          int32

	made   *cp.Body
	shapes []*cp.Shape
}

// newBody returns the body of some colliders.
func newBody(file *colliders.File, members []*colliders.Collider) (*body, error) {
	first := members[0]
	metre := unitsPerMetre(file)
	b := &body{members: members, frame: first.Transform(), gap: 0.02 * metre}
	force := cp.Vector{}
	for _, c := range members {
		b.category, b.mask = b.category|c.Category, b.mask|c.Mask
		if b.group == 0 {
			b.group = c.Group
		}
		if c.Mass > 0 && c.Inertia > 0 && c.Center != nil {
			b.mass, b.moment, b.centre = c.Mass, c.Inertia*metre*metre, cp.Vector(*c.Center)
		}
		if b.velocity == (cp.Vector{}) && b.spin == 0 {
			b.velocity, b.spin = cp.Vector(c.Velocity), radians(c.Spin)
		}
		force = force.Add(cp.Vector(c.Force))
	}
	if b.mass > 0 {
		b.pull = force.Mult(metre / b.mass)
	}
	if first.Body != colliders.Kinematic {
		return b, nil
	}
	b.path = first.Path
	return b, nil
}

// hasShapes reports whether the body is more than a marker.
func (b *body) hasShapes() bool {
	for _, c := range b.members {
		if len(c.Pieces) > 0 {
			return true
		}
	}
	return false
}

// make creates the cp.Body and its shapes at a time of its path.
func (b *body) make(l *Level) {
	first := b.members[0]
	switch {
	case b.mass > 0:
		b.made = cp.NewBody(b.mass, b.moment)
		b.made.SetVelocityUpdateFunc(l.velocityFunc(b.pull))
	case first.Body == colliders.Static:
		b.made = cp.NewStaticBody()
	default:
		b.made = cp.NewKinematicBody()
	}
	b.made.UserData = first
	position, angle := b.at(l.time)
	b.made.SetAngle(angle)
	b.made.SetPosition(position.Add(b.centre.Rotate(cp.ForAngle(angle))))
	if first.Body != colliders.Static {
		l.space.AddBody(b.made)
	}
	if b.mass > 0 {
		b.made.SetVelocityVector(b.velocity)
		b.made.SetAngularVelocity(b.spin)
	}
	filter := l.filter(b)
	for _, c := range b.members {
		for _, p := range c.Pieces {
			shape := b.shape(p)
			shape.UserData = c
			shape.SetSensor(c.Role == colliders.Trigger)
			shape.SetFilter(filter)
			shape.SetFriction(surface(c.Friction, l.File.Level.FrictionMix))
			shape.SetElasticity(surface(c.Restitution, l.File.Level.RestitutionMix))
			shape.SetCollisionType(CollisionType)
			b.shapes = append(b.shapes, l.space.AddShape(shape))
		}
	}
}

// shape returns a piece as a shape of the body.
func (b *body) shape(p colliders.Piece) *cp.Shape {
	vs := make([]cp.Vector, len(p.Vertices))
	for i, v := range p.Vertices {
		vs[i] = cp.Vector(b.frame.ApplyInv(v)).Sub(b.centre)
	}
	switch len(vs) {
	case 1:
		return cp.NewCircle(b.made, p.Radius, vs[0])
	case 2:
		return cp.NewSegment(b.made, vs[0], vs[1], p.Radius)
	}
	return cp.NewPolyShape(b.made, len(vs), vs, cp.NewTransformIdentity(), p.Radius)
}

// unmake removes the body from the space.
func (b *body) unmake(space *cp.Space) {
	for _, s := range b.shapes {
		space.RemoveShape(s)
	}
	if space.ContainsBody(b.made) {
		space.RemoveBody(b.made)
	}
	b.made, b.shapes = nil, nil
}

// at returns the position and the angle of a body's frame on its path at a time.
func (b *body) at(time float64) (cp.Vector, float64) {
	if b.path == nil {
		return cp.Vector(b.frame.P), radians(b.members[0].Angle)
	}
	key := b.members[0].Pose(time)
	return cp.Vector(key.Position), radians(key.Angle)
}

// move gives a body with a path the velocities that bring it to its place after a step. It jumps where the path does.
func (b *body) move(from, dt float64) {
	position, angle := b.at(from + dt)
	if b.jumps(from, from+dt) {
		b.made.SetPosition(position)
		b.made.SetAngle(angle)
	}
	b.made.SetVelocityVector(position.Sub(b.made.Position()).Mult(1 / dt))
	b.made.SetAngularVelocity(math.Remainder(angle-b.made.Angle(), 2*math.Pi) / dt)
}

// jumps reports whether the path of a body begins again at another place between two times.
func (b *body) jumps(from, to float64) bool {
	keys := b.path.Keys
	if len(keys) == 0 || b.path.Loop == colliders.Once {
		return false
	}
	first, last := keys[0], keys[len(keys)-1]
	return last.Time > 0 && math.Floor(from/last.Time) != math.Floor(to/last.Time) &&
		last.Position.Sub(first.Position).Len() > b.gap
}

// velocityFunc returns the function that changes the velocity of a body by gravity, a constant force and the level's
// damping. Chipmunk damps velocity and spin alike.
func (l *Level) velocityFunc(pull cp.Vector) cp.BodyVelocityFunc {
	return func(body *cp.Body, gravity cp.Vector, _, dt float64) {
		level := &l.File.Level
		keep, spinKeep := math.Exp(-level.Damping*dt), math.Exp(-level.SpinDamping*dt)
		spin := body.AngularVelocity()
		cp.BodyUpdateVelocity(body, gravity.Add(pull), keep, dt)
		if more := spin * (spinKeep - keep); math.Abs(more) > 1e-9 { // setting a spin keeps a body awake
			body.SetAngularVelocity(body.AngularVelocity() + more)
		}
	}
}

// passes reports whether a shape of the level lets another one through, which is in the direction of the normal.
func passes(shape *cp.Shape, normal cp.Vector) bool {
	c, ok := shape.UserData.(*colliders.Collider)
	if !ok {
		return false
	}
	turned := shape.Body().Rotation()
	if c.Role == colliders.OneWay && c.OneWay != nil {
		side := cp.Vector(*c.OneWay).Rotate(cp.ForAngle(-radians(startAngle(shape)))).Rotate(turned)
		return normal.Dot(side) < 0.5
	}
	if edge, ok := shape.Class.(*cp.Segment); ok && c.Shape.OneSided {
		along := edge.TransformB().Sub(edge.TransformA())
		return normal.Cross(along) < 0 // solid on the left of its direction on a screen with y down
	}
	return false
}

// startAngle returns the angle at the start of the body of a shape, in degrees.
func startAngle(shape *cp.Shape) float64 {
	if first, ok := shape.Body().UserData.(*colliders.Collider); ok {
		return first.Angle
	}
	return 0
}

// passFromBehind lets shapes pass one-way and one-sided colliders unless they come from the solid side.
func passFromBehind(arb *cp.Arbiter, _ *cp.Space, _ any) bool {
	shape, _ := arb.Shapes()
	if passes(shape, arb.Normal()) {
		return arb.Ignore()
	}
	return true
}

// surface returns the friction or restitution that gives two equal surfaces the level's value, as Chipmunk multiplies
// the values of two surfaces. With the geometric mix, it is exact for all surfaces.
func surface(value float64, mix dynamics.Mix) float64 {
	if mix == dynamics.ProductMix {
		return value
	}
	return math.Sqrt(value)
}

// unitsPerMetre returns the number of the file's lengths in a metre.
func unitsPerMetre(file *colliders.File) float64 {
	if file.Level.Units == colliders.Metres {
		return 1
	}
	return file.Level.PixelsPerMetre
}

func radians(degrees float64) float64 { return degrees * (math.Pi / 180) }
