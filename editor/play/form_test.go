package play

import (
	"math"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// randomForm returns a character with four to six corners, rounded or not, or with two or three such shapes.
func randomForm(rt *rapid.T) []collision.Shape {
	var out []collision.Shape
	for range rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(rt, "parts") {
		at := Vec{X: rapid.Float64Range(-4, 4).Draw(rt, "x"), Y: rapid.Float64Range(-6, 6).Draw(rt, "y")}
		half := Vec{
			X: rapid.Float64Range(3, 9).Draw(rt, "half width"),
			Y: rapid.Float64Range(4, 12).Draw(rt, "half height"),
		}
		n, from := rapid.IntRange(4, 6).Draw(rt, "corners"), rapid.SampledFrom([]float64{0, 45, 90, 30}).Draw(rt,
			"turn")
		points := make([]Vec, n)
		for i := range points {
			sin, cos := math.Sincos((from + 360*float64(i)/float64(n) + rapid.Float64Range(-15, 15).Draw(rt,
				"off")) * math.Pi / 180)
			points[i] = at.Add(Vec{X: half.X * cos, Y: half.Y * sin})
		}
		s, err := collision.NewShape(points, rapid.SampledFrom([]float64{0, 0, 1.5, 4}).Draw(rt, "radius"))
		if err != nil {
			rt.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// extentOf returns the bounds of the shapes.
func extentOf(shapes []collision.Shape) collision.AABB {
	box := collision.EmptyAABB()
	for _, s := range shapes {
		box = box.Union(s.Bounds(collision.Identity()))
	}
	return box
}

// A character of any shape walks over the seams of a floor as if there were none, slides down a wall of tiles without
// catching on it, jumps as high as its settings say, and stays on the ground over hills, up and down.
func TestCharacterOfAnyForm(t *testing.T) {
	t.Parallel()
	floor := newLevelBuilder(t)
	tiles(floor, 80, 16, 100)
	wall := newLevelBuilder(t)
	for i := range 60 {
		wall.box("wall", 100, float64(i)*16, 16, 16)
	}
	hills := newLevelBuilder(t)
	hills.polygon("hills", []Vec{
		{Y: 300},
		{Y: 200},
		{X: 200, Y: 200},
		{X: 300, Y: 120},
		{X: 400, Y: 120},
		{X: 573.2, Y: 200},
		{X: 900, Y: 200},
		{X: 900, Y: 300},
	})
	onFloor, atWall, overHills := floor.snapshot(), wall.snapshot(), hills.snapshot()
	rapid.Check(t, func(rt *rapid.T) {
		s := instantly(DefaultSettings())
		s.Body = randomForm(rt)
		box := extentOf(s.Body)
		s.Speed = math.Exp(rapid.Float64Range(2, 7).Draw(rt, "log speed"))

		r := NewRun(onFloor, s, Vec{X: 60, Y: 100 - box.Max.Y})
		for k := range min(int(1000/s.Speed*Rate), 150) {
			r.Step(Input{X: 1})
			c, want := r.Character(), 60+s.Speed*float64(k+1)*stepTime
			if math.Abs(c.Position.X-want) > 1e-5 || math.Abs(c.Position.Y-(100-box.Max.Y)) > 1e-6 || !c.Grounded ||
				c.Sides != Bottom {
				rt.Fatalf("on the floor, step %d: the character is at %v (grounded %v, touching %04b), want (%g, %g)",
					k+1, c.Position, c.Grounded, c.Sides, want, 100-box.Max.Y)
			}
		}

		r = NewRun(onFloor, s, Vec{X: 60, Y: 100 - box.Max.Y})
		steps(r, 5, Input{})
		from, top := r.Character().Position.Y, 0.0
		for range 2 * Rate {
			r.Step(Input{Jump: true})
			top = max(top, from-r.Character().Position.Y)
		}
		if math.Abs(top-s.JumpHeight) > 0.02*s.JumpHeight {
			rt.Errorf("the character jumps %v high, want %v", top, s.JumpHeight)
		}

		walled, free := NewRun(atWall, s, Vec{X: 100 - box.Max.X, Y: 40}), NewRun(atWall, s, Vec{X: -5000, Y: 40})
		for k := range 60 {
			walled.Step(Input{X: 1})
			free.Step(Input{})
			c, want := walled.Character(), free.Character()
			if math.Abs(c.Position.Y-want.Position.Y) > 1e-6 || math.Abs(c.Position.X-(100-box.Max.X)) > 1e-6 ||
				c.Grounded || c.Velocity.Dist(Vec{Y: want.Velocity.Y}) > 1e-6 {
				rt.Fatalf("at the wall, step %d: position %v, beside no wall %v, with the velocities %v and %v", k+1,
					c.Position, want.Position, c.Velocity, want.Velocity)
			}
		}

		s.Speed = rapid.Float64Range(40, 200).Draw(rt, "speed over hills")
		r = NewRun(overHills, s, Vec{X: 100, Y: 200 - box.Max.Y})
		steps(r, 5, Input{})
		for _, way := range []float64{1, -1} {
			for k := 0; k < 1500 && (r.Character().Position.X-400)*way < 280; k++ {
				r.Step(Input{X: way})
				c := r.Character()
				if !c.Grounded {
					rt.Fatalf("on the hills at %v, moving %v: the character has left the ground", c.Position, way)
				}
				for _, g := range overHills.Layers[0].Colliders {
					for _, piece := range g.Baked.Pieces {
						for i := range s.Body {
							if m, ok := collision.Collide(s.Body[i],
								collision.Transform{P: c.Position, Q: collision.Rot{C: 1}}, piece, g.Transform(),
								0); ok && m.Depth() > 0.05 {
								rt.Fatalf("on the hills at %v, the character is %v deep in the ground", c.Position,
									m.Depth())
							}
						}
					}
				}
			}
			if x := r.Character().Position.X; (x-400)*way < 280 {
				rt.Fatalf("on the hills, the character gets only to %v, moving %v", x, way)
			}
		}
	})
}
