package level

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/collision/polygon"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func rect(w, h float64) []Vec { return []Vec{{}, {X: w}, {X: w, Y: h}, {Y: h}} }

func box(w, h, radius float64, d Detail) Shape {
	return Shape{Kind: Box, Size: Vec{X: w, Y: h}, Radius: radius, Rounding: Inset}.WithDetail(d)
}

func polygonOf(points []Vec, radius float64, d Detail) Shape {
	return Shape{Kind: Polygon, Points: points, Radius: radius, Rounding: Inset}.WithDetail(d)
}

// Shapes with details of single corners and edges have the expected areas.
func TestAreasOfDetailedShapes(t *testing.T) {
	t.Parallel()
	lost := func(r float64) float64 { return (1 - math.Pi/4) * r * r } // the area that rounding a right angle removes
	notch := []Vec{{}, {X: 40}, {X: 40, Y: 20}, {X: 20, Y: 20}, {X: 20, Y: 40}, {Y: 40}}
	holed := func(d Detail) Shape {
		return Shape{
			Kind: Polygon, Rounding: Inset, Points: rect(40, 30),
			Holes: [][]Vec{{{X: 10, Y: 10}, {X: 20, Y: 10}, {X: 20, Y: 20}, {X: 10, Y: 20}}},
		}.WithDetail(d)
	}
	segment := func(chord, height float64) float64 { // the area of a segment of a circle
		r := (chord*chord/4 + height*height) / (2 * height)
		half := math.Asin(chord / 2 / r)
		return r * r * (half - math.Sin(half)*math.Cos(half))
	}
	k := 4.0 / 3 * math.Tan(math.Pi/8) // for the cubic that approximates a quarter of a circle
	for name, c := range map[string]struct {
		shape Shape
		area  float64
	}{
		"four radii": {
			box(40, 30, 0, Detail{Radii: []float64{2, 4, 6, 8}}),
			1200 - lost(2) - lost(4) - lost(6) - lost(8),
		},
		"some as the shape": {
			box(40, 30, 5, Detail{Radii: []float64{AsShape, 0, 3, AsShape}}),
			1200 - 2*lost(5) - lost(3),
		},
		"half of a side": {box(40, 20, 0, Detail{Radii: []float64{10, 10, 10, 10}}), 800 - 4*lost(10)},
		"uneven halves":  {box(71.2, 90, 0, Detail{Radii: []float64{2.9, 68.3}}), 71.2*90 - lost(2.9) - lost(68.3)},
		"a circle":       {box(20, 20, 0, Detail{Radii: []float64{10, 10, 10, 10}}), 100 * math.Pi},
		"wide corner":    {box(40, 20, 0, Detail{Radii: []float64{20, 0, 0, 0}}), 800 - lost(20)},
		"chamfers":       {box(40, 30, 0, Detail{Chamfers: []float64{4, 0, 6, 0}}), 1200 - 8 - 18},
		"chamfer wins": {box(40, 30, 5, Detail{
			Radii:    []float64{9, AsShape, AsShape, AsShape},
			Chamfers: []float64{4, 0, 0, 0},
		}), 1200 - 8 - 3*lost(5)},
		"counterclockwise": {polygonOf([]Vec{{}, {Y: 30}, {X: 40, Y: 30}, {X: 40}}, 0,
			Detail{Radii: []float64{2, 4, 6, 8}}), 1200 - lost(2) - lost(4) - lost(6) - lost(8)},
		"concave as shape": {polygonOf(notch, 3, Detail{Radii: []float64{
			AsShape, AsShape, AsShape, AsShape, AsShape,
			0,
		}}), 1200 - 4*lost(3)},
		"concave filled":  {polygonOf(notch, 0, Detail{Radii: []float64{0, 0, 0, 5, 0, 0}}), 1200 + lost(5)},
		"concave chamfer": {polygonOf(notch, 0, Detail{Chamfers: []float64{0, 0, 0, 4, 0, 0}}), 1200 + 8},
		"half disc":       {polygonOf(rect(20, 10), 0, Detail{Curves: []Curve{{Edge: 0, Arc: 10}}}), 200 + 50*math.Pi},
		"bitten":          {polygonOf(rect(20, 15), 0, Detail{Curves: []Curve{{Edge: 0, Arc: -10}}}), 300 - 50*math.Pi},
		"more than half": {
			polygonOf(rect(12, 10), 0, Detail{Curves: []Curve{{Edge: 0, Arc: 18}}}),
			120 + 100*math.Pi - (100*math.Asin(0.6) - 48),
		},
		"cubic": {polygonOf(rect(10, 10), 0,
			Detail{Curves: []Curve{{Edge: 0, Cubic: [2]Vec{{X: 0, Y: -10}, {X: 10, Y: -10}}}}}), 100 + 3.0/20*10*10*4},
		"smooth cubic": {
			polygonOf(rect(10, 10), 0, Detail{
				Radii:  []float64{2, 2, 0, 0},
				Curves: []Curve{{Cubic: [2]Vec{{Y: -10}, {X: 10, Y: -10}}}},
			}),
			160,
		},
		"quarter circle": {
			polygonOf([]Vec{{}, {X: 10}, {Y: 10}}, 0,
				Detail{Curves: []Curve{{Edge: 1, Cubic: [2]Vec{{X: 10, Y: 10 * k}, {X: 10 * k, Y: 10}}}}}),
			25 * math.Pi,
		},
		"outset": {
			Shape{
				Kind: Box, Size: Vec{X: 40, Y: 30}, Radius: 5,
				Rounding: Outset,
			}.WithDetail(Detail{Radii: []float64{AsShape, AsShape, 10, AsShape}}),
			1200 - lost(10) + 5*(140-20+5*math.Pi) + 25*math.Pi,
		},
		"hole": {Shape{
			Kind: Polygon, Rounding: Inset, Points: rect(40, 30),
			Holes: [][]Vec{{{X: 10, Y: 10}, {X: 20, Y: 10}, {X: 20, Y: 20}, {X: 10, Y: 20}}},
		}.
			WithDetail(Detail{Radii: []float64{6, AsShape, AsShape, AsShape}}), 1100 - lost(6)},
		"round hole": {
			holed(Detail{Radii: []float64{6, AsShape, AsShape, AsShape, 0, 2, 3, 4}}),
			1100 - lost(6) + lost(2) + lost(3) + lost(4),
		},
		"cut hole": {holed(Detail{Chamfers: []float64{0, 0, 0, 0, 4, 0, 0, 2}}), 1100 + 8 + 2},
		"hole of arcs": {holed(Detail{Curves: []Curve{
			{Edge: 0, Arc: 20},
			{Edge: 4, Arc: 5},
			{Edge: 6, Arc: -5},
		}}), 1100 + 200*math.Pi},
		"round arch in a hole": {holed(Detail{Curves: []Curve{{Edge: 7, Arc: -3}}}), 1100 + segment(10, 3)},
		"hole as a disc":       {holed(Detail{Radii: []float64{0, 0, 0, 0, 5, 5, 5, 5}}), 1200 - 25*math.Pi},
	} {
		b, err := c.shape.Bake()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		within := 1e-9 * c.area
		switch name {
		case "cubic", "smooth cubic", "quarter circle":
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

// Arcs of one circle share a disc, and a chord for up to half a turn.
func TestArcsOfOneCircle(t *testing.T) {
	for _, tt := range []struct {
		width float64
		want  []int // the number of vertices of each piece
	}{{20, []int{1}}, {40, []int{4, 1, 1}}} {
		b, err := box(tt.width, 20, 0, Detail{Radii: []float64{10, 10, 10, 10}}).Bake()
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, p := range b.Pieces {
			got = append(got, p.Len())
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%g by 20: pieces of %d vertices, want %d", tt.width, got, tt.want)
		}
	}
}

// A box whose corners have equal radii has the same moments as a box with that radius.
func TestMomentsOfEqualRadii(t *testing.T) {
	t.Parallel()
	plain, err := box(40, 30, 6, Detail{}).Bake()
	if err != nil {
		t.Fatal(err)
	}
	own, err := box(40, 30, 0, Detail{Radii: []float64{6, 6, 6, 6}}).Bake()
	if err != nil {
		t.Fatal(err)
	}
	a, b := plain.Mass(), own.Mass()
	if !near(a.Area, b.Area, 1e-9*a.Area) || !near(a.Inertia, b.Inertia, 1e-9*a.Inertia) ||
		a.Centroid.Dist(b.Centroid) > 1e-9 {
		t.Errorf("moments %+v, with equal radii of single corners %+v", a, b)
	}
}

func TestOversizedDetailsAreRejected(t *testing.T) {
	wide := rect(40, 20)
	for name, c := range map[string]struct {
		shape  Shape
		vertex int
		limit  float64
		text   string
	}{
		"radius":    {polygonOf(wide, 0, Detail{Radii: []float64{0, 0, 25, 0}}), 2, 20, "radius of corner 2"},
		"two radii": {polygonOf(wide, 0, Detail{Radii: []float64{0, 12, 9, 0}}), 1, 11, "radius of corner 1"},
		"chamfer":   {polygonOf(wide, 0, Detail{Chamfers: []float64{0, 0, 0, 21}}), 3, 20, "chamfer of corner 3"},
		"the shape's": {
			polygonOf(wide, 11, Detail{Radii: []float64{0, AsShape, AsShape, 0}}), 1, 9,
			"radius of corner 1",
		},
		"hole": {Shape{
			Kind: Polygon, Rounding: Inset, Radius: 60, Points: rect(90, 90),
			Holes: [][]Vec{{
				{X: 10, Y: 10},
				{X: 40, Y: 10},
				{X: 40, Y: 40},
				{X: 38, Y: 20},
			}},
		}.WithDetail(Detail{Radii: []float64{1, 0, 0, 0}}), -1, 0, "hole 1"},
		"crossing arc": {polygonOf(rect(20, 10), 0, Detail{Curves: []Curve{{Edge: 0, Arc: -15}}}), 0, 0, "crosses"},
		"loop": {
			polygonOf(rect(20, 10), 0,
				Detail{Curves: []Curve{{Edge: 3, Cubic: [2]Vec{{X: -40, Y: -30}, {X: -40, Y: 40}}}}}), 3, 0,
			"edge 3 crosses edge 3",
		},
	} {
		_, err := c.shape.Bake()
		if err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %q in it", name, err, c.text)
			continue
		}
		var oe *polygon.Error
		if !errors.As(err, &oe) || c.vertex >= 0 && (len(oe.Vertices) == 0 || oe.Vertices[0] != c.vertex) ||
			!near(oe.MaxRadius, c.limit, 1e-6) && c.vertex >= 0 {
			t.Errorf("%s: %+v, want vertex %d and at most %g", name, oe, c.vertex, c.limit)
		}
	}
}

// Corners and edges of holes are numbered after the outline's, and keep their details when any loop gains or loses
// vertices.
func TestHolesKeepTheirDetails(t *testing.T) {
	hole := func(x float64) []Vec {
		return []Vec{{X: x, Y: 10}, {X: x + 10, Y: 10}, {X: x + 10, Y: 20}, {X: x, Y: 20}}
	}
	s := Shape{
		Kind: Polygon, Rounding: Inset, Points: rect(60, 30),
		Holes: [][]Vec{hole(5), hole(30)},
	}.WithDetail(Detail{
		Radii: []float64{
			1, AsShape, AsShape, AsShape, AsShape, AsShape, AsShape, AsShape, AsShape, 2, AsShape,
			AsShape,
		},
		Curves: []Curve{
			{Edge: 5, Arc: 1},
			{Edge: 8, Arc: 2},
			{Edge: 11, Cubic: [2]Vec{{X: 28, Y: 18}, {X: 28, Y: 12}}},
		},
	})
	for number, want := range map[int][2]int{0: {0, 0}, 3: {0, 3}, 4: {1, 0}, 7: {1, 3}, 8: {2, 0}, 11: {2, 3}} {
		if loop, i := s.LoopOf(number); loop != want[0] || i != want[1] || s.Number(loop, i) != number {
			t.Errorf("number %d is index %d of loop %d, which has number %d", number, i, loop, s.Number(loop, i))
		}
	}
	if a, b := s.EdgeEnds(11); a != (Vec{X: 30, Y: 20}) || b != (Vec{X: 30, Y: 10}) {
		t.Errorf("the last edge goes from %v to %v", a, b)
	}
	check := func(what string, got Shape, radii map[int]float64, edges ...int) {
		t.Helper()
		if err := got.Check(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for i := range got.NumberOfCorners() {
			want, ok := radii[i]
			if !ok {
				want = AsShape
			}
			if r := got.CornerRadius(i); r != want {
				t.Errorf("%s: corner %d has radius %g, want %g", what, i, r, want)
			}
		}
		var bent []int
		for _, c := range got.Details().Curves {
			bent = append(bent, c.Edge)
		}
		if !slices.Equal(bent, edges) {
			t.Errorf("%s: edges %v are bent, want %v", what, bent, edges)
		}
		if _, err := got.Bake(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	check("as it was", s, map[int]float64{0: 1, 9: 2}, 5, 8, 11)
	check("one more on the outline", s.InsertedIn(0, 1, Vec{X: 30}), map[int]float64{0: 1, 10: 2}, 6, 9, 12)
	check("one more on a straight side", s.InsertedIn(1, 1, Vec{X: 10, Y: 10}), map[int]float64{0: 1, 10: 2}, 6, 9, 12)
	check("one more on an arc", s.InsertedIn(2, 1, Vec{X: 35, Y: 8}), map[int]float64{0: 1, 10: 2}, 5, 8, 9, 12)
	check("one less", s.WithoutIn(1, func(i int) bool { return i == 0 }), map[int]float64{0: 1, 8: 2}, 4, 7, 10)
	check("one more and one less", s.InsertedIn(0, 1, Vec{X: 30}).WithoutIn(0, func(i int) bool {
		return i == 1
	}), map[int]float64{0: 1, 9: 2}, 5, 8, 11)
	check("a hole less", s.WithLoopKnots(1, nil), map[int]float64{0: 1, 5: 2}, 4, 7)
	check("other points", s.WithLoop(1, hole(4)), map[int]float64{0: 1, 9: 2}, 5, 8, 11)
	check("fewer points", s.WithLoop(1, hole(5)[:3]), map[int]float64{0: 1, 8: 2}, 7, 10)
	moved := s.WithLoop(2, hole(32))
	if c, _ := moved.Curve(11); c.Cubic != [2]Vec{{X: 30, Y: 18}, {X: 30, Y: 12}} {
		t.Errorf("control points do not follow a hole: %v", c.Cubic)
	}
	check("turned around", s.Rewound(), map[int]float64{0: 1, 11: 2}, 6, 8, 11)
	check("mirrored", s.Mirrored(true), map[int]float64{0: 1, 11: 2}, 6, 8, 11)
	check("without", s.WithCornerRadius(9, AsShape).Straightened(5), map[int]float64{0: 1}, 8, 11)
	if d := s.WithCornerRadius(9, AsShape).Details(); len(d.Radii) != 4 {
		t.Errorf("the values of holes without effect are kept: %v", d.Radii)
	}
	// The shape has the same area as the shape that it was derived from.
	curved, _ := s.Bake()
	flat, err := s.Flattened().Bake()
	if err != nil || !near(curved.Mass().Area, flat.Mass().Area, 0.1*30) {
		t.Errorf("as lines it has area %v, not %v: %v", flat.Mass().Area, curved.Mass().Area, err)
	}
	if largest := s.MaxCornerRadius(4); !near(largest, 5, 5) || largest <= 0 {
		t.Errorf("a corner of a hole accepts a radius of %g", largest)
	}
}
