package collision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

const dt = 1.0 / 60

// moving is a World whose bodies, and therefore their surfaces, have velocities.
type moving struct {
	*World
	speed map[Key]Vec
}

func newMoving() moving { return moving{NewWorld(), map[Key]Vec{}} }

func (w moving) surface(k Key, _ Vec) Vec { return w.speed[k] }

// move moves the bodies for dt seconds.
func (w moving) move() {
	for k, v := range w.speed {
		if b, ok := w.Body(k); ok && !b.Static {
			b.Transform.P = b.Transform.P.MulAdd(v, dt)
			w.Move(k, b.Transform)
		}
	}
}

// lift adds a moving plank of 80 by 4.
func (w moving) lift(t testing.TB, k Key, at, v, oneWay Vec) {
	w.Put(k, Body{Shapes: []Shape{mustBox(t, 40, 2, 0)}, Transform: Transform{P: at, Q: Rot{C: 1}}, OneWay: oneWay})
	w.speed[k] = v
}

// Without obstacles the path is a parabola, and no fall is faster than MaxFall.
func TestStepIsExact(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	m := newMover(t, false)
	m.Velocity = Vec{X: 30, Y: -200}
	g := Vec{X: 4, Y: 900}
	for i := range 90 {
		moved := m.Step(w, g, dt)
		s := float64(i+1) * dt
		want := Vec{X: 30, Y: -200}.Mul(s).MulAdd(g, s*s/2)
		if m.Position.Dist(want) > 1e-9 || m.Velocity.Dist(Vec{X: 30, Y: -200}.MulAdd(g, s)) > 1e-9 ||
			len(moved.Hits) > 0 {
			t.Fatalf("after %g s it is at %v with %v, want %v", s, m.Position, m.Velocity, want)
		}
	}
	m.MaxFall = 300
	for range 10 {
		m.Step(w, g, dt)
		if m.Velocity.Y != 300 {
			t.Fatalf("velocity %v after falling", m.Velocity)
		}
	}
}

// A Mover that lands on a lift stands still relative to it, and gets the lift's velocity back when it leaves.
func TestStepOnALift(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		for _, v := range []Vec{{X: 60}, {X: -50, Y: -40}, {Y: 120}, {X: 20, Y: -300}} {
			for _, oneWay := range []Vec{{}, {Y: -1}} {
				w := newMoving()
				w.lift(t, 2, Vec{}, v, oneWay)
				m := newMover(t, round)
				m.Surface, m.Position, m.Velocity = w.surface, Vec{X: 5, Y: -30}, Vec{X: v.X, Y: v.Y + 100}
				for i := 0; !m.Ground.On; i++ {
					w.move()
					if m.Step(w.World, Vec{Y: 900}, dt); i > 60 {
						t.Fatalf("round %v, lift %v: it is at %v and has not landed", round, v, m.Position)
					}
				}
				b, _ := w.Body(2)
				if off := m.Position.Sub(b.Transform.P); math.Abs(off.Y+14) > 1e-9 || m.Velocity.Len() > 1e-9 ||
					m.GroundVelocity() != v {
					t.Fatalf("round %v, lift %v: offset %v, velocity %v, on %v", round, v, off, m.Velocity, m.Ground)
				}
				off := m.Position.Sub(b.Transform.P)
				for range 60 {
					w.move()
					m.Step(w.World, Vec{Y: 900}, dt)
					b, _ = w.Body(2)
					if d := m.Position.Sub(b.Transform.P).Dist(off); d > 1e-9 || !m.Ground.On ||
						m.Velocity.Len() > 1e-9 {
						t.Fatalf("round %v, lift %v: it has moved by %v on it, velocity %v", round, v, d, m.Velocity)
					}
				}
				if m.Leave(); m.Velocity.Dist(v) > 1e-9 || m.Ground.On {
					t.Errorf("round %v, lift %v: it leaves with %v", round, v, m.Velocity)
				}
			}
		}
	}
}

