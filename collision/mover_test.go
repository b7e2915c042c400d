package collision

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// newMover returns a character of 12 by 24 that climbs steps of 8 and walks up to 50 degrees. y points down.
func newMover(t interface{ Fatal(...any) }, round bool) Mover {
	s, err := Box(6, 12, 0)
	if round {
		s, err = Capsule(Vec{X: 0, Y: -6}, Vec{X: 0, Y: 6}, 6)
	}
	if err != nil {
		t.Fatal(err)
	}
	return Mover{Shape: s, Up: Vec{X: 0, Y: -1}, MaxSlope: 50 * math.Pi / 180, StepHeight: 8}
}

// solid adds a static convex shape with these points.
func solid(t interface{ Fatal(...any) }, w *World, k Key, points ...Vec) {
	s, err := NewShape(points, 0)
	if err != nil {
		t.Fatal(err)
	}
	w.Put(k, Body{Shapes: []Shape{s}, Transform: Identity(), Static: true})
}

func wall(t interface{ Fatal(...any) }, w *World, k Key, x0, y0, x1, y1 float64) {
	solid(t, w, k, Vec{X: x0, Y: y0}, Vec{X: x1, Y: y0}, Vec{X: x1, Y: y1}, Vec{X: x0, Y: y1})
}

// depthIn returns the Mover's depth in each body.
func depthIn(m *Mover, w *World) map[Key]float64 {
	in := map[Key]float64{}
	for k, b := range w.Bodies() {
		for i := range b.Shapes {
			if c, ok := Collide(m.Shape, Transform{P: m.Position, Q: Rot{C: 1}}, b.Shapes[i], b.Transform, 0); ok &&
				c.Depth() > 1e-7 {
				in[k] = max(in[k], c.Depth())
			}
		}
	}
	return in
}

// frames moves a Mover as a game does: gravity in the air, a constant speed to the side.
func frames(m *Mover, w *World, n int, speed float64) {
	v := Vec{X: speed, Y: 0}
	for range n {
		v.X, v.Y = speed, v.Y+0.3
		if m.Ground.On {
			v.Y = 0
		}
		v = m.Move(w, v).Clip(v)
	}
}

// On flat tiles, slopes and steps the Mover reaches the expected position.
func TestMoverWalks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		level  func(w *World)
		speed  float64
		frames int
		x, y   float64 // where the Mover stands; y is its middle
		on     bool
	}{
		{"it falls to the floor", func(*World) {}, 0, 100, 0, -12, true},
		{"it walks", func(*World) {}, 2, 130, 260, -12, true},
		{"over tiles that are level but for rounding", func(w *World) {
			for i := range 20 {
				wall(t, w, Key(10+i), float64(10+16*i), -1e-9*float64(1+i%3), float64(26+16*i), 8)
			}
		}, 2, 130, 260, -12, true},
		{"a wall stops it", func(w *World) { wall(t, w, 10, 100, -100, 120, 0) }, 2, 130, 94, -12, true},
		{"a step of 8 is climbed", func(w *World) { wall(t, w, 10, 100, -8, 1000, 0) }, 2, 130, 260, -20, true},
		{"one of 8.1 is not", func(w *World) { wall(t, w, 10, 100, -8.1, 1000, 0) }, 2, 130, 94, -12, true},
		{"nor one under a ceiling that is too low", func(w *World) {
			wall(t, w, 10, 100, -8, 1000, 0)
			wall(t, w, 11, 80, -50, 1000, -30)
		}, 2, 130, 94, -12, true},
		{"it fits exactly under a ceiling", func(w *World) {
			wall(t, w, 10, 50, -50, 1000, -24)
		}, 2, 130, 260, -12, true},
		{"a slope of 45 degrees is climbed as fast", func(w *World) {
			solid(t, w, 10, Vec{X: 100, Y: 0}, Vec{X: 100 + 600, Y: -600}, Vec{X: 100 + 600, Y: 0})
		}, 2, 130, 94 + (260-94)*math.Sqrt2/2, -12 - (260-94)*math.Sqrt2/2, true},
		{"one of 51 degrees is not", func(w *World) {
			solid(t, w, 10, Vec{X: 100, Y: 0}, Vec{X: 100 + 600, Y: -600 * math.Tan(51*math.Pi/180)},
				Vec{X: 100 + 600, Y: 0})
		}, 2, 130, 94, -12, true},
		{"off a ledge it falls", func(w *World) {
			w.Remove(1)
			wall(t, w, 10, -100, 0, 50, 50)
			wall(t, w, 11, -100, 200, 500, 250)
		}, 2, 130, 260, 188, true},
	}
	for _, tt := range tests {
		for _, round := range []bool{false, true} {
			name := tt.name
			if round {
				name += ", a capsule"
			}
			t.Run(name, func(t *testing.T) {
				w := NewWorld()
				wall(t, w, 1, -100, 0, 1000, 50)
				tt.level(w)
				m := newMover(t, round)
				m.Position = Vec{X: 0, Y: -12.5}
				m.Move(w, Vec{X: 0, Y: 0.5})
				frames(&m, w, tt.frames, tt.speed)
				near := 1e-6
				if round { // a round foot gets farther into corners, and rolls over edges
					near = 9
				}
				if m.Position.Dist(Vec{X: tt.x, Y: tt.y}) > near || m.Ground.On != tt.on {
					t.Errorf("the Mover stands at %v, ground %v, want (%.6g, %.6g)", m.Position, m.Ground, tt.x, tt.y)
				}
				if in := depthIn(&m, w); len(in) > 0 {
					t.Errorf("the Mover is in %v", in)
				}
			})
		}
	}
}

