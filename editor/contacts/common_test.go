package contacts_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

func placed(t testing.TB, s level.Shape, at level.Vec, degrees float64) contacts.Placed {
	t.Helper()
	baked, err := s.Bake()
	if err != nil {
		t.Fatal(err)
	}
	return contacts.Placed{Baked: baked, At: collision.NewTransform(at, degrees*math.Pi/180)}
}

func box(w, h, r float64) level.Shape {
	return level.Shape{Kind: level.Box, Size: level.Vec{X: w, Y: h}, Radius: r, Rounding: level.Inset}
}

func areaOf(parts [][]level.Vec) float64 {
	sum := 0.0
	for _, p := range parts {
		for i := 2; i < len(p); i++ {
			sum += p[i-1].Sub(p[0]).Cross(p[i].Sub(p[0])) / 2
		}
	}
	return sum
}

func TestCommonOfKnownShapes(t *testing.T) {
	t.Parallel()
	circle := level.Shape{Kind: level.Circle, Radius: 10}
	frame := level.Shape{
		Kind: level.Polygon, Rounding: level.Inset,
		Points: []level.Vec{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}},
		Holes:  [][]level.Vec{{{X: -30, Y: -30}, {X: 30, Y: -30}, {X: 30, Y: 30}, {X: -30, Y: 30}}},
	}
	line := level.Shape{Kind: level.Chain, Points: []level.Vec{{X: -100, Y: 0}, {X: 100, Y: 0}}}
	for name, c := range map[string]struct {
		a, b contacts.Placed
		area float64
	}{
		"boxes": {
			placed(t, box(20, 20, 0), level.Vec{}, 0),
			placed(t, box(20, 20, 0), level.Vec{X: 15, Y: 12}, 0), 5 * 8,
		},
		"equal boxes": {
			placed(t, box(20, 20, 0), level.Vec{}, 0), placed(t, box(20, 20, 0), level.Vec{}, 0),
			400,
		},
		"a box in a box": {
			placed(t, box(20, 20, 0), level.Vec{}, 0), placed(t, box(4, 4, 0), level.Vec{X: 1}, 30),
			16,
		},
		"apart": {
			placed(t, box(20, 20, 0), level.Vec{}, 0),
			placed(t, box(20, 20, 0), level.Vec{X: 40}, 0), 0,
		},
		"equal circles": {placed(t, circle, level.Vec{}, 0), placed(t, circle, level.Vec{}, 0), math.Pi * 100},
		"two circles": {
			placed(t, circle, level.Vec{}, 0), placed(t, circle, level.Vec{X: 10}, 0),
			2*100*math.Acos(0.5) - 10*math.Sqrt(300)/2,
		},
		"a box over a frame": {
			placed(t, box(200, 10, 0), level.Vec{}, 0), placed(t, frame, level.Vec{}, 0),
			2 * 20 * 10,
		},
		"a box in its hole": {placed(t, box(50, 50, 0), level.Vec{}, 0), placed(t, frame, level.Vec{}, 0), 0},
		"a rounded box's end": {
			placed(t, box(40, 20, 10), level.Vec{}, 0),
			placed(t, box(20, 100, 0), level.Vec{X: 20}, 0), math.Pi * 100 / 2,
		},
		"a line": {placed(t, line, level.Vec{}, 0), placed(t, box(20, 20, 0), level.Vec{}, 0), 0},
	} {
		for _, swapped := range []bool{false, true} {
			a, b := c.a, c.b
			if swapped {
				a, b = b, a
			}
			parts := contacts.Common(a, b, 1e-5)
			if got := areaOf(parts); math.Abs(got-c.area) > 1e-3*(1+c.area) {
				t.Errorf("%s: the common area is %v, want %v", name, got, c.area)
			}
			if name == "a line" && (len(parts) != 1 || len(parts[0]) != 2 ||
				math.Abs(parts[0][0].Dist(parts[0][1])-20) > 1e-9) {
				t.Errorf("a line in a box: %v", parts)
			}
		}
	}
	flat := placed(t, line, level.Vec{}, 0)
	got := contacts.Common(flat, placed(t, line, level.Vec{X: 3, Y: 5}, 90), 1e-5)
	if len(got) != 1 || len(got[0]) != 1 || got[0][0].Dist(level.Vec{X: 3}) > 1e-9 {
		t.Errorf("two lines cross at %v", got)
	}
	for _, c := range []struct {
		shift  level.Vec
		length float64 // length of the common part; -1 for none
	}{
		{level.Vec{}, 200},
		{level.Vec{X: 50}, 150},
		{level.Vec{X: -200}, 0},
		{level.Vec{X: 201}, -1},
		{level.Vec{Y: 1e-3}, -1},
	} {
		turned := collision.NewRot(0.3)
		at := level.Vec{X: 7, Y: 3}
		a := contacts.Placed{Baked: flat.Baked, At: collision.Transform{P: at, Q: turned}}
		b := contacts.Placed{Baked: flat.Baked, At: collision.Transform{P: at.Add(turned.Apply(c.shift)), Q: turned}}
		got, length := contacts.Common(a, b, 1e-5), -1.0
		if len(got) == 1 {
			length = got[0][0].Dist(got[0][len(got[0])-1])
		}
		if math.Abs(length-c.length) > 1e-6 {
			t.Errorf("two lines, one shifted by %v along itself, share %v", c.shift, got)
		}
	}
	steep, apart := placed(t, line, level.Vec{}, 45), placed(t, line, level.Vec{X: 60, Y: -90}, 90)
	if got := append(contacts.Common(steep, apart, 1e-5), contacts.Common(apart, steep, 1e-5)...); len(got) > 0 {
		t.Errorf("two lines that do not cross share %v", got)
	}
}

