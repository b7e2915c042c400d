package play

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// sums adds up the forces on each body, in total and by kind.
func sums(r *Run) (all map[level.ID]Vec, of map[level.ID][JointPull + 1]Vec) {
	all, of = map[level.ID]Vec{}, map[level.ID][JointPull + 1]Vec{}
	for _, f := range AppendForces(nil, r) {
		all[f.Body] = all[f.Body].Add(f.Vec)
		kinds := of[f.Body]
		kinds[f.Kind] = kinds[f.Kind].Add(f.Vec)
		of[f.Body] = kinds
	}
	return all, of
}

// The forces on a body at rest cancel out. In a tower, each crate carries the weight of all crates above it. Sleeping
// bodies have their forces too.
func TestForcesOfATower(t *testing.T) {
	t.Parallel()
	s := tower(5)
	r := s.run(t)
	steps(r, 300, Input{})
	all, of := sums(r)
	const weight = 20 * 20 * 800.0
	for i, b := range r.Bodies() {
		if !b.Asleep {
			t.Errorf("crate %d does not sleep", i)
		}
		if l := all[b.ID].Len(); l > 0.02*weight {
			t.Errorf("the forces on crate %d add up to %v of its weight", i, l/weight)
		}
		if got := of[b.ID][Weight]; got.Dist(Vec{Y: weight}) > 1e-6*weight {
			t.Errorf("crate %d weighs %v, want %v", i, got, weight)
		}
	}
	bears := 0.0 // the force on the lowest crate from below
	for _, f := range AppendForces(nil, r) {
		if f.Body == r.Bodies()[0].ID && f.Kind == Push && f.Y < 0 {
			bears -= f.Y
		}
	}
	if math.Abs(bears-5*weight) > 0.05*weight {
		t.Errorf("the ground pushes with %v weights, want 5", bears/weight)
	}
	if mass, half := Middle(r); mass != 400 || half != 10 {
		t.Errorf("the median mass is %v, half of the median width %v", mass, half)
	}
}

// A crate that friction holds on a slope of 20 degrees is pushed straight up. In free fall, weight is the only force;
// in a top-down level, there is none.
func TestForcesOnASlope(t *testing.T) {
	t.Parallel()
	plank, at := slope(20, 10)
	s := scenario{gravity: 800, bodies: []sceneBody{
		plank.with(func(sb *sceneBody) { sb.friction = 1 }),
		crate(20, 20, at).with(func(sb *sceneBody) { sb.friction, sb.angle = 1, 20 }),
		crate(20, 20, Vec{X: 9000, Y: -9000}),
	}}
	r := s.run(t)
	steps(r, 120, Input{})
	const weight = 20 * 20 * 800.0
	_, of := sums(r)
	lies, falls := of[r.Bodies()[0].ID], of[r.Bodies()[1].ID]
	if got := lies[Push]; got.Dist(Vec{Y: -weight}) > 0.02*weight {
		t.Errorf("the slope pushes with %v of the weight, want straight up", got.Mul(1/weight))
	}
	if falls[Push] != (Vec{}) || falls[Weight].Dist(Vec{Y: weight}) > 1e-6*weight {
		t.Errorf("in free fall, forces = %v", falls)
	}
	settings := r.Settings()
	settings.Mode = TopDown
	if got := AppendForces(nil, NewRun(r.snapshot, settings, Vec{X: -50000})); len(got) > 0 {
		t.Errorf("in a top-down level, there are forces %v", got)
	}
}

// The pointer pulls a body that it holds up with the body's weight, and does not pull a released body.
func TestForceOfThePointer(t *testing.T) {
	s := scenario{gravity: 800, bodies: []sceneBody{crate(20, 20, Vec{})}}
	r := s.run(t)
	id := r.Bodies()[0].ID
	steps(r, 300, Input{Grab: id})
	const weight = 20 * 20 * 800.0
	_, of := sums(r)
	if got := of[id][PointerPull]; got.Dist(Vec{Y: -weight}) > 0.02*weight {
		t.Errorf("the pointer pulls with %v of the weight", got.Mul(1/weight))
	}
	steps(r, 1, Input{})
	if _, of := sums(r); of[id][PointerPull] != (Vec{}) {
		t.Errorf("after the release, the crate is pulled by %v", of[id])
	}
	buffer := AppendForces(nil, r)
	if n := testing.AllocsPerRun(20, func() { buffer = AppendForces(buffer[:0], r) }); n > 0 {
		t.Errorf("the forces of a frame allocate %v times", n)
	}
}

// A joint holds a hanging body at rest with the body's weight, and a constant force is listed among the forces.
func TestForcesOfJoints(t *testing.T) {
	t.Parallel()
	for _, j := range []level.Joint{
		{Kind: level.Hinge, AnchorB: Vec{Y: -50}},
		{Kind: level.Spring, Length: 50},
		{Kind: level.Spring, Length: 40, Frequency: 2, Damping: 1},
		{Kind: level.Spring, Length: 50, PullsOnly: true},
	} {
		y := newLevelBuilder(t)
		j.B = y.circle("ball", 0, 50, 10, isDynamic, starts(level.Motion{Force: Vec{Y: 1}}))
		r := y.joined(DefaultSettings(), j)
		steps(r, 600, Input{})
		b := &r.space.Bodies[1]
		all, of := sums(r)
		weight := b.Mass * r.settings.Gravity
		if l := all[j.B].Len(); l > 0.02*weight {
			t.Errorf("%+v: the forces add up to %v of the weight", j, l/weight)
		}
		if got := of[j.B][Steady]; math.Abs(got.Y-32*32*32) > 1e-6 {
			t.Errorf("constant force = %v", got)
		}
	}
}
