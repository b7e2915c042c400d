package play

import (
	"math"
	"testing"

	"fillet/collision/dynamics"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

func dense(density float64) func(*level.Collider) {
	return func(c *level.Collider) { c.Density = density }
}

func turnedBy(degrees float64) func(*level.Collider) {
	return func(c *level.Collider) { c.Angle = level.Degrees(degrees) }
}

// stone is a rounded triangle.
var stone = level.Shape{
	Kind: level.Polygon, Points: []Vec{{X: -12, Y: 9}, {X: 12, Y: 9}, {X: 2, Y: -10}}, Radius: 3, Rounding: level.Inset,
}

// sea returns water 400 deep with its surface at y = 0, on a floor.
func sea(t testing.TB) *levelBuilder {
	y := newLevelBuilder(t)
	y.box("sea", -1000, 0, 2000, 400, isTrigger, tagged(WaterTag))
	y.box("bed", -1000, 400, 2000, 20)
	return y
}

// sail returns a run without a character nearby.
func sail(y *levelBuilder, change ...func(*Settings)) *Run {
	s := boxSettings(y.t, 8, 8)
	for _, f := range change {
		f(&s)
	}
	return NewRun(y.snapshot(), s, Vec{X: -5000, Y: -5000})
}

// draughtOf returns the depth of the lowest point of the i-th moving body.
func draughtOf(r *Run, i int) float64 {
	r.space.Bodies[i].UpdateBox()
	return r.space.Bodies[i].Box.Max.Y
}

// draughtOff measures the largest error, in percent, of the depth at which boxes float and of the submerged fraction of
// balls, compared with Archimedes' principle.
func draughtOff(t testing.TB, _ engine) float64 {
	const w, h, radius = 60.0, 30.0, 15.0
	worst := 0.0
	for _, fluid := range []float64{1, 0.4, 13} {
		for tenth := 1; tenth <= 9; tenth++ {
			share := float64(tenth) / 10
			y := sea(t)
			y.diff.Colliders[0].After.Properties = level.Properties{level.WaterDensityKey: fluid}
			y.box("box", -30, -40, w, h, isDynamic, dense(share*fluid))
			y.circle("ball", 200, -30, radius, isDynamic, dense(share*fluid))
			r := sail(y)
			steps(r, 15*Rate, Input{})
			d := radius - draughtOf(r, 2)
			segment := math.Acos(d/radius)/math.Pi - d*math.Sqrt(radius*radius-d*d)/(math.Pi*radius*radius)
			worst = max(worst, 100*math.Abs(draughtOf(r, 1)/h/share-1), 100*math.Abs(segment/share-1))
			for i := range r.space.Bodies[1:] {
				if b := &r.space.Bodies[i+1]; !b.Asleep || math.Abs(b.Rotation.S) > 0.01 {
					t.Errorf("%g in %g does not rest: %v, turned by %v, asleep %v", share*fluid, fluid, b.Velocity,
						b.Rotation.Angle(), b.Asleep)
				}
			}
		}
	}
	return worst
}

// plankOff measures the tilt of an initially tilted plank after 20 seconds, in degrees.
func plankOff(degrees float64) func(testing.TB, engine) float64 {
	return func(t testing.TB, _ engine) float64 {
		y := sea(t)
		y.box("plank", -40, -8, 80, 16, isDynamic, dense(0.5), turnedBy(degrees))
		r := sail(y)
		steps(r, 20*Rate, Input{})
		if p := r.space.Bodies[1].Position; math.Abs(p.Y) > 0.2 {
			t.Errorf("from %g degrees, the plank ends at %v", degrees, p)
		}
		return math.Abs(math.Asin(r.space.Bodies[1].Rotation.S)) * 180 / math.Pi
	}
}

// A body released under water first accelerates by its weight minus buoyancy, and in the end moves at the speed that
// drag allows.
func TestArchimedes(t *testing.T) {
	t.Parallel()
	for _, density := range []float64{0.1, 0.5, 0.99, 1, 1.5, 2, 8} {
		y := newLevelBuilder(t)
		y.box("sea", -1e5, -1e5, 2e5, 2e5, isTrigger, tagged(WaterTag))
		y.box("box", 0, 0, 30, 20, isDynamic, dense(density), turnedBy(33))
		y.circle("ball", 100, 0, 12, isDynamic, dense(density))
		y.add("stone", stone, Vec{X: 200}, isDynamic, dense(density))
		snap := y.snapshot()
		s := boxSettings(t, 8, 8)
		s.WaterDrag = 0
		r := NewRun(snap, s, Vec{X: -5e5})
		steps(r, 30, Input{})
		for i := range r.space.Bodies[1:] {
			b, want := &r.space.Bodies[i+1], 800*(1-1/density)*0.5
			if math.Abs(b.Velocity.Y-want) > 1e-6*(1+math.Abs(want)) || math.Abs(b.Velocity.X) > 1e-9 || math.Abs(b.Spin) > 1e-9 {
				t.Errorf("density %g, body %d: after 0.5 s it has %v and turns by %g, want %g down", density, i,
					b.Velocity, b.Spin, want)
			}
		}
		s.WaterDrag = 2.5
		r = NewRun(snap, s, Vec{X: -5e5})
		steps(r, 40*Rate, Input{})
		for i := range r.space.Bodies[1:] {
			if b, want := &r.space.Bodies[i+1], 800*(density-1)/2.5; math.Abs(b.Velocity.Y-want) > 0.001*(1+math.Abs(want)) {
				t.Errorf("density %g, body %d: in the end it has %v, want %g down", density, i, b.Velocity, want)
			}
		}
	}
}

// Bodies denser than water rest on the ground below it, and sleep.
func TestDenseBodiesSink(t *testing.T) {
	t.Parallel()
	y := sea(t)
	y.box("box", 0, 20, 20, 20, isDynamic, dense(2))
	r := sail(y)
	steps(r, 6*Rate, Input{})
	if b := &r.space.Bodies[1]; math.Abs(b.Position.Y-390) > 2*Slop || !b.Asleep {
		t.Errorf("the body is at %v, asleep %v", b.Position, b.Asleep)
	}
}

// Drag slows a body without gravity according to its formula, and slows its rotation in the same way, including in
// top-down mode.
func TestWaterDrag(t *testing.T) {
	t.Parallel()
	for _, mode := range []level.PlayMode{Platformer, TopDown} {
		y := newLevelBuilder(t)
		y.box("sea", -1000, -1000, 2000, 2000, isTrigger, tagged(WaterTag))
		y.circle("ball", 0, 0, 12, isDynamic, dense(2))
		y.box("box", 200, 0, 30, 10, isDynamic, dense(0.5))
		y.box("dry", 1500, 0, 30, 10, isDynamic, dense(0.5))
		r := sail(y, func(s *Settings) { s.Mode, s.Gravity, s.GroundDamping = mode, 0, 0 })
		for i := range r.space.Bodies[1:] {
			r.space.Bodies[i+1].Velocity, r.space.Bodies[i+1].Spin = Vec{X: 90, Y: -40}, 3
		}
		steps(r, Rate, Input{})
		for i, rate := range []float64{2.5 / 2, 2.5 / 0.5, 0} { // fractions lost per second
			keep := math.Pow(1/(1+rate*dynamics.SubstepTime), 1/dynamics.SubstepTime)
			b := &r.space.Bodies[i+1]
			if b.Velocity.Dist(Vec{X: 90, Y: -40}.Mul(keep)) > 1e-3 || math.Abs(b.Spin-3*keep) > 1e-3 {
				t.Errorf("mode %v, body %d: after a second it has %v and %g, want %g of that", mode, i, b.Velocity,
					b.Spin, keep)
			}
			if b.Lift != (Vec{}) {
				t.Errorf("without gravity, the body is lifted by %v", b.Lift)
			}
		}
	}
}

// A tilted plank rights itself, and an upright plank falls over, because lift acts at the centroid of the submerged
// part.
func TestPlankRights(t *testing.T) {
	t.Parallel()
	for _, degrees := range []float64{-80, -45, 20, 60, 85, 89.9} {
		if off := plankOff(degrees)(t, nil); off > 1 {
			t.Errorf("from %g degrees, the plank ends at %g", degrees, off)
		}
	}
}

// A box floats upright according to the metacentric formula: its metacentre is above its centre of mass if the square
// of its breadth over its height is more than 6 s (1 - s), where s is its density relative to the water.
func TestBoxIsStableByItsMetacentre(t *testing.T) {
	t.Parallel()
	for _, share := range []float64{0.2, 0.5, 0.8} {
		limit := math.Sqrt(6 * share * (1 - share))
		for _, factor := range []float64{0.85, 1.15} {
			y := sea(t)
			y.box("box", -20*factor*limit, -20, 40*factor*limit, 40, isDynamic, dense(share), turnedBy(1))
			r := sail(y)
			steps(r, 30*Rate, Input{})
			if upright := math.Abs(r.space.Bodies[1].Rotation.S) < 0.01; upright != (factor > 1) {
				t.Errorf("density %g, %g of the limit: turned by %g radians", share, factor,
					r.space.Bodies[1].Rotation.Angle())
			}
		}
	}
}

// Floating bodies come to rest where the displaced water weighs as much as they do, with its centroid directly below or
// above their centre of mass. This holds for bodies of all shapes, of one collider or several, in waters that overlap,
// are turned, or consist of several pieces.
func TestFloatingBodiesDisplaceTheirWeight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		y := newLevelBuilder(t)
		y.box("bed", -1000, 600, 2000, 20)
		y.box("sea", -1000, 0, 2000, 600, isTrigger, tagged(WaterTag))
		if rapid.Bool().Draw(rt, "two") {
			y.box("more", -300, 0, 310, 700, isTrigger, tagged(WaterTag))
		}
		if rapid.Bool().Draw(rt, "bent") { // no corner of it is above the surface
			bent := []Vec{{X: -300}, {X: 300}, {X: 200, Y: 300}, {Y: 100}, {X: -200, Y: 300}}
			y.polygon("bent", bent, isTrigger, tagged(WaterTag))
		}
		share := rapid.Float64Range(0.1, 0.8).Draw(rt, "density")
		form := rapid.SampledFrom([]level.Shape{
			{Kind: level.Box, Size: Vec{X: 60, Y: 30}, Rounding: level.Inset},
			{Kind: level.Box, Size: Vec{X: 44, Y: 30}, Radius: 9, Rounding: level.Inset},
			{Kind: level.Circle, Radius: 17},
			{Kind: level.Capsule, Points: []Vec{{X: -20}, {X: 20}}, Radius: 10},
			{Kind: level.Polygon, Points: []Vec{
				{X: -30, Y: -20},
				{X: -18, Y: -20},
				{X: -18, Y: 8},
				{X: 18, Y: 8},
				{X: 18, Y: -20},
				{X: 30, Y: -20},
				{X: 30, Y: 20},
				{X: -30, Y: 20},
			}, Radius: 2, Rounding: level.Inset},
		}).Draw(rt, "form")
		angle := rapid.Float64Range(0, 360).Draw(rt, "angle")
		one := func() { y.add("body", form, Vec{}, isDynamic, dense(share), turnedBy(angle)) }
		if rapid.Bool().Draw(rt, "welded") {
			y.welded(func() { // where parts overlap, both add weight but displace water only once
				one()
				y.circle("part", 0, 0, 12, isDynamic, dense(share/4))
			})
		} else {
			one()
		}
		r := sail(y)
		steps(r, 30*Rate, Input{})
		b := &r.space.Bodies[1]
		if !b.Asleep {
			rt.Errorf("the body does not come to rest: %v, %g", b.Velocity, b.Spin)
		}
		weight := b.Mass * 800
		if math.Abs(b.Lift.Y+weight) > 0.02*weight || math.Abs(b.LiftArm.X) > 0.5 {
			rt.Errorf("the body weighs %g and is lifted by %v, %v from its centre", weight, b.Lift, b.LiftArm)
		}
		for _, f := range AppendForces(nil, r) {
			if f.Kind == Lift && (f.Vec != b.Lift || f.At != b.Position.Add(b.LiftArm)) {
				rt.Errorf("force shown = %+v", f)
			}
		}
	})
}

