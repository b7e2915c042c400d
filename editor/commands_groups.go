package editor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Groups changes the document's groups. Each of its commands is one undo step.
type Groups struct{ s *Session }

// Groups returns the commands for the document's groups.
func (s *Session) Groups() Groups { return Groups{s} }

// Errors of grouping.
var (
	ErrSeveralLayers = errors.New("the selection is on several layers: move it to one layer first")
	ErrNoGroup       = errors.New("no group is selected")
)

// Group groups the selection, which must be on one layer. Groups that are selected as a whole become subgroups. The
// group's contents move directly below its topmost collider, so that no other shapes are drawn between them.
func (g Groups) Group() (level.GroupID, error) {
	ids, err := g.s.changeable(g.s.selection.IDs())
	if err != nil {
		return 0, err
	}
	doc := g.s.doc
	layer := doc.Collider(ids[0]).Layer
	for _, id := range ids {
		if doc.Collider(id).Layer != layer {
			return 0, ErrSeveralLayers
		}
	}
	complete := g.coveredBy(ids)
	made := &level.Group{ID: doc.NewGroupID(), Name: g.freeName(), Layer: layer, Parent: g.common(ids, complete)}
	d := level.Diff{Groups: []level.Change[level.Group]{level.Added(made)}}
	for _, id := range g.outermost(complete) {
		d.Groups = append(d.Groups, changeOf(doc.Group(id), func(of *level.Group) { of.Parent = made.ID }))
	}
	placed := g.together(layer, ids)
	d.Colliders, d.Instances = placed.Colliders, placed.Instances
	var loose []*level.Collider
	for _, id := range ids {
		if c := doc.Collider(id); !complete[c.GroupOf] {
			loose = append(loose, c)
		}
	}
	setGroup(&d, loose, made.ID)
	bare := g.s.Instances().free()
	for _, id := range bare {
		of := doc.Instance(id)
		if of.Layer != layer {
			return 0, ErrSeveralLayers
		}
		if !complete[of.GroupOf] {
			changedInstance(&d, of).GroupOf = made.ID
		}
	}
	label := g.s.Instances().labelOf("Group", ids, bare)
	return made.ID, g.s.doThen(label, d, func() { g.Select(made.ID) })
}

// together makes colliders of a layer consecutive in the drawing order.
func (g Groups) together(layer level.LayerID, ids []level.ID) level.Diff {
	in := SetOf(ids)
	moves := func(u *unit) bool { return u.has(func(id level.ID) bool { return in[id] }) }
	to, last := Place{Layer: layer}, false
	for _, u := range unitsOf(g.s.doc, layer) { // find the unit directly above the topmost one
		switch {
		case moves(&u):
			to.Under, last = 0, true
		case last && u.shape != nil:
			to.Under, last = u.shape.ID, false
		case last && len(u.parts) > 0:
			to.Under, last = u.parts[0].ID, false
		}
	}
	return moveTo(g.s.doc, to, moves)
}

// setGroup moves colliders to a group in a diff that may already change them.
func setGroup(d *level.Diff, colliders []*level.Collider, group level.GroupID) {
	at := make(map[level.ID]int, len(d.Colliders))
	for i, c := range d.Colliders {
		at[c.After.ID] = i
	}
	for _, c := range colliders {
		if i, changed := at[c.ID]; changed {
			d.Colliders[i].After.GroupOf = group
		} else {
			d.Colliders = append(d.Colliders, changeOf(c, func(c *level.Collider) { c.GroupOf = group }))
		}
	}
}

// changedInstance returns the new record of an instance in a diff, which the caller may change. It adds the instance to
// the diff if needed.
func changedInstance(d *level.Diff, of *level.Instance) *level.Instance {
	for _, c := range d.Instances {
		if c.After != nil && c.After.ID == of.ID {
			return c.After
		}
	}
	after := *of
	d.Instances = append(d.Instances, level.Changed(of, &after))
	return &after
}

