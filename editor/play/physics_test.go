package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// The figures of docs/PLAYTEST.md, each with its bounds. `make test` checks Fillet's figures; `make physics` also plays
// the same scenes on Box2D and Chipmunk, and writes the table (tools/physics).

// sceneBody is a body of a scene, limited to what the other engines support too.
type sceneBody struct {
	kind                           string // static, dynamic or kinematic
	shape                          string // circle, box or capsule
	a, b                           float64
	at                             Vec
	angle                          float64 // degrees
	v                              Vec
	w                              float64
	friction, restitution, density float64
	move                           Vec
	period, turn                   float64 // seconds there and back, and degrees per second
}

// scenario is a scene to play, without a character.
type scenario struct {
	gravity float64
	steps   int
	bodies  []sceneBody
	holds   []hold
}

// hold is a joint of a scenario between two bodies, by index. For the first, -1 means the level.
type hold struct {
	kind           string // hinge, spring or rope
	a, b           int
	la, lb         Vec // anchors, in the bodies' frames
	length         float64
	hertz, damping float64
}

// apart returns the distance between the joint's anchors in a frame. The frame holds only the dynamic bodies.
func (h hold) apart(frame []pose) float64 {
	at := h.la
	if h.a >= 0 {
		at = frame[h.a].level(h.la)
	}
	return at.Dist(frame[h.b].level(h.lb))
}

// pose is the pose of a dynamic body after a step.
type pose struct {
	at    Vec
	angle float64
	v     Vec
	w     float64
}

// film is an engine's result for a scenario: the poses of its dynamic bodies in each step, and the median time of a
// step in microseconds.
type film struct {
	frames [][]pose
	cost   float64
}

func ball(r float64, at Vec) sceneBody {
	return sceneBody{kind: "dynamic", shape: "circle", a: r, at: at, friction: 0.6, density: 1}
}

func crate(w, h float64, at Vec) sceneBody {
	return sceneBody{kind: "dynamic", shape: "box", a: w, b: h, at: at, friction: 0.6, density: 1}
}

func (sb sceneBody) still() sceneBody { sb.kind = "static"; return sb }

func (sb sceneBody) with(change func(*sceneBody)) sceneBody { change(&sb); return sb }

// ground returns a static box whose top is at y.
func ground(left, y, width float64) sceneBody {
	return crate(width, 40, Vec{X: left + width/2, Y: y + 20}).still()
}

// slope returns a static plank, tilted down to the right, and the position of a body of half height h on its middle.
func slope(degrees, h float64) (sceneBody, Vec) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return crate(4000, 100, Vec{}).still().with(func(sb *sceneBody) {
		sb.angle = degrees
	}), Vec{X: sin, Y: -cos}.Mul(50 + h)
}

// text writes a scenario for the other engines.
func (s scenario) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "gravity %v steps %d\n", s.gravity, s.steps)
	for _, sb := range s.bodies {
		fmt.Fprintf(&b, "body %c %v %v %v %v %v %v %v %v %v %v %v %v %v %s %v", sb.kind[0], sb.friction, sb.restitution,
			sb.density, sb.at.X, sb.at.Y,
			sb.angle*math.Pi/180, sb.v.X, sb.v.Y, sb.w, sb.move.X, sb.move.Y, sb.period, sb.turn*math.Pi/180, sb.shape,
			sb.a)
		if sb.shape != "circle" {
			fmt.Fprintf(&b, " %v", sb.b)
		}
		b.WriteString("\n")
	}
	for _, h := range s.holds {
		fmt.Fprintf(&b, "joint %s %d %d %v %v %v %v %v %v %v\n", h.kind, h.a, h.b, h.la.X, h.la.Y, h.lb.X, h.lb.Y,
			h.length, h.hertz, h.damping)
	}
	b.WriteString("end\n")
	return b.Bytes()
}

// form returns the shape of a body.
func (sb sceneBody) form() level.Shape {
	switch sb.shape {
	case "box":
		return level.Shape{Kind: level.Box, Size: Vec{X: sb.a, Y: sb.b}, Rounding: level.Inset}
	case "capsule":
		return level.Shape{Kind: level.Capsule, Points: []Vec{{X: -sb.a}, {X: sb.a}}, Radius: sb.b}
	}
	return level.Shape{Kind: level.Circle, Radius: sb.a}
}

