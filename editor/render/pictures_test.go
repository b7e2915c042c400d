package render_test

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"fillet/editor/overlay"
	"fillet/editor/render"

	"pgregory.net/rapid"
)

// fourColors is a picture of 2 x 2 pixels: red, green, blue, and one that is half clear.
func fourColors() image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	m.Set(0, 0, color.NRGBA{R: 255, A: 255})
	m.Set(1, 0, color.NRGBA{G: 255, A: 255})
	m.Set(0, 1, color.NRGBA{B: 255, A: 255})
	m.Set(1, 1, color.NRGBA{R: 255, G: 255, B: 255, A: 128})
	return m
}

func pictured(sprites ...overlay.Sprite) *image.RGBA {
	return render.Picture(&render.Scene{
		Camera: render.Camera{Center: render.Vec{X: 8, Y: 8}, Zoom: 1, Width: 16, Height: 16}, Theme: render.Dark(),
		Pictures: render.NewPictures(&overlay.Pictures{Images: []image.Image{fourColors()}, Sprites: sprites}),
	})
}

func TestPicturesLieAsTheyAreTurned(t *testing.T) {
	red, green, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}
	whole := overlay.Sprite{W: 2, H: 2, Alpha: 1, At: render.Vec{X: 4, Y: 4}, U: render.Vec{X: 8}, V: render.Vec{Y: 8}}
	mirrored := whole
	mirrored.At, mirrored.U = render.Vec{X: 12, Y: 4}, render.Vec{X: -8}
	turned := whole // a quarter to the right
	turned.At, turned.U, turned.V = render.Vec{X: 12, Y: 4}, render.Vec{Y: 8}, render.Vec{X: -8}
	diagonal := whole
	diagonal.U, diagonal.V = render.Vec{Y: 8}, render.Vec{X: 8}
	for name, test := range map[string]struct {
		sprite                         overlay.Sprite
		topLeft, topRight, bottomLeft_ color.RGBA
	}{
		"as it is":                    {whole, red, green, blue},
		"diagonally":                  {diagonal, red, blue, green},
		"turned a quarter":            {turned, blue, red, color.RGBA{}},
		"mirrored from left to right": {mirrored, green, red, color.RGBA{}},
	} {
		m := pictured(test.sprite)
		if got := m.RGBAAt(5, 5); got != test.topLeft {
			t.Errorf("%s: top left is %v, want %v", name, got, test.topLeft)
		}
		if got := m.RGBAAt(11, 5); got != test.topRight {
			t.Errorf("%s: top right is %v, want %v", name, got, test.topRight)
		}
		if got := m.RGBAAt(5, 11); test.bottomLeft_ != (color.RGBA{}) && got != test.bottomLeft_ {
			t.Errorf("%s: bottom left is %v, want %v", name, got, test.bottomLeft_)
		}
		if m.RGBAAt(3, 5) != m.RGBAAt(1, 1) || m.RGBAAt(12, 5) != m.RGBAAt(1, 1) {
			t.Errorf("%s: it is larger than 8 pixels", name)
		}
	}
	half := pictured(whole).RGBAAt(11, 11)
	if c := render.Dark().Canvas; math.Abs(float64(half.R)-(128+0.5*float64(c.R))) > 2 || half.A != 255 {
		t.Errorf("what is half clear over %v becomes %v", c, half)
	}
}

// Tiles that lie side by side leave no gap and cover no pixel twice, whatever the view.
func TestTilesHaveNoSeams(t *testing.T) {
	grey := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for i := range grey.Pix {
		grey.Pix[i] = 128 // half clear: a pixel that is covered twice is brighter
	}
	rapid.Check(t, func(t *rapid.T) {
		var sprites []overlay.Sprite
		for i := range 64 {
			sprites = append(sprites, overlay.Sprite{W: 4, H: 4, Alpha: 1, At: render.Vec{X: float64(i%8) * 4, Y: float64(i/8) * 4}, U: render.Vec{X: 4}, V: render.Vec{Y: 4}})
		}
		number := rapid.Float64Range(8, 24)
		m := render.Picture(&render.Scene{
			Camera: render.Camera{Center: render.Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")}, Zoom: rapid.Float64Range(4, 9).Draw(t, "zoom"), Width: 20, Height: 20},
			Theme:  render.Dark(), Pictures: render.NewPictures(&overlay.Pictures{Images: []image.Image{grey}, Sprites: sprites}),
		})
		for y := range 20 {
			for x := range 20 {
				if m.RGBAAt(x, y) != m.RGBAAt(0, 0) {
					t.Fatalf("the pixel at %d, %d is %v, the first one %v", x, y, m.RGBAAt(x, y), m.RGBAAt(0, 0))
				}
			}
		}
	})
}

func TestPicturesThatCannotBe(t *testing.T) {
	p := render.NewPictures(&overlay.Pictures{Images: []image.Image{fourColors(), nil}, Sprites: []overlay.Sprite{
		{Image: 2, W: 1, H: 1}, {Image: -1, W: 1, H: 1}, {Image: 1, W: 1, H: 1}, {X: 1, W: 2, H: 1}, {W: 0, H: 1}, {X: -1, W: 1, H: 1},
	}})
	if p.Len() != 0 {
		t.Errorf("%d of them are shown", p.Len())
	}
	sprite := overlay.Sprite{W: 2, H: 2, Alpha: 1, U: render.Vec{X: math.NaN()}, V: render.Vec{Y: math.Inf(1)}}
	m := pictured(sprite)
	if m.RGBAAt(1, 1) != pictured().RGBAAt(1, 1) {
		t.Error("one that has no place is shown")
	}
}

func TestPicturesInSVG(t *testing.T) {
	var b bytes.Buffer
	scene := &render.Scene{
		Camera: render.Camera{Zoom: 1, Width: 16, Height: 16}, Theme: render.Dark(),
		Pictures: render.NewPictures(&overlay.Pictures{Images: []image.Image{fourColors()}, Sprites: []overlay.Sprite{{W: 2, H: 2, Alpha: 1, U: render.Vec{X: 8}, V: render.Vec{Y: 8}}}}),
	}
	if err := render.WriteSVG(&b, scene); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `<image width="16" height="16" href="data:image/png;base64,iVBORw0KGgo`) {
		t.Error("the file has no picture")
	}
}
