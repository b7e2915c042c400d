package ui

import (
	"image"
	"math"

	"fillet/editor/render"
)

// slide is how far what a base picture shows has been moved since the whole of it was drawn.
type slide struct {
	from     render.Camera // as the whole was drawn
	by       image.Point
	renderer *render.Renderer // of what comes in at the left or right
	strip    *image.RGBA
}

// slide moves what the picture shows where the camera has only gone by whole pixels, and draws what comes in at its sides. A
// pan over a hundred thousand shapes then costs little more than one over a few.
func (b *basePicture) slide(scene *render.Scene, s *stage, key baseKey) bool {
	now, was := key.camera, b.key
	if was.camera.Center = now.Center; s == nil || was != key {
		return false
	}
	const exact = 1.0 / 64 // of a pixel: nobody sees less
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
	if b.slid.renderer == nil {
		b.slid.renderer = render.NewRenderer()
	}
	part := *scene
	if step.Y != 0 {
		rows := [2]int{0, step.Y}
		if step.Y < 0 {
			rows = [2]int{size.Y + step.Y, size.Y}
		}
		part.Items = s.across(rows, now, scene.Scale)
		b.slid.renderer.DrawBaseRows(b.picture, &part, rows[0], rows[1])
	}
	if step.X != 0 {
		left := 0
		if step.X < 0 {
			left = size.X + step.X
		}
		b.strip(&part, s, left, abs(step.X))
	}
	return true
}

// strip draws some columns anew.
func (b *basePicture) strip(part *render.Scene, s *stage, left, width int) {
	camera := columnsOf(part.Camera, left, width)
	part.Camera = camera
	part.Items = s.across([2]int{0, camera.Height}, camera, part.Scale)
	if b.slid.strip == nil || b.slid.strip.Rect.Dx() != width || b.slid.strip.Rect.Dy() != camera.Height {
		b.slid.strip = image.NewRGBA(image.Rect(0, 0, width, camera.Height))
	}
	b.slid.renderer.DrawBase(b.slid.strip, part)
	for y := range camera.Height {
		copy(b.picture.Pix[y*b.picture.Stride+4*left:], b.slid.strip.Pix[y*b.slid.strip.Stride:][:4*width])
	}
}

// columnsOf is the camera that sees some columns of what another one does.
func columnsOf(c render.Camera, left, width int) render.Camera {
	c.Center.X += (float64(left) + float64(width-c.Width)/2) / c.Zoom
	c.Width = width
	return c
}

// move moves what a picture shows; what comes in keeps what was there.
func move(m *image.RGBA, by image.Point) {
	size := m.Rect.Size()
	width := 4 * (size.X - abs(by.X))
	from, to := 4*max(-by.X, 0), 4*max(by.X, 0)
	row := func(y int) {
		copy(m.Pix[(y+by.Y)*m.Stride+to:][:width], m.Pix[y*m.Stride+from:][:width])
	}
	if by.Y > 0 { // the rows below first, before others are written over them
		for y := size.Y - by.Y - 1; y >= 0; y-- {
			row(y)
		}
		return
	}
	for y := -by.Y; y < size.Y; y++ {
		row(y)
	}
}
