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

// A world tells what changed, and nothing else.
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

// An L with its convex corners rounded, as convex shapes.
func ExampleRoundRegion() {
	outline := []collision.Vec{{X: 0, Y: 0}, {X: 48, Y: 0}, {X: 48, Y: 16}, {X: 16, Y: 16}, {X: 16, Y: 48}, {X: 0, Y: 48}}
	pieces, boundary, err := collision.RoundRegion([][]collision.Vec{outline}, 4, collision.RoundInset)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d pieces, area %.2f\n", len(pieces), collision.RegionMass(boundary, 1).Area)

	_, _, err = collision.RoundRegion([][]collision.Vec{outline}, 9, collision.RoundInset)
	fmt.Println(err)
	// Output:
	// 2 pieces, area 1262.83
	// the radius is too large: the largest that fits is 8
}

// An outline that crosses itself is reported with the edges that do.
func ExampleDecompose() {
	_, err := collision.Decompose([]collision.Vec{{X: 0, Y: 0}, {X: 10, Y: 10}, {X: 10, Y: 0}, {X: 0, Y: 10}})
	fmt.Println(err)
	// Output: edge 0 crosses edge 2 at (5, 5)
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
