package dynamics_test

import (
	"fmt"
	"math"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"

	"pgregory.net/rapid"
)

// tiles is a floor whose tiles, from x = 0 on, have the given kinds. There are gaps between the tiles, and every other
// tile is raised by a step.
type tiles struct {
	kinds     []int // bit 0: a resting kinematic body instead of a static collider; bit 1: one-way
	gap, step float64
}

const tileWidth = 37

func (f *tiles) add(s *dynamics.Space) {
	for i, kind := range f.kinds {
		shape, pose := box(tileWidth-f.gap, 20), at(tileWidth*(float64(i)+0.5), 10-f.step*float64(i%2))
		way := collision.Vec{Y: -float64(kind >> 1)}
		if kind&1 == 0 {
			s.AddStatic(collision.Body{Shapes: shape, Transform: pose, OneWay: way}, dynamics.Material{})
		} else {
			s.AddBody(&dynamics.BodyDef{Role: dynamics.Kinematic, Shapes: shape, Pose: pose, OneWay: way})
		}
	}
}

// A smooth body keeps its speed and its height on a floor that mixes static tiles and kinematic bodies at rest.
func TestSeamsOfStaticAndKinematic(t *testing.T) {
	t.Parallel()
	bodies := [][]collision.Shape{
		box(20, 20), disc(10), one(collision.Box(6, 6, 4)),
		one(collision.Capsule(collision.Vec{X: -8}, collision.Vec{X: 8}, 10)),
		one(collision.NewShape([]collision.Vec{{X: -10, Y: 10}, {Y: -10}, {X: 10, Y: 10}}, 0)),
	}
	slide := func(body []collision.Shape, f tiles, speed float64) error {
		s := dynamics.NewSpace(dynamics.Settings{Gravity: gravity, SleepSpeed: 4, BounceSpeed: 36})
		f.add(s)
		b := s.AddBody(&dynamics.BodyDef{Shapes: body, Pose: at(50, -10-f.step), Density: 1})
		s.Bodies[b].Velocity.X = speed
		from, end := s.Bodies[b].Position, float64(tileWidth*len(f.kinds)-50)
		for s.Steps < 240 && s.Bodies[b].Position.X < end {
			s.Step(dynamics.StepTime)
			b := &s.Bodies[b]
			if math.Abs(b.Velocity.X-speed) > 2+0.015*speed || math.Abs(b.Position.Y-from.Y) > 1 ||
				math.Abs(b.Rotation.Angle()) > 0.06 {
				return fmt.Errorf("%v at %g: in step %d it is at %v with %v, turned by %.3g", f, speed, s.Steps,
					b.Position, b.Velocity, b.Rotation.Angle())
			}
		}
		return nil
	}
	for _, speed := range []float64{100, 400, 1000} {
		for i, body := range bodies {
			f := tiles{kinds: make([]int, 60)}
			f.kinds[10], f.kinds[20], f.kinds[21] = 1, 1, 1
			if err := slide(body, f, speed); err != nil {
				t.Errorf("body %d on %v", i, err)
			}
		}
	}
	if t.Failed() {
		return
	}
	rapid.Check(t, func(rt *rapid.T) {
		f := tiles{
			kinds: rapid.SliceOfN(rapid.IntRange(0, 3), 60, 60).Draw(rt, "kinds"),
			gap:   rapid.SampledFrom([]float64{0, 1e-7, 0.01, 0.05}).Draw(rt, "gap"),
			step:  rapid.SampledFrom([]float64{0, 1e-7, 0.01, 0.05}).Draw(rt, "step"),
		}
		speed := rapid.SampledFrom([]float64{60, 100, 400, 1000}).Draw(rt, "speed")
		if err := slide(rapid.SampledFrom(bodies).Draw(rt, "body"), f, speed); err != nil {
			rt.Error(err)
		}
	})
}

// A platform that moves past the floor, or is higher by a tenth of a pixel, has sides.
func TestPlatformsHaveSides(t *testing.T) {
	t.Parallel()
	for _, up := range []float64{0.12, 30} {
		s := withGround()
		s.AddBody(&dynamics.BodyDef{Role: dynamics.Kinematic, Shapes: box(40, 20), Pose: at(100, 10-up)})
		b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -10), Density: 1})
		s.Bodies[b].Velocity.X = 60
		run(s, 3)
		if x := s.Bodies[b].Position.X; x > 80 {
			t.Errorf("the box at %g has passed a platform that is higher by %g", x, up)
		}
	}
}
