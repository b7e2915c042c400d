package collision

import (
	"math"

	"fillet/collision/geom"
)

// fan is the greatest number of children of a node.
const fan = 8

type node struct {
	// The children's boxes, as in smallBox.
	minX, minY, maxX, maxY [fan]uint32

	child  [fan]int32 // nodes; items at level 0
	parent int32
	owner  int32 // of all items below, or nobody, or several
	count  int16
	level  int16 // 0 where the children are items

	_ [20]byte // whole lines of a processor's cache
}

// smallBox is an AABB in 31 bits a side: numbers that are in the order of the
// float32 that they stand for. The guard bit is set in the upper sides, so that
// the difference of an upper and a lower side has it just when the upper one is
// no less, and never borrows from its neighbour when two are subtracted at once.
type smallBox struct{ minX, minY, maxX, maxY uint32 }

const guard = 1 << 31

// shrink returns the box in 31 bits, rounded outward, and by a hair more: two
// shapes that touch by rounding only must not be told apart by their boxes.
func shrink(b AABB) smallBox {
	// No less than a few units in the last place of the largest coordinate.
	hair := float64(8 * geom.CoordinateRounding * (math.Abs(b.Min.X) + math.Abs(b.Min.Y) + (b.Max.X - b.Min.X) + (b.Max.Y - b.Min.Y)))
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
	return AABB{Min: Vec{X: unordered(b.minX), Y: unordered(b.minY)}, Max: Vec{X: unordered(b.maxX), Y: unordered(b.maxY)}}
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
