package play

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
)

// tiledFloor is a floor of tiles along x, turned by an angle about the origin, with gaps between them and every other
// one raised by a step.
type tiledFloor struct {
	tile             string
	width, gap, step float64
	turn             level.Degrees
}

const wideTile = 37

// tileShapes holds the kinds of shapes that a floor is made of.
var tileShapes = map[string]func(half Vec) level.Shape{
	"boxes": func(half Vec) level.Shape {
		return level.Shape{Kind: level.Box, Size: half.Mul(2), Rounding: level.Inset}
	},
	"polygons": func(half Vec) level.Shape {
		return level.Shape{Kind: level.Polygon, Points: rectangle(half), Rounding: level.Inset}
	},
	"loops": func(half Vec) level.Shape {
		return level.Shape{Kind: level.Chain, Closed: true, Points: rectangle(half)}
	},
	"one-sided loops": func(half Vec) level.Shape {
		return level.Shape{Kind: level.Chain, Closed: true, OneSided: true, Points: rectangle(half)}
	},
}

func rectangle(half Vec) []Vec {
	return []Vec{half.Neg(), {X: half.X, Y: -half.Y}, half, {X: -half.X, Y: half.Y}}
}

// add adds the tiles to a yard, up to some 3,300 pixels.
func (f tiledFloor) add(y *yard, change ...func(*level.Collider)) {
	sin, cos := math.Sincos(f.turn.Radians())
	for i := range int(3330 / f.width) {
		at := Vec{X: (float64(i) + 0.5) * f.width, Y: 10 - f.step*float64(i%2)}
		at = Vec{X: at.X*cos - at.Y*sin, Y: at.X*sin + at.Y*cos}
		half := Vec{X: (f.width - f.gap) / 2, Y: 10}
		var shapes []level.Shape
		if f.tile == triangles {
			shapes = triangleTiles(half, f.gap)
		} else {
			shapes = []level.Shape{tileShapes[f.tile](half)}
		}
		for _, s := range shapes {
			y.add("tile", s, at, append(change, material2(0, 0), func(c *level.Collider) { c.Angle = f.turn })...)
		}
	}
}

const triangles = "triangles"

// triangleTiles returns a triangle below the surface and another with a tip in the surface, between this tile and the
// next.
func triangleTiles(half Vec, gap float64) []level.Shape {
	var out []level.Shape
	for _, points := range [][]Vec{
		{half.Neg(), {X: half.X, Y: -half.Y}, {Y: half.Y}},
		{{X: half.X + gap/2, Y: gap - half.Y}, {X: 2*half.X + gap, Y: half.Y}, {Y: half.Y}},
	} {
		out = append(out, level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset})
	}
	return out
}

