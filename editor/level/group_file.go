package level

import (
	"errors"
	"slices"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

var groupKeys = []string{"name", "locked", "hidden", "body", "id", "layer", "group_of"}

// group reads a group of the list.
func (d *decoder) group(_ int, n *yaml.Node) error {
	g, err := d.groupRecord(n)
	if err != nil {
		return err
	}
	if _, twice := d.at.Groups[g.ID]; twice {
		old := g.ID
		g.ID = d.freeGroups.Find(HashedGroupID(hashOf(old.String(), g.Name, g.Layer.String())), isIn(d.at.Groups))
		d.warn(strictyaml.PositionOf(n), "group %v is already in the file: this one becomes %v", old, g.ID)
		d.repeated.groups = append(d.repeated.groups, twinGroup{g, old})
	}
	d.at.Groups[g.ID] = strictyaml.PositionOf(n)
	d.groups = append(d.groups, Added(g))
	return nil
}

// groupRecord reads a single group.
func (d *decoder) groupRecord(n *yaml.Node) (*Group, error) {
	g := &Group{}
	err := d.values(n, groupKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "layer":
			return readLayerID(d, v, &g.Layer)
		case "group_of":
			return readGroupID(d, v, &g.Parent)
		default:
			return readGroupID(d, v, &g.ID)
		}
	}, &g.Name, &g.Locked, &g.Hidden, &g.OneBody)
	switch {
	case err != nil:
		return nil, err
	case g.ID == 0 || g.Layer == 0:
		return nil, d.Errorf(n, `this group has no "id" or no "layer"`)
	}
	if err := g.Check(); err != nil {
		return nil, d.Wrap(n, err)
	}
	return g, nil
}

// locateGroup gives an error in a group or an instance the place of that; ok is false for other errors.
func (d *decoder) locateGroup(err error) (ok bool, placed error) {
	var ie *InstanceError
	if errors.As(err, &ie) {
		at, ok := d.at.Instances[ie.ID]
		return ok, d.WrapAt(at, err)
	}
	var ge *GroupError
	if !errors.As(err, &ge) {
		return false, nil
	}
	at, ok := d.at.Groups[ge.ID]
	return ok, d.WrapAt(at, err)
}

// groups writes one line per group, so that two branches that each add one merge.
func (e *encoder) groups(list []*Group) {
	if len(list) == 0 {
		return
	}
	e.text("groups:\n")
	for _, g := range list {
		e.text("  - ")
		e.group(g)
		e.text("\n")
	}
}

func (e *encoder) group(g *Group) {
	e.text("{id: ")
	e.text(g.ID.String())
	e.also("name", g.Name)
	e.text(", layer: ")
	e.text(g.Layer.String())
	if g.Parent != 0 {
		e.text(", group_of: ")
		e.text(g.Parent.String())
	}
	e.also("locked", g.Locked)
	e.also("hidden", g.Hidden)
	e.also("body", g.OneBody)
	e.text("}")
}

// groupOfField returns the field of the group that contains a record.
func groupOfField[T any](at func(*T) *GroupID) Field[T] {
	f := plainField(GroupOfKey, at, groupIDs)
	f.has = func(r *T) bool { return *at(r) != 0 }
	return f
}

var groupFields = []Field[Group]{
	plainField("name", func(g *Group) *string { return &g.Name }, texts),
	plainField(LayerKey, func(g *Group) *LayerID { return &g.Layer }, layerIDs),
	groupOfField(func(g *Group) *GroupID { return &g.Parent }),
	plainField("locked", func(g *Group) *bool { return &g.Locked }, switches),
	plainField("hidden", func(g *Group) *bool { return &g.Hidden }, switches),
	plainField("body", func(g *Group) *bool { return &g.OneBody }, switches),
}

// GroupFields returns the fields in which groups can differ.
func GroupFields() []Field[Group] { return slices.Clone(groupFields) }

// GroupField returns the field of groups with a key.
func GroupField(key string) (Field[Group], bool) {
	return fieldOf(append([]Field[Group]{wholeGroup}, groupFields...), key)
}

// wholeGroup is the field of a group as a whole, without its members.
var wholeGroup = Field[Group]{
	Key:  GroupKey,
	Same: func(a, b *Group) bool { return *a == *b },
	Copy: func(to, from *Group) { *to = *from },
	has:  func(g *Group) bool { return g.ID != 0 },
	text: (*encoder).group,
	read: func(d *decoder, n *yaml.Node, g *Group) error {
		read, err := d.groupRecord(n)
		if err == nil {
			*g = *read
		}
		return err
	},
}
