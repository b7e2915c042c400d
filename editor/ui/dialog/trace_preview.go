package dialog

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/collision"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/importers"
)

// tracePreview is a widget that shows a picture with the outlines over it. The wheel zooms, a drag pans.
type tracePreview struct {
	widget.BaseWidget
	look     *kit.Look
	picture  *image.NRGBA
	halves   []*image.NRGBA // mipmaps: the picture at full size, then halved repeatedly
	result   *importers.Traced
	raster   *fynecanvas.Raster
	renderer *render.Renderer
	base     *image.RGBA // the picture as the camera sees it
	shown    *image.RGBA
	camera   render.Camera
	drawn    render.Camera // the camera that base was painted for
	scale    float64
	dragging bool
	cursors  canvas.CursorSet
}

func newTracePreview(l *kit.Look, m image.Image) *tracePreview {
	v := &tracePreview{look: l, renderer: render.NewRenderer(), scale: 1, camera: render.Camera{Zoom: 1}}
	b := m.Bounds()
	v.picture = image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(v.picture, v.picture.Rect, m, b.Min, draw.Src)
	v.halves = []*image.NRGBA{v.picture}
	for last := v.picture; last.Rect.Dx() > 64 && last.Rect.Dy() > 64; {
		last = halved(last)
		v.halves = append(v.halves, last)
	}
	v.raster = l.Raster(v.draw)
	v.ExtendBaseWidget(v)
	return v
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

func (v *tracePreview) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.raster)
}

func (v *tracePreview) MinSize() fyne.Size { return fyne.NewSize(240, 180) }

func (v *tracePreview) show(r *importers.Traced) {
	v.result = r
	v.raster.Refresh()
}

// draw renders the raster.
func (v *tracePreview) draw(w, h int) image.Image {
	if v.shown == nil || v.shown.Rect.Dx() != w || v.shown.Rect.Dy() != h {
		v.shown, v.base = image.NewRGBA(image.Rect(0, 0, w, h)), image.NewRGBA(image.Rect(0, 0, w, h))
		v.drawn = render.Camera{}
		if width := v.Size().Width; width > 0 {
			v.scale = float64(w) / float64(width)
		}
		v.camera.Width, v.camera.Height = w, h
		size := v.picture.Rect.Size()
		v.camera = v.camera.Framing(collision.AABB{Max: render.Vec{X: float64(size.X), Y: float64(size.Y)}}, 10*v.scale)
	}
	if v.drawn != v.camera {
		v.drawn = v.camera
		v.paint()
	}
	v.renderer.DrawTop(v.shown, v.base, &render.Scene{
		Camera: v.camera, Scale: v.scale, Theme: canvas.Theme(v.look),
		Overlays: v.outlines(),
	})
	return v.shown
}

// outlines returns the outlines as lines, with their vertices unless there are too many.
func (v *tracePreview) outlines() []overlay.Item {
	if v.result == nil {
		return nil
	}
	const manyVertices = 1500
	var out []overlay.Item
	vertices := v.result.Vertices() <= manyVertices
	for _, o := range v.result.Outlines {
		for i, loop := range append([][]collision.Vec{o.Points}, o.Holes...) {
			out = append(out,
				overlay.Line{Points: loop, Closed: true, Ink: overlay.Shadow, Width: 3.5},
				overlay.Line{Points: loop, Closed: true, Ink: overlay.Accent, Width: 1.5, Fill: i == 0})
		}
	}
	if !vertices {
		return out
	}
	half := 2.2 * v.scale / v.camera.Zoom
	for _, o := range v.result.Outlines {
		for _, loop := range append([][]collision.Vec{o.Points}, o.Holes...) {
			for _, p := range loop {
				box := collision.AABB{Min: p, Max: p}.Grow(half)
				out = append(out, overlay.Box{Bounds: box, Ink: overlay.Bright, Width: 1, Fill: true})
			}
		}
	}
	return out
}

// paint draws the picture over a checkerboard.
func (v *tracePreview) paint() {
	level := 0
	for level+1 < len(v.halves) && v.camera.Zoom*math.Exp2(float64(level)) <= 0.5 {
		level++
	}
	m, size := v.halves[level], float64(int(1)<<level)
	p := v.look.Colors()
	tint := func(a, b color.NRGBA) color.RGBA { return color.RGBA(kit.Mix(a, b, 0.5)) }
	ground := [2]color.RGBA{color.RGBA(p.Window), tint(p.Window, p.Hover)}
	cell := max(int(8*v.scale), 1)
	for y := range v.base.Rect.Dy() {
		row := v.base.Pix[y*v.base.Stride:]
		sy := int(math.Floor(v.camera.ToLevel(render.Vec{Y: float64(y) + 0.5}).Y / size))
		for x := range v.base.Rect.Dx() {
			g := ground[(x/cell+y/cell)%2]
			sx := int(math.Floor(((float64(x)+0.5-float64(v.camera.Width)/2)/v.camera.Zoom + v.camera.Center.X) / size))
			if image.Pt(sx, sy).In(m.Rect) {
				c := m.Pix[m.PixOffset(sx, sy):]
				a := int(c[3])
				blend := func(under, over uint8) uint8 { return uint8((int(over)*a + int(under)*(255-a)) / 255) }
				g = color.RGBA{R: blend(g.R, c[0]), G: blend(g.G, c[1]), B: blend(g.B, c[2]), A: 255}
			}
			row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = g.R, g.G, g.B, 255
		}
	}
}

func (v *tracePreview) Scrolled(e *fyne.ScrollEvent) {
	defer v.look.Catch()
	factor := canvas.ZoomStep * canvas.ZoomStep
	if e.Scrolled.DY < 0 {
		factor = 1 / factor
	}
	v.camera = v.camera.ZoomedAt(render.Vec{X: float64(e.Position.X) * v.scale, Y: float64(e.Position.Y) * v.scale},
		factor)
	v.raster.Refresh()
}

func (v *tracePreview) Dragged(e *fyne.DragEvent) {
	defer v.look.Catch()
	v.dragging = true
	v.camera.Center.X -= float64(e.Dragged.DX) * v.scale / v.camera.Zoom
	v.camera.Center.Y -= float64(e.Dragged.DY) * v.scale / v.camera.Zoom
	v.raster.Refresh()
}

func (v *tracePreview) DragEnd() {
	defer v.look.Catch()
	v.dragging = false
}

func (v *tracePreview) Cursor() desktop.Cursor {
	if v.dragging {
		return v.cursors.Of(tool.CursorGrabbing, v.scale)
	}
	return v.cursors.Of(tool.CursorGrab, v.scale)
}
