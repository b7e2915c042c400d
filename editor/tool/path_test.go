package tool_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// withLift returns a rig with a lift, a chain beside the lift, and a crate.
func withLift(t testing.TB) *rig {
	t.Helper()
	chain := level.NewCollider(0, 0, "rail", level.Shape{Kind: level.Chain, Points: []level.Vec{{}, {X: 50}}},
		level.Vec{X: -100, Y: -100})
	lift := box("lift", 0, 0, 40, 8)
	lift.Body = level.Kinematic
	r := newRig(t, lift, chain, box("crate", 200, 100, 20, 20))
	r.s.Selection().Set(1)
	r.run("tool path")
	return r
}

// way describes the lift's path.
func way(r *rig) string {
	c := r.s.Document().Collider(1)
	if c == nil {
		return "gone"
	}
	if c.Path == nil {
		return fmt.Sprintf("%v, none", c.Body)
	}
	return fmt.Sprintf("%v at %v, %v chain %v", c.Body, c.Position, c.Path.Points, c.Path.Chain)
}

func TestPathTool(t *testing.T) {
	t.Parallel()
	const none = "kinematic, none"
	drawn := func(points string) string { return "kinematic at (0, 0), [" + points + "] chain c0" }
	const draw = "click 100,0; click 100,80; key Enter"
	for _, tt := range []struct{ name, script, want string }{
		{"clicks and Enter", draw, drawn("(0, 0) (100, 0) (100, 80)")},
		{"a double click ends", "click 100,0; click 100,80; double 100,80", drawn("(0, 0) (100, 0) (100, 80)")},
		{"along an axis", "click 100,9 shift; key Enter", drawn("(0, 0) (100, 0)")},
		{"Backspace removes a point", "click 100,0; click 100,80; key Backspace; key Enter", drawn("(0, 0) (100, 0)")},
		{"dropped with Escape", "click 100,0; key Escape; key Enter", none},
		{"in one step", draw + "; undo", none},
		{"a point dragged", draw + "; drag 100,80 60,90", drawn("(0, 0) (100, 0) (60, 90)")},
		{
			"dragging a point can be cancelled", draw + "; down 100,80; move 60,90; key Escape; up 60,90",
			drawn("(0, 0) (100, 0) (100, 80)"),
		},
		{"a point on the line", draw + "; drag 50,0 50,30", drawn("(0, 0) (50, 30) (100, 0) (100, 80)")},
		{"inserting a point is one step", draw + "; drag 50,0 50,30; undo", drawn("(0, 0) (100, 0) (100, 80)")},
		{"a point removed", draw + "; click 100,0; key Delete", drawn("(0, 0) (100, 80)")},
		{"removing the second-to-last point removes the path", "click 100,0; key Enter; click 100,0; key Delete", none},
		{"Delete without a point keeps the shape", draw + "; key Delete", drawn("(0, 0) (100, 0) (100, 80)")},
		{"a chain is followed", "click -75,-100", "kinematic at (-100, -100), [] chain c2"},
		{"following a chain can be undone", "click -75,-100; undo", none},
		{
			"another shape is picked", draw + "; click 200,100; key Escape; tool path; click 300,100; key Enter",
			drawn("(0, 0) (100, 0) (100, 80)"),
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := withLift(t)
			r.run(tt.script)
			if got := way(r); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// The time preview shows the platforms and changes nothing. Escape returns to 0, then ends the preview.
func TestPlatformsAtATime(t *testing.T) {
	t.Parallel()
	r := withLift(t)
	r.run("click 100,0; key Enter; tool select")
	before := r.s.History().Revision()
	plain := len(r.c.Overlays())
	r.run("key T shift")
	if r.c.Strip() == nil || len(r.c.Overlays()) <= plain {
		t.Fatal("there is no strip, or no platform")
	}
	r.c.Strip().Choices[0].Set(0.5)
	if got := r.c.Strip().Choices[0].Value; got != 0.5 {
		t.Errorf("the time is %v", got)
	}
	r.run("key PageDown")
	if got := r.c.Strip().Choices[0].Value; math.Abs(got-31.0/60) > 1e-12 {
		t.Errorf("a step later, the time is %v", got)
	}
	r.run("key PageUp; key PageUp")
	if got := r.c.Strip().Choices[0].Value; math.Abs(got-29.0/60) > 1e-12 {
		t.Errorf("two steps earlier, the time is %v", got)
	}
	r.run("key Escape")
	if got := r.c.Strip().Choices[0].Value; got != 0 || !r.c.Paths().IsTimed() {
		t.Errorf("after Escape, the time is %v", got)
	}
	r.run("key Escape")
	if r.c.Paths().IsTimed() || r.c.Strip() != nil || r.s.History().Revision() != before {
		t.Error("the preview is still on, or has changed the level")
	}
}

// A platform that is in the ground at the previewed time has the danger colour and a label; elsewhere it has neither.
func TestPlatformInTheGround(t *testing.T) {
	t.Parallel()
	r := withLift(t)
	r.run("click 200,100; key Enter; tool select; key T shift")
	deep := 0
	for seconds := 0.0; seconds < 10; seconds += 0.25 {
		r.c.Paths().SetTime(seconds)
		isRed, isLabelled := false, false
		for _, o := range r.c.Overlays() {
			switch o := o.(type) {
			case overlay.Outline:
				isRed = isRed || o.Ink == overlay.Danger
			case overlay.Label:
				isLabelled = isLabelled || strings.HasSuffix(o.Text, " px into the ground")
			}
		}
		c := *r.s.Document().Collider(1)
		c.Position = r.s.Paths().Motion(&c).At(seconds).P
		isDeep := math.Abs(c.Position.X-200) < 30-0.01 && math.Abs(c.Position.Y-100) < 14-0.01
		if isRed != isDeep || isLabelled != isDeep {
			t.Errorf("after %g s, at %v: red %v, labelled %v", seconds, c.Position, isRed, isLabelled)
		}
		if isDeep {
			deep++
		}
	}
	if deep == 0 {
		t.Error("the platform is never in the ground")
	}
}

// Path commands work on several shapes, can be undone, and fail for invalid selections.
func TestPathCommands(t *testing.T) {
	t.Parallel()
	r := withLift(t)
	paths := r.s.Paths()
	crate := r.s.Document().Collider(3)
	old := *crate
	old.Body, old.Properties = level.Kinematic, level.Properties{"move_x": 60.0, "move_time": 4.0, "hp": 2.0}
	if err := r.s.Do("old", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(crate, &old)}}); err !=
		nil {
		t.Fatal(err)
	}
	if err := paths.FromProperties([]level.ID{1, 3}); err != nil {
		t.Fatal(err)
	}
	c := r.s.Document().Collider(3)
	if len(c.Properties) != 1 || c.Path == nil || c.Path.Time != 2 || c.Path.Ease != level.SmoothEase {
		t.Errorf("the path became %+v with %v", c.Path, c.Properties)
	}
	if paths.FromProperties([]level.ID{1}) == nil || paths.Remove([]level.ID{1}) == nil ||
		paths.FollowSelected() == nil {
		t.Error("an error with nothing to do")
	}
	r.s.Selection().Set(1, 2, 3)
	if err := paths.FollowSelected(); err != nil || r.s.Document().Collider(1).Path.Chain != 2 ||
		r.s.Document().Collider(3).Path.Chain != 2 {
		t.Errorf("the shapes do not follow the chain: %v", err)
	}
	if err := paths.Change("Hurry", []level.ID{1, 3}, func(p *level.Path) { p.Speed, p.Time = 40, 0 }); err != nil {
		t.Fatal(err)
	}
	if v, mixed, any := editor.CommonPath(paths, []level.ID{1, 3}, func(p *level.Path) float64 {
		return p.Speed
	}); v != 40 || mixed || !any {
		t.Errorf("their speed is %v", v)
	}
	if paths.Change("Break", []level.ID{1}, func(p *level.Path) { p.Phase = 3 }) == nil {
		t.Error("a phase of 3 is no error")
	}
	r.s.Undo()
	r.s.Undo()
	if r.s.Document().Collider(1).Path != nil || r.s.Document().Collider(3).Path.Chain != 0 {
		t.Error("undo leaves paths")
	}
}

// The number of faint paths is limited, however many shapes have paths.
func TestFaintPathsAreLimited(t *testing.T) {
	t.Parallel()
	drawn := func(n int) int {
		lifts := make([]*level.Collider, n)
		for i := range lifts {
			lifts[i] = box("lift", float64(i)*50, 0, 40, 8)
			lifts[i].Body, lifts[i].Path = level.Kinematic, &level.Path{Points: []level.Vec{{}, {Y: 60}}, Time: 1}
		}
		r := newRig(t, lifts...)
		r.c.Paths().ToggleAll()
		return len(r.c.Overlays())
	}
	if largest, more := drawn(500), drawn(501); largest != more {
		t.Errorf("%d overlays of 500 paths, %d of 501", largest, more)
	}
}
