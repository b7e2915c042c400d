package polygon_test

import (
	"fmt"

	"fillet/collision"
	"fillet/collision/polygon"
)

// A platform moves smoothly back and forth between two points, and waits half a second at each.
func ExampleNewPath() {
	way := []polygon.PathPiece{{Segment: collision.Segment{
		From: collision.Vec{X: 100, Y: 50},
		To:   collision.Vec{X: 300, Y: 50},
	}}}
	lift, err := polygon.NewPath(collision.Identity(), way, polygon.PathOptions{
		Time: 2, Ease: polygon.SmoothEase,
		Wait: 0.5,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, seconds := range []float64{0, 1, 2, 2.5, 5} {
		at := lift.At(seconds)
		fmt.Printf("%3.1f s: at %v, %.0f px/s\n", seconds, at.P, at.Velocity.X)
	}
	fmt.Println("again after", lift.Period(), "s")
	// Output:
	// 0.0 s: at (100, 50), 0 px/s
	// 1.0 s: at (200, 50), 157 px/s
	// 2.0 s: at (300, 50), 0 px/s
	// 2.5 s: at (300, 50), -0 px/s
	// 5.0 s: at (100, 50), 0 px/s
	// again after 5 s
}
