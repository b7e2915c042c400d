package play

import (
	"fmt"
	"testing"

	"fillet/editor/level"
)

// A heavy body that slides against a character at a thin wall presses it against the wall, but not through it.
func TestBodiesPressCharacterThroughNoWall(t *testing.T) {
	t.Parallel()
	for _, wall := range []float64{0, 1, 4, 20} { // 0: the edge of a chain
		for _, density := range []float64{1, 20, 200} {
			for _, from := range []float64{20, 60, 100} {
				t.Run(fmt.Sprintf("%g/%g/%g", wall, density, from), func(t *testing.T) {
					y := newLevelBuilder(t)
					if wall > 0 {
						y.box("floor", -400, 200, 800, 40)
						y.box("wall", 200, 0, wall, 220)
					} else {
						y.add("room", level.Shape{
							Kind: level.Chain, Closed: true,
							Points: []Vec{{X: -400, Y: -100}, {X: 200, Y: -100}, {X: 200, Y: 200}, {X: -400, Y: 200}},
						},
							Vec{})
					}
					slope := []Vec{{X: -300, Y: 0}, {X: from, Y: 200}, {X: -300, Y: 200}}
					y.polygon("slope", slope, func(c *level.Collider) { c.Friction = 0 })
					y.box("stone", -250, -20, 30, 30, isDynamic, func(c *level.Collider) {
						c.Density, c.Friction = density, 0
					})
					r := NewRun(y.snapshot(), boxSettings(t, 16, 30), Vec{X: 190, Y: 184})
					for i := range 6 * Rate {
						r.Step(Input{X: 1})
						if p := r.Character().Position; p.X > 200 || p.Y > 200 {
							t.Fatalf("step %d: the character is at %v", i, p)
						}
					}
				})
			}
		}
	}
}
