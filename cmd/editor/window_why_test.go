package main

import (
	"os"
	"path/filepath"
	"testing"

	"fillet/editor/level"
)

// A pair can be explained, measured and tested with a ray, by mouse and by key, without changing the level.
func TestWindowWhy(t *testing.T) {
	nightly(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "rounding.level.yaml")
	data, err := os.ReadFile(filepath.Join("..", "..", "assets", "samples", "rounding.level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, path, 1280, 800)
	d.calibrate()
	const gem, crate level.ID = 3, 6
	d.dragLevel(v(208, 280), v(208, 248))
	d.dragLevel(v(112, 112), v(208, 172))
	before := d.save()
	box, tip := before.Collider(crate).Position, before.Collider(gem).Position.Add(v(0, 64))
	if depth := tip.Y - (box.Y - 24); depth < 8 || depth > 24 || tip.X < box.X-20 || tip.X > box.X+20 {
		t.Fatalf("the gem's tip is at %v, the crate at %v", tip, box)
	}

	white, amber, pink := [3]int{255, 255, 255}, [3]int{255, 180, 84}, [3]int{255, 121, 198}
	sees := func(what string, p level.Vec, rgb [3]int, least int) {
		t.Helper()
		d.waitFor(what, func() bool { return countNear(d.shot(), d.pixel(p), 40, rgb) >= least })
	}
	d.key("w") // the gem is selected; it is deepest in the crate
	d.moveTo(d.pixel(v(40, 40)).X, d.pixel(v(40, 40)).Y)
	sees("the reference edge", box.Sub(v(0, 12)), white, 60)
	sees("the incident edge", tip.Sub(v(12, 12)), amber, 40)
	d.keep("guide/why-window.png", d.shot())
	d.key("Escape")
	d.waitFor("the explanation to disappear", func() bool {
		return countNear(d.shot(), d.pixel(tip.Sub(v(12, 12))), 40, amber) < 40
	})

	d.key("m")
	for _, p := range []level.Vec{v(352, 272), box.Add(v(0, 12))} {
		to := d.pixel(p)
		d.click(to.X, to.Y)
	}
	sees("the measurement from the log to the crate", v(281, 262), pink, 20)
	d.key("Escape")
	d.moveTo(d.pixel(v(40, 40)).X, d.pixel(v(40, 40)).Y) // off the crate, whose outline has that colour
	d.waitFor("the measurement to disappear", func() bool {
		return countNear(d.shot(), d.pixel(v(281, 262)), 40, pink) < 20
	})

	d.key("y")
	d.dragLevel(v(290, 200), v(290, 340)) // hits the floor at 320
	sees("the normal where the ray hits the floor", v(290, 312), amber, 30)
	d.key("Escape", "v", "Escape")
	d.key("ctrl+a", "Right", "Left") // something to save
	after := d.save()
	for c := range before.Colliders() {
		if o := after.Collider(c.ID); o == nil || !o.Equal(c) {
			t.Errorf("%s has changed to %+v", c.Label(), o)
		}
	}
	d.quit()
}
