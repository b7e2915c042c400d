package play

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// highest runs a jump with the key held for some steps, and returns its height.
func highest(r *Run, held int) float64 {
	from := r.Character().Position.Y
	high := 0.0
	for k := range 2 * Rate {
		r.Step(Input{Jump: k < held})
		high = max(high, from-r.Character().Position.Y)
	}
	return high
}

// onGround returns a run of a character on a wide floor whose top is at y = 100.
func onGround(t testing.TB, s Settings, more func(*levelBuilder)) *Run {
	t.Helper()
	y := newLevelBuilder(t)
	y.box("floor", -1000, 100, 2000, 20)
	if more != nil {
		more(y)
	}
	s = s.sane()
	r := NewRun(y.snapshot(), s, Vec{Y: 100 - s.Body[0].Bounds(collision.Identity()).Max.Y})
	steps(r, 2, Input{})
	if !r.Character().Grounded {
		t.Fatalf("the character is not on the ground: %v", r.Character().Position)
	}
	return r
}

// A jump reaches the full height if the key is held to the top. If the key is released while rising, the character
// keeps a fraction of its speed, and still rises by the remaining height times the square of that fraction.
func TestVariableJump(t *testing.T) {
	t.Parallel()
	s := DefaultSettings()
	if got := highest(onGround(t, s, nil), 60); math.Abs(got-s.JumpHeight) > 0.1 {
		t.Errorf("with the key held, the character jumps %g px, want %g", got, s.JumpHeight)
	}
	g := 2 * s.JumpHeight / (s.TimeToApex * s.TimeToApex)
	for _, held := range []int{1, 4, 10} {
		for _, cut := range []float64{0, 0.45, 1} {
			s.JumpCut = cut
			v := g*s.TimeToApex - g*float64(held)*stepTime // at the time of release
			want := s.JumpHeight - v*v/(2*g)*(1-cut*cut)
			if got := highest(onGround(t, s, nil), held); math.Abs(got-want) > 0.7 {
				t.Errorf("held for %d steps, cut to %g: the character jumps %g px, want %g", held, cut, got, want)
			}
		}
	}
	s.VariableJump, s.JumpCut = false, 0
	if got := highest(onGround(t, s, nil), 1); math.Abs(got-s.JumpHeight) > 0.1 {
		t.Errorf("without the setting, a short press jumps %g px, want %g", got, s.JumpHeight)
	}
}

func TestDoubleJump(t *testing.T) {
	t.Parallel()
	s := DefaultSettings()
	s.DoubleJump, s.AirJumps, s.AirJumpHeight = true, 2, 30
	r := onGround(t, s, nil)
	from, high := r.Character().Position.Y, 0.0
	for k := range 3 * Rate {
		c := r.Character()
		in := Input{Jump: true}
		if c.Velocity.Y >= 0 && !c.Grounded && r.input.Jump { // release the key at the top, and press it again
			in.Jump = false
		}
		r.Step(in)
		if k > 0 && r.Character().Grounded {
			break
		}
		high = max(high, from-r.Character().Position.Y)
	}
	want := s.JumpHeight + 2*s.AirJumpHeight
	if math.Abs(high-want) > 2 {
		t.Errorf("three jumps rise %g px, want %g", high, want)
	}
	s.DoubleJump = false
	r = onGround(t, s, nil)
	for k := range 60 {
		r.Step(Input{Jump: k%2 == 0})
	}
	if h := highest(onGround(t, s, nil), 60); h > s.JumpHeight+0.1 {
		t.Errorf("without the ability, the character jumps %g px", h)
	}
}

