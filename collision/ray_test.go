package collision

import (
	"testing"
)

// A ray that hits a point has a normal against the ray; rounding alone must not choose it.
func TestRayMeetsAPoint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ o, at Vec }{
		{Vec{X: -0.5, Y: 0.5}, Vec{X: -1.25, Y: -3.25}},
		{Vec{X: 1, Y: 2}, Vec{X: 1, Y: 5}},
		{Vec{X: 0.1, Y: 0.7}, Vec{X: -3.3, Y: 9.1}},
		{Vec{X: 1e5, Y: 3}, Vec{X: 3, Y: 1e5}},
	} {
		dir := c.at.Sub(c.o)
		for i := range 100 {
			turn := NewRot(float64(i))
			h, hit := Shape{}.Raycast(Transform{P: turn.Apply(c.at), Q: turn},
				Ray{Origin: turn.Apply(c.o), Dir: turn.Apply(dir), Max: 2 * dir.Len()})
			if hit && h.Normal.Dot(turn.Apply(dir).Unit()) > -0.99 {
				t.Fatalf("from %v to %v, turned by %d: normal %v", c.o, c.at, i, h.Normal)
			}
		}
	}
}
