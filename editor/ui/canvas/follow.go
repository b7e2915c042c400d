package canvas

import (
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
)

// Parameters of scrolling while a drag is outside the canvas: each tick scrolls a fraction of the distance, up to a
// limit.
const (
	followTick = 16 * time.Millisecond
	followPart = 0.15
	followMost = 28 // units
)

// follow scrolls the view towards a drag outside the canvas.
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
		c.motion(c.Pointer) // continues the drag, which calls follow again
	})
}

// beyond returns how far the view scrolls in a tick, in units, or zero while the pointer is over the canvas.
func (c *View) beyond() level.Vec {
	size := c.Size()
	step := func(at, limit float32) float64 {
		out := float64(min(at, 0) + max(at-limit, 0))
		return min(max(out*followPart, -followMost), followMost)
	}
	return level.Vec{X: step(c.Pointer.X, size.Width), Y: step(c.Pointer.Y, size.Height)}
}

var _ fyne.Draggable = (*View)(nil) // motion outside the canvas arrives as dragging
