package collision

import (
	"math"
	"testing"
)

// The traps are inputs that break published algorithms. Each test states the exact answer; its comment describes the
// trap.

func capsule(t testing.TB, a, b Vec, r float64) Shape { return mustNew(t, []Vec{a, b}, r) }

func circle(t testing.TB, c Vec, r float64) Shape { return mustNew(t, []Vec{c}, r) }

// polygon returns a regular polygon of n vertices on a circle of radius r.
func polygon(t testing.TB, n int, r, round float64) Shape {
	v := make([]Vec, n)
	for i := range v {
		v[i] = NewRot(2 * math.Pi * float64(i) / float64(n)).Apply(Vec{X: r, Y: 0})
	}
	return mustNew(t, v, round)
}

// want checks a pair's distance, normal and manifold, in both orders.
func want(t *testing.T, a Shape, xa Transform, b Shape, xb Transform, sd float64, normal *Vec, tol float64) {
	t.Helper()
	agree(t, t.Name(), 0, a, xa, b, xb, Distance(a, xa, b, xb).Distance, 1e-9)
	agree(t, t.Name()+" swapped", 0, b, xb, a, xa, Distance(b, xb, a, xa).Distance, 1e-9)
	d := Distance(a, xa, b, xb)
	if !near(d.Distance, sd, tol) {
		t.Errorf("Distance = %v, want %v", d.Distance, sd)
	}
	if s := Distance(b, xb, a, xa); !near(s.Distance, sd, tol) {
		t.Errorf("swapped Distance = %v, want %v", s.Distance, sd)
	}
	if normal != nil && !nearVec(d.Normal, *normal, 1e-2) {
		t.Errorf("normal = %v, want %v", d.Normal, *normal)
	}
}

func vec(x, y float64) *Vec { return &Vec{X: x, Y: y} }

