package play

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

func mustSurvey(t testing.TB, snap level.Snapshot, s Settings, start Vec, steps int) Survey {
	t.Helper()
	v, err := NewSurvey(context.Background(), snap, s, start, SolveOptions{Steps: steps, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// stretchAt returns the stretch of ground at a position of the character.
func stretchAt(v *Survey, p Vec) int {
	return slices.IndexFunc(v.Stretches, func(s Stretch) bool { return s.Box.Grow(8).Contains(p) })
}

// A survey of a floor, a shelf within reach of a jump, a shelf out of reach, and a pit without a way out.
func TestSurvey(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("left", -120, -300, 20, 500)
	y.box("floor", -100, 0, 300, 40)
	y.box("pit", 200, 160, 100, 40)
	y.box("far", 300, 0, 200, 200)
	y.box("right", 500, -300, 20, 500)
	y.box("shelf", -60, -40, 60, 10)
	y.box("high", 60, -140, 60, 10)
	coin := y.box("coin", -40, -60, 10, 10, isTrigger)
	much := y.box("too high", 80, -170, 10, 10, isTrigger)
	y.goal(480, -20, 20, 20)
	snap := y.snapshot()
	s := DefaultSettings()
	s.Crouch = false
	v := mustSurvey(t, snap, s, Vec{X: 100, Y: -12}, 1_500_000)
	if !v.Complete {
		t.Errorf("the survey is incomplete after %d steps", v.Steps)
	}
	if slices.Contains(v.Entered, much) || !slices.Contains(v.Entered, coin) || !v.Finishes {
		t.Errorf("the survey enters %v, reaches the goal: %v", v.Entered, v.Finishes)
	}
	for _, c := range []struct {
		name         string
		at           Vec
		found, leave bool
	}{
		{"floor", Vec{X: 100, Y: -12}, true, true},
		{"shelf", Vec{X: -30, Y: -52}, true, true},
		{"high", Vec{X: 90, Y: -152}, false, false},
		{"pit", Vec{X: 250, Y: 148}, true, false},
		{"far", Vec{X: 400, Y: -12}, true, true},
	} {
		i := stretchAt(&v, c.at)
		if (i >= 0) != c.found || c.found && v.Stretches[i].Back != c.leave {
			t.Errorf("%s is stretch %d of %+v", c.name, i, v.Stretches)
		}
	}
	if stretchAt(&v, Vec{X: 100, Y: -12}) != 0 {
		t.Error("the start is not the first stretch")
	}
	checkWays(t, snap, s, &v)
	if !slices.ContainsFunc(v.Ways, func(w Way) bool {
		return w.From == 0 && w.To == stretchAt(&v, Vec{X: 250, Y: 148})
	}) {
		t.Error("no way leads into the pit")
	}
	// The expected ways: to the shelf and to the far side and back, and down into the pit with no way back.
	name := map[int]string{}
	for n, at := range map[string]Vec{
		"floor": {X: 100, Y: -12}, "shelf": {X: -30, Y: -52}, "pit": {X: 250, Y: 148},
		"far": {X: 400, Y: -12},
	} {
		name[stretchAt(&v, at)] = n
	}
	var graph []string
	for _, w := range v.Ways {
		graph = append(graph, name[w.From]+" "+name[w.To])
	}
	slices.Sort(graph)
	if want := []string{
		"far floor", "far pit", "floor far", "floor pit", "floor shelf",
		"shelf floor",
	}; !slices.Equal(graph, want) {
		t.Errorf("ways = %q, want %q", graph, want)
	}
	if ends := v.DeadEnds(); len(ends) != 1 || len(ends[0]) != 1 || name[ends[0][0]] != "pit" {
		t.Errorf("dead ends = %v", ends)
	}
	if less := mustSurvey(t, snap, s, Vec{X: 100, Y: -12}, 2_000); less.Complete ||
		slices.ContainsFunc(less.Stretches, func(s Stretch) bool {
			return !s.Back
		}) {
		t.Error("a stretch that was not fully tried counts as a dead end")
	}
}

// A part may be reached if a checkpoint is in it and also extends into the character's part.
func TestCheckpointsAreReached(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", -100, 0, 400, 20)
	y.box("lid", -100, -200, 400, 20)
	y.box("left", -100, -200, 20, 200)
	y.box("right", 280, -200, 20, 200)
	y.box("wall", 90, -200, 20, 200)
	snap := y.snapshot()
	s := DefaultSettings()
	f := flood(t, snap, s)
	if r := f.Reach(Vec{X: 0, Y: -50}, snap, s); len(r) != 1 || r[0] == f.PartAt(Vec{X: 200, Y: -50}) {
		t.Errorf("the flood reaches %v", r)
	}
	y = newLevelBuilder(t)
	y.diff.Colliders = nil
	y.box("through the wall", 60, -60, 80, 60, isTrigger, tagged("checkpoint"))
	more := y.snapshot()
	snap.Layers = append(slices.Clone(snap.Layers), more.Layers...)
	if r := f.Reach(Vec{X: 0, Y: -50}, snap, s); !slices.Contains(r, f.PartAt(Vec{X: 200, Y: -50})) {
		t.Errorf("through the checkpoint, the flood reaches %v", r)
	}
}

// Surveys of random levels are sound: each stretch is in a part that may be reached.
func TestRandomSurveys(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := cave(rt, t)
		s := DefaultSettings()
		start := Vec{X: rapid.Float64Range(10, 290).Draw(rt, "x"), Y: rapid.Float64Range(10, 190).Draw(rt, "y")}
		r := NewRun(snap, s, start)
		if r.Stuck() {
			return
		}
		v := mustSurvey(t, snap, s, start, 4000)
		f := flood(t, snap, s)
		reach := f.Reach(r.Character().Position, snap, s)
		for _, st := range v.Stretches {
			for _, p := range st.Spots {
				if !slices.Contains(reach, f.PartAt(p)) {
					rt.Fatalf("the survey stands at %v, which no way leads to", p)
				}
			}
		}
	})
}

// covered returns the names of the colliders on which a survey stood.
func covered(snap level.Snapshot, v *Survey) []string {
	stood := map[level.ID]bool{}
	for i := range v.Stretches {
		for _, id := range v.Stretches[i].On {
			stood[id] = true
		}
	}
	var out []string
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if stood[c.ID] {
				out = append(out, c.Name)
			}
		}
	}
	return out
}