// A Mover passes a one-way platform from below, stands on it from above, and falls through it if the query excludes it.
func TestMoverOnOneWayPlatforms(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		w := NewWorld()
		wall(t, w, 1, -100, 0, 100, 50)
		plank, _ := Box(50, 2, 0)
		w.Put(2, Body{
			Shapes: []Shape{plank}, Transform: NewTransform(Vec{X: 0, Y: -40}, 0), OneWay: Vec{X: 0, Y: -1},
			Static: true,
		})
		m := newMover(t, round)
		m.Position = Vec{X: 0, Y: -12}
		v := Vec{X: 0, Y: -6}
		for range 100 {
			v.Y += 0.3
			if m.Ground.On {
				v.Y = 0.3
			}
			v = m.Move(w, v).Clip(v)
		}
		if m.Position.Dist(Vec{X: 0, Y: -54}) > 1e-6 || m.Ground.Key != 2 {
			t.Fatalf("round %v: it stands at %v on %v", round, m.Position, m.Ground)
		}
		m.Query.Exclude = []Key{2}
		frames(&m, w, 100, 0)
		if m.Position.Dist(Vec{X: 0, Y: -12}) > 1e-6 || m.Ground.Key != 1 {
			t.Errorf("round %v: it fell to %v on %v", round, m.Position, m.Ground)
		}
	}
}

// A moving platform carries a Mover up, down and sideways, and a rising one-way platform catches a falling Mover.
func TestMoverRides(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		for _, oneWay := range []Vec{{}, {X: 0, Y: -1}} {
			w := NewWorld()
			plank, _ := Box(40, 2, 0)
			at, step := Vec{X: 0, Y: 0}, Vec{}
			put := func() {
				w.Put(2, Body{Shapes: []Shape{plank}, Transform: Transform{P: at, Q: Rot{C: 1}}, OneWay: oneWay})
			}
			put()
			m := newMover(t, round)
			m.Shift = func(k Key, _ Vec) Vec {
				if k == 2 {
					return step
				}
				return Vec{}
			}
			m.Position = Vec{X: 5, Y: -40}
			v := Vec{}
			caught := 0
			for i := range 400 {
				to := Vec{X: 60 * math.Sin(float64(i)/20), Y: -50 * math.Sin(float64(i)/7)}
				step, at = to.Sub(at), to
				put()
				if v.Y += 0.3; m.Ground.On {
					v.Y = 0
				}
				on, before := m.Ground.On, m.Position
				v = m.Move(w, v).Clip(v)
				if on && !m.Ground.On {
					t.Fatalf("round %v, one-way %v: frame %d drops it at %v, the platform is at %v", round, oneWay, i,
						m.Position, at)
				}
				if on && m.Position.Sub(before).Dist(step) > 1e-6 {
					t.Fatalf("round %v, one-way %v: frame %d moves it by %v, the platform by %v", round, oneWay, i,
						m.Position.Sub(before), step)
				}
				if m.Ground.On {
					caught++
				}
			}
			if caught < 380 || math.Abs(m.Position.Y-(at.Y-14)) > 1e-6 {
				t.Errorf("round %v, one-way %v: it stood on the platform for %d frames, and is at %v", round, oneWay,
					caught, m.Position)
			}
		}
	}
}