// Of overlapping waters, the one drawn last counts. Water that does not accept the body's categories does not count.
func TestOverlappingWaters(t *testing.T) {
	t.Parallel()
	y := sea(t)
	y.box("oil", -1000, 0, 2000, 100, isTrigger, tagged(WaterTag), with(level.Properties{level.WaterDensityKey: 0.5}))
	y.box("for ghosts", -1000, -50, 2000, 200, isTrigger, tagged(WaterTag), func(c *level.Collider) {
		c.CollidesWith = []string{"ghost"}
	})
	y.box("light", -300, -20, 60, 30, isDynamic, dense(0.25))
	y.box("heavy", 0, 60, 60, 30, isDynamic, dense(0.75))
	r := sail(y)
	steps(r, 20*Rate, Input{})
	if got := draughtOf(r, 1); math.Abs(got-15) > 0.3 {
		t.Errorf("a body lighter than oil floats %g deep, want 15", got)
	}
	if got := draughtOf(r, 2); math.Abs(got-115) > 0.3 {
		t.Errorf("a body between oil and water has its lower side at %g, want 115", got)
	}
}

// A turned pool holds water up to its own side, and with gravity flipped, water lifts downward.
func TestRotatedWater(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("pool", -300, -300, 600, 600, isTrigger, tagged(WaterTag), turnedBy(45)) // with a corner up
	y.box("box", -20, -300, 40, 20, isDynamic, dense(0.5))
	r := sail(y)
	steps(r, 20*Rate, Input{})
	if b := &r.space.Bodies[1]; math.Abs(b.Lift.Y+b.Mass*800) > 0.02*b.Mass*800 || b.Position.Y > -380 {
		t.Errorf("below the corner of a pool, which is at -424, the body floats at %v and is lifted by %v", b.Position,
			b.Lift)
	}
	y = newLevelBuilder(t)
	y.box("sea", -1000, 0, 2000, 400, isTrigger, tagged(WaterTag))
	y.box("box", -30, 300, 60, 30, isDynamic, dense(0.5))
	r = sail(y, func(s *Settings) { s.Reversed = true })
	steps(r, 20*Rate, Input{})
	if b := &r.space.Bodies[1]; math.Abs(b.Position.Y-400) > 0.3 || b.Lift.Y < 0 {
		t.Errorf("with gravity flipped, the body floats at %v, lifted by %v; want it at the lower side, at 400",
			b.Position, b.Lift)
	}
}