// Within 800,000 steps, which take a few seconds, a survey stands on all ground of the samples that ten times as many
// steps reach.
func TestSamplesAreSurveyed(t *testing.T) {
	for _, c := range []struct {
		name     string
		finishes bool     // the goal is certainly reached within these steps
		stands   []string // colliders on which it stands, among others
		least    int      // smallest number of stretches
	}{
		{"platformer", true, []string{"meadow", "hill", "stairs", "cliff", "rung", "rung", "ferry", "lift"}, 11},
		{"jetpack", true, nil, 20},
		{"machines", false, nil, 11},
		{"cavern", true, nil, 30},
		{"triggers", false, nil, 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.stands == nil {
				t.Skip("takes long: make nightly runs it")
			}
			t.Parallel()
			snap := sampleWithPrefabs(t, c.name)
			s, start := settingsOf(t, snap)
			v := mustSurvey(t, snap, s, start, 800_000)
			stands := covered(snap, &v)
			t.Logf("%d steps: %d stretches, %d ways, on %d colliders: %v", v.Steps, len(v.Stretches), len(v.Ways),
				len(stands), stands)
			if c.finishes && !v.Finishes || len(v.Stretches) < c.least {
				t.Errorf("%d stretches, goal reached: %v", len(v.Stretches), v.Finishes)
			}
			for _, name := range c.stands {
				i := slices.Index(stands, name)
				if i < 0 {
					t.Errorf("the survey does not reach %s", name)
					continue
				}
				stands = slices.Delete(stands, i, i+1)
			}
			checkWays(t, snap, s, &v)
		})
	}
}