func TestTraps(t *testing.T) {
	t.Parallel()
	id := Identity()
	box1 := mustBox(t, 1, 1, 0)
	box1r5 := mustBox(t, 1, 1, 0.5)

	t.Run("T1", func(t *testing.T) { // sign of the projection on an edge
		on, d := capsule(t, Vec{X: 0, Y: 0}, Vec{X: 2, Y: 0}, 0).Closest(id, Vec{X: 1.5, Y: 2})
		if !nearVec(on, Vec{X: 1.5, Y: 0}, 1e-12) || !near(d, 2, 1e-12) {
			t.Errorf("Closest = %v, %v", on, d)
		}
	})
	t.Run("T2", func(t *testing.T) { // sign of the inside test
		b := mustBox(t, 2, 1, 0)
		if _, d := b.Closest(id, Vec{X: 0.5, Y: 3}); d != 2 || b.Contains(id, Vec{X: 0.5, Y: 3}) {
			t.Errorf("distance %v", d)
		}
	})
	t.Run("T3", func(t *testing.T) { // on the inner boundary: 0/0
		on, d := box1r5.Closest(id, Vec{X: 1, Y: 0})
		if d != -0.5 || !nearVec(on, Vec{X: 1.5, Y: 0}, 1e-12) {
			t.Errorf("Closest = %v, %v", on, d)
		}
		want(t, box1, id, circle(t, Vec{X: 1, Y: 0}, 0.3), id, -0.3, vec(1, 0), 1e-12)
		want(t, capsule(t, Vec{X: -1, Y: 0}, Vec{X: 1, Y: 0}, 0.5), id, circle(t, Vec{X: 0.5, Y: 0}, 0.3), id, -0.8,
			nil, 1e-12)
	})
	t.Run("T4", func(t *testing.T) { // the axis between two vertices
		want(t, box1r5, id, box1r5, at(2.8, 2.8), 0.8*math.Sqrt2-1, vec(0.707, 0.707), 1e-12)
		want(t, box1r5, id, box1r5, at(2.6, 2.6), 0.6*math.Sqrt2-1, vec(0.707, 0.707), 1e-12)
	})
	t.Run("T5", func(t *testing.T) { // the deepest vertex projects beyond the edge
		want(t, capsule(t, Vec{X: 0, Y: -0.5}, Vec{X: 2, Y: -0.5}, 1), id,
			capsule(t, Vec{X: -0.25, Y: -2}, Vec{X: -0.25, Y: -0.75}, 1), id,
			-1.6464, vec(-0.707, -0.707), 1e-4)
	})
	for _, trap := range []string{"T6", "T7"} { // which end of a parallel edge
		t.Run(trap, func(t *testing.T) {
			for _, x := range []float64{-2.5, 2.5} {
				for _, y := range []float64{-2.6, 2.6} {
					n := Vec{X: math.Copysign(0.640, x), Y: math.Copysign(0.768, y)}
					want(t, box1r5, id, box1r5, at(x, y), math.Hypot(0.5, 0.6)-1, &n, 1e-12)
				}
			}
		})
	}
	t.Run("T8", func(t *testing.T) { // collinear capsules tie on every axis
		c := capsule(t, Vec{X: -1, Y: 0}, Vec{X: 1, Y: 0}, 0.5)
		want(t, c, id, c, at(2.8, 0), -0.2, vec(1, 0), 1e-12)
		want(t, c, id, c, at(-2.8, 0), -0.2, vec(-1, 0), 1e-12)
		want(t, c, id, c, at(9, 0), 6, vec(1, 0), 1e-12)
	})
	t.Run("T9", func(t *testing.T) { // a distance test rejects deep overlap
		want(t, capsule(t, Vec{X: 0, Y: 0.5}, Vec{X: 0, Y: -0.5}, 0.1), id, mustBox(t, 4, 1.5, 0.1), id, -2.2, nil,
			1e-12)
		tri := mustNew(t, []Vec{{X: -1.75, Y: 1.25}, {X: 0.5, Y: -0.5}, {X: 2, Y: -1.5}}, 0.5)
		want(t, tri, id, capsule(t, Vec{X: -0.5, Y: -2}, Vec{X: 1, Y: 1.25}, 1), id, -3.1883, vec(-0.614, -0.789), 1e-4)
	})
	t.Run("T10", func(t *testing.T) { // clipping the outer edges loses depth
		q := NewRot(20 * math.Pi / 180)
		from := Vec{X: 0, Y: 1.2}
		c := capsule(t, from, from.Add(q.Apply(Vec{X: 0.5, Y: 0})), 0.5)
		want(t, mustBox(t, 2, 1, 0), id, c, id, -0.3, vec(0, 1), 1e-12)
		if m, _ := Collide(mustBox(t, 2, 1, 0), id, c, id, 0); !near(m.Depth(), 0.3, 1e-12) {
			t.Errorf("manifold %+v", m)
		}
	})
	t.Run("T11", func(t *testing.T) { // two clipped points are not the final answer
		c := capsule(t, Vec{X: -0.2, Y: 0}, Vec{X: 0.2, Y: 0}, 0.5)
		want(t, polygon(t, 6, 1.3, 0.5), id, c, NewTransform(Vec{X: 0.9, Y: 1.3}, 200*math.Pi/180), -0.8774,
			vec(0.506, 0.862), 1e-4)
	})
	t.Run("T12", func(t *testing.T) { // containment: min(max) - max(min)
		want(t, mustBox(t, 5, 5, 0), id, mustBox(t, 0.5, 0.5, 0), at(4, 0), -1.5, vec(1, 0), 1e-12)
	})
	t.Run("T13", func(t *testing.T) { // n and -n tie
		left := mustNew(t, []Vec{{X: -1, Y: 1}, {X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}}, 0)
		want(t, left, id, box1, at(1.5, 0), -0.5, vec(1, 0), 1e-12)
	})
	t.Run("T14", func(t *testing.T) { // coincident centres, a capsule of one point
		want(t, circle(t, Vec{}, 1), id, circle(t, Vec{}, 1), id, -2, nil, 1e-12)
		want(t, mustBox(t, 5, 5, 0), id, circle(t, Vec{}, 0.5), id, -5.5, nil, 1e-12)
		c := capsule(t, Vec{}, Vec{}, 1)
		if Overlap(c, id, circle(t, Vec{}, 1), at(100, 100)) {
			t.Error("a capsule of one point hits at distance 141")
		}
		want(t, c, id, circle(t, Vec{}, 1), at(100, 100), 100*math.Sqrt2-2, vec(0.707, 0.707), 1e-9)
	})
	t.Run("T15", func(t *testing.T) { // the segment's point nearest the box's centre
		want(t, mustBox(t, 10, 1, 0), id, capsule(t, Vec{X: 9, Y: 1.5}, Vec{X: 0, Y: 4}, 1), id, -0.5, vec(0, 1), 1e-12)
	})
	t.Run("T16", func(t *testing.T) { // closest points between segments
		want(t, capsule(t, Vec{X: 0, Y: 0}, Vec{X: 2, Y: 0}, 0), id, capsule(t, Vec{X: 0, Y: 1}, Vec{X: 2, Y: 1}, 0),
			id, 1, vec(0, 1), 1e-12)
	})
	t.Run("T17", func(t *testing.T) { // coincidence tested before the radius
		want(t, circle(t, Vec{}, 0.005), id, circle(t, Vec{}, 0.005), at(0.03, 0), 0.02, vec(1, 0), 1e-12)
	})
	t.Run("T18", func(t *testing.T) { // a negative distance squared
		b := mustBox(t, 2, 1, 0.5)
		if _, d := b.Closest(id, Vec{X: 0, Y: 1.2}); !near(d, -0.3, 1e-12) || !b.Contains(id, Vec{X: 0, Y: 1.2}) {
			t.Errorf("distance %v", d)
		}
	})
	t.Run("T19", func(t *testing.T) { // a ray from inside the mitred corner
		h, ok := mustBox(t, 1, 1, 1).Raycast(id, Ray{Origin: Vec{X: 1.9, Y: 1.9}, Dir: Vec{X: -1, Y: -1}, Max: 10})
		if !ok || !near(h.T*math.Sqrt2, 0.9*math.Sqrt2-1, 1e-12) || !nearVec(h.Normal, Vec{X: 0.707, Y: 0.707}, 1e-3) {
			t.Errorf("hit %+v, %v", h, ok)
		}
	})
	t.Run("T20", func(t *testing.T) { // a ray from inside the slab, beyond the cap
		h, ok := capsule(t, Vec{X: -2, Y: 0}, Vec{X: 2, Y: 0}, 1).Raycast(id,
			Ray{Origin: Vec{X: 5, Y: 0}, Dir: Vec{X: -1, Y: 0.05}, Max: 10})
		if !ok || !near(h.T*Vec{X: -1, Y: 0.05}.Len(), 2.0075, 1e-4) {
			t.Errorf("hit %+v, %v", h, ok)
		}
	})
	t.Run("T21", func(t *testing.T) { // the normal must be rotated to the world
		h, ok := box1.Raycast(NewTransform(Vec{}, math.Pi/6), Ray{
			Origin: Vec{X: 3, Y: 0}, Dir: Vec{X: -1, Y: 0},
			Max: 10,
		})
		if !ok || !nearVec(h.Normal, Vec{X: 0.866, Y: 0.5}, 1e-3) {
			t.Errorf("hit %+v, %v", h, ok)
		}
	})
	mass := func(t *testing.T, s Shape, area, inertia float64, c Vec) {
		t.Helper()
		m := s.Mass(1)
		if !near(m.Inertia, inertia, 1e-3) || area > 0 && !near(m.Area, area, 1e-4) || !nearVec(m.Centroid, c, 1e-4) ||
			m.Mass != m.Area {
			t.Errorf("mass %+v", m)
		}
	}
	t.Run("T22", func(t *testing.T) {
		mass(t, capsule(t, Vec{X: -1, Y: 0}, Vec{X: 1, Y: 0}, 1), 4+math.Pi, 10.0457, Vec{})
	})
	t.Run("T23", func(t *testing.T) { mass(t, box1r5, 8.7854, 12.6690, Vec{}) })
	t.Run("T24", func(t *testing.T) { mass(t, polygon(t, 8, 1, 0.3), 4.9481, 3.9036, Vec{}) })
	t.Run("T25", func(t *testing.T) {
		mass(t, mustNew(t, []Vec{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 0, Y: 1}}, 0.6), 6.9283, 10.9363,
			Vec{X: 1.2368, Y: 0.3016})
	})
	t.Run("T26", func(t *testing.T) { // boxes inserted in order
		var tr Tree
		for i := range 4000 {
			x := float64(i) * 1.5
			tr.Put(int32(i), AABB{Min: Vec{X: x, Y: 0}, Max: Vec{X: x + 1, Y: 1}})
		}
		if h := tr.height(); tr.validate() != nil || h > 16 {
			t.Errorf("the tree has height %d, %v", h, tr.validate())
		}
		w := NewWorld()
		for i := range 4000 {
			w.Put(Key(i+1), Body{Shapes: []Shape{box1}, Transform: at(float64(i)*3, 0)})
			w.Update()
		}
		if h := w.tree.height(); h > 16 {
			t.Errorf("the world's tree has height %d", h)
		}
	})
	t.Run("T27", func(t *testing.T) { // a box without thickness
		s := capsule(t, Vec{X: -1, Y: 0}, Vec{X: 1, Y: 0}, 0)
		want(t, s, id, box1, id, -1, nil, 1e-12)
		w := NewWorld()
		w.Put(1, Body{Shapes: []Shape{s}, Transform: id})
		w.Put(2, Body{Shapes: []Shape{box1}, Transform: id})
		w.Update()
		if c, ok := w.Contact(1, 2); !ok || !near(c.Depth(), 1, 1e-12) {
			t.Errorf("contact %+v, %v", c, ok)
		}
	})
	t.Run("T28", func(t *testing.T) { // axes that face away from the other's centre
		v := polygon(t, 3, 1.6, 0).Vertices()
		for i := range v {
			v[i] = NewRot(math.Pi / 2).Apply(v[i])
		}
		xb := NewTransform(Vec{X: -0.1, Y: -0.2}, 240*math.Pi/180)
		want(t, mustNew(t, v, 0), id, mustBox(t, 1.7, 0.5, 0.5), xb, -1.8134, vec(-0.866, 0.5), 1e-4)
	})
	t.Run("T29", func(t *testing.T) { // the reference side flips on 1e-9 radians
		var first Manifold
		for i, angle := range []float64{0, 1e-9, -1e-9, 3e-10, -3e-10} {
			m, ok := Collide(box1, id, box1, NewTransform(Vec{X: 0.5, Y: 1.9}, angle), 0)
			if !ok || m.Count != 2 {
				t.Fatalf("angle %v: %+v, %v", angle, m, ok)
			}
			if i == 0 {
				first = m
			}
			for k := range 2 {
				if !nearVec(m.Points[k].Point, first.Points[k].Point, 1e-8) || m.Points[k].ID != first.Points[k].ID {
					t.Errorf("angle %v: point %d is %+v, was %+v", angle, k, m.Points[k], first.Points[k])
				}
			}
			if !nearVec(m.Normal, Vec{X: 0, Y: 1}, 1e-8) {
				t.Errorf("angle %v: normal %v", angle, m.Normal)
			}
		}
	})
}

// height returns the number of levels of nodes.
func (t *Tree) height() int {
	if t.count == 0 {
		return 0
	}
	return int(t.nodes[t.root].level) + 1
}
