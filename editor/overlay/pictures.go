package overlay

import (
	"image"
	"image/color"
	"math"

	"fillet/editor/level"
)

// Pictures holds images and the sprites that show parts of them in the level, in drawing order.
type Pictures struct {
	Images  []image.Image // nil if an image could not be decoded
	Sprites []Sprite
}

// Sprite is a part of an image, or an area of one colour, placed in the level.
type Sprite struct {
	Image      int         // Plain for an area of one colour
	X, Y, W, H int         // the part, in image pixels
	At, U, V   level.Vec   // the top left corner in the level, and the vectors along the top and left sides
	Alpha      float32     // 0 to 1
	Color      color.NRGBA // multiplies the image's colour and alpha, zero for none; the colour of a plain area
	Wraps      bool        // the part may extend beyond the image, which then repeats in both directions
}

// Plain is the Image of an area of one colour.
const Plain = -1

// Placed returns the sprites of a level's visible pictures. imageOf returns the index and size of a file's image, or
// false if it cannot be shown.
func Placed(list []level.Picture, imageOf func(file string) (index int, size image.Point, ok bool)) []Sprite {
	var out []Sprite
	for _, p := range list {
		index, size, ok := imageOf(p.File)
		if p.Hidden || !ok || size.X <= 0 || size.Y <= 0 {
			continue
		}
		at, along, down := p.Corners()
		s := Sprite{Image: index, W: size.X, H: size.Y, At: at, U: along, V: down, Alpha: float32(p.Opacity)}
		if p.Tiles() { // use a whole number of image pixels: a side ends with the last pixel that begins on it
			s.Wraps = true
			s.W, s.U = tiled(p.Size.X, p.Tile.X, size.X, along)
			s.H, s.V = tiled(p.Size.Y, p.Tile.Y, size.Y, down)
		}
		out = append(out, s)
	}
	return out
}

// tiled returns the number of image pixels along a side that repeats the image, and the side shortened to exactly that
// length.
func tiled(side, tile float64, pixels int, along level.Vec) (int, level.Vec) {
	n := max(math.Round(side/tile*float64(pixels)), 1)
	return int(n), along.Mul(float64(float64(n/float64(pixels))*tile) / side)
}