func (sb sceneBody) bake(t testing.TB) *level.Baked {
	baked, err := sb.form().Bake()
	if err != nil {
		t.Fatal(err)
	}
	return baked
}

// run returns a run of the scenario. Its character is far away.
func (s scenario) run(t testing.TB) *Run {
	y := newLevelBuilder(t)
	var ids []level.ID
	for _, sb := range s.bodies {
		ids = append(ids, y.add(sb.kind, sb.form(), sb.at, material2(sb.friction, sb.restitution),
			func(c *level.Collider) {
				c.Angle, c.Density = level.Degrees(sb.angle), sb.density
				switch sb.kind {
				case "dynamic":
					c.Body = level.Dynamic
				case "kinematic":
					c.Body = level.Kinematic
					c.Properties = level.Properties{
						"move_x": sb.move.X, "move_y": sb.move.Y, "move_time": sb.period,
						"turn": sb.turn,
					}
				}
			}))
	}
	settings := boxSettings(t, 8, 8)
	settings.Gravity = s.gravity
	var list []level.Joint
	for _, h := range s.holds {
		j := level.Joint{
			Kind: level.Hinge, B: ids[h.b], AnchorA: h.la, AnchorB: h.lb, Length: h.length,
			Frequency: h.hertz, Damping: h.damping, PullsOnly: h.kind == "rope",
		}
		if h.kind != "hinge" {
			j.Kind = level.Spring
		}
		if h.a >= 0 {
			j.A = ids[h.a]
		}
		list = append(list, j)
	}
	r := NewRun(y.joint(list...), settings, Vec{X: -50000, Y: -50000})
	i := 1
	for _, sb := range s.bodies {
		if sb.kind == "static" {
			continue
		}
		if b := &r.space.Bodies[i]; sb.kind == "dynamic" {
			b.Velocity, b.Spin = sb.v, sb.w
		}
		i++
	}
	return r
}

// play plays the scenario in Fillet.
func (s scenario) play(t testing.TB) film {
	r := s.run(t)
	var f film
	var costs []float64
	for range s.steps {
		start := time.Now()
		r.Step(Input{})
		costs = append(costs, float64(time.Since(start).Nanoseconds())/1000)
		var frame []pose
		for i := 1; i < len(r.space.Bodies); i++ {
			if b := &r.space.Bodies[i]; b.Role == dynamics.Dynamic {
				frame = append(frame, pose{b.Pose.P, b.Rotation.Angle(), b.Velocity, b.Spin})
			}
		}
		f.frames = append(f.frames, frame)
	}
	slices.Sort(costs)
	f.cost = costs[len(costs)/2]
	return f
}

// engine plays a scenario.
type engine func(t testing.TB, s scenario) film

// peer is a program that plays a scenario on another engine: see tools/physics.
func peer(program string) engine {
	return func(t testing.TB, s scenario) film {
		cmd := exec.Command(program)
		cmd.Stdin = bytes.NewReader(s.text())
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", program, err)
		}
		var f film
		for line := range strings.Lines(string(out)) {
			words := strings.Fields(line)
			var x []float64
			for _, w := range words {
				if n, err := strconv.ParseFloat(w, 64); err == nil {
					x = append(x, n)
				}
			}
			if len(words) > 0 && words[0] == "time" {
				f.cost = x[0]
				continue
			}
			if len(x) == 0 || len(x) != len(words) {
				continue // a line that a library prints
			}
			var frame []pose
			for c := range slices.Chunk(x, 6) {
				frame = append(frame, pose{Vec{X: c[0], Y: c[1]}, c[2], Vec{X: c[3], Y: c[4]}, c[5]})
			}
			f.frames = append(f.frames, frame)
		}
		return f
	}
}

// figure is a row of the table. Its value must be between least and most.
type figure struct {
	name, unit   string
	least, limit float64
	measure      func(t testing.TB, play engine) float64
	alone        bool // the other engines have no character and no water
	clock        bool // a time, measured only by `make physics`
	open         bool // not within its bounds yet
}

