package play

import (
	"math"
	"math/rand/v2"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// pile returns n rounded shapes above a bin.
func pile(t testing.TB, n int, seed uint64) level.Snapshot {
	y := newLevelBuilder(t)
	y.box("floor", 0, 480, 640, 20)
	y.box("left", 0, 0, 20, 480)
	y.box("right", 620, 0, 20, 480)
	y.box("ledge", -120, 480, 100, 20)
	y.polygon("ramp", []Vec{{X: 20, Y: 400}, {X: 100, Y: 480}, {X: 20, Y: 480}})
	rng := rand.New(rand.NewPCG(seed, 2))
	for i := range n {
		at := Vec{X: 48 + float64(i%18)*32, Y: 390 - float64(i/18)*32}
		s := level.Shape{Kind: level.Circle, Radius: 8 + 4*rng.Float64()}
		switch i % 4 {
		case 1:
			s = level.Shape{Kind: level.Capsule, Points: []Vec{{X: -6}, {X: 6}}, Radius: 5 + 2*rng.Float64()}
		case 2:
			s = level.Shape{
				Kind: level.Box, Size: Vec{X: 14 + 8*rng.Float64(), Y: 14 + 6*rng.Float64()}, Radius: 4,
				Rounding: level.Inset,
			}
		case 3:
			s = level.Shape{
				Kind: level.Polygon, Points: []Vec{{X: -10, Y: 8}, {X: 10, Y: 8}, {X: 0, Y: -11}},
				Radius: 3, Rounding: level.Inset,
			}
		}
		y.add("stone", s, at, isDynamic, func(c *level.Collider) {
			c.Angle = level.Degrees(math.Round(360 * rng.Float64()))
		})
	}
	return y.snapshot()
}

// liveliness returns the highest speed of any point of a body, and the number of awake bodies.
func liveliness(r *Run) (speed float64, awake int) {
	for i := range r.space.Bodies[1:] {
		b := &r.space.Bodies[i+1]
		if b.Role == dynamics.Dynamic && !b.Asleep {
			awake++
			speed = max(speed, b.Velocity.Len()+b.Extent*math.Abs(b.Spin))
		}
	}
	return speed, awake
}

// deepestOverlap returns the deepest overlap of two bodies, or of a body with a static collider.
func deepestOverlap(r *Run) (depth float64, a, b level.ID) {
	try := func(x, y dynamics.Target) {
		sx, xx := r.space.PieceOf(x)
		sy, xy := r.space.PieceOf(y)
		if m, hit := collision.Collide(*sx, *xx, *sy, *xy, 0); hit && m.Depth() > depth {
			depth, a, b = m.Depth(), r.idOf(x), r.idOf(y)
		}
	}
	for i := 1; i < len(r.space.Bodies); i++ {
		x := &r.space.Bodies[i]
		if x.Role != dynamics.Dynamic {
			continue
		}
		for p := range x.Shapes {
			for f := range r.space.Ground {
				if r.space.OneWayOf(dynamics.Target{Body: dynamics.NoBody, Piece: int32(f)}) == (Vec{}) {
					try(dynamics.Target{Body: int32(i), Piece: int32(p)}, dynamics.Target{Body: dynamics.NoBody, Piece: int32(f)})
				}
			}
			for j := i + 1; j < len(r.space.Bodies); j++ {
				if !r.space.Bodies[j].Trigger && r.space.Bodies[j].Box.Overlaps(x.Box) {
					for q := range r.space.Bodies[j].Shapes {
						try(dynamics.Target{Body: int32(i), Piece: int32(p)}, dynamics.Target{Body: int32(j), Piece: int32(q)})
					}
				}
			}
		}
	}
	return depth, a, b
}

// deepestInGround returns the deepest overlap of a body with a static collider that is not one-way.
func deepestInGround(r *Run) (depth float64, id level.ID) {
	for i := range r.space.Bodies[1:] {
		x := &r.space.Bodies[i+1]
		if x.Role != dynamics.Dynamic {
			continue
		}
		for _, f := range r.space.GroundIndex.Append(nil, x.Box) {
			if r.space.OneWayOf(dynamics.Target{Body: dynamics.NoBody, Piece: f}) != (Vec{}) {
				continue
			}
			for _, s := range x.Shapes {
				m, hit := collision.Collide(s, x.Pose, r.space.Ground[f].Shape, r.space.Statics[r.space.Ground[f].Owner].Pose, 0)
				if hit && m.Depth() > depth {
					depth, id = m.Depth(), r.entities[i+1].id
				}
			}
		}
	}
	return depth, id
}

func TestPileComesToRest(t *testing.T) {
	t.Parallel()
	seeds := uint64(4)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		snap := pile(t, 200, seed+1)
		s := boxSettings(t, 8, 8)
		s.RollingResistance, s.SpinDamping = 0.05, 0.5 // otherwise a ball may roll on
		r := NewRun(snap, s, Vec{X: -80, Y: 470})
		for second := range 6 {
			v, awake := liveliness(r)
			depth, a, b := deepestOverlap(r)
			t.Logf("seed %d after %d s: %d awake, fastest %.3g, deepest %.3g, %d contacts", seed, second, awake, v,
				depth, len(r.space.Contacts))
			if second >= 5 && awake > 0 {
				t.Errorf("seed %d after %d s: %d of 200 are awake, the fastest with %g pixels a second", seed, second,
					awake, v)
			}
			if second >= 3 && depth > 0.2 {
				t.Errorf("seed %d after %d s: %v and %v overlap by %g", seed, second, a, b, depth)
			}
			for range Rate {
				r.Step(Input{})
				if d, id := deepestInGround(r); d > 2.2*Slop {
					t.Fatalf("seed %d step %d: %v is %g deep in the bin", seed, r.Steps(), id, d)
				}
			}
		}
		before := append([]BodyState(nil), r.Bodies()...)
		steps(r, 10*Rate, Input{})
		for i, b := range r.Bodies() {
			if b != before[i] {
				t.Fatalf("%v still moves: from %+v to %+v", b.ID, before[i], b)
			}
		}
		for i := range r.space.Bodies[1:] {
			if p := r.space.Bodies[i+1].Position; p.X < 20 || p.X > 620 || p.Y > 480 {
				t.Errorf("%v has left the bin: %v", r.entities[i+1].id, p)
			}
		}
	}
}