// A Mover that is carried against a wall stays there while the platform moves on under it.
func TestMoverRidesToAWall(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	wall(t, w, 1, 20, -100, 40, -2.5)
	plank, _ := Box(100, 2, 0)
	m := newMover(t, false)
	m.Shift = func(k Key, _ Vec) Vec { return Vec{X: float64(2 * (k - 1)), Y: 0} }
	m.Position = Vec{X: 0, Y: -15}
	for i := range 20 {
		w.Put(2, Body{Shapes: []Shape{plank}, Transform: Transform{P: Vec{X: float64(2*i) - 50, Y: 0}, Q: Rot{C: 1}}})
		m.Move(w, Vec{X: 0, Y: 1})
	}
	if m.Position.Dist(Vec{X: 14, Y: -14}) > 1e-6 || m.Ground.Key != 2 {
		t.Errorf("the Mover came to %v on %v", m.Position, m.Ground)
	}
}

// A Mover finds ground where it is put, where it flies level into a slope, and where a one-way platform has moved into
// it.
func TestMoverFindsGround(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	wall(t, w, 1, -100, 0, 100, 50)
	solid(t, w, 2, Vec{X: 20, Y: 0}, Vec{X: 60, Y: -20}, Vec{X: 60, Y: 0})
	plank, _ := Box(10, 2, 0)
	w.Put(3, Body{Shapes: []Shape{plank}, Transform: NewTransform(Vec{X: -50, Y: -40}, 0), OneWay: Vec{X: 0, Y: -1}})
	w.Put(4, chainBody(t, []Vec{{X: -90, Y: -80}, {X: -70, Y: -80}}, 0, false))
	for _, tt := range []struct {
		name       string
		at, motion Vec
		want       Vec
		on         bool
	}{
		{"where it stands", Vec{X: 0, Y: -12}, Vec{}, Vec{X: 0, Y: -12}, true},
		{"a little above", Vec{X: 0, Y: -12.5}, Vec{}, Vec{X: 0, Y: -12.5}, false},
		{"flying level into a slope", Vec{X: 20, Y: -24}, Vec{X: 25, Y: 0}, Vec{X: 44.26099, Y: -27.13050}, true},
		{"rising from the floor", Vec{X: 0, Y: -12}, Vec{X: 0, Y: -1}, Vec{X: 0, Y: -13}, false},
		{"a platform has come into it", Vec{X: -50, Y: -53.996}, Vec{}, Vec{X: -50, Y: -54}, true},
		{"but not from below", Vec{X: -50, Y: -26.004}, Vec{}, Vec{X: -50, Y: -26.004}, false},
		{"a chain has come into it", Vec{X: -80, Y: -91.996}, Vec{}, Vec{X: -80, Y: -92}, true},
		{"but not from behind", Vec{X: -80, Y: -68.004}, Vec{}, Vec{X: -80, Y: -68.004}, false},
	} {
		m := newMover(t, false)
		m.Position = tt.at
		moved := m.Move(w, tt.motion)
		if m.Position.Dist(tt.want) > 1e-3 || m.Ground.On != tt.on || moved.Way.Dist(m.Position.Sub(tt.at)) > 1e-12 {
			t.Errorf("%s: it went to %v, ground %v, want %v, %v", tt.name, m.Position, m.Ground, tt.want, tt.on)
		}
	}
}

