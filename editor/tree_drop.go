package editor

import (
	"slices"

	"fillet/editor/level"
)

// DropPlace is the target of dragged rows and how it is shown.
type DropPlace struct {
	Row  int  // the row below the insertion line; the number of rows for the end
	Into bool // the row itself is the target; there is no insertion line
	// Depth is the depth of the dropped rows.
	Depth int

	Layer level.LayerID // target layer
	Group level.GroupID // target group; 0 for none
	Under level.ID      // the collider directly above the dropped rows in drawing order; 0 for the top of the layer
	Index int           // for layers: the new index in drawing order, starting with 0
}

// PlaceError reports why rows cannot be dropped at a place.
type PlaceError struct{ Reason string }

func (r *PlaceError) Error() string { return r.Reason }

// DraggedRows holds the colliders and groups that are being dragged.
type DraggedRows struct {
	IDs    []level.ID       // all dragged colliders, including the contents of Groups
	Groups []level.GroupID  // outermost groups that move as a whole
	Alone  level.InstanceID // an instance without parts that is dragged alone; 0 for none

	tree       *LevelTree
	moving     map[level.ID]bool
	allDragged map[level.InstanceID]bool // see isAll
	locked     error
}

// Lift starts dragging colliders by the row under the pointer. If all contents of a group are dragged, the group moves
// as a whole, unless the row under the pointer is inside it.
func (t *LevelTree) Lift(ids []level.ID, by TreeRow) *DraggedRows {
	l := &DraggedRows{IDs: ids, tree: t}
	seen := map[level.GroupID]bool{}
	if by.Kind == InstanceRow && t.doc.PartCount(by.Instance) == 0 {
		l.Alone, l.IDs = by.Instance, nil
		return l
	}
	l.moving = SetOf(ids)
	for c := range CollidersOf(t.doc, ids) {
		if l.locked == nil && t.doc.Locked(c) {
			l.locked = t.lockedReason(c)
		}
		if l.locked == nil && c.Part != nil && !l.isAll(c.Part.Instance) {
			l.locked = &PlaceError{t.doc.Title(c) + " is part of " + t.doc.Instance(c.Part.Instance).Label() +
				": detach it first, or drag all of it"}
		}
		var outermost level.GroupID // the outermost group that moves as a whole
		for g := t.doc.Group(c.GroupOf); g != nil && !seen[g.ID]; g = t.doc.Group(g.Parent) {
			seen[g.ID] = true
			if l.isWhole(g.ID) && !(by.Kind != GroupRow && t.doc.IsInGroup(l.groupOf(by), g.ID)) {
				outermost = g.ID
			}
		}
		if outermost != 0 && !slices.ContainsFunc(l.Groups, func(g level.GroupID) bool {
			return t.doc.IsInGroup(outermost, g)
		}) {
			l.Groups = slices.DeleteFunc(l.Groups, func(g level.GroupID) bool { return t.doc.IsInGroup(g, outermost) })
			l.Groups = append(l.Groups, outermost)
		}
	}
	return l
}

// isAll reports whether all parts of an instance are dragged.
func (l *DraggedRows) isAll(id level.InstanceID) bool {
	if l.allDragged == nil {
		l.allDragged = map[level.InstanceID]bool{}
	}
	dragged, known := l.allDragged[id]
	if !known {
		dragged = !slices.ContainsFunc(l.tree.doc.Parts(id), func(c *level.Collider) bool { return !l.moving[c.ID] })
		l.allDragged[id] = dragged
	}
	return dragged
}

// groupOf returns the group of a row's record.
func (l *DraggedRows) groupOf(r TreeRow) level.GroupID {
	switch c, i := l.tree.doc.Collider(r.Collider), l.tree.doc.Instance(r.Instance); {
	case r.Kind == ColliderRow && c != nil:
		return c.GroupOf
	case r.Kind == InstanceRow && i != nil:
		return i.GroupOf
	}
	return 0
}

// isWhole reports whether all contents of a group are dragged.
func (l *DraggedRows) isWhole(g level.GroupID) bool {
	return !slices.ContainsFunc(l.tree.doc.Within(g), func(c *level.Collider) bool { return !l.moving[c.ID] })
}

// lockedReason returns the error for a locked collider. It names the layer, the group or the collider that is locked.
func (t *LevelTree) lockedReason(c *level.Collider) error {
	if l := t.doc.Layer(c.Layer); l.Locked {
		return &PlaceError{"the layer " + l.Name + " is locked"}
	}
	for g := t.doc.Group(c.GroupOf); g != nil; g = t.doc.Group(g.Parent) {
		if g.Locked {
			return &PlaceError{"the group " + g.Label() + " is locked"}
		}
	}
	return &PlaceError{t.doc.Title(c) + " is locked"}
}

// Over returns the target at a height, in rows from the top; 2.5 is the middle of the third row. The error is a
// [PlaceError] if a dragged collider or the target is locked, or if a group would be dropped into itself.
func (l *DraggedRows) Over(at float64) (DropPlace, error) {
	t := l.tree
	n := t.layered()
	if n == 0 {
		return DropPlace{}, &PlaceError{"there is no layer"}
	}
	i := min(max(int(at), 0), n-1)
	into := min(max(at-float64(i), 0), 1)
	r := t.At(i)
	if r.IsPart() { // within an instance, the target is below the whole instance
		i, into = t.Row(TreeRow{Kind: InstanceRow, Instance: r.Instance}), 1
		r = t.At(i)
	}
	const edge = 0.3 // fraction of a layer's or group's row, at each end, that counts as between rows
	var p DropPlace
	switch holds := r.Kind == LayerRow || r.Kind == GroupRow; {
	case holds && into > 1-edge && i+1 < t.Len() && t.At(i+1).Depth > r.Depth: // unfolded
		p = l.above(i + 1)
	case r.Kind == LayerRow && (into >= edge || i == 0), r.Kind == GroupRow && into >= edge && into <= 1-edge:
		p = l.into(r)
		p.Row, p.Into = i, true
	case r.Kind == LayerRow:
		p = l.below(i - 1)
	case holds && into < edge, !holds && into < 0.5:
		p = l.above(i)
	default:
		p = l.below(i)
	}
	return p, l.check(p)
}

