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

// The ground outside the level differs from the level's own, and every mark stands out from both.
func TestCanvasColoursContrast(t *testing.T) {
	t.Parallel()
	for name, theme := range map[string]*Theme{"dark": Dark(), "light": Light()} {
		if k := contrast(theme.Canvas, theme.Outside); k < 1.2 {
			t.Errorf("%s: outside the level has a contrast of %.2f with the inside", name, k)
		}
		for what, ink := range map[string]color.NRGBA{
			"solid": theme.Solid, "touching": theme.Touching, "overlap": theme.Overlap, "trigger": theme.Trigger,
			"one-way": theme.OneWay, "accent": theme.Accent, "point": theme.Point, "guide": theme.Guide,
		} {
			for on, ground := range map[string]color.NRGBA{"inside": theme.Canvas, "outside": theme.Outside} {
				if k := contrast(ink, ground); k < minContrast {
					t.Errorf("%s: %s has a contrast of %.2f %s the level", name, what, k, on)
				}
			}
		}
	}
}

// The inside of a solid stands out more than a trigger's or a one-way shape's.
func TestSolidsAreStrongest(t *testing.T) {
	t.Parallel()
	for name, theme := range map[string]*Theme{"dark": Dark(), "light": Light()} {
		strength := func(role level.Role) float64 {
			b := newBuilder(t, Camera{Zoom: 1, Width: 100, Height: 100})
			b.scene.Theme = theme
			it := b.add("box", box(80, 80, 0), Vec{}, nil)
			it.Collider.Role = role
			if role == level.OneWay {
				it.Collider.OneWay = Vec{Y: -1}
			}
			img, sum, count := Picture(b.scene), 0.0, 0.0
			for y := 55; y < 85; y++ {
				for x := 15; x < 85; x++ {
					c := img.RGBAAt(x, y)
					sum += contrast(color.NRGBA{R: c.R, G: c.G, B: c.B, A: 255}, theme.Canvas) - 1
					count++
				}
			}
			return sum / count
		}
		solid := strength(level.Solid)
		for _, role := range []level.Role{level.Trigger, level.OneWay} {
			if got := strength(role); solid < 1.5*got {
				t.Errorf("%s: a solid's fill has a strength of %.2f, a %v's %.2f", name, solid, role, got)
			}
		}
	}
}

// A layer's outlines stand out from the ground whatever its colour and opacity.
func TestFaintLayersStandOut(t *testing.T) {
	t.Parallel()
	for name, theme := range map[string]*Theme{"dark": Dark(), "light": Light()} {
		p := &painter{theme: theme}
		for _, tint := range []color.NRGBA{theme.Canvas, theme.Outside, theme.Grid, theme.Solid, rgb(0x808080)} {
			ink := theme.apart(tint)
			if k := contrast(ink, theme.Outside); k < faintContrast {
				t.Errorf("%s: a layer of colour %v has a contrast of %.2f outside the level", name, tint, k)
			}
			for _, opacity := range []float64{level.MinOpacity, 0.3, 0.6} {
				faint := p.dim(&Item{Alpha: opacity}, ink)
				over := mixed(theme.Canvas, ink, float64(faint.A)/255)
				if k := contrast(over, theme.Canvas); k < faintContrast-0.02 {
					t.Errorf("%s: a layer of colour %v and opacity %g has a contrast of %.2f", name, tint, opacity, k)
				}
			}
		}
	}
}
