package level

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fillet/collision"
)

// Expander computes the parts of instances. It belongs to the document's goroutine.
type Expander interface {
	// Expand returns an instance's parts in drawing order: their records, with [PartID] as ids, and their baked shapes.
	// If the prefab is missing or broken, it returns an error, and the instance has no parts.
	Expand(of *Instance, s *Settings) ([]ColliderSnapshot, error)
	// Edited returns the instance changed so that its parts come as close as possible to the edited parts. A part whose
	// After is nil is removed.
	Edited(of *Instance, s *Settings, changes []Change[Collider]) *Instance
	// Unused returns the changes that had no effect when the instance was last expanded. They are kept, because a part
	// may come back.
	Unused(id InstanceID) []UnusedChange
	// Nested returns the instance at a path in another instance's prefab, such as i2 or i2/i5, as the prefab has it, or
	// nil if there is none.
	Nested(of *Instance, path string) *Instance
	// Joints returns the prefab's joints between the parts that exist, transformed into the instance. An anchor in
	// level space becomes relative to the instance's origin. The anchors of a scaled part scale with it.
	Joints(of *Instance, part func(ID) *Collider) []Joint
	// HasJoints reports whether any prefab that was expanded has joints.
	HasJoints() bool
}

// UnusedChanges returns the changes to an instance that have no effect because its prefab has changed since they were
// made.
func (d *Document) UnusedChanges(id InstanceID) []UnusedChange {
	if d.expander == nil {
		return nil
	}
	return d.expander.Unused(id)
}

// Nested returns the instance at the given path in an instance's prefab; see [Expander].
func (d *Document) Nested(id InstanceID, path string) *Instance {
	if of := d.Instance(id); of != nil && d.expander != nil {
		return d.expander.Nested(of, path)
	}
	return nil
}

// NestedParts returns the parts of an instance that belong to the nested instance at a path, in drawing order.
func (d *Document) NestedParts(id InstanceID, path string) []*Collider {
	return slices.DeleteFunc(d.Parts(id), func(c *Collider) bool { return !strings.HasPrefix(c.Part.Path, path+"/") })
}

type instanceEntry struct {
	record *Instance
	parts  []ID
	err    error // why it has no parts
}

// instance returns the entry of an instance, or an empty one.
func (d *Document) instance(id InstanceID) instanceEntry {
	if e := d.instances[id]; e != nil {
		return *e
	}
	return instanceEntry{}
}

// Instance returns the instance with the given id, or nil.
func (d *Document) Instance(id InstanceID) *Instance { return d.instance(id).record }

// Instances returns the instances in drawing order: layer by layer, then by Order. The caller must not change the
// slice.
func (d *Document) Instances() []*Instance {
	if d.instanceList == nil && len(d.instances) > 0 {
		d.instanceList = make([]*Instance, 0, len(d.instances))
		for _, e := range d.instances {
			d.instanceList = append(d.instanceList, e.record)
		}
		slices.SortFunc(d.instanceList, d.compareInstances)
	}
	return slices.Clip(d.instanceList)
}

// compareInstances compares instances by drawing order.
func (d *Document) compareInstances(a, b *Instance) int {
	if a.Layer != b.Layer {
		x, y := d.layers[a.Layer], d.layers[b.Layer]
		return cmp.Or(cmp.Compare(x.Order, y.Order), cmp.Compare(x.ID, y.ID))
	}
	return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
}

// listInstances updates the list of instances after a change that keeps their drawing order, such as a move on the
// canvas. After other changes the list must be rebuilt.
func (d *Document) listInstances(entries map[InstanceID]*instanceEntry) {
	list := slices.Clone(d.instanceList) // callers may still hold the old list
	d.instanceList = nil
	for id, e := range entries {
		was := d.instances[id]
		if e == nil || was == nil || was.record.Layer != e.record.Layer || was.record.Order != e.record.Order {
			return
		}
		at, found := slices.BinarySearchFunc(list, was.record, d.compareInstances)
		if !found {
			return
		}
		list[at] = e.record
	}
	d.instanceList = list
}

// Below returns the collider of the level file itself (not a part) that is directly below an instance in its layer, or
// nil if there is none. top reports whether the instance is above all of them.
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

// Parts returns an instance's parts in drawing order.
func (d *Document) Parts(id InstanceID) []*Collider {
	parts := d.instance(id).parts
	out := make([]*Collider, len(parts))
	for i, part := range parts {
		out[i] = d.Collider(part)
	}
	return out
}

// FirstPart returns the bottommost part of an instance, or nil.
func (d *Document) FirstPart(id InstanceID) *Collider {
	if parts := d.instance(id).parts; len(parts) > 0 {
		return d.Collider(parts[0])
	}
	return nil
}

// PartCount returns the number of parts of an instance.
func (d *Document) PartCount(id InstanceID) int { return len(d.instance(id).parts) }

