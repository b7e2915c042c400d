package render

import (
	"image/color"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// With any layer colour, shapes are neither red nor amber nor the accent colour, and stand out from the canvas. Half of
// the tested colours are close to one of the theme's own.
func TestLayerColoursAvoidReserved(t *testing.T) {
	t.Parallel()
	themes := map[string]*Theme{"dark": Dark(), "light": Light()}
	channel := rapid.IntRange(0, 255)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"dark", "light"}).Draw(t, "theme")
		theme := themes[name]
		for range 20 {
			tint := color.NRGBA{A: 255}
			if rapid.Bool().Draw(t, "close") {
				tint = rapid.SampledFrom([]color.NRGBA{
					theme.Overlap, theme.Touching, theme.Accent,
					theme.Canvas,
				}).Draw(t, "to")
			}
			for _, c := range []*uint8{&tint.R, &tint.G, &tint.B} {
				*c += uint8(channel.Draw(t, "channel"))
			}
			ink := theme.apart(tint)
			for _, body := range []level.BodyType{level.Static, level.Dynamic, level.Kinematic} {
				c := theme.bodyInk(ink, body)
				for _, alpha := range []float64{1, 0.6, fillAlpha, fillAlpha * level.MinOpacity} {
					over := mixed(theme.Canvas, c, alpha)
					p := color.RGBA{R: over.R, G: over.G, B: over.B, A: 255}
					if looksLike(p, theme.Overlap, 0.12) || looksLike(p, theme.Touching, 0.3) ||
						alpha == 1 && looksLike(p, theme.Accent, 0.55) {
						t.Fatalf("%s: a %v shape of a layer of colour %v is drawn %v, and over the canvas with "+
							"%g it is %v", name, body, tint, c, alpha, p)
					}
				}
			}
			if k := contrast(ink, theme.Canvas); k < minContrast {
				t.Fatalf("%s: %v is drawn %v, of contrast %.2f", name, tint, ink, k)
			}
		}
	})
}

// A colour that is not reserved, and stands out from the canvas, is drawn unchanged.
func TestLayerColoursStay(t *testing.T) {
	t.Parallel()
	for _, v := range []uint32{0xb48cff, 0x8fa3bf, 0x5fd38d, 0x5cc8d8, 0xff8fd1, 0xf0f04d, 0xc0c0c0} {
		if got := Dark().apart(rgb(v)); got != rgb(v) {
			t.Errorf("#%06x is drawn %v", v, got)
		}
	}
}

// The opacity of a layer does not affect items that overlap, are selected or are under the pointer.
func TestOpacityOfLayers(t *testing.T) {
	t.Parallel()
	b := newBuilder(t, Camera{Zoom: 1, Width: 80, Height: 80})
	it := b.add("box", box(40, 40, 0), Vec{}, nil)
	edge := func() int { return int(Picture(b.scene).RGBAAt(20, 40).B) }
	full := edge()
	it.Alpha = 0.3
	if got := edge(); got > full-40 {
		t.Errorf("the outline is %d with an opacity of 0.3, and %d without", got, full)
	}
	for name, set := range map[string]func(bool){
		"intruder": func(on bool) {
			it.Intruder = on
		}, "selected": func(on bool) { it.Selected = on }, "hovered": func(on bool) { it.Hovered = on },
	} {
		set(true)
		faint := Picture(b.scene)
		it.Alpha = 0
		if opaque := Picture(b.scene); string(opaque.Pix) != string(faint.Pix) {
			t.Errorf("%s: its opacity changes the picture", name)
		}
		it.Alpha = 0.3
		set(false)
	}
}
