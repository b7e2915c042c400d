package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// find searches a level and replays the result.
func find(t testing.TB, snap level.Snapshot, s Settings, start Vec, o SolveOptions) Solution {
	t.Helper()
	res, err := Solve(context.Background(), snap, s, start, o)
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict == Found && !reaches(snap, s, &res.Inputs, o.Target) {
		t.Error("the inputs do not reach the target")
	}
	if res.Verdict == Found && res.Steps < res.Inputs.Len() {
		t.Errorf("the search reports %d steps tried, but its inputs have %d", res.Steps, res.Inputs.Len())
	}
	return res
}

const extension = ".level.yaml"

// TestSamplesAreSolved finds a way to the goal of every level that the program ships, within a million steps, and the
// same way for any number of workers.
func TestSamplesAreSolved(t *testing.T) {
	assets := filepath.Join("..", "..", "assets")
	names := map[string]bool{}
	err := filepath.WalkDir(assets, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, extension) {
			return err
		}
		snap := open(t, path)
		if goals, _ := targetsOf(snap, 0); len(goals) == 0 || SpawnOf(snap) == nil {
			return nil
		}
		name := strings.TrimSuffix(filepath.Base(path), extension)
		names[name] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			isSolved(t, snap)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cavern", "jetpack", "platformer", "machines", "tower", "throne", "first"} {
		if !names[name] {
			t.Errorf("%s has no goal or no spawn", name)
		}
	}
}

func isSolved(t *testing.T, snap level.Snapshot) {
	s, start := settingsOf(t, snap)
	var first bytes.Buffer
	for _, workers := range []int{1, 3} {
		res := find(t, snap, s, start, SolveOptions{Steps: 1_000_000, Workers: workers})
		if res.Verdict != Found {
			t.Fatalf("the level is not solved: %s", res.Reason)
		}
		var b bytes.Buffer
		if _, err := res.Inputs.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		if first.Len() == 0 {
			first = b
		} else if !bytes.Equal(first.Bytes(), b.Bytes()) {
			t.Errorf("%d workers find different inputs from one worker:\n%s\n%s", workers, &b, &first)
		}
		t.Logf("%d steps tried, %d long, %d lines", res.Steps, res.Inputs.Len(), len(res.Inputs.Held))
	}
}

// leaper returns a box of 14 by 24 that jumps exactly as high and as far as the formulas predict, without coyote time
// or other aids.
func leaper() Settings {
	s := DefaultSettings()
	s.Form, s.Size = level.BoxForm, Vec{X: 14, Y: 24}
	s.Acceleration, s.AirControl = level.MaxPlayAccel, level.MaxPlayAccel
	s.CoyoteTime, s.JumpBuffer, s.StepHeight = 0, 0, 0
	s.CornerCorrection = false
	s.Speed, s.JumpHeight, s.TimeToApex = 300, 120, 0.8
	s.MaxFall = 5000
	return s
}

// A jump lasts twice the time to the apex, at the character's speed. The character's width adds to the gap, because its
// back leaves one edge and its front reaches the other.
func TestWidestGap(t *testing.T) {
	t.Parallel()
	s := leaper()
	widest := 2*s.TimeToApex*s.Speed + s.Size.X
	for _, c := range []struct {
		share  float64
		solved bool
	}{{0.5, true}, {0.9, true}, {0.98, true}, {1.02, false}, {1.3, false}} {
		y := newLevelBuilder(t)
		gap := math.Round(widest * c.share)
		y.box("here", -200, 0, 200, 40)
		y.box("there", gap, 0, 200, 40)
		y.box("wall", -220, -200, 20, 240)
		y.goal(gap+60, -40, 40, 40)
		res := find(t, y.snapshot(), s, Vec{X: -120, Y: -12}, SolveOptions{Steps: 300_000})
		if (res.Verdict == Found) != c.solved || res.Verdict == Sealed {
			t.Errorf("a gap of %g, %g of the widest: verdict %d after %d steps", gap, c.share, res.Verdict, res.Steps)
		}
	}
}

