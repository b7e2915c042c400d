package polygon

import "fillet/collision"

// manyEnds is the number of edges above which a border finds near edges with a tree; for fewer, a scan is faster. Tests
// lower it.
var manyEnds = 32

// border finds which edges of loops are near a point, and whether the point is inside the loops.
type border struct {
	loops  [][]collision.Vec
	ends   [][2]collision.Vec
	turned *turnedTree // the tree, if there are many edges
}

func newBorder(loops [][]collision.Vec) *border {
	b := &border{loops: loops}
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	b.ends = make([][2]collision.Vec, 0, n)
	for _, loop := range loops {
		for i, p := range loop {
			b.ends = append(b.ends, [2]collision.Vec{p, loop[(i+1)%len(loop)]})
		}
	}
	if n > manyEnds {
		b.turn()
	}
	return b
}

// turn builds the tree for many edges.
func (b *border) turn() {
	b.turned = newTurnedTree(spansOf(b.loops), 0, func(i int32, dst []collision.Vec) []collision.Vec {
		return append(dst, b.ends[i][0], b.ends[i][1])
	})
}

// within reports whether an edge is closer to p than d.
func (b *border) within(p collision.Vec, d float64) bool {
	if b.turned != nil {
		return b.turned.near(0, p, d, func(i int32) bool {
			return collision.SegmentDistance(p, b.ends[i][0], b.ends[i][1]) < d
		})
	}
	near := collision.AABB{Min: p, Max: p}.Grow(d)
	for _, e := range b.ends {
		if near.Overlaps(collision.AABB{Min: e[0].Min(e[1]), Max: e[0].Max(e[1])}) &&
			collision.SegmentDistance(p, e[0], e[1]) < d {
			return true
		}
	}
	return false
}

// holds reports whether p is in an odd number of the loops.
func (b *border) holds(p collision.Vec) bool {
	if b.turned != nil {
		return b.turned.odd(0, p, b.ends)
	}
	in := false
	for _, loop := range b.loops {
		in = in != insideLoop(p, loop)
	}
	return in
}
