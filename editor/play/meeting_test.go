package play

import (
	"math"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// reporting makes a collider report its contacts.
func reporting(c *level.Collider) { c.Tags = append(c.Tags, "events") }

// touchLog returns the begin and end events of a run.
func touchLog(r *Run) (out []Event) {
	for _, e := range r.Log() {
		if e.Kind == Begin || e.Kind == End {
			out = append(out, e)
		}
	}
	return out
}

// A crate hits its ground with an impulse of its mass times its change of speed, with and without a bounce. Without
// gravity, the impulse between two crates is the change of either one's momentum.
func TestImpulseIsTheChangeOfMomentum(t *testing.T) {
	t.Parallel()
	for _, bounce := range []float64{0, 0.5, 1} {
		y := newLevelBuilder(t)
		floor := y.box("floor", 0, 300, 400, 20, reporting, func(c *level.Collider) { c.Restitution = bounce })
		crate := y.box("crate", 100, 100, 30, 20, isDynamic, func(c *level.Collider) {
			c.Restitution, c.Density = bounce, 2
		})
		r := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 350, Y: 290})
		mass := float64(30 * 20 * 2)
		before := 0.0
		for n := 0; n < 200 && len(touchLog(r)) < 2; n++ {
			before = r.Bodies()[0].Velocity.Y
			r.Step(Input{})
		}
		log := slices.DeleteFunc(touchLog(r), func(e Event) bool { return e.Other == 0 })
		if len(log) == 0 || log[0].Kind != Begin || log[0].Trigger != floor || log[0].Other != crate {
			t.Fatalf("restitution %g: log = %v", bounce, log)
		}
		speed := math.Sqrt(2 * r.settings.Gravity * 180)
		if want := mass * speed * (1 + bounce); math.Abs(log[0].Impulse-want) > 0.02*want {
			t.Errorf("restitution %g, %g px/s a step before: impulse = %.0f, want %.0f", bounce, before,
				log[0].Impulse, want)
		}
	}
	y := newLevelBuilder(t)
	y.box("a", 0, 0, 20, 20, isDynamic, reporting, func(c *level.Collider) {
		c.Motion = &level.Motion{Velocity: Vec{X: 120}}
	})
	y.box("b", 60, 0, 40, 20, isDynamic, func(c *level.Collider) { c.Density = 3 })
	s := boxSettings(t, 10, 20)
	s.Gravity = 0
	r := NewRun(y.snapshot(), s, Vec{X: 500, Y: 0})
	steps(r, 40, Input{})
	a, b := r.Bodies()[0], r.Bodies()[1]
	log := touchLog(r)
	if len(log) == 0 || math.Abs(log[0].Impulse-400*(120-a.Velocity.X)) > 1 ||
		math.Abs(log[0].Impulse-2400*b.Velocity.X) > 1 {
		t.Errorf("the crates move on at %v and %v, log = %v", a.Velocity, b.Velocity, log)
	}
}

// Reporting ground logs the character's landing, with its mass times its landing speed, and its jump off the ground.
func TestCharacterLands(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	floor := y.box("floor", 0, 300, 400, 20, reporting)
	r := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 100, Y: 200})
	speed := 0.0
	for n := 0; n < 200 && len(touchLog(r)) == 0; n++ {
		speed = r.Character().Velocity.Y
		r.Step(Input{})
	}
	steps(r, 60, Input{})
	steps(r, 30, Input{X: 1})
	steps(r, 5, Input{Jump: true})
	log := touchLog(r)
	if len(log) != 2 || log[0].Kind != Begin || log[1].Kind != End || log[0].Trigger != floor || log[0].Other != 0 ||
		log[1].Steps != 91 {
		t.Fatalf("log = %+v", log)
	}
	if want := r.space.Bodies[0].Mass * speed; math.Abs(log[0].Impulse-want) > 0.1*want {
		t.Errorf("the character lands with an impulse of %g, and %g px/s before that", log[0].Impulse, speed)
	}
}

// heap returns a level builder with random shapes that fall on reporting ground. Some of them report too.
func heap(tb testing.TB, t *rapid.T) *levelBuilder {
	y := newLevelBuilder(tb)
	y.box("floor", -300, 300, 600, 20, reporting)
	if rapid.Bool().Draw(t, "slope") {
		y.polygon("slope", []Vec{{X: -300, Y: 300}, {X: -300, Y: 180}, {X: -100, Y: 300}}, reporting)
	}
	for i := range rapid.IntRange(1, 8).Draw(t, "bodies") {
		x, top := rapid.Float64Range(-250, 200).Draw(t, "x"), 230-float64(i)*50
		more := []func(*level.Collider){isDynamic, func(c *level.Collider) {
			c.Restitution = rapid.SampledFrom([]float64{0, 0, 0.4}).Draw(t, "restitution")
			c.Density = rapid.SampledFrom([]float64{1, 1, 20}).Draw(t, "density")
		}}
		if rapid.Bool().Draw(t, "reports") {
			more = append(more, reporting)
		}
		if rapid.Bool().Draw(t, "round") {
			y.circle("ball", x, top, rapid.Float64Range(4, 20).Draw(t, "radius"), more...)
		} else {
			y.box("crate", x, top, rapid.Float64Range(8, 60).Draw(t, "width"),
				rapid.Float64Range(8, 40).Draw(t, "height"), more...)
		}
	}
	return y
}

