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

// lookAt shows a place of the level in the middle, at a zoom in units of the screen for a level pixel.
func (c *View) lookAt(x, y, zoom float64) {
	c.Camera.Center, c.Camera.Zoom = level.Vec{X: x, Y: y}, zoom*c.Scale
	c.ViewChanged()
	c.rest()
}

// The map is hidden while all of the level is in view. Otherwise it stands in the first corner where it covers nothing, and goes to another
// one once the view rests; where the user has said a corner it stays.
func TestMapStandsWhereItCoversNothing(t *testing.T) {
	w := boxesForTest(t, 400, func(i int) level.Vec { return level.Vec{X: float64(i%20) * 40, Y: float64(i/20) * 40} })
	var rest func()
	w.look.Later = func(_ time.Duration, f func()) func() {
		rest = f
		return func() {}
	}
	m := NewMinimap(w.look, w.session, w.canvas)
	m.area = [2]fyne.Position{fyne.NewPos(0, 0), fyne.NewPos(400, 300)}
	w.canvas.Camera.Width, w.canvas.Camera.Height = int(400*w.canvas.Scale), int(300*w.canvas.Scale)
	look := func(x, y, zoom float64) {
		w.canvas.lookAt(x, y, zoom)
		m.RefreshView()
		if rest != nil {
			f := rest
			rest = nil
			f()
		}
	}
	look(400, 400, 0.1)
	if m.Visible() {
		t.Error("it is shown while the whole level is in view")
	}
	for _, c := range []struct {
		x, y float64
		want MapPlace
	}{
		{780, 780, mapBottomRight},
		{0, 780, mapBottomLeft},
		{780, 0, mapTopRight},
		{0, 0, mapTopLeft},
		{400, 400, mapTopLeft},
	} {
		// With a corner of the level in the middle of the view, three of the four corners of the view are free; all but the one wanted are
		// taken by another box.
		look(c.x, c.y, 1)
		if !m.Visible() {
			t.Fatalf("at %v, %v it is hidden", c.x, c.y)
		}
		if n := m.covers(m.corner); n > 0 {
			for _, other := range mapCorners {
				if k := m.covers(other); k < n {
					t.Errorf("at %v, %v it stands at the %s over %d shapes; at the %s it would be over %d", c.x, c.y,
						m.corner, n, other, k)
				}
			}
		}
	}
	m.SetPlace(mapTopLeft)
	if look(0, 780, 1); m.corner != mapTopLeft {
		t.Errorf("told to stand at the upper left it stands at the %s", m.corner)
	}
	if m.SetPlace("no such corner"); m.Place != MapAuto {
		t.Errorf("a place that there is not leaves it at %q", m.Place)
	}
	if m.SetPlace(MapNowhere); m.Visible() {
		t.Error("told to stand nowhere it is shown")
	}
	if m.SetPlace(MapAuto); !m.Visible() {
		t.Error("it does not come back")
	}
}

// The map keeps off a card over the canvas, whatever shapes it covers elsewhere.
func TestMapCoversNoCard(t *testing.T) {
	w := boxesForTest(t, 400, func(i int) level.Vec { return level.Vec{X: float64(i%20) * 40, Y: float64(i/20) * 40} })
	m := NewMinimap(w.look, w.session, w.canvas)
	m.area = [2]fyne.Position{fyne.NewPos(20, 20), fyne.NewPos(420, 320)} // beside rulers
	w.canvas.Camera.Width, w.canvas.Camera.Height = int(400*w.canvas.Scale), int(300*w.canvas.Scale)
	w.canvas.lookAt(400, 0, 1) // free above the level
	m.RefreshView()
	if m.choose(); m.corner != mapTopRight {
		t.Fatalf("without a card it stands at the %s", m.corner)
	}
	card := canvas.NewRectangle(color.Black)
	card.Move(fyne.NewPos(50, 10))
	card.Resize(fyne.NewSize(300, 70))
	m.Cards = container.NewWithoutLayout(card)
	if m.choose(); m.corner == mapTopRight || m.corner == mapTopLeft {
		t.Errorf("it stands at the %s, over the card", m.corner)
	}
	m.Cards.Hide()
	if m.choose(); m.corner != mapTopRight {
		t.Errorf("with the card away it stays at the %s", m.corner)
	}
}
