package importers

// Flip is the flip of a tile in its cell: the tile is mirrored about the diagonal from its top left corner first, then
// top to bottom and left to right.
type Flip uint8

// The flips.
const (
	FlipDiagonal Flip = 1
	FlipY        Flip = 2
	FlipX        Flip = 4
)

// TileForm is the part of its cell that a value fills: all of it, or what is below a slope.
type TileForm struct {
	Slope Slope
	Flip  Flip
}

// Slope is the part of a cell below a line that rises to the right.
type Slope uint8

// The slopes.
const (
	FullSlope Slope = iota // no slope: the whole cell
	Slope45                // from the lower left corner to the upper right one
	SlopeLow               // from the lower left corner to the middle of the right side: lower half of a 1 in 2 rise
	SlopeHigh              // from the middle of the left side to the upper right corner: the upper half
)

// Flipped returns the form in a cell that is flipped as a whole.
func (f TileForm) Flipped(by Flip) TileForm {
	// Mirroring an already flipped form about the diagonal swaps what the other flips do.
	if by&FlipDiagonal != 0 {
		f.Flip = f.Flip&FlipDiagonal | (f.Flip&FlipX)>>1 | (f.Flip&FlipY)<<1
	}
	f.Flip ^= by
	return f
}

// half is a point of a cell in units of half its width and height.
type half struct{ x, y int }

// outline returns the outline of the filled part of a cell, clockwise on the screen.
func (f TileForm) outline() []half {
	var out []half
	switch f.Slope {
	case Slope45:
		out = []half{{2, 0}, {2, 2}, {0, 2}}
	case SlopeLow:
		out = []half{{2, 1}, {2, 2}, {0, 2}}
	case SlopeHigh:
		out = []half{{0, 1}, {2, 0}, {2, 2}, {0, 2}}
	default:
		return []half{{0, 0}, {2, 0}, {2, 2}, {0, 2}}
	}
	mirrored := false
	for i, p := range out {
		if f.Flip&FlipDiagonal != 0 {
			p.x, p.y = p.y, p.x
		}
		if f.Flip&FlipX != 0 {
			p.x = 2 - p.x
		}
		if f.Flip&FlipY != 0 {
			p.y = 2 - p.y
		}
		out[i] = p
	}
	for _, bit := range []Flip{FlipDiagonal, FlipX, FlipY} {
		mirrored = mirrored != (f.Flip&bit != 0)
	}
	if mirrored {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// In returns the outline of the filled part of a box, from its upper left corner and clockwise on the screen.
func (f TileForm) In(size Vec) []Vec {
	var out []Vec
	for _, p := range f.outline() {
		out = append(out, Vec{X: float64(float64(p.x) * size.X / 2), Y: float64(float64(p.y) * size.Y / 2)})
	}
	return out
}

// has reports whether the form has an edge along a side of its cell: 0 is the top, 1 the right, 2 the bottom and 3 the
// left.
func (f TileForm) has(side int) bool {
	n := 0
	for _, p := range f.outline() {
		if [4]bool{p.y == 0, p.x == 2, p.y == 2, p.x == 0}[side] {
			n++
		}
	}
	return n == 2
}
