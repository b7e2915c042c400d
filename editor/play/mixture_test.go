package play

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// Tests of combinations of gameplay objects.

// able returns the settings of a character with all abilities except the jetpack.
func able(t testing.TB) Settings {
	s := boxSettings(t, 10, 20)
	for _, x := range s.Switches() {
		*x.On = true
	}
	s.Jetpack, s.Reversed = false, false
	return s
}

// mixture returns a run of such a character on a floor whose top is at y = 100.
func mixture(t testing.TB, at Vec, f func(*levelBuilder)) *Run {
	t.Helper()
	y := newLevelBuilder(t)
	y.box("floor", -300, 100, 600, 20)
	f(y)
	return NewRun(y.snapshot(), able(t), at)
}

// once sets a path that goes to a place and ends there.
func once(to Vec, speed float64) func(*level.Collider) {
	return onPath(level.Path{Points: []Vec{{}, to}, Speed: speed, Loop: level.LoopOnce})
}

// A checkpoint with a hazard in its middle does not cause instant death.
func TestCheckpointAroundAHazard(t *testing.T) {
	t.Parallel()
	r := mixture(t, Vec{Y: 90}, func(y *levelBuilder) {
		y.box("checkpoint", 40, 60, 60, 40, isTrigger, tagged("checkpoint"))
		y.box("hazard", 60, 60, 20, 40, isTrigger, tagged("hazard"))
	})
	steps(r, 60, Input{X: 1})
	steps(r, 60, Input{})
	if p := r.Character().Position; count(r, Reach) != 1 || count(r, Death) == 0 || p.X < 35 || p.X > 55 {
		t.Errorf("at %v after %d checkpoints and %d deaths", p, count(r, Reach), count(r, Death))
	}
	// A checkpoint that is itself a hazard does not count.
	r = mixture(t, Vec{Y: 90}, func(y *levelBuilder) {
		y.box("both", 40, 60, 60, 40, isTrigger, tagged("checkpoint", "hazard"))
	})
	for count(r, Death) == 0 {
		r.Step(Input{X: 1})
	}
	steps(r, 10, Input{})
	if p := r.Character().Position; count(r, Reach) != 0 || math.Abs(p.X) > 10 {
		t.Errorf("at %v after %d checkpoints", p, count(r, Reach))
	}
}

// A checkpoint that extends through a wall does not lead to the other side, and neither does a trigger through two
// storeys.
func TestCheckpointInAWall(t *testing.T) {
	t.Parallel()
	for _, role := range []func(*level.Collider){isTrigger, func(*level.Collider) {}} {
		r := mixture(t, Vec{Y: 40}, func(y *levelBuilder) {
			y.box("checkpoint", -20, 95, 40, 80, role, tagged("checkpoint"))
			y.box("hazard", 60, 0, 20, 100, isTrigger, tagged("hazard"))
		})
		steps(r, 60, Input{})
		for count(r, Death) == 0 && r.Steps() < 300 {
			r.Step(Input{X: 1})
		}
		if p := r.Character().Position; count(r, Reach) != 1 || p.Y > 90 {
			t.Errorf("after %d checkpoints, the character respawns at %v", count(r, Reach), p)
		}
	}
}

// The place below the middle of a slanted checkpoint may be outside it and beyond a slit. The character does not
// respawn there.
func TestSlantedCheckpoint(t *testing.T) {
	t.Parallel()
	r := mixture(t, Vec{Y: 88}, func(y *levelBuilder) {
		y.polygon("checkpoint", []Vec{{X: 40}, {X: 140}, {X: 40, Y: 100}}, isTrigger, tagged("checkpoint"))
		y.box("wall", 60, -100, 10, 186)
		y.box("sill", 60, 94, 10, 6)
		y.box("lid", 60, 70, 60, 4)
		y.box("end", 110, -100, 10, 200)
		y.box("hazard", -40, 60, 10, 40, isTrigger, tagged("hazard"))
	})
	steps(r, 30, Input{X: 1})
	for count(r, Death) == 0 && r.Steps() < 200 {
		r.Step(Input{X: -1})
	}
	if p := r.Character().Position; count(r, Reach) != 1 || count(r, Death) != 1 || p.X < 20 || p.X > 60 {
		t.Errorf("after %d checkpoints and %d deaths, the character respawns at %v, not in front of the wall", count(r,
			Reach), count(r, Death), p)
	}
}

