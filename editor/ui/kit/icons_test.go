package kit

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"fillet/assets"
)

// inked returns the area of a picture that is covered with ink at a scale, in square units.
func inked(t *testing.T, scale float32, size float32, img *canvas.Image) float64 {
	t.Helper()
	win := test.NewWindow(img)
	defer win.Close()
	win.SetPadded(false)
	win.Canvas().(interface{ SetScale(float32) }).SetScale(scale)
	win.Resize(fyne.NewSize(size, size))
	img.Refresh()
	shot, sum := win.Canvas().Capture(), 0.0
	ground, _, _, _ := shot.At(0, 0).RGBA()
	for y := shot.Bounds().Min.Y; y < shot.Bounds().Max.Y; y++ {
		for x := shot.Bounds().Min.X; x < shot.Bounds().Max.X; x++ {
			r, _, _, _ := shot.At(x, y).RGBA()
			sum += math.Abs(float64(r) - float64(ground))
		}
	}
	return sum / 0xffff / float64(scale*scale)
}

// An icon's strokes have the same width in units at every scale.
func TestIconStrokesScale(t *testing.T) {
	testLook(t)
	for _, name := range []string{"box", "eye", "chain", "trigger", "fits", "warning"} {
		one := 0.0
		for _, scale := range []float32{1, 1.5, 2, 3} {
			ic := &iconCache{Scale: float64(scale)}
			got := inked(t, scale, IconSize, ic.Image(name, color.NRGBA{R: 255, G: 255, B: 255, A: 255}))
			if scale == 1 {
				one = got
			}
			if got < 0.85*one || got > 1.15*one || got == 0 {
				t.Errorf("%s covers %.1f square units at a scale of %v, %.1f at 1", name, got, scale, one)
			}
		}
	}
}

// The logo has the same proportions in every size. It has no strokes, because their width would not scale.
func TestLogoScales(t *testing.T) {
	testLook(t)
	share := func(size float32) float64 {
		img := canvas.NewImageFromResource(fyne.NewStaticResource("fillet.svg", assets.Icon("fillet")))
		return inked(t, 1, size, img) / float64(size*size)
	}
	small, large := share(32), share(256)
	if small < 0.8*large || small > 1.25*large || large == 0 {
		t.Errorf("the logo covers %.3f of 32 by 32 and %.3f of 256 by 256 units", small, large)
	}
}
