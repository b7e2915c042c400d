package level

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// groupEntry is a group of a document with values derived from other groups and from the colliders.
type groupEntry struct {
	record         *Group
	hidden, locked bool // on its own, or through a group that contains it
	children       []GroupID
	members        []ID // may contain members that have left, and duplicates
	count          int  // the number of direct members
	stale          bool
}

// noGroup is the entry of a missing group. A record that has left the document may name a group that is gone too.
var noGroup groupEntry

// group returns the entry of a group, or noGroup.
func (d *Document) group(id GroupID) *groupEntry {
	if e := d.groups[id]; e != nil {
		return e
	}
	return &noGroup
}

// Group returns the group with the given id, or nil.
func (d *Document) Group(id GroupID) *Group { return d.group(id).record }

// Groups returns the groups, sorted by id. The caller must not change the slice.
func (d *Document) Groups() []*Group {
	if d.groupList == nil && len(d.groups) > 0 {
		d.groupList = make([]*Group, 0, len(d.groups))
		for _, e := range d.groups {
			d.groupList = append(d.groupList, e.record)
		}
		slices.SortFunc(d.groupList, func(a, b *Group) int { return cmp.Compare(a.ID, b.ID) })
	}
	return slices.Clip(d.groupList)
}

// InGroup returns the colliders directly in a group, in drawing order.
func (d *Document) InGroup(id GroupID) []*Collider {
	e := d.group(id)
	return d.appendMembers(make([]*Collider, 0, e.count), id, e)
}

// Within returns the colliders in a group at any depth, in drawing order.
func (d *Document) Within(id GroupID) []*Collider {
	var out []*Collider
	d.walkGroups(id, func(id GroupID, e *groupEntry) { out = d.appendMembers(out, id, e) })
	slices.SortFunc(out, drawnBefore)
	return out
}

