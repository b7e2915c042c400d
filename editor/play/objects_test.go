package play

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/level"
)

// course returns a run of a builder's level with a 10 by 20 box as the character.
func course(t testing.TB, y *levelBuilder, start Vec) *Run {
	t.Helper()
	return NewRun(y.snapshot(), instantly(boxSettings(t, 10, 20)), start)
}

// first returns the step of the first event of a kind, or -1.
func first(r *Run, k EventKind) int {
	for _, e := range r.Log() {
		if e.Kind == k {
			return e.Step
		}
	}
	return -1
}

func count(r *Run, k EventKind) (n int) {
	for _, e := range r.Log() {
		if e.Kind == k {
			n++
		}
	}
	return n
}

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if !(math.Abs(got-want) <= by) {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

// A spring of speed v throws the character v²/2g high, and a body too.
func TestSpringHeight(t *testing.T) {
	t.Parallel()
	for name, role := range map[string]func(*level.Collider){"solid": func(*level.Collider) {}, "trigger": isTrigger} {
		t.Run(name, func(t *testing.T) {
			y := newLevelBuilder(t)
			y.box("floor", 0, 100, 400, 20)
			y.box("spring", 40, 90, 40, 10, role, tagged("spring"), with(level.Properties{"spring_speed": 400.0}))
			y.box("other", 190, 90, 40, 10, role, tagged("spring"), with(level.Properties{"spring_speed": 300.0}))
			crate := y.box("crate", 200, 60, 20, 20, isDynamic)
			r := course(t, y, Vec{X: 60, Y: 60})
			top, topCrate := math.Inf(1), math.Inf(1)
			from, fromCrate := 0.0, 0.0
			done, doneCrate := false, false // only the first throw of each counts
			for range 3 * Rate {
				r.Step(Input{})
				c, b := r.Character(), r.Bodies()[0]
				done = done || from != 0 && c.Velocity.Y > 0
				doneCrate = doneCrate || fromCrate != 0 && b.Velocity.Y > 0
				for _, e := range r.Log() {
					if e.Kind == Throw && e.Step == r.Steps() && e.Other == 0 && from == 0 {
						from = c.Position.Y
					}
					if e.Kind == Throw && e.Step == r.Steps() && e.Other == crate && fromCrate == 0 {
						fromCrate = b.Transform.P.Y
					}
				}
				if from != 0 && !done {
					top = min(top, c.Position.Y)
				}
				if fromCrate != 0 && !doneCrate {
					topCrate = min(topCrate, b.Transform.P.Y)
				}
			}
			near(t, "the character's height", from-top, 400*400/2/r.settings.characterGravity(), 0.2)
			near(t, "the crate's height", fromCrate-topCrate, 300.0*300/2/r.settings.Gravity, 1)
			if count(r, Throw) < 4 {
				t.Errorf("there are %d throws in three seconds", count(r, Throw))
			}
		})
	}
}

// A spring turned by 90 degrees throws to the right, and only from its active side.
func TestSpringTurnsWithItsShape(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 100, 800, 20)
	y.add("spring", level.Shape{Kind: level.Box, Size: Vec{X: 40, Y: 10}, Rounding: level.Inset}, Vec{X: 40, Y: 80},
		func(c *level.Collider) {
			c.Angle = 90
		},
		tagged("spring"), with(level.Properties{"spring_speed": 300.0}))
	r := course(t, y, Vec{X: 80, Y: 90})
	steps(r, Rate/2, Input{X: -1})
	if first(r, Throw) < 0 {
		t.Fatalf("the spring does not throw: %v", r.Log())
	}
	y = newLevelBuilder(t)
	y.box("floor", 0, 100, 800, 20)
	y.box("spring", 100, 80, 40, 20, tagged("spring"))
	r = course(t, y, Vec{X: 80, Y: 90})
	steps(r, Rate, Input{X: 1})
	if first(r, Throw) >= 0 {
		t.Error("the side of the spring throws")
	}
}

