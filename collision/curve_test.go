package collision

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Consecutive positions on the curve are neighbouring cells.
func TestCurve(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1000, 10000} {
		c := newSpaceCurve(AABB{Min: Vec{}, Max: Vec{X: 1, Y: 1}}, n, newTurns())
		side := 1 << c.bits
		at := make([][2]int, side*side)
		seen := make([]bool, side*side)
		for y := range side {
			for x := range side {
				place := c.At(Vec{X: (float64(x) + 0.5) / float64(side-1), Y: (float64(y) + 0.5) / float64(side-1)})
				if seen[place] {
					t.Fatalf("position %d occurs twice", place)
				}
				seen[place], at[place] = true, [2]int{x, y}
			}
		}
		for i := 1; i < len(at); i++ {
			dx, dy := at[i][0]-at[i-1][0], at[i][1]-at[i-1][1]
			if dx*dx+dy*dy != 1 {
				t.Fatalf("%d x %d: %v and %v are consecutive but not neighbours", side, side, at[i-1], at[i])
			}
		}
	}
}

// radixSort is stable for any keys and any number of them.
func TestRadixSort(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 100, 5000} {
		for _, mask := range []uint64{0, 1, 0xFF00, 0xFFFF_FFFF, ^uint64(0)} {
			data := make([]keyed, n)
			for i := range data {
				data[i] = keyed{Key: random.Uint64() & mask, What: int32(i)}
			}
			want := slices.Clone(data)
			slices.SortStableFunc(want, func(a, b keyed) int {
				switch {
				case a.Key < b.Key:
					return -1
				case a.Key > b.Key:
					return 1
				}
				return 0
			})
			if got, _ := radixSort(data, nil); !slices.Equal(got, want) {
				t.Errorf("%d keys with the bits %x are in the wrong order", n, mask)
			}
		}
	}
}
