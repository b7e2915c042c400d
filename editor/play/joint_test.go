package play

import (
	"math"
	"testing"

	"fillet/collision/dynamics"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// joined returns a run of the builder's level with joints, and assigns their ids.
func (y *levelBuilder) joined(s Settings, list ...level.Joint) *Run {
	y.t.Helper()
	return NewRun(y.joint(list...), s, Vec{X: -5000})
}

// joint returns the level with joints.
func (y *levelBuilder) joint(list ...level.Joint) level.Snapshot {
	y.t.Helper()
	snap := y.snapshot()
	settings := *snap.Settings
	for i := range list {
		list[i].ID = level.JointID(i + 1)
	}
	settings.Joints = list
	if err := settings.Check(); err != nil {
		y.t.Fatal(err)
	}
	snap.Settings = &settings
	return snap
}

// energyWithHeight returns the kinetic and potential energy of all dynamic bodies.
func energyWithHeight(r *Run) (e float64) {
	for i := range r.space.Bodies {
		if b := &r.space.Bodies[i]; b.Role == dynamics.Dynamic {
			e += r.space.EnergyOf(b) - float64(b.Mass*r.down.Mul(r.settings.Gravity).Dot(b.Position))
		}
	}
	return e
}

// A small swing of a pendulum takes 2 pi sqrt(I / m g l), within one percent. Its anchor stays in place, and it gains
// no energy.
func TestPendulum(t *testing.T) {
	t.Parallel()
	const length, radius = 100.0, 8.0
	y := newLevelBuilder(t)
	begin := 5 * math.Pi / 180
	ball := y.circle("ball", length*math.Sin(begin), length*math.Cos(begin), radius, isDynamic)
	r := y.joined(DefaultSettings(), level.Joint{
		Kind: level.Hinge, A: 0, B: ball,
		AnchorB: Vec{X: -length * math.Sin(begin), Y: -length * math.Cos(begin)},
	})
	want := 2 * math.Pi * math.Sqrt((radius*radius/2+length*length)/(r.settings.Gravity*length)) * (1 + begin*begin/16)
	b := &r.space.Bodies[1]
	e := energyWithHeight(r)
	var crossings []float64
	last := b.Position.X
	for i := range 60 * 20 {
		r.Step(Input{})
		if last > 0 && b.Position.X <= 0 {
			crossings = append(crossings, (float64(i)+last/(last-b.Position.X))/Rate)
		}
		last = b.Position.X
		if d := AppendJoints(nil, r)[0]; d.At.Dist(d.To) > 0.1 {
			t.Fatalf("step %d: the anchors are %g apart", i, d.At.Dist(d.To))
		}
		if now := energyWithHeight(r); now > e+1e-3*b.Mass*r.settings.Gravity {
			t.Fatalf("step %d: the energy has grown by %g", i, now-e)
		}
	}
	if n := len(crossings); n < 5 {
		t.Fatalf("the pendulum swung %d times", n)
	} else if got := (crossings[n-1] - crossings[0]) / float64(n-1); math.Abs(got/want-1) > 0.01 {
		t.Errorf("the pendulum takes %g s, want %g", got, want)
	}
}

// A spring oscillates at its frequency, within one percent, and gains no energy. A critically damped spring does not
// oscillate.
func TestSpring(t *testing.T) {
	t.Parallel()
	for _, hertz := range []float64{0.5, 2, 5} {
		s := DefaultSettings()
		s.Gravity = 0
		y := newLevelBuilder(t)
		ball := y.circle("ball", 130, 0, 8, isDynamic)
		r := y.joined(s, level.Joint{Kind: level.Spring, B: ball, Length: 100, Frequency: hertz})
		b := &r.space.Bodies[1]
		var crossings []float64
		last, limit := b.Position.X-100, 30.0
		for i := range int(8 / hertz * Rate) {
			r.Step(Input{})
			now := b.Position.X - 100
			if last > 0 && now <= 0 {
				crossings = append(crossings, (float64(i)+last/(last-now))/Rate)
			}
			last = now
			if math.Abs(now) > limit+1e-6 {
				t.Fatalf("%g Hz: amplitude = %g", hertz, now)
			}
		}
		if n := len(crossings); n < 4 {
			t.Errorf("%g Hz: the ball swung %d times", hertz, n)
		} else if got := float64(n-1) / (crossings[n-1] - crossings[0]); math.Abs(got/hertz-1) > 0.01 {
			t.Errorf("a spring of %g Hz swings with %g", hertz, got)
		}
	}
	s := DefaultSettings()
	s.Gravity = 0
	y := newLevelBuilder(t)
	ball := y.circle("ball", 130, 0, 8, isDynamic)
	r := y.joined(s, level.Joint{Kind: level.Spring, B: ball, Length: 100, Frequency: 2, Damping: 1})
	for range 120 {
		if r.Step(Input{}); r.space.Bodies[1].Position.X < 100-0.1 {
			t.Fatalf("the spring overshoots to %v", r.space.Bodies[1].Position)
		}
	}
}

// A rope never pushes, stops a body that falls into it at its length, and does not act on anything nearer.
func TestRope(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	ball := y.circle("ball", 20, 10, 8, isDynamic)
	r := y.joined(DefaultSettings(), level.Joint{Kind: level.Spring, B: ball, Length: 100, PullsOnly: true})
	falls := NewRun(func() level.Snapshot {
		y := newLevelBuilder(t)
		y.circle("ball", 20, 10, 8, isDynamic)
		return y.snapshot()
	}(), DefaultSettings(), Vec{X: -5000})
	slack := true
	for i := range 600 {
		r.Step(Input{})
		falls.Step(Input{})
		j := AppendJoints(nil, r)[0]
		d := j.At.Dist(j.To)
		if j.Pull < 0 {
			t.Fatalf("step %d: the rope pushes with %g", i, j.Pull)
		}
		if d > 100.5 {
			t.Fatalf("step %d: the rope is %g long", i, d)
		}
		if slack = slack && d < 95; slack && r.space.Bodies[1].Position.Dist(falls.space.Bodies[1].Position) > 1e-9 {
			t.Fatalf("step %d: with a slack rope, the ball is at %v, want %v", i, r.space.Bodies[1].Position,
				falls.space.Bodies[1].Position)
		}
	}
}

// An elastic rope acts like a spring on a falling ball once it is taut. No energy is lost at that moment.
func TestElasticRope(t *testing.T) {
	t.Parallel()
	const length, hertz, drop, gravity = 60.0, 1.0, 50.0, 800.0
	y := newLevelBuilder(t)
	ball := y.circle("ball", 0, length-drop, 8, isDynamic)
	r := y.joined(DefaultSettings(), level.Joint{
		Kind: level.Spring, B: ball, Length: length, Frequency: hertz,
		PullsOnly: true,
	})
	// The ball falls, swings about the spring's equilibrium, and is thrown back up.
	omega := 2 * math.Pi * hertz
	tight, speed := math.Sqrt(2*drop/gravity), math.Sqrt(2*drop*gravity)
	rest := gravity / (omega * omega)
	swing := math.Hypot(rest, speed/omega)
	phase := math.Asin(rest / swing)
	slack := tight + (math.Pi+2*phase)/omega
	exact := func(at float64) float64 {
		switch {
		case at < tight:
			return length - drop + gravity*at*at/2
		case at < slack:
			return length + rest + swing*math.Sin(omega*(at-tight)-phase)
		}
		at -= slack
		return length - speed*at + gravity*at*at/2
	}
	for i := range int((slack + tight) * Rate) {
		r.Step(Input{})
		// The solver damps springs slightly: the ball comes back 3 px lower.
		if at, want := r.space.Bodies[1].Position.Y, exact(float64(i+1)/Rate); math.Abs(at-want) > 4 {
			t.Fatalf("after step %d, the ball is at %g, want %g", i+1, at, want)
		}
	}
}

// A chain of twenty links, with a ball of a hundred times their mass at its end, holds together and comes to rest.
func TestChainOfTwenty(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	var list []level.Joint
	last := level.ID(0)
	at := Vec{}
	for range 20 {
		link := y.box("link", at.X, -2, 16, 4, isDynamic)
		list = append(list, level.Joint{Kind: level.Hinge, A: last, B: link, AnchorA: Vec{X: 8}, AnchorB: Vec{X: -8}})
		if last == 0 {
			list[0].AnchorA = Vec{}
		}
		last, at = link, at.Add(Vec{X: 16})
	}
	radius := math.Sqrt(100 * 64 / math.Pi)
	ball := y.circle("ball", at.X+radius, 0, radius, isDynamic)
	list = append(list, level.Joint{Kind: level.Hinge, A: last, B: ball, AnchorA: Vec{X: 8}, AnchorB: Vec{X: -radius}})
	s := DefaultSettings()
	r := y.joined(s, list...)
	if m := r.space.Bodies[21].Mass / r.space.Bodies[20].Mass; math.Abs(m-100) > 1 {
		t.Fatalf("the ball weighs %g links", m)
	}
	e := energyWithHeight(r)
	worst := 0.0
	for i := range 60 * 20 {
		r.Step(Input{})
		for _, j := range AppendJoints(nil, r) {
			worst = max(worst, j.At.Dist(j.To))
		}
		if now := energyWithHeight(r); now > e+1e-3*math.Abs(e)+1e5 {
			t.Fatalf("step %d: energy %g of %g", i, now, e)
		}
	}
	if worst > 2 {
		t.Errorf("the anchors were %g apart", worst)
	}
	if b := &r.space.Bodies[21]; b.Position.Len() > 20*16+radius+16 {
		t.Errorf("the ball is at %v with %v", b.Position, b.Velocity)
	}
	t.Logf("anchors at most %.3f px apart", worst)
}

// The limits of a hinge hold, and a motor turns at its speed unless it is too weak.
func TestHingeLimitsAndMotor(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	door := y.box("door", 0, -4, 80, 8, isDynamic)
	wheel := y.circle("wheel", 500, 0, 20, isDynamic)
	weak := y.box("weak", 1000, -4, 80, 8, isDynamic)
	r := y.joined(DefaultSettings(),
		level.Joint{Kind: level.Hinge, B: door, AnchorB: Vec{X: -40}, Limited: true, Lower: -10, Upper: 30},
		level.Joint{Kind: level.Hinge, B: wheel, AnchorA: Vec{X: 500}, Speed: 180, Torque: 1000},
		level.Joint{Kind: level.Hinge, B: weak, AnchorA: Vec{X: 1000}, AnchorB: Vec{X: -40}, Speed: -90, Torque: 0.01},
	)
	for i := range 240 {
		r.Step(Input{})
		if a := r.space.Bodies[1].Rotation.Angle() * 180 / math.Pi; a > 31 || a < -11 {
			t.Fatalf("step %d: the door is at %g degrees", i, a)
		}
	}
	if a := r.space.Bodies[1].Rotation.Angle() * 180 / math.Pi; math.Abs(a-30) > 0.5 {
		t.Errorf("the door rests at %g degrees", a)
	}
	if w := r.space.Bodies[2].Spin * 180 / math.Pi; math.Abs(w-180) > 0.1 {
		t.Errorf("the wheel turns %g degrees a second", w)
	}
	if r.space.Bodies[3].Position.Y < 0 {
		t.Error("a motor that is too weak lifts its arm")
	}
	if r.space.Bodies[1].Asleep != true || r.space.Bodies[2].Asleep {
		t.Errorf("the door sleeps: %v; the wheel: %v", r.space.Bodies[1].Asleep, r.space.Bodies[2].Asleep)
	}
}

// Joined bodies do not collide unless the joint allows it, and they sleep and wake together.
func TestJoinedBodies(t *testing.T) {
	t.Parallel()
	for _, collide := range []bool{false, true} {
		y := newLevelBuilder(t)
		y.box("floor", -200, 100, 800, 20)
		a := y.box("a", 0, 80, 20, 20, isDynamic)
		b := y.box("b", 15, 80, 20, 20, isDynamic)
		r := y.joined(DefaultSettings(), level.Joint{
			Kind: level.Spring, A: a, B: b, Length: 15, Frequency: 3,
			Damping: 1, Collide: collide,
		})
		steps(r, 240, Input{})
		d := r.space.Bodies[1].Position.Dist(r.space.Bodies[2].Position)
		if collide != (d > 17) {
			t.Errorf("collide %v: they are %g apart", collide, d)
		}
		if !r.space.Bodies[1].Asleep || !r.space.Bodies[2].Asleep {
			t.Errorf("collide %v: they do not sleep", collide)
		}
		steps(r, 2, Input{Grab: b, Target: Vec{X: 100, Y: 50}})
		if r.space.Bodies[1].Asleep {
			t.Errorf("collide %v: the other body does not wake", collide)
		}
	}
}

// Random networks of joints hold together for ten seconds: nothing flies away, and springs and ropes gain no energy.
func TestRandomJoints(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		y := newLevelBuilder(t)
		for i, at := range []Vec{{X: -1000, Y: -1000}, {X: 1000, Y: -1000}, {X: -1000, Y: -1040}, {X: -1000, Y: 400}} {
			y.box("wall", at.X, at.Y, []float64{40, 40, 2040, 2040}[i], []float64{1440, 1440, 40, 40}[i])
		}
		n := rapid.IntRange(2, 8).Draw(rt, "bodies")
		var ids []level.ID
		for i := range n {
			density := rapid.SampledFrom([]float64{0.1, 1, 10}).Draw(rt, "density")
			ids = append(ids, y.box("b", float64(40*i), rapid.Float64Range(0, 200).Draw(rt, "y"), 24, 16, isDynamic,
				func(c *level.Collider) {
					c.Density = density
				}))
		}
		var list []level.Joint
		for range rapid.IntRange(1, 10).Draw(rt, "joints") {
			i, k := rapid.IntRange(-1, n-1).Draw(rt, "a"), rapid.IntRange(0, n-1).Draw(rt, "b")
			if i == k {
				continue
			}
			j := level.Joint{
				Kind: rapid.SampledFrom([]level.JointKind{level.Hinge, level.Spring}).Draw(rt, "kind"),
				B:    ids[k], AnchorB: Vec{X: rapid.Float64Range(-12, 12).Draw(rt, "bx")},
				Collide: rapid.Bool().Draw(rt, "collide"),
			}
			if i >= 0 {
				j.A, j.AnchorA = ids[i], Vec{X: rapid.Float64Range(-12, 12).Draw(rt, "ax")}
			}
			if j.Kind == level.Spring {
				j.Length, j.Frequency = rapid.Float64Range(0, 100).Draw(rt, "length"),
					rapid.SampledFrom([]float64{0, 1, 5}).Draw(rt, "hertz")
				j.Damping, j.PullsOnly = rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(rt, "damping"),
					rapid.Bool().Draw(rt, "rope")
			}
			list = append(list, j)
		}
		r := y.joined(DefaultSettings(), list...)
		for i := range 300 {
			r.Step(Input{})
			for k := range r.space.Bodies[1:] {
				b := &r.space.Bodies[k+1]
				if !b.Position.IsFinite() || b.Position.Len() > 1500 {
					rt.Fatalf("step %d: a body is at %v with %v", i, b.Position, b.Velocity)
				}
			}
		}
	})
}
