package canvas

import (
	"bytes"
	"image"
	"image/color"
	_ "image/jpeg" // used by some fonts for emoji
	_ "image/png"
	"math"
	"sync"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
	"golang.org/x/image/draw"
	"golang.org/x/image/vector"

	"fillet/assets"
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// systemGlyphs looks up characters that the canvas's own font lacks in the system's fonts, off the UI thread. A
// character is a box until a font is found.
type systemGlyphs struct {
	look    *kit.Look
	changed func() // called when glyphs have been found
	find    func(r rune) *font.Face

	mu      sync.Mutex
	faces   map[rune]*font.Face // nil if no font has it
	asked   []rune
	looking bool
	version atomic.Uint64
}

// maxAsked limits the number of different characters that are looked up. All others are boxes.
const maxAsked = 1 << 16

func newSystemGlyphs(l *kit.Look, find func(r rune) *font.Face, changed func()) *systemGlyphs {
	return &systemGlyphs{look: l, changed: changed, find: find, faces: map[rune]*font.Face{}}
}

// SystemGlyphs returns glyphs from the system's fonts, for all canvases of a window. It calls changed when glyphs
// become available.
func SystemGlyphs(l *kit.Look, changed func()) render.Glyphs {
	return newSystemGlyphs(l, systemFace(), changed)
}

// loadedGlyphs looks up characters that the canvas's own font lacks in the toolkit's fonts, and in fonts loaded on
// demand.
type loadedGlyphs struct {
	*assets.FontSet
	own []*font.Face
}

// LoadedGlyphs returns glyphs from a set of fonts, for all canvases of a window. The set reports when fonts become
// available.
func LoadedGlyphs(set *assets.FontSet) render.Glyphs {
	g := loadedGlyphs{FontSet: set}
	for _, data := range []fyne.Resource{theme.DefaultTextFont(), theme.DefaultSymbolFont()} {
		if f, err := font.ParseTTF(bytes.NewReader(data.Content())); err == nil {
			g.own = append(g.own, f)
		}
	}
	return g
}

func (g loadedGlyphs) Glyph(r rune, size float64) (render.Glyph, bool) {
	for _, f := range g.own {
		if _, ok := f.NominalGlyph(r); ok {
			return glyphOf(f, r, size)
		}
	}
	if f := g.Font(r); f != nil {
		return glyphOf(f.Face, r, size)
	}
	return render.Glyph{}, false
}

// systemFace returns a function that finds the system's font for a character, or nil. The font package lists the fonts
// only once, and the toolkit has already made it do so.
func systemFace() func(r rune) *font.Face {
	var system *fontscan.FontMap
	return func(r rune) *font.Face {
		if system == nil {
			system = fontscan.NewFontMap(quietLog{})
			if err := system.UseSystemFonts(""); err != nil {
				system = fontscan.NewFontMap(quietLog{}) // empty: finds nothing
			}
		}
		for _, family := range []string{fontscan.SansSerif, fontscan.Emoji} {
			system.SetQuery(fontscan.Query{Families: []string{family}})
			system.SetScript(language.LookupScript(r))
			if f := system.ResolveFace(r); f != nil {
				if _, ok := f.NominalGlyph(r); ok {
					return f
				}
			}
		}
		return nil
	}
}

// quietLog drops the font package's messages, for example that no font has a character.
type quietLog struct{}

func (quietLog) Printf(string, ...any) {}

func (s *systemGlyphs) Version() uint64 { return s.version.Load() }

func (s *systemGlyphs) Glyph(r rune, size float64) (render.Glyph, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, known := s.faces[r]
	if !known && len(s.faces) < maxAsked {
		s.faces[r] = nil
		s.asked = append(s.asked, r)
		if !s.looking {
			s.looking = true
			s.look.Go(s.search)
		}
	}
	if f == nil {
		return render.Glyph{}, false
	}
	return glyphOf(f, r, size)
}

// search looks up the requested characters.
func (s *systemGlyphs) search() {
	found := false
	for {
		s.mu.Lock()
		asked := s.asked
		s.asked = nil
		if len(asked) == 0 {
			s.looking = false
			s.mu.Unlock()
			break
		}
		s.mu.Unlock()
		for _, r := range asked {
			if f := s.find(r); f != nil {
				s.mu.Lock()
				s.faces[r] = f
				s.mu.Unlock()
				found = true
			}
		}
	}
	if found {
		s.version.Add(1)
		s.look.Post(s.changed)
	}
}

// glyphOf returns a font's glyph at a size in pixels. Colour bitmaps, such as emoji, become monochrome.
func glyphOf(f *font.Face, r rune, size float64) (render.Glyph, bool) {
	id, ok := f.NominalGlyph(r)
	if !ok || f.Upem() == 0 {
		return render.Glyph{}, false
	}
	scale := size / float64(f.Upem())
	g := render.Glyph{Advance: float64(f.HorizontalAdvance(id)) * scale}
	switch data := f.GlyphData(id).(type) {
	case font.GlyphOutline:
		g.Coverage = outlineOf(data, scale)
	case font.GlyphSVG:
		g.Coverage = outlineOf(data.Outline, scale)
	case font.GlyphBitmap:
		g.Coverage = pictureOf(data.Data, size)
		if g.Coverage == nil && data.Outline != nil {
			g.Coverage = outlineOf(*data.Outline, scale)
		}
		if g.Coverage != nil && g.Advance == 0 {
			g.Advance = float64(g.Coverage.Rect.Dx())
		}
	default:
		if data, ok := f.GlyphDataOutline(tables.GlyphID(id)); ok {
			g.Coverage = outlineOf(data, scale)
		}
	}
	return g, g.Coverage != nil || g.Advance > 0
}

// outlineOf returns the pixel coverage of an outline with the pen at the origin; nil if it is empty.
func outlineOf(o font.GlyphOutline, scale float64) *image.Alpha {
	const huge = 4096 // pixels: larger glyphs come from broken fonts
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	at := func(p opentype.SegmentPoint) [2]float64 {
		return [2]float64{float64(p.X) * scale, -float64(p.Y) * scale}
	}
	for _, s := range o.Segments {
		for _, p := range s.ArgsSlice() {
			v := at(p)
			for i := range v {
				lo[i], hi[i] = min(lo[i], v[i]), max(hi[i], v[i])
			}
		}
	}
	if !(hi[0] > lo[0] && hi[1] > lo[1] && lo[0] > -huge && lo[1] > -huge && hi[0] < huge && hi[1] < huge) {
		return nil
	}
	box := image.Rect(int(math.Floor(lo[0])), int(math.Floor(lo[1])), int(math.Ceil(hi[0])), int(math.Ceil(hi[1])))
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, s := range o.Segments {
		var p [3][2]float32
		for i, a := range s.ArgsSlice() {
			v := at(a)
			p[i] = [2]float32{float32(v[0]) - float32(box.Min.X), float32(v[1]) - float32(box.Min.Y)}
		}
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(p[0][0], p[0][1])
		case opentype.SegmentOpLineTo:
			z.LineTo(p[0][0], p[0][1])
		case opentype.SegmentOpQuadTo:
			z.QuadTo(p[0][0], p[0][1], p[1][0], p[1][1])
		case opentype.SegmentOpCubeTo:
			z.CubeTo(p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1])
		}
	}
	z.ClosePath()
	m := image.NewAlpha(box)
	z.Draw(m, box, image.Opaque, image.Point{})
	return m
}

// pictureOf converts a bitmap glyph to coverage at the height of the surrounding text: dark pixels cover more. It
// returns nil if the bitmap cannot be read.
func pictureOf(data []byte, size float64) *image.Alpha {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	const limit = 1024 // pixels per side
	if err != nil || config.Width <= 0 || config.Height <= 0 || config.Width > limit || config.Height > limit {
		return nil
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	const high, below = 1.1, 0.2 // relative to the size; below is the part below the baseline
	h := max(int(size*high+0.5), 1)
	w := max(h*config.Width/config.Height, 1)
	small := image.NewNRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
	top := int(size*below+0.5) - h
	m := image.NewAlpha(image.Rect(0, top, w, top+h))
	const pale = 0.65 // reduction of coverage for white
	for y := range h {
		for x := range w {
			c := small.NRGBAAt(x, y)
			light := float64(color.GrayModel.Convert(color.NRGBA{R: c.R, G: c.G, B: c.B, A: 0xff}).(color.Gray).Y) /
				0xff
			m.Pix[y*m.Stride+x] = uint8(float64(c.A)*(1-pale*light) + 0.5)
		}
	}
	return m
}