// TestSeamsAreSmooth: bodies slide over tiles that miss each other by up to a twentieth of a pixel, along the floor or
// across, as over one surface; level and aslant.
func TestSeamsAreSmooth(t *testing.T) {
	bodies := map[string]level.Shape{
		"box":     {Kind: level.Box, Size: Vec{X: 20, Y: 20}, Rounding: level.Inset},
		"plank":   {Kind: level.Box, Size: Vec{X: 60, Y: 8}, Rounding: level.Inset},
		"rounded": {Kind: level.Box, Size: Vec{X: 20, Y: 20}, Radius: 4, Rounding: level.Inset},
		"ball":    {Kind: level.Circle, Radius: 10},
		"capsule": {Kind: level.Capsule, Points: []Vec{{X: -8}, {X: 8}}, Radius: 6},
	}
	slide := func(t *testing.T, shape level.Shape, f tiledFloor, speed float64) {
		turn := f.turn
		y := newYard(t)
		f.add(y)
		baked, err := shape.Bake()
		if err != nil {
			t.Fatal(err)
		}
		half := -baked.Pieces[0].Bounds(collision.Identity()).Min.Y
		q := collision.NewRot(turn.Radians())
		y.add("body", shape, q.Apply(Vec{X: 60, Y: -half - f.step}), isDynamic, material2(0, 0),
			func(c *level.Collider) {
				c.Angle = turn
			})
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -5000, Y: -5000})
		b := &r.bodies[1]
		b.v = q.Apply(Vec{X: speed})
		downhill := r.settings.Gravity * q.S
		for r.Steps() < 4*Rate && q.ApplyInv(b.p).X < 3200 {
			r.Step(Input{})
			want := speed + downhill*float64(r.Steps())/Rate
			at, v := q.ApplyInv(b.p), q.ApplyInv(b.v)
			if math.Abs(v.X-want) > 2+0.015*want || math.Abs(at.Y+half) > 1 ||
				math.Abs(q.Inv().Mul(b.q).Angle()) > 0.06 {
				t.Fatalf("step %d: it is at %v, turned by %.3g, with %v, want a speed of %g", r.Steps(), at,
					b.q.Angle(), v, want)
			}
		}
	}
	for _, gap := range []float64{0, 1e-7, 1e-3, 0.01, 0.05} {
		for _, step := range []float64{0, 1e-7, 1e-3, 0.01, 0.05} {
			for name, shape := range bodies {
				for _, speed := range []float64{60, 400, 1500} {
					if testing.Short() && speed != 400 {
						continue
					}
					for _, turn := range []level.Degrees{0, 20} {
						t.Run(fmt.Sprintf("%s gap %g step %g at %g on %g", name, gap, step, speed, turn),
							func(t *testing.T) {
								slide(t, shape, tiledFloor{"boxes", wideTile, gap, step, turn}, speed)
							})
					}
				}
			}
		}
	}
	tiles := append(slices.Collect(maps.Keys(tileShapes)), triangles)
	for _, tile := range tiles { // several in a step; upright, the body falls beside them
		for _, width := range []float64{8, 16, wideTile} {
			for _, gap := range []float64{0, 1e-7, 0.01} {
				for name, shape := range bodies {
					if testing.Short() && (name != "box" && tile != triangles || width == 16 || gap == 1e-7) {
						continue
					}
					for _, turn := range []level.Degrees{0, 90} {
						t.Run(fmt.Sprintf("%s on %s of %g gap %g on %g", name, tile, width, gap, turn),
							func(t *testing.T) {
								slide(t, shape, tiledFloor{tile, width, gap, 0, turn}, 1000)
							})
					}
				}
			}
		}
	}
}

// TestSeamsOfPlatforms: bodies slide over platforms that move together as over one that moves so.
func TestSeamsOfPlatforms(t *testing.T) {
	const swing, period = 4, 8 // the platforms move by that many of their speeds, there and back, in that many seconds
	for _, move := range []Vec{{Y: 100}, {Y: 300}, {Y: -100}, {X: -200, Y: 60}, {X: 100, Y: 250}} {
		for _, tile := range []string{"boxes", "polygons", "loops", "one-sided loops"} {
			for _, gap := range []float64{0, 1e-7, 0.01, 0.05} {
				for _, speed := range []float64{60, 400, 1000} {
					if testing.Short() && (tile == "polygons" || gap == 1e-7 || speed == 60) {
						continue
					}
					y := newYard(t)
					tiledFloor{tile, wideTile, gap, 0, 0}.add(y, func(c *level.Collider) {
						c.Body = level.Kinematic
						c.Properties = level.Properties{
							"move_x": swing * move.X, "move_y": swing * move.Y, "move_time": float64(period),
						}
					})
					y.box("body", 1050, -20, 20, 20, isDynamic, material2(0, 0))
					r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -5000, Y: -5000})
					floor, b := &r.bodies[1], &r.bodies[len(r.bodies)-1]
					b.v.X = speed
					for n := 1; n <= Rate && b.p.X < floor.p.X+3200; n++ {
						r.Step(Input{})
						hover, way := floor.p.Y-10-(b.p.Y+10), 1060+float64(speed*float64(n)/Rate)
						if math.Abs(hover) > 0.1 || math.Abs(b.p.X-way) > 1 || math.Abs(b.q.Angle()) > 0.01 {
							t.Errorf("%s that miss by %g and move with %v: at %g, after %d steps the body is %.3g above "+
								"them, %.3g behind and turned by %.3g", tile, gap, move, speed, n, hover, way-b.p.X, b.q.Angle())
							break
						}
					}
				}
			}
		}
	}
}

// TestFastOnATurningPlatform: a body that slides over a platform that turns away below it goes as far as its speed says.
func TestFastOnATurningPlatform(t *testing.T) {
	for _, turn := range []float64{-20, 5, 10, 20} {
		y := newYard(t)
		y.box("beam", -1500, 0, 3000, 20, material2(0, 0), isKinematic, with(level.Properties{"turn": turn}))
		y.box("body", 200, -20, 20, 20, isDynamic, material2(0, 0))
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -5000, Y: -5000})
		b := &r.bodies[2]
		b.v.X = 400
		for range Rate {
			x := b.p.X
			r.Step(Input{})
			if d := b.p.X - x - float64(b.v.X*stepTime); math.Abs(d) > 0.4 {
				t.Errorf("turning by %g a second: in step %d the body stays behind by %.3g", turn, r.Steps(), -d)
				break
			}
		}
	}
}

