package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	fixedpoint "golang.org/x/image/math/fixed"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// Rulers holds the rulers above and to the left of the canvas, in level pixels.
type Rulers struct {
	Top, Side *fyne.Container
	Corner    fyne.CanvasObject
	look      *kit.Look
	canvas    *View
	ticks     [2]*canvas.Raster
	marks     [2]*canvas.Rectangle // marks of the pointer's position
	buffers   [2]*image.RGBA
	shown     [2]rulerShown
	numbers   *figures
}

// rulerShown holds everything but the size that a ruler's picture depends on.
type rulerShown struct{ from, to, step, scale float64 }

const (
	rulerSize   = 20
	rulerNumber = 9 // text size of its numbers
)

func NewRulers(l *kit.Look, c *View) *Rulers {
	r := &Rulers{look: l, canvas: c, numbers: newFigures(l)}
	for i := range 2 {
		r.ticks[i] = l.Raster(func(w, h int) image.Image { return r.draw(i, w, h) })
		r.marks[i] = kit.Filled(l.Colors().Accent) // a canvas.Line would be the only object with its own shader
	}
	// stretches the picture over the ruler; [Rulers.ShowPointer] places the mark
	stretched := kit.Arranged{
		Least: fyne.NewSize(rulerSize, rulerSize),
		Place: func(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) },
	}
	r.Top = container.New(stretched, r.ticks[0], r.marks[0])
	r.Side = container.New(stretched, r.ticks[1], r.marks[1])
	r.Corner = kit.Ground(l, l.Colors().Window)
	return r
}

