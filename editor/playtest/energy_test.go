package playtest

import (
	"math"
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// wildRoom is a closed room with thin walls, in it rocks, planks and bodies of all forms.
func wildRoom(rt *rapid.T, tb testing.TB) level.Snapshot {
	y := newYard(tb)
	number := func(name string, least, most float64) float64 { return rapid.Float64Range(least, most).Draw(rt, name) }
	wall := number("wall", 1, 20)
	rough := material2(number("rough", 0, 1), number("bouncy", 0, 1))
	if rapid.Bool().Draw(rt, "chain") {
		y.add("room", level.Shape{Kind: level.Chain, Closed: true, Points: []Vec{{}, {X: 400}, {X: 400, Y: 300}, {Y: 300}}}, Vec{}, rough)
	} else {
		y.box("floor", -wall, 300, 400+2*wall, wall, rough)
		y.box("lid", -wall, -wall, 400+2*wall, wall, rough)
		y.box("left", -wall, -wall, wall, 300+2*wall, rough)
		y.box("right", 400, -wall, wall, 300+2*wall, rough)
	}
	shape := func(most float64) level.Shape {
		w, h := number("w", 2, most), number("h", 2, most)
		switch rapid.IntRange(0, 3).Draw(rt, "form") {
		case 0:
			return level.Shape{Kind: level.Circle, Radius: w / 2}
		case 1:
			return level.Shape{Kind: level.Capsule, Points: []Vec{{X: -w / 2}, {X: w / 2}}, Radius: max(1, h/4)}
		case 2:
			return level.Shape{Kind: level.Polygon, Points: []Vec{{X: -w / 2, Y: h / 2}, {X: w / 2, Y: h / 2}, {Y: -h / 2}}, Rounding: level.Inset}
		}
		return level.Shape{Kind: level.Box, Size: Vec{X: w, Y: h}, Radius: rapid.SampledFrom([]float64{0, 0.4}).Draw(rt, "round") * min(w, h), Rounding: level.Inset}
	}
	turned := func(c *level.Collider) { c.Angle = level.Degrees(math.Round(number("angle", 0, 360))) }
	for range rapid.IntRange(0, 4).Draw(rt, "rocks") {
		y.add("rock", shape(60), Vec{X: number("x", 0, 400), Y: number("y", 150, 300)}, turned, rough)
	}
	// The bodies begin apart from everything: each in a place of its own, above the rocks.
	n := rapid.IntRange(1, 12).Draw(rt, "bodies")
	for i := range n {
		at := Vec{X: 35 + 66*float64(i%6), Y: 30 + 50*float64(i/6)}
		// A sliver that a body of a hundred times its density presses into a corner of a chain can still come through.
		density := rapid.SampledFrom([]float64{0.5, 1, 1, 1, 2}).Draw(rt, "density")
		y.add("body", shape(24), at, isDynamic, turned, material2(number("friction", 0, 1), number("restitution", 0, 1)), func(c *level.Collider) { c.Density = density })
	}
	return y.snapshot()
}

// energyOf is that of all bodies together, and what one of them has at most from a pixel's height.
func energyOf(r *Run) (sum, pixel float64) {
	for i := range r.bodies[1:] {
		b := &r.bodies[i+1]
		if b.role != dynamic {
			continue
		}
		pixel += b.mass * r.settings.Gravity
		sum += r.energyOf(b) - b.mass*r.settings.Gravity*(b.p.Y-300)
	}
	return sum, pixel
}

// outside finds a body that is on the other side of a wall.
func outside(r *Run) *body {
	for i := range r.bodies[1:] {
		if b := &r.bodies[i+1]; !(b.p.X > 0 && b.p.X < 400 && b.p.Y > 0 && b.p.Y < 300) {
			return b
		}
	}
	return nil
}

// TestNothingPassesWalls: bodies as fast and as spun as can be stay in their room, and never have more energy than they began with.
func TestNothingPassesWalls(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := boxSettings(t, 8, 8)
		s.Gravity = rapid.SampledFrom([]float64{0, 35, 800, 3000}).Draw(rt, "gravity")
		r := NewRun(wildRoom(rt, t), s, Vec{X: -5000, Y: -5000})
		fastest := rapid.SampledFrom([]float64{0, 100, 1000, 5000}).Draw(rt, "fastest")
		for i := range r.bodies[1:] {
			b := &r.bodies[i+1]
			b.v = Vec{X: rapid.Float64Range(-fastest, fastest).Draw(rt, "vx"), Y: rapid.Float64Range(-fastest, fastest).Draw(rt, "vy")}
			b.w = rapid.Float64Range(-40, 40).Draw(rt, "spin")
		}
		begin, pixel := energyOf(r)
		for range 90 {
			r.Step(Input{})
			if b := outside(r); b != nil {
				rt.Fatalf("step %d: %v is at %v with %v", r.Steps(), b.id, b.p, b.v)
			}
			if now, _ := energyOf(r); now > 1.02*begin+2*pixel {
				rt.Fatalf("step %d: the energy is %g, at first it was %g", r.Steps(), now, begin)
			}
		}
	})
}

// TestNobodyPassesWalls: a character among such bodies, and these, stay in their room, whatever it does.
func TestNobodyPassesWalls(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := boxSettings(t, 10, 18)
		s.Jetpack = rapid.Bool().Draw(rt, "jetpack")
		s.Speed = rapid.SampledFrom([]float64{140, 900}).Draw(rt, "speed")
		r := NewRun(wildRoom(rt, t), s, Vec{X: 200, Y: 130})
		for range 12 {
			in := Input{X: rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "x"), Jump: rapid.Bool().Draw(rt, "jump"), Reverse: rapid.IntRange(0, 20).Draw(rt, "reverse") == 0}
			for range 10 {
				r.Step(in)
				if p := r.walker.Position; !(p.X > 0 && p.X < 400 && p.Y > 0 && p.Y < 300) {
					rt.Fatalf("step %d: the character is at %v", r.Steps(), p)
				}
				if b := outside(r); b != nil {
					rt.Fatalf("step %d: %v is at %v with %v", r.Steps(), b.id, b.p, b.v)
				}
			}
		}
	})
}
