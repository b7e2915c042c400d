package collision_test

import (
	"testing"

	"fillet/collision"
	"fillet/editor/testkit"
)

// A long-lived world keeps no memory of ended pairs or of large updates.
func TestMovingWorldsDoNotGrow(t *testing.T) {
	const n = 3000
	for name, tt := range map[string]struct{ moved, steps int }{"a few at a time": {10, 500}, "all at once": {n, 80}} {
		t.Run(name, func(t *testing.T) {
			w, rng := collision.Crowd(t, n)
			w.Update()
			step := func() {
				for i := range tt.moved {
					k := collision.Key(i + 1)
					if tt.moved < n {
						k = collision.Key(rng.IntN(n) + 1)
					}
					w.Move(k, collision.NewTransform(collision.Vec{X: rng.Float64() * 85, Y: rng.Float64() * 85},
						rng.Float64()))
				}
				w.Update()
			}
			run := func() {
				for range tt.steps {
					step()
				}
			}
			run()
			if took := testkit.AllocatedBytes(run); took > 1<<21 {
				t.Errorf("the world has grown by up to %d KB", took>>10)
			}
		})
	}
}