// A Mover that walks down slopes and steps stays on the ground in every frame; it leaves the ground at a drop higher
// than a step.
func TestMoverWalksDown(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		for _, tt := range []struct {
			name  string
			level func(w *World)
			on    bool // in every frame
		}{
			{"a slope of 45 degrees", func(w *World) {
				solid(t, w, 2, Vec{X: 20, Y: 0}, Vec{X: 120, Y: 100}, Vec{X: 20, Y: 100})
			}, true},
			{"and one of 51", func(w *World) {
				solid(t, w, 2, Vec{X: 20, Y: 0}, Vec{X: 120, Y: 100 * math.Tan(51*math.Pi/180)}, Vec{X: 20, Y: 200})
			}, false},
			{"stairs of 8", func(w *World) {
				for i := range 20 {
					wall(t, w, Key(2+i), float64(20+20*i), float64(8+8*i), float64(40+20*i), 300)
				}
			}, true},
			{"stairs of 24", func(w *World) {
				for i := range 20 {
					wall(t, w, Key(2+i), float64(20+20*i), float64(24+24*i), float64(40+20*i), 900)
				}
			}, false},
		} {
			w := NewWorld()
			wall(t, w, 1, -100, 0, 20, 300)
			tt.level(w)
			m := newMover(t, round)
			m.Position = Vec{X: 0, Y: -12}
			m.Move(w, Vec{})
			on, v := true, Vec{}
			for range 60 {
				if v.X, v.Y = 2, v.Y+0.3; m.Ground.On {
					v.Y = 0
				}
				v = m.Move(w, v).Clip(v)
				on = on && m.Ground.On
			}
			if on != tt.on || m.Position.Y < 20 {
				t.Errorf("round %v: down %s on the ground in every frame: %v, ended at %v", round, tt.name, on,
					m.Position)
			}
		}
	}
}

// Query's Predicate decides about every hit, in the way and underfoot.
func TestMoverAsksThePredicate(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	wall(t, w, 1, -100, 0, 100, 50)
	wall(t, w, 2, 20, -100, 30, 0)
	wall(t, w, 3, 60, -100, 70, 0)
	w.Put(4, Body{Shapes: []Shape{mustBox(t, 3, 3, 0)}, Transform: NewTransform(Vec{X: -2, Y: -10}, 0), Trigger: true})
	m := newMover(t, false)
	m.Position = Vec{X: 0, Y: -12}
	m.Query = Query{Triggers: true, Predicate: func(k Key) bool { return k != 2 }}
	m.Move(w, Vec{})
	if moved := m.Move(w, Vec{X: 200, Y: 0}); m.Position.Dist(Vec{X: 54, Y: -12}) > 1e-6 || len(moved.Hits) != 1 ||
		moved.Hits[0].Key != 3 {
		t.Errorf("the Mover is at %v and hit %v", m.Position, moved.Hits)
	}
	m.Position = Vec{X: 25, Y: -12} // in the wall that does not count
	if m.Move(w, Vec{X: 1, Y: 0}); m.Position.Dist(Vec{X: 26, Y: -12}) > 1e-6 {
		t.Errorf("the Mover was pushed to %v", m.Position)
	}
}

// A Mover climbs steps up to its own StepHeight, whatever that is.
func TestMoverStepHeight(t *testing.T) {
	t.Parallel()
	for _, height := range []float64{0, 0.5, 1, 2, 7} {
		for _, step := range []float64{0.4, 0.9, 1, 1.9, 6.9, 7.1} {
			w := NewWorld()
			wall(t, w, 1, -100, 0, 100, 50)
			wall(t, w, 2, 20, -step, 100, 0)
			m := newMover(t, false)
			m.StepHeight, m.Position = height, Vec{X: 0, Y: -12}
			m.Move(w, Vec{})
			moved := m.Move(w, Vec{X: 30, Y: 0})
			want := Vec{X: 30, Y: -12 - step}
			if step > height {
				want = Vec{X: 14, Y: -12}
			}
			if m.Position.Dist(want) > 1e-6 || (len(moved.Hits) > 0) != (step > height) {
				t.Errorf("step of %v, StepHeight %v: ended at %v, hits %v", step, height, m.Position, moved.Hits)
			}
		}
	}
}

