package render

import (
	"image"
	"image/draw"
	"math"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// typesetter turns text into glyphs, which it keeps. It belongs to one goroutine.
type typesetter struct {
	font  *opentype.Font
	faces map[float64]*face
}

// face is the glyphs of one size, in pixels.
type face struct {
	face   font.Face
	glyphs map[glyphKey]*glyph
}

// glyphKey is a rune at one of four positions within a pixel.
type glyphKey struct {
	r       rune
	quarter uint8
}

type glyph struct {
	mask    mask
	advance float64
}

// How much a typesetter keeps. A picture uses two or three sizes and a hundred runes.
const (
	maxFaces  = 16
	maxGlyphs = 4096
)

func newTypesetter() *typesetter {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		f = nil // the font is part of the program; without it there is no text
	}
	return &typesetter{font: f, faces: map[float64]*face{}}
}

func (t *typesetter) face(size float64) *face {
	size = min(max(math.Round(size*8)/8, 1), 512)
	if f := t.faces[size]; f != nil {
		return f
	}
	if len(t.faces) >= maxFaces {
		clear(t.faces)
	}
	f := &face{glyphs: map[glyphKey]*glyph{}}
	if t.font != nil {
		if ff, err := opentype.NewFace(t.font, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone}); err == nil {
			f.face = ff
		}
	}
	t.faces[size] = f
	return f
}

// next is the glyph of the first rune of s for a pen at x, and the rest of s.
func (f *face) next(s []byte, x float64) (*glyph, []byte) {
	r, n := utf8.DecodeRune(s)
	_, part := math.Modf(x - math.Floor(x))
	key := glyphKey{r, uint8(part*4) & 3}
	g := f.glyphs[key]
	if g == nil {
		if len(f.glyphs) >= maxGlyphs {
			clear(f.glyphs)
		}
		g = f.render(key)
		f.glyphs[key] = g
	}
	return g, s[n:]
}

func (f *face) render(key glyphKey) *glyph {
	g := &glyph{}
	if f.face == nil {
		return g
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(key.quarter) * 16}
	box, src, from, advance, ok := f.face.Glyph(dot, key.r)
	if !ok && key.r != utf8.RuneError {
		box, src, from, advance, ok = f.face.Glyph(dot, utf8.RuneError)
	}
	if !ok {
		return g
	}
	g.advance = float64(float64(advance) / 64)
	alpha := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	draw.Draw(alpha, alpha.Bounds(), src, from, draw.Src)
	g.mask = mask{width: box.Dx(), height: box.Dy(), left: box.Min.X, top: box.Min.Y, alpha: alpha.Pix}
	return g
}

// width is how far the pen moves over a line of text.
func (f *face) width(s []byte) float64 {
	w := 0.0
	for len(s) > 0 {
		var g *glyph
		g, s = f.next(s, 0)
		w += g.advance
	}
	return w
}
