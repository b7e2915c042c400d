package dynamics_test

import (
	"math"
	"reflect"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
)

// A body falls as in the closed form of the method, for any step.
func TestFallForAnyStep(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{30, 60, 120, 240} {
		s := dynamics.NewSpace(dynamics.Settings{Gravity: gravity})
		b := s.AddBody(&dynamics.BodyDef{Shapes: disc(5), Pose: at(0, 0), Density: 1})
		for range int(rate) {
			s.Step(1 / rate)
		}
		h := 1 / (rate * dynamics.Substeps)
		if got, want := s.Bodies[b].Position.Y, 400*(1+h); math.Abs(got-want) > 1e-6 {
			t.Errorf("at %g steps a second it falls by %g in a second, want %g", rate, got, want)
		}
	}
}

// A resting crate presses with its weight, and the contact begins once.
func TestTouchesHaveImpulses(t *testing.T) {
	t.Parallel()
	s := withGround()
	b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -11), Density: 2})
	began, impulse := 0, 0.0
	for range 60 {
		s.Step(dynamics.StepTime)
		impulse = 0
		for touch := range s.Touches() {
			if touch.A != dynamics.Owner(b) || touch.B != dynamics.StaticOwner(0) || touch.Normal.Y < 0.99 {
				t.Fatalf("%+v", touch)
			}
			if impulse += touch.Impulse; touch.Began {
				began++
			}
		}
		if s.Bodies[b].Asleep {
			t.Fatal("the crate fell asleep before step 14")
		}
		if s.Steps > 10 && s.Steps < 14 && math.Abs(impulse/(20*20*2*800*dynamics.StepTime)-1) > 0.02 {
			t.Errorf("step %d: the impulse is %g", s.Steps, impulse)
		}
		if s.Steps == 14 {
			break
		}
	}
	if began != 1 {
		t.Errorf("the contact began %d times", began)
	}
}

// A restored space continues as the saved one did, bit for bit, and saving allocates nothing once there is room.
func TestSnapshotRepeats(t *testing.T) {
	t.Parallel()
	s := withGround()
	for i := range 20 {
		s.AddBody(&dynamics.BodyDef{
			Shapes: box(14, 14), Pose: at(float64(i%5)*9, -20-15*float64(i/5)), Density: 1,
			Material: dynamics.Material{Friction: 0.5, Restitution: 0.3},
		})
	}
	run(s, 0.5)
	var saved dynamics.Snapshot
	saved.Save(s)
	poses := func() (out []collision.Transform) {
		for range 90 {
			s.Step(dynamics.StepTime)
			for i := range s.Bodies {
				out = append(out, s.Bodies[i].Pose)
			}
		}
		return out
	}
	first := poses()
	saved.Restore(s)
	if s.Steps != 30 || !reflect.DeepEqual(first, poses()) {
		t.Error("the second run differs")
	}
}

// A box falls when the static collider below it is removed. Removing and restoring the box on the ground does not move
// it.
func TestSetGoneWakes(t *testing.T) {
	t.Parallel()
	s := withGround()
	i, _ := s.AddStatic(collision.Body{Shapes: box(100, 10), Transform: at(0, -100)}, dynamics.Material{})
	b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -115), Density: 1})
	run(s, 2)
	if !s.Bodies[b].Asleep {
		t.Fatal("the box does not sleep")
	}
	s.SetGone(dynamics.StaticOwner(i), true)
	run(s, 2)
	if y := s.Bodies[b].Position.Y; math.Abs(y+10) > 0.2 {
		t.Errorf("without its shelf the box is at %g, want -10", y)
	}
	s.SetGone(dynamics.Owner(b), true)
	run(s, 1)
	s.SetGone(dynamics.Owner(b), false)
	run(s, 1)
	if y := s.Bodies[b].Position.Y; math.Abs(y+10) > 0.2 {
		t.Errorf("after it was restored the box is at %g, want -10", y)
	}
}

// A kinematic body moves exactly by its velocity and carries a crate.
func TestKinematicCarries(t *testing.T) {
	t.Parallel()
	s := withGround()
	lift := s.AddBody(&dynamics.BodyDef{
		Role: dynamics.Kinematic, Shapes: box(80, 10), Pose: at(0, -50), Material: dynamics.Material{Friction: 1},
	})
	b := s.AddBody(&dynamics.BodyDef{
		Shapes: box(20, 20), Pose: at(0, -65), Density: 1, Material: dynamics.Material{Friction: 1},
	})
	s.Bodies[lift].Velocity = collision.Vec{X: 30, Y: -20}
	run(s, 3)
	if p := s.Bodies[lift].Position; p.Dist(collision.Vec{X: 90, Y: -110}) > 1e-9 {
		t.Errorf("the lift is at %v", p)
	}
	if off := s.Bodies[b].Position.Sub(s.Bodies[lift].Position); off.Dist(collision.Vec{Y: -15}) > 2 {
		t.Errorf("the crate is %v from the lift", off)
	}
}

// An impulse adds to the momentum, and its moment to the angular momentum.
func TestPush(t *testing.T) {
	t.Parallel()
	s := dynamics.NewSpace(dynamics.Settings{})
	i := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 10), Pose: at(5, 5), Density: 3})
	s.Push(i, collision.Vec{X: 600}, collision.Vec{X: 5, Y: 0})
	b := &s.Bodies[i]
	inertia := 600.0 * (20*20 + 10*10) / 12
	if b.Velocity.Dist(collision.Vec{X: 1}) > 1e-12 || math.Abs(b.Spin-5*600/inertia) > 1e-12 {
		t.Errorf("the velocity is %v, the spin %g, want %g", b.Velocity, b.Spin, 5*600/inertia)
	}
}

// Keys and owners are one to one.
func TestKeysOfOwners(t *testing.T) {
	t.Parallel()
	for _, o := range []dynamics.Owner{1, 2, 1 << 30, dynamics.StaticOwner(0), dynamics.StaticOwner(1 << 30)} {
		if k := dynamics.KeyOf(o); k == 0 || dynamics.OwnerOf(k) != o {
			t.Errorf("%d has key %d, which is %d", o, k, dynamics.OwnerOf(k))
		}
	}
}

// A step of a space at work allocates nothing.
func TestStepAllocatesNothing(t *testing.T) {
	s := withGround()
	for i := range 30 {
		s.AddBody(&dynamics.BodyDef{Shapes: box(14, 14), Pose: at(float64(i%6)*13, -20-16*float64(i/6)), Density: 1})
	}
	run(s, 1)
	if n := testing.AllocsPerRun(20, func() { s.Step(dynamics.StepTime) }); n > 0 {
		t.Errorf("a step allocates %g times", n)
	}
}
