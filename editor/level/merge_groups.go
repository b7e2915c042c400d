package level

import (
	"fmt"
	"maps"
	"slices"

	"fillet/editor/quote"
)

func groupKind() recordKind[Group] {
	record, _ := GroupField(GroupKey)
	return recordKind[Group]{
		name:   "group",
		id:     func(g *Group) string { return g.ID.String() },
		label:  func(g *Group) string { return g.Name },
		fields: func(...*Group) []Field[Group] { return GroupFields() },
		record: record,
		same:   func(a, b *Group) bool { return *a == *b },
	}
}

// leaveGone moves merged records out of deleted groups into the nearest parent that still exists.
func (m *merger) leaveGone() {
	there := func(id GroupID) GroupID {
		for n := 0; id != 0 && m.groups.by[id] == nil && n <= MaxGroupDepth; n++ {
			var parent GroupID
			for _, v := range [...]*version{m.theirs, m.ours, m.base} {
				if g := v.groups.by[id]; g != nil {
					parent = g.Parent
				}
			}
			id = parent
		}
		if m.groups.by[id] == nil {
			return 0
		}
		return id
	}
	isGone := func(id GroupID) bool { return id != 0 && m.groups.by[id] == nil }
	const left = "%s left group %v, which was deleted on one side"
	for id, g := range m.groups.all() {
		if isGone(g.Parent) {
			m.note("group "+left, quote.Excerpt(g.Label()), g.Parent)
			m.groups.change(id, func(g *Group) { g.Parent = there(g.Parent) })
		}
	}
	for id, i := range m.instances.all() {
		if isGone(i.GroupOf) {
			m.note("instance "+left, quote.Excerpt(i.Label()), i.GroupOf)
			m.instances.change(id, func(i *Instance) { i.GroupOf = there(i.GroupOf) })
		}
	}
	for id, c := range m.colliders.all() {
		if isGone(c.GroupOf) {
			m.note(left, c.Label(), c.GroupOf)
			m.colliders.change(id, func(c *Collider) { c.GroupOf = there(c.GroupOf) })
		}
	}
}

func (m *merger) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

// fixGroups makes groups valid: no group contains itself or nests too deeply, and everything in a group is on its
// layer.
func (m *merger) fixGroups() {
	maps.DeleteFunc(m.groups.by, func(_ GroupID, g *Group) bool { return m.layers.by[g.Layer] == nil })
	m.leaveGone()
	for id, g := range m.groups.all() {
		if m.depth(id) <= MaxGroupDepth {
			continue
		}
		back := GroupID(0)
		if o := m.ours.groups.by[id]; o != nil && o.Parent != g.Parent && m.groups.by[o.Parent] != nil {
			back = o.Parent
		}
		m.groups.change(id, func(g *Group) { g.Parent = back })
		if m.depth(id) > MaxGroupDepth {
			m.groups.change(id, func(g *Group) { g.Parent = 0 })
		}
		m.note("group %s was moved out: it would contain itself or be nested too deeply", quote.Excerpt(g.Label()))
	}
	m.gatherInLayers()
	m.dropEmptied()
}

// depth returns the nesting depth of a group, counting itself. The result exceeds MaxGroupDepth if the group
// contains itself.
func (m *merger) depth(id GroupID) int {
	n := 0
	for ; id != 0 && n <= MaxGroupDepth; n++ {
		id = m.groups.by[id].Parent
	}
	return n
}

