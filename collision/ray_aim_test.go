package collision

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// oracle is a polygon summed with a disc, measured without the code under test.
type oracle struct {
	vertices []Vec
	radius   float64
}

// distance returns how far p is from the shape; 0 or less inside.
func (o oracle) distance(p Vec) float64 {
	d, inside := math.Inf(1), len(o.vertices) > 2
	for i, a := range o.vertices {
		b := o.vertices[(i+1)%len(o.vertices)]
		ex, ey, px, py := b.X-a.X, b.Y-a.Y, p.X-a.X, p.Y-a.Y
		f := 0.0
		if square := ex*ex + ey*ey; square > 0 {
			f = min(max((px*ex+py*ey)/square, 0), 1)
		}
		d = min(d, math.Hypot(px-f*ex, py-f*ey))
		inside = inside && ex*py-ey*px > 0
	}
	if inside {
		d = -d
	}
	return d - o.radius
}

// aimedKinds lists the shapes that rays are aimed at, of about unit size.
var aimedKinds = []struct {
	name   string
	points []Vec
}{
	{"circle", []Vec{{X: 0.3, Y: -0.2}}},
	{"segment", []Vec{{X: -1, Y: -0.3}, {X: 0.8, Y: 0.7}}},
	{"level segment", []Vec{{X: -1}, {X: 1}}},
	{"triangle", []Vec{{X: -1, Y: -1}, {X: 1, Y: -0.5}, {X: 0.2, Y: 0.9}}},
	{"flat triangle", []Vec{{X: -1}, {X: 0.1}, {X: 1}}},
	{"nearly flat triangle", []Vec{{X: -1}, {X: 0.1, Y: 1e-9}, {X: 1}}},
	{"sliver", []Vec{{X: -1}, {X: 1}, {X: 1, Y: 1e-7}, {X: -1, Y: 1e-7}}},
	{"repeated points", []Vec{{X: -1, Y: 0.5}, {X: -1, Y: 0.5}, {X: 1, Y: 0.1}, {X: 1, Y: 0.1}}},
	{"box", []Vec{{X: -1, Y: -0.5}, {X: 1, Y: -0.5}, {X: 1, Y: 0.5}, {X: -1, Y: 0.5}}},
	{"hexagon", []Vec{{X: 1}, {X: 0.5, Y: 0.9}, {X: -0.5, Y: 0.9}, {X: -1}, {X: -0.5, Y: -0.9}, {X: 0.5, Y: -0.9}}},
}

// Rays hit the points that they aim at, on the inner parts of edges or at the centre of a circle: at every size,
// rotated or not, with or without a radius, for a single shape and in a World.
func TestRaysHitTheirTargets(t *testing.T) {
	t.Parallel()
	for _, kind := range aimedKinds {
		t.Run(kind.name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				size := math.Pow(10, float64(rapid.IntRange(-6, 6).Draw(rt, "size")))
				radius := size * rapid.SampledFrom([]float64{0, 0, 1e-12, 1e-6, 0.2}).Draw(rt, "radius")
				points := make([]Vec, len(kind.points))
				for i, p := range kind.points {
					points[i] = p.Mul(size)
				}
				s := mustNew(t, points, radius)
				random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "rays"), 0))
				place := Vec{X: random.Float64() - 0.5, Y: random.Float64() - 0.5}
				xf := Transform{
					P: place.Mul(size * 200 * float64(random.IntN(2))),
					Q: NewRot(random.Float64() * 7 * float64(random.IntN(2))),
				}
				placed := oracle{radius: radius}
				for _, v := range s.Vertices() {
					placed.vertices = append(placed.vertices, xf.Apply(v))
				}
				w := NewWorld()
				w.Put(1, Body{Shapes: []Shape{s}, Transform: xf})
				for range 100 {
					i := random.IntN(len(placed.vertices))
					a, b := placed.vertices[i], placed.vertices[(i+1)%len(placed.vertices)]
					if isCircle := len(kind.points) == 1 && radius > 0; b.Dist(a) < 0.01*size && !isCircle {
						continue // the ray's rounding error is as long as the inner part
					}
					f := random.Float64()
					if random.IntN(4) == 0 {
						f = 1e-9
					}
					target := a.Add(b.Sub(a).Mul(f))
					angle := math.Atan2(b.Y-a.Y, b.X-a.X) + 1e-3 + random.Float64()*(math.Pi-2e-3)
					if random.IntN(2) == 0 {
						angle += math.Pi
					}
					far := size * math.Pow(10, random.Float64()*4-1)
					from := target.Add(Vec{X: math.Cos(angle), Y: math.Sin(angle)}.Mul(far))
					ray := Ray{Origin: from, Dir: target.Sub(from), Max: 1 + 1e-6}
					checkRay(rt, s, xf, placed, w, ray)
				}
			})
		})
	}
}

