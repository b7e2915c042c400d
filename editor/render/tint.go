package render

import (
	"image/color"
	"math"

	"fillet/editor/level"
)

// What an item is drawn with where its layer has a colour. Red and amber say that something overlaps or touches, and the accent
// that it is selected, so a layer's colour keeps off them: of those that are kept it becomes the nearest other one. It is also
// made lighter or darker, where it could hardly be told from the canvas.

// tintKey is what the colour of a body depends on, in one theme.
type tintKey struct {
	theme *Theme
	tint  color.NRGBA
	body  level.BodyType
}

// tinted is the colour of a body in a layer of this colour.
func (p *painter) tinted(tint color.NRGBA, body level.BodyType) color.NRGBA {
	if key := (tintKey{p.theme, tint, body}); p.tintKey != key { // items of one layer follow each other
		p.tintKey, p.tintInk = key, p.theme.bodyInk(p.theme.apart(tint), body)
	}
	return p.tintInk
}

// bodyInk is the colour of a body of which solid ones of the level's ground have the given colour.
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

// apart is a layer's colour as it is drawn on the canvas.
func (t *Theme) apart(tint color.NRGBA) color.NRGBA {
	tint.A = 255
	return legible(t.unreserved(tint), t.Canvas, t.Bright, leastContrast)
}

// leastContrast is that of a layer's colour with the canvas: it is drawn in lines of 1.5 pixels.
const leastContrast = 3

// lean is which way a colour is away from grey, and how far.
func lean(c color.NRGBA) Vec {
	return Vec{X: float64(c.R) - float64(c.G), Y: float64(c.G) - float64(c.B)}
}

// Cosines of how near a colour's lean may come to that of red and amber, and to the accent's; and how much of the accent's lean a
// colour may have that comes nearer.
const (
	keptOff   = 0.88 // 28 degrees; what is mixed with the canvas's own colour turns a little
	nearPick  = 0.9
	mostLike  = 0.45
	greyLimit = 0.1 // of the lean of red: what has less is grey to the eye
)

// unreserved is the nearest colour that is neither the red of overlaps, nor the amber of contacts, nor the accent of what is selected.
func (t *Theme) unreserved(c color.NRGBA) color.NRGBA {
	v := lean(c)
	n := v.Len()
	red, amber, pick := lean(t.Overlap), lean(t.Touching), lean(t.Accent)
	if !(n > greyLimit*red.Len()) {
		return c
	}
	if pick.Dot(v) > nearPick*n*pick.Len() && n > mostLike*pick.Len() {
		return greyed(c, mostLike*pick.Len()/n)
	}
	if !isKept(v, red, amber) {
		return c
	}
	// Red and amber lie side by side: beyond red there is pink, beyond amber yellow.
	pink, yellow := turned(red, -1), turned(amber, 1)
	to := pink
	if yellow.Dot(v) > pink.Dot(v) {
		to = yellow
	}
	return leaning(c, to.Mul(n))
}

// isKept reports whether a lean is near to red or amber, or between them.
func isKept(v, red, amber Vec) bool {
	n := v.Len()
	if v.Dot(red) > keptOff*n*red.Len() || v.Dot(amber) > keptOff*n*amber.Len() {
		return true
	}
	return red.Cross(v) > 0 && v.Cross(amber) > 0
}

// turned is the direction at the edge of what is kept for a lean, on that side of it.
func turned(v Vec, side float64) Vec {
	v = v.Unit()
	const cos = keptOff - 0.02
	sin := float64(side * math.Sqrt(1-cos*cos))
	return Vec{X: float64(cos*v.X) - float64(sin*v.Y), Y: float64(sin*v.X) + float64(cos*v.Y)}
}

// greyed is a colour with so much of its lean.
func greyed(c color.NRGBA, part float64) color.NRGBA { return leaning(c, lean(c).Mul(part)) }

// leaning is the colour of that lean, less of it where there is no such colour, and of the same mean of its channels as c, about.
func leaning(c color.NRGBA, v Vec) color.NRGBA {
	mean := (float64(c.R) + float64(c.G) + float64(c.B)) / 3
	// Channels of mean 0 with that lean.
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
