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
	pile := func() *dynamics.Space {
		s := withGround()
		for i := range 20 {
			s.AddBody(&dynamics.BodyDef{
				Shapes: box(14, 14), Pose: at(float64(i%5)*9, -20-15*float64(i/5)), Density: 1,
				Material: dynamics.Material{Friction: 0.5, Restitution: 0.3},
			})
		}
		return s
	}
	s := pile()
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
	if s = pile(); saved.Len() != len(s.Bodies) {
		t.Fatal("the space has other bodies")
	}
	saved.Restore(s)
	if !reflect.DeepEqual(first, poses()) {
		t.Error("the run in a new space differs")
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

// Bodies that slept when a space was saved sleep on in a new space.
func TestRestoredBodiesSleep(t *testing.T) {
	t.Parallel()
	rested := func() (*dynamics.Space, int32) {
		s := withGround()
		return s, s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -10), Density: 1})
	}
	s, b := rested()
	run(s, 2)
	if !s.Bodies[b].Asleep {
		t.Fatal("the box does not sleep")
	}
	var saved dynamics.Snapshot
	saved.Save(s)
	again, _ := rested()
	saved.Restore(again)
	again.Step(dynamics.StepTime)
	if !again.Bodies[b].Asleep {
		t.Error("the box woke in the new space")
	}
}

// A body that is added or returned inside a sleeping crate pushes it out. A new joint moves it.
func TestNewcomersWake(t *testing.T) {
	t.Parallel()
	door := collision.Body{Shapes: box(30, 30), Transform: at(20, -15)}
	for name, come := range map[string]func(*dynamics.Space, dynamics.Owner){
		"a static collider": func(s *dynamics.Space, _ dynamics.Owner) { s.AddStatic(door, dynamics.Material{}) },
		"a kinematic body": func(s *dynamics.Space, _ dynamics.Owner) {
			s.AddBody(&dynamics.BodyDef{Role: dynamics.Kinematic, Shapes: door.Shapes, Pose: door.Transform})
		},
		"a static collider that returns": func(s *dynamics.Space, _ dynamics.Owner) {
			s.SetGone(dynamics.StaticOwner(1), false)
		},
		"a kinematic body that returns": func(s *dynamics.Space, _ dynamics.Owner) { s.SetGone(1, false) },
		"a rod": func(s *dynamics.Space, crate dynamics.Owner) {
			s.AddJoint(dynamics.JointSide{Owner: dynamics.NoOwner, At: collision.Vec{X: -100, Y: -10}},
				dynamics.JointSide{Owner: crate, At: collision.Vec{Y: -10}}, true, &dynamics.JointDef{Length: 90})
		},
	} {
		s := withGround()
		s.AddStatic(door, dynamics.Material{})
		s.SetGone(dynamics.StaticOwner(1), true)
		k := s.AddBody(&dynamics.BodyDef{Role: dynamics.Kinematic, Shapes: door.Shapes, Pose: door.Transform})
		s.SetGone(dynamics.Owner(k), true)
		b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -10), Density: 1})
		run(s, 2)
		if !s.Bodies[b].Asleep {
			t.Fatal("it does not sleep")
		}
		come(s, dynamics.Owner(b))
		run(s, 2)
		if x := s.Bodies[b].Position.X; x > -4 {
			t.Errorf("with %s in its place the crate is at %g", name, x)
		}
	}
}

// A hinge stops at its limits, also at a half turn.
func TestLimitsOfAHalfTurn(t *testing.T) {
	t.Parallel()
	for _, limits := range [][2]float64{{0, math.Pi}, {-math.Pi, 0}, {-math.Pi, math.Pi}, {-4, 4}} {
		for _, way := range []float64{-1, 1} {
			s := dynamics.NewSpace(dynamics.Settings{})
			b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 10), Density: 1, Pose: at(0, 0)})
			s.AddJoint(dynamics.JointSide{Owner: dynamics.NoOwner}, dynamics.JointSide{Owner: dynamics.Owner(b)}, false,
				&dynamics.JointDef{
					IsHinge: true, Speed: 3 * way, Torque: 1e7, IsLimited: true, Lower: limits[0], Upper: limits[1],
				})
			turned := 0.0
			for range 300 {
				was := s.Bodies[b].Rotation
				s.Step(dynamics.StepTime)
				turned += was.Inv().Mul(s.Bodies[b].Rotation).Angle()
			}
			if want := limits[int(way+1)/2]; math.Abs(turned-want) > 0.01 {
				t.Errorf("with the limits %v and the speed %g it turns by %g", limits, 3*way, turned)
			}
		}
	}
}

// A body with a mass but no inertia has that mass, and numbers that are not finite do not spread.
func TestOddNumbers(t *testing.T) {
	t.Parallel()
	s := withGround()
	b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -10), Mass: collision.Mass{Mass: 50}})
	if m := s.Bodies[b].Mass; m != 50 {
		t.Errorf("its mass is %g", m)
	}
	s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -30), Density: math.NaN()})
	for _, odd := range []float64{math.NaN(), math.Inf(1), 1e300} {
		s.Push(b, collision.Vec{X: odd}, collision.Vec{})
		s.Push(b, collision.Vec{X: 1}, collision.Vec{Y: odd})
		s.Step(odd)
	}
	for i := range s.Bodies {
		if !s.Bodies[i].Pose.IsValid() {
			t.Errorf("body %d is at %v", i, s.Bodies[i].Pose)
		}
	}
}

// The world of a space follows its filters.
func TestPlacedFilters(t *testing.T) {
	t.Parallel()
	s := withGround()
	b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -10), Density: 1})
	var w collision.World
	s.Place(&w)
	other := collision.Filter{Category: 2, Mask: 2}
	s.Bodies[b].Filter, s.Statics[0].Filter, s.Bodies[b].Trigger = other, other, true
	s.Place(&w)
	for _, o := range []dynamics.Owner{dynamics.Owner(b), dynamics.StaticOwner(0)} {
		if got, _ := w.Body(dynamics.KeyOf(o)); got.Filter != other || got.Trigger != (o > 0) {
			t.Errorf("%d is placed with %+v", o, got.Filter)
		}
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
