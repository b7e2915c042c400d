package canvas

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"
	"golang.org/x/image/font/gofont/gobold"

	"fillet/assets"
	"fillet/editor/level"
)

// A character that the canvas's own font lacks is looked up once, off the UI thread, and the canvas is redrawn
// when a font is found. A character that no font has is not looked up again.
func TestSystemGlyphs(t *testing.T) {
	w := newWindowForTest(t)
	bold, err := font.ParseTTF(bytes.NewReader(gobold.TTF))
	if err != nil {
		t.Fatal(err)
	}
	asked, changed := map[rune]int{}, 0
	s := newSystemGlyphs(w.look, func(r rune) *font.Face {
		asked[r]++
		if r == 'W' {
			return bold
		}
		return nil
	}, func() { changed++ })
	wait := func() {
		for busy := true; busy; {
			s.mu.Lock()
			busy = s.looking
			s.mu.Unlock()
		}
	}
	for range 3 {
		for _, r := range "W地" {
			s.Glyph(r, 13)
		}
		wait()
	}
	if asked['W'] != 1 || asked['地'] != 1 {
		t.Errorf("looked up %v", asked)
	}
	if s.Version() == 0 {
		t.Error("no result is cached")
	}
	if _, ok := s.Glyph('地', 13); ok {
		t.Error("a character that no font has is found")
	}
	for _, size := range []float64{11, 26} {
		g, ok := s.Glyph('W', size)
		if !ok || g.Coverage == nil {
			t.Fatal("a character that a font has is not found")
		}
		if h := float64(g.Coverage.Rect.Dy()); h < 0.6*size || h > size || g.Coverage.Rect.Max.Y > 1 ||
			g.Advance < 0.7*size || g.Advance > 1.2*size {
			t.Errorf("at size %g: coverage = %v, advance = %g", size, g.Coverage.Rect, g.Advance)
		}
		if full := bytes.Count(g.Coverage.Pix, []byte{0xff}); full == 0 {
			t.Error("the glyph has no pixels")
		}
	}
}

// A bitmap glyph becomes monochrome and as high as the letters.
func TestGlyphPicture(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 136, 128))
	for y := range 128 {
		for x := range 136 {
			if x > 20 && x < 116 {
				m.SetNRGBA(x, y, color.NRGBA{R: uint8(y * 2), A: 0xff})
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	got := pictureOf(b.Bytes(), 20)
	if got == nil || got.Rect.Dy() != 22 || got.Rect.Dx() < 22 || got.Rect.Max.Y != 4 {
		t.Fatalf("the glyph covers %v", got.Rect)
	}
	if got.AlphaAt(0, 0).A != 0 || got.AlphaAt(11, got.Rect.Min.Y).A < 0xe0 ||
		got.AlphaAt(11, 2).A >= got.AlphaAt(11, got.Rect.Min.Y).A {
		t.Error("its shades are lost")
	}
	for _, bad := range [][]byte{nil, []byte("no picture"), b.Bytes()[:40]} {
		if pictureOf(bad, 20) != nil {
			t.Errorf("%d invalid bytes give a picture", len(bad))
		}
	}
}

// Glyphs that become available later replace the boxes, even in a cached picture.
func TestCanvasShowsNewGlyphs(t *testing.T) {
	w := newWindowForTest(t)
	noto, err := font.ParseTTF(bytes.NewReader(theme.DefaultTextFont().Content()))
	if err != nil {
		t.Fatal(err)
	}
	const missing = "\u1e01\u1e03\u1e0b" // missing in the canvas's font
	c := level.NewCollider(0, 0, missing, level.Shape{
		Kind: level.Box, Size: level.Vec{X: 200, Y: 100},
		Rounding: level.Inset,
	}, level.Vec{X: 300, Y: 200})
	c.Role = level.Trigger
	if _, err := w.session.Add(*c); err != nil {
		t.Fatal(err)
	}
	w.session.Selection().Clear()
	w.win.Canvas().Capture()
	found := make(chan bool)
	s := newSystemGlyphs(w.look, func(rune) *font.Face { <-found; return noto }, func() {})
	w.canvas.Renderer.SetGlyphs(s)
	shot := func() []uint8 {
		w.canvas.base.draw(w.canvas.Renderer, w.canvas.picture, w.canvas.Scene(), &w.canvas.stage)
		return slices.Clone(w.canvas.picture.Pix)
	}
	boxes := shot()
	if !slices.Equal(boxes, shot()) {
		t.Error("a picture changes although no glyph was found")
	}
	close(found)
	for s.Version() == 0 {
		time.Sleep(time.Millisecond)
	}
	if slices.Equal(boxes, shot()) {
		t.Error("the new glyphs are not drawn")
	}
}

// Characters that the toolkit's own fonts have use these fonts. Fonts are loaded only for other characters.
func TestLoadedGlyphs(t *testing.T) {
	set := assets.NewFontSet(nil)
	var work []func()
	asked := 0
	set.Go = func(do func()) { work = append(work, do) }
	set.Changed = func() {}
	set.List = func() ([]byte, error) {
		return assets.WriteFontList([]*assets.FontPiece{assets.NewFontPiece("a", "", []rune("W地"))}), nil
	}
	set.Load = func(string) ([]byte, error) {
		asked++
		return gobold.TTF, nil
	}
	g := LoadedGlyphs(set)
	if glyph, ok := g.Glyph('\u1e01', 13); !ok || glyph.Coverage == nil || len(work) > 0 {
		t.Errorf("a letter of the toolkit's font: %t, %d files to load", ok, len(work))
	}
	if _, ok := g.Glyph('地', 13); ok {
		t.Error("a character is available before its font")
	}
	for len(work) > 0 {
		do := work[0]
		work = work[1:]
		do()
	}
	if asked != 1 || g.Version() == 0 {
		t.Errorf("%d files were loaded", asked)
	}
	if _, ok := g.Glyph('地', 13); ok {
		t.Error("a font without the character returns a glyph")
	}
}
