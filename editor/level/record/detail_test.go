package record

import (
	"errors"
	"math"
	"strings"
	"testing"

	"fillet/collision"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func rect(w, h float64) []Vec { return []Vec{{}, {X: w}, {X: w, Y: h}, {Y: h}} }

func box(w, h, radius float64, d Detail) Shape {
	return Shape{Kind: Box, Size: Vec{X: w, Y: h}, Radius: radius, Rounding: Inset}.WithDetail(d)
}

func polygon(points []Vec, radius float64, d Detail) Shape {
	return Shape{Kind: Polygon, Points: points, Radius: radius, Rounding: Inset}.WithDetail(d)
}

// The areas of shapes with corners and edges of their own, which are known.
func TestAreasOfDetailedShapes(t *testing.T) {
	lost := func(r float64) float64 { return (1 - math.Pi/4) * r * r } // by a right angle that is rounded
	notch := []Vec{{}, {X: 40}, {X: 40, Y: 20}, {X: 20, Y: 20}, {X: 20, Y: 40}, {Y: 40}}
	k := 4.0 / 3 * math.Tan(math.Pi/8) // of the cubic that is almost a quarter of a circle
	for name, c := range map[string]struct {
		shape Shape
		area  float64
	}{
		"four radii":        {box(40, 30, 0, Detail{Radii: []float64{2, 4, 6, 8}}), 1200 - lost(2) - lost(4) - lost(6) - lost(8)},
		"some as the shape": {box(40, 30, 5, Detail{Radii: []float64{AsShape, 0, 3, AsShape}}), 1200 - 2*lost(5) - lost(3)},
		"half of a side":    {box(40, 20, 0, Detail{Radii: []float64{10, 10, 10, 10}}), 800 - 4*lost(10)},
		"a circle":          {box(20, 20, 0, Detail{Radii: []float64{10, 10, 10, 10}}), 100 * math.Pi},
		"wide corner":       {box(40, 20, 0, Detail{Radii: []float64{20, 0, 0, 0}}), 800 - lost(20)},
		"chamfers":          {box(40, 30, 0, Detail{Chamfers: []float64{4, 0, 6, 0}}), 1200 - 8 - 18},
		"chamfer wins":      {box(40, 30, 5, Detail{Radii: []float64{9, AsShape, AsShape, AsShape}, Chamfers: []float64{4, 0, 0, 0}}), 1200 - 8 - 3*lost(5)},
		"counterclockwise":  {polygon([]Vec{{}, {Y: 30}, {X: 40, Y: 30}, {X: 40}}, 0, Detail{Radii: []float64{2, 4, 6, 8}}), 1200 - lost(2) - lost(4) - lost(6) - lost(8)},
		"concave as shape":  {polygon(notch, 3, Detail{Radii: []float64{AsShape, AsShape, AsShape, AsShape, AsShape, 0}}), 1200 - 4*lost(3)},
		"concave filled":    {polygon(notch, 0, Detail{Radii: []float64{0, 0, 0, 5, 0, 0}}), 1200 + lost(5)},
		"concave chamfer":   {polygon(notch, 0, Detail{Chamfers: []float64{0, 0, 0, 4, 0, 0}}), 1200 + 8},
		"half disc":         {polygon(rect(20, 10), 0, Detail{Curves: []Curve{{Edge: 0, Arc: 10}}}), 200 + 50*math.Pi},
		"bitten":            {polygon(rect(20, 15), 0, Detail{Curves: []Curve{{Edge: 0, Arc: -10}}}), 300 - 50*math.Pi},
		"more than half":    {polygon(rect(12, 10), 0, Detail{Curves: []Curve{{Edge: 0, Arc: 18}}}), 120 + 100*math.Pi - (100*math.Asin(0.6) - 48)},
		"cubic":             {polygon(rect(10, 10), 0, Detail{Curves: []Curve{{Edge: 0, Cubic: [2]Vec{{X: 0, Y: -10}, {X: 10, Y: -10}}}}}), 100 + 3.0/20*10*10*4},
		"quarter circle": {
			polygon([]Vec{{}, {X: 10}, {Y: 10}}, 0, Detail{Curves: []Curve{{Edge: 1, Cubic: [2]Vec{{X: 10, Y: 10 * k}, {X: 10 * k, Y: 10}}}}}),
			25 * math.Pi,
		},
		"outset": {
			Shape{Kind: Box, Size: Vec{X: 40, Y: 30}, Radius: 5, Rounding: Outset}.WithDetail(Detail{Radii: []float64{AsShape, AsShape, 10, AsShape}}),
			1200 - lost(10) + 5*(140-20+5*math.Pi) + 25*math.Pi,
		},
		"hole": {Shape{Kind: Polygon, Rounding: Inset, Points: rect(40, 30), Holes: [][]Vec{{{X: 10, Y: 10}, {X: 20, Y: 10}, {X: 20, Y: 20}, {X: 10, Y: 20}}}}.
			WithDetail(Detail{Radii: []float64{6, AsShape, AsShape, AsShape}}), 1100 - lost(6)},
	} {
		b, err := c.shape.Bake()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		within := 1e-9 * c.area
		switch name {
		case "cubic", "quarter circle":
			within = 1.5
		}
		if m := b.Mass(); !near(m.Area, c.area, within) {
			t.Errorf("%s: area %v, want %v", name, m.Area, c.area)
		}
		pieces := 0.0
		for _, p := range b.Pieces {
			pieces += p.Mass(1).Area
		}
		if len(b.Pieces) == 1 && !near(pieces, c.area, 2+0.01*c.area) {
			t.Errorf("%s: the piece has area %v, want about %v", name, pieces, c.area)
		}
	}
}

// The moments of a rounded box are those of one with the same radius at every corner.
func TestMomentsOfEqualRadii(t *testing.T) {
	plain, err := box(40, 30, 6, Detail{}).Bake()
	if err != nil {
		t.Fatal(err)
	}
	own, err := box(40, 30, 0, Detail{Radii: []float64{6, 6, 6, 6}}).Bake()
	if err != nil {
		t.Fatal(err)
	}
	a, b := plain.Mass(), own.Mass()
	if !near(a.Area, b.Area, 1e-9*a.Area) || !near(a.Inertia, b.Inertia, 1e-9*a.Inertia) || a.Centroid.Dist(b.Centroid) > 1e-9 {
		t.Errorf("%+v, with radii of their own %+v", a, b)
	}
}

func TestWhatDoesNotFitIsRefusedWithItsPlace(t *testing.T) {
	wide := rect(40, 20)
	for name, c := range map[string]struct {
		shape  Shape
		vertex int
		most   float64
		text   string
	}{
		"radius":       {polygon(wide, 0, Detail{Radii: []float64{0, 0, 25, 0}}), 2, 20, "radius of corner 2"},
		"two radii":    {polygon(wide, 0, Detail{Radii: []float64{0, 12, 9, 0}}), 1, 11, "radius of corner 1"},
		"chamfer":      {polygon(wide, 0, Detail{Chamfers: []float64{0, 0, 0, 21}}), 3, 20, "chamfer of corner 3"},
		"the shape's":  {polygon(wide, 11, Detail{Radii: []float64{0, AsShape, AsShape, 0}}), 1, 9, "radius of corner 1"},
		"hole":         {Shape{Kind: Polygon, Rounding: Inset, Radius: 60, Points: rect(90, 90), Holes: [][]Vec{{{X: 10, Y: 10}, {X: 40, Y: 10}, {X: 40, Y: 40}, {X: 38, Y: 20}}}}.WithDetail(Detail{Radii: []float64{1, 0, 0, 0}}), -1, 0, "hole 1"},
		"crossing arc": {polygon(rect(20, 10), 0, Detail{Curves: []Curve{{Edge: 0, Arc: -15}}}), 0, 0, "crosses"},
		"loop":         {polygon(rect(20, 10), 0, Detail{Curves: []Curve{{Edge: 3, Cubic: [2]Vec{{X: -40, Y: -30}, {X: -40, Y: 40}}}}}), 3, 0, "edge 3 crosses edge 3"},
	} {
		_, err := c.shape.Bake()
		if err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %q in it", name, err, c.text)
			continue
		}
		var oe *collision.OutlineError
		if !errors.As(err, &oe) || c.vertex >= 0 && (len(oe.Vertices) == 0 || oe.Vertices[0] != c.vertex) || !near(oe.MaxRadius, c.most, 1e-6) && c.vertex >= 0 {
			t.Errorf("%s: %+v, want vertex %d and at most %g", name, oe, c.vertex, c.most)
		}
	}
}
