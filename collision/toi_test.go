package collision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawnShape draws shapes of every kind: points, segments, circles, capsules, polygons and rounded polygons, some far
// from their origin.
func drawnShape(t *rapid.T, name string) Shape {
	number := rapid.Float64Range(-20, 20)
	var points []Vec
	for range rapid.IntRange(1, 7).Draw(t, name) {
		points = append(points, Vec{X: number.Draw(t, "x"), Y: number.Draw(t, "y")})
	}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		points = []Vec{{X: -8, Y: -4}, {X: 8, Y: -4}, {X: 8, Y: 4}, {X: -8, Y: 4}}
	case 1:
		points = []Vec{{X: 0, Y: -30}, {X: 0, Y: 30}}
	}
	s, err := NewShape(points, rapid.SampledFrom([]float64{0, 0, 0.5, 3, 12}).Draw(t, "radius"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func drawnMotion(t *rapid.T) Motion {
	number := rapid.OneOf(rapid.Float64Range(-100, 100), rapid.SampledFrom([]float64{0, 0, 1e-9}))
	return Motion{
		Move: Vec{X: number.Draw(t, "move x"), Y: number.Draw(t, "move y")},
		Turn: rapid.OneOf(rapid.Float64Range(-7, 7), rapid.SampledFrom([]float64{
			math.Pi, -math.Pi / 2, 1e-6,
			40,
		})).Draw(t, "turn"),
		Pivot: Vec{X: number.Draw(t, "pivot x") / 5, Y: number.Draw(t, "pivot y") / 5},
	}
}

// A motion touches where it hits and nowhere before, and a motion without a hit touches nowhere. The test samples
// finely, and refines around the nearest sample.
func TestCastMotionAgainstSampling(t *testing.T) {
	t.Parallel()
	const near = 1e-6
	rapid.Check(t, func(t *rapid.T) {
		a, b, m := drawnShape(t, "a"), drawnShape(t, "b"), drawnMotion(t)
		xa := NewTransform(Vec{
			X: rapid.Float64Range(-120, 120).Draw(t, "x"),
			Y: rapid.Float64Range(-120, 120).Draw(t, "y"),
		}, rapid.Float64Range(-3, 3).Draw(t, "angle"))
		xb := NewTransform(Vec{}, rapid.Float64Range(-3, 3).Draw(t, "angle"))
		apart := func(at float64) float64 { return Distance(a, m.At(xa, at), b, xb).Distance }
		hit, ok := CastMotion(a, xa, m, b, xb)
		last := 1.0
		if ok {
			last = hit.T
			d := apart(hit.T)
			if hit.T < 0 || hit.T > 1 || hit.T > 0 && math.Abs(d) > near {
				t.Fatalf("it hits at %v, where the distance is %v", hit.T, d)
			}
			if hit.T == 0 && d > near {
				t.Fatalf("it hits at the start, where the distance is %v", d)
			}
			if on, d := b.Closest(xb, hit.Point); hit.T > 0 && math.Abs(d) > near {
				t.Fatalf("it hits at %v, which is off the surface at %v", hit.Point, on)
			}
			if math.Abs(hit.Normal.Len()-1) > 1e-9 {
				t.Fatalf("the normal is %v", hit.Normal)
			}
			if last == 0 {
				return
			}
		} else if apart(0) <= 0 {
			t.Fatal("the shapes overlap at the start, but nothing is hit")
		}
		// Take the nearest of many samples, then refine to the smallest distance.
		const samples = 400
		best, at := math.Inf(1), 0.0
		for i := range samples {
			if d := apart(last * float64(i) / samples); d < best {
				best, at = d, last*float64(i)/samples
			}
		}
		lo, hi := max(at-last/samples, 0), min(at+last/samples, last)
		for range 60 {
			p, q := lo+(hi-lo)/3, hi-(hi-lo)/3
			if apart(p) < apart(q) {
				hi = q
			} else {
				lo = p
			}
		}
		if lo < last*(1-1e-6) {
			best = min(best, apart(lo))
		}
		if best < -near {
			t.Fatalf("hit %v at %v, but the shapes overlap by %v at %v", ok, last, -best, lo)
		}
	})
}

// CastMotion without a rotation equals Cast, and with a small rotation nearly so.
func TestCastMotionIsCast(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawnShape(t, "a"), drawnShape(t, "b")
		xa := NewTransform(Vec{
			X: rapid.Float64Range(-60, 60).Draw(t, "x"),
			Y: rapid.Float64Range(-60, 60).Draw(t, "y"),
		}, 1)
		move := Vec{X: rapid.Float64Range(-100, 100).Draw(t, "dx"), Y: rapid.Float64Range(-100, 100).Draw(t, "dy")}
		want, ok := Cast(a, xa, move, b, Identity())
		got, met := CastMotion(a, xa, Motion{Move: move}, b, Identity())
		if got != want || ok != met {
			t.Fatalf("%v %v, want %v %v", got, met, want, ok)
		}
		if got, met := CastMotion(a, xa, Motion{Move: move, Turn: 1e-12}, b, Identity()); met && ok {
			if math.Abs(got.T-want.T)*move.Len()*-move.Unit().Dot(want.Normal) > 1e-6 && want.T > 0 {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	})
}

// A world of many bodies returns the same hits as a test of each body.
func TestWorldCastMotion(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := NewWorld()
		for i := range rapid.IntRange(0, 12).Draw(t, "bodies") {
			b := Body{Transform: NewTransform(Vec{
				X: rapid.Float64Range(-100, 100).Draw(t, "x"),
				Y: rapid.Float64Range(-100, 100).Draw(t, "y"),
			}, 1)}
			for range rapid.IntRange(1, 2).Draw(t, "shapes") {
				b.Shapes = append(b.Shapes, drawnShape(t, "s"))
			}
			b.Trigger = rapid.IntRange(0, 4).Draw(t, "trigger") == 0
			w.Put(Key(i), b)
		}
		a, m, xa := drawnShape(t, "a"), drawnMotion(t), NewTransform(Vec{
			X: rapid.Float64Range(-60, 60).Draw(t, "x"),
			Y: 0,
		}, 0.5)
		q := Query{Triggers: rapid.Bool().Draw(t, "triggers"), Exclude: []Key{3}}
		var want []BodyHit
		for k, b := range w.Bodies() {
			if k == 3 || b.Trigger && !q.Triggers {
				continue
			}
			best, met := BodyHit{}, false
			for i, s := range b.Shapes {
				if h, ok := CastMotion(a, xa, m, s, b.Transform); ok {
					if hit := (BodyHit{k, i, h}); !met || hit.before(&best) {
						best, met = hit, true
					}
				}
			}
			if met {
				want = append(want, best)
			}
		}
		all := w.CastMotionAll(a, xa, m, q)
		if len(all) != len(want) {
			t.Fatalf("%v, want %v", all, want)
		}
		first, ok := w.CastMotion(a, xa, m, q)
		if ok != (len(all) > 0) || ok && first != all[0] {
			t.Fatalf("the first is %v, of %v", first, all)
		}
		for i, h := range all {
			if i > 0 && h.before(&all[i-1]) {
				t.Fatalf("not in order: %v", all)
			}
			found := false
			for _, o := range want {
				// A disc that does not turn is cast as a ray.
				found = found || o.Key == h.Key && math.Abs(o.T-h.T) < 1e-9 && o.Point.Dist(h.Point) < 1e-6
			}
			if !found {
				t.Fatalf("%v is not in %v", h, want)
			}
		}
	})
}

