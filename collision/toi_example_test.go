package collision_test

import (
	"fmt"
	"math"

	"fillet/collision"
)

// A door 40 long swings open about its hinge until it hits a box.
func ExampleCastMotion() {
	door, _ := collision.Capsule(collision.Vec{}, collision.Vec{X: 40}, 2)
	box, _ := collision.Box(5, 5, 0)
	hit, ok := collision.CastMotion(
		door, collision.Identity(), collision.Motion{Turn: math.Pi / 2},
		box, collision.NewTransform(collision.Vec{X: 25, Y: 25}, 0),
	)
	fmt.Printf("%v, at %.0f degrees, where the box is hit at %v\n", ok, hit.T*90, hit.Point)
	// Output: true, at 31 degrees, where the box is hit at (30, 20)
}

func ExampleMotion_At() {
	m := collision.Motion{Move: collision.Vec{X: 10}, Turn: math.Pi, Pivot: collision.Vec{X: 1}}
	for _, t := range []float64{0, 0.5} {
		xf := m.At(collision.Identity(), t)
		fmt.Printf("the pivot is at %v, the origin at %v\n", xf.Apply(m.Pivot), xf.P)
	}
	// Output:
	// the pivot is at (1, 0), the origin at (0, 0)
	// the pivot is at (6, 0), the origin at (6, -1)
}

// The hero swings a sword.
func ExampleWorld_CastMotion() {
	w := newLevel()
	sword, _ := collision.Capsule(collision.Vec{X: 10}, collision.Vec{X: 60}, 1)
	swing := collision.Motion{Turn: math.Pi / 2}
	hit, ok := w.CastMotion(sword, collision.Identity(), swing, collision.Query{Exclude: []collision.Key{hero}})
	fmt.Printf("%v: body %d after %.2f of the swing\n", ok, hit.Key, hit.T)
	// Output: true: body 2 after 0.57 of the swing
}

func ExampleWorld_CastMotionAll() {
	w := newLevel()
	sword, _ := collision.Capsule(collision.Vec{X: 10}, collision.Vec{X: 60}, 1)
	swing := collision.Motion{Turn: math.Pi / 2}
	for _, hit := range w.CastMotionAll(sword, collision.Identity(), swing,
		collision.Query{Exclude: []collision.Key{hero}, Triggers: true}) {
		fmt.Printf("body %d after %.2f of the swing\n", hit.Key, hit.T)
	}
	// Output:
	// body 2 after 0.57 of the swing
	// body 3 after 0.76 of the swing
}

func ExampleWorld_AppendCastMotion() {
	w := newLevel()
	ball, _ := collision.Circle(collision.Vec{X: 46}, 4)
	var hits []collision.BodyHit // reused from frame to frame
	hits = w.AppendCastMotion(hits[:0], ball, collision.Identity(), collision.Motion{Turn: -2 * math.Pi},
		collision.Query{Exclude: []collision.Key{hero}})
	fmt.Println("bodies met:", len(hits))
	// Output: bodies met: 1
}
