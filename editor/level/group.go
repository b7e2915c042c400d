package level

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// GroupID identifies a group, as an [ID] does a collider: gk3fw7m2a, or g1, g2, ….
type GroupID uint64

// MaxGroupDepth limits the nesting of groups.
const MaxGroupDepth = 64

// Group holds colliders and groups of one layer that are edited together. It is a record: see the package comment. Its
// members name it in [Collider.GroupOf] and [Group.Parent], and are drawn in their own order.
type Group struct {
	ID      GroupID
	Name    string
	Layer   LayerID // everything in the group is on this layer
	Parent  GroupID // the group that contains it, or 0
	Locked  bool
	Hidden  bool
	OneBody bool // its dynamic solid colliders are one rigid body; see [Snapshot.Bodies]
}

// Label returns the group's name, or its id if it has none.
func (g *Group) Label() string {
	if g.Name != "" {
		return g.Name
	}
	return g.ID.String()
}

// Check validates the record.
func (g *Group) Check() error {
	if !isID(uint64(g.ID)) {
		return fmt.Errorf("group %q has no valid id", quote.Excerpt(g.Name))
	}
	if err := groupSchema.check(g); err != nil {
		return fmt.Errorf("group %v: %w", g.ID, err)
	}
	return nil
}

// GroupError is an error in one group.
type GroupError struct {
	ID  GroupID
	Err error
}

func (e *GroupError) Error() string { return fmt.Sprintf("group %v: %v", e.ID, e.Err) }

func (e *GroupError) Unwrap() error { return e.Err }

var groupSchema = newSchema("group",
	valueRow("id", func(g *Group) *GroupID { return &g.ID }, groupIDs).needed().
		means("see [Ids](#ids): `gk3fw7m2a`, or `g1`, `g2`, …"),
	row("name", func(g *Group) *string { return &g.Name }, texts, "", checkText).means("text"),
	plainField(LayerKey, func(g *Group) *LayerID { return &g.Layer }, layerIDs).needed().
		means("the layer of its contents"),
	groupOfField(func(g *Group) *GroupID { return &g.Parent }).means("the group that contains it, in the same layer"),
	row("locked", func(g *Group) *bool { return &g.Locked }, switches, false, nil).
		means("its contents cannot be clicked"),
	row("hidden", func(g *Group) *bool { return &g.Hidden }, switches, false, nil).means("its contents are not shown"),
	row("body", func(g *Group) *bool { return &g.OneBody }, switches, false, nil).
		means("true makes its dynamic solid colliders one rigid body"),
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
	return g, d.Wrap(n, g.Check())
}

// locateGroup adds the position of a group or an instance to an error about it; ok is false for other errors.
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

// groups writes one line per group, so that two branches can each add a group and merge.
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

// GroupField returns the group field with the given key.
func GroupField(key string) (Field[Group], bool) {
	return fieldOf(append(groupSchema.fields(), wholeGroup), key)
}

// wholeGroup is the field of a whole group, without its members.
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

// Lists in the settings name colliders by their ids. Parts of instances have no id in the file; they are named like
// i3/c1. In memory both have ids, and a second list holds the names of the parts.

// ParsePart parses the form of [Part.String]: the instance, and the part's path in the prefab.
func ParsePart(name string) (of InstanceID, path string, err error) {
	first, path, _ := strings.Cut(name, "/")
	if err := checkPartPath(name); err != nil {
		return 0, "", err
	}
	of, err = ParseInstanceID(first)
	return of, path, err
}

// WithParts returns the ids, including the ids of the named parts, and the names, both sorted without duplicates.
func WithParts(ids []ID, parts []string) ([]ID, []string) {
	ids, parts = slices.Clone(ids), slices.Clone(parts)
	for _, name := range parts {
		if of, path, err := ParsePart(name); err == nil {
			ids = append(ids, PartID(of, path))
		}
	}
	slices.Sort(ids)
	slices.Sort(parts)
	if len(parts) == 0 {
		parts = nil
	}
	return slices.Compact(ids), slices.Compact(parts)
}

// areMembers reports whether ids and parts have the form that [WithParts] returns, with a name for each id of a part.
func areMembers(ids []ID, parts []string) bool {
	for i, id := range ids {
		if !isID(uint64(id)) && !isPartID(id) || i > 0 && ids[i-1] >= id {
			return false
		}
	}
	named := map[ID]bool{}
	for i, name := range parts {
		of, path, err := ParsePart(name)
		if err != nil || i > 0 && parts[i-1] >= name {
			return false
		}
		id := PartID(of, path)
		if _, in := slices.BinarySearch(ids, id); !in {
			return false
		}
		named[id] = true
	}
	first, _ := slices.BinarySearch(ids, ID(partIDAt))
	return len(named) == len(ids)-first
}

// Members yields ids, each with its name if it is a part. Parts come last, in the order of their names.
func Members(ids []ID, parts []string) iter.Seq2[ID, string] {
	return func(yield func(ID, string) bool) {
		for _, id := range ids {
			if !isPartID(id) && !yield(id, "") {
				return
			}
		}
		for _, name := range parts {
			of, path, _ := ParsePart(name)
			if !yield(PartID(of, path), name) {
				return
			}
		}
	}
}

// Renamed returns the entry with its ids replaced.
func (e Ignored) Renamed(idOf func(ID) ID, instanceOf func(InstanceID) InstanceID) Ignored {
	e.IDs, e.Parts = renamedMembers(e.IDs, e.Parts, idOf, instanceOf)
	return e
}

func renamedMembers(
	ids []ID, parts []string, idOf func(ID) ID, instanceOf func(InstanceID) InstanceID,
) ([]ID, []string) {
	var own []ID
	var names []string
	for id, name := range Members(ids, parts) {
		if id, name = renamedMember(id, name, idOf, instanceOf); name == "" {
			own = append(own, id)
		} else {
			names = append(names, name)
		}
	}
	return WithParts(own, names)
}
