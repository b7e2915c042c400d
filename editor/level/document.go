package level

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// Document is a level that is being edited. It belongs to one goroutine; hand a [Document.Snapshot] to others.
type Document struct {
	settings  *Settings
	layers    map[LayerID]*Layer
	colliders map[ID]entry

	layerOrder []*Layer              // sorted
	members    map[LayerID]*sequence // each layer's colliders, in drawing order

	nextID      ID
	nextLayerID LayerID

	subscribers []*subscriber
}

type entry struct {
	record *Collider
	baked  *Baked
}

type subscriber struct{ notify func(Diff) }

// sequence is one layer's colliders. It is sorted when it is next read, so that many changes cost one sort.
type sequence struct {
	records []*Collider
	index   map[ID]int // where each record stands; valid while sorted is
	sorted  bool
}

// NewDocument is a document with the given settings, no layer and no collider.
func NewDocument(s *Settings) (*Document, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	return &Document{
		settings: s, layers: map[LayerID]*Layer{}, colliders: map[ID]entry{},
		members: map[LayerID]*sequence{}, nextID: 1, nextLayerID: 1,
	}, nil
}

// Settings is the level's settings record.
func (d *Document) Settings() *Settings { return d.settings }

// Layers lists the layers from the one drawn first to the one drawn last. The caller must not change the slice.
func (d *Document) Layers() []*Layer { return d.layerOrder }

// Layer is the layer of that id, or nil.
func (d *Document) Layer(id LayerID) *Layer { return d.layers[id] }

// Collider is the collider of that id, or nil.
func (d *Document) Collider(id ID) *Collider { return d.colliders[id].record }

// Baked is the convex pieces of the collider of that id, or nil where there is none.
func (d *Document) Baked(id ID) *Baked { return d.colliders[id].baked }

// Len is the number of colliders.
func (d *Document) Len() int { return len(d.colliders) }

