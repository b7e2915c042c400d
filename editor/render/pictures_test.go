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

// fourColors returns a picture of 2 x 2 pixels: red, green, blue, and a half-transparent one.
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

func TestPictureOrientation(t *testing.T) {
	t.Parallel()
	red, green, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}
	upright := overlay.Sprite{
		W: 2, H: 2, Alpha: 1, At: render.Vec{X: 4, Y: 4}, U: render.Vec{X: 8}, V: render.Vec{Y: 8},
	}
	mirrored := upright
	mirrored.At, mirrored.U = render.Vec{X: 12, Y: 4}, render.Vec{X: -8}
	turned := upright // 90 degrees to the right
	turned.At, turned.U, turned.V = render.Vec{X: 12, Y: 4}, render.Vec{Y: 8}, render.Vec{X: -8}
	diagonal := upright
	diagonal.U, diagonal.V = render.Vec{Y: 8}, render.Vec{X: 8}
	for name, test := range map[string]struct {
		sprite                         overlay.Sprite
		topLeft, topRight, bottomLeft_ color.RGBA
	}{
		"unchanged":                   {upright, red, green, blue},
		"diagonally":                  {diagonal, red, blue, green},
		"turned clockwise":            {turned, blue, red, color.RGBA{}},
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
	half := pictured(upright).RGBAAt(11, 11)
	if c := render.Dark().Canvas; math.Abs(float64(half.R)-(128+0.5*float64(c.R))) > 2 || half.A != 255 {
		t.Errorf("half-transparent pixel over %v = %v", c, half)
	}
}

