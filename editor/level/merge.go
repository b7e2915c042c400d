package level

import (
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"

	"fillet/editor/quote"
)

// MergeResult is the result of a merge.
type MergeResult struct {
	Document  *Document  // valid; its settings hold the conflicts
	Conflicts []Conflict // the new conflicts; the document also holds the earlier conflicts of ours and theirs
	Notes     []string   // other information for the user
}

// Merge merges the changes from base to ours and to theirs. It modifies none of the three.
func Merge(base, ours, theirs *Document) (*MergeResult, error) {
	m := &merger{base: mergeVersion(base), ours: mergeVersion(ours), theirs: mergeVersion(theirs)}
	m.separate()
	m.findOpen()
	m.findUsed()
	b, o, t := m.base, m.ours, m.theirs
	m.layers = mergeRecords(m, layerKind(), b.layers, o.layers, t.layers)
	m.groups = mergeRecords(m, groupKind(), b.groups, o.groups, t.groups)
	m.instances = mergeRecords(m, instanceKind(), b.instances, o.instances, t.instances)
	m.colliders = mergeRecords(m, colliderKind(), b.colliders, o.colliders, t.colliders)
	m.leaveGone()
	m.keepLayers()
	m.fixGroups()
	m.mergeSettings()
	m.nameCategories()
	m.noteUsed()
	m.orderRecords()
	m.inherit()
	doc, err := m.document()
	if err != nil {
		return nil, err
	}
	return &MergeResult{Document: doc, Conflicts: m.conflicts, Notes: m.notes}, nil
}

// merger is a merge in progress.
type merger struct {
	base, ours, theirs *version

	open  map[string]openKeys  // by record id
	stays map[string]undecided // by record id
	users map[string]string    // a record, added or changed by a side, that refers to the record with this id

	settings *Settings
	// The merged records. The keys are the ids of ours and theirs, in order of first appearance.
	layers    records[LayerID, Layer]
	groups    records[GroupID, Group]
	instances records[InstanceID, Instance]
	colliders records[ID, Collider]

	layerOrder []LayerID
	inLayer    map[LayerID][]ID // in drawing order

	conflicts []Conflict
	notes     []string
}

// records holds records, or the entries of a list, by their keys.
type records[K comparable, T any] struct {
	keys []K // in order; some may have no record
	by   map[K]*T
}

func newRecords[K comparable, T any](size int) records[K, T] {
	return records[K, T]{make([]K, 0, size), make(map[K]*T, size)}
}

// add adds a record, unless there is one with its key.
func (r *records[K, T]) add(key K, record *T) {
	if r.by == nil {
		r.by = map[K]*T{}
	}
	if r.by[key] == nil {
		r.by[key], r.keys = record, append(r.keys, key)
	}
}

// change replaces a record with a copy that f changes.
func (r *records[K, T]) change(key K, f func(*T)) {
	after := *r.by[key]
	f(&after)
	r.by[key] = &after
}

// all yields the records in order.
func (r *records[K, T]) all() iter.Seq2[K, *T] {
	return func(yield func(K, *T) bool) {
		for _, key := range r.keys {
			if record := r.by[key]; record != nil && !yield(key, record) {
				return
			}
		}
	}
}

// version is one of the three levels, with its records in drawing order.
type version struct {
	settings  *Settings
	layers    records[LayerID, Layer]
	groups    records[GroupID, Group]
	instances records[InstanceID, Instance] // with Order 0
	below     map[InstanceID]string         // like the value of OrderKey; empty for the top
	colliders records[ID, Collider]         // without the parts of instances
	imported  map[ID]*Imported              // from the imports of the settings

	holds   map[GroupID]bool // whether the group holds a collider
	inLayer map[LayerID][]ID
}

// newVersion returns a version without records. size estimates the number of its colliders.
func newVersion(s *Settings, size int) *version {
	v := &version{
		settings: s, below: map[InstanceID]string{}, colliders: newRecords[ID, Collider](size),
		imported: map[ID]*Imported{}, holds: map[GroupID]bool{},
		inLayer: map[LayerID][]ID{},
	}
	for _, m := range s.Imports {
		for i := range m.Base {
			v.imported[m.Base[i].ID] = &m.Base[i]
		}
	}
	return v
}

func mergeVersion(doc *Document) *version {
	v := newVersion(doc.Settings(), doc.Len())
	v.addInstances(doc)
	for _, g := range doc.Groups() {
		v.groups.add(g.ID, g)
		v.holds[g.ID] = doc.HoldsOne(g.ID)
	}
	for _, l := range doc.Layers() {
		v.layers.add(l.ID, l)
		for _, c := range doc.InLayer(l.ID) {
			if c.Part == nil {
				v.addCollider(c)
			}
		}
	}
	return v
}