// A conveyor gives its speed to everything on it: to the character at once, to a crate once friction has accelerated
// it.
func TestConveyorCarries(t *testing.T) {
	t.Parallel()
	const speed = 100.0
	for _, sign := range []float64{1, -1} {
		y := newLevelBuilder(t)
		y.box("belt", -2000, 100, 4000, 20, tagged("conveyor"), with(level.Properties{"conveyor_speed": sign * speed}))
		y.box("crate", 100, 80, 20, 20, isDynamic)
		r := course(t, y, Vec{X: 0, Y: 90})
		steps(r, 10, Input{})
		from := r.Character().Position.X
		steps(r, 2*Rate, Input{})
		near(t, "the character's way in 2 s", r.Character().Position.X-from, 2*sign*speed, 1e-6)
		near(t, "its speed", r.Character().Velocity.X, sign*speed, 1e-9)
		b := r.Bodies()[0]
		near(t, "the crate's speed", b.Velocity.X, sign*speed, 0.01)
		near(t, "the crate's turn", b.Transform.Q.S, 0, 0.01)
		// The crate slips until friction of 0.6 has given it the speed.
		seconds := float64(r.Steps()) / Rate
		near(t, "the crate's way", b.Transform.P.X-110, sign*(speed*seconds-speed*speed/2/(0.6*r.settings.Gravity)), 1)
		up := r.Character().Position.Y
		r.Step(Input{Jump: true})
		steps(r, 10, Input{Jump: true})
		if r.Character().Position.Y > up-10 {
			t.Error("the character cannot jump on a conveyor")
		}
	}
}

// The surface of a conveyor moves along its slope, and the character with it.
func TestConveyorOnASlope(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.polygon("slope", []Vec{{X: 0, Y: 100}, {X: 400, Y: -100}, {X: 400, Y: 100}}, tagged("conveyor"),
		with(level.Properties{"conveyor_speed": 100.0}))
	r := course(t, y, Vec{X: 60, Y: 40})
	steps(r, Rate/2, Input{})
	from := r.Character().Position
	steps(r, Rate, Input{})
	way := r.Character().Position.Sub(from)
	near(t, "its way along the slope", way.Len(), 100, 0.1)
	near(t, "its rise", way.Y/way.X, -0.5, 0.01)
}

// Planks crumble and return at the exact step.
func TestCrumbling(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -400, 200, 800, 20)
	id := y.box("plank", 0, 100, 60, 10, tagged("crumbling"),
		with(level.Properties{"crumble_time": 0.5, "crumble_return": 1.0}))
	y.box("crate", 45, 90, 10, 10, isDynamic)
	r := course(t, y, Vec{X: 20, Y: 80})
	stood := 0
	for r.Steps() < 4*Rate {
		r.Step(Input{})
		if stood == 0 && r.Character().Ground == id {
			stood = r.Steps()
		}
	}
	if got := first(r, Crumble); stood == 0 || got != stood+Rate/2 {
		t.Errorf("stood on at step %d, the plank is gone at %d", stood, got)
	}
	if got := first(r, Return); got != first(r, Crumble)+Rate {
		t.Errorf("gone at step %d, the plank returns at %d", first(r, Crumble), got)
	}
	if c := r.Character(); c.Position.Y < 180 || r.Bodies()[0].Transform.P.Y < 180 {
		t.Errorf("the character is at %v, the crate at %v", c.Position, r.Bodies()[0].Transform.P)
	}
}

// Nothing returns into an occupied place. Planks that never return on their own do so when the character respawns.
func TestCrumblingWaits(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 108, 60, 10)
	y.box("plank", 0, 100, 60, 10, tagged("crumbling"),
		with(level.Properties{"crumble_time": 0.1, "crumble_return": 0.2}))
	r := course(t, y, Vec{X: 20, Y: 80})
	steps(r, 2*Rate, Input{})
	if count(r, Crumble) != 1 || count(r, Return) != 0 {
		t.Errorf("the plank returns into the character: %v", r.Log())
	}

	y = newLevelBuilder(t)
	y.box("spikes", -400, 200, 800, 20, tagged("hazard"))
	y.box("plank", 0, 100, 60, 10, tagged("crumbling"),
		with(level.Properties{"crumble_time": 0.1, "crumble_return": 0.0}))
	r = course(t, y, Vec{X: 20, Y: 80})
	steps(r, 4*Rate, Input{})
	if count(r, Death) < 2 || count(r, Return) < count(r, Death)-1 {
		t.Errorf("%d deaths, %d returns", count(r, Death), count(r, Return))
	}
}

