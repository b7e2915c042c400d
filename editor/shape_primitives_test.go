package editor_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"

	"pgregory.net/rapid"
)

// areaOf returns a polygon's area by the shoelace formula; positive is clockwise on screen.
func areaOf(points []level.Vec) float64 {
	sum := 0.0
	for i, p := range points {
		sum += p.Cross(points[(i+1)%len(points)])
	}
	return sum / 2
}

func TestPrimitives(t *testing.T) {
	t.Parallel()
	made := func(m editor.MadeShape, ok bool) func() (level.Shape, bool) {
		return func() (level.Shape, bool) { return m.Shape, ok }
	}
	shape := func(s level.Shape, ok bool) func() (level.Shape, bool) {
		return func() (level.Shape, bool) { return s, ok }
	}
	for _, tt := range []struct {
		name    string
		of      func() (level.Shape, bool)
		corners int // 0 means any number
		area    float64
		within  float64
		size    level.Vec
	}{
		{"an ellipse", shape(editor.Ellipse(v(200, 100))), 4, math.Pi * 100 * 50, 15, v(200, 100)},
		{
			"a hexagon", shape(editor.RegularPolygon(6, v(10, 0), 0)), 6, 150 * math.Sqrt(3), 1e-9,
			v(20, 10*math.Sqrt(3)),
		},
		{"a square on its corner", shape(editor.RegularPolygon(4, v(0, -10), 0)), 4, 200, 1e-9, v(20, 20)},
		{"a star", shape(editor.RegularPolygon(4, v(0, -10), 0.5)), 8, 100 * math.Sqrt2, 1e-9, v(20, 20)},
		{"a ramp", made(editor.Ramp(v(30, -10))), 3, 150, 1e-9, v(30, 10)},
		{"a ramp down to the left", made(editor.Ramp(v(-30, 10))), 3, 150, 1e-9, v(30, 10)},
		{"stairs", made(editor.Stairs(4, v(40, -20))), 10, 500, 1e-9, v(40, 20)},
		{"one step", made(editor.Stairs(1, v(-40, -20))), 4, 800, 1e-9, v(40, 20)},
		{
			"a quarter pipe", made(editor.CurvedGround(editor.QuarterPipe, v(100, -100), 0)), 0, 1e4 - math.Pi*2500, 1e-3,
			v(100, 100),
		},
		{
			"a quarter pipe to the left", made(editor.CurvedGround(editor.QuarterPipe, v(-100, -100), 0)), 0,
			1e4 - math.Pi*2500, 1e-3, v(100, 100),
		},
		{
			"a quarter round", made(editor.CurvedGround(editor.QuarterRound, v(100, -100), 0)), 0, math.Pi * 2500, 1e-3,
			v(100, 100),
		},
		{
			"a quarter round to the left", made(editor.CurvedGround(editor.QuarterRound, v(100, 100), 0)), 0,
			math.Pi * 2500, 1e-3, v(100, 100),
		},
		{
			"a half pipe", made(editor.CurvedGround(editor.HalfPipe, v(200, -120), 20)), 0, 200*120 - math.Pi*5000, 1e-3,
			v(200, 120),
		},
		{"a hill", made(editor.CurvedGround(editor.Hill, v(200, -100), 0)), 0, math.Pi * 5000, 1e-3, v(200, 100)},
	} {
		s, ok := tt.of()
		if !ok {
			t.Errorf("%s: no shape", tt.name)
			continue
		}
		if _, err := s.Bake(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if tt.corners != 0 && len(s.Points) != tt.corners {
			t.Errorf("%s has %d corners, want %d", tt.name, len(s.Points), tt.corners)
		}
		if areaOf(s.Points) < 0 {
			t.Errorf("%s has the wrong orientation", tt.name)
		}
		baked, _ := s.Bake()
		if a := baked.Mass().Area; math.Abs(a-tt.area) > tt.within {
			t.Errorf("%s has the area %g, want %g", tt.name, a, tt.area)
		}
		if size := level.DrawnBounds(level.NewCollider(0, 0, "", s, level.Vec{})).Size(); size.Dist(tt.size) > 1e-6 {
			t.Errorf("%s has the size %v, want %v", tt.name, size, tt.size)
		}
	}
}

// A drag without area gives no shape; every other drag gives valid ground within the drag's box.
func TestRandomPrimitives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.OneOf(rapid.SampledFrom([]float64{0, 1, 16, -16}), rapid.Float64Range(-500, 500))
		to := v(length.Draw(t, "x"), length.Draw(t, "y"))
		n := rapid.IntRange(-1, 30).Draw(t, "number")
		curve := editor.GroundCurve(rapid.IntRange(0, 3).Draw(t, "curve"))
		floor := rapid.Float64Range(-10, 600).Draw(t, "floor")
		for i, of := range []func() (editor.MadeShape, bool){
			func() (editor.MadeShape, bool) { return editor.Ramp(to) },
			func() (editor.MadeShape, bool) { return editor.Stairs(n, to) },
			func() (editor.MadeShape, bool) { return editor.CurvedGround(curve, to, floor) },
		} {
			m, ok := of()
			if flat := math.Abs(to.X) < 1e-3 || math.Abs(to.Y) < 1e-3; flat || i == 1 && n < 1 {
				if ok && (to.X == 0 || to.Y == 0 || i == 1 && n < 1) {
					t.Fatalf("%d: a shape for %v", i, to)
				}
				continue
			}
			if _, err := m.Shape.Bake(); !ok || err != nil {
				t.Fatalf("%d: %v %v", i, ok, err)
			}
			box := collision.AABB{Min: v(0, 0).Min(to), Max: v(0, 0).Max(to)}
			if b := level.DrawnBounds(level.NewCollider(0, 0, "", m.Shape, m.Offset)); !box.Grow(1e-6).ContainsBox(b) {
				t.Fatalf("%d: %v is not in the box of %v", i, b, to)
			}
		}
	})
}

