package collision_test

import (
	"fmt"
	"math"

	"fillet/collision"
)

// A platformer's hero, one frame after another: it falls to the floor, and walks to the right until a wall stops it.
func ExampleMover() {
	w := collision.NewWorld()
	wide, _ := collision.Box(200, 10, 0)
	high, _ := collision.Box(10, 100, 0)
	w.Put(1, collision.Body{Shapes: []collision.Shape{wide}, Transform: collision.NewTransform(collision.Vec{X: 0, Y: 10}, 0), Static: true})
	w.Put(2, collision.Body{Shapes: []collision.Shape{high}, Transform: collision.NewTransform(collision.Vec{X: 60, Y: 0}, 0), Static: true})

	body, _ := collision.Capsule(collision.Vec{Y: -8}, collision.Vec{Y: 8}, 6)
	m := collision.Mover{
		Shape:      body,
		Up:         collision.Vec{Y: -1}, // y points down
		MaxSlope:   50 * math.Pi / 180,
		StepHeight: 8,
		Position:   collision.Vec{X: 0, Y: -40},
	}
	const dt, gravity, speed = 1.0 / 60, 900, 120
	velocity := collision.Vec{}
	for range 120 {
		velocity.X = speed
		if m.Ground.On {
			velocity.Y = 0
		} else {
			velocity.Y += gravity * dt
		}
		velocity = m.Move(w, velocity.Mul(dt)).Clip(velocity)
	}
	fmt.Printf("it stands at (%.3f, %.3f) on body %d, velocity %v\n", m.Position.X, m.Position.Y, m.Ground.Key, velocity)
	// Output: it stands at (44.000, -14.000) on body 1, velocity (0, 0)
}

// What was met, and how far along the motion.
func ExampleMover_Move() {
	w := newLevel()
	ball, _ := collision.Circle(collision.Vec{}, 8)
	m := collision.Mover{Shape: ball, Up: collision.Vec{Y: -1}, Query: collision.Query{Exclude: []collision.Key{hero}}}
	moved := m.Move(w, collision.Vec{Y: 80})
	for _, hit := range moved.Hits {
		fmt.Printf("body %d after %.2f of the way\n", hit.Key, hit.T)
	}
	fmt.Printf("it fell %.3f and stands on ground: %v\n", moved.Way.Y, m.Ground.On)
	// Output:
	// body 2 after 0.50 of the way
	// it fell 40.000 and stands on ground: true
}

// Seen from above there is no ground: the velocity into a wall is lost, that along it is kept.
func ExampleMoved_Clip() {
	w := newLevel()
	ball, _ := collision.Circle(collision.Vec{}, 8)
	m := collision.Mover{Shape: ball, Position: collision.Vec{Y: 35}, Query: collision.Query{Exclude: []collision.Key{hero}}}
	velocity := collision.Vec{X: 3, Y: 20}
	velocity = m.Move(w, velocity).Clip(velocity)
	fmt.Println(velocity, m.Position)
	// Output: (3, 0) (3, 40)
}
