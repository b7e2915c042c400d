package collision

import (
	"cmp"
	"math/bits"
	"slices"
)

// Tree finds the items whose axis-aligned boxes overlap a given box. The zero Tree is empty and ready to use.
//
// Items are numbers from 0 up that mean what the caller chooses, such as indices of a slice. The Tree uses 4 bytes for
// each number up to the greatest, and about 40 for each item. Boxes may use any unit of length. They are stored in
// single precision, rounded outward: a query finds every item whose box shares a point with the query's, and may find
// some whose boxes are apart by less than a millionth of the greatest coordinate of both. Callers that need exact
// results test their own boxes.
//
// Queries allocate nothing, except that an Append method grows a slice that is too short. They may run concurrently
// while nothing is put or removed. The order of results is arbitrary, but the same after the same calls. Nothing
// panics: a negative item, or one whose box is empty or has a NaN side, is not added.
//
// It is an R-tree (A. Guttman, "R-Trees", 1984) with up to eight children per node and all items at the same level, so
// a change takes logarithmic time. A [World] uses it too.
//
// Unexported methods expect valid input: items from 0 up, and nonempty boxes within 1e30.
type Tree struct {
	// Owner, unless nil, returns the owner of an item, a number from 0 up. [Tree.QueryOthers] skips one owner's items,
	// many at a time. Set it while the Tree is empty. An item's owner must not change while the item is in the Tree.
	Owner func(item int32) int32

	nodes []node
	at    []int32 // the node that holds each item, or noItem
	root  int32
	free  int32 // first unused node, linked through parent
	count int   // items
}

// noItem is the index of a missing node or item.
const noItem int32 = -1

// Special values of an owner.
const (
	nobody  = -1 // no owner
	several = -2 // more than one owner
)

// treeStack is the number of nodes that a traversal can hold without allocating: seven siblings per level, enough for
// trees larger than memory.
const treeStack = 128

// treeReach bounds the coordinates of a Tree's boxes; greater ones are clamped.
const treeReach = 1e30

// clamped returns a box clamped to the bounds of a Tree, or false for an empty one.
func clamped(b AABB) (AABB, bool) {
	far := Vec{X: treeReach, Y: treeReach}
	return AABB{Min: b.Min.Max(far.Neg()).Min(far), Max: b.Max.Min(far).Max(far.Neg())}, !b.IsEmpty()
}

// Len returns the number of items.
func (t *Tree) Len() int { return t.count }

// Has reports whether an item is in the Tree.
func (t *Tree) Has(item int32) bool {
	return uint32(item) < uint32(len(t.at)) && t.at[item] != noItem
}

// Put adds an item or changes its box. An empty box removes it.
func (t *Tree) Put(item int32, box AABB) {
	b, ok := clamped(box)
	switch {
	case item < 0:
	case !ok:
		t.Remove(item)
	case t.Has(item):
		t.move(item, b)
	default:
		t.insert(item, b)
	}
}

// Remove removes an item, or returns false if there is no such item.
func (t *Tree) Remove(item int32) bool {
	if !t.Has(item) {
		return false
	}
	t.unlink(item)
	t.count--
	return true
}

// Build replaces the Tree's contents with the boxes that are not empty. The index of a box is its item. Build is faster
// than putting one box after the other, and makes queries faster.
func (t *Tree) Build(boxes []AABB) {
	t.reserve(len(boxes))
	all := EmptyAABB()
	order := make([]keyed, 0, len(boxes))
	for i := range boxes {
		if b, ok := clamped(boxes[i]); ok {
			all = all.Union(b)
			order = append(order, keyed{What: int32(i)})
		}
	}
	along := newSpaceCurve(all, len(order), newTurns())
	for i := range order {
		b, _ := clamped(boxes[order[i].What])
		order[i].Key = uint64(along.At(b.Center()))
	}
	order, _ = radixSort(order, nil)
	items := make([]int32, len(order))
	for i := range order {
		items[i] = order[i].What
	}
	t.buildOrdered(items, func(item int32) AABB {
		b, _ := clamped(boxes[item])
		return b
	}, func(n int, f func(from, to int)) { f(0, n) })
}

// Append appends the items whose boxes share a point with box to out.
func (t *Tree) Append(out []int32, box AABB) []int32 {
	b, ok := clamped(box)
	if !ok {
		return out
	}
	return t.appendNear(out, b)
}

// Query calls f with each item whose box shares a point with box, until f returns false. It reports whether f never
// returned false. f must not change the Tree.
func (t *Tree) Query(box AABB, f func(item int32) bool) bool {
	return t.search(box, nobody, f)
}

// QueryOthers works like [Tree.Query] but skips an owner's items. Owned items that are close together, like the pieces
// of a compound body, are skipped without visiting each of them.
func (t *Tree) QueryOthers(box AABB, owner int32, f func(item int32) bool) bool {
	if t.Owner == nil {
		owner = nobody
	}
	return t.search(box, owner, f)
}

