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

// Plate is the ground of a control or a bar: a rectangle, round or not, with or without a line along its edge. It is shown
// as a picture of its own, made when its look or its size has changed: where OpenGL is a program, a pixel of the toolkit's
// rectangles, and most of all of those with round corners, takes three times as long as one of a picture, in every frame.
type Plate struct {
	plateLook
	Picture *canvas.Raster // what stands in the window

	shown plateLook // by the picture that is
}

// plateLook is what a plate looks like. Lengths are in the window's units; the line is within the edge.
type plateLook struct {
	FillColor, StrokeColor    color.Color
	StrokeWidth, CornerRadius float32
}

// NewPlate is a plate that shows nothing yet.
func NewPlate(l *Look, radius float32) *Plate {
	p := &Plate{plateLook: plateLook{FillColor: NoColor, StrokeColor: NoColor, CornerRadius: radius}}
	p.Picture = l.sketch(p.draw)
	p.Picture.ScaleMode = canvas.ImageScalePixels // a line at the edge stays whole where the window rounds the size otherwise
	p.Picture.Hidden = true
	return p
}

// Framed is a plate with a fine line around it.
func Framed(l *Look, fill, line color.Color, radius float32) *Plate {
	p := NewPlate(l, radius)
	p.FillColor, p.StrokeColor, p.StrokeWidth = fill, line, 1
	p.Refresh()
	return p
}

// Ground is a plate of one colour that stays as it is.
func Ground(l *Look, c color.Color) *canvas.Raster {
	p := NewPlate(l, 0)
	p.FillColor = c
	p.Refresh()
	return p.Picture
}

// Fill gives the plate a colour.
func (p *Plate) Fill(c color.Color) {
	p.FillColor = c
	p.Refresh()
}

// Refresh shows the plate as it looks now.
func (p *Plate) Refresh() {
	if p.shown == p.plateLook {
		return
	}
	p.shown = p.plateLook
	SetVisible(p.Picture, p.FillColor != NoColor || p.line())
	p.Picture.Refresh()
}

// line reports whether there is a line along the edge.
func (p *Plate) line() bool { return p.StrokeWidth > 0 && p.StrokeColor != NoColor }

// draw is the picture's generator.
func (p *Plate) draw(w, h int) image.Image {
	if p.isPlain() {
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

// linePixels is how many pixels wide a line is: whole ones, halves rounded up. A picture's own pixels to the unit are off by up to
// a pixel over its longer side, and still two plates of one look have lines of one width.
func linePixels(width, scale float64) float64 {
	const off = 0.05 // of a plate 20 pixels long
	return max(math.Floor(width*(scale+off)+0.5), 1)
}

// isPlain reports whether the plate is one colour, up to its corners.
func (p *Plate) isPlain() bool { return !p.line() && p.CornerRadius == 0 }

// paint makes a picture of w by h pixels, the width of the line and the radius in pixels as well.
func (l plateLook) paint(w, h int, line, radius float64) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.NewUniform(l.FillColor), image.Point{}, draw.Src)
	if line > 0 {
		edge, n := image.NewUniform(l.StrokeColor), int(line)
		for _, r := range [...]image.Rectangle{{Max: image.Pt(w, n)}, {Min: image.Pt(0, h-n), Max: image.Pt(w, h)}, {Max: image.Pt(n, h)}, {Min: image.Pt(w-n, 0), Max: image.Pt(w, h)}} {
			draw.Draw(img, r, edge, image.Point{}, draw.Src)
		}
	}
	corner := min(int(math.Ceil(max(radius, line))), w/2+w%2, h/2+h%2)
	for y := range corner {
		for x := range corner {
			whole, within := covered(x, y, 0, radius), covered(x, y, line, radius)
			c := blended(l.FillColor, l.StrokeColor, within, whole-within)
			for _, at := range [...]image.Point{{X: x, Y: y}, {X: w - 1 - x, Y: y}, {X: x, Y: h - 1 - y}, {X: w - 1 - x, Y: h - 1 - y}} {
				img.SetRGBA(at.X, at.Y, c)
			}
		}
	}
	return img
}

// covered is how much of a pixel at the upper left corner lies within the edge, or within a line of that width: by how far its
// middle is from the corner's centre.
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

// blended is so much of one colour beside so much of another, each from 0 to 1, over nothing.
func blended(a, b color.Color, partA, partB float64) color.RGBA {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	mix := func(a, b uint32) uint8 { return uint8((float64(a)*partA+float64(b)*partB)/0x101 + 0.5) }
	return color.RGBA{R: mix(ar, br), G: mix(ag, bg), B: mix(ab, bb), A: mix(aa, ba)}
}

// plated is the renderer of one of the toolkit's entries that stands on a plate: its own two rectangles are not shown.
type plated struct {
	fyne.WidgetRenderer
	look    *Look
	Plate   *Plate
	focused func() bool // the entry has the keys
	right   *float32    // the text stands at the right: how far it was moved there; nil: it does not
	objects []fyne.CanvasObject
}

// newPlated wraps the renderer of a toolkit's entry: a plate replaces its rectangles.
func newPlated(l *Look, entry fyne.WidgetRenderer, focused func() bool) *plated {
	p := &plated{WidgetRenderer: entry, look: l, Plate: NewPlate(l, FieldRadius), focused: focused}
	for _, o := range entry.Objects() {
		if r, ok := o.(*canvas.Rectangle); ok { // its ground and its frame
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

// Objects implements fyne.WidgetRenderer.
func (p *plated) Objects() []fyne.CanvasObject {
	p.objects = append(append(p.objects[:0], p.Plate.Picture), p.WidgetRenderer.Objects()...)
	return p.objects
}

// Layout implements fyne.WidgetRenderer.
func (p *plated) Layout(size fyne.Size) {
	if p.right != nil {
		*p.right = 0
	}
	p.WidgetRenderer.Layout(size)
	p.Plate.Picture.Resize(size)
	p.push()
}

// rightEdge is the room that a number keeps to the right, besides that of every text in a field.
const rightEdge = 2

// push moves the text to the right, where there is more room than it needs.
func (p *plated) push() {
	if p.right == nil {
		return
	}
	for _, o := range p.WidgetRenderer.Objects() {
		if s, ok := o.(*container.Scroll); ok {
			wide := s.Size().Width + *p.right // as the entry has laid it out, or as it was before
			*p.right = max(float32(math.Floor(float64(wide-s.Content.MinSize().Width)))-rightEdge, 0)
			at := s.Position()
			s.Move(fyne.NewPos(at.X+s.Size().Width-wide+*p.right, at.Y))
			s.Resize(fyne.NewSize(wide-*p.right, s.Size().Height))
		}
	}
}

// Refresh implements fyne.WidgetRenderer.
func (p *plated) Refresh() {
	p.show()
	p.WidgetRenderer.Refresh()
	p.push()
}
