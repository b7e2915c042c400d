package collision

import "fillet/collision/internal/boxtree"

// Tree finds which of many axis-aligned boxes overlap another one. The zero Tree is
// empty and ready for use.
//
// It holds items: numbers from 0 up that mean something to the caller, such as
// indices of a slice. The Tree keeps 4 bytes for each number up to the greatest, and
// about 40 for each item. Boxes have any unit of length. They are kept in single
// precision, rounded outward: a query finds every item whose box shares a point with
// the query's, and may find some whose boxes are apart by less than a millionth of
// the greatest coordinate of both. Callers that need exact results test their own
// boxes.
//
// Queries allocate nothing, except that an Append method grows a slice that is too
// short. They may run concurrently while nothing is put or removed. The order of
// results has no meaning, but is the same after the same calls. Nothing panics: a
// negative item, or one whose box is empty or has a side that is NaN, is not added.
//
// It is the dynamic tree that a [World] has as well: a change takes time in proportion
// to the logarithm of the number of items.
type Tree struct {
	// Owner, unless nil, returns the owner of an item, a number from 0 up:
	// [Tree.QueryOthers] leaves out one owner's items, many at a time. Set it while
	// the Tree is empty. An item's owner must not change while it is in the Tree.
	Owner func(item int32) int32

	boxes boxtree.Tree
}

// Len returns the number of items.
func (t *Tree) Len() int { return t.boxes.Len() }

// Has reports whether an item is in the Tree.
func (t *Tree) Has(item int32) bool { return t.boxes.Has(item) }

// Put adds an item, or changes its box. An empty box removes it.
func (t *Tree) Put(item int32, box AABB) {
	t.boxes.Owner = t.Owner
	t.boxes.Put(item, box)
}

// Remove removes an item; false when it is not there.
func (t *Tree) Remove(item int32) bool { return t.boxes.Remove(item) }

// Build replaces the Tree's contents by the boxes that are not empty: the index of each
// is its item. It is faster than putting one after the other, and makes queries
// faster.
func (t *Tree) Build(boxes []AABB) {
	t.boxes.Owner = t.Owner
	t.boxes.Build(boxes)
}

// Append appends the items whose boxes share a point with box.
func (t *Tree) Append(out []int32, box AABB) []int32 { return t.boxes.Append(out, box) }

// Query calls f with each item whose box shares a point with box, until f
// returns false. It reports whether f has never done so. f must not change the
// Tree.
func (t *Tree) Query(box AABB, f func(item int32) bool) bool { return t.boxes.Query(box, f) }

// QueryOthers is [Tree.Query] without the items of an owner. Where all of one
// owner's items are in one place, as the pieces of a compound are, it does not
// look at each of them.
func (t *Tree) QueryOthers(box AABB, owner int32, f func(item int32) bool) bool {
	return t.boxes.QueryOthers(box, owner, f)
}