// gatherInLayers makes the layers of groups and their contents agree. If one side moved the group to another layer, its
// contents follow; otherwise the contents on other layers leave the group.
func (m *merger) gatherInLayers() {
	byDepth := slices.DeleteFunc(slices.Clone(m.groups.keys), func(id GroupID) bool {
		return m.groups.by[id] == nil
	})
	slices.SortStableFunc(byDepth, func(a, b GroupID) int { return m.depth(a) - m.depth(b) })
	moved := func(id GroupID) bool {
		return slices.ContainsFunc([]*version{m.base, m.ours, m.theirs}, func(v *version) bool {
			g := v.groups.by[id]
			return g != nil && g.Layer != m.groups.by[id].Layer
		})
	}
	for _, id := range byDepth {
		g := m.groups.by[id]
		parent := m.groups.by[g.Parent]
		switch {
		case parent == nil || parent.Layer == g.Layer:
		case moved(g.Parent):
			m.groups.change(id, func(g *Group) { g.Layer = parent.Layer })
		default:
			m.splitFromParent(g, parent)
		}
	}
	// follow changes the layer or the group of a member so that they agree.
	follow := func(what string, layer *LayerID, group *GroupID) bool {
		g := m.groups.by[*group]
		switch {
		case g == nil || g.Layer == *layer:
			return false
		case moved(g.ID):
			*layer = g.Layer
			m.note("%s moved to layer %v with its group %s", what, g.Layer, quote.Excerpt(g.Label()))
		default:
			*group = 0
			m.note("%s left group %s, which is on another layer", what, quote.Excerpt(g.Label()))
		}
		return true
	}
	for id, i := range m.instances.all() {
		after := *i
		if follow("instance "+quote.Excerpt(i.Label()), &after.Layer, &after.GroupOf) {
			m.instances.by[id] = &after
		}
	}
	for id, c := range m.colliders.all() {
		if c.GroupOf == 0 {
			continue
		}
		after := *c
		if follow(c.Label(), &after.Layer, &after.GroupOf) {
			m.colliders.by[id] = &after
		}
	}
}

// splitFromParent handles a group whose parent is on another layer: one side moved the group to its layer, and the
// other side put it into the parent. It keeps our change and turns theirs into a conflict.
func (m *merger) splitFromParent(g, parent *Group) {
	b, o, t := m.base.groups.by[g.ID], m.ours.groups.by[g.ID], m.theirs.groups.by[g.ID]
	conflict := func(key string) {
		f, _ := GroupField(key)
		m.conflicts = append(m.conflicts, conflictOf(g.ID.String(), f, b, o, t))
	}
	switch {
	case b != nil && o != nil && t != nil && o.Layer == g.Layer && o.Layer != b.Layer && t.Parent == g.Parent &&
		o.Parent != g.Parent:
		was := o.Parent
		if in := m.groups.by[was]; in == nil || in.Layer != g.Layer {
			was = 0
		}
		m.groups.change(g.ID, func(g *Group) { g.Parent = was })
		conflict(GroupOfKey)
	case b != nil && o != nil && t != nil && t.Layer == g.Layer && t.Layer != b.Layer && o.Parent == g.Parent &&
		o.Layer == parent.Layer:
		m.groups.change(g.ID, func(g *Group) { g.Layer = o.Layer })
		conflict(LayerKey)
	default:
		m.groups.change(g.ID, func(g *Group) { g.Parent = 0 })
		m.note("group %s left group %s, which is on another layer", quote.Excerpt(g.Label()),
			quote.Excerpt(parent.Label()))
	}
}

// dropEmptied deletes groups that the merge has emptied.
func (m *merger) dropEmptied() {
	holds := map[GroupID]bool{}
	hold := func(g GroupID) {
		for ; g != 0 && !holds[g]; g = m.groups.by[g].Parent {
			holds[g] = true
		}
	}
	for _, i := range m.instances.by {
		hold(i.GroupOf)
	}
	for _, c := range m.colliders.by {
		hold(c.GroupOf)
	}
	for id := range m.groups.all() {
		if !holds[id] && (m.ours.holds[id] || m.theirs.holds[id]) {
			delete(m.groups.by, id)
			m.conflicts = slices.DeleteFunc(m.conflicts, func(c Conflict) bool { return c.Group() == id })
		}
	}
	m.leaveGone()
}

func (s *resolver) takeGroup(c Conflict) error {
	id := c.Group()
	if c.Key == GroupKey && c.Theirs == "" {
		s.groups.by[id] = nil
		return nil
	}
	f, _ := GroupField(c.Key)
	after, err := theirVersion(c, groupKind(), f, s.groups.get(id))
	if err != nil {
		return err
	}
	if err := s.needLayer(after.Layer); err != nil {
		return err
	}
	if in := s.groups.get(after.Parent); c.Key == LayerKey && in != nil && in.Layer != after.Layer {
		after.Parent = 0
	}
	s.groups.by[id] = after
	return nil
}

