package level

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"fillet/editor/quote"
)

// Side is a side of a merge.
type Side int8

const (
	Ours   Side = iota + 1 // keep the current level
	Theirs                 // take theirs
)

// ConflictChoice is a decision about a conflict.
type ConflictChoice struct {
	Conflict int // index into the conflicts of the settings
	Side     Side
}

// Settlement is the change that resolves conflicts.
type Settlement struct {
	Diff    Diff
	Settled int      // number of resolved conflicts
	Left    []string // why other choices failed; their conflicts remain
	Notes   []string // other information for the user
}

// Settle returns the change that resolves conflicts as chosen. It deletes nothing that is still in use: layers that are
// not empty and categories that shapes name are kept.
func Settle(doc *Document, choices []ConflictChoice) *Settlement {
	s := &resolver{
		doc: doc, conflicts: doc.Settings().Conflicts, settings: *doc.Settings(),
		colliders: newEdits(doc.Colliders(), doc.Collider, func(c *Collider) ID { return c.ID }),
		layers:    newEdits(slices.Values(doc.Layers()), doc.Layer, func(l *Layer) LayerID { return l.ID }),
		groups:    newEdits(slices.Values(doc.Groups()), doc.Group, func(g *Group) GroupID { return g.ID }),
		instances: newEdits(slices.Values(doc.Instances()), doc.Instance, func(i *Instance) InstanceID {
			return i.ID
		}),
		places: map[ID]string{}, layerPlaces: map[LayerID]string{},
		resolved: map[int]bool{}, shapes: map[ID][]int{}, fullyTaken: map[ID]*Collider{},
	}
	var deleted []LayerID
	choices = kept(choices, func(c ConflictChoice) bool { return c.Conflict >= 0 && c.Conflict < len(s.conflicts) })
	for _, c := range s.ordered(s.together(choices)) {
		of := s.conflicts[c.Conflict]
		if of.Key == LayerKey && of.Layer() != 0 {
			if text := map[Side]string{Ours: of.Ours, Theirs: of.Theirs}[c.Side]; text == "" {
				deleted = append(deleted, of.Layer())
				continue
			}
		}
		if err := s.take(c.Conflict, c.Side); err != nil {
			s.leave(c.Conflict, err)
		}
	}
	s.fixShapes()
	s.fixGroups()
	s.freeUsers()
	s.keepCategories()
	s.deleteLayers(deleted)
	s.finish()
	return &s.Settlement
}

// DecidedTogether returns the conflicts that are decided together with conflict i, including i: the position and the
// outline of a shape must come from the same side. If several merges left conflicts about the same key, each is decided
// separately.
func DecidedTogether(conflicts []Conflict, i int) []int {
	if c := conflicts[i]; isForm(c) {
		if all := forms(conflicts)[c.ID]; all != nil {
			return all
		}
	}
	return []int{i}
}

// isForm reports whether a conflict is about the position or the outline of a shape.
func isForm(c Conflict) bool {
	return c.Collider() != 0 && isFormKey(c.Key)
}

// forms returns the conflicts about position and outline by shape, omitting shapes with several conflicts about the
// same key.
func forms(conflicts []Conflict) map[string][]int {
	out, seen := map[string][]int{}, map[[2]string]bool{}
	repeated := map[string]bool{}
	for i, c := range conflicts {
		if !isForm(c) {
			continue
		}
		out[c.ID] = append(out[c.ID], i)
		repeated[c.ID] = repeated[c.ID] || seen[[2]string{c.ID, c.Key}]
		seen[[2]string{c.ID, c.Key}] = true
	}
	maps.DeleteFunc(out, func(id string, _ []int) bool { return repeated[id] })
	return out
}

