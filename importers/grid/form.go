package grid

// Flip says how a tile lies in its cell: mirrored about the diagonal from its top left corner first, then top to bottom
// and left to right.
type Flip uint8

// The flips.
const (
	FlipDiagonal Flip = 1
	FlipY        Flip = 2
	FlipX        Flip = 4
)
