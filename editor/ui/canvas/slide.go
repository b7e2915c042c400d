package canvas

import (
	"image"
	"math"

	"fillet/editor/render"
)

// slide holds the distance by which a base picture has been shifted since it was fully drawn.
type slide struct {
	from render.Camera // the camera of the full drawing
	by   image.Point
}

// slide moves the content of the picture if the camera has moved by whole pixels only, and draws the exposed edges.
// Panning over a hundred thousand shapes then costs little more than panning over a few.
func (b *basePicture) slide(r *render.Renderer, scene *render.Scene, s *stage, key baseKey) bool {
	now, was := key.camera, b.key
	if was.camera.Center = now.Center; s == nil || was != key {
		return false
	}
	const exact = 1.0 / 64 // of a pixel, which is invisible
	gone := b.slid.from.Center.Sub(now.Center).Mul(now.Zoom)
	by := image.Pt(int(math.Round(gone.X)), int(math.Round(gone.Y)))
	if !(math.Abs(gone.X-float64(by.X)) <= exact && math.Abs(gone.Y-float64(by.Y)) <= exact) {
		return false
	}
	step, size := by.Sub(b.slid.by), b.picture.Rect.Size()
	if 2*abs(step.X) > size.X || 2*abs(step.Y) > size.Y {
		return false
	}
	b.slid.by = by
	move(b.picture, step)
	rows, columns := b.picture.Rect, b.picture.Rect // the exposed edges
	if rows.Max.Y = step.Y; step.Y < 0 {
		rows.Min.Y, rows.Max.Y = size.Y+step.Y, size.Y
	}
	if columns.Max.X = step.X; step.X < 0 {
		columns.Min.X, columns.Max.X = size.X+step.X, size.X
	}
	for _, part := range [...]image.Rectangle{rows, columns} {
		if !part.Empty() {
			b.redraw(r, scene, s, part)
		}
	}
	return true
}

// move moves the content of a picture. The exposed edges keep their old content.
func move(m *image.RGBA, by image.Point) {
	size := m.Rect.Size()
	width := 4 * (size.X - abs(by.X))
	from, to := 4*max(-by.X, 0), 4*max(by.X, 0)
	row := func(y int) { copy(m.Pix[(y+by.Y)*m.Stride+to:][:width], m.Pix[y*m.Stride+from:][:width]) }
	if by.Y > 0 { // bottom rows first, before they are overwritten
		for y := size.Y - by.Y - 1; y >= 0; y-- {
			row(y)
		}
		return
	}
	for y := -by.Y; y < size.Y; y++ {
		row(y)
	}
}
