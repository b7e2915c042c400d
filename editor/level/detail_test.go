package level_test

import (
	"errors"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

func areaOf(t *rapid.T, s level.Shape) float64 {
	b, err := s.Bake()
	if err != nil {
		t.Fatalf("%+v (%+v): %v", s, s.Details(), err)
	}
	return b.Mass().Area
}

func distanceTo(s level.Shape, p level.Vec) float64 {
	d := math.Inf(1)
	for i := range s.Edges() {
		edge := s.EdgeTrack(i)
		q := edge.At(edge.Nearest(p))
		d = min(d, q.Dist(p))
	}
	return d
}

// Reversing an outline, or mirroring it twice, does not change the area that it covers. Mirroring it once keeps the
// size of the area.
func TestReversedOutlinesKeepTheirArea(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if s.Kind != level.Polygon && s.Kind != level.Chain && s.Kind != level.Box {
			return
		}
		was := areaOf(t, s)
		same := func(what string, o level.Shape) {
			if got := areaOf(t, o); math.Abs(got-was) > 1e-6*(1+was) {
				t.Fatalf("%s: area %v, was %v", what, got, was)
			}
		}
		for _, horizontal := range []bool{true, false} {
			m := s.Mirrored(horizontal)
			same("mirrored", m)
			back := m.Mirrored(horizontal)
			same("mirrored twice", back)
			for i := range s.Points {
				if back.Points[i] != s.Points[i] || back.CornerRadius(i) != s.CornerRadius(i) ||
					back.Chamfer(i) != s.Chamfer(i) {
					t.Fatalf("mirrored twice: vertex %d differs", i)
				}
			}
		}
		if s.Kind == level.Box {
			return
		}
		same("reversed", s.Reversed())
		if s.Kind == level.Polygon || s.Closed {
			same("rewound", s.Rewound())
		}
		turn := collision.NewTransform(level.Vec{X: 3, Y: -7}, 0.7)
		same("turned", s.Map(turn.Apply))
	})
}

// A vertex inserted into a curve does not change the curve, and removing the vertex restores it.
func TestInsertedVertexKeepsTheCurve(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if len(s.Details().Curves) == 0 {
			return
		}
		s = s.WithDetail(level.Detail{Curves: s.Details().Curves})
		c := rapid.SampledFrom(s.Details().Curves).Draw(t, "curve")
		a, b := s.EdgeEnds(c.Edge)
		loop, at := s.LoopOf(c.Edge)
		near := a.Lerp(b, rapid.Float64Range(0.1, 0.9).Draw(t, "place"))
		split := s.InsertedIn(loop, at+1, near)
		on := s.CurvePoints(nil)
		for _, p := range split.CurvePoints(nil) {
			if d := distanceTo(s, p); d > 1e-6 {
				t.Fatalf("point %v of the split curve is %g from the curve", p, d)
			}
		}
		for _, p := range on {
			if d := distanceTo(split, p); d > 1e-6 {
				t.Fatalf("point %v of the curve is %g from the split curve", p, d)
			}
		}
		back := split.WithoutIn(loop, func(i int) bool { return i == at+1 })
		got, bent := back.Curve(c.Edge)
		if !bent || math.Abs(got.Arc-c.Arc) > 1e-6 || got.Cubic[0].Dist(c.Cubic[0]) > 1e-6 ||
			got.Cubic[1].Dist(c.Cubic[1]) > 1e-6 {
			t.Fatalf("%+v came back as %+v", c, got)
		}
	})
}

// Corners and edges keep their details when other vertices are inserted and removed.
func TestCornersKeepTheirDetails(t *testing.T) {
	s := level.Shape{
		Kind: level.Polygon, Rounding: level.Inset,
		Points: []level.Vec{{}, {X: 40}, {X: 40, Y: 40}, {Y: 40}},
	}.WithDetail(level.Detail{
		Radii: []float64{1, 2, 3, 4}, Chamfers: []float64{0, 0, 5, 0},
		Curves: []level.Curve{{Edge: 3, Arc: 2}},
	})
	more := s.InsertedIn(0, 2, level.Vec{X: 40, Y: 20})
	want := level.Detail{
		Radii: []float64{1, 2, level.AsShape, 3, 4}, Chamfers: []float64{0, 0, 0, 5, 0},
		Curves: []level.Curve{{Edge: 4, Arc: 2}},
	}
	if !more.Equal(level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: more.Points}.WithDetail(want)) {
		t.Errorf("inserted: %+v", more.Details())
	}
	if back := more.WithoutIn(0, func(i int) bool { return i == 2 }); !back.Equal(s) {
		t.Errorf("removed again: %+v", back.Details())
	}
	less := s.WithoutIn(0, func(i int) bool { return i == 1 })
	want = level.Detail{
		Radii: []float64{1, 3, 4}, Chamfers: []float64{0, 5, 0},
		Curves: []level.Curve{{Edge: 2, Arc: 2}},
	}
	if !less.Equal(level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: less.Points}.WithDetail(want)) {
		t.Errorf("removed: %+v", less.Details())
	}
}