// farthest returns the largest distance of any body from its start in the last frame.
func farthest(s scenario, f film) float64 {
	largest, i := 0.0, 0
	for _, sb := range s.bodies {
		if sb.kind != "dynamic" {
			continue
		}
		p := f.frames[len(f.frames)-1][i]
		if !(p.at.Dist(sb.at) <= 1e6) {
			return 1e6
		}
		largest = max(largest, p.at.Dist(sb.at))
		i++
	}
	return largest
}

// tower returns n stacked crates.
func tower(n int) scenario {
	s := scenario{gravity: 800, steps: 10 * Rate, bodies: []sceneBody{ground(-400, 0, 800)}}
	for i := range n {
		s.bodies = append(s.bodies, crate(20, 20, Vec{Y: -10 - 20*float64(i)}))
	}
	return s
}

// pyramid returns crates in rows, each one crate shorter than the row below.
func pyramid(rows int) scenario {
	s := scenario{gravity: 800, steps: 10 * Rate, bodies: []sceneBody{ground(-800, 0, 1600)}}
	for i := range rows {
		for k := range rows - i {
			s.bodies = append(s.bodies, crate(20, 20, Vec{
				X: 22 * (float64(k) - float64(rows-i-1)/2),
				Y: -10 - 20*float64(i),
			}))
		}
	}
	return s
}

func rests(s scenario) func(testing.TB, engine) float64 {
	return func(t testing.TB, play engine) float64 { return farthest(s, play(t, s)) }
}

// drops measures how high a ball that falls from 200 pixels rises after each bounce.
func drops(restitution float64, seconds int) func(t testing.TB, play engine) []float64 {
	return func(t testing.TB, play engine) []float64 {
		bouncy := func(sb *sceneBody) { sb.restitution = restitution }
		s := scenario{gravity: 800, steps: seconds * Rate, bodies: []sceneBody{
			ground(-400, 0, 800).with(bouncy),
			ball(10, Vec{Y: -210}).with(bouncy),
		}}
		f := play(t, s)
		height := func(i int) float64 { return -f.frames[i][0].at.Y - 10 }
		var peaks []float64
		for i := 1; i+1 < len(f.frames); i++ {
			if height(i) > height(i-1) && height(i) >= height(i+1) {
				peaks = append(peaks, height(i))
			}
		}
		return peaks
	}
}

// criticalFriction measures the error of the smallest friction that holds a crate on a slope, in percent.
func criticalFriction(degrees float64) func(testing.TB, engine) float64 {
	return func(t testing.TB, play engine) float64 {
		worst := 100.0
		for k := 0; k <= 60; k++ {
			factor := 0.7 + float64(k)/100
			plank, at := slope(degrees, 10)
			rough := func(sb *sceneBody) { sb.friction = math.Tan(degrees*math.Pi/180) * factor }
			s := scenario{gravity: 800, steps: 150, bodies: []sceneBody{
				plank.with(rough),
				crate(20, 20, at).with(rough).with(func(sb *sceneBody) {
					sb.angle = degrees
				}),
			}}
			if farthest(s, play(t, s)) < 1 {
				worst = math.Abs(factor-1) * 100
				break
			}
		}
		return math.Round(worst*100) / 100
	}
}

// local converts a point from level space to a body's frame.
func (p pose) local(at Vec) Vec {
	sin, cos := math.Sincos(p.angle)
	d := at.Sub(p.at)
	return Vec{X: d.X*cos + d.Y*sin, Y: d.Y*cos - d.X*sin}
}

// level converts a point from a body's frame to level space.
func (p pose) level(at Vec) Vec {
	sin, cos := math.Sincos(p.angle)
	return p.at.Add(Vec{X: at.X*cos - at.Y*sin, Y: at.X*sin + at.Y*cos})
}

// bullets shoots bullets at a loose plank from several distances, and counts how many get through.
func bullets(t testing.TB, play engine) float64 {
	through := 0.0
	for k := range 16 {
		for _, off := range []float64{0, 12} {
			s := scenario{steps: 60, bodies: []sceneBody{
				crate(1, 80, Vec{X: 300}),
				ball(2, Vec{X: float64(k), Y: off}).with(func(sb *sceneBody) { sb.v.X = 900 }),
			}}
			for _, frame := range play(t, s).frames {
				if at := frame[0].local(frame[1].at); at.X > 0.5 && math.Abs(at.Y) < 38 {
					through++
					break
				}
			}
		}
	}
	return through
}

