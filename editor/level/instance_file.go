package level

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

var instanceSchema = newSchema(
	valueRow("id", func(i *Instance) *InstanceID { return &i.ID }, idForm(InstanceLetter, ParseInstanceID)),
	checked(plainField("prefab", func(i *Instance) *string { return &i.Prefab }, texts), (*Instance).checkPrefab),
	row("name", func(i *Instance) *string { return &i.Name }, texts, "", checkText),
	plainField(LayerKey, func(i *Instance) *LayerID { return &i.Layer }, layerIDs),
	groupOfField(func(i *Instance) *GroupID { return &i.GroupOf }),
	Field[Instance]{
		Key: OrderKey,
		lines: func(e *encoder, in int, _ *Instance) {
			if e.after != "" {
				e.line(in, OrderKey, e.after)
			}
		},
		read: func(d *decoder, n *yaml.Node, _ *Instance) error {
			if d.placing.after = n.Value; n.Value == FirstInOrder {
				return nil
			}
			if _, err := ParseID(n.Value); err != nil {
				return d.Wrap(n, err)
			}
			return nil
		},
	},
	alwaysWritten(row("position", func(i *Instance) *Vec { return &i.Position }, vectors, Vec{}, checkVec)),
	row("angle", func(i *Instance) *Degrees { return &i.Angle }, angles, 0, checkAngle),
	row("flip", func(i *Instance) *bool { return &i.Flip }, switches, false, nil),
	row("locked", func(i *Instance) *bool { return &i.Locked }, switches, false, nil),
	row("hidden", func(i *Instance) *bool { return &i.Hidden }, switches, false, nil),
	row("body", func(i *Instance) *bool { return &i.OneBody }, switches, false, nil),
	Field[Instance]{
		Key:     "changes",
		isUsual: func(i *Instance) bool { return len(i.Changes) == 0 },
		lines:   (*encoder).partChanges,
		read:    (*decoder).partChanges,
	},
)

// placedInstance is an instance that was read, and what it is drawn directly above.
type placedInstance struct {
	*Instance
	after   string // an id, first, or empty for above everything
	changes map[PartChange]FilePosition
}

// instance reads an instance of the list.
func (d *decoder) instance(_ int, n *yaml.Node) error {
	i, err := d.instanceRecord(n)
	if err != nil {
		return err
	}
	if _, twice := d.at.Instances[i.ID]; twice {
		old := i.ID
		text := textOf(func(e *encoder) { e.instance(i.Instance, i.after) })
		i.ID = d.freeInstances.Find(HashedInstanceID(hashOf(old.String(), strings.TrimPrefix(text, "  - id: "))),
			isIn(d.at.Instances))
		d.warn(strictyaml.PositionOf(n), "instance %v is already in the file: this one becomes %v", old, i.ID)
	}
	d.at.Instances[i.ID] = strictyaml.PositionOf(n)
	if i.changes != nil {
		d.at.Changes[i.ID] = i.changes
	}
	d.instances = append(d.instances, i)
	return nil
}

// instanceRecord reads a single instance.
func (d *decoder) instanceRecord(n *yaml.Node) (placedInstance, error) {
	d.placing = placedInstance{Instance: &Instance{}}
	err := instanceSchema.read(d, n, d.placing.Instance)
	i := d.placing
	switch {
	case err != nil:
		return i, err
	case i.ID == 0 || i.Layer == 0 || i.Prefab == "":
		return i, d.Errorf(n, `this instance has no "id", no "layer" or no "prefab"`)
	}
	if err := checkInstance(i.Instance); err != nil {
		return i, d.Wrap(n, err)
	}
	return i, nil
}

