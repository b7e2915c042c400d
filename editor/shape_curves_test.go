package editor

import (
	"errors"
	"math"
	"testing"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

func placedAt(s level.Shape, x, y float64) PlacedShape {
	return PlacedShape{s, collision.NewTransform(level.Vec{X: x, Y: y}, 0)}
}

func areaOfMade(t interface{ Fatal(...any) }, made []MadeShape) (sum float64) {
	for _, m := range made {
		b, err := m.Shape.Bake()
		if err != nil {
			t.Fatal(err)
		}
		sum += b.Mass().Area
	}
	return sum
}

// Results keep the arcs and curves of the operands, and their areas are exact.
func TestCurvesSurviveBooleans(t *testing.T) {
	t.Parallel()
	box := func(w, h float64) level.Shape {
		return level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Rounding: level.Inset}
	}
	circle := func(r float64) level.Shape { return level.Shape{Kind: level.Circle, Radius: r} }
	segment := func(r, from float64) float64 { // area of a circle beyond a distance from its centre
		half := math.Acos(from / r)
		return r * r * (half - math.Sin(half)*math.Cos(half))
	}
	ellipse, _ := Ellipse(level.Vec{X: 120, Y: 60})
	b, err := ellipse.Bake()
	if err != nil {
		t.Fatal(err)
	}
	half := b.Mass().Area / 2
	arch := level.Shape{
		Kind: level.Polygon, Rounding: level.Inset,
		Points: []level.Vec{{X: -40}, {X: 40}, {X: 40, Y: 30}, {X: -40, Y: 30}},
	}.WithCurve(level.Curve{
		Edge: 0,
		Arc:  40,
	})
	made := func(m []MadeShape, err error) []MadeShape {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for name, tt := range map[string]struct {
		made             []MadeShape
		area             float64
		corners, curves  int
		within           float64
		outlines, inHole int
	}{
		"a round hole": {made(SubtractShapes(placedAt(box(100, 60), 0, 0),
			[]PlacedShape{placedAt(circle(20), 10, 0)})), 6000 - 400*math.Pi, 8, 4, 1e-6, 1, 4},
		"a bite": {made(SubtractShapes(placedAt(box(100, 60), 0, 0),
			[]PlacedShape{placedAt(circle(20), 0, -20)})), 6000 - (400*math.Pi - segment(20, 10)), 7, 2, 1e-6, 1, 0},
		"a bite at a corner": {made(SubtractShapes(placedAt(box(100, 60), 0, 0),
			[]PlacedShape{placedAt(circle(20), 50, 30)})), 6000 - 100*math.Pi, 5, 1, 1e-6, 1, 0},
		"two discs": {made(UnionShapes([]PlacedShape{
			placedAt(circle(20), 0, 0),
			placedAt(circle(20), 24, 0),
		})), 800*math.Pi - 2*segment(20, 12), 4, 4, 1e-6, 1, 0},
		"a lens": {made(IntersectShapes([]PlacedShape{
			placedAt(circle(20), 0, 0),
			placedAt(circle(20), 24, 0),
		})), 2 * segment(20, 12), 4, 4, 1e-6, 1, 0},
		"half a disc": {made(IntersectShapes([]PlacedShape{
			placedAt(circle(20), 0, 0),
			placedAt(box(100, 100), 0, 50),
		})), 200 * math.Pi, 3, 2, 1e-6, 1, 0},
		"half an ellipse": {made(IntersectShapes([]PlacedShape{
			placedAt(ellipse, 0, 0),
			placedAt(box(200, 200), 0, 100),
		})), half, 3, 2, 1, 1, 0},
		"an arch with a window": {made(SubtractShapes(placedAt(arch, 0, 0),
			[]PlacedShape{placedAt(box(20, 20), 0, 0)})), 2400 + 800*math.Pi - 400, 8, 1, 1e-6, 1, 0},
		"a disc cut in two": {made(CutShape(placedAt(circle(30), 0, 0), level.Vec{X: -50, Y: 10},
			level.Vec{X: 50, Y: 10})), 900 * math.Pi, 0, 0, 1e-6, 2, 0},
		"a capsule's end": {
			made(SubtractShapes(placedAt(level.Shape{
				Kind:   level.Capsule,
				Points: []level.Vec{{X: -30}, {X: 30}}, Radius: 10,
			}, 0, 0), []PlacedShape{placedAt(box(60, 60), 40, 0)})),
			800 + 50*math.Pi, 4, 1, 1e-6, 1, 0,
		},
	} {
		if got := areaOfMade(t, tt.made); math.Abs(got-tt.area) > tt.within || len(tt.made) != tt.outlines {
			t.Errorf("%s: %d outlines of area %.9g, want %d of %.9g", name, len(tt.made), got, tt.outlines, tt.area)
		}
		s := tt.made[0].Shape
		if n := s.NumberOfCorners(); tt.corners > 0 && n > tt.corners ||
			tt.curves > 0 && len(s.Details().Curves) != tt.curves || !s.IsDetailed() {
			t.Errorf("%s: %d vertices and %d curves, want %d and %d: %+v", name, n, len(s.Details().Curves), tt.corners,
				tt.curves, s.Points)
		}
		if tt.inHole > 0 && (len(s.Holes) != 1 || len(s.Holes[0]) > tt.inHole) {
			t.Errorf("%s: its holes are %v", name, s.Holes)
		}
	}
}

// Results have the expected areas within the tolerance, and repeating an operation changes nothing.
func TestBooleansOfCurves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) PlacedShape {
			s := testkit.DrawShape(t)
			turn := rapid.SampledFrom([]float64{0, 0, 0.5, math.Pi / 2}).Draw(t, name+" turn")
			at := level.Vec{
				X: rapid.Float64Range(-60, 60).Draw(t, name+" x"),
				Y: rapid.Float64Range(-60, 60).Draw(t, name+" y"),
			}
			return PlacedShape{s, collision.NewTransform(at, turn)}
		}
		a, b := draw("a"), draw("b")
		if !HasArea(a.Shape) || !HasArea(b.Shape) {
			return
		}
		both, err := newOperands([]PlacedShape{a, b})
		if err != nil {
			t.Fatal(err)
		}
		var made []MadeShape
		var want polygon.Region
		var again func([]PlacedShape) ([]MadeShape, error)
		switch rapid.IntRange(0, 2).Draw(t, "operation") {
		case 0:
			made, err = UnionShapes([]PlacedShape{a, b})
			want, _ = polygon.Union(both[0].area, both[1].area)
			again = func(m []PlacedShape) ([]MadeShape, error) { return UnionShapes(append(m, b)) }
		case 1:
			made, err = SubtractShapes(a, []PlacedShape{b})
			want, _ = polygon.Subtract(both[0].area, both[1].area)
			again = func(m []PlacedShape) ([]MadeShape, error) {
				var all []MadeShape
				for _, p := range m {
					left, err := SubtractShapes(p, []PlacedShape{b})
					if err != nil && !errors.Is(err, ErrNothingLeft) {
						return nil, err
					}
					all = append(all, left...)
				}
				return all, nil
			}
		default:
			made, err = IntersectShapes([]PlacedShape{a, b})
			want, _ = polygon.Intersect(both[0].area, both[1].area)
			again = func(m []PlacedShape) ([]MadeShape, error) {
				var all []MadeShape
				for _, p := range m {
					left, err := IntersectShapes([]PlacedShape{p, b})
					if err != nil && !errors.Is(err, ErrNothingLeft) {
						return nil, err
					}
					all = append(all, left...)
				}
				return all, nil
			}
		}
		if errors.Is(err, ErrNothingLeft) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		length := func(r polygon.Region) (sum float64) {
			for _, outline := range r {
				for _, loop := range outline {
					for i, p := range loop {
						sum += p.Dist(loop[(i+1)%len(loop)])
					}
				}
			}
			return sum
		}
		within := 2.5*ChordTolerance*length(want) + 0.01
		got := areaOfMade(t, made)
		if math.Abs(got-want.Area()) > within {
			t.Fatalf("area = %g, want %g", got, want.Area())
		}
		// Repeat the operation on its results.
		var placed []PlacedShape
		corners := 0
		for _, m := range made {
			placed = append(placed, PlacedShape{m.Shape, a.At.Mul(collision.NewTransform(m.Offset, m.Turn.Radians()))})
			corners += m.Shape.NumberOfCorners()
		}
		twice, err := again(placed)
		if err != nil {
			t.Fatal(err)
		}
		more := 0
		for _, m := range twice {
			more += m.Shape.NumberOfCorners()
		}
		if now := areaOfMade(t, twice); math.Abs(now-got) > within {
			t.Fatalf("after repeating, the area is %g, was %g", now, got)
		}
		if more > 2*corners+16 {
			t.Fatalf("after repeating, the shape has %d vertices, had %d", more, corners)
		}
	})
}

