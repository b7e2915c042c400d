package outliner

import (
	"slices"

	"fillet/editor/level"
)

// list makes the list of a branch's rows where it has one of its own: with a filter, or with groups in the layer.
func (t *Tree) list(b *branch) {
	b.stale, b.shown, b.matches, b.held = false, nil, nil, nil
	b.isOwn = t.filter != nil || t.grouped[b.layer.ID]
	if !b.isOwn {
		return
	}
	l := lister{t: t, b: b, groups: map[level.GroupID]*node{}, top: &node{}}
	l.gather()
	l.emit(l.top, 1, true)
	if len(l.groups) > 0 {
		b.held = make(map[level.GroupID]int, len(l.groups))
		for id, n := range l.groups {
			b.held[id] = n.count
		}
	}
}

// lister makes the rows of one layer.
type lister struct {
	t      *Tree
	b      *branch
	top    *node
	groups map[level.GroupID]*node
}

// node is what a layer or a group holds, the topmost first. A group stands where its topmost collider does.
type node struct {
	id       level.GroupID
	children []child
	count    int // colliders, at any depth
}

// child is a collider, or a group.
type child struct {
	collider level.ID
	group    *node
}

// gather finds what is in the layer, and what the filter lets through of it.
func (l *lister) gather() {
	var m *matcher
	if f := l.t.filter; f != nil {
		if m = f.within(l.t.doc, l.b.layer, l.t.facts); m.never {
			return
		}
	}
	for _, c := range slices.Backward(l.t.doc.InLayer(l.b.layer.ID)) {
		if m != nil && !m.matches(c) {
			continue
		}
		in := l.node(c.GroupOf)
		in.children = append(in.children, child{collider: c.ID})
		for n := in; n != l.top; n = l.node(l.t.doc.Group(n.id).Parent) {
			n.count++
		}
	}
	if !l.t.grouped[l.b.layer.ID] {
		return
	}
	for _, g := range l.t.doc.Groups() { // those that hold nothing, and those of that name
		if g.Layer == l.b.layer.ID && l.groups[g.ID] == nil && (m == nil || l.t.filter.matchesName(g.Name, g.Hidden, g.Locked)) {
			l.node(g.ID)
		}
	}
}

// node is what a group holds, listed behind all that was found before; the layer for 0.
func (l *lister) node(id level.GroupID) *node {
	if id == 0 {
		return l.top
	}
	if n := l.groups[id]; n != nil {
		return n
	}
	n := &node{id: id}
	l.groups[id] = n
	in := l.node(l.t.doc.Group(id).Parent)
	in.children = append(in.children, child{group: n})
	return n
}

// emit appends the rows of what a node holds, and what matches in it.
func (l *lister) emit(n *node, depth int, isShown bool) {
	for _, c := range n.children {
		r := Row{Kind: ColliderRow, Depth: depth, Layer: l.b.layer.ID, Group: n.id, Collider: c.collider}
		if c.group != nil {
			r = Row{Kind: GroupRow, Depth: depth, Layer: l.b.layer.ID, Group: c.group.id}
		} else {
			l.b.matches = append(l.b.matches, c.collider)
		}
		if isShown {
			l.b.shown = append(l.b.shown, r)
		}
		if c.group != nil {
			l.emit(c.group, depth+1, isShown && !l.t.IsFolded(r))
		}
	}
}
