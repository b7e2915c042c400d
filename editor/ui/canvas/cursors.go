package canvas

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/tool"
)

// CursorSet holds the canvas's mouse cursors. Standard cursors come from the system. The others are drawn here, for one
// scale, so that they look the same everywhere and do not depend on the cursor theme.
type CursorSet struct {
	scale float64
	drawn map[tool.Cursor]*drawnCursor
}

// drawnCursor is a cursor with its own image.
type drawnCursor struct {
	picture *image.NRGBA
	hot     image.Point
}

func (c *drawnCursor) Image() (image.Image, int, int) { return c.picture, c.hot.X, c.hot.Y }

// Of returns the cursor for a scale, in pixels per unit. It returns the same value each time, because Fyne creates a
// new system cursor whenever the value changes.
func (s *CursorSet) Of(c tool.Cursor, scale float64) desktop.Cursor {
	switch c {
	case tool.CursorDefault:
		return desktop.DefaultCursor
	case tool.CursorCrosshair:
		return desktop.CrosshairCursor
	case tool.CursorText:
		return desktop.TextCursor
	}
	if s.drawn == nil || s.scale != scale {
		s.scale, s.drawn = scale, map[tool.Cursor]*drawnCursor{}
	}
	if s.drawn[c] == nil {
		s.drawn[c] = drawCursor(c, scale)
	}
	return s.drawn[c]
}

// cursorSize is the size of a drawn cursor, in units. Its hot spot is in the middle.
const cursorSize = 27

// bone is a thick rounded line of a cursor's figure, in units relative to its middle.
type bone struct{ x0, y0, x1, y1, r float64 }

// drawCursor draws a cursor: a dark figure with a light rim, or for hands a light figure with a dark rim. Both are
// visible over anything.
func drawCursor(c tool.Cursor, scale float64) *drawnCursor {
	const rim = 1.3
	in, out := color.NRGBA{A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	if c == tool.CursorGrab || c == tool.CursorGrabbing {
		in, out = out, in
	}
	figure := cursorFigure(c)
	n := int(math.Ceil(cursorSize * scale))
	picture := image.NewNRGBA(image.Rect(0, 0, n, n))
	mid := float64(n) / 2
	for y := range n {
		for x := range n {
			d := math.Inf(1)
			for _, b := range figure {
				d = min(d, b.distance((float64(x)+0.5-mid)/scale, (float64(y)+0.5-mid)/scale))
			}
			cover := func(grow float64) float64 { return min(max((grow-d)*scale+0.5, 0), 1) }
			inner, all := cover(0), cover(rim)
			if all == 0 {
				continue
			}
			mix := func(a, b uint8) uint8 {
				return uint8(math.Round((float64(a)*inner + float64(b)*(all-inner)) / all))
			}
			picture.SetNRGBA(x, y, color.NRGBA{
				R: mix(in.R, out.R), G: mix(in.G, out.G), B: mix(in.B, out.B),
				A: uint8(math.Round(255 * all)),
			})
		}
	}
	return &drawnCursor{picture, image.Pt(n/2, n/2)}
}

// distance returns the distance of a point from the bone's surface; negative inside.
func (b bone) distance(x, y float64) float64 {
	dx, dy := b.x1-b.x0, b.y1-b.y0
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = min(max(((x-b.x0)*dx+(y-b.y0)*dy)/l, 0), 1)
	}
	return math.Hypot(x-b.x0-t*dx, y-b.y0-t*dy) - b.r
}

func cursorFigure(c tool.Cursor) []bone {
	const r = 0.95
	switch c {
	case tool.CursorResizeEW:
		return doubleArrow(0)
	case tool.CursorResizeNWSE:
		return doubleArrow(math.Pi / 4)
	case tool.CursorResizeNS:
		return doubleArrow(math.Pi / 2)
	case tool.CursorResizeNESW:
		return doubleArrow(3 * math.Pi / 4)
	case tool.CursorRotate:
		return rotateFigure(r)
	case tool.CursorGrab:
		return []bone{
			{-3.5, 3, 3, 3, 4},
			{-1, 5.5, 1.5, 5.5, 3}, // the palm
			{-4.6, 1, -5, -5, 1.25},
			{-1.6, 0, -1.8, -7.4, 1.3},
			{1.4, 0, 1.6, -7, 1.3},
			{4.3, 1, 4.9, -4.8, 1.2},
			{-4, 4, -8.2, 0.2, 1.3}, // the thumb
		}
	case tool.CursorGrabbing:
		return []bone{
			{-3.2, 3, 3.2, 3, 3.8},
			{-1, 5.5, 1.5, 5.5, 3},
			{-4.6, 1, -4.6, -1.6, 1.4},
			{-1.6, 0, -1.6, -2.6, 1.4},
			{1.5, 0, 1.5, -2.5, 1.4},
			{4.4, 1, 4.4, -1.5, 1.3},
			{-4, 4, -6.6, 1.4, 1.3},
		}
	}
	return append(doubleArrow(0), doubleArrow(math.Pi/2)...)
}

// doubleArrow returns a line through the middle with a head at each end, at an angle from +x toward +y.
func doubleArrow(angle float64) []bone {
	const r, reach, back, across = 0.95, 9.5, 3.6, 3.2
	sin, cos := math.Sincos(angle)
	at := func(x, y float64) (float64, float64) { return cos*x - sin*y, sin*x + cos*y }
	var figure []bone
	line := func(x0, y0, x1, y1 float64) {
		ax, ay := at(x0, y0)
		bx, by := at(x1, y1)
		figure = append(figure, bone{ax, ay, bx, by, r})
	}
	line(-reach, 0, reach, 0)
	for _, side := range [...]float64{-1, 1} {
		line(side*reach, 0, side*(reach-back), across)
		line(side*reach, 0, side*(reach-back), -across)
	}
	return figure
}

// rotateFigure returns an arc with a head at each end.
func rotateFigure(r float64) []bone {
	const radius, from, to, steps = 6.6, -math.Pi * 0.98, -math.Pi * 0.02, 14
	at := func(k int) (float64, float64) {
		sin, cos := math.Sincos(from + (to-from)*float64(k)/steps)
		return radius * cos, radius*sin + 3
	}
	var figure []bone
	for k := range steps {
		ax, ay := at(k)
		bx, by := at(k + 1)
		figure = append(figure, bone{ax, ay, bx, by, r})
	}
	for _, side := range [...]float64{-1, 1} {
		x, y := side*radius, 3.4
		figure = append(figure, bone{x, y, x - 3.4, y - 3.2, r}, bone{x, y, x + 3.4, y - 3.2, r})
	}
	return figure
}
