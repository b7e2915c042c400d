package check

import "fillet/collision"

// newPartTree makes a tree of the parts that are wanted.
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

// ownerOf is the item that a part is of.
func (s *scene) ownerOf(part int32) int32 { return s.parts[part].of.index }

// partsIn appends the parts of a tree that share a point with a box and are not of one item, until there are most of them.
func (s *scene) partsIn(t *collision.Tree, to []int32, b collision.AABB, without int32, most int) []int32 {
	if len(to) >= most {
		return to
	}
	t.QueryOthers(b, without, func(i int32) bool {
		if s.parts[i].bounds.Overlaps(b) {
			to = append(to, i)
		}
		return len(to) < most
	})
	return to
}
