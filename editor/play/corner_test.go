package play

import (
	"fmt"
	"testing"

	"fillet/editor/level"
)

// A sliver that slides over the floor of a room made of a chain stops at the wall. Its tip, which has sunk in slightly,
// does not get below the wall's end, which would press it through the floor.
func TestSliverInACorner(t *testing.T) {
	t.Parallel()
	rooms := map[string][]Vec{
		"box":    {{}, {X: 400}, {X: 400, Y: 300}, {Y: 300}},
		"first":  {{X: 400, Y: 300}, {Y: 300}, {}, {X: 400}},
		"last":   {{Y: 300}, {}, {X: 400}, {X: 400, Y: 300}},
		"tilted": {{}, {X: 400}, {X: 430, Y: 300}, {X: -30, Y: 300}},
		"sharp":  {{}, {X: 300}, {X: 460, Y: 300}, {X: -60, Y: 300}},
		"turned": {{Y: 300}, {X: 400, Y: 300}, {X: 400}, {}},
	}
	for name, points := range rooms {
		for _, speed := range []float64{40, 312, 900, 3000} {
			for _, left := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%g/%v", name, speed, left), func(t *testing.T) {
					y := newLevelBuilder(t)
					y.add("room", level.Shape{Kind: level.Chain, Closed: true, Points: points}, Vec{},
						func(c *level.Collider) {
							c.Friction = 0
						})
					tip, end := 12.0, -12.0
					if left {
						tip, end, speed = end, tip, -speed
					}
					y.add("sliver", level.Shape{
						Kind:   level.Polygon,
						Points: []Vec{{X: tip}, {X: end}, {X: end, Y: -3.7}}, Rounding: level.Inset,
					},
						Vec{X: 200, Y: 300}, isDynamic, func(c *level.Collider) {
							c.Friction = 0
						})
					y.box("stone", 190, 270, 20, 20, isDynamic, func(c *level.Collider) {
						c.Density, c.Friction, c.Motion = 20, 0, &level.Motion{Velocity: Vec{X: speed}}
					})
					r := NewRun(y.snapshot(), DefaultSettings(), Vec{X: -5000})
					r.space.Bodies[1].Velocity.X = speed
					for range 300 {
						r.Step(Input{})
						b := &r.space.Bodies[1]
						for i := range b.Shapes[0].Len() {
							if p := b.Pose.Apply(b.Shapes[0].Vertex(i)); p.Y > 301.5 ||
								(name == "box" || name == "first" || name == "last") && (p.X > 402.5 || p.X < -2.5) {
								t.Fatalf("step %d: a corner of the sliver is at %v", r.Steps(), p)
							}
						}
					}
				})
			}
		}
	}
}