// A rising lift catches a Mover that rises more slowly.
func TestStepIsOvertaken(t *testing.T) {
	t.Parallel()
	w := newMoving()
	w.lift(t, 2, Vec{}, Vec{Y: -300}, Vec{})
	m := newMover(t, true)
	m.Surface, m.Position, m.Velocity = w.surface, Vec{Y: -16}, Vec{Y: -50}
	for range 3 {
		w.move()
		m.Step(w.World, Vec{Y: 900}, dt)
	}
	if b, _ := w.Body(2); !m.Ground.On || m.Velocity != (Vec{}) || math.Abs(m.Position.Y-b.Transform.P.Y+14) > 1e-9 {
		t.Errorf("at %v with %v, the lift at %v", m.Position, m.Velocity, b.Transform.P)
	}
}

// A conveyor belt, which does not move, carries a Mover up to a wall.
func TestStepOnAConveyor(t *testing.T) {
	t.Parallel()
	w := newMoving()
	wall(t, w.World, 1, -100, 0, 200, 50)
	wall(t, w.World, 2, 100, -50, 120, 0)
	w.speed[1] = Vec{X: 90}
	m := newMover(t, false)
	m.Surface, m.Position = w.surface, Vec{Y: -12}
	m.Move(w.World, Vec{})
	for i := range 40 {
		m.Step(w.World, Vec{Y: 900}, dt)
		if want := 1.5 * float64(i+1); math.Abs(m.Position.X-want) > 1e-9 || m.Velocity != (Vec{}) {
			t.Fatalf("step %d: it is at %v with %v", i, m.Position, m.Velocity)
		}
	}
	for range 60 {
		m.Step(w.World, Vec{Y: 900}, dt)
	}
	if m.Position.Dist(Vec{X: 94, Y: -12}) > 1e-9 {
		t.Errorf("the Mover came to %v", m.Position)
	}
}

// A body that moves into the Mover pushes it along, with its velocity. Between that body and a wall the Mover stays out
// of the wall.
func TestStepIsPushed(t *testing.T) {
	t.Parallel()
	for _, up := range []Vec{{}, {Y: -1}} {
		for _, slant := range []float64{0, 0.2, -0.2} {
			w := newMoving()
			wall(t, w.World, 1, -100, 0, 300, 50)
			wall(t, w.World, 2, 100, -100, 101, 0)
			ram := mustBox(t, 10, 11, 0)
			w.Put(3, Body{Shapes: []Shape{ram}, Transform: NewTransform(Vec{X: -40, Y: -12}, slant)})
			w.speed[3] = Vec{X: 120}
			m := newMover(t, false)
			m.Up, m.Surface, m.Position = up, w.surface, Vec{Y: -12}
			m.Move(w.World, Vec{})
			for i := range 62 {
				w.move()
				m.Step(w.World, Vec{}, dt)
				for k, d := range depthIn(&m, w.World) {
					if k != 3 || i < 40 {
						t.Fatalf("up %v, slant %v, step %d: it is %v in %v, at %v", up, slant, i, d, k, m.Position)
					}
				}
				if m.Position.X > 94+1e-9 {
					t.Fatalf("up %v, slant %v, step %d: it is through the wall, at %v", up, slant, i, m.Position)
				}
			}
			if up == (Vec{}) && slant == 0 && math.Abs(m.Position.X-94) > 1e-9 {
				t.Errorf("the Mover was pushed to %v", m.Position)
			}
		}
	}
}

// Drop lets the Mover fall through the platforms that it stands on, one after another, and through nothing else.
func TestDrop(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		w := NewWorld()
		wall(t, w, 1, -100, 0, 100, 50)
		up := Vec{Y: -1}
		for i := range 6 { // the planks have two pieces
			left := mustBox(t, 20, 2, 0)
			right, _ := NewShape([]Vec{{X: 20, Y: -2}, {X: 60, Y: -2}, {X: 60, Y: 2}, {X: 20, Y: 2}}, 0)
			w.Put(Key(10+i), Body{
				Shapes:    []Shape{left, right},
				Transform: NewTransform(Vec{X: -20, Y: -40 * float64(i+1)}, 0), OneWay: up, Static: true,
			})
		}
		m := newMover(t, round)
		m.Position = Vec{Y: -254}
		if m.Drop(w) {
			t.Fatal("Drop works in the air")
		}
		for i := 5; i >= 0; i-- {
			for n := 0; m.Ground.Key != Key(10+i); n++ {
				if m.Step(w, Vec{Y: 900}, dt); n > 100 {
					t.Fatalf("round %v: it did not land on %d: %v, %v", round, i, m.Position, m.Ground)
				}
			}
			stays := m
			if !m.Drop(w) || m.Ground.On {
				t.Fatalf("round %v: it does not drop from %v", round, m.Ground)
			}
			if stays.Step(w, Vec{Y: 900}, dt); !stays.Ground.On {
				t.Fatal("the copy falls too")
			}
		}
		for range 60 {
			m.Step(w, Vec{Y: 900}, dt)
		}
		if m.Ground.Key != 1 || m.Drop(w) {
			t.Errorf("round %v: it drops from %v", round, m.Ground)
		}
		m.Leave()
		m.Velocity.Y = -320 // back up: the platform that it fell through holds it again
		for range 60 {
			m.Step(w, Vec{Y: 900}, dt)
		}
		if m.Ground.Key != 10 {
			t.Errorf("round %v: it has jumped to %v", round, m.Ground)
		}
	}
}

