package collision

import (
	"math"
	"math/bits"
)

// treeSweep walks a tree along the path of a box, near items first. It is part of a query's reusable workspace: nothing
// needs to be cleared for the next query.
type treeSweep struct {
	tree    *Tree
	from    Vec // the box's centre at the start
	dir     Vec // unit, or zero
	half    Vec // the box's half size, plus a hair
	inverse Vec // componentwise 1 / |dir|; 0 for 0
	away    Vec // componentwise sign of dir
	reach   float64
	left    smallBox // around the rest of the path
	room    [treeStack]sweepPlace
	count   int
}

// sweepPlace is a node or an item yet to be visited.
type sweepPlace struct {
	at   float64 // position along the path where its box is hit
	node int32
	item bool
}

// Start begins the walk along dir of a box with the given centre and half size. It enlarges the box by a hair, so that
// rounding here never hides an item that the exact test would hit.
func (s *treeSweep) Start(t *Tree, from, dir, half Vec, reach float64) {
	s.tree, s.from, s.dir, s.count = t, from, dir, 0
	if t.count == 0 {
		return
	}
	all := t.nodes[t.root].bounds()
	bounds := all.Wide()
	hair := float64(16 * CoordinateRounding * (bounds.MaxAbs() + math.Abs(from.X) + math.Abs(from.Y) + half.X + half.Y))
	s.half = Vec{X: half.X + hair, Y: half.Y + hair}
	s.inverse.X, s.away.X = inverse(dir.X)
	s.inverse.Y, s.away.Y = inverse(dir.Y)
	// Go no farther than the tree reaches.
	c, h := bounds.Center().Sub(from), bounds.Size().Mul(0.5).Add(s.half)
	last := dir.Dot(c) + float64(math.Abs(dir.X)*h.X) + float64(math.Abs(dir.Y)*h.Y) + hair
	s.Clip(min(reach, max(last, 0)))
	s.room[0] = sweepPlace{node: t.root}
	s.count = 1
}

func inverse(x float64) (reciprocal, sign float64) {
	switch {
	case x > 1e-200:
		return 1 / x, 1
	case x < -1e-200:
		return -1 / x, -1
	}
	return 0, 1
}

// Clip drops items that are hit beyond reach, in units of length.
func (s *treeSweep) Clip(reach float64) {
	s.reach = reach
	to := s.from.MulAdd(s.dir, reach)
	s.left = shrink(AABB{Min: s.from.Min(to).Sub(s.half), Max: s.from.Max(to).Add(s.half)})
}

// Next returns the next item, or noItem at the end.
func (s *treeSweep) Next() int32 {
	for s.count > 0 {
		s.count--
		top := s.room[s.count]
		if top.at > s.reach {
			continue
		}
		if top.item {
			return top.node
		}
		n := &s.tree.nodes[top.node]
		item := n.level == 0
		first := s.count
		for near := n.near(&s.left); near != 0; near &= near - 1 {
			i := bits.TrailingZeros8(near) & (fan - 1)
			at, ok := s.enter(n, i)
			if !ok {
				continue
			}
			j := s.count
			for ; j > first && s.room[j-1].at < at; j-- {
				s.room[j] = s.room[j-1]
			}
			s.room[j] = sweepPlace{at, n.child[i], item}
			s.count++
		}
	}
	return noItem
}

// enter returns where the path hits child i of a node. The child's box must touch the box around the rest of the path,
// so only the axis across the path can separate them.
func (s *treeSweep) enter(n *node, i int) (at float64, ok bool) {
	minX, minY, maxX, maxY := unordered(n.minX[i]), unordered(n.minY[i]), unordered(n.maxX[i]), unordered(n.maxY[i])
	x, y := float64((minX+maxX)*0.5)-s.from.X, float64((minY+maxY)*0.5)-s.from.Y
	w, h := float64((maxX-minX)*0.5)+s.half.X, float64((maxY-minY)*0.5)+s.half.Y
	across := float64(s.dir.X*y) - float64(s.dir.Y*x)
	width := float64(s.dir.X*s.away.X*h) + float64(s.dir.Y*s.away.Y*w)
	at = max(float64((float64(x*s.away.X)-w)*s.inverse.X), float64((float64(y*s.away.Y)-h)*s.inverse.Y), 0)
	return at, math.Abs(across) <= width && at <= s.reach
}

// Reach returns how far along the path the walk goes, in units of length.
func (s *treeSweep) Reach() float64 { return s.reach }

// Apart reports whether a box is clearly apart from the swept box at its start.
func (s *treeSweep) Apart(b *AABB) bool {
	return b.Min.X > s.from.X+s.half.X || b.Max.X < s.from.X-s.half.X ||
		b.Min.Y > s.from.Y+s.half.Y || b.Max.Y < s.from.Y-s.half.Y
}