// together adds the conflicts that are decided together with the choices, and rejects choices that mix the sides.
func (s *resolver) together(choices []ConflictChoice) []ConflictChoice {
	all := forms(s.conflicts)
	sides := map[string]Side{}
	const both = Ours + Theirs
	for _, c := range choices {
		of := s.conflicts[c.Conflict]
		switch was := sides[of.ID]; {
		case !isForm(of):
		case was == 0:
			sides[of.ID] = c.Side
		case was != c.Side:
			sides[of.ID] = both
		}
	}
	out := make([]ConflictChoice, 0, len(choices))
	for _, c := range choices {
		of := s.conflicts[c.Conflict]
		switch form := all[of.ID]; {
		case form == nil || !isForm(of):
			out = append(out, c)
		case sides[of.ID] == both:
			s.leave(c.Conflict, errors.New("choose the same side for the position and the outline of a shape"))
		default: // each is resolved once
			for _, i := range form {
				out = append(out, ConflictChoice{Conflict: i, Side: c.Side})
			}
		}
	}
	return out
}

// ordered returns the valid choices, one per conflict, in the order of application: ours, whole records of theirs, then
// single keys of theirs. It marks their conflicts as resolved. If two merges left the same key open with different
// versions of theirs, it rejects both.
func (s *resolver) ordered(choices []ConflictChoice) []ConflictChoice {
	type conflictKey struct{ id, key string }
	theirs := map[conflictKey]string{}
	apart := map[conflictKey]bool{}
	out := kept(choices, func(c ConflictChoice) bool {
		if s.resolved[c.Conflict] {
			return false
		}
		s.resolved[c.Conflict] = true
		of := s.conflicts[c.Conflict]
		k := conflictKey{of.ID, of.Key}
		if was, ok := theirs[k]; c.Side == Theirs && ok && was != of.Theirs {
			apart[k] = true
		} else if c.Side == Theirs {
			theirs[k] = of.Theirs
		}
		return true
	})
	out = kept(out, func(c ConflictChoice) bool {
		of := s.conflicts[c.Conflict]
		if c.Side == Theirs && apart[conflictKey{of.ID, of.Key}] {
			s.leave(c.Conflict, errors.New("theirs has several versions; choose one"))
			return false
		}
		return true
	})
	rank := func(c ConflictChoice) int {
		switch {
		case c.Side == Ours:
			return 0
		case s.conflicts[c.Conflict].IsWhole():
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b ConflictChoice) int { return rank(a) - rank(b) })
	return out
}

// resolver is a settlement in progress.
type resolver struct {
	Settlement
	doc         *Document
	conflicts   []Conflict
	settings    Settings
	colliders   edits[ID, Collider]
	layers      edits[LayerID, Layer]
	groups      edits[GroupID, Group]
	instances   edits[InstanceID, Instance]
	places      map[ID]string      // the new predecessor of each
	layerPlaces map[LayerID]string // the same for layers
	resolved    map[int]bool
	shapes      map[ID][]int     // the conflicts that changed the position or outline of each shape
	fullyTaken  map[ID]*Collider // colliders taken from theirs as a whole
}

func (s *resolver) leave(i int, err error) {
	delete(s.resolved, i)
	s.Left = append(s.Left, fmt.Sprintf("%s: %v", SayConflict(s.conflicts[i], ""), err))
}

// edits holds the records of one type that the resolved conflicts change.
type edits[K recordID, T any] struct {
	by  map[K]*T // nil marks a deletion
	doc iter.Seq[*T]
	was func(K) *T // returns the document's record, or nil
	id  func(*T) K
}

func newEdits[K recordID, T any](doc iter.Seq[*T], was func(K) *T, id func(*T) K) edits[K, T] {
	return edits[K, T]{map[K]*T{}, doc, was, id}
}

// get returns a record as the resolved conflicts leave it, or nil.
func (e *edits[K, T]) get(id K) *T {
	if r, ok := e.by[id]; ok {
		return r
	}
	return e.was(id)
}

// change replaces a record with a copy that f changes.
func (e *edits[K, T]) change(id K, f func(*T)) {
	after := *e.get(id)
	f(&after)
	e.by[id] = &after
}

// ids returns the ids of the changed records, sorted.
func (e *edits[K, T]) ids() []K { return slices.Sorted(maps.Keys(e.by)) }

// all yields the records as the resolved conflicts leave them: the document's, then the new ones by id.
func (e *edits[K, T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for r := range e.doc {
			if now := e.get(e.id(r)); now != nil && !yield(now) {
				return
			}
		}
		for _, id := range e.ids() {
			if r := e.by[id]; r != nil && e.was(id) == nil && !yield(r) {
				return
			}
		}
	}
}