func isCornerError(err error) bool {
	var ce *level.CornerError
	return errors.As(err, &ce)
}

// The values of MaxCornerRadius and MaxChamfer fit, and larger ones do not.
func TestLargestValuesOfACorner(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if s.Kind != level.Polygon && s.Kind != level.Box {
			return
		}
		if s.Rounding == level.Outset {
			s.Radius = 0
		}
		n := s.Edges()
		i := rapid.IntRange(0, n-1).Draw(t, "corner")
		for what, c := range map[string]struct {
			limit float64
			with  func(float64) level.Shape
		}{
			"radius": {s.MaxCornerRadius(i), func(r float64) level.Shape { return s.WithCornerRadius(i, r) }},
			"chamfer": {s.MaxChamfer(i), func(d float64) level.Shape {
				return s.WithCornerRadius(i, 0).WithChamfer(i, d)
			}},
		} {
			// a radius of the whole shape may remove edges on the way there
			if c.limit < 1e-6 || c.limit > 1e6 || s.Detail == nil && s.Radius > 0 {
				continue
			}
			if _, err := c.with(c.limit * (1 - 1e-6)).Bake(); isCornerError(err) {
				t.Fatalf("a %s of %g should fit corner %d of %+v %+v: %v", what, c.limit, i, s, s.Details(), err)
			}
			if _, err := c.with(c.limit*1.001 + 1e-6).Bake(); err == nil {
				t.Fatalf("a %s of more than %g should not fit corner %d of %+v %+v", what, c.limit, i, s,
					s.Details())
			}
		}
	})
}

// The largest radius of the shape fits the corners that use it, and a larger one does not.
func TestLargestRadiusOfTheShape(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if !s.IsDetailed() || !s.HasCorners() || s.Rounding != level.Inset {
			return
		}
		limit := s.MaxRadius()
		if limit < 1e-6 || limit > 1e6 {
			return
		}
		s.Radius = limit * (1 - 1e-6)
		if _, err := s.Bake(); isCornerError(err) {
			t.Fatalf("a radius of %g should fit %+v %+v: %v", limit, s, s.Details(), err)
		}
		s.Radius = limit*1.001 + 1e-6
		if _, err := s.Bake(); err == nil && len(s.Details().Curves) == 0 {
			t.Fatalf("a radius of more than %g should not fit %+v %+v", limit, s, s.Details())
		}
	})
}

// A shape with any numbers is either rejected or baked to finite values.
func TestWildDetailsAreBakedOrRejected(t *testing.T) {
	t.Parallel()
	number := func(t *rapid.T, what string) float64 {
		return rapid.SampledFrom([]float64{0, 1, 1, 3, 10, 10, 1e-300, 1e-12, 1e-6, 1e7, 1e5, math.Pi}).Draw(t, what) *
			rapid.SampledFrom([]float64{1, 1, -1}).Draw(t, "sign") * rapid.SampledFrom([]float64{
			1, 1, 0.5,
			1 - 1e-9,
		}).Draw(t, "factor")
	}
	vec := func(t *rapid.T, what string) level.Vec { return level.Vec{X: number(t, what), Y: number(t, what)} }
	rapid.Check(t, func(t *rapid.T) {
		s := level.Shape{Kind: rapid.SampledFrom([]level.Kind{level.Polygon, level.Chain, level.Box}).Draw(t, "kind")}
		n := 4
		if s.Kind == level.Box {
			s.Size = level.Vec{X: math.Abs(number(t, "w")), Y: math.Abs(number(t, "h"))}
		} else {
			n = rapid.IntRange(2, 6).Draw(t, "n")
			for range n {
				s.Points = append(s.Points, vec(t, "point"))
			}
		}
		if s.Kind != level.Chain {
			s.Rounding = rapid.SampledFrom([]level.Rounding{level.Inset, level.Outset}).Draw(t, "rounding")
		} else {
			s.Closed = rapid.Bool().Draw(t, "closed")
		}
		if s.Radius = math.Abs(number(t, "radius")); s.Kind == level.Chain {
			s.Radius = 0 // the mass of a chain far thicker than its edges are long takes too long
		}
		var d level.Detail
		for range n {
			d.Radii = append(d.Radii, rapid.SampledFrom([]float64{
				level.AsShape,
				math.Abs(number(t, "own radius")),
			}).Draw(t, "radius or not"))
			d.Chamfers = append(d.Chamfers, rapid.SampledFrom([]float64{0, 0, math.Abs(number(t, "chamfer"))}).Draw(t,
				"chamfer or not"))
		}
		if s.Kind != level.Box {
			for i := range s.Edges() {
				switch rapid.IntRange(0, 2).Draw(t, "bent") {
				case 1:
					if arc := number(t, "arc"); arc != 0 {
						d.Curves = append(d.Curves, level.Curve{Edge: i, Arc: arc})
					}
				case 2:
					d.Curves = append(d.Curves, level.Curve{
						Edge:  i,
						Cubic: [2]level.Vec{vec(t, "control"), vec(t, "control")},
					})
				}
			}
		}
		s = s.WithDetail(d)
		if s.Check() != nil {
			return
		}
		for i := range n {
			if limit := s.MaxCornerRadius(i); math.IsNaN(limit) || limit < 0 {
				t.Fatalf("corner %d accepts %g", i, limit)
			}
		}
		if limit := s.MaxRadius(); math.IsNaN(limit) || limit < 0 {
			t.Fatalf("the shape accepts %g", limit)
		}
		for _, o := range []level.Shape{s, s.Clamped(), s.Mirrored(true), s.Flattened()} {
			b, err := o.Bake()
			if err != nil {
				continue
			}
			if m := b.Mass(); math.IsNaN(m.Area) || math.IsInf(m.Area, 0) || m.Area < 0 {
				t.Fatalf("%+v %+v has area %g", o, o.Details(), m.Area)
			}
			if o.Kind != level.Chain && o.IsDetailed() && len(b.Boundary()) == 0 {
				t.Fatalf("%+v has no boundary", o)
			}
		}
		if s.Kind != level.Box {
			_ = s.InsertedIn(0, 1, s.Points[0].Lerp(s.Points[1], 0.5)).WithoutIn(0, func(i int) bool { return i == 1 })
		}
	})
}

