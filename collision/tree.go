package collision

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// tree is a dynamic tree of axis-aligned boxes with up to eight children a node
// (an R-tree: A. Guttman, "R-Trees", 1984). Its leaves are items, numbers that
// mean something to the owner. All items are at the same level, so the depth is
// at most log4 of the greatest count there was.
//
// Boxes are stored as float32, rounded outward: half the memory to search, and
// never a box too small. The exact test comes after, from the owner.
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
	box    [fan]smallBox
	child  [fan]int32 // nodes; items at level 0
	parent int32
	count  int16
	level  int16 // 0 where the children are items
}

// smallBox is an AABB in float32.
type smallBox struct{ minX, minY, maxX, maxY float32 }

// none is the index of no node.
const none int32 = -1

// treeStack is the number of nodes that a traversal has room for without
// allocating: seven siblings a level, for trees of more items than memory holds.
const treeStack = 128

func newTree() tree { return tree{root: none, free: none} }

// shrink returns the box in float32, rounded outward, and by a hair more: two
// shapes that touch by rounding only must not be told apart by their boxes.
func shrink(b AABB) smallBox {
	hair := 8 * coordinateRounding * largest(b)
	return smallBox{lower(b.Min.X - hair), lower(b.Min.Y - hair), upper(b.Max.X + hair), upper(b.Max.Y + hair)}
}

// lower returns the greatest float32 that is not above x, or one below it.
func lower(x float64) float32 {
	f := float32(x)
	if float64(f) <= x {
		return f
	}
	return below(f)
}

// below returns the float32 before f.
func below(f float32) float32 {
	b := math.Float32bits(f)
	switch {
	case b == 0 || b == 1<<31:
		return -math.SmallestNonzeroFloat32
	case b>>31 == 0:
		return math.Float32frombits(b - 1)
	}
	return math.Float32frombits(b + 1)
}

// upper returns the least float32 that is not below x.
func upper(x float64) float32 { return -lower(-x) }

func (b smallBox) wide() AABB {
	return AABB{Vec{float64(b.minX), float64(b.minY)}, Vec{float64(b.maxX), float64(b.maxY)}}
}

func (b smallBox) union(o smallBox) smallBox {
	if o.minX < b.minX {
		b.minX = o.minX
	}
	if o.minY < b.minY {
		b.minY = o.minY
	}
	if o.maxX > b.maxX {
		b.maxX = o.maxX
	}
	if o.maxY > b.maxY {
		b.maxY = o.maxY
	}
	return b
}

// holds reports whether the middle of o lies in b.
func (b *smallBox) holds(o *smallBox) bool {
	x, y := o.minX/2+o.maxX/2, o.minY/2+o.maxY/2
	return b.minX <= x && x <= b.maxX && b.minY <= y && y <= b.maxY
}

// girth is half the circumference, the tree's measure of cost.
func (b *smallBox) girth() float32 { return (b.maxX - b.minX) + (b.maxY - b.minY) }

// bounds returns the box around a node's children.
func (n *node) bounds() smallBox {
	b := n.box[0]
	for i := 1; i < int(n.count); i++ {
		b = b.union(n.box[i])
	}
	return b
}

// near returns a bit for each child whose box meets b. It has no branches, which
// no processor could predict: the sign bits of the differences tell.
func (n *node) near(b *smallBox) uint8 {
	apart := uint32(0)
	for i := range n.box {
		o := &n.box[i]
		sign := math.Float32bits(b.maxX-o.minX) | math.Float32bits(o.maxX-b.minX) |
			math.Float32bits(b.maxY-o.minY) | math.Float32bits(o.maxY-b.minY)
		apart |= sign >> 31 << i
	}
	return uint8(^apart) & (1<<n.count - 1)
}

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
	best, leastGrowth, leastGirth := 0, float32(math.Inf(1)), float32(math.Inf(1))
	for i := range int(n.count) {
		girth := n.box[i].girth()
		u := n.box[i].union(*box)
		if g := u.girth() - girth; g < leastGrowth || g == leastGrowth && girth < leastGirth {
			best, leastGrowth, leastGirth = i, g, girth
		}
	}
	return n.child[best]
}

