package polygon

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// The tree finds the same error as the sweep.
func TestEdgeTreeEqualsSweep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var loops [][]collision.Vec
		coordinate := rapid.IntRange(0, 12)
		for range rapid.IntRange(1, 4).Draw(t, "loops") {
			loop := make([]collision.Vec, rapid.IntRange(3, 14).Draw(t, "points"))
			for i := range loop {
				loop[i] = collision.Vec{X: float64(coordinate.Draw(t, "x")), Y: float64(coordinate.Draw(t, "y")) / 3}
			}
			loops = append(loops, loop)
		}
		for _, loop := range loops {
			for i, p := range loop {
				if p == loop[(i+1)%len(loop)] {
					return // two equal points
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

// An outline of thousands of vertices is split into convex parts that fill it.
func TestDecomposeOfMany(t *testing.T) {
	t.Parallel()
	for name, loops := range ManyOutlines(6000) {
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
				t.Errorf("the parts have total area %g, the region %g", got, want)
			}
		})
	}
}

// If all edges meet, Validate soon reports one place.
func TestCrossingsOfMany(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(2, 2))
	const n = 100_000
	scribble, fan, backwards := make([]collision.Vec, n), make([]collision.Vec, n), make([]collision.Vec, n)
	for i := range n {
		scribble[i] = collision.Vec{X: random.Float64() * 1000, Y: random.Float64() * 1000}
		if i%2 == 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
			fan[i] = collision.Vec{X: 1000 * cos, Y: 1000 * sin}
		}
		backwards[i] = collision.Vec{X: float64(i % (n / 2)), Y: float64(i / (n / 2))}
	}
	for name, loop := range map[string][]collision.Vec{"scribble": scribble, "fan": fan, "backwards": backwards} {
		if err := Validate([][]collision.Vec{loop}); err == nil {
			t.Errorf("%s: Validate accepts it as a simple polygon", name)
		}
	}
}

// areNested, which uses a sweep, agrees with testing each hole, wherever the holes are.
func TestAreNestedEqualsCheckHoles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		loops := [][]collision.Vec{{
			{X: 0, Y: 0},
			{X: 40, Y: 0},
			{X: 40, Y: 20},
			{X: 30, Y: 20},
			{X: 30, Y: 8},
			{X: 20, Y: 12},
			{X: 20, Y: 40},
			{X: 0, Y: 40},
		}}
		for i := range rapid.IntRange(1, 8).Draw(t, "holes") {
			x := float64(rapid.IntRange(-4, 44).Draw(t, "x")) + float64(i)/16
			y := float64(rapid.IntRange(-4, 44).Draw(t, "y"))
			size := float64(rapid.IntRange(1, 6).Draw(t, "size"))
			hole := []collision.Vec{
				{X: x, Y: y},
				{X: x + size, Y: y - size/3},
				{X: x + size, Y: y + size},
				{X: x + size/2, Y: y + size/2},
			}
			if rapid.Bool().Draw(t, "turned") {
				hole[1], hole[3] = hole[3], hole[1]
			}
			with := append(slices.Clone(loops), hole)
			if _, err := newHoled(with); err != nil {
				if e, ok := err.(*Error); !ok || e.Kind != HoleOutside { //nolint:errorlint // it is not wrapped
					continue // the loops meet
				}
			}
			loops = with
		}
		if got, want := areNested(loops), checkHoles(loops) == nil; got != want {
			t.Fatalf("areNested = %v, want %v of %v", got, want, loops)
		}
	})
}
