package export

import (
	"context"

	"fillet/editor/level"
	"fillet/export/colliders"
)

// Go returns the format of Go source with the level's colliders as shapes of fillet/collision.
func Go() Exporter {
	return &format{
		name: "go", title: "Go source: a package of collision.Shape", extension: "_collision.go",
		hasArcs: true, isGo: true, own: ownGo, before: ".colliders.go", write: writeGo,
	}
}

// writeGo writes the package. It only lacks the sources of imported colliders and the shapes as drawn.
func writeGo(ctx context.Context, t *target) ([]byte, error) {
	g, err := newGoSource(t, goTarget{
		imports: []string{"fmt", "", "fillet/collision"}, code: plainGoCode, shared: "fillet_levels.go",
		fields: "table []entry\n",
		short:  "// filter saves the level files an import.\ntype filter = collision.Filter\n",
	})
	if err != nil {
		return nil, err
	}
	g.table("table", "entry", "")
	return g.file(ctx, g.plainEntry)
}

func (g *goSource) plainEntry(i int) {
	c := &g.t.Colliders[i]
	g.raw("\t{Collider: Collider{")
	g.entry(c)
	g.oneWay(c, false)
	if c.Shape.OneSided {
		g.raw(", OneSided: true")
	}
	g.field("Friction", c.Friction)
	g.field("Restitution", c.Restitution)
	g.field("Density", c.Density)
	if len(c.Pieces) == 0 {
		g.raw("}},\n")
		return
	}
	g.filter(c)
	g.raw("}, pieces: []piece{\n")
	for _, p := range own(c) {
		g.put("\t\t{", p.Radius, ", [][2]float64")
		g.points(p.Vertices)
		g.raw("},\n")
	}
	g.raw("\t}},\n")
}

// filter writes the collider's filter for a collision world, where a mask of 0 means everything.
func (g *goSource) filter(c *colliders.Collider) {
	mask := c.Mask
	if mask == 0 {
		if len(g.t.Categories) >= level.MaxCategories {
			g.t.lose(c, LossFilter, "it collides with nothing, but no bit is free to express that: its mask is the "+
				"last category")
		}
		mask = 1 << (level.MaxCategories - 1)
	}
	g.printf(", Filter: %s{Category: %d, Mask: %d, Group: %d}", g.named("collision.Filter", "filter"), c.Category, mask,
		c.Group)
}

const plainGoCode = `// Collider is one collider of the level.
type Collider struct {
` + goColliderFields + `	OneWay          [2]float64 // the direction in which a one-way collider's solid side faces, in level space
	OneSided        bool       // its edges are solid only on the left of their direction, seen on the screen

	Friction, Restitution, Density float64 // density is mass per square metre

	// Shapes are convex parts whose union is the collider: in level space for a static collider, otherwise in its own
	// frame. A marker has none.
	Shapes []collision.Shape
	Filter collision.Filter
}

type entry struct {
	Collider
	pieces []piece
}

type piece struct {
	radius   float64
	vertices [][2]float64
}

func (p *piece) shapes() ([]collision.Shape, error) {
	points := make([]collision.Vec, len(p.vertices))
	for i, v := range p.vertices {
		points[i] = collision.Vec{X: v[0], Y: v[1]}
	}
	if len(points) == 2 { // an edge, which keeps its direction
		return collision.Chain(points, p.radius)
	}
	s, err := collision.NewShape(points, p.radius)
	return []collision.Shape{s}, err
}

// Colliders returns the level's colliders, in drawing order.
func {of}Colliders() ([]Collider, error) {
	out := make([]Collider, len({its}table))
	for i, e := range {its}table {
		out[i] = e.Collider
		for _, p := range e.pieces {
			shapes, err := p.shapes()
			if err != nil {
				return nil, fmt.Errorf("collider %s: %w", e.ID, err)
			}
			out[i].Shapes = append(out[i].Shapes, shapes...)
		}
	}
	return out, nil
}

// WorldBody returns the collider as a body for a collision world.
func (c *Collider) WorldBody() collision.Body {
	b := collision.Body{
		Shapes: c.Shapes, Transform: collision.Identity(), Filter: c.Filter, Static: c.Body == "static", Trigger: c.Role == "trigger",
		OneWay: collision.Vec{X: c.OneWay[0], Y: c.OneWay[1]}, OneSided: c.OneSided,
	}
	if !b.Static {
		b.Transform = collision.NewTransform(collision.Vec{X: c.Position[0], Y: c.Position[1]}, c.Angle)
	}
	return b
}

// NewWorld returns a collision world of the colliders. A collider's key is 1 + its index.
func NewWorld(colliders []Collider) *collision.World {
	w := collision.NewWorld()
	for i := range colliders {
		if len(colliders[i].Shapes) > 0 {
			w.Put(collision.Key(i+1), colliders[i].WorldBody())
		}
	}
	return w
}

`
