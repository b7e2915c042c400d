package export

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"fillet/collision"
	"fillet/editor/level"

	"gopkg.in/yaml.v3"
)

// Tree is a tree of bounding boxes over the static colliders of a file, so that a game finds those near a place without
// building one. Its nodes stand depth first: a node's children follow it. A query walks along the list:
//
//	for i := 0; i < len(nodes); {
//		if !overlap(nodes[i].Bounds, box) {
//			i = nodes[i].Next // none below it either
//			continue
//		}
//		if nodes[i].Collider >= 0 {
//			found(nodes[i].Collider)
//		}
//		i++
//	}
type Tree struct{ Nodes []TreeNode }

// TreeNode is one node: in files a list of six numbers, [left, top, right, bottom, next, collider].
type TreeNode struct {
	Bounds   collision.AABB // of all that is below it, in level space
	Next     int            // the place of the first node after it that is not below it; the number of nodes where there is none
	Collider int            // the place in the file's colliders, counted from 0; -1 for a node that has nodes below it
}

// inTree reports whether a collider stands in the tree: it stays where it is, and is no marker.
func (c *Collider) inTree() bool { return c.Body == level.Static && len(c.Pieces) > 0 }

// NewTree is the tree of the file's static colliders. The same file gives the same tree.
func (f *File) NewTree() *Tree {
	var b treeBuilder
	for i := range f.Colliders {
		b.add(i, &f.Colliders[i])
	}
	return b.build()
}

// Overlapping yields the places in the file's colliders of those whose bounds overlap or touch a box, in the order of the
// tree.
func (t *Tree) Overlapping(box collision.AABB) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < len(t.Nodes); {
			n := &t.Nodes[i]
			if !n.Bounds.Overlaps(box) {
				i = n.Next
				continue
			}
			if n.Collider >= 0 && !yield(n.Collider) {
				return
			}
			i++
		}
	}
}

// treeBuilder gathers colliders for a tree.
type treeBuilder struct {
	leaves []treeLeaf
	nodes  []TreeNode
}

type treeLeaf struct {
	bounds   collision.AABB
	centre   Vec
	collider int
}

func (b *treeBuilder) add(i int, c *Collider) {
	if c.inTree() {
		b.leaves = append(b.leaves, treeLeaf{c.Bounds, c.Bounds.Min.Lerp(c.Bounds.Max, 0.5), i})
	}
}

func (b *treeBuilder) build() *Tree {
	if len(b.leaves) > 0 {
		b.nodes = make([]TreeNode, 0, 2*len(b.leaves)-1)
		b.split(b.leaves)
	}
	return &Tree{b.nodes}
}

// split adds the nodes of some leaves: a node for all, then those of either part.
func (b *treeBuilder) split(leaves []treeLeaf) {
	at := len(b.nodes)
	if len(leaves) == 1 {
		b.nodes = append(b.nodes, TreeNode{leaves[0].bounds, at + 1, leaves[0].collider})
		return
	}
	bounds := collision.EmptyAABB()
	for i := range leaves {
		bounds = bounds.Union(leaves[i].bounds)
	}
	b.nodes = append(b.nodes, TreeNode{Bounds: bounds, Collider: -1})
	n := partition(leaves)
	b.split(leaves[:n])
	b.split(leaves[n:])
	b.nodes[at].Next = len(b.nodes)
}

// partition sorts leaves into two parts and gives the size of the first. It cuts where the boxes of both parts, weighed
// by their numbers, come out smallest in perimeter, trying a few places along the longer side (Wald, "On fast
// Construction of SAH-based Bounding Volume Hierarchies", 2007).
func partition(leaves []treeLeaf) int {
	centres := collision.EmptyAABB()
	for i := range leaves {
		centres = centres.Union(collision.AABB{Min: leaves[i].centre, Max: leaves[i].centre})
	}
	size := centres.Max.Sub(centres.Min)
	along := func(v Vec) float64 { return v.X - centres.Min.X }
	length := size.X
	if size.Y > size.X {
		along, length = func(v Vec) float64 { return v.Y - centres.Min.Y }, size.Y
	}
	const bins = 16
	bin := func(l *treeLeaf) int { return min(int(along(l.centre)/length*bins), bins-1) }
	cut := 0
	if length > 0 {
		var counts [bins]int
		var boxes [bins]collision.AABB
		for i := range boxes {
			boxes[i] = collision.EmptyAABB()
		}
		for i := range leaves {
			k := bin(&leaves[i])
			counts[k]++
			boxes[k] = boxes[k].Union(leaves[i].bounds)
		}
		cut = bestCut(counts[:], boxes[:])
	}
	n := 0
	for i := range leaves {
		if bin(&leaves[i]) < cut {
			leaves[n], leaves[i] = leaves[i], leaves[n]
			n++
		}
	}
	const least = 32
	if n > 0 && n < len(leaves) && min(n, len(leaves)-n) >= len(leaves)/least {
		return n
	}
	// All in one place, or far too uneven: halves, so that the tree does not become a list.
	slices.SortStableFunc(leaves, func(a, b treeLeaf) int {
		return cmp.Or(cmp.Compare(along(a.centre), along(b.centre)), cmp.Compare(a.collider, b.collider))
	})
	return len(leaves) / 2
}

