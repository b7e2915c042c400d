package shapeops

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/level/leveltest"

	"pgregory.net/rapid"
)

// A shape whose corners and edges have a form of their own covers the same as another kind.
func TestConvertKeepsCornersAndCurves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := leveltest.DrawShape(t)
		if !s.IsDetailed() {
			return
		}
		b, err := s.Bake()
		if err != nil {
			t.Fatal(err)
		}
		was := b.Mass()
		round := math.Sqrt(was.Area) + 1
		for _, to := range Kinds(s) {
			made, err := Convert(s, to)
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
			if to == level.Polygon && s.Kind == level.Box && !made[0].Shape.DetailNear(plain(s), 0) {
				t.Fatalf("a polygon has other corners: %+v", made[0].Shape.Details())
			}
		}
	})
}

func TestBoxComesBackFromAPolygonWithItsCorners(t *testing.T) {
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 30}, Rounding: level.Inset}.WithDetail(level.Detail{Radii: []float64{1, 2, 3, 4}, Chamfers: []float64{0, 0, 5, 0}})
	p, err := Convert(box, level.Polygon)
	if err != nil {
		t.Fatal(err)
	}
	for _, turned := range []level.Shape{p[0].Shape, p[0].Shape.Rewound(), p[0].Shape.Reversed()} {
		back, err := Convert(turned, level.Box)
		if err != nil || back[0].Turn != 0 || !back[0].Shape.Equal(box) {
			t.Errorf("%v, %+v %+v", err, back, back[0].Shape.Details())
		}
	}
}

func TestJoinedChainsKeepTheirCurves(t *testing.T) {
	line := func(points ...level.Vec) level.Shape { return level.Shape{Kind: level.Chain, Points: points} }
	a := line(level.Vec{}, level.Vec{X: 10}, level.Vec{X: 20}).WithCurve(level.Curve{Edge: 1, Arc: 3}).WithCornerRadius(1, 2)
	b := line(level.Vec{X: 40}, level.Vec{X: 20}).WithCurve(level.Curve{Edge: 0, Arc: -4})
	made, err := Join([]Placed{{a, collision.Identity()}, {b, collision.Identity()}})
	if err != nil {
		t.Fatal(err)
	}
	want := line(level.Vec{}, level.Vec{X: 10}, level.Vec{X: 20}, level.Vec{X: 40}).
		WithCurve(level.Curve{Edge: 1, Arc: 3}).WithCurve(level.Curve{Edge: 2, Arc: 4}).WithCornerRadius(1, 2)
	if !made.Shape.Equal(want) {
		t.Errorf("%+v %+v", made.Shape, made.Shape.Details())
	}
}

// A box with corners of its own grows about their middles.
func TestGrowKeepsCorners(t *testing.T) {
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 30}, Rounding: level.Inset}.WithDetail(level.Detail{Radii: []float64{1, 0, 3, 4}})
	want := level.Shape{Kind: level.Box, Size: level.Vec{X: 44, Y: 34}, Rounding: level.Inset}.WithDetail(level.Detail{Radii: []float64{3, 0, 5, 6}})
	made, err := Grow(box, 2)
	if err != nil || !made[0].Shape.Equal(want) {
		t.Errorf("%v, %+v %+v", err, made[0].Shape, made[0].Shape.Details())
	}
	arch := level.Shape{Kind: level.Polygon, Points: []level.Vec{{}, {X: 20}, {X: 20, Y: 10}, {Y: 10}}, Rounding: level.Inset}.WithCurve(level.Curve{Edge: 0, Arc: 10})
	made, err = Grow(arch, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := made[0].Shape.Bake()
	if got, want := b.Mass().Area, 22*11+60.5*math.Pi; math.Abs(got-want) > 5 {
		t.Errorf("a grown arch has area %v, want about %v", got, want)
	}
}
