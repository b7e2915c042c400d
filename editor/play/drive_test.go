package play

import (
	"testing"

	"fillet/editor/level"
)

// along makes a collider move along a straight path.
func along(by Vec, loop level.Loop, more ...func(*level.Path)) func(*level.Collider) {
	return func(c *level.Collider) {
		c.Body = level.Kinematic
		c.Path = &level.Path{Points: []Vec{{}, by}, Speed: 60, Loop: loop}
		for _, f := range more {
			f(c.Path)
		}
	}
}

// drivenLift returns a level builder with a plate at x = 100 that drives a lift at x = 300, which rises by 120 in two
// seconds.
func drivenLift(t *testing.T, p level.Properties, loop level.Loop) (*levelBuilder, level.ID) {
	y := newLevelBuilder(t)
	y.box("floor", 0, 300, 500, 20)
	y.box("plate", 100, 280, 30, 20, isTrigger, tagged("switch"), with(p))
	return y, y.box("lift", 300, 290, 50, 10, along(Vec{Y: -120}, loop))
}

func liftOf(r *Run, id level.ID) BodyState {
	for _, b := range r.Bodies() {
		if b.ID == id {
			return b
		}
	}
	return BodyState{}
}

// A platform that a switch starts moves only while the switch is on, a stopped one waits during that time, and a
// reversed one moves back along its path. Each continues exactly where it was on its path.
func TestSwitchDrivesPlatforms(t *testing.T) {
	t.Parallel()
	on, off := Vec{X: 115, Y: 290}, Vec{X: 60, Y: 290}
	for _, c := range []struct {
		name        string
		mode, drive string
		loop        level.Loop
		before      float64 // height after a second with the switch off
		during      float64 // after another second with the switch on
		after       float64 // after two more seconds with the switch off
		events      []EventKind
	}{
		{"start while it is pressed", "hold", "start", level.LoopBackAndForth, 0, 60, 60, []EventKind{Start, Halt}},
		{"start for good", "once", "start", level.LoopBackAndForth, 0, 60, 60, []EventKind{Start}},
		{"stop while it is pressed", "hold", "stop", level.LoopBackAndForth, 60, 60, 60, []EventKind{Halt, Start}},
		{"reverse while it is pressed", "hold", "reverse", level.LoopBackAndForth, 60, 0, 120, []EventKind{Turn, Turn}},
		{"reverse at each press", "toggle", "reverse", level.LoopOnce, 60, 0, 0, []EventKind{Turn}},
	} {
		t.Run(c.name, func(t *testing.T) {
			y, id := drivenLift(t, level.Properties{"drives": "lift", "switch_mode": c.mode, "drive_mode": c.drive},
				c.loop)
			r := NewRun(y.snapshot(), boxSettings(t, 10, 20), off)
			up := func() float64 { return 295 - liftOf(r, id).Transform.P.Y }
			put := func(at Vec) {
				r.walker.Position = at
				r.walker.placeBody()
			}
			near := func(when string, want float64) {
				t.Helper()
				if got := up(); got < want-2.01 || got > want+2.01 { // the switch takes effect one step later
					t.Errorf("%s it has risen by %g, want %g", when, got, want)
				}
			}
			steps(r, 60, Input{})
			near("before", c.before)
			put(on)
			steps(r, 60, Input{})
			near("on the plate", c.during)
			put(off)
			steps(r, 120, Input{})
			if c.name == "start for good" {
				c.after = 60 // up and down again
			}
			near("after it", c.after)
			var kinds []EventKind
			for _, e := range r.Log() {
				if e.Trigger == id {
					kinds = append(kinds, e.Kind)
				}
			}
			if len(kinds) != len(c.events) {
				t.Fatalf("log = %v, want %v", kinds, c.events)
			}
			for i := range kinds {
				if kinds[i] != c.events[i] {
					t.Errorf("log = %v, want %v", kinds, c.events)
				}
			}
			// Nothing is lost: the lift is at a whole step of its path.
			e := &r.entities[r.byID[id]]
			if at := e.path.at(float64(float64(e.drive.at) * stepTime)); at != liftOf(r, id).Transform {
				t.Errorf("the lift is at %v, but on its path at %v", liftOf(r, id).Transform, at)
			}
		})
	}
}

// A lift that has long been at its end comes back at once, and not beyond its start.
func TestReversedAtItsEnd(t *testing.T) {
	t.Parallel()
	y, id := drivenLift(t, level.Properties{"drives": "lift", "switch_mode": "toggle", "drive_mode": "reverse"},
		level.LoopOnce)
	r := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 60, Y: 290})
	y0 := liftOf(r, id).Transform.P.Y
	steps(r, 600, Input{})
	if got := y0 - liftOf(r, id).Transform.P.Y; got != 120 {
		t.Fatalf("the lift has risen by %g", got)
	}
	r.walker.Position = Vec{X: 115, Y: 290}
	steps(r, 62, Input{})
	if got := y0 - liftOf(r, id).Transform.P.Y; got > 62 || got < 58 {
		t.Errorf("a second later, the lift has risen by %g", got)
	}
	steps(r, 600, Input{})
	if got := liftOf(r, id).Transform.P.Y; got != y0 {
		t.Errorf("back at the start it is at %g, want %g", got, y0)
	}
}

// A run restored to before or after presses continues in the same way, and its recording gives the same run.
func TestRestoreDrivenRun(t *testing.T) {
	y, id := drivenLift(t, level.Properties{"drives": "lift, other", "switch_mode": "toggle", "drive_mode": "reverse"},
		level.LoopBackAndForth)
	y.box("other", 380, 290, 50, 10, tagged("other"), along(Vec{X: 40}, level.LoopAround, func(p *level.Path) {
		p.Wait = 0.2
	}))
	y.box("crate", 310, 260, 20, 20, isDynamic)
	r := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 60, Y: 290})
	way := func(n int) Input { // over the plate and back, again and again
		return Input{X: []float64{1, -1}[n/70%2]}
	}
	var saved []State
	var hashes []uint64
	turned := 0
	for n := range 420 {
		if n%30 == 0 {
			saved = append(saved, State{})
			saved[len(saved)-1].Save(r)
		}
		r.Step(way(n))
		hashes = append(hashes, r.Hash())
	}
	for _, e := range r.Log() {
		if e.Trigger == id && e.Kind == Turn {
			turned++
		}
	}
	if turned < 4 {
		t.Fatalf("the lift turned %d times", turned)
	}
	for k := range saved {
		saved[k].Restore(r)
		for n := k * 30; n < 420; n++ {
			if r.Step(way(n)); r.Hash() != hashes[n] {
				t.Fatalf("restored to step %d, step %d differs", k*30, n)
			}
		}
	}
	rec := r.Recording()
	again := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 60, Y: 290})
	again.replay(&rec)
	if again.Hash() != hashes[419] {
		t.Error("the recording gives a different run")
	}
	if n := testing.AllocsPerRun(30, func() { r.Step(Input{}) }); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

// A lift that is itself a switch carries the character on it.
func TestSwitchOnLift(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 300, 500, 20)
	y.box("lift", 100, 290, 50, 10, tagged("switch"), with(level.Properties{"drives": "lift", "switch_mode": "once"}),
		along(Vec{Y: -120}, level.LoopOnce))
	r := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 60, Y: 290})
	steps(r, 60, Input{})
	r.walker.Position = Vec{X: 125, Y: 270}
	steps(r, 200, Input{})
	if at := r.Character(); at.Position.Y > 161 || !at.Grounded {
		t.Errorf("the character is at %v, grounded: %v", at.Position, at.Grounded)
	}
}
