package render

import (
	"image"
	"math"

	"fillet/collision"
)

// Flat returns the pictures within a box of the level as one image with zoom pixels per level pixel. Places without
// pictures are transparent. Like the canvas, it takes the nearest pixel of an image.
func (p *Pictures) Flat(box collision.AABB, zoom float64) *image.RGBA {
	w, h := max(int(math.Ceil((box.Max.X-box.Min.X)*zoom)), 0), max(int(math.Ceil((box.Max.Y-box.Min.Y)*zoom)), 0)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	center := box.Min.Add(Vec{X: float64(w), Y: float64(h)}.Mul(0.5 / zoom))
	var l spriteLayer
	l.prepare(p, 1, Camera{Center: center, Zoom: zoom, Width: w, Height: h}, w, h)
	l.draw(out.Pix, 0, h, &spriteBuffers{})
	return out
}