// changes returns the changes of the document's records, sorted by id.
func (e *edits[K, T]) changes(same func(a, b *T) bool) []Change[T] {
	var out []Change[T]
	for _, id := range e.ids() {
		if a, b := e.was(id), e.by[id]; a != b && (a == nil || b == nil || !same(a, b)) {
			out = append(out, Change[T]{Before: a, After: b})
		}
	}
	return out
}

// take applies one side of a conflict.
func (s *resolver) take(i int, side Side) error {
	c := s.conflicts[i]
	if side == Ours {
		return s.keep(c)
	}
	switch {
	case c.ID == SettingsID:
		f, _ := SettingsField(c.Key)
		after := s.settings
		if err := set(f, &after, c.Theirs); err != nil {
			return err
		}
		s.settings = after
		return nil
	case c.Layer() != 0:
		return s.takeLayer(c)
	case c.Group() != 0:
		return s.takeGroup(c)
	case c.Instance() != 0:
		return s.takeInstance(c)
	case c.Key == ColliderKey:
		return s.takeWhole(c)
	}
	old := s.colliders.get(c.Collider())
	if old == nil {
		if old = s.bringShapeBack(c.Collider()); old == nil {
			return fmt.Errorf("%s no longer exists; choose ours to resolve this", c.ID)
		}
	}
	if c.Key == OrderKey {
		s.places[old.ID] = c.Theirs
		return nil
	}
	f, _ := ColliderField(c.Key)
	after := *old
	if s.colliders.by[old.ID] == nil { // still the document's collider: this is its first change
		after.Properties = maps.Clone(old.Properties)
	}
	if err := set(f, &after, c.Theirs); err != nil {
		return err
	}
	if err := s.needLayer(after.Layer); err != nil {
		return err
	}
	s.colliders.by[after.ID] = &after
	if isForm(c) {
		s.shapes[after.ID] = append(s.shapes[after.ID], i)
	}
	return nil
}

// set sets a record's field from text, and returns an error if a level cannot hold the value.
func set[T any](f Field[T], r *T, text string) error {
	if err := f.Set(r, text); err != nil {
		return err
	}
	return f.Check(r)
}

// theirVersion returns a copy of a record with their version of a conflict's key, or their whole record if old is nil.
func theirVersion[T any](c Conflict, k recordKind[T], f Field[T], old *T) (*T, error) {
	after := new(T)
	switch {
	case old != nil:
		*after = *old
	case c.Key != k.record.Key:
		return nil, fmt.Errorf("%s %s no longer exists", k.name, c.ID)
	}
	if err := set(f, after, c.Theirs); err != nil {
		return nil, err
	}
	if id := k.id(after); id != c.ID {
		return nil, fmt.Errorf("their version is %s %s", k.name, id)
	}
	return after, nil
}

// needLayer returns an error for a layer that neither exists nor can be restored.
func (s *resolver) needLayer(id LayerID) error {
	if s.layers.get(id) == nil && !s.bringBack(id) {
		return fmt.Errorf("layer %v no longer exists", id)
	}
	return nil
}

// keep resolves a conflict with the current value, which is ours unless the merge kept something that ours deleted.
func (s *resolver) keep(c Conflict) error {
	if c.ID == SettingsID && c.Ours == "" {
		f, _ := SettingsField(c.Key)
		return f.Set(&s.settings, "")
	}
	return nil
}

func (s *resolver) takeLayer(c Conflict) error {
	id := c.Layer()
	old := s.layers.get(id)
	if c.Key == OrderKey {
		if old != nil {
			s.layerPlaces[id] = c.Theirs
		}
		return nil
	}
	f, _ := LayerField(c.Key)
	after, err := theirVersion(c, layerKind(), f, old)
	if err != nil {
		return err
	}
	if old != nil {
		after.Order = old.Order
	} else {
		after.Order = 1 // on top
		for l := range s.layers.all() {
			after.Order = max(after.Order, l.Order+1)
		}
	}
	s.layers.by[id] = after
	return nil
}

