package editor

import (
	"math"
	"slices"

	"fillet/editor/level"
)

// list builds the rows of a branch that needs its own list: with a filter, or with groups or instances in the layer.
func (t *LevelTree) list(b *treeBranch) {
	b.stale, b.shown, b.matches, b.held, b.within, b.whole, b.things, b.holds, b.nested = false, nil, nil, nil, nil,
		nil, 0, nil, nil
	b.isOwn = t.filter != nil || t.grouped[b.layer.ID] || len(t.placed[b.layer.ID]) > 0
	if !b.isOwn {
		return
	}
	l := treeLister{
		t: t, b: b, groups: map[level.GroupID]*treeNode{}, instances: map[level.InstanceID]*treeNode{},
		nested: map[nestedAt]*treeNode{}, top: &treeNode{},
	}
	l.gather()
	if len(l.instances) > 0 {
		b.within, b.whole = make(map[level.InstanceID]int, len(l.instances)), map[level.InstanceID]bool{}
		b.bare = map[level.InstanceID]bool{}
		for id, n := range l.instances {
			b.within[id] = n.count
			if n.isWhole {
				b.whole[id] = true
			}
			if n.count == 0 {
				b.bare[id] = true
			}
		}
	}
	if len(l.nested) > 0 {
		b.nested = make(map[nestedAt]int, len(l.nested))
		for at, n := range l.nested {
			b.nested[at] = n.count
		}
	}
	l.emit(l.top, 1, true)
	b.things = l.top.things
	if len(l.groups) > 0 {
		b.held, b.holds = make(map[level.GroupID]int, len(l.groups)), make(map[level.GroupID]int, len(l.groups))
		for id, n := range l.groups {
			b.held[id], b.holds[id] = n.count, n.things
		}
	}
}

// treeLister builds the rows of a layer.
type treeLister struct {
	t      *LevelTree
	b      *treeBranch
	top    *treeNode
	groups map[level.GroupID]*treeNode

	instances map[level.InstanceID]*treeNode
	nested    map[nestedAt]*treeNode
}

// nestedAt identifies an instance nested in another instance's prefab.
type nestedAt struct {
	of   level.InstanceID
	path string
}

// treeNode holds the contents of a layer, group or instance, topmost first. Groups and instances take the place of
// their topmost collider.
type treeNode struct {
	id       level.GroupID // of the group itself, or of an instance's group
	instance level.InstanceID
	path     string // of a nested instance
	isWhole  bool   // the instance matches as a whole
	children []treeChild
	count    int // number of colliders, at any depth
	things   int // the same, counting an instance as one
}

// treeChild is a collider, a group or an instance.
type treeChild struct {
	collider level.ID
	order    float64
	group    *treeNode
}

// gather collects the matching contents of the layer.
func (l *treeLister) gather() {
	var m *filterMatcher
	if f := l.t.filter; f != nil {
		if m = f.within(l.t.doc, l.b.layer, l.t.facts); m.never {
			return
		}
	}
	for _, c := range slices.Backward(l.t.doc.InLayer(l.b.layer.ID)) {
		if m != nil && !m.matches(c) {
			continue
		}
		in := l.node(c.GroupOf, c.Order)
		if c.Part != nil {
			of := l.instance(c.Part.Instance, in, c.Order)
			of.count++
			of.isWhole = of.isWhole || m != nil && m.wholly(c.Part.Instance)
			at := l.inPrefab(of, c.Part.Path, c.Order)
			at.children = append(at.children, treeChild{collider: c.ID, order: c.Order})
		} else {
			in.children = append(in.children, treeChild{collider: c.ID, order: c.Order})
			l.count(in)
		}
		for n := in; n != l.top; n = l.node(l.t.doc.Group(n.id).Parent, c.Order) {
			n.count++
		}
	}
	for _, i := range l.t.placed[l.b.layer.ID] { // instances without visible parts
		if l.instances[i.ID] == nil && (m == nil || m.wholly(i.ID)) {
			l.instance(i.ID, l.node(i.GroupOf, i.Order), i.Order)
		}
	}
	if !l.t.grouped[l.b.layer.ID] {
		return
	}
	for _, g := range l.t.doc.Groups() { // empty groups, and groups that match by name
		if g.Layer == l.b.layer.ID && l.groups[g.ID] == nil && (m == nil ||
			l.t.filter.matchesName(g.Name, g.Hidden, g.Locked)) {
			l.node(g.ID, math.Inf(-1))
		}
	}
}

// node returns the node of a group, created at an order if needed, or the layer's node for 0.
func (l *treeLister) node(id level.GroupID, order float64) *treeNode {
	if id == 0 {
		return l.top
	}
	if n := l.groups[id]; n != nil {
		return n
	}
	n := &treeNode{id: id}
	l.groups[id] = n
	l.node(l.t.doc.Group(id).Parent, order).add(treeChild{group: n, order: order})
	return n
}

// instance returns the node of an instance, created inside a node if needed.
func (l *treeLister) instance(id level.InstanceID, in *treeNode, order float64) *treeNode {
	if n := l.instances[id]; n != nil {
		return n
	}
	n := &treeNode{id: in.id, instance: id}
	l.instances[id] = n
	in.add(treeChild{group: n, order: order})
	l.count(in)
	return n
}

// inPrefab returns the node for a part of an instance: the instance's own, or the node of a nested instance, whose
// count it increases.
func (l *treeLister) inPrefab(of *treeNode, path string, order float64) *treeNode {
	in := of
	for k, r := range path {
		if r != '/' {
			continue
		}
		at := nestedAt{of.instance, path[:k]}
		n := l.nested[at]
		if n == nil {
			n = &treeNode{id: of.id, instance: of.instance, path: path[:k]}
			l.nested[at] = n
			in.children = append(in.children, treeChild{group: n, order: order})
		}
		n.count++
		in = n
	}
	return in
}

// count adds one to the number of things in a node and its parents.
func (l *treeLister) count(in *treeNode) {
	for ; in != l.top; in = l.node(l.t.doc.Group(in.id).Parent, 0) {
		in.things++
	}
	l.top.things++
}

// add inserts a child after those that are drawn above it.
func (n *treeNode) add(c treeChild) {
	at := len(n.children)
	for at > 0 && n.children[at-1].order < c.order {
		at--
	}
	n.children = slices.Insert(n.children, at, c)
}

// emit appends the rows and the matches of a node's contents.
func (l *treeLister) emit(n *treeNode, depth int, isShown bool) {
	for _, c := range n.children {
		r := TreeRow{
			Kind: ColliderRow, Depth: depth, Layer: l.b.layer.ID, Group: n.id, Instance: n.instance,
			Collider: c.collider,
		}
		switch {
		case c.group == nil:
			l.b.matches = append(l.b.matches, c.collider)
		case c.group.path != "":
			r = TreeRow{
				Kind: NestedRow, Depth: depth, Layer: l.b.layer.ID, Group: n.id, Instance: c.group.instance,
				Path: c.group.path,
			}
		case c.group.instance != 0:
			r = TreeRow{Kind: InstanceRow, Depth: depth, Layer: l.b.layer.ID, Group: n.id, Instance: c.group.instance}
		default:
			r = TreeRow{Kind: GroupRow, Depth: depth, Layer: l.b.layer.ID, Group: c.group.id}
		}
		if isShown {
			l.b.shown = append(l.b.shown, r)
		}
		if c.group != nil {
			l.emit(c.group, depth+1, isShown && !l.t.IsFolded(r))
		}
	}
}
