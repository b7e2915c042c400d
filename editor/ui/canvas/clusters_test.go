package canvas

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/level"
	"fillet/editor/render"
)

// clusterForTest returns a window that shows a cluster of overlapping boxes from far away, and the place of its pin.
func clusterForTest(t *testing.T, apart float64) (w *windowForTest, pin fyne.Position) {
	t.Helper()
	w = boxesForTest(t, 12, func(i int) level.Vec { return level.Vec{X: 200 + float64(i)*apart, Y: 300} })
	w.win.Canvas().Capture()
	w.canvas.Camera.Center, w.canvas.Camera.Zoom = level.Vec{X: 200 + 6*apart, Y: 300}, 0.5
	w.canvas.ViewChanged()
	w.win.Canvas().Capture()
	if n := len(w.canvas.last.Clusters); n != 1 {
		t.Fatalf("%d clusters, want 1", n)
	}
	at := w.canvas.Camera.ToScreen(w.canvas.last.Clusters[0].Foot).Sub(render.Vec{Y: 18 * w.canvas.Scale})
	return w, fyne.NewPos(float32(at.X/w.canvas.Scale), float32(at.Y/w.canvas.Scale))
}

func (w *windowForTest) click(p fyne.Position) {
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary}
	w.canvas.MouseDown(e)
	w.canvas.MouseUp(e)
	w.win.Canvas().Capture()
}

func (w *windowForTest) hover(p fyne.Position) {
	w.canvas.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}})
	w.win.Canvas().Capture()
}

// A click on a pin zooms to its cluster. Neither it nor the second click of a double click reaches the shapes below.
func TestPinZoomsToItsCluster(t *testing.T) {
	w, pin := clusterForTest(t, 14)
	area := level.NewCollider(0, 0, "area", level.Shape{
		Kind: level.Box, Size: level.Vec{X: 900, Y: 600}, Rounding: level.Inset,
	}, level.Vec{X: 300, Y: 300})
	area.Role = level.Trigger
	if _, err := w.session.Add(*area); err != nil {
		t.Fatal(err)
	}
	w.session.Selection().Clear()
	w.hover(fyne.NewPos(pin.X+100, pin.Y))
	if w.tools.Hover() == 0 {
		t.Fatal("no shape below")
	}
	w.hover(pin)
	if w.canvas.hotCluster < 0 {
		t.Fatal("the pin is not hovered")
	}
	if w.tools.Hover() != 0 || !strings.HasPrefix(w.canvas.Hint(), "Click to zoom to ") {
		t.Errorf("over a pin, collider %d is hovered, and the hint is %q", w.tools.Hover(), w.canvas.Hint())
	}
	for _, e := range w.canvas.last.Exits {
		if e.Emphasis || e.Full {
			t.Errorf("the arrow of %d is emphasised over a pin", e.Of)
		}
	}
	zoom := w.canvas.Camera.Zoom
	w.click(pin)
	w.click(pin) // a double click
	if now := w.canvas.Camera.Zoom; now < 2*zoom {
		t.Errorf("a click on a pin zoomed from %g to %g", zoom, now)
	}
	if n := w.session.Selection().Len(); n != 0 {
		t.Errorf("a double click on a pin selected %d shapes", n)
	}
}

// A click on the pin of a cluster that already fills the view selects its shapes, as Shift does at any zoom.
func TestPinSelectsItsCluster(t *testing.T) {
	w, pin := clusterForTest(t, 0.5)
	w.click(pin)
	for range 3 {
		at := w.canvas.last.Clusters
		if len(at) != 1 {
			t.Fatalf("%d clusters after a zoom to a pile", len(at))
		}
		p := w.canvas.Camera.ToScreen(at[0].Foot).Sub(render.Vec{Y: 18 * w.canvas.Scale})
		pin = fyne.NewPos(float32(p.X/w.canvas.Scale), float32(p.Y/w.canvas.Scale))
		w.hover(pin)
		w.canvas.clicks = clickCounter{}
		w.click(pin)
		if w.session.Selection().Len() > 0 {
			break
		}
	}
	if n := w.session.Selection().Len(); n < 5 {
		t.Errorf("the pin of a pile selected %d shapes", n)
	}
}
