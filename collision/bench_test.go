package collision

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// BenchmarkPairs runs the reference pairs of each class: cached is between
// placed shapes, posed computes the vertices in the world each time.
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

// BenchmarkScene builds a world and finds all contacts, then moves bodies one
// at a time, and then one in a hundred at once.
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
			// There, and back again: the same pose twice would be no move.
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

// BenchmarkQueries asks for points, rays and casts in random places and
// directions among bodies of about a unit of length. Short rays are 2 long, long
// ones 100: most of both kinds meet something on the way.
func BenchmarkQueries(b *testing.B) {
	for _, n := range []int{1000, 100000} {
		s := loadScene(b, n)
		w := NewWorld()
		for i, body := range s.bodies(b) {
			w.Put(Key(i+1), body)
		}
		w.Update()
		side := w.Bounds().Size()
		// A sequence that is easily made in any language, for the peers.
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

// island is an outline of n vertices with bays.
func island(n int, seed uint64) []Vec {
	rng := rand.New(rand.NewPCG(seed, 7))
	out := make([]Vec, n)
	phase := rng.Float64() * 6
	for i := range out {
		a := 2 * math.Pi * float64(i) / float64(n)
		r := 500 + 120*math.Sin(5*a+phase) + 60*math.Sin(17*a) + 25*rng.Float64()
		out[i] = NewRot(a).Apply(Vec{X: r, Y: 0})
	}
	return out
}

// cave is a merged tile map: the outer outline and holes of random cells.
func cave(n int) [][]Vec {
	outer := rect(0, 0, float64(n)*16, float64(n)*16)
	loops := [][]Vec{outer}
	for y := 1; y < n-1; y += 2 {
		for x := 1; x < n-2; x += 3 {
			fx, fy := float64(x)*16, float64(y)*16
			loops = append(loops, []Vec{{X: fx, Y: fy}, {X: fx + 30, Y: fy}, {X: fx + 30, Y: fy + 8}, {X: fx + 16, Y: fy + 8}, {X: fx + 16, Y: fy + 16}, {X: fx, Y: fy + 16}})
		}
	}
	return loops
}

func BenchmarkOutlines(b *testing.B) {
	turn := func(loops [][]Vec) [][]Vec {
		var out [][]Vec
		for _, l := range loops {
			var t []Vec
			for _, v := range l {
				t = append(t, NewRot(0.3).Apply(v))
			}
			out = append(out, t)
		}
		return out
	}
	for name, loops := range map[string][][]Vec{
		"island2000": {island(2000, 1)}, "cave": cave(45), "turned cave": turn(cave(45)),
	} {
		count := 0
		for _, l := range loops {
			count += len(l)
		}
		b.Run(fmt.Sprintf("decompose/%s/%d", name, count), func(b *testing.B) {
			parts := 0
			for b.Loop() {
				p, err := DecomposeRegion(loops)
				if err != nil {
					b.Fatal(err)
				}
				parts = len(p)
			}
			b.ReportMetric(float64(parts), "parts")
		})
		b.Run("round/"+name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := RoundRegion(loops, 0.5, RoundInset); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("outset/"+name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := RoundRegion(loops, 3, RoundOutset); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("maxinset/"+name, func(b *testing.B) {
			for b.Loop() {
				MaxInset(loops)
			}
		})
	}
}

// BenchmarkScallops is two outlines of 300 scallops that overlap: bodies of many concave pieces, which meet in many places.
func BenchmarkScallops(b *testing.B) {
	const n, scallops = 2400, 300
	loop := make([]Vec, 0, n)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		r := 300 + 10*math.Sin(2*math.Pi*scallops*float64(i)/n)
		loop = append(loop, Vec{X: r * cos, Y: r * sin})
	}
	pieces, err := RoundPieces([][]Vec{loop}, 0, RoundOutset)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w := NewWorld()
		w.Put(1, Body{Shapes: pieces, Transform: Identity()})
		w.Put(2, Body{Shapes: pieces, Transform: NewTransform(Vec{X: 500}, 0.3)})
		w.Update()
	}
}
