package tool_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/tool"
)

// rayTargets returns the shapes to cast rays through: a trigger, a crate, a platform that is solid from above, and a
// wall.
func rayTargets() []*level.Collider {
	zone := box("zone", -60, 0, 20, 40)
	zone.Role = level.Trigger
	ledge := box("ledge", 0, -60, 80, 10)
	ledge.Role, ledge.OneWay = level.OneWay, level.Up
	wall := box("wall", 100, 0, 20, 200)
	wall.Locked = true
	return []*level.Collider{zone, box("crate", 0, 0, 40, 40), ledge, wall, box("ball", -100, 0, 20, 20)}
}

// met describes the hits of the ray.
func met(c *tool.Controller) string {
	hits, err := c.RayHits()
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, h := range hits {
		text := fmt.Sprintf("%s %.6g at %.6g,%.6g normal %.6g,%.6g", h.Collider.Label(), h.Distance, h.Point.X,
			h.Point.Y, h.Normal.X+0, h.Normal.Y+0)
		switch h.Starts {
		case contacts.StartsIn:
			text = "in " + text
		case contacts.StartsOn:
			text = "on " + text
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func TestRay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, script, want string }{
		{"the first hit, through a trigger", "drag -80,0 200,0", "crate 60 at -20,0 normal -1,0"},
		{"all hits", "key A; drag -80,0 200,0", "crate 60 at -20,0 normal -1,0; wall 170 at 90,0 normal -1,0"},
		{"all hits switched off again", "key A; key A; drag -80,0 200,0", "crate 60 at -20,0 normal -1,0"},
		{"a platform from above", "drag 0,-100 0,-40", "ledge 35 at 0,-65 normal 0,-1"},
		{"a platform from below", "drag 0,-30 0,-100", ""},
		{"nothing", "drag -80,90 80,90", ""},
		{
			"a circle hits a shape that a ray misses", "key Y; drag -80,30 80,30",
			"crate 47.51 at -20,20 normal -0.780625,0.625",
		},
		{
			"the start is moved", "drag -80,0 60,0; drag -80,0 -80,50; drag -80,50 -40,5",
			"crate 20.025 at -20,4 normal -1,0",
		},
		{
			"the end is moved", "drag -80,60 200,60; drag 200,60 80,60; drag 80,60 -10,0",
			"crate 79.0247 at -20,8.57143 normal -1,0",
		},
		{"the whole ray is moved", "drag -80,60 60,60; drag -30,60 -30,0", "crate 60 at -20,0 normal -1,0"},
		{"Shift goes in steps of 15 degrees", "drag -80,0 200,9 shift", "crate 60 at -20,0 normal -1,0"},
		{"the end snaps", "snap grid; drag -79,1 201,1", "crate 60 at -20,0 normal -1,0"},
		{"starts inside", "drag 2,-5 200,-5", "in crate 0 at 2,-20 normal 0,-1"},
		{"starts on the surface", "drag -20,0 -90,40", "on crate 0 at -20,0 normal -1,0"},
		{"no length", "click -80,0", "a ray needs a direction"},
		{
			"the selected shape, from its place", "select 5; key Y; key Y; drag -102,3 198,3",
			"crate 70.0035 at -20,0.704698 normal -1,0",
		},
		{
			"the selected shape, from elsewhere", "select 5; key Y; key Y; drag -100,-90 0,-90; drag 0,-90 0,-70",
			"ledge 76.4853 at -25,-65 normal 0,-1",
		},
		{"two shapes selected", "select 2 5; key Y; key Y; drag -80,0 80,0", "select the shape to cast, then drag"},
		{"no shape selected", "key Y; key Y; drag -80,0 80,0", "select the shape to cast, then drag"},
		{"another tool drops the ray", "drag -80,0 200,0; tool select; tool ray", ""},
		{
			"Escape cancels a drag", "drag -80,0 200,0; down 0,90; move 50,50; key Escape",
			"crate 60 at -20,0 normal -1,0",
		},
		{"Escape drops the ray", "drag -80,0 200,0; key Escape", ""},
		{"the hits follow the level", "drag -80,0 200,0; select 2; key Delete", "wall 170 at 90,0 normal -1,0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, rayTargets()...)
			before := r.text()
			r.run("tool ray; " + tt.script)
			if got := met(r.c); got != tt.want {
				t.Errorf("the ray hits %q, want %q", got, tt.want)
			}
			if r.text() != before && !strings.Contains(tt.script, "Delete") {
				t.Errorf("the ray has changed the level to\n%s", r.text())
			}
		})
	}
}

