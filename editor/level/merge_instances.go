package level

import (
	"fmt"
	"maps"

	"fillet/editor/quote"
)

func instanceKind() recordKind[Instance] {
	record, _ := InstanceField(InstanceKey)
	return recordKind[Instance]{
		name:   "instance",
		id:     func(i *Instance) string { return i.ID.String() },
		label:  (*Instance).Label,
		fields: InstanceFields,
		record: record,
		same:   (*Instance).Equal,
	}
}

// addInstances adds the instances of a document, with their places in the drawing order.
func (v *version) addInstances(doc *Document) {
	for _, i := range doc.Instances() {
		plain := *i
		plain.Order = 0
		v.instances.add(i.ID, &plain)
		if below, top := doc.Below(i); below != nil && !top {
			v.below[i.ID] = below.ID.String()
		} else if !top {
			v.below[i.ID] = FirstInOrder
		}
	}
}

// FollowRenames updates instances of the merged level whose prefab does not exist because one side renamed it. It
// returns a note for each.
func FollowRenames(
	merged, base, ours, theirs *Document, exists func(prefab string) bool,
) (notes []string, err error) {
	for _, side := range []*Document{ours, theirs} {
		var d Diff
		renamed := RenamedPrefabs(base, side)
		for _, i := range merged.Instances() {
			to := renamed[i.Prefab]
			if to == "" || exists(i.Prefab) || !exists(to) {
				continue
			}
			notes = append(notes, fmt.Sprintf("%v: prefab changed from %s to %s, as the other side renamed it",
				i.ID, quote.Printable(i.Prefab), quote.Printable(to)))
			after := *i
			after.Prefab = to
			d.Instances = append(d.Instances, Changed(i, &after))
		}
		if err := merged.Apply(d); err != nil {
			return nil, err
		}
	}
	return notes, nil
}

// RenamedPrefabs maps the old paths of prefabs to new ones, for prefabs whose path a side changed in all of their
// instances.
func RenamedPrefabs(base, side *Document) map[string]string {
	out := map[string]string{}
	for _, i := range base.Instances() {
		now := side.Instance(i.ID)
		if now == nil {
			continue
		}
		if to, ok := out[i.Prefab]; ok && to != now.Prefab {
			out[i.Prefab] = ""
			continue
		}
		out[i.Prefab] = now.Prefab
	}
	for _, i := range side.Instances() {
		delete(out, i.Prefab)
	}
	maps.DeleteFunc(out, func(_, to string) bool { return to == "" })
	return out
}

// placedInstances places the merged instances in the drawing order. Each follows the side that moved it.
func (m *merger) placedInstances(colliders []Change[Collider]) []Change[Instance] {
	var list []*Instance
	var after []string
	there := func(id InstanceID) bool { return m.instances.by[id] != nil }
	for _, id := range mergeOrder(m.base.instances.keys, m.ours.instances.keys, m.theirs.instances.keys, there).keys {
		below, inOurs := m.ours.below[id], m.ours.instances.by[id] != nil
		if !inOurs || m.base.instances.by[id] != nil && m.base.below[id] == below {
			if m.theirs.instances.by[id] != nil {
				below = m.theirs.below[id]
			}
		}
		i := *m.instances.by[id]
		list, after = append(list, &i), append(after, below)
	}
	return PlaceInstances(list, after, colliders)
}

func (s *resolver) takeInstance(c Conflict) error {
	id := c.Instance()
	if c.Key == InstanceKey && c.Theirs == "" {
		s.instances.by[id] = nil
		return nil
	}
	old := s.instances.get(id)
	f, _ := InstanceField(c.Key)
	after, err := theirVersion(c, instanceKind(), f, old)
	if err != nil {
		return err
	}
	if err := s.needLayer(after.Layer); err != nil {
		return err
	}
	if old != nil && old.Layer == after.Layer {
		after.Order = old.Order
	} else {
		after.Order = s.doc.TopOrder(after.Layer)
	}
	s.instances.by[id] = after
	return nil
}

// fixInstances moves instances along with their groups, or out of their groups.
func (s *resolver) fixInstances() {
	for _, i := range s.doc.Instances() {
		if _, changed := s.instances.by[i.ID]; !changed && i.GroupOf != 0 {
			s.instances.by[i.ID] = i
		}
	}
	for _, id := range s.instances.ids() {
		i := s.instances.by[id]
		if i == nil || i.GroupOf == 0 {
			continue
		}
		after := *i
		after.GroupOf = s.groupLeft(i.GroupOf)
		if g := s.groups.get(after.GroupOf); g != nil && g.Layer != i.Layer {
			after.GroupOf = 0
			if was := s.doc.Group(g.ID); was != nil && was.Layer != g.Layer {
				after.GroupOf, after.Layer, after.Order = g.ID, g.Layer, s.doc.TopOrder(g.Layer)
			}
		}
		if !after.Equal(i) {
			s.instances.by[id] = &after
		}
	}
}