// TestStepsAreSteps: an edge that is a tenth of a pixel higher stops a box, and so does a wall that begins in the
// floor.
func TestStepsAreSteps(t *testing.T) {
	for _, height := range []float64{0.12, 1, 30} {
		y := newYard(t)
		y.box("floor", 0, 0, 200, 20, material2(0, 0))
		y.box("more", 200.01, -height, 200, 20+height, material2(0, 0))
		y.box("body", 50, -20, 20, 20, isDynamic, material2(0, 0))
		r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -5000, Y: -5000})
		r.bodies[1].v.X = 60
		steps(r, 5*Rate, Input{})
		if at := r.bodies[1].p.X; at > 200 {
			t.Errorf("the box at %g is past a step of %g", at, height)
		}
	}
}

// TestCharacterCrossesSeams: so does the character, whether it climbs steps or not.
func TestCharacterCrossesSeams(t *testing.T) {
	for _, gap := range []float64{0, 1e-7, 1e-3, 0.01, 0.05} {
		for _, step := range []float64{0, 1e-7, 1e-3, 0.01, 0.05} {
			for _, climbs := range []float64{0, 8} {
				for _, form := range []level.PlayForm{level.BoxForm, level.CapsuleForm} {
					y := newYard(t)
					tiledFloor{"boxes", wideTile, gap, step, 0}.add(y)
					s := boxSettings(t, 12, 24)
					body, err := level.Playtest{Form: form, Size: Vec{X: 12, Y: 24}}.Body()
					if err != nil {
						t.Fatal(err)
					}
					s.Body, s.StepHeight = body, climbs
					r := NewRun(y.snapshot(), instantly(s), Vec{X: 60, Y: -12 - step})
					for n := range 5 * Rate {
						r.Step(Input{X: 1})
						c := r.Character()
						if n > 10 && (!c.Grounded || math.Abs(c.Velocity.X-s.Speed) > 0.02*s.Speed ||
							math.Abs(c.Position.Y+12) > 0.2) {
							t.Errorf("form %v, gap %g, step %g, climbs %g: in step %d it is at %v with %v, grounded %v",
								form, gap, step, climbs, n+1, c.Position, c.Velocity, c.Grounded)
							break
						}
					}
				}
			}
		}
	}
}

// TestPlatformsMoveAsOne: a body slides from one platform to the next which moves beside it, however fast it is and
// whatever they are made of.
func TestPlatformsMoveAsOne(t *testing.T) {
	together := onPath(level.Path{Points: []Vec{{}, {Y: -100}}, Speed: 30})
	box := tileShapes["boxes"](Vec{X: 10, Y: 10})
	ball := level.Shape{Kind: level.Circle, Radius: 10}
	for tile, shapeOf := range tileShapes {
		for name, body := range map[string]level.Shape{"box": box, "ball": ball} {
			for _, speed := range []float64{100, 400, 1500} {
				y := newYard(t)
				for i := range 60 {
					at := Vec{X: 60*float64(i) + 30, Y: 310 - 0.03*float64(i%2)}
					y.add("platform", shapeOf(Vec{X: 29.995, Y: 10}), at, isKinematic, material2(0, 0), together)
				}
				y.add("body", body, Vec{X: 20, Y: 289.9}, isDynamic, material2(0, 0))
				r := NewRun(y.snapshot(), boxSettings(t, 8, 8), Vec{X: -5000, Y: -5000})
				b := &r.bodies[len(r.bodies)-1]
				b.v.X = speed
				for r.Steps() < 150 && b.p.X < 3500 {
					r.Step(Input{})
					if math.Abs(b.v.X-speed) > 2+0.015*speed || name == "box" && math.Abs(b.w) > 0.1 ||
						math.Abs(b.p.Y-(r.bodies[1].p.Y-20)) > 1 {
						t.Errorf("a %s on %s at %g px/s: in step %d it is at %v with %v and spin %g, the platforms at %g",
							name, tile, speed, r.Steps(), b.p, b.v, b.w, r.bodies[1].p.Y)
						break
					}
				}
			}
		}
	}
}