func material2(friction, restitution float64) func(*level.Collider) {
	return func(c *level.Collider) { c.Friction, c.Restitution = friction, restitution }
}

func TestStack(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 400, 400, 20)
	for i := range 12 {
		y.box("crate", 100, 380-20*float64(i), 20, 20, isDynamic)
	}
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 10, Y: 396})
	steps(r, 5*Rate, Input{})
	for i, b := range r.Bodies() {
		want := Vec{X: 110, Y: 390 - 20*float64(i)}
		if d := b.Transform.P.Sub(want); math.Abs(d.X) > 0.2 || math.Abs(d.Y) > 1.5 ||
			math.Abs(b.Transform.Q.Angle()) > 0.01 || !b.Asleep {
			t.Errorf("crate %d is at %v, turned by %g (asleep %v), want %v", i, b.Transform.P, b.Transform.Q.Angle(),
				b.Asleep, want)
		}
	}
}

func TestFallAndBounce(t *testing.T) {
	t.Parallel()
	for _, e := range []float64{0, 0.5, 0.8, 1} {
		y := newLevelBuilder(t)
		y.box("floor", 0, 400, 400, 20, material2(0, 0))
		y.circle("ball", 200, 190, 10, isDynamic, material2(0, e))
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 10, Y: 396})
		for k := 1; k <= 20; k++ {
			r.Step(Input{})
			// Symplectic Euler in quarter steps: g t (t + h) / 2.
			s := float64(k) * stepTime
			if want := 190 + r.settings.Gravity*s*(s+dynamics.SubstepTime)/2; math.Abs(r.space.Bodies[1].Position.Y-want) > 1e-6 {
				t.Fatalf("after %d steps of falling it is at %g, want %g", k, r.space.Bodies[1].Position.Y, want)
			}
		}
		low, high := false, 0.0
		for range 120 {
			r.Step(Input{})
			b := &r.space.Bodies[1]
			if b.Velocity.Y < -1e-9 && !low {
				low = true
			}
			if low {
				high = max(high, 390-b.Position.Y)
			}
			if b.Velocity.Y > 50 && low {
				break
			}
		}
		if want := 200 * e * e; math.Abs(high-want) > 0.06*200 {
			t.Errorf("restitution %g: the ball bounced %g high, want about %g", e, high, want)
		}
	}
}

