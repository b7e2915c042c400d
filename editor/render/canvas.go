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

// Dimensions of the patterns, in units of their scale.
const (
	hatchPeriod    = 11  // along x; the stripes run down to the left at 45 degrees
	hatchWidth     = 2.5 // across a stripe
	hatchBase      = 0.16
	hatchStripe    = 0.54
	faintPeriod    = 16
	faintWidth     = 1.1
	faintStripe    = 0.42
	dotsPeriod     = 8
	dotsRadius     = 1.2
	dotsBase       = 0.12
	dotsForeground = 0.74
)

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
	t.tiles[hatch] = stripes(hatchPeriod, hatchWidth, hatchBase, hatchStripe, scale)
	t.tiles[faintHatch] = stripes(faintPeriod, faintWidth, 0, faintStripe, scale)
	t.tiles[dots] = dotted(scale)
}

func tileSize(period, scale float64) int { return int(min(max(math.Round(period*scale), 2), 256)) }

func stripes(period, width, base, stripe, scale float64) *tile {
	n := tileSize(period, scale)
	t := &tile{size: n, alpha: make([]uint16, n*n)}
	half := float64(width * scale / 2)
	for y := range n {
		for x := range n {
			along := float64((x+y)%n) - float64(float64(n)/2)
			cover := min(max(half-math.Abs(along)/math.Sqrt2+0.5, 0), 1)
			t.alpha[y*n+x] = uint16(math.Round(256 * (base + float64((stripe-base)*cover))))
		}
	}
	return t
}

func dotted(scale float64) *tile {
	n := tileSize(dotsPeriod, scale)
	t := &tile{size: n, alpha: make([]uint16, n*n)}
	const sub = 8
	for y := range n {
		for x := range n {
			in := 0
			for i := range sub * sub {
				dx := float64(x) + float64((float64(i%sub)+0.5)/sub) - float64(float64(n)/2)
				dy := float64(y) + float64((float64(i/sub)+0.5)/sub) - float64(float64(n)/2)
				if math.Sqrt(float64(dx*dx)+float64(dy*dy)) < dotsRadius*scale {
					in++
				}
			}
			cover := float64(float64(in) / (sub * sub))
			t.alpha[y*n+x] = uint16(math.Round(256 * (dotsBase + float64((dotsForeground-dotsBase)*cover))))
		}
	}
	return t
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
