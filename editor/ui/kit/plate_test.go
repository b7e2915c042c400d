package kit

import (
	"image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"
)

// A plate fills the pixels inside its rounded edge, draws the border within the edge, and is symmetric. The test
// computes the expected colour of a pixel from 8 by 8 sample points.
func TestPlatePixels(t *testing.T) {
	fill, line := color.NRGBA{R: 30, G: 60, B: 90, A: 255}, color.NRGBA{R: 200, G: 120, B: 40, A: 255}
	// depth returns the distance of a point from the edge of a rounded rectangle, negative outside.
	depth := func(x, y, w, h, inset, radius float64) float64 {
		radius = max(radius-inset, 0)
		dx := max(inset+radius-x, x-(w-inset-radius))
		dy := max(inset+radius-y, y-(h-inset-radius))
		if dx > 0 && dy > 0 {
			return radius - math.Hypot(dx, dy)
		}
		return radius - max(dx, dy)
	}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(8, 60).Draw(t, "w"), rapid.IntRange(8, 40).Draw(t, "h")
		width := float64(rapid.IntRange(0, 3).Draw(t, "line"))
		radius := min(float64(rapid.IntRange(0, 20).Draw(t, "radius"))/2, float64(min(w, h))/2)
		img := plateLook{FillColor: fill, StrokeColor: line}.paint(w, h, width, radius).(*image.RGBA)
		for y := range h {
			for x := range w {
				var outer, within float64
				const n = 8
				for i := range n * n {
					px, py := float64(x)+(float64(i%n)+0.5)/n, float64(y)+(float64(i/n)+0.5)/n
					if depth(px, py, float64(w), float64(h), 0, radius) >= 0 {
						outer++
						if depth(px, py, float64(w), float64(h), width, radius) >= 0 {
							within++
						}
					}
				}
				want := blended(fill, line, within/n/n, (outer-within)/n/n)
				got := img.RGBAAt(x, y)
				for _, d := range [...]int{
					int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B),
					int(got.A) - int(want.A),
				} {
					if max(d, -d) > 45 { // coverage by distance is accurate to about a sixth of a pixel
						t.Fatalf("%d by %d, line %v, radius %v: pixel %d %d is %v, want about %v", w, h, width, radius,
							x, y, got, want)
					}
				}
				if m := img.RGBAAt(w-1-x, h-1-y); m != got {
					t.Fatalf("pixel %d %d is %v, opposite %v", x, y, got, m)
				}
			}
		}
	})
}

// Plates with the same look and scale have equal borders at every size, although images have whole pixels.
func TestPlatesHaveEqualBorders(t *testing.T) {
	for scale, want := range map[float32]int{1: 1, 1.25: 1, 1.5: 2, 1.75: 2, 2: 2, 2.5: 3, 3: 3} {
		for width := float32(24); width < 400; width += 0.7 {
			for _, size := range []fyne.Size{fyne.NewSize(width, 26), fyne.NewSize(26, width)} {
				// the toolkit rounds either way, depending on the position
				for _, round := range []func(float64) float64{math.Floor, math.Ceil} {
					p := Framed(NewLook(ModeDark), color.Black, color.White, 0)
					p.Picture.Resize(size)
					img := p.Picture.Generator(int(round(float64(size.Width*scale))),
						int(round(float64(size.Height*scale))))
					got := 0
					for img.At(got, img.Bounds().Dy()/2) == (color.RGBA{255, 255, 255, 255}) {
						got++
					}
					if got != want {
						t.Fatalf("%v at a scale of %v: the line is %d pixels wide, want %d", size, scale, got, want)
					}
				}
			}
		}
	}
}

// A plate without a colour is not in the window. A plate of one colour needs one pixel, and a border is whole pixels
// wide at any scale.
func TestPlateRefresh(t *testing.T) {
	l := NewLook(ModeDark)
	p := NewPlate(l, FieldRadius)
	p.Picture.Resize(fyne.NewSize(40, 20))
	if p.Picture.Visible() {
		t.Error("a plate without colours is shown")
	}
	red := color.NRGBA{R: 255, A: 255}
	p.Fill(red)
	if !p.Picture.Visible() {
		t.Error("a plate with a colour is not shown")
	}
	if c := color.NRGBAModel.Convert(p.Picture.Generator(60, 30).At(30, 15)); c != red {
		t.Errorf("centre = %v", c)
	}
	p.StrokeColor, p.StrokeWidth = color.White, 1
	p.Refresh()
	img := p.Picture.Generator(60, 30)
	if a, b := img.At(30, 1), img.At(30, 2); color.NRGBAModel.Convert(a) != (color.NRGBA{255, 255, 255, 255}) ||
		color.NRGBAModel.Convert(b) != red {
		t.Errorf("a line of one unit at a scale of 1.5 ends with %v, %v", a, b)
	}
	p.StrokeWidth = 0
	p.Fill(NoColor)
	if p.Picture.Visible() {
		t.Error("a plate whose colours were removed is shown")
	}
	q := NewPlate(l, 0)
	q.Fill(red)
	if _, ok := q.Picture.Generator(60, 30).(*image.Uniform); !ok {
		t.Error("a plate of one colour takes more than a pixel")
	}
}
