package play

import (
	"math"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// bouncers returns a closed room without gravity, in which n*n frictionless bodies with restitution 1 bounce around.
func bouncers(shape string, n int) scenario {
	smooth := func(sb *sceneBody) { sb.restitution, sb.friction = 1, 0 }
	s := scenario{steps: 20 * Rate}
	for _, wall := range []sceneBody{
		crate(1000, 40, Vec{X: 500, Y: 1020}), crate(1000, 40, Vec{X: 500, Y: -20}),
		crate(40, 1000, Vec{X: -20, Y: 500}), crate(40, 1000, Vec{X: 1020, Y: 500}),
	} {
		s.bodies = append(s.bodies, wall.still().with(smooth))
	}
	for i := range n * n {
		sb := sceneBody{kind: "dynamic", shape: shape, a: 40, b: 30, density: 1}
		switch shape {
		case "circle":
			sb.a = 20
		case "capsule":
			sb.a, sb.b = 15, 8
		}
		turn := float64(i) * 2.4
		sb.at = Vec{X: 500, Y: 400}
		if n > 1 {
			sb.at = Vec{X: 80 + 840*float64(i%n)/float64(n-1), Y: 80 + 840*float64(i/n)/float64(n-1)}
		}
		sb.angle, sb.v = 20+17*float64(i), Vec{X: 345 * math.Cos(0.52+turn), Y: 345 * math.Sin(0.52+turn)}
		s.bodies = append(s.bodies, sb.with(smooth))
	}
	return s
}

// energyLeft returns a function that plays the bouncers for 20 s and measures the percentage of energy they keep.
func energyLeft(shape string, n int) func(t testing.TB, play engine) float64 {
	return func(t testing.TB, play engine) float64 {
		s := bouncers(shape, n)
		mass := s.bodies[4].bake(t).Mass()
		energy := func(p pose) float64 { return mass.Mass*p.v.LenSq() + mass.Inertia*p.w*p.w }
		begin, end := 0.0, 0.0
		frames := play(t, s).frames
		for i, sb := range s.bodies[4:] {
			begin += energy(pose{v: sb.v})
			end += energy(frames[len(frames)-1][i])
		}
		return 100 * end / begin
	}
}

// In a closed room, frictionless bodies of any shape and size that bounce with restitution 1 keep their energy to
// within 10%. A body that turns by more than 90 degrees in a step may lose more, because it turns away from the
// contacts found at the start of the step.
func TestBouncesKeepEnergy(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		y := newLevelBuilder(t)
		smooth := material2(0, 1)
		y.box("floor", -40, 1000, 1080, 40, smooth)
		y.box("lid", -40, -40, 1080, 40, smooth)
		y.box("left", -40, 0, 40, 1000, smooth)
		y.box("right", 1000, 0, 40, 1000, smooth)
		n := rapid.IntRange(1, 6).Draw(rt, "n")
		for i := range n * n {
			w, h := rapid.Float64Range(30, 60).Draw(rt, "w"), rapid.Float64Range(30, 60).Draw(rt, "h")
			shape := rapid.SampledFrom([]level.Shape{
				{Kind: level.Circle, Radius: w / 2},
				{Kind: level.Capsule, Points: []Vec{{X: -w / 2}, {X: w / 2}}, Radius: h / 4},
				{Kind: level.Box, Size: Vec{X: w, Y: h}, Rounding: level.Inset},
				{Kind: level.Box, Size: Vec{X: w, Y: h}, Radius: min(w, h) / 4, Rounding: level.Inset},
				{
					Kind: level.Polygon, Points: []Vec{{X: -w / 2, Y: h / 2}, {X: w / 2, Y: h / 2}, {Y: -h / 2}},
					Rounding: level.Inset,
				},
				{Kind: level.Polygon, Points: []Vec{
					{X: -w},
					{X: -w / 2, Y: -h / 2},
					{X: w / 2, Y: -h / 2},
					{X: w},
					{Y: h / 2},
				}, Rounding: level.Inset},
			}).Draw(rt, "shape")
			at := Vec{X: 1000 * (float64(i%n) + 0.5) / float64(n), Y: 1000 * (float64(i/n) + 0.5) / float64(n)}
			y.add("body", shape, at, smooth, isDynamic, func(c *level.Collider) {
				c.Angle = level.Degrees(rapid.IntRange(0, 359).Draw(rt, "angle"))
			})
		}
		s := boxSettings(t, 8, 8)
		s.Gravity = 0
		r := NewRun(y.snapshot(), s, Vec{X: -5000, Y: -5000})
		speed := rapid.Float64Range(150, 400).Draw(rt, "speed")
		energy := func() (sum float64) {
			for i := range r.space.Bodies {
				sum += r.space.EnergyOf(&r.space.Bodies[i])
			}
			return sum
		}
		for i := range r.space.Bodies[1:] {
			sin, cos := math.Sincos(rapid.Float64Range(0, 2*math.Pi).Draw(rt, "direction"))
			r.space.Bodies[i+1].Velocity = Vec{X: speed * cos, Y: speed * sin}
		}
		begin, fastest := energy(), 0.0
		for range 20 * Rate {
			steps(r, 1, Input{})
			for i := range r.space.Bodies {
				fastest = max(fastest, math.Abs(r.space.Bodies[i].Spin))
			}
		}
		if kept := energy() / begin; !(kept > 0.9 && kept < 1.1) && (fastest < math.Pi/2*Rate || kept > 1) {
			rt.Errorf("the bodies keep %.1f%% of their energy", 100*kept)
		}
	})
}