// A standing Mover keeps its position to the last bit, on level ground, on slopes and between walls.
func TestMoverDoesNotCreep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		m := newMover(t, rapid.Bool().Draw(t, "round"))
		at := Vec{X: rapid.Float64Range(-1e5, 1e5).Draw(t, "x"), Y: rapid.Float64Range(-1e5, 1e5).Draw(t, "y")}
		rise := math.Tan(rapid.Float64Range(-49, 49).Draw(t, "slope") * math.Pi / 180)
		solid(t, w, 1, at.Add(Vec{X: -100, Y: 100 * rise}), at.Add(Vec{X: 100, Y: -100 * rise}),
			at.Add(Vec{X: 0, Y: 300}))
		if rapid.Bool().Draw(t, "wall") {
			wall(t, w, 2, at.X+10, at.Y-200, at.X+30, at.Y+200)
		}
		m.Position = at.Add(Vec{X: 0, Y: -40})
		gravity := rapid.Float64Range(0.01, 20).Draw(t, "gravity")
		for range 4 + int(60/gravity) {
			m.Move(w, Vec{X: 0, Y: gravity})
		}
		if !m.Ground.On {
			t.Fatalf("the Mover at %v has no ground", m.Position)
		}
		before := m.Position
		for range 100 {
			m.Move(w, Vec{X: 0, Y: gravity})
			m.Move(w, Vec{})
		}
		if m.Position != before {
			t.Fatalf("the Mover crept from %v to %v, by %v", before, m.Position, m.Position.Sub(before))
		}
	})
}

// drawnLevel draws boxes, triangles, rounded shapes and one-way planks, many of them side by side on a grid.
func drawnLevel(t *rapid.T) *World {
	w := NewWorld()
	w.Slop = rapid.SampledFrom([]float64{0, DefaultSlop}).Draw(t, "slop")
	number := rapid.OneOf(rapid.Custom(func(t *rapid.T) float64 {
		return float64(16 * rapid.IntRange(-6, 6).Draw(t, "grid"))
	}), rapid.Float64Range(-100, 100))
	for i := range rapid.IntRange(1, 25).Draw(t, "bodies") {
		b := Body{Static: true, Transform: Transform{
			P: Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")},
			Q: Rot{C: 1},
		}}
		var s Shape
		var err error
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0, 1:
			s, err = Box(8, 8, 0)
		case 2:
			s, err = Circle(Vec{}, rapid.Float64Range(1, 20).Draw(t, "r"))
		case 3:
			s, err = Box(rapid.Float64Range(1, 30).Draw(t, "w"), rapid.Float64Range(1, 30).Draw(t, "h"),
				rapid.SampledFrom([]float64{0, 2}).Draw(t, "r"))
			b.Transform.Q = NewRot(rapid.Float64Range(0, 6).Draw(t, "angle"))
		case 4:
			s, err = NewShape([]Vec{{X: -16, Y: 8}, {X: 16, Y: 8}, {X: 16, Y: -8}}, 0)
		case 5: // a compound, as an L-shaped outline produces
			up, _ := NewShape([]Vec{{X: -8, Y: -8}, {X: 8, Y: -8}, {X: 8, Y: 8}, {X: -8, Y: 8}}, 0)
			b.Shapes = append(b.Shapes, up)
			s, err = NewShape([]Vec{{X: -8, Y: 8}, {X: 24, Y: 8}, {X: 24, Y: 24}, {X: -8, Y: 24}}, 0)
		default:
			s, err = Box(16, 2, 0)
			b.OneWay = Vec{X: 0, Y: -1}
		}
		if err != nil {
			t.Fatal(err)
		}
		b.Shapes = append(b.Shapes, s)
		w.Put(Key(i+1), b)
	}
	return w
}

