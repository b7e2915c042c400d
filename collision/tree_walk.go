package collision

import (
	"iter"
	"math/bits"
)

// treePart is a part of the search for pairs within one tree: the pairs within node a, or the pairs between a and b,
// which are at the same level.
type treePart struct {
	a, b int32
	boxB smallBox
}

// treePair is a pair of items whose boxes are near each other.
type treePair struct{ A, B int32 }

// rootPart returns the part with all pairs of a tree. The tree must not be empty.
func (t *Tree) rootPart() treePart { return treePart{a: t.root, b: t.root} }

// isLowest reports whether a part consists of pairs of items and cannot be divided further.
func (t *Tree) isLowest(p *treePart) bool { return t.nodes[p.a].level == 0 }

// hasOneOwner reports whether all items of a part have the same owner.
func (t *Tree) hasOneOwner(p *treePart) bool {
	owner := t.nodes[p.a].owner
	return owner >= 0 && owner == t.nodes[p.b].owner
}

// divide splits a part, and appends the resulting parts whose boxes are at most margin apart.
func (t *Tree) divide(out []treePart, p *treePart, margin float64) []treePart {
	a, b := &t.nodes[p.a], &t.nodes[p.b]
	for i := range int(a.count) {
		from := 0
		if p.a == p.b {
			out = append(out, treePart{a: a.child[i], b: a.child[i]})
			from = i + 1
		}
		box := a.box(i).Grow(margin)
		for near := b.near(&box) >> from << from; near != 0; near &= near - 1 {
			j := bits.TrailingZeros8(near)
			out = append(out, treePart{a.child[i], b.child[j], b.box(j)})
		}
	}
	return out
}

// appendPairs appends the pairs of a part at the lowest level whose boxes are at most margin apart.
func (t *Tree) appendPairs(out []treePair, p *treePart, margin float64) []treePair {
	a, b := &t.nodes[p.a], &t.nodes[p.b]
	all := uint8(1<<a.count - 1)
	if p.a != p.b {
		boxB := p.boxB.Grow(margin)
		all = a.near(&boxB)
	}
	for ; all != 0; all &= all - 1 {
		i := bits.TrailingZeros8(all)
		box := a.box(i).Grow(margin)
		near := b.near(&box)
		if p.a == p.b {
			near = near >> (i + 1) << (i + 1)
		}
		for ; near != 0; near &= near - 1 {
			out = append(out, treePair{a.child[i], b.child[bits.TrailingZeros8(near)]})
		}
	}
	return out
}

// boxes returns the boxes of the nodes and items, each with its depth: 0 for the root.
func (t *Tree) boxes() iter.Seq2[int, AABB] {
	return func(yield func(int, AABB) bool) {
		if t.count == 0 {
			return
		}
		type at struct {
			box   smallBox
			child int32
			depth int
			item  bool
		}
		stack := []at{{t.nodes[t.root].bounds(), t.root, 0, false}}
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(top.depth, top.box.Wide()) {
				return
			}
			if top.item {
				continue
			}
			n := &t.nodes[top.child]
			for i := int(n.count) - 1; i >= 0; i-- {
				stack = append(stack, at{n.box(i), n.child[i], top.depth + 1, n.level == 0})
			}
		}
	}
}
