package check

import (
	"slices"

	"fillet/collision"
)

// Limits for levels with more than maxNearPairs nearby pairs in total. The search distance is then reduced in dense
// places, where parts farther away have others in between.
const (
	maxNear      = 128 // number of nearby parts above which a place is dense
	maxNearPairs = 2_000_000
)

// surroundings finds the parts near other parts.
type surroundings struct {
	*scene
	reach float64         // the largest distance that counts as near
	dense []bool          // items in dense places; nil if there are few pairs in total
	rest  *collision.Tree // the parts outside dense places
}

func newSurroundings(s *scene, reach float64) *surroundings {
	n := &surroundings{scene: s, reach: reach}
	near := inParts(s.ctx, len(s.items), 4096, func(from, to int) []int {
		var found []int32
		var out []int
		for _, it := range s.items[from:to] {
			largest := 0
			for p := it.first; p < it.last && !it.excluded; p++ {
				found = n.upTo(s.left, found[:0], p, reach, maxNear+1)
				largest = max(largest, len(found))
			}
			out = append(out, largest)
		}
		return out
	})
	pairs := 0
	for _, k := range near {
		pairs += min(k, maxNear)
		if k > maxNear {
			pairs += maxNear // there are more that were not counted
		}
	}
	if pairs <= maxNearPairs || len(near) < len(s.items) {
		return n
	}
	n.dense = make([]bool, len(s.items))
	for i, k := range near {
		n.dense[i] = k > maxNear
	}
	n.rest = s.newPartTree(func(p *part) bool { return !p.of.excluded && !n.dense[p.of.index] })
	return n
}

// upTo appends the parts of other items within reach of part p, until to has limit elements.
func (n *surroundings) upTo(t *collision.Tree, to []int32, p int32, reach float64, limit int) []int32 {
	return n.partsIn(t, to, n.parts[p].bounds.Grow(reach), n.parts[p].of.index, limit)
}

// of appends the parts of other items near part p.
func (n *surroundings) of(to []int32, p int32) []int32 {
	if n.dense == nil || !n.dense[n.parts[p].of.index] {
		return n.upTo(n.left, to, p, n.reach, len(n.parts))
	}
	from := len(to)
	if to = n.upTo(n.left, to, p, n.reach, from+maxNear+1); len(to) <= from+maxNear {
		return to
	}
	// Bisect for a distance that finds some parts, but not too many. If the number jumps from none to too many, take
	// some of them.
	const halvings = 12
	low, high := 0.0, n.reach
	for range halvings {
		mid := float64((low + high) / 2)
		to = n.upTo(n.left, to[:from], p, mid, from+maxNear+1)
		if found := len(to) - from; found > maxNear {
			high = mid
		} else if low = mid; found > maxNear/4 {
			break
		}
	}
	if len(to) == from {
		to = n.upTo(n.left, to, p, high, from+maxNear)
	}
	to = n.upTo(n.rest, to, p, n.reach, len(n.parts))
	slices.Sort(to[from:])
	return slices.Compact(to)
}
