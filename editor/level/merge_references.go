package level

import (
	"maps"
	"slices"

	"fillet/editor/quote"
)

// Joints refer to colliders and to instances, and paths refer to chains. If one side adds a reference to a record, the
// other side cannot delete the record without a conflict.

// endsOf returns the ids of the records that a joint connects, as used in conflicts. For a part of an instance it is
// the instance.
func endsOf(j Joint) (ids []string) {
	for _, end := range [2]struct {
		id   ID
		part string
	}{{j.A, j.PartA}, {j.B, j.PartB}} {
		if of, _, err := ParsePart(end.part); err == nil {
			ids = append(ids, of.String())
		} else if end.id != 0 {
			ids = append(ids, end.id.String())
		}
	}
	return ids
}

// findUsed finds the records to which a side's new or changed joints and paths refer.
func (m *merger) findUsed() {
	m.users = map[string]string{}
	was := map[JointID]Joint{}
	for _, j := range m.base.settings.Joints {
		was[j.ID] = j
	}
	for _, side := range [2]*version{m.ours, m.theirs} {
		use := func(id, user string) {
			of := m.stays[id]
			of.ours, of.theirs = of.ours || side == m.ours, of.theirs || side == m.theirs
			m.stays[id], m.users[id] = of, user
		}
		for _, j := range side.settings.Joints {
			if was[j.ID] == j {
				continue
			}
			for _, id := range endsOf(j) {
				use(id, "the joint "+j.Label())
			}
		}
		for _, id := range side.colliders.keys {
			c, b := side.colliders.by[id], m.base.colliders.by[id]
			if c.Path != nil && c.Path.Chain != 0 && (b == nil || b.Path == nil || !c.Path.Equal(b.Path)) {
				use(c.Path.Chain.String(), "the path of "+c.Label())
			}
		}
	}
}

// openSettings returns the open keys of the settings. They include joints that one side deleted together with a record
// whose deletion is in conflict.
func (m *merger) openSettings() openKeys {
	inConflict, open := map[string]bool{}, openKeys{}
	for _, c := range m.conflicts {
		inConflict[c.ID] = inConflict[c.ID] || c.IsWhole()
	}
	maps.Copy(open, m.open[SettingsID])
	there := map[JointID]int{}
	for _, j := range slices.Concat(m.ours.settings.Joints, m.theirs.settings.Joints) {
		there[j.ID]++
	}
	for _, j := range m.base.settings.Joints {
		if there[j.ID] == 1 && slices.ContainsFunc(endsOf(j), func(id string) bool { return inConflict[id] }) {
			open["joints."+j.Key()] = true
		}
	}
	return open
}

// noteUsed explains conflicts about deleted records that the other side refers to but did not change. It also notes
// references that the merge breaks in other ways.
func (m *merger) noteUsed() {
	for _, c := range m.conflicts {
		if user := m.users[c.ID]; user != "" && c.IsWhole() && (c.Ours == c.Base || c.Theirs == c.Base) {
			m.note("%s was deleted on one side, but %s on the other side refers to it", c.ID, user)
		}
	}
	for _, j := range m.settings.Joints {
		for _, part := range [2]string{j.PartA, j.PartB} {
			of, path, err := ParsePart(part)
			if i := m.instances.by[of]; err == nil && i != nil && m.lost(of, path) {
				m.note("the joint %s refers to %s, which one side left out of its instance", j.Label(), part)
			}
		}
	}
	ours, theirs := colliderNames(m.ours.colliders.by), colliderNames(m.theirs.colliders.by)
	merged := colliderNames(m.colliders.by)
	for _, c := range m.colliders.all() {
		if c.Path != nil && c.Path.Chain != 0 {
			if chain := m.colliders.by[c.Path.Chain]; chain != nil && chain.Shape.Kind != Chain {
				m.note("the path of %s follows %v, which is not a chain on the other side", c.Label(), chain.ID)
			}
		}
		for _, name := range PropertyNames(OpensKey, c.Properties) {
			if (ours[name] || theirs[name]) && !merged[name] {
				m.note("%s opens %s, which one side deleted or renamed", c.Label(), quote.Excerpt(name))
			}
		}
	}
}

// lost reports whether the merged instance lacks a part that one of the sides has.
func (m *merger) lost(of InstanceID, path string) bool {
	removes := func(i *Instance) bool {
		_, ok := i.Change(path, RemovedKey)
		return ok
	}
	o, t := m.ours.instances.by[of], m.theirs.instances.by[of]
	return removes(m.instances.by[of]) && (o != nil && !removes(o) || t != nil && !removes(t))
}

// colliderNames returns the names and tags of colliders.
func colliderNames(list map[ID]*Collider) map[string]bool {
	out := map[string]bool{}
	for _, c := range list {
		out[c.Name] = true
		for _, tag := range c.Tags {
			out[tag] = true
		}
	}
	return out
}

// freeUsers removes the joints of records that the resolved conflicts delete, and makes paths along deleted chains
// independent, with the same points.
func (s *resolver) freeUsers() {
	gone, chains := map[string]bool{}, map[ID]*Collider{}
	for i, c := range s.conflicts {
		if !s.resolved[i] || !c.IsWhole() {
			continue
		}
		if id := c.Collider(); id != 0 && s.colliders.get(id) == nil {
			gone[c.ID] = true
			if chains[id] = s.doc.Collider(id); chains[id] == nil {
				var was Collider
				if f, _ := ColliderField(ColliderKey); set(f, &was, c.Theirs) == nil {
					chains[id] = &was
				}
			}
		} else if id := c.Instance(); id != 0 && s.instances.get(id) == nil {
			gone[c.ID] = true
		}
	}
	if len(gone) == 0 {
		return
	}
	s.settings.Joints = slices.DeleteFunc(slices.Clone(s.settings.Joints), func(j Joint) bool {
		isGone := slices.ContainsFunc(endsOf(j), func(id string) bool { return gone[id] })
		if isGone {
			s.Notes = append(s.Notes, "the joint "+j.Label()+" was removed with the shape that it joined")
		}
		return isGone
	})
	for c := range s.colliders.all() {
		if c.Part == nil && c.Path != nil && c.Path.Chain != 0 && gone[c.Path.Chain.String()] {
			s.colliders.change(c.ID, func(c *Collider) { c.Path = c.WithPoints(chains[c.Path.Chain]) })
		}
	}
}