// A character that reached a checkpoint crouched, without room to stand, respawns crouched, not inside the roof.
func TestCheckpointInACrawlspace(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -400, 100, 1600, 40)
	y.box("roof", 60, 24, 400, 60)
	y.box("checkpoint", 100, 90, 20, 10, isTrigger, tagged("checkpoint"))
	y.box("hazard", 200, 84, 10, 16, isTrigger, tagged("hazard"))
	s := instantly(boxSettings(t, 14, 24))
	s.Crouch, s.CrouchHeight = true, 14
	r := NewRun(y.snapshot(), s, Vec{Y: 88})
	steps(r, 60, Input{X: 1, Y: 1})
	for count(r, Death) == 0 && r.Steps() < 400 {
		r.Step(Input{X: 1})
	}
	if count(r, Reach) != 1 || count(r, Death) != 1 {
		t.Fatalf("the character reaches %d checkpoints and dies %d times", count(r, Reach), count(r, Death))
	}
	for range 20 {
		if p := r.Character().Position; !SituationOf(r).Crouched || p.X < 80 || p.X > 140 {
			t.Fatalf("the character stands at %v", p)
		}
		r.Step(Input{})
	}
	from := r.Character().Position
	steps(r, 12, Input{X: -1})
	if way := from.X - r.Character().Position.X; way > s.CrouchSpeed/5+1 {
		t.Errorf("the character moves %v in a fifth of a second, through the roof", way)
	}
}

// A death at the start is logged once, not sixty times a second. The run continues once the place is safe.
func TestDeadlyStart(t *testing.T) {
	t.Parallel()
	r := mixture(t, Vec{Y: 90}, func(y *levelBuilder) {
		y.box("press", -40, 20, 80, 20, onPath(level.Path{Points: []Vec{{}, {Y: 48}}, Speed: 40}))
	})
	steps(r, 100, Input{})
	if n := count(r, Crush); n != 1 {
		t.Errorf("the character was crushed %d times", n)
	}
	for range 120 {
		r.Step(Input{X: 1})
	}
	if p := r.Character().Position; p.X < 60 || count(r, Crush) != 1 {
		t.Errorf("the character is at %v, crushed %d times", p, count(r, Crush))
	}
	// A checkpoint where the character dies at once is dropped.
	r = mixture(t, Vec{X: -100, Y: 90}, func(y *levelBuilder) {
		y.box("checkpoint", -30, 60, 20, 40, isTrigger, tagged("checkpoint"))
		y.box("flood", 300, 60, 400, 40, isTrigger, tagged("hazard"), once(Vec{X: -360}, 200))
	})
	for range 300 {
		r.Step(Input{X: 1 - min(2, float64(count(r, Reach)))})
	}
	if p := r.Character().Position; count(r, Reach) == 0 || count(r, Death) > 3 || p.X > -30 {
		t.Errorf("the character is at %v after %d deaths", p, count(r, Death))
	}
}

// A checkpoint on a ferry takes the respawn point along.
func TestCheckpointMoves(t *testing.T) {
	t.Parallel()
	r := mixture(t, Vec{X: 40, Y: 60}, func(y *levelBuilder) {
		y.box("ferry", 20, 80, 40, 10, once(Vec{X: -100, Y: -60}, 60), tagged("checkpoint"))
		y.box("hazard", 100, 20, 20, 80, isTrigger, tagged("hazard"))
	})
	steps(r, 30, Input{})
	for count(r, Death) == 0 && r.Steps() < 600 {
		r.Step(Input{X: 1})
	}
	steps(r, 10, Input{})
	if c, b := r.Character(), r.space.Bodies[1].Position; !c.Grounded || c.Position.Dist(b.Add(Vec{Y: -15})) > 0.5 {
		t.Errorf("the character respawns at %v, the ferry is at %v", c.Position, b)
	}
}

