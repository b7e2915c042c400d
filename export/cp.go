package export

import (
	"context"
	"math"

	"fillet/collision/dynamics"
	"fillet/export/colliders"
)

// CP returns the format of Go source that builds the level in a cp.Space. Rounded shapes and capsules stay exact.
func CP() Exporter {
	return &format{
		name: "cp", title: "Go source for Chipmunk (jakecoffman/cp v2)", extension: "_cp_collision.go",
		hasArcs: true, keeps: keepsBodies | keepsJoints | keepsVelocities | keepsForces, isGo: true, own: ownGo,
		before: ".cp.go", write: writeCP, rules: &rules{
			engine: "Chipmunk", oneDamping: true,
			friction: chipmunkMix, frictions: "multiplies the frictions",
			restitution: chipmunkMix, restitutions: "multiplies the restitutions",
		},
	}
}

// writeCP writes the package. Units stay pixels and y stays down. Masses are exact, because they are computed from the
// union of the pieces.
func writeCP(ctx context.Context, t *target) ([]byte, error) {
	g, err := newGoSource(t, goTarget{
		imports: []string{"github.com/jakecoffman/cp/v2"}, code: chipmunkCode, shared: "fillet_levels_cp.go",
		fields: "Gravity, Damping float64 // along y, for SetGravity, and for SetDamping\n" + goCollidersField +
			"Joints    []Joint\n",
		short: "// vertices saves the level files an import.\ntype vertices = []cp.Vector\n",
	})
	if err != nil {
		return nil, err
	}
	more := "Gravity: " + num(t.gravity()) + ", Damping: " + num(t.chipmunkDamping()) + ",\n"
	if list := t.bodyJoints(); g.level == "" {
		g.printf("// Gravity is the level's gravity along y, for SetGravity, and Damping is for SetDamping.\nconst Gravity, "+
			"Damping = %s, %s\n\n", num(t.gravity()), num(t.chipmunkDamping()))
		g.printf("// Joints are the joints of the level.\nvar Joints = []Joint{%s}\n\n", g.chipmunkJoints(list))
	} else if len(list) > 0 {
		more += "Joints: []Joint{" + g.chipmunkJoints(list) + "},\n"
	}
	g.table(goColliders, "Collider", more)
	return g.file(ctx, g.chipmunkEntry)
}

// chipmunkSurface returns the value that gives two equal surfaces the friction or restitution of the level, as Chipmunk
// multiplies the values of two surfaces.
func chipmunkSurface(value float64, mix dynamics.Mix) float64 {
	if mix == dynamics.ProductMix {
		return value
	}
	return tidyNumber(math.Sqrt(value))
}

// chipmunkMix returns what Chipmunk makes of the frictions or restitutions of two colliders.
func chipmunkMix(mix dynamics.Mix, a, b float64) float64 {
	return float64(chipmunkSurface(a, mix) * chipmunkSurface(b, mix))
}

// chipmunkDamping returns the part of its velocity that a body keeps in a second.
func (t *target) chipmunkDamping() float64 {
	velocity, _ := t.damping()
	keep, frame := 1.0, 1-frameDamping(velocity)
	for range int(math.Round(1 / dynamics.StepTime)) {
		keep = float64(keep * frame)
	}
	return tidyNumber(keep)
}

func (g *goSource) chipmunkEntry(i int) {
	t := g.t
	c := &t.Colliders[i]
	t.loseOneSided(c)
	if c.Group > 0 {
		t.lose(c, LossFilter, "colliders of the same positive group always collide; here their categories decide")
	}
	g.raw("\t{")
	g.entry(c)
	g.oneWay(c, true)
	if len(c.Pieces) == 0 {
		g.raw("},\n")
		return
	}
	category, mask, group := t.filterOf(i, 64)
	g.put(", Category: ", category, ", Mask: ", mask)
	if group < 0 {
		g.put(", Group: ", uint64(-int64(group)))
	}
	g.field("Friction", chipmunkSurface(c.Friction, t.snap.Settings.Playtest.FrictionMix))
	g.field("Elasticity", chipmunkSurface(c.Restitution, t.snap.Settings.Playtest.RestitutionMix))
	first := t.firstOf(i)
	centre, frame := Vec{}, t.Colliders[first].Transform()
	if c.Body == colliders.Dynamic {
		if mass, inertia, at := t.rigid(i); mass > 0 && inertia > 0 {
			centre = tidy(frame.ApplyInv(at))
			if first == i {
				metre := t.Level.PixelsPerMetre
				g.field("Mass", mass)
				g.field("Moment", float64(inertia*metre*metre))
				g.put(", Centre: [2]float64", centre)
				g.chipmunkMotion(i, mass)
			}
		} else {
			t.lose(c, LossBody, "a dynamic collider without mass becomes kinematic")
		}
	}
	pieces := own(c)
	if first != i {
		g.put(", Of: ", uint64(first+1))
		pieces = inFrame(c, frame)
	}
	g.raw(", Shapes: []Shape{\n")
	for _, p := range pieces {
		g.put("\t\t{Radius: ", p.Radius, ", Vertices: ", g.named("[]cp.Vector", "vertices"), "{")
		for j, v := range p.Vertices {
			g.comma(j)
			if centre != (Vec{}) {
				v = tidy(v.Sub(centre))
			}
			g.put("{X: ", v.X, ", Y: ", v.Y, "}")
		}
		g.raw("}},\n")
	}
	g.raw("\t}},\n")
}