func (v *version) addCollider(c *Collider) {
	v.colliders.add(c.ID, c)
	v.inLayer[c.Layer] = append(v.inLayer[c.Layer], c.ID)
}

// known returns the collider with the given id, or the deleted collider that was imported under it, or nil.
func (v *version) known(id ID) *Collider {
	if c := v.colliders.by[id]; c != nil {
		return c
	}
	if b := v.imported[id]; b != nil {
		return b.Collider
	}
	return nil
}

// separate gives records added by theirs new ids if ours added different ones under the same ids.
func (m *merger) separate() {
	b, o, t := m.base, m.ours, m.theirs
	r := renames{
		layers:    separated(layerKind(), b.layers, o.layers, t.layers, HashedLayerID),
		groups:    separated(groupKind(), b.groups, o.groups, t.groups, HashedGroupID),
		instances: separated(instanceKind(), b.instances, o.instances, t.instances, HashedInstanceID),
		colliders: map[ID]ID{},
	}
	separate := func(id ID) {
		ours, theirs := o.known(id), t.known(id)
		if ours != nil && b.known(id) == nil && r.colliders[id] == 0 && isCounted(uint64(id)) &&
			!isOneShape(ours, theirs) {
			r.colliders[id] = m.freshID(theirs)
		}
	}
	for _, id := range t.colliders.keys {
		separate(id)
	}
	for id := range t.imported {
		separate(id)
	}
	if len(r.layers)+len(r.groups)+len(r.instances)+len(r.colliders) > 0 {
		m.theirs = t.renamed(r)
	}
}

// separated returns new ids for the records of theirs whose ids ours gave to different records.
func separated[K recordID, T any](
	k recordKind[T], base, ours, theirs records[K, T], hashed func(uint64) K,
) map[K]K {
	out := map[K]K{}
	for id, t := range theirs.all() {
		o := ours.by[id]
		if o == nil || base.by[id] != nil || !isCounted(uint64(id)) || k.same(o, t) {
			continue
		}
		n := seedOf(k.record.Text(t))
		for base.by[hashed(n)] != nil || ours.by[hashed(n)] != nil || theirs.by[hashed(n)] != nil {
			n++
		}
		out[id] = hashed(n)
	}
	return out
}

// isCounted reports whether an id came from a counter, so that another branch may have used it for a different record.
// Random ids are larger.
func isCounted(id uint64) bool { return id <= 1<<53 }

// isOneShape reports whether two colliders added under the same id are the same: they are equal, or were imported from
// the same record of a file.
func isOneShape(a, b *Collider) bool {
	return a.Source != nil && a.Source.ID != "" && sameSource(a, b) || sameCollider(a, b)
}

// freshID returns an unused id, or the id that this shape got in an earlier merge, such as when a rebased branch is
// merged again. The id depends only on the shape, so that the same merge gives the same level.
func (m *merger) freshID(c *Collider) ID {
	seed := seedOf(colliderKind().record.Text(c))
	for n := seed; ; n++ {
		id := HashedID(n)
		if m.base.known(id) != nil || m.theirs.known(id) != nil {
			continue
		}
		ours, own := m.ours.known(id), *c
		own.ID = id
		if ours == nil || n == seed && sameCollider(ours, &own) {
			return id
		}
	}
}

func seedOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // a hash never fails
	return h.Sum64()
}

// renames holds the new ids of records by their old ones.
type renames struct {
	layers    map[LayerID]LayerID
	groups    map[GroupID]GroupID
	instances map[InstanceID]InstanceID
	colliders map[ID]ID
}

// renamedIn returns a function that returns the new id of a record, or its id if it keeps it.
func renamedIn[K comparable](to map[K]K) func(K) K {
	return func(id K) K {
		if fresh, ok := to[id]; ok {
			return fresh
		}
		return id
	}
}