// rods turns a rod into a post, fixed or loose, and counts how many get through.
func rods(t testing.TB, play engine) float64 {
	through := 0.0
	for k := range 12 {
		for _, loose := range []bool{false, true} {
			post := crate(3, 3, Vec{X: 55}).with(func(sb *sceneBody) { sb.density = 20 })
			if !loose {
				post = post.still()
			}
			s := scenario{steps: 30, bodies: []sceneBody{
				crate(120, 2, Vec{}).with(func(sb *sceneBody) { sb.angle, sb.w = -30-float64(k), 20 }),
				post,
			}}
			before := pose{angle: s.bodies[0].angle * math.Pi / 180}.local(Vec{X: 55})
			for _, frame := range play(t, s).frames {
				at := Vec{X: 55}
				if loose {
					at = frame[1].at
				}
				p := frame[0].local(at)
				if before.Y > 0 && p.Y < 0 && math.Abs(before.X) < 59 && math.Abs(p.X) < 59 {
					through++
					break
				}
				before = p
			}
		}
	}
	return through
}

// swats moves a thin platform over a ball, and counts the balls that it passes through.
func swats(t testing.TB, play engine) float64 {
	through := 0.0
	for k := range 16 {
		s := scenario{steps: 18, bodies: []sceneBody{
			{kind: "kinematic", shape: "box", a: 100, b: 2, move: Vec{Y: 300}, period: math.Pi * 300 / 1500},
			ball(4, Vec{X: 10, Y: 140 + float64(k)}),
		}}
		for i, frame := range play(t, s).frames {
			y := 300 * (1 - math.Cos(2*math.Pi*float64(i+1)/Rate/s.bodies[0].period)) / 2
			if frame[0].at.Y < y-1 {
				through++
				break
			}
		}
	}
	return through
}

// trips slides frictionless crates over tiles that are misaligned by up to a twentieth of a pixel, along the floor and
// in height. It counts the crates that lose speed, leave the floor or turn.
func trips(t testing.TB, play engine) float64 {
	tripped := 0.0
	misses := []float64{0, 1e-7, 1e-3, 0.01, 0.05}
	for _, gap := range misses {
		for _, step := range misses {
			slider := crate(20, 20, Vec{X: 60, Y: -10 - step}).with(func(sb *sceneBody) { sb.friction, sb.v.X = 0, 400 })
			s := scenario{gravity: 800, steps: 2 * Rate, bodies: []sceneBody{slider}}
			for i := range 25 {
				tile := crate(wideTile-gap, 20, Vec{X: (float64(i) + 0.5) * wideTile, Y: 10 - step*float64(i%2)})
				s.bodies = append(s.bodies, tile.still())
			}
			for _, frame := range play(t, s).frames {
				if p := frame[0]; math.Abs(p.v.X-400) > 8 || math.Abs(p.at.Y+10) > 1 || math.Abs(p.angle) > 0.06 {
					tripped++
					break
				}
			}
		}
	}
	return tripped
}

// passes measures how far a body that flies past a ledge is deflected.
func passes(t testing.TB, play engine) float64 {
	worst := 0.0
	for _, gap := range []float64{0.05, 0.2, 1, 2, 4, 7} {
		for _, speed := range []float64{0, 300, 1000} {
			s := scenario{gravity: 800, steps: 60, bodies: []sceneBody{
				crate(150, 300, Vec{X: -75, Y: 350}).still().with(func(sb *sceneBody) { sb.restitution = 0.5 }),
				ball(10, Vec{X: 10 + gap}).with(func(sb *sceneBody) { sb.v.Y, sb.restitution = speed, 0.5 }),
			}}
			for _, frame := range play(t, s).frames {
				worst = max(worst, math.Abs(frame[0].at.X-10-gap))
			}
		}
	}
	return worst
}