// Bare returns the instances without parts, sorted by id: their prefab is missing or broken, or all of its parts were
// left out. Views show a marked box for each; see [Document.MarkOf].
func (d *Document) Bare() []*Instance {
	if len(d.bare) == 0 {
		return nil
	}
	out := make([]*Instance, 0, len(d.bare))
	for _, id := range slices.Sorted(maps.Keys(d.bare)) {
		out = append(out, d.instances[id].record)
	}
	return out
}

// MarkOf returns the placeholder box of an instance without parts, around its origin, or false if it has parts.
func (d *Document) MarkOf(id InstanceID) (Mark, bool) {
	e := d.instance(id)
	if e.record == nil || len(e.parts) > 0 {
		return Mark{}, false
	}
	const half = 16 // pixels
	m := Mark{
		Instance: e.record, Bounds: collision.AABB{Min: e.record.Position, Max: e.record.Position}.Grow(half),
		Why: "all of its parts are left out",
	}
	if e.err != nil {
		m.Why = e.err.Error()
	}
	return m, true
}

// InstanceProblem returns why an instance could not be expanded, or nil.
func (d *Document) InstanceProblem(id InstanceID) error { return d.instance(id).err }

// NewInstanceID returns an id that no instance of the document has had since it was opened, and that it has not
// returned before.
func (d *Document) NewInstanceID() InstanceID {
	return newID(d, InstanceLetter, d.givenInstanceIDs, func(id InstanceID) bool { return d.instances[id] != nil })
}

// UsePrefabs sets the document's expander and expands all instances with it. It adds no undo step; subscribers are
// notified of the new parts.
func (d *Document) UsePrefabs(e Expander) {
	d.expander = e
	d.ExpandAgain(func(*Instance) bool { return true })
}

// Prefabs returns the expander set by [Document.UsePrefabs].
func (d *Document) Prefabs() Expander { return d.expander }

// ExpandAgain recomputes the parts of some instances after their prefabs have changed.
func (d *Document) ExpandAgain(which func(*Instance) bool) {
	again := map[InstanceID]bool{}
	for id, e := range d.instances {
		if which(e.record) {
			again[id] = true
		}
	}
	if len(again) > 0 {
		_ = d.apply(Diff{}, again) // never fails: expanded parts are valid, or left out
	}
}

var errNoPrefabs = errors.New("prefabs have not been loaded")

// expand returns the expander's parts of an instance, or an error if any is invalid.
func (d *Document) expand(of *Instance, s *Settings) (parts []ColliderSnapshot, err error) {
	if d.expander == nil {
		return nil, errNoPrefabs
	}
	parts, err = d.expander.Expand(of, s)
	for _, p := range parts {
		err = errors.Join(err, p.Validate(s))
	}
	if err != nil {
		return nil, err
	}
	return parts, nil
}

// derivedParts holds the part changes that follow from a diff without parts, and the instances' entries after the diff.
type derivedParts struct {
	colliders []Change[Collider]
	baked     []*Baked
	entries   map[InstanceID]*instanceEntry // nil for a removed instance
}

// derive computes the parts after a diff, and recomputes the parts of the instances in again.
func (d *Document) derive(diff Diff, s *Settings, again map[InstanceID]bool) (out derivedParts) {
	if len(diff.Instances)+len(again) == 0 && (len(d.instances) == 0 || s == d.settings ||
		slices.Equal(s.Categories, d.settings.Categories)) {
		return out
	}
	out.entries = map[InstanceID]*instanceEntry{}
	add := func(id InstanceID, after *Instance) {
		var parts []ColliderSnapshot
		var entry *instanceEntry
		if after != nil {
			entry = &instanceEntry{record: after}
			parts, entry.err = d.expand(after, s)
			entry.parts = make([]ID, len(parts))
		}
		out.entries[id] = entry
		for k, p := range parts {
			entry.parts[k] = p.ID
			before := d.colliders.get(p.ID)
			if before.record == nil {
				out.colliders, out.baked = append(out.colliders, Added(p.Collider)), append(out.baked, p.Baked)
			} else if !before.record.Equal(p.Collider) {
				out.colliders, out.baked = append(out.colliders, Changed(before.record, p.Collider)),
					append(out.baked, p.Baked)
			}
		}
		old := d.instances[id]
		if old == nil || entry != nil && slices.Equal(old.parts, entry.parts) {
			return
		}
		stays := map[ID]bool{}
		for _, p := range parts {
			stays[p.ID] = true
		}
		for _, part := range old.parts {
			if !stays[part] {
				out.colliders, out.baked = append(out.colliders, Removed(d.Collider(part))), append(out.baked, nil)
			}
		}
	}
	for _, c := range diff.Instances {
		add(cmp.Or(c.Before, c.After).ID, c.After)
	}
	all := s != d.settings && !slices.Equal(s.Categories, d.settings.Categories)
	for _, of := range d.Instances() {
		if _, done := out.entries[of.ID]; !done && (all || again[of.ID]) {
			add(of.ID, of)
		}
	}
	return out
}