func TestWallSlideAndJump(t *testing.T) {
	t.Parallel()
	s := instantly(boxSettings(t, 10, 20))
	s.WallJump = true
	walls := func(y *levelBuilder) {
		y.box("left", -60, -2000, 20, 2100)
		y.box("right", 40, -2000, 20, 2100)
	}
	y := newLevelBuilder(t)
	walls(y)
	r := NewRun(y.snapshot(), s.sane(), Vec{X: 30, Y: -1000})
	steps(r, 60, Input{X: 1})
	if c := r.Character(); math.Abs(c.Velocity.Y-s.WallSlide) > 1e-6 || c.Sides != Right {
		t.Errorf("pressed against the wall it falls with %v, touching %b; want %g", c.Velocity, c.Sides, s.WallSlide)
	}
	steps(r, 20, Input{})
	if c := r.Character(); c.Velocity.Y < s.WallSlide+100 {
		t.Errorf("beside the wall, the character falls with %v, as if it were sliding", c.Velocity)
	}
	steps(r, 10, Input{X: 1})
	at := r.Character().Position
	r.Step(Input{X: 1, Jump: true})
	if c := r.Character(); c.Velocity.X != -s.WallJumpSpeed || c.Velocity.Y > -100 {
		t.Fatalf("the jump off the wall has the velocity %v, want %g to the left and up", c.Velocity, -s.WallJumpSpeed)
	}
	high := 0.0
	for range 60 {
		r.Step(Input{X: 1, Jump: true})
		high = max(high, at.Y-r.Character().Position.Y)
	}
	if math.Abs(high-s.WallJumpHeight) > 0.5 {
		t.Errorf("the character jumps %g px high off the wall, want %g", high, s.WallJumpHeight)
	}
	// Jumping from wall to wall, the character climbs a shaft that is too high for one jump.
	r = onGround(t, s, walls)
	in := Input{X: 1}
	for range 10 * Rate {
		switch c := r.Character(); {
		case in.Jump: // hold the key up to the top
			in.Jump = c.Velocity.Y < 0
		case c.Grounded:
			in.Jump = true
		case r.walker.wallTime == wallGrace && r.walker.wall == in.X:
			in.X, in.Jump = -in.X, true
		}
		r.Step(in)
	}
	if p := r.Character().Position; p.Y > -200 {
		t.Errorf("the character does not climb the shaft: %v", p)
	}
	s.WallJump = false
	r = NewRun(y.snapshot(), s.sane(), Vec{X: 30, Y: -1000})
	steps(r, 60, Input{X: 1})
	r.Step(Input{X: 1, Jump: true})
	if c := r.Character(); c.Velocity.Y < 300 {
		t.Errorf("without the ability, the character falls with %v beside a wall", c.Velocity)
	}
}

// A head that overlaps a corner by at most the reach gets past it, shifted by exactly the overlap. A head that overlaps
// it by more stops.
func TestCornerCorrection(t *testing.T) {
	t.Parallel()
	for _, over := range []float64{0.5, 1, 2.5, 4, 4.5, 5} {
		for _, side := range []float64{1, -1} {
			s := boxSettings(t, 10, 20)
			r := onGround(t, s, func(y *levelBuilder) {
				if side > 0 {
					y.box("ledge", 5-over, 30, 100, 20)
				} else {
					y.box("ledge", -105+over, 30, 100, 20)
				}
			})
			for range 20 {
				r.Step(Input{Jump: true})
			}
			c := r.Character()
			past := over <= s.CornerReach
			if (c.Position.Y < 50) != past {
				t.Errorf("overlapping the corner by %g px on side %g, the character is at %v", over, side, c.Position)
			}
			if past && (math.Abs(c.Position.X) > math.Ceil(over)+1e-6 || math.Abs(c.Position.X) < over-0.2) {
				t.Errorf("overlapping the corner by %g px, the character is moved to %v", over, c.Position)
			}
			s.CornerCorrection = false
			r = onGround(t, s, func(y *levelBuilder) { y.box("ledge", 5-over, 30, 100, 20) })
			steps(r, 20, Input{Jump: true})
			if c := r.Character(); c.Position.Y < 50 || c.Position.X != 0 {
				t.Errorf("without the setting, the character is at %v", c.Position)
			}
		}
	}
}