// A character of several shapes stands on its lowest shape, is stopped by each of them, and fits wherever its outline
// does.
func TestMoverOfSeveralShapes(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	wall(t, w, 1, -100, 0, 300, 50)
	wall(t, w, 2, 100, -100, 120, -20) // an overhang: the legs pass under it, the head does not
	legs := mustBox(t, 10, 6, 0)
	head, _ := NewShape([]Vec{{X: -4, Y: -20}, {X: 4, Y: -20}, {X: 4, Y: -6}, {X: -4, Y: -6}}, 0)
	m := newMover(t, false)
	m.Shapes, m.Position = []Shape{legs, head}, Vec{Y: -6.5}
	m.Move(w, Vec{Y: 1})
	frames(&m, w, 100, 2)
	if m.Position.Dist(Vec{X: 96, Y: -6}) > 1e-9 || m.Ground.Key != 1 {
		t.Errorf("the Mover is at %v on %v", m.Position, m.Ground)
	}
	touches := m.AppendTouches(nil, w, 1e-6)
	if len(touches) != 2 || touches[0].Key+touches[1].Key != 3 || touches[0].Own+touches[1].Own != 1 {
		t.Errorf("it touches %v", touches)
	}
	m.Shapes = []Shape{legs} // replaced: there is no head now
	if frames(&m, w, 10, 2); m.Position.X < 110 {
		t.Errorf("without a head the Mover is at %v", m.Position)
	}
}

// AppendTouches lists touching bodies, the deepest first, and one-way bodies only if they stop the Mover.
func TestAppendTouches(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	wall(t, w, 1, -100, 0, 100, 50)
	wall(t, w, 2, 6.5, -100, 50, 0)
	plank := Body{
		Shapes: []Shape{mustBox(t, 20, 2, 0)}, Transform: NewTransform(Vec{Y: -26}, 0), OneWay: Vec{Y: -1},
		Static: true,
	}
	w.Put(3, plank)
	w.Put(4, Body{Shapes: []Shape{mustBox(t, 20, 20, 0)}, Trigger: true})
	m := newMover(t, false)
	m.Position = Vec{Y: -12}
	for _, tt := range []struct {
		margin float64
		at     Vec
		want   []Key
	}{
		{0.1, Vec{Y: -12}, []Key{1}},
		{1, Vec{Y: -12}, []Key{1, 2}},
		{0, Vec{X: 3, Y: -12}, []Key{2}},
		{0, Vec{X: 3, Y: -11}, []Key{2, 1}},
		{0.1, Vec{Y: -40}, []Key{3}},
		{0.1, Vec{Y: -39}, nil},
		{0.1, Vec{X: math.NaN()}, nil},
		{math.NaN(), Vec{X: 3, Y: -12}, []Key{2}},
	} {
		m.Position = tt.at
		touches := m.AppendTouches(nil, w, tt.margin)
		var got []Key
		for _, c := range touches {
			got = append(got, c.Key)
		}
		if len(got) != len(tt.want) || len(got) > 0 && got[0] != tt.want[0] || len(got) > 1 && got[1] != tt.want[1] {
			t.Errorf("at %v, margin %v: %v, want %v", tt.at, tt.margin, touches, tt.want)
		}
	}
}