func TestFrictionOnSlope(t *testing.T) {
	t.Parallel()
	// On a slope of 30 degrees, a box stays if its friction is at least tan 30 = 0.577.
	for friction, holds := range map[float64]bool{0.2: false, 0.5: false, 0.65: true, 1: true} {
		y := newLevelBuilder(t)
		y.polygon("slope", []Vec{{X: 0, Y: 0}, {X: 1732.0508, Y: 1000}, {X: 0, Y: 1000}}, material2(friction, 0))
		at := Vec{X: 173.20508, Y: 100}.Add(Vec{X: 5, Y: -8.66}.Mul(1))
		y.add("box", level.Shape{Kind: level.Box, Size: Vec{X: 40, Y: 20}, Rounding: level.Inset}, at, isDynamic,
			material2(friction, 0),
			func(c *level.Collider) { c.Angle = 30 })
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -500, Y: 0})
		steps(r, 2*Rate, Input{})
		moved := r.space.Bodies[1].Position.Dist(at)
		want := 0.0
		if !holds {
			want = r.settings.Gravity * (0.5 - friction*math.Sqrt(3)/2) * 2 * 2 / 2
		}
		if math.Abs(moved-want) > 2+want*0.03 {
			t.Errorf("friction %g: the crate slid %g, want %g", friction, moved, want)
		}
	}
}

// Bodies that slide or roll over level tiles do not hit the walls between them.
func TestBodiesOverTiles(t *testing.T) {
	t.Parallel()
	for _, speed := range []float64{20, 150, 600, 1200} {
		y := newLevelBuilder(t)
		for i := range 300 {
			y.box("tile", float64(i)*16, 100, 16, 16, material2(0, 0))
		}
		y.circle("ball", 30, 90, 10, isDynamic, material2(0, 0))
		y.box("crate", 70, 80, 24, 20, isDynamic, material2(0, 0))
		y.add("stone", level.Shape{Kind: level.Box, Size: Vec{X: 24, Y: 20}, Radius: 5, Rounding: level.Inset},
			Vec{X: 130, Y: 90}, isDynamic, material2(0, 0))
		y.add("pebble", level.Shape{Kind: level.Circle, Radius: 3}, Vec{X: 170, Y: 97}, isDynamic, material2(0, 0))
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -100, Y: 0})
		for i := range r.space.Bodies[1:] {
			r.space.Bodies[i+1].Velocity.X = speed
		}
		n := min(int(4500/speed*Rate), 10*Rate)
		for k := range n {
			r.Step(Input{})
			for i := range r.space.Bodies[1:] {
				b := &r.space.Bodies[i+1]
				if math.Abs(b.Velocity.X-speed) > 0.1+5e-3*speed || math.Abs(b.Velocity.Y) > 1 || math.Abs(b.Spin) > 0.1 {
					t.Fatalf("at %g, step %d: %v at %v has the velocity %v and spin %g", speed, k+1, r.entities[i+1].id,
						b.Position, b.Velocity, b.Spin)
				}
			}
		}
	}
}

func TestBodiesDoNotTunnel(t *testing.T) {
	t.Parallel()
	for _, speed := range []float64{300, 1000, 3000, 6000} {
		y := newLevelBuilder(t)
		y.box("wall", 500, -9000, 1, 18000, material2(0, 0))
		y.add("chain", level.Shape{Kind: level.Chain, Points: []Vec{{X: -100, Y: -9000}, {X: -100, Y: 9000}}}, Vec{},
			material2(0, 0))
		y.circle("ball", 200, 100, 4, isDynamic, material2(0, 1))
		y.box("box", 190, 200, 8, 8, isDynamic, material2(0, 0.9))
		y.add("rod", level.Shape{Kind: level.Capsule, Points: []Vec{{Y: -10}, {Y: 10}}, Radius: 1.5},
			Vec{X: 200, Y: 300}, isDynamic, material2(0, 0.9))
		s := boxSettings(t, 8, 8)
		s.Gravity = 0
		r := NewRun(y.snapshot(), s, Vec{X: -5000})
		for i := range r.space.Bodies[1:] {
			r.space.Bodies[i+1].Velocity.X = speed
		}
		for k := range 240 {
			r.Step(Input{})
			for i := range r.space.Bodies[1:] {
				if p := r.space.Bodies[i+1].Position; p.X > 500 || p.X < -100 {
					t.Fatalf("at %g, step %d: %v is at %v, beyond a wall", speed, k+1, r.entities[i+1].id, p)
				}
			}
		}
		if v := r.space.Bodies[1].Velocity.Len(); math.Abs(v-speed) > 0.02*speed {
			t.Errorf("a ball with restitution 1 has %g of its %g left", v, speed)
		}
	}
}

