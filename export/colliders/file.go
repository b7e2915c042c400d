package colliders

import (
	"slices"

	"fillet/collision"
)

// Format is the value of a collider file's first key, and Version the version of it that this package writes. Load
// reads this version and every earlier one.
const (
	Format  = "fillet-colliders"
	Version = 1
)

// Vec is a point or a direction in the plane. In files it is a list of two numbers, [x, y].
type Vec = collision.Vec

// File is a collider file. The comments of the fields give their keys in the file. A key that is "left out" at some
// value is optional; all others are required.
type File struct {
	Version    int      // "version", after "format": "fillet-colliders"
	Level      Level    // "level"
	Categories []string // "categories": their names; the first stands for bit 0 of Category and Mask, and so on
	Colliders  []Collider
	Joints     []Joint  // "joints": left out when there are none
	Ignored    []string // keys that earlier releases wrote and this one leaves out
}

// Level has the level's settings that a game needs.
type Level struct {
	Name           string  // "name"
	Size           Vec     // "size": width and height in pixels
	PixelsPerMetre float64 // "pixels_per_metre": more than 0
	// "y" always says "down": level space has its y axis pointing down.
	Origin Vec // "origin": the level's top left corner in level space; left out when it is [0, 0]
	// "properties": what the files that it was imported from say of their levels, under the names of these, as in Cave.music; each
	// a string, a float64 or a bool. Left out when there are none.
	Properties map[string]any
}

// Collider is one collider with everything that a game needs to know.
type Collider struct {
	ID    string // "id": unique in the file
	Name  string // "name": a designer's name; it may be empty, and need not be unique
	Layer string // "layer": the name of its layer; left out when it is empty
	// "instance" and "prefab": of a part of a prefab, the instance that it is in, as i7, and the prefab's file, as the level names it.
	// All parts of an instance have the same, so that a game can make an object of its own of them. Left out elsewhere.
	Instance string
	Prefab   string
	// "one_body": of a part of a body of several colliders, the name of the body: all that have the same are one rigid body. Left out
	// elsewhere.
	OneBody string

	Role Role     // "role": solid, trigger (reports what enters and leaves, stops nothing) or one-way
	Body BodyType // "body": static, dynamic or kinematic

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

	// What sets a dynamic collider in motion, in level space; each is left out when it is 0. "velocity" is that of its centre of mass
	// as the game begins, in pixels a second; "spin" is in degrees a second, positive turning +x toward +y; "force" goes on pulling at
	// its centre of mass, in newtons, the mass being in kilograms.
	Velocity Vec
	Spin     float64
	Force    Vec

	Path *Path // "path": how a kinematic collider moves; left out where it has none

	Shape    Shape   // "shape": as drawn, in the collider's own frame
	Position Vec     // "position": the origin of its own frame, in level space
	Angle    float64 // "angle": the rotation of its own frame, in degrees

	Pieces   []Piece        // "pieces": convex parts in level space, whose union is the collider; a point has none
	Bounds   collision.AABB // "bounds": [left, top, right, bottom] of the union, in level space
	Area     float64        // "area": of the union, in square pixels
	Centroid Vec            // "centroid": of the union, in level space

	Source *Source // "source": the record of another editor's file that it was imported from; null where it was drawn by hand
}

// Role says how a collider acts on what touches it.
type Role string

// The roles.
const (
	Solid   Role = "solid"
	Trigger Role = "trigger" // reports what enters and leaves, and stops nothing
	OneWay  Role = "one-way" // solid from one side only: see [Collider.OneWay]
)

// BodyType is how a collider moves in the game.
type BodyType string

// The body types.
const (
	Static    BodyType = "static"
	Dynamic   BodyType = "dynamic"
	Kinematic BodyType = "kinematic"
)

// Kind is what a collider was drawn as.
type Kind string

// The kinds: see [Shape].
const (
	Polygon Kind = "polygon"
	Box     Kind = "box"
	Circle  Kind = "circle"
	Capsule Kind = "capsule"
	Chain   Kind = "chain"
	Point   Kind = "point"
)

// Rounding says how the radius of a polygon or a box rounds it; it is empty for the other kinds.
type Rounding string

// The two ways to round.
const (
	Inset  Rounding = "inset"
	Outset Rounding = "outset"
)

func (r Role) String() string     { return string(r) }
func (b BodyType) String() string { return string(b) }
func (k Kind) String() string     { return string(k) }
func (r Rounding) String() string { return string(r) }

