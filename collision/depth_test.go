package collision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// poly returns a shape about its own origin.
func poly(t *testing.T, radius float64, points ...Vec) Shape {
	s, err := NewShape(points, radius)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A cast that allows a depth hits a body where it would go deeper, and nowhere else.
func TestCastDepth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawShape(t, "a"), drawShape(t, "b")
		xa, xb := drawPose(t, "xa", 4), drawPose(t, "xb", 4)
		motion := drawVec(t, "motion", 10, rapid.Bool().Draw(t, "motion on a grid"))
		depth := rapid.SampledFrom([]float64{1e-7, 0.01, 0.3}).Draw(t, "depth")
		w := NewWorld()
		w.Put(1, Body{Shapes: []Shape{b}, Transform: xb})
		at := func(f float64) float64 {
			moved := xa
			moved.P = xa.P.MulAdd(motion, f)
			return -Distance(a, moved, b, xb).Distance
		}
		size := a.Bounds(xa).Union(b.Bounds(xb)).Size()
		tol := 1e-9 * (size.X + size.Y + motion.Len())
		hit, met := w.Cast(a, xa, motion, Query{Depth: func(Key, int) float64 { return depth }})
		if start := at(0); math.Abs(start-depth) < tol {
			return
		} else if start > depth {
			if !met || hit.T != 0 {
				t.Fatalf("starts %g deep: met %v at %g", start, met, hit.T)
			}
			return
		}
		end := 1.0
		if met {
			end = hit.T
			// Once flat shapes without a radius have crossed, their depth stops growing.
			if got := at(end); math.Abs(got-depth) > tol+1e-7 && a.Radius()+b.Radius() > 0 && a.Len()+b.Len() > 4 {
				t.Fatalf("met %g deep, want %g", got, depth)
			}
		}
		for i := range 64 {
			if got := at(end * float64(i) / 64); got > depth+tol+1e-7 && a.Radius()+b.Radius() > 0 {
				t.Fatalf("%g deep before the hit, at %g of %g", got, end*float64(i)/64, end)
			}
		}
	})
}

// A cast that touches a floor of several pieces slides along it, over the seams and into the wall at its end.
func TestCastsSlideOverSeams(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	var floor []Shape
	for i := range 10 {
		floor = append(floor, poly(t, 0, Vec{X: float64(i) * 16}, Vec{X: float64(i)*16 + 16},
			Vec{X: float64(i)*16 + 16, Y: 16}, Vec{X: float64(i) * 16, Y: 16}))
	}
	w.Put(1, Body{Shapes: floor, Transform: Identity(), Static: true})
	w.Put(2, Body{Shapes: []Shape{poly(t, 0, Vec{X: 160, Y: -40}, Vec{X: 176, Y: -40}, Vec{X: 176, Y: 16},
		Vec{X: 160, Y: 16})}, Transform: Identity(), Static: true})
	shallow := Query{Depth: func(Key, int) float64 { return 1e-7 }}
	for name, shape := range map[string]Shape{
		"box":     poly(t, 0, Vec{X: -8, Y: -8}, Vec{X: 8, Y: -8}, Vec{X: 8, Y: 8}, Vec{X: -8, Y: 8}),
		"rounded": poly(t, 3, Vec{X: -5, Y: -5}, Vec{X: 5, Y: -5}, Vec{X: 5, Y: 5}, Vec{X: -5, Y: 5}),
		"circle":  poly(t, 8, Vec{}),
	} {
		from := NewTransform(Vec{X: 8, Y: -8}, 0)
		if hit, ok := w.Cast(shape, from, Vec{X: 200}, Query{}); !ok || hit.T != 0 {
			t.Errorf("%s: a cast without a depth misses a body that it touches: %v %v", name, hit, ok)
		}
		hit, ok := w.Cast(shape, from, Vec{X: 200}, shallow)
		if !ok || hit.Key != 2 || math.Abs(hit.T*200-(160-8-8)) > 1e-6 || math.Abs(hit.Normal.X+1) > 1e-9 {
			t.Errorf("%s: slides to the wall, got %+v %v", name, hit, ok)
		}
		if hit, ok = w.Cast(shape, from, Vec{X: 100, Y: 1e-4}, shallow); !ok || hit.Key != 1 || hit.Normal.Y > -0.999 {
			t.Errorf("%s: into the floor, got %+v %v", name, hit, ok)
		}
		if hit, ok = w.Cast(shape, from, Vec{Y: -200}, shallow); ok {
			t.Errorf("%s: away from the floor, got %+v", name, hit)
		}
	}
}

// A cast that starts inside a body may leave it and move inside it, but not go deeper.
func TestCastsLeaveOverlaps(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	box := poly(t, 0, Vec{X: -50, Y: -50}, Vec{X: 50, Y: -50}, Vec{X: 50, Y: 50}, Vec{X: -50, Y: 50})
	w.Put(1, Body{Shapes: []Shape{box}, Transform: Identity()})
	ball := poly(t, 5, Vec{})
	q := Query{Depth: func(Key, int) float64 { return 8 }}
	from := NewTransform(Vec{Y: -48}, 0) // 7 deep
	if hit, ok := w.Cast(ball, from, Vec{Y: -100}, q); ok {
		t.Errorf("moving out: %+v", hit)
	}
	if hit, ok := w.Cast(ball, from, Vec{X: 10}, q); ok {
		t.Errorf("moving along the surface: %+v", hit)
	}
	if hit, ok := w.Cast(ball, from, Vec{Y: 100}, q); !ok || math.Abs(hit.T*100-1) > 1e-9 ||
		hit.Normal != (Vec{Y: -1}) {
		t.Errorf("moving deeper: %+v %v", hit, ok)
	}
}

