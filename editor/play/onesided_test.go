package play

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// surface adds a chain that is solid on the left of its direction as seen on the screen. If drawn to the right, it is
// solid on its upper side.
func surface(y *levelBuilder, points []Vec, change ...func(*level.Collider)) level.ID {
	return y.add("surface", level.Shape{Kind: level.Chain, Points: points, OneSided: true}, Vec{}, change...)
}

func TestOneSidedChains(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	floor := surface(y, []Vec{
		{X: -100, Y: 200},
		{X: 100, Y: 200},
		{X: 300, Y: 200},
		{X: 400, Y: 150},
		{X: 700, Y: 150},
		{X: 700, Y: 50},
	})
	s := instantly(boxSettings(t, 8, 8))
	r := NewRun(y.snapshot(), s, Vec{X: 0, Y: 196})
	// Along the floor, over its seams, up the slope and to the wall at the end.
	slowest := math.Inf(1)
	for range 4 * Rate {
		from := r.Character().Position
		r.Step(Input{X: 1})
		c := r.Character()
		if from.X > 10 && from.X < 280 {
			slowest = min(slowest, c.Position.X-from.X)
		}
	}
	if want := s.Speed * stepTime; math.Abs(slowest-want) > 1e-6 {
		t.Errorf("over the seams, the character slows down to %g a step, want %g", slowest, want)
	}
	for range 3 * Rate {
		r.Step(Input{X: 1})
	}
	c := r.Character()
	if math.Abs(c.Position.X-696) > 0.01 || math.Abs(c.Position.Y-146) > 0.01 || c.Ground != floor ||
		c.Sides != Right|Bottom {
		t.Errorf("the character ends at %v on %v, touching %04b; want (696, 146), with the wall", c.Position, c.Ground,
			c.Sides)
	}
	// Down and jump drop the character through a one-way platform, but not through a one-sided floor.
	for range 30 {
		r.Step(Input{Y: 1, Jump: true})
	}
	for range Rate {
		r.Step(Input{})
	}
	if p := r.Character().Position; p.Y > 146.01 {
		t.Errorf("the character dropped through to %v", p)
	}
}

// From behind, a one-sided chain obstructs neither the character nor bodies.
func TestOneSidedFromBehind(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -200, 400, 800, 20)
	surface(y, []Vec{{X: 0, Y: 370}, {X: 200, Y: 370}}) // a shelf that the character jumps through from below
	surface(y, []Vec{{X: 300, Y: 300}, {X: 300, Y: 400}})
	ball := y.circle("ball", 100, 340, 8, isDynamic)
	r := NewRun(y.snapshot(), instantly(boxSettings(t, 8, 8)), Vec{X: 50, Y: 396})
	for range Rate {
		r.Step(Input{Jump: true})
	}
	if c := r.Character(); math.Abs(c.Position.Y-366) > 0.01 {
		t.Errorf("a jump through the shelf ends at %v, want on it at 366", c.Position)
	}
	if b := r.Bodies()[0]; b.ID != ball || math.Abs(b.Transform.P.Y-362) > 2*Slop {
		t.Errorf("the ball is at %v, want on the shelf at 362", b.Transform.P)
	}
	// The wall is drawn downward, so it is solid on its right side on the screen.
	for _, test := range []struct{ from, push, end float64 }{{340, -1, 304}, {260, 1, 0}} {
		r := NewRun(y.snapshot(), instantly(boxSettings(t, 8, 8)), Vec{X: test.from, Y: 396})
		for range Rate {
			r.Step(Input{X: test.push})
		}
		x := r.Character().Position.X
		if test.end != 0 && math.Abs(x-test.end) > 0.01 || test.end == 0 && math.Abs(x-(test.from+140)) > 5 {
			t.Errorf("from x = %g, the character gets to %g", test.from, x)
		}
	}
}

// Nothing falls through a one-sided chain, however fast.
func TestOneSidedDoNotTunnel(t *testing.T) {
	t.Parallel()
	for _, height := range []float64{50, 2000, 40000} {
		y := newLevelBuilder(t)
		surface(y, []Vec{{X: -500, Y: 0}, {X: 37, Y: 0}, {X: 500, Y: 0}})
		y.circle("ball", 30, -height, 6, isDynamic)
		s := boxSettings(t, 8, 8)
		s.MaxFall = level.MaxPlaySpeed
		r := NewRun(y.snapshot(), s, Vec{X: -100, Y: -height})
		for range 20 * Rate {
			r.Step(Input{})
		}
		if p := r.Character().Position; math.Abs(p.Y+4) > 0.01 {
			t.Errorf("from %g high the character ends at %v", height, p)
		}
		if p := r.Bodies()[0].Transform.P; math.Abs(p.Y+6) > 3*Slop {
			t.Errorf("from %g high the ball ends at %v", height, p)
		}
	}
}
