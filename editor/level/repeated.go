package level

// repeated holds the records whose ids were already taken in the file.
type repeated struct {
	groups []twinGroup
	layers []LayerID
}

// twinGroup is a group with a new id, and its id in the file.
type twinGroup struct {
	*Group
	old GroupID
}

// gatherRepeated moves the members of a group with a duplicate id into the one of those groups that is in their layer.
// If there is none, as when the layer is a duplicate too, the group gets a copy there: a file that a merge left like
// this opens with everything in its groups.
func (d *decoder) gatherRepeated() {
	if len(d.repeated.groups)+len(d.repeated.layers) == 0 || len(d.groups) == 0 {
		return
	}
	type place struct {
		of GroupID // as the file names it
		in LayerID
	}
	all := make(map[GroupID]*Group, len(d.groups))
	for _, c := range d.groups {
		all[c.After.ID] = c.After
	}
	twins, stoodTwice, layers := map[place]GroupID{}, map[GroupID]bool{}, map[LayerID]bool{}
	for _, twin := range d.repeated.groups {
		stoodTwice[twin.old] = true
		if at := (place{twin.old, twin.Layer}); twins[at] == 0 {
			twins[at] = twin.ID
		}
	}
	for _, id := range d.repeated.layers {
		layers[id] = true
	}
	var in func(id GroupID, layer LayerID, depth int) GroupID
	in = func(id GroupID, layer LayerID, depth int) GroupID {
		g := all[id]
		if g == nil || g.Layer == layer || depth > MaxGroupDepth {
			return id
		}
		if twin := twins[place{id, layer}]; twin != 0 {
			return twin
		}
		if !stoodTwice[id] && !layers[layer] {
			return id // the document will refuse it
		}
		twin := *g
		twin.ID = d.freeGroups.Find(HashedGroupID(hashOf(id.String(), g.Name, layer.String())), isIn(all))
		twin.Layer = layer
		all[twin.ID] = &twin
		twins[place{id, layer}] = twin.ID
		d.groups = append(d.groups, Added(&twin))
		twin.Parent = in(g.Parent, layer, depth+1)
		d.at.Groups[twin.ID] = d.at.Groups[id]
		d.warn(d.at.Groups[id], "group %v has members in two layers: those in layer %v are now in group %v", id, layer,
			twin.ID)
		return twin.ID
	}
	for k := 0; k < len(d.groups); k++ {
		g := d.groups[k].After
		g.Parent = in(g.Parent, g.Layer, 0)
	}
	for _, i := range d.instances {
		i.GroupOf = in(i.GroupOf, i.Layer, 0)
	}
	for _, c := range d.cs {
		c.After.GroupOf = in(c.After.GroupOf, c.After.Layer, 0)
	}
}
