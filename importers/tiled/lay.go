package tiled

import (
	"fillet/editor/level"
	"fillet/importers"
)

// lay maps a tile's image, of a size in pixels and with its upper left corner at the origin, to where Tiled draws it:
// in a frame whose lower left corner is the origin. The frame is the tile's own size, the map's cell or a tile object's
// size. Pictures and collision shapes both go through it.
//
// The image is scaled into the frame, then flipped. A tile with the diagonal flag is mirrored about the diagonal first,
// which swaps the frame's sides; on hexagonal maps that flag turns it by 60 degrees about its middle instead, and
// another one by 120.
func (m *mapRecord) lay(set *tileset, tile *tile, size, frame level.Vec) importers.Affine {
	scale, rest := level.Vec{X: 1, Y: 1}, level.Vec{}
	if size != frame && size.X > 0 && size.Y > 0 {
		scale = level.Vec{X: frame.X / size.X, Y: frame.Y / size.Y}
		if set.fits() {
			k := min(scale.X, scale.Y)
			scale = level.Vec{X: k, Y: k}
			rest = level.Vec{X: frame.X - float64(k*size.X), Y: frame.Y - float64(k*size.Y)}
		}
	}
	to := importers.Affine{X: level.Vec{X: scale.X}, Y: level.Vec{Y: scale.Y}, At: rest.Mul(0.5)}
	isHexagonal := m.orientation == "hexagonal"
	if tile.diagonal && !isHexagonal {
		to = importers.Affine{X: level.Vec{Y: 1}, Y: level.Vec{X: 1}}.After(to)
		frame.X, frame.Y = frame.Y, frame.X
	}
	if tile.horizontal {
		to = importers.Affine{X: level.Vec{X: -1}, Y: level.Vec{Y: 1}, At: level.Vec{X: frame.X}}.After(to)
	}
	if tile.vertical {
		to = importers.Affine{X: level.Vec{X: 1}, Y: level.Vec{Y: -1}, At: level.Vec{Y: frame.Y}}.After(to)
	}
	if isHexagonal && (tile.diagonal || tile.hexagonal120) {
		var d level.Degrees
		if tile.diagonal {
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

// fits reports whether tiles keep their proportions when they are drawn in a size other than their own.
func (t *tileset) fits() bool {
	return t.body != nil && t.body.attr("fillmode") == "preserve-aspect-fit"
}

// frame returns the size in which tile layers draw a tile of a size.
func (m *mapRecord) frame(set *tileset, size level.Vec) level.Vec {
	if set.gridSized {
		return level.Vec{X: m.tileWidth, Y: m.tileHeight}
	}
	return size
}

// sizeOf returns the size of a tile of the tileset, in pixels.
func (t *tileset) sizeOf(id uint32) level.Vec {
	if d := t.tiles[id]; d != nil {
		return level.Vec{X: d.width, Y: d.height}
	}
	return level.Vec{X: t.tileWidth, Y: t.tileHeight}
}
