package collision

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

// The tree finds the very error that the sweep finds.
func TestEdgeTreeEqualsSweep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var loops [][]Vec
		coordinate := rapid.IntRange(0, 12)
		for range rapid.IntRange(1, 4).Draw(t, "loops") {
			loop := make([]Vec, rapid.IntRange(3, 14).Draw(t, "points"))
			for i := range loop {
				loop[i] = Vec{float64(coordinate.Draw(t, "x")), float64(coordinate.Draw(t, "y")) / 3}
			}
			loops = append(loops, loop)
		}
		for _, loop := range loops {
			for i, p := range loop {
				if p == loop[(i+1)%len(loop)] {
					t.Skip("a point twice")
				}
			}
		}
		var sides []side
		for l, loop := range loops {
			for i, a := range loop {
				b := loop[(i+1)%len(loop)]
				sides = append(sides, side{a, b, a.Min(b), a.Max(b), l, i, len(loop)})
			}
		}
		const tol = 1e-10
		got := newEdgeTree(loops, append([]side(nil), sides...), tol).meeting()
		want := sweepCrossings(sides, tol)
		if (got == nil) != (want == nil) || got != nil && got.Error() != want.Error() {
			t.Fatalf("the tree finds %v, the sweep %v in %v", got, want, loops)
		}
	})
}

// A heap finds the vertices that looking at all of them finds.
func TestDropFlatOfManyEqualsFew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 60).Draw(t, "n")
		poly := make([]Vec, n)
		for i := range poly {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			r := 100 + rapid.SampledFrom([]float64{0, 0, 1e-3, 1e-2, -1e-2}).Draw(t, "r")
			poly[i] = Vec{r * cos, r * sin}
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "same") == 0 {
				poly[i] = poly[i-1]
			}
		}
		tol := rapid.SampledFrom([]float64{1e-12, 1e-3, 0.1, 2}).Draw(t, "tol")
		few := dropFlat(append([]Vec(nil), poly...), tol)
		many := dropFlatOfMany(append([]Vec(nil), poly...), tol)
		if len(few) != len(many) {
			t.Fatalf("%d vertices are left, want %d", len(many), len(few))
		}
		for i := range few {
			if few[i] != many[i] {
				t.Fatalf("vertex %d is %v, want %v", i, many[i], few[i])
			}
		}
	})
}

// outlinesOfMany are outlines of about n vertices that are hard to check or to split: long thin parts beside each other, or
// wound around each other.
func outlinesOfMany(n int) map[string][][]Vec {
	random := rand.New(rand.NewPCG(1, 1))
	star := make([]Vec, n)
	round := make([]Vec, n)
	for i := range star {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		r := 1e6 * (0.2 + 0.8*random.Float64())
		star[i], round[i] = Vec{r * cos, r * sin}, Vec{1e6 * cos, 1e6 * sin}
	}
	var comb, spiral, back []Vec
	for i := range n / 2 {
		x := float64(2 * i)
		comb = append(comb, Vec{x, math.Round(1000 * random.Float64())}, Vec{x + 1, 1e5 + math.Round(1000*random.Float64())})
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 100)
		r := 100 + float64(i)/10
		spiral, back = append(spiral, Vec{r * cos, r * sin}), append(back, Vec{(r + 4) * cos, (r + 4) * sin})
	}
	comb = append(comb, Vec{comb[len(comb)-1].X, -20}, Vec{0, -20})
	for i := len(back) - 1; i >= 0; i-- {
		spiral = append(spiral, back[i])
	}
	side := int(math.Sqrt(float64(n) / 4))
	far := float64(side) * 100
	sieve := [][]Vec{{{0, 0}, {far, 0}, {far, far}, {0, far}}}
	for i := range side * side {
		x, y := float64(i%side)*100+float64(i*7%40), float64(i/side)*100+float64(i*11%40)
		sieve = append(sieve, []Vec{{x + 20, y + 10}, {x + 40, y + 25}, {x + 30, y + 50}, {x + 5, y + 30}})
	}
	shards := [][]Vec{sieve[0]} // holes of any form, so that the nearest one to the left hides others
	for i := range side * side {
		corner := Vec{float64(i%side) * 100, float64(i/side) * 100}
		inCell := func() Vec { return corner.Add(Vec{1 + 98*random.Float64(), 1 + 98*random.Float64()}) }
		shards = append(shards, []Vec{inCell(), inCell(), inCell()})
	}
	return map[string][][]Vec{"shards": shards, "star": {star}, "comb": {comb}, "spiral": {spiral}, "round": {round}, "sieve": sieve}
}

