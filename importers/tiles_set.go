package importers

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"fillet/editor/level"
	"fillet/editor/strictyaml"
)

// TilesExtension is the extension of the files.
const TilesExtension = ".tiles.yaml"

// Limits of a file.
const (
	MaxTile       = 1 << 16 // a tile's width and height, margin and spacing, in pixels
	MaxTileID     = 1 << 24 // the number of a tile
	MaxTileShapes = 64      // of one tile
)

// TileSet is a file of tile shapes, named *.tiles.yaml, that gives the tiles of one tileset picture their collision
// shapes.
//
// A shape is either written as in a level file, or one of the [TilePresets] by name. Its frame is its tile's: the
// tile's upper left corner is the origin, x points right and y down, and a pixel of the picture is 1 by 1. It may reach
// beyond the tile's edges.
//
//	fillet_tiles: 1
//	image: terrain.png
//	tile: [16, 16]
//	margin: 0
//	spacing: 0
//	shapes:
//	  0: [full]
//	  1: [slope-45-right]
//	  2:
//	    - preset: platform
//	      tags: [wood]
//	  3:
//	    - kind: circle
//	      radius: 4
//	      position: [8, 8]
//	      role: trigger
//	  4: []
//
// Tiles are numbered from 0, row by row from the upper left corner of the picture. A tile with an empty list has no
// shape, even if its tileset gives it one.
type TileSet struct {
	Image string // the tileset's picture, relative to the file, with slashes; may be empty
	// Width and Height are the size of a tile, Margin is the distance of the tiles from the picture's upper and left
	// edges, and Spacing is the gap between them. All are in pixels.
	Width, Height   int
	Margin, Spacing int
	Shapes          map[int][]TileSetShape // by the number of the tile; an empty list means that the tile has none

	frameAt strictyaml.Position // position in the file of margin, or else spacing, or else the size of a tile
}

// TileSetShape is a collision shape of a tile.
type TileSetShape struct {
	Preset string // the name of its preset; empty if it is drawn
	// Part is the shape, as a collider of a level whose origin is the tile's upper left corner. It has no id, layer or
	// body.
	Part level.Collider
}

// FrameAt returns where the file defines how its tiles are arranged in the picture.
func (s *TileSet) FrameAt() (line, column int) { return s.frameAt.Line, s.frameAt.Column }

// NewTileSet returns a set without shapes.
func NewTileSet(image string, width, height int) *TileSet {
	return &TileSet{Image: image, Width: width, Height: height, Shapes: map[int][]TileSetShape{}}
}

// Tile returns the size of a tile.
func (s *TileSet) Tile() level.Vec { return level.Vec{X: float64(s.Width), Y: float64(s.Height)} }

// Of returns the shape of a preset in a tile of the set; ok is false if no preset has the name.
func (s *TileSet) Of(preset string) (shape TileSetShape, ok bool) {
	p, ok := TilePresetNamed(preset)
	if !ok {
		return TileSetShape{}, false
	}
	out := TileSetShape{Preset: preset, Part: *level.NewCollider(0, 0, "", level.Shape{}, level.Vec{})}
	if p.OneWay {
		out.Part.Role, out.Part.OneWay = level.OneWay, level.Up
	}
	out.Part.Shape, out.Part.Position = p.In(s.Tile())
	return out, true
}

// Clone returns a copy of the set that shares no list with it. The shapes themselves are shared: they are never changed
// in place.
func (s *TileSet) Clone() *TileSet {
	out := *s
	out.Shapes = make(map[int][]TileSetShape, len(s.Shapes))
	for id, list := range s.Shapes {
		out.Shapes[id] = slices.Clone(list)
	}
	return &out
}

// Equal reports whether two sets have equal contents.
func (s *TileSet) Equal(o *TileSet) bool {
	return s.Image == o.Image && s.Width == o.Width && s.Height == o.Height && s.Margin == o.Margin &&
		s.Spacing == o.Spacing &&
		maps.EqualFunc(s.Shapes, o.Shapes, func(a, b []TileSetShape) bool {
			return slices.EqualFunc(a, b, TileSetShape.Equal)
		})
}

