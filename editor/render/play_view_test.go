package render_test

import (
	"slices"
	"testing"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/play"
	"fillet/editor/render"
)

// playLevel returns a level with a floor, a crate that falls beside the character, a trigger that the character walks
// through, and a hidden crate.
func playLevel(t *testing.T) level.Snapshot {
	t.Helper()
	var diff level.Diff
	diff.Layers = []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "all"})}
	add := func(name string, s level.Shape, at level.Vec, change func(*level.Collider)) {
		c := level.NewCollider(level.ID(len(diff.Colliders)+1), 1, name, s, at)
		if change != nil {
			change(c)
		}
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	box := func(w, h float64) level.Shape {
		return level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}
	}
	add("floor", box(1000, 20), level.Vec{X: 500, Y: 210}, nil)
	add("crate", box(40, 40), level.Vec{X: 320, Y: 120}, func(c *level.Collider) { c.Body = level.Dynamic })
	add("zone", box(60, 50), level.Vec{X: 150, Y: 175}, func(c *level.Collider) { c.Role = level.Trigger })
	add("unseen", box(40, 40), level.Vec{X: 620, Y: 120}, func(c *level.Collider) {
		c.Body, c.Hidden = level.Dynamic, true
	})
	add("start", level.Shape{Kind: level.Circle, Radius: 8}, level.Vec{X: 100, Y: 190}, func(c *level.Collider) {
		c.Tags = []string{level.SpawnTag}
	})
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc.Snapshot()
}

func TestPlayViewFollowsTheRun(t *testing.T) {
	const floor, crate, zone level.ID = 1, 2, 3
	snap := playLevel(t)
	settings, start, err := play.SettingsOf(snap)
	if err != nil {
		t.Fatal(err)
	}
	r := play.NewRun(snap, settings, start)
	v := render.NewPlayView(snap, r)
	v.Reach, v.Contacts, v.Forces = true, true, true
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
		t.Error("moving items must be last and marked as Moving")
	}
	lit := 0
	for range 2 * play.Rate {
		r.Step(play.Input{X: 1})
		if v.Scene(r, scene) {
			lit++
		}
		if got, want := item(crate).At, r.Bodies()[0].Transform; got != want {
			t.Fatalf("the crate is drawn at %v, want %v", got, want)
		}
		if inside := slices.Contains(r.Inside(), zone); inside != (item(zone).State == contacts.Triggered) {
			t.Fatalf("step %d: the trigger's light is wrong", r.Steps())
		}
	}
	if lit != 2 {
		t.Errorf("the still part changed %d times; the trigger went on and off once", lit)
	}
	stage := scene.Overlays[0].(*overlay.Stage)
	if stage.At != r.Character().Position || len(stage.Path) == 0 || len(stage.Reach) < 2 || len(stage.Impacts) == 0 ||
		len(stage.Touches) == 0 || len(stage.Forces) < 2 || stage.Unit <= 0 {
		t.Errorf("the stage is %+v", stage)
	}
	weighs := false
	for _, f := range stage.Forces {
		weighs = weighs || f.By.Dist(level.Vec{Y: 1}) < 1e-9 // with only one body, its weight is the median
	}
	if !weighs {
		t.Errorf("no force is the crate's weight: %+v", stage.Forces)
	}
	frame := func() { v.Scene(r, scene) }
	if n := testing.AllocsPerRun(20, frame); n != 0 {
		t.Errorf("a frame allocates %g times", n)
	}
	v.Path, v.Reach, v.Touches, v.Contacts, v.Forces = false, false, false, false, false
	frame()
	if len(stage.Path)+len(stage.Reach)+len(stage.Impacts)+len(stage.Touches)+len(stage.Forces) != 0 {
		t.Errorf("with everything off, the stage is %+v", stage)
	}
}
