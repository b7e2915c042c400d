package collision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The stone is a box with round corners that rests on a ledge which ends beneath it. Its half side is 10 and its radius
// 4, so its flat side reaches 10 to either side of its middle, and its corners reach 14.

// ledge is the ground from x = -40 to an end, with its top at y = 0.
func ledge(t testing.TB, end, radius float64) Shape {
	return mustNew(t, []Vec{
		{X: -40, Y: -5 - radius},
		{X: end, Y: -5 - radius},
		{X: end, Y: -radius},
		{X: -40, Y: -radius},
	}, radius)
}

// resting returns the pose of the stone at x = 0, rotated by angle, with its lowest point depth below y = 0.
func resting(angle, depth float64) Transform {
	c, s := math.Cos(angle), math.Abs(math.Sin(angle))
	return NewTransform(Vec{X: 0, Y: 10*c + 10*s + 4 - depth}, angle)
}

func TestFlatSideOnLedge(t *testing.T) {
	t.Parallel()
	stone := mustBox(t, 10, 10, 4)
	for _, c := range []struct {
		name               string
		end, radius, angle float64
		depth, margin      float64
		points             int
	}{
		{"the end beneath the flat side", 5, 0, 0, 0.01, 0, 2},
		{"the end beneath the inner vertex", 9.99, 0, 0, 0.01, 0, 2},
		{"the end between the inner vertex and the rim", 12, 0, 0, 0.01, 0, 2},
		{"a whole ledge", 30, 0, 0, 0.01, 0, 2},
		{"one flat side against the other's corner", -10.5, 0, 0, 0.01, 0.1, 1},
		{"tipping over the end, the corner past it", 9.88, 0, -0.01, 0.01, 1, 2},
		{"and the other way", 10.08, 0, 0.01, 0.01, 1, 2},
		{"the corner past a round end", 9.88, 2, -0.01, 0.01, 1, 2},
		{"tipped so far that the flat side is in the air", 7.5, 0, -0.2, 0.01, 1, 1},
		{"only the corner overlaps", 13, 0, -0.01, 0.01, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			ground, xf := ledge(t, c.end, c.radius), resting(c.angle, c.depth)
			m, hit := Collide(ground, Identity(), stone, xf, c.margin)
			if !hit || m.Count != c.points {
				t.Fatalf("manifold %+v (hit %v), want %d points", m, hit, c.points)
			}
			if d := Distance(ground, Identity(), stone, xf); m.Depth() != -d.Distance {
				t.Errorf("depth %v, want %v", m.Depth(), -d.Distance)
			}
			for i := range m.Count {
				// Every point is midway between the two surfaces, at its separation. A surface to the side may be
				// nearer.
				p := m.Points[i]
				_, a := ground.Closest(Identity(), p.Point)
				_, b := stone.Closest(xf, p.Point)
				if limit := math.Abs(p.Separation)/2 + 2e-3; math.Abs(a) > limit || math.Abs(b) > limit {
					t.Errorf("point %+v is %v from the ledge and %v from the stone", p, a, b)
				}
			}
			swapped, _ := Collide(stone, xf, ground, Identity(), c.margin)
			if swapped.Count != m.Count || !nearVec(swapped.Normal, m.Normal.Neg(), 1e-12) {
				t.Fatalf("swapped: %+v, was %+v", swapped, m)
			}
			for i := range m.Count {
				p, q := m.Points[i], swapped.Points[m.Count-1-i]
				if !nearVec(p.Point, q.Point, 1e-9) || !near(p.Separation, q.Separation, 1e-9) ||
					p.ID.A() != q.ID.B() || p.ID.B() != q.ID.A() {
					t.Errorf("swapped: point %+v, was %+v", q, p)
				}
			}
		})
	}
}

// As the stone tips and the ledge's end passes beneath it, neither point jumps: the vertex contact continues the edge
// contacts.
func TestFlatSideDoesNotJump(t *testing.T) {
	t.Parallel()
	stone := mustBox(t, 10, 10, 4)
	rapid.Check(t, func(t *rapid.T) {
		radius := rapid.SampledFrom([]float64{0, 1, 4}).Draw(t, "radius")
		angle := rapid.Float64Range(-0.05, 0.05).Draw(t, "angle")
		// Near the stone's inner vertex.
		end := 10*math.Cos(angle) - 10*math.Abs(math.Sin(angle)) + rapid.Float64Range(-0.4, 0.4).Draw(t, "end")
		const step = 1e-4
		at := func(end, angle float64) Manifold {
			ground, err := NewShape([]Vec{
				{X: -40, Y: -5 - radius},
				{X: end, Y: -5 - radius},
				{X: end, Y: -radius},
				{X: -40, Y: -radius},
			}, radius)
			if err != nil {
				t.Fatal(err)
			}
			m, hit := Collide(ground, Identity(), stone, resting(angle, 0.5), 2)
			if !hit || m.Count != 2 {
				t.Fatalf("end %v, angle %v: %+v (hit %v), want two points", end, angle, m, hit)
			}
			return m
		}
		m := at(end, angle)
		for _, next := range []Manifold{at(end+step, angle), at(end, angle+step/100)} {
			for i := range m.Points {
				p, q := m.Points[i], next.Points[i]
				if !nearVec(p.Point, q.Point, 10*step) || !near(p.Separation, q.Separation, 10*step) {
					t.Fatalf("point %d jumps from %+v to %+v", i, p, q)
				}
			}
		}
	})
}
