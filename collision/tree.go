package collision

import (
	"errors"
	"fmt"
	"math"
)

// tree is a dynamic tree of axis-aligned boxes. Leaves carry an item, a number
// that means something to the owner. Insertion descends to where the boxes grow
// least (surface area heuristic, half perimeters in 2D) and rotations keep the
// height within 1.44·log2 n, as in an AVL tree.
type tree struct {
	nodes []node
	root  int32
	free  int32 // first unused node, linked through parent
	count int   // leaves
}

type node struct {
	box    AABB
	parent int32
	left   int32 // none for a leaf
	right  int32 // the item for a leaf
	height int32 // 0 for a leaf
}

// none is the index of no node.
const none int32 = -1

// treeDepth bounds the height: 1.44·log2 of 2³¹ leaves, rounded up.
const treeDepth = 64

func newTree() tree { return tree{root: none, free: none} }

func (n *node) leaf() bool { return n.left == none }

func (t *tree) alloc() int32 {
	if t.free == none {
		t.nodes = append(t.nodes, node{})
		return int32(len(t.nodes) - 1)
	}
	i := t.free
	t.free = t.nodes[i].parent
	return i
}

func (t *tree) release(i int32) {
	t.nodes[i] = node{parent: t.free, left: none, right: none, height: -1}
	t.free = i
}

// insert adds a leaf and returns its node, which stays the same until remove
// or build.
func (t *tree) insert(box AABB, item int32) int32 {
	i := t.alloc()
	t.nodes[i] = node{box: box, parent: none, left: none, right: item}
	t.count++
	t.link(i)
	return i
}

// remove deletes a leaf.
func (t *tree) remove(i int32) {
	t.unlink(i)
	t.release(i)
	t.count--
}

// move changes a leaf's box. A leaf that stays within its parent's box is
// refitted in place.
func (t *tree) move(i int32, box AABB) {
	if p := t.nodes[i].parent; p == none || t.nodes[p].box.ContainsBox(box) {
		t.nodes[i].box = box
		t.refit(p)
		return
	}
	t.unlink(i)
	t.nodes[i].box = box
	t.link(i)
}

// link puts a leaf that is in no tree into it.
func (t *tree) link(leaf int32) {
	if t.root == none {
		t.root = leaf
		t.nodes[leaf].parent = none
		return
	}
	sibling := t.bestSibling(t.nodes[leaf].box)
	old := t.nodes[sibling].parent
	p := t.alloc()
	t.nodes[p] = node{
		box:    t.nodes[leaf].box.Union(t.nodes[sibling].box),
		parent: old, left: sibling, right: leaf,
		height: t.nodes[sibling].height + 1,
	}
	t.nodes[sibling].parent, t.nodes[leaf].parent = p, p
	t.replaceChild(old, sibling, p)
	t.rebalance(old)
}

// unlink takes a leaf out of the tree without releasing its node.
func (t *tree) unlink(leaf int32) {
	if leaf == t.root {
		t.root = none
		return
	}
	p := t.nodes[leaf].parent
	sibling := t.nodes[p].left
	if sibling == leaf {
		sibling = t.nodes[p].right
	}
	up := t.nodes[p].parent
	t.nodes[sibling].parent = up
	t.replaceChild(up, p, sibling)
	t.release(p)
	t.nodes[leaf].parent = none
	t.rebalance(up)
}

// replaceChild makes now the child of p that was old; the root where p is none.
func (t *tree) replaceChild(p, old, now int32) {
	switch {
	case p == none:
		t.root = now
	case t.nodes[p].left == old:
		t.nodes[p].left = now
	default:
		t.nodes[p].right = now
	}
}

// bestSibling descends to the node beside which a box costs least.
func (t *tree) bestSibling(box AABB) int32 {
	i := t.root
	for {
		n := &t.nodes[i]
		if n.leaf() {
			return i
		}
		merged := n.box.Union(box).perimeter()
		here := 2 * merged
		inherited := 2 * (merged - n.box.perimeter())
		l := t.descendCost(n.left, box) + inherited
		r := t.descendCost(n.right, box) + inherited
		if here < l && here < r {
			return i
		}
		if l <= r {
			i = n.left
		} else {
			i = n.right
		}
	}
}

func (t *tree) descendCost(i int32, box AABB) float64 {
	n := &t.nodes[i]
	grown := n.box.Union(box).perimeter()
	if n.leaf() {
		return grown
	}
	return grown - n.box.perimeter()
}

// refit recomputes the boxes from i up, until one does not change.
func (t *tree) refit(i int32) {
	for i != none {
		n := &t.nodes[i]
		box := t.nodes[n.left].box.Union(t.nodes[n.right].box)
		if box == n.box {
			return
		}
		n.box = box
		i = n.parent
	}
}

// rebalance recomputes boxes and heights from i up, rotating where the heights
// of two siblings differ by more than one.
func (t *tree) rebalance(i int32) {
	for i != none {
		i = t.balance(i)
		n := &t.nodes[i]
		l, r := &t.nodes[n.left], &t.nodes[n.right]
		n.box = l.box.Union(r.box)
		n.height = 1 + max(l.height, r.height)
		i = n.parent
	}
}

// balance rotates node i's taller child up if it is too tall and returns the
// node that is now in i's place.
func (t *tree) balance(i int32) int32 {
	n := &t.nodes[i]
	if n.leaf() {
		return i
	}
	switch d := t.nodes[n.right].height - t.nodes[n.left].height; {
	case d > 1:
		return t.rotate(i, n.right)
	case d < -1:
		return t.rotate(i, n.left)
	}
	return i
}

