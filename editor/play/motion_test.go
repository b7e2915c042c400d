package play

import (
	"math"
	"testing"

	"fillet/collision/dynamics"
	"fillet/editor/level"
)

func starts(m level.Motion) func(*level.Collider) {
	return func(c *level.Collider) { c.Start(m) }
}

// A dynamic body starts with its velocity and spin. Its force, in newtons, accelerates its mass in kilograms. Other
// bodies have none of these.
func TestMotion(t *testing.T) {
	t.Parallel()
	s := DefaultSettings()
	s.Gravity = 0
	y := newLevelBuilder(t)
	y.box("metre", 100, 100, 32, 32, isDynamic, starts(level.Motion{Velocity: Vec{X: 120, Y: -30}, Spin: 90}))
	y.box("pulled", 1000, 100, 64, 32, isDynamic, starts(level.Motion{Force: Vec{Y: 4}}), func(c *level.Collider) {
		c.Density = 2
	})
	y.box("platform", 2000, 100, 32, 32, isKinematic, starts(level.Motion{
		Velocity: Vec{X: 100}, Spin: 90,
		Force: Vec{X: 1},
	}))
	r := NewRun(y.snapshot(), s, Vec{X: -1000})
	steps(r, 60, Input{})
	metre, pulled, platform := &r.space.Bodies[1], &r.space.Bodies[2], &r.space.Bodies[3]
	if d := metre.Position.Sub(Vec{X: 116, Y: 116}); d.Dist(Vec{X: 120, Y: -30}) > 1e-9 {
		t.Errorf("a body with (120, -30) px/s moved by %v in a second", d)
	}
	if a := metre.Rotation.Angle(); math.Abs(a-math.Pi/2) > 1e-4 {
		t.Errorf("a body with 90 degrees per second has turned by %g", a*180/math.Pi)
	}
	// Four newtons on four kilograms give one metre per second squared: half a metre in a second, plus half a substep.
	if d := pulled.Position.Y - 116; math.Abs(d-16) > 16.0/(60*dynamics.Substeps)+1e-6 || math.Abs(pulled.Velocity.Y-32) > 1e-6 {
		t.Errorf("4 N moved 4 kg by %g px to %g px/s in a second, want 16 and 32", d, pulled.Velocity.Y)
	}
	if platform.Position != (Vec{X: 2016, Y: 116}) {
		t.Errorf("a kinematic body moved to %v", platform.Position)
	}
}

// A body stays in place if its force balances gravity, and falls asleep if its force is below friction.
func TestForceAgainstGravityAndFriction(t *testing.T) {
	t.Parallel()
	s := DefaultSettings()
	weight := s.Gravity / 32 // weight of a square metre, in newtons
	y := newLevelBuilder(t)
	y.box("floor", 0, 300, 400, 20)
	y.box("held", 50, 100, 32, 32, isDynamic, starts(level.Motion{Force: Vec{Y: -weight}}))
	y.box("light", 150, 268, 32, 32, isDynamic, starts(level.Motion{Force: Vec{X: 0.5 * weight}}), material2(0.6, 0))
	y.box("heavy", 250, 268, 32, 32, isDynamic, starts(level.Motion{Force: Vec{X: 0.7 * weight}}), material2(0.6, 0))
	y.diff.Colliders[0].After.Friction = 0.6
	r := NewRun(y.snapshot(), s, Vec{X: -1000})
	steps(r, 120, Input{})
	if d := r.space.Bodies[1].Position.Dist(Vec{X: 66, Y: 116}); d > 1e-6 {
		t.Errorf("a body held up by its force moved by %g", d)
	}
	if b := &r.space.Bodies[2]; !b.Asleep || math.Abs(b.Position.X-166) > 0.1 {
		t.Errorf("with a force below friction: asleep %v, at %v", b.Asleep, b.Position)
	}
	if b := &r.space.Bodies[3]; b.Asleep || b.Position.X < 280 {
		t.Errorf("with a force above friction: asleep %v, at %v", b.Asleep, b.Position)
	}
}