// search works like Query but skips an owner's items.
func (t *Tree) search(box AABB, without int32, f func(item int32) bool) bool {
	wide, ok := clamped(box)
	if !ok || t.count == 0 {
		return true
	}
	b := shrink(wide)
	var room [treeStack]int32
	stack := append(room[:0], t.root)
	for len(stack) > 0 {
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if without >= 0 && n.owner == without {
			continue
		}
		for near := n.near(&b); near != 0; near &= near - 1 {
			child := n.child[bits.TrailingZeros8(near)]
			if n.level > 0 {
				stack = append(stack, child)
			} else if (without < 0 || t.Owner(child) != without) && !f(child) {
				return false
			}
		}
	}
	return true
}

// own records that the node holds an item of an owner.
func (n *node) own(owner int32) {
	if n.owner != owner && owner != nobody {
		if n.owner == nobody {
			n.owner = owner
		} else {
			n.owner = several
		}
	}
}

// ownerOf returns the owner of a node's child.
func (t *Tree) ownerOf(n *node, child int32) int32 {
	switch {
	case t.Owner == nil:
		return nobody
	case n.level > 0:
		return t.nodes[child].owner
	}
	return t.Owner(child)
}

func (t *Tree) alloc(level int16) int32 {
	i := t.free
	if i == noItem {
		t.nodes = append(t.nodes, node{})
		i = int32(len(t.nodes) - 1)
	} else {
		t.free = t.nodes[i].parent
	}
	t.nodes[i] = node{parent: noItem, owner: nobody, level: level}
	return i
}

func (t *Tree) release(i int32) {
	t.nodes[i] = node{parent: t.free, level: -1}
	t.free = i
}

// reserve makes room for items below n.
func (t *Tree) reserve(n int) {
	if more := n - len(t.at); more > 0 && n > cap(t.at) {
		t.at = slices.Grow(t.at, max(more, len(t.at), 16)) // append would copy a large slice four times as often
	}
	for len(t.at) < n {
		t.at = append(t.at, noItem)
	}
}

// insert adds an item, which must not be in the tree.
func (t *Tree) insert(item int32, box AABB) {
	if len(t.nodes) == 0 { // the zero tree
		t.root, t.free = noItem, noItem
	}
	t.reserve(int(item) + 1)
	t.count++
	t.insertBox(shrink(box), item)
}

func (t *Tree) insertBox(box smallBox, item int32) {
	if t.root == noItem {
		t.root = t.alloc(0)
	}
	i, owner := t.root, int32(nobody)
	if t.Owner != nil {
		owner = t.Owner(item)
	}
	for t.nodes[i].level > 0 {
		t.nodes[i].own(owner)
		i = t.nodes[i].nearest(&box)
	}
	t.add(i, box, item)
}

// add adds a child to node i, which it splits if it is full.
func (t *Tree) add(i int32, box smallBox, child int32) {
	for {
		n := &t.nodes[i]
		if n.count < fan {
			n.set(int(n.count), box, child)
			n.count++
			t.adopt(i, child)
			t.refit(i)
			return
		}
		other := t.split(i, box, child)
		n = &t.nodes[i]
		p := n.parent
		if p == noItem {
			p = t.alloc(n.level + 1)
			t.root = p
			root := &t.nodes[p]
			root.set(0, t.nodes[i].bounds(), i)
			root.count, root.owner = 1, t.nodes[i].owner
			t.nodes[i].parent = p
		} else {
			up := &t.nodes[p]
			up.setBox(up.slot(i), n.bounds())
		}
		i, box, child = p, t.nodes[other].bounds(), other
	}
}

// adopt sets node i as the parent of child.
func (t *Tree) adopt(i, child int32) {
	n := &t.nodes[i]
	n.own(t.ownerOf(n, child))
	if n.level == 0 {
		t.at[child] = i
	} else {
		t.nodes[child].parent = i
	}
}

// split divides node i's children and one more between i and a new node, and returns the new node. It halves them along
// the axis on which their centres are spread wider.
func (t *Tree) split(i int32, box smallBox, child int32) int32 {
	other := t.alloc(t.nodes[i].level)
	n, o := &t.nodes[i], &t.nodes[other]
	type entry struct {
		box   smallBox
		child int32
		at    Vec
	}
	var all [fan + 1]entry
	middle := EmptyAABB()
	for k := range all {
		all[k] = entry{box: box, child: child}
		if k < fan {
			all[k] = entry{box: n.box(k), child: n.child[k]}
		}
		all[k].at = all[k].box.Wide().Center()
		middle = middle.Union(AABB{Min: all[k].at, Max: all[k].at})
	}
	spread := middle.Size()
	slices.SortStableFunc(all[:], func(a, b entry) int {
		if spread.Y > spread.X {
			return cmp.Compare(a.at.Y, b.at.Y)
		}
		return cmp.Compare(a.at.X, b.at.X)
	})
	const half = (fan + 1) / 2
	n.count, o.count, n.owner = 0, 0, nobody
	for k := range all {
		to, in := i, n
		if k >= half {
			to, in = other, o
		}
		in.set(int(in.count), all[k].box, all[k].child)
		in.count++
		t.adopt(to, all[k].child)
	}
	for k := int(n.count); k < fan; k++ {
		n.child[k] = noItem
	}
	return other
}

