package panel

import (
	"slices"
	"testing"

	"fillet/editor/contacts"

	"pgregory.net/rapid"
)

// The list holds the same pairs as a sort of all of them, cut.
func TestMostUrgentPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) contacts.Pair {
			return contacts.Pair{
				State: rapid.SampledFrom([]contacts.State{contacts.Touching, contacts.Triggered, contacts.Overlapping}).Draw(t, "state"),
				Depth: float64(rapid.IntRange(0, 5).Draw(t, "depth")),
			}
		}), 0, 60).Draw(t, "pairs")
		most := rapid.IntRange(1, 20).Draw(t, "most")
		got := urgent{of: pairs, most: most}
		all := make([]int, len(pairs))
		for i := range pairs {
			all[i] = i
			got.add(i)
		}
		slices.SortStableFunc(all, func(i, j int) int { return byUrgency(pairs[i], pairs[j]) })
		want := all[:min(most, len(all))]
		slices.Sort(want)
		slices.Sort(got.rows)
		if !slices.Equal(got.rows, want) || got.seen != len(pairs) {
			t.Fatalf("%v of %d, want %v of %d", got.rows, got.seen, want, len(pairs))
		}
	})
}