// check returns the reason why the rows cannot be dropped at a place, or nil.
func (l *DraggedRows) check(p DropPlace) error {
	t := l.tree
	if to := t.doc.Layer(p.Layer); l.locked == nil && to.Locked {
		return &PlaceError{"the layer " + to.Name + " is locked"}
	}
	for g := t.doc.Group(p.Group); g != nil && l.locked == nil; g = t.doc.Group(g.Parent) {
		switch {
		case g.Locked:
			return &PlaceError{"the group " + g.Label() + " is locked"}
		case slices.Contains(l.Groups, g.ID):
			return &PlaceError{"a group cannot be moved into itself"}
		}
	}
	return l.locked
}

// above returns the place directly above a row that is not a layer's, with the same parent.
func (l *DraggedRows) above(i int) DropPlace {
	return l.between(i, i, l.tree.At(i))
}

// below returns the place directly below a row and its contents. For a layer's row it is the top of the layer.
func (l *DraggedRows) below(i int) DropPlace {
	t := l.tree
	r := t.At(i)
	if r.Kind == LayerRow {
		p := l.into(r)
		p.Row, p.Into = i, true
		return p
	}
	end := i + 1
	for end < t.Len() && t.At(end).Depth > r.Depth {
		end++
	}
	return l.between(end, i, r)
}

// into returns the top of a layer or a group.
func (l *DraggedRows) into(r TreeRow) DropPlace {
	p := DropPlace{Depth: r.Depth + 1, Layer: r.Layer, Group: r.Group}
	if r.Kind == GroupRow {
		p.Under = l.over(l.topmost(r))
	}
	return p
}

// between returns the place at an insertion line with the same parent as r, a row whose contents start or end there.
func (l *DraggedRows) between(line, i int, r TreeRow) DropPlace {
	t := l.tree
	p := DropPlace{Row: line, Depth: r.Depth, Layer: r.Layer, Group: r.Group}
	if r.Kind == GroupRow {
		p.Group = t.doc.Group(r.Group).Parent
	}
	for next := line; next < t.layered(); next++ { // the first remaining sibling below the line
		switch at := t.At(next); {
		case at.Depth < r.Depth:
			next = t.layered()
		case at.Depth == r.Depth:
			if top := l.topmost(at); top != nil {
				p.Under = l.over(top)
				return p
			}
		}
	}
	for ; i >= 0; i-- { // below the last remaining sibling above the line
		at := t.At(i)
		if at.Depth < r.Depth {
			break
		}
		if at.Depth == r.Depth {
			if low := l.lowest(at); low != nil {
				p.Under = low.ID
				return p
			}
		}
	}
	if p.Group != 0 { // the group has no other contents
		p.Under = l.over(l.topmost(TreeRow{Kind: GroupRow, Layer: p.Layer, Group: p.Group}))
	}
	return p
}

// topmost returns the topmost undragged collider of a row, or nil.
func (l *DraggedRows) topmost(r TreeRow) *level.Collider {
	in := l.within(r)
	for _, c := range slices.Backward(in) {
		if !l.moving[c.ID] {
			return c
		}
	}
	return nil
}

// lowest returns the lowest undragged collider of a row, or nil.
func (l *DraggedRows) lowest(r TreeRow) *level.Collider {
	for _, c := range l.within(r) {
		if !l.moving[c.ID] {
			return c
		}
	}
	return nil
}

func (l *DraggedRows) within(r TreeRow) []*level.Collider {
	switch r.Kind {
	case GroupRow:
		return l.tree.doc.Within(r.Group)
	case InstanceRow:
		return l.tree.doc.Parts(r.Instance)
	case NestedRow:
		return l.tree.doc.NestedParts(r.Instance, r.Path)
	}
	if c := l.tree.doc.Collider(r.Collider); c != nil {
		return []*level.Collider{c}
	}
	return nil
}

// over returns the next undragged collider above c, or 0.
func (l *DraggedRows) over(c *level.Collider) level.ID {
	if c == nil {
		return 0
	}
	in := l.tree.doc.InLayer(c.Layer)
	i, _ := slices.BinarySearchFunc(in, c, drawnBefore)
	for i++; i < len(in); i++ {
		if !l.moving[in[i].ID] {
			return in[i].ID
		}
	}
	return 0
}

// DropLayer returns the target of a layer dragged to a height: above or below the layer at that height, whichever is
// nearer.
func (t *LevelTree) DropLayer(at float64, id level.LayerID) DropPlace {
	t.refresh()
	from, to := t.at[id], 0 // indices from the top; to counts only the other layers
	p := DropPlace{Layer: id}
	for i := range t.branches {
		b := &t.branches[i]
		if b.first >= 0 && at < float64(b.first)+float64(float64(b.rows)/2) {
			break
		}
		if b.first >= 0 {
			p.Row = b.first + b.rows
		}
		to = i + 1
	}
	if to > from {
		to--
	}
	p.Index = len(t.branches) - 1 - to
	return p
}