// A door that swings about its hinge onto a plank that is solid from above stops there; swinging up, it passes through.
func TestCastMotionOnOneSide(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	plank, _ := Box(20, 1, 0)
	w.Put(1, Body{Shapes: []Shape{plank}, Transform: NewTransform(Vec{X: 30, Y: 0}, 0), OneWay: Vec{X: 0, Y: -1}})
	door, _ := Capsule(Vec{X: 0, Y: 0}, Vec{X: 30, Y: 0}, 1)
	for _, tt := range []struct {
		angle, turn float64
		hits        bool
	}{{-1, 1.5, true}, {1, -1.5, false}} {
		hit, ok := w.CastMotion(door, NewTransform(Vec{X: 0, Y: -2}, tt.angle), Motion{Turn: tt.turn}, Query{})
		if ok != tt.hits {
			t.Errorf("turned by %v from %v: hit %v, %v", tt.turn, tt.angle, ok, hit)
		}
	}
}

// A search that runs out of steps reports how far it got, before the true hit.
func TestCastMotionGivesUpEarly(t *testing.T) {
	t.Parallel()
	rod, _ := Capsule(Vec{X: 0, Y: 0}, Vec{X: 30, Y: 0}, 0)
	ball, _ := Circle(Vec{}, 1)
	motion := Motion{Move: Vec{X: 20, Y: 0}, Turn: 1e5} // reaches the ball when the pivot has moved 10
	hit, ok := CastMotion(rod, Identity(), motion, ball, NewTransform(Vec{X: 41, Y: 0}, 0))
	if !ok || hit.T < 0.4 || hit.T > 0.5+1e-3 {
		t.Errorf("%v %v", hit, ok)
	}
	far := NewTransform(Vec{X: 60, Y: 0}, 0)
	if hit, ok := CastMotion(rod, Identity(), motion, ball, far); ok {
		t.Errorf("hit beyond the reach: %v", hit)
	}
}