// A Mover that runs uphill in the air lands on the slope in the step that reaches it.
func TestStepLandsRunningUphill(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		for _, slope := range []float64{5, 20, 35, 49} {
			w := NewWorld()
			rise := math.Tan(slope * math.Pi / 180)
			solid(t, w, 1, Vec{X: -500, Y: 500 * rise}, Vec{X: 500, Y: -500 * rise}, Vec{X: 500, Y: 900})
			m := newMover(t, round)
			m.Position, m.Velocity = Vec{Y: -40}, Vec{X: 150, Y: 100}
			for n := 0; !m.Ground.On; n++ {
				if moved := m.Step(w, Vec{Y: 900}, dt); len(moved.Hits) > 0 && !m.Ground.On || n > 60 {
					t.Fatalf("round %v, %v degrees: hit %v but in the air, velocity %v", round, slope, moved.Hits,
						m.Velocity)
				}
			}
		}
	}
}

// In the air the Mover slides up a walkable slope by the full component of its motion along it.
func TestMoverSlidesUphillInTheAir(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	solid(t, w, 1, Vec{X: 0, Y: 0}, Vec{X: 300, Y: -150}, Vec{X: 300, Y: 0})
	m := newMover(t, false)
	m.Position = Vec{X: 10, Y: -60}
	m.Move(w, Vec{X: 40, Y: 20})
	m.Ground = Ground{}
	before := m.Position
	way := Vec{X: 20, Y: -9}
	if m.Move(w, way); math.Abs(m.Position.X-before.X-19.6) > 1e-6 || math.Abs(m.Position.Y-before.Y+9.8) > 1e-6 {
		t.Errorf("the Mover moved by %v", m.Position.Sub(before))
	}
}

// A round foot that rolls over an edge touches it in every step: it neither hovers nor sinks.
func TestRoundFootTouchesTheEdge(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	w.Slop = 0
	wall(t, w, 1, -100, 0, 50, 10)
	wall(t, w, 2, 20, 5, 300, 50)
	m := newMover(t, true)
	m.Position, m.StepHeight = Vec{Y: -12}, 6
	m.Move(w, Vec{})
	for i := range 130 {
		m.Move(w, Vec{X: 0.7})
		gap := math.Inf(1)
		for _, c := range m.AppendTouches(nil, w, 5) {
			gap = min(gap, -c.Depth())
		}
		if !m.Ground.On || math.Abs(gap) > 1e-9 {
			t.Fatalf("step %d: at %v it is %v above the ground", i, m.Position, gap)
		}
	}
	if m.Position.Y < -7-1e-9 {
		t.Errorf("the Mover came to %v", m.Position)
	}
}

// A Mover falls into a wedge until both sides touch.
func TestMoverFallsIntoAWedge(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		for _, angles := range [][2]float64{{60, 60}, {70, 55}, {80, 80}, {85, 60}, {88, 70}} {
			w := NewWorld()
			for i, sign := range []float64{-1, 1} {
				rise := math.Tan(angles[i] * math.Pi / 180)
				solid(t, w, Key(i+1), Vec{}, Vec{X: 200 * sign, Y: -200 * rise}, Vec{X: 200 * sign, Y: 100},
					Vec{Y: 100})
			}
			m := newMover(t, round)
			m.Position = Vec{X: 3, Y: -12 * math.Tan(angles[0]*math.Pi/180)}
			for range 400 {
				m.Step(w, Vec{Y: 900}, dt)
				if in := depthIn(&m, w); len(in) > 0 {
					t.Fatalf("round %v, %v: at %v it is in %v", round, angles, m.Position, in)
				}
			}
			if touches := m.AppendTouches(nil, w, 1e-3); len(touches) != 2 {
				t.Errorf("round %v, %v: at %v it touches %v", round, angles, m.Position, touches)
			}
		}
	}
}

