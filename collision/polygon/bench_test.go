package polygon

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fillet/collision"
)

// island returns an outline of n vertices with bays.
func island(n int, seed uint64) []collision.Vec {
	rng := rand.New(rand.NewPCG(seed, 7))
	out := make([]collision.Vec, n)
	phase := rng.Float64() * 6
	for i := range out {
		a := 2 * math.Pi * float64(i) / float64(n)
		r := 500 + 120*math.Sin(5*a+phase) + 60*math.Sin(17*a) + 25*rng.Float64()
		out[i] = collision.NewRot(a).Apply(collision.Vec{X: r, Y: 0})
	}
	return out
}

// cave returns a merged tile map: the outer outline and the holes of random cells.
func cave(n int) [][]collision.Vec {
	outer := rect(0, 0, float64(n)*16, float64(n)*16)
	loops := [][]collision.Vec{outer}
	for y := 1; y < n-1; y += 2 {
		for x := 1; x < n-2; x += 3 {
			fx, fy := float64(x)*16, float64(y)*16
			loops = append(loops, []collision.Vec{
				{X: fx, Y: fy},
				{X: fx + 30, Y: fy},
				{X: fx + 30, Y: fy + 8},
				{X: fx + 16, Y: fy + 8},
				{X: fx + 16, Y: fy + 16},
				{X: fx, Y: fy + 16},
			})
		}
	}
	return loops
}

func BenchmarkOutlines(b *testing.B) {
	turn := func(loops [][]collision.Vec) [][]collision.Vec {
		var out [][]collision.Vec
		for _, l := range loops {
			var t []collision.Vec
			for _, v := range l {
				t = append(t, collision.NewRot(0.3).Apply(v))
			}
			out = append(out, t)
		}
		return out
	}
	for name, loops := range map[string][][]collision.Vec{
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

// BenchmarkScallops collides two overlapping outlines of 300 scallops each: bodies of many concave pieces that meet in
// many places.
func BenchmarkScallops(b *testing.B) {
	const n, scallops = 2400, 300
	loop := make([]collision.Vec, 0, n)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		r := 300 + 10*math.Sin(2*math.Pi*scallops*float64(i)/n)
		loop = append(loop, collision.Vec{X: r * cos, Y: r * sin})
	}
	pieces, err := RoundPieces([][]collision.Vec{loop}, 0, RoundOutset)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w := collision.NewWorld()
		w.Put(1, collision.Body{Shapes: pieces, Transform: collision.Identity()})
		w.Put(2, collision.Body{Shapes: pieces, Transform: collision.NewTransform(collision.Vec{X: 500}, 0.3)})
		w.Update()
	}
}
