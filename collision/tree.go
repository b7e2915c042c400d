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

// treeDepth is the depth that a traversal has room for without allocating.
// Trees of millions of leaves stay far below it.
const treeDepth = 96

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
	t.rotateUp(old)
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
	t.update(up)
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

// build makes the tree anew from leaves whose order keeps neighbours together.
// placed tells each item's node.
func (t *tree) build(boxes []AABB, items []int32, placed func(item, leaf int32)) {
	t.root, t.free, t.count = none, none, len(boxes)
	t.nodes = t.nodes[:0]
	if len(boxes) == 0 {
		return
	}
	if n := 2*len(boxes) - 1; cap(t.nodes) < n {
		t.nodes = make([]node, 0, n+n/8)
	}
	t.root = t.buildRange(boxes, items, none, placed)
}

func (t *tree) buildRange(boxes []AABB, items []int32, parent int32, placed func(item, leaf int32)) int32 {
	i := int32(len(t.nodes))
	if len(boxes) == 1 {
		t.nodes = append(t.nodes, node{box: boxes[0], parent: parent, left: none, right: items[0]})
		placed(items[0], i)
		return i
	}
	t.nodes = append(t.nodes, node{parent: parent})
	half := len(boxes) / 2
	left := t.buildRange(boxes[:half], items[:half], i, placed)
	right := t.buildRange(boxes[half:], items[half:], i, placed)
	l, r := &t.nodes[left], &t.nodes[right]
	n := &t.nodes[i]
	n.left, n.right = left, right
	n.box = l.box.Union(r.box)
	n.height = 1 + max(l.height, r.height)
	return i
}

// update recomputes boxes and heights from i up.
func (t *tree) update(i int32) {
	for i != none {
		n := &t.nodes[i]
		l, r := &t.nodes[n.left], &t.nodes[n.right]
		box, height := l.box.Union(r.box), 1+max(l.height, r.height)
		if box == n.box && height == n.height {
			return
		}
		n.box, n.height = box, height
		i = n.parent
	}
}

// rotateUp recomputes boxes and heights from i up and rotates on the way.
func (t *tree) rotateUp(i int32) {
	for i != none {
		n := &t.nodes[i]
		l, r := &t.nodes[n.left], &t.nodes[n.right]
		n.box = l.box.Union(r.box)
		n.height = 1 + max(l.height, r.height)
		if n.height >= 2 {
			t.rotate(i)
		}
		i = t.nodes[i].parent
	}
}

// rotate swaps a child of node i with a child of the other child, where that
// shrinks the other child most.
func (t *tree) rotate(i int32) {
	n := t.nodes[i]
	best, child, grand := 0.0, none, none
	consider := func(c, other int32) {
		o := &t.nodes[other]
		if o.leaf() {
			return
		}
		was := o.box.perimeter()
		box := t.nodes[c].box
		// c takes the place of one of other's children, beside the one that stays.
		if gain := was - box.Union(t.nodes[o.right].box).perimeter(); gain > best {
			best, child, grand = gain, c, o.left
		}
		if gain := was - box.Union(t.nodes[o.left].box).perimeter(); gain > best {
			best, child, grand = gain, c, o.right
		}
	}
	consider(n.left, n.right)
	consider(n.right, n.left)
	if child == none {
		return
	}
	other := t.nodes[grand].parent
	t.replaceChild(i, child, grand)
	t.replaceChild(other, grand, child)
	t.nodes[grand].parent, t.nodes[child].parent = i, other
	for _, k := range [2]int32{other, i} {
		x := &t.nodes[k]
		l, r := &t.nodes[x.left], &t.nodes[x.right]
		x.box = l.box.Union(r.box)
		x.height = 1 + max(l.height, r.height)
	}
}

// query appends the items of the leaves whose boxes overlap box.
func (t *tree) query(box AABB, out []int32) []int32 {
	if t.root == none {
		return out
	}
	var room [treeDepth]int32
	stack := append(room[:0], t.root)
	for len(stack) > 0 {
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		// The four comparisons one by one, which is what makes this fast.
		if n.box.Min.X > box.Max.X || box.Min.X > n.box.Max.X ||
			n.box.Min.Y > box.Max.Y || box.Min.Y > n.box.Max.Y {
			continue
		}
		if n.left == none {
			out = append(out, n.right)
			continue
		}
		stack = append(stack, n.right, n.left)
	}
	return out
}

// castNearest visits the leaves along a ray, summed with a box of half size
// grow, nearest boxes first. visit returns how far the ray still reaches.
func (t *tree) castNearest(o, dir Vec, reach float64, grow Vec, visit func(item int32) float64) {
	if t.root == none {
		return
	}
	type visitAt struct {
		node int32
		at   float64
	}
	var room [treeDepth]visitAt
	stack := append(room[:0], visitAt{t.root, enterBox(t.nodes[t.root].box, o, dir, grow)})
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.at > reach {
			continue
		}
		n := &t.nodes[top.node]
		if n.leaf() {
			reach = min(reach, visit(n.right))
			continue
		}
		l := visitAt{n.left, enterBox(t.nodes[n.left].box, o, dir, grow)}
		r := visitAt{n.right, enterBox(t.nodes[n.right].box, o, dir, grow)}
		if r.at < l.at {
			l, r = r, l
		}
		stack = append(stack, r, l)
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
	}
	a, err := t.validateNode(n.left)
	if err != nil {
		return 0, err
	}
	b, err := t.validateNode(n.right)
	return a + b, err
}
