package collision

import "math"

// fan is the maximum number of children of a node.
const fan = 8

type node struct {
	// The children's boxes, encoded as in smallBox.
	minX, minY, maxX, maxY [fan]uint32

	child  [fan]int32 // nodes, or items at level 0
	parent int32
	owner  int32 // the owner of all items below, or nobody or several
	count  int16
	level  int16 // 0 if the children are items

	_ [20]byte // pads the node to whole cache lines
}

func (n *node) box(i int) smallBox {
	return smallBox{MinX: n.minX[i], MinY: n.minY[i], MaxX: n.maxX[i], MaxY: n.maxY[i]}
}

func (n *node) set(i int, b smallBox, child int32) {
	n.setBox(i, b)
	n.child[i] = child
}

func (n *node) setBox(i int, b smallBox) {
	n.minX[i], n.minY[i], n.maxX[i], n.maxY[i] = b.MinX, b.MinY, b.MaxX, b.MaxY
}

// bounds returns the box around a node's children.
func (n *node) bounds() smallBox {
	b := n.box(0)
	for i := 1; i < int(n.count); i++ {
		b = b.Union(n.box(i))
	}
	return b
}

// near returns a bit for each child whose box touches b. It compares two children at once. The guard bits of the
// differences are the result, which avoids unpredictable branches.
func (n *node) near(b *smallBox) uint8 {
	const both = Guard | Guard<<32
	minX, maxX := uint64(b.MinX)<<32|uint64(b.MinX), uint64(b.MaxX)<<32|uint64(b.MaxX)
	minY, maxY := uint64(b.MinY)<<32|uint64(b.MinY), uint64(b.MaxY)<<32|uint64(b.MaxY)
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

func two(x, y uint32) uint64 { return uint64(x) | uint64(y)<<32 }

// slot returns the index of a child, which must exist.
func (n *node) slot(child int32) int {
	for i := range n.child {
		if n.child[i] == child {
			return i
		}
	}
	return 0
}

// nearest returns the child that a box enlarges least, and among equals the smallest.
func (n *node) nearest(box *smallBox) int32 {
	best, minGrowth, minHalf := 0, math.Inf(1), math.Inf(1)
	for i := range int(n.count) {
		old := n.box(i)
		halfPerimeter := old.HalfPerimeter()
		u := old.Union(*box)
		if g := u.HalfPerimeter() - halfPerimeter; g < minGrowth || g == minGrowth && halfPerimeter < minHalf {
			best, minGrowth, minHalf = i, g, halfPerimeter
		}
	}
	return n.child[best]
}
