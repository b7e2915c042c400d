package playtest

import (
	"slices"

	"fillet/collision"
)

// index finds boxes that never move: a tree built once, whose leaves hold a few items each. Queries do not allocate but
// for the list that they append to.
type index struct {
	nodes []indexNode
	items []int32
	boxes []collision.AABB
}

type indexNode struct {
	box      collision.AABB
	from, to int32 // a leaf's items
	right    int32 // the other child; the first one is the next node. 0 for a leaf
}

// leafItems is how many items a leaf holds at most: below it, testing all costs less than another level.
const leafItems = 4

// newIndex builds the tree over boxes, whose places in the slice are the items.
func newIndex(boxes []collision.AABB) index {
	x := index{boxes: boxes, items: make([]int32, len(boxes))}
	for i := range x.items {
		x.items[i] = int32(i)
	}
	if len(boxes) > 0 {
		x.build(0, len(boxes))
	}
	return x
}

// build makes the subtree of items from to to: halves along the longer side, by the boxes' middles.
func (x *index) build(from, to int) {
	at := len(x.nodes)
	box, middles := collision.EmptyAABB(), collision.EmptyAABB()
	for _, i := range x.items[from:to] {
		box = box.Union(x.boxes[i])
		c := x.boxes[i].Center()
		middles = middles.Union(collision.AABB{Min: c, Max: c})
	}
	x.nodes = append(x.nodes, indexNode{box: box, from: int32(from), to: int32(to)})
	if to-from <= leafItems {
		return
	}
	size := middles.Size()
	slices.SortFunc(x.items[from:to], func(i, j int32) int {
		a, b := x.boxes[i].Center(), x.boxes[j].Center()
		d := a.X - b.X
		if size.Y > size.X {
			d = a.Y - b.Y
		}
		switch {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return int(i - j)
	})
	mid := (from + to) / 2
	x.build(from, mid)
	x.nodes[at].right = int32(len(x.nodes))
	x.build(mid, to)
}

// query appends the items whose boxes overlap box, in an order that depends on the tree only.
func (x *index) query(box collision.AABB, out []int32) []int32 {
	if len(x.nodes) == 0 {
		return out
	}
	var room [64]int32
	stack := append(room[:0], 0)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &x.nodes[at]
		if n.box.Min.X > box.Max.X || box.Min.X > n.box.Max.X || n.box.Min.Y > box.Max.Y || box.Min.Y > n.box.Max.Y {
			continue
		}
		if n.right != 0 {
			stack = append(stack, n.right, at+1)
			continue
		}
		for _, i := range x.items[n.from:n.to] {
			if x.boxes[i].Overlaps(box) {
				out = append(out, i)
			}
		}
	}
	return out
}