// No move ends inside a body that the Mover was not in before, or passes through one. A move rises by at most the way
// and a step. T grows from hit to hit. The same moves lead to the same place, whatever order the bodies were added in.
func TestMoverStaysOut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := drawnLevel(t)
		m := newMover(t, rapid.Bool().Draw(t, "round"))
		if rapid.IntRange(0, 3).Draw(t, "view") == 0 {
			m.Up = Vec{}
		}
		m.Position = Vec{X: rapid.Float64Range(-100, 100).Draw(t, "x"), Y: rapid.Float64Range(-100, 100).Draw(t, "y")}
		again := m
		w2 := NewWorld()
		w2.Slop = w.Slop
		var keys []Key
		for k := range w.Bodies() {
			keys = append(keys, k)
		}
		slices.Reverse(keys)
		for _, k := range keys {
			b, _ := w.Body(k)
			w2.Put(k, b)
		}
		oneWay := func(k Key) bool { b, _ := w.Body(k); return b.OneWay != Vec{} }
		for range rapid.IntRange(1, 12).Draw(t, "moves") {
			motion := Vec{X: rapid.Float64Range(-40, 40).Draw(t, "dx"), Y: rapid.Float64Range(-40, 40).Draw(t, "dy")}
			if rapid.IntRange(0, 3).Draw(t, "small") == 0 {
				motion = motion.Mul(1e-3)
			}
			was, start, on := depthIn(&m, w), m.Position, m.Ground.On
			moved := m.Move(w, motion)
			for k, d := range depthIn(&m, w) {
				if _, in := was[k]; !in && !oneWay(k) {
					t.Fatalf("moved by %v from %v to %v: now %v deep in body %v, not before", motion, start, m.Position,
						d, k)
				}
			}
			if len(was) == 0 && m.Up != (Vec{}) {
				limit := motion.Len() + 2*math.Pi*DefaultSlop
				if on || m.Ground.On {
					limit += m.StepHeight + 1e-9
				}
				if -(m.Position.Y - start.Y) > limit {
					t.Fatalf("moved by %v: rose by %v", motion, start.Y-m.Position.Y)
				}
			}
			last := 0.0
			for _, h := range moved.Hits {
				if h.T < last || h.T > 1 || math.Abs(h.Normal.Len()-1) > 1e-9 {
					t.Fatalf("moved by %v: hit %v", motion, moved.Hits)
				}
				last = h.T
			}
			if v := moved.Clip(motion); v.Len() > motion.Len()*(1+1e-9) {
				t.Fatalf("%v clips %v to %v", moved.Hits, motion, v)
			}
			if m.Ground.On && m.Ground.Normal.Dot(m.Up) < math.Cos(m.MaxSlope)-1e-6 {
				t.Fatalf("the ground is too steep: %v", m.Ground)
			}
			again.Move(w2, motion)
			if again.Position != m.Position || again.Ground != m.Ground {
				t.Fatalf("with a different order of bodies the Mover is at %v, want %v", again.Position, m.Position)
			}
		}
	})
}

// A Mover on the ground cannot climb a slope steeper than its limit, by walking or running.
func TestMoverHoldsTheSlopeLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		m := newMover(t, rapid.Bool().Draw(t, "round"))
		m.StepHeight = rapid.SampledFrom([]float64{0, 4}).Draw(t, "step")
		limit := rapid.Float64Range(10, 60).Draw(t, "limit")
		slope := rapid.Float64Range(5, 85).Draw(t, "slope")
		if math.Abs(slope-limit) < 0.01 {
			return
		}
		m.MaxSlope = limit * math.Pi / 180
		wall(t, w, 1, -1000, 0, 1000, 50)
		solid(t, w, 2, Vec{X: 50, Y: 0}, Vec{X: 50 + 2000, Y: -2000 * math.Tan(slope*math.Pi/180)},
			Vec{X: 50 + 2000, Y: 0})
		m.Position = Vec{X: 0, Y: -12}
		speed := rapid.Float64Range(0.1, 20).Draw(t, "speed")
		m.Move(w, Vec{X: 0, Y: 1})
		frames(&m, w, 20+int(200/speed), speed)
		height := -12 - m.Position.Y
		if climbed := height > 12; climbed != (slope < limit) {
			t.Fatalf("slope %v, limit %v: climbed %v, at %v", slope, limit, height, m.Position)
		}
	})
}

