package render

import (
	"image"
	"image/color"
	"testing"
)

// fakeGlyphs has one character, a square, from its second version on.
type fakeGlyphs struct {
	version uint64
	asked   int
}

func (f *fakeGlyphs) Version() uint64 { return f.version }

func (f *fakeGlyphs) Glyph(r rune, size float64) (Glyph, bool) {
	f.asked++
	if r != '地' || f.version == 0 {
		return Glyph{}, false
	}
	m := image.NewAlpha(image.Rect(0, -int(size), int(size), 0))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	return Glyph{Coverage: m, Advance: size}, true
}

// written returns a picture of a line of text.
func written(t *typesetter, s string) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, 200, 40))
	f := t.face(16)
	line := t.ordered([]byte(s))
	for x := 4.0; len(line) > 0; {
		var g *glyph
		g, line = f.next(line, x)
		for row := range g.mask.height {
			for column := range g.mask.width {
				out.SetGray(int(x)+g.mask.left+column, 30+g.mask.top+row,
					color.Gray{Y: g.mask.alpha[row*g.mask.width+column]})
			}
		}
		x += g.advance
	}
	return out
}

func covering(m *image.Gray) int {
	n := 0
	for _, v := range m.Pix {
		if v > 0x80 {
			n++
		}
	}
	return n
}

// A character that the font lacks is drawn as a box on every machine. With fallback glyphs, the fallback is drawn as
// soon as it is available.
func TestMissingCharacters(t *testing.T) {
	plain := newTypesetter()
	for _, s := range []string{"地", "🌋", "ע", "\U0010fffe"} {
		if n := covering(written(plain, s)); n < 20 {
			t.Errorf("%q draws %d pixels", s, n)
		}
	}
	for _, s := range []string{"\ufe0f", "\u200d", "\u200f"} {
		if n := covering(written(plain, s)); n != 0 {
			t.Errorf("%q is a format character, but draws %d pixels", s, n)
		}
	}
	fake := &fakeGlyphs{}
	r := NewRenderer()
	r.SetGlyphs(fake)
	box := covering(written(r.letters, "地"))
	if box != covering(written(plain, "地")) {
		t.Error("a character without a glyph is not drawn as a box")
	}
	fake.version++
	if n := covering(written(r.letters, "地")); n != 16*16 {
		t.Errorf("the fallback glyph covers %d pixels", n)
	}
	asked := fake.asked
	if n := testing.AllocsPerRun(20, func() {
		r.letters.face(16).width([]byte("地地 a"))
	}); n > 0 || fake.asked > asked+4 {
		t.Errorf("a cached line allocates %g times and requests %d glyphs", n, fake.asked-asked)
	}
	if g, w := written(r.letters, "Fillet 12"), written(plain, "Fillet 12"); string(g.Pix) != string(w.Pix) {
		t.Error("a character of the font depends on the fallback glyphs")
	}
	if r.GlyphsVersion() != 1 || NewRenderer().GlyphsVersion() != 0 {
		t.Error("the version of the glyphs is lost")
	}
}

// Hebrew and Arabic are written from right to left; numbers and other letters within them keep their direction.
func TestRightToLeft(t *testing.T) {
	set := newTypesetter()
	for in, want := range map[string]string{
		"plain": "plain", "地形 ñ": "地形 ñ", "עברית": "תירבע", "a עב גד b": "a דג בע b", "קיר 12": "ריק 12",
		"אב 12 גד": "בא 12 דג", "עב!": "בע!",
	} {
		if got := string(set.ordered([]byte(in))); got != want {
			t.Errorf("%q is written %q, want %q", in, got, want)
		}
	}
	line := []byte("a עב גד b")
	if n := testing.AllocsPerRun(20, func() { set.ordered(line) }); n > 0 {
		t.Errorf("it allocates %g times", n)
	}
}