// The character crawls through a gap that is too low to stand in, stays low inside, and stands up behind it.
func TestCrouch(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Settings{"capsule": DefaultSettings(), "box": boxSettings(t, 14, 24)} {
		s = instantly(s)
		s.Crouch, s.CrouchHeight = true, 15
		// The lower side is at 84, which leaves a gap of 16.
		tunnel := func(y *levelBuilder) { y.box("roof", 40, 60, 200, 24) }
		r := onGround(t, s, tunnel)
		steps(r, 60, Input{X: 1})
		if p := r.Character().Position; p.X > 40 {
			t.Fatalf("%s: upright, the character gets through the gap: %v", name, p)
		}
		steps(r, 80, Input{X: 1, Y: 1})
		c := r.Character()
		if h := shapesHeight(c.Shapes); h > 16 || h < 14 {
			t.Errorf("%s: crouched, the character is %g px high, want 15", name, h)
		}
		if c.Position.X < 60 || math.Abs(c.Velocity.X-s.CrouchSpeed) > 1e-6 || !c.Crouched {
			t.Fatalf("%s: the character does not crawl: at %v with %v", name, c.Position, c.Velocity)
		}
		steps(r, 20, Input{})
		if c := r.Character(); !c.Crouched || shapesHeight(c.Shapes) > 16 {
			t.Errorf("%s: the character stands up in the gap", name)
		}
		steps(r, 30, Input{Jump: true})
		steps(r, 300, Input{X: 1})
		if c := r.Character(); c.Crouched || shapesHeight(c.Shapes) != 24 || c.Position.X < 250 ||
			math.Abs(c.Position.Y-88) > 1e-6 {
			t.Errorf("%s: behind the gap, the character is %g px high at %v", name, shapesHeight(c.Shapes), c.Position)
		}
		r.Step(Input{Y: 1})
		r.Restart()
		if c := r.Character(); c.Crouched || shapesHeight(c.Shapes) != 24 {
			t.Errorf("%s: after a restart, the character is crouched", name)
		}
	}
}

func shapesHeight(list []collision.Shape) float64 {
	box := list[0].Bounds(collision.Identity())
	for _, s := range list[1:] {
		box = box.Union(s.Bounds(collision.Identity()))
	}
	return math.Round(box.Size().Y*1e6) / 1e6
}

// The character climbs to the upper end of a ladder, level with the floor there, hangs still, walks off onto the floor,
// and climbs down again through a one-way platform at the top of another ladder.
func TestLadder(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]Settings{"capsule": DefaultSettings().sane(), "box": boxSettings(t, 14, 24)} {
		r := onGround(t, s, func(y *levelBuilder) {
			y.box("ladder", 40, 0, 16, 100, isTrigger, tagged(LadderTag))
			y.box("upper floor", 56, 0, 200, 20)
			y.box("deck", 256, 0, 20, 4, isOneWay)
			y.box("second ladder", 258, 0, 16, 100, isTrigger, tagged(LadderTag))
		})
		steps(r, 21, Input{X: 1})
		for range 40 {
			if r.Step(Input{X: 1}); r.Character().Position.X > 44 {
				break
			}
		}
		steps(r, 30, Input{Y: -1})
		c := r.Character()
		if !c.Climbing || math.Abs(c.Velocity.Y+s.ClimbSpeed) > 1e-6 || c.Grounded {
			t.Fatalf("%s: the character does not climb: at %v with %v", name, c.Position, c.Velocity)
		}
		steps(r, 30, Input{})
		if now := r.Character(); now.Position.Y != r.Character().Position.Y || now.Velocity.Len() > 1e-9 {
			t.Errorf("%s: the character does not hang still: %v", name, now.Velocity)
		}
		steps(r, 120, Input{Y: -1})
		if p := r.Character().Position; math.Abs(p.Y+12) > 0.05 {
			t.Errorf("%s: at the upper end, the character is at %v, want y = -12", name, p)
		}
		for range 120 {
			if r.Step(Input{X: 1}); r.Character().Position.X > 262 {
				break
			}
		}
		if c := r.Character(); !c.Grounded || math.Abs(c.Position.Y+12) > 0.05 {
			t.Fatalf("%s: the character does not walk off the ladder: %v", name, c.Position)
		}
		steps(r, 20, Input{})
		steps(r, 20, Input{Y: 1})
		if c := r.Character(); math.Abs(c.Position.X-266) > 1.01 {
			t.Errorf("%s: the character is not moved in front of the ladder, between 265 and 267: %v", name, c.Position)
		}
		if c := r.Character(); !c.Climbing || c.Position.Y < 5 {
			t.Fatalf("%s: the character does not climb down through the deck: at %v, climbing %v", name, c.Position,
				c.Climbing)
		}
		steps(r, 200, Input{Y: 1})
		if c := r.Character(); !c.Grounded || c.Climbing {
			t.Errorf("%s: at the lower end, the character is at %v, climbing %v", name, c.Position, c.Climbing)
		}
		// A jump lets go of the ladder. Up grabs it again only after it was released.
		steps(r, 30, Input{Y: -1})
		steps(r, 5, Input{Y: -1, Jump: true})
		if c := r.Character(); c.Climbing || c.Velocity.Y > -100 {
			t.Errorf("%s: the character does not jump off the ladder: %v", name, c.Velocity)
		}
	}
}