// Bodies fall if the body that they are joined to disappears, and hang again when it returns.
func TestJointsOfVanishingBodies(t *testing.T) {
	t.Parallel()
	for _, role := range []func(*level.Collider){isDynamic, isKinematic, func(*level.Collider) {}} {
		y := newLevelBuilder(t)
		y.box("floor", -300, 100, 600, 20)
		a := y.box("hook", 20, 40, 20, 20, role, tagged("crumbling"),
			with(level.Properties{"crumble_time": 0.1, "crumble_return": 0.0}), func(c *level.Collider) {
				c.Density = 1000
			})
		b := y.box("lamp", 60, 44, 10, 10, isDynamic)
		r := y.joined(able(t), level.Joint{Kind: level.Hinge, A: a, B: b, AnchorA: Vec{X: 10}, AnchorB: Vec{X: -25}})
		r.start = Vec{X: 30, Y: 29}
		r.Restart()
		for count(r, Crumble) == 0 && r.Steps() < 300 {
			r.Step(Input{})
		}
		steps(r, 180, Input{})
		if lamp := r.space.Bodies[r.byID[b]].Position; count(r, Crumble) != 1 || math.Abs(lamp.Y-95) > 1 {
			t.Errorf("%d planks have crumbled; the lamp is at %v", count(r, Crumble), lamp)
		}
	}
	// A plank that returns pulls up the body that it held.
	y := newLevelBuilder(t)
	y.box("floor", -300, 200, 600, 20)
	a := y.box("plank", 20, 40, 40, 10, tagged("crumbling"),
		with(level.Properties{"crumble_time": 0.1, "crumble_return": 0.5}))
	b := y.box("lamp", 35, 90, 10, 10, isDynamic)
	r := y.joined(able(t), level.Joint{Kind: level.Spring, PullsOnly: true, A: a, B: b, Length: 50})
	r.start = Vec{X: 30, Y: 29}
	r.Restart()
	steps(r, 20, Input{})
	steps(r, 400, Input{X: 1})
	if lamp := r.space.Bodies[1].Position; count(r, Return) != 1 || lamp.Y > 97 {
		t.Errorf("%d planks returned; the lamp is at %v", count(r, Return), lamp)
	}
}

// A moving ladder takes the climber along.
func TestLadderMoves(t *testing.T) {
	t.Parallel()
	for _, to := range []Vec{{X: 80}, {Y: -80}, {X: -40, Y: -60}} {
		r := mixture(t, Vec{X: 30, Y: 90}, func(y *levelBuilder) {
			y.box("ladder", 20, -100, 20, 200, isTrigger, tagged("ladder"), once(to, 40))
		})
		steps(r, 20, Input{Y: -1})
		from, ladder := r.Character().Position, r.space.Bodies[1].Position
		steps(r, 50, Input{})
		if moved, want := r.Character().Position.Sub(from), r.space.Bodies[1].Position.Sub(ladder); moved.Dist(want) > 1e-6 {
			t.Errorf("the character was carried by %v, the ladder moved by %v", moved, want)
		}
	}
}

// Down above a ladder makes the character climb, not crouch.
func TestClimbingIsNotCrouching(t *testing.T) {
	t.Parallel()
	r := mixture(t, Vec{X: 30, Y: 30}, func(y *levelBuilder) {
		y.box("plank", 0, 40, 60, 6, isOneWay)
		y.box("ladder", 20, 40, 20, 60, isTrigger, tagged("ladder"))
	})
	steps(r, 10, Input{})
	for range 30 {
		if r.Step(Input{Y: 1}); r.walker.crouched || !r.walker.climbing {
			t.Fatalf("step %d: crouched %v, climbing %v", r.Steps(), r.walker.crouched, r.walker.climbing)
		}
	}
	steps(r, 30, Input{Y: 1})
	if !r.walker.crouched || !r.Character().Grounded {
		t.Error("at the foot of the ladder, the character crouches")
	}
}

// An enemy that is also a hazard dies under the character's feet, even if the character touches its side at the same
// time.
func TestStompedHazard(t *testing.T) {
	t.Parallel()
	r := mixture(t, Vec{X: 15, Y: 30}, func(y *levelBuilder) {
		y.polygon("enemy", []Vec{
			{X: 0, Y: 80},
			{X: 20, Y: 80},
			{X: 20, Y: 40},
			{X: 40, Y: 40},
			{X: 40, Y: 100},
			{X: 0, Y: 100},
		}, tagged("stompable", "hazard"))
	})
	r.walker.Position, r.walker.Velocity = Vec{X: 14, Y: 69}, Vec{X: 140, Y: 100}
	r.Step(Input{X: 1})
	if count(r, Stomp) != 1 || count(r, Death) != 0 {
		t.Errorf("the enemy was stomped %d times, and killed %d times", count(r, Stomp), count(r, Death))
	}
}

// A crumbling spring crumbles although it throws everything off at once.
func TestCrumblingSpring(t *testing.T) {
	t.Parallel()
	r := mixture(t, Vec{Y: 60}, func(y *levelBuilder) {
		y.box("belt", -100, 80, 200, 20, tagged("conveyor"), with(level.Properties{"conveyor_speed": 60.0}))
		y.box("plank", -20, 74, 40, 6, tagged("crumbling", "spring"),
			with(level.Properties{"spring_speed": 300.0, "crumble_time": 0.2, "crumble_return": 0.0}))
	})
	steps(r, 150, Input{})
	if c := r.Character(); count(r, Throw) != 1 || count(r, Crumble) != 1 || !c.Grounded || c.Position.X < 5 {
		t.Errorf("thrown %d times, crumbled %d times, then at %v", count(r, Throw), count(r, Crumble), c.Position)
	}
}