// A shape stretched along one direction grows in area by the same factor, within the tolerance of its curves: its arcs
// become arcs of ellipses.
func TestStretchedCurvesScaleTheArea(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.DrawShape(t)
		if s.Kind != level.Polygon || len(s.Details().Curves) == 0 {
			return
		}
		s.Radius = 0
		s = s.WithDetail(level.Detail{Curves: s.Details().Curves})
		sx, sy := rapid.Float64Range(0.2, 5).Draw(t, "sx"), rapid.Float64Range(0.2, 5).Draw(t, "sy")
		c := level.NewCollider(0, 0, "", s, level.Vec{})
		c.Angle = rapid.SampledFrom([]level.Degrees{0, 0, 90, 30}).Draw(t, "angle")
		if _, err := s.Bake(); err != nil {
			return
		}
		out := level.Scaled(c, level.Vec{}, sx, sy)
		if _, err := out.Shape.Bake(); err != nil {
			return // it crosses itself by less than the tolerance
		}
		if len(out.Shape.Points) > 64*len(s.Points) {
			t.Fatalf("%d vertices become %d", len(s.Points), len(out.Shape.Points))
		}
		length := 0.0
		for loop := range 1 + len(s.Holes) {
			points := out.Shape.Loop(loop)
			for i, p := range points {
				length += 2 * p.Dist(points[(i+1)%len(points)])
			}
		}
		if was, now := areaOf(t, s)*sx*sy, areaOf(t, out.Shape); math.Abs(now-was) > level.CurveTolerance*length+1e-9 {
			t.Fatalf("stretched by %g and %g, the area is %g, want %g", sx, sy, now, was)
		}
		// Points of the arcs lie on the curves that the arcs have become.
		for _, curve := range s.Details().Curves {
			a, b := s.EdgeEnds(curve.Edge)
			for k := range 9 {
				edge := s.EdgeTrack(curve.Edge)
				p := edge.At(edge.Nearest(a.Lerp(b, float64(k)/8)))
				p = c.Transform().Apply(p)
				p = out.Transform().ApplyInv(level.Vec{X: p.X * sx, Y: p.Y * sy})
				if d := distanceTo(out.Shape, p); d > level.CurveTolerance {
					t.Fatalf("point %v of edge %d is %g from the stretched edge", p, curve.Edge, d)
				}
			}
		}
	})
}

// A stretched half disc has the area of half an ellipse; one that grows evenly keeps its arc.
func TestStretchedArcs(t *testing.T) {
	t.Parallel()
	s := level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: []level.Vec{
		{},
		{X: 200},
		{X: 200, Y: 10},
		{Y: 10},
	}}.WithCurve(level.Curve{Edge: 0, Arc: 100})
	c := level.NewCollider(0, 0, "", s, level.Vec{})
	for _, by := range [][2]float64{{2, 0.5}, {1, 3}, {0.3, 0.3}, {1, 1.00001}} {
		out := level.Scaled(c, level.Vec{}, by[0], by[1])
		b, err := out.Shape.Bake()
		if err != nil {
			t.Fatal(err)
		}
		want := (2000 + math.Pi*5000) * by[0] * by[1]
		if got := b.Mass().Area; math.Abs(got-want) > 30 {
			t.Errorf("by %v the area is %g, want %g", by, got, want)
		}
		kept, ok := out.Shape.Curve(0)
		if same := math.Abs(by[0]-by[1]) < 1e-3; same != (ok && kept.IsArc()) || same && len(out.Shape.Points) != 4 {
			t.Errorf("scaled by %v, it has the edges %+v", by, out.Shape.Details().Curves)
		}
	}
	box := collision.AABB{Max: level.Vec{X: 100, Y: 300}}
	resized, _ := level.Resized(c, level.LocalBounds(s), box)
	if got := level.LocalBounds(resized.Shape).Size(); got.Dist(box.Size()) > level.CurveTolerance {
		t.Errorf("resized, it has the size %v", got)
	}
}