// common returns the innermost group that is not in complete and contains all of the colliders, or 0.
func (g Groups) common(ids []level.ID, complete map[level.GroupID]bool) level.GroupID {
	doc := g.s.doc
	first := true
	var in level.GroupID
	seen := map[level.GroupID]bool{}
	for _, id := range ids {
		of := doc.Collider(id).GroupOf
		if !first && seen[of] {
			continue
		}
		seen[of] = true
		for complete[of] {
			of = doc.Group(of).Parent
		}
		if first {
			in, first = of, false
			continue
		}
		for !doc.IsInGroup(of, in) {
			in = doc.Group(in).Parent
		}
	}
	return in
}

// coveredBy returns the groups whose unlocked colliders are all in ids.
func (g Groups) coveredBy(ids []level.ID) map[level.GroupID]bool {
	doc := g.s.doc
	if len(doc.Groups()) == 0 {
		return nil
	}
	count := map[level.GroupID]int{}
	for _, id := range ids {
		for of := doc.Collider(id).GroupOf; of != 0; of = doc.Group(of).Parent {
			count[of]++
		}
	}
	complete := make(map[level.GroupID]bool, len(count))
	for id, n := range count {
		if g.s.selection.entered != 0 && doc.IsInGroup(g.s.selection.entered, id) {
			continue // the user may have meant the group's only collider
		}
		all := 0
		for _, c := range doc.Within(id) {
			if !doc.Locked(c) {
				all++
			}
		}
		complete[id] = all == n
	}
	return complete
}

