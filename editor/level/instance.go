package level

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/quote"
)

// InstanceID names an instance of a prefab, as an [ID] names a collider: ik3fw7m2a, or i1, i2, ….
type InstanceID uint64

// Instance is a prefab placed in the level: another level file, whose colliders are here as parts. It is a record: see the package's
// comment. Its parts follow from it and from the prefab; they are colliders of the document with [Collider.Part], and not in the file.
type Instance struct {
	ID       InstanceID
	Prefab   string // the file, slash-separated, relative to the level file
	Name     string
	Layer    LayerID
	Order    float64 // its place in its layer, as [Collider.Order]
	GroupOf  GroupID
	Position Vec     // where the prefab's origin lies
	Angle    Degrees // by which it is turned about that
	Flip     bool    // it is mirrored left to right, before it is turned
	Locked   bool
	Hidden   bool
	Changes  []PartChange // what parts are here otherwise than in the prefab; by part and key, none twice
}

// PartChange is a key of a part that has another value than in the prefab. It stays when the prefab changes, also when the part is gone
// from it.
type PartChange struct {
	Part  string // its path in the prefab: c1, or i2/c1 for what is in an instance there
	Key   string // as [Field].Key of colliders, or [RemovedKey]
	Value string // the text of the value, in the prefab's frame; see [Field.Text]
}

// RemovedKey is the key of a change that leaves a part out. Its value is true.
const RemovedKey = "removed"

// Part says of a collider that it is a part of an instance, and of which.
type Part struct {
	Instance InstanceID
	Path     string // in the prefab; see [PartChange]
	Prefab   string // of the instance
}

// String is the name of a part in messages and exports: i3/c1.
func (p *Part) String() string { return p.Instance.String() + "/" + p.Path }

// PartID is the id of a part: it follows from the instance and the path, and is no other record's. It is not in files.
func PartID(of InstanceID, path string) ID {
	return ID(partIDAt | hashOf(of.String(), path)>>1)
}

// partIDAt is a bit that no id has that is in files.
const partIDAt = 1 << 63

func isPartID(id ID) bool { return id&partIDAt != 0 }

// IDText is the collider's id in messages and exports: of a part, its instance's id and its path.
func (c *Collider) IDText() string {
	if c.Part != nil {
		return c.Part.String()
	}
	return c.ID.String()
}

// Label returns the instance's name for lists: its own, or that of the prefab's file.
func (i *Instance) Label() string {
	if i.Name != "" {
		return i.Name
	}
	name := i.Prefab[strings.LastIndexByte(i.Prefab, '/')+1:]
	name, _, _ = strings.Cut(name, ".")
	return cmp.Or(name, i.ID.String())
}

// Equal reports whether two records say the same, whatever their pointers.
func (i *Instance) Equal(o *Instance) bool {
	if i == nil || o == nil || i == o {
		return i == o
	}
	return i.ID == o.ID && i.Prefab == o.Prefab && i.Name == o.Name && i.Layer == o.Layer && i.Order == o.Order && i.GroupOf == o.GroupOf &&
		i.Position == o.Position && i.Angle == o.Angle && i.Flip == o.Flip && i.Locked == o.Locked && i.Hidden == o.Hidden &&
		slices.Equal(i.Changes, o.Changes)
}

// Change is the text of what a part has otherwise than in the prefab, under a key.
func (i *Instance) Change(part, key string) (value string, ok bool) {
	at, ok := i.findChange(part, key)
	if !ok {
		return "", false
	}
	return i.Changes[at].Value, true
}

func (i *Instance) findChange(part, key string) (int, bool) {
	return slices.BinarySearchFunc(i.Changes, PartChange{Part: part, Key: key}, comparePartChanges)
}

func comparePartChanges(a, b PartChange) int {
	return cmp.Or(cmp.Compare(a.Part, b.Part), cmp.Compare(a.Key, b.Key))
}

// WithChange is the instance with another value of a part's key.
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

// WithoutChange is the instance with a part's key as in the prefab; the empty key is all of them.
func (i *Instance) WithoutChange(part, key string) *Instance {
	out := *i
	out.Changes = slices.DeleteFunc(slices.Clone(i.Changes), func(c PartChange) bool { return c.Part == part && (key == "" || c.Key == key) })
	if len(out.Changes) == 0 {
		out.Changes = nil
	}
	return &out
}