// Reduce rewrites a diff so that it changes no parts: an edit to a part becomes a change to its instance, and a move of
// all parts becomes a move of the instance. The history stores such diffs, because they stay valid when the prefab
// changes. A diff without parts is returned unchanged.
func (d *Document) Reduce(diff Diff) (Diff, error) {
	if !slices.ContainsFunc(diff.Colliders, func(c Change[Collider]) bool {
		return d.isPart(c.Before) || d.isPart(c.After)
	}) {
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
		case c.Before == nil && d.isPart(c.After): // a copy of a part was added
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
	for _, id := range slices.Sorted(maps.Keys(of)) {
		e, changes := d.instances[id], of[id]
		at, ok := named[id]
		switch {
		case ok && out.Instances[at].After == nil: // the whole instance is removed
			continue
		case ok:
			return diff, &InstanceError{ID: id, Err: errors.New("it and its parts cannot change in one step")}
		}
		c := Change[Instance]{Before: e.record}
		if len(changes) < len(e.parts) || slices.ContainsFunc(changes, func(c Change[Collider]) bool {
			return c.After != nil
		}) {
			c.After = d.expander.Edited(e.record, settings, changes)
		}
		if !c.After.Equal(e.record) {
			out.Instances = append(out.Instances, c)
		}
	}
	return out, nil
}

// isPart reports whether a collider is a part of one of the document's instances. A part of another document's instance
// is an ordinary collider here.
func (d *Document) isPart(c *Collider) bool {
	return c != nil && c.Part != nil && d.instances[c.Part.Instance] != nil
}

// checkInstances returns the first error in the instances that a diff changes, or whose layer or group it removes.
func (d *Document) checkInstances(diff Diff, groups *groupCheck, hasLayer func(LayerID) bool) error {
	changed := make(map[InstanceID]bool, len(diff.Instances))
	check := func(i *Instance) error {
		if !hasLayer(i.Layer) {
			return &InstanceError{ID: i.ID, Err: fmt.Errorf("there is no layer %v", i.Layer)}
		}
		if err := groups.member(i.GroupOf, i.Layer); err != nil {
			return &InstanceError{ID: i.ID, Err: err}
		}
		return nil
	}
	for _, c := range diff.Instances {
		of := cmp.Or(c.Before, c.After)
		switch {
		case of == nil:
			return errors.New("an instance change is empty")
		case changed[of.ID]:
			return &InstanceError{ID: of.ID, Err: errors.New("it appears twice in one change")}
		case !d.Instance(of.ID).Equal(c.Before) || c.Before != nil && c.After != nil && c.Before.ID != c.After.ID:
			return &InstanceError{ID: of.ID, Err: ErrStale}
		}
		changed[of.ID] = true
		if c.After == nil {
			continue
		}
		if err := checkInstance(c.After); err != nil {
			return &InstanceError{ID: of.ID, Err: err}
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

func (d *Document) applyInstances(entries map[InstanceID]*instanceEntry) {
	if len(entries) == 0 {
		return
	}
	d.listInstances(entries)
	if d.instances == nil {
		d.instances = make(map[InstanceID]*instanceEntry, len(entries))
	}
	for id, e := range entries {
		if was := d.instances[id]; was != nil {
			d.parts -= len(was.parts)
		}
		if e != nil {
			d.parts += len(e.parts)
		}
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

// validateInstances validates the instances for [Document.Validate].
func (d *Document) validateInstances() error {
	parts := 0
	for id, e := range d.instances {
		if e.record.ID != id || d.layers[e.record.Layer] == nil || e.record.GroupOf != 0 &&
			d.groups[e.record.GroupOf] == nil {
			return &InstanceError{ID: id, Err: errors.New("it is stored under another id, or has no layer or group")}
		}
		if err := checkInstance(e.record); err != nil {
			return &InstanceError{ID: id, Err: err}
		}
		want, _ := d.expand(e.record, d.settings)
		if len(want) != len(e.parts) {
			return &InstanceError{ID: id, Err: fmt.Errorf("it has %d parts, but its prefab has %d", len(e.parts),
				len(want))}
		}
		for i, p := range want {
			if now := d.Collider(e.parts[i]); !now.Equal(p.Collider) {
				return &InstanceError{ID: id, Err: fmt.Errorf("%s differs from its prefab with the changes applied",
					p.IDText())}
			}
		}
		parts += len(e.parts)
	}
	total := parts
	for c := range d.Colliders() {
		if d.isPart(c) {
			parts--
		}
	}
	if parts != 0 || d.parts != total {
		return errors.New("the parts do not match the instances")
	}
	return nil
}

// PartNames returns the names of the colliders that are parts of instances.
func (d *Document) PartNames(ids []ID) []string {
	var out []string
	for _, id := range ids {
		if c := d.Collider(id); c != nil && c.Part != nil {
			out = append(out, c.Part.String())
		}
	}
	return out
}
