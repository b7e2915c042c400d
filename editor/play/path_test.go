package play

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func onPath(p level.Path) func(*level.Collider) {
	return func(c *level.Collider) { c.Body, c.Path = level.Kinematic, &p }
}

// The platforms of a run are exactly where their paths say, to the last bit.
func TestPlatformsFollowTheirPaths(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	rail := y.add("rail", level.Shape{Kind: level.Chain, Points: []Vec{
		{},
		{X: 90},
		{X: 90, Y: 60},
	}}.WithCurve(level.Curve{Edge: 0, Arc: 30}), Vec{X: 500, Y: 100})
	y.box("lift", 100, 200, 60, 10, onPath(level.Path{
		Points: []Vec{{}, {Y: -80}, {X: 50, Y: -80}}, Speed: 90,
		Ease: level.SmoothEase, Wait: 0.2, Stops: level.StopAtPoints,
	}))
	y.box("trolley", 500, 100, 20, 10, onPath(level.Path{Chain: rail, Time: 3, Follow: true}))
	y.box("wheel", 800, 100, 60, 10, onPath(level.Path{Turn: 90}))
	y.box("lost", 900, 100, 60, 10, onPath(level.Path{Chain: 77}))
	snap := y.snapshot()
	r := NewRun(snap, boxSettings(t, 8, 8), Vec{X: 0, Y: 0})
	paths := pathsOf(snap)
	for range 10 * Rate {
		r.Step(Input{})
		for _, b := range r.Bodies() {
			if want := paths[b.ID].At(float64(r.Steps()) * stepTime).Transform; b.Transform != want {
				t.Fatalf("step %d: %v is at %v, want %v", r.Steps(), b.ID, b.Transform, want)
			}
		}
	}
	if m := MovesOf(snap); len(m.IDs) != 3 || m.Period(1) != 6 {
		t.Errorf("%v move", m.IDs)
	}
}

// A path made from the old properties moves in the same way, within rounding.
func TestOldPropertiesBecomePaths(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Float64Range(-200, 200)
		c := level.NewCollider(1, 1, "lift", level.Shape{Kind: level.Circle, Radius: 5},
			Vec{X: n.Draw(t, "x"), Y: n.Draw(t, "y")})
		c.Body, c.Angle = level.Kinematic, level.Degrees(n.Draw(t, "angle"))
		c.Properties = level.Properties{
			"move_x": n.Draw(t, "move_x"), "move_y": n.Draw(t, "move_y"),
			"move_time":  rapid.Float64Range(0.1, 20).Draw(t, "time"),
			"move_phase": rapid.Float64Range(0, 1).Draw(t, "phase"),
			"turn":       rapid.SampledFrom([]float64{0, 0, 45, -300}).Draw(t, "turn"), "hp": 3.0,
		}
		old := pathOf(c, nil)
		p, rest := c.OldPath()
		if !old.moves() {
			if p != nil {
				t.Fatalf("empty properties give the path %+v", p)
			}
			return
		}
		if p == nil || p.Check() != nil || len(rest) != 1 {
			t.Fatalf("%+v, %v", p, rest)
		}
		with := *c
		with.Path = p
		way, err := with.Moving(nil)
		if err != nil {
			t.Fatal(err)
		}
		seconds := rapid.Float64Range(0, 60).Draw(t, "seconds")
		a, b := old.at(seconds), way.At(seconds)
		if a.P.Dist(b.P) > 1e-6 || math.Abs(a.Q.Inv().Mul(b.Q).Angle()) > 1e-9 {
			t.Fatalf("at %v, was at %v", b.Transform, a)
		}
	})
}