func (v *version) renamed(r renames) *version {
	layerOf, groupOf := renamedIn(r.layers), renamedIn(r.groups)
	instanceOf, idOf := renamedIn(r.instances), renamedIn(r.colliders)
	collider := func(c *Collider) *Collider {
		follows := c.Path != nil && idOf(c.Path.Chain) != c.Path.Chain
		if idOf(c.ID) == c.ID && layerOf(c.Layer) == c.Layer && groupOf(c.GroupOf) == c.GroupOf && !follows {
			return c
		}
		out := *c
		out.ID, out.Layer, out.GroupOf = idOf(c.ID), layerOf(c.Layer), groupOf(c.GroupOf)
		if follows {
			path := *c.Path
			path.Chain = idOf(path.Chain)
			out.Path = &path
		}
		return &out
	}
	names := map[string]string{}
	addNames(names, r.layers)
	addNames(names, r.groups)
	addNames(names, r.instances)
	addNames(names, r.colliders)
	nameOf := renamedIn(names)
	s := *v.settings
	s.Conflicts = slices.Clone(s.Conflicts)
	for i, c := range s.Conflicts {
		s.Conflicts[i].ID = nameOf(c.ID)
	}
	s.Ignored = slices.Clone(s.Ignored)
	for i, e := range s.Ignored {
		s.Ignored[i] = e.Renamed(idOf, instanceOf)
	}
	s.Joints = slices.Clone(s.Joints)
	for i, e := range s.Joints {
		s.Joints[i] = e.Renamed(idOf, instanceOf)
	}
	s.Imports = slices.Clone(s.Imports)
	for i, im := range s.Imports {
		after := *im
		after.Base = slices.Clone(im.Base)
		for j := range after.Base {
			after.Base[j].Collider = collider(after.Base[j].Collider)
		}
		s.Imports[i] = &after
	}
	out := newVersion(&s, len(v.colliders.keys))
	for id, was := range v.groups.all() {
		g := *was
		g.ID, g.Layer, g.Parent = groupOf(id), layerOf(g.Layer), groupOf(g.Parent)
		out.groups.add(g.ID, &g)
		out.holds[g.ID] = v.holds[id]
	}
	for id, was := range v.instances.all() {
		i := *was
		i.ID, i.Layer, i.GroupOf = instanceOf(id), layerOf(i.Layer), groupOf(i.GroupOf)
		out.instances.add(i.ID, &i)
		out.below[i.ID] = nameOf(v.below[id])
	}
	for id, was := range v.layers.all() {
		l := *was
		l.ID = layerOf(id)
		out.layers.add(l.ID, &l)
	}
	for _, c := range v.colliders.all() {
		out.addCollider(collider(c))
	}
	return out
}

func addNames[K recordID](names map[string]string, renamed map[K]K) {
	for from, to := range renamed {
		names[from.String()] = to.String()
	}
}

// findOpen finds conflicts that the base leaves open and both sides have resolved, and conflicts that either side
// leaves open.
func (m *merger) findOpen() {
	m.open, m.stays = map[string]openKeys{}, map[string]undecided{}
	inBase, inOurs, inTheirs := setOf(m.base.settings.Conflicts), setOf(m.ours.settings.Conflicts),
		setOf(m.theirs.settings.Conflicts)
	for _, c := range union(m.ours.settings.Conflicts, m.theirs.settings.Conflicts) {
		if inBase[c] && !(inOurs[c] && inTheirs[c]) || c.IsWhole() {
			continue
		}
		of := m.stays[c.ID]
		m.stays[c.ID] = undecided{of.ours || inOurs[c], of.theirs || inTheirs[c]}
	}
	for _, c := range m.base.settings.Conflicts {
		if inOurs[c] || inTheirs[c] {
			continue
		}
		if m.open[c.ID] == nil {
			m.open[c.ID] = openKeys{}
		}
		m.open[c.ID][c.Key] = true
	}
}

// mergeRecords merges all records of a type.
func mergeRecords[K recordID, T any](m *merger, k recordKind[T], base, ours, theirs records[K, T]) records[K, T] {
	out := records[K, T]{union(ours.keys, theirs.keys), make(map[K]*T, len(ours.keys))}
	for _, id := range out.keys {
		name := id.String()
		r, conflicts := mergeRecord(k, base.by[id], ours.by[id], theirs.by[id], m.open[name], m.stays[name])
		if r != nil {
			out.by[id] = r
		}
		m.conflicts = append(m.conflicts, conflicts...)
	}
	return out
}

func union[K comparable](a, b []K) []K {
	in := setOf(a)
	return append(slices.Clone(a), kept(b, func(k K) bool { return !in[k] })...)
}

// keepLayers restores layers that one side deleted and the other side needs.
func (m *merger) keepLayers() {
	decided := map[string]bool{} // layers whose deletion is already a conflict
	needed := map[LayerID]bool{}
	for _, c := range m.conflicts {
		switch {
		case c.Key == LayerKey && c.Layer() != 0:
			decided[c.ID] = true
		case c.Ours != "" || !c.IsWhole():
		case c.Collider() != 0: // the user may choose theirs
			needed[m.theirs.colliders.by[c.Collider()].Layer] = true
		case c.Group() != 0:
			needed[m.theirs.groups.by[c.Group()].Layer] = true
		case c.Instance() != 0:
			needed[m.theirs.instances.by[c.Instance()].Layer] = true
		}
	}
	holds := map[LayerID]bool{}
	for _, c := range m.colliders.by {
		holds[c.Layer] = true
	}
	for _, i := range m.instances.by {
		holds[i.Layer] = true
	}
	for _, id := range m.layers.keys {
		if m.layers.by[id] != nil || !needed[id] && !holds[id] {
			continue
		}
		b, o, t := m.base.layers.by[id], m.ours.layers.by[id], m.theirs.layers.by[id]
		if !decided[id.String()] {
			m.conflicts = append(m.conflicts, wholeConflict(layerKind(), b, o, t))
		}
		if !holds[id] {
			continue
		}
		if m.layers.by[id] = o; o == nil {
			m.layers.by[id] = t
		}
		m.note("layer %v %q was deleted on one side but stays: the other side's shapes need it", id,
			quote.Excerpt(m.layers.by[id].Name))
	}
}