// No step ends inside a static body that the Mover was not in before, nothing but acceleration makes it faster, and on
// ground its velocity is along the ground.
func TestStepStaysOut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawnLevel(t)
		m := newMover(t, rapid.Bool().Draw(t, "round"))
		if rapid.IntRange(0, 3).Draw(t, "view") == 0 {
			m.Up = Vec{}
		}
		m.MaxFall = rapid.SampledFrom([]float64{0, 600}).Draw(t, "fall")
		m.Position = Vec{X: rapid.Float64Range(-100, 100).Draw(t, "x"), Y: rapid.Float64Range(-100, 100).Draw(t, "y")}
		m.Velocity = Vec{X: rapid.Float64Range(-900, 900).Draw(t, "vx"), Y: rapid.Float64Range(-900, 900).Draw(t, "vy")}
		a := Vec{X: rapid.Float64Range(-900, 900).Draw(t, "ax"), Y: rapid.Float64Range(-900, 900).Draw(t, "ay")}
		oneWay := func(k Key) bool { b, _ := w.Body(k); return b.OneWay != Vec{} }
		for range 20 {
			was, start, v, on := depthIn(&m, w), m.Position, m.Velocity, m.Ground.On
			m.Step(w, a, dt)
			for k, d := range depthIn(&m, w) {
				if _, in := was[k]; !in && !oneWay(k) {
					t.Fatalf("from %v with %v to %v: now %v deep in %v, not before", start, v, m.Position, d, k)
				}
			}
			if limit := v.Len() + a.Len()*dt; m.Velocity.Len() > limit*(1+1e-9)+1e-9 {
				t.Fatalf("velocity %v became %v, ground %v and %v", v, m.Velocity, on, m.Ground)
			}
			if m.Ground.On && math.Abs(m.Velocity.Dot(m.Ground.Normal)) > 1e-6 {
				t.Fatalf("on the ground %v its velocity is %v", m.Ground, m.Velocity)
			}
		}
	})
}

func TestStepWithInvalidNumbers(t *testing.T) {
	t.Parallel()
	number, vec := strangeNumbers()
	rapid.Check(t, func(t *rapid.T) {
		w := drawnLevel(t)
		m := newMover(t, rapid.Bool().Draw(t, "round"))
		if rapid.Bool().Draw(t, "shapes") {
			m.Shapes = []Shape{{}, m.Shape}
		}
		m.Position, m.Velocity = vec.Draw(t, "position"), vec.Draw(t, "velocity")
		m.Up, m.Skin, m.MaxFall = vec.Draw(t, "up"), number.Draw(t, "skin"), number.Draw(t, "fall")
		m.StepHeight, m.MaxSlope = number.Draw(t, "step"), number.Draw(t, "slope")
		m.Ground = Ground{
			On: rapid.Bool().Draw(t, "on"), Normal: vec.Draw(t, "normal"),
			Key: Key(rapid.IntRange(0, 30).Draw(t, "key")),
		}
		if rapid.Bool().Draw(t, "surface") {
			speed := vec.Draw(t, "speed")
			m.Surface = func(Key, Vec) Vec { return speed }
		}
		start := m.Position
		for range 3 {
			a, dt, v := vec.Draw(t, "a"), number.Draw(t, "dt"), m.Velocity
			moved := m.Step(w, a, dt)
			m.AppendTouches(nil, w, number.Draw(t, "margin"))
			if (v.IsNaN() || a.IsNaN() || !(dt > 0) || !start.IsPlaceable()) &&
				(m.Position != start && !start.IsNaN() || moved.Way != Vec{}) {
				t.Fatalf("by %v for %v from %v it went to %v", v, dt, start, m.Position)
			}
			if start.IsPlaceable() && (!m.Position.IsPlaceable() || m.Velocity.IsNaN() != v.IsNaN()) {
				t.Fatalf("the Mover is at %v with velocity %v, was %v", m.Position, m.Velocity, v)
			}
			if rapid.Bool().Draw(t, "drop") {
				m.Drop(w)
			} else {
				m.Leave()
			}
			start = m.Position
		}
	})
}

