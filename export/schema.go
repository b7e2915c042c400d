package export

import (
	"context"

	"fillet/collision"
	"fillet/editor/level"
)

// Format is the value of a collider file's first key, and Version the version of it that this package writes. Load
// reads this version and every earlier one.
const (
	Format  = "fillet-colliders"
	Version = 1
)

// Vec is a point or a direction in the plane. In files it is a list of two numbers, [x, y].
type Vec = collision.Vec

// File is a collider file. The comments of the fields give their keys in the file; a key that is "left out" at some
// value need not stand in a file, all others must.
type File struct {
	Version    int      // "version", after "format": "fillet-colliders"
	Level      Level    // "level"
	Categories []string // "categories": their names; the first stands for bit 0 of Category and Mask, and so on
	Colliders  []Collider
	Ignored    []string // keys that earlier releases wrote and this one leaves out
}

// Level is what a game needs of the level's settings.
type Level struct {
	Name           string  // "name"
	Size           Vec     // "size": width and height in pixels
	PixelsPerMetre float64 // "pixels_per_metre": more than 0
	// "y" always says "down": level space has its y axis pointing down.
	Origin Vec // "origin": the level's top left corner in level space; left out when it is [0, 0]
}

// Collider is one collider with all that a game is told of it.
type Collider struct {
	ID    string         // "id": unique in the file
	Name  string         // "name": a designer's name; it may be empty, and need not be unique
	Layer string         // "layer": the name of its layer; left out when it is empty
	Role  level.Role     // "role": solid, trigger (reports what enters and leaves, stops nothing) or one-way
	Body  level.BodyType // "body": static, dynamic or kinematic

	// "one_way": for a one-way collider the unit direction, in level space, in which its solid side faces; else null.
	// Up is [0, -1].
	OneWay *Vec

	Category uint64 // "category": the bits of the categories that it belongs to, at least one
	Mask     uint64 // "mask": the bits of the categories that it collides with
	// "group": two colliders with the same positive group always collide, with the same negative one never, whatever
	// their categories; left out when it is 0.
	Group int32

	Tags       []string       // "tags"
	Properties map[string]any // "properties": a designer's own values, each a string, a float64 or a bool

	Friction    float64 // "friction": a coefficient, 0 or more; left out when it is 0.6
	Restitution float64 // "restitution": 0 keeps no speed in a collision, 1 all of it; left out when it is 0
	Density     float64 // "density": mass of a square metre; left out when it is 1

	Shape    Shape         // "shape": as drawn, in the collider's own frame
	Position Vec           // "position": where the origin of its own frame stands in level space
	Angle    level.Degrees // "angle": how far its own frame is turned, in degrees

	Pieces   []Piece        // "pieces": convex parts in level space, whose union is the collider; a point has none
	Bounds   collision.AABB // "bounds": [left, top, right, bottom] of the union, in level space
	Area     float64        // "area": of the union, in square pixels
	Centroid Vec            // "centroid": of the union, in level space

	Source *Source // "source": the record of another editor's file that it was imported from; null where it was drawn
}

// Shape is what was drawn, in the collider's own frame. Which keys it has depends on its kind:
//
//	polygon  points, holes (left out when there are none), radius, rounding
//	box      size, radius, rounding; centred on the origin of its frame
//	circle   radius; centred on the origin of its frame
//	capsule  points (the two ends of its segment), radius
//	chain    points, closed (whether the last point joins the first), one_sided (left out when false: it is solid on
//	         both sides; when true only on the left of its direction, seen on the screen), radius (half its thickness)
//	point    none: a marker, which collides with nothing
//
// The radius of a polygon or a box rounds its corners. Rounding "inset" keeps the outline's size and cuts its convex
// corners, "outset" grows the outline by the radius on every side.
type Shape = level.Shape

// Piece is one convex part of a collider: the hull of its vertices, summed with a disc of its radius. One vertex is a
// circle, two are a capsule.
type Piece struct {
	Vertices []Vec   // "vertices": in level space, in order, turning +x toward +y (clockwise on the screen)
	Radius   float64 // "radius": 0 or more
}

// Shape is the piece as the collision package has it, in level space.
func (p Piece) Shape() (collision.Shape, error) {
	if len(p.Vertices) != 2 {
		return collision.NewShape(p.Vertices, p.Radius)
	}
	edges, err := collision.Chain(p.Vertices, p.Radius) // it keeps the direction, which a one-sided chain needs
	if err != nil {
		return collision.Shape{}, err
	}
	return edges[0], nil
}

// Source names a record of another editor's file: its keys are "file", "level", "layer", "value" (the IntGrid value,
// grid cell or tile id; 0 for an entity) and "id".
type Source = level.Source