// A cut through the curves of a chain splits them. The parts together have the original length and position.
func TestCutChainsKeepTheirCurves(t *testing.T) {
	t.Parallel()
	arc := level.Shape{
		Kind: level.Chain, Points: []level.Vec{{X: -20}, {X: 20}, {X: 40, Y: 10}},
		Radius: 2,
	}.WithCurve(level.Curve{Edge: 0, Arc: 20}).WithCornerRadius(1, 3)
	made, err := CutShape(placedAt(arc, 0, 0), level.Vec{Y: -40}, level.Vec{Y: 40})
	if err != nil || len(made) != 2 {
		t.Fatal(err, made)
	}
	if a, b := made[0].Shape, made[1].Shape; len(a.Points) != 3 || len(a.Details().Curves) != 1 ||
		a.CornerRadius(1) != 3 || len(b.Points) != 2 || len(b.Details().Curves) != 1 || b.Radius != 2 {
		t.Errorf("%+v %+v and %+v %+v", a, a.Details(), b, b.Details())
	}
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if s.Kind != level.Chain {
			return
		}
		s = s.WithDetail(level.Detail{Curves: s.Details().Curves})
		v := func(name string) level.Vec {
			return level.Vec{
				X: rapid.Float64Range(-120, 120).Draw(t, name),
				Y: rapid.Float64Range(-120, 120).Draw(t, name),
			}
		}
		parts, err := CutShape(placedAt(s, 0, 0), v("from"), v("to"))
		if err != nil {
			t.Fatal(err)
		}
		closing := 0.0
		if s.Closed {
			closing = 1
		}
		uncut := s.Flattened().Points
		length := pathLength(uncut) + closing*uncut[len(uncut)-1].Dist(uncut[0])
		sum := 0.0
		for _, m := range parts {
			points := m.Shape.Flattened().Points
			sum += pathLength(points)
			if m.Shape.Closed {
				sum += points[len(points)-1].Dist(points[0])
			}
			for _, p := range m.Shape.Points {
				d := math.Inf(1)
				for i := range s.Edges() {
					edge := s.EdgeTrack(i)
					q := edge.At(edge.Nearest(p.Add(m.Offset)))
					d = min(d, q.Dist(p.Add(m.Offset)))
				}
				if d > 1e-6 {
					t.Fatalf("%v is %g from the chain", p, d)
				}
			}
		}
		if math.Abs(sum-length) > 0.02*length {
			t.Fatalf("%d parts are %g long, the chain was %g", len(parts), sum, length)
		}
	})
}
