package tiled

import (
	"fillet/editor/level"
	"fillet/importers"
)

// lay maps a tile's image to where Tiled draws it. The image has the given size in pixels and its upper left corner at
// the origin; the result is in a frame whose lower left corner is the origin. The frame has the tile's own size, the
// size of the map's cells or the size of a tile object. Pictures and collision shapes both use lay.
//
// The image is scaled into the frame, then flipped. The diagonal flag first mirrors the tile about the diagonal, which
// swaps the frame's sides. On hexagonal maps, it rotates the tile by 60 degrees about its centre instead, and another
// flag by 120 degrees.
func (m *mapRecord) lay(set *tileset, tile *tile, size, frame level.Vec) importers.Affine {
	scale, rest := level.Vec{X: 1, Y: 1}, level.Vec{}
	if size != frame && size.X > 0 && size.Y > 0 {
		scale = level.Vec{X: frame.X / size.X, Y: frame.Y / size.Y}
		if set.body != nil && set.body.attr("fillmode") == "preserve-aspect-fit" {
			k := min(scale.X, scale.Y)
			scale = level.Vec{X: k, Y: k}
			rest = level.Vec{X: frame.X - float64(k*size.X), Y: frame.Y - float64(k*size.Y)}
		}
	}
	to := importers.Affine{X: level.Vec{X: scale.X}, Y: level.Vec{Y: scale.Y}, At: rest.Mul(0.5)}
	diagonal := tile.flip & importers.FlipDiagonal
	if m.orientation != "hexagonal" {
		to = tile.flip.In(frame).After(to)
		if diagonal != 0 {
			frame.X, frame.Y = frame.Y, frame.X
		}
	} else if to = (tile.flip &^ diagonal).In(frame).After(to); diagonal != 0 || tile.hexagonal120 {
		var d level.Degrees
		if diagonal != 0 {
			d += 60
		}
		if tile.hexagonal120 {
			d += 120
		}
		middle := frame.Mul(0.5)
		to = importers.MoveBy(middle).After(importers.Turn(d)).After(importers.MoveBy(middle.Mul(-1))).After(to)
	}
	offset := level.Vec{X: float64(set.offset.X * scale.X), Y: float64(set.offset.Y*scale.Y) - frame.Y}
	return importers.MoveBy(offset).After(to)
}

// frame returns the size at which tile layers draw a tile of a given size.
func (m *mapRecord) frame(set *tileset, size level.Vec) level.Vec {
	if set.gridSized {
		return level.Vec{X: m.tileWidth, Y: m.tileHeight}
	}
	return size
}

// def returns the definition of a tile, which is empty if the tileset has no element for it.
func (t *tileset) def(id uint32) *tileDef {
	if d := t.tiles[id]; d != nil {
		return d
	}
	return &tileDef{width: t.tileWidth, height: t.tileHeight, node: noElement}
}

var noElement = &node{}

func (d *tileDef) size() level.Vec { return level.Vec{X: d.width, Y: d.height} }