// bestCut is the bin before which to cut, or 0 where there is nothing on one side of every cut.
func bestCut(counts []int, boxes []collision.AABB) int {
	costs := make([]float64, len(counts))
	sweep := func(k int, box *collision.AABB, n *int) float64 {
		if counts[k] > 0 {
			*box, *n = box.Union(boxes[k]), *n+counts[k]
		}
		if *n == 0 {
			return 0
		}
		size := box.Max.Sub(box.Min)
		return float64(float64(*n) * (size.X + size.Y))
	}
	box, n := collision.EmptyAABB(), 0
	for k := 0; k+1 < len(counts); k++ {
		costs[k+1] = sweep(k, &box, &n)
		if n == 0 {
			costs[k+1] = -1
		}
	}
	best, cut := 0.0, 0
	box, n = collision.EmptyAABB(), 0
	for k := len(counts) - 1; k > 0; k-- {
		cost := sweep(k, &box, &n)
		if n == 0 || costs[k] < 0 {
			continue
		}
		if cost += costs[k]; cut == 0 || cost <= best {
			best, cut = cost, k
		}
	}
	return cut
}

// check reports what would make queries wrong: a node out of its place, a box that does not hold what is below it, a
// static collider that is missing or stands twice.
func (t *Tree) check(colliders []Collider) (node int, err error) {
	seen := make([]bool, len(colliders))
	leaves := 0
	var above []int // the nodes that the next one stands below
	for i, n := range t.Nodes {
		for len(above) > 0 && t.Nodes[above[len(above)-1]].Next <= i {
			above = above[:len(above)-1]
		}
		end := len(t.Nodes)
		if len(above) > 0 {
			up := t.Nodes[above[len(above)-1]]
			if end = up.Next; !up.Bounds.ContainsBox(n.Bounds) {
				return i, errors.New("the box of the node above does not hold this one's")
			}
		}
		if n.Next <= i || n.Next > end {
			return i, fmt.Errorf("the next node is %d; it must be from %d to %d", n.Next, i+1, end)
		}
		if n.Collider < 0 {
			above = append(above, i)
			continue
		}
		switch {
		case n.Collider >= len(colliders):
			return i, fmt.Errorf("there is no collider %d", n.Collider)
		case n.Next != i+1:
			return i, errors.New("a node with a collider has none below it")
		case seen[n.Collider]:
			return i, fmt.Errorf("collider %s stands in the tree twice", colliders[n.Collider].ID)
		case !colliders[n.Collider].inTree():
			return i, fmt.Errorf("collider %s is not a static one with pieces", colliders[n.Collider].ID)
		case !n.Bounds.ContainsBox(colliders[n.Collider].Bounds):
			return i, fmt.Errorf("the box does not hold collider %s", colliders[n.Collider].ID)
		}
		seen[n.Collider] = true
		leaves++
	}
	for i := range colliders {
		if colliders[i].inTree() && !seen[i] {
			return -1, fmt.Errorf("collider %s is missing", colliders[i].ID)
		}
	}
	return 0, nil
}

var treeKeys = []string{"nodes"}

// tree reads a tree. The colliders have been read: they stand before it, or are looked at once all is read.
func (d *decoder) tree(n *yaml.Node) error {
	t := &Tree{}
	var rows *yaml.Node
	err := mapping(n, treeKeys, treeKeys, func(_ string, v *yaml.Node) error {
		rows = v
		if v.Kind == yaml.SequenceNode {
			t.Nodes = make([]TreeNode, 0, len(v.Content))
		}
		return sequence(v, func(_ int, item *yaml.Node) error {
			node, err := treeNode(item)
			t.Nodes = append(t.Nodes, node)
			return err
		})
	})
	if err != nil {
		return err
	}
	d.out.Tree, d.treeRows = t, rows
	return nil
}

func treeNode(n *yaml.Node) (TreeNode, error) {
	if n.Kind != yaml.SequenceNode || len(n.Content) != 6 {
		return TreeNode{}, errorAt(n, "expected [left, top, right, bottom, next, collider] here, not %s", describe(n))
	}
	var node TreeNode
	four := *n
	four.Content = n.Content[:4]
	if err := box(&four, &node.Bounds); err != nil {
		return node, err
	}
	if err := whole(n.Content[4], &node.Next); err != nil {
		return node, err
	}
	return node, whole(n.Content[5], &node.Collider)
}

// checkTree holds the tree against the colliders.
func (d *decoder) checkTree() error {
	if d.out.Tree == nil {
		return nil
	}
	i, err := d.out.Tree.check(d.out.Colliders)
	if err == nil {
		return nil
	}
	at := d.treeRows
	if i >= 0 && i < len(at.Content) {
		return under("tree", under(fmt.Sprintf("nodes[%d]", i), &Error{Line: at.Content[i].Line, Column: at.Content[i].Column, Err: err}))
	}
	return under("tree", &Error{Line: at.Line, Column: at.Column, Err: err})
}

// tree writes a tree with a node on each line.
func (e *encoder) tree(t *Tree) {
	e.field(0, false, "tree")
	depth := 1
	if e.yaml {
		depth = 2
		e.buf = e.buf[:len(e.buf)-1] // no space at the line's end
		e.newline(1)
		e.raw("nodes:")
		if len(t.Nodes) == 0 {
			e.raw(" []")
		}
	} else {
		e.raw(`{"nodes": [`)
	}
	for i, n := range t.Nodes {
		e.item(depth, i == 0)
		e.raw("[")
		for _, x := range []float64{n.Bounds.Min.X, n.Bounds.Min.Y, n.Bounds.Max.X, n.Bounds.Max.Y} {
			e.num(x)
			e.raw(", ")
		}
		e.int(int64(n.Next))
		e.raw(", ")
		e.int(int64(n.Collider))
		e.raw("]")
	}
	if !e.yaml {
		if len(t.Nodes) > 0 {
			e.newline(0)
		}
		e.raw("]}")
	}
}
