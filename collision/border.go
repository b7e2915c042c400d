package collision

// border finds the edges of loops that are near a point, and what is inside.
type border struct {
	loops  [][]Vec
	ends   [][2]Vec
	turned *turnedTree // of many edges
	tree   Tree        // of few
	found  []int32
}

func newBorder(loops [][]Vec) *border {
	b := &border{loops: loops}
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	b.ends = make([][2]Vec, 0, n)
	for _, loop := range loops {
		for i, p := range loop {
			b.ends = append(b.ends, [2]Vec{p, loop[(i+1)%len(loop)]})
		}
	}
	if n > manySides {
		b.turn()
		return b
	}
	for i, e := range b.ends {
		b.tree.insert(AABB{e[0].Min(e[1]), e[0].Max(e[1])}, int32(i))
	}
	return b
}

// turn makes the tree for many edges.
func (b *border) turn() {
	b.turned = newTurnedTree(spansOf(b.loops), 0, func(i int32, dst []Vec) []Vec { return append(dst, b.ends[i][0], b.ends[i][1]) })
}

// within reports whether an edge is nearer to p than d.
func (b *border) within(p Vec, d float64) bool {
	if b.turned != nil {
		return b.turned.near(0, p, d, func(i int32) bool { return segmentDistance(p, b.ends[i][0], b.ends[i][1]) < d })
	}
	b.found = b.tree.query(AABB{p, p}.Grow(d), b.found[:0])
	for _, e := range b.found {
		if segmentDistance(p, b.ends[e][0], b.ends[e][1]) < d {
			return true
		}
	}
	return false
}

// holds reports whether p is in an odd number of the loops.
func (b *border) holds(p Vec) bool {
	if b.turned != nil {
		return b.turned.odd(0, p, b.ends)
	}
	in := false
	for _, loop := range b.loops {
		in = in != insideLoop(p, loop)
	}
	return in
}