// Water carries the character. With a buoyancy of two, half of it is under water at rest. With less than one it sinks,
// as fast as the drag allows. It swims up and down, and jumps out at the surface.
func TestWater(t *testing.T) {
	t.Parallel()
	pool := func(y *levelBuilder) { y.box("pool", -500, -100, 1000, 200, isTrigger, tagged(WaterTag)) }
	s := boxSettings(t, 10, 20).sane()
	s.Buoyancy = 2
	r := onGround(t, s, pool)
	steps(r, 20*Rate, Input{Y: 0})
	if r.walker.Ground.On { // leaves the floor
		steps(r, 10, Input{Y: -1})
		steps(r, 20*Rate, Input{})
	}
	if c := r.Character(); math.Abs(c.Position.Y+100) > 0.5 || math.Abs(c.Under-0.5) > 0.03 {
		t.Errorf("the character floats at %v, %g of it under water; want half, the surface at -100", c.Position,
			c.Under)
	}
	s.Buoyancy = 0.9
	r = NewRun(func() level.Snapshot { y := newLevelBuilder(t); pool(y); return y.snapshot() }(), s, Vec{Y: -60})
	steps(r, 90, Input{})
	g := 2 * s.JumpHeight / (s.TimeToApex * s.TimeToApex)
	want := g * 0.1 / s.WaterDrag
	if c := r.Character(); math.Abs(c.Velocity.Y-want) > want/10 || c.Under != 1 {
		t.Errorf("the character sinks with %v, want about %g", c.Velocity, want)
	}
	steps(r, 30, Input{Y: -1, X: 1})
	if c := r.Character(); c.Velocity.Y > -0.8*s.SwimSpeed || c.Velocity.X < 0.8*s.SwimSpeed {
		t.Errorf("swimming up to the right, the character has the velocity %v", c.Velocity)
	}
	high := math.Inf(1)
	for k := range 6 * Rate { // strokes up to the surface, and jumps out of the water
		r.Step(Input{Jump: k%10 < 8, Y: -1})
		high = min(high, r.Character().Position.Y)
	}
	if high > -115 {
		t.Errorf("jumping out of the water, the character gets to %g, with the surface at -100", high)
	}
	s.Swim = false
	r = NewRun(func() level.Snapshot { y := newLevelBuilder(t); pool(y); return y.snapshot() }(), s, Vec{Y: -60})
	steps(r, 10, Input{})
	if c := r.Character(); math.Abs(c.Velocity.Y-g*10*stepTime) > 1e-6 {
		t.Errorf("without swimming, the character falls through water with %v", c.Velocity)
	}
}

// Two overlapping pools count as one.
func TestWaterIsCountedOnce(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("pool", -50, 0, 100, 100, isTrigger, tagged(WaterTag))
	y.box("in it", -50, 0, 100, 50, isTrigger, tagged(WaterTag))
	y.circle("wave", 0, 10, 6, isTrigger, isKinematic, tagged(WaterTag))
	r := NewRun(y.snapshot(), boxSettings(t, 10, 20).sane(), Vec{Y: 0})
	r.Step(Input{})
	if c := r.Character(); math.Abs(c.Under-0.5) > 0.02 {
		t.Errorf("%g of the character is under water, want half", c.Under)
	}
}

