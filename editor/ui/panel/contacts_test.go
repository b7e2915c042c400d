package panel

import (
	"slices"
	"testing"

	"fillet/editor/contacts"

	"pgregory.net/rapid"
)

// urgent collects the same pairs as sorting and truncating all pairs.
func TestMostUrgentPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) contacts.Pair {
			return contacts.Pair{
				State: rapid.SampledFrom([]contacts.State{
					contacts.Touching, contacts.Triggered,
					contacts.Overlapping,
				}).Draw(t, "state"),
				Depth: float64(rapid.IntRange(0, 5).Draw(t, "depth")),
			}
		}), 0, 60).Draw(t, "pairs")
		limit := rapid.IntRange(1, 20).Draw(t, "most")
		got := urgent{of: pairs, limit: limit}
		all := make([]int, len(pairs))
		for i := range pairs {
			all[i] = i
			got.add(i)
		}
		slices.SortStableFunc(all, func(i, j int) int { return byUrgency(pairs[i], pairs[j]) })
		want := all[:min(limit, len(all))]
		if got.cut(); !slices.Equal(got.rows, want) || got.seen != len(pairs) {
			t.Fatalf("%v of %d, want %v of %d", got.rows, got.seen, want, len(pairs))
		}
	})
}

func TestCounted(t *testing.T) {
	for want, n := range map[string]contacts.Counts{
		"":                               {Expected: 3},
		"1 overlap":                      {Overlaps: 1},
		"2 overlaps · 1 touching":        {Overlaps: 2, Touching: 1},
		"3 touching · 1 trigger contact": {Touching: 3, Triggers: 1},
		"1 overlap · 1 touching · 2 trigger contacts": {Overlaps: 1, Touching: 1, Triggers: 2},
	} {
		if got := counted(n); got != want {
			t.Errorf("counted(%+v) = %q, want %q", n, got, want)
		}
	}
}