func TestFreehand(t *testing.T) {
	t.Parallel()
	var circle, wave, eight []level.Vec
	for i := range 100 {
		sin, cos := math.Sincos(float64(i) / 100 * 2 * math.Pi)
		jitter := float64(i%3) - 1
		circle = append(circle, v((50+jitter)*cos, (50+jitter)*sin))
		wave = append(wave, v(float64(i), 20*sin+jitter))
		eight = append(eight, v(50*sin, 50*sin*cos))
	}
	for _, tt := range []struct {
		name        string
		points      []level.Vec
		closed      bool
		kind        level.Kind
		curves      bool
		from, limit int // range of the number of vertices
	}{
		{"a circle", circle, true, level.Polygon, false, 8, 30},
		{"a wave", wave, false, level.Chain, false, 5, 20},
		{"a figure of eight", eight, true, level.Chain, false, 8, 40},
		{"a circle of curves", circle, true, level.Polygon, true, 2, 6},
		{"a wave of curves", wave, false, level.Chain, true, 3, 6},
		{"a figure of eight of curves", eight, true, level.Chain, true, 3, 8},
	} {
		m, ok := editor.Freehand(tt.points, tt.closed, 4, 1, tt.curves)
		if n := len(m.Shape.Points); !ok || m.Shape.Kind != tt.kind || n < tt.from || n > tt.limit ||
			m.Shape.Kind == level.Chain && m.Shape.Closed != tt.closed {
			t.Errorf("%s: %v %v with %d vertices", tt.name, ok, m.Shape.Kind, n)
		}
		if _, err := m.Shape.Bake(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	m, _ := editor.Freehand(wave, false, 4, 1, true)
	first, last := m.Shape.Points[0].Add(m.Offset), m.Shape.Points[len(m.Shape.Points)-1].Add(m.Offset)
	if first.Dist(wave[0]) > 1e-9 || last.Dist(wave[99]) > 1e-9 {
		t.Errorf("the ends moved to %v and %v", first, last)
	}
	if m, _ := editor.Freehand(circle, true, 4, 1, false); math.Abs(areaOf(m.Shape.Points)-math.Pi*2500) > 250 {
		t.Errorf("the circle has the area %g", areaOf(m.Shape.Points))
	}
}

// Any hand-drawn line gives a valid shape or none.
func TestRandomFreehand(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(rapid.Map(rapid.IntRange(-3, 3), func(i int) float64 {
			return float64(i) * 10
		}), rapid.Float64Range(-1e4, 1e4))
		points := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) level.Vec {
			return v(coordinate.Draw(t, "x"), coordinate.Draw(t, "y"))
		}), 0, 40).Draw(t, "points")
		amount := rapid.SampledFrom([]float64{0, 0.01, 1, 4, 100, 1e5})
		closed := rapid.Bool().Draw(t, "closed")
		smoothing, tolerance := amount.Draw(t, "smoothing"), amount.Draw(t, "tolerance")
		m, ok := editor.Freehand(points, closed, smoothing, tolerance, true)
		if lines, also := editor.Freehand(points, closed, smoothing, tolerance, false); ok && also &&
			len(m.Shape.Points) > len(lines.Shape.Points) {
			t.Fatalf("curves %v have %d vertices, lines %v %d", ok, len(m.Shape.Points), also, len(lines.Shape.Points))
		}
		if !ok {
			return
		}
		if _, err := m.Shape.Bake(); err != nil {
			t.Fatal(err)
		}
	})
}

