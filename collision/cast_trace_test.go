package collision

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// gap returns the distance between two placed shapes, 0 if they overlap. It compares all pairs of vertices and edges.
func (o oracle) gap(other oracle, shift Vec) float64 {
	moved := oracle{vertices: make([]Vec, len(o.vertices))}
	for i, v := range o.vertices {
		moved.vertices[i] = Vec{X: v.X + shift.X, Y: v.Y + shift.Y}
	}
	still := oracle{vertices: other.vertices}
	d := math.Inf(1)
	for _, v := range moved.vertices {
		d = min(d, still.distance(v))
	}
	for _, v := range still.vertices {
		d = min(d, moved.distance(v))
	}
	if d > 0 && crossing(moved.vertices, still.vertices) {
		d = 0
	}
	return d - o.radius - other.radius
}

// crossing reports whether edges of two polygons cross.
func crossing(a, b []Vec) bool {
	side := func(p, q, r Vec) float64 { return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X) }
	for i := range a {
		p, q := a[i], a[(i+1)%len(a)]
		for j := range b {
			r, s := b[j], b[(j+1)%len(b)]
			if side(p, q, r)*side(p, q, s) < 0 && side(r, s, p)*side(r, s, q) < 0 {
				return true
			}
		}
	}
	return false
}

// trace advances a, each time no farther than its distance to b, until they touch (conservative advancement). It
// returns the fraction of the motion, the smallest distance, and whether they touch.
func trace(a, b oracle, motion Vec) (t, closest float64, hit bool) {
	const touching, steps = 1e-11, 10_000
	closest = math.Inf(1)
	for range steps {
		d := a.gap(b, Vec{X: motion.X * t, Y: motion.Y * t})
		closest = min(closest, d)
		if d <= touching {
			return t, closest, true
		}
		if t += d / math.Hypot(motion.X, motion.Y); t > 1 {
			break
		}
	}
	return t, closest, false
}

// Casts agree with traces. Half of all coordinates are whole numbers, which produces ties.
func TestCastsAgreeWithTracing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "casts"), 0))
		number := func() float64 {
			if random.IntN(2) == 0 {
				return float64(random.IntN(9) - 4)
			}
			return random.Float64()*8 - 4
		}
		shape := func() (Shape, Transform, oracle) {
			points := make([]Vec, 1+random.IntN(6))
			for i := range points {
				points[i] = Vec{X: number(), Y: number()}
			}
			o := oracle{radius: []float64{0, 0, 0.5, 1}[random.IntN(4)]}
			s, xf := mustNew(t, points, o.radius), at(number()*3, number()*3)
			if random.IntN(2) == 0 {
				xf.Q = NewRot(random.Float64() * 7)
			}
			for _, v := range s.Vertices() {
				o.vertices = append(o.vertices, xf.Apply(v))
			}
			return s, xf, o
		}
		const grazing = 1e-6
		for range 100 {
			a, xa, movedOracle := shape()
			b, xb, stillOracle := shape()
			motion := Vec{X: number()*6 + 0.5, Y: number() * 6}
			cast, ok := Cast(a, xa, motion, b, xb)
			want, closest, hit := trace(movedOracle, stillOracle, motion)
			// A trace that grazes a surface comes close to it without touching.
			if ok != hit && closest > grazing || ok && hit && !near(cast.T*motion.Len(), want*motion.Len(), 1e-6) {
				rt.Fatalf("cast of %+v by %v onto %+v: %v %v, want %v %v", movedOracle, motion, stillOracle, ok, cast.T,
					hit, want)
			}
		}
	})
}
