package play

import (
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
)

// An attempt that jumps too low or too short reports by how much, and its inputs get as near as it says.
func TestBestTry(t *testing.T) {
	s := leaper()
	s.JumpHeight, s.TimeToApex, s.Speed = 100, 0.4, 200
	far := float64(2*s.TimeToApex*s.Speed) + s.Size.X
	for _, c := range []struct {
		name string
		make func(y *levelBuilder)
		how  string
		by   float64
		top  float64 // expected height of the ground
	}{
		{"step", func(y *levelBuilder) {
			y.box("floor", -200, 0, 300, 40)
			y.box("step", 100, -112, 120, 152)
			y.box("end", 220, -512, 20, 440)
			y.goal(170, -142, 30, 30)
		}, "too low for", 12, -112},
		{"gap", func(y *levelBuilder) {
			y.box("here", -200, 0, 200, 40)
			y.box("there", far+20, 0, 200, 40)
			y.goal(far+80, -40, 40, 40)
		}, "short of", 20, 0},
		{"platform overhead", func(y *levelBuilder) {
			y.box("floor", -200, 0, 600, 40)
			y.box("shelf", 100, -130, 100, 8, isOneWay)
			y.box("lid", -200, -400, 600, 20)
			y.box("end", 400, -400, 20, 440)
			y.goal(140, -165, 20, 20)
		}, "too low for", 30, -130},
		{"reversed step", func(y *levelBuilder) {
			y.box("ceiling", -200, -64, 300, 40)
			y.box("step", 100, -64, 120, 152)
			y.box("end", 220, 48, 20, 440)
			y.goal(170, 88, 30, 30)
		}, "too low for", 12, 88},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := s
			s.Reversed = strings.HasPrefix(c.name, "reversed")
			y := newLevelBuilder(t)
			y.box("wall", -220, -400, 20, 880)
			c.make(y)
			start := Vec{X: -120, Y: -12}
			snap := y.snapshot()
			res := find(t, snap, s, start, SolveOptions{Steps: 300_000})
			if res.Verdict != Unknown || res.Best == nil || res.Best.Ground == nil {
				t.Fatalf("verdict %d, best try %v", res.Verdict, res.Best)
			}
			t.Log(res.Missing())
			if by := res.Best.Short.Len(); math.Abs(by-c.by) > 5 || !strings.Contains(res.Missing(), c.how) {
				t.Errorf("the attempt misses %g px, want %s %g: %s", by, c.how, c.by, res.Missing())
			}
			if math.Abs(res.Best.Ground.Y-c.top) > 1 {
				t.Errorf("the ground ahead is at %v, want it at a height of %g", *res.Best.Ground, c.top)
			}
			run := NewRun(snap, s, start)
			for in := range res.Best.Inputs.Steps() {
				run.Step(in)
			}
			if run.Character().Position != res.Best.At {
				t.Errorf("the attempt's inputs lead to %v, want %v", run.Character().Position, res.Best.At)
			}
		})
	}
}

// If there is no guide, or the target can be reached only through the air, no attempt is reported as nearest.
func TestNoBestTry(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -200, 0, 600, 40)
	y.goal(100, -300, 20, 20)
	res := find(t, y.snapshot(), leaper(), Vec{Y: -12}, SolveOptions{Steps: 50_000})
	if res.Verdict != Unknown || res.Best == nil || res.Best.Ground != nil ||
		strings.Contains(res.Missing(), "ground") {
		t.Errorf("a goal in the air: %s", res.Missing())
	}
}

// TestWhatIsMissing checks that the best try names the nearest part of the ground that was not reached, also far from
// where the way to the goal meets that ground, and the closed door in front of it.
func TestWhatIsMissing(t *testing.T) {
	t.Parallel()
	room := func(y *levelBuilder) {
		y.box("floor", -20, 1000, 1040, 20)
		y.box("left", -20, 0, 20, 1000)
		y.box("right", 1000, 0, 20, 1000)
		y.box("lid", -20, -20, 1040, 20)
	}
	for _, c := range []struct {
		name string
		make func(y *levelBuilder)
		want string
		most float64 // limit for the distance from the ground
	}{
		{"stairs that end too low, far from where the way to the goal meets its ground", func(y *levelBuilder) {
			y.box("floor", -20, 1000, 420, 20)
			y.box("left", -20, 400, 20, 600)
			y.box("right", 380, 400, 20, 600)
			y.box("lid", -20, 380, 420, 20)
			y.box("step", -20, 900, 150, 100)
			y.box("step", -20, 800, 80, 200)
			y.box("shelf", 155, 640, 185, 20)
			y.goal(300, 600, 30, 40)
		}, "px too low for the ground at (", 60},
		{"a moat that is too wide, with a high goal beyond it", func(y *levelBuilder) {
			y.box("near", -20, 1000, 220, 20)
			y.box("far", 900, 1000, 300, 20)
			y.box("left", -20, 0, 20, 1000)
			y.goal(1000, 900, 30, 100)
		}, "px short of the ground at (89", 250},
		{"a moat that is too wide, with a low goal beyond it", func(y *levelBuilder) {
			y.box("near", -20, 1000, 220, 20)
			y.box("far", 800, 1000, 200, 20)
			y.box("left", -20, 0, 20, 1000)
			y.box("right", 1000, 0, 20, 1060)
			y.box("lava", 200, 1060, 600, 20, isTrigger, tagged("hazard"))
			y.goal(900, 960, 30, 40)
		}, "px short of the ground at (7", 150},
		{"a door whose switch is out of reach", func(y *levelBuilder) {
			room(y)
			y.box("wall", 500, 0, 20, 920)
			y.box("gate", 500, 920, 20, 80, tagged("door"))
			y.box("button", 100, 700, 40, 40, isTrigger, tagged("switch"), with(level.Properties{"opens": "gate"}))
			y.goal(900, 960, 30, 40)
		}, "the door gate is closed", 0},
		{"a step before a door", func(y *levelBuilder) {
			room(y)
			y.box("step", 300, 780, 220, 220)
			y.box("wall", 500, 0, 20, 700)
			y.box("gate", 500, 700, 20, 80, tagged("door"))
			y.goal(900, 960, 30, 40)
		}, "too low for the ground at (", 120},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			y := newLevelBuilder(t)
			c.make(y)
			s := leaper()
			res := find(t, y.snapshot(), s, Vec{X: 150, Y: 980}, SolveOptions{Steps: 300_000})
			if res.Verdict != Unknown || !strings.Contains(res.Missing(), c.want) ||
				res.Best.Short.Len() > c.most {
				t.Errorf("verdict %d, %s; want %q, at most %g px", res.Verdict, res.Missing(), c.want, c.most)
			}
		})
	}
}