// A Mover slides along a wall as far as the motion along it leads, without leaving it or entering it.
func TestMoverKeepsToAWall(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		m := newMover(t, rapid.Bool().Draw(t, "round"))
		m.Up = Vec{}
		along := NewRot(rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "angle")).Apply(Vec{X: 1, Y: 0})
		n := along.Perp()
		at := Vec{X: rapid.Float64Range(-1000, 1000).Draw(t, "x"), Y: rapid.Float64Range(-1000, 1000).Draw(t, "y")}
		for i := range 20 { // many pieces, side by side
			from := at.MulAdd(along, float64(20*i-100))
			solid(t, w, Key(i+1), from, from.MulAdd(along, 20), from.MulAdd(along, 20).MulAdd(n, -10),
				from.MulAdd(n, -10))
		}
		m.Position = at.MulAdd(n, m.Shape.support(n.Neg())+1)
		into := rapid.Float64Range(1.1, 5).Draw(t, "into")
		pace := rapid.Float64Range(0.1, 5).Draw(t, "pace")
		m.Move(w, n.Mul(-into))
		start := m.Position
		gap := func() float64 { return m.Position.Sub(at).Dot(n) - m.Shape.support(n.Neg()) }
		for i := range 20 {
			m.Move(w, along.Mul(pace).MulAdd(n, -into))
			if g := gap(); math.Abs(g) > 1e-8 {
				t.Fatalf("move %d: it is %v off the wall", i, g)
			}
		}
		if got := m.Position.Sub(start).Dot(along); math.Abs(got-20*pace) > 1e-6 {
			t.Fatalf("moved %v along the wall, want %v", got, 20*pace)
		}
	})
}

// A body that moves into a Mover pushes it out.
func TestMoverIsPushedOut(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	wall(t, w, 1, -100, 0, 100, 50)
	m := newMover(t, false)
	m.Position = Vec{X: 0, Y: -12}
	wall(t, w, 2, -40, -30, -3, -2)
	m.Move(w, Vec{})
	if m.Position.Dist(Vec{X: 3, Y: -12}) > 1e-6 {
		t.Errorf("the Mover was pushed to %v", m.Position)
	}
	wall(t, w, 3, 5, -30, 60, -2) // now there is no room: the Mover stays, and can leave
	before := m.Position
	if m.Move(w, Vec{}); m.Position != before {
		t.Errorf("wedged: moved to %v", m.Position)
	}
	w.Remove(3)
	if m.Move(w, Vec{X: 5, Y: 0}); m.Position.X < 7.9 {
		t.Errorf("the Mover is stuck at %v", m.Position)
	}
}

// A Mover walks along a one-sided chain, over its vertices and slopes, and passes it from behind.
func TestMoverOnAOneSidedChain(t *testing.T) {
	t.Parallel()
	for _, round := range []bool{false, true} {
		w := NewWorld()
		w.Put(1, chainBody(t, []Vec{
			{X: -100, Y: 0},
			{X: -20, Y: 0},
			{X: 0, Y: 0},
			{X: 30, Y: 0},
			{X: 60, Y: -20},
			{X: 90, Y: -20},
			{X: 500, Y: -20},
		}, 0, false))
		m := newMover(t, round)
		m.Position = Vec{X: -80, Y: -13}
		m.Move(w, Vec{X: 0, Y: 2})
		frames(&m, w, 100, 2)
		if math.Abs(m.Position.Y+32) > 1e-6 || m.Position.X < 90 || !m.Ground.On {
			t.Errorf("round %v: it walked to %v on %v", round, m.Position, m.Ground)
		}
		m.Position = Vec{X: -60, Y: 14}
		if m.Move(w, Vec{X: 0, Y: -40}); m.Position.Dist(Vec{X: -60, Y: -26}) > 1e-6 {
			t.Errorf("round %v: coming from behind, it ended at %v", round, m.Position)
		}
	}
}