// InLayer lists a layer's colliders in drawing order. The caller must not change the slice, which the next Apply may.
func (d *Document) InLayer(id LayerID) []*Collider {
	s := d.members[id]
	if s == nil {
		return nil
	}
	s.sort()
	return s.records
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

// NewID is an id that no collider of the document has had since it was opened.
func (d *Document) NewID() ID {
	id := d.nextID
	d.nextID++
	return id
}

// NewLayerID is an id that no layer of the document has had since it was opened.
func (d *Document) NewLayerID() LayerID {
	id := d.nextLayerID
	d.nextLayerID++
	return id
}

// TopOrder is an Order above every collider of the layer.
func (d *Document) TopOrder(id LayerID) float64 {
	cs := d.InLayer(id)
	if len(cs) == 0 {
		return 1
	}
	return cs[len(cs)-1].Order + 1
}

// Visible reports whether a collider is drawn: neither it nor its layer is hidden.
func (d *Document) Visible(c *Collider) bool { return !c.Hidden && !d.layers[c.Layer].Hidden }

// Editable reports whether a collider can be picked and changed on the canvas: visible and neither it nor its layer locked.
func (d *Document) Editable(c *Collider) bool {
	return d.Visible(c) && !c.Locked && !d.layers[c.Layer].Locked
}

// Subscribe has notify called after every Apply, with its diff, until the returned function is called.
func (d *Document) Subscribe(notify func(Diff)) (cancel func()) {
	s := &subscriber{notify}
	d.subscribers = append(d.subscribers, s)
	return func() {
		d.subscribers = slices.DeleteFunc(slices.Clone(d.subscribers), func(o *subscriber) bool { return o == s })
	}
}

// ErrStale is the error of applying a diff to records that have changed since it was made.
var ErrStale = errors.New("the level has changed since this change was prepared")

// Apply makes every change of the diff, or none of them and says why: a record that is not valid, a missing layer, or
// [ErrStale] when a change's Before is not the current record.
func (d *Document) Apply(diff Diff) error {
	if diff.IsEmpty() {
		return nil
	}
	baked, err := d.check(diff)
	if err != nil {
		return err
	}
	if diff.Settings.After != nil {
		d.settings = diff.Settings.After
	}
	for _, c := range diff.Layers {
		d.applyLayer(c)
	}
	for i, c := range diff.Colliders {
		d.applyCollider(c, baked[i])
	}
	for _, c := range diff.Layers {
		if c.After == nil {
			delete(d.members, c.Before.ID) // now that its colliders have left it
		}
	}
	for _, s := range d.subscribers {
		s.notify(diff)
	}
	return nil
}

func (d *Document) applyLayer(c Change[Layer]) {
	if c.Before != nil {
		d.layerOrder = slices.DeleteFunc(slices.Clone(d.layerOrder), func(l *Layer) bool { return l.ID == c.Before.ID })
		if c.After == nil {
			delete(d.layers, c.Before.ID)
		}
	}
	if c.After != nil {
		d.layers[c.After.ID] = c.After
		d.layerOrder = append(d.layerOrder, c.After)
		slices.SortFunc(d.layerOrder, func(a, b *Layer) int {
			return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
		})
		d.nextLayerID = max(d.nextLayerID, c.After.ID+1)
	}
}

func (d *Document) applyCollider(c Change[Collider], baked *Baked) {
	if c.After == nil {
		d.sequence(c.Before.Layer).remove(c.Before)
		delete(d.colliders, c.Before.ID)
		return
	}
	d.colliders[c.After.ID] = entry{c.After, baked}
	d.nextID = max(d.nextID, c.After.ID+1)
	if c.Before != nil {
		if c.Before.Layer == c.After.Layer && c.Before.Order == c.After.Order {
			d.sequence(c.After.Layer).replace(c.Before, c.After)
			return
		}
		d.sequence(c.Before.Layer).remove(c.Before)
	}
	d.sequence(c.After.Layer).add(c.After)
}

func (d *Document) sequence(id LayerID) *sequence {
	s := d.members[id]
	if s == nil {
		s = &sequence{}
		d.members[id] = s
	}
	return s
}

// check reports the first thing wrong with the diff, and bakes what it brings in.
func (d *Document) check(diff Diff) ([]*Baked, error) {
	settings := d.settings
	if s := diff.Settings; s.After != nil {
		if s.Before != d.settings {
			return nil, fmt.Errorf("settings: %w", ErrStale)
		}
		if err := s.After.validate(); err != nil {
			return nil, err
		}
		settings = s.After
	} else if s.Before != nil {
		return nil, errors.New("the settings cannot be removed")
	}

	removed := map[LayerID]bool{}
	added := map[LayerID]bool{}
	for _, c := range diff.Layers {
		id, err := checkChange(c, func(l *Layer) LayerID { return l.ID }, d.Layer)
		if err != nil {
			return nil, fmt.Errorf("layer %v: %w", id, err)
		}
		if added[id] || removed[id] {
			return nil, fmt.Errorf("layer %v stands twice in one change", id)
		}
		if c.After == nil {
			removed[id] = true
			continue
		}
		added[id] = true
		if err := c.After.validate(); err != nil {
			return nil, err
		}
	}

	baked := make([]*Baked, len(diff.Colliders))
	seen := make(map[ID]bool, len(diff.Colliders))
	leaving := map[LayerID]int{} // how many colliders each removed layer loses
	for i, c := range diff.Colliders {
		id, err := checkChange(c, func(c *Collider) ID { return c.ID }, d.Collider)
		if err != nil {
			return nil, fmt.Errorf("collider %v: %w", id, err)
		}
		if seen[id] {
			return nil, fmt.Errorf("collider %v stands twice in one change", id)
		}
		seen[id] = true
		if c.Before != nil {
			leaving[c.Before.Layer]++
		}
		if c.After == nil {
			continue
		}
		if removed[c.After.Layer] || d.layers[c.After.Layer] == nil && !added[c.After.Layer] {
			return nil, fmt.Errorf("collider %v: there is no layer %v", id, c.After.Layer)
		}
		if err := c.After.validate(settings); err != nil {
			return nil, err
		}
		if old := d.colliders[id]; old.record != nil && old.record.Shape.Equal(c.After.Shape) {
			baked[i] = old.baked
		} else if baked[i], err = c.After.Shape.Bake(); err != nil {
			return nil, &ColliderError{c.After.ID, c.After.Label(), err}
		}
	}
	for id := range removed {
		if s := d.members[id]; s != nil && len(s.records) > leaving[id] {
			return nil, fmt.Errorf("layer %v still holds colliders", id)
		}
	}
	if diff.Settings.After != nil {
		if err := d.checkCategories(settings, seen); err != nil {
			return nil, err
		}
	}
	return baked, nil
}

// checkCategories reports a collider outside the diff that names a category which new settings no longer have.
func (d *Document) checkCategories(s *Settings, except map[ID]bool) error {
	for c := range d.Colliders() {
		if except[c.ID] {
			continue
		}
		if err := c.validateCategories(s); err != nil {
			return err
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
			return id, fmt.Errorf("%w: it exists already", ErrStale)
		}
	default:
		id = key(c.Before)
		if current(id) != c.Before {
			return id, ErrStale
		}
		if c.After != nil && key(c.After) != id {
			return id, errors.New("a change cannot give a record another id")
		}
	}
	return id, nil
}

func (s *sequence) sort() {
	if s.sorted {
		return
	}
	slices.SortFunc(s.records, func(a, b *Collider) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
	})
	s.reindex()
	s.sorted = true
}

func (s *sequence) reindex() {
	if s.index == nil {
		s.index = make(map[ID]int, len(s.records))
	}
	for i, c := range s.records {
		s.index[c.ID] = i
	}
}

func (s *sequence) add(c *Collider) {
	if s.index == nil {
		s.index = map[ID]int{}
	}
	s.index[c.ID] = len(s.records)
	s.records = append(s.records, c)
	s.sorted = false
}

func (s *sequence) replace(old, with *Collider) { s.records[s.index[old.ID]] = with }

// remove fills the gap with the last record, so it is quick; the next reader sorts.
func (s *sequence) remove(c *Collider) {
	i, last := s.index[c.ID], len(s.records)-1
	if i != last {
		s.records[i] = s.records[last]
		s.index[s.records[i].ID] = i
		s.sorted = false
	}
	s.records[last] = nil
	s.records = s.records[:last]
	delete(s.index, c.ID)
}
