package dynamics_test

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/collision/dynamics"
)

var gravity = collision.Vec{Y: 800}

// box returns a box of a size, whose middle is the origin of its frame.
func box(w, h float64) []collision.Shape { return one(collision.Box(w/2, h/2, 0)) }

func disc(r float64) []collision.Shape { return one(collision.Circle(collision.Vec{}, r)) }

func one(s collision.Shape, err error) []collision.Shape {
	if err != nil {
		panic(err)
	}
	return []collision.Shape{s}
}

func at(x, y float64) collision.Transform {
	return collision.NewTransform(collision.Vec{X: x, Y: y}, 0)
}

// withGround returns a space with ground whose surface is at y = 0.
func withGround() *dynamics.Space {
	s := dynamics.NewSpace(dynamics.Settings{Gravity: gravity, SleepSpeed: 4})
	s.AddStatic(collision.Body{Shapes: box(2000, 100), Transform: at(0, 50)}, dynamics.Material{Friction: 0.8})
	return s
}

func run(s *dynamics.Space, seconds float64) {
	for range int(seconds * 60) {
		s.Step(dynamics.StepTime)
	}
}

// A pile of ten crates stands where it was built, and sleeps.
func ExampleSpace_pile() {
	s := withGround()
	for i := range 10 {
		s.AddBody(&dynamics.BodyDef{
			Shapes: box(20, 20), Pose: at(0, -10-20*float64(i)), Density: 1,
			Material: dynamics.Material{Friction: 0.6},
		})
	}
	run(s, 5)
	top := &s.Bodies[len(s.Bodies)-1]
	moved := top.Position.Dist(collision.Vec{Y: -190})
	fmt.Println("the top crate moved by less than a pixel:", moved < 1, "and sleeps:", top.Asleep)
	// Output: the top crate moved by less than a pixel: true and sleeps: true
}

// A bridge of ten planks hangs between two posts and carries a ball.
func ExampleSpace_bridge() {
	s := withGround()
	const plank = 20.0
	last := dynamics.JointSide{Owner: dynamics.NoOwner, At: collision.Vec{X: -100, Y: -200}}
	for i := range 10 {
		x := -90 + plank*float64(i)
		b := s.AddBody(&dynamics.BodyDef{Shapes: box(plank, 4), Pose: at(x, -200), Density: 1})
		next := dynamics.JointSide{Owner: dynamics.Owner(b), At: collision.Vec{X: x - plank/2, Y: -200}}
		s.AddJoint(last, next, false, &dynamics.JointDef{IsHinge: true})
		last = dynamics.JointSide{Owner: dynamics.Owner(b), At: collision.Vec{X: x + plank/2, Y: -200}}
	}
	s.AddJoint(last, dynamics.JointSide{Owner: dynamics.NoOwner, At: collision.Vec{X: 100, Y: -200}}, false,
		&dynamics.JointDef{IsHinge: true})
	ball := s.AddBody(&dynamics.BodyDef{Shapes: disc(8), Pose: at(20, -220), Density: 1})
	run(s, 10)
	y := s.Bodies[ball].Position.Y
	fmt.Println("the ball lies on the bridge:", y < -150 && y > -215)
	// Output: the ball lies on the bridge: true
}

// A car of a box and two driven wheels climbs a ramp.
func ExampleSpace_car() {
	s := withGround()
	ramp := one(collision.NewShape([]collision.Vec{{X: 200}, {X: 600, Y: -100}, {X: 600}}, 0))
	s.AddStatic(collision.Body{Shapes: ramp, Transform: collision.Identity()}, dynamics.Material{Friction: 1})
	body := s.AddBody(&dynamics.BodyDef{Shapes: box(60, 16), Pose: at(0, -24), Density: 1})
	for _, x := range []float64{-22, 22} {
		wheel := s.AddBody(&dynamics.BodyDef{
			Shapes: disc(12), Pose: at(x, -12), Density: 1, Material: dynamics.Material{Friction: 1},
		})
		axle := collision.Vec{X: x, Y: -12}
		s.AddJoint(dynamics.JointSide{Owner: dynamics.Owner(body), At: axle},
			dynamics.JointSide{Owner: dynamics.Owner(wheel), At: axle}, false,
			&dynamics.JointDef{IsHinge: true, Speed: 4 * math.Pi, Torque: 5e6})
	}
	run(s, 4)
	b := &s.Bodies[body]
	fmt.Println("the car is on the ramp:", b.Position.X > 250 && b.Position.Y < -30)
	// Output: the car is on the ramp: true
}

// A ray hits the nearest of the bodies, where they are after the step.
func ExampleSpace_Place() {
	s := withGround()
	ball := s.AddBody(&dynamics.BodyDef{Shapes: disc(10), Pose: at(0, -100), Density: 1})
	run(s, 5)
	var w collision.World
	s.Place(&w)
	w.Update()
	hit, ok := w.Raycast(collision.RayTo(collision.Vec{Y: -300}, collision.Vec{Y: 300}), collision.Query{})
	fmt.Println(ok, dynamics.OwnerOf(hit.Key) == dynamics.Owner(ball), math.Round(hit.Point.Y))
	// Output: true true -20
}
