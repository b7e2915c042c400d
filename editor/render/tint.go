package render

import (
	"image/color"
	"math"

	"fillet/editor/level"
)

// Colours of items whose layer has a colour. Red marks overlaps, amber marks contacts and the accent marks the
// selection, so a layer's colour that is too close to one of them is replaced by the nearest colour that is not. The
// colour is also made lighter or darker if it would hardly stand out from the canvas.

// tintKey holds the inputs of a body's colour.
type tintKey struct {
	theme *Theme
	tint  color.NRGBA
	body  level.BodyType
}

// tinted returns the colour of a body in a layer with the given colour.
func (p *painter) tinted(tint color.NRGBA, body level.BodyType) color.NRGBA {
	if key := (tintKey{p.theme, tint, body}); p.tintKey != key { // items of one layer are consecutive
		p.tintKey, p.tintInk = key, p.theme.bodyInk(p.theme.apart(tint), body)
	}
	return p.tintInk
}

// bodyInk returns the colour of a body type, given the colour of solid static ground.
func (t *Theme) bodyInk(c color.NRGBA, body level.BodyType) color.NRGBA {
	switch body {
	case level.Dynamic:
		c = mixed(c, t.Point, 0.38)
	case level.Kinematic:
		c = mixed(c, t.OneWay, 0.3)
	default:
		return c
	}
	return t.unreserved(c)
}

// apart returns a layer's colour for drawing: not reserved, and distinct from the canvas.
func (t *Theme) apart(tint color.NRGBA) color.NRGBA {
	tint.A = 255
	return legible(t.unreserved(tint), t.Canvas, t.Bright, minContrast)
}

// minContrast is the minimum contrast of a layer's colour with the canvas. It is drawn in lines of 1.5 pixels.
const minContrast = 3

// faintContrast is the minimum contrast with the canvas of an outline in a layer of low opacity.
const faintContrast = 2

// faintest returns the smallest opacity with which a colour still stands out from the canvas.
func (t *Theme) faintest(c color.NRGBA) float64 {
	const steps = 20
	for i := 1; i < steps; i++ {
		if alpha := float64(i) / steps; contrast(mixed(t.Canvas, c, alpha), t.Canvas) >= faintContrast {
			return alpha
		}
	}
	return 1
}

// lean returns the direction and distance of a colour from grey.
func lean(c color.NRGBA) Vec {
	return Vec{X: float64(c.R) - float64(c.G), Y: float64(c.G) - float64(c.B)}
}

// Cosines of the smallest angles between a colour's lean and the leans of red and amber, or of the accent, and the
// largest fraction of the accent's lean that a colour within that angle may have.
const (
	keptOff     = 0.88 // 28 degrees; mixing with the canvas's own colour rotates a lean a little
	nearPick    = 0.9
	maxLikeness = 0.45
	greyLimit   = 0.1 // fraction of red's lean below which a colour looks grey
)

// unreserved returns the nearest colour that is neither the red of overlaps, nor the amber of contacts, nor the
// accent of the selection.
func (t *Theme) unreserved(c color.NRGBA) color.NRGBA {
	v := lean(c)
	n := v.Len()
	red, amber, pick := lean(t.Overlap), lean(t.Touching), lean(t.Accent)
	if !(n > greyLimit*red.Len()) {
		return c
	}
	if pick.Dot(v) > nearPick*n*pick.Len() && n > maxLikeness*pick.Len() {
		return leaning(c, v.Mul(maxLikeness*pick.Len()/n))
	}
	if !isKept(v, red, amber) {
		return c
	}
	// Red and amber are adjacent; beyond red is pink, and beyond amber is yellow.
	pink, yellow := turned(red, -1), turned(amber, 1)
	to := pink
	if yellow.Dot(v) > pink.Dot(v) {
		to = yellow
	}
	return leaning(c, to.Mul(n))
}

// isKept reports whether a lean is near red or amber, or between them, where colours are reserved.
func isKept(v, red, amber Vec) bool {
	n := v.Len()
	if v.Dot(red) > keptOff*n*red.Len() || v.Dot(amber) > keptOff*n*amber.Len() {
		return true
	}
	return red.Cross(v) > 0 && v.Cross(amber) > 0
}

// turned returns the direction at one end of the range that is reserved around a lean.
func turned(v Vec, side float64) Vec {
	v = v.Unit()
	const cos = keptOff - 0.02
	sin := float64(side * math.Sqrt(1-cos*cos))
	return Vec{X: float64(cos*v.X) - float64(sin*v.Y), Y: float64(sin*v.X) + float64(cos*v.Y)}
}

// leaning returns a colour with the lean v, or as much of it as fits, and about the same mean of the channels as c.
func leaning(c color.NRGBA, v Vec) color.NRGBA {
	mean := (float64(c.R) + float64(c.G) + float64(c.B)) / 3
	// The channels that have that lean and mean 0.
	g := (v.Y - v.X) / 3
	r, b := g+v.X, g-v.Y
	fit := 1.0
	for _, x := range [3]float64{r, g, b} {
		switch {
		case x > 0:
			fit = min(fit, (255-mean)/x)
		case x < 0:
			fit = min(fit, mean/-x)
		}
	}
	channel := func(x float64) uint8 { return uint8(math.Round(min(max(mean+float64(x*fit), 0), 255))) }
	return color.NRGBA{R: channel(r), G: channel(g), B: channel(b), A: c.A}
}
