package solve

import (
	"context"
	"slices"
	"testing"

	"fillet/editor/level"
	"fillet/editor/playtest"

	"pgregory.net/rapid"
)

func look(t testing.TB, snap level.Snapshot, s playtest.Settings, start Vec, steps int) Survey {
	t.Helper()
	v, err := Look(context.Background(), snap, s, start, Options{Steps: steps, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// stretchAt finds the stretch of ground around a place of the character.
func stretchAt(v *Survey, p Vec) int {
	return slices.IndexFunc(v.Stretches, func(s Stretch) bool { return s.Box.Grow(8).Contains(p) })
}

// TestLook: a floor, a shelf that can be jumped to, one that cannot, and a pit that nobody gets out of.
func TestLook(t *testing.T) {
	y := newYard(t)
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
	s := playtest.DefaultSettings()
	s.Crouch = false
	v := look(t, snap, s, Vec{X: 100, Y: -12}, 1_500_000)
	if !v.Complete {
		t.Errorf("%d steps are not all", v.Steps)
	}
	if slices.Contains(v.Entered, much) || !slices.Contains(v.Entered, coin) || !v.Finishes {
		t.Errorf("it comes to %v, to the goal: %v", v.Entered, v.Finishes)
	}
	for _, c := range []struct {
		name      string
		at        Vec
		is, leave bool
	}{{"floor", Vec{X: 100, Y: -12}, true, true}, {"shelf", Vec{X: -30, Y: -52}, true, true}, {"high", Vec{X: 90, Y: -152}, false, false}, {"pit", Vec{X: 250, Y: 148}, true, false}, {"far", Vec{X: 400, Y: -12}, true, true}} {
		i := stretchAt(&v, c.at)
		if (i >= 0) != c.is || c.is && v.Stretches[i].Back != c.leave {
			t.Errorf("%s is stretch %d of %+v", c.name, i, v.Stretches)
		}
	}
	if stretchAt(&v, Vec{X: 100, Y: -12}) != 0 {
		t.Error("the start is not the first stretch")
	}
	for _, w := range v.Ways {
		r := playtest.NewRun(snap, s, w.Inputs.Start)
		for in := range w.Inputs.Steps() {
			r.Step(in)
		}
		if c := r.Character(); !c.Grounded || !v.Stretches[w.To].Box.Grow(1e-9).Contains(c.Position) || w.Path[len(w.Path)-1] != c.Position || len(w.Path) < 2 {
			t.Errorf("the way from %d to %d leads to %v, grounded %v", w.From, w.To, c.Position, c.Grounded)
		}
	}
	if !slices.ContainsFunc(v.Ways, func(w Way) bool { return w.From == 0 && w.To == stretchAt(&v, Vec{X: 250, Y: 148}) }) {
		t.Error("no way leads into the pit")
	}
	if less := look(t, snap, s, Vec{X: 100, Y: -12}, 2_000); less.Complete || slices.ContainsFunc(less.Stretches, func(s Stretch) bool { return !s.Back }) {
		t.Error("what has not been tried out counts as a dead end")
	}
}

// TestCheckpointsAreReached: a part that holds a checkpoint which also lies in the character's part may be come to.
func TestCheckpointsAreReached(t *testing.T) {
	y := newYard(t)
	y.box("floor", -100, 0, 400, 20)
	y.box("lid", -100, -200, 400, 20)
	y.box("left", -100, -200, 20, 200)
	y.box("right", 280, -200, 20, 200)
	y.box("wall", 90, -200, 20, 200)
	snap := y.snapshot()
	s := playtest.DefaultSettings()
	f := flood(t, snap, s)
	if r := f.Reach(Vec{X: 0, Y: -50}, snap, s); len(r) != 1 || r[0] == f.PartAt(Vec{X: 200, Y: -50}) {
		t.Errorf("it comes to %v", r)
	}
	y = newYard(t)
	y.diff.Colliders = nil
	y.box("through the wall", 60, -60, 80, 60, isTrigger, tagged("checkpoint"))
	more := y.snapshot()
	snap.Layers = append(slices.Clone(snap.Layers), more.Layers...)
	if r := f.Reach(Vec{X: 0, Y: -50}, snap, s); !slices.Contains(r, f.PartAt(Vec{X: 200, Y: -50})) {
		t.Errorf("by the checkpoint it comes to %v", r)
	}
}

// TestLookTakesWhatItGets: surveys of random levels are sound: each stretch is in a part that may be come to.
func TestLookTakesWhatItGets(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		snap := cave(rt, t)
		s := playtest.DefaultSettings()
		start := Vec{X: rapid.Float64Range(10, 290).Draw(rt, "x"), Y: rapid.Float64Range(10, 190).Draw(rt, "y")}
		r := playtest.NewRun(snap, s, start)
		if r.Stuck() {
			return
		}
		v := look(t, snap, s, start, 4000)
		f := flood(t, snap, s)
		reach := f.Reach(r.Character().Position, snap, s)
		for _, st := range v.Stretches {
			for _, p := range st.Spots {
				if !slices.Contains(reach, f.PartAt(p)) {
					rt.Fatalf("it stands at %v, to where no way leads", p)
				}
			}
		}
	})
}
