package canvas

import (
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
)

// During a drag, the view scrolls as long as the pointer is outside the canvas.
func TestViewFollowsADragOut(t *testing.T) {
	w := newWindowForTest(t)
	w.win.Canvas().Capture()
	var awaited []func()
	w.look.Later = func(_ time.Duration, do func()) func() {
		awaited = append(awaited, do)
		return func() {}
	}
	tick := func() int {
		now := awaited
		awaited = nil
		for _, do := range now {
			do()
		}
		return len(now)
	}
	id, err := w.session.Add(*level.NewCollider(0, 0, "crate", level.Shape{
		Kind: level.Box,
		Size: level.Vec{X: 100, Y: 100}, Rounding: level.Inset,
	}, w.canvas.Camera.Center))
	if err != nil {
		t.Fatal(err)
	}
	w.win.Canvas().Capture()
	mid := fyne.NewPos(w.canvas.Size().Width/2, w.canvas.Size().Height/2)
	at := func(p fyne.Position) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary}
	}
	w.canvas.MouseMoved(at(mid))
	w.canvas.MouseDown(at(mid))
	w.canvas.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: mid.AddXY(30, 0)}})
	if len(awaited) > 0 {
		t.Error("the view scrolls during a drag inside the canvas")
	}
	out := fyne.NewPos(w.canvas.Size().Width+60, mid.Y)
	w.canvas.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: out}})
	view, crate := w.canvas.Camera.Center.X, w.session.Document().Collider(id).Position.X
	for range 5 {
		if tick() != 1 {
			t.Fatal("the view does not keep scrolling")
		}
	}
	if w.canvas.Camera.Center.X <= view || w.session.Document().Collider(id).Position.X <= crate {
		t.Errorf("the view went from %g to %g, the crate from %g to %g", view, w.canvas.Camera.Center.X, crate,
			w.session.Document().Collider(id).Position.X)
	}
	w.canvas.MouseUp(at(out))
	view = w.canvas.Camera.Center.X
	for range 3 {
		tick()
	}
	if w.canvas.Camera.Center.X != view {
		t.Error("the view keeps scrolling after the button was released")
	}
	if label, _ := w.session.Undo(); label != "Move crate" {
		t.Errorf("undo step = %q", label)
	}
}

// Motion that is postponed because a drag step is slow still takes effect: the shape ends at the pointer, and the drag
// is one undo step.
func TestPostponedMotionIsKept(t *testing.T) {
	w := newWindowForTest(t)
	w.win.Canvas().Capture()
	start := w.canvas.Camera.Center
	id, err := w.session.Add(*level.NewCollider(0, 0, "crate", level.Shape{
		Kind: level.Box,
		Size: level.Vec{X: 100, Y: 100}, Rounding: level.Inset,
	}, start))
	if err != nil {
		t.Fatal(err)
	}
	w.win.Canvas().Capture()
	w.session.SetSnapping(editor.SnapSettings{})
	c := w.canvas
	at := func(dx float32) *desktop.MouseEvent {
		mid := fyne.NewPos(c.Size().Width/2+dx, c.Size().Height/2)
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: mid}, Button: desktop.MouseButtonPrimary}
	}
	c.moveTook, c.late, c.untold = time.Second, true, true // as if the window had not processed the previous motion
	c.MouseMoved(at(0))
	if w.tools.Hover() != 0 {
		t.Error("motion without a button is not postponed")
	}
	c.untold = false
	c.MouseDown(at(0))
	for dx := range 40 {
		c.moveTook = time.Second
		c.late = dx > 20 // as if the window had not processed it yet
		c.MouseMoved(at(float32(dx)))
	}
	if w.session.Document().Collider(id).Position == start {
		t.Error("nothing moves before the button is released")
	}
	c.MouseUp(at(39))
	moved := w.session.Document().Collider(id).Position.Sub(start)
	if want := 39 * c.Scale / c.Camera.Zoom; math.Abs(moved.X-want) > 1e-3 || moved.Y != 0 {
		t.Errorf("moved by %v, want %g", moved, want)
	}
	if label, _ := w.session.Undo(); label != "Move crate" || w.session.Document().Collider(id).Position != start {
		t.Errorf("the undo step is %q and leads to %v", label, w.session.Document().Collider(id).Position)
	}
}

