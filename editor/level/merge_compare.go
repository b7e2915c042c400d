package level

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/quote"
)

// ChangeKind is a kind of difference between two versions of a record.
type ChangeKind string

// The changes, in the order in which they are reported.
const (
	AddedChange     ChangeKind = "added"
	RemovedChange   ChangeKind = "removed"
	MovedChange     ChangeKind = "moved"     // position or angle
	ReshapedChange  ChangeKind = "reshaped"  // outline, radius or rounding
	RenamedChange   ChangeKind = "renamed"   // the name
	RetaggedChange  ChangeKind = "retagged"  // tags or properties
	RelayeredChange ChangeKind = "relayered" // moved to another layer
	ReorderedChange ChangeKind = "reordered" // moved within the drawing order
	OtherChange     ChangeKind = "changed"   // any other key
)

var changeKinds = []ChangeKind{
	AddedChange, RemovedChange, MovedChange, ReshapedChange, RenamedChange, RetaggedChange, RelayeredChange,
	ReorderedChange, OtherChange,
}

// ChangeKinds returns every change, in the order in which they are reported.
func ChangeKinds() []ChangeKind { return slices.Clone(changeKinds) }

// KeyChange is a key that differs, with its values as in a [Conflict]. A value is empty if the record lacks the
// key.
type KeyChange struct{ Key, Before, After string }

// RecordChange is a layer, group, instance or collider that differs.
type RecordChange struct {
	ID      string
	Label   string // display name
	Changes []ChangeKind
	Keys    []KeyChange // empty if the record was added or removed

	Before, After *Collider // only for a collider; nil where it is missing
}

// Has reports whether the record differs in the given way.
func (r *RecordChange) Has(c ChangeKind) bool { return slices.Contains(r.Changes, c) }

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
func Compare(a, b *Document) *Difference {
	va, vb := mergeVersion(a), mergeVersion(b)
	d := &Difference{Settings: compareSettings(va.settings, vb.settings)}
	order := reordered(va.layers.keys, vb.layers.keys, func(LayerID) bool { return true })
	for _, id := range removedFirst(va.layers.keys, vb.layers.keys) {
		d.Layers = appendRecord(d.Layers, layerKind(), va.layers.by[id], vb.layers.by[id], order(id))
	}
	d.Layers = slices.Clip(d.Layers)
	for _, id := range removedFirst(va.groups.keys, vb.groups.keys) {
		d.Groups = appendRecord(d.Groups, groupKind(), va.groups.by[id], vb.groups.by[id], nil)
	}
	for _, id := range removedFirst(va.instances.keys, vb.instances.keys) {
		a, b := va.instances.by[id], vb.instances.by[id]
		var order *KeyChange
		if a != nil && b != nil && a.Layer == b.Layer && va.below[id] != vb.below[id] {
			order = &KeyChange{OrderKey, va.below[id], vb.below[id]}
		}
		d.Instances = appendRecord(d.Instances, instanceKind(), a, b, order)
	}
	for _, id := range va.colliders.keys {
		if vb.colliders.by[id] == nil {
			d.Colliders = appendCollider(d.Colliders, va.colliders.by[id], nil, nil)
		}
	}
	for _, l := range vb.layers.keys {
		order := reordered(va.inLayer[l], vb.inLayer[l], func(id ID) bool {
			x, y := va.colliders.by[id], vb.colliders.by[id]
			return x != nil && y != nil && x.Layer == y.Layer
		})
		for _, id := range vb.inLayer[l] {
			d.Colliders = appendCollider(d.Colliders, va.colliders.by[id], vb.colliders.by[id], order(id))
		}
	}
	return d
}

// removedFirst returns the keys that are gone now, then the current ones.
func removedFirst[K comparable](was, now []K) []K {
	there := setOf(now)
	return append(kept(was, func(k K) bool { return !there[k] }), now...)
}

// reordered returns a function that returns the change in a key's place among the kept keys, or nil if it stayed.
func reordered[K recordID](was, now []K, keep func(K) bool) func(K) *KeyChange {
	moved := moved(kept(was, keep), kept(now, keep))
	if len(moved) == 0 {
		return func(K) *KeyChange { return nil }
	}
	before, after := behind(was, keep), behind(now, keep)
	return func(id K) *KeyChange {
		if !moved[id] {
			return nil
		}
		return &KeyChange{OrderKey, before(id), after(id)}
	}
}