// checkRay checks a hit against the oracle: the ray hits, the point is on the shape, and the way to it is free.
func checkRay(t *rapid.T, s Shape, xf Transform, o oracle, w *World, ray Ray) {
	t.Helper()
	hit, ok := s.Raycast(xf, ray)
	if in, there := w.Raycast(ray, Query{}); there != ok || in.Hit != hit {
		t.Fatalf("%+v: the World returns %+v %v, the shape %+v %v", ray, in.Hit, there, hit, ok)
	}
	if !ok {
		t.Fatalf("%+v misses %v, radius %v", ray, o.vertices, o.radius)
	}
	rounding := 1e-12 * (math.Abs(ray.Origin.X) + math.Abs(ray.Origin.Y) + ray.Dir.Len() + o.radius)
	at := ray.Origin.Add(ray.Dir.Mul(hit.T))
	if d := o.distance(at); math.Abs(d) > rounding && (hit.T > 0 || d > rounding) {
		t.Fatalf("%+v: the hit at T %v is %v from %v, radius %v", ray, hit.T, d, o.vertices, o.radius)
	}
	for i := range 20 {
		before := hit.T * float64(i) / 20
		if d := o.distance(ray.Origin.Add(ray.Dir.Mul(before))); d < -rounding && hit.T > 0 {
			t.Fatalf("%+v: T is %v, but at %v it is already %v inside of %v", ray, hit.T, before, -d, o.vertices)
		}
	}
}

// A ray from inside a closed chain of segments without a radius never gets out, at a vertex or anywhere else.
func TestChainsAreWatertight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "chain"), 0))
		count := rapid.IntRange(3, 40).Draw(rt, "vertices")
		size := math.Pow(10, rapid.Float64Range(-3, 5).Draw(rt, "size"))
		center := Vec{X: random.Float64() - 0.5, Y: random.Float64() - 0.5}.Mul(size * 50 * float64(random.IntN(2)))
		ring := make([]Vec, count)
		for i := range ring {
			angle := 2 * math.Pi * float64(i) / float64(count)
			ring[i] = center.Add(Vec{X: math.Cos(angle), Y: math.Sin(angle)}.Mul(size * (0.5 + random.Float64())))
		}
		w := NewWorld()
		for i := range ring {
			w.Put(Key(i+1), Body{
				Shapes:    []Shape{mustNew(t, []Vec{ring[i], ring[(i+1)%count]}, 0)},
				Transform: Identity(),
			})
		}
		for i := range 200 {
			target := ring[i%count]
			if i >= count {
				target = center.Add(NewRot(random.Float64() * 7).Apply(Vec{X: size}))
			}
			from := center.Add(Vec{X: random.Float64() - 0.5, Y: random.Float64() - 0.5}.Mul(size * 0.1))
			ray := Ray{Origin: from, Dir: target.Sub(from), Max: 10}
			if _, ok := w.Raycast(ray, Query{}); !ok {
				rt.Fatalf("%+v gets out of %v", ray, ring)
			}
		}
	})
}

// A ray along a segment hits its nearer end.
func TestRayAlongASegment(t *testing.T) {
	t.Parallel()
	s := mustNew(t, []Vec{{X: 1, Y: 2}, {X: 4, Y: 2}}, 0)
	for _, c := range []struct {
		ray  Ray
		want float64
	}{
		{Ray{Origin: Vec{Y: 2}, Dir: Vec{X: 1}, Max: 9}, 1},
		{Ray{Origin: Vec{X: 6, Y: 2}, Dir: Vec{X: -1}, Max: 9}, 2},
		{Ray{Origin: Vec{X: 6, Y: 2}, Dir: Vec{X: 1}, Max: 9}, -1},
		{Ray{Origin: Vec{Y: 2.5}, Dir: Vec{X: 1}, Max: 9}, -1},
	} {
		t.Run(fmt.Sprint(c.ray), func(t *testing.T) {
			if hit, ok := s.Raycast(Identity(), c.ray); ok != (c.want >= 0) || ok && hit.T != c.want {
				t.Errorf("hit %v at %v, want %v", ok, hit.T, c.want)
			}
		})
	}
}
