package play

import (
	"math"
	"strings"
	"testing"
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
