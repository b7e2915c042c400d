package play

import (
	"fmt"
	"math"
	"testing"

	"fillet/collision/dynamics"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// dice draws random values, from rapid or from a seed.
type dice struct {
	number func(name string, least, limit float64) float64
	pick   func(name string, n int) int
}

func rapidDice(rt *rapid.T) dice {
	return dice{
		func(name string, least, limit float64) float64 {
			return rapid.Float64Range(least, limit).Draw(rt, name)
		},
		func(name string, n int) int { return rapid.IntRange(0, n-1).Draw(rt, name) },
	}
}

// of returns one of several values.
func of[T any](d dice, name string, values ...T) T { return values[d.pick(name, len(values))] }

// roomOf returns a closed room with thin walls that contains rocks, planks and bodies of all forms, of one shape and of
// several, some of them joined. With machinery it also contains everything that can add energy: platforms on paths,
// gameplay objects, motors, springs and forces.
func roomOf(d dice, tb testing.TB, machinery bool) level.Snapshot {
	y := newLevelBuilder(tb)
	wall := d.number("wall", 1, 20)
	rough := material2(d.number("rough", 0, 1), d.number("bouncy", 0, 1))
	if d.pick("chain", 2) == 1 {
		y.add("room", level.Shape{Kind: level.Chain, Closed: true, Points: []Vec{
			{},
			{X: 400},
			{X: 400, Y: 300},
			{Y: 300},
		}}, Vec{}, rough)
	} else {
		y.box("floor", -wall, 300, 400+2*wall, wall, rough)
		y.box("lid", -wall, -wall, 400+2*wall, wall, rough)
		y.box("left", -wall, -wall, wall, 300+2*wall, rough)
		y.box("right", 400, -wall, wall, 300+2*wall, rough)
	}
	shape := func(limit float64) level.Shape {
		w, h := d.number("w", 2, limit), d.number("h", 2, limit)
		switch d.pick("form", 4) {
		case 0:
			return level.Shape{Kind: level.Circle, Radius: w / 2}
		case 1:
			return level.Shape{Kind: level.Capsule, Points: []Vec{{X: -w / 2}, {X: w / 2}}, Radius: max(1, h/4)}
		case 2:
			return level.Shape{Kind: level.Polygon, Points: []Vec{
				{X: -w / 2, Y: h / 2},
				{X: w / 2, Y: h / 2},
				{Y: -h / 2},
			}, Rounding: level.Inset}
		}
		return level.Shape{
			Kind: level.Box, Size: Vec{X: w, Y: h}, Radius: of(d, "round", 0, 0.4) * min(w, h),
			Rounding: level.Inset,
		}
	}
	turned := func(c *level.Collider) { c.Angle = level.Degrees(math.Round(d.number("angle", 0, 360))) }
	for range d.pick("rocks", 5) {
		y.add("rock", shape(60), Vec{X: d.number("x", 0, 400), Y: d.number("y", 150, 300)}, turned, rough)
	}
	if machinery {
		y.addMachines(d)
	}
	// Each body starts in a place of its own above the rocks, touching nothing.
	var bodies []level.ID
	n := 1 + d.pick("bodies", 12)
	for i := range n {
		at := Vec{X: 35 + 66*float64(i%6), Y: 30 + 50*float64(i/6)}
		density := of(d, "density", 0.5, 1, 1, 1, 2)
		body := func(off Vec) {
			bodies = append(bodies, y.add("body", shape(24), at.Add(off), isDynamic, turned,
				material2(d.number("friction", 0, 1), d.number("restitution", 0, 1)), func(c *level.Collider) {
					c.Density = density
					if machinery && d.pick("moves", 4) == 0 {
						c.Motion = &level.Motion{
							Velocity: Vec{X: d.number("vx", -900, 900), Y: d.number("vy", -900, 900)},
							Spin:     level.Degrees(d.number("spin", -2000, 2000)),
							Force:    Vec{X: d.number("fx", -1, 1), Y: d.number("fy", -1, 1)},
						}
					}
				}))
		}
		if d.pick("welded", 4) != 0 {
			body(Vec{})
			continue
		}
		y.welded(func() {
			for range 2 + d.pick("parts", 2) {
				body(Vec{X: d.number("off", -6, 6), Y: d.number("off", -6, 6)})
			}
		})
	}
	snap := y.snapshot()
	settings := *snap.Settings
	settings.Joints = y.wildJoints(d, bodies, machinery)
	if err := settings.Check(); err != nil {
		tb.Fatal(err)
	}
	snap.Settings = &settings
	return snap
}

// wildRoom returns a room with machinery.
func wildRoom(rt *rapid.T, tb testing.TB) level.Snapshot { return roomOf(rapidDice(rt), tb, true) }

// wildJoints joins some bodies to the following ones, or to the level.
func (y *levelBuilder) wildJoints(d dice, bodies []level.ID, machinery bool) (list []level.Joint) {
	local := func(id level.ID, at Vec) Vec {
		if id == 0 {
			return at
		}
		c := y.diff.Colliders[id-1].After
		return c.Transform().ApplyInv(at)
	}
	where := func(id level.ID) Vec { return y.diff.Colliders[id-1].After.Position }
	for i, b := range bodies {
		if d.pick("joined", 3) != 0 {
			continue
		}
		a, at := level.ID(0), where(b).Add(Vec{X: d.number("ax", -30, 30), Y: d.number("ay", -25, 25)})
		if i+1 < len(bodies) && d.pick("two", 3) != 0 {
			a = bodies[i+1]
			at = where(b).Lerp(where(a), 0.5)
		}
		j := level.Joint{
			ID: level.JointID(len(list) + 1), Kind: level.Hinge, A: a, B: b, AnchorA: local(a, at),
			AnchorB: local(b, at), Collide: d.pick("collide", 2) == 1,
		}
		switch d.pick("joint", 3) {
		case 0:
			if j.Limited = d.pick("limited", 2) == 1; j.Limited {
				j.Lower, j.Upper = level.Degrees(-d.number("lower", 0, 90)), level.Degrees(d.number("upper", 0, 90))
			}
			if machinery && d.pick("motor", 3) == 0 {
				j.Speed, j.Torque = level.Degrees(d.number("speed", -1000, 1000)), d.number("torque", 0, 50)
			}
		case 1:
			j.Kind, j.PullsOnly, j.AnchorB = level.Spring, true, Vec{}
			j.Length = at.Dist(where(b)) + d.number("slack", 0, 40)
		default:
			j.Kind, j.AnchorB = level.Spring, Vec{}
			if j.Length = at.Dist(where(b)); machinery {
				j.Length, j.Frequency, j.Damping = d.number("length", 0, 80), d.number("hertz", 0.1, 60),
					d.number("damping", 0, 2)
			}
		}
		list = append(list, j)
	}
	return list
}

// addMachines adds platforms, machines and other parts of levels.
func (y *levelBuilder) addMachines(d dice) {
	at := func() (x, top float64) { return d.number("x", 10, 350), d.number("y", 130, 290) }
	for range d.pick("platforms", 3) {
		x, top := at()
		p := level.Path{
			Speed: of(d, "speed", 20.0, 200, 1500), Turn: of(d, "turn", level.Degrees(0), 0, 90, -700),
			Ease: of(d, "ease", level.Ease(0), level.SmoothEase),
		}
		for range d.pick("points", 4) {
			p.Points = append(p.Points, Vec{
				X: d.number("px", 10, 390),
				Y: d.number("py", 10, 290),
			}.Sub(Vec{X: x, Y: top}))
		}
		if p.Points = append([]Vec{{}}, p.Points...); len(p.Points) == 1 {
			if p.Points, p.Speed = nil, 0; p.Turn == 0 {
				p.Turn = 45
			}
		}
		y.box("platform", x, top, d.number("w", 2, 60), d.number("h", 2, 20), onPath(p),
			of(d, "one way", func(*level.Collider) {}, isOneWay), of(d, "is", tagged(), tagged("conveyor"),
				tagged("hazard"), tagged("spring")))
	}
	for range d.pick("things", 7) {
		x, top := at()
		w, h := d.number("w", 4, 80), d.number("h", 4, 60)
		tag := of(d, "tag", "checkpoint", "hazard", "collectable", "spring", "conveyor", "crumbling", "door", "switch",
			"stompable", "ladder", "water")
		role := of(d, "role", func(*level.Collider) {}, isTrigger, isOneWay)
		y.box(tag, x, top, w, h, role, tagged(tag), with(level.Properties{
			"spring_speed": of(d, "spring", 300.0, 2000, 5000), "spring_direction": d.number("direction", -360, 360),
			"conveyor_speed": of(d, "belt", -5000.0, -100, 60, 900),
			"crumble_time":   d.number("crumble", 0, 1), "crumble_return": d.number("return", 0, 0.5), "opens": "door",
			"switch_mode": of(d, "mode", "hold", "once", "toggle"),
			"door_open":   d.pick("open", 2) == 1,
		}))
	}
}

// energyOf returns the energy of all dynamic bodies, and the energy that they gain together by falling one pixel.
func energyOf(r *Run) (sum, pixel float64) {
	for i := range r.space.Bodies[1:] {
		b := &r.space.Bodies[i+1]
		if b.Role != dynamics.Dynamic {
			continue
		}
		pixel += b.Mass * r.settings.Gravity
		sum += r.space.EnergyOf(b) - b.Mass*r.settings.Gravity*(b.Position.Y-300)
	}
	return sum, pixel
}

// outside finds a dynamic body on the wrong side of a wall.
func outside(r *Run) string {
	for i := range r.space.Bodies[1:] {
		if b := &r.space.Bodies[i+1]; b.Role == dynamics.Dynamic && !(b.Position.X > 0 && b.Position.X < 400 && b.Position.Y > 0 && b.Position.Y < 300) {
			return fmt.Sprintf("%v is at %v with %v", r.entities[i+1].id, b.Position, b.Velocity)
		}
	}
	return ""
}

// Bodies with the highest speed and spin stay in their room and never gain energy. They may consist of several shapes
// and be on hinges, ropes and rods.
func TestNothingPassesWalls(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := boxSettings(t, 8, 8)
		s.Gravity = rapid.SampledFrom([]float64{0, 35, 800, 3000}).Draw(rt, "gravity")
		r := NewRun(roomOf(rapidDice(rt), t, false), s, Vec{X: -5000, Y: -5000})
		fastest := rapid.SampledFrom([]float64{0, 100, 1000, 5000}).Draw(rt, "fastest")
		for i := range r.space.Bodies[1:] {
			b := &r.space.Bodies[i+1]
			b.Velocity = Vec{
				X: rapid.Float64Range(-fastest, fastest).Draw(rt, "vx"),
				Y: rapid.Float64Range(-fastest, fastest).Draw(rt, "vy"),
			}
			b.Spin = rapid.Float64Range(-40, 40).Draw(rt, "spin")
		}
		begin, pixel := energyOf(r)
		sag := 0.0 // how far a joint has given way: correcting that lifts the bodies that hang from it
		for range 90 {
			r.Step(Input{})
			for _, j := range AppendJoints(nil, r) {
				apart := j.At.Dist(j.To)
				if j.Kind == level.Spring && j.PullsOnly {
					apart = max(apart-j.Length, 0)
				} else if j.Kind == level.Spring {
					apart = math.Abs(apart - j.Length)
				}
				sag = max(sag, apart)
			}
			if b := outside(r); b != "" {
				rt.Fatalf("step %d: %s", r.Steps(), b)
			}
			if now, _ := energyOf(r); now > 1.02*begin+(2+sag)*pixel {
				rt.Fatalf("step %d: the energy is %g, at first it was %g", r.Steps(), now, begin)
			}
		}
	})
}