// CompareParts compares the parts of instances as Compare compares the file's own colliders. Parts differ if their
// instances or prefabs do.
func CompareParts(a, b *Document) []RecordChange {
	parts := func(doc *Document) (ids []ID) {
		for c := range doc.Colliders() {
			if c.Part != nil {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	var out []RecordChange
	for _, id := range removedFirst(parts(a), parts(b)) {
		n := len(out)
		if out = appendCollider(out, a.Collider(id), b.Collider(id), nil); len(out) > n {
			out[n].ID = cmp.Or(b.Collider(id), a.Collider(id)).IDText()
		}
	}
	return out
}

func appendCollider(list []RecordChange, a, b *Collider, order *KeyChange) []RecordChange {
	n := len(list)
	if list = appendRecord(list, colliderKind(), a, b, order); len(list) > n {
		list[n].Before, list[n].After = a, b
	}
	return list
}

// appendRecord appends the differences between two records, if there are any. Either record may be nil. order is the
// change in its place in the drawing order, or nil.
func appendRecord[T any](list []RecordChange, k recordKind[T], a, b *T, order *KeyChange) []RecordChange {
	var changes []ChangeKind
	var keys []KeyChange
	switch {
	case a == nil:
		changes = []ChangeKind{AddedChange}
	case b == nil:
		changes = []ChangeKind{RemovedChange}
	case !k.same(a, b):
		for _, f := range k.fields(a, b) {
			if f.Same(a, b) {
				continue
			}
			keys = append(keys, KeyChange{f.Key, f.Text(a), f.Text(b)})
			if c := changeOf(f.Key); !slices.Contains(changes, c) {
				changes = append(changes, c)
			}
		}
		slices.SortFunc(changes, func(x, y ChangeKind) int {
			return slices.Index(changeKinds, x) - slices.Index(changeKinds, y)
		})
	}
	if order != nil {
		changes, keys = append(changes, ReorderedChange), append(keys, *order)
	}
	if len(changes) == 0 {
		return list
	}
	of := cmp.Or(b, a)
	return append(list, RecordChange{ID: k.id(of), Label: k.label(of), Changes: changes, Keys: keys})
}

// changeOf returns the kind of change for a key whose value differs.
func changeOf(key string) ChangeKind {
	switch {
	case key == "position" || key == "angle":
		return MovedChange
	case IsShapeKey(key):
		return ReshapedChange
	case key == "name":
		return RenamedChange
	case key == "tags" || strings.HasPrefix(key, "properties."):
		return RetaggedChange
	case key == LayerKey:
		return RelayeredChange
	}
	return OtherChange
}

func compareSettings(a, b *Settings) []KeyChange {
	var out []KeyChange
	add := func(f Field[Settings], a, b *Settings) bool {
		differs := !f.Same(a, b)
		if differs {
			out = append(out, KeyChange{f.Key, f.Text(a), f.Text(b)})
		}
		return differs
	}
	for _, f := range SettingsFields(a, b) {
		add(f, a, b)
	}
	if x, y := presetNames(a), presetNames(b); !slices.Equal(x, y) && len(x) == len(y) && len(union(x, y)) == len(x) {
		out = append(out, KeyChange{"exports", strings.Join(x, ", "), strings.Join(y, ", ")})
	}
	importsA, importsB := importsByName(a), importsByName(b)
	for _, name := range union(importsA.keys, importsB.keys) {
		x, y := importsA.by[name], importsB.by[name]
		if !add(importField(name), withImport(x), withImport(y)) && !sameImport(x, y) {
			out = append(out, KeyChange{
				"imports." + name.String() + " (found)",
				quote.Count(len(x.Base), "collider"), quote.Count(len(y.Base), "collider"),
			})
		}
	}
	ignoredA, ignoredB := ignoredByKey(a), ignoredByKey(b)
	for _, key := range union(ignoredA.keys, ignoredB.keys) {
		add(IgnoredField(key), settingsIgnoring(ignoredA.by[key]), settingsIgnoring(ignoredB.by[key]))
	}
	if !slices.Equal(a.Conflicts, b.Conflicts) {
		out = append(out, KeyChange{"conflicts", fmt.Sprint(len(a.Conflicts)), fmt.Sprint(len(b.Conflicts))})
	}
	return out
}