// An outline of very many vertices is split into convex parts that fill it.
func TestDecomposeOfMany(t *testing.T) {
	for name, loops := range outlinesOfMany(6000) {
		t.Run(name, func(t *testing.T) {
			parts, err := DecomposeRegion(loops)
			if err != nil {
				t.Fatal(err)
			}
			want := math.Abs(signedArea(loops[0]))
			for _, hole := range loops[1:] {
				want -= math.Abs(signedArea(hole))
			}
			got := 0.0
			for _, p := range parts {
				if got += signedArea(p); !isConvex(p) {
					t.Fatalf("a part is not convex: %v", p)
				}
			}
			if math.Abs(got-want) > 1e-9*want {
				t.Errorf("the parts' areas are %g together, the region's is %g", got, want)
			}
		})
	}
}

// What an outline costs grows with its vertices, not with their square: ten times as many take at most twenty times as much
// memory, and no time that anybody would call hanging.
func TestOutlinesOfMany(t *testing.T) {
	bytesOf := func(loops [][]Vec) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := RoundPieces(loops, 0, RoundInset); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := outlinesOfMany(10_000), outlinesOfMany(100_000)
	for name := range small {
		t.Run(name, func(t *testing.T) {
			few, many := bytesOf(small[name]), bytesOf(large[name])
			if many > 20*few {
				t.Errorf("10,000 vertices take %d KB, 100,000 take %d KB", few>>10, many>>10)
			}
		})
	}
}

// Where all edges meet, one place is told, and soon.
func TestCrossingsOfMany(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	const n = 100_000
	scribble, fan, backwards := make([]Vec, n), make([]Vec, n), make([]Vec, n)
	for i := range n {
		scribble[i] = Vec{random.Float64() * 1000, random.Float64() * 1000}
		if i%2 == 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
			fan[i] = Vec{1000 * cos, 1000 * sin}
		}
		backwards[i] = Vec{float64(i % (n / 2)), float64(i / (n / 2))}
	}
	for name, loop := range map[string][]Vec{"scribble": scribble, "fan": fan, "backwards": backwards} {
		if err := ValidateOutline([][]Vec{loop}); err == nil {
			t.Errorf("%s: it is taken for a simple polygon", name)
		}
	}
}

// The grid says of holes in any place what looking at each of them says.
func TestAreNestedEqualsCheckHoles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loops := [][]Vec{{{0, 0}, {40, 0}, {40, 20}, {30, 20}, {30, 8}, {20, 12}, {20, 40}, {0, 40}}}
		for i := range rapid.IntRange(1, 8).Draw(t, "holes") {
			x := float64(rapid.IntRange(-4, 44).Draw(t, "x")) + float64(i)/16
			y := float64(rapid.IntRange(-4, 44).Draw(t, "y"))
			size := float64(rapid.IntRange(1, 6).Draw(t, "size"))
			hole := []Vec{{x, y}, {x + size, y - size/3}, {x + size, y + size}, {x + size/2, y + size/2}}
			if rapid.Bool().Draw(t, "turned") {
				hole[1], hole[3] = hole[3], hole[1]
			}
			loops = append(loops, hole)
		}
		if _, err := newRegion(loops); err != nil {
			if e, ok := err.(*OutlineError); !ok || e.Kind != HoleOutside { //nolint:errorlint // it is not wrapped
				t.Skip("they meet")
			}
		}
		if got, want := areNested(loops), checkHoles(loops) == nil; got != want {
			t.Fatalf("areNested is %v, want %v of %v", got, want, loops)
		}
	})
}