// outermost returns the groups of a set that are not inside another group of the set, sorted by id.
func (g Groups) outermost(of map[level.GroupID]bool) []level.GroupID {
	var out []level.GroupID
	for id, isMember := range of {
		if isMember && !of[g.s.doc.Group(id).Parent] {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// Selected returns the outermost groups that are selected as a whole, sorted by id.
func (g Groups) Selected() []level.GroupID {
	s := g.s.selection
	if len(g.s.doc.Groups()) == 0 || len(s.ids) == 0 {
		return nil
	}
	if !s.groupsKnown {
		s.groups, s.groupsKnown = g.outermost(g.coveredBy(s.ids)), true
	}
	return s.groups
}

func (g Groups) freeName() string {
	used := map[string]bool{}
	for _, existing := range g.s.doc.Groups() {
		used[existing.Name] = true
	}
	return firstFree("Group", len(used)+1, func(name string) bool { return used[name] })
}

// Ungroup dissolves the selected groups. Their contents move to the enclosing groups.
func (g Groups) Ungroup() error {
	g.s.settle()
	selected := g.Selected()
	if len(selected) == 0 {
		return ErrNoGroup
	}
	doc := g.s.doc
	label := fmt.Sprintf("Ungroup %d groups", len(selected))
	var d level.Diff
	for _, id := range selected {
		of := doc.Group(id)
		if len(selected) == 1 {
			label = "Ungroup " + of.Label()
		}
		d.Groups = append(d.Groups, level.Removed(of))
		for _, child := range doc.GroupsIn(id) {
			d.Groups = append(d.Groups, changeOf(child, func(child *level.Group) { child.Parent = of.Parent }))
		}
		for _, c := range doc.InGroup(id) {
			d.Colliders = append(d.Colliders, changeOf(c, func(c *level.Collider) { c.GroupOf = of.Parent }))
		}
	}
	return g.s.Do(label, d)
}

// Rename names a group.
func (g Groups) Rename(id level.GroupID, name string) error {
	return g.edit("Rename", id, func(of *level.Group) { of.Name = name })
}

// SetHidden hides a group and its contents, or shows them.
func (g Groups) SetHidden(id level.GroupID, hidden bool) error {
	return g.edit(Either(hidden, "Hide", "Show"), id, func(of *level.Group) { of.Hidden = hidden })
}

// SetLocked locks a group and its contents, or unlocks them.
func (g Groups) SetLocked(id level.GroupID, locked bool) error {
	return g.edit(Either(locked, "Lock", "Unlock"), id, func(of *level.Group) { of.Locked = locked })
}

func (g Groups) edit(verb string, id level.GroupID, f func(*level.Group)) error {
	g.s.settle()
	of := g.s.doc.Group(id)
	if of == nil {
		return fmt.Errorf("there is no group %v", id)
	}
	change := changeOf(of, f)
	if *change.After == *of {
		return nil
	}
	return g.s.Do(verb+" group "+quote.Excerpt(of.Label()), level.Diff{Groups: []level.Change[level.Group]{change}})
}

// Place is a position in the tree of layers and groups.
type Place struct {
	Group level.GroupID // 0 means directly in the layer
	Layer level.LayerID // used if Group is 0
	Under level.ID      // the collider drawn directly above; 0 for the top of the layer
}

// Move moves groups with their contents, and colliders, to a group or a layer, keeping their relative order. It fails
// if one of them or the target layer is locked.
func (g Groups) Move(to Place, groups []level.GroupID, ids []level.ID) error {
	g.s.settle()
	doc := g.s.doc
	if of := doc.Group(to.Group); of != nil {
		to.Layer = of.Layer
	} else if to.Group != 0 {
		return fmt.Errorf("there is no group %v", to.Group)
	}
	layer := doc.Layer(to.Layer)
	switch {
	case layer == nil:
		return fmt.Errorf("there is no layer %v", to.Layer)
	case layer.Locked:
		return fmt.Errorf("the layer %s is locked", quote.Excerpt(layer.Name))
	}
	top, moves, err := g.moving(to.Group, groups)
	if err != nil {
		return err
	}
	moved := map[level.ID]bool{}
	var list []*level.Collider
	add := func(c *level.Collider) {
		if c != nil && !moved[c.ID] {
			moved[c.ID] = true
			list = append(list, c)
		}
	}
	for _, id := range ids {
		add(doc.Collider(id))
	}
	for _, id := range top {
		for _, c := range doc.Within(id) {
			add(c)
		}
	}
	switch {
	case len(list) == 0:
		return ErrNothingSelected
	case moved[to.Under]:
		return errors.New("shapes cannot be moved below one of themselves")
	}
	slices.SortFunc(list, func(a, b *level.Collider) int { return compareOrder(doc, a, b) })
	var d level.Diff
	for _, of := range doc.Groups() {
		if !moves[of.ID] {
			continue
		}
		after := *of
		after.Layer = to.Layer
		if _, ok := slices.BinarySearch(top, of.ID); ok {
			after.Parent = to.Group
		}
		if after != *of {
			d.Groups = append(d.Groups, level.Changed(of, &after))
		}
	}
	verb := "Reorder"
	placed := moveTo(doc, to, func(u *unit) bool { return u.has(func(id level.ID) bool { return moved[id] }) })
	d.Colliders, d.Instances = placed.Colliders, placed.Instances
	var loose []*level.Collider
	for _, c := range list {
		if c.Layer != to.Layer {
			verb = "Move to layer"
		}
		if doc.Locked(c) {
			return fmt.Errorf("%s is locked", doc.Title(c))
		}
		if moves[c.GroupOf] || c.GroupOf == to.Group {
			continue
		}
		if to.Group != 0 {
			verb = "Move to group"
		}
		loose = append(loose, c)
	}
	setGroup(&d, loose, to.Group)
	return g.s.Do(g.s.Label(verb, idsOf(list)), d)
}

// moving returns the outermost of the groups to move, sorted by id, and the set of all groups that move with them. It
// fails if a group would move into itself.
func (g Groups) moving(
	to level.GroupID, groups []level.GroupID,
) (top []level.GroupID, moves map[level.GroupID]bool, err error) {
	doc := g.s.doc
	chosen, moves := map[level.GroupID]bool{}, map[level.GroupID]bool{}
	for _, id := range groups {
		switch {
		case doc.Group(id) == nil:
			return nil, nil, fmt.Errorf("there is no group %v", id)
		case doc.IsInGroup(to, id):
			return nil, nil, fmt.Errorf("group %s cannot be moved into itself", quote.Excerpt(doc.Group(id).Label()))
		}
		chosen[id] = true
	}
	if len(chosen) == 0 {
		return nil, moves, nil
	}
	for _, of := range doc.Groups() {
		outer := level.GroupID(0)
		for at := of.ID; at != 0; at = doc.Group(at).Parent {
			if chosen[at] {
				outer = at
			}
		}
		if outer == of.ID {
			top = append(top, outer)
		}
		moves[of.ID] = outer != 0
	}
	return top, moves, nil
}

// Select selects the contents of groups and nothing else.
func (g Groups) Select(ids ...level.GroupID) {
	var all []level.ID
	for _, id := range ids {
		all = append(all, idsOf(g.s.doc.Within(id))...)
	}
	g.s.selection.setWithBare(all, g.s.Instances().bareWithin(ids))
}

// copiedGroup returns a group's id if the group is copied as a whole, or else 0.
func copiedGroup(id level.GroupID, copied map[level.GroupID]level.GroupID) level.GroupID {
	if _, in := copied[id]; in {
		return id
	}
	return 0
}

// copies returns the groups that are copied as a whole with the colliders, sorted by id, and the id of each copy.
func (g Groups) copies(ids []level.ID) (list []*level.Group, to map[level.GroupID]level.GroupID) {
	complete := g.coveredBy(ids)
	to = make(map[level.GroupID]level.GroupID, len(complete))
	for id, isComplete := range complete {
		if isComplete {
			list = append(list, g.s.doc.Group(id))
		}
	}
	slices.SortFunc(list, func(a, b *level.Group) int { return cmp.Compare(a.ID, b.ID) })
	for _, of := range list {
		to[of.ID] = g.s.doc.NewGroupID()
	}
	return list, to
}

// ErrNoBody reports that no group or instance is selected as a whole.
var ErrNoBody = errors.New("select a whole group or prefab instance first")

// fullySelected returns the groups and instances that are selected as a whole, except instances inside these groups.
func fullySelected(s *Session) (groups []level.GroupID, instances []level.InstanceID) {
	groups = s.Groups().Selected()
	for _, id := range s.Instances().Selected() {
		i := s.Document().Instance(id)
		in := false
		for g := s.Document().Group(i.GroupOf); g != nil && !in; g = s.Document().Group(g.Parent) {
			in = slices.Contains(groups, g.ID)
		}
		if !in && s.Selection().Inside() != id {
			instances = append(instances, id)
		}
	}
	return groups, instances
}

// OneBody reports whether the groups and instances that are selected as a whole are rigid bodies. ok is false if none
// are selected.
func OneBody(s *Session) (on, mixed, ok bool) {
	groups, instances := fullySelected(s)
	bodies := 0
	for _, id := range groups {
		if s.Document().Group(id).OneBody {
			bodies++
		}
	}
	for _, id := range instances {
		if s.Document().Instance(id).OneBody {
			bodies++
		}
	}
	n := len(groups) + len(instances)
	return n > 0 && bodies == n, bodies > 0 && bodies < n, n > 0
}

// SetOneBody makes each group and instance that is selected as a whole a single rigid body, or its shapes separate
// bodies, as one undo step. A new body without dynamic solid shapes makes its static solid shapes dynamic.
func SetOneBody(s *Session, on bool) error {
	s.settle()
	groups, instances := fullySelected(s)
	if len(groups)+len(instances) == 0 {
		return ErrNoBody
	}
	var d level.Diff
	loose := func(list []*level.Collider) {
		solid := func(c *level.Collider) bool { return c.Role == level.Solid && c.Shape.Kind != level.Point }
		if !on || slices.ContainsFunc(list, func(c *level.Collider) bool {
			return solid(c) && c.Body == level.Dynamic
		}) {
			return
		}
		for _, c := range list {
			if solid(c) && c.Body == level.Static {
				d.Colliders = append(d.Colliders, changeOf(c, func(c *level.Collider) { c.Body = level.Dynamic }))
			}
		}
	}
	for _, id := range groups {
		if of := s.Document().Group(id); of.OneBody != on {
			d.Groups = append(d.Groups, changeOf(of, func(of *level.Group) { of.OneBody = on }))
		}
		loose(s.Document().Within(id))
	}
	// Apply the changes to parts first: they become overrides of the instances that change next.
	parts := s.Begin(Either(on, "Make rigid", "Make not rigid"))
	for _, id := range instances {
		loose(s.Document().Parts(id))
	}
	if err := parts.Apply(d); err != nil {
		return parts.finish(err)
	}
	d = level.Diff{}
	for _, id := range instances {
		if of := s.Document().Instance(id); of.OneBody != on {
			d.Instances = append(d.Instances, changeOf(of, func(of *level.Instance) { of.OneBody = on }))
		}
	}
	return parts.finish(parts.Apply(d))
}