// treeKey is the key of the broad-phase tree that earlier releases wrote where it was asked for. A game builds its own while
// it adds the shapes, in less time than reading one takes.
const treeKey = "tree"

// The keys of each object, in the order in which they are written, and which of them must be there.
var (
	fileKeys  = []string{"format", "version", "level", "categories", "colliders", treeKey}
	levelKeys = []string{"name", "size", "pixels_per_metre", "y", "origin"}

	fileRequired  = fileKeys[:5]
	levelRequired = levelKeys[:4]

	colliderKeys = []string{
		"id", "name", "layer", "role", "one_way", "body", "category", "mask", "group", "tags", "properties",
		"friction", "restitution", "density", "shape", "position", "angle", "pieces", "bounds", "area", "centroid", "source",
	}
	colliderRequired = []string{
		"id", "name", "role", "one_way", "body", "category", "mask", "tags", "properties",
		"shape", "position", "angle", "pieces", "bounds", "area", "centroid", "source",
	}

	pieceKeys  = []string{"vertices", "radius"}
	sourceKeys = []string{"file", "level", "layer", "value", "id"}
)

// shapeKeys are the keys of each kind of shape; those of optionalShapeKeys need not be there.
func shapeKeys(k level.Kind) []string {
	switch k {
	case level.Polygon:
		return []string{"kind", "points", "holes", "radius", "rounding"}
	case level.Box:
		return []string{"kind", "size", "radius", "rounding"}
	case level.Circle:
		return []string{"kind", "radius"}
	case level.Capsule:
		return []string{"kind", "points", "radius"}
	case level.Chain:
		return []string{"kind", "points", "closed", "one_sided", "radius"}
	}
	return []string{"kind"}
}

// optionalShapeKeys are left out where they say nothing: no holes, solid on both sides.
var optionalShapeKeys = []string{"holes", "one_sided"}

// newFile is the collider file of a level: every collider of every layer in drawing order, hidden ones as well, for hiding is
// the editor's matter.
func newFile(ctx context.Context, snap level.Snapshot) (*File, error) {
	f := newHead(snap)
	f.Colliders = make([]Collider, 0, snap.Len())
	err := eachCollider(ctx, snap, func(l *level.Layer, c level.ColliderSnapshot) error {
		f.Colliders = append(f.Colliders, newCollider(snap.Settings, l, c))
		return nil
	})
	return f, err
}

// newHead is the file of a level but for the colliders.
func newHead(snap level.Snapshot) *File {
	s := snap.Settings
	return &File{
		Version:    Version,
		Level:      Level{Name: s.Name, Size: s.Size, PixelsPerMetre: s.PixelsPerMetre, Origin: s.Origin},
		Categories: s.Categories,
	}
}

// eachCollider calls f for each collider in drawing order, until f or the context has an error.
func eachCollider(ctx context.Context, snap level.Snapshot, f func(*level.Layer, level.ColliderSnapshot) error) error {
	i := 0
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if i%stride == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			i++
			if err := f(l.Layer, c); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func newCollider(s *level.Settings, l *level.Layer, c level.ColliderSnapshot) Collider {
	filter := c.Filter(s)
	out := Collider{
		ID: c.ID.String(), Name: c.Name, Layer: l.Name, Role: c.Role, Body: c.Body,
		Category: filter.Category, Mask: filter.Mask, Group: filter.Group,
		Tags: c.Tags, Properties: c.Properties,
		Friction: c.Friction, Restitution: c.Restitution, Density: c.Density,
		Shape: c.Shape, Position: c.Position, Angle: c.Angle,
		Source: c.Source,
	}
	at := c.Transform()
	if c.Role == level.OneWay {
		d := at.Q.Apply(c.OneWay)
		out.OneWay = &d
	}
	out.bake(c.Baked, at)
	return out
}

// bake fills in what the shape comes to in level space.
func (c *Collider) bake(b *level.Baked, at collision.Transform) {
	if len(b.Pieces) == 0 {
		c.Bounds = collision.AABB{Min: at.P, Max: at.P}
		c.Centroid = at.P
		return
	}
	c.Pieces = make([]Piece, len(b.Pieces))
	c.Bounds = collision.EmptyAABB()
	for i, p := range b.Pieces {
		vertices := p.Vertices()
		for j, v := range vertices {
			vertices[j] = at.Apply(v)
		}
		c.Pieces[i] = Piece{vertices, p.Radius()}
		if len(vertices) == 2 {
			if _, err := c.Pieces[i].Shape(); err != nil { // its ends, apart at its own origin, are one point this far out
				c.Pieces[i].Vertices = vertices[:1]
			}
		}
		box := collision.BoundsOf(vertices).Grow(p.Radius())
		c.Bounds = c.Bounds.Union(box)
	}
	m := b.Mass()
	c.Area = m.Area
	c.Centroid = at.Apply(m.Centroid)
}