// checkWays replays each way: it leaves its ground at its step, follows its path, and lands on its target, without
// touching other ground.
func checkWays(t *testing.T, snap level.Snapshot, s Settings, v *Survey) {
	t.Helper()
	r := NewRun(snap, s, Vec{})
	for _, w := range v.Ways {
		if r = NewRun(snap, s, w.Inputs.Start); w.From == w.To {
			t.Errorf("a way leads from %d to itself", w.From)
		}
		for in := range w.Inputs.Steps() {
			if k := r.Steps() - w.Leaves; k >= 0 && w.Path[k] != r.Character().Position {
				t.Errorf("the way from %d to %d is at %v in step %d, want %v", w.From, w.To, r.Character().Position,
					r.Steps(), w.Path[k])
				break
			}
			r.Step(in)
		}
		to := &v.Stretches[w.To]
		if p := r.Character(); !p.Grounded || !to.Box.Grow(1e-9).Contains(p.Position) ||
			w.Path[len(w.Path)-1] != p.Position || len(w.Path) != w.Inputs.Len()-w.Leaves+1 {
			t.Errorf("the way from %d to %d ends at %v, grounded %v, %d of %d places", w.From, w.To, p.Position,
				p.Grounded, len(w.Path), w.Inputs.Len()-w.Leaves+1)
		}
	}
}

// A survey is the same for any number of workers.
func TestSurveyIsDeterministic(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"machines", "platformer"} {
		snap := sampleWithPrefabs(t, name)
		s, start := settingsOf(t, snap)
		var first Survey
		for _, workers := range []int{1, 2, 5} {
			v, err := NewSurvey(context.Background(), snap, s, start, SolveOptions{Steps: 20_000, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if workers == 1 {
				first = v
			} else if !reflect.DeepEqual(first, v) {
				t.Errorf("%s: %d workers find %d stretches and %d ways in %d steps, one %d and %d in %d", name, workers,
					len(v.Stretches), len(v.Ways), v.Steps, len(first.Stretches), len(first.Ways), first.Steps)
			}
		}
	}
}

func TestSurveyIsCancelled(t *testing.T) {
	t.Parallel()
	snap := sampleWithPrefabs(t, "jetpack")
	s, start := settingsOf(t, snap)
	ctx, cancel := context.WithCancel(context.Background())
	batches := 0
	_, err := NewSurvey(ctx, snap, s, start, SolveOptions{Progress: func(int) {
		if batches++; batches == 10 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || batches != 10 {
		t.Errorf("after %d batches: %v", batches, err)
	}
}

// A survey stays within its memory even if its pending states are spread over many cells.
func TestSurveyKeepsToItsMemory(t *testing.T) {
	t.Parallel()
	snap := sampleWithPrefabs(t, "jetpack")
	s, start := settingsOf(t, snap)
	v, err := NewSurvey(context.Background(), snap, s, start, SolveOptions{MB: 2, Steps: 60_000})
	if err != nil || v.Complete || len(v.Stretches) < 2 {
		t.Errorf("with little memory: %d stretches, complete %v, %v", len(v.Stretches), v.Complete, err)
	}
}

func BenchmarkSurvey(b *testing.B) {
	for _, name := range []string{"platformer", "jetpack", "machines", "cavern", "triggers", "one-way"} {
		snap := sampleWithPrefabs(b, name)
		s, start := settingsOf(b, snap)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				v := mustSurvey(b, snap, s, start, 800_000)
				b.ReportMetric(float64(v.Steps), "steps")
				b.ReportMetric(float64(len(v.Stretches)), "stretches")
				b.ReportMetric(float64(len(v.Ways)), "ways")
			}
		})
	}
}