// InstanceError says what is wrong with one instance.
type InstanceError struct {
	ID  InstanceID
	Err error
}

func (e *InstanceError) Error() string { return fmt.Sprintf("instance %v: %v", e.ID, e.Err) }

func (e *InstanceError) Unwrap() error { return e.Err }

func (i *Instance) validate() error {
	switch {
	case !isID(uint64(i.ID)):
		return errors.New("it has no valid id")
	case i.Prefab == "" || !isText(i.Prefab):
		return errors.New("it names no prefab")
	case !isText(i.Name):
		return errors.New("the name is not valid text of at most 1 MB")
	case !isFinite(i.Order):
		return errors.New("its order is not a number")
	}
	for k, c := range i.Changes {
		if k > 0 && comparePartChanges(i.Changes[k-1], c) >= 0 {
			return fmt.Errorf("its changes are not in order, or %q of %q stands twice", quote.Excerpt(c.Key), quote.Excerpt(c.Part))
		}
		if err := c.check(); err != nil {
			return err
		}
	}
	return cmp.Or(checkVec("position", i.Position), checkNumber("angle", float64(i.Angle)))
}

func (c PartChange) check() error {
	if err := checkPartPath(c.Part); err != nil {
		return err
	}
	if c.Key == RemovedKey {
		if c.Value != "true" {
			return fmt.Errorf("part %q is neither removed nor there", c.Part)
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

// checkPartPath reports what is no path of a part.
func checkPartPath(path string) error {
	ids := strings.Split(path, "/")
	for k, id := range ids {
		letter := byte(instanceLetter)
		if k == len(ids)-1 {
			letter = colliderLetter
		}
		if _, err := parseID(letter, id); err != nil {
			return fmt.Errorf("%q is not a part such as c12 or i3/c12", quote.Excerpt(path))
		}
	}
	return nil
}

// partField is the field of a part that an instance can change.
func partField(key string) (Field[Collider], bool) {
	switch key {
	case LayerKey, GroupOfKey, ColliderKey, "source":
		return Field[Collider]{}, false
	}
	return ColliderField(key)
}

// Expander works out what instances consist of. It belongs to the document's goroutine.
type Expander interface {
	// Expand returns an instance's parts, in drawing order: their records with [PartID] as ids, and what they bake to. Without a
	// prefab it says why there is none; then the instance has no parts.
	Expand(of *Instance, s *Settings) ([]ColliderSnapshot, error)
	// Edited is the instance with which its parts come as near as can be to what was made of some of them. What is nil after is
	// removed.
	Edited(of *Instance, s *Settings, changes []Change[Collider]) *Instance
	// Unused lists the changes that had no effect when the instance was expanded last. They are kept: a part may come back.
	Unused(id InstanceID) []UnusedChange
}

// UnusedChange is a change of a part that has no effect, or less than it says.
type UnusedChange struct {
	PartChange
	Why string
}

// UnusedChanges lists the changes of an instance that have no effect, as its prefab is not as it was when they were made.
func (d *Document) UnusedChanges(id InstanceID) []UnusedChange {
	if d.expander == nil {
		return nil
	}
	return d.expander.Unused(id)
}

// instanceEntry is an instance of a document with its parts.
type instanceEntry struct {
	record *Instance
	parts  []ID
	err    error // why it has none
}

// Instance is the instance of that id, or nil.
func (d *Document) Instance(id InstanceID) *Instance {
	if e := d.instances[id]; e != nil {
		return e.record
	}
	return nil
}

// Instances lists the instances in drawing order: layer by layer, then by Order. The caller must not change the slice.
func (d *Document) Instances() []*Instance {
	if d.instanceList == nil && len(d.instances) > 0 {
		d.instanceList = make([]*Instance, 0, len(d.instances))
		for _, e := range d.instances {
			d.instanceList = append(d.instanceList, e.record)
		}
		slices.SortFunc(d.instanceList, func(a, b *Instance) int {
			if a.Layer != b.Layer {
				x, y := d.layers[a.Layer], d.layers[b.Layer]
				return cmp.Or(cmp.Compare(x.Order, y.Order), cmp.Compare(x.ID, y.ID))
			}
			return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
		})
	}
	return slices.Clip(d.instanceList)
}

// Below is the collider of the level file itself that an instance is drawn directly after, in its layer; nil where it is drawn before all,
// and top reports whether it is drawn over all of them.
func (d *Document) Below(i *Instance) (below *Collider, top bool) {
	top = true
	for _, c := range d.InLayer(i.Layer) {
		switch {
		case c.Part != nil:
		case c.Order <= i.Order:
			below = c
		default:
			return below, false
		}
	}
	return below, top
}

// Parts lists an instance's parts in drawing order.
func (d *Document) Parts(id InstanceID) []*Collider {
	e := d.instances[id]
	if e == nil {
		return nil
	}
	out := make([]*Collider, len(e.parts))
	for i, part := range e.parts {
		out[i] = d.Collider(part)
	}
	return out
}

// PartCount is how many parts an instance has.
func (d *Document) PartCount(id InstanceID) int {
	if e := d.instances[id]; e != nil {
		return len(e.parts)
	}
	return 0
}

// Bare lists the instances that have no parts, by their ids: their prefab is missing or broken, or all of it was left out. A box with a
// mark stands for each where levels are shown; see [Document.MarkOf].
func (d *Document) Bare() []*Instance {
	if len(d.bare) == 0 {
		return nil
	}
	out := make([]*Instance, 0, len(d.bare))
	for _, id := range sortedKeys(d.bare) {
		out = append(out, d.instances[id].record)
	}
	return out
}

// Mark is a box that stands for an instance without parts.
type Mark struct {
	Instance *Instance
	Bounds   collision.AABB
	Why      string // it has none
}

// MarkOf is the box that stands for an instance without parts, around where the prefab's origin would lie; false where it has some.
func (d *Document) MarkOf(id InstanceID) (Mark, bool) {
	e := d.instances[id]
	if e == nil || len(e.parts) > 0 {
		return Mark{}, false
	}
	const half = 16 // pixels
	m := Mark{Instance: e.record, Bounds: collision.AABB{Min: e.record.Position, Max: e.record.Position}.Grow(half), Why: "all of its parts are left out"}
	if e.err != nil {
		m.Why = e.err.Error()
	}
	return m, true
}

// InstanceProblem says why an instance has no parts; nil where all is well.
func (d *Document) InstanceProblem(id InstanceID) error {
	if e := d.instances[id]; e != nil {
		return e.err
	}
	return nil
}

// NewInstanceID is an id that no instance of the document has had since it was opened, and that was not given before.
func (d *Document) NewInstanceID() InstanceID {
	for {
		id := InstanceID(d.ids(instanceLetter))
		if d.instances[id] == nil && !d.givenInstanceIDs[id] {
			d.givenInstanceIDs[id] = true
			return id
		}
	}
}

// UsePrefabs gives the document what its instances consist of, in the place of what it had. They are expanded anew, which is no step of
// the history; subscribers hear of their parts.
func (d *Document) UsePrefabs(e Expander) {
	d.expander = e
	d.ExpandAgain(func(*Instance) bool { return true })
}

// Prefabs is what the document was given by [Document.UsePrefabs].
func (d *Document) Prefabs() Expander { return d.expander }

// ExpandAgain works out the parts of some instances anew, after their prefabs have changed.
func (d *Document) ExpandAgain(which func(*Instance) bool) {
	again := map[InstanceID]bool{}
	for id, e := range d.instances {
		if which(e.record) {
			again[id] = true
		}
	}
	if len(again) > 0 {
		_ = d.apply(Diff{}, again) // what an expansion gives is valid, or left out
	}
}

var errNoPrefabs = errors.New("prefabs have not been loaded")

// expand is the expander's Expand, of which nothing invalid is left in.
func (d *Document) expand(of *Instance, s *Settings) (parts []ColliderSnapshot, err error) {
	if d.expander == nil {
		return nil, errNoPrefabs
	}
	parts, err = d.expander.Expand(of, s)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if e := p.validate(s); e != nil {
			err = errors.Join(err, e)
		}
	}
	if err != nil {
		return nil, err
	}
	return parts, nil
}

// derivedParts is the parts that a diff without parts changes, and the entries of the instances after it.
type derivedParts struct {
	colliders []Change[Collider]
	baked     []*Baked
	entries   map[InstanceID]*instanceEntry // nil is removed
}

// derive works out what a diff makes of the parts, and of those of the instances in again.
func (d *Document) derive(diff Diff, s *Settings, again map[InstanceID]bool) (out derivedParts) {
	if len(diff.Instances)+len(again) == 0 && (len(d.instances) == 0 || s == d.settings || slices.Equal(s.Categories, d.settings.Categories)) {
		return out
	}
	out.entries = map[InstanceID]*instanceEntry{}
	add := func(id InstanceID, after *Instance) {
		var parts []ColliderSnapshot
		var entry *instanceEntry
		if after != nil {
			entry = &instanceEntry{record: after}
			parts, entry.err = d.expand(after, s)
		}
		out.entries[id] = entry
		old := map[ID]bool{}
		if e := d.instances[id]; e != nil {
			for _, part := range e.parts {
				old[part] = true
			}
		}
		for _, p := range parts {
			entry.parts = append(entry.parts, p.ID)
			before := d.colliders.get(p.ID)
			if delete(old, p.ID); before.record == nil {
				out.colliders, out.baked = append(out.colliders, Added(p.Collider)), append(out.baked, p.Baked)
			} else if !before.record.Equal(p.Collider) {
				out.colliders, out.baked = append(out.colliders, Changed(before.record, p.Collider)), append(out.baked, p.Baked)
			}
		}
		if e := d.instances[id]; e != nil {
			for _, part := range e.parts {
				if old[part] {
					out.colliders, out.baked = append(out.colliders, Removed(d.Collider(part))), append(out.baked, nil)
				}
			}
		}
	}
	for _, c := range diff.Instances {
		if c.After == nil {
			add(c.Before.ID, nil)
		} else {
			add(c.After.ID, c.After)
		}
	}
	all := s != d.settings && !slices.Equal(s.Categories, d.settings.Categories)
	for _, of := range d.Instances() {
		if _, done := out.entries[of.ID]; !done && (all || again[of.ID]) {
			add(of.ID, of)
		}
	}
	return out
}

// Reduce is a diff without parts that does what a diff does that may have some: an edit of a part is a change of its instance, a move of
// all of them a move of the instance. The history keeps such diffs, which stay right when the prefab changes. It is the diff itself
// where there are no parts in it.
func (d *Document) Reduce(diff Diff) (Diff, error) {
	if !slices.ContainsFunc(diff.Colliders, func(c Change[Collider]) bool { return d.isPart(c.Before) || d.isPart(c.After) }) {
		return diff, nil
	}
	own := make([]Change[Collider], 0, len(diff.Colliders))
	of := map[InstanceID][]Change[Collider]{}
	for _, c := range diff.Colliders {
		switch {
		case d.isPart(c.Before):
			if d.Collider(c.Before.ID) != c.Before {
				return diff, fmt.Errorf("%s: %w", c.Before.IDText(), ErrStale)
			}
			of[c.Before.Part.Instance] = append(of[c.Before.Part.Instance], c)
		case c.Before == nil && d.isPart(c.After): // a copy of a part
			after := *c.After
			after.Part = nil
			own = append(own, Added(&after))
		default:
			own = append(own, c)
		}
	}
	settings := cmp.Or(diff.Settings.After, d.settings)
	out := diff
	out.Colliders = own
	out.Instances = slices.Clone(diff.Instances)
	named := map[InstanceID]int{}
	for i, c := range out.Instances {
		if c.Before != nil {
			named[c.Before.ID] = i
		}
	}
	for _, id := range sortedKeys(of) {
		e, changes := d.instances[id], of[id]
		at, ok := named[id]
		switch {
		case ok && out.Instances[at].After == nil: // all of it goes
			continue
		case ok:
			return diff, &InstanceError{id, errors.New("it and its parts cannot change at once")}
		}
		c := Change[Instance]{Before: e.record}
		if len(changes) < len(e.parts) || slices.ContainsFunc(changes, func(c Change[Collider]) bool { return c.After != nil }) {
			c.After = d.expander.Edited(e.record, settings, changes)
		}
		if !c.After.Equal(e.record) {
			out.Instances = append(out.Instances, c)
		}
	}
	return out, nil
}

// isPart reports whether a collider is a part of one of the document's instances. What is one of another document's is a collider like
// all others here.
func (d *Document) isPart(c *Collider) bool {
	return c != nil && c.Part != nil && d.instances[c.Part.Instance] != nil
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// checkInstances reports what is wrong with the instances that a diff changes, and with those that lose their layer or group by it.
func (d *Document) checkInstances(diff Diff, groups *groupCheck, hasLayer func(LayerID) bool) error {
	changed := make(map[InstanceID]bool, len(diff.Instances))
	check := func(i *Instance) error {
		if !hasLayer(i.Layer) {
			return &InstanceError{i.ID, fmt.Errorf("there is no layer %v", i.Layer)}
		}
		if i.GroupOf == 0 {
			return nil
		}
		switch of := groups.group(i.GroupOf); {
		case of == nil:
			return &InstanceError{i.ID, fmt.Errorf("there is no group %v", i.GroupOf)}
		case of.Layer != i.Layer:
			return &InstanceError{i.ID, fmt.Errorf("it is in layer %v, and its group %v in layer %v", i.Layer, of.ID, of.Layer)}
		}
		return nil
	}
	for _, c := range diff.Instances {
		of := cmp.Or(c.Before, c.After)
		switch {
		case of == nil:
			return errors.New("an empty change of an instance")
		case changed[of.ID]:
			return &InstanceError{of.ID, errors.New("it stands twice in one change")}
		case !d.Instance(of.ID).Equal(c.Before) || c.Before != nil && c.After != nil && c.Before.ID != c.After.ID:
			return &InstanceError{of.ID, ErrStale}
		}
		changed[of.ID] = true
		if c.After == nil {
			continue
		}
		if err := c.After.validate(); err != nil {
			return &InstanceError{of.ID, err}
		}
		if err := check(c.After); err != nil {
			return err
		}
	}
	if len(diff.Layers)+len(diff.Groups) > 0 {
		for id, e := range d.instances {
			if !changed[id] {
				if err := check(e.record); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// applyInstances takes over the entries of what has changed.
func (d *Document) applyInstances(entries map[InstanceID]*instanceEntry) {
	if len(entries) == 0 {
		return
	}
	d.instanceList = nil
	if d.instances == nil {
		d.instances = make(map[InstanceID]*instanceEntry, len(entries))
	}
	for id, e := range entries {
		if delete(d.bare, id); e == nil {
			delete(d.instances, id)
			d.givenInstanceIDs[id] = true
			continue
		}
		if d.instances[id] = e; len(e.parts) == 0 {
			if d.bare == nil {
				d.bare = map[InstanceID]bool{}
			}
			d.bare[id] = true
		}
	}
}

// validateInstances is [Document.Validate] of the instances.
func (d *Document) validateInstances() error {
	parts := 0
	for id, e := range d.instances {
		if e.record.ID != id || d.layers[e.record.Layer] == nil || e.record.GroupOf != 0 && d.groups[e.record.GroupOf] == nil {
			return &InstanceError{id, errors.New("it is not the one of that id, or in no layer or group")}
		}
		if err := e.record.validate(); err != nil {
			return &InstanceError{id, err}
		}
		want, _ := d.expand(e.record, d.settings)
		if len(want) != len(e.parts) {
			return &InstanceError{id, fmt.Errorf("it has %d parts, and its prefab %d", len(e.parts), len(want))}
		}
		for i, p := range want {
			if now := d.Collider(e.parts[i]); !now.Equal(p.Collider) {
				return &InstanceError{id, fmt.Errorf("%s is not as in its prefab with its changes", p.IDText())}
			}
		}
		parts += len(e.parts)
	}
	for c := range d.Colliders() {
		if d.isPart(c) {
			parts--
		}
	}
	if parts != 0 {
		return errors.New("there are other parts than those of the instances")
	}
	return nil
}
