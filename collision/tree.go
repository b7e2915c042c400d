package collision

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// tree is a dynamic tree of axis-aligned boxes with up to eight children a node
// (an R-tree: A. Guttman, "R-Trees", 1984). Its leaves are items, numbers that
// mean something to the owner. All items are at the same level, so the depth is
// at most log4 of the greatest count there was.
//
// Boxes are stored as 31-bit numbers, rounded outward: half the memory to
// search, and never a box too small. The exact test comes after, from the owner.
// The zero tree is empty.
type tree struct {
	nodes []node
	at    []int32 // the node that holds each item; none for an item that is not there
	root  int32
	free  int32 // first unused node, linked through parent
	count int   // items
}

// fan is the greatest number of children of a node.
const fan = 8

type node struct {
	// The children's boxes, as in smallBox.
	minX, minY, maxX, maxY [fan]uint32

	child  [fan]int32 // nodes; items at level 0
	parent int32
	count  int16
	level  int16 // 0 where the children are items
}

// smallBox is an AABB in 31 bits a side: numbers that are in the order of the
// float32 that they stand for. The guard bit is set in the upper sides, so that
// the difference of an upper and a lower side has it just when the upper one is
// no less, and never borrows from its neighbour when two are subtracted at once.
type smallBox struct{ minX, minY, maxX, maxY uint32 }

const guard = 1 << 31

// none is the index of no node.
const none int32 = -1

// treeStack is the number of nodes that a traversal has room for without
// allocating: seven siblings a level, for trees of more items than memory holds.
const treeStack = 128

// shrink returns the box in 31 bits, rounded outward, and by a hair more: two
// shapes that touch by rounding only must not be told apart by their boxes.
func shrink(b AABB) smallBox {
	// No less than a few units in the last place of the largest coordinate.
	hair := float64(8 * coordinateRounding * (math.Abs(b.Min.X) + math.Abs(b.Min.Y) + (b.Max.X - b.Min.X) + (b.Max.Y - b.Min.Y)))
	return smallBox{lower(b.Min.X - hair), lower(b.Min.Y - hair), upper(b.Max.X + hair), upper(b.Max.Y + hair)}
}

// ordered returns a number that is greater for a greater x, once x is rounded to
// float32: negative floats are in the opposite order of their bits.
func ordered(x float64) uint32 {
	b := math.Float32bits(float32(x))
	return b ^ (uint32(int32(b)>>31) | guard)
}

// lower returns x as a lower side. Rounding to float32 may have passed x by one.
func lower(x float64) uint32 { return (ordered(x) - 1) >> 1 }

// upper returns x as an upper side.
func upper(x float64) uint32 { return (ordered(x)+2)>>1 | guard }

// unordered returns the float that a side stands for.
func unordered(side uint32) float64 {
	b := side << 1
	return float64(math.Float32frombits(b ^ (^uint32(int32(b)>>31) | guard)))
}

func (b smallBox) wide() AABB {
	return AABB{Vec{unordered(b.minX), unordered(b.minY)}, Vec{unordered(b.maxX), unordered(b.maxY)}}
}

// grow returns the box moved out by d on every side, and by its rounding.
func (b smallBox) grow(d float64) smallBox {
	if d == 0 {
		return b
	}
	w := b.wide()
	return smallBox{lower(w.Min.X - d), lower(w.Min.Y - d), upper(w.Max.X + d), upper(w.Max.Y + d)}
}

func (b smallBox) union(o smallBox) smallBox {
	return smallBox{min(b.minX, o.minX), min(b.minY, o.minY), max(b.maxX, o.maxX), max(b.maxY, o.maxY)}
}

// holds reports whether p lies in b.
func (b *smallBox) holds(p Vec) bool {
	x, y := ordered(p.X)>>1, ordered(p.Y)>>1
	return b.minX <= x && x <= b.maxX&^guard && b.minY <= y && y <= b.maxY&^guard
}

// halfPerimeter is half the circumference, the tree's measure of cost.
func (b *smallBox) halfPerimeter() float64 {
	return (unordered(b.maxX) - unordered(b.minX)) + (unordered(b.maxY) - unordered(b.minY))
}

// box returns a child's box.
func (n *node) box(i int) smallBox { return smallBox{n.minX[i], n.minY[i], n.maxX[i], n.maxY[i]} }

// set makes a child.
func (n *node) set(i int, b smallBox, child int32) {
	n.setBox(i, b)
	n.child[i] = child
}

func (n *node) setBox(i int, b smallBox) {
	n.minX[i], n.minY[i], n.maxX[i], n.maxY[i] = b.minX, b.minY, b.maxX, b.maxY
}

// bounds returns the box around a node's children.
func (n *node) bounds() smallBox {
	b := n.box(0)
	for i := 1; i < int(n.count); i++ {
		b = b.union(n.box(i))
	}
	return b
}

