package merge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Change is a kind of difference between two versions of a record.
type Change string

// The changes, in the order in which they are reported.
const (
	Added     Change = "added"
	Removed   Change = "removed"
	Moved     Change = "moved"     // position or angle
	Reshaped  Change = "reshaped"  // outline, radius or rounding
	Renamed   Change = "renamed"   // the name
	Retagged  Change = "retagged"  // tags or properties
	Relayered Change = "relayered" // moved to another layer
	Reordered Change = "reordered" // moved within the drawing order
	Changed   Change = "changed"   // any other key
)

var allChanges = []Change{Added, Removed, Moved, Reshaped, Renamed, Retagged, Relayered, Reordered, Changed}

// Changes returns every change, in the order in which they are reported.
func Changes() []Change { return slices.Clone(allChanges) }

// KeyChange is a key that differs, with its values as in a [level.Conflict]. A value is empty if the record lacks the
// key.
type KeyChange struct{ Key, Before, After string }

// RecordChange is a layer, group, instance or collider that differs.
type RecordChange struct {
	ID      string
	Label   string // display name
	Changes []Change
	Keys    []KeyChange // empty if the record was added or removed

	Before, After *level.Collider // only for a collider; nil where it is missing
}

// Has reports whether the record differs in the given way.
func (r *RecordChange) Has(c Change) bool { return slices.Contains(r.Changes, c) }

// Difference holds the differences between two levels.
type Difference struct {
	Settings  []KeyChange
	Layers    []RecordChange
	Groups    []RecordChange
	Instances []RecordChange
	Colliders []RecordChange
}

// IsEmpty reports whether the levels are equal.
func (d *Difference) IsEmpty() bool {
	return len(d.Settings)+len(d.Layers)+len(d.Groups)+len(d.Instances)+len(d.Colliders) == 0
}

// Compare returns the differences from level a to level b. Records are matched by id. Removed records come first, the
// others in the order of b.
func Compare(a, b *level.Document) *Difference {
	va, vb := versionOf(a), versionOf(b)
	d := &Difference{Settings: compareSettings(va.settings, vb.settings)}
	all := func(level.LayerID) bool { return true }
	layersMoved := moved(va.layerIDs, vb.layerIDs)
	layerBefore, layerAfter := behind(va.layerIDs, all), behind(vb.layerIDs, all)
	for _, id := range union(kept(va.layerIDs, func(id level.LayerID) bool {
		return vb.layers[id] == nil
	}), vb.layerIDs) {
		d.Layers = appendLayer(d.Layers, va.layers[id], vb.layers[id], layersMoved[id], layerBefore, layerAfter)
	}
	d.Layers = slices.Clip(d.Layers)
	for _, id := range union(kept(va.groupIDs, func(id level.GroupID) bool {
		return vb.groups[id] == nil
	}), vb.groupIDs) {
		n := len(d.Groups)
		a, b := va.groups[id], vb.groups[id]
		if d.Groups = appendRecord(d.Groups, groupKind(), a, b); len(d.Groups) > n {
			d.Groups[n].Label = cmp.Or(b, a).Name
		}
	}
	for _, id := range union(kept(va.instanceIDs, func(id level.InstanceID) bool {
		return vb.instances[id] == nil
	}), vb.instanceIDs) {
		d.Instances = appendInstance(d.Instances, va, vb, id)
	}
	for _, id := range va.ids {
		if vb.colliders[id] == nil {
			d.Colliders = appendCollider(d.Colliders, va.colliders[id], nil, false, nil, nil)
		}
	}
	for _, l := range vb.layerIDs {
		was, now := va.inLayer[l], vb.inLayer[l]
		stays := func(id level.ID) bool {
			x, y := va.colliders[id], vb.colliders[id]
			return x != nil && y != nil && x.Layer == y.Layer
		}
		reordered := moved(kept(was, stays), kept(now, stays))
		var before, after func(level.ID) string
		if len(reordered) > 0 {
			before, after = behind(was, stays), behind(now, stays)
		}
		for _, id := range now {
			d.Colliders = appendCollider(d.Colliders, va.colliders[id], vb.colliders[id], reordered[id], before, after)
		}
	}
	return d
}

