package collision

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// After any puts and removals a keyTable equals a map, for small keys, which are listed, and for large ones.
func TestTableEqualsAMap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var table keyTable
		want := map[uint64]int32{}
		key := rapid.OneOf(rapid.Uint64Range(0, 40), rapid.Uint64Range(1<<40, 1<<40+30), rapid.Uint64())
		for i := range rapid.IntRange(0, 300).Draw(t, "steps") {
			k := key.Draw(t, "key")
			if _, there := want[k]; there {
				table.Remove(k)
				delete(want, k)
			} else {
				table.Put(k, int32(i))
				want[k] = int32(i)
			}
			if got, ok := table.Get(k); ok != (want[k] == int32(i) && ok) || ok && got != want[k] {
				t.Fatalf("key %d: %d, %v; want %d", k, got, ok, want[k])
			}
		}
		for k, v := range want {
			if got, ok := table.Get(k); !ok || got != v {
				t.Fatalf("key %d: %d, %v; want %d", k, got, ok, v)
			}
		}
		sparse := slices.DeleteFunc(slices.Sorted(maps.Keys(want)), func(k uint64) bool { return k < table.Listed() })
		if !slices.Equal(table.Sparse(), sparse) {
			t.Fatalf("sparse %v, want %v", table.Sparse(), sparse)
		}
		table.Remove(1 << 50) // not in the table
	})
}