// In any view, adjacent tiles leave no gap and cover no pixel twice.
func TestTilesHaveNoSeams(t *testing.T) {
	t.Parallel()
	grey := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for i := range grey.Pix {
		grey.Pix[i] = 128 // half transparent: a pixel that is covered twice is brighter
	}
	rapid.Check(t, func(t *rapid.T) {
		var sprites []overlay.Sprite
		for i := range 64 {
			sprites = append(sprites, overlay.Sprite{
				W: 4, H: 4, Alpha: 1,
				At: render.Vec{X: float64(i%8) * 4, Y: float64(i/8) * 4}, U: render.Vec{X: 4}, V: render.Vec{Y: 4},
			})
		}
		number := rapid.Float64Range(8, 24)
		m := render.Picture(&render.Scene{
			Camera: render.Camera{
				Center: render.Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")},
				Zoom:   rapid.Float64Range(4, 9).Draw(t, "zoom"), Width: 20, Height: 20,
			},
			Theme: render.Dark(), Pictures: render.NewPictures(&overlay.Pictures{
				Images:  []image.Image{grey},
				Sprites: sprites,
			}),
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

func TestInvalidPictures(t *testing.T) {
	t.Parallel()
	p := render.NewPictures(&overlay.Pictures{Images: []image.Image{fourColors(), nil}, Sprites: []overlay.Sprite{
		{Image: 2, W: 1, H: 1},
		{Image: -1, W: 1, H: 1},
		{Image: 1, W: 1, H: 1},
		{X: 1, W: 2, H: 1},
		{W: 0, H: 1},
		{X: -1, W: 1, H: 1},
	}})
	if p.Len() != 0 {
		t.Errorf("%d sprites are shown", p.Len())
	}
	sprite := overlay.Sprite{W: 2, H: 2, Alpha: 1, U: render.Vec{X: math.NaN()}, V: render.Vec{Y: math.Inf(1)}}
	m := pictured(sprite)
	if m.RGBAAt(1, 1) != pictured().RGBAAt(1, 1) {
		t.Error("a sprite without a place is shown")
	}
}

func TestPicturesInSVG(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	scene := &render.Scene{
		Camera: render.Camera{Zoom: 1, Width: 16, Height: 16}, Theme: render.Dark(),
		Pictures: render.NewPictures(&overlay.Pictures{
			Images:  []image.Image{fourColors()},
			Sprites: []overlay.Sprite{{W: 2, H: 2, Alpha: 1, U: render.Vec{X: 8}, V: render.Vec{Y: 8}}},
		}),
	}
	if err := render.WriteSVG(&b, scene); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `<image width="16" height="16" href="data:image/png;base64,iVBORw0KGgo`) {
		t.Error("the file has no picture")
	}
}

// Pictures cover one another as in the editor that they come from; only the result is faded.
func TestPicturesFadeTogether(t *testing.T) {
	one := func(c color.NRGBA) image.Image {
		m := image.NewNRGBA(image.Rect(0, 0, 1, 1))
		m.SetNRGBA(0, 0, c)
		return m
	}
	images := []image.Image{
		one(color.NRGBA{R: 255, A: 255}), one(color.NRGBA{B: 255, A: 255}),
		one(color.NRGBA{G: 200, A: 100}),
	}
	at := func(image int, x, w float64) overlay.Sprite {
		return overlay.Sprite{
			Image: image, W: 1, H: 1, At: render.Vec{X: x, Y: 2}, U: render.Vec{X: w},
			V: render.Vec{Y: 12}, Alpha: 1,
		}
	}
	draw := func(strength float64, sprites ...overlay.Sprite) *image.RGBA {
		return render.Picture(&render.Scene{
			Camera: render.Camera{Center: render.Vec{X: 8, Y: 8}, Zoom: 1, Width: 16, Height: 16}, Theme: render.Dark(),
			PictureAlpha: strength,
			Pictures:     render.NewPictures(&overlay.Pictures{Images: images, Sprites: sprites}),
		})
	}
	both, blue := draw(0.5, at(0, 0, 8), at(1, 4, 8)), draw(0.5, at(1, 4, 8))
	if got, want := both.RGBAAt(6, 5), blue.RGBAAt(6, 5); got != want {
		t.Errorf("blue over red is %v, blue alone %v", got, want)
	}
	clear, full := draw(1).RGBAAt(6, 5), draw(1, at(0, 0, 8), at(2, 4, 8)).RGBAAt(6, 5)
	mixed := func(a, b uint8) uint8 { return uint8((int(a) + int(b) + 1) / 2) }
	if got, want := draw(0.5, at(0, 0, 8), at(2, 4, 8)).RGBAAt(6, 5),
		(color.RGBA{mixed(clear.R, full.R), mixed(clear.G, full.G), mixed(clear.B, full.B), 255}); got != want {
		t.Errorf("translucent green over red is %v at half strength, want the middle of %v and %v, %v", got, clear, full,
			want)
	}
	for y := range 16 {
		for x := range 16 {
			if inside := x < 12 && y >= 2 && y < 14; !inside && both.RGBAAt(x, y) != draw(1).RGBAAt(x, y) {
				t.Fatalf("the pixel at %d, %d beside the sprites is %v", x, y, both.RGBAAt(x, y))
			}
		}
	}
}

func TestColorsOfPictures(t *testing.T) {
	t.Parallel()
	area := overlay.Sprite{W: 2, H: 2, Alpha: 1, At: render.Vec{X: 4, Y: 4}, U: render.Vec{X: 8}, V: render.Vec{Y: 8}}
	plain, tinted, half := area, area, area
	plain.Image, plain.Color = overlay.Plain, color.NRGBA{R: 10, G: 20, B: 30, A: 255}
	tinted.Color = color.NRGBA{R: 100, G: 50, B: 255, A: 255}
	half.Color = color.NRGBA{R: 255, G: 255, B: 255, A: 128}
	ground := pictured().RGBAAt(5, 5)
	for name, test := range map[string]struct {
		sprite overlay.Sprite
		want   color.RGBA // of the top left quarter
	}{
		"plain":  {plain, color.RGBA{10, 20, 30, 255}},
		"tinted": {tinted, color.RGBA{100, 0, 0, 255}},
		"half tint": {half, color.RGBA{
			uint8((255*128 + int(ground.R)*127) / 255), uint8(int(ground.G) * 127 / 255),
			uint8(int(ground.B) * 127 / 255), 255,
		}},
	} {
		got := pictured(test.sprite).RGBAAt(5, 5)
		for _, d := range []int{
			int(got.R) - int(test.want.R), int(got.G) - int(test.want.G),
			int(got.B) - int(test.want.B),
		} {
			if d < -1 || d > 1 {
				t.Errorf("%s: %v, want %v", name, got, test.want)
				break
			}
		}
	}
	empty := area
	empty.Image = overlay.Plain
	if render.NewPictures(&overlay.Pictures{Sprites: []overlay.Sprite{empty}}).Len() != 0 {
		t.Error("an area without a colour is shown")
	}
}

// A sprite that wraps repeats its image where it ends, also to the left and above.
func TestPicturesThatRepeat(t *testing.T) {
	t.Parallel()
	m := pictured(overlay.Sprite{
		X: -3, Y: -2, W: 12, H: 10, Wraps: true, Alpha: 1, At: render.Vec{X: 2, Y: 2},
		U: render.Vec{X: 12}, V: render.Vec{Y: 10},
	})
	once := pictured(overlay.Sprite{W: 2, H: 2, Alpha: 1, U: render.Vec{X: 2}, V: render.Vec{Y: 2}})
	for y := range 10 {
		for x := range 12 {
			if got, want := m.RGBAAt(2+x, 2+y), once.RGBAAt((x+1)%2, y%2); got != want {
				t.Fatalf("the pixel at %d, %d is %v, want %v", x, y, got, want)
			}
		}
	}
}

// The parts of a view are the same however the view is split, because edges round to the same pixels.
func TestPicturesOfAPartOfTheView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zoom := rapid.SampledFrom([]float64{0.25, 0.5, 1, 2, 1.7, 0.13}).Draw(t, "zoom")
		quarter := func(name string) float64 { return float64(rapid.IntRange(-40, 40).Draw(t, name)) / 4 }
		var sprites []overlay.Sprite
		for i := range rapid.IntRange(1, 6).Draw(t, "sprites") {
			u, v := render.Vec{X: 16 + quarter("u")}, render.Vec{Y: 16 + quarter("v")}
			switch i % 3 {
			case 1:
				u, v = v, u
			case 2:
				u.Y, v.X = quarter("uy"), quarter("vx")
			}
			sprites = append(sprites, overlay.Sprite{
				W: 2, H: 2, Alpha: 1,
				At: render.Vec{X: quarter("x"), Y: quarter("y")}, U: u, V: v,
			})
		}
		p := render.NewPictures(&overlay.Pictures{Images: []image.Image{fourColors()}, Sprites: sprites})
		draw := func(center render.Vec, w, h int) *image.RGBA {
			return render.Picture(&render.Scene{
				Camera: render.Camera{Center: center, Zoom: zoom, Width: w, Height: h},
				Theme:  render.Dark(), Pictures: p, PictureAlpha: 0.6,
			})
		}
		const side = 48
		center := render.Vec{X: 8 + quarter("cx"), Y: 8 + quarter("cy")}
		full := draw(center, side, side)
		dx, dy := rapid.IntRange(0, side-1).Draw(t, "dx"), rapid.IntRange(0, side-1).Draw(t, "dy")
		w, h := side-dx, side-dy
		part := draw(center.Add(render.Vec{X: float64(dx) / 2 / zoom, Y: float64(dy) / 2 / zoom}), w, h)
		for y := range h {
			for x := range w {
				if a, b := part.RGBAAt(x, y), full.RGBAAt(x+dx, y+dy); a != b {
					t.Fatalf("pixel %d, %d is %v in the part and %v in the whole", x, y, a, b)
				}
			}
		}
	})
}

// BenchmarkTiledBase draws a view full of tiles in four layers, as a zoom does.
func BenchmarkTiledBase(b *testing.B) {
	sheet := image.NewNRGBA(image.Rect(0, 0, 64, 16))
	for i := range sheet.Pix {
		sheet.Pix[i] = uint8(i * 7)
		if i%4 == 3 {
			sheet.Pix[i] = 255
		}
	}
	for y := range 16 { // one tile of the four has transparent pixels
		for x := range 8 {
			sheet.SetNRGBA(x*2, y, color.NRGBA{})
		}
	}
	const columns, rows = 500, 500 // the view shows a part of these
	var sprites []overlay.Sprite
	for i := range 4 * columns * rows {
		x, y := i%columns, i/columns%rows
		sprites = append(sprites, overlay.Sprite{
			X: (i*7%4 + x) % 4 * 16, W: 16, H: 16,
			At: render.Vec{X: float64(x * 16), Y: float64(y * 16)}, U: render.Vec{X: 16}, V: render.Vec{Y: 16},
			Alpha: 1,
		})
	}
	p := render.NewPictures(&overlay.Pictures{Images: []image.Image{sheet}, Sprites: sprites})
	for _, view := range []struct {
		name   string
		zoom   float64
		height int
	}{{"half the size", 0.5, 900}, {"full size", 1, 900}, {"twice the size", 2, 900}, {"what a pan brings in", 1, 16}} {
		b.Run(view.name, func(b *testing.B) {
			scene := &render.Scene{Camera: render.Camera{
				Center: render.Vec{X: 1600, Y: 960}, Zoom: view.zoom,
				Width: 1600, Height: view.height,
			}, Theme: render.Dark(), Pictures: p, PictureAlpha: 0.6}
			r, dst := render.NewRenderer(), image.NewRGBA(image.Rect(0, 0, 1600, view.height))
			r.DrawBase(dst, scene)
			b.ReportAllocs()
			for b.Loop() {
				r.DrawBase(dst, scene)
			}
		})
	}
}
