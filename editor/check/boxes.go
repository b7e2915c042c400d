package check

import (
	"cmp"
	"slices"

	"fillet/collision"
)

// boxTree finds which of many boxes meet another one. It is made once, so that it is lists without a pointer: the boxes
// along a curve that fills the plane, and above each sixteen of them the box around them, level by level.
type boxTree struct {
	of     []int32            // which box stands at each place of the lowest level
	levels [][]collision.AABB // from the boxes up
	owner  [][]int32          // whose all boxes below each place are, or several
}

// In the place of an owner.
const (
	nobody  = -1 // who owns no box
	several = -2 // more than one
)

// span is how many places have one above them.
const span = 16

// newBoxTree makes a tree of boxes, each of them somebody's.
func newBoxTree(boxes []collision.AABB, owners []int32) *boxTree {
	n := len(boxes)
	t := &boxTree{of: make([]int32, n)}
	if n == 0 {
		return t
	}
	all := collision.EmptyAABB() // an empty one adds nothing, and is never found
	for _, b := range boxes {
		all = all.Union(b)
	}
	type spot struct {
		code uint32
		box  int32
	}
	spots := make([]spot, n)
	size := all.Size()
	for i, b := range boxes {
		c := b.Center()
		spots[i] = spot{curve(fraction(c.X-all.Min.X, size.X), fraction(c.Y-all.Min.Y, size.Y)), int32(i)}
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.box, b.box)) })
	lowest, owner := make([]collision.AABB, n), make([]int32, n)
	for place, s := range spots {
		t.of[place], lowest[place], owner[place] = s.box, boxes[s.box], owners[s.box]
	}
	t.levels, t.owner = append(t.levels, lowest), append(t.owner, owner)
	for len(t.levels[len(t.levels)-1]) > span {
		below, owned := t.levels[len(t.levels)-1], t.owner[len(t.levels)-1]
		above := make([]collision.AABB, 0, (len(below)+span-1)/span)
		owner := make([]int32, 0, cap(above))
		for from := 0; from < len(below); from += span {
			around, whose := below[from], owned[from]
			for i := from + 1; i < min(from+span, len(below)); i++ {
				if around = around.Union(below[i]); owned[i] != whose {
					whose = several
				}
			}
			above, owner = append(above, around), append(owner, whose)
		}
		t.levels, t.owner = append(t.levels, above), append(t.owner, owner)
	}
	return t
}

// fraction is x as a part of size, in 16 bits; 0 where it is none.
func fraction(x, size float64) uint32 {
	if !(size > 0 && x > 0) {
		return 0
	}
	return uint32(min(x/size, 1) * 0xffff)
}

// curve is the place of a cell on the curve that visits all cells of a quarter before those of the next.
func curve(x, y uint32) uint32 { return spread(x) | spread(y)<<1 }

// spread puts a zero between the 16 bits of x.
func spread(x uint32) uint32 {
	x = (x | x<<8) & 0x00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f
	x = (x | x<<2) & 0x33333333
	return (x | x<<1) & 0x55555555
}

// meeting appends the boxes that share a point with b and are not of one owner, in no order of meaning, until there are most
// of them.
func (t *boxTree) meeting(to []int32, b collision.AABB, without int32, most int) []int32 {
	if len(t.levels) == 0 {
		return to
	}
	top := len(t.levels) - 1
	return t.gather(to, &b, without, most, top, 0, len(t.levels[top]))
}

// gather is meeting for the places of a level from one to another.
func (t *boxTree) gather(to []int32, b *collision.AABB, without int32, most, level, from, end int) []int32 {
	places, owner := t.levels[level], t.owner[level]
	for i := from; i < end && len(to) < most; i++ {
		if !places[i].Overlaps(*b) || owner[i] == without {
			continue
		}
		if level == 0 {
			to = append(to, t.of[i])
			continue
		}
		to = t.gather(to, b, without, most, level-1, i*span, min((i+1)*span, len(t.levels[level-1])))
	}
	return to
}

// any reports whether f holds for one of the boxes that share a point with b.
func (t *boxTree) any(b collision.AABB, f func(box int32) bool) bool {
	if len(t.levels) == 0 {
		return false
	}
	top := len(t.levels) - 1
	return t.search(&b, f, top, 0, len(t.levels[top]))
}

// search is any for the places of a level from one to another.
func (t *boxTree) search(b *collision.AABB, f func(int32) bool, level, from, end int) bool {
	places := t.levels[level]
	for i := from; i < end; i++ {
		p := &places[i]
		if !p.Overlaps(*b) {
			continue
		}
		if level == 0 && f(t.of[i]) || level > 0 && t.search(b, f, level-1, i*span, min((i+1)*span, len(t.levels[level-1]))) {
			return true
		}
	}
	return false
}

// newTreeOf makes a tree of some boxes. box gives a box and whose it is.
func newTreeOf(which []int32, box func(i int32) (collision.AABB, int32)) *boxTree {
	boxes, owners := make([]collision.AABB, len(which)), make([]int32, len(which))
	for k, i := range which {
		boxes[k], owners[k] = box(i)
	}
	t := newBoxTree(boxes, owners)
	for place, k := range t.of {
		t.of[place] = which[k]
	}
	return t
}

// growingTree is a tree that boxes are added to: several trees, of which each has more than the next, and the newest boxes
// beside them. What is added moves into larger trees now and then.
type growingTree struct {
	box   func(i int32) (bounds collision.AABB, owner int32)
	trees []*boxTree
	newer []int32
}

// besideTrees is how many boxes stand beside the trees at most.
const besideTrees = 64

// add adds a box.
func (t *growingTree) add(i int32) {
	if t.newer = append(t.newer, i); len(t.newer) < besideTrees {
		return
	}
	all := slices.Clone(t.newer)
	for n := len(t.trees); n > 0 && len(t.trees[n-1].of) <= len(all); n-- {
		all = append(all, t.trees[n-1].of...)
		t.trees = t.trees[:n-1]
	}
	t.trees, t.newer = append(t.trees, newTreeOf(all, t.box)), t.newer[:0]
}

// meeting is that of a tree.
func (t *growingTree) meeting(to []int32, b collision.AABB, without int32, most int) []int32 {
	for _, tree := range t.trees {
		to = tree.meeting(to, b, without, most)
	}
	for _, i := range t.newer {
		if bounds, owner := t.box(i); len(to) < most && owner != without && bounds.Overlaps(b) {
			to = append(to, i)
		}
	}
	return to
}
