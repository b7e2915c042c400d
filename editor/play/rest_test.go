package play

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// A character that has stood on a sleeping crate jumps as high from it as from the ground.
func TestStandingStoresNoSpeed(t *testing.T) {
	t.Parallel()
	for _, seconds := range []int{1, 20} {
		y := newLevelBuilder(t)
		y.box("floor", 0, 380, 800, 20)
		crate := y.box("crate", 180, 340, 40, 40, isDynamic)
		r := NewRun(y.snapshot(), boxSettings(t, 12, 24), Vec{X: 205, Y: 328})
		steps(r, seconds*Rate, Input{})
		b := &r.space.Bodies[1]
		if r.Character().Ground != crate || !b.Asleep {
			t.Fatalf("after %d s the character stands on %v, the crate is asleep: %v", seconds, r.Character().Ground,
				b.Asleep)
		}
		if b.Velocity != (Vec{}) || b.Spin != 0 {
			t.Errorf("after %d s, the sleeping crate has the velocity %v and spin %g", seconds, b.Velocity, b.Spin)
		}
		from, top, fastest := r.walker.Position.Y, 0.0, 0.0
		for n := range 2 * Rate {
			r.Step(Input{Jump: n < 20})
			top = max(top, from-r.walker.Position.Y)
			fastest = max(fastest, r.walker.Velocity.Len())
		}
		if want := r.settings.JumpHeight; math.Abs(top-want) > 0.5 {
			t.Errorf("after %d s on the crate, the character jumps %g px high, want %g", seconds, top, want)
		}
		if want := r.settings.jumpSpeed() * 1.1; fastest > want {
			t.Errorf("after %d s on the crate, the character reaches %g px/s, want at most %g", seconds, fastest, want)
		}
	}
}

// A body that closely passes a corner is not deflected by it.
func TestPassingBodiesDoNotTouch(t *testing.T) {
	t.Parallel()
	shapes := map[string]level.Shape{
		"ball":    {Kind: level.Circle, Radius: 10},
		"box":     {Kind: level.Box, Size: Vec{X: 20, Y: 20}, Rounding: level.Inset},
		"capsule": {Kind: level.Capsule, Points: []Vec{{Y: -6}, {Y: 6}}, Radius: 10},
		"stone":   {Kind: level.Box, Size: Vec{X: 20, Y: 20}, Radius: 6, Rounding: level.Inset},
	}
	for name, shape := range shapes {
		for _, gap := range []float64{0.05, 0.2, 1, 4} {
			for _, speed := range []float64{0, 300, 1000, 3000} {
				for _, past := range []string{"static", "dynamic"} {
					y := newLevelBuilder(t)
					change := func(*level.Collider) {}
					if past == "dynamic" {
						change = isDynamic
						y.box("floor", -100, 800, 400, 20)
					}
					y.box("ledge", 0, 500, 150, 300, change)
					at := Vec{X: 160 + gap, Y: 0}
					if past == "dynamic" {
						steps := 30 // lets the ledge come to rest first
						at.Y = -float64(steps) * speed / Rate
					}
					y.add(name, shape, at, isDynamic, material2(0.6, 0.5))
					r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 1000, Y: 0})
					b := &r.space.Bodies[len(r.space.Bodies)-1]
					b.Velocity.Y = speed
					for b.Position.Y < 760 && r.Steps() < 600 {
						r.Step(Input{})
						if b.Position.X != at.X || b.Spin != 0 {
							t.Errorf("%s, %g px beside a %s ledge at %g px/s: at %v it has the velocity %v and spin %g",
								name, gap, past, b.Velocity.Y, b.Position, b.Velocity, b.Spin)
							break
						}
					}
				}
			}
		}
	}
}

// With little gravity, a body falls slowly, and falls asleep only where it lands.
func TestNothingSleepsInTheAir(t *testing.T) {
	t.Parallel()
	for _, gravity := range []float64{1, 10, 35, 100} {
		y := newLevelBuilder(t)
		y.box("floor", 0, 620, 640, 20)
		y.circle("ball", 200, 560, 20, isDynamic)
		y.box("crate", 380, 540, 40, 40, isDynamic)
		y.box("below", 480, 580, 40, 40, isDynamic)
		y.box("above", 480, 500, 40, 40, isDynamic, material2(0.6, 0))
		s := boxSettings(t, 8, 8)
		s.Gravity = gravity
		r := NewRun(y.snapshot(), s, Vec{X: 20, Y: 616})
		r.space.Bodies[1].Velocity.Y = -5 // thrown up: at the top the body is still for a moment
		fall := 5/gravity + math.Sqrt(2*(40+12.5/gravity)/gravity)
		steps(r, int((fall+4)*Rate), Input{})
		for i, want := range []float64{600, 600, 600, 560} {
			if b := &r.space.Bodies[i+1]; math.Abs(b.Position.Y-want) > 3*Slop || !b.Asleep {
				t.Errorf("with gravity %g, body %d is at %g (asleep %v), want %g", gravity, i+1, b.Position.Y, b.Asleep,
					want)
			}
		}
	}
}