// gains measures the largest gain of energy of bodies that bounce in a box, in percent of the initial energy.
func gains(t testing.TB, play engine) float64 {
	bouncy := func(sb *sceneBody) { sb.restitution, sb.friction = 1, 0.3 }
	s := scenario{gravity: 800, steps: 10 * Rate}
	for _, wall := range []sceneBody{
		crate(440, 40, Vec{Y: 220}), crate(440, 40, Vec{Y: -220}), crate(40, 440, Vec{X: 220}),
		crate(40, 440, Vec{X: -220}),
	} {
		s.bodies = append(s.bodies, wall.still().with(bouncy))
	}
	for i := range 40 {
		at := Vec{X: -140 + 40*float64(i%8), Y: -140 + 40*float64(i/8)}
		sb := ball(8, at)
		if i%2 == 1 {
			sb = crate(16, 12, at)
		}
		s.bodies = append(s.bodies, sb.with(bouncy).with(func(sb *sceneBody) {
			sb.v = Vec{X: float64(i%7-3) * 60, Y: float64(i%5-2) * 60}
		}))
	}
	energy := func(frame []pose) float64 {
		sum := 0.0
		for i, p := range frame {
			mass, inertia := math.Pi*64, math.Pi*64*32
			if i%2 == 1 {
				mass, inertia = 16*12, 16*12*(16*16+12*12)/12.0
			}
			sum += mass*(p.v.X*p.v.X+p.v.Y*p.v.Y)/2 + inertia*p.w*p.w/2 + mass*800*(200-p.at.Y)
		}
		return sum
	}
	var first []pose
	for _, sb := range s.bodies[4:] {
		first = append(first, pose{at: sb.at, v: sb.v})
	}
	largest := math.Inf(-1)
	for _, frame := range play(t, s).frames {
		largest = max(largest, energy(frame)/energy(first)-1)
	}
	return largest * 100
}

// crowdedScenario returns a thousand crates at rest and two hundred balls that fly about.
func crowdedScenario() scenario {
	s := scenario{gravity: 800, steps: 5 * Rate, bodies: []sceneBody{ground(-100, 0, 20200)}}
	for i := range 1000 {
		s.bodies = append(s.bodies, crate(20, 20, Vec{X: 24 * float64(i/2), Y: -10 - 20*float64(i%2)}))
	}
	smooth := func(sb *sceneBody) { sb.friction, sb.restitution = 0, 1 }
	s.bodies = append(s.bodies, ground(20500, 0, 1000).with(smooth),
		crate(40, 1000, Vec{X: 20480, Y: -500}).still().with(smooth),
		crate(40, 1000, Vec{X: 21520, Y: -500}).still().with(smooth))
	for i := range 200 {
		s.bodies = append(s.bodies, ball(6, Vec{
			X: 20540 + 45*float64(i%20),
			Y: -40 - 40*float64(i/20),
		}).with(smooth).with(func(sb *sceneBody) {
			sb.v.X = float64(i%9-4) * 40
		}))
	}
	return s
}

func crowded(t testing.TB, play engine) float64 { return play(t, crowdedScenario()).cost }

