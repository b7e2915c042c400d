package overlay

import (
	"image"
	"image/color"
	"math"

	"fillet/editor/level"
)

// Pictures are images, and what of them is shown where in the level, in drawing order.
type Pictures struct {
	Images  []image.Image // nil: one that could not be decoded
	Sprites []Sprite
}

// Sprite is a part of an image in the level, or an area of one colour.
type Sprite struct {
	Image      int         // Plain: none, the colour alone
	X, Y, W, H int         // the part, in the image's pixels
	At, U, V   level.Vec   // its top left corner in the level, and its sides from there: along the top and along the left
	Alpha      float32     // 0 to 1
	Color      color.NRGBA // what the image's colours and alpha are multiplied by, the zero value for none; the colour of a plain area
	Wraps      bool        // the part may go beyond the image, which then repeats on all sides
}

// Plain is the Image of an area of one colour.
const Plain = -1

// Placed is the sprites of a level's own pictures that are not hidden. imageOf tells which image shows a file, and how large that is;
// false where it cannot be shown.
func Placed(list []level.Picture, imageOf func(file string) (index int, size image.Point, ok bool)) []Sprite {
	var out []Sprite
	for _, p := range list {
		index, size, ok := imageOf(p.File)
		if p.Hidden || !ok || size.X <= 0 || size.Y <= 0 {
			continue
		}
		at, along, down := p.Corners()
		s := Sprite{Image: index, W: size.X, H: size.Y, At: at, U: along, V: down, Alpha: float32(p.Opacity)}
		if p.Tiles() { // whole pixels of the image: a side ends with the last one that begins on it
			s.Wraps = true
			s.W, s.U = tiled(p.Size.X, p.Tile.X, size.X, along)
			s.H, s.V = tiled(p.Size.Y, p.Tile.Y, size.Y, down)
		}
		out = append(out, s)
	}
	return out
}

// tiled is how many pixels of an image a side shows that repeats it, and the side that is as long as they are.
func tiled(side, tile float64, pixels int, along level.Vec) (int, level.Vec) {
	n := max(math.Round(side/tile*float64(pixels)), 1)
	return int(n), along.Mul(float64(float64(n/float64(pixels))*tile) / side)
}
