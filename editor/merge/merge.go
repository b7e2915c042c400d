package merge

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Result is the result of a merge.
type Result struct {
	Document  *level.Document  // valid; its settings hold the conflicts
	Conflicts []level.Conflict // the new conflicts; the document also holds the earlier conflicts of ours and theirs
	Notes     []string         // other information for the user
}

// Merge merges the changes from base to ours and to theirs. It modifies none of the three.
func Merge(base, ours, theirs *level.Document) (*Result, error) {
	m := &merger{
		base: versionOf(base), ours: versionOf(ours), theirs: versionOf(theirs),
		layers: map[level.LayerID]*level.Layer{}, groups: map[level.GroupID]*level.Group{},
		colliders: map[level.ID]*level.Collider{},
		instances: map[level.InstanceID]*level.Instance{},
	}
	m.separate()
	m.findOpen()
	m.findUsed()
	b, o, t := m.base, m.ours, m.theirs
	m.layerIDs = mergeRecords(m, layerKind(), o.layerIDs, t.layerIDs, m.layers, b.layers, o.layers, t.layers)
	m.groupIDs = mergeRecords(m, groupKind(), o.groupIDs, t.groupIDs, m.groups, b.groups, o.groups, t.groups)
	m.instanceIDs = mergeRecords(m, instanceKind(), o.instanceIDs, t.instanceIDs, m.instances, b.instances, o.instances,
		t.instances)
	m.colliderIDs = mergeRecords(m, colliderKind(), o.ids, t.ids, m.colliders, b.colliders, o.colliders, t.colliders)
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
	return &Result{Document: doc, Conflicts: m.conflicts, Notes: m.notes}, nil
}

// merger is a merge in progress.
type merger struct {
	base, ours, theirs *version

	open  map[string]openKeys  // by record id
	stays map[string]undecided // by record id
	users map[string]string    // a record, added or changed by a side, that refers to the record with this id

	settings  *level.Settings
	layers    map[level.LayerID]*level.Layer
	groups    map[level.GroupID]*level.Group
	instances map[level.InstanceID]*level.Instance
	colliders map[level.ID]*level.Collider
	// The ids of ours and theirs, in order of first appearance.
	layerIDs    []level.LayerID
	groupIDs    []level.GroupID
	instanceIDs []level.InstanceID
	colliderIDs []level.ID

	layerOrder []level.LayerID
	inLayer    map[level.LayerID][]level.ID // in drawing order

	conflicts []level.Conflict
	notes     []string
}

// version is one of the three levels, with its records by id.
type version struct {
	settings  *level.Settings
	layers    map[level.LayerID]*level.Layer
	groups    map[level.GroupID]*level.Group
	instances map[level.InstanceID]*level.Instance // with Order 0
	below     map[level.InstanceID]string          // like the value of level.OrderKey; empty for the top
	colliders map[level.ID]*level.Collider
	imported  map[level.ID]*level.Imported // from the imports of the settings

	layerIDs    []level.LayerID
	groupIDs    []level.GroupID
	instanceIDs []level.InstanceID

	holds   map[level.GroupID]bool // whether the group holds a collider
	inLayer map[level.LayerID][]level.ID
	ids     []level.ID // of the colliders, in drawing order
}

// newVersion returns a version without records. size estimates the number of its colliders.
func newVersion(s *level.Settings, size int) *version {
	v := &version{
		settings: s, layers: map[level.LayerID]*level.Layer{}, groups: map[level.GroupID]*level.Group{},
		instances: map[level.InstanceID]*level.Instance{}, below: map[level.InstanceID]string{},
		colliders: make(map[level.ID]*level.Collider, size), imported: map[level.ID]*level.Imported{},
		holds: map[level.GroupID]bool{}, inLayer: map[level.LayerID][]level.ID{}, ids: make([]level.ID, 0, size),
	}
	for _, m := range s.Imports {
		for i := range m.Base {
			v.imported[m.Base[i].ID] = &m.Base[i]
		}
	}
	return v
}

func versionOf(doc *level.Document) *version {
	v := newVersion(doc.Settings(), doc.Len())
	v.addInstances(doc)
	for _, g := range doc.Groups() {
		v.groups[g.ID] = g
		v.groupIDs = append(v.groupIDs, g.ID)
		v.holds[g.ID] = doc.HoldsOne(g.ID)
	}
	for _, l := range doc.Layers() {
		v.layers[l.ID] = l
		v.layerIDs = append(v.layerIDs, l.ID)
		for _, c := range doc.InLayer(l.ID) {
			if c.Part != nil {
				continue // defined by its instance
			}
			v.colliders[c.ID] = c
			v.inLayer[l.ID] = append(v.inLayer[l.ID], c.ID)
			v.ids = append(v.ids, c.ID)
		}
	}
	return v
}