var figures = []figure{
	{
		name: "jump after 20 s on a crate", unit: "px", least: 51.5, limit: 52.5, alone: true,
		measure: func(t testing.TB, _ engine) float64 {
			y := newLevelBuilder(t)
			y.box("floor", 0, 380, 800, 20)
			y.box("crate", 180, 340, 40, 40, isDynamic)
			r := NewRun(y.snapshot(), boxSettings(t, 12, 24), Vec{X: 205, Y: 328})
			steps(r, 20*Rate, Input{})
			from, top := r.walker.Position.Y, 0.0
			for n := range 2 * Rate {
				r.Step(Input{Jump: n < 20})
				top = max(top, from-r.walker.Position.Y)
			}
			return top
		},
	},
	{
		name: "a crate pushed against a wall for 5 s, movement in the last 3", unit: "px", limit: 0.05, alone: true,
		measure: func(t testing.TB, _ engine) float64 {
			y := newLevelBuilder(t)
			y.box("floor", -200, 380, 1000, 20)
			y.box("wall", 300, 180, 20, 200)
			y.box("crate", 262, 340, 36, 40, isDynamic)
			r := NewRun(y.snapshot(), boxSettings(t, 12, 24), Vec{X: 230, Y: 368})
			steps(r, 2*Rate, Input{X: 1})
			b, at, largest := &r.space.Bodies[1], r.space.Bodies[1].Position, math.Abs(r.space.Bodies[1].Position.X-282)
			for range 3 * Rate {
				r.Step(Input{X: 1})
				largest = max(largest, b.Position.Dist(at))
			}
			return largest
		},
	},
	{
		name: "a ball past a ledge at 0.05 to 7 px, up to 1,000 px/s: turned aside", unit: "px", limit: 0.01,
		measure: passes,
	},
	{
		name: "a crate at 400 px/s over tiles that miss each other by up to 0.05 px: trips, of 25", unit: "",
		measure: trips,
	},
	{
		name: "gravity 35: a ball and a crate end above the floor by", unit: "px", least: -0.15, limit: 0.15,
		measure: func(t testing.TB, play engine) float64 {
			s := scenario{gravity: 35, steps: 10 * Rate, bodies: []sceneBody{
				ground(-400, 0, 800), ball(20, Vec{Y: -520}),
				crate(40, 40, Vec{X: 200, Y: -540}),
			}}
			frames := play(t, s).frames
			worst := 0.0
			for _, p := range frames[len(frames)-1] {
				if off := -p.at.Y - 20; math.Abs(off) > math.Abs(worst) {
					worst = off
				}
			}
			return worst
		},
	},
	{name: "friction that holds a crate on 10 degrees: off by", unit: "%", limit: 2, measure: criticalFriction(10)},
	{name: "friction that holds a crate on 30 degrees: off by", unit: "%", limit: 2, measure: criticalFriction(30)},
	{
		name: "a ball rolls down 5 degrees for 2 s (93 exactly)", unit: "px", least: 91.1, limit: 94.9,
		measure: func(t testing.TB, play engine) float64 {
			plank, at := slope(5, 10)
			s := scenario{gravity: 800, steps: 2 * Rate, bodies: []sceneBody{plank, ball(10, at)}}
			return farthest(s, play(t, s))
		},
	},
	{
		name: "a capsule tilted on a peg falls within 6 s", unit: "px", least: 20, limit: 1e6,
		measure: func(t testing.TB, play engine) float64 {
			s := scenario{gravity: 800, steps: 6 * Rate, bodies: []sceneBody{
				ball(4, Vec{}).still(), ground(-400, 200, 800),
				{
					kind: "dynamic", shape: "capsule", a: 20, b: 4, at: Vec{X: 0.5, Y: -8}, angle: 1, friction: 0.6,
					density: 1,
				},
			}}
			return farthest(s, play(t, s))
		},
	},
	{name: "a tower of 10 after 10 s: moved", unit: "px", limit: 1, measure: rests(tower(10))},
	{name: "a tower of 20 after 10 s: moved", unit: "px", limit: 2, measure: rests(tower(20))},
	{name: "a pyramid of 210 after 10 s: moved", unit: "px", limit: 1.5, measure: rests(pyramid(20))},
	{
		name: "a crate of 100 on a crate of 1 after 10 s: moved", unit: "px", limit: 0.5,
		measure: func(t testing.TB, play engine) float64 {
			s := tower(2)
			s.bodies[2].density = 100
			return farthest(s, play(t, s))
		},
	},
	{
		name: "restitution 0.8 from 200 px: the worst of five bounces is off by", unit: "%", limit: 5,
		measure: func(t testing.TB, play engine) float64 {
			worst, want := 0.0, 200.0
			peaks := drops(0.8, 8)(t, play)
			for i := range 5 {
				if want *= 0.64; i >= len(peaks) {
					return 100
				}
				worst = max(worst, math.Abs(peaks[i]/want-1)*100)
			}
			return worst
		},
	},
	{
		name: "restitution 1 from 200 px: height after 30 bounces", unit: "px", least: 196, limit: 204,
		measure: func(t testing.TB, play engine) float64 {
			if peaks := drops(1, 60)(t, play); len(peaks) >= 30 {
				return peaks[29]
			}
			return 0
		},
	},
	{name: "a bullet of 900 px/s and a loose plank of 1 px: comes through, of 32", unit: "", measure: bullets},
	{name: "a rod of 20 rad/s and a post, fixed or loose: comes through, of 24", unit: "", measure: rods},
	{name: "a platform of 2 px at 1,500 px/s over a ball: passes, of 16", unit: "", measure: swats},
	{
		name: "restitution 1, 40 bodies in a box for 10 s: energy gained", unit: "%", least: -100, limit: 1,
		measure: gains,
	},
	{
		name: "restitution 1, a ball in a box for 20 s: energy left", unit: "%", least: 90, limit: 110,
		measure: energyLeft("circle", 1),
	},
	{name: "restitution 1, 49 balls: energy left", unit: "%", least: 90, limit: 110, measure: energyLeft("circle", 7)},
	{
		name: "restitution 1, a capsule: energy left", unit: "%", least: 90, limit: 110,
		measure: energyLeft("capsule", 1),
	},
	{
		name: "restitution 1, 49 capsules: energy left", unit: "%", least: 90, limit: 110,
		measure: energyLeft("capsule", 7),
	},
	{name: "restitution 1, a crate: energy left", unit: "%", least: 90, limit: 110, measure: energyLeft("box", 1)},
	{name: "restitution 1, 49 crates: energy left", unit: "%", least: 90, limit: 110, measure: energyLeft("box", 7)},
	{name: "a pendulum, 5 degrees wide: its period is off by", unit: "%", limit: 0.5, measure: periodOff(5)},
	{name: "a pendulum, 60 degrees wide: its period is off by", unit: "%", limit: 0.5, measure: periodOff(60)},
	{name: "a spring of 2 Hz: its period is off by", unit: "%", limit: 1, measure: springPeriodOff},
	{
		name: "a spring of 2 Hz and damping 0.1: the damping of its swings is off by", unit: "%", limit: 5,
		measure: dampingOff,
	},
	{name: "a ball falls into a rope of 100 px: the rope is longer by", unit: "px", limit: 0.5, measure: ropeGives},
	{
		name: "a chain of twenty links, 10 s after it was let go level: its anchors are apart by", unit: "px", limit: 0.5,
		measure: chainGives(10*Rate, 20*Rate),
	},
	{name: "the same chain, from when it was let go", unit: "px", limit: 1, measure: chainGives(0, 10*Rate)},
	{
		name: "boxes and balls of densities 0.1 to 0.9 float in water: what is under is off by", unit: "%", limit: 2,
		alone: true, measure: draughtOff,
	},
	{
		name: "a plank in water, tilted 80 degrees, rights itself: after 20 s it is off by", unit: "°", limit: 1,
		alone: true, measure: plankOff(80),
	},
	{name: "a step of 1,000 resting and 200 moving bodies", unit: "µs", clock: true, measure: crowded},
}