// The character rises as high as its settings say.
func TestHighestStep(t *testing.T) {
	t.Parallel()
	s := leaper()
	rapid.Check(t, func(rt *rapid.T) {
		s.JumpHeight = math.Round(rapid.Float64Range(30, 200).Draw(rt, "jump height"))
		s.TimeToApex = rapid.Float64Range(0.3, 0.6).Draw(rt, "time")
		solved := rapid.Bool().Draw(rt, "can be solved")
		height := s.JumpHeight * 1.02
		if solved {
			height = s.JumpHeight * 0.98
		}
		y := newLevelBuilder(t)
		y.box("floor", -200, 0, 300, 40)
		y.box("wall", -220, -400, 20, 440)
		y.box("step", 100, -height, 120, height+40)
		y.box("end", 220, -height-400, 20, 440)
		y.goal(170, -height-30, 30, 30)
		res := find(t, y.snapshot(), s, Vec{X: -120, Y: -12}, SolveOptions{Steps: 100_000})
		if (res.Verdict == Found) != solved {
			rt.Errorf("a step of %g for a jump of %g: verdict %d after %d steps", height, s.JumpHeight, res.Verdict,
				res.Steps)
		}
	})
}

// Levels that need one of the character's abilities are solved with it, and not without it.
func TestAbilitiesAreUsed(t *testing.T) {
	room := func(y *levelBuilder) {
		y.box("floor", -200, 100, 600, 40)
		y.box("left", -220, -400, 20, 540)
		y.box("right", 400, -400, 20, 540)
		y.box("lid", -220, -420, 640, 20)
	}
	for _, c := range []struct {
		name string
		make func(y *levelBuilder)
		with func(s *Settings)
	}{
		{"ladder", func(y *levelBuilder) {
			y.box("shelf", 200, -100, 200, 20)
			y.box("rungs", 180, -130, 16, 230, isTrigger, tagged(LadderTag))
			y.goal(300, -130, 30, 30)
		}, func(s *Settings) { s.Climb = true }},
		{"air jump", func(y *levelBuilder) {
			y.box("shelf", 200, 20, 200, 20)
			y.goal(300, -10, 30, 30)
		}, func(s *Settings) { s.DoubleJump, s.AirJumps, s.AirJumpHeight = true, 1, 50 }},
		{"wall", func(y *levelBuilder) {
			y.box("shaft", 60, -200, 20, 250)
			y.box("shelf", 120, -200, 280, 300)
			y.goal(300, -230, 30, 30)
		}, func(s *Settings) { s.WallJump = true }},
		{"crouch", func(y *levelBuilder) {
			y.box("low", 100, -400, 100, 484)
			y.goal(300, 70, 30, 30)
		}, func(s *Settings) { s.Crouch, s.CrouchHeight = true, 14 }},
		{"water", func(y *levelBuilder) {
			y.box("pool", 100, -90, 100, 190, isTrigger, tagged(WaterTag))
			y.box("shelf", 200, -80, 200, 180)
			y.goal(300, -110, 30, 30)
		}, func(s *Settings) { s.Swim = true }},
		{"jetpack", func(y *levelBuilder) {
			y.box("shelf", 200, -80, 200, 20)
			y.goal(300, -110, 30, 30)
		}, func(s *Settings) { s.Jetpack = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			y := newLevelBuilder(t)
			room(y)
			c.make(y)
			s := DefaultSettings()
			for _, x := range s.Switches() {
				*x.On = false
			}
			start := Vec{X: 0, Y: 88}
			if res := find(t, y.snapshot(), s, start, SolveOptions{Steps: 150_000}); res.Verdict == Found {
				t.Errorf("without the ability, the level is solved")
			}
			c.with(&s)
			if res := find(t, y.snapshot(), s, start, SolveOptions{Steps: 600_000}); res.Verdict != Found {
				t.Errorf("with the ability, the level is not solved: %s", res.Reason)
			}
		})
	}
	y := newLevelBuilder(t)
	room(y)
	y.box("lift", 100, 80, 60, 10, isKinematic, with(level.Properties{"move_y": -180.0, "move_time": 4.0}))
	y.box("shelf", 180, -100, 220, 20)
	y.goal(300, -130, 30, 30)
	if res := find(t, y.snapshot(), DefaultSettings(), Vec{Y: 88},
		SolveOptions{Steps: 3_000_000, Workers: 2}); res.Verdict != Found {
		t.Errorf("the lift does not carry it up: %s", res.Reason)
	}
	y = newLevelBuilder(t)
	y.box("walls", 0, 0, 20, 200)
	y.goal(150, 50, 20, 20)
	top := DefaultSettings()
	top.Mode = TopDown
	if res := find(t, y.snapshot(), top, Vec{X: -100, Y: 60}, SolveOptions{}); res.Verdict != Found {
		t.Errorf("the top-down level is not solved: %s", res.Reason)
	}
}

