package canvas

import (
	"math"
	"time"

	"fillet/editor/render"
)

// glide is a zoom that takes some pictures, so that the eye can follow it.
type glide struct {
	isOn     bool
	from, to render.Camera
	shown    render.Camera // what the last step has set: another camera by then ends the glide
	began    time.Time
}

const (
	glideTime  = 140 * time.Millisecond
	glideEvery = 16 * time.Millisecond
	slowGlide  = 40 * time.Millisecond // where a picture takes longer the view jumps
)

// alikeViews reports whether two cameras show the same place, whatever the size of their pictures.
func alikeViews(a, b render.Camera) bool { return a.Center == b.Center && a.Zoom == b.Zoom }

// aim is the camera that the view is on its way to.
func (c *View) aim() render.Camera {
	if c.glide.isOn && alikeViews(c.Camera, c.glide.shown) {
		to := c.glide.to
		to.Width, to.Height = c.Camera.Width, c.Camera.Height
		return to
	}
	return c.Camera
}

// glideTo goes to a camera, at once or in some steps.
func (c *View) glideTo(to render.Camera) {
	far := max(to.Zoom/c.Camera.Zoom, c.Camera.Zoom/to.Zoom)
	const most = 64 // beyond it there is nothing to follow
	if !c.Glides || c.Took > slowGlide || c.run != nil || !(far < most) || c.resting {
		c.glide = glide{}
		c.Camera = to
		c.ViewChanged()
		return
	}
	was := c.glide.isOn && alikeViews(c.Camera, c.glide.shown) // its steps go on
	c.glide = glide{isOn: true, from: c.Camera, to: to, shown: c.Camera, began: time.Now()}
	if !was {
		c.stepGlide(c.glide.began.Add(glideEvery))
	}
}

// stepGlide shows where the glide has come by a time, and goes on soon.
func (c *View) stepGlide(now time.Time) {
	g := &c.glide
	if !g.isOn || !alikeViews(c.Camera, g.shown) {
		g.isOn = false
		return
	}
	cam := c.Camera
	part := min(float64(now.Sub(g.began))/float64(glideTime), 1)
	if part == 1 || c.resting {
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

// between is a part of the way from one camera to another. The place of the level that both show at the same point of the picture stays
// there on the way.
func between(from, to render.Camera, part float64) (center render.Vec, zoom float64) {
	zoom = from.Zoom * math.Pow(to.Zoom/from.Zoom, part)
	along := part
	if d := 1/to.Zoom - 1/from.Zoom; math.Abs(d)*from.Zoom > 1e-6 {
		along = (1/zoom - 1/from.Zoom) / d
	}
	return from.Center.Lerp(to.Center, along), zoom
}
