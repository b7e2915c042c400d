package ui

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
)

// A notch of the wheel zooms at the pointer, or scrolls if the user prefers that. Two fingers scroll. A double click of
// the middle button frames the object under the pointer.
func TestWheel(t *testing.T) {
	h := newHand(t)
	h.box()
	c := h.w.Canvas
	at := fyne.NewPos(200, 150)
	scroll := func(dx, dy float32) {
		e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(dx, dy)}
		e.Position = at
		c.Scrolled(e)
	}
	before, point := c.Camera, c.ToLevel(at)
	if scroll(0, 25); c.Camera.Zoom <= before.Zoom || c.ToLevel(at).Dist(point) > 1e-6 {
		t.Errorf("a notch moves the camera from %v to %v", before, c.Camera)
	}
	if scroll(0, -25); c.Camera.Zoom != before.Zoom && c.Camera.Zoom/before.Zoom-1 > 1e-9 {
		t.Errorf("a notch back moves the camera to %v", c.Camera)
	}
	before = c.Camera
	if scroll(3.5, 7.25); c.Camera.Zoom != before.Zoom || c.Camera.Center.X >= before.Center.X ||
		c.Camera.Center.Y >= before.Center.Y {
		t.Errorf("two fingers move the camera from %v to %v", before, c.Camera)
	}
	before = c.Camera
	if scroll(25, 0); c.Camera.Zoom != before.Zoom ||
		math.Abs(math.Abs(c.Camera.Center.X-before.Center.X)*c.Camera.Zoom/c.Scale-100) > 1e-6 {
		t.Errorf("a sideways notch moves the camera from %v to %v", before, c.Camera)
	}
	c.WheelPans = true
	before = c.Camera
	if scroll(0, -25); c.Camera.Zoom != before.Zoom || c.Camera.Center.X != before.Center.X ||
		c.Camera.Center.Y <= before.Center.Y {
		t.Errorf("the wheel moves the camera from %v to %v", before, c.Camera)
	}
	id := h.w.Session.Selection().IDs()[0]
	box := level.DrawnBounds(h.w.Session.Document().Collider(id))
	px := c.Camera.ToScreen(box.Center())
	press := func() {
		e := &desktop.MouseEvent{Button: desktop.MouseButtonTertiary}
		e.Position = fyne.NewPos(float32(px.X/c.Scale), float32(px.Y/c.Scale))
		c.MouseMoved(e)
		c.MouseDown(e)
		c.MouseUp(e)
	}
	before = c.Camera
	if press(); c.Camera.Zoom != before.Zoom {
		t.Error("one click of the middle button zooms")
	}
	press()
	if c.Camera.Zoom <= before.Zoom || c.Camera.Center.Dist(box.Center()) > 1 {
		t.Errorf("a double click frames %v, the box is at %v", c.Camera, box)
	}
}
