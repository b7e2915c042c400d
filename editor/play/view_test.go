package play

import (
	"math"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
)

func TestLevelSaysTheCharacter(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	snap := y.snapshot()
	settings := *snap.Settings
	settings.Playtest.Form, settings.Playtest.Size = level.BoxForm, Vec{X: 10, Y: 12}
	settings.Playtest.JumpHeight, settings.Playtest.Jetpack = 90, true
	snap.Settings = &settings
	s, _, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	if s.Playtest != settings.Playtest {
		t.Errorf("settings = %+v, want the level's %+v", s.Playtest, settings.Playtest)
	}
	if b := s.Body[0].Bounds(collision.Identity()); b.Size() != (Vec{X: 10, Y: 12}) {
		t.Errorf("the body has the size %v", b.Size())
	}
	if o := Overrides(snap); len(o) != 0 {
		t.Errorf("without a spawn, %v are overridden", o)
	}
	// The spawn overrides the settings key by key.
	y.add("start", level.Shape{Kind: level.Point}, Vec{X: 50, Y: 50}, tagged(level.SpawnTag),
		with(level.Properties{"jump_height": 30.0, "height": 20.0, "mood": "good"}))
	snap = y.snapshot()
	snap.Settings = &settings
	s, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	if s.JumpHeight != 30 || !s.Jetpack || s.Size != (Vec{X: 10, Y: 20}) || start != (Vec{X: 50, Y: 50}) {
		t.Errorf("with a spawn: %+v at %v", s.Playtest, start)
	}
	if o := Overrides(snap); !slices.Equal(o, []string{"size", "jump_height"}) {
		t.Errorf("the spawn overrides %v", o)
	}
}

func TestBodyAtAndHandle(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	crate := y.box("crate", 300, 160, 40, 40, isDynamic)
	y.box("lift", 500, 160, 40, 40, isKinematic)
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 100, Y: 196})
	if got := r.BodyAt(Vec{X: 310, Y: 170}); got != crate {
		t.Errorf("BodyAt finds %v at the crate", got)
	}
	for _, p := range []Vec{{X: 520, Y: 180}, {X: 100, Y: 196}, {X: 100, Y: 210}, {X: 295, Y: 170}} {
		if got := r.BodyAt(p); got != 0 {
			t.Errorf("BodyAt(%v) is %v, which cannot be dragged", p, got)
		}
	}
	if _, _, held := r.Grabbed(); held {
		t.Error("something is held before it was grabbed")
	}
	r.Step(Input{Grab: crate, Target: Vec{X: 310, Y: 170}})
	for range 2 * Rate {
		r.Step(Input{Grab: crate, Target: Vec{X: 400, Y: 100}})
	}
	if at, _, held := r.Grabbed(); !held || at.Dist(Vec{X: 400, Y: 100}) > 8 {
		t.Errorf("after two seconds, the body is held at %v, %t", at, held)
	}
}

func TestStuck(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("rock", 0, 0, 1000, 1000)
	if r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 500, Y: 500}); r.Stuck() {
		t.Error("a character in the middle of a rock counts as stuck")
	}
	y = newLevelBuilder(t)
	y.box("left", 0, 0, 100, 100)
	y.box("right", 106, 0, 100, 100)
	y.box("below", 0, 90, 300, 100)
	y.box("above", 0, -50, 300, 70)
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 103, Y: 50})
	if !r.Stuck() {
		t.Errorf("a box of 8 fits into a gap of 6, at %v", r.Character().Position)
	}
	if r := NewRun(y.snapshot(), boxSettings(t, 6, 8), Vec{X: 103, Y: 50}); r.Stuck() {
		t.Error("a box of 6 does not fit into a gap of 6")
	}
}

