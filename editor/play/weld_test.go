package play

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// welded puts the colliders that f adds into a group that is one body.
func (y *levelBuilder) welded(f func()) {
	from := len(y.diff.Colliders)
	f()
	id := level.GroupID(len(y.diff.Groups) + 1)
	y.diff.Groups = append(y.diff.Groups, level.Added(&level.Group{ID: id, Layer: 1, OneBody: true}))
	for _, c := range y.diff.Colliders[from:] {
		c.After.GroupOf = id
	}
}

// Two adjacent boxes are like a single box of double length: they have the same mass, centre and inertia, fall in the
// same way, and slide at the same slope.
func TestWeldedBoxesEqualOneBox(t *testing.T) {
	t.Parallel()
	room := func(angle level.Degrees, two bool) *Run {
		y := newLevelBuilder(t)
		rough := material2(math.Tan(20*math.Pi/180), 0)
		y.box("slope", -500, 200, 1000, 20, rough, func(c *level.Collider) { c.Position, c.Angle = Vec{Y: 210}, angle })
		turned := func(c *level.Collider) {
			c.Position = angle.Rotation().Apply(c.Position.Sub(Vec{Y: 210})).Add(Vec{Y: 210})
			c.Angle = angle
		}
		if !two {
			y.box("whole", -32, 180, 64, 20, isDynamic, rough, turned)
		} else {
			y.welded(func() {
				y.box("left", -32, 180, 32, 20, isDynamic, rough, turned)
				y.box("right", 0, 180, 32, 20, isDynamic, rough, turned)
			})
		}
		return NewRun(y.snapshot(), DefaultSettings(), Vec{X: -2000})
	}
	for _, angle := range []level.Degrees{0, 19.6, 20.4} {
		one, two := room(angle, false), room(angle, true)
		if len(one.space.Bodies) != 2 || len(two.space.Bodies) != 2 {
			t.Fatalf("%d and %d bodies", len(one.space.Bodies), len(two.space.Bodies))
		}
		a, b := &one.space.Bodies[1], &two.space.Bodies[1]
		if math.Abs(a.Mass-b.Mass) > 1e-9 || math.Abs(a.InvInertia-b.InvInertia) > 1e-12*a.InvInertia || a.Position.Dist(b.Position) > 1e-9 {
			t.Fatalf("mass %g and %g, inertia %g and %g, centre %v and %v", a.Mass, b.Mass, 1/a.InvInertia,
				1/b.InvInertia, a.Position, b.Position)
		}
		begin := a.Position
		steps(one, 120, Input{})
		steps(two, 120, Input{})
		slid := angle > 20
		if (a.Position.Dist(begin) > 2) != slid || (b.Position.Dist(begin) > 2) != slid || a.Asleep == slid || b.Asleep == slid {
			t.Errorf("at %g degrees, one box went %g (asleep %v), two %g (asleep %v)", float64(angle),
				a.Position.Dist(begin), a.Asleep, b.Position.Dist(begin), b.Asleep)
		}
	}
}

