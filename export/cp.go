package export

import (
	"context"

	"fillet/export/colliders"
)

// CP is a Go package that builds the level in a cp.Space. Rounded shapes and capsules go in as they are.
func CP() Exporter {
	return &format{
		name: "cp", title: "Go source for Chipmunk (jakecoffman/cp v2)", extension: "_cp_collision.go",
		hasArcs: true, isGo: true, before: ".cp.go", write: writeCP,
	}
}

// writeCP writes the package. Units stay pixels and y stays down. Mass is exact: that of the union of the pieces.
func writeCP(ctx context.Context, t *target) ([]byte, error) {
	g, err := newGoSource(t, goTarget{
		imports: []string{"github.com/jakecoffman/cp/v2"}, code: chipmunkCode, shared: "fillet_levels_cp.go",
		fields: goCollidersField, short: "// vertices spares the levels an import.\ntype vertices = []cp.Vector\n",
	})
	if err != nil {
		return nil, err
	}
	g.table(goColliders, "Collider", "")
	for i := range t.Colliders {
		if err := t.step(ctx, i); err != nil {
			return nil, err
		}
		g.chipmunkEntry(i)
	}
	g.endTable()
	return g.file()
}

func (g *goSource) chipmunkEntry(i int) {
	t := g.t
	c := &t.Colliders[i]
	t.loseOneSided(c)
	if c.Group > 0 {
		t.lose(c, LossFilter, "colliders of one positive group collide whatever their categories; here their categories decide")
	}
	g.raw("\t{")
	g.entry(c)
	g.oneWay(c, true)
	if len(c.Pieces) == 0 {
		g.raw("},\n")
		return
	}
	g.put(", Category: ", c.Category, ", Mask: ", c.Mask)
	if c.Group < 0 {
		g.put(", Group: ", uint64(-int64(c.Group)))
	}
	g.field("Friction", c.Friction)
	g.field("Elasticity", c.Restitution)
	centre := Vec{}
	if c.Body == colliders.Dynamic {
		mass, inertia := t.mass(i)
		if mass > 0 && inertia > 0 {
			metre := t.Level.PixelsPerMetre
			centre = t.baked[i].Mass().Centroid
			g.field("Mass", mass)
			g.field("Moment", float64(inertia*metre*metre))
			g.put(", Centre: [2]float64", centre)
		} else {
			t.lose(c, LossBody, "a dynamic collider without mass becomes kinematic")
		}
	}
	g.raw(", Shapes: []Shape{\n")
	for _, p := range own(c) {
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

const chipmunkCode = `// Collider is one collider of the level. The UserData of its shapes is a pointer to it.
type Collider struct {
` + goColliderFields + `	OneWay          [2]float64 // the direction in which a one-way collider's solid side faces, in its body's frame

	Category, Mask, Group uint
	Friction, Elasticity  float64
	Mass, Moment          float64    // of a dynamic one; the moment is about its centre, in mass times square pixels
	Centre                [2]float64 // of gravity, in its own frame: there its body stands; 0, 0 of what is not dynamic

	// Shapes are convex parts whose union is the collider: in level space for a static one, else in its body's frame,
	// which is its own moved to its centre. A marker has none.
	Shapes []Shape
}

// Shape is the hull of the vertices, summed with a disc: a circle of one vertex, a segment of two, else a polygon.
type Shape struct {
	Radius   float64
	Vertices []cp.Vector
}

// OneWay is the collision type of the shapes of one-way colliders, which Add gives a handler.
const OneWay cp.CollisionType = 0x0f111e7

// Add puts the level into a space: static colliders on its static body, each of the others on a body of its own. It
// gives the body of each collider, nil for markers. Set the gravity along +y, for y points down.
func {of}Add(space *cp.Space) []*cp.Body {
	space.NewWildcardCollisionHandler(OneWay).PreSolveFunc = passFromBehind
	bodies := make([]*cp.Body, len({its}Colliders))
	for i := range {its}Colliders {
		if c := &{its}Colliders[i]; len(c.Shapes) > 0 {
			bodies[i] = c.Add(space)
		}
	}
	return bodies
}

// Add puts one collider into a space.
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
		space.AddBody(body)
	}
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
	return body
}

// On makes the shape on a body.
func (s Shape) On(body *cp.Body) *cp.Shape {
	switch len(s.Vertices) {
	case 1:
		return cp.NewCircle(body, s.Radius, s.Vertices[0])
	case 2:
		return cp.NewSegment(body, s.Vertices[0], s.Vertices[1], s.Radius)
	}
	return cp.NewPolyShape(body, len(s.Vertices), s.Vertices, cp.NewTransformIdentity(), s.Radius)
}

// passFromBehind lets through what does not come from the side in which a one-way collider faces.
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

`