// known returns the collider with the given id, or the deleted collider that was imported under it, or nil.
func (v *version) known(id level.ID) *level.Collider {
	if c := v.colliders[id]; c != nil {
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
		layers: separated(layerKind(), t.layerIDs, b.layers, o.layers, t.layers, level.HashedLayerID),
		groups: separated(groupKind(), t.groupIDs, b.groups, o.groups, t.groups, level.HashedGroupID),
		instances: separated(instanceKind(), t.instanceIDs, b.instances, o.instances, t.instances,
			level.HashedInstanceID),
		colliders: map[level.ID]level.ID{},
	}
	separate := func(id level.ID) {
		ours, theirs := o.known(id), t.known(id)
		if ours != nil && b.known(id) == nil && r.colliders[id] == 0 && isCounted(uint64(id)) &&
			!isOneShape(ours, theirs) {
			r.colliders[id] = m.freshID(theirs)
		}
	}
	for _, id := range t.ids {
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
	k recordKind[T], ids []K, base, ours, theirs map[K]*T, hashed func(uint64) K,
) map[K]K {
	out := map[K]K{}
	for _, id := range ids {
		o, t := ours[id], theirs[id]
		if o == nil || base[id] != nil || !isCounted(uint64(id)) || k.same(o, t) {
			continue
		}
		n := seedOf(k.record.Text(t))
		for base[hashed(n)] != nil || ours[hashed(n)] != nil || theirs[hashed(n)] != nil {
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
func isOneShape(a, b *level.Collider) bool {
	if a.Source != nil && b.Source != nil && a.Source.ID != "" && *a.Source == *b.Source {
		return true
	}
	return sameCollider(a, b)
}

// freshID returns an unused id, or the id that this shape got in an earlier merge, such as when a rebased branch is
// merged again. The id depends only on the shape, so that the same merge gives the same level.
func (m *merger) freshID(c *level.Collider) level.ID {
	seed := seedOf(colliderKind().record.Text(c))
	for n := seed; ; n++ {
		id := level.HashedID(n)
		if m.base.known(id) != nil || m.theirs.known(id) != nil {
			continue
		}
		if ours := m.ours.known(id); ours == nil || n == seed && sameContent(ours, c) {
			return id
		}
	}
}

// sameContent compares colliders like sameCollider, but ignores their ids.
func sameContent(a, b *level.Collider) bool {
	c := *b
	c.ID = a.ID
	return sameCollider(a, &c)
}

func seedOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // a hash never fails
	return h.Sum64()
}

// renames holds the new ids of records by their old ones.
type renames struct {
	layers    map[level.LayerID]level.LayerID
	groups    map[level.GroupID]level.GroupID
	instances map[level.InstanceID]level.InstanceID
	colliders map[level.ID]level.ID
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
	collider := func(c *level.Collider) *level.Collider {
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
	s := *v.settings
	s.Conflicts = slices.Clone(s.Conflicts)
	for i := range s.Conflicts {
		c := &s.Conflicts[i]
		if id := c.Collider(); id != 0 {
			c.ID = idOf(id).String()
		}
		if id := c.Layer(); id != 0 {
			c.ID = layerOf(id).String()
		}
		if id := c.Group(); id != 0 {
			c.ID = groupOf(id).String()
		}
		if id := c.Instance(); id != 0 {
			c.ID = instanceOf(id).String()
		}
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
	out := newVersion(&s, len(v.colliders))
	for _, id := range v.groupIDs {
		g := *v.groups[id]
		g.ID, g.Layer, g.Parent = groupOf(id), layerOf(g.Layer), groupOf(g.Parent)
		out.groups[g.ID], out.holds[g.ID] = &g, v.holds[id]
		out.groupIDs = append(out.groupIDs, g.ID)
	}
	for _, id := range v.instanceIDs {
		i := *v.instances[id]
		i.ID, i.Layer, i.GroupOf = instanceOf(id), layerOf(i.Layer), groupOf(i.GroupOf)
		out.instances[i.ID] = &i
		out.instanceIDs = append(out.instanceIDs, i.ID)
		if at := v.below[id]; at != "" {
			if c, err := level.ParseID(at); err == nil {
				at = idOf(c).String()
			}
			out.below[i.ID] = at
		}
	}
	for _, id := range v.layerIDs {
		l := *v.layers[id]
		l.ID = layerOf(id)
		out.layers[l.ID] = &l
		out.layerIDs = append(out.layerIDs, l.ID)
		for _, id := range v.inLayer[id] {
			c := collider(v.colliders[id])
			out.colliders[c.ID] = c
			out.inLayer[l.ID] = append(out.inLayer[l.ID], c.ID)
			out.ids = append(out.ids, c.ID)
		}
	}
	return out
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

// mergeRecords merges all records of a type, and returns the ids of both sides.
func mergeRecords[K recordID, T any](
	m *merger, k recordKind[T], inOurs, inTheirs []K, to, base, ours, theirs map[K]*T,
) []K {
	ids := union(inOurs, inTheirs)
	for _, id := range ids {
		name := id.String()
		r, conflicts := mergeRecord(k, base[id], ours[id], theirs[id], m.open[name], m.stays[name])
		if r != nil {
			to[id] = r
		}
		m.conflicts = append(m.conflicts, conflicts...)
	}
	return ids
}

func union[K comparable](a, b []K) []K {
	in := setOf(a)
	return append(slices.Clone(a), kept(b, func(k K) bool { return !in[k] })...)
}

// keepLayers restores layers that one side deleted and the other side needs.
func (m *merger) keepLayers() {
	decided := map[string]bool{} // layers whose deletion is already a conflict
	needed := map[level.LayerID]bool{}
	for _, c := range m.conflicts {
		switch {
		case c.Key == level.LayerKey && c.Layer() != 0:
			decided[c.ID] = true
		case c.Ours != "" || !c.IsWhole():
		case c.Collider() != 0: // the user may choose theirs
			needed[m.theirs.colliders[c.Collider()].Layer] = true
		case c.Group() != 0:
			needed[m.theirs.groups[c.Group()].Layer] = true
		case c.Instance() != 0:
			needed[m.theirs.instances[c.Instance()].Layer] = true
		}
	}
	holds := map[level.LayerID]bool{}
	for _, c := range m.colliders {
		holds[c.Layer] = true
	}
	for _, i := range m.instances {
		holds[i.Layer] = true
	}
	for _, id := range m.layerIDs {
		if m.layers[id] != nil || !needed[id] && !holds[id] {
			continue
		}
		b, o, t := m.base.layers[id], m.ours.layers[id], m.theirs.layers[id]
		if !decided[id.String()] {
			m.conflicts = append(m.conflicts, wholeConflict(layerKind(), b, o, t))
		}
		if !holds[id] {
			continue
		}
		if m.layers[id] = o; o == nil {
			m.layers[id] = t
		}
		m.note("layer %v %q was deleted on one side but stays: the other side's shapes need it", id,
			quote.Excerpt(m.layers[id].Name))
	}
}

// orderRecords orders the layers, and the colliders in each layer. Colliders that followed their group to a layer where
// neither side has them are on top.
func (m *merger) orderRecords() {
	m.layerOrder = orderOf(m, m.base.layerIDs, m.ours.layerIDs, m.theirs.layerIDs, func(id level.LayerID) bool {
		return m.layers[id] != nil
	})
	m.inLayer = map[level.LayerID][]level.ID{}
	for _, l := range m.layerOrder {
		m.inLayer[l] = orderOf(m, m.base.inLayer[l], m.ours.inLayer[l], m.theirs.inLayer[l], func(id level.ID) bool {
			c := m.colliders[id]
			return c != nil && c.Layer == l
		})
	}
	isThere := func(c, side *level.Collider) bool { return side != nil && side.Layer == c.Layer }
	for _, id := range m.colliderIDs {
		c := m.colliders[id]
		if c != nil && !isThere(c, m.ours.colliders[id]) && !isThere(c, m.theirs.colliders[id]) {
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
		m.conflicts = append(m.conflicts, level.Conflict{
			ID: k.String(), Key: level.OrderKey, Base: b(k), Ours: o(k),
			Theirs: t(k),
		})
	}
	return order.keys
}

// behind returns a function that returns the predecessor of a key among the kept keys of the list: an id,
// level.FirstInOrder, or "" for a key that is not in the list.
func behind[K recordID](list []K, keep func(K) bool) func(K) string {
	list = kept(list, keep)
	at := places(list)
	return func(k K) string {
		switch i, ok := at[k]; {
		case !ok:
			return ""
		case i == 0:
			return level.FirstInOrder
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
	var out []level.Conflict
	for _, c := range union(m.ours.settings.Conflicts, m.theirs.settings.Conflicts) {
		if inOurs[c] && inTheirs[c] || !inBase[c] && !fresh[c] {
			out = append(out, c)
		}
	}
	known := setOf(out)
	m.settings.Conflicts = append(out, kept(m.conflicts, func(c level.Conflict) bool { return !known[c] })...)
	if len(m.settings.Conflicts) == 0 {
		m.settings.Conflicts = nil
	}
}

// document builds the merged level.
func (m *merger) document() (*level.Document, error) {
	doc, err := level.NewDocument(m.settings)
	if err != nil {
		return nil, fmt.Errorf("the merged level is not valid: %w", err)
	}
	var d level.Diff
	for _, id := range m.groupIDs {
		if g := m.groups[id]; g != nil {
			d.Groups = append(d.Groups, level.Added(g))
		}
	}
	for i, id := range m.layerOrder {
		l := *m.layers[id]
		l.Order = float64(i + 1)
		d.Layers = append(d.Layers, level.Added(&l))
		for j, id := range m.inLayer[id] {
			c := m.colliders[id]
			if order := float64(j + 1); c.Order != order {
				moved := *c
				moved.Order = order
				c = &moved
			}
			d.Colliders = append(d.Colliders, level.Added(c))
		}
	}
	d.Instances = m.placedInstances(d.Colliders)
	if len(d.Layers) != len(m.layers) || len(d.Instances) != len(m.instances) || len(d.Colliders) != len(m.colliders) {
		return nil, errors.New("the merge would lose shapes, instances or layers")
	}
	if err := doc.Apply(d); err != nil {
		return nil, fmt.Errorf("the merged level is not valid: %w", err)
	}
	return doc, nil
}
