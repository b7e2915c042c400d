package overlay

import (
	"image"
	"image/color"

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
