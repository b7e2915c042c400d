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

// A body with a mass but no inertia has that mass.
func TestMassWithoutInertia(t *testing.T) {
	t.Parallel()
	s := withGround()
	b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -10), Mass: collision.Mass{Mass: 50}})
	if m := s.Bodies[b].Mass; m != 50 {
		t.Errorf("its mass is %g", m)
	}
}

// No number of the interface gives a pose that is not finite, and a body whose number was odd falls again afterwards.
func TestOddNumbers(t *testing.T) {
	t.Parallel()
	type scene struct {
		*dynamics.Space
		crate, wheel, lift int32
	}
	place := func(mass collision.Mass, density float64, m dynamics.Material) scene {
		s := scene{Space: dynamics.NewSpace(dynamics.Settings{Gravity: gravity})}
		s.AddStatic(collision.Body{Shapes: box(2000, 100), Transform: at(0, 50)}, m)
		s.crate = s.AddBody(&dynamics.BodyDef{
			Shapes: box(20, 20), Pose: at(0, -12), Density: density, Mass: mass, Material: m,
		})
		s.wheel = s.AddBody(&dynamics.BodyDef{Shapes: disc(5), Pose: at(0, -30), Density: 1, Material: m})
		s.lift = s.AddBody(&dynamics.BodyDef{Role: dynamics.Kinematic, Shapes: box(20, 20), Pose: at(200, -12)})
		return s
	}
	side := func(i int32, y float64) dynamics.JointSide {
		return dynamics.JointSide{Owner: dynamics.Owner(i), At: collision.Vec{Y: y}}
	}
	plain := dynamics.Material{Friction: 0.5}
	hinge := func(d dynamics.JointDef) func(float64) scene {
		return func(x float64) scene {
			s := place(collision.Mass{}, 1, plain)
			s.AddJoint(side(s.crate, -30), side(s.wheel, -30), false, &d)
			s.Step(dynamics.StepTime)
			for i := range s.Joints {
				for _, v := range []*float64{
					&s.Joints[i].Speed, &s.Joints[i].Torque, &s.Joints[i].Length, &s.Joints[i].Frequency,
					&s.Joints[i].Damping, &s.Joints[i].Lower, &s.Joints[i].Upper,
				} {
					was := *v
					*v = x
					s.Step(dynamics.StepTime)
					*v = was
				}
			}
			return s
		}
	}
	added := func(set func(d *dynamics.JointDef, x float64)) func(float64) scene {
		return func(x float64) scene {
			s := place(collision.Mass{}, 1, plain)
			for _, d := range []dynamics.JointDef{
				{IsHinge: true, Torque: 1e6, Speed: 3, IsLimited: true, Lower: -1, Upper: 1},
				{Length: 20, Frequency: 3, Damping: 0.5},
				{Length: 20, PullsOnly: true},
			} {
				set(&d, x)
				s.AddJoint(side(s.crate, -12), side(s.wheel, -30), true, &d)
			}
			return s
		}
	}
	body := func(set func(s *scene, x float64)) func(float64) scene {
		return func(x float64) scene {
			s := place(collision.Mass{}, 1, plain)
			s.Step(dynamics.StepTime)
			set(&s, x)
			return s
		}
	}
	for name, build := range map[string]func(x float64) scene{
		"density": func(x float64) scene { return place(collision.Mass{}, x, plain) },
		"mass":    func(x float64) scene { return place(collision.Mass{Mass: x, Inertia: 100}, 1, plain) },
		"inertia": func(x float64) scene { return place(collision.Mass{Mass: 100, Inertia: x}, 1, plain) },
		"centre": func(x float64) scene {
			return place(collision.Mass{Mass: 100, Inertia: 100, Centroid: collision.Vec{X: x}}, 1, plain)
		},
		"friction":    func(x float64) scene { return place(collision.Mass{}, 1, dynamics.Material{Friction: x}) },
		"restitution": func(x float64) scene { return place(collision.Mass{}, 1, dynamics.Material{Restitution: x}) },
		"belt": func(x float64) scene {
			return place(collision.Mass{}, 1, dynamics.Material{Friction: 1, Belt: x})
		},

		"motor, changed":  hinge(dynamics.JointDef{IsHinge: true, Torque: 1e6, Speed: 3}),
		"limits, changed": hinge(dynamics.JointDef{IsHinge: true, IsLimited: true, Lower: -1, Upper: 1}),
		"spring, changed": hinge(dynamics.JointDef{Length: 20, Frequency: 3, Damping: 0.5}),
		"rope, changed":   hinge(dynamics.JointDef{Length: 20, PullsOnly: true}),
		"speed":           added(func(d *dynamics.JointDef, x float64) { d.Speed = x }),
		"torque":          added(func(d *dynamics.JointDef, x float64) { d.Torque = x }),
		"braking torque":  added(func(d *dynamics.JointDef, x float64) { d.Torque, d.Speed = x, 0 }),
		"length":          added(func(d *dynamics.JointDef, x float64) { d.Length = x }),
		"frequency":       added(func(d *dynamics.JointDef, x float64) { d.Frequency = x }),
		"undamped":        added(func(d *dynamics.JointDef, x float64) { d.Frequency, d.Damping = x, 0 }),
		"damping":         added(func(d *dynamics.JointDef, x float64) { d.Damping = x }),
		"lower limit":     added(func(d *dynamics.JointDef, x float64) { d.Lower = x }),
		"upper limit":     added(func(d *dynamics.JointDef, x float64) { d.Upper = x }),
		"anchor": func(x float64) scene {
			s := place(collision.Mass{}, 1, plain)
			d := dynamics.JointDef{Length: 20}
			s.AddJoint(side(s.crate, x), side(s.wheel, 0), true, &d)
			return s
		},

		"gravity":       body(func(s *scene, x float64) { s.Gravity.Y = x }),
		"damped motion": body(func(s *scene, x float64) { s.Damping = x }),
		"damped spin":   body(func(s *scene, x float64) { s.SpinDamping = x }),
		"velocity":      body(func(s *scene, x float64) { s.Bodies[s.crate].Velocity.X = x }),
		"spin":          body(func(s *scene, x float64) { s.Bodies[s.crate].Spin = x }),
		"pull":          body(func(s *scene, x float64) { s.Bodies[s.crate].Pull.X = x }),
		"lift":          body(func(s *scene, x float64) { s.Bodies[s.lift].Velocity.Y = x }),
		"lift's spin":   body(func(s *scene, x float64) { s.Bodies[s.lift].Spin = x }),
		"impulse":       body(func(s *scene, x float64) { s.Push(s.crate, collision.Vec{X: x}, collision.Vec{}) }),
		"its point":     body(func(s *scene, x float64) { s.Push(s.crate, collision.Vec{X: 1}, collision.Vec{Y: x}) }),
		"step":          body(func(s *scene, x float64) { s.Step(x) }),
	} {
		for _, odd := range []float64{
			math.NaN(), math.Inf(1), math.Inf(-1), 1e308, -1e308, 1e30, -1e30, 1e-308, math.SmallestNonzeroFloat64,
		} {
			s := build(odd)
			run(s.Space, 0.2)
			for i := range s.Bodies {
				if b := &s.Bodies[i]; !b.Pose.IsValid() || !b.Velocity.IsFinite() ||
					math.IsNaN(b.Spin) {
					t.Errorf("with %s %g, body %d is at %v with %v and %g", name, odd, i, b.Pose, b.Velocity, b.Spin)
				}
			}
		}
	}
}

