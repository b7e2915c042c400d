package canvas

import (
	"testing"

	"fillet/editor/render"

	"pgregory.net/rapid"
)

// During a zoom, the level point under the pointer stays there and the zoom changes monotonically. Both ends are exact.
func TestGlideAroundPointer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := render.Camera{
			Center: render.Vec{
				X: rapid.Float64Range(-5000, 5000).Draw(t, "x"),
				Y: rapid.Float64Range(-5000, 5000).Draw(t, "y"),
			},
			Zoom: rapid.Float64Range(0.01, 50).Draw(t, "zoom"), Width: 800, Height: 600,
		}
		at := render.Vec{X: rapid.Float64Range(0, 800).Draw(t, "at x"), Y: rapid.Float64Range(0, 600).Draw(t, "at y")}
		to := from.ZoomedAt(at, rapid.Float64Range(0.05, 20).Draw(t, "factor"))
		place := from.ToLevel(at)
		last := from.Zoom
		for i := 0; i <= 10; i++ {
			cam := from
			cam.Center, cam.Zoom = between(from, to, float64(i)/10)
			if got := cam.ToScreen(place); got.Dist(at) > 0.01 {
				t.Fatalf("at %d of 10: point at %v, want %v", i, got, at)
			}
			if (cam.Zoom-last)*(to.Zoom-from.Zoom) < -1e-9 {
				t.Fatalf("at %d of 10 the zoom goes back from %v to %v", i, last, cam.Zoom)
			}
			last = cam.Zoom
		}
		if d := last/to.Zoom - 1; d > 1e-9 || d < -1e-9 {
			t.Errorf("last zoom = %v, want %v", last, to.Zoom)
		}
	})
}

// Between two framed boxes the view moves in a straight line.
func TestGlideBetweenPlaces(t *testing.T) {
	from := render.Camera{Center: render.Vec{X: 0, Y: 0}, Zoom: 1, Width: 800, Height: 600}
	to := render.Camera{Center: render.Vec{X: 100, Y: 50}, Zoom: 1, Width: 800, Height: 600}
	for i := 0; i <= 4; i++ {
		center, zoom := between(from, to, float64(i)/4)
		if zoom != 1 || center.Dist(render.Vec{X: float64(i) * 25, Y: float64(i) * 12.5}) > 1e-9 {
			t.Errorf("at %d of 4: center = %v, zoom = %v", i, center, zoom)
		}
	}
}
