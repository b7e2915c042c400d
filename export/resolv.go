package export

import (
	"context"
	"slices"

	"fillet/editor/quote"
	"fillet/export/colliders"
)

// Resolv returns the format of Go source that builds the level in a resolv.Space. resolv has no radii, so arcs become
// vertices.
func Resolv() Exporter {
	return &format{
		name: "resolv", title: "Go source for resolv", extension: "_resolv_collision.go",
		isGo: true, own: ownGo, before: ".resolv.go", write: writeResolv,
	}
}

// resolvTags is the number of tags that resolv allows in a program.
const resolvTags = 64

// writeResolv writes the package. Units stay pixels and y stays down.
func writeResolv(ctx context.Context, t *target) ([]byte, error) {
	g, err := newGoSource(t, goTarget{
		imports: []string{"maps", "", "github.com/solarlune/resolv"}, code: resolvCode,
		shared: "fillet_levels_resolv.go",
		fields: "TagNames []string // the roles, the categories and the tags\n" + goCollidersField,
	})
	if err != nil {
		return nil, err
	}
	names := t.resolvTagNames()
	tagNames := "[]string{" + quoted(names) + "}"
	if g.level == "" {
		g.printf("// TagNames are the roles, the categories and the tags of the level.\nvar TagNames = %s\n\n",
			tagNames)
	}
	tags := make(map[string]int, len(names))
	for i, n := range names {
		tags[n] = i
	}
	g.table(goColliders, "Collider", "TagNames: "+tagNames+",\n")
	return g.file(ctx, func(i int) { g.resolvEntry(&t.Colliders[i], tags) })
}

// resolvTagNames returns the names of the resolv tags: the roles, the categories, and colliders' tags while there is
// room.
func (t *target) resolvTagNames() []string {
	names := []string{colliders.Solid.String(), colliders.Trigger.String(), colliders.OneWay.String()}
	add := func(s string) bool {
		if slices.Contains(names, s) {
			return true
		}
		if len(names) == resolvTags {
			return false
		}
		names = append(names, s)
		return true
	}
	for i, s := range t.Categories {
		if !add(s) {
			t.lose(nil, LossFilter, "resolv has %d tags: the categories from %q on are left out", resolvTags,
				quote.Excerpt(t.Categories[i]))
			break
		}
	}
	for i := range t.Colliders {
		for _, s := range t.Colliders[i].Tags {
			if !add(s) {
				t.lose(&t.Colliders[i], LossTags, "resolv has %d tags: one of its tags is left out", resolvTags)
			}
		}
	}
	return names
}

func (g *goSource) resolvEntry(c *colliders.Collider, tags map[string]int) {
	t := g.t
	t.loseOneSided(c)
	if len(c.Pieces) > 0 && (!t.isFull(c) || c.Group != 0) {
		t.lose(c, LossFilter, "resolv has no masks or groups: choose what collides with the tags, or with Mask "+
			"and Group")
	}
	g.raw("\t{")
	g.entry(c)
	g.oneWay(c, false)
	if len(c.Pieces) == 0 {
		g.raw("},\n")
		return
	}
	g.put(", Category: ", c.Category, ", Mask: ", c.Mask)
	if c.Group != 0 {
		g.printf(", Group: %d", c.Group)
	}
	g.field("Friction", c.Friction)
	g.field("Restitution", c.Restitution)
	g.field("Density", c.Density)
	g.raw(", tags: []int{")
	n := 0
	categories, _ := categoryNames(t.Categories, c.Category)
	for _, name := range slices.Concat([]string{c.Role.String()}, categories, c.Tags) {
		if at, ok := tags[name]; ok {
			g.comma(n)
			g.put(uint64(at))
			n++
		}
	}
	g.raw("}, Shapes: []Shape{\n")
	for _, p := range c.Pieces {
		g.resolvShape(c, p)
	}
	g.raw("\t}},\n")
}

func (g *goSource) resolvShape(c *colliders.Collider, p colliders.Piece) {
	t := g.t
	if len(p.Vertices) == 1 {
		if p.Radius == 0 {
			t.lose(c, LossShape, "a part without extent is left out")
			return
		}
		at := p.Vertices[0]
		g.put("\t\t{X: ", at.X, ", Y: ", at.Y, ", Radius: ", p.Radius, "},\n")
		return
	}
	outline := t.flat(c, p)
	centre, area := centroidOf([][]Vec{outline})
	if area == 0 {
		centre = outline[0].Lerp(outline[len(outline)-1], 0.5)
	}
	centre = tidy(centre)
	g.put("\t\t{X: ", centre.X, ", Y: ", centre.Y, ", Points: []float64{")
	for i, v := range outline {
		g.comma(i)
		v = tidy(v.Sub(centre))
		g.put(v.X, ", ", v.Y)
	}
	g.raw("}},\n")
}

const resolvCode = `// Collider is one collider of the level. The Data of its shapes is a pointer to it.
type Collider struct {
` + goColliderFields + `	OneWay          [2]float64 // the direction in which a one-way collider's solid side faces, in level space

	Category, Mask                 uint64
	Group                          int32
	Friction, Restitution, Density float64

	// Shapes are convex parts in level space whose union is the collider. A marker has none.
	Shapes []Shape
	tags   []int // indices into TagNames
}

// Shape is a circle, or a convex polygon of points about its position, turning +x toward +y; two points are a line.
type Shape struct {
	X, Y, Radius float64
	Points       []float64
}

// New returns the shapes of each collider, and the tag of each name: the known tags and those that had to be created.
// resolv numbers tags for the whole program, so pass the tags that the previous call returned.
func {of}New(known map[string]resolv.Tags) (shapes [][]resolv.IShape, tags map[string]resolv.Tags) {
	tags = map[string]resolv.Tags{}
	maps.Copy(tags, known)
	for _, name := range {its}TagNames {
		if _, ok := tags[name]; !ok {
			tags[name] = resolv.NewTag(name)
		}
	}
	shapes = make([][]resolv.IShape, len({its}Colliders))
	for i := range {its}Colliders {
		c := &{its}Colliders[i]
		for _, s := range c.Shapes {
			shape := s.New()
			for _, t := range c.tags {
				shape.Tags().Set(tags[{its}TagNames[t]])
			}
			shape.SetData(c)
			shapes[i] = append(shapes[i], shape)
		}
	}
	return shapes, tags
}

// New returns the shape.
func (s Shape) New() resolv.IShape {
	if s.Radius > 0 {
		return resolv.NewCircle(s.X, s.Y, s.Radius)
	}
	return resolv.NewConvexPolygon(s.X, s.Y, s.Points)
}

`
