package collision_test

import (
	"fmt"
	"math"

	"fillet/collision"
)

// A platformer's hero, frame by frame: it falls to the floor and walks to the right until a wall stops it.
func ExampleMover() {
	w := collision.NewWorld()
	wide, _ := collision.Box(200, 10, 0)
	high, _ := collision.Box(10, 100, 0)
	w.Put(1, collision.Body{
		Shapes:    []collision.Shape{wide},
		Transform: collision.NewTransform(collision.Vec{X: 0, Y: 10}, 0), Static: true,
	})
	w.Put(2, collision.Body{
		Shapes:    []collision.Shape{high},
		Transform: collision.NewTransform(collision.Vec{X: 60, Y: 0}, 0), Static: true,
	})

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
	fmt.Printf("it stands at (%.3f, %.3f) on body %d, velocity %v\n", m.Position.X, m.Position.Y, m.Ground.Key,
		velocity)
	// Output: it stands at (44.000, -14.000) on body 1, velocity (0, 0)
}

// The character's hit, and how far along the motion it was.
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

// In a top-down level there is no ground: velocity into a wall is lost, velocity along it is kept.
func ExampleMoved_Clip() {
	w := newLevel()
	ball, _ := collision.Circle(collision.Vec{}, 8)
	m := collision.Mover{
		Shape: ball, Position: collision.Vec{Y: 35},
		Query: collision.Query{Exclude: []collision.Key{hero}},
	}
	velocity := collision.Vec{X: 3, Y: 20}
	velocity = m.Move(w, velocity).Clip(velocity)
	fmt.Println(velocity, m.Position)
	// Output: (3, 0) (3, 40)
}

// A hero with its own velocity: it lands on a lift that goes up, runs, and jumps off with the lift's velocity
// added.
func ExampleMover_Step() {
	const dt = 1.0 / 60
	w := collision.NewWorld()
	plank, _ := collision.Box(100, 4, 0)
	lift := collision.Transform{P: collision.Vec{Y: 0}, Q: collision.Rot{C: 1}}
	w.Put(1, collision.Body{Shapes: []collision.Shape{plank}, Transform: lift})

	body, _ := collision.Capsule(collision.Vec{Y: -8}, collision.Vec{Y: 8}, 6)
	m := collision.Mover{
		Shape:      body,
		Up:         collision.Vec{Y: -1},
		MaxSlope:   50 * math.Pi / 180,
		StepHeight: 8,
		MaxFall:    600,
		Position:   collision.Vec{Y: -60},
		// the lift's velocity
		Surface: func(collision.Key, collision.Vec) collision.Vec { return collision.Vec{Y: -60} },
	}
	gravity := collision.Vec{Y: 900}
	frame := func() {
		lift.P.Y -= 60 * dt
		w.Move(1, lift)
		m.Step(w, gravity, dt)
	}
	for !m.Ground.On {
		frame()
	}
	fmt.Printf("on ground: velocity %v, the lift's %v\n", m.Velocity, m.GroundVelocity())
	for range 30 {
		m.Velocity = m.Along().Mul(100) // to the right
		frame()
	}
	fmt.Printf("at x = %.1f, %.1f above the lift\n", m.Position.X, lift.P.Y-m.Position.Y)
	m.Leave()
	m.Velocity.Y -= 300
	fmt.Println("jumping:", m.Velocity)
	// Output:
	// on ground: velocity (0, 0), the lift's (0, -60)
	// at x = 50.0, 18.0 above the lift
	// jumping: (100, -360)
}

// Down and jump: the hero falls through the platform that it stands on.
func ExampleMover_Drop() {
	w := collision.NewWorld()
	plank, _ := collision.Box(100, 4, 0)
	up := collision.Vec{Y: -1}
	for i := range 2 {
		at := collision.NewTransform(collision.Vec{Y: float64(100 * i)}, 0)
		w.Put(collision.Key(i+1), collision.Body{
			Shapes: []collision.Shape{plank}, Transform: at, OneWay: up,
			Static: true,
		})
	}
	body, _ := collision.Box(6, 12, 0)
	m := collision.Mover{Shape: body, Up: up, Position: collision.Vec{Y: -16}}
	m.Move(w, collision.Vec{})
	fmt.Println("on body", m.Ground.Key)
	fmt.Println("drops:", m.Drop(w))
	for range 60 {
		m.Step(w, collision.Vec{Y: 900}, 1.0/60)
	}
	fmt.Println("on body", m.Ground.Key)
	// Output:
	// on body 1
	// drops: true
	// on body 2
}

// The bodies that the hero touches, and on which side.
func ExampleMover_AppendTouches() {
	w := newLevel()
	ball, _ := collision.Circle(collision.Vec{}, 8)
	m := collision.Mover{
		Shape: ball, Up: collision.Vec{Y: -1}, Position: collision.Vec{Y: 40},
		Query: collision.Query{Exclude: []collision.Key{hero}},
	}
	var touches []collision.Touch
	touches = m.AppendTouches(touches[:0], w, 0.01)
	for _, t := range touches {
		fmt.Printf("body %d, below: %v\n", t.Key, t.Normal.Y > 0.7)
	}
	// Output: body 2, below: true
}

// A core to cast in place of a shape, so that obstacles may stick into the way by up to 0.5.
func ExampleShape_Core() {
	box, _ := collision.Box(10, 20, 0)
	stone, _ := collision.Box(10, 20, 3)
	fmt.Println(box.Core(0.5).Bounds(collision.Identity()), stone.Core(0.5).Radius())
	// Output: {(-9.5, -19.5) (9.5, 19.5)} 2.5
}

// After Resume from an earlier copy, the Mover repeats its moves exactly.
func ExampleMover_Resume() {
	w := newLevel()
	ball, _ := collision.Circle(collision.Vec{}, 8)
	m := collision.Mover{Shape: ball, Up: collision.Vec{Y: -1}, Query: collision.Query{Exclude: []collision.Key{hero}}}
	kept := m
	m.Move(w, collision.Vec{Y: 80})
	first := m.Position
	m.Resume(&kept)
	fmt.Println("back at", m.Position)
	m.Move(w, collision.Vec{Y: 80})
	fmt.Println("the same again:", m.Position == first)
	// Output:
	// back at (0, 0)
	// the same again: true
}