// Begin and end alternate for each pair. Nothing ends while the shapes touch, or begins while they are apart. Once
// everything is at rest, no resting pair begins or ends.
func TestContactsBeginAndEndOnce(t *testing.T) {
	t.Parallel()
	tb := t
	rapid.Check(t, func(t *rapid.T) {
		y := heap(tb, t)
		snap := y.snapshot()
		s := boxSettings(tb, 10, 20)
		s.RollingResistance, s.SpinDamping = 0.1, 1
		r := NewRun(snap, s, Vec{X: 0, Y: -600})
		touching := map[[2]level.ID]bool{}
		logged := 0
		for range 60 * 12 {
			r.Step(Input{})
			for _, e := range r.Log()[logged:] {
				pair := [2]level.ID{e.Trigger, e.Other}
				d := between(r, e.Trigger, e.Other)
				switch e.Kind {
				case Begin:
					if touching[pair] || d > 1 && e.Impulse == 0 {
						t.Fatalf("step %d: %v begins again (%v), %g apart", e.Step, pair, touching[pair], d)
					}
					touching[pair] = true
				case End:
					if !touching[pair] || d < 0 {
						t.Fatalf("step %d: %v ends (%v), %g apart", e.Step, pair, touching[pair], d)
					}
					touching[pair] = false
				}
			}
			logged = len(r.Log())
		}
		rests := true
		for _, b := range r.Bodies() {
			rests = rests && (b.Asleep || !b.Dynamic)
		}
		if !rests {
			return
		}
		for pair, on := range touching {
			if d := between(r, pair[0], pair[1]); on && d > 2*leaveGap {
				t.Fatalf("%v still touch, %g apart", pair, d)
			}
		}
		for range 200 {
			r.Step(Input{})
		}
		if len(r.Log()) != logged {
			t.Fatalf("at rest, the log gets %+v", r.Log()[logged:])
		}
	})
}

// A crate that the pointer or a conveyor keeps awake on its ground begins touching the ground only once.
func TestRestingContactBeginsOnce(t *testing.T) {
	y := newLevelBuilder(t)
	y.box("floor", 0, 300, 400, 20, reporting)
	crate := y.box("crate", 100, 278, 30, 20, isDynamic)
	y.box("top", 105, 250, 20, 20, isDynamic, reporting)
	s := boxSettings(t, 10, 20)
	s.SleepSpeed = 0
	r := NewRun(y.snapshot(), s, Vec{X: 350, Y: 290})
	steps(r, 600, Input{})
	steps(r, 300, Input{Grab: crate, Target: Vec{X: 116, Y: 290}})
	ends := slices.DeleteFunc(touchLog(r), func(e Event) bool { return e.Kind == Begin })
	if begins := len(touchLog(r)); len(ends) != 0 || begins != 3 {
		t.Errorf("log = %+v", touchLog(r))
	}
	if n := testing.AllocsPerRun(50, func() { r.Step(Input{}) }); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

// A restored run reports the same again.
func TestRestoreReports(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 300, 400, 20, reporting)
	for i := range 5 {
		y.box("crate", 100+float64(i)*3, 50+float64(i)*40, 30, 20, isDynamic, reporting, func(c *level.Collider) {
			c.Restitution = 0.5
		})
	}
	r := NewRun(y.snapshot(), boxSettings(t, 10, 20), Vec{X: 350, Y: 290})
	for at := 20; at <= 120; at += 20 {
		r.Restart()
		steps(r, at, Input{})
		var s State
		s.Save(r)
		steps(r, 100, Input{X: -1})
		want, hash := slices.Clone(r.Log()), r.Hash()
		s.Restore(r)
		steps(r, 100, Input{X: -1})
		if !slices.Equal(r.Log(), want) || r.Hash() != hash {
			t.Fatalf("restored to step %d, log = %v, want %v", at, r.Log(), want)
		}
	}
}

// between returns the distance between two colliders of a run, negative if they overlap.
func between(r *Run, a, b level.ID) float64 {
	type solid struct {
		shapes []collision.Shape
		at     collision.Transform
	}
	of := func(id level.ID) (s solid) {
		for i := range r.space.Ground {
			if o := &r.space.Statics[r.space.Ground[i].Owner]; r.standing[r.space.Ground[i].Owner].id == id && id != 0 {
				s.shapes, s.at = append(s.shapes, r.space.Ground[i].Shape), o.Pose
			}
		}
		for i := range r.space.Bodies {
			if r.entities[i].id == id {
				s = solid{r.space.Bodies[i].Shapes, r.space.Bodies[i].Pose}
			}
		}
		return s
	}
	x, y := of(a), of(b)
	least := math.Inf(1)
	for _, p := range x.shapes {
		for _, q := range y.shapes {
			if m, hit := collision.Collide(p, x.at, q, y.at, 100); hit {
				least = min(least, -m.Depth())
			}
		}
	}
	return least
}
