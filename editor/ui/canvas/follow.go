package canvas

import (
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
)

// How the view follows a drag that has left the canvas: a part of the way out in each tick, and never more than so much.
const (
	followTick = 16 * time.Millisecond
	followPart = 0.15
	followMost = 28 // units
)

// follow moves the view after a pointer that drags something out of the canvas, for as long as it stays outside.
func (c *View) follow() {
	if by := c.beyond(); by == (level.Vec{}) || c.button == 0 || c.run != nil || c.following {
		return
	}
	c.following = true
	c.look.Later(followTick, func() {
		c.following = false
		by := c.beyond()
		if c.button == 0 || by == (level.Vec{}) {
			return
		}
		c.Camera.Center = c.Camera.Center.MulAdd(by, c.Scale/c.Camera.Zoom)
		c.ViewChanged()
		c.motion(c.Pointer) // what is dragged goes on, and so does this
	})
}

// beyond is how far the view goes in a tick, in units: nothing while the pointer is over the canvas.
func (c *View) beyond() level.Vec {
	size := c.Size()
	step := func(at, most float32) float64 {
		out := float64(min(at, 0) + max(at-most, 0))
		return min(max(out*followPart, -followMost), followMost)
	}
	return level.Vec{X: step(c.Pointer.X, size.Width), Y: step(c.Pointer.Y, size.Height)}
}

var _ fyne.Draggable = (*View)(nil) // motion outside of the canvas comes by dragging