// partChanges reads how parts differ from the prefab.
func (d *decoder) partChanges(n *yaml.Node, i *Instance) error {
	add := func(c PartChange, n *yaml.Node) {
		i.Changes = append(i.Changes, c)
		if d.placed {
			if d.placing.changes == nil {
				d.placing.changes = map[PartChange]FilePosition{}
			}
			d.placing.changes[PartChange{Part: c.Part, Key: c.Key}] = strictyaml.PositionOf(n)
		}
	}
	err := d.Mapping(n, nil, func(part string, v *yaml.Node) error {
		if err := checkPartPath(part); err != nil {
			return d.Wrap(v, err)
		}
		if v.Kind == yaml.ScalarNode && v.Value == RemovedKey {
			add(PartChange{Part: part, Key: RemovedKey, Value: "true"}, v)
			return nil
		}
		return d.Mapping(v, nil, func(key string, v *yaml.Node) error {
			f, ok := partField(key)
			if !ok {
				return d.Errorf(v, "%.100q cannot be changed in an instance", key)
			}
			value, err := f.canonical(d, v)
			if err != nil {
				return err
			}
			c := PartChange{Part: part, Key: key, Value: value}
			if err := checkPartChange(c); err != nil {
				return d.Wrap(v, err)
			}
			add(c, v)
			return nil
		})
	})
	slices.SortFunc(i.Changes, PartChange.Compare)
	return err
}

// orderInstances gives the instances that were read their places in the drawing order of their layers.
func (d *decoder) orderInstances(colliders []Change[Collider]) []Change[Instance] {
	if len(d.instances) == 0 {
		return nil
	}
	type anchor struct {
		layer LayerID
		order float64
	}
	top := map[LayerID]float64{}
	wanted := map[string]anchor{}
	for _, i := range d.instances {
		if i.after != "" && i.after != FirstInOrder {
			wanted[i.after] = anchor{}
		}
	}
	for _, c := range colliders {
		top[c.After.Layer] = max(top[c.After.Layer], c.After.Order)
		if len(wanted) == 0 {
			continue
		}
		if id := c.After.ID.String(); wanted[id] == (anchor{}) {
			if _, ok := wanted[id]; ok {
				wanted[id] = anchor{c.After.Layer, c.After.Order}
			}
		}
	}
	at := func(i placedInstance) anchor {
		switch a := wanted[i.after]; {
		case i.after == FirstInOrder:
			return anchor{i.Layer, 0}
		case i.after == "" || a.layer != i.Layer:
			return anchor{i.Layer, top[i.Layer]}
		default:
			return a
		}
	}
	count, seen := map[anchor]int{}, map[anchor]int{}
	for _, i := range d.instances {
		count[at(i)]++
	}
	out := make([]Change[Instance], len(d.instances))
	for k, i := range d.instances {
		a := at(i)
		seen[a]++
		i.Order = a.order + float64(seen[a])/float64(count[a]+1)
		out[k] = Added(i.Instance)
	}
	return out
}

// instances writes the instances in drawing order.
func (e *encoder) instances(s Snapshot) {
	if len(s.Instances) == 0 {
		return
	}
	own := map[LayerID][]*Collider{}
	for _, l := range s.Layers {
		for _, c := range l.Colliders {
			if c.Part == nil {
				own[l.Layer.ID] = append(own[l.Layer.ID], c.Collider)
			}
		}
	}
	e.text("instances:\n")
	for _, i := range s.Instances {
		list := own[i.Layer]
		above, _ := slices.BinarySearchFunc(list, i.Order, func(c *Collider, order float64) int {
			if c.Order <= order {
				return -1
			}
			return 1
		})
		after := ""
		switch {
		case above == len(list):
		case above == 0:
			after = FirstInOrder
		default:
			after = list[above-1].ID.String()
		}
		e.instance(i, after)
	}
}

// instance writes an instance of the list. after is what it is drawn directly above, as in [placedInstance].
func (e *encoder) instance(i *Instance, after string) {
	e.after = after
	instanceSchema.item(e, 4, i)
}

// partChanges writes how parts differ from the prefab.
func (e *encoder) partChanges(in int, i *Instance) {
	e.indent(in)
	e.text("changes:\n")
	for k := 0; k < len(i.Changes); {
		part := i.Changes[k].Part
		e.indent(in + 2)
		e.text(part + ": ")
		n := 0
		for ; k < len(i.Changes) && i.Changes[k].Part == part; k++ {
			c := i.Changes[k]
			if c.Key == RemovedKey {
				e.text(RemovedKey)
				n = -1
				for k < len(i.Changes) && i.Changes[k].Part == part {
					k++
				}
				break
			}
			if n == 0 {
				e.text("{")
			} else {
				e.text(", ")
			}
			n++
			e.flow(c.Key)
			e.text(": ")
			if c.Value == "" {
				e.text("null")
			} else {
				e.text(c.Value)
			}
		}
		if n > 0 {
			e.text("}")
		}
		e.text("\n")
	}
}

