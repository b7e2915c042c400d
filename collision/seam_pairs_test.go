package collision

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Touching pieces are found in the same order along an axis and in a tree.
func TestSeamPairsInTree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.Float64Range(-100, 100)
		size := rapid.Float64Range(0, 30)
		f := seamFinder{tol: rapid.Float64Range(0, 1).Draw(t, "tolerance")}
		order := make([]int, rapid.IntRange(1, 40).Draw(t, "pieces"))
		for i := range order {
			order[i] = i
			at := Vec{X: side.Draw(t, "x"), Y: side.Draw(t, "y")}
			f.boxes = append(f.boxes, AABB{Min: at, Max: at.Add(Vec{X: size.Draw(t, "w"), Y: size.Draw(t, "h")})})
		}
		slices.SortFunc(order, func(i, j int) int {
			if f.boxes[i].Min.X != f.boxes[j].Min.X {
				if f.boxes[i].Min.X < f.boxes[j].Min.X {
					return -1
				}
				return 1
			}
			return i - j
		})
		var swept, found [][2]int
		f.pairs(order, func(i, j int) { swept = append(swept, [2]int{i, j}) })
		f.pairsInTree(order, func(i, j int) { found = append(found, [2]int{i, j}) })
		if !slices.Equal(swept, found) {
			t.Fatalf("along an axis %v, in a tree %v", swept, found)
		}
	})
}
