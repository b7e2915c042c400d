package level

// Snapshot returns the document's current state.
func (d *Document) Snapshot() Snapshot {
	s := Snapshot{
		Settings: d.settings, Layers: make([]LayerSnapshot, len(d.layerOrder)), Groups: d.Groups(),
		Instances: d.Instances(), Placed: PlacedJoints(d),
	}
	for _, i := range s.Instances {
		if err := d.InstanceProblem(i.ID); err != nil {
			s.Problems = append(s.Problems, &InstanceError{ID: i.ID, Err: err})
		} else if len(i.Changes) > 0 {
			if unused := d.UnusedChanges(i.ID); len(unused) > 0 {
				if s.Unused == nil {
					s.Unused = map[InstanceID][]UnusedChange{}
				}
				s.Unused[i.ID] = unused
			}
		}
	}
	for _, i := range d.Bare() {
		if m, _ := d.MarkOf(i.ID); d.isShown(i) {
			s.Marks = append(s.Marks, m)
		}
	}
	slot := int32(0)
	for i, l := range d.layerOrder {
		s.Layers[i].Layer = l
		records := d.InLayer(l.ID)
		s.Layers[i].Colliders = make([]ColliderSnapshot, len(records))
		for j, c := range records {
			slot = d.colliders.after(slot, c.ID)
			out := &s.Layers[i].Colliders[j]
			out.Collider, out.Baked = c, d.colliders.entries[slot].baked
			if c.GroupOf != 0 {
				g := d.groups[c.GroupOf]
				out.InHidden, out.InLocked = g.hidden, g.locked
			}
		}
	}
	return s
}
