package collision

import (
	"fmt"
	"math"
	"testing"
)

// chainOf is an open or a closed chain.
func chainOf(points []Vec, radius float64, closed bool) ([]Shape, error) {
	if closed {
		return Loop(points, radius)
	}
	return Chain(points, radius)
}

// chainBody is a one-sided chain.
func chainBody(t testing.TB, points []Vec, radius float64, closed bool) Body {
	t.Helper()
	shapes, err := chainOf(points, radius, closed)
	if err != nil {
		t.Fatal(err)
	}
	return Body{Shapes: shapes, Transform: Identity(), Static: true, OneSided: true}
}

func TestSlidingOverAThousandEdgesMeetsOnlyTheFloor(t *testing.T) {
	var points []Vec
	for i := range 1001 {
		points = append(points, Vec{float64(i) * 3.7, 0})
	}
	up := Vec{0, -1}
	for _, radius := range []float64{0, 1} {
		w := NewWorld()
		w.Put(1, chainBody(t, points, radius, false))
		for name, s := range map[string]Shape{
			"box": mustBox(t, 4, 4, 0), "rounded box": mustBox(t, 3, 3, 1), "ball": circle(t, Vec{}, 4), "capsule": capsule(t, Vec{-3, 0}, Vec{3, 0}, 4),
		} {
			for _, sunk := range []float64{0, 0.001, 0.5, 3} {
				for x := 20.0; x < 3600; x += 17.03 {
					place := at(x, -4-radius+sunk)
					w.Put(2, Body{Shapes: []Shape{s}, Transform: place})
					w.Update()
					c, ok := w.Contact(1, 2)
					if !ok {
						t.Fatalf("%s at %v, sunk %v: no contact", name, x, sunk)
					}
					if !near(c.Depth(), sunk, 1e-9) {
						t.Fatalf("%s at %v, sunk %v: depth %v", name, x, sunk, c.Depth())
					}
					for _, m := range c.Manifolds {
						if !nearVec(m.Normal, up, 1e-6) {
							t.Fatalf("%s at %v, sunk %v: normal %v, want %v", name, x, sunk, m.Normal, up)
						}
					}
					w.Remove(2)
					w.Update()
					// Along the floor nothing is in the way; a slope stops only by the floor.
					if h, ok := w.Cast(s, place, Vec{50, 0}, Query{}); ok {
						t.Fatalf("%s at %v, sunk %v, slides into %d: %+v", name, x, sunk, h.Key, h)
					}
					if h, ok := w.Cast(s, place, Vec{50, 1}, Query{}); ok && !nearVec(h.Normal, up, 1e-6) {
						t.Fatalf("%s at %v, sunk %v: cast meets %+v", name, x, sunk, h)
					}
				}
			}
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOneSidedChainsAreSolidFromTheirFront(t *testing.T) {
	square := []Vec{{0, 0}, {100, 0}, {100, 100}, {0, 100}} // solid inside
	ball, box := circle(t, Vec{}, 5), mustBox(t, 5, 5, 0)
	diagonal := Vec{1, -1}.Unit()
	for _, c := range []struct {
		name   string
		chain  []Vec
		closed bool
		shape  Shape
		at     Vec
		depth  float64 // -1: no contact
		normal Vec
	}{
		{"on top", square, true, box, Vec{50, -4}, 1, Vec{0, -1}},
		{"on top of a corner", square, true, box, Vec{98, -4}, 1, Vec{0, -1}},
		{"at the right", square, true, ball, Vec{104, 50}, 1, Vec{1, 0}},
		{"ball at a corner", square, true, ball, Vec{100, 0}.Add(diagonal.Mul(4)), 1, diagonal},
		{"behind an edge", square, true, ball, Vec{50, 4}, -1, Vec{}},
		{"inside", square, true, box, Vec{50, 50}, -1, Vec{}},
		{"from inside a room", []Vec{{0, 100}, {100, 100}, {100, 0}, {0, 0}}, true, box, Vec{50, 96}, 1, Vec{0, -1}},
		{"below an open floor", []Vec{{0, 0}, {50, 0}, {100, 0}}, false, box, Vec{50, 4}, -1, Vec{}},
		{"rolling off the end", []Vec{{0, 0}, {50, 0}, {100, 0}}, false, ball, Vec{100, 0}.Add(diagonal.Mul(4)), 1, diagonal},
		{"into the end from below", []Vec{{0, 0}, {50, 0}, {100, 0}}, false, ball, Vec{104, 1}, -1, Vec{}},
		{"before a concave corner", []Vec{{0, 0}, {50, 0}, {50, -50}}, false, box, Vec{40, -4}, 1, Vec{0, -1}},
	} {
		for _, turn := range []float64{0, 0.7, math.Pi / 2, 3} {
			for _, swapped := range []bool{false, true} {
				xf := NewTransform(Vec{3, 4}, turn)
				a, b := chainBody(t, c.chain, 0, c.closed), Body{Shapes: []Shape{c.shape}, Transform: xf.Mul(at(c.at.X, c.at.Y))}
				a.Transform = xf
				normal := xf.Q.Apply(c.normal)
				if swapped {
					a, b, normal = b, a, normal.Neg()
				}
				got, ok := contactOf(t, a, b)
				what := fmt.Sprintf("%s, turned %v, swapped %v", c.name, turn, swapped)
				if ok != (c.depth >= 0) {
					t.Errorf("%s: contact %v", what, ok)
					continue
				}
				if !ok {
					continue
				}
				if !near(got.Depth(), c.depth, 1e-9) {
					t.Errorf("%s: depth %v, want %v", what, got.Depth(), c.depth)
				}
				for _, m := range got.Manifolds {
					if !nearVec(m.Normal, normal, 1e-6) {
						t.Errorf("%s: normal %v, want %v", what, m.Normal, normal)
					}
				}
			}
		}
	}
}

func TestBoxInAConcaveCornerMeetsBothWalls(t *testing.T) {
	c, ok := contactOf(t, chainBody(t, []Vec{{0, 0}, {50, 0}, {50, -50}}, 0, false),
		Body{Shapes: []Shape{mustBox(t, 5, 5, 0)}, Transform: at(46, -4)})
	if !ok || len(c.Manifolds) != 2 || !nearVec(c.Manifolds[0].Normal, Vec{0, -1}, 1e-9) || !nearVec(c.Manifolds[1].Normal, Vec{-1, 0}, 1e-9) {
		t.Errorf("contact %v %+v", ok, c)
	}
}

func TestRaysAndCastsPassOneSidedChainsFromBehind(t *testing.T) {
	w := NewWorld()
	w.Put(1, chainBody(t, []Vec{{0, 0}, {50, 0}, {100, 0}}, 0, false))
	for _, c := range []struct {
		from, dir Vec
		want      bool
	}{
		{Vec{50, -10}, Vec{0, 1}, true},
		{Vec{20, -10}, Vec{0, 1}, true},
		{Vec{50, 10}, Vec{0, -1}, false},
		{Vec{20, 10}, Vec{0, -1}, false},
	} {
		for _, radius := range []float64{0, 2} {
			hit, ok := w.Raycast(Ray{Origin: c.from, Dir: c.dir, Max: 40, Radius: radius}, Query{})
			if ok != c.want || ok && !nearVec(hit.Normal, Vec{0, -1}, 1e-9) {
				t.Errorf("ray of radius %v from %v along %v: %v %+v", radius, c.from, c.dir, ok, hit)
			}
			hit, ok = w.Cast(mustBox(t, 2, 2, 0), at(c.from.X, c.from.Y), c.dir.Mul(40), Query{})
			if ok != c.want || ok && (!nearVec(hit.Normal, Vec{0, -1}, 1e-9) || !near(hit.T, 0.2, 1e-9)) {
				t.Errorf("box from %v along %v: %v %+v", c.from, c.dir, ok, hit)
			}
		}
	}
}