// deletion returns the index of the conflict about a record that ours deleted, or -1.
func (s *resolver) deletion(id, key string) int {
	return slices.IndexFunc(s.conflicts, func(c Conflict) bool {
		return c.ID == id && c.Key == key && c.Theirs != ""
	})
}

// bringBack restores a layer from a conflict about it, resolved or not.
func (s *resolver) bringBack(id LayerID) bool {
	i := s.deletion(id.String(), LayerKey)
	return i >= 0 && s.takeLayer(s.conflicts[i]) == nil
}

// bringShapeBack restores a collider that ours deleted so that a key of theirs can be applied. It resolves the conflict
// about the deletion. It returns nil if that was already resolved.
func (s *resolver) bringShapeBack(id ID) *Collider {
	i := s.deletion(id.String(), ColliderKey)
	if i < 0 || s.resolved[i] || s.takeWhole(s.conflicts[i]) != nil {
		return nil
	}
	s.resolved[i] = true
	return s.colliders.by[id]
}

// takeWhole takes a whole collider from theirs: it deletes the collider, or restores it on top of its layer.
func (s *resolver) takeWhole(c Conflict) error {
	id := c.Collider()
	if c.Theirs == "" {
		s.colliders.by[id] = nil
		return nil
	}
	f, _ := ColliderField(ColliderKey)
	var after Collider
	if err := set(f, &after, c.Theirs); err != nil {
		return err
	}
	if after.ID != id {
		return fmt.Errorf("their version is %v", after.ID)
	}
	if err := s.needLayer(after.Layer); err != nil {
		return err
	}
	if err := cmp.Or(after.Check(), checkShape(after.Shape)); err != nil {
		return err
	}
	if old := s.colliders.get(id); old != nil && old.Layer == after.Layer {
		after.Order = old.Order
	} else {
		after.Order = s.doc.TopOrder(after.Layer)
	}
	s.colliders.by[id], s.fullyTaken[id] = &after, &after
	return nil
}

// checkShape returns the reason why a level cannot hold a shape, or nil.
func checkShape(s Shape) error {
	if err := s.Check(); err != nil {
		return err
	}
	_, err := s.Bake()
	return err
}

// fixShapes reduces corner radii that no longer fit, and rejects choices that make a shape invalid.
func (s *resolver) fixShapes() {
	for _, id := range slices.Sorted(maps.Keys(s.shapes)) {
		c := s.colliders.by[id]
		if c == nil {
			continue
		}
		if checkShape(c.Shape) == nil {
			continue
		}
		cut := *c
		cut.Shape = c.Shape.Clamped()
		err := checkShape(cut.Shape)
		if err == nil {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: radius reduced from %g to %g to fit the new outline", c.Label(),
				c.Shape.Radius, cut.Shape.Radius))
			s.colliders.by[id] = &cut
			continue
		}
		old, from := *c, s.fullyTaken[id]
		if from == nil {
			from = s.doc.Collider(id)
		}
		old.Shape, old.Position, old.Angle = from.Shape, from.Position, from.Angle
		s.colliders.by[id] = &old
		for _, i := range s.shapes[id] {
			s.leave(i, err)
		}
	}
}

// keepCategories keeps the categories that shapes still name.
func (s *resolver) keepCategories() {
	if slices.Equal(s.settings.Categories, s.doc.Settings().Categories) && len(s.colliders.by) == 0 {
		return
	}
	known := setOf(s.settings.Categories)
	var missing []string
	for c := range s.colliders.all() {
		for _, list := range [2][]string{c.Categories, c.CollidesWith} {
			for _, name := range list {
				if !known[name] {
					known[name] = true
					missing = append(missing, name)
				}
			}
		}
	}
	if len(missing) == 0 {
		return
	}
	s.settings.Categories = slices.Concat(s.settings.Categories, missing)
	s.Notes = append(s.Notes, fmt.Sprintf("kept the categories %s: shapes use them",
		quote.Excerpt(fmt.Sprint(missing))))
}

