package collision

import "testing"

func TestIntersect(t *testing.T) {
	t.Parallel()
	box := func(x0, y0, x1, y1 float64) AABB { return AABB{Min: Vec{X: x0, Y: y0}, Max: Vec{X: x1, Y: y1}} }
	for _, c := range []struct {
		a, b, want AABB
		empty      bool
	}{
		{a: box(0, 0, 4, 4), b: box(2, 1, 9, 3), want: box(2, 1, 4, 3)},
		{a: box(0, 0, 4, 4), b: box(4, 4, 9, 9), want: box(4, 4, 4, 4)}, // a corner
		{a: box(0, 0, 9, 9), b: box(2, 3, 4, 5), want: box(2, 3, 4, 5)},
		{a: box(0, 0, 4, 4), b: box(5, 0, 9, 4), empty: true},
		{a: box(0, 0, 4, 4), b: EmptyAABB(), empty: true},
	} {
		for _, got := range [2]AABB{c.a.Intersect(c.b), c.b.Intersect(c.a)} {
			if got.IsEmpty() != c.empty || !c.empty && got != c.want {
				t.Errorf("%v and %v: intersection %v, want %v, empty: %v", c.a, c.b, got, c.want, c.empty)
			}
		}
	}
}
