package level

import (
	"slices"
	"sort"
)

// ordered is a merged order.
type ordered[K comparable] struct {
	keys  []K
	moved []K // moved by both sides to different places; keys has them where ours does
}

// mergeOrder merges the orders of three lists without duplicates, restricted to the kept keys, each of which is in ours
// or theirs. A key that theirs added or moved follows its predecessor from theirs, after anything that ours added or
// moved there.
func mergeOrder[K comparable](base, ours, theirs []K, keep func(K) bool) ordered[K] {
	base, ours, theirs = kept(base, keep), kept(ours, keep), kept(theirs, keep)
	inOurs, inTheirs := places(ours), places(theirs)
	byUs, byThem := moved(base, ours), moved(base, theirs)
	isTheirs := func(k K) bool { // whether theirs determines the place of k
		_, here := inOurs[k]
		return !here || byThem[k] && !byUs[k]
	}
	isOurs := func(k K) bool { // whether ours alone determines the place of k
		_, there := inTheirs[k]
		return !there || byUs[k]
	}

	// A linked list: next holds the successor of each element; 0 is the head.
	keys := make([]K, 1, len(ours)+len(theirs)+1)
	next := make([]int, 1, cap(keys))
	at := make(map[K]int, cap(keys))
	insert := func(k K, after int) int {
		keys, next = append(keys, k), append(next, next[after])
		next[after] = len(keys) - 1
		at[k] = len(keys) - 1
		return len(keys) - 1
	}
	last := 0
	for _, k := range ours {
		if !isTheirs(k) {
			last = insert(k, last)
		}
	}
	behind := 0
	for _, k := range theirs {
		switch {
		case isTheirs(k):
			for next[behind] != 0 && isOurs(keys[next[behind]]) {
				behind = next[behind]
			}
			behind = insert(k, behind)
		case !byUs[k]:
			behind = at[k]
		}
	}
	var out ordered[K]
	for i := next[0]; i != 0; i = next[i] {
		out.keys = append(out.keys, keys[i])
	}
	out.moved = movedApart(ours, theirs, byUs, byThem)
	return out
}

func kept[K any](list []K, keep func(K) bool) []K {
	out := make([]K, 0, len(list))
	for _, k := range list {
		if keep(k) {
			out = append(out, k)
		}
	}
	return out
}

func places[K comparable](list []K) map[K]int {
	out := make(map[K]int, len(list))
	for i, k := range list {
		out[k] = i
	}
	return out
}

// moved returns a smallest set of keys whose removal leaves both lists in the same order. Keys that are in only one
// list do not count as moved.
func moved[K comparable](from, to []K) map[K]bool {
	was := places(from)
	var seq []int // the old places, in the new order
	var keys []K
	for _, k := range to {
		if i, ok := was[k]; ok {
			seq, keys = append(seq, i), append(keys, k)
		}
	}
	out := map[K]bool{}
	if slices.IsSorted(seq) {
		return out
	}
	stays := longestRise(seq)
	for i, k := range keys {
		if !stays[i] {
			out[k] = true
		}
	}
	return out
}

// longestRise marks a longest increasing subsequence, by patience sorting.
func longestRise(seq []int) []bool {
	var ends []int // for each length, the index of the lowest end of an increasing subsequence
	before := make([]int, len(seq))
	for i, v := range seq {
		n := sort.Search(len(ends), func(j int) bool { return seq[ends[j]] >= v })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	out := make([]bool, len(seq))
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			out[i] = true
		}
	}
	return out
}

// movedApart returns the keys that both sides moved to different predecessors.
func movedApart[K comparable](ours, theirs []K, byUs, byThem map[K]bool) []K {
	if len(byUs) == 0 || len(byThem) == 0 {
		return nil
	}
	inOurs, inTheirs := places(ours), places(theirs)
	common := func(list []K, in map[K]int) []K {
		return kept(list, func(k K) bool { _, ok := in[k]; return ok })
	}
	a, b := common(ours, inTheirs), common(theirs, inOurs)
	atB := places(b)
	var out []K
	for i, k := range a {
		if !byUs[k] || !byThem[k] {
			continue
		}
		j := atB[k]
		if (i == 0) != (j == 0) || i > 0 && a[i-1] != b[j-1] {
			out = append(out, k)
		}
	}
	return out
}