// Whatever its abilities and inputs, the character never enters anything static, and is never faster than its abilities
// allow.
func TestAbilitiesKeepOutOfWalls(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		y := newLevelBuilder(t)
		y.box("floor", -300, 200, 600, 40)
		y.box("roof", -300, -240, 600, 40)
		y.box("left", -300, -240, 40, 480)
		y.box("right", 260, -240, 40, 480)
		coord := rapid.Float64Range(-240, 200)
		size := rapid.Float64Range(6, 90)
		for range rapid.IntRange(0, 12).Draw(rt, "boxes") {
			what := rapid.SampledFrom([]func(*level.Collider){func(*level.Collider) {}, isOneWay, func(c *level.Collider) { isTrigger(c); c.Tags = []string{LadderTag} }, func(c *level.Collider) { isTrigger(c); c.Tags = []string{WaterTag} }}).Draw(rt, "kind")
			turn := rapid.SampledFrom([]float64{0, 0, 30, 45, 77}).Draw(rt, "angle")
			x, top := coord.Draw(rt, "x"), coord.Draw(rt, "y")
			if math.Abs(x) < 70 && math.Abs(top) < 70 {
				continue
			}
			y.box("box", x, top, size.Draw(rt, "w"), size.Draw(rt, "h"), what, func(c *level.Collider) { c.Angle = level.Degrees(turn) })
		}
		s := rapid.SampledFrom([]Settings{DefaultSettings().sane(), boxSettings(t, 14, 24).sane()}).Draw(rt, "body")
		for _, x := range s.Switches() {
			*x.On = rapid.Bool().Draw(rt, x.Key)
		}
		s.AirJumps = 3
		r := NewRun(y.snapshot(), s, Vec{})
		for _, touch := range r.felt {
			if touch.Depth() > skinWidth {
				return // it starts inside something
			}
		}
		var in Input
		for range rapid.IntRange(30, 400).Draw(rt, "steps") / 10 {
			in.X, in.Y = float64(rapid.IntRange(-1, 1).Draw(rt, "x")), float64(rapid.IntRange(-1, 1).Draw(rt, "y"))
			in.Jump, in.Reverse = rapid.Bool().Draw(rt, "jump"), rapid.IntRange(0, 20).Draw(rt, "reverse") == 0
			for range 10 {
				r.Step(in)
				c := r.Character()
				for i := range r.space.Ground {
					f := &r.space.Ground[i]
					if f.Facing != (Vec{}) {
						continue
					}
					at := collision.Identity()
					at.P = c.Position
					for _, own := range c.Shapes {
						if m, hit := collision.Collide(own, at, f.Shape, r.space.Statics[f.Owner].Pose, 0); hit && m.Depth() > 0.1 {
							rt.Fatalf("step %d: at %v the character is %g px in a wall", r.Steps(), c.Position,
								m.Depth())
						}
					}
				}
				if v := c.Velocity.Len(); v > 1100 {
					rt.Fatalf("step %d: the character has the velocity %v", r.Steps(), c.Velocity)
				}
				if c.Under < 0 || c.Under > 1+1e-9 {
					rt.Fatalf("%g of it is under water", c.Under)
				}
			}
		}
	})
}

// Crouching, climbing, swimming, and jumping at corners and walls do not allocate.
func TestAbilitiesAllocateNothing(t *testing.T) {
	s := DefaultSettings()
	for _, x := range s.Switches() {
		*x.On = x.Key != "reversed" && x.Key != "jetpack"
	}
	r := onGround(t, s, func(y *levelBuilder) {
		y.box("pool", -500, 40, 400, 60, isTrigger, tagged(WaterTag))
		y.box("ladder", -20, 0, 16, 100, isTrigger, tagged(LadderTag))
		y.box("roof", 8, 20, 40, 30)
		y.box("wall", 100, -200, 20, 300)
	})
	k := 0
	ways := []Input{{X: 1, Jump: true}, {Y: 1}, {X: -1}, {Y: -1}, {X: -1, Jump: true}, {}, {X: 1, Y: 1}, {X: 1}}
	play := func() {
		for range 10 {
			r.Step(ways[k/60%len(ways)])
			k++
		}
	}
	for range 400 {
		play()
	}
	if n := testing.AllocsPerRun(200, play); n > 0.5 { // the recording grows
		t.Errorf("ten steps allocate %g times", n)
	}
}