// Rising water takes floating bodies along, and flowing water carries them. When the water disappears, they fall.
func TestWaterMoves(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("bed", -1000, 300, 2000, 20)
	rises := with(level.Properties{"move_y": -200.0, "move_time": 16.0})
	y.box("tide", -1000, 300, 2000, 300, isTrigger, isKinematic, tagged(WaterTag), rises)
	y.box("box", -30, 270, 60, 30, isDynamic, dense(0.5))
	r := sail(y)
	steps(r, 8*Rate, Input{})
	if got := draughtOf(r, 2); math.Abs(got-115) > 1 {
		t.Errorf("at high tide, at 100, the box is %g deep", got-100)
	}
	steps(r, 8*Rate, Input{})
	if got := draughtOf(r, 2); math.Abs(got-300) > 0.2 {
		t.Errorf("at low tide, the box is at %g, want on the bed at 300", got)
	}

	y = newLevelBuilder(t)
	flows := onPath(level.Path{Points: []Vec{{}, {X: 600}}, Speed: 30})
	y.box("river", -1000, 0, 4000, 400, isTrigger, tagged(WaterTag), flows)
	y.box("box", -30, -15, 60, 30, isDynamic, dense(0.5))
	r = sail(y)
	steps(r, 6*Rate, Input{})
	if b := &r.space.Bodies[2]; math.Abs(b.Velocity.X-30) > 0.5 || b.Asleep {
		t.Errorf("in a river of 30 px/s, the box has %v, asleep %v", b.Velocity, b.Asleep)
	}
}

