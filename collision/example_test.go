package collision_test

import (
	"fmt"

	"fillet/collision"
)

// A ball that has sunk into a rounded floor.
func ExampleCollide() {
	floor, _ := collision.Box(28, 4, 4) // 64 wide and 16 high, with round corners
	ball, _ := collision.Circle(collision.Vec{}, 5)

	m, hit := collision.Collide(
		floor, collision.NewTransform(collision.Vec{X: 32, Y: 100}, 0),
		ball, collision.NewTransform(collision.Vec{X: 20, Y: 89}, 0),
		0)
	fmt.Println(hit, "depth", m.Depth(), "normal", m.Normal)
	// Output: true depth 2 normal (0, -1)
}

// A world reports only what changed.
func ExampleWorld() {
	box, _ := collision.Box(8, 8, 0)
	w := collision.NewWorld()
	w.Put(1, collision.Body{Shapes: []collision.Shape{box}, Transform: collision.Identity(), Static: true})
	w.Put(2, collision.Body{Shapes: []collision.Shape{box}, Transform: collision.NewTransform(collision.Vec{X: 40}, 0)})
	fmt.Println(len(w.Update()), "events")

	for _, x := range []float64{14, 15, 40} {
		w.Move(2, collision.NewTransform(collision.Vec{X: x}, 0))
		for _, e := range w.Update() {
			fmt.Println(e.Kind, e.Contact.A, e.Contact.B, "depth", e.Contact.Depth())
		}
	}
	// Output:
	// 0 events
	// begin 1 2 depth 2
	// change 1 2 depth 1
	// end 1 2 depth 1
}

// Is there a wall between the guard and the hero, and where?
func ExampleRayTo() {
	wall, _ := collision.NewShape([]collision.Vec{{X: 50, Y: -40}, {X: 50, Y: 40}}, 0)
	guard, hero := collision.Vec{X: 10}, collision.Vec{X: 110, Y: 20}
	hit, ok := wall.Raycast(collision.Identity(), collision.RayTo(guard, hero))
	fmt.Println(ok, hit.T, hit.Point)
	// Output: true 0.4 (50, 8)
}

func ExampleShape_Raycast() {
	pill, _ := collision.Capsule(collision.Vec{X: -2}, collision.Vec{X: 2}, 1)
	hit, ok := pill.Raycast(collision.Identity(), collision.RayTo(collision.Vec{X: 10}, collision.Vec{}))
	fmt.Println(ok, hit.T, hit.Point, hit.Normal)
	// Output: true 0.7 (3, 0) (1, 0)
}
