package collision

// border finds the edges of loops that are near a point.
type border struct {
	tree  tree
	ends  [][2]Vec
	found []int32
}

func newBorder(loops [][]Vec) *border {
	b := &border{tree: newTree()}
	for _, loop := range loops {
		for i, p := range loop {
			q := loop[(i+1)%len(loop)]
			b.tree.insert(AABB{p.Min(q), p.Max(q)}, int32(len(b.ends)))
			b.ends = append(b.ends, [2]Vec{p, q})
		}
	}
	return b
}

// within reports whether an edge is nearer to p than d.
func (b *border) within(p Vec, d float64) bool {
	b.found = b.tree.query(AABB{p, p}.Grow(d), b.found[:0])
	for _, e := range b.found {
		if segmentDistance(p, b.ends[e][0], b.ends[e][1]) < d {
			return true
		}
	}
	return false
}
