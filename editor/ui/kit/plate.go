package kit

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// Plate is the background of a control or bar: a rectangle, optionally rounded, with or without a border. It is an
// image that is redrawn when its look or size changes. With software OpenGL, the toolkit's rectangles, especially
// rounded ones, cost three times as much per pixel and frame as an image.
type Plate struct {
	plateLook
	Picture *canvas.Raster // the object in the window

	shown plateLook // look of the current picture
}

// plateLook holds the look of a plate. Lengths are in window units; the border is inside the edge.
type plateLook struct {
	FillColor, StrokeColor    color.Color
	StrokeWidth, CornerRadius float32
}

// NewPlate makes an invisible plate.
func NewPlate(l *Look, radius float32) *Plate {
	p := &Plate{plateLook: plateLook{FillColor: NoColor, StrokeColor: NoColor, CornerRadius: radius}}
	p.Picture = l.sketch(p.draw)
	p.Picture.ScaleMode = canvas.ImageScalePixels // keeps border lines intact if the window rounds the size differently
	p.Picture.Hidden = true
	return p
}

// Framed makes a plate with a thin border.
func Framed(l *Look, fill, line color.Color, radius float32) *Plate {
	p := NewPlate(l, radius)
	p.FillColor, p.StrokeColor, p.StrokeWidth = fill, line, 1
	p.Refresh()
	return p
}

// Ground makes a plate of a single colour.
func Ground(l *Look, c color.Color) *canvas.Raster {
	p := NewPlate(l, 0)
	p.FillColor = c
	p.Refresh()
	return p.Picture
}

func (p *Plate) Fill(c color.Color) {
	p.FillColor = c
	p.Refresh()
}

func (p *Plate) Refresh() {
	if p.shown == p.plateLook {
		return
	}
	p.shown = p.plateLook
	SetVisible(p.Picture, p.FillColor != NoColor || p.line())
	p.Picture.Refresh()
}

// line reports whether there is a border.
func (p *Plate) line() bool { return p.StrokeWidth > 0 && p.StrokeColor != NoColor }

func (p *Plate) draw(w, h int) image.Image {
	if !p.line() && p.CornerRadius == 0 {
		return image.NewUniform(p.FillColor)
	}
	size := p.Picture.Size()
	scale := float64(w) / float64(max(size.Width, 1))
	if size.Height > size.Width {
		scale = float64(h) / float64(size.Height)
	}
	line := 0.0
	if p.line() {
		line = linePixels(float64(p.StrokeWidth), scale)
	}
	return p.paint(w, h, line, min(float64(p.CornerRadius)*scale, float64(min(w, h))/2))
}

// linePixels returns the pixel width of a line: whole pixels, halves rounded up. The scale derived from an image is off
// by up to a pixel over its longer side; a tolerance keeps the borders of plates with the same look equal.
func linePixels(width, scale float64) float64 {
	const off = 0.05 // for a plate of 20 pixels
	return max(math.Floor(width*(scale+off)+0.5), 1)
}

// paint draws the plate into an image of w by h pixels. The border width and radius are in pixels too.
func (l plateLook) paint(w, h int, line, radius float64) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.NewUniform(l.FillColor), image.Point{}, draw.Src)
	if line > 0 {
		edge, n := image.NewUniform(l.StrokeColor), int(line)
		for _, r := range [...]image.Rectangle{
			{Max: image.Pt(w, n)},
			{Min: image.Pt(0, h-n), Max: image.Pt(w, h)},
			{Max: image.Pt(n, h)},
			{Min: image.Pt(w-n, 0), Max: image.Pt(w, h)},
		} {
			draw.Draw(img, r, edge, image.Point{}, draw.Src)
		}
	}
	corner := min(int(math.Ceil(max(radius, line))), w/2+w%2, h/2+h%2)
	for y := range corner {
		for x := range corner {
			outer, within := covered(x, y, 0, radius), covered(x, y, line, radius)
			c := blended(l.FillColor, l.StrokeColor, within, outer-within)
			for _, at := range [...]image.Point{
				{X: x, Y: y},
				{X: w - 1 - x, Y: y},
				{X: x, Y: h - 1 - y},
				{X: w - 1 - x, Y: h - 1 - y},
			} {
				img.SetRGBA(at.X, at.Y, c)
			}
		}
	}
	return img
}

// covered returns the fraction of a pixel in the upper left corner that is inside the edge, inset by a border width.
func covered(x, y int, line, radius float64) float64 {
	px, py := float64(x)+0.5, float64(y)+0.5
	radius = max(radius-line, 0)
	centre := line + radius
	switch {
	case px < line || py < line:
		return 0
	case px >= centre || py >= centre:
		return 1
	}
	return min(max(radius-math.Hypot(centre-px, centre-py)+0.5, 0), 1)
}

// blended returns the weighted sum of two colours, with weights from 0 to 1.
func blended(a, b color.Color, partA, partB float64) color.RGBA {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	mix := func(a, b uint32) uint8 { return uint8((float64(a)*partA+float64(b)*partB)/0x101 + 0.5) }
	return color.RGBA{R: mix(ar, br), G: mix(ag, bg), B: mix(ab, bb), A: mix(aa, ba)}
}

// plated is the renderer of a toolkit entry with a plate as its background instead of its own two rectangles.
type plated struct {
	fyne.WidgetRenderer
	look    *Look
	Plate   *Plate
	focused func() bool // reports whether the entry has the focus
	right   *float32    // offset of right-aligned text; nil for left-aligned
	objects []fyne.CanvasObject
}

// newPlated wraps the renderer of a toolkit entry and replaces its rectangles with a plate.
func newPlated(l *Look, entry fyne.WidgetRenderer, focused func() bool) *plated {
	p := &plated{WidgetRenderer: entry, look: l, Plate: NewPlate(l, FieldRadius), focused: focused}
	for _, o := range entry.Objects() {
		if r, ok := o.(*canvas.Rectangle); ok { // its background and frame
			r.Hidden = true
		}
	}
	p.show()
	return p
}

func (p *plated) show() {
	c := p.look.Colors()
	p.Plate.FillColor, p.Plate.StrokeColor, p.Plate.StrokeWidth = c.Field, c.Line, 1
	if p.focused() {
		p.Plate.StrokeColor = c.Accent
	}
	p.Plate.Refresh()
}

func (p *plated) Objects() []fyne.CanvasObject {
	p.objects = append(append(p.objects[:0], p.Plate.Picture), p.WidgetRenderer.Objects()...)
	return p.objects
}

func (p *plated) Layout(size fyne.Size) {
	if p.right != nil {
		*p.right = 0
	}
	p.WidgetRenderer.Layout(size)
	p.Plate.Picture.Resize(size)
	p.push()
}

// rightEdge is the additional padding to the right of a number.
const rightEdge = 2

// push right-aligns the text if there is room.
func (p *plated) push() {
	if p.right == nil {
		return
	}
	for _, o := range p.WidgetRenderer.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			wide := s.Size().Width + *p.right // as laid out by the entry, or before the last push
			*p.right = max(float32(math.Floor(float64(wide-s.Content.MinSize().Width)))-rightEdge, 0)
			at := s.Position()
			s.Move(fyne.NewPos(at.X+s.Size().Width-wide+*p.right, at.Y))
			s.Resize(fyne.NewSize(wide-*p.right, s.Size().Height))
		}
	}
}

func (p *plated) Refresh() {
	p.show()
	p.WidgetRenderer.Refresh()
	p.push()
}
