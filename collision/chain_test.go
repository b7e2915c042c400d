package collision

import (
	"math"
	"testing"
)

func TestChainOfSlopes(t *testing.T) {
	t.Parallel()
	// A hill and a valley with obtuse corners. A ball that rolls along them meets faces and convex corners, but never
	// hits an inner end from the side.
	points := []Vec{
		{X: -60, Y: 0},
		{X: -20, Y: -6},
		{X: 0, Y: -8},
		{X: 20, Y: -6},
		{X: 40, Y: 0},
		{X: 60, Y: 0},
		{X: 80, Y: -10},
	}
	chain, err := Chain(points, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := Body{Shapes: chain, Transform: Identity()}
	for x := -55.0; x < 75; x += 0.5 {
		// The height of the chain's surface under the ball's centre.
		var y float64
		for i := 0; i+1 < len(points); i++ {
			if p, q := points[i], points[i+1]; x >= p.X && x <= q.X {
				y = p.Lerp(q, (x-p.X)/(q.X-p.X)).Y
			}
		}
		for _, gap := range []float64{4.5, 4.99} {
			b := Body{Shapes: []Shape{circle(t, Vec{}, 4)}, Transform: at(x, y-gap)}
			c, ok := contactOf(t, a, b)
			if !ok {
				t.Errorf("ball at %v: no contact", x)
				continue
			}
			for _, m := range c.Manifolds {
				if m.Normal.Y > -0.8 {
					t.Errorf("ball at %v: normal %v", x, m.Normal)
				}
			}
		}
	}
	for _, bad := range []struct {
		points []Vec
		closed bool
		text   string
	}{
		{nil, false, "collision: a chain needs at least 2 points"},
		{[]Vec{{X: 0, Y: 0}, {X: 1, Y: 0}}, true, "collision: a closed chain needs at least 3 points"},
		{[]Vec{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 0}}, false, "collision: point 2 repeats the previous point"},
		{[]Vec{{X: 0, Y: 0}, {X: math.NaN(), Y: 0}}, false, "collision: point 1 (NaN, 0) is not finite"},
	} {
		if _, err := chainOf(bad.points, 1, bad.closed); err == nil || err.Error() != bad.text {
			t.Errorf("Chain(%v, %v) = %v, want %s", bad.points, bad.closed, err, bad.text)
		}
	}
	ring, err := Loop([]Vec{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}}, 0)
	if err != nil || len(ring) != 3 {
		t.Errorf("closed chain: %d segments, %v", len(ring), err)
	}
	checkUp(t, "box on a closed chain", Body{Shapes: ring, Transform: Identity()},
		Body{Shapes: []Shape{mustBox(t, 1, 1, 0)}, Transform: at(5, -0.75)}, Vec{X: 0, Y: -1}, 0.25)
}
