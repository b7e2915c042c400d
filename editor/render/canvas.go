package render

import (
	"image/color"
	"math"
)

// canvas is a target for painting scenes: a display list of pixels, or an SVG file. All lengths are in picture pixels.
type canvas interface {
	fill(p *path, f paint)
	stroke(p *path, s stroke)
	// area fills a path and draws the line along it.
	area(p *path, f paint, s stroke)
	// hollow draws the outline of the area that a line of the given thickness with round ends covers along the path.
	// The outline has the width line.
	hollow(p *path, thickness, line float64, s stroke)
	box(x0, y0, x1, y1 float64, c color.NRGBA)
	text(baseline Vec, s []byte, size float64, c color.NRGBA)
	measure(s []byte, size float64) float64
}

// paint fills an area. A pattern's own alpha multiplies the colour's.
type paint struct {
	color   color.NRGBA
	pattern pattern
	anchor  Vec // the pattern moves with this point
}

// stroke is the style of a line.
type stroke struct {
	color color.NRGBA
	width float64
	dash  dash
	round bool // round ends instead of butt ends
}

// dash holds the lengths of a dash and of the gap after it. The zero value is an unbroken line.
type dash struct{ on, off float64 }

// pattern varies the alpha of a filled area.
type pattern uint8

const (
	plain      pattern = iota
	hatch              // diagonal stripes over a faint fill: an overlap
	faintHatch         // thin, wide-set diagonal stripes: a quiet overlap
	dots               // a grid of dots over a faint fill: a trigger
	patternCount
)

// patterns holds the dimensions of the patterns, in units of their scale.
var patterns = [patternCount]struct {
	period     float64 // along x
	size       float64 // width across a stripe, which runs down to the left at 45 degrees, or radius of a dot
	base, mark float64 // alpha of the fill, and of a stripe or dot
}{hatch: {11, 2.5, 0.16, 0.54}, faintHatch: {16, 1.1, 0, 0.42}, dots: {8, 1.2, 0.07, 0.74}}

// tileSet holds the tiles of the patterns at one scale.
type tileSet struct {
	scale float64
	tiles [patternCount]*tile
}

// prepare builds the tiles for a scale. It must be called before lists that share the tiles are built in parallel.
func (t *tileSet) prepare(scale float64) {
	if t.scale == scale && t.tiles[hatch] != nil {
		return
	}
	t.scale = scale
	for of := hatch; of < patternCount; of++ {
		t.tiles[of] = newTile(of, scale)
	}
}

// tileSize returns the side of a pattern's tile, in pixels.
func tileSize(of pattern, scale float64) int {
	return int(min(max(math.Round(patterns[of].period*scale), 2), 256))
}

func newTile(of pattern, scale float64) *tile {
	p, n := &patterns[of], tileSize(of, scale)
	t := &tile{size: n, alpha: make([]uint16, n*n)}
	cover := stripeCover
	if of == dots {
		cover = dotCover
	}
	for y := range n {
		for x := range n {
			part := cover(x, y, n, float64(p.size*scale))
			t.alpha[y*n+x] = uint16(math.Round(256 * (p.base + float64((p.mark-p.base)*part))))
		}
	}
	return t
}

// stripeCover returns the part of a pixel that a stripe across a tile covers.
func stripeCover(x, y, n int, width float64) float64 {
	along := float64((x+y)%n) - float64(float64(n)/2)
	return min(max(float64(width/2)-math.Abs(along)/math.Sqrt2+0.5, 0), 1)
}

// dotCover returns the part of a pixel that a dot in the middle of a tile covers.
func dotCover(x, y, n int, radius float64) float64 {
	const sub = 8
	in := 0
	for i := range sub * sub {
		dx := float64(x) + float64((float64(i%sub)+0.5)/sub) - float64(float64(n)/2)
		dy := float64(y) + float64((float64(i/sub)+0.5)/sub) - float64(float64(n)/2)
		if math.Sqrt(float64(dx*dx)+float64(dy*dy)) < radius {
			in++
		}
	}
	return float64(float64(in) / (sub * sub))
}

// faded returns a colour with its alpha multiplied.
func faded(c color.NRGBA, by float64) color.NRGBA {
	c.A = uint8(math.Round(float64(c.A) * min(max(by, 0), 1)))
	return c
}

// mixed returns the colour that is part of the way from a to b, with a's alpha.
func mixed(a, b color.NRGBA, part float64) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + float64((float64(y)-float64(x))*part))) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: a.A}
}