// A fitted line is within the tolerance of the drawn line, its corners stay corners, and its straight sides stay
// straight.
func TestFreehandCurvesAreNear(t *testing.T) {
	t.Parallel()
	farthest := func(m editor.MadeShape, points []level.Vec) (worst float64) {
		for _, p := range points {
			d := math.Inf(1)
			for i := range m.Shape.Edges() {
				edge := m.Shape.EdgeTrack(i)
				q := edge.At(edge.Nearest(p.Sub(m.Offset)))
				d = min(d, q.Add(m.Offset).Dist(p))
			}
			worst = max(worst, d)
		}
		return worst
	}
	var wave, heart, box []level.Vec
	for i := range 200 {
		x := float64(i)
		wave = append(wave, v(2*x, 40*math.Sin(x/15)+10*math.Sin(x/4)))
		a := float64(i) / 200 * 2 * math.Pi
		s, c := math.Sincos(a)
		heart = append(heart, v(60*s*s*s, -50*c+20*math.Cos(2*a)+8*math.Cos(3*a)))
	}
	for _, side := range [][2]level.Vec{
		{v(0, 0), v(100, 0)},
		{v(100, 0), v(100, 60)},
		{v(100, 60), v(0, 60)},
		{v(0, 60), v(0, 0)},
	} {
		for k := range 40 {
			box = append(box, side[0].Lerp(side[1], float64(k)/40))
		}
	}
	for name, tt := range map[string]struct {
		points      []level.Vec
		closed      bool
		tolerance   float64
		from, limit int
		curves      bool
	}{
		"a wave, finely":  {wave, false, 0.25, 8, 40, true},
		"a wave, roughly": {wave, false, 4, 4, 20, true},
		"a heart":         {heart, true, 0.5, 3, 8, true},
		"a box":           {box, true, 1, 4, 4, false},
	} {
		m, ok := editor.Freehand(tt.points, tt.closed, 0, tt.tolerance, true)
		if !ok || m.Shape.IsDetailed() != tt.curves || len(m.Shape.Points) < tt.from || len(m.Shape.Points) > tt.limit {
			t.Errorf("%s: %v, %d vertices, %d curves", name, ok, len(m.Shape.Points), len(m.Shape.Details().Curves))
		}
		if off := farthest(m, tt.points); off > tt.tolerance*1.0001 {
			t.Errorf("%s: %g from the drawn line", name, off)
		}
	}
}
