package collision

import "testing"

// TestRayMeetsAPoint casts rays at points, whose normal rounding alone would
// choose: it must be against the ray.
func TestRayMeetsAPoint(t *testing.T) {
	for _, c := range []struct{ o, at Vec }{
		{Vec{-0.5, 0.5}, Vec{-1.25, -3.25}}, {Vec{1, 2}, Vec{1, 5}}, {Vec{0.1, 0.7}, Vec{-3.3, 9.1}}, {Vec{1e5, 3}, Vec{3, 1e5}},
	} {
		dir := c.at.Sub(c.o)
		for i := range 100 {
			turn := NewRot(float64(i))
			h, hit := Shape{}.Raycast(Transform{P: turn.Apply(c.at), Q: turn}, Ray{Origin: turn.Apply(c.o), Dir: turn.Apply(dir), Max: 2 * dir.Len()})
			if hit && h.Normal.Dot(turn.Apply(dir).Unit()) > -0.99 {
				t.Fatalf("from %v to %v, turned by %d: normal %v", c.o, c.at, i, h.Normal)
			}
		}
	}
}