func TestStepAllocatesNothing(t *testing.T) {
	w := newMoving()
	for i := range 100 {
		wall(t, w.World, Key(i+1), float64(16*i), 0, float64(16*i+16), 16)
	}
	w.lift(t, 200, Vec{X: 60, Y: -20}, Vec{}, Vec{Y: -1})
	m := newMover(t, true)
	m.Surface = w.surface
	var touches []Touch
	run := func() {
		m.Position, m.Velocity, m.Ground = Vec{X: 20, Y: -60}, Vec{}, Ground{}
		for range 60 {
			m.Step(w.World, Vec{X: 100, Y: 900}, dt)
			touches = m.AppendTouches(touches[:0], w.World, 0.01)
		}
		m.Drop(w.World)
	}
	run()
	if n := testing.AllocsPerRun(20, run); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A Mover crosses tiles that are misaligned by up to a twentieth of a pixel, along the floor or across it, as if they
// were one.
func TestMoverCrossesSeams(t *testing.T) {
	t.Parallel()
	capsule, err := Capsule(Vec{Y: -8}, Vec{Y: 8}, 6)
	if err != nil {
		t.Fatal(err)
	}
	box, err := Box(8, 14, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, gap := range []float64{0, 1e-7, 1e-3, 0.01, 0.05} {
		for _, step := range []float64{0, 1e-7, 1e-3, 0.01, 0.05} {
			for _, climbs := range []float64{0, 8} {
				for name, shape := range map[string]Shape{"capsule": capsule, "box": box} {
					w := NewWorld()
					tile, err := Box((37-gap)/2, 10, 0)
					if err != nil {
						t.Fatal(err)
					}
					for i := range 60 {
						at := Vec{X: 37 * float64(i), Y: 10 - step*float64(i%2)}
						w.Put(Key(i), Body{
							Shapes: []Shape{tile}, Transform: NewTransform(at, 0), Static: true,
						})
					}
					m := Mover{
						Shape: shape, Up: Vec{Y: -1}, MaxSlope: 0.8, StepHeight: climbs, Position: Vec{Y: -14 - step},
					}
					m.Velocity.X = 400
					for n := range 300 {
						m.Step(w, Vec{Y: 800}, 1.0/60)
						if math.Abs(m.Velocity.X-400) > 4 || math.Abs(m.Position.Y+14) > 1 {
							t.Errorf("%s, gap %g, step %g, climbs %g: after %d steps it is at %v with %v", name, gap,
								step, climbs, n+1, m.Position, m.Velocity)
							break
						}
					}
				}
			}
		}
	}
}

// A Mover that is pressed against tiles that are misaligned by up to a twentieth of a pixel slides along them at the
// speed at which it slides along one wall.
func TestMoverSlidesAlongSeams(t *testing.T) {
	t.Parallel()
	box, rounded := mustBox(t, 8, 14, 0), mustBox(t, 8, 14, 4)
	rapid.Check(t, func(t *rapid.T) {
		along := rapid.SampledFrom([]Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}}).Draw(t, "along")
		n := rapid.SampledFrom([]Vec{along.Perp(), along.Perp().Neg()}).Draw(t, "normal")
		skewed := NewRot(rapid.SampledFrom([]float64{0, 0, 0.3, 1}).Draw(t, "angle"))
		along, n = skewed.Apply(along), skewed.Apply(n)
		step := rapid.SampledFrom([]float64{0, 1e-3, 0.02, 0.035, 0.05}).Draw(t, "step")
		gap := rapid.Float64Range(0, 0.05).Draw(t, "gap")
		if skewed.S != 0 {
			gap = 0 // a box's corner dips into a gap
		}
		length := rapid.SampledFrom([]float64{12, 37}).Draw(t, "length")
		shape := rapid.SampledFrom([]Shape{box, rounded}).Draw(t, "shape")
		pace, into := rapid.Float64Range(0.2, 12).Draw(t, "pace"), rapid.Float64Range(0, 12).Draw(t, "into")
		isFlat := shape == box && skewed.S == 0
		if !isFlat { // its corner climbs over edges, and slides off them
			into = min(into, 2*pace)
		}
		w := NewWorld()
		tiles := max(4, int(60*pace/length)+6)
		for i := range tiles {
			from := n.Mul(step*float64(rapid.IntRange(0, 1).Draw(t, "out"))).MulAdd(along, length*float64(i)-2*length)
			to := from.MulAdd(along, length-gap)
			solid(t, w, Key(i+1), from, to, to.MulAdd(n, -10), from.MulAdd(n, -10))
		}
		up := rapid.SampledFrom([]Vec{{}, along, along.Neg()}).Draw(t, "up")
		m := Mover{Shape: shape, Up: up, Position: n.Mul(shape.support(n.Neg()) + step + 0.001)}
		slow := 0
		for i := range 60 {
			m.Velocity = along.Mul(60*pace).MulAdd(n, -60*into)
			m.Step(w, Vec{}, 1.0/60)
			if v := m.Velocity.Dot(along); v <= 0 || isFlat && math.Abs(v-60*pace) > 1e-6*pace {
				slow++ // it met an edge while it came down from another
			}
			for k, depth := range depthIn(&m, w) {
				t.Fatalf("after %d steps it is %v deep in %d", i+1, depth, k)
			}
		}
		gone := m.Position.Dot(along)
		if slow > 2 || gone < 30*pace || isFlat && math.Abs(gone-60*pace) > 3*pace {
			t.Fatalf("the Mover has gone %v, want %v; %d steps were slower", gone, 60*pace, slow)
		}
	})
}