// Values of keys that are left out.
const (
	DefaultFriction = 0.6
	DefaultDensity  = 1
)

// Shape is the shape as drawn, in the collider's own frame. Which keys it has depends on its kind:
//
//	polygon  points, holes (left out when there are none), radius, rounding
//	box      size, radius, rounding; centred on the origin of its frame
//	circle   radius; centred on the origin of its frame
//	capsule  points (the two ends of its segment), radius
//	chain    points, closed (whether the last point joins the first), one_sided (left out when false: it is solid on
//	         both sides; when true only on the left of its direction, seen on the screen), radius (half its thickness)
//	point    none: a marker, which collides with nothing
//
// Polygons, boxes and chains may have "radii", "chamfers" and "curves" as well, each left out when there are none: corners and edges
// that have a form of their own. Pieces, bounds, area and centroid are those of the shape with them; the points are without.
//
// The radius of a polygon or a box rounds its corners. Rounding "inset" keeps the outline's size and cuts its convex
// corners, "outset" grows the outline by the radius on every side.
type Shape struct {
	Kind     Kind
	Points   []Vec
	Holes    [][]Vec
	Size     Vec // whole width and height
	Closed   bool
	OneSided bool
	Radius   float64
	Rounding Rounding

	// Radii is the radius of each corner of the outline, or of the outline and then of the holes, AsShape for one like all others of the shape; in the file that is null.
	Radii []float64
	// Chamfers is how far each corner is cut off straight along both its edges; 0, in the file null, is not at all.
	Chamfers []float64
	Curves   []Curve // the edges that are bent; those of holes are numbered on behind the outline's
}

// AsShape in [Shape.Radii] is a corner that has no radius of its own.
const AsShape = -1

// Curve is an edge that is bent. Its keys are "edge", and "arc" or "cubic".
type Curve struct {
	Edge  int     // from this point, counted from 0, to the next one
	Arc   float64 // the height of an arc over the straight edge, to the left of its direction on the screen; 0 for a cubic
	Cubic [2]Vec  // the control points of a cubic Bézier curve
}

// Piece is one convex part of a collider: the hull of its vertices, summed with a disc of its radius. One vertex is a
// circle, two are a capsule.
type Piece struct {
	Vertices []Vec   // "vertices": in level space, in order, turning +x toward +y (clockwise on the screen)
	Radius   float64 // "radius": 0 or more
}

// Shape converts the piece to a shape of the collision package, in level space.
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
type Source struct {
	File  string
	Level string
	Layer string
	Value int
	ID    string
}

// treeKey is the key of the broad-phase tree that earlier releases wrote on request. It is skipped: building a tree while
// adding the shapes takes less time than reading one.
const treeKey = "tree"

// keys lists the keys of an object: the required and the optional ones.
type keys struct{ all, required []string }

func keysOf(required []string, optional ...string) keys {
	return keys{append(slices.Clip(required), optional...), required}
}

var (
	fileKeys     = keysOf([]string{"format", "version", "level", "categories", "colliders"}, "joints", treeKey)
	levelKeys    = keysOf([]string{"name", "size", "pixels_per_metre", "y"}, "origin", "properties")
	colliderKeys = keysOf([]string{
		"id", "name", "role", "one_way", "body", "category", "mask", "tags", "properties",
		"shape", "position", "angle", "pieces", "bounds", "area", "centroid", "source",
	}, "layer", "instance", "prefab", "one_body", "group", "friction", "restitution", "density", "velocity", "spin", "force", "path")
	pieceKeys  = keysOf([]string{"vertices", "radius"})
	curveKeys  = keysOf([]string{"edge"}, "arc", "cubic")
	sourceKeys = keysOf([]string{"file", "level", "layer", "value", "id"})
	shapeKeys  = map[Kind]keys{
		Polygon: keysOf([]string{"kind", "points", "radius", "rounding"}, "holes", "radii", "chamfers", "curves"),
		Box:     keysOf([]string{"kind", "size", "radius", "rounding"}, "radii", "chamfers"),
		Circle:  keysOf([]string{"kind", "radius"}),
		Capsule: keysOf([]string{"kind", "points", "radius"}),
		Chain:   keysOf([]string{"kind", "points", "closed", "radius"}, "one_sided", "radii", "chamfers", "curves"),
		Point:   keysOf([]string{"kind"}),
	}
)