// A character on a raft presses it down, even if the raft sleeps, and the raft rises again when the character is gone.
func TestRaft(t *testing.T) {
	t.Parallel()
	y := sea(t)
	y.box("raft", -60, -10, 120, 20, isDynamic, dense(0.5))
	s := boxSettings(t, 8, 8)
	s.Density = 6 // a mass of 384 on an area of 1200: 3.2 px of 120
	r := NewRun(y.snapshot(), s, Vec{Y: -30})
	steps(r, 12*Rate, Input{})
	if got := draughtOf(r, 1); math.Abs(got-13.2) > 0.5 {
		t.Errorf("with the character on it, the raft is %g deep, want 13.2", got)
	}
	r.Step(Input{Jump: true})
	steps(r, 30, Input{Jump: true})
	r.walker.Position = Vec{X: -5000, Y: -5000} // far away, so that it does not come down again
	steps(r, 10*Rate, Input{})
	if got := draughtOf(r, 1); math.Abs(got-10) > 0.3 {
		t.Errorf("without the character, the raft is %g deep, want 10", got)
	}
}

// Once a run is warm, bodies in water allocate nothing.
func TestWaterAllocatesNothing(t *testing.T) {
	y := sea(t)
	rolls := with(level.Properties{"move_x": 300.0, "move_time": 3.0})
	y.circle("wave", 0, 10, 80, isTrigger, isKinematic, tagged(WaterTag), rolls)
	for i := range 12 {
		at := Vec{X: 60*float64(i) - 300, Y: -30}
		if i%2 == 0 {
			y.add("stone", stone, at, isDynamic, dense(0.5))
		} else {
			y.box("box", at.X, at.Y, 30, 20, isDynamic, dense(0.7))
		}
	}
	r := sail(y, func(s *Settings) { s.SleepSpeed = 0 })
	Quiet(r)
	steps(r, 4*Rate, Input{})
	if len(r.floats) < 12 {
		t.Errorf("%d bodies are in water", len(r.floats))
	}
	if n := testing.AllocsPerRun(200, func() { r.Step(Input{}) }); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

func BenchmarkFloating(b *testing.B) {
	y := sea(b)
	for i := range 100 {
		y.box("box", 40*float64(i%20)-400, -30*float64(i/20), 30, 20, isDynamic, dense(0.5))
	}
	r := sail(y, func(s *Settings) { s.SleepSpeed = 0 })
	Quiet(r)
	steps(r, 8*Rate, Input{})
	b.ReportAllocs()
	for b.Loop() {
		r.Step(Input{})
	}
}