// fixGroups moves the contents of groups along with them, and removes contents that no longer belong there.
func (s *resolver) fixGroups() {
	if len(s.groups.by)+len(s.colliders.by)+len(s.instances.by) == 0 {
		return
	}
	all := s.resolvedGroups()
	for range all { // enough passes for the deepest nesting
		stable := true
		for _, id := range all {
			stable = !s.fixGroup(id) && stable
		}
		if stable {
			break
		}
	}
	s.fixInstances()
	seen := map[ID]bool{}
	fix := func(id ID) {
		if !seen[id] {
			seen[id] = true
			s.fixMember(id)
		}
	}
	for _, id := range all {
		for _, c := range s.doc.InGroup(id) {
			if c.Part == nil {
				fix(c.ID)
			}
		}
	}
	for _, id := range s.colliders.ids() {
		fix(id)
	}
}

// groupLeft returns the group or its nearest remaining ancestor, or 0.
func (s *resolver) groupLeft(id GroupID) GroupID {
	for n := 0; id != 0 && s.groups.get(id) == nil && n <= MaxGroupDepth; n++ {
		of := s.doc.Group(id)
		if of == nil {
			return 0
		}
		id = of.Parent
	}
	return id
}

// resolvedGroups returns the groups that the resolved conflicts change, and the groups inside them.
func (s *resolver) resolvedGroups() []GroupID {
	var all []GroupID
	for _, g := range s.doc.Groups() {
		for at := g.ID; at != 0; at = s.doc.Group(at).Parent {
			if _, ok := s.groups.by[at]; ok {
				all = append(all, g.ID)
				break
			}
		}
	}
	for _, id := range s.groups.ids() {
		if s.doc.Group(id) == nil {
			all = append(all, id)
		}
	}
	return all
}

// fixGroup puts a group into an existing parent on the same layer, and reports whether anything changed.
func (s *resolver) fixGroup(id GroupID) bool {
	g := s.groups.get(id)
	if g == nil {
		return false
	}
	after := *g
	after.Parent = s.groupLeft(g.Parent)
	parent := s.groups.get(after.Parent)
	switch {
	case parent == nil:
	case parent.Layer != g.Layer && !s.isIn(after.Parent, id):
		after.Layer = parent.Layer
	case parent.Layer != g.Layer:
		after.Parent = 0
	case s.isIn(after.Parent, id):
		after.Parent = 0
		s.Notes = append(s.Notes, fmt.Sprintf("group %s was moved out: it would contain itself",
			quote.Excerpt(g.Label())))
	}
	if after == *g {
		return false
	}
	s.groups.by[id] = &after
	return true
}

// fixMember puts a collider into an existing group and onto its layer.
func (s *resolver) fixMember(id ID) {
	c := s.colliders.get(id)
	if c == nil || c.GroupOf == 0 {
		return
	}
	after := *c
	after.GroupOf = s.groupLeft(c.GroupOf)
	if g := s.groups.get(after.GroupOf); g != nil && g.Layer != c.Layer {
		if _, taken := s.colliders.by[id]; taken && s.doc.Group(g.ID) != nil && s.doc.Group(g.ID).Layer == g.Layer {
			after.GroupOf = 0 // the collider itself was moved
		} else {
			after.Layer, after.Order = g.Layer, s.doc.TopOrder(g.Layer)
		}
	}
	if !after.Equal(c) {
		s.colliders.by[id] = &after
	}
}

// isIn reports whether a group is another one or inside it.
func (s *resolver) isIn(id, in GroupID) bool {
	for n := 0; id != 0 && n <= MaxGroupDepth; n++ {
		if id == in {
			return true
		}
		g := s.groups.get(id)
		if g == nil {
			return false
		}
		id = g.Parent
	}
	return id != 0
}
