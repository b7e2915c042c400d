package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"fillet/editor/ui/kit"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	fixedpoint "golang.org/x/image/math/fixed"

	"fyne.io/fyne/v2"
)

// figures draws short texts, such as a ruler's numbers, into images in the theme's font. It caches each text, so that
// drawing only costs blending.
type figures struct {
	font     *opentype.Font
	units    float32 // the text size in units
	scale    float64 // pixels per unit of the cached strings
	face     font.Face
	baseline int // pixels below the top of a line
	kept     map[string]*image.Alpha
}

func newFigures(l *kit.Look, units float32) *figures {
	f, err := opentype.Parse(l.Theme.Font(fyne.TextStyle{}).Content())
	if err != nil { // a custom font that only the toolkit can read
		if f, err = opentype.Parse(goregular.TTF); err != nil {
			f = nil // cannot happen: the font is embedded
		}
	}
	return &figures{font: f, units: units}
}

const maxFigures = 1024 // cached strings

// line returns the coverage of a string's pixels, with its top left corner at the origin; nil without a font.
func (f *figures) line(s string, scale float64) *image.Alpha {
	if f.font == nil {
		return nil
	}
	if f.face == nil || f.scale != scale {
		face, err := opentype.NewFace(f.font, &opentype.FaceOptions{
			Size: float64(f.units) * scale, DPI: 72,
			Hinting: font.HintingNone,
		})
		if err != nil {
			return nil
		}
		f.face, f.scale, f.kept = face, scale, map[string]*image.Alpha{}
		_, baseline := fyne.CurrentApp().Driver().RenderedTextSize("0", f.units, fyne.TextStyle{}, nil)
		f.baseline = int(math.Ceil(float64(baseline) * scale)) // as in the toolkit
	}
	if m := f.kept[s]; m != nil {
		return m
	}
	if len(f.kept) == maxFigures {
		clear(f.kept)
	}
	const overspill = 2 // pixels
	m := image.NewAlpha(image.Rect(0, 0, font.MeasureString(f.face, s).Ceil()+overspill,
		f.baseline+f.face.Metrics().Descent.Ceil()))
	d := font.Drawer{Dst: m, Src: image.Opaque, Face: f.face, Dot: fixedpoint.P(0, f.baseline)}
	d.DrawString(s)
	f.kept[s] = m
	return m
}

// write draws a text with its top left corner at a pixel, from left to right or from bottom to top.
func (f *figures) write(dst *image.RGBA, s string, scale float64, at image.Point, upward bool, ink color.Color) {
	m := f.line(s, scale)
	if m == nil {
		return
	}
	if upward {
		line, w, h := m, m.Rect.Dx(), m.Rect.Dy()
		m = image.NewAlpha(image.Rect(0, 0, h, w))
		for i := range w {
			for j := range h {
				m.SetAlpha(j, w-1-i, line.AlphaAt(i, j))
			}
		}
	}
	draw.DrawMask(dst, m.Rect.Add(at), image.NewUniform(ink), image.Point{}, m, image.Point{}, draw.Over)
}
