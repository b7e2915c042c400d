package contacts_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

func TestGapOfKnownShapes(t *testing.T) {
	t.Parallel()
	frame := level.Shape{
		Kind: level.Polygon, Rounding: level.Inset,
		Points: []level.Vec{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}},
		Holes:  [][]level.Vec{{{X: -30, Y: -30}, {X: 30, Y: -30}, {X: 30, Y: 30}, {X: -30, Y: 30}}},
	}
	circle := level.Shape{Kind: level.Circle, Radius: 10}
	chain := level.Shape{Kind: level.Chain, Points: []level.Vec{{X: -100}, {X: 0}, {X: 100, Y: -100}}}
	at := func(s level.Shape, x, y float64) contacts.Placed { return placed(t, s, level.Vec{X: x, Y: y}, 0) }
	for name, c := range map[string]struct {
		a, b     contacts.Placed
		gap      float64
		onA, onB level.Vec
	}{
		"circles apart": {at(circle, 0, 0), at(circle, 50, 0), 30, level.Vec{X: 10}, level.Vec{X: 40}},
		"circles deep":  {at(circle, 0, 0), at(circle, 15, 0), -5, level.Vec{X: 10}, level.Vec{X: 5}},
		"rounded corners": {
			at(box(40, 40, 10), 0, 0), at(circle, 34, 0+10+24), math.Hypot(24, 24) - 20,
			level.Vec{X: 10 + 10/math.Sqrt2, Y: 10 + 10/math.Sqrt2},
			level.Vec{X: 34 - 10/math.Sqrt2, Y: 34 - 10/math.Sqrt2},
		},
		"in a hole":              {at(circle, 12, 0), at(frame, 0, 0), 8, level.Vec{X: 22}, level.Vec{X: 30}},
		"frame around":           {at(frame, 0, 0), at(circle, 12, 0), 8, level.Vec{X: 30}, level.Vec{X: 22}},
		"out of the frame's bar": {at(circle, 40, 0), at(frame, 0, 0), -20, level.Vec{X: 30}, level.Vec{X: 50}},
		"over a chain": {
			at(circle, -60, -25), at(chain, 0, 0), 15,
			level.Vec{X: -60, Y: -15},
			level.Vec{X: -60},
		},
		"point outside": {
			at(circle, 0, 0), contacts.PointAt(level.Vec{X: 3, Y: 4}.Mul(6)), 20,
			level.Vec{X: 6, Y: 8},
			level.Vec{X: 18, Y: 24},
		},
		"point inside": {at(circle, 0, 0), contacts.PointAt(level.Vec{X: 4}), -6, level.Vec{X: 10}, level.Vec{X: 4}},
		"points": {
			contacts.PointAt(level.Vec{}), contacts.PointAt(level.Vec{X: 3, Y: 4}), 5,
			level.Vec{},
			level.Vec{X: 3, Y: 4},
		},
	} {
		s, ok := contacts.Gap(c.a, c.b)
		if !ok || math.Abs(s.Distance-c.gap) > 1e-9 {
			t.Errorf("%s: gap %v, %v, want %v", name, s.Distance, ok, c.gap)
		}
		if got := s.OnA.MulAdd(s.Normal, s.Distance); got.Dist(s.OnB) > 1e-9 {
			t.Errorf("%s: OnB is %v, want %v, at the distance from OnA", name, s.OnB, got)
		}
		if c.gap >= 0 && (s.OnA.Dist(c.onA) > 1e-9 || s.OnB.Dist(c.onB) > 1e-9) ||
			math.Abs(s.OnA.Dist(s.OnB)-math.Abs(c.gap)) > 1e-9 {
			t.Errorf("%s: from %v to %v, want %v to %v", name, s.OnA, s.OnB, c.onA, c.onB)
		}
	}
	if _, ok := contacts.Gap(at(circle, 0, 0), at(level.Shape{Kind: level.Point}, 0, 0)); ok {
		t.Error("there is a gap to a shape without pieces")
	}
}

// Gap returns the smallest distance between any two pieces.
func TestGapIsTheMinimumOverPieces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		comb := func(name string) contacts.Placed {
			n := rapid.IntRange(2, 9).Draw(rt, name+" teeth")
			s := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
			for i := range n {
				x := float64(i) * 20
				s.Points = append(s.Points, level.Vec{X: x},
					level.Vec{X: x + 5, Y: -rapid.Float64Range(10, 60).Draw(rt, name+" tooth")}, level.Vec{X: x + 12})
			}
			s.Points = append(s.Points, level.Vec{X: float64(n) * 20, Y: 20}, level.Vec{Y: 20})
			s.Radius = rapid.SampledFrom([]float64{0, 1}).Draw(rt, name+" radius")
			at := level.Vec{
				X: rapid.Float64Range(-250, 250).Draw(rt, name+" x"),
				Y: rapid.Float64Range(-250, 250).Draw(rt, name+" y"),
			}
			return placed(t, s, at, rapid.Float64Range(0, 360).Draw(rt, name+" turn"))
		}
		a, b := comb("a"), comb("b")
		want := math.Inf(1)
		for _, p := range a.Baked.Pieces {
			for _, q := range b.Baked.Pieces {
				want = min(want, collision.Distance(p, a.At, q, b.At).Distance)
			}
		}
		for _, pair := range [][2]contacts.Placed{{a, b}, {b, a}} {
			s, ok := contacts.Gap(pair[0], pair[1])
			switch {
			case !ok:
				rt.Fatal("no gap")
			case want >= 0 && math.Abs(s.Distance-want) > 1e-9:
				rt.Fatalf("gap %v, want the distance %v of the nearest pieces", s.Distance, want)
			case want < 0 && s.Distance > want+1e-6:
				rt.Fatalf("overlap %v, but two pieces overlap by %v", s.Distance, want)
			}
			if want < -1e-6 { // the way out leads out of the overlap
				out := pair[0]
				out.At.P = out.At.P.Add(s.OnB.Sub(s.OnA))
				if left, _ := contacts.Gap(out, pair[1]); left.Distance < -1e-5 {
					rt.Fatalf("after the way out %v the shapes overlap by %v", s.Distance, left.Distance)
				}
			}
		}
	})
}