// chipmunkMotion writes the initial motion of a body.
func (g *goSource) chipmunkMotion(i int, mass float64) {
	velocity, spin, force := g.t.begins(i)
	if velocity != (Vec{}) {
		g.put(", Velocity: [2]float64", velocity)
	}
	g.field("Spin", radians(spin))
	if force != (Vec{}) {
		k := g.t.Level.PixelsPerMetre / mass
		g.put(", Pull: [2]float64", Vec{X: finite(float64(force.X * k)), Y: finite(float64(force.Y * k))})
	}
}

const chipmunkCode = `// Collider is one collider of the level. The UserData of its shapes is a pointer to it.
type Collider struct {
` + goColliderFields + `	OneWay          [2]float64 // the direction in which a one-way collider's solid side faces, in its body's frame

	Category, Mask, Group uint
	Friction, Elasticity  float64 // as Chipmunk multiplies the values of two shapes, usually the roots of the level's
	Mass, Moment          float64    // if dynamic; the moment is about the centre of mass, in mass times square pixels
	Centre                [2]float64 // centre of mass, in its own frame: the origin of its body; 0, 0 unless dynamic
	Velocity              [2]float64 // initial velocity, in pixels per second
	Spin                  float64    // initial spin, in radians per second
	Pull                  [2]float64 // a constant acceleration in pixels per second squared, added to the gravity

	// Of is set for all but the first collider of a body of several: 1 + the index of the first, whose body has their
	// shapes.
	Of int

	// Shapes are convex parts whose union is the collider: in level space for a static collider, otherwise in its
	// body's frame, which is its own frame moved by Centre. A marker has none.
	Shapes []Shape
}

// Shape is the hull of its vertices, grown by a radius: a circle for one vertex, a segment for two, else a polygon.
type Shape struct {
	Radius   float64
	Vertices []cp.Vector
}

// OneWay is the collision type of the shapes of one-way colliders. Add installs its handler.
const OneWay cp.CollisionType = 0x0f111e7

// Add adds the level and its joints to a space. Static colliders are on the space's static body. The others have
// separate bodies, except for the parts of one body. It returns the body of each collider, nil for markers. It leaves the
// space's gravity and damping as they are; {its}Gravity and {its}Damping are the level's.
func {of}Add(space *cp.Space) []*cp.Body {
	space.NewWildcardCollisionHandler(OneWay).PreSolveFunc = passFromBehind
	bodies := make([]*cp.Body, len({its}Colliders))
	for i := range {its}Colliders {
		c := &{its}Colliders[i]
		switch {
		case c.Of > 0:
			bodies[i] = bodies[c.Of-1]
			c.addShapes(space, bodies[i])
		case len(c.Shapes) > 0:
			bodies[i] = c.Add(space)
		}
	}
	for i := range {its}Joints {
		{its}Joints[i].Add(space, bodies)
	}
	return bodies
}

// Add adds one collider to a space. A part of a body of several colliders then moves on its own.
func (c *Collider) Add(space *cp.Space) *cp.Body {
	body := space.StaticBody
	if c.Body != "static" {
		if c.Mass > 0 {
			body = cp.NewBody(c.Mass, c.Moment)
		} else {
			body = cp.NewKinematicBody()
		}
		body.SetAngle(c.Angle)
		centre := cp.Vector{X: c.Centre[0], Y: c.Centre[1]}
		body.SetPosition(cp.Vector{X: c.Position[0], Y: c.Position[1]}.Add(centre.Rotate(cp.ForAngle(c.Angle))))
		body.SetVelocity(c.Velocity[0], c.Velocity[1])
		body.SetAngularVelocity(c.Spin)
		if pull := (cp.Vector{X: c.Pull[0], Y: c.Pull[1]}); pull != (cp.Vector{}) {
			body.SetVelocityUpdateFunc(func(body *cp.Body, gravity cp.Vector, damping, dt float64) {
				cp.BodyUpdateVelocity(body, gravity.Add(pull), damping, dt)
			})
		}
		space.AddBody(body)
	}
	c.addShapes(space, body)
	return body
}

func (c *Collider) addShapes(space *cp.Space, body *cp.Body) {
	for _, s := range c.Shapes {
		shape := s.On(body)
		shape.UserData = c
		shape.SetSensor(c.Role == "trigger")
		shape.SetFilter(cp.NewShapeFilter(c.Group, c.Category, c.Mask))
		shape.SetFriction(c.Friction)
		shape.SetElasticity(c.Elasticity)
		if c.Role == "one-way" {
			shape.SetCollisionType(OneWay)
		}
		space.AddShape(shape)
	}
}

// On creates the shape on a body.
func (s Shape) On(body *cp.Body) *cp.Shape {
	switch len(s.Vertices) {
	case 1:
		return cp.NewCircle(body, s.Radius, s.Vertices[0])
	case 2:
		return cp.NewSegment(body, s.Vertices[0], s.Vertices[1], s.Radius)
	}
	return cp.NewPolyShape(body, len(s.Vertices), s.Vertices, cp.NewTransformIdentity(), s.Radius)
}

// passFromBehind lets shapes pass a one-way collider unless they come from its solid side.
func passFromBehind(arb *cp.Arbiter, _ *cp.Space, _ any) bool {
	shape, _ := arb.Shapes()
	c, ok := shape.UserData.(*Collider)
	if !ok {
		return true
	}
	facing := cp.Vector{X: c.OneWay[0], Y: c.OneWay[1]}.Rotate(shape.Body().Rotation())
	if arb.Normal().Dot(facing) < 0 {
		return arb.Ignore()
	}
	return true
}

// Joint joins two bodies. The UserData of its constraints is a pointer to it.
type Joint struct {
	ID, Name string
	Kind     string        // hinge, spring, rope or rod
	A, B     int           // the joined colliders: 1 + the index, or 0 for the level
	At       [2][2]float64 // the anchors on A and B, in the frames of their bodies; in level space if static
	Collide  bool          // whether A and B collide with each other

	// For a hinge: the limits of the angle of B's body minus A's, and the motor that turns B.
	HasLimits             bool
	Lower, Upper          float64
	Speed, Torque         float64 // radians per second; mass times square pixels per second squared
	Length                float64 // for the other kinds, in pixels
	Stiffness, Damping    float64 // for a spring or an elastic rope: force per pixel, and force per pixel per second
}

// Add adds the joint to a space, between the bodies of its colliders.
func (j *Joint) Add(space *cp.Space, bodies []*cp.Body) (constraints []*cp.Constraint) {
	body := func(of int) *cp.Body {
		if of == 0 {
			return space.StaticBody
		}
		return bodies[of-1]
	}
	a, b := body(j.A), body(j.B)
	atA, atB := cp.Vector{X: j.At[0][0], Y: j.At[0][1]}, cp.Vector{X: j.At[1][0], Y: j.At[1][1]}
	add := func(c *cp.Constraint) *cp.Constraint {
		c.UserData = j
		c.SetCollideBodies(j.Collide)
		constraints = append(constraints, space.AddConstraint(c))
		return c
	}
	switch {
	case j.Kind == "hinge":
		add(cp.NewPivotJoint2(a, b, atA, atB))
		if j.HasLimits {
			add(cp.NewRotaryLimitJoint(a, b, j.Lower, j.Upper))
		}
		if j.Torque > 0 {
			add(cp.NewSimpleMotor(a, b, -j.Speed)).SetMaxForce(j.Torque)
		}
	case j.Kind == "rope" && j.Stiffness == 0:
		add(cp.NewSlideJoint(a, b, atA, atB, 0, j.Length))
	case j.Kind == "rod":
		add(cp.NewPinJoint(a, b, atA, atB)).Class.(*cp.PinJoint).Dist = j.Length
	default:
		spring := add(cp.NewDampedSpring(a, b, atA, atB, j.Length, j.Stiffness, j.Damping)).Class.(*cp.DampedSpring)
		if j.Kind == "rope" { // has no effect while slack
			spring.SpringForceFunc = func(s *cp.DampedSpring, dist float64) float64 {
				s.Damping = j.Damping
				if dist < s.RestLength {
					s.Damping = 0
				}
				return min(cp.DefaultSpringForce(s, dist), 0)
			}
		}
	}
	return constraints
}

`