// Equal reports whether two shapes are equal.
func (s TileSetShape) Equal(o TileSetShape) bool {
	return s.Preset == o.Preset && s.Part.Equal(&o.Part)
}

// IDs lists the tiles that have an entry in the set, in order.
func (s *TileSet) IDs() []int { return slices.Sorted(maps.Keys(s.Shapes)) }

// Columns returns the number of whole tiles across a picture of the given width.
func (s *TileSet) Columns(width int) int { return s.count(width, s.Width) }

// Rows returns the number of whole rows of tiles in a picture of the given height.
func (s *TileSet) Rows(height int) int { return s.count(height, s.Height) }

func (s *TileSet) count(length, tile int) int {
	if tile <= 0 {
		return 0
	}
	return max((length-s.Margin+s.Spacing)/(tile+s.Spacing), 0)
}

// Corner returns the position of a tile in a picture with the given number of columns, in pixels.
func (s *TileSet) Corner(id, columns int) (x, y int) {
	columns = max(columns, 1)
	return s.Margin + id%columns*(s.Width+s.Spacing), s.Margin + id/columns*(s.Height+s.Spacing)
}

// Check reports what is wrong with the set, the first tile first.
func (s *TileSet) Check() error {
	if err := s.checkFrame(); err != nil {
		return err
	}
	for _, id := range s.IDs() {
		if id < 0 || id > MaxTileID {
			return fmt.Errorf("tile %d: the numbers of tiles are from 0 to %d", id, MaxTileID)
		}
		if n := len(s.Shapes[id]); n > MaxTileShapes {
			return fmt.Errorf("tile %d: %d shapes; the limit is %d", id, n, MaxTileShapes)
		}
		for i := range s.Shapes[id] {
			if err := level.CheckPart(&s.Shapes[id][i].Part); err != nil {
				return fmt.Errorf("tile %d, shape %d: %w", id, i+1, err)
			}
		}
	}
	return nil
}

func (s *TileSet) checkFrame() error {
	in := func(what string, n, least int) error {
		if n < least || n > MaxTile {
			return fmt.Errorf("%s of %d pixels is not between %d and %d", what, n, least, MaxTile)
		}
		return nil
	}
	return cmp.Or(in("a tile's width", s.Width, 1), in("a tile's height", s.Height, 1), in("a margin", s.Margin, 0),
		in("a spacing", s.Spacing, 0))
}

// Recognized returns a drawn shape as the preset with the same points, whichever comes first, or unchanged if there is
// none.
func (s *TileSet) Recognized(shape TileSetShape) TileSetShape {
	part := &shape.Part
	part.Shape = part.Shape.Flattened() // tiles are turned and mirrored by the hundred, so curves become lines
	if shape.Preset != "" || !part.Shape.HasCorners() || len(part.Shape.Holes) > 0 || part.Angle != 0 {
		return shape
	}
	corners := placedCorners(part)
	for _, p := range TilePresets {
		if len(p.Outline) != len(corners) {
			continue
		}
		named, _ := s.Of(p.Name)
		if isTurned(placedCorners(&named.Part), corners) && (named.Part.Role == part.Role ||
			named.Part.Role == level.Solid) {
			shape.Preset = p.Name
			radius, rounding := part.Shape.Radius, part.Shape.Rounding
			part.Shape, part.Position = named.Part.Shape, named.Part.Position
			part.Shape.Radius, part.Shape.Rounding = radius, rounding
			return shape
		}
	}
	return shape
}

func placedCorners(c *level.Collider) []level.Vec {
	corners := slices.Clone(c.Shape.Corners())
	for i := range corners {
		corners[i] = corners[i].Add(c.Position)
	}
	return corners
}

// isTurned reports whether two loops have the same points in the same direction.
func isTurned(a, b []level.Vec) bool {
	for from := range b {
		if slices.Equal(a, slices.Concat(b[from:], b[:from])) {
			return true
		}
	}
	return false
}
