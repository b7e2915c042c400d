package ui

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
)

// rulers are the scales above and at the left of the canvas, in level pixels.
type rulers struct {
	top, side *fyne.Container
	corner    fyne.CanvasObject
	look      *look
	canvas    *levelCanvas
	ticks     [2]*canvas.Raster
	marks     [2]*canvas.Rectangle // where the pointer is
	buffers   [2]*image.RGBA
	labels    [2][]*canvas.Text
}

const rulerSize = 20

func newRulers(l *look, c *levelCanvas) *rulers {
	r := &rulers{look: l, canvas: c}
	for i := range 2 {
		r.ticks[i] = l.raster(func(w, h int) image.Image { return r.draw(i, w, h) })
		r.marks[i] = filled(l.p().accent) // a line would be the one thing in the window to need a program of the graphics card
	}
	r.top = container.New(&rulerLayout{r, 0}, r.ticks[0])
	r.side = container.New(&rulerLayout{r, 1}, r.ticks[1])
	r.corner = filled(l.p().window)
	return r
}

// rulerLayout gives the ticks all the room; labels and the mark are placed by refresh.
type rulerLayout struct {
	r    *rulers
	axis int
}

func (l *rulerLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(rulerSize, rulerSize)
}

func (l *rulerLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.r.ticks[l.axis].Resize(size)
}

// step is the distance between two labels in level pixels: a round number at least 56 units apart on the screen.
func (r *rulers) step() float64 {
	const least = 56
	want := least * r.canvas.scale / r.canvas.camera.Zoom
	grid := r.canvas.session.Document().Settings().Grid.Size.X
	if grid > 0 && want > grid/8 { // powers of two of the grid, which levels are made of
		return grid * math.Exp2(math.Ceil(math.Log2(want/grid)))
	}
	tens := math.Pow(10, math.Floor(math.Log10(want)))
	for _, m := range []float64{1, 2, 5} {
		if m*tens >= want {
			return m * tens
		}
	}
	return 10 * tens
}

// along is where a level coordinate stands on the ruler, in units.
func (r *rulers) along(axis int, v float64) float32 {
	p := r.canvas.camera.ToScreen(level.Vec{X: v, Y: v})
	if axis == 0 {
		return float32(p.X / r.canvas.scale)
	}
	return float32(p.Y / r.canvas.scale)
}

func (r *rulers) span(axis int) (from, to float64) {
	v := r.canvas.camera.Visible()
	if axis == 0 {
		return v.Min.X, v.Max.X
	}
	return v.Min.Y, v.Max.Y
}

// refresh puts the labels where the camera wants them.
func (r *rulers) refresh() {
	for axis, box := range []*fyne.Container{r.top, r.side} {
		step := r.step()
		from, to := r.span(axis)
		texts := r.labels[axis][:0:0]
		objects := []fyne.CanvasObject{r.ticks[axis]}
		used := 0
		const most = 200
		for v := math.Floor(from/step) * step; v <= to && used < most; v += step {
			var t *canvas.Text
			if used < len(r.labels[axis]) {
				t = r.labels[axis][used]
			} else {
				t = text("", r.look.p().quiet, 9)
			}
			used++
			t.Text = formatNumber(v)
			t.Resize(t.MinSize())
			at := r.along(axis, v)
			if axis == 0 {
				t.Move(fyne.NewPos(at+3, 0))
			} else {
				t.Move(fyne.NewPos(1, at+1))
			}
			texts = append(texts, t)
			objects = append(objects, t)
		}
		r.labels[axis] = texts
		objects = append(objects, r.marks[axis])
		box.Objects = objects
		box.Refresh()
	}
}

// showPointer marks a point of the level on both rulers.
func (r *rulers) showPointer(p level.Vec) {
	x, y := r.along(0, p.X), r.along(1, p.Y)
	put(r.marks[0], x-0.5, 0, 1, rulerSize)
	put(r.marks[1], 0, y-0.5, rulerSize, 1)
}

// draw is the picture of one ruler's ticks.
func (r *rulers) draw(axis, w, h int) image.Image {
	img := r.buffers[axis]
	if img == nil || img.Rect.Dx() != w || img.Rect.Dy() != h {
		img = image.NewRGBA(image.Rect(0, 0, w, h))
		r.buffers[axis] = img
	}
	p := r.look.p()
	fill(img, img.Rect, p.window)
	scale := r.canvas.scale
	length, thick := w, h
	if axis == 1 {
		length, thick = h, w
	}
	line := func(at, from int, c color.NRGBA) {
		for k := from; k < thick; k++ {
			if axis == 0 {
				img.SetRGBA(at, k, color.RGBA(c))
			} else {
				img.SetRGBA(k, at, color.RGBA(c))
			}
		}
	}
	const parts = 4
	minor := r.step() / parts
	from, to := r.span(axis)
	if !(minor > 0) || (to-from)/minor > 4000 {
		return img
	}
	for i := math.Floor(from / minor); i*minor <= to; i++ {
		at := int(math.Round(float64(r.along(axis, i*minor)) * scale))
		if at < 0 || at >= length {
			continue
		}
		start := thick - int(4*scale)
		if math.Mod(i, parts) == 0 {
			start = 0
		}
		line(at, max(start, 0), p.line)
	}
	edge := image.Rect(0, h-1, w, h)
	if axis == 1 {
		edge = image.Rect(w-1, 0, w, h)
	}
	fill(img, edge, p.line)
	return img
}

func fill(img *image.RGBA, area image.Rectangle, c color.NRGBA) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			img.SetRGBA(x, y, color.RGBA(c))
		}
	}
}

// rulerFrame lays out the rulers around the canvas and the minimap in its corner.
type rulerFrame struct{}

func (*rulerFrame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 160) }

// Layout takes the top and side rulers, the corner, the canvas and the minimap.
func (*rulerFrame) Layout(o []fyne.CanvasObject, size fyne.Size) {
	place := func(obj fyne.CanvasObject, x, y, w, h float32) {
		obj.Move(fyne.NewPos(x, y))
		obj.Resize(fyne.NewSize(max(w, 0), max(h, 0)))
	}
	place(o[0], rulerSize, 0, size.Width-rulerSize, rulerSize)
	place(o[1], 0, rulerSize, rulerSize, size.Height-rulerSize)
	place(o[2], 0, 0, rulerSize, rulerSize)
	place(o[3], rulerSize, rulerSize, size.Width-rulerSize, size.Height-rulerSize)
	const margin = 12
	m := o[4].MinSize()
	place(o[4], size.Width-m.Width-margin, size.Height-m.Height-margin, m.Width, m.Height)
}
