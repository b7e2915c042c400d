package render

import (
	"image"
	"image/draw"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// GlyphsVersion changes when fallback glyphs become available.
func (r *Renderer) GlyphsVersion() uint64 {
	if r.letters.more == nil {
		return 0
	}
	return r.letters.more.Version()
}

// LikeGlyphs uses the fallback glyphs of another renderer.
func (r *Renderer) LikeGlyphs(of *Renderer) { r.SetGlyphs(of.letters.more) }

// typesetter turns text into glyphs, which it caches. It belongs to one goroutine.
type typesetter struct {
	font  *opentype.Font
	buf   sfnt.Buffer
	faces map[float64]*face

	more  Glyphs // nil: characters missing from the font are drawn as boxes
	known uint64 // the version of more with which the faces were rendered
	runes []rune // of the line being reordered
	line  []byte // the reordered line
}

// Glyphs supplies fallback glyphs for characters missing from the renderer's own font.
type Glyphs interface {
	// Glyph returns the glyph of a character at a size in pixels. ok is false if there is none, or none yet. Glyph must
	// not block.
	Glyph(r rune, size float64) (g Glyph, ok bool)
	// Version changes whenever more glyphs are available.
	Version() uint64
}

// Glyph holds the coverage of a character's pixels, with the pen at the origin on the baseline, and the advance of the
// pen.
type Glyph struct {
	Coverage *image.Alpha
	Advance  float64
}

// SetGlyphs sets the source of fallback glyphs. Without it, characters missing from the font are drawn as boxes, so
// that a picture is the same on every machine.
func (r *Renderer) SetGlyphs(g Glyphs) {
	r.letters.more, r.letters.known = g, 0
	clear(r.letters.faces)
}

// face holds the glyphs of one size, in pixels.
type face struct {
	set    *typesetter
	size   float64
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

// Limits of a typesetter's cache. A picture uses two or three sizes and a hundred runes.
const (
	maxFaces  = 16
	maxGlyphs = 4096
)

func newTypesetter() *typesetter {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return &typesetter{font: f, faces: map[float64]*face{}}
}

func (t *typesetter) face(size float64) *face {
	if t.more != nil {
		if v := t.more.Version(); v != t.known {
			t.known = v
			clear(t.faces)
		}
	}
	size = min(max(math.Round(size*8)/8, 1), 512)
	if f := t.faces[size]; f != nil {
		return f
	}
	if len(t.faces) >= maxFaces {
		clear(t.faces)
	}
	ff, err := opentype.NewFace(t.font, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // the options are valid
	}
	f := &face{set: t, size: size, face: ff, glyphs: map[glyphKey]*glyph{}}
	t.faces[size] = f
	return f
}

// next returns the glyph of the first rune of s for a pen at x, and the rest of s.
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
	if i, err := f.set.font.GlyphIndex(&f.set.buf, key.r); err != nil || i == 0 {
		return f.elsewhere(key.r)
	}
	dot := fixed.Point26_6{X: fixed.Int26_6(key.quarter) * 16}
	box, src, from, advance, ok := f.face.Glyph(dot, key.r)
	if !ok {
		return g
	}
	g.advance = float64(float64(advance) / 64)
	alpha := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	draw.Draw(alpha, alpha.Bounds(), src, from, draw.Src)
	g.mask = mask{width: box.Dx(), height: box.Dy(), left: box.Min.X, top: box.Min.Y, alpha: alpha.Pix}
	return g
}

// elsewhere returns the glyph of a character missing from the font: nothing for format characters, else a fallback
// glyph, or else a box.
func (f *face) elsewhere(r rune) *glyph {
	if unicode.In(r, unicode.Cf, unicode.Variation_Selector) {
		return &glyph{}
	}
	if more := f.set.more; more != nil {
		if g, ok := more.Glyph(r, f.size); ok {
			out := &glyph{advance: g.Advance}
			if m := g.Coverage; m != nil {
				b := m.Rect
				out.mask = mask{width: b.Dx(), height: b.Dy(), left: b.Min.X, top: b.Min.Y, alpha: m.Pix}
			}
			return out
		}
	}
	const wide, high, advance = 0.55, 0.7, 0.7 // relative to the size
	w, h := max(int(nearest(float64(f.size*wide))), 3), max(int(nearest(float64(f.size*high))), 3)
	m := mask{width: w, height: h, left: 1, top: -h, alpha: make([]uint8, w*h)}
	for y := range h {
		for x := range w {
			if x == 0 || y == 0 || x == w-1 || y == h-1 {
				m.alpha[y*w+x] = 0xff
			}
		}
	}
	return &glyph{mask: m, advance: float64(f.size * advance)}
}

// ordered returns a line in display order, with runs of Hebrew, Arabic and similar scripts reversed. It does not join
// letters.
func (t *typesetter) ordered(s []byte) []byte {
	if !slices.ContainsFunc(s, func(b byte) bool { return b >= firstRTL && b <= lastRTL }) {
		return s
	}
	t.runes, t.line = t.runes[:0], t.line[:0]
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		t.runes, s = append(t.runes, r), s[n:]
	}
	for i := 0; i < len(t.runes); i++ {
		if !isRTL(t.runes[i]) {
			continue
		}
		end := i + 1 // after the last letter of the run
		for k := end; k < len(t.runes) && !unicode.IsDigit(t.runes[k]) &&
			(isRTL(t.runes[k]) || !unicode.IsLetter(t.runes[k])); k++ {
			if isRTL(t.runes[k]) {
				end = k + 1
			}
		}
		slices.Reverse(t.runes[i:end])
		i = end
	}
	for _, r := range t.runes {
		t.line = utf8.AppendRune(t.line, r)
	}
	return t.line
}

// The first bytes of the letters from U+0590 to U+07FF.
const firstRTL, lastRTL = 0xd6, 0xdf

func isRTL(r rune) bool { return r >= 0x590 && r < 0x800 }

// width returns the advance of the pen over a line of text.
func (f *face) width(s []byte) float64 {
	w := 0.0
	for len(s) > 0 {
		var g *glyph
		g, s = f.next(s, 0)
		w += g.advance
	}
	return w
}
