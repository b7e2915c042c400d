package canvas

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
)

// A ruler's numbers are to the right of, or below, their ticks at every scale, and follow the view.
func TestRulersNumbers(t *testing.T) {
	w := newWindowForTest(t)
	r, c := w.rulers, w.canvas
	was := c.Scale
	defer func() { c.Scale = was }()
	for _, scale := range []float64{1, 1.25, 1.5, 2} {
		c.Scale, c.Camera.Width, c.Camera.Height, c.Camera.Zoom = scale, 800, 600, scale
		for _, x := range []float64{400, 400.3, -1e4, 123456} {
			c.Camera.Center = level.Vec{X: x, Y: 2 * x}
			for axis, size := range []image.Point{{800, int(rulerSize * scale)}, {int(rulerSize * scale), 600}} {
				img := r.draw(axis, size.X, size.Y).(*image.RGBA)
				step := r.step()
				from, to := r.span(axis)
				for v := (math.Floor(from/step) + 1) * step; v+step <= to; v += step {
					px := int(math.Round(float64(r.along(axis, v)) * scale))
					// From this tick to the end of the number, nothing but the number is drawn.
					box := image.Rect(px+1, 0, px+int(20*scale), img.Rect.Dy()/2)
					if axis == 1 {
						box = image.Rect(1, px+1, img.Rect.Dx()-1, px+int(12*scale))
					}
					inked := 0
					for y := box.Min.Y; y < box.Max.Y; y++ {
						for x := box.Min.X; x < box.Max.X; x++ {
							if image.Pt(x, y).In(img.Rect) && img.RGBAAt(x, y) != color.RGBA(w.look.Colors().Window) &&
								img.RGBAAt(x, y) != color.RGBA(w.look.Colors().Line) {
								inked++
							}
						}
					}
					if box.In(img.Rect) && inked < 6 {
						t.Fatalf("at scale %g, ruler %d of %g: %d pixels of the number at %g", scale, axis, x, inked,
							v)
					}
				}
				if r.now(axis) != r.shown[axis] {
					t.Errorf("ruler %d is outdated right after drawing", axis)
				}
				c.Camera.Center.X++
				c.Camera.Center.Y++
				if r.now(axis) == r.shown[axis] {
					t.Errorf("ruler %d does not follow the view", axis)
				}
				c.Camera.Center.X--
				c.Camera.Center.Y--
			}
		}
	}
}

// Text has the width that its size requires at each scale, and is cached.
func TestFigures(t *testing.T) {
	w := newWindowForTest(t)
	f := newFigures(w.look)
	var last int
	for _, scale := range []float64{1, 1.25, 1.5, 2} {
		m := f.line("128", scale)
		if m == nil || m.Rect.Dx() <= last {
			t.Fatalf("at scale %g the number is %v, not wider than %d before", scale, m, last)
		}
		last = m.Rect.Dx()
		if want := float64(fyne.MeasureText("128", rulerNumber,
			fyne.TextStyle{}).Width) * scale; math.Abs(float64(last)-want) > 4 {
			t.Errorf("at scale %g the number is %d pixels wide, Fyne's is %g", scale, last, want)
		}
		if f.line("128", scale) != m {
			t.Error("the text is not cached")
		}
	}
	for i := range 3 * maxFigures {
		f.line(fmt.Sprint(i), 1)
	}
	if len(f.kept) > maxFigures {
		t.Errorf("%d strings are cached", len(f.kept))
	}
	none := &figures{} // draws nothing without a font
	none.write(image.NewRGBA(image.Rect(0, 0, 9, 9)), "1", 1, image.Point{}, false, color.Black)
}

// The number on the side ruler shows all its digits.
func TestRulerShowsAllDigits(t *testing.T) {
	w := newWindowForTest(t)
	f := newFigures(w.look)
	for _, s := range []string{"0", "-1024", "123456"} {
		line := f.line(s, 1)
		img := image.NewRGBA(image.Rect(0, 0, rulerSize, 100))
		f.write(img, s, 1, image.Pt(1, 2), true, w.look.Colors().Text)
		inked, wanted := 0, 0
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i+3] > 0 {
				inked++
			}
		}
		for _, a := range line.Pix {
			if a > 0 {
				wanted++
			}
		}
		if inked != wanted || wanted == 0 {
			t.Errorf("%q: %d pixels of %d are on the ruler", s, inked, wanted)
		}
	}
}