// A thin wall without a radius stops a cast that allows less depth than the wall is thick. A chain without thickness
// stops a cast that crosses it.
func TestCastDepthStopsAtThinWalls(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	chain, err := Chain([]Vec{{X: 50, Y: -100}, {X: 50, Y: 100}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	w.Put(1, Body{Shapes: chain, Transform: Identity()})
	q := Query{Depth: func(Key, int) float64 { return 1e-7 }}
	stick, _ := Chain([]Vec{{Y: -5}, {Y: 5}}, 0)
	for name, s := range map[string]Shape{
		"point": poly(t, 0, Vec{}), "ball": poly(t, 4, Vec{}), "parallel chain": stick[0],
		"box": poly(t, 0, Vec{X: -1, Y: -1}, Vec{X: 1, Y: -1}, Vec{X: 1, Y: 1}, Vec{X: -1, Y: 1}),
	} {
		if hit, ok := w.Cast(s, Identity(), Vec{X: 1e6, Y: 3}, q); !ok || math.Abs(hit.Normal.X+1) > 1e-9 {
			t.Errorf("%s: %+v %v", name, hit, ok)
		}
	}
}

// AppendNear appends the bodies within its margin, with their distances, except those that the query excludes.
func TestAppendNear(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	box := poly(t, 0, Vec{X: -5, Y: -5}, Vec{X: 5, Y: -5}, Vec{X: 5, Y: 5}, Vec{X: -5, Y: 5})
	for i := range 6 {
		w.Put(Key(i+1), Body{
			Shapes: []Shape{box}, Transform: NewTransform(Vec{X: 10 + float64(i)*12}, 0),
			Trigger: i == 1,
		})
	}
	probe := Body{Shapes: []Shape{box}, Transform: NewTransform(Vec{X: -2}, 0)}
	got := w.AppendNear(nil, probe, 30, Query{Exclude: []Key{3}})
	var keys []Key
	for _, c := range got {
		keys = append(keys, c.B)
	}
	if len(got) != 1 || keys[0] != 1 || got[0].Depth() != -2 {
		t.Fatalf("near: %v", got)
	}
	if got = w.AppendNear(got[:0], probe, 14, Query{Triggers: true}); len(got) != 2 || got[1].B != 2 ||
		got[1].Depth() != -14 {
		t.Fatalf("near, triggers too: %v", got)
	}
	if got = w.AppendNear(got[:0], probe, math.NaN(), Query{}); len(got) != 0 {
		t.Fatalf("NaN margin: %v", got)
	}
}

// World.AppendTouches appends a touch per shape, within the margin, and includes one-way and one-sided bodies only if
// they would stop the shape.
func TestTouchesOfAShape(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	floor := []Shape{
		poly(t, 0, Vec{X: 0}, Vec{X: 16}, Vec{X: 16, Y: 16}, Vec{X: 0, Y: 16}),
		poly(t, 0, Vec{X: 16}, Vec{X: 32}, Vec{X: 32, Y: 16}, Vec{X: 16, Y: 16}),
	}
	w.Put(1, Body{Shapes: floor, Transform: Identity()})
	w.Put(2, Body{Shapes: []Shape{floor[0]}, Transform: NewTransform(Vec{X: 100}, 0), OneWay: Vec{Y: -1}})
	chain, err := Chain([]Vec{{X: 200}, {X: 220}}, 0) // solid from above
	if err != nil {
		t.Fatal(err)
	}
	w.Put(3, Body{Shapes: chain, Transform: Identity(), OneSided: true})
	ball := poly(t, 4, Vec{})
	at := func(x, y, margin float64, q Query) []Touch {
		return w.AppendTouches(nil, ball, NewTransform(Vec{X: x, Y: y}, 0), margin, q)
	}
	if got := at(15, -3, 0, Query{}); len(got) != 2 || got[0].Shape != 0 || got[0].Depth() != 1 || got[1].Shape != 1 {
		t.Errorf("over a seam: %+v", got)
	}
	if got := at(8, -6, 1, Query{}); len(got) != 0 {
		t.Errorf("distance 2, margin 1: %+v", got)
	}
	if got := at(8, -6, 3, Query{}); len(got) != 1 || got[0].Depth() != -2 {
		t.Errorf("distance 2, margin 3: %+v", got)
	}
	if got := at(8, -3, 0, Query{Exclude: []Key{1}}); len(got) != 0 {
		t.Errorf("excluded body: %+v", got)
	}
	if got := at(108, -4, 0, Query{}); len(got) != 1 || got[0].Key != 2 {
		t.Errorf("on a one-way body: %+v", got)
	}
	if got := at(96, 8, 0, Query{}); len(got) != 0 {
		t.Errorf("beside a one-way body: %+v", got)
	}
	if got := at(210, -3, 0, Query{}); len(got) != 1 || math.Abs(got[0].Depth()-1) > 1e-12 {
		t.Errorf("in front of a chain: %+v", got)
	}
	if got := at(210, 3, 0, Query{}); len(got) != 0 {
		t.Errorf("behind a chain: %+v", got)
	}
	if got := at(math.NaN(), 0, 0, Query{}); len(got) != 0 {
		t.Errorf("NaN position: %+v", got)
	}
}