// add puts a child into node i, which it splits when there is no room.
func (t *tree) add(i int32, box smallBox, child int32) {
	for {
		n := &t.nodes[i]
		if n.count < fan {
			n.box[n.count], n.child[n.count] = box, child
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
			root.box[0], root.child[0], root.count = t.nodes[i].bounds(), i, 1
			t.nodes[i].parent = p
		} else {
			up := &t.nodes[p]
			up.box[up.slot(i)] = n.bounds()
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
		at    float32
	}
	var all [fan + 1]entry
	for k := range n.box {
		all[k] = entry{box: n.box[k], child: n.child[k]}
	}
	all[fan] = entry{box: box, child: child}
	low, high := [2]float32{}, [2]float32{}
	for k := range all {
		b := &all[k].box
		for axis, m := range [2]float32{b.minX/2 + b.maxX/2, b.minY/2 + b.maxY/2} {
			if k == 0 || m < low[axis] {
				low[axis] = m
			}
			if k == 0 || m > high[axis] {
				high[axis] = m
			}
		}
	}
	vertical := high[1]-low[1] > high[0]-low[0]
	for k := range all {
		b := &all[k].box
		all[k].at = b.minX/2 + b.maxX/2
		if vertical {
			all[k].at = b.minY/2 + b.maxY/2
		}
		for j := k; j > 0 && all[j].at < all[j-1].at; j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
	const half = (fan + 1) / 2
	n.count, o.count = 0, 0
	for k := range all {
		to, in := i, n
		if k >= half {
			to, in = other, o
		}
		in.box[in.count], in.child[in.count] = all[k].box, all[k].child
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
		if up.box[k] == box {
			return
		}
		up.box[k] = box
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
		n.box[k], n.child[k] = n.box[last], n.child[last]
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
		if !up.box[up.slot(i)].holds(&b) {
			t.unlink(item)
			t.insertBox(b, item)
			return
		}
	}
	k := n.slot(item)
	if n.box[k] != b {
		n.box[k] = b
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
				n.box[k], n.child[k] = shrink(box(item)), item
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
				n.box[k-lo], n.child[k-lo] = t.nodes[k].bounds(), int32(k)
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
	if t.root == none {
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

// castNearest visits the items along a ray, summed with a box of half size
// grow, nearest boxes first. visit returns how far the ray still reaches.
func (t *tree) castNearest(o, dir Vec, reach float64, grow Vec, visit func(item int32) float64) {
	if t.root == none {
		return
	}
	type visitAt struct {
		at   float64
		node int32
		item bool
	}
	var room [treeStack]visitAt
	stack := append(room[:0], visitAt{node: t.root})
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.at > reach {
			continue
		}
		if top.item {
			reach = min(reach, visit(top.node))
			continue
		}
		n := &t.nodes[top.node]
		from := len(stack)
		for i := range int(n.count) {
			at := enterBox(n.box[i].wide(), o, dir, grow)
			if at > reach {
				continue
			}
			stack = append(stack, visitAt{at, n.child[i], n.level == 0})
			for j := len(stack) - 1; j > from && stack[j-1].at < stack[j].at; j-- {
				stack[j], stack[j-1] = stack[j-1], stack[j]
			}
		}
	}
}

// enterBox returns where a ray enters a box moved out by grow: 0 inside, +Inf
// when it misses. A hair's breadth is added to the box, so that rounding here
// never hides an item that the exact test would hit.
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

// height returns the number of levels below the root, items included.
func (t *tree) height() int {
	if t.root == none {
		return 0
	}
	return int(t.nodes[t.root].level) + 1
}

// validate checks links, boxes and levels.
func (t *tree) validate() error {
	if t.root == none {
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
		case n.box[k] != c.bounds():
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
