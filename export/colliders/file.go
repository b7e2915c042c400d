package colliders

import (
	"slices"

	"fillet/collision"
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

	// IsCompact reports whether the file was read from the compact binary form (docs/FCOL.md). It then has float32
	// numbers, of Shape only the kind and the flags of a chain, of Path only Keys, Turn and Loop, and no Source,
	// Outline, Area and Centroid. Colliders of circles, capsules and segments only have Pieces and no Polygons.
	IsCompact bool

	// After a change, keys has the key of each collider in the file's world, and newKey is the next one.
	keys   []collision.Key
	newKey collision.Key
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

// treeKey is the key of the broad-phase tree that earlier releases could write. It is ignored, because building a tree
// while adding the shapes is faster than reading one.
const treeKey = "tree"

// keys holds the keys of an object.
type keys struct{ all, required []string }

func keysOf(required []string, optional ...string) keys {
	return keys{append(slices.Clip(required), optional...), required}
}

// pieceRows lists the keys of a piece in the order of the file.
var pieceRows = []row[Piece]{
	alwaysRow("vertices", `"allOf": [{"$ref": "#/$defs/points"}], "minItems": 1`,
		func(p *Piece) *[]Vec { return &p.Vertices }, "in level space, in order, turning +x toward +y"),
	sizeRow("radius", func(p *Piece) *float64 { return &p.Radius }, "0 or more"),
}

// Values calls yield with each key of the piece and a pointer to its value, in the order of the file, until yield
// returns false.
func (p *Piece) Values(yield func(key string, value any) bool) { valuesOf(pieceRows, p, yield) }

// sourceRows lists the keys of a source in the order of the file.
var sourceRows = []row[Source]{
	alwaysRow("file", text, func(s *Source) *string { return &s.File }, "its path"),
	alwaysRow("level", text, func(s *Source) *string { return &s.Level }, "the name of the level in it"),
	alwaysRow("layer", text, func(s *Source) *string { return &s.Layer }, "the name of the layer"),
	alwaysRow("value", `"type": "integer"`, func(s *Source) *int { return &s.Value },
		"the IntGrid value, grid cell or tile id; 0 for an entity"),
	textRow("id", func(s *Source) *string { return &s.ID }, "the record's id in that file, if it has one"),
}

// Values calls yield with each key of the source and a pointer to its value, in the order of the file, until yield
// returns false.
func (s *Source) Values(yield func(key string, value any) bool) { valuesOf(sourceRows, s, yield) }

var (
	fileKeys   = keysOf([]string{"format", "version", "level", "categories", "colliders"}, "joints", treeKey)
	pieceKeys  = keysOfRows(pieceRows)
	curveKeys  = keysOf([]string{"edge"}, "arc", "cubic")
	sourceKeys = keysOfRows(sourceRows)
)