// strangeNumbers draws numbers and vectors, some of which no sane caller would pass.
func strangeNumbers() (*rapid.Generator[float64], *rapid.Generator[Vec]) {
	odd := []float64{
		0, -1, 1, 1e-300, 1e9, -1e9, 1e300, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
		math.SmallestNonzeroFloat64,
	}
	number := rapid.OneOf(rapid.SampledFrom(odd), rapid.Float64Range(-50, 50))
	vec := rapid.Custom(func(t *rapid.T) Vec { return Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")} })
	return number, vec
}

// No number makes the Mover panic or leave the world, and invalid numbers do not move it.
func TestMoverWithInvalidNumbers(t *testing.T) {
	t.Parallel()
	number, vec := strangeNumbers()
	rapid.Check(t, func(t *rapid.T) {
		w := drawnLevel(t)
		m := newMover(t, rapid.Bool().Draw(t, "round"))
		switch rapid.IntRange(0, 4).Draw(t, "shape") {
		case 0:
			m.Shape = Shape{}
		case 1:
			m.Shape, _ = Capsule(Vec{X: -5, Y: 0}, Vec{X: 5, Y: 0}, 0)
		}
		m.Position = vec.Draw(t, "position")
		m.Up, m.Skin, m.StepHeight, m.MaxSlope = vec.Draw(t, "up"), number.Draw(t, "skin"), number.Draw(t, "step"),
			number.Draw(t, "slope")
		m.Ground = Ground{
			On: rapid.Bool().Draw(t, "on"), Normal: vec.Draw(t, "normal"),
			Key: Key(rapid.IntRange(0, 30).Draw(t, "key")),
		}
		if rapid.Bool().Draw(t, "shift") {
			shift := vec.Draw(t, "by")
			m.Shift = func(Key, Vec) Vec { return shift }
		}
		start := m.Position
		for range 3 {
			motion := vec.Draw(t, "motion")
			moved := m.Move(w, motion)
			moved.Clip(motion)
			if (motion.IsNaN() || !start.IsPlaceable()) && (m.Position != start && !start.IsNaN() ||
				moved.Way != Vec{}) {
				t.Fatalf("moved by %v from %v it went to %v", motion, start, m.Position)
			}
			if start.IsPlaceable() && !m.Position.IsPlaceable() {
				t.Fatalf("it left the world: %v", m.Position)
			}
			start = m.Position
		}
	})
}

// A Mover that resumes from a copy in another world of the same bodies continues as the copied one does, through the
// platform that it drops through, and with its own callbacks.
func TestMoverResumes(t *testing.T) {
	t.Parallel()
	make := func() *World {
		w := &World{}
		wall(t, w, 1, -100, 100, 100, 110)
		plank, _ := Box(40, 2, 0)
		w.Put(2, Body{
			Shapes: []Shape{plank}, Transform: Transform{P: Vec{Y: 50}, Q: Rot{C: 1}}, Static: true,
			OneWay: Vec{Y: -1},
		})
		return w
	}
	w, other := make(), make()
	m, asked := newMover(t, true), 0
	m.Position = Vec{X: 3, Y: 20}
	frames(&m, w, 60, 0.1)
	if m.Ground.Key != 2 || !m.Drop(w) {
		t.Fatalf("the Mover does not drop from %+v", m.Ground)
	}
	n := newMover(t, true)
	n.Shift = func(Key, Vec) Vec { asked++; return Vec{} }
	frames(&n, other, 20, -0.5)
	kept := m
	n.Resume(&kept)
	frames(&m, w, 80, 0.2)
	frames(&n, other, 80, 0.2)
	if m.Position != n.Position || m.Ground != n.Ground || n.Ground.Key != 1 {
		t.Errorf("the Movers are at %v on %v and at %v on %v", m.Position, m.Ground.Key, n.Position, n.Ground.Key)
	}
	if asked == 0 || m.Shift != nil || n.room == m.room {
		t.Error("a Mover that resumes has the callbacks or the buffers of the other")
	}
}

func TestMoverAllocatesNothing(t *testing.T) {
	w := NewWorld()
	for i := range 100 {
		wall(t, w, Key(i+1), float64(16*i), 0, float64(16*i+16), 16)
	}
	wall(t, w, 200, 100, -8, 150, 0)
	m := newMover(t, true)
	m.Position = Vec{X: 20, Y: -12}
	m.Move(w, Vec{X: 0, Y: 1})
	frames(&m, w, 100, 2)
	if n := testing.AllocsPerRun(100, func() {
		m.Position = Vec{X: 20, Y: -12}
		frames(&m, w, 50, 2)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkMover walks over tiles, slopes and steps.
func BenchmarkMover(b *testing.B) {
	w := NewWorld()
	for i := range 1000 {
		wall(b, w, Key(i+1), float64(16*i), 0, float64(16*i+16), 16)
		if i%7 == 3 {
			wall(b, w, Key(i+2000), float64(16*i), -6, float64(16*i+32), 0)
		}
	}
	m := newMover(b, true)
	m.Position = Vec{X: 20, Y: -12}
	m.Move(w, Vec{X: 0, Y: 1})
	b.ReportAllocs()
	for b.Loop() {
		m.Move(w, Vec{X: 2, Y: 0})
		if m.Position.X > 15000 {
			m.Position = Vec{X: 20, Y: -12}
		}
	}
}