// CompareParts compares the parts of instances as Compare compares the file's own colliders. Parts differ if their
// instances or prefabs do.
func CompareParts(a, b *level.Document) []RecordChange {
	parts := func(doc *level.Document) (ids []level.ID) {
		for c := range doc.Colliders() {
			if c.Part != nil {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	var out []RecordChange
	was, now := parts(a), parts(b)
	for _, id := range union(kept(was, func(id level.ID) bool { return b.Collider(id) == nil }), now) {
		n := len(out)
		if out = appendCollider(out, a.Collider(id), b.Collider(id), false, nil, nil); len(out) > n {
			out[n].ID = cmp.Or(b.Collider(id), a.Collider(id)).IDText()
		}
	}
	return out
}

func appendInstance(list []RecordChange, va, vb *version, id level.InstanceID) []RecordChange {
	n := len(list)
	a, b := va.instances[id], vb.instances[id]
	reordered := a != nil && b != nil && a.Layer == b.Layer && va.below[id] != vb.below[id]
	if list = appendRecord(list, instanceKind(), a, b); len(list) == n && !reordered {
		return list
	}
	if len(list) == n {
		list = append(list, RecordChange{ID: id.String()})
	}
	r := &list[n]
	if r.Label = cmp.Or(b, a).Label(); reordered {
		r.Changes = append(r.Changes, Reordered)
		r.Keys = append(r.Keys, KeyChange{level.OrderKey, va.below[id], vb.below[id]})
	}
	return list
}

func appendCollider(
	list []RecordChange, a, b *level.Collider, reordered bool, before, after func(level.ID) string,
) []RecordChange {
	n := len(list)
	if list = appendRecord(list, colliderKind(), a, b); len(list) == n && reordered {
		list = append(list, RecordChange{ID: b.ID.String()})
	}
	if len(list) == n {
		return list
	}
	r := &list[n]
	r.Before, r.After = a, b
	if r.Label = labelOf(b); b == nil {
		r.Label = labelOf(a)
	}
	if reordered {
		r.Changes = append(r.Changes, Reordered)
		r.Keys = append(r.Keys, KeyChange{level.OrderKey, before(b.ID), after(b.ID)})
	}
	return list
}

func labelOf(c *level.Collider) string {
	if c == nil {
		return ""
	}
	return c.Label()
}

func appendLayer(
	list []RecordChange, a, b *level.Layer, reordered bool, before, after func(level.LayerID) string,
) []RecordChange {
	n := len(list)
	if list = appendRecord(list, layerKind(), a, b); len(list) == n && reordered {
		list = append(list, RecordChange{ID: b.ID.String()})
	}
	if len(list) == n {
		return list
	}
	r := &list[n]
	if b != nil {
		r.Label = b.Name
	} else {
		r.Label = a.Name
	}
	if reordered {
		r.Changes = append(r.Changes, Reordered)
		r.Keys = append(r.Keys, KeyChange{level.OrderKey, before(b.ID), after(b.ID)})
	}
	return list
}

// appendRecord appends the differences between two records, if there are any. Either record may be nil.
func appendRecord[T any](list []RecordChange, k recordKind[T], a, b *T) []RecordChange {
	switch {
	case a == nil:
		return append(list, RecordChange{ID: k.id(b), Changes: []Change{Added}})
	case b == nil:
		return append(list, RecordChange{ID: k.id(a), Changes: []Change{Removed}})
	case k.same(a, b):
		return list
	}
	r := RecordChange{ID: k.id(a)}
	for _, f := range k.fields(a, b) {
		if f.Same(a, b) {
			continue
		}
		r.Keys = append(r.Keys, KeyChange{f.Key, f.Text(a), f.Text(b)})
		if c := changeOf(f.Key); !slices.Contains(r.Changes, c) {
			r.Changes = append(r.Changes, c)
		}
	}
	if len(r.Keys) == 0 {
		return list
	}
	slices.SortFunc(r.Changes, func(x, y Change) int {
		return slices.Index(allChanges, x) - slices.Index(allChanges, y)
	})
	return append(list, r)
}

// changeOf returns the kind of change for a key whose value differs.
func changeOf(key string) Change {
	switch {
	case key == "position" || key == "angle":
		return Moved
	case level.IsShapeKey(key):
		return Reshaped
	case key == "name":
		return Renamed
	case key == "tags" || strings.HasPrefix(key, "properties."):
		return Retagged
	case key == level.LayerKey:
		return Relayered
	}
	return Changed
}

func compareSettings(a, b *level.Settings) []KeyChange {
	var out []KeyChange
	add := func(f level.Field[level.Settings]) {
		if !f.Same(a, b) {
			out = append(out, KeyChange{f.Key, f.Text(a), f.Text(b)})
		}
	}
	for _, f := range level.SettingsFields(a, b) {
		add(f)
	}
	if x, y := presetNames(a), presetNames(b); !slices.Equal(x, y) && len(x) == len(y) && len(union(x, y)) == len(x) {
		out = append(out, KeyChange{"exports", strings.Join(x, ", "), strings.Join(y, ", ")})
	}
	namesA, importsA := importsByName(a)
	namesB, importsB := importsByName(b)
	for _, name := range union(namesA, namesB) {
		x, y := importsA[name], importsB[name]
		switch {
		case x == nil || y == nil || !level.SameHead(x, y):
			f := importField(name)
			out = append(out, KeyChange{f.Key, f.Text(withImport(x)), f.Text(withImport(y))})
		case !sameImport(x, y):
			out = append(out, KeyChange{
				"imports." + name.String() + " (found)",
				quote.Count(len(x.Base), "collider"), quote.Count(len(y.Base), "collider"),
			})
		}
	}
	keysA, ignoredA := ignoredByKey(a)
	keysB, ignoredB := ignoredByKey(b)
	for _, key := range union(keysA, keysB) {
		if x, y := ignoredA[key], ignoredB[key]; !sameIgnored(x, y) {
			f := level.IgnoredField(key)
			out = append(out, KeyChange{f.Key, f.Text(withIgnored(x)), f.Text(withIgnored(y))})
		}
	}
	if !slices.Equal(a.Conflicts, b.Conflicts) {
		out = append(out, KeyChange{"conflicts", fmt.Sprint(len(a.Conflicts)), fmt.Sprint(len(b.Conflicts))})
	}
	return out
}
