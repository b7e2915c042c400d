package level

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// InstanceID identifies an instance of a prefab, as an [ID] does a collider: ik3fw7m2a, or i1, i2, ….
type InstanceID uint64

// Instance is a prefab placed in the level: another level file, whose colliders appear here as parts. It is a record:
// see the package comment. Its parts are derived from it and from the prefab. They are colliders of the document, with
// [Collider.Part] set, and are not in the file.
type Instance struct {
	ID       InstanceID
	Prefab   string // the file, slash-separated, relative to the level file
	Name     string
	Layer    LayerID
	Order    float64 // position in its layer, like [Collider.Order]
	GroupOf  GroupID
	Position Vec     // where the prefab's origin is in the level
	Angle    Degrees // about that position
	Flip     bool    // mirrored left to right, before the turn
	Locked   bool
	Hidden   bool
	OneBody  bool         // its dynamic solid parts form one rigid body; see [Snapshot.Bodies]
	Changes  []PartChange // how parts differ from the prefab; sorted by part and key, without duplicates
}

// PartChange overrides the value of one key of a part. It stays when the prefab changes, even if the prefab loses the
// part.
type PartChange struct {
	Part  string // the part's path in the prefab: c1, or i2/c1 for a part of a nested instance
	Key   string // as [Field].Key of colliders, or [RemovedKey]
	Value string // the text of the value, in the prefab's frame; see [Field.Text]
}

// RemovedKey is the key of a change that leaves out a part. Its value is true.
const RemovedKey = "removed"

// Part identifies a collider as a part of an instance.
type Part struct {
	Instance InstanceID
	Path     string // the part's path in the prefab; see [PartChange]
	Prefab   string // the file, as in the instance
	// Body is the body of several shapes that contains the part in the prefab: a group (g3) or an instance (i2, i2/g3);
	// empty for none.
	Body string
}

// String returns the name of a part in messages and exports: i3/c1.
func (p *Part) String() string { return p.Instance.String() + "/" + p.Path }

// PartID returns the id of a part. It is derived from the instance and the path, and no other record has it. It is not
// stored in files.
func PartID(of InstanceID, path string) ID {
	var text [24]byte
	return ID(partIDAt | hashOf(string(appendID(text[:0], InstanceLetter, uint64(of))), path)>>1)
}

// partIDAt is a bit that no id in a file has.
const partIDAt = 1 << 63

func isPartID(id ID) bool { return id&partIDAt != 0 }

// IDText returns the collider's id in messages and exports. For a part, it consists of the instance's id and the part's
// path.
func (c *Collider) IDText() string {
	if c.Part != nil {
		return c.Part.String()
	}
	return c.ID.String()
}

// Label returns the instance's name, or else the name of the prefab's file.
func (i *Instance) Label() string {
	if i.Name != "" {
		return i.Name
	}
	name := i.Prefab[strings.LastIndexByte(i.Prefab, '/')+1:]
	name, _, _ = strings.Cut(name, ".")
	return cmp.Or(name, i.ID.String())
}

// Equal reports whether two records have equal values, even if their pointers differ.
func (i *Instance) Equal(o *Instance) bool {
	if i == nil || o == nil || i == o {
		return i == o
	}
	return i.ID == o.ID && i.Order == o.Order && instanceSchema.same(i, o) && slices.Equal(i.Changes, o.Changes)
}

// Change returns the text of a part's changed value for a key.
func (i *Instance) Change(part, key string) (value string, ok bool) {
	at, ok := i.findChange(part, key)
	if !ok {
		return "", false
	}
	return i.Changes[at].Value, true
}

func (i *Instance) findChange(part, key string) (int, bool) {
	return slices.BinarySearchFunc(i.Changes, PartChange{Part: part, Key: key}, PartChange.Compare)
}

// Compare orders changes by part, then by key.
func (c PartChange) Compare(o PartChange) int {
	return cmp.Or(cmp.Compare(c.Part, o.Part), cmp.Compare(c.Key, o.Key))
}

// WithChange returns the instance with one value of a part changed.
func (i *Instance) WithChange(c PartChange) *Instance {
	out := *i
	at, found := i.findChange(c.Part, c.Key)
	out.Changes = slices.Clone(i.Changes)
	if found {
		out.Changes[at] = c
	} else {
		out.Changes = slices.Insert(out.Changes, at, c)
	}
	return &out
}

// WithoutChange returns the instance with one key of a part reset to the prefab's value, or all of its keys if key is
// "".
func (i *Instance) WithoutChange(part, key string) *Instance {
	out := *i
	out.Changes = slices.DeleteFunc(slices.Clone(i.Changes), func(c PartChange) bool {
		return c.Part == part && (key == "" || c.Key == key)
	})
	if len(out.Changes) == 0 {
		out.Changes = nil
	}
	return &out
}