// Tiles that are misaligned by less than the skin do not hold a Mover that is pressed against them, in a top-down level
// or in a fall: it goes as far as along one wall.
func TestMoverIsNotHeldByEdges(t *testing.T) {
	t.Parallel()
	run := func(step, start float64, up, along, n Vec) float64 {
		w := NewWorld()
		for i := range 120 {
			out := float64(step * float64(i%2))
			from := along.Mul(37*float64(i)).MulAdd(n, out)
			to := from.MulAdd(along, 37)
			solid(t, w, Key(i+1), from, to, to.MulAdd(n, -10), from.MulAdd(n, -10))
		}
		m := Mover{Shape: mustBox(t, 7, 12, 0), Up: up, MaxFall: 720}
		m.Position = along.Mul(start).MulAdd(n, m.Shape.support(n.Neg())+step)
		for range 300 {
			if up == (Vec{}) {
				m.Velocity = along.Sub(n).Mul(140)
			} else {
				m.Velocity = m.Velocity.MulAdd(n, -140-m.Velocity.Dot(n))
			}
			m.Step(w, up.Mul(-773), 1.0/60)
		}
		return m.Position.Dot(along) - start
	}
	for _, up := range []Vec{{}, {Y: -1}} {
		for _, along := range []Vec{{Y: 1}, {X: 1}} {
			if up != (Vec{}) && along.X != 0 {
				continue // that is walking
			}
			for _, n := range []Vec{along.Perp(), along.Perp().Neg()} {
				for _, start := range []float64{60, 63, 63.25, 64.1} {
					want := run(0, start, up, along, n)
					for step := 0.01; step < DefaultSkin; step += 0.01 {
						if got := run(step, start, up, along, n); math.Abs(got-want) > 0.02*want {
							t.Errorf("up %v, along %v from %v, step %.2f: it goes %g, want %g", up, along, start, step,
								got, want)
						}
					}
				}
			}
		}
	}
}

// An edge of up to a twentieth of a pixel in front of its feet does not stop a Mover that comes down beside it in the
// same step.
func TestMoverComesDownBesideEdges(t *testing.T) {
	t.Parallel()
	const pace = 10.0
	for _, step := range []float64{0.01, 0.035, 0.05} {
		w := NewWorld()
		wall(t, w, 1, -200, -step, 0, 10)
		wall(t, w, 2, 0, 0, 30, 10)
		wall(t, w, 3, 30, -step, 200, 10)
		for overlap := 0.0005; overlap < DefaultSkin; overlap += 0.0005 {
			for _, climbs := range []float64{0, 8} {
				m := Mover{Shape: mustBox(t, 8, 14, 0), Up: Vec{Y: -1}, MaxSlope: 0.8, StepHeight: climbs}
				m.Position = Vec{X: 30 - 8 - pace + overlap, Y: -14}
				m.Move(w, Vec{})
				m.Velocity.X = 60 * pace
				for i := range 3 {
					moved := m.Step(w, Vec{Y: 800}, 1.0/60)
					if math.Abs(moved.Way.X-pace) > 1e-9 || !m.Ground.On {
						t.Fatalf("step %g, overlap %g, climbs %g: in step %d it moves by %v, ground %v", step, overlap,
							climbs, i, moved.Way, m.Ground)
					}
				}
			}
		}
	}
}
