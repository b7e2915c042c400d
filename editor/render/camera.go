package render

import (
	"math"

	"fillet/collision"
)

// Vec is a point or a direction in the plane.
type Vec = collision.Vec

// Camera maps level space to a picture. Center is in the middle of Width x Height picture pixels, and a level pixel is
// Zoom picture pixels wide.
type Camera struct {
	Center        Vec
	Zoom          float64
	Width, Height int
}

// The range of a camera's zoom.
const (
	minZoom = 1.0 / (1 << 24) // shows everything in a level, whose coordinates end at collision.MaxCoordinate
	maxZoom = 256
)

// ToScreen maps a point of the level to picture pixels.
func (c Camera) ToScreen(p Vec) Vec {
	return Vec{
		X: float64((p.X-c.Center.X)*c.Zoom) + float64(float64(c.Width)/2),
		Y: float64((p.Y-c.Center.Y)*c.Zoom) + float64(float64(c.Height)/2),
	}
}

// ToLevel maps picture pixels to a point of the level.
func (c Camera) ToLevel(p Vec) Vec {
	return Vec{
		X: (p.X-float64(float64(c.Width)/2))/c.Zoom + c.Center.X,
		Y: (p.Y-float64(float64(c.Height)/2))/c.Zoom + c.Center.Y,
	}
}

// Visible returns the part of the level in the picture.
func (c Camera) Visible() collision.AABB {
	return collision.AABB{Min: c.ToLevel(Vec{}), Max: c.ToLevel(Vec{X: float64(c.Width), Y: float64(c.Height)})}
}

// ZoomedAt returns the camera zoomed by a factor, with the level point under the given picture pixel fixed.
func (c Camera) ZoomedAt(pixel Vec, factor float64) Camera {
	at := c.ToLevel(pixel)
	c.Zoom = math.Min(math.Max(c.Zoom*factor, minZoom), maxZoom)
	now := c.ToLevel(pixel)
	c.Center.X += at.X - now.X
	c.Center.Y += at.Y - now.Y
	return c
}

// Framing returns the camera of the same size that shows the whole box, with a margin in picture pixels.
func (c Camera) Framing(box collision.AABB, margin float64) Camera {
	w, h := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	c.Center = Vec{X: float64((box.Min.X + box.Max.X) / 2), Y: float64((box.Min.Y + box.Max.Y) / 2)}
	zoom := math.Inf(1)
	if w > 0 {
		zoom = math.Min(zoom, math.Max(float64(c.Width)-float64(2*margin), 1)/w)
	}
	if h > 0 {
		zoom = math.Min(zoom, math.Max(float64(c.Height)-float64(2*margin), 1)/h)
	}
	if math.IsInf(zoom, 1) {
		return c
	}
	c.Zoom = math.Min(math.Max(zoom, minZoom), maxZoom)
	return c
}
