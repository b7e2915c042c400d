package editor

import (
	"maps"
	"math"
	"slices"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

// A shape with individual corners and edges covers the same area after conversion.
func TestConvertKeepsCornersAndCurves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if !s.IsDetailed() {
			return
		}
		b, err := s.Bake()
		if err != nil {
			t.Fatal(err)
		}
		was := b.Mass()
		round := math.Sqrt(was.Area) + 1
		for _, to := range ConvertibleKinds(s) {
			made, err := ConvertShape(s, to)
			if err != nil || s.Kind == level.Chain || to == level.Chain {
				continue
			}
			m, err := made[0].Shape.Bake()
			if err != nil {
				t.Fatalf("to %v: %v", to, err)
			}
			if got := m.Mass().Area; math.Abs(got-was.Area) > 8*round*roundEnough {
				t.Fatalf("%+v %+v as %v has area %v, was %v", s, s.Details(), to, got, was.Area)
			}
			if to == level.Polygon && s.Kind == level.Box && !made[0].Shape.DetailNear(withOneRadius(s), 0) {
				t.Fatalf("the polygon has different corners: %+v", made[0].Shape.Details())
			}
		}
	})
}

func TestConvertPolygonToBoxKeepsCorners(t *testing.T) {
	t.Parallel()
	box := level.Shape{
		Kind: level.Box, Size: level.Vec{X: 40, Y: 30},
		Rounding: level.Inset,
	}.WithDetail(level.Detail{Radii: []float64{1, 2, 3, 4}, Chamfers: []float64{0, 0, 5, 0}})
	p, err := ConvertShape(box, level.Polygon)
	if err != nil {
		t.Fatal(err)
	}
	for _, turned := range []level.Shape{p[0].Shape, p[0].Shape.Rewound(), p[0].Shape.Reversed()} {
		back, err := ConvertShape(turned, level.Box)
		if err != nil || back[0].Turn != 0 || !back[0].Shape.Equal(box) {
			t.Errorf("%v, %+v %+v", err, back, back[0].Shape.Details())
		}
	}
}

func TestJoinedChainsKeepTheirCurves(t *testing.T) {
	t.Parallel()
	line := func(points ...level.Vec) level.Shape { return level.Shape{Kind: level.Chain, Points: points} }
	a := line(level.Vec{}, level.Vec{X: 10}, level.Vec{X: 20}).WithCurve(level.Curve{
		Edge: 1,
		Arc:  3,
	}).WithCornerRadius(1, 2)
	b := line(level.Vec{X: 40}, level.Vec{X: 20}).WithCurve(level.Curve{Edge: 0, Arc: -4})
	made, err := JoinChains([]PlacedShape{{a, collision.Identity()}, {b, collision.Identity()}})
	if err != nil {
		t.Fatal(err)
	}
	want := line(level.Vec{}, level.Vec{X: 10}, level.Vec{X: 20}, level.Vec{X: 40}).
		WithCurve(level.Curve{Edge: 1, Arc: 3}).WithCurve(level.Curve{Edge: 2, Arc: 4}).WithCornerRadius(1, 2)
	if !made.Shape.Equal(want) {
		t.Errorf("%+v %+v", made.Shape, made.Shape.Details())
	}
}

// The corners of a growing box keep their centres.
func TestGrowKeepsCorners(t *testing.T) {
	t.Parallel()
	box := level.Shape{
		Kind: level.Box, Size: level.Vec{X: 40, Y: 30},
		Rounding: level.Inset,
	}.WithDetail(level.Detail{Radii: []float64{1, 0, 3, 4}})
	want := level.Shape{
		Kind: level.Box, Size: level.Vec{X: 44, Y: 34},
		Rounding: level.Inset,
	}.WithDetail(level.Detail{Radii: []float64{3, 0, 5, 6}})
	made, err := GrowShape(box, 2)
	if err != nil || !made[0].Shape.Equal(want) {
		t.Errorf("%v, %+v %+v", err, made[0].Shape, made[0].Shape.Details())
	}
	arch := level.Shape{
		Kind: level.Polygon, Points: []level.Vec{{}, {X: 20}, {X: 20, Y: 10}, {Y: 10}},
		Rounding: level.Inset,
	}.WithCurve(level.Curve{Edge: 0, Arc: 10})
	made, err = GrowShape(arch, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := made[0].Shape.Bake()
	if got, want := b.Mass().Area, 22*11+60.5*math.Pi; math.Abs(got-want) > 1e-6 {
		t.Errorf("a grown arch has area %v, want %v", got, want)
	}
	if s := made[0].Shape; len(s.Points) > 5 || len(s.Details().Curves) == 0 {
		t.Errorf("a grown arch has the points %v", s.Points)
	}
}

// Corners of a result that are corners of an operand keep their radii.
func TestCornersSurviveBooleans(t *testing.T) {
	t.Parallel()
	box := func(w, h, radius float64) level.Shape {
		return level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Radius: radius, Rounding: level.Inset}
	}
	at := func(x, y float64) collision.Transform { return collision.NewTransform(level.Vec{X: x, Y: y}, 0) }
	radiiAt := func(made MadeShape) map[level.Vec]float64 {
		out := map[level.Vec]float64{}
		for i, p := range made.Shape.Corners() {
			if r := made.Shape.CornerRadius(i); r > 0 {
				out[p.Add(made.Offset)] = r
			}
		}
		return out
	}
	halved, err := SubtractShapes(PlacedShape{box(40, 20, 4), at(0, 0)}, []PlacedShape{{box(40, 40, 0), at(20, 0)}})
	if err != nil || len(halved) != 1 {
		t.Fatal(err, halved)
	}
	if got, want := radiiAt(halved[0]), (map[level.Vec]float64{
		{X: -20, Y: -10}: 4,
		{X: -20, Y: 10}:  4,
	}); !maps.Equal(got, want) || len(halved[0].Shape.Corners()) != 4 {
		t.Errorf("half of a box has the radii %v, want %v: %+v", got, want, halved[0].Shape)
	}
	// An L of two boxes with different radii: the remaining corners keep their radii.
	both, err := UnionShapes([]PlacedShape{{box(40, 20, 4), at(0, 0)}, {box(20, 60, 6), at(-10, 20)}})
	if err != nil || len(both) != 1 {
		t.Fatal(err, both)
	}
	if got := both[0].Shape; len(got.Points) != 6 || !slices.Equal(got.Details().Radii,
		[]float64{4, 4, 4, level.AsShape, 6, 6}) {
		t.Errorf("an L has the corners %v with the radii %v", got.Points, got.Details().Radii)
	}
	chamfered, err := SubtractShapes(PlacedShape{box(40, 20, 0).WithChamfer(0, 5).WithCornerRadius(3, 7), at(0, 0)},
		[]PlacedShape{{box(10, 10, 0), at(20, 10)}})
	if err != nil || len(chamfered) != 1 {
		t.Fatal(err, chamfered)
	}
	if got, want := radiiAt(chamfered[0]), (map[level.Vec]float64{{X: -20, Y: 10}: 7}); !maps.Equal(got, want) ||
		len(chamfered[0].Shape.Details().Chamfers) == 0 {
		t.Errorf("a box with a notch has the radii %v, want %v: %+v", got, want, chamfered[0].Shape.Details())
	}
}