// A goal in a closed vault, a coin in the rock, and a coin that is too high are reported as such.
func TestUnreachableTargets(t *testing.T) {
	t.Parallel()
	snap := open(t, "testdata", "pocket.level.yaml")
	s, start := settingsOf(t, snap)
	goal := find(t, snap, s, start, SolveOptions{})
	if goal.Verdict != Sealed || goal.Seal.Kind != SealVault || len(goal.Seal.By) != 1 ||
		goal.Seal.By[0].Name != "vault" {
		t.Errorf("the goal in the vault: %+v", goal)
	}
	ids := map[string]level.ID{}
	for _, c := range snap.Layers[1].Colliders {
		ids[c.Name] = c.ID
	}
	rock := find(t, snap, s, start, SolveOptions{Target: ids["coin in rock"]})
	if rock.Verdict != Sealed || rock.Seal.Kind != SealBuried ||
		!slices.ContainsFunc(rock.Seal.By, func(c *level.Collider) bool {
			return c.Name == "vault"
		}) {
		t.Errorf("the coin in the rock: %+v", rock)
	}
	high := find(t, snap, s, start, SolveOptions{Target: ids["coin too high"], Steps: 200_000})
	if high.Verdict != Unknown || !strings.HasPrefix(high.Reason, "not found within ") {
		t.Errorf("the coin too high: %+v", high)
	}
	s.Jetpack = true
	s.Fuel = 20
	if res := find(t, snap, s, start, SolveOptions{Target: ids["coin too high"]}); res.Verdict != Found {
		t.Errorf("with a jetpack, the coin is not reached: %s", res.Reason)
	}
}

// Degenerate levels give an answer or an error, never a panic.
func TestOddLevels(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	y := newLevelBuilder(t)
	y.box("floor", 0, 0, 100, 20)
	if _, err := Solve(ctx, y.snapshot(), DefaultSettings(), Vec{}, SolveOptions{}); err == nil {
		t.Error("a level without a goal is solved")
	}
	if _, err := Solve(ctx, y.snapshot(), DefaultSettings(), Vec{}, SolveOptions{Target: 77}); err == nil {
		t.Error("a missing trigger is reached")
	}
	y = newLevelBuilder(t)
	y.box("left", 0, 0, 100, 100)
	y.box("right", 106, 0, 100, 100)
	y.box("below", 0, 90, 300, 100)
	y.box("above", 0, -50, 300, 70)
	y.goal(700, 0, 20, 20)
	if res := find(t, y.snapshot(), DefaultSettings(), Vec{X: 103, Y: 50}, SolveOptions{Steps: 10_000}); res.Verdict ==
		Sealed {
		t.Errorf("out of a rock: %+v", res)
	}
	if res := find(t, y.snapshot(), DefaultSettings(), Vec{X: math.NaN()}, SolveOptions{Steps: 10_000}); res.Verdict ==
		Found {
		t.Errorf("from nowhere: %+v", res)
	}
	s := DefaultSettings()
	for _, n := range s.Numbers() {
		*n.Value = math.NaN()
	}
	find(t, y.snapshot(), s, Vec{X: 450, Y: 0}, SolveOptions{Steps: 10_000})
	y = newLevelBuilder(t)
	y.goal(100, 0, 20, 20)
	find(t, y.snapshot(), DefaultSettings(), Vec{}, SolveOptions{Steps: 10_000}) // the character falls forever
}