// rotate lifts child c of i into i's place; i keeps its other child and gets
// the lower of c's children.
func (t *tree) rotate(i, c int32) int32 {
	n, up := &t.nodes[i], &t.nodes[c]
	high, low := up.left, up.right
	if t.nodes[low].height > t.nodes[high].height {
		high, low = low, high
	}
	t.replaceChild(n.parent, i, c)
	up.parent, n.parent = n.parent, c
	up.left, up.right = i, high
	if n.left == c {
		n.left = low
	} else {
		n.right = low
	}
	t.nodes[low].parent = i
	l, r := &t.nodes[n.left], &t.nodes[n.right]
	n.box = l.box.Union(r.box)
	n.height = 1 + max(l.height, r.height)
	return c
}

// query appends the items of the leaves whose boxes overlap box.
func (t *tree) query(box AABB, out []int32) []int32 {
	if t.root == none {
		return out
	}
	var stack [treeDepth]int32
	stack[0] = t.root
	for top := 1; top > 0; {
		top--
		n := &t.nodes[stack[top]]
		if !n.box.Overlaps(box) {
			continue
		}
		if n.leaf() {
			out = append(out, n.right)
			continue
		}
		stack[top], stack[top+1] = n.right, n.left
		top += 2
	}
	return out
}

// castNearest visits the leaves along a ray, summed with a box of half size
// grow, nearest boxes first. visit returns how far the ray still reaches.
func (t *tree) castNearest(o, dir Vec, reach float64, grow Vec, visit func(item int32) float64) {
	if t.root == none {
		return
	}
	var stack [treeDepth]struct {
		node int32
		at   float64
	}
	stack[0].node, stack[0].at = t.root, enterBox(t.nodes[t.root].box, o, dir, grow)
	for top := 1; top > 0; {
		top--
		if stack[top].at > reach {
			continue
		}
		n := &t.nodes[stack[top].node]
		if n.leaf() {
			reach = min(reach, visit(n.right))
			continue
		}
		near, far := n.left, n.right
		nearAt, farAt := enterBox(t.nodes[near].box, o, dir, grow), enterBox(t.nodes[far].box, o, dir, grow)
		if farAt < nearAt {
			near, far, nearAt, farAt = far, near, farAt, nearAt
		}
		stack[top].node, stack[top].at = far, farAt
		stack[top+1].node, stack[top+1].at = near, nearAt
		top += 2
	}
}

// enterBox returns where a ray enters a box moved out by grow: 0 inside, +Inf
// when it misses. A hair's breadth is added to the box, so that rounding here
// never hides a leaf that the exact test would hit.
func enterBox(b AABB, o, dir, grow Vec) float64 {
	hair := coordinateRounding * 8 * (largest(b) + math.Abs(o.X) + math.Abs(o.Y) + grow.X + grow.Y)
	grow.X += hair
	grow.Y += hair
	r := interval{0, math.Inf(1)}
	for _, s := range [4][2]float64{
		{dir.X, b.Max.X + grow.X - o.X},
		{-dir.X, o.X - b.Min.X + grow.X},
		{dir.Y, b.Max.Y + grow.Y - o.Y},
		{-dir.Y, o.Y - b.Min.Y + grow.Y},
	} {
		if _, ok := r.clip(s[0], s[1]); !ok {
			return math.Inf(1)
		}
	}
	return r.enter
}

// bounds returns the box around everything.
func (t *tree) bounds() AABB {
	if t.root == none {
		return EmptyAABB()
	}
	return t.nodes[t.root].box
}

// height returns the number of levels below the root.
func (t *tree) height() int {
	if t.root == none {
		return 0
	}
	return int(t.nodes[t.root].height)
}

// validate checks links, boxes, heights and balance.
func (t *tree) validate() error {
	if t.root == none {
		if t.count != 0 {
			return fmt.Errorf("collision: empty tree counts %d leaves", t.count)
		}
		return nil
	}
	if t.nodes[t.root].parent != none {
		return errors.New("collision: the tree's root has a parent")
	}
	leaves, err := t.validateNode(t.root)
	if err == nil && leaves != t.count {
		err = fmt.Errorf("collision: tree of %d leaves counts %d", leaves, t.count)
	}
	return err
}

func (t *tree) validateNode(i int32) (leaves int, err error) {
	n := &t.nodes[i]
	if n.leaf() {
		if n.height != 0 {
			return 0, fmt.Errorf("collision: leaf %d has height %d", i, n.height)
		}
		return 1, nil
	}
	l, r := &t.nodes[n.left], &t.nodes[n.right]
	switch {
	case l.parent != i || r.parent != i:
		return 0, fmt.Errorf("collision: a child of node %d has another parent", i)
	case n.box != l.box.Union(r.box):
		return 0, fmt.Errorf("collision: node %d does not bound its children", i)
	case n.height != 1+max(l.height, r.height):
		return 0, fmt.Errorf("collision: node %d has height %d over %d and %d", i, n.height, l.height, r.height)
	case n.height >= treeDepth-1:
		return 0, fmt.Errorf("collision: node %d is %d levels high", i, n.height)
	}
	a, err := t.validateNode(n.left)
	if err != nil {
		return 0, err
	}
	b, err := t.validateNode(n.right)
	return a + b, err
}