// GroupsIn returns the direct subgroups of a group, sorted by id.
func (d *Document) GroupsIn(id GroupID) []*Group {
	children := d.group(id).children
	out := make([]*Group, len(children))
	for i, child := range children {
		out[i] = d.groups[child].record
	}
	slices.SortFunc(out, func(a, b *Group) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// HoldsOne reports whether a group contains any collider at any depth.
func (d *Document) HoldsOne(id GroupID) bool {
	e := d.group(id)
	return e.count > 0 || slices.ContainsFunc(e.children, d.HoldsOne)
}

// CountWithin returns the number of colliders in a group at any depth.
func (d *Document) CountWithin(id GroupID) int {
	n := 0
	d.walkGroups(id, func(_ GroupID, e *groupEntry) { n += e.count })
	return n
}

// walkGroups visits a group and its subgroups at any depth, parents first.
func (d *Document) walkGroups(id GroupID, visit func(GroupID, *groupEntry)) {
	e := d.group(id)
	visit(id, e)
	for _, child := range e.children {
		d.walkGroups(child, visit)
	}
}

// appendMembers appends the colliders directly in a group, in drawing order.
func (d *Document) appendMembers(to []*Collider, id GroupID, e *groupEntry) []*Collider {
	if e.stale {
		d.cleanMembers(id, e)
	}
	from := len(to)
	for _, member := range e.members {
		to = append(to, d.Collider(member))
	}
	slices.SortFunc(to[from:], drawnBefore)
	return to
}

// cleanMembers drops colliders that have left the group, and duplicates of colliders that came back.
func (d *Document) cleanMembers(id GroupID, e *groupEntry) {
	slices.Sort(e.members)
	e.members = slices.DeleteFunc(slices.Compact(e.members), func(member ID) bool {
		c := d.Collider(member)
		return c == nil || c.GroupOf != id
	})
	e.stale = false
}

// OutermostGroup returns the top-level group that contains a group, or the group itself.
func (d *Document) OutermostGroup(id GroupID) GroupID {
	for g := d.Group(id); parentOf(g) != 0; g = d.Group(id) {
		id = g.Parent
	}
	return id
}

// IsInGroup reports whether a group is the group in, or is contained in it at any depth. Group 0 contains everything.
func (d *Document) IsInGroup(id, in GroupID) bool {
	for id != in && id != 0 {
		id = parentOf(d.Group(id))
	}
	return id == in
}

// NewGroupID returns an id that no group of the document has had since it was opened, and that it has not returned
// before.
func (d *Document) NewGroupID() GroupID {
	return newID(d, GroupLetter, d.givenGroupIDs, func(id GroupID) bool { return d.groups[id] != nil })
}

// WithoutEmptied adds to a diff the removal of groups that lose their last collider through it. Groups that had none
// before stay.
func (d *Document) WithoutEmptied(diff Diff) Diff {
	if len(d.groups) == 0 {
		return diff
	}
	change := map[GroupID]int{} // in the number of direct members and subgroups
	var lost []GroupID          // the groups that lose any
	move := func(from, to GroupID) {
		if from != to {
			change[from]--
			change[to]++
			lost = append(lost, from)
		}
	}
	for _, c := range diff.Colliders {
		move(groupOf(c.Before), groupOf(c.After))
	}
	after := map[GroupID]*Group{}
	for _, c := range diff.Groups {
		move(parentOf(c.Before), parentOf(c.After))
		after[cmp.Or(c.Before, c.After).ID] = c.After
	}
	gone := map[GroupID]bool{}
	for _, id := range lost {
		for !gone[id] {
			e := d.groups[id]
			if e == nil || e.count+len(e.children)+change[id] > 0 {
				break
			}
			g, changed := after[id]
			if !changed {
				g = e.record
			}
			if g == nil || !d.HoldsOne(id) { // the diff removes it already, or it was empty before
				break
			}
			gone[id] = true
			id = g.Parent
			change[id]--
		}
	}
	if len(gone) == 0 {
		return diff
	}
	groups := make([]Change[Group], 0, len(diff.Groups)+len(gone))
	for _, c := range diff.Groups {
		if c.Before != nil && gone[c.Before.ID] {
			c = Removed(c.Before)
			delete(gone, c.Before.ID)
		}
		groups = append(groups, c)
	}
	for _, id := range slices.Sorted(maps.Keys(gone)) {
		groups = append(groups, Removed(d.groups[id].record))
	}
	diff.Groups = groups
	return diff
}

// groupOf returns the group that directly contains a collider, or 0. The collider may be nil.
func groupOf(c *Collider) GroupID {
	if c == nil {
		return 0
	}
	return c.GroupOf
}

// parentOf returns the group that directly contains a group, or 0. The group may be nil.
func parentOf(g *Group) GroupID {
	if g == nil {
		return 0
	}
	return g.Parent
}

// groupCheck checks a diff's changes of groups and their consequences.
type groupCheck struct {
	d     *Document
	after map[GroupID]*Group // the changed groups; nil for a removed one
	// leaving counts, for each group that is removed or changes layers, how many of its colliders the diff changes.
	leaving map[GroupID]int
	fine    map[GroupID]int // the depth of the groups checked so far
}

// checkGroups returns the first error in the groups that a diff changes. hasLayer reports whether a layer exists after
// the diff.
func (d *Document) checkGroups(changes []Change[Group], hasLayer func(LayerID) bool) (*groupCheck, error) {
	g := &groupCheck{d: d}
	if len(changes) == 0 {
		return g, nil
	}
	g.after, g.leaving, g.fine = make(map[GroupID]*Group, len(changes)), map[GroupID]int{}, map[GroupID]int{}
	for _, c := range changes {
		id, err := checkChange(c, func(g *Group) GroupID { return g.ID }, d.Group)
		if err != nil {
			return nil, fmt.Errorf("group %v: %w", id, err)
		}
		if _, twice := g.after[id]; twice {
			return nil, fmt.Errorf("group %v appears twice in one change", id)
		}
		g.after[id] = c.After
		if c.Before != nil && (c.After == nil || c.After.Layer != c.Before.Layer) {
			g.leaving[id] = 0
		}
		if c.After == nil {
			continue
		}
		if err := c.After.Check(); err != nil {
			return nil, &GroupError{ID: id, Err: err}
		}
		if !hasLayer(c.After.Layer) {
			return nil, &GroupError{ID: id, Err: fmt.Errorf("there is no layer %v", c.After.Layer)}
		}
	}
	for _, c := range changes {
		if c.After != nil {
			if err := g.checkPlace(c.After); err != nil {
				return nil, &GroupError{ID: c.After.ID, Err: err}
			}
		}
		if c.Before != nil && (c.After == nil || c.After.Layer != c.Before.Layer) {
			for _, child := range d.groups[c.Before.ID].children {
				if now := g.group(child); now != nil && now.Parent == c.Before.ID &&
					(c.After == nil || now.Layer != c.After.Layer) {
					return nil, &GroupError{ID: c.Before.ID, Err: fmt.Errorf("it still holds group %v", child)}
				}
			}
		}
	}
	return g, nil
}

// group returns a group's record after the diff, or nil.
func (g *groupCheck) group(id GroupID) *Group {
	if now, ok := g.after[id]; ok {
		return now
	}
	return g.d.Group(id)
}

var (
	errGroupCycle = errors.New("it contains itself")
	errGroupDepth = fmt.Errorf("groups nest deeper than %d", MaxGroupDepth)
)

// checkPlace returns the first error in a group's chain of parents.
func (g *groupCheck) checkPlace(of *Group) error {
	depth := 1
	for at := of; at.Parent != 0; depth++ {
		if known, ok := g.fine[at.ID]; ok {
			depth += known - 1
			break
		}
		parent := g.group(at.Parent)
		switch {
		case parent == nil:
			return fmt.Errorf("its parent group %v does not exist", at.Parent)
		case parent.Layer != at.Layer:
			return fmt.Errorf("it is in layer %v, but its parent group %v is in layer %v", at.Layer, parent.ID,
				parent.Layer)
		case parent == of:
			return errGroupCycle
		case depth > MaxGroupDepth:
			return errGroupDepth
		}
		at = parent
	}
	if depth > MaxGroupDepth {
		return errGroupDepth
	}
	g.fine[of.ID] = depth
	if depth+g.height(of.ID) > MaxGroupDepth {
		return errGroupDepth
	}
	return nil
}

// height returns how deep subgroups nest in a group, counting only the ones from before the diff that stay in it.
func (g *groupCheck) height(id GroupID) int {
	deepest := 0
	for _, child := range g.d.group(id).children {
		if now := g.group(child); now != nil && now.Parent == id {
			deepest = max(deepest, 1+g.height(child))
		}
	}
	return deepest
}

// collider checks the group of a changed collider.
func (g *groupCheck) collider(c Change[Collider]) error {
	if n, ok := g.leaving[groupOf(c.Before)]; ok {
		g.leaving[c.Before.GroupOf] = n + 1
	}
	if c.After == nil {
		return nil
	}
	return g.member(c.After.GroupOf, c.After.Layer)
}

// member checks the group and the layer of a collider or an instance.
func (g *groupCheck) member(id GroupID, layer LayerID) error {
	if id == 0 {
		return nil
	}
	switch of := g.group(id); {
	case of == nil:
		return fmt.Errorf("there is no group %v", id)
	case of.Layer != layer:
		return fmt.Errorf("it is in layer %v, but its group %v is in layer %v", layer, of.ID, of.Layer)
	}
	return nil
}

// finish returns an error for a group that is removed or changes layers without all of its members, and for a group
// whose layer is removed.
func (g *groupCheck) finish(removed map[LayerID]bool) error {
	for id, n := range g.leaving {
		if g.d.groups[id].count > n {
			return &GroupError{ID: id, Err: errors.New("it still holds colliders")}
		}
	}
	if len(removed) == 0 {
		return nil
	}
	for id := range g.d.groups {
		if of := g.group(id); of != nil && removed[of.Layer] {
			return fmt.Errorf("layer %v still holds group %v", of.Layer, id)
		}
	}
	return nil
}

// applyGroups applies the changes to groups. It must run before the changes to colliders.
func (d *Document) applyGroups(changes []Change[Group]) {
	if len(changes) == 0 {
		return
	}
	if d.groups == nil {
		d.groups = make(map[GroupID]*groupEntry, len(changes))
	}
	d.groupList = nil
	moved := map[GroupID]bool{} // parents that have lost a group
	gone := map[GroupID]bool{}
	for _, c := range changes {
		if from := parentOf(c.Before); from != 0 && from != parentOf(c.After) {
			moved[from] = true
		}
		switch {
		case c.After == nil:
			gone[c.Before.ID] = true // its colliders are still in it; removeGroups removes it once they have left
		case c.Before == nil:
			d.groups[c.After.ID] = &groupEntry{record: c.After}
		default:
			d.groups[c.After.ID].record = c.After
		}
	}
	for parent := range moved {
		e := d.groups[parent]
		e.children = slices.DeleteFunc(e.children, func(id GroupID) bool {
			return gone[id] || d.groups[id].record.Parent != parent
		})
	}
	for _, c := range changes {
		if to := parentOf(c.After); to != 0 && to != parentOf(c.Before) {
			e := d.groups[to]
			e.children = append(e.children, c.After.ID)
		}
	}
	for _, c := range changes {
		if c.After != nil {
			d.inheritFlags(c.After.ID)
		}
	}
}

// inheritFlags updates whether a group and its subgroups are hidden and locked. It stops where nothing changes.
func (d *Document) inheritFlags(id GroupID) {
	e := d.groups[id]
	hidden, locked := e.record.Hidden, e.record.Locked
	parent := d.group(e.record.Parent)
	hidden, locked = hidden || parent.hidden, locked || parent.locked
	if e.hidden == hidden && e.locked == locked {
		return
	}
	e.hidden, e.locked = hidden, locked
	for _, child := range e.children {
		d.inheritFlags(child)
	}
}

func (d *Document) removeGroups(changes []Change[Group]) {
	for _, c := range changes {
		if c.After == nil {
			delete(d.groups, c.Before.ID)
			d.givenGroupIDs[c.Before.ID] = true
		}
	}
}

// regroup updates the groups' members after a collider's change.
func (d *Document) regroup(c Change[Collider]) {
	before, after := groupOf(c.Before), groupOf(c.After)
	if before == after {
		return
	}
	if e := d.groups[before]; e != nil {
		e.count--
		e.stale = true
	}
	if e := d.groups[after]; e != nil {
		if len(e.members) > 2*e.count+16 {
			d.cleanMembers(after, e)
		}
		e.members = append(e.members, c.After.ID)
		e.count++
	}
}

// validateGroups validates the groups for [Document.Validate].
func (d *Document) validateGroups() error {
	g := &groupCheck{d: d, fine: map[GroupID]int{}}
	count := 0
	for id, e := range d.groups {
		if e.record.ID != id {
			return fmt.Errorf("group %v is stored under another id", id)
		}
		if err := e.record.Check(); err != nil {
			return &GroupError{ID: id, Err: err}
		}
		if err := g.checkPlace(e.record); err != nil {
			return &GroupError{ID: id, Err: err}
		}
		parent := d.group(e.record.Parent)
		if parent != &noGroup && !slices.Contains(parent.children, id) {
			return fmt.Errorf("group %v does not list group %v, which it holds", e.record.Parent, id)
		}
		if e.hidden != (e.record.Hidden || parent.hidden) || e.locked != (e.record.Locked || parent.locked) {
			return fmt.Errorf("group %v has stale hidden or locked flags", id)
		}
		if d.layers[e.record.Layer] == nil {
			return fmt.Errorf("group %v has no layer", id)
		}
		for _, child := range e.children {
			if c := d.groups[child]; c == nil || c.record.Parent != id {
				return fmt.Errorf("group %v lists group %v by mistake", id, child)
			}
		}
		if n := len(d.InGroup(id)); n != e.count {
			return fmt.Errorf("group %v holds %d colliders, but counts %d", id, n, e.count)
		}
		count += e.count
	}
	for c := range d.Colliders() {
		if c.GroupOf == 0 {
			continue
		}
		count--
		if err := g.collider(Added(c)); err != nil {
			return c.wrap(err)
		}
	}
	if count != 0 {
		return errors.New("the counts of the groups do not match the colliders")
	}
	return nil
}