// near returns a bit for each child whose box meets b. Two children are compared
// at once, without branches, which no processor could predict: the guard bits of
// the differences tell.
func (n *node) near(b *smallBox) uint8 {
	const both = guard | guard<<32
	minX, maxX := uint64(b.minX)<<32|uint64(b.minX), uint64(b.maxX)<<32|uint64(b.maxX)
	minY, maxY := uint64(b.minY)<<32|uint64(b.minY), uint64(b.maxY)<<32|uint64(b.maxY)
	a := (maxX - two(n.minX[0], n.minX[1])) & (two(n.maxX[0], n.maxX[1]) - minX) &
		(maxY - two(n.minY[0], n.minY[1])) & (two(n.maxY[0], n.maxY[1]) - minY) & both
	c := (maxX - two(n.minX[2], n.minX[3])) & (two(n.maxX[2], n.maxX[3]) - minX) &
		(maxY - two(n.minY[2], n.minY[3])) & (two(n.maxY[2], n.maxY[3]) - minY) & both
	d := (maxX - two(n.minX[4], n.minX[5])) & (two(n.maxX[4], n.maxX[5]) - minX) &
		(maxY - two(n.minY[4], n.minY[5])) & (two(n.maxY[4], n.maxY[5]) - minY) & both
	e := (maxX - two(n.minX[6], n.minX[7])) & (two(n.maxX[6], n.maxX[7]) - minX) &
		(maxY - two(n.minY[6], n.minY[7])) & (two(n.maxY[6], n.maxY[7]) - minY) & both
	met := a>>6 | c>>4 | d>>2 | e
	return uint8(met>>25&0x55|met>>56&0xAA) & (1<<n.count - 1)
}

// two packs two neighbours into one number.
func two(x, y uint32) uint64 { return uint64(x) | uint64(y)<<32 }

// slot returns where a child is; it must be there.
func (n *node) slot(child int32) int {
	for i := range n.child {
		if n.child[i] == child {
			return i
		}
	}
	return 0
}

func (t *tree) alloc(level int16) int32 {
	i := t.free
	if i == none {
		t.nodes = append(t.nodes, node{})
		i = int32(len(t.nodes) - 1)
	} else {
		t.free = t.nodes[i].parent
	}
	t.nodes[i] = node{parent: none, level: level}
	return i
}

func (t *tree) release(i int32) {
	t.nodes[i] = node{parent: t.free, level: -1}
	t.free = i
}

// reserve makes room for items below n.
func (t *tree) reserve(n int) {
	for len(t.at) < n {
		t.at = append(grown(t.at), none)
	}
}

// insert adds an item, which must not be in the tree.
func (t *tree) insert(box AABB, item int32) {
	if len(t.nodes) == 0 { // the zero tree
		t.root, t.free = none, none
	}
	t.reserve(int(item) + 1)
	t.count++
	t.insertBox(shrink(box), item)
}

func (t *tree) insertBox(box smallBox, item int32) {
	if t.root == none {
		t.root = t.alloc(0)
	}
	i := t.root
	for t.nodes[i].level > 0 {
		i = t.nodes[i].nearest(&box)
	}
	t.add(i, box, item)
}

// nearest returns the child that grows least by a box, the smallest of those.
func (n *node) nearest(box *smallBox) int32 {
	best, leastGrowth, leastHalf := 0, math.Inf(1), math.Inf(1)
	for i := range int(n.count) {
		old := n.box(i)
		halfPerimeter := old.halfPerimeter()
		u := old.union(*box)
		if g := u.halfPerimeter() - halfPerimeter; g < leastGrowth || g == leastGrowth && halfPerimeter < leastHalf {
			best, leastGrowth, leastHalf = i, g, halfPerimeter
		}
	}
	return n.child[best]
}

// add puts a child into node i, which it splits when there is no room.
func (t *tree) add(i int32, box smallBox, child int32) {
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
		if p == none {
			p = t.alloc(n.level + 1)
			t.root = p
			root := &t.nodes[p]
			root.set(0, t.nodes[i].bounds(), i)
			root.count = 1
			t.nodes[i].parent = p
		} else {
			up := &t.nodes[p]
			up.setBox(up.slot(i), n.bounds())
		}
		i, box, child = p, t.nodes[other].bounds(), other
	}
}

// adopt notes that child is node i's.
func (t *tree) adopt(i, child int32) {
	if t.nodes[i].level == 0 {
		t.at[child] = i
	} else {
		t.nodes[child].parent = i
	}
}

// split shares node i's children, and one more, between i and a new node, which
// it returns: halves along the axis on which their middles are spread wider.
func (t *tree) split(i int32, box smallBox, child int32) int32 {
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
		all[k].at = all[k].box.wide().Center()
		middle = middle.Union(AABB{all[k].at, all[k].at})
	}
	spread := middle.Size()
	slices.SortStableFunc(all[:], func(a, b entry) int {
		if spread.Y > spread.X {
			return cmp.Compare(a.at.Y, b.at.Y)
		}
		return cmp.Compare(a.at.X, b.at.X)
	})
	const half = (fan + 1) / 2
	n.count, o.count = 0, 0
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
		n.child[k] = none
	}
	return other
}

