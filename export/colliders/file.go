package colliders

import (
	"slices"

	"fillet/collision"
)

// Format is the value of a collider file's first key, and Version the format version that this package writes. Load
// reads this version and every earlier one.
const (
	Format  = "fillet-colliders"
	Version = 1
)

// Vec is a point or a direction in the plane. In files it is a list of two numbers, [x, y].
type Vec = collision.Vec

// File is a collider file. The comments of the fields name their keys in the file. A key that is "left out" at some
// value is optional; all others are required.
type File struct {
	Version    int      // "version", after "format": "fillet-colliders"
	Level      Level    // "level"
	Categories []string // "categories": names by bit of Category and Mask, starting with bit 0
	Colliders  []Collider
	Joints     []Joint  // "joints": left out when there are none
	Ignored    []string // keys written by earlier releases and ignored now
}

// Level holds the level settings that a game needs.
type Level struct {
	Name           string  // "name"
	Size           Vec     // "size": width and height in pixels
	PixelsPerMetre float64 // "pixels_per_metre": more than 0
	// "y" is always "down": the y axis of level space points down.
	Origin Vec // "origin": the level's top left corner in level space; left out when it is [0, 0]
	// "properties": the properties of the imported levels, prefixed with the level's name, as in Cave.music; each is a
	// string, a float64 or a bool. Left out when there are none.
	Properties map[string]any
}

// Kind is the kind of shape that a collider was drawn as.
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

// Rounding determines how the radius of a polygon or box rounds it; it is empty for other kinds.
type Rounding string

// The roundings.
const (
	Inset  Rounding = "inset"
	Outset Rounding = "outset"
)

func (k Kind) String() string     { return string(k) }
func (r Rounding) String() string { return string(r) }

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
// Polygons, boxes and chains may also have "radii", "chamfers" and "curves" for single corners and edges, each left out
// when there are none. They are part of the pieces, bounds, area and centroid, but not of the points.
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

	// Radii is the radius of each corner of the outline, or of the outline followed by the holes; a corner with
	// AsShape, null in the file, uses the shape's radius.
	Radii []float64
	// Chamfers is the length cut off each corner along both of its edges; 0, null in the file, cuts nothing.
	Chamfers []float64
	Curves   []Curve // the curved edges; the edges of holes are numbered after the outline's
}

// AsShape in [Shape.Radii] marks a corner without a radius of its own.
const AsShape = -1

// Curve is a curved edge. Its keys are "edge", and "arc" or "cubic".
type Curve struct {
	Edge int // the number of its first point, counted from 0
	// The height of an arc over the straight edge, positive to the left of its direction on screen; 0 for a cubic.
	Arc   float64
	Cubic [2]Vec // the control points of a cubic Bézier curve
}

// Piece is a convex part of a collider: the hull of its vertices, inflated by its radius. One vertex is a circle, two
// are a capsule.
type Piece struct {
	Vertices []Vec   // "vertices": in level space, in order, turning +x toward +y (clockwise on screen)
	Radius   float64 // "radius": 0 or more
}

// Shape converts the piece to a shape of the collision package, in level space.
func (p Piece) Shape() (collision.Shape, error) {
	if len(p.Vertices) != 2 {
		return collision.NewShape(p.Vertices, p.Radius)
	}
	edges, err := collision.Chain(p.Vertices, p.Radius) // keeps the direction, which a one-sided chain needs
	if err != nil {
		return collision.Shape{}, err
	}
	return edges[0], nil
}

// Source names the record of another editor's file that a collider was imported from: its keys are "file", "level",
// "layer", "value" (the IntGrid value, grid cell or tile id; 0 for an entity) and "id".
type Source struct {
	File  string
	Level string
	Layer string
	Value int
	ID    string
}

// treeKey is the key of the broad-phase tree that earlier releases could write. It is ignored: building a tree while
// adding the shapes is faster than reading one.
const treeKey = "tree"

// keys holds the keys of an object.
type keys struct{ all, required []string }

func keysOf(required []string, optional ...string) keys {
	return keys{append(slices.Clip(required), optional...), required}
}

var (
	fileKeys   = keysOf([]string{"format", "version", "level", "categories", "colliders"}, "joints", treeKey)
	levelKeys  = keysOf([]string{"name", "size", "pixels_per_metre", "y"}, "origin", "properties")
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
