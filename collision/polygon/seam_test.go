package polygon

import (
	"fmt"
	"math"
	"testing"

	"fillet/collision"
)

// piecesOf decomposes a region into shapes with a radius.
func piecesOf(t testing.TB, loops [][]collision.Vec, r float64, rounding Rounding) []collision.Shape {
	t.Helper()
	p, _, err := RoundRegion(loops, r, rounding)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func contactOf(t *testing.T, a, b collision.Body) (collision.Contact, bool) {
	t.Helper()
	w := collision.NewWorld()
	w.Put(1, a)
	w.Put(2, b)
	w.Update()
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	return w.Contact(1, 2)
}

// floors returns floors with their surface at y = 0 and the ground below it. y points down.
func floors(t *testing.T) map[string][]collision.Shape {
	boxes := func(r float64, xs ...float64) []collision.Shape {
		var s []collision.Shape
		for i := 0; i+1 < len(xs); i++ {
			s = append(s, mustNew(t, rect(xs[i], r, xs[i+1], 40), r))
		}
		return s
	}
	tri := func(loops ...[]collision.Vec) []collision.Shape {
		var s []collision.Shape
		for _, l := range loops {
			s = append(s, mustNew(t, l, 0))
		}
		return s
	}
	steps := []collision.Vec{
		{X: -100, Y: 0},
		{X: 100, Y: 0},
		{X: 100, Y: 60},
		{X: 50, Y: 60},
		{X: 50, Y: 30},
		{X: -20, Y: 30},
		{X: -20, Y: 60},
		{X: -100, Y: 60},
	}
	return map[string][]collision.Shape{
		"two boxes":    boxes(0, -100, 0, 100),
		"sliver":       boxes(0, -100, 0, 1, 100),
		"many":         boxes(0, -100, -30, -3, -1, 0, 1, 2, 3, 50, 100),
		"rounded":      boxes(4, -100, 0, 100),
		"rounded many": boxes(4, -100, -5, -2, 0, 1, 7, 100),
		"triangles": tri([]collision.Vec{{X: -100, Y: 0}, {X: 0, Y: 0}, {X: -50, Y: 40}},
			[]collision.Vec{{X: 0, Y: 0}, {X: 50, Y: 40}, {X: -50, Y: 40}},
			[]collision.Vec{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 50, Y: 40}}),
		"layers": tri(rect(-100, 0, 100, 3), rect(-100, 3, 0, 40), rect(0, 3, 100, 40)),
		"brick": tri(rect(-100, 0, -4, 8), rect(-4, 0, 6, 8), rect(6, 0, 100, 8), rect(-100, 8, 1, 16),
			rect(1, 8, 100, 16)),
		"decomposed":    piecesOf(t, [][]collision.Vec{steps}, 0, RoundInset),
		"decomposed r4": piecesOf(t, [][]collision.Vec{steps}, 4, RoundInset),
	}
}

func TestBodiesSinkIntoSeamsStraight(t *testing.T) {
	t.Parallel()
	shapes := map[string]collision.Shape{
		"box":     mustBox(t, 5, 10, 0),
		"narrow":  mustBox(t, 1, 10, 0),
		"wide":    mustBox(t, 30, 10, 0),
		"rounded": mustBox(t, 3, 8, 2),
		"capsule": mustNew(t, []collision.Vec{{X: 0, Y: -6}, {X: 0, Y: 6}}, 4),
		"circle":  mustNew(t, []collision.Vec{{X: 0, Y: 0}}, 10),
	}
	for fname, floor := range floors(t) {
		for sname, s := range shapes {
			for _, x := range []float64{0, -4, -1, -0.5, 0.5, 0.25, 1, 2, 4.5, -6, 9} {
				for _, depth := range []float64{0, 1, 5} {
					for _, turn := range []float64{0, 0.8} {
						xf := collision.NewTransform(collision.Vec{}, turn)
						a := collision.Body{Shapes: floor, Transform: xf}
						b := collision.Body{Shapes: []collision.Shape{s}, Transform: xf.Mul(at(x, depth-10))}
						what := fmt.Sprintf("%s %s at %v turned %v", sname, fname, x, turn)
						checkUp(t, what, a, b, xf.Q.Apply(collision.Vec{X: 0, Y: -1}), depth)
					}
				}
			}
		}
	}
}

// checkUp checks the contact between a floor and a body, in both orders.
func checkUp(t *testing.T, what string, a, b collision.Body, up collision.Vec, depth float64) {
	t.Helper()
	for _, swapped := range []bool{false, true} {
		if swapped {
			a, b, up = b, a, up.Neg()
		}
		c, ok := contactOf(t, a, b)
		if !ok {
			t.Errorf("%s, swapped %v: no contact at depth %v", what, swapped, depth)
			continue
		}
		if !near(c.Depth(), depth, 1e-6) {
			t.Errorf("%s, swapped %v: depth %v, want %v", what, swapped, c.Depth(), depth)
		}
		for _, m := range c.Manifolds {
			if !nearVec(m.Normal, up, 1e-6) {
				t.Errorf("%s, swapped %v, depth %v: normal %v, want %v (%d manifolds)", what, swapped, depth, m.Normal,
					up, len(c.Manifolds))
				break
			}
		}
	}
}

// Compounds that meet at a vertex shared by two pieces of each only touch, whatever directions the seams leave them to
// push in.
func TestVerticesOfSeamsThatTouchAreNotDeep(t *testing.T) {
	t.Parallel()
	arrow := []collision.Vec{{X: -20, Y: -10}, {X: 30, Y: -5}, {X: 10, Y: 12}, {}, {X: -15, Y: 15}}
	pieces, err := Decompose(arrow)
	if err != nil {
		t.Fatal(err)
	}
	var shapes []collision.Shape
	for _, p := range pieces {
		s, err := collision.NewShape(p, 0)
		if err != nil {
			t.Fatal(err)
		}
		shapes = append(shapes, s)
	}
	apart := func(a, b collision.Transform) bool {
		for _, p := range shapes {
			for _, q := range shapes {
				if collision.Distance(p, a, q, b).Distance < -1e-9 {
					return false
				}
			}
		}
		return true
	}
	touching := 0
	for _, angle := range []float64{0, math.Pi, 0.3} {
		for i, v := range arrow {
			for j, u := range arrow {
				a, b := at(51, 6), collision.NewTransform(collision.Vec{}, angle)
				b.P = a.Apply(v).Sub(b.Apply(u)) // vertex u on vertex v
				if !apart(a, b) {
					continue
				}
				touching++
				w := collision.NewWorld()
				w.Put(1, collision.Body{Shapes: shapes, Transform: a})
				w.Put(2, collision.Body{Shapes: shapes, Transform: b})
				w.Update()
				if c, ok := w.Contact(1, 2); ok && c.Depth() > w.Slop {
					t.Errorf("vertex %d touches vertex %d of a body turned by %g: %g deep", j, i, angle, c.Depth())
				}
			}
		}
	}
	if touching < 10 {
		t.Errorf("only %d pairs touch: too few for a meaningful test", touching)
	}
}