// A point is in the common area of two shapes if and only if it is in both.
func TestCommonIsTheIntersection(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		shape := func(name string) contacts.Placed {
			number := func(what string, from, to float64) float64 {
				return rapid.Float64Range(from, to).Draw(t, name+" "+what)
			}
			s := box(number("width", 5, 60), number("height", 5, 60), 0)
			switch rapid.IntRange(0, 3).Draw(t, name+" kind") {
			case 0:
				s.Radius = number("radius", 0, min(s.Size.X, s.Size.Y)/2)
			case 1:
				s = level.Shape{Kind: level.Circle, Radius: number("radius", 3, 30)}
			case 2:
				s = level.Shape{
					Kind: level.Polygon, Rounding: level.Outset, Radius: number("radius", 0, 9),
					Points: []level.Vec{
						{X: -30, Y: -30},
						{X: 30, Y: -30},
						{X: 30, Y: -10},
						{X: -10, Y: -10},
						{X: -10, Y: 30},
						{X: -30, Y: 30},
					},
				}
			case 3:
				s = level.Shape{
					Kind: level.Chain, Radius: number("radius", 1, 6),
					Points: []level.Vec{{X: -30}, {X: 0, Y: 12}, {X: 30, Y: -9}},
				}
			}
			baked, err := s.Bake()
			if err != nil {
				t.Fatal(err)
			}
			at := level.Vec{X: number("x", -30, 30), Y: number("y", -30, 30)}
			return contacts.Placed{Baked: baked, At: collision.NewTransform(at, number("angle", -4, 4))}
		}
		a, b := shape("a"), shape("b")
		const tolerance = 1e-3
		parts := contacts.Common(a, b, tolerance)
		depth := func(p contacts.Placed, v level.Vec) float64 {
			least := math.Inf(1)
			for _, s := range p.Baked.Pieces {
				_, d := s.Closest(p.At, v)
				least = min(least, d)
			}
			return least
		}
		for range 60 {
			v := level.Vec{X: rapid.Float64Range(-60, 60).Draw(t, "px"), Y: rapid.Float64Range(-60, 60).Draw(t, "py")}
			da, db := depth(a, v), depth(b, v)
			if math.Abs(da) < 2*tolerance || math.Abs(db) < 2*tolerance {
				continue
			}
			in := false
			for _, p := range parts {
				in = in || holds(p, v)
			}
			if want := da < 0 && db < 0; in != want {
				t.Fatalf("%v is in the common area: %v, want %v (distances %v and %v)", v, in, want, da, db)
			}
		}
	})
}

func holds(p []level.Vec, v level.Vec) bool {
	for i, a := range p {
		if p[(i+1)%len(p)].Sub(a).Cross(v.Sub(a)) < 0 {
			return false
		}
	}
	return len(p) > 2
}