func TestCastMotionAllocatesNothing(t *testing.T) {
	w := NewWorld()
	box, _ := Box(8, 8, 1)
	for i := range 200 {
		w.Put(Key(i), Body{Shapes: []Shape{box}, Transform: NewTransform(Vec{
			X: float64(i%20) * 30,
			Y: float64(i/20) * 30,
		}, float64(i))})
	}
	out := w.AppendCastMotion(nil, box, NewTransform(Vec{X: -20, Y: 100}, 0), Motion{Move: Vec{X: 500, Y: 20}, Turn: 9},
		Query{})
	if n := testing.AllocsPerRun(100, func() {
		out = w.AppendCastMotion(out[:0], box, NewTransform(Vec{X: -20, Y: 100}, 0),
			Motion{Move: Vec{X: 500, Y: 20}, Turn: 9}, Query{})
		w.CastMotion(box, NewTransform(Vec{X: -20, Y: 100}, 0), Motion{Move: Vec{X: 500, Y: 20}, Turn: 9}, Query{})
	}); n > 0 || len(out) == 0 {
		t.Errorf("%v allocations, %d hits", n, len(out))
	}
}

func FuzzCastMotion(f *testing.F) {
	f.Add(0.0, 0.0, 10.0, 0.0, 1.0, 0.0, 0.0, 3.0, 20.0)
	f.Add(math.Inf(1), 0.0, 1e300, math.NaN(), 1e300, -1e300, 0.0, 1e9, 0.0)
	f.Add(1e9, -1e9, 1e100, 1e-300, math.MaxFloat64, 1e9, 5e-324, 0.0, 1e9)
	f.Fuzz(func(t *testing.T, x, y, dx, dy, turn, px, py, r, bx float64) {
		s, err := Capsule(Vec{X: -3, Y: 1}, Vec{X: 5, Y: 0}, math.Abs(r))
		if err != nil {
			s = Shape{}
		}
		box, _ := Box(4, 2, 1)
		xa, m := Transform{P: Vec{X: x, Y: y}, Q: Rot{C: px, S: py}}, Motion{Vec{X: dx, Y: dy}, turn, Vec{X: px, Y: py}}
		hit, ok := CastMotion(s, xa, m, box, NewTransform(Vec{X: bx, Y: 0}, 1))
		if ok && !(hit.T >= 0 && hit.T <= 1 && hit.Point.IsFinite() && hit.Normal.IsFinite()) {
			t.Fatalf("%v", hit)
		}
		w := NewWorld()
		w.Put(1, Body{Shapes: []Shape{box}, Transform: NewTransform(Vec{X: bx, Y: 0}, 1)})
		w.CastMotion(s, xa, m, Query{})
		w.CastMotionAll(s, xa, m, Query{Triggers: true})
	})
}

func BenchmarkCastMotion(b *testing.B) {
	w := NewWorld()
	box, _ := Box(8, 8, 1)
	for i := range 10000 {
		w.Put(Key(i), Body{Shapes: []Shape{box}, Transform: NewTransform(Vec{
			X: float64(i%100) * 60,
			Y: float64(i/100) * 60,
		}, float64(i))})
	}
	w.Update()
	small, _ := Box(6, 2, 0)
	steps := 0
	for b.Loop() {
		steps++
		w.CastMotion(small, NewTransform(Vec{X: 30 + float64(steps%97)*60, Y: 30 + float64(steps%89)*60}, 0),
			Motion{Move: Vec{X: 50, Y: 23}, Turn: 2}, Query{})
	}
}