// A removed joint holds nothing: its bodies wake, fall apart and collide. The other joints stay.
func TestRemoveJoint(t *testing.T) {
	t.Parallel()
	hung := func() (s *dynamics.Space, left, right int32) {
		s = withGround()
		var hang [2]int32
		for i, x := range []float64{-50, 50} {
			hang[i] = s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(x, -100), Density: 1})
			s.AddJoint(dynamics.JointSide{Owner: dynamics.NoOwner, At: collision.Vec{X: x, Y: -150}},
				dynamics.JointSide{Owner: dynamics.Owner(hang[i]), At: collision.Vec{X: x, Y: -100}}, false,
				&dynamics.JointDef{Length: 50})
		}
		return s, hang[0], hang[1]
	}
	s, left, right := hung()
	run(s, 2)
	if !s.Bodies[left].Asleep || !s.Bodies[right].Asleep {
		t.Fatal("the boxes do not sleep")
	}
	var saved dynamics.Snapshot
	saved.Save(s)
	s.RemoveJoint(0)
	check := func(what string) {
		t.Helper()
		if l, r := s.Bodies[left].Position.Y, s.Bodies[right].Position.Y; math.Abs(l+10) > 0.2 ||
			math.Abs(r+100) > 0.2 || len(s.Joints) != 1 {
			t.Errorf("%s, the boxes are at %g and %g, want -10 and -100", what, l, r)
		}
	}
	run(s, 2)
	check("without the left rod")
	saved.Restore(s)
	run(s, 1)
	if y := s.Bodies[left].Position.Y; math.Abs(y+100) > 0.2 || len(s.Joints) != 2 {
		t.Errorf("after a Restore the left box is at %g", y)
	}
	s, left, right = hung()
	s.RemoveJoint(0)
	run(s, 2)
	check("without the left rod from the start")
}

