package playtest

import (
	"context"
	"errors"
	"testing"

	"fillet/editor/level"
)

// runUntil steps a run with its keys until the goal or for so many steps, and keeps its ghost.
func runUntil(r *Run, g *Ghost, most int, in func(step int) Input) {
	for n := 0; n < most && !r.Finished(); n++ {
		r.Step(in(r.Steps()))
		g.Note(r)
	}
}

func hops(step int) Input { return Input{X: 1, Jump: step%40 < 12} }

// TestGhostIsTheRun: a ghost has each place of its run, to the bit, also of a run that was put back and gone on with otherwise, and so has
// one that is made of the recording.
func TestGhostIsTheRun(t *testing.T) {
	snap := sample(t, "platformer")
	settings, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(snap, settings, start)
	var g Ghost
	g.Note(r)
	runUntil(r, &g, 200, hops)
	var back State
	back.Save(r)
	runUntil(r, &g, 100, hops)
	back.Restore(r)
	runUntil(r, &g, 150, func(int) Input { return Input{X: -1} })
	if g.Steps() != 350 || r.Steps() != 350 {
		t.Fatalf("%d steps are kept of %d", g.Steps(), r.Steps())
	}
	rec := r.Recording()
	again, reached, err := Retrace(context.Background(), snap, settings, start, &rec)
	if err != nil || reached {
		t.Fatalf("%v, reached: %v", err, reached)
	}
	r.Restart()
	step := 0
	for in := range rec.Steps() {
		r.Step(in)
		step++
		a, lowA, _ := g.At(step)
		b, lowB, ok := again.At(step)
		if c := r.Character(); !ok || a != c.Position || b != c.Position || lowA != c.Crouched || lowB != c.Crouched {
			t.Fatalf("step %d: the character is at %v, its ghosts at %v and %v", step, c.Position, a, b)
		}
	}
	end, _, _ := g.At(350)
	if at, _, _ := g.At(1000); at != end {
		t.Errorf("after its end the ghost is at %v, not at %v", at, end)
	}
	if at, _, _ := g.At(-1); at != start {
		t.Errorf("before its start the ghost is at %v, not at %v", at, start)
	}
	if _, _, ok := new(Ghost).At(0); ok {
		t.Error("a ghost of nothing is somewhere")
	}
}

// TestRetraceSaysWhatHolds: a run that reaches the goal does so again, and no longer once a wall stands in its way. It can be cancelled.
func TestRetraceSaysWhatHolds(t *testing.T) {
	build := func(wall bool) (level.Snapshot, Settings, Vec) {
		y := newYard(t)
		y.box("floor", 0, 210, 600, 20)
		y.box("goal", 400, 150, 50, 100, isTrigger, tagged("exit", GoalTag))
		if wall {
			y.box("wall", 300, 100, 20, 200)
		}
		snap := y.snapshot()
		settings, _, err := SettingsOf(snap)
		if err != nil {
			t.Fatal(err)
		}
		return snap, settings, Vec{X: 60, Y: 190}
	}
	snap, settings, start := build(false)
	if !HasGoal(snap) {
		t.Error("the goal is not seen")
	}
	rec := Recording{Held: []Held{{Input{X: 1}, 400}}}
	g, reached, err := Retrace(context.Background(), snap, settings, start, &rec)
	if err != nil || !reached || g.Steps() == 0 || g.Steps() >= 400 {
		t.Fatalf("%d steps, reached: %v, %v", g.Steps(), reached, err)
	}
	walled, settings, start := build(true)
	if _, reached, err := Retrace(context.Background(), walled, settings, start, &rec); reached || err != nil {
		t.Errorf("behind a wall the goal is reached: %v, %v", reached, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Retrace(ctx, snap, settings, start, &rec); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled it says %v", err)
	}
	long := Recording{Held: []Held{{Input{}, mostGhost}}}
	if g, reached, err := Retrace(context.Background(), snap, settings, start, &long); reached || err != nil || g.Steps() != 0 {
		t.Error("a recording of an hour is played")
	}
	helped := Recording{Held: []Held{{Input{X: 1}, 4}, {Input{Reverse: true}, 1}}}
	if rec.Helped() || !helped.Helped() {
		t.Error("what helps is not known")
	}
}
