package level_test

import (
	"testing"

	"fillet/collision"
	"fillet/editor/level"
)

// There are too many pairs if each changed piece has many of them, and if their number exceeds the limit for one update
// or, together with the existing pairs, the limit in total.
func TestTooManyPairs(t *testing.T) {
	box, err := collision.NewShape([]collision.Vec{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	pile := func(n int) *collision.World {
		w := collision.NewWorld()
		for i := range n {
			w.Put(collision.Key(i), collision.Body{Shapes: []collision.Shape{box}, Transform: collision.Identity()})
		}
		return w
	}
	for _, tt := range []struct{ n, have, limit, want int }{
		{100, 1e9, 0, 0}, // 49.5 pairs for each piece
		{200, 0, 200 * 199, 0},
		{200, 0, 200*199/2 + 1, 0},
		{200, 0, 200 * 199 / 2, 200 * 199 / 2},
		{200, 1, 200*199/2 + 1, 200 * 199 / 2},
		{200, 1e9, 1e9, 200 * 199 / 2},
		{500, 0, 1e9, 0},
		{548, 0, 1e9, 0},       // 149,878
		{549, 0, 1e9, 150_000}, // a lower bound: counting stops early
	} {
		if got := level.TooManyPairs(pile(tt.n), tt.have, tt.limit); min(got, 150_000) != tt.want {
			t.Errorf("%d bodies in one place, %d existing pairs, limit %d: %d, want %d", tt.n, tt.have, tt.limit, got,
				tt.want)
		}
	}
}