// A character on a platform is carried around its corners, back from its ends, and while it waits.
func TestRidersStayOnPaths(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]level.Path{
		"corners": {Points: []Vec{{}, {X: 120}, {X: 120, Y: 60}, {Y: 60}}, Speed: 60, Loop: level.LoopAround},
		"back":    {Points: []Vec{{}, {X: 100, Y: -60}}, Speed: 80, Wait: 0.3},
		"smooth, stops": {
			Points: []Vec{{}, {X: 90}, {X: 150, Y: 40}}, Time: 3, Ease: level.SmoothEase,
			Stops: level.StopAtPoints, Wait: 0.2,
		},
		"once": {Points: []Vec{{}, {Y: -70}, {X: 70, Y: -70}}, Speed: 70, Loop: level.LoopOnce},
	} {
		y := newLevelBuilder(t)
		lift := y.box("lift", 300, 300, 80, 10, onPath(p))
		crate := y.box("crate", 350, 288, 12, 12, isDynamic)
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 320, Y: 296})
		steps(r, 5, Input{})
		at := func(id level.ID) Vec {
			for _, b := range r.Bodies() {
				if b.ID == id {
					return b.Transform.P
				}
			}
			return Vec{}
		}
		off, crateOff := r.Character().Position.Sub(at(lift)), at(crate).Sub(at(lift))
		for range 12 * Rate {
			r.Step(Input{})
			if got := r.Character().Position.Sub(at(lift)); got.Dist(off) > 2 {
				t.Fatalf("%s: step %d: the character is at %v on the lift, was at %v", name, r.Steps(), got, off)
			}
			// with its friction, it may slide where the lift turns around
			if got := at(crate).Sub(at(lift)); p.Ease == level.SmoothEase && got.Dist(crateOff) > 30 {
				t.Fatalf("%s: step %d: the crate is at %v on the lift, was at %v", name, r.Steps(), got, crateOff)
			}
		}
		if len(r.Log()) > 0 {
			t.Errorf("%s: %v", name, r.Log())
		}
	}
}

// A lift with a path that ends at a ceiling crushes its rider. A lift that stops below leaves room.
func TestPathsCrush(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		up      float64
		crushes bool
	}{{-60, true}, {-40, false}} {
		y := newLevelBuilder(t)
		y.box("ceiling", 250, 200, 200, 40)
		y.box("lift", 300, 300, 60, 10, onPath(level.Path{Points: []Vec{{}, {Y: tt.up}}, Speed: 40}))
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: 320, Y: 296})
		crushed := false
		for range 6 * Rate {
			r.Step(Input{})
			for _, e := range r.Log() {
				crushed = crushed || e.Kind == Crush
			}
		}
		if crushed != tt.crushes {
			t.Errorf("up %g: crushed is %v (%v)", tt.up, crushed, r.Log())
		}
	}
}

// With random paths, bodies and a character, nothing panics and nothing becomes NaN, and replays and states are the
// same.
func TestRandomPathsReplay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Float64Range(-150, 150)
		y := newLevelBuilder(&testing.T{})
		y.box("floor", 0, 400, 800, 20)
		for range rapid.IntRange(1, 4).Draw(t, "platforms") {
			p := level.Path{
				Speed: rapid.Float64Range(1, 900).Draw(t, "speed"), Follow: rapid.Bool().Draw(t, "follow"),
				Wait: rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "wait"),
				Loop: rapid.SampledFrom([]level.Loop{level.LoopAsDrawn, level.LoopAround, level.LoopOnce}).Draw(t,
					"loop"),
			}
			for range rapid.IntRange(2, 4).Draw(t, "points") {
				p.Points = append(p.Points, Vec{X: n.Draw(t, "x"), Y: n.Draw(t, "y")})
			}
			y.box("platform", 300+n.Draw(t, "left"), 250+n.Draw(t, "top"), 60, 10, onPath(p))
		}
		for range rapid.IntRange(0, 5).Draw(t, "bodies") {
			y.box("crate", 300+n.Draw(t, "left"), 200+n.Draw(t, "top"), 14, 14, isDynamic)
		}
		snap := y.snapshot()
		run := func() []collision.Transform {
			r := NewRun(snap, DefaultSettings(), Vec{X: 300, Y: 100})
			var out []collision.Transform
			for range 90 {
				r.Step(Input{X: 1})
			}
			for _, b := range r.Bodies() {
				out = append(out, b.Transform)
			}
			return append(out, collision.Transform{P: r.Character().Position})
		}
		a, b := run(), run()
		for i := range a {
			if a[i] != b[i] || !a[i].P.IsFinite() {
				t.Fatalf("%v and %v", a[i], b[i])
			}
		}
	})
}
