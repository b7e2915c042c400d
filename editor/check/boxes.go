package check

import "fillet/collision"

// newPartTree builds a tree of the parts that are wanted.
func (s *scene) newPartTree(wanted func(p *part) bool) *collision.Tree {
	boxes := make([]collision.AABB, len(s.parts))
	for i := range s.parts {
		boxes[i] = collision.EmptyAABB()
		if p := &s.parts[i]; wanted(p) {
			boxes[i] = p.bounds
		}
	}
	t := &collision.Tree{Owner: s.ownerOf}
	t.Build(boxes)
	return t
}

// ownerOf returns the index of the item that a part belongs to.
func (s *scene) ownerOf(part int32) int32 { return s.parts[part].of.index }

// partsIn appends the parts of a tree that touch a box, except the parts of the item without, until to has limit
// elements.
func (s *scene) partsIn(t *collision.Tree, to []int32, b collision.AABB, without int32, limit int) []int32 {
	if len(to) >= limit {
		return to
	}
	t.QueryOthers(b, without, func(i int32) bool {
		if s.parts[i].bounds.Overlaps(b) {
			to = append(to, i)
		}
		return len(to) < limit
	})
	return to
}