// changeKey is the prefix of the key of one change in an instance.
const changeKey = "changes."

// InstanceFields returns the fields in which instances can differ, except for the drawing order. Each change of a part
// is one.
func InstanceFields(of ...*Instance) []Field[Instance] {
	changes := map[PartChange]bool{}
	for _, i := range of {
		if i == nil {
			continue
		}
		for _, c := range i.Changes {
			changes[PartChange{Part: c.Part, Key: c.Key}] = true
		}
	}
	out := instanceSchema.fields()
	for _, c := range slices.SortedFunc(maps.Keys(changes), PartChange.Compare) {
		out = append(out, changeField(c.Part, c.Key))
	}
	return out
}

// InstanceField returns the field of instances with a key.
func InstanceField(key string) (Field[Instance], bool) {
	if change, ok := strings.CutPrefix(key, changeKey); ok {
		part, key, _ := strings.Cut(change, ".")
		if _, known := partField(key); !known && key != RemovedKey || checkPartPath(part) != nil {
			return Field[Instance]{}, false
		}
		return changeField(part, key), true
	}
	return fieldOf(append(instanceSchema.fields(), wholeInstance), key)
}

// changeField returns the field of an instance's change of a part's key.
func changeField(part, key string) Field[Instance] {
	return Field[Instance]{
		Key: changeKey + part + "." + key,
		Same: func(a, b *Instance) bool {
			x, inA := a.Change(part, key)
			y, inB := b.Change(part, key)
			return inA == inB && x == y
		},
		Copy: func(to, from *Instance) {
			if value, ok := from.Change(part, key); ok {
				*to = *to.WithChange(PartChange{Part: part, Key: key, Value: value})
			} else {
				*to = *to.WithoutChange(part, key)
			}
		},
		has: func(i *Instance) bool { _, ok := i.Change(part, key); return ok },
		text: func(e *encoder, i *Instance) {
			value, _ := i.Change(part, key)
			if value == "" {
				value = "null"
			}
			e.text(value)
		},
		read: func(d *decoder, n *yaml.Node, i *Instance) error {
			c := PartChange{Part: part, Key: key, Value: "true"}
			if f, ok := partField(key); ok && key != RemovedKey {
				var err error
				if c.Value, err = f.canonical(d, n); err != nil {
					return err
				}
			}
			i.Changes = []PartChange{c}
			return checkPartChange(c)
		},
	}
}

// wholeInstance is the field of an instance as a whole, with its changes.
var wholeInstance = Field[Instance]{
	Key:  InstanceKey,
	Same: func(a, b *Instance) bool { return a.Equal(b) },
	Copy: func(to, from *Instance) { *to = *from },
	has:  func(i *Instance) bool { return i.ID != 0 },
	text: func(e *encoder, i *Instance) {
		e.tree(written(func(e *encoder) { e.instance(i, "") }))
	},
	read: func(d *decoder, n *yaml.Node, i *Instance) error {
		read, err := d.instanceRecord(n)
		if err == nil {
			*i = *read.Instance
		}
		return err
	},
}

// checkInstance validates an instance with its changes.
func checkInstance(i *Instance) error {
	if err := i.Check(); err != nil {
		return err
	}
	for _, c := range i.Changes {
		if err := checkPartChange(c); err != nil {
			return err
		}
	}
	return nil
}

// checkPartChange validates one change of a part.
func checkPartChange(c PartChange) error {
	if err := checkPartPath(c.Part); err != nil {
		return err
	}
	if c.Key == RemovedKey {
		if c.Value != "true" {
			return fmt.Errorf("part %q: removed must be true", c.Part)
		}
		return nil
	}
	f, ok := partField(c.Key)
	if !ok {
		return fmt.Errorf("%q of part %q cannot be changed in an instance", quote.Excerpt(c.Key), c.Part)
	}
	var to Collider
	return f.Set(&to, c.Value)
}

// partField returns the field of a part that an instance can change.
func partField(key string) (Field[Collider], bool) {
	switch key {
	case LayerKey, GroupOfKey, ColliderKey, "source":
		return Field[Collider]{}, false
	}
	return ColliderField(key)
}
