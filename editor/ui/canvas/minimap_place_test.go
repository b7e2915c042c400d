package canvas

import (
	"image/color"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor/level"
)

// lookAt shows a point of the level in the middle, at a zoom in screen units per level pixel.
func (c *View) lookAt(x, y, zoom float64) {
	c.Camera.Center, c.Camera.Zoom = level.Vec{X: x, Y: y}, zoom*c.Scale
	c.ViewChanged()
	c.rest()
}

// The map is hidden while the whole level is in view. Otherwise it is in the first corner where it covers nothing, and
// changes corners when the view rests. A corner chosen by the user is kept.
func TestMapPlacement(t *testing.T) {
	w := boxesForTest(t, 400, func(i int) level.Vec { return level.Vec{X: float64(i%20) * 40, Y: float64(i/20) * 40} })
	var rest func()
	w.look.Later = func(_ time.Duration, f func()) func() {
		rest = f
		return func() {}
	}
	m := NewMinimap(w.look, w.session, w.canvas)
	m.area = [2]fyne.Position{fyne.NewPos(0, 0), fyne.NewPos(400, 300)}
	w.canvas.Camera.Width, w.canvas.Camera.Height = int(400*w.canvas.Scale), int(300*w.canvas.Scale)
	moveView := func(x, y, zoom float64) {
		w.canvas.lookAt(x, y, zoom)
		m.RefreshView()
		if rest != nil {
			f := rest
			rest = nil
			f()
		}
	}
	moveView(400, 400, 0.1)
	if m.Visible() {
		t.Error("the map is shown while the whole level is in view")
	}
	for _, c := range []struct {
		x, y   float64
		isFree bool // a corner of the level is in the middle of the view, so that three of the view's corners are free
	}{{780, 780, true}, {0, 780, true}, {780, 0, true}, {0, 0, true}, {400, 400, false}} {
		moveView(c.x, c.y, 1)
		if !m.Visible() {
			t.Fatalf("at %v, %v the map is hidden", c.x, c.y)
		}
		if n := m.covers(m.corner); c.isFree && n > 0 {
			t.Errorf("at %v, %v the map at the %s covers %d shapes", c.x, c.y, m.corner, n)
		}
		if n := m.covers(m.corner); n > 0 {
			for _, corner := range mapCorners {
				if k := m.covers(corner); k < n {
					t.Errorf("at %v, %v the map is at the %s over %d shapes; at the %s it would cover %d", c.x, c.y,
						m.corner, n, corner, k)
				}
			}
		}
	}
	m.SetPlace(mapTopLeft)
	if moveView(0, 780, 1); m.corner != mapTopLeft {
		t.Errorf("placed at the upper left, the map is at the %s", m.corner)
	}
	if m.SetPlace("no such corner"); m.Place != MapAuto {
		t.Errorf("place after an invalid one = %q, want %q", m.Place, MapAuto)
	}
	if m.SetPlace(MapNowhere); m.Visible() {
		t.Error("the map is shown although it is switched off")
	}
	if m.SetPlace(MapAuto); !m.Visible() {
		t.Error("the map stays hidden after switching back to automatic")
	}
}

// The map avoids cards over the canvas even if it covers shapes elsewhere.
func TestMapAvoidsCards(t *testing.T) {
	w := boxesForTest(t, 400, func(i int) level.Vec { return level.Vec{X: float64(i%20) * 40, Y: float64(i/20) * 40} })
	m := NewMinimap(w.look, w.session, w.canvas)
	m.area = [2]fyne.Position{fyne.NewPos(20, 20), fyne.NewPos(420, 320)} // beside rulers
	w.canvas.Camera.Width, w.canvas.Camera.Height = int(400*w.canvas.Scale), int(300*w.canvas.Scale)
	w.canvas.lookAt(400, 0, 1) // free above the level
	m.RefreshView()
	if m.choose(); m.corner != mapTopRight {
		t.Fatalf("without a card the map is at the %s", m.corner)
	}
	card := canvas.NewRectangle(color.Black)
	card.Move(fyne.NewPos(50, 10))
	card.Resize(fyne.NewSize(300, 70))
	m.Cards = container.NewWithoutLayout(card)
	if m.choose(); m.corner == mapTopRight || m.corner == mapTopLeft {
		t.Errorf("the map is at the %s, over the card", m.corner)
	}
	m.Cards.Hide()
	if m.choose(); m.corner != mapTopRight {
		t.Errorf("without the card it stays at the %s", m.corner)
	}
}
