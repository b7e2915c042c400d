package collision

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// BenchmarkPairs collides the reference pairs of each class. cached uses placed shapes; posed transforms the vertices
// in every call.
func BenchmarkPairs(b *testing.B) {
	type placedPair struct{ a, b Placed }
	type posedPair struct {
		a, b   Shape
		xa, xb Transform
	}
	cached, posed := map[string][]placedPair{}, map[string][]posedPair{}
	pairs := sharedPairs(b)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	classes := []string{"box-box", "roct-roct", "cap-cap", "cap-poly", "circ-poly", "tri-rpent", "mixed"}
	for _, p := range pairs {
		q := posedPair{p.A.shape(b), p.B.shape(b), p.PoseA.transform(), p.PoseB.transform()}
		c := placedPair{q.a.Place(q.xa), q.b.Place(q.xb)}
		for _, class := range []string{p.Class, "mixed"} {
			cached[class] = append(cached[class], c)
			posed[class] = append(posed[class], q)
		}
	}
	for _, class := range classes {
		b.Run(class+"/cached", func(b *testing.B) {
			list := cached[class]
			var m Manifold
			hits, k := 0, 0
			for b.Loop() {
				p := &list[k]
				if k++; k == len(list) {
					k = 0
				}
				if p.a.CollideInto(&p.b, 0, &m) {
					hits++
				}
			}
		})
		b.Run(class+"/posed", func(b *testing.B) {
			list := posed[class]
			hits, k := 0, 0
			for b.Loop() {
				p := &list[k]
				if k++; k == len(list) {
					k = 0
				}
				if _, hit := Collide(p.a, p.xa, p.b, p.xb, 0); hit {
					hits++
				}
			}
		})
	}
}

// BenchmarkScene builds a world and finds all contacts, then moves bodies one at a time, then one percent of them at
// once.
func BenchmarkScene(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		s := loadScene(b, n)
		bodies := s.bodies(b)
		build := func() *World {
			w := NewWorld()
			w.Slop, w.Workers = 0, runtime.GOMAXPROCS(0)
			for i := range bodies {
				w.Put(Key(i+1), bodies[i])
			}
			w.Update()
			return w
		}
		b.Run(fmt.Sprintf("%d/build", n), func(b *testing.B) {
			for b.Loop() {
				build()
			}
		})
		w := build()
		b.Run(fmt.Sprintf("%d/move1", n), func(b *testing.B) {
			// Alternate between two poses: setting the same pose again would not be a move.
			k, back := 0, false
			for b.Loop() {
				m := &s.Moves1[k]
				if k++; k == len(s.Moves1) {
					k, back = 0, !back
				}
				xf := m.Pose.transform()
				if back {
					xf = bodies[m.I].Transform
				}
				w.Move(Key(m.I+1), xf)
				w.Update()
			}
		})
		b.Run(fmt.Sprintf("%d/quiet", n), func(b *testing.B) {
			for b.Loop() {
				w.Update()
			}
		})
		b.Run(fmt.Sprintf("%d/move1pct", n), func(b *testing.B) {
			k, back := 0, false
			for b.Loop() {
				for _, m := range s.Moves1pct[k] {
					xf := m.Pose.transform()
					if back {
						xf = bodies[m.I].Transform
					}
					w.Move(Key(m.I+1), xf)
				}
				if k++; k == len(s.Moves1pct) {
					k, back = 0, !back
				}
				w.Update()
			}
		})
	}
}

// BenchmarkQueries runs point, ray and cast queries at random places and in random directions among bodies about one
// unit long. Short rays are 2 long and long ones 100; most of both hit something.
func BenchmarkQueries(b *testing.B) {
	for _, n := range []int{1000, 100000} {
		s := loadScene(b, n)
		w := NewWorld()
		for i, body := range s.bodies(b) {
			w.Put(Key(i+1), body)
		}
		w.Update()
		side := w.Bounds().Size()
		// A random sequence that is easy to reproduce in the benchmarks of other libraries.
		state := uint32(12345)
		next := func() float64 {
			state = state*1664525 + 1013904223
			return float64(state>>8) / (1 << 24)
		}
		var rays [4096]Ray
		for i := range rays {
			rays[i].Origin = Vec{X: next() * side.X, Y: next() * side.Y}
			rays[i].Dir, rays[i].Max = NewRot(next()*2*math.Pi).Apply(Vec{X: 100, Y: 0}), 1
		}
		ball, box := mustNew(b, []Vec{{}}, 0.3), mustBox(b, 0.4, 0.2, 0)
		var keys []Key
		var hits []BodyHit
		for _, c := range []struct {
			name string
			f    func(r Ray)
		}{
			{"point", func(r Ray) { keys = w.AppendPoint(keys[:0], r.Origin, Query{}) }},
			{"box", func(r Ray) { keys = w.AppendBox(keys[:0], AABB{Min: r.Origin, Max: r.Origin}.Grow(2), Query{}) }},
			{"ray", func(r Ray) { w.Raycast(r, Query{}) }},
			{"short ray", func(r Ray) { r.Max = 0.02; w.Raycast(r, Query{}) }},
			{"long ray, all", func(r Ray) { hits = w.AppendRaycast(hits[:0], r, Query{}) }},
			{"cast of a disc", func(r Ray) { w.Cast(ball, Transform{P: r.Origin, Q: Rot{C: 1}}, r.Dir, Query{}) }},
			{"cast of a box", func(r Ray) { w.Cast(box, Transform{P: r.Origin, Q: Rot{C: 1}}, r.Dir, Query{}) }},
		} {
			b.Run(fmt.Sprintf("%d/%s", n, c.name), func(b *testing.B) {
				b.ReportAllocs()
				k := 0
				for b.Loop() {
					c.f(rays[k%len(rays)])
					k++
				}
			})
		}
	}
}
