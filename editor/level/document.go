package level

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"fillet/collision"
)

// Document is the level being edited. It belongs to one goroutine; give others a [Document.Snapshot].
type Document struct {
	settings  *Settings
	layers    map[LayerID]*Layer
	colliders table

	layerOrder []*Layer              // in drawing order
	members    map[LayerID]*sequence // each layer's colliders, in drawing order

	groups    map[GroupID]*groupEntry
	groupList []*Group // by id; nil if it must be rebuilt

	instances    map[InstanceID]*instanceEntry
	instanceList []*Instance         // in drawing order; nil if it must be rebuilt
	expander     Expander            // nil if instances have no parts
	bare         map[InstanceID]bool // instances without parts
	parts        int                 // the number of colliders that are parts of instances
	extraLines   int                 // the sum of the extraLines of the other colliders

	ids           IDSource
	givenIDs      map[ID]bool // ids given by NewID, and ids of removed colliders
	givenLayerIDs map[LayerID]bool
	givenGroupIDs map[GroupID]bool

	givenInstanceIDs map[InstanceID]bool
	imports          []*Import // the imports that importedIDs was built from
	importedIDs      map[ID]bool

	warnings []*ReadError // problems in the file that it was read from
	mark     uint32       // mark of the last diff

	subscribers []*subscriber
}

type subscriber struct{ notify func(Diff) }

// NewDocument returns a document with the given settings, no layers and no colliders.
func NewDocument(s *Settings) (*Document, error) {
	if err := checkSettings(s); err != nil {
		return nil, err
	}
	return &Document{
		settings: s, layers: map[LayerID]*Layer{},
		members: map[LayerID]*sequence{},
		ids:     RandomIDs, givenIDs: map[ID]bool{}, givenLayerIDs: map[LayerID]bool{},
		givenGroupIDs: map[GroupID]bool{}, givenInstanceIDs: map[InstanceID]bool{},
	}, nil
}

// Settings returns the level's settings record.
func (d *Document) Settings() *Settings { return d.settings }

// Layers returns the layers in drawing order. The caller must not change the slice.
func (d *Document) Layers() []*Layer { return slices.Clip(d.layerOrder) }

// Layer returns the layer with the given id, or nil.
func (d *Document) Layer(id LayerID) *Layer { return d.layers[id] }

// Collider returns the collider with the given id, or nil.
func (d *Document) Collider(id ID) *Collider { return d.colliders.get(id).record }

// Baked returns the baked shape of the collider with the given id, or nil.
func (d *Document) Baked(id ID) *Baked { return d.colliders.get(id).baked }

// Key returns a small number that identifies a collider for as long as it exists, and never another one. It is the key
// of the collider's body in a collision world. In a document that was just read, keys count from 1 in drawing order. A
// removed collider keeps its key until the subscribers have been notified; 0 is no key.
func (d *Document) Key(id ID) collision.Key { return d.colliders.key(id) }

// At returns the collider with the given key, or nil if it is gone.
func (d *Document) At(k collision.Key) *Collider {
	if e := d.colliders.keyed(k); e != nil {
		return e.record
	}
	return nil
}

// Len returns the number of colliders.
func (d *Document) Len() int { return d.colliders.len }

// InLayer returns a layer's colliders in drawing order. The caller must not change the slice; the next Apply may.
func (d *Document) InLayer(id LayerID) []*Collider {
	s := d.members[id]
	if s == nil {
		return nil
	}
	s.sort(&d.colliders)
	return s.records
}

// Title returns a collider's name for lists. For an unnamed collider, it is the layer's name and the collider's number
// in the layer, which tells unnamed colliders apart.
func (d *Document) Title(c *Collider) string {
	l := d.Layer(c.Layer)
	if c.Name != "" || l == nil || l.Name == "" {
		return c.Label()
	}
	at, found := slices.BinarySearchFunc(d.InLayer(c.Layer), c, drawnBefore)
	if !found {
		return c.Label()
	}
	return l.Name + " " + strconv.Itoa(at+1)
}

