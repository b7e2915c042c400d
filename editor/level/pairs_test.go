package level_test

import (
	"testing"

	"fillet/collision"
	"fillet/editor/level"
)

// Pairs are too many if each changed piece has many, and there are more than an update can take or, together with the
// existing ones, more than are wanted in all.
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
		{100, 1e9, 0, 0}, // 49.5 each
		{200, 0, 200 * 199, 0},
		{200, 0, 200*199/2 + 1, 0},
		{200, 0, 200 * 199 / 2, 200 * 199 / 2},
		{200, 1, 200*199/2 + 1, 200 * 199 / 2},
		{200, 1e9, 1e9, 200 * 199 / 2},
		{500, 0, 1e9, 0},
		{548, 0, 1e9, 0},       // 149,878
		{549, 0, 1e9, 150_000}, // at least: they are not counted to the end
	} {
		if got := level.TooManyPairs(pile(tt.n), tt.have, tt.limit); min(got, 150_000) != tt.want {
			t.Errorf("%d bodies in one place, with %d pairs of at most %d: %d, want %d", tt.n, tt.have, tt.limit, got,
				tt.want)
		}
	}
}