// A key that moves the view changes what is under a resting pointer.
func TestHoverFollowsTheView(t *testing.T) {
	w := newWindowForTest(t)
	w.win.Canvas().Capture()
	mid := fyne.NewPos(w.canvas.Size().Width/2, w.canvas.Size().Height/2)
	far := w.canvas.Camera.Center.Add(level.Vec{X: 4000})
	crate, err := w.session.Add(*level.NewCollider(0, 0, "crate",
		level.Shape{Kind: level.Box, Size: level.Vec{X: 100, Y: 100}, Rounding: level.Inset}, far))
	if err != nil {
		t.Fatal(err)
	}
	w.win.Canvas().Capture()
	w.canvas.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: mid}})
	if id := w.tools.Hover(); id != 0 {
		t.Fatalf("the pointer is over %v", id)
	}
	w.session.Selection().Set(crate)
	w.canvas.ZoomSelection()
	if id := w.tools.Hover(); id != crate {
		t.Errorf("with the crate moved below it, the pointer is over %v", id)
	}
	w.canvas.MouseOut()
	w.canvas.ZoomFit()
	if id := w.tools.Hover(); id != 0 {
		t.Errorf("a pointer outside the canvas is over %v", id)
	}
}

// A key that moves the view while a button is down does not move the pressed shape.
func TestViewKeysDuringPress(t *testing.T) {
	w := newWindowForTest(t)
	w.win.Canvas().Capture()
	c := w.canvas
	at := c.Camera.Center
	crate, err := w.session.Add(*level.NewCollider(0, 0, "crate",
		level.Shape{Kind: level.Box, Size: level.Vec{X: 100, Y: 100}, Rounding: level.Inset}, at))
	if err != nil {
		t.Fatal(err)
	}
	c.Camera.Zoom *= 4
	c.Camera.Center, c.moved = at.Add(level.Vec{X: 40, Y: 30}), true
	w.win.Canvas().Capture()
	pointer := func(button desktop.MouseButton) *desktop.MouseEvent {
		p := c.Camera.ToScreen(at.Add(level.Vec{X: 20, Y: 10})).Mul(1 / c.Scale)
		return &desktop.MouseEvent{
			PointEvent: fyne.PointEvent{Position: fyne.NewPos(float32(p.X), float32(p.Y))},
			Button:     button,
		}
	}
	down := pointer(desktop.MouseButtonPrimary)
	c.MouseMoved(pointer(0))
	c.MouseDown(down)
	c.ZoomFit()
	c.ZoomBy(2)
	c.MouseUp(down)
	if p := w.session.Document().Collider(crate).Position; p != at {
		t.Errorf("a press and keys have moved the crate by %v", p.Sub(at))
	}
	if !w.session.Selection().Has(crate) {
		t.Error("the press has not selected the crate")
	}
}

// Releasing the button over a widget that does not handle buttons, such as an empty part of a panel, ends the drag.
func TestReleaseOverPanel(t *testing.T) {
	for name, release := range map[string]func(*View){
		"after a drag": (*View).DragEnd,
		"without a drag": func(c *View) {
			c.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(30, 30)}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWindowForTest(t)
			w.win.Canvas().Capture()
			c := w.canvas
			middle, outside := fyne.NewPos(c.Size().Width/2, c.Size().Height/2), fyne.NewPos(-60, 40)
			c.MouseDown(&desktop.MouseEvent{
				PointEvent: fyne.PointEvent{Position: middle}, Button: desktop.MouseButtonPrimary,
			})
			c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: outside}})
			if !w.tools.Busy() || !c.following {
				t.Fatalf("before: busy %v, following %v", w.tools.Busy(), c.following)
			}
			release(c)
			if w.tools.Busy() || c.button != 0 {
				t.Errorf("after: busy %v, button %v", w.tools.Busy(), c.button)
			}
		})
	}
}

// The view can show a level as large as coordinates allow.
func TestHugeLevelFits(t *testing.T) {
	w := newWindowForTest(t)
	w.win.Canvas().Capture()
	for _, size := range []float64{1e6, 1e8, collision.MaxCoordinate} {
		box := collision.AABB{Min: level.Vec{X: -size, Y: -size / 2}, Max: level.Vec{X: size, Y: size / 2}}
		w.canvas.Frame(box)
		if !w.canvas.Camera.Visible().ContainsBox(box) {
			t.Errorf("for a level from -%g to %g the view shows %v", size, size, w.canvas.Camera.Visible())
		}
		w.win.Canvas().Capture() // drawing works, including rulers and grid
	}
}