// refit updates the boxes above node i until one does not change.
func (t *Tree) refit(i int32) {
	for {
		n := &t.nodes[i]
		p := n.parent
		if p == noItem {
			return
		}
		box := n.bounds()
		up := &t.nodes[p]
		k := up.slot(i)
		if up.box(k) == box {
			return
		}
		up.setBox(k, box)
		i = p
	}
}

// unlink removes an item from the tree's nodes.
func (t *Tree) unlink(item int32) {
	i, child := t.at[item], item
	t.at[item] = noItem
	for {
		n := &t.nodes[i]
		k, last := n.slot(child), int(n.count)-1
		n.set(k, n.box(last), n.child[last])
		n.child[last] = noItem
		n.count--
		if n.count > 0 {
			t.refit(i)
			break
		}
		child, i = i, n.parent
		t.release(child)
		if i == noItem {
			t.root = noItem
			return
		}
	}
	for t.nodes[t.root].level > 0 && t.nodes[t.root].count == 1 {
		old := t.root
		t.root = t.nodes[old].child[0]
		t.nodes[t.root].parent = noItem
		t.release(old)
	}
}

// move changes the box of an item that is in the tree. The item stays in its
// node if its centre stays within the node's box.
func (t *Tree) move(item int32, box AABB) {
	i := t.at[item]
	n := &t.nodes[i]
	b := shrink(box)
	if p := n.parent; p != noItem {
		up := &t.nodes[p]
		if home := up.box(up.slot(i)); !home.Holds(box.Center()) {
			t.unlink(item)
			t.insertBox(b, item)
			return
		}
	}
	k := n.slot(item)
	if n.box(k) != b {
		n.setBox(k, b)
		t.refit(i)
	}
}

// buildOrdered rebuilds the tree from items that are ordered so that neighbours are together. Node i of the lowest
// level holds the i-th group of items; each level above groups the nodes below it in the same way. split divides the
// work on the lowest level.
func (t *Tree) buildOrdered(items []int32, box func(item int32) AABB, split func(n int, f func(from, to int))) {
	t.root, t.free, t.count = noItem, noItem, len(items)
	for i := range t.at {
		t.at[i] = noItem
	}
	groups := (len(items) + fan - 1) / fan
	total := groups
	for n := groups; n > 1; total += n {
		n = (n + fan - 1) / fan
	}
	if cap(t.nodes) < total {
		t.nodes = make([]node, total, total+total/8)
	}
	t.nodes = t.nodes[:total]
	if total == 0 {
		return
	}
	split(groups, func(from, to int) {
		for g := from; g < to; g++ {
			lo, hi := len(items)*g/groups, len(items)*(g+1)/groups
			n := t.vacate(g, 0, hi-lo)
			for k, item := range items[lo:hi] {
				n.set(k, shrink(box(item)), item)
				t.adopt(int32(g), item)
			}
		}
	})
	// start is the index of the first node of the level below, and width the number of its nodes.
	for start, width, level := 0, groups, int16(1); width > 1; level++ {
		groups := (width + fan - 1) / fan
		for g := range groups {
			lo, hi := start+width*g/groups, start+width*(g+1)/groups
			i := start + width + g
			n := t.vacate(i, level, hi-lo)
			for k := lo; k < hi; k++ {
				n.set(k-lo, t.nodes[k].bounds(), int32(k))
				t.adopt(int32(i), int32(k))
			}
		}
		start, width = start+width, groups
	}
	t.root = int32(total - 1)
}

// vacate resets node i for a number of children, which the caller then sets.
func (t *Tree) vacate(i int, level int16, children int) *node {
	n := &t.nodes[i]
	n.parent, n.owner, n.level, n.count = noItem, nobody, level, int16(children)
	for k := children; k < fan; k++ {
		n.child[k] = noItem
	}
	return n
}

// appendNear appends the items whose boxes overlap box.
func (t *Tree) appendNear(out []int32, box AABB) []int32 {
	return t.appendOthers(out, box, nobody)
}

// appendOthers works like appendNear but skips most of an owner's items, which the caller ignores.
func (t *Tree) appendOthers(out []int32, box AABB, owner int32) []int32 {
	if t.count == 0 {
		return out
	}
	b := shrink(box)
	var room [treeStack]int32
	stack := append(room[:0], t.root)
	for len(stack) > 0 {
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if n.owner == owner && owner != nobody {
			continue
		}
		near := n.near(&b)
		if n.level == 0 {
			for ; near != 0; near &= near - 1 {
				out = append(out, n.child[bits.TrailingZeros8(near)])
			}
			continue
		}
		for ; near != 0; near &= near - 1 {
			stack = append(stack, n.child[bits.TrailingZeros8(near)])
		}
	}
	return out
}
