package level

import (
	"errors"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

var groupSchema = newSchema(
	valueRow("id", func(g *Group) *GroupID { return &g.ID }, groupIDs),
	row("name", func(g *Group) *string { return &g.Name }, texts, "", checkText),
	plainField(LayerKey, func(g *Group) *LayerID { return &g.Layer }, layerIDs),
	groupOfField(func(g *Group) *GroupID { return &g.Parent }),
	row("locked", func(g *Group) *bool { return &g.Locked }, switches, false, nil),
	row("hidden", func(g *Group) *bool { return &g.Hidden }, switches, false, nil),
	row("body", func(g *Group) *bool { return &g.OneBody }, switches, false, nil),
)

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
	err := groupSchema.read(d, n, g)
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
		groupSchema.inline(e, g)
		e.text("\n")
	}
}

// groupOfField returns the field of the group that contains a record.
func groupOfField[T any](at func(*T) *GroupID) Field[T] {
	f := plainField(GroupOfKey, at, groupIDs)
	f.has = func(r *T) bool { return *at(r) != 0 }
	f.isUsual = func(r *T) bool { return *at(r) == 0 }
	return f
}

// GroupFields returns the fields in which groups can differ.
func GroupFields() []Field[Group] { return groupSchema.fields() }

// GroupField returns the field of groups with a key.
func GroupField(key string) (Field[Group], bool) {
	return fieldOf(append(groupSchema.fields(), wholeGroup), key)
}

// wholeGroup is the field of a group as a whole, without its members.
var wholeGroup = Field[Group]{
	Key:  GroupKey,
	Same: func(a, b *Group) bool { return *a == *b },
	Copy: func(to, from *Group) { *to = *from },
	has:  func(g *Group) bool { return g.ID != 0 },
	text: groupSchema.inline,
	read: func(d *decoder, n *yaml.Node, g *Group) error {
		read, err := d.groupRecord(n)
		if err == nil {
			*g = *read
		}
		return err
	},
}