// The character respawns at its last checkpoint, on the checkpoint's ground.
func TestHazardAndCheckpoint(t *testing.T) {
	t.Parallel()
	for name, role := range map[string]func(*level.Collider){"solid": func(*level.Collider) {}, "trigger": isTrigger} {
		t.Run(name, func(t *testing.T) {
			y := newLevelBuilder(t)
			y.box("floor", 0, 100, 1000, 20)
			y.box("flag", 100, 40, 20, 60, isTrigger, tagged("checkpoint"))
			y.box("spikes", 300, 90, 40, 10, role, tagged("hazard"))
			r := course(t, y, Vec{X: 50, Y: 90})
			for r.Steps() < 10*Rate && first(r, Death) < 0 {
				r.Step(Input{X: 1})
			}
			if first(r, Reach) < 0 || first(r, Death) < first(r, Reach) {
				t.Fatalf("log = %v", r.Log())
			}
			near(t, "where it starts again: x", r.Character().Position.X, 110, 1e-9)
			near(t, "where it starts again: y", r.Character().Position.Y, 90, 1e-9)
			if objects := AppendObjects(nil, r); !objects[0].On {
				t.Errorf("the checkpoint is not shown as taken: %+v", objects)
			}
			r.Restart()
			if r.Step(Input{}); r.Character().Position.X != 50 {
				t.Error("a restart keeps the checkpoint")
			}
		})
	}
}

// The goal ends the run only when every collectable is taken, each of them once.
func TestGoalNeedsAll(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 100, 1000, 20)
	y.box("coin", 60, 80, 10, 20, isTrigger, tagged("collectable"))
	y.box("coin", 300, 80, 10, 20, isTrigger, tagged("collectable"))
	y.box("door", 180, 60, 30, 40, isTrigger, tagged("goal"), with(level.Properties{"needs_all": true}))
	r := course(t, y, Vec{X: 20, Y: 90})
	steps(r, 4*Rate, Input{X: 1})
	if taken, all := Collected(r); taken != 2 || all != 2 || r.Finished() {
		t.Fatalf("%d of %d taken, finished: %t", taken, all, r.Finished())
	}
	steps(r, 4*Rate, Input{X: -1})
	if !r.Finished() || count(r, Take) != 2 {
		t.Errorf("with all collectables taken, the goal does not end the run: %v", r.Log())
	}

	y = newLevelBuilder(t)
	y.box("floor", 0, 100, 1000, 20)
	y.box("goal", 60, 60, 200, 40, isTrigger, tagged("goal"), with(level.Properties{"needs_all": true}))
	y.box("coin", 200, 80, 10, 20, isTrigger, tagged("collectable"))
	r = course(t, y, Vec{X: 20, Y: 90})
	steps(r, 4*Rate, Input{X: 1})
	if e := r.Log()[len(r.Log())-1]; !r.Finished() || !e.Goal || e.Step != first(r, Take) {
		t.Errorf("taking the last collectable inside the goal does not end the run: %v", r.Log())
	}
}

// Each switch mode has its effect on a door, including a door that is open at the start.
func TestSwitches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode string
		want []bool // door open: before, inside, after, inside again, after again
	}{
		{"hold", []bool{false, true, false, true, false}},
		{"once", []bool{false, true, true, true, true}},
		{"toggle", []bool{false, true, true, false, false}},
	} {
		for _, open := range []bool{false, true} {
			y := newLevelBuilder(t)
			y.box("floor", 0, 100, 1000, 20)
			y.box("gate 1", 500, 50, 10, 50, tagged("door", "north"), with(level.Properties{"door_open": open}))
			y.box("gate 2", 520, 50, 10, 50, tagged("door"), isKinematic, with(level.Properties{"door_open": open}))
			y.box("gate 3", 540, 50, 10, 50, tagged("door"))
			y.box("plate", 100, 80, 20, 20, isTrigger, tagged("switch"),
				with(level.Properties{"opens": "north, gate 2", "switch_mode": c.mode}))
			r := course(t, y, Vec{X: 50, Y: 90})
			for i, want := range c.want {
				in := Input{}
				if i%2 == 1 {
					in.X = 1
				} else if i > 0 {
					in.X = -1
				}
				steps(r, Rate/3, in)
				for k, th := range AppendObjects(nil, r) {
					if k < 2 && th.Gone != (want != open) {
						t.Errorf("%s, open at the start %t: in phase %d, door %d is open: %t", c.mode, open, i, k+1,
							th.Gone)
					}
					if k == 2 && th.Gone {
						t.Error("a door that no switch names opens")
					}
				}
			}
		}
	}
}