// Colliders yields every collider in drawing order: layer by layer, then by Order.
func (d *Document) Colliders() iter.Seq[*Collider] {
	return func(yield func(*Collider) bool) {
		for _, l := range d.layerOrder {
			for _, c := range d.InLayer(l.ID) {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// UseIDs replaces the source of the ids of new records, which is random by default.
func (d *Document) UseIDs(from IDSource) { d.ids = from }

// NewID returns an id that no collider of the document has had since it was opened, and that it has not returned
// before.
func (d *Document) NewID() ID { return newID(d, ColliderLetter, d.givenIDs, d.HasID) }

// newID returns an id that is neither in use nor in given, and adds it to given.
func newID[K ~uint64](d *Document, letter byte, given map[K]bool, isUsed func(K) bool) K {
	for {
		id := K(d.ids(letter))
		if !given[id] && !isUsed(id) {
			given[id] = true
			return id
		}
	}
}

// Warnings returns the faults that reading the document's file repaired, with their positions: duplicate ids.
func (d *Document) Warnings() []*ReadError { return d.warnings }

// HasID reports whether a collider has the id, or had it when it was imported and then deleted.
func (d *Document) HasID(id ID) bool {
	slot, _ := d.colliders.find(id)
	return slot != 0 || d.wasImported(id)
}

// wasImported reports whether the id belongs to an imported collider: a deleted one may come back.
func (d *Document) wasImported(id ID) bool {
	if imports := d.settings.Imports; !slices.Equal(imports, d.imports) {
		d.imports, d.importedIDs = imports, map[ID]bool{}
		for _, m := range imports {
			for i := range m.Base {
				d.importedIDs[m.Base[i].ID] = true
			}
		}
	}
	return d.importedIDs[id]
}

// NewLayerID returns an id that no layer of the document has had since it was opened, and that it has not returned
// before.
func (d *Document) NewLayerID() LayerID {
	return newID(d, LayerLetter, d.givenLayerIDs, func(id LayerID) bool { return d.layers[id] != nil })
}

// TopOrder returns an Order above every collider of the layer.
func (d *Document) TopOrder(id LayerID) float64 {
	cs := d.InLayer(id)
	if len(cs) == 0 {
		return 1
	}
	return cs[len(cs)-1].Order + 1
}

// Visible reports whether a collider is drawn: neither it, nor its layer, nor a group that contains it is hidden.
func (d *Document) Visible(c *Collider) bool {
	return !c.Hidden && !d.layers[c.Layer].Hidden && (c.GroupOf == 0 || !d.group(c.GroupOf).hidden)
}

// Locked reports whether a collider cannot be changed because it, its layer or a group that contains it is locked.
func (d *Document) Locked(c *Collider) bool {
	return c.Locked || d.layers[c.Layer].Locked || c.GroupOf != 0 && d.group(c.GroupOf).locked
}

// Editable reports whether a collider can be picked and changed on the canvas: visible and not locked.
func (d *Document) Editable(c *Collider) bool { return d.Visible(c) && !d.Locked(c) }

// Subscribe calls notify after every Apply, with its diff, until the returned function is called.
func (d *Document) Subscribe(notify func(Diff)) (cancel func()) {
	s := &subscriber{notify}
	d.subscribers = append(d.subscribers, s)
	return func() {
		d.subscribers = slices.DeleteFunc(slices.Clone(d.subscribers), func(o *subscriber) bool { return o == s })
	}
}

// ErrStale reports a diff whose records have changed since it was made.
var ErrStale = errors.New("the level has changed since this change was prepared")

// Apply makes every change in the diff, or makes none and returns an error: for an invalid record, for a missing layer,
// or [ErrStale] for a change whose Before is not the current record.
func (d *Document) Apply(diff Diff) error {
	if diff.IsEmpty() {
		return nil
	}
	diff, err := d.Reduce(diff)
	if err != nil || diff.IsEmpty() {
		return err
	}
	return d.apply(diff, nil)
}

// apply applies a diff without parts, and expands the instances in again once more.
func (d *Document) apply(diff Diff, again map[InstanceID]bool) error {
	lines, err := d.checkLines(diff.Colliders)
	if err != nil {
		return err
	}
	parts := d.derive(diff, cmp.Or(diff.Settings.After, d.settings), again)
	own := len(diff.Colliders)
	diff.Colliders = append(slices.Clip(diff.Colliders), parts.colliders...)
	baked, err := d.check(diff, own, parts.baked)
	if err != nil {
		// in reverse, so that the first gets the first slot next time as well
		for _, c := range slices.Backward(diff.Colliders) {
			if c.After != nil {
				d.colliders.release(c.After.ID)
			}
		}
		return err
	}
	d.extraLines = lines
	if diff.Settings.After != nil {
		d.settings = diff.Settings.After
	}
	d.applyLayers(diff.Layers)
	d.applyGroups(diff.Groups)
	d.makeRoom(diff.Colliders)
	for i, c := range diff.Colliders {
		d.applyCollider(c, baked[i])
		d.regroup(c)
	}
	d.removeGroups(diff.Groups)
	d.applyInstances(parts.entries)
	if len(diff.Layers) > 0 {
		d.instanceList = nil // the order of the layers has changed
	}
	for _, c := range diff.Layers {
		if c.After == nil {
			delete(d.members, c.Before.ID) // only now, after its colliders have left it
		}
	}
	for _, s := range d.subscribers {
		s.notify(diff)
	}
	for _, c := range slices.Backward(diff.Colliders) {
		if c.After == nil {
			d.colliders.retire(c.Before.ID)
			d.givenIDs[c.Before.ID] = true
		}
	}
	return nil
}

// applyLayers rebuilds the list of layers once for all changes of a diff, or appends to it.
func (d *Document) applyLayers(changes []Change[Layer]) {
	if len(changes) == 0 {
		return
	}
	inOrder := func(a, b *Layer) int { return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID)) }
	onTop := true // all are new and on top, as when a file is imported layer by layer
	last := (*Layer)(nil)
	if n := len(d.layerOrder); n > 0 {
		last = d.layerOrder[n-1]
	}
	for _, c := range changes {
		onTop = onTop && c.Before == nil && (last == nil || inOrder(last, c.After) < 0)
		last = c.After
		if c.After == nil {
			delete(d.layers, c.Before.ID)
			d.givenLayerIDs[c.Before.ID] = true
			continue
		}
		d.layers[c.After.ID] = c.After
	}
	if onTop {
		for _, c := range changes {
			d.layerOrder = append(d.layerOrder, c.After) // does not change what Layers returned
		}
		return
	}
	order := make([]*Layer, 0, len(d.layers))
	for _, l := range d.layerOrder {
		if now := d.layers[l.ID]; now != nil {
			order = append(order, now)
		}
	}
	for _, c := range changes {
		if c.Before == nil {
			order = append(order, c.After)
		}
	}
	slices.SortFunc(order, inOrder)
	d.layerOrder = order
}

// makeRoom grows the layers' lists once for many new colliders.
func (d *Document) makeRoom(changes []Change[Collider]) {
	more := map[LayerID]int{}
	for _, c := range changes {
		if c.Before == nil {
			more[c.After.Layer]++
		}
	}
	for id, n := range more {
		s := d.sequence(id)
		s.records = slices.Grow(s.records, n)
	}
}

func (d *Document) applyCollider(c Change[Collider], baked *Baked) {
	t := &d.colliders
	if c.After == nil {
		d.sequence(c.Before.Layer).remove(t.at(c.Before.ID))
		t.empty(c.Before.ID)
		return
	}
	if c.Before == nil {
		t.put(c.After.ID, c.After, baked)
		d.sequence(c.After.Layer).add(t, c.After)
		return
	}
	e := t.at(c.After.ID)
	if c.Before.Layer == c.After.Layer && c.Before.Order == c.After.Order {
		d.sequence(c.After.Layer).records[e.place] = c.After
		e.record, e.baked = c.After, baked
		return
	}
	d.sequence(c.Before.Layer).remove(e)
	e.record, e.baked = c.After, baked
	d.sequence(c.After.Layer).add(t, c.After)
}

func (d *Document) sequence(id LayerID) *sequence {
	s := d.members[id]
	if s == nil {
		s = &sequence{}
		d.members[id] = s
	}
	return s
}

// check returns the first error in the diff, and bakes its new shapes. The colliders from index own on are parts, whose
// pieces are known.
func (d *Document) check(diff Diff, own int, known []*Baked) ([]*Baked, error) {
	settings := d.settings
	if s := diff.Settings; s.After != nil {
		if s.Before != d.settings {
			return nil, fmt.Errorf("settings: %w", ErrStale)
		}
		if err := checkSettings(s.After); err != nil {
			return nil, err
		}
		settings = s.After
	} else if s.Before != nil {
		return nil, errors.New("the settings cannot be removed")
	}

	added, removed, err := d.checkLayers(diff.Layers)
	if err != nil {
		return nil, err
	}
	hasLayer := func(id LayerID) bool { return !removed[id] && (d.layers[id] != nil || added[id]) }
	groups, err := d.checkGroups(diff.Groups, hasLayer)
	if err != nil {
		return nil, err
	}

	if err := d.checkInstances(diff, groups, hasLayer); err != nil {
		return nil, err
	}

	d.mark++
	d.colliders.grow(diff.Colliders)
	leaving := map[LayerID]int{} // how many colliders each removed layer loses
	fresh := 0                   // how many colliders have a new shape
	baked := make([]*Baked, own, len(diff.Colliders))
	baked = append(baked, known...)
	for i, c := range diff.Colliders {
		id, err := checkChange(c, func(c *Collider) ID { return c.ID }, d.Collider)
		if err != nil {
			return nil, fmt.Errorf("collider %v: %w", id, err)
		}
		if !d.colliders.claim(id, d.mark) {
			return nil, fmt.Errorf("collider %v appears twice in one change", id)
		}
		if c.Before != nil && len(removed) > 0 {
			leaving[c.Before.Layer]++
		}
		if err := groups.collider(c); err != nil {
			return nil, cmp.Or(c.After, c.Before).wrap(err)
		}
		if c.After == nil || i >= own {
			continue
		}
		if d.isPart(c.After) {
			return nil, c.After.wrap(errors.New("it is a part of an instance"))
		}
		if !hasLayer(c.After.Layer) {
			return nil, fmt.Errorf("collider %v: there is no layer %v", id, c.After.Layer)
		}
		if err := c.After.Validate(settings); err != nil {
			return nil, err
		}
		if old := d.colliders.get(id); old.record != nil && old.record.Shape.Equal(c.After.Shape) {
			baked[i] = old.baked
		} else {
			fresh++
		}
	}
	if err := bakeAll(diff.Colliders[:own], baked[:own], fresh); err != nil {
		return nil, err
	}
	for id := range removed {
		if s := d.members[id]; s != nil && len(s.records)-s.gaps > leaving[id] {
			return nil, fmt.Errorf("layer %v still holds colliders", id)
		}
	}
	if err := groups.finish(removed); err != nil {
		return nil, err
	}
	if diff.Settings.After != nil {
		if err := d.checkCategories(settings); err != nil {
			return nil, err
		}
	}
	return baked, nil
}

// checkLayers returns the first error in changes to layers, or else the layers that they add or change, and the layers
// that they remove.
func (d *Document) checkLayers(changes []Change[Layer]) (added, removed map[LayerID]bool, err error) {
	added, removed = map[LayerID]bool{}, map[LayerID]bool{}
	for _, c := range changes {
		id, err := checkChange(c, func(l *Layer) LayerID { return l.ID }, d.Layer)
		if err != nil {
			return nil, nil, fmt.Errorf("layer %v: %w", id, err)
		}
		if added[id] || removed[id] {
			return nil, nil, fmt.Errorf("layer %v appears twice in one change", id)
		}
		if c.After == nil {
			removed[id] = true
			continue
		}
		added[id] = true
		if err := c.After.Check(); err != nil {
			return nil, nil, err
		}
	}
	return added, removed, nil
}

// checkCategories returns an error for a collider outside the diff that uses a category missing from the new settings.
func (d *Document) checkCategories(s *Settings) error {
	for c := range d.Colliders() {
		if d.colliders.at(c.ID).mark == d.mark {
			continue
		}
		if err := c.checkCategories(s); err != nil {
			return c.wrap(err)
		}
	}
	return nil
}

func checkChange[T any, K comparable](c Change[T], key func(*T) K, current func(K) *T) (K, error) {
	var id K
	switch {
	case c.Before == nil && c.After == nil:
		return id, errors.New("an empty change")
	case c.Before == nil:
		id = key(c.After)
		if current(id) != nil {
			return id, fmt.Errorf("%w: it already exists", ErrStale)
		}
	default:
		id = key(c.Before)
		if current(id) != c.Before {
			return id, ErrStale
		}
		if c.After != nil && key(c.After) != id {
			return id, errors.New("a change cannot replace a record's id")
		}
	}
	return id, nil
}

// Undecided returns the level's conflicts, each with the level's current value as ours, because that may have changed
// since the merge.
func (d *Document) Undecided() []Conflict {
	out := slices.Clone(d.Settings().Conflicts)
	for i, c := range out {
		out[i] = ConflictNow(c, d.Settings(), d.Collider(c.Collider()), d.Layer(c.Layer()), d.Group(c.Group()),
			d.Instance(c.Instance()))
	}
	return out
}

// Snapshot returns the document's current state.
func (d *Document) Snapshot() Snapshot {
	s := Snapshot{
		Settings: d.settings, Layers: make([]LayerSnapshot, len(d.layerOrder)), Groups: d.Groups(),
		Instances: d.Instances(), Placed: PlacedJoints(d),
	}
	for _, i := range s.Instances {
		if err := d.InstanceProblem(i.ID); err != nil {
			s.Problems = append(s.Problems, &InstanceError{ID: i.ID, Err: err})
		} else if len(i.Changes) > 0 {
			if unused := d.UnusedChanges(i.ID); len(unused) > 0 {
				if s.Unused == nil {
					s.Unused = map[InstanceID][]UnusedChange{}
				}
				s.Unused[i.ID] = unused
			}
		}
	}
	for _, i := range d.Bare() {
		if m, _ := d.MarkOf(i.ID); d.Visible(&Collider{Layer: i.Layer, GroupOf: i.GroupOf, Hidden: i.Hidden}) {
			s.Marks = append(s.Marks, m)
		}
	}
	slot := int32(0)
	for i, l := range d.layerOrder {
		s.Layers[i].Layer = l
		records := d.InLayer(l.ID)
		s.Layers[i].Colliders = make([]ColliderSnapshot, len(records))
		for j, c := range records {
			slot = d.colliders.after(slot, c.ID)
			out := &s.Layers[i].Colliders[j]
			out.Collider, out.Baked = c, d.colliders.entries[slot].baked
			if c.GroupOf != 0 {
				g := d.groups[c.GroupOf]
				out.InHidden, out.InLocked = g.hidden, g.locked
			}
		}
	}
	return s
}

// Validate returns the first error in the whole document. A document changed only through Apply is always valid; tests
// call it to verify that.
func (d *Document) Validate() error {
	if err := checkSettings(d.settings); err != nil {
		return err
	}
	n := 0
	for _, l := range d.layerOrder {
		if d.layers[l.ID] != l {
			return fmt.Errorf("layer %v is stored under another id", l.ID)
		}
		if err := l.Check(); err != nil {
			return err
		}
		for _, c := range d.InLayer(l.ID) {
			n++
			if d.colliders.get(c.ID).record != c || c.Layer != l.ID {
				return fmt.Errorf("collider %v is listed in layer %v by mistake", c.ID, l.ID)
			}
			if err := c.Validate(d.settings); err != nil {
				return err
			}
			if _, err := c.Shape.Bake(); err != nil {
				return c.wrap(err)
			}
		}
	}
	if err := d.validateGroups(); err != nil {
		return err
	}
	if err := d.validateInstances(); err != nil {
		return err
	}
	if n != d.colliders.len || len(d.layerOrder) != len(d.layers) {
		return fmt.Errorf("%d of %d colliders and %d of %d layers are in the drawing order", n, d.colliders.len,
			len(d.layerOrder), len(d.layers))
	}
	return nil
}

// Tx is a change in progress, such as a drag. Its diffs take effect at once; Commit makes them one undo step, and
// Rollback reverts them. Its methods do nothing once it has ended.
type Tx struct {
	history *History
	label   string
	diff    Diff // everything that it applied, as one diff
}

// ErrEnded reports a change in a transaction that has been committed or rolled back.
var ErrEnded = errors.New("this change has ended")

// Begin opens a transaction. If one is open already, it is committed first.
func (h *History) Begin(label string) *Tx {
	if h.tx != nil {
		h.tx.Commit()
	}
	h.tx = &Tx{history: h, label: label}
	return h.tx
}

// Apply applies a diff within the transaction.
func (t *Tx) Apply(d Diff) error {
	if !t.Open() {
		return ErrEnded
	}
	d, err := t.history.doc.Reduce(d)
	if err != nil || d.IsEmpty() {
		return err
	}
	if err := t.history.doc.apply(d, nil); err != nil {
		return err
	}
	t.diff = t.diff.Then(d)
	return nil
}

// Reset reverts everything that the transaction has applied, and leaves it open.
func (t *Tx) Reset() error {
	if !t.Open() {
		return ErrEnded
	}
	if !t.diff.IsEmpty() {
		t.history.mustApply(t.diff.Invert())
	}
	t.diff = Diff{}
	return nil
}

// SetLabel changes the name of the future step.
func (t *Tx) SetLabel(label string) { t.label = label }

// Open reports whether the transaction has neither been committed nor rolled back.
func (t *Tx) Open() bool { return t != nil && t.history.tx == t }

// Commit ends the transaction and makes everything that it applied one undo step, if there is anything.
func (t *Tx) Commit() {
	if !t.Open() {
		return
	}
	t.history.tx = nil
	if !t.diff.IsEmpty() {
		t.history.push(t.label, t.diff)
	}
}

// Rollback reverts everything that the transaction applied, and ends it.
func (t *Tx) Rollback() {
	if !t.Open() {
		return
	}
	_ = t.Reset()
	t.history.tx = nil
}
