package collision

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// chainOf returns an open or a closed chain.
func chainOf(points []Vec, radius float64, closed bool) ([]Shape, error) {
	if closed {
		return Loop(points, radius)
	}
	return Chain(points, radius)
}

// chainBody returns a one-sided chain.
func chainBody(t testing.TB, points []Vec, radius float64, closed bool) Body {
	t.Helper()
	shapes, err := chainOf(points, radius, closed)
	if err != nil {
		t.Fatal(err)
	}
	return Body{Shapes: shapes, Transform: Identity(), Static: true, OneSided: true}
}

func TestSlidingOverAThousandEdgesMeetsOnlyTheFloor(t *testing.T) {
	t.Parallel()
	var points []Vec
	for i := range 1001 {
		points = append(points, Vec{X: float64(i) * 3.7, Y: 0})
	}
	up := Vec{X: 0, Y: -1}
	for _, radius := range []float64{0, 1} {
		w := NewWorld()
		w.Put(1, chainBody(t, points, radius, false))
		for name, s := range map[string]Shape{
			"box": mustBox(t, 4, 4, 0), "rounded box": mustBox(t, 3, 3, 1), "ball": circle(t, Vec{}, 4),
			"capsule": capsule(t, Vec{X: -3, Y: 0}, Vec{X: 3, Y: 0}, 4),
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
					// A cast along the floor hits nothing, and a slightly downward one hits only the floor.
					if h, ok := w.Cast(s, place, Vec{X: 50, Y: 0}, Query{}); ok {
						t.Fatalf("%s at %v, sunk %v, slides into %d: %+v", name, x, sunk, h.Key, h)
					}
					if h, ok := w.Cast(s, place, Vec{X: 50, Y: 1}, Query{}); ok && !nearVec(h.Normal, up, 1e-6) {
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
	t.Parallel()
	square := []Vec{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 100, Y: 100}, {X: 0, Y: 100}} // solid inside
	ball, box := circle(t, Vec{}, 5), mustBox(t, 5, 5, 0)
	diagonal := Vec{X: 1, Y: -1}.Unit()
	for _, c := range []struct {
		name   string
		chain  []Vec
		closed bool
		shape  Shape
		at     Vec
		depth  float64 // -1: no contact
		normal Vec
	}{
		{"on top", square, true, box, Vec{X: 50, Y: -4}, 1, Vec{X: 0, Y: -1}},
		{"on top of a corner", square, true, box, Vec{X: 98, Y: -4}, 1, Vec{X: 0, Y: -1}},
		{"at the right", square, true, ball, Vec{X: 104, Y: 50}, 1, Vec{X: 1, Y: 0}},
		{"ball at a corner", square, true, ball, Vec{X: 100, Y: 0}.Add(diagonal.Mul(4)), 1, diagonal},
		{"behind an edge", square, true, ball, Vec{X: 50, Y: 4}, -1, Vec{}},
		{"inside", square, true, box, Vec{X: 50, Y: 50}, -1, Vec{}},
		{
			"from inside a room",
			[]Vec{{X: 0, Y: 100}, {X: 100, Y: 100}, {X: 100, Y: 0}, {X: 0, Y: 0}},
			true, box,
			Vec{X: 50, Y: 96},
			1,
			Vec{X: 0, Y: -1},
		},
		{
			"below an open floor",
			[]Vec{{X: 0, Y: 0}, {X: 50, Y: 0}, {X: 100, Y: 0}},
			false, box,
			Vec{X: 50, Y: 4},
			-1,
			Vec{},
		},
		{
			"rolling off the end",
			[]Vec{{X: 0, Y: 0}, {X: 50, Y: 0}, {X: 100, Y: 0}},
			false, ball,
			Vec{X: 100, Y: 0}.Add(diagonal.Mul(4)), 1, diagonal,
		},
		{
			"into the end from below",
			[]Vec{{X: 0, Y: 0}, {X: 50, Y: 0}, {X: 100, Y: 0}},
			false, ball,
			Vec{X: 104, Y: 1},
			-1,
			Vec{},
		},
		{
			"before a concave corner",
			[]Vec{{X: 0, Y: 0}, {X: 50, Y: 0}, {X: 50, Y: -50}},
			false, box,
			Vec{X: 40, Y: -4},
			1,
			Vec{X: 0, Y: -1},
		},
	} {
		for _, turn := range []float64{0, 0.7, math.Pi / 2, 3} {
			for _, swapped := range []bool{false, true} {
				xf := NewTransform(Vec{X: 3, Y: 4}, turn)
				a, b := chainBody(t, c.chain, 0, c.closed), Body{
					Shapes:    []Shape{c.shape},
					Transform: xf.Mul(at(c.at.X, c.at.Y)),
				}
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
	t.Parallel()
	c, ok := contactOf(t, chainBody(t, []Vec{{X: 0, Y: 0}, {X: 50, Y: 0}, {X: 50, Y: -50}}, 0, false),
		Body{Shapes: []Shape{mustBox(t, 5, 5, 0)}, Transform: at(46, -4)})
	if !ok || len(c.Manifolds) != 2 || !nearVec(c.Manifolds[0].Normal, Vec{X: 0, Y: -1}, 1e-9) ||
		!nearVec(c.Manifolds[1].Normal, Vec{X: -1, Y: 0}, 1e-9) {
		t.Errorf("contact %v %+v", ok, c)
	}
}

func TestRaysAndCastsPassOneSidedChainsFromBehind(t *testing.T) {
	t.Parallel()
	w := NewWorld()
	w.Put(1, chainBody(t, []Vec{{X: 0, Y: 0}, {X: 50, Y: 0}, {X: 100, Y: 0}}, 0, false))
	for _, c := range []struct {
		from, dir Vec
		want      bool
	}{
		{Vec{X: 50, Y: -10}, Vec{X: 0, Y: 1}, true},
		{Vec{X: 20, Y: -10}, Vec{X: 0, Y: 1}, true},
		{Vec{X: 50, Y: 10}, Vec{X: 0, Y: -1}, false},
		{Vec{X: 20, Y: 10}, Vec{X: 0, Y: -1}, false},
	} {
		for _, radius := range []float64{0, 2} {
			hit, ok := w.Raycast(Ray{Origin: c.from, Dir: c.dir, Max: 40, Radius: radius}, Query{})
			if ok != c.want || ok && !nearVec(hit.Normal, Vec{X: 0, Y: -1}, 1e-9) {
				t.Errorf("ray of radius %v from %v along %v: %v %+v", radius, c.from, c.dir, ok, hit)
			}
			hit, ok = w.Cast(mustBox(t, 2, 2, 0), at(c.from.X, c.from.Y), c.dir.Mul(40), Query{})
			if ok != c.want || ok && (!nearVec(hit.Normal, Vec{X: 0, Y: -1}, 1e-9) || !near(hit.T, 0.2, 1e-9)) {
				t.Errorf("box from %v along %v: %v %+v", c.from, c.dir, ok, hit)
			}
		}
	}
}

// A one-sided chain does not touch bodies behind it, wherever their middle is: here the back of a hanging chain
// overlaps a long ground.
func TestOneSidedChainsIgnoreLargeBodiesBehind(t *testing.T) {
	t.Parallel()
	valley := []Vec{{X: -33}, {Y: 20}, {X: 33}}
	ground := mustBox(t, 1000, 10, 0)
	for _, angle := range []float64{-0.2, 0, 0.3} {
		for _, x := range []float64{-900, -82.78, 0, 82.78, 900} {
			place := NewTransform(Vec{X: x}, angle)
			place.P.Y = 190 - place.Apply(valley[1]).Y
			chain := chainBody(t, valley, 0, false)
			chain.Transform = place
			w := NewWorld()
			w.Put(1, chain)
			w.Put(2, Body{Shapes: []Shape{ground}, Transform: at(0, 200), Static: true})
			w.Update()
			if c, ok := w.Contact(1, 2); ok && c.Depth() > 1e-9 {
				t.Errorf("angle %g, x %g: the chain's back is %g deep in the ground", angle, x, c.Depth())
			}
			// The chain's front does touch the same ground.
			chain.Transform = NewTransform(Vec{X: x, Y: 205}, angle+math.Pi)
			w.Put(1, chain)
			w.Update()
			if c, ok := w.Contact(1, 2); !ok || c.Depth() < 1 {
				t.Errorf("turned over, x %g: the chain's front does not touch the ground", x)
			}
		}
	}
}

// A hull is in front of a one-sided piece if its middle is. If the middle is beyond an end, the part of the hull beside
// the piece decides; the test finds it by sampling the hull's edges.
func TestFacesHull(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawVec(t, "from", 2, true), drawVec(t, "to", 2, true)
		line, err := NewShape([]Vec{a, b}, 0)
		if err != nil || line.Len() != 2 {
			return
		}
		at := drawPose(t, "at", 3)
		s, id := drawShape(t, "s"), Identity()
		h := s.place(&at, nil)
		p := piece{hull: line.place(&id, nil), oneSided: true}
		v, n := p.edges[0].v, p.edges[0].n
		along, length := Vec{X: -n.Y, Y: n.X}, p.edges[0].v.Dist(p.edges[1].v)
		middle := h.middle().Sub(v)
		height := n.Dot(middle)
		const near = 1e-3
		if x := along.Dot(middle); math.Abs(x) < near || math.Abs(x-length) < near {
			return // too close to an end
		} else if x < 0 || x > length {
			low, high := math.Inf(1), math.Inf(-1)
			const steps = 20_000
			for i := range h.edges {
				from, to := h.edges[i].v.Sub(v), h.edges[(i+1)%len(h.edges)].v.Sub(v)
				for k := range steps + 1 {
					if q := from.Lerp(to, float64(k)/steps); along.Dot(q) >= 0 && along.Dot(q) <= length {
						low, high = min(low, n.Dot(q)), max(high, n.Dot(q))
					}
				}
			}
			if low <= high {
				height = (low + high) / 2
			}
		}
		if got := p.facesHull(&h); got != (height >= 0) && math.Abs(height) > near {
			t.Fatalf("facesHull = %v at a height of %g", got, height)
		}
	})
}