// TestRayFilters casts shapes and rays that collide only with some categories.
func TestRayFilters(t *testing.T) {
	t.Parallel()
	r := newRig(t, rayTargets()...)
	set := r.s.Document().Settings()
	with := *set
	with.Categories = []string{"default", "ghost"}
	d := level.Diff{Settings: level.Change[level.Settings]{Before: set, After: &with}}
	crate := *r.s.Document().Collider(2)
	crate.CollidesWith = []string{"default"}
	d.Colliders = append(d.Colliders, level.Change[level.Collider]{Before: r.s.Document().Collider(2), After: &crate})
	ball := *r.s.Document().Collider(5)
	ball.Categories = []string{"ghost"}
	d.Colliders = append(d.Colliders, level.Change[level.Collider]{Before: r.s.Document().Collider(5), After: &ball})
	if err := r.s.Document().Apply(d); err != nil {
		t.Fatal(err)
	}
	r.run("select 5; tool ray; key Y; key Y; drag -100,0 200,0")
	if got, want := met(r.c), "wall 180 at 90,0 normal -1,0"; got != want {
		t.Errorf("a ghost hits %q, want %q: the crate does not collide with it", got, want)
	}
	r.run("key Y")
	if got, want := met(r.c), "ball 0 at -100,-10 normal 0,-1"; !strings.HasSuffix(got, want) {
		t.Errorf("a ray hits %q, want %q", got, want)
	}
	r.run("tool select; tool ray; drag -80,0 200,0")
	s := r.c.Strip()
	for i := range s.Choices {
		if o := &s.Choices[i]; o.Name == "As" {
			o.Pick(2)
		}
	}
	if got, want := met(r.c), "wall 170 at 90,0 normal -1,0"; got != want {
		t.Errorf("a ray as a ghost hits %q, want %q", got, want)
	}
}

// The reason why a ray has no normal hit is shown on the canvas, in the status bar and in the strip.
func TestRayErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ script, label, hint string }{
		{
			"click -80,0", "A ray needs a direction: drag its end away from its start",
			"A ray needs a direction: drag its end away from its start",
		},
		{"drag 2,-5 200,-5", "starts in crate", "Drag an end or the line; drag elsewhere for a new ray; Escape exits"},
		{"drag -20,0 -90,40", "starts on crate", "Drag an end or the line; drag elsewhere for a new ray; Escape exits"},
		{"drag -80,90 80,90", "no hit", "Drag an end or the line; drag elsewhere for a new ray; Escape exits"},
		{"key Y; key Y; drag -80,0 80,0", "Select the shape to cast, then drag", "Select the shape to cast, then drag"},
	} {
		r := newRig(t, rayTargets()...)
		r.run("tool ray; " + tt.script + "; move 0,150")
		found := false
		for _, o := range r.c.Overlays() {
			l, ok := o.(overlay.Label)
			found = found || ok && l.Text == tt.label
		}
		if !found {
			t.Errorf("%s: the canvas does not show %q", tt.script, tt.label)
		}
		hint := r.c.Hint()
		if p := r.c.Problem(); p != "" {
			hint = p
		}
		if hint != tt.hint {
			t.Errorf("%s: status bar = %q, want %q", tt.script, hint, tt.hint)
		}
		if _, err := r.c.RayHits(); r.c.Strip().Lines[0].Bad != (err != nil) {
			t.Errorf("%s: strip = %+v", tt.script, r.c.Strip().Lines)
		}
	}
}

// The strip lists the hits in order.
func TestRayLists(t *testing.T) {
	t.Parallel()
	r := newRig(t, rayTargets()...)
	r.run("tool ray; key A; drag -80,0 200,0")
	if got, want := r.c.Strip().Lines[1].Text, "1 crate 60 px · 2 wall 170 px"; got != want {
		t.Errorf("the strip lists %q, want %q", got, want)
	}
}

// A drag of the handle changes the radius, and invalid radii are limited.
func TestRayRadius(t *testing.T) {
	t.Parallel()
	r := newRig(t, rayTargets()...)
	r.run("tool ray; key Y; drag -80,80 80,80; drag -80,64 -80,56")
	number := func() *tool.StripChoice {
		s := r.c.Strip()
		for i := range s.Choices {
			if s.Choices[i].Number {
				return &s.Choices[i]
			}
		}
		t.Fatal("the strip has no radius")
		return nil
	}
	if got := number().Value; got != 24 {
		t.Errorf("radius = %v, want 24", got)
	}
	for _, tt := range [][2]float64{{-3, 0.5}, {1e9, 1e5}, {12.25, 12.25}} {
		number().Set(tt[0])
		if got := number().Value; got != tt[1] {
			t.Errorf("the radius %v becomes %v, want %v", tt[0], got, tt[1])
		}
	}
	r.run("tool select")
	if s := r.c.Strip(); s != nil {
		t.Errorf("the select tool has a strip: %+v", s)
	}
	if hits, err := r.c.RayHits(); hits != nil || err != nil || errors.Is(err, contacts.ErrNoDirection) {
		t.Errorf("another tool has a ray: %v, %v", hits, err)
	}
}

// A shape cast without a selected shape says how to select one.
func TestShapeCastNeedsAShape(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"":           "Select the shape to cast",
		"select 1":   "Drag from the selected shape",
		"select 1 2": "Select the shape to cast",
	} {
		r := newRig(t, rayTargets()...)
		r.run("tool ray; key Y; key Y; " + script)
		if hint := r.c.Hint(); !strings.HasPrefix(hint, want) {
			t.Errorf("after %q the hint is %q, want %q", script, hint, want)
		}
	}
}
