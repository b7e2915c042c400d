package overlay

import (
	"image"

	"fillet/editor/level"
)

// Pictures are images, and what of them is shown where in the level, in drawing order.
type Pictures struct {
	Images  []image.Image // nil: one that could not be decoded
	Sprites []Sprite
}

// Sprite is a part of an image in the level.
type Sprite struct {
	Image      int
	X, Y, W, H int       // the part, in the image's pixels
	At, U, V   level.Vec // its top left corner in the level, and its sides from there: along the top and along the left
	Alpha      float32   // 0 to 1
}