// orderRecords orders the layers, and the colliders in each layer. Colliders that followed their group to a layer where
// neither side has them are on top.
func (m *merger) orderRecords() {
	base, ours, theirs := m.base.layers.keys, m.ours.layers.keys, m.theirs.layers.keys
	m.layerOrder = orderOf(m, base, ours, theirs, func(id LayerID) bool { return m.layers.by[id] != nil })
	m.inLayer = map[LayerID][]ID{}
	for _, l := range m.layerOrder {
		m.inLayer[l] = orderOf(m, m.base.inLayer[l], m.ours.inLayer[l], m.theirs.inLayer[l], func(id ID) bool {
			c := m.colliders.by[id]
			return c != nil && c.Layer == l
		})
	}
	isThere := func(c, side *Collider) bool { return side != nil && side.Layer == c.Layer }
	for id, c := range m.colliders.all() {
		if !isThere(c, m.ours.colliders.by[id]) && !isThere(c, m.theirs.colliders.by[id]) {
			m.inLayer[c.Layer] = append(m.inLayer[c.Layer], id)
		}
	}
}

// orderOf merges an order and adds a conflict for each key that the sides moved to different places.
func orderOf[K recordID](m *merger, base, ours, theirs []K, keep func(K) bool) []K {
	order := mergeOrder(base, ours, theirs, keep)
	if len(order.moved) == 0 {
		return order.keys
	}
	b, o, t := behind(base, keep), behind(ours, keep), behind(theirs, keep)
	for _, k := range order.moved {
		m.conflicts = append(m.conflicts, Conflict{
			ID: k.String(), Key: OrderKey, Base: b(k), Ours: o(k), Theirs: t(k),
		})
	}
	return order.keys
}

// behind returns a function that returns the predecessor of a key among the kept keys of the list: an id,
// FirstInOrder, or "" for a key that is not in the list.
func behind[K recordID](list []K, keep func(K) bool) func(K) string {
	list = kept(list, keep)
	at := places(list)
	return func(k K) string {
		switch i, ok := at[k]; {
		case !ok:
			return ""
		case i == 0:
			return FirstInOrder
		default:
			return list[i-1].String()
		}
	}
}

// inherit keeps the existing conflicts of ours and theirs, except conflicts of the base that either side resolved.
func (m *merger) inherit() {
	fresh := setOf(m.conflicts)
	inBase, inOurs, inTheirs := setOf(m.base.settings.Conflicts), setOf(m.ours.settings.Conflicts),
		setOf(m.theirs.settings.Conflicts)
	var out []Conflict
	for _, c := range union(m.ours.settings.Conflicts, m.theirs.settings.Conflicts) {
		if inOurs[c] && inTheirs[c] || !inBase[c] && !fresh[c] {
			out = append(out, c)
		}
	}
	known := setOf(out)
	m.settings.Conflicts = append(out, kept(m.conflicts, func(c Conflict) bool { return !known[c] })...)
	if len(m.settings.Conflicts) == 0 {
		m.settings.Conflicts = nil
	}
}

// document builds the merged level.
func (m *merger) document() (*Document, error) {
	doc, err := NewDocument(m.settings)
	if err != nil {
		return nil, fmt.Errorf("the merged level is not valid: %w", err)
	}
	var d Diff
	for _, g := range m.groups.all() {
		d.Groups = append(d.Groups, Added(g))
	}
	for i, id := range m.layerOrder {
		l := *m.layers.by[id]
		l.Order = float64(i + 1)
		d.Layers = append(d.Layers, Added(&l))
		for j, id := range m.inLayer[id] {
			c := m.colliders.by[id]
			if order := float64(j + 1); c.Order != order {
				moved := *c
				moved.Order = order
				c = &moved
			}
			d.Colliders = append(d.Colliders, Added(c))
		}
	}
	d.Instances = m.placedInstances(d.Colliders)
	if len(d.Layers) != len(m.layers.by) || len(d.Instances) != len(m.instances.by) ||
		len(d.Colliders) != len(m.colliders.by) {
		return nil, errors.New("the merge would lose shapes, instances or layers")
	}
	if err := doc.Apply(d); err != nil {
		return nil, fmt.Errorf("the merged level is not valid: %w", err)
	}
	return doc, nil
}