// A stack presses on its ground with its weight.
func TestLoads(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 200, 1000, 20)
	low := y.box("low", 300, 180, 40, 20, isDynamic)
	y.box("high", 300, 160, 40, 20, isDynamic)
	r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 100, Y: 196})
	steps(r, 10, Input{}) // the bodies are not asleep yet
	for _, c := range r.Contacts() {
		sum := 0.0
		for _, p := range c.Points {
			sum += p.Load
		}
		want := 1.0 // the load of the upper crate
		if c.A == low && c.B == 1 {
			want = 2
		}
		if math.Abs(sum-want) > 0.05 {
			t.Errorf("between %v and %v: a load of %.3f weights, want %g", c.A, c.B, sum, want)
		}
	}
	if n := len(r.Contacts()); n != 2 {
		t.Errorf("%d contacts", n)
	}
}

// The values that a window reads in every frame are computed without allocating.
func TestViewsDoNotAllocate(t *testing.T) {
	snap := playground(t)
	r := NewRun(snap, DefaultSettings(), Vec{X: 60, Y: 280})
	var reach [][]Vec
	readAll := func() {
		r.Character()
		r.Bodies()
		r.Contacts()
		r.Inside()
		r.BodyAt(Vec{X: 60, Y: 280})
		r.Path()
		reach = r.AppendJumpReach(reach)
	}
	for range 120 {
		r.Step(Input{X: 1})
		readAll()
	}
	readAll()
	if n := testing.AllocsPerRun(50, readAll); n != 0 {
		t.Errorf("reading the state of a run allocates %g times", n)
	}
	if len(reach) != reachWays {
		t.Errorf("the reach has %d paths", len(reach))
	}
	for i, path := range r.AppendJumpReach(nil) {
		if !slices.Equal(path, reach[i]) {
			t.Errorf("path %d differs when recomputed", i)
		}
	}
}

// A spawn in a group makes a character of all shapes in the group with that tag. None of them obstructs it.
func TestCharacterOfSeveralShapes(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	group := func(c *level.Collider) { c.GroupOf = 1 }
	y.box("floor", -500, 100, 1000, 20)
	y.polygon("body", []Vec{{X: -8, Y: -10}, {X: 8, Y: -10}, {X: 6, Y: 10}, {X: -6, Y: 10}}, tagged(level.SpawnTag),
		group, func(c *level.Collider) {
			c.Position = Vec{X: 20, Y: 60}
		})
	y.circle("head", 20, 42, 6, tagged(level.SpawnTag), group)
	y.box("hat", 10, 30, 20, 6, tagged(level.SpawnTag), group, func(c *level.Collider) { c.Angle = 90 })
	y.circle("coin", 90, 90, 4, tagged(level.SpawnTag), isTrigger) // in no group, so not part of the character
	y.diff.Groups = append(y.diff.Groups, level.Added(&level.Group{ID: 1, Layer: 1, Name: "hero"}))
	snap := y.snapshot()
	s, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(s.Body); n != 3 || start != (Vec{X: 20, Y: 60}) {
		t.Fatalf("the character has %d shapes at %v, want 3 at (20, 60)", n, start)
	}
	box := s.Body[0].Bounds(collision.Identity())
	for _, b := range s.Body[1:] {
		box = box.Union(b.Bounds(collision.Identity()))
	}
	if want := (collision.AABB{Min: Vec{X: -8, Y: -37}, Max: Vec{X: 8, Y: 10}}); box.Min.Dist(want.Min) > 1e-9 ||
		box.Max.Dist(want.Max) > 1e-9 {
		t.Errorf("bounds = %v, want %v", box, want)
	}
	r := NewRun(snap, s, start)
	steps(r, 60, Input{})
	if c := r.Character(); !c.Grounded || math.Abs(c.Position.Y-90) > 1e-6 || c.Sides != Bottom {
		t.Errorf("the character is at %v, touching %b; want y = 90", c.Position, c.Sides)
	}
	steps(r, 60, Input{X: 1})
	if p := r.Character().Position; p.X < 120 {
		t.Errorf("the character does not walk: %v", p)
	}
}