// A crate on a solid switch, even asleep, holds a door open. The door does not shut on anything in it.
func TestPlate(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 100, 1000, 20)
	y.box("plate", 100, 98, 30, 4, tagged("switch"), with(level.Properties{"opens": "gate"}))
	gate := y.box("gate", 200, 40, 10, 60, tagged("door"))
	crate := y.box("crate", 105, 60, 20, 20, isDynamic)
	r := course(t, y, Vec{X: 180, Y: 90})
	steps(r, 5*Rate, Input{})
	if !r.Bodies()[0].Asleep || !AppendObjects(nil, r)[1].Gone {
		t.Fatalf("the crate sleeps: %t, log = %v", r.Bodies()[0].Asleep, r.Log())
	}
	for r.Character().Position.X < 203 {
		r.Step(Input{X: 0.3})
	}
	for i := range 60 { // pull the crate away
		r.Step(Input{Grab: crate, Target: Vec{X: 115 - float64(i), Y: 88 - float64(i)/3}})
	}
	if count(r, Shut) != 0 {
		t.Error("the door shuts on the character")
	}
	steps(r, Rate, Input{X: 1})
	if count(r, Shut) != 1 {
		t.Fatalf("the door does not shut: %v", r.Log())
	}
	steps(r, 2*Rate, Input{X: -1})
	if c := r.Character(); c.Position.X < 215-1e-6 || !slices.ContainsFunc(c.Touches, func(x Touch) bool {
		return x.ID == gate
	}) {
		t.Errorf("the character is at %v, beyond the shut door", c.Position)
	}
}

// An enemy stomped from above dies and the character bounces; touched from the side, it kills the character.
func TestStomp(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]func(*level.Collider){"dynamic": isDynamic, "kinematic": isKinematic, "static": func(*level.Collider) {}} {
		t.Run(name, func(t *testing.T) {
			y := newLevelBuilder(t)
			y.box("floor", 0, 100, 1000, 20)
			y.box("beetle", 100, 80, 30, 20, body, tagged("stompable"), with(level.Properties{"stomp_bounce": 200.0}))
			snap := y.snapshot()
			s := instantly(boxSettings(t, 10, 20))
			r := NewRun(snap, s, Vec{X: 115, Y: 40})
			for first(r, Stomp) < 0 && r.Steps() < Rate {
				r.Step(Input{})
			}
			near(t, "the bounce", -r.Character().Velocity.Y, 200, 1e-9)
			steps(r, 2*Rate, Input{})
			if count(r, Stomp) != 1 || count(r, Death) != 0 || r.Character().Position.Y < 80 {
				t.Errorf("log = %v", r.Log())
			}
			steps(r, Rate, Input{X: 1}) // walks through the place of the dead enemy
			if r.Character().Position.X < 200 {
				t.Error("the dead enemy still blocks the way")
			}

			r = NewRun(snap, s, Vec{X: 50, Y: 90})
			steps(r, Rate, Input{X: 1})
			if count(r, Stomp) != 0 || count(r, Death) == 0 {
				t.Errorf("touched from the side: %v", r.Log())
			}
		})
	}
}

// Unknown tags, and tags on an unsuitable role, make no gameplay objects.
func TestTagsThatMakeNoObject(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 100, 1000, 20, tagged("goal", "water", "hero"))
	y.box("zone", 0, 0, 10, 10, isTrigger, tagged("door", "ladder", "conveyor"))
	r := course(t, y, Vec{X: 50, Y: 90})
	if len(r.objects.list) != 1 || r.objects.vanish || r.objects.belts {
		t.Errorf("there are %d objects", len(r.objects.list)-1)
	}
}