func TestBodiesAndOneWay(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 400, 400, 20)
	y.box("plank", 50, 200, 300, 6, isOneWay)
	y.circle("above", 100, 150, 10, isDynamic)
	y.circle("below", 200, 300, 10, isDynamic, material2(0.6, 0))
	y.circle("riser", 300, 300, 10, isDynamic, material2(0.6, 0))
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 10, Y: 396})
	r.space.Bodies[3].Velocity.Y = -500
	steps(r, 3*Rate, Input{})
	for i, want := range []float64{190, 390, 190} {
		if got := r.space.Bodies[i+1].Position.Y; math.Abs(got-want) > 0.2 {
			t.Errorf("ball %d came to rest at %g, want %g", i, got, want)
		}
	}
}

func TestCharacterPushesAndStands(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 2000, 20)
	crate := y.box("crate", 150, 176, 24, 24, isDynamic)
	r := NewRun(y.snapshot(), boxSettings(t, 12, 24), Vec{X: 100, Y: 188})
	steps(r, 3*Rate, Input{X: 1})
	b := &r.space.Bodies[1]
	if b.Position.X < 200 {
		t.Errorf("the crate was pushed only to %v", b.Position)
	}
	if gap := b.Position.X - 12 - (r.walker.Position.X + 6); gap < -0.5 || gap > 3 {
		t.Errorf("the character is at %v, the crate at %v", r.walker.Position, b.Position)
	}
	steps(r, Rate, Input{})
	// The character jumps onto the crate.
	for n := 0; r.Character().Ground != crate && n < 120; n++ {
		r.Step(Input{X: 0.25, Jump: n < 20})
	}
	if r.Character().Ground != crate {
		t.Fatalf("the character did not jump onto the crate: %+v, the crate at %v", r.Character(), b.Position)
	}
	steps(r, 3*Rate, Input{})
	c := r.Character()
	if c.Ground != crate || math.Abs(c.Position.Y-(b.Position.Y-24)) > 0.3 || math.Abs(b.Position.Y-188) > 0.3 {
		t.Errorf("the character stands at %v on the crate at %v", c.Position, b.Position)
	}
	p := c.Position
	steps(r, Rate, Input{})
	if q := r.Character().Position; q.Dist(p) > 0.01 {
		t.Errorf("standing on the crate, the character moves from %v to %v", p, q)
	}
}

func TestGrabAndReverse(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 400, 800, 20)
	y.box("ceiling", 0, -20, 800, 20)
	id := y.box("crate", 100, 380, 20, 20, isDynamic)
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 10, Y: 396})
	steps(r, Rate, Input{})
	r.Step(Input{Grab: id, Target: Vec{X: 110, Y: 390}})
	steps(r, 2*Rate, Input{Grab: id, Target: Vec{X: 300, Y: 200}})
	if p := r.space.Bodies[1].Position; p.Dist(Vec{X: 300, Y: 200}) > 3 {
		t.Errorf("the body was dragged to %v, want (300, 200)", p)
	}
	steps(r, 3*Rate, Input{})
	if b := &r.space.Bodies[1]; math.Abs(b.Position.Y-390) > 0.2 || !b.Asleep {
		t.Errorf("after the release, the body is at %v, asleep %v", b.Position, b.Asleep)
	}
	r.Step(Input{Reverse: true})
	steps(r, 3*Rate, Input{})
	if b := &r.space.Bodies[1]; math.Abs(b.Position.Y-10) > 0.2 {
		t.Errorf("with gravity reversed: position = %v", b.Position)
	}
	steps(r, 10, Input{Grab: 77, Target: Vec{X: math.Inf(1)}})
}

func TestPlatformCarriesBodies(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("lift", 100, 200, 80, 10, isKinematic, with(level.Properties{
		"move_x": 60.0, "move_y": -60.0,
		"move_time": 6.0,
	}))
	y.box("crate", 130, 180, 20, 20, isDynamic, material2(1, 0))
	y.add("wheel", level.Shape{Kind: level.Box, Size: Vec{X: 60, Y: 6}, Rounding: level.Inset}, Vec{X: 400, Y: 200},
		isKinematic, with(level.Properties{"turn": 180.0}))
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 10, Y: 396})
	off := r.space.Bodies[2].Position.Sub(r.space.Bodies[1].Position)
	for range 12 * Rate {
		r.Step(Input{})
		if got := r.space.Bodies[2].Position.Sub(r.space.Bodies[1].Position); got.Dist(off) > 1.5 {
			t.Fatalf("step %d: the crate is at %v on the lift, want %v", r.Steps(), got, off)
		}
	}
	if a := r.space.Bodies[3].Pose.Q.Angle(); math.Abs(a) > 1e-6 {
		t.Errorf("after 12 seconds of half a turn each, the wheel is at angle %g", a)
	}
}
