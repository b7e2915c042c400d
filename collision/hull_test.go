package collision

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// dropFlatOfMany, which uses a heap, removes the same vertices as a full search.
func TestDropFlatOfManyEqualsFew(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 60).Draw(t, "n")
		poly := make([]Vec, n)
		for i := range poly {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			r := 100 + rapid.SampledFrom([]float64{0, 0, 1e-3, 1e-2, -1e-2}).Draw(t, "r")
			poly[i] = Vec{X: r * cos, Y: r * sin}
			if i > 0 && rapid.IntRange(0, 3).Draw(t, "same") == 0 {
				poly[i] = poly[i-1]
			}
		}
		tol := rapid.SampledFrom([]float64{1e-12, 1e-3, 0.1, 2, 2}).Draw(t, "tol")
		few := DropFlat(append([]Vec(nil), poly...), tol)
		many := dropFlatOfMany(append([]Vec(nil), poly...), tol)
		if len(few) != len(many) {
			t.Fatalf("%d vertices are left, want %d", len(many), len(few))
		}
		for i := range few {
			if few[i] != many[i] {
				t.Fatalf("vertex %d = %v, want %v", i, many[i], few[i])
			}
		}
	})
}
