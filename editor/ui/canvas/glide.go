package canvas

import (
	"math"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/render"
)

// glide is a zoom animation.
type glide struct {
	isOn     bool
	from, to render.Camera
	shown    render.Camera // the camera set by the last step; any other camera ends the glide
	began    time.Time
}

const (
	glideTime  = 140 * time.Millisecond
	glideEvery = 16 * time.Millisecond
	slowGlide  = 40 * time.Millisecond // slower frames skip the animation
)

// sameView reports whether two cameras have the same centre and zoom. Their image sizes may differ.
func sameView(a, b render.Camera) bool { return a.Center == b.Center && a.Zoom == b.Zoom }

// aim returns the camera at the end of the current glide.
func (c *View) aim() render.Camera {
	if c.glide.isOn && sameView(c.Camera, c.glide.shown) {
		to := c.glide.to
		to.Width, to.Height = c.Camera.Width, c.Camera.Height
		return to
	}
	return c.Camera
}

// glideTo moves to a camera, at once or in steps.
func (c *View) glideTo(to render.Camera) {
	far := max(to.Zoom/c.Camera.Zoom, c.Camera.Zoom/to.Zoom)
	const limit = 64 // the eye cannot follow larger changes
	if !c.Glides || c.Took > slowGlide || c.run != nil || !(far < limit) {
		c.glide = glide{}
		c.Camera = to
		c.ViewChanged()
		return
	}
	was := c.glide.isOn && sameView(c.Camera, c.glide.shown) // the steps already scheduled continue
	c.glide = glide{isOn: true, from: c.Camera, to: to, shown: c.Camera, began: time.Now()}
	if !was {
		c.stepGlide(c.glide.began.Add(glideEvery))
	}
}

// stepGlide shows the glide at the time now and schedules the next step.
func (c *View) stepGlide(now time.Time) {
	g := &c.glide
	if !g.isOn || !sameView(c.Camera, g.shown) {
		g.isOn = false
		return
	}
	cam := c.Camera
	part := min(float64(now.Sub(g.began))/float64(glideTime), 1)
	if part == 1 {
		cam.Center, cam.Zoom = g.to.Center, g.to.Zoom
		g.isOn = false
	} else {
		rest := 1 - part
		cam.Center, cam.Zoom = between(g.from, g.to, 1-rest*rest*rest)
	}
	c.Camera, g.shown = cam, cam
	c.ViewChanged()
	if !g.isOn {
		c.rest()
		return
	}
	c.look.Later(glideEvery, func() { c.stepGlide(time.Now()) })
}

// between interpolates between two cameras. The level point that both cameras show at the same image position stays
// there.
func between(from, to render.Camera, part float64) (center render.Vec, zoom float64) {
	zoom = from.Zoom * math.Pow(to.Zoom/from.Zoom, part)
	along := part
	if d := 1/to.Zoom - 1/from.Zoom; math.Abs(d)*from.Zoom > 1e-6 {
		along = (1/zoom - 1/from.Zoom) / d
	}
	return from.Center.Lerp(to.Center, along), zoom
}

// Parameters of scrolling while a drag is outside the canvas: each tick scrolls a fraction of the distance, up to a
// limit.
const (
	followTick = 16 * time.Millisecond
	followPart = 0.15
	followMost = 28 // units
)

// follow scrolls the view toward a drag outside the canvas.
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