// drawObjects adds random gameplay objects to a walled room.
func drawObjects(t *rapid.T, y *levelBuilder) {
	const size = 300
	y.box("left", -20, -20, 20, size+40)
	y.box("right", size, -20, 20, size+40)
	y.box("top", -20, -20, size+40, 20)
	y.box("bottom", -20, size, size+40, 20)
	tags := []string{"hazard", "checkpoint", "spring", "conveyor", "crumbling", "collectable", "door", "switch", "stompable", "ladder", "water", "plain"}
	for range rapid.IntRange(3, 14).Draw(t, "objects") {
		tag := rapid.SampledFrom(tags).Draw(t, "tag")
		p := level.Properties{
			"spring_speed":     rapid.SampledFrom([]float64{0, 50, 400, 5000}).Draw(t, "speed"),
			"spring_direction": rapid.SampledFrom([]float64{-90, 0, 180, 90, -45}).Draw(t, "direction"),
			"conveyor_speed":   rapid.SampledFrom([]float64{-5000, -100, 60, 900}).Draw(t, "belt"),
			"crumble_time":     rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(t, "crumble"),
			"crumble_return":   rapid.SampledFrom([]float64{0, 0.1, 1}).Draw(t, "return"),
			"door_open":        rapid.Bool().Draw(t, "open"),
			"opens":            "door", "switch_mode": rapid.SampledFrom([]string{"hold", "once", "toggle"}).Draw(t, "mode"),
		}
		if rapid.IntRange(0, 3).Draw(t, "moves") == 0 {
			p["move_x"], p["move_time"] = 60.0, 2.0
		}
		change := rapid.SampledFrom([]func(*level.Collider){isTrigger, isDynamic, isKinematic, isOneWay, func(*level.Collider) {}}).Draw(t, "change")
		w, h := float64(rapid.IntRange(5, 80).Draw(t, "w")), float64(rapid.IntRange(5, 80).Draw(t, "h"))
		x, top := float64(rapid.IntRange(0, size).Draw(t, "x")), float64(rapid.IntRange(0, size).Draw(t, "y"))
		y.box("sceneBody", min(x, size-w), min(top, size-h), w, h, change, tagged(tag), with(p))
	}
}

func objectsRoom(rt *rapid.T, tb testing.TB) level.Snapshot {
	y := newLevelBuilder(tb)
	drawObjects(rt, y)
	return y.snapshot()
}

// Levels with random objects never panic, nothing leaves the room, and the same inputs give the same run.
func TestRandomObjects(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		y := newLevelBuilder(t)
		drawObjects(rt, y)
		r := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 150, Y: 150})
		n := rapid.IntRange(1, 8).Draw(rt, "parts")
		for range n {
			in := Input{X: float64(rapid.IntRange(-1, 1).Draw(rt, "x")), Y: float64(rapid.IntRange(-1, 1).Draw(rt, "y")), Jump: rapid.Bool().Draw(rt, "jump")}
			for range 40 {
				r.Step(in)
				c := r.Character()
				if !r.Stuck() && !(c.Position.X > 0 && c.Position.X < 300 && c.Position.Y > 0 && c.Position.Y < 300) {
					rt.Fatalf("step %d: the character is at %v", r.Steps(), c.Position)
				}
			}
		}
		hash, rec := r.Hash(), r.Recording()
		r.replay(&rec)
		if r.Hash() != hash {
			rt.Fatal("the replay gives a different run")
		}
		again := NewRun(r.snapshot, r.settings, r.start)
		again.replay(&rec)
		if again.Hash() != hash {
			rt.Fatal("the same inputs give a different run")
		}
	})
}

// A step in which nothing happens does not allocate.
func TestObjectsAllocateNothing(t *testing.T) {
	y := newLevelBuilder(t)
	y.box("floor", 0, 100, 400, 20, tagged("conveyor"), with(level.Properties{"conveyor_speed": 1.0}))
	y.box("wall", 200, 0, 20, 100)
	y.box("plank", 0, 50, 40, 5, tagged("crumbling"))
	y.box("plate", 150, 96, 30, 8, tagged("switch"), with(level.Properties{"opens": "gate"}))
	y.box("gate", 260, 0, 10, 100, tagged("door"))
	y.box("crate", 155, 60, 20, 20, isDynamic)
	y.box("coin", 20, 10, 10, 20, isTrigger, tagged("collectable"))
	r := course(t, y, Vec{X: 120, Y: 90})
	steps(r, 2*Rate, Input{})
	r.log = slices.Grow(r.log, 1000)
	if n := testing.AllocsPerRun(100, func() { r.Step(Input{X: 1}) }); n > 0 {
		t.Errorf("a step allocates %g times", n)
	}
	var list []ObjectState
	list = AppendObjects(list, r)
	if n := testing.AllocsPerRun(10, func() { list = AppendObjects(list[:0], r) }); n > 0 {
		t.Errorf("the list allocates %g times", n)
	}
}