// The parts of a body keep their relative poses, whatever the body hits. Together they have the same mass, centre and
// inertia as a single polygon of their shape.
func TestWeldedIsRigid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		number := func(name string, least, limit float64) float64 {
			return rapid.Float64Range(least, limit).Draw(rt, name)
		}
		y := newLevelBuilder(t)
		y.box("floor", -200, 300, 800, 20)
		// An L of two boxes.
		w, h, thick := number("w", 20, 80), number("h", 20, 80), number("thick", 5, 15)
		turn := level.Degrees(number("turn", 0, 360))
		about := Vec{X: 100, Y: 100}
		turned := func(c *level.Collider) {
			c.Position, c.Angle = turn.Rotation().Apply(c.Position.Sub(about)).Add(about), (c.Angle + turn).Normalized()
		}
		heavy := func(c *level.Collider) { c.Density = 2 }
		y.welded(func() {
			y.box("foot", 100, 100, w, thick, isDynamic, heavy, turned)
			y.box("stem", 100, 100+thick, thick, h, isDynamic, heavy, turned, func(c *level.Collider) {
				c.Angle += 180
			})
		})
		y.add("whole", level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: []Vec{
			{X: 400, Y: 100},
			{X: 400 + w, Y: 100},
			{X: 400 + w, Y: 100 + thick},
			{X: 400 + thick, Y: 100 + thick},
			{X: 400 + thick, Y: 100 + thick + h},
			{X: 400, Y: 100 + thick + h},
		}}, Vec{}, isDynamic, heavy)
		y.box("crate", 110, 20, 16, 16, isDynamic)
		y.box("left wall", -220, -700, 20, 1020) // otherwise the crate would roll off the end of the floor
		y.box("right wall", 600, -700, 20, 1020)
		r := NewRun(y.snapshot(), DefaultSettings(), Vec{X: -1000})
		l, single := &r.space.Bodies[1], &r.space.Bodies[2]
		if len(l.Shapes) != 2 || math.Abs(l.Mass-single.Mass) > 1e-6*l.Mass ||
			math.Abs(l.InvInertia-single.InvInertia) > 1e-6*l.InvInertia {
			rt.Fatalf("%d shapes; mass %g and %g, inertia %g and %g", len(l.Shapes), l.Mass, single.Mass,
				1/l.InvInertia, 1/single.InvInertia)
		}
		places := func() (foot, stem collision.Transform) { return r.Bodies()[0].Transform, r.Bodies()[1].Transform }
		foot, stem := places()
		want := foot.Inv().Mul(stem)
		for range 180 {
			r.Step(Input{})
			if foot, stem = places(); foot.Inv().Mul(stem).P.Dist(want.P) > 1e-6 {
				rt.Fatalf("the parts moved from %v to %v", want, foot.Inv().Mul(stem))
			}
		}
		for _, b := range r.Bodies() {
			if b.Dynamic && b.Transform.P.Y > 320 {
				rt.Fatalf("%v fell through the floor", b.ID)
			}
		}
		for _, c := range r.Contacts() {
			if c.A == 2 && c.B == 3 || c.A == 3 && c.B == 2 {
				rt.Fatal("parts of one body touch each other")
			}
		}
	})
}

// A body of several colliders can be grabbed by any of them, sleeps as a whole, and is logged under its first collider.
func TestWeldedBodyActsAsOne(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 300, 400, 20)
	y.box("zone", 100, 250, 100, 50, isTrigger)
	var left, right level.ID
	y.welded(func() {
		left = y.box("left", 110, 200, 20, 20, isDynamic)
		right = y.circle("right", 150, 210, 12, isDynamic)
		y.box("sign", 60, 200, 10, 10)
	})
	r := NewRun(y.snapshot(), DefaultSettings(), Vec{X: -1000})
	if len(r.space.Bodies) != 2 || len(r.space.Statics) != 3 {
		t.Fatalf("%d bodies, %d statics", len(r.space.Bodies), len(r.space.Statics))
	}
	steps(r, 240, Input{})
	b := &r.space.Bodies[1]
	if !b.Asleep || len(r.Bodies()) != 2 || !r.Bodies()[1].Asleep {
		t.Error("the body does not sleep")
	}
	entered := 0
	for _, e := range r.Log() {
		if entered++; e.Other != left {
			t.Errorf("the log has %v", e.Other)
		}
	}
	if entered == 0 {
		t.Error("the log is empty")
	}
	if r.BodyAt(b.Pose.Apply(Vec{X: 30})) != left {
		t.Errorf("BodyAt finds %v at its other part", r.BodyAt(b.Pose.Apply(Vec{X: 30})))
	}
	at := b.Position
	steps(r, 1, Input{Grab: right, Target: at})
	steps(r, 60, Input{Grab: right, Target: Vec{X: at.X, Y: 100}})
	if b.Position.Y > 200 {
		t.Errorf("the body was pulled to %v", b.Position)
	}
}