// deleteLayers deletes the layers that are empty, and adds a note for each of the others.
func (s *resolver) deleteLayers(ids []LayerID) {
	if len(ids) == 0 {
		return
	}
	held := map[LayerID]bool{}
	for c := range s.colliders.all() {
		if c.Part == nil {
			held[c.Layer] = true
		}
	}
	for i := range s.instances.all() {
		held[i.Layer] = true
	}
	for g := range s.groups.all() {
		held[g.Layer] = true
	}
	for _, id := range ids {
		l := s.layers.get(id)
		switch {
		case l == nil:
		case held[id]:
			s.Notes = append(s.Notes, fmt.Sprintf("kept layer %v %q: it is not empty", id, quote.Excerpt(l.Name)))
		default:
			s.layers.by[id] = nil
		}
	}
}

// finish builds the diff.
func (s *resolver) finish() {
	s.reorder()
	before := s.doc.Settings()
	var left []Conflict
	for i, c := range s.conflicts {
		if !s.resolved[i] {
			left = append(left, c)
		}
	}
	s.Settled = len(s.conflicts) - len(left)
	if s.Settled == 0 {
		return
	}
	after := s.settings
	after.Conflicts = left
	s.Diff.Settings = Changed(before, &after)
	s.Diff.Layers = s.layers.changes(func(_, _ *Layer) bool { return false })
	s.Diff.Groups = s.groups.changes(groupKind().same)
	s.Diff.Instances = s.instances.changes((*Instance).Equal)
	s.Diff.Colliders = s.colliders.changes((*Collider).Equal)
}

// reorder moves layers and colliders directly after their predecessors in theirs.
func (s *resolver) reorder() {
	if len(s.layerPlaces) > 0 {
		var ids []LayerID
		for _, l := range s.doc.Layers() {
			ids = append(ids, l.ID)
		}
		for i, id := range moveAfter(ids, s.layerPlaces) {
			if l := s.layers.get(id); l != nil && l.Order != float64(i+1) {
				s.layers.change(id, func(l *Layer) { l.Order = float64(i + 1) })
			}
		}
	}
	layers := map[LayerID]bool{}
	for id := range s.places {
		if c := s.colliders.get(id); c != nil {
			layers[c.Layer] = true
		}
	}
	if len(layers) == 0 {
		return
	}
	added := map[LayerID][]ID{} // on top of each layer
	for _, id := range s.colliders.ids() {
		c, old := s.colliders.by[id], s.doc.Collider(id)
		if c != nil && (old == nil || old.Layer != c.Layer) {
			added[c.Layer] = append(added[c.Layer], id)
		}
	}
	for _, layer := range slices.Sorted(maps.Keys(layers)) {
		var ids []ID
		for _, c := range s.doc.InLayer(layer) {
			if now := s.colliders.get(c.ID); now != nil && now.Layer == layer {
				ids = append(ids, c.ID)
			}
		}
		for i, id := range moveAfter(append(ids, added[layer]...), s.places) {
			if s.colliders.get(id).Order != float64(i+1) {
				s.colliders.change(id, func(c *Collider) { c.Order = float64(i + 1) })
			}
		}
	}
}

// moveAfter moves each key with a new predecessor directly after that predecessor. A key whose predecessor is not in
// the list stays.
func moveAfter[K recordID](list []K, to map[K]string) []K {
	byName := make(map[string]int, len(list)) // indices into the linked list, from 1
	next, previous := make([]int, len(list)+1), make([]int, len(list)+1)
	for i, k := range list {
		byName[k.String()] = i + 1
		next[i], previous[i+1] = i+1, i
	}
	byName[FirstInOrder] = 0
	for i, k := range list {
		behind, ok := byName[to[k]]
		if !ok || behind == i+1 || to[k] == "" {
			continue
		}
		at := i + 1
		next[previous[at]] = next[at]
		if next[at] != 0 {
			previous[next[at]] = previous[at]
		}
		next[at], previous[at] = next[behind], behind
		if next[behind] != 0 {
			previous[next[behind]] = at
		}
		next[behind] = at
	}
	out := make([]K, 0, len(list))
	for i := next[0]; i != 0; i = next[i] {
		out = append(out, list[i-1])
	}
	return out
}
