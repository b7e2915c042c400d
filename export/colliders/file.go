package colliders

import (
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
)

// Format is the value of a collider file's first key, and Version the format version that this package writes. Load
// reads this version and all earlier ones.
const (
	Format  = "fillet-colliders"
	Version = 2
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
	Ignored    []string // keys of earlier releases that are ignored

	// After a change, keys has the key of each collider in the file's world, and newKey is the next one.
	keys   []collision.Key
	newKey collision.Key
}

// Level holds the level settings that a game needs.
type Level struct {
	Name           string  // "name"
	Size           Vec     // "size": width and height in pixels
	PixelsPerMetre float64 // "pixels_per_metre": more than 0
	Y              Axis    // "y": where the y axis points
	Units          Units   // "units": of all lengths in the file; left out for pixels
	Frame          Frame   // "frame": of all outlines and polygons; left out when it is their body's
	Origin         Vec     // "origin": the level's top left corner in level space; left out when it is [0, 0]

	// How bodies move. Each key is left out when 0 or, for the mixes, in a file of version 1.
	Gravity        Vec          // "gravity": in level space, in the unit of lengths per second squared
	Damping        float64      // "damping": the fraction of its velocity that a body begins to lose per second
	SpinDamping    float64      // "spin_damping": the same for its spin
	FrictionMix    dynamics.Mix // "friction_mix": how the frictions of two colliders combine
	RestitutionMix dynamics.Mix // "restitution_mix": the same for restitutions

	// "properties": the properties of the imported levels, prefixed with the level's name, as in Cave.music; each is a
	// string, a float64 or a bool. Left out when there are none.
	Properties map[string]any
}

// Axis is a direction of the y axis of level space.
type Axis string

// The directions.
const (
	Down Axis = "down"
	Up   Axis = "up"
)

// Units is a unit of lengths.
type Units string

// The units. Pixels is the zero value.
const (
	Pixels Units = ""
	Metres Units = "m"
)

// Frame is the frame of outlines and polygons.
type Frame string

// The frames. BodyFrame is the zero value.
const (
	BodyFrame  Frame = ""
	LevelFrame Frame = "level"
)

func (a Axis) String() string  { return string(a) }
func (u Units) String() string { return string(u) }
func (f Frame) String() string { return string(f) }

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

// treeKey is the key of the broad-phase tree that earlier releases could write. It is ignored, because building a tree
// while adding the shapes is faster than reading one.
const treeKey = "tree"

// keys holds the keys of an object.
type keys struct{ all, required []string }

func keysOf(required []string, optional ...string) keys {
	return keys{append(slices.Clip(required), optional...), required}
}

var (
	fileKeys  = keysOf([]string{"format", "version", "level", "categories", "colliders"}, "joints", treeKey)
	levelKeys = keysOf([]string{"name", "size", "pixels_per_metre", "y"}, "units", "frame", "origin", "properties",
		"gravity", "damping", "spin_damping", "friction_mix", "restitution_mix")
	pieceKeys  = keysOf([]string{"vertices", "radius"})
	curveKeys  = keysOf([]string{"edge"}, "arc", "cubic")
	sourceKeys = keysOf([]string{"file", "level", "layer", "value", "id"})
)