// Joined bodies that overlap are pushed apart once the last joint that prevents that is removed. A snapshot restores
// which bodies collide, also if the space has as many joints as before.
func TestRemovedJointsLetCollide(t *testing.T) {
	t.Parallel()
	s := dynamics.NewSpace(dynamics.Settings{})
	var b [3]int32
	for i, x := range []float64{0, 10, 100} {
		b[i] = s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(x, 0), Density: 1})
	}
	join := func(i, k int, collides bool) {
		s.AddJoint(dynamics.JointSide{Owner: dynamics.Owner(b[i])}, dynamics.JointSide{Owner: dynamics.Owner(b[k])},
			collides, &dynamics.JointDef{PullsOnly: true, Length: 500})
	}
	gap := func() float64 {
		run(s, 1)
		return s.Bodies[b[1]].Position.X - s.Bodies[b[0]].Position.X
	}
	join(0, 1, false)
	join(1, 0, false)
	join(1, 2, false)
	if x := gap(); x != 10 {
		t.Errorf("joined, they are %g apart", x)
	}
	var saved dynamics.Snapshot
	saved.Save(s)
	s.RemoveJoint(0)
	if x := gap(); x != 10 {
		t.Errorf("with one of two joints, they are %g apart", x)
	}
	s.RemoveJoint(0)
	join(0, 2, true)
	join(0, 2, true)
	if x := gap(); x < 19 {
		t.Errorf("without their joints, they are %g apart", x)
	}
	saved.Restore(s)
	if x := gap(); x != 10 {
		t.Errorf("restored, they are %g apart", x)
	}
}

// A sleeping body wakes when the game changes gravity, its constant force or one of its joints.
func TestChangesWake(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*dynamics.Space, int32){
		"gravity": func(s *dynamics.Space, _ int32) { s.Gravity = collision.Vec{X: -800} },
		"no gravity": func(s *dynamics.Space, b int32) {
			s.Gravity, s.Bodies[b].Pull = collision.Vec{}, collision.Vec{X: -9}
		},
		"a force": func(s *dynamics.Space, b int32) { s.Bodies[b].Pull = collision.Vec{X: -900} },
		"a rope":  func(s *dynamics.Space, _ int32) { s.Joints[0].Length = 60 },
		"a motor": func(s *dynamics.Space, _ int32) { s.Joints[1].Speed, s.Joints[1].Torque = -9, 1e9 },
	} {
		s := withGround()
		b := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -10), Density: 1})
		on := s.AddBody(&dynamics.BodyDef{Shapes: box(20, 20), Pose: at(0, -30), Density: 1})
		wheel := s.AddBody(&dynamics.BodyDef{
			Shapes: disc(12), Pose: at(0, -12), Density: 1, Material: dynamics.Material{Friction: 1},
		})
		s.AddJoint(dynamics.JointSide{Owner: dynamics.NoOwner, At: collision.Vec{X: -100, Y: -10}},
			dynamics.JointSide{Owner: dynamics.Owner(b), At: collision.Vec{Y: -10}}, true,
			&dynamics.JointDef{Length: 150, PullsOnly: true})
		axle := collision.Vec{Y: -12}
		s.AddJoint(dynamics.JointSide{Owner: dynamics.Owner(b), At: axle},
			dynamics.JointSide{Owner: dynamics.Owner(wheel), At: axle}, false, &dynamics.JointDef{IsHinge: true})
		run(s, 3)
		if !s.Bodies[b].Asleep || !s.Bodies[on].Asleep {
			t.Fatal("the crates do not sleep")
		}
		start := s.Bodies[b].Position
		change(s, b)
		run(s, 1)
		if s.Bodies[b].Position.Dist(start) < 1 {
			t.Errorf("%s: the crate stays at %v", name, s.Bodies[b].Position)
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