func TestSearchIsCancelled(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -2000, 0, 4000, 20)
	y.goal(0, -800, 20, 20)
	ctx, cancel := context.WithCancel(context.Background())
	batches := 0
	_, err := Solve(ctx, y.snapshot(), DefaultSettings(), Vec{Y: -12},
		SolveOptions{Workers: 2, Progress: func(steps int) {
			if batches++; batches == 20 {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) || batches != 20 {
		t.Errorf("cancelled after %d batches: %v", batches, err)
	}
}

// TestSearchKeepsToItsMemory counts the bytes of all states, nodes and places. Pending states are dropped before they
// exceed the limit. The crates pile up, so later states are larger.
func TestSearchKeepsToItsMemory(t *testing.T) {
	t.Parallel()
	nodes := 0
	for _, c := range []struct {
		surveys bool
		workers int
	}{{false, 1}, {false, 3}, {true, 1}} {
		y := newLevelBuilder(t)
		y.box("floor", -4000, 0, 8000, 20)
		for i := range 40 {
			y.box("crate", float64(i%5*17)+300, float64(-20*(i/5)-40), 16, 16, isDynamic)
		}
		y.goal(0, -800, 20, 20)
		const mb = 6
		batches, largest := 0, 0
		var s *search
		s = newSearch(y.snapshot(), DefaultSettings(), Vec{X: 9, Y: -60},
			SolveOptions{MB: mb, Workers: c.workers, Progress: func(int) {
				batches++
				n := len(s.nodes)*int(unsafe.Sizeof(solveNode{})) + len(s.seen)*int(unsafe.Sizeof(solvePlace{})+4)
				for _, q := range s.queues {
					for _, o := range q {
						n += o.state.Bytes()
					}
				}
				for _, w := range s.workers {
					for _, free := range w.free {
						n += free.Bytes()
					}
				}
				if s.seeks != nil {
					for _, state := range s.seeks.kept {
						n += state.Bytes()
					}
				}
				largest = max(largest, n)
			}})
		if c.surveys {
			s.seeks = newSurveyNotes(s)
		}
		s.begin(finenesses[0])
		if _, how := s.run(context.Background(), 20_000); how != outOfSteps || batches < 8 || !s.forgot {
			t.Fatalf("the search ends with %v after %d batches, having forgotten some: %v", how, batches, s.forgot)
		}
		if largest > mb<<20 {
			t.Errorf("with a limit of %d MB, the search uses %d KB, surveying: %v", mb, largest>>10, c.surveys)
		}
		if c.workers > 1 && len(s.nodes) != nodes {
			t.Errorf("%d workers reach %d nodes, one worker %d", c.workers, len(s.nodes), nodes)
		}
		nodes = len(s.nodes)
	}
}

// Every way found reaches the target in a replay, and no random run reaches a sealed target.
func TestRandomRooms(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := cave(rt, t)
		y := newLevelBuilder(t)
		y.goal(rapid.Float64Range(0, 280).Draw(rt, "goal x"), rapid.Float64Range(0, 180).Draw(rt, "goal y"), 16, 16)
		goal := y.snapshot()
		snap.Layers = append(slices.Clone(snap.Layers), goal.Layers...)
		s := DefaultSettings()
		s.Jetpack = rapid.Bool().Draw(rt, "jetpack")
		start := Vec{X: rapid.Float64Range(10, 290).Draw(rt, "x"), Y: rapid.Float64Range(10, 190).Draw(rt, "y")}
		res, err := Solve(context.Background(), snap, s, start, SolveOptions{Steps: 20_000})
		if err != nil {
			rt.Fatal(err)
		}
		if res.Verdict != Sealed {
			return // find has replayed it
		}
		r := NewRun(snap, s, start)
		for range 20 {
			in := Input{
				X:    rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "in x"),
				Jump: rapid.Bool().Draw(rt, "in jump"),
			}
			for range 15 {
				r.Step(in)
			}
		}
		if r.Finished() {
			rt.Fatalf("a sealed target (%s) is reached", res.Reason)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"jetpack", "platformer", "machines"} {
		snap := sampleWithPrefabs(b, name)
		s, start := settingsOf(b, snap)
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", name, workers), func(b *testing.B) {
				for b.Loop() {
					res := find(b, snap, s, start, SolveOptions{Workers: workers})
					b.ReportMetric(float64(res.Steps), "steps")
				}
			})
		}
	}
}