// InstanceError is an error in one instance.
type InstanceError struct {
	ID  InstanceID
	Err error
}

func (e *InstanceError) Error() string { return fmt.Sprintf("instance %v: %v", e.ID, e.Err) }

func (e *InstanceError) Unwrap() error { return e.Err }

// Check validates the record, except for the keys and values of its changes, which checkInstance validates.
func (i *Instance) Check() error {
	switch {
	case !isID(uint64(i.ID)):
		return errors.New("it has no valid id")
	case !isFinite(i.Order):
		return errors.New("its order is not a number")
	}
	for k, c := range i.Changes {
		if k > 0 && i.Changes[k-1].Compare(c) >= 0 {
			return fmt.Errorf("its changes are out of order, or %q of %q appears twice", quote.Excerpt(c.Key),
				quote.Excerpt(c.Part))
		}
	}
	return instanceSchema.check(i)
}

func (i *Instance) checkPrefab() error {
	if i.Prefab == "" || !isText(i.Prefab) {
		return errors.New("it names no prefab")
	}
	return nil
}

// checkPartPath returns an error if path is not the path of a part.
func checkPartPath(path string) error {
	ids := strings.Split(path, "/")
	for k, id := range ids {
		letter := byte(InstanceLetter)
		if k == len(ids)-1 {
			letter = ColliderLetter
		}
		if _, err := parseID[uint64](letter, id); err != nil {
			return fmt.Errorf("%q is not a part such as c12 or i3/c12", quote.Excerpt(path))
		}
	}
	return nil
}

// UnusedChange is a change to a part that has no effect, or only part of its effect.
type UnusedChange struct {
	PartChange
	Why string
}

var instanceSchema = newSchema("instance",
	valueRow("id", func(i *Instance) *InstanceID { return &i.ID }, idForm(InstanceLetter, ParseInstanceID)).needed().
		means("see [Ids](#ids): `ik3fw7m2a`, or `i1`, `i2`, …"),
	checked(plainField("prefab", func(i *Instance) *string { return &i.Prefab }, texts), (*Instance).checkPrefab).
		needed().means("the level file, with slashes, relative to the level's folder and inside its project"),
	row("name", func(i *Instance) *string { return &i.Name }, texts, "", checkText).means("text"),
	plainField(LayerKey, func(i *Instance) *LayerID { return &i.Layer }, layerIDs).needed().
		means("the layer of its parts"),
	groupOfField(func(i *Instance) *GroupID { return &i.GroupOf }).means("the group that contains it"),
	Field[Instance]{
		Key:   OrderKey,
		doc:   "the collider of its layer that it is drawn directly after, or `first`",
		unset: "above all colliders of the layer, in list order",
		json:  `"anyOf": [{"const": "first"}, {"$ref": "#/$defs/c-id"}]`,
		lines: func(e *encoder, in int, _ *Instance) {
			if e.after != "" {
				e.line(in, OrderKey, e.after)
			}
		},
		read: func(d *decoder, n *yaml.Node, _ *Instance) error {
			if d.placing.after = n.Value; n.Value == FirstInOrder {
				return nil
			}
			_, err := ParseID(n.Value)
			return d.Wrap(n, err)
		},
	},
	alwaysWritten(row("position", func(i *Instance) *Vec { return &i.Position }, vectors, Vec{}, checkVec)).
		means("the place of the prefab's `origin`"),
	row("angle", func(i *Instance) *Degrees { return &i.Angle }, angles, 0, checkAngle).
		means("degrees, about that place"),
	row("flip", func(i *Instance) *bool { return &i.Flip }, switches, false, nil).
		means("true mirrors it left to right, before rotation"),
	row("locked", func(i *Instance) *bool { return &i.Locked }, switches, false, nil).
		means("its parts cannot be clicked"),
	row("hidden", func(i *Instance) *bool { return &i.Hidden }, switches, false, nil).means("its parts are not shown"),
	row("body", func(i *Instance) *bool { return &i.OneBody }, switches, false, nil).
		means("true makes its dynamic solid parts one rigid body; groups of the prefab that are one body stay one"),
	Field[Instance]{
		Key: "changes",
		doc: "overrides of its parts",
		json: `"type": "object", "propertyNames": {"$ref": "#/$defs/part"}, ` +
			`"additionalProperties": {"anyOf": [{"const": "removed"}, {"type": "object"}]}`,
		isUsual: func(i *Instance) bool { return len(i.Changes) == 0 },
		lines:   (*encoder).partChanges,
		read:    (*decoder).partChanges,
	},
)

