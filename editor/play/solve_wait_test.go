package play

import (
	"bytes"
	"strings"
	"testing"

	"fillet/editor/level"
)

// TestWaiting solves levels with a way that only opens periodically. The inputs are written, read and replayed.
func TestWaiting(t *testing.T) {
	hall := func(y *levelBuilder) {
		y.box("floor", 0, 1000, 1000, 20)
		y.box("left", -20, 0, 20, 1020)
		y.box("right", 1000, 0, 20, 1020)
		y.box("lid", 0, -20, 1000, 20)
	}
	up := func(speed, wait, phase float64) level.Path {
		return level.Path{Points: []Vec{{}, {Y: -400}}, Speed: speed, Wait: wait, Phase: phase}
	}
	lift := func(way level.Path) func(y *levelBuilder) { // to a shelf with the goal
		return func(y *levelBuilder) {
			hall(y)
			y.box("shelf", 545, 590, 400, 20)
			y.goal(885, 550, 30, 40)
			y.box("lift", 460, 985, 80, 10, onPath(way))
		}
	}
	moat := func(y *levelBuilder) {
		y.box("near", 0, 1000, 200, 20)
		y.box("far", 800, 1000, 200, 20)
		y.box("lava", 200, 1040, 600, 20, isTrigger, tagged("hazard"))
		y.goal(900, 960, 30, 40)
	}
	for _, c := range []struct {
		name  string
		limit int // steps
		make  func(y *levelBuilder)
	}{
		{"slow lift", 3_000_000, lift(up(80, 1, 0))},
		{"lift with a long pause", 3_000_000, lift(up(100, 25, 0))},
		{"fast lift", 3_000_000, lift(up(400, 1, 0))},
		{"lift that is away at first", 3_000_000, lift(up(60, 0.5, 0.2))},
		{"lift after a lift", 6_000_000, func(y *levelBuilder) {
			hall(y)
			y.box("ledge", 300, 750, 160, 20)
			y.box("shelf", 545, 490, 400, 20)
			y.goal(885, 450, 30, 40)
			y.box("lift", 210, 985, 80, 10, onPath(level.Path{
				Points: []Vec{{}, {Y: -240}}, Speed: 60, Wait: 2,
				Phase: 0.3,
			}))
			y.box("lift", 462, 745, 80, 10, onPath(level.Path{
				Points: []Vec{{}, {Y: -260}}, Speed: 70, Wait: 1,
				Phase: 0.6,
			}))
		}},
		{"ferry", 3_000_000, func(y *levelBuilder) {
			moat(y)
			y.box("ferry", 202, 1000, 80, 10, onPath(level.Path{
				Points: []Vec{{}, {X: 516}}, Speed: 70, Wait: 1,
				Phase: 0.2,
			}))
		}},
		{"ferry by properties", 3_000_000, func(y *levelBuilder) {
			moat(y)
			y.box("ferry", 202, 1000, 80, 10, isKinematic,
				with(level.Properties{"move_x": 516.0, "move_time": 24.0, "move_phase": 0.2}))
		}},
		{"crusher", 3_000_000, func(y *levelBuilder) {
			hall(y)
			y.box("over", 400, 0, 100, 900)
			y.box("crusher", 400, 850, 100, 148, onPath(level.Path{Points: []Vec{{}, {Y: -100}}, Time: 1.2, Wait: 6}))
			y.goal(885, 960, 30, 40)
		}},
		{"gate that opens in time", 3_000_000, func(y *levelBuilder) {
			hall(y)
			y.box("over", 400, 0, 20, 900)
			y.box("gate", 400, 900, 20, 99, onPath(level.Path{Points: []Vec{{}, {Y: -98}}, Speed: 300, Wait: 12}))
			y.goal(885, 960, 30, 40)
		}},
		{"hazard that patrols a passage", 3_000_000, func(y *levelBuilder) {
			hall(y)
			y.box("over", 300, 0, 400, 960)
			y.box("fire", 280, 960, 40, 40, isTrigger, tagged("hazard"),
				onPath(level.Path{Points: []Vec{{}, {Y: -300}}, Speed: 150, Wait: 5}))
			y.goal(885, 960, 30, 40)
		}},
		{"wheel", 3_000_000, func(y *levelBuilder) {
			hall(y)
			y.box("over", 480, 0, 20, 880)
			y.box("wheel", 430, 930, 120, 16, onPath(level.Path{Turn: 12}))
			y.box("wheel", 482, 880, 16, 118, onPath(level.Path{Turn: 12}))
			y.goal(885, 960, 30, 40)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && strings.HasPrefix(c.name, "lift ") {
				t.Skip("takes long: make nightly runs it")
			}
			t.Parallel()
			y := newLevelBuilder(t)
			c.make(y)
			snap, start := y.snapshot(), Vec{X: 60, Y: 985}
			res := find(t, snap, DefaultSettings(), start, SolveOptions{Steps: c.limit})
			t.Logf("%d steps tried, %d long", res.Steps, res.Inputs.Len())
			if res.Verdict != Found {
				t.Fatalf("the level is not solved: %s", res.Reason)
			}
			var b bytes.Buffer
			if _, err := res.Inputs.WriteTo(&b); err != nil {
				t.Fatal(err)
			}
			rec, err := ReadRecording(&b)
			if err != nil {
				t.Fatal(err)
			}
			if !reaches(snap, DefaultSettings(), &rec, 0) {
				t.Error("the inputs do not reach the goal once they are written and read")
			}
		})
	}
}

// In levels where nothing changes on its own, the search does not wait.
func TestNothingToWaitFor(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cavern", "jetpack"} {
		snap := sampleWithPrefabs(t, name)
		still := snap.Without(func(c *level.Collider) bool { return c.Body == level.Kinematic })
		if c := cyclesOf(still); c.steps != 0 || len(c.zones) != 0 {
			t.Errorf("%s: %d steps of waiting in %d places", name, c.steps, len(c.zones))
		}
	}
}