// A character among such bodies and all kinds of machinery stays in the room, whatever it does, and so do the bodies.
func TestNobodyPassesWalls(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := boxSettings(t, 10, 18)
		s.Jetpack = rapid.Bool().Draw(rt, "jetpack")
		s.Speed = rapid.SampledFrom([]float64{140, 900}).Draw(rt, "speed")
		s.DoubleJump, s.WallJump, s.Crouch = rapid.Bool().Draw(rt, "air"), rapid.Bool().Draw(rt, "walls"),
			rapid.Bool().Draw(rt, "crouch")
		r := NewRun(roomOf(rapidDice(rt), t, rapid.Bool().Draw(rt, "machinery")), s, Vec{X: 200, Y: 130})
		for range 12 {
			in := Input{
				Grab: of(rapidDice(rt), "grab", 0, 0, 0, level.ID(1+rapid.IntRange(0, 30).Draw(rt, "held"))),
				Target: Vec{
					X: rapid.Float64Range(-200, 600).Draw(rt, "to x"),
					Y: rapid.Float64Range(-200, 500).Draw(rt, "to y"),
				},
				X: rapid.SampledFrom([]float64{-1, 0, 1}).Draw(rt, "x"),
				Y: rapid.SampledFrom([]float64{-1, 0, 0, 1}).Draw(rt, "y"), Jump: rapid.Bool().Draw(rt, "jump"),
				Reverse: rapid.IntRange(0, 20).Draw(rt, "reverse") == 0,
			}
			for range 10 {
				r.Step(in)
				if p := r.walker.Position; !(p.X > 0 && p.X < 400 && p.Y > 0 && p.Y < 300) {
					rt.Fatalf("step %d: the character is at %v", r.Steps(), p)
				}
				if b := outside(r); b != "" {
					rt.Fatalf("step %d: %s", r.Steps(), b)
				}
			}
		}
	})
}
