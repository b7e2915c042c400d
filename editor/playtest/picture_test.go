package playtest

import (
	"slices"
	"testing"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/render"
)

func TestViewFollowsTheRun(t *testing.T) {
	y := newYard(t)
	floor := y.box("floor", 0, 200, 1000, 20)
	crate := y.box("crate", 300, 100, 40, 40, isDynamic)
	zone := y.box("zone", 120, 150, 60, 50, isTrigger)
	y.box("unseen", 600, 100, 40, 40, isDynamic, func(c *level.Collider) { c.Hidden = true })
	y.add("start", level.Shape{Kind: level.Circle, Radius: 8}, Vec{X: 100, Y: 190}, tagged(SpawnTag))
	snap := y.snapshot()
	settings, start, err := SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(snap, settings, start)
	v := NewView(snap, r)
	v.Reach, v.Contacts = true, true
	scene := &render.Scene{}
	item := func(id level.ID) render.Item {
		i := slices.IndexFunc(scene.Items, func(it render.Item) bool { return it.Collider.ID == id })
		if i < 0 {
			t.Fatalf("%v is not in the picture", id)
		}
		return scene.Items[i]
	}
	v.Scene(r, scene)
	if n := len(scene.Items); n != 3 {
		t.Fatalf("%d items; the hidden crate and the spawn's circle are not shown", n)
	}
	if !item(crate).Moving || item(floor).Moving || scene.Items[2].Collider.ID != crate {
		t.Error("what moves stands last, and is marked")
	}
	lit := 0
	for range 2 * Rate {
		r.Step(Input{X: 1})
		if v.Scene(r, scene) {
			lit++
		}
		if got, want := item(crate).At, r.Bodies()[0].Transform; got != want {
			t.Fatalf("the crate is drawn at %v and is at %v", got, want)
		}
		if inside := slices.Contains(r.Inside(), zone); inside != (item(zone).State == contacts.Triggered) {
			t.Fatalf("step %d: the trigger's light is wrong", r.Steps())
		}
	}
	if lit != 2 {
		t.Errorf("the still part changed %d times; the trigger went on and off once", lit)
	}
	stage := scene.Overlays[0].(*render.Stage)
	if stage.At != r.Character().Position || len(stage.Path) == 0 || len(stage.Reach) != reachWays || len(stage.Impacts) == 0 || len(stage.Touches) == 0 {
		t.Errorf("the stage is %+v", stage)
	}
	frame := func() { v.Scene(r, scene) }
	if n := testing.AllocsPerRun(20, frame); n != 0 {
		t.Errorf("a frame allocates %g times", n)
	}
	v.Path, v.Reach, v.Touches, v.Contacts = false, false, false, false
	frame()
	if len(stage.Path)+len(stage.Reach)+len(stage.Impacts)+len(stage.Touches) != 0 {
		t.Errorf("with everything off the stage is %+v", stage)
	}
}

func BenchmarkJumpReach(b *testing.B) {
	snap := playground(b)
	r := NewRun(snap, DefaultSettings(), Vec{X: 60, Y: 280})
	steps(r, 60, Input{})
	var reach [][]Vec
	b.ReportAllocs()
	for b.Loop() {
		reach = r.AppendJumpReach(reach)
	}
}
