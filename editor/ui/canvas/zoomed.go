package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"fillet/collision"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// Zoomed is a widget that shows a picture over a checkerboard, and overlays over both. The wheel zooms. The embedding
// widget calls [Zoomed.Init].
type Zoomed struct {
	widget.BaseWidget
	Picture *image.NRGBA
	Camera  render.Camera // in pixels of the picture
	Scale   float64       // screen pixels per unit
	Raster  *canvas.Raster

	look     *kit.Look
	isSmooth bool
	overlays func() []overlay.Item
	halves   []*image.NRGBA // mipmaps: the picture at full size, then halved repeatedly
	renderer *render.Renderer
	base     *image.RGBA // the picture as the camera sees it
	shown    *image.RGBA
	drawn    render.Camera // the camera that base was painted for
}

// Init initializes the widget self for a picture. A smooth picture is averaged when it is shown smaller. overlays
// returns the items drawn over the picture.
func (v *Zoomed) Init(self fyne.Widget, l *kit.Look, m image.Image, isSmooth bool, overlays func() []overlay.Item) {
	v.look, v.isSmooth, v.overlays, v.renderer = l, isSmooth, overlays, render.NewRenderer()
	v.Scale, v.Camera.Zoom = 1, 1
	b := m.Bounds()
	v.Picture = image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(v.Picture, v.Picture.Rect, m, b.Min, draw.Src)
	v.halves = []*image.NRGBA{v.Picture}
	for last := v.Picture; isSmooth && last.Rect.Dx() > 64 && last.Rect.Dy() > 64; {
		last = halved(last)
		v.halves = append(v.halves, last)
	}
	v.Raster = l.Raster(v.draw)
	if !isSmooth {
		v.Raster.ScaleMode = canvas.ImageScalePixels
	}
	v.ExtendBaseWidget(self)
}

// halved returns a picture at half size. Each pixel is the mean of four, weighted by alpha.
func halved(m *image.NRGBA) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, m.Rect.Dx()/2, m.Rect.Dy()/2))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			var sum [3]int
			alpha := 0
			for _, at := range [4]int{
				m.PixOffset(2*x, 2*y), m.PixOffset(2*x+1, 2*y), m.PixOffset(2*x, 2*y+1),
				m.PixOffset(2*x+1, 2*y+1),
			} {
				a := int(m.Pix[at+3])
				alpha += a
				for i := range 3 {
					sum[i] += int(m.Pix[at+i]) * a
				}
			}
			to := out.PixOffset(x, y)
			for i := range 3 {
				out.Pix[to+i] = uint8(sum[i] / max(alpha, 1))
			}
			out.Pix[to+3] = uint8(alpha / 4)
		}
	}
	return out
}

func (v *Zoomed) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(v.Raster) }

func (v *Zoomed) draw(w, h int) image.Image {
	if v.shown == nil || v.shown.Rect.Dx() != w || v.shown.Rect.Dy() != h {
		v.shown, v.base = image.NewRGBA(image.Rect(0, 0, w, h)), image.NewRGBA(image.Rect(0, 0, w, h))
		v.drawn = render.Camera{}
		if width := v.Size().Width; width > 0 {
			v.Scale = float64(w) / float64(width)
		}
		v.Camera.Width, v.Camera.Height = w, h
		size := v.Picture.Rect.Size()
		v.Camera = v.Camera.Framing(collision.AABB{Max: render.Vec{X: float64(size.X), Y: float64(size.Y)}}, 10*v.Scale)
		if !v.isSmooth {
			const limit = 4 // units per pixel of the picture
			v.Camera.Zoom = min(v.Camera.Zoom, limit*v.Scale)
		}
	}
	if v.drawn != v.Camera {
		v.drawn = v.Camera
		v.paint()
	}
	v.renderer.DrawTop(v.shown, v.base, &render.Scene{
		Camera: v.Camera, Scale: v.Scale, Theme: Theme(v.look), Overlays: v.overlays(),
	})
	return v.shown
}

// paint draws the picture over a checkerboard.
func (v *Zoomed) paint() {
	half := 0
	for half+1 < len(v.halves) && v.Camera.Zoom*math.Exp2(float64(half)) <= 0.5 {
		half++
	}
	m, size := v.halves[half], float64(int(1)<<half)
	p := v.look.Colors()
	ground := [2]color.NRGBA{p.Window, kit.Mix(p.Window, p.Hover, 0.5)}
	cell := max(int(8*v.Scale), 1)
	columns := make([]int, v.base.Rect.Dx())
	for x := range columns {
		columns[x] = int(math.Floor(v.Camera.ToLevel(render.Vec{X: float64(x) + 0.5}).X / size))
	}
	for y := range v.base.Rect.Dy() {
		row := v.base.Pix[y*v.base.Stride:]
		sy := int(math.Floor(v.Camera.ToLevel(render.Vec{Y: float64(y) + 0.5}).Y / size))
		for x, sx := range columns {
			g := ground[(x/cell+y/cell)%2]
			if image.Pt(sx, sy).In(m.Rect) {
				c := m.Pix[m.PixOffset(sx, sy):]
				a := int(c[3])
				blend := func(under, over uint8) uint8 { return uint8((int(over)*a + int(under)*(255-a)) / 255) }
				g = color.NRGBA{R: blend(g.R, c[0]), G: blend(g.G, c[1]), B: blend(g.B, c[2])}
			}
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = g.R, g.G, g.B, 255
		}
	}
}

// Pan moves the picture by a distance in units.
func (v *Zoomed) Pan(dx, dy float32) {
	v.Camera.Center.X -= float64(dx) * v.Scale / v.Camera.Zoom
	v.Camera.Center.Y -= float64(dy) * v.Scale / v.Camera.Zoom
	v.Raster.Refresh()
}

// Zoom zooms in at a position, or out if in is false.
func (v *Zoomed) Zoom(in bool, at fyne.Position) {
	factor := ZoomStep * ZoomStep
	if !in {
		factor = 1 / factor
	}
	v.Camera = v.Camera.ZoomedAt(render.Vec{X: float64(at.X) * v.Scale, Y: float64(at.Y) * v.Scale}, factor)
	v.Raster.Refresh()
}

func (v *Zoomed) Scrolled(e *fyne.ScrollEvent) {
	defer v.look.Catch()
	v.Zoom(e.Scrolled.DY >= 0, e.Position)
}