// placedInstance is an instance as read, with its predecessor in the drawing order.
type placedInstance struct {
	*Instance
	after   string // the predecessor's id; FirstInOrder; or empty if it is above everything
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
	return i, d.Wrap(n, checkInstance(i.Instance))
}

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
	err := d.Mapping(n, nil, func(part string, v *yaml.Node) error { return d.partChange(part, v, add) })
	slices.SortFunc(i.Changes, PartChange.Compare)
	return err
}

func (d *decoder) partChange(part string, n *yaml.Node, add func(PartChange, *yaml.Node)) error {
	if err := checkPartPath(part); err != nil {
		return d.Wrap(n, err)
	}
	if n.Kind == yaml.ScalarNode && n.Value == RemovedKey {
		add(PartChange{Part: part, Key: RemovedKey, Value: "true"}, n)
		return nil
	}
	return d.Mapping(n, nil, func(key string, v *yaml.Node) error {
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
}

// orderInstances puts the instances into the drawing order of their layers.
func (d *decoder) orderInstances() []Change[Instance] {
	list, after := make([]*Instance, len(d.instances)), make([]string, len(d.instances))
	for k, i := range d.instances {
		list[k], after[k] = i.Instance, i.after
	}
	return PlaceInstances(list, after, d.cs)
}

// PlaceInstances sets the orders of new instances and returns their additions. For each instance, after holds the
// collider of its layer that it is drawn directly after: an id, [FirstInOrder], or "" for the topmost one.
func PlaceInstances(list []*Instance, after []string, colliders []Change[Collider]) []Change[Instance] {
	if len(list) == 0 {
		return nil
	}
	type anchor struct {
		layer LayerID
		order float64
	}
	top := map[LayerID]float64{}
	wanted := map[string]anchor{}
	for _, id := range after {
		if id != "" && id != FirstInOrder {
			wanted[id] = anchor{}
		}
	}
	for _, c := range colliders {
		top[c.After.Layer] = max(top[c.After.Layer], c.After.Order)
		if len(wanted) == 0 {
			continue
		}
		id := c.After.ID.String()
		if a, ok := wanted[id]; ok && a == (anchor{}) {
			wanted[id] = anchor{c.After.Layer, c.After.Order}
		}
	}
	at := make([]anchor, len(list))
	count, seen := map[anchor]int{}, map[anchor]int{}
	for k, i := range list {
		switch a := wanted[after[k]]; {
		case after[k] == FirstInOrder:
			at[k] = anchor{i.Layer, 0}
		case after[k] == "" || a.layer != i.Layer:
			at[k] = anchor{i.Layer, top[i.Layer]}
		default:
			at[k] = a
		}
		count[at[k]]++
	}
	out := make([]Change[Instance], len(list))
	for k, i := range list {
		a := at[k]
		seen[a]++
		i.Order = a.order + float64(seen[a])/float64(count[a]+1)
		out[k] = Added(i)
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

// instance writes an instance of the list. after is its predecessor in the drawing order, as in [placedInstance].
func (e *encoder) instance(i *Instance, after string) {
	e.after = after
	instanceSchema.item(e, 4, i)
}

func (e *encoder) partChanges(in int, i *Instance) {
	e.indent(in)
	e.text("changes:\n")
	for k := 0; k < len(i.Changes); {
		from, part := k, i.Changes[k].Part
		for k < len(i.Changes) && i.Changes[k].Part == part {
			k++
		}
		e.indent(in + 2)
		e.text(part + ": ")
		e.partChange(i.Changes[from:k])
		e.text("\n")
	}
}

// partChange writes the changes to one part. If the part is removed, it writes nothing else.
func (e *encoder) partChange(changes []PartChange) {
	if slices.ContainsFunc(changes, func(c PartChange) bool { return c.Key == RemovedKey }) {
		e.text(RemovedKey)
		return
	}
	e.items("{}", len(changes), func(i int) {
		e.flow(changes[i].Key)
		e.text(": ")
		e.text(cmp.Or(changes[i].Value, "null"))
	})
}

// changeKey is the prefix of the keys of an instance's changes.
const changeKey = "changes."

// InstanceFields returns the fields in which instances can differ, except for the drawing order. Each changed key of a
// part is a field. If one of the instances removes the part, all changes to the part are one field.
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
		switch {
		case c.Key == RemovedKey:
			out = append(out, partChangesField(c.Part))
		case !changes[PartChange{Part: c.Part, Key: RemovedKey}]:
			out = append(out, changeField(c.Part, c.Key))
		}
	}
	return out
}

// InstanceField returns the instance field with the given key.
func InstanceField(key string) (Field[Instance], bool) {
	if change, ok := strings.CutPrefix(key, changeKey); ok {
		part, key, hasKey := strings.Cut(change, ".")
		if _, known := partField(key); hasKey && !known && key != RemovedKey || checkPartPath(part) != nil {
			return Field[Instance]{}, false
		}
		if !hasKey {
			return partChangesField(part), true
		}
		return changeField(part, key), true
	}
	return fieldOf(append(instanceSchema.fields(), wholeInstance), key)
}

// changeField returns the field of an instance's change to one key of a part.
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
				*to = *to.WithoutChange(part, RemovedKey).WithChange(PartChange{Part: part, Key: key, Value: value})
			} else {
				*to = *to.WithoutChange(part, key)
			}
		},
		has: func(i *Instance) bool { _, ok := i.Change(part, key); return ok },
		text: func(e *encoder, i *Instance) {
			value, _ := i.Change(part, key)
			e.text(cmp.Or(value, "null"))
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

// partChangesField returns the field of all changes to a part.
func partChangesField(part string) Field[Instance] {
	of := func(i *Instance) (list []PartChange) {
		for _, c := range i.Changes {
			if c.Part == part && c.Key == RemovedKey {
				return []PartChange{c}
			} else if c.Part == part {
				list = append(list, c)
			}
		}
		return list
	}
	return Field[Instance]{
		Key:  changeKey + part,
		Same: func(a, b *Instance) bool { return slices.Equal(of(a), of(b)) },
		Copy: func(to, from *Instance) {
			*to = *to.WithoutChange(part, "")
			for _, c := range of(from) {
				*to = *to.WithChange(c)
			}
		},
		has:  func(i *Instance) bool { return len(of(i)) > 0 },
		text: func(e *encoder, i *Instance) { e.partChange(of(i)) },
		read: func(d *decoder, n *yaml.Node, i *Instance) error {
			err := d.partChange(part, n, func(c PartChange, _ *yaml.Node) { i.Changes = append(i.Changes, c) })
			slices.SortFunc(i.Changes, PartChange.Compare)
			return err
		},
	}
}

// wholeInstance is the field of a whole instance, with its changes.
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

// PartReader reads values that other files of Fillet store in the form of the level file.
type PartReader struct {
	*strictyaml.Reader
	d *decoder
}

// NewPartReader returns a reader of a named file. what describes the file in messages: "a project file".
func NewPartReader(name, what string) PartReader {
	d := newDecoder(name)
	d.What = what
	return PartReader{d.Reader, d}
}

// Grid reads a level's grid. Missing keys keep their current values.
func (p PartReader) Grid(n *yaml.Node, to *Grid) error {
	if err := gridSchema.read(p.d, n, to); err != nil {
		return err
	}
	return p.Wrap(n, to.Check())
}

// Playtest reads a level's playtest. Missing keys keep their current values.
func (p PartReader) Playtest(n *yaml.Node, to *Playtest) error { return p.d.playtest(n, to) }

// Categories reads the names of categories.
func (p PartReader) Categories(n *yaml.Node, to *[]string) error {
	if err := p.d.categories(n, to); err != nil {
		return err
	}
	return p.Wrap(n, (&Settings{Categories: *to}).CheckCategories())
}

// Exports reads export presets.
func (p PartReader) Exports(n *yaml.Node, to *[]ExportPreset) error {
	*to = nil
	if err := p.d.exports(n, to); err != nil {
		return err
	}
	return p.Wrap(n, CheckPresets(*to))
}

// Path reads the name of a file.
func (p PartReader) Path(n *yaml.Node, to *string) error { return p.d.path(n, to) }

// PartWriter writes values in the form of the level file.
type PartWriter struct{ e *encoder }

// NewPartWriter returns a writer to w. Flush returns its first error.
func NewPartWriter(w io.Writer) PartWriter { return PartWriter{&encoder{w: bufio.NewWriter(w)}} }

// Flush writes the buffered output, and returns the first write error.
func (p PartWriter) Flush() error { return p.e.w.Flush() }

// Text writes a string without escaping it.
func (p PartWriter) Text(s string) { p.e.text(s) }

// Line writes a key and its value on one line. The value is a string, bool, int, float64, Vec, []Vec or []string.
func (p PartWriter) Line(indent int, key string, v any) { p.e.line(indent, key, v) }

// Value writes a single value of one of these types.
func (p PartWriter) Value(v any) { p.e.value(v) }

// Grid writes the key grid.
func (p PartWriter) Grid(g Grid) {
	p.e.text("grid: ")
	gridSchema.inline(p.e, &g)
	p.e.text("\n")
}

// Playtest writes the key playtest with the values that differ from the default, or nothing if none do.
func (p PartWriter) Playtest(t Playtest) { p.e.playtest(t) }

// Exports writes the key exports, or nothing if there are none.
func (p PartWriter) Exports(presets []ExportPreset) {
	presetEntries.text(p.e, &Settings{Exports: presets})
}