// refit corrects the boxes above node i, until one does not change.
func (t *tree) refit(i int32) {
	for {
		n := &t.nodes[i]
		p := n.parent
		if p == none {
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

// has reports whether the tree holds an item.
func (t *tree) has(item int32) bool { return int(item) < len(t.at) && t.at[item] != none }

// remove takes an item out of the tree.
func (t *tree) remove(item int32) {
	t.unlink(item)
	t.count--
}

func (t *tree) unlink(item int32) {
	i, child := t.at[item], item
	t.at[item] = none
	for {
		n := &t.nodes[i]
		k, last := n.slot(child), int(n.count)-1
		n.set(k, n.box(last), n.child[last])
		n.child[last] = none
		n.count--
		if n.count > 0 {
			t.refit(i)
			break
		}
		child, i = i, n.parent
		t.release(child)
		if i == none {
			t.root = none
			return
		}
	}
	for t.nodes[t.root].level > 0 && t.nodes[t.root].count == 1 {
		old := t.root
		t.root = t.nodes[old].child[0]
		t.nodes[t.root].parent = none
		t.release(old)
	}
}

// move changes an item's box. An item whose middle stays within its node's box
// stays in the node.
func (t *tree) move(item int32, box AABB) {
	i := t.at[item]
	n := &t.nodes[i]
	b := shrink(box)
	if p := n.parent; p != none {
		up := &t.nodes[p]
		if home := up.box(up.slot(i)); !home.holds(box.Center()) {
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

// build makes the tree anew from items whose order keeps neighbours together.
// Node i of the lowest level holds the i-th group of them, and so on upward.
// split shares the work on the lowest level.
func (t *tree) build(items []int32, box func(item int32) AABB, split func(n int, f func(from, to int))) {
	t.root, t.free, t.count = none, none, len(items)
	for i := range t.at {
		t.at[i] = none
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
				t.at[item] = int32(g)
			}
		}
	})
	// start is where the level below begins, and width how many nodes it has.
	for start, width, level := 0, groups, int16(1); width > 1; level++ {
		groups := (width + fan - 1) / fan
		for g := range groups {
			lo, hi := start+width*g/groups, start+width*(g+1)/groups
			i := start + width + g
			n := t.vacate(i, level, hi-lo)
			for k := lo; k < hi; k++ {
				n.set(k-lo, t.nodes[k].bounds(), int32(k))
				t.nodes[k].parent = int32(i)
			}
		}
		start, width = start+width, groups
	}
	t.root = int32(total - 1)
}

// vacate makes node i one of so many children, yet to be set.
func (t *tree) vacate(i int, level int16, children int) *node {
	n := &t.nodes[i]
	n.parent, n.level, n.count = none, level, int16(children)
	for k := children; k < fan; k++ {
		n.child[k] = none
	}
	return n
}

// query appends the items whose boxes overlap box.
func (t *tree) query(box AABB, out []int32) []int32 {
	if t.count == 0 {
		return out
	}
	b := shrink(box)
	var room [treeStack]int32
	stack := append(room[:0], t.root)
	for len(stack) > 0 {
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
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

// validate checks links, boxes and levels.
func (t *tree) validate() error {
	if len(t.nodes) == 0 || t.root == none {
		if t.count != 0 {
			return fmt.Errorf("collision: empty tree counts %d items", t.count)
		}
		return nil
	}
	if t.nodes[t.root].parent != none {
		return errors.New("collision: the tree's root has a parent")
	}
	items, err := t.validateNode(t.root)
	if err == nil && items != t.count {
		err = fmt.Errorf("collision: tree of %d items counts %d", items, t.count)
	}
	return err
}

func (t *tree) validateNode(i int32) (items int, err error) {
	n := &t.nodes[i]
	if n.count < 1 || n.count > fan {
		return 0, fmt.Errorf("collision: node %d has %d children", i, n.count)
	}
	for k, child := range n.child[:n.count] {
		if n.level == 0 {
			if t.at[child] != i {
				return 0, fmt.Errorf("collision: item %d is in node %d, not in %d", child, i, t.at[child])
			}
			items++
			continue
		}
		c := &t.nodes[child]
		switch {
		case c.parent != i:
			return 0, fmt.Errorf("collision: child %d of node %d has another parent", child, i)
		case c.level != n.level-1:
			return 0, fmt.Errorf("collision: node %d of level %d is below level %d", child, c.level, n.level)
		case n.box(k) != c.bounds():
			return 0, fmt.Errorf("collision: node %d does not bound its child %d", i, child)
		}
		below, err := t.validateNode(child)
		if err != nil {
			return 0, err
		}
		items += below
	}
	return items, nil
}