// step returns the distance between two labels in level pixels: a round number, at least 56 units apart on the screen.
func (r *Rulers) step() float64 {
	const least = 56
	want := least * r.canvas.Scale / r.canvas.Camera.Zoom
	grid := r.canvas.Session.Document().Settings().Grid.Size.X
	if grid > 0 && want > grid/8 { // powers of two of the grid size
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

// along returns the position of a level coordinate on the ruler, in units.
func (r *Rulers) along(axis int, v float64) float32 {
	p := r.canvas.Camera.ToScreen(level.Vec{X: v, Y: v})
	if axis == 0 {
		return float32(p.X / r.canvas.Scale)
	}
	return float32(p.Y / r.canvas.Scale)
}

func (r *Rulers) span(axis int) (from, to float64) {
	v := r.canvas.Camera.Visible()
	if axis == 0 {
		return v.Min.X, v.Max.X
	}
	return v.Min.Y, v.Max.Y
}

// Refresh redraws the rulers that have changed.
func (r *Rulers) Refresh() {
	for axis, picture := range r.ticks {
		if r.now(axis) != r.shown[axis] {
			picture.Refresh()
		}
	}
}

// IsBehind reports whether a ruler shows a different part of the level than the canvas.
func (r *Rulers) IsBehind() bool { return r.now(0) != r.shown[0] || r.now(1) != r.shown[1] }

func (r *Rulers) now(axis int) rulerShown {
	from, to := r.span(axis)
	return rulerShown{from, to, r.step(), r.canvas.Scale}
}

// Sleep releases the pictures until the rulers are shown again.
func (r *Rulers) Sleep() {
	for _, t := range r.ticks {
		r.look.Release(t)
	}
	r.buffers, r.shown = [2]*image.RGBA{}, [2]rulerShown{}
}

// ShowPointer marks a point of the level on both rulers.
func (r *Rulers) ShowPointer(p level.Vec) {
	x, y := r.along(0, p.X), r.along(1, p.Y)
	kit.Put(r.marks[0], x-0.5, 0, 1, rulerSize)
	kit.Put(r.marks[1], 0, y-0.5, rulerSize, 1)
}

// draw draws one ruler, with numbers beside the longer ticks.
func (r *Rulers) draw(axis, w, h int) image.Image {
	img := Sized(r.buffers[axis], w, h)
	r.buffers[axis] = img
	p, shown := r.look.Colors(), r.now(axis)
	r.shown[axis] = shown
	fill(img, img.Rect, p.Window)
	length, thick := w, h
	if axis == 1 {
		length, thick = h, w
	}
	const parts = 4
	minor := shown.step / parts
	if !(minor > 0) || (shown.to-shown.from)/minor > 4000 {
		return img
	}
	for i := math.Floor(shown.from / minor); i*minor <= shown.to; i++ {
		at := int(math.Round(float64(r.along(axis, i*minor)) * shown.scale))
		if at < 0 || at >= length {
			continue
		}
		start := thick - int(4*shown.scale)
		if math.Mod(i, parts) == 0 {
			start = 0
		}
		tick := image.Rect(at, max(start, 0), at+1, thick)
		if axis == 1 {
			tick = image.Rect(max(start, 0), at, thick, at+1)
		}
		fill(img, tick, p.Line)
	}
	for i := math.Floor(shown.from / shown.step); i*shown.step <= shown.to; i++ {
		r.number(img, axis, i*shown.step, p.Quiet)
	}
	edge := image.Rect(0, h-1, w, h)
	if axis == 1 {
		edge = image.Rect(w-1, 0, w, h)
	}
	fill(img, edge, p.Line)
	return img
}

// number draws a coordinate beside its tick. On the side ruler it reads upward, so that all digits fit.
func (r *Rulers) number(img *image.RGBA, axis int, v float64, ink color.Color) {
	const offset, off = 3, 1
	scale := r.canvas.Scale
	at := image.Pt(int(math.Round(float64(r.along(axis, v)+offset)*scale)), 0)
	if axis == 1 {
		at = image.Pt(int(math.Round(off*scale)), at.X)
	}
	r.numbers.write(img, kit.FormatNumber(v), scale, at, axis == 1, ink)
}

func fill(img *image.RGBA, area image.Rectangle, c color.Color) {
	draw.Draw(img, area, image.NewUniform(c), image.Point{}, draw.Src)
}

// RulerFrame lays out the rulers around the canvas and the minimap in a corner.
type RulerFrame struct{}

func (*RulerFrame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 160) }

// Layout takes the top and side rulers, the corner, the canvas and the minimap.
func (*RulerFrame) Layout(o []fyne.CanvasObject, size fyne.Size) {
	kit.Put(o[0], rulerSize, 0, size.Width-rulerSize, rulerSize)
	kit.Put(o[1], 0, rulerSize, rulerSize, size.Height-rulerSize)
	kit.Put(o[2], 0, 0, rulerSize, rulerSize)
	kit.Put(o[3], rulerSize, rulerSize, size.Width-rulerSize, size.Height-rulerSize)
	m := o[4].(*Minimap)
	m.area = [2]fyne.Position{fyne.NewPos(rulerSize, rulerSize), fyne.NewPos(size.Width, size.Height)}
	m.put()
}

// figures draws short texts, such as a ruler's numbers, into images in the theme's font. It caches each text, so that
// drawing only costs blending.
type figures struct {
	font     *opentype.Font
	scale    float64 // pixels per unit of the cached texts
	face     font.Face
	baseline int // pixels below the top of a line
	kept     map[string]*image.Alpha
}

func newFigures(l *kit.Look) *figures {
	f, err := opentype.Parse(l.Theme.Font(fyne.TextStyle{}).Content())
	if err != nil { // a custom font that only the toolkit can read
		if f, err = opentype.Parse(goregular.TTF); err != nil {
			f = nil // cannot happen: the font is embedded
		}
	}
	return &figures{font: f}
}

const maxFigures = 1024 // cached texts

// line returns the coverage of a string's pixels, with its top left corner at the origin; nil without a font.
func (f *figures) line(s string, scale float64) *image.Alpha {
	if f.font == nil {
		return nil
	}
	if f.face == nil || f.scale != scale {
		face, err := opentype.NewFace(f.font, &opentype.FaceOptions{
			Size: rulerNumber * scale, DPI: 72,
			Hinting: font.HintingNone,
		})
		if err != nil {
			return nil
		}
		f.face, f.scale, f.kept = face, scale, map[string]*image.Alpha{}
		_, baseline := fyne.CurrentApp().Driver().RenderedTextSize("0", rulerNumber, fyne.TextStyle{}, nil)
		f.baseline = int(math.Ceil(float64(baseline) * scale)) // as in the toolkit
	}
	if m := f.kept[s]; m != nil {
		return m
	}
	if len(f.kept) == maxFigures {
		clear(f.kept)
	}
	const overspill = 2 // pixels
	m := image.NewAlpha(image.Rect(0, 0, font.MeasureString(f.face, s).Ceil()+overspill,
		f.baseline+f.face.Metrics().Descent.Ceil()))
	d := font.Drawer{Dst: m, Src: image.Opaque, Face: f.face, Dot: fixedpoint.P(0, f.baseline)}
	d.DrawString(s)
	f.kept[s] = m
	return m
}

// write draws a string with its top left corner at a pixel, from left to right or from bottom to top.
func (f *figures) write(dst *image.RGBA, s string, scale float64, at image.Point, upward bool, ink color.Color) {
	m := f.line(s, scale)
	if m == nil {
		return
	}
	if upward {
		line, w, h := m, m.Rect.Dx(), m.Rect.Dy()
		m = image.NewAlpha(image.Rect(0, 0, h, w))
		for i := range w {
			for j := range h {
				m.SetAlpha(j, w-1-i, line.AlphaAt(i, j))
			}
		}
	}
	draw.DrawMask(dst, m.Rect.Add(at), image.NewUniform(ink), image.Point{}, m, image.Point{}, draw.Over)
}