// Every figure of docs/PLAYTEST.md is within its bounds.
func TestPhysics(t *testing.T) {
	t.Parallel()
	out := os.Getenv("FILLET_PHYSICS")
	type result struct {
		Name, Unit  string
		Least, Most float64
		Alone       bool
		Clock       bool
		Figures     []float64
	}
	var results []result
	var peers []engine
	for _, program := range strings.Fields(os.Getenv("FILLET_PHYSICS_PEERS")) {
		peers = append(peers, peer(program))
	}
	for _, f := range figures {
		if f.clock && out == "" {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			got := f.measure(t, func(t testing.TB, s scenario) film { return s.play(t) })
			t.Logf("%.4g %s", got, f.unit)
			if !(got >= f.least && got <= f.limit) && !f.open && out == "" {
				t.Errorf("%s: %g %s, want %g to %g", f.name, got, f.unit, f.least, f.limit)
			}
			r := result{f.name, f.unit, f.least, f.limit, f.alone, f.clock, []float64{got}}
			for _, p := range peers {
				if !f.alone {
					r.Figures = append(r.Figures, f.measure(t, p))
				}
			}
			results = append(results, r)
		})
	}
	if out == "" {
		return
	}
	data, err := json.Marshal(results)
	if err == nil {
		err = os.WriteFile(out, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