// A lift slower than the sleep speed takes its crate along.
func TestSlowPlatformsCarrySleepingBodies(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("lift", 100, 200, 80, 10, isKinematic, with(level.Properties{"move_y": -10.0, "move_time": 20.0}))
	y.box("crate", 130, 180, 20, 20, isDynamic, material2(1, 0))
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 10, Y: 396})
	for range 20 * Rate {
		r.Step(Input{})
		if got := r.space.Bodies[1].Position.Y - r.space.Bodies[2].Position.Y; math.Abs(got-15) > 3*Slop {
			t.Fatalf("step %d: the crate is %g above the lift's middle, want 15", r.Steps(), got)
		}
	}
}

// A fast body that hits a sleeping body passes on its impulse.
func TestHitWakesBody(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -1000, 400, 4000, 20, material2(0, 0))
	y.circle("resting", 300, 390, 10, isDynamic, material2(0, 1))
	y.circle("cue", 100, 390, 10, isDynamic, material2(0, 1))
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -900, Y: 396})
	steps(r, Rate, Input{})
	if !r.space.Bodies[1].Asleep {
		t.Fatal("the ball does not sleep")
	}
	r.space.Bodies[2].Wake()
	r.space.Bodies[2].Velocity.X = 400
	steps(r, Rate, Input{})
	if a, b := r.space.Bodies[1].Velocity.X, r.space.Bodies[2].Velocity.X; math.Abs(a-400) > 20 || math.Abs(b) > 20 {
		t.Errorf("after the hit the balls have the speeds %g and %g, want 400 and 0", a, b)
	}
}

// A character between a lift and the ceiling never gets through either. It is crushed, which is logged, and respawns.
func TestCrushed(t *testing.T) {
	t.Parallel()
	for name, body := range map[string][]float64{"box": {12, 24}, "small": {6, 6}, "wide": {60, 20}} {
		for _, rise := range []float64{140, 145, 150, 152} {
			for _, seconds := range []float64{0.5, 1, 4, 20} {
				y := newLevelBuilder(t)
				y.box("ceiling", 0, 80, 400, 20)
				lift := y.box("lift", 0, 244, 400, 12, isKinematic,
					with(level.Properties{"move_time": seconds, "move_y": -rise}))
				y.box("floor", 0, 280, 400, 20)
				start := Vec{X: 100, Y: 244 - body[1]/2}
				r := NewRun(y.snapshot(), boxSettings(t, body[0], body[1]), start)
				crushed, above := 0, true
				for range int(2 * seconds * Rate) {
					before := len(r.Log())
					r.Step(Input{})
					for _, e := range r.Log()[before:] {
						if e.Kind == Crush {
							crushed++
							if r.walker.Position != start || e.Trigger != lift {
								t.Errorf("%s: crushed by %v, the character is at %v, want %v", name, e.Trigger,
									r.walker.Position, start)
							}
							above = r.walker.Position.Y < r.space.Bodies[1].Position.Y
						}
					}
					top, bottom, middle := r.walker.Position.Y-body[1]/2, r.walker.Position.Y+body[1]/2, r.space.Bodies[1].Position.Y
					if top < 100-1e-6 || bottom > 280+1e-6 || above && bottom > middle-6+crushDepth ||
						!above && top < middle+6-crushDepth {
						t.Fatalf("%s, %g px in %g s, step %d: the character is between %g and %g, the ceiling at 100, "+
							"lift at %g", name, rise, seconds, r.Steps(), top, bottom, middle)
					}
				}
				if room := 244 - rise - 100; room < body[1]-1 && crushed == 0 || room > body[1] && crushed > 0 {
					t.Errorf("%s, %g px in %g s: a room of %g px crushed it %d times", name, rise, seconds, room,
						crushed)
				}
			}
		}
	}
}
