package merge

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Side is a side of a merge.
type Side int8

const (
	Ours   Side = iota + 1 // keep the current level
	Theirs                 // take theirs
)

// Choice is a decision about a conflict.
type Choice struct {
	Conflict int // index into the conflicts of the settings
	Side     Side
}

// Settlement is the change that resolves conflicts.
type Settlement struct {
	Diff    level.Diff
	Settled int      // number of resolved conflicts
	Left    []string // why other choices failed; their conflicts remain
	Notes   []string // other information for the user
}

// Settle returns the change that resolves conflicts as chosen. It deletes nothing that is still in use: layers that are
// not empty and categories that shapes name are kept.
func Settle(doc *level.Document, choices []Choice) *Settlement {
	s := &resolver{
		doc: doc, conflicts: doc.Settings().Conflicts, settings: *doc.Settings(),
		colliders: map[level.ID]*level.Collider{}, layers: map[level.LayerID]*level.Layer{},
		groups:    map[level.GroupID]*level.Group{},
		instances: map[level.InstanceID]*level.Instance{},
		places:    map[level.ID]string{}, layerPlaces: map[level.LayerID]string{},
		resolved: map[int]bool{}, shapes: map[level.ID][]int{}, fullyTaken: map[level.ID]*level.Collider{},
	}
	var deleted []level.LayerID
	for _, c := range s.ordered(s.together(choices)) {
		of := s.conflicts[c.Conflict]
		if of.Key == level.LayerKey && of.Layer() != 0 {
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

// Together returns the conflicts that are decided together with conflict i, including i: the position and the outline
// of a shape must come from the same side. If several merges left conflicts about the same key, each is decided
// separately.
func Together(conflicts []level.Conflict, i int) []int {
	if c := conflicts[i]; isForm(c) {
		if all := forms(conflicts)[c.ID]; all != nil {
			return all
		}
	}
	return []int{i}
}

// isForm reports whether a conflict is about the position or the outline of a shape.
func isForm(c level.Conflict) bool {
	return c.Collider() != 0 && isFormKey(c.Key)
}

// forms returns the conflicts about position and outline by shape, omitting shapes with several conflicts about the
// same key.
func forms(conflicts []level.Conflict) map[string][]int {
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
func (s *resolver) together(choices []Choice) []Choice {
	all := forms(s.conflicts)
	sides := map[string]Side{}
	const both = Ours + Theirs
	for _, c := range choices {
		if c.Conflict < 0 || c.Conflict >= len(s.conflicts) || !isForm(s.conflicts[c.Conflict]) {
			continue
		}
		if id := s.conflicts[c.Conflict].ID; sides[id] == 0 {
			sides[id] = c.Side
		} else if sides[id] != c.Side {
			sides[id] = both
		}
	}
	out := make([]Choice, 0, len(choices))
	for _, c := range choices {
		if c.Conflict < 0 || c.Conflict >= len(s.conflicts) {
			continue
		}
		of := s.conflicts[c.Conflict]
		switch form := all[of.ID]; {
		case form == nil || !isForm(of):
			out = append(out, c)
		case sides[of.ID] == both:
			s.leave(c.Conflict, errors.New("choose the same side for the position and the outline of a shape"))
		default: // each is resolved once
			for _, i := range form {
				out = append(out, Choice{Conflict: i, Side: c.Side})
			}
		}
	}
	return out
}

// ordered returns the valid choices, one per conflict, in the order of application: ours, whole records of theirs, then
// single keys of theirs. It marks their conflicts as resolved. If two merges left the same key open with different
// versions of theirs, it rejects both.
func (s *resolver) ordered(choices []Choice) []Choice {
	type conflictKey struct{ id, key string }
	theirs := map[conflictKey]string{}
	apart := map[conflictKey]bool{}
	out := kept(choices, func(c Choice) bool {
		if c.Conflict < 0 || c.Conflict >= len(s.conflicts) || s.resolved[c.Conflict] {
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
	out = kept(out, func(c Choice) bool {
		of := s.conflicts[c.Conflict]
		if c.Side == Theirs && apart[conflictKey{of.ID, of.Key}] {
			s.leave(c.Conflict, errors.New("theirs has several versions; choose one"))
			return false
		}
		return true
	})
	rank := func(c Choice) int {
		switch {
		case c.Side == Ours:
			return 0
		case s.conflicts[c.Conflict].IsWhole():
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b Choice) int { return rank(a) - rank(b) })
	return out
}

// resolver is a settlement in progress. A nil record in one of its maps marks a deletion.
type resolver struct {
	Settlement
	doc         *level.Document
	conflicts   []level.Conflict
	settings    level.Settings
	colliders   map[level.ID]*level.Collider
	layers      map[level.LayerID]*level.Layer
	groups      map[level.GroupID]*level.Group
	instances   map[level.InstanceID]*level.Instance
	places      map[level.ID]string      // new predecessors of colliders
	layerPlaces map[level.LayerID]string // new predecessors of layers
	resolved    map[int]bool
	shapes      map[level.ID][]int           // the conflicts that changed the position or outline of each shape
	fullyTaken  map[level.ID]*level.Collider // colliders taken from theirs as a whole
}

func (s *resolver) leave(i int, err error) {
	delete(s.resolved, i)
	s.Left = append(s.Left, fmt.Sprintf("%s: %v", Say(s.conflicts[i], ""), err))
}

// latest returns a record as changed by the resolved conflicts, or nil if it does not exist.
func latest[K recordID, T any](changed map[K]*T, id K, of func(K) *T) *T {
	if r, ok := changed[id]; ok {
		return r
	}
	return of(id)
}

func (s *resolver) collider(id level.ID) *level.Collider {
	return latest(s.colliders, id, s.doc.Collider)
}

func (s *resolver) layer(id level.LayerID) *level.Layer { return latest(s.layers, id, s.doc.Layer) }

func (s *resolver) group(id level.GroupID) *level.Group { return latest(s.groups, id, s.doc.Group) }

func (s *resolver) instance(id level.InstanceID) *level.Instance {
	return latest(s.instances, id, s.doc.Instance)
}

// take applies one side of a conflict.
func (s *resolver) take(i int, side Side) error {
	c := s.conflicts[i]
	if side == Ours {
		return s.keep(c)
	}
	switch {
	case c.ID == level.SettingsID:
		f, _ := level.SettingsField(c.Key)
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
	case c.Key == level.ColliderKey:
		return s.takeWhole(c)
	}
	old := s.collider(c.Collider())
	if old == nil {
		if old = s.bringShapeBack(c.Collider()); old == nil {
			return fmt.Errorf("%s no longer exists; choose ours to resolve this", c.ID)
		}
	}
	if c.Key == level.OrderKey {
		s.places[old.ID] = c.Theirs
		return nil
	}
	f, _ := level.ColliderField(c.Key)
	after := *old
	if s.colliders[old.ID] == nil { // still the document's collider: this is its first change
		after.Properties = maps.Clone(old.Properties)
	}
	if err := set(f, &after, c.Theirs); err != nil {
		return err
	}
	if err := s.needLayer(after.Layer); err != nil {
		return err
	}
	s.colliders[after.ID] = &after
	if isForm(c) {
		s.shapes[after.ID] = append(s.shapes[after.ID], i)
	}
	return nil
}

// set sets a record's field from text, and returns an error if a level cannot hold the value.
func set[T any](f level.Field[T], r *T, text string) error {
	if err := f.Set(r, text); err != nil {
		return err
	}
	return f.Check(r)
}

// theirVersion returns a copy of a record with their version of a conflict's key, or their whole record if old is nil.
func theirVersion[T any](c level.Conflict, k recordKind[T], f level.Field[T], old *T) (*T, error) {
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
func (s *resolver) needLayer(id level.LayerID) error {
	if s.layer(id) == nil && !s.bringBack(id) {
		return fmt.Errorf("layer %v no longer exists", id)
	}
	return nil
}

// keep resolves a conflict with the current value, which is ours unless the merge kept something that ours deleted.
func (s *resolver) keep(c level.Conflict) error {
	if c.ID == level.SettingsID && c.Ours == "" {
		f, _ := level.SettingsField(c.Key)
		return f.Set(&s.settings, "")
	}
	return nil
}

func (s *resolver) takeLayer(c level.Conflict) error {
	id := c.Layer()
	old := s.layer(id)
	if c.Key == level.OrderKey {
		if old != nil {
			s.layerPlaces[id] = c.Theirs
		}
		return nil
	}
	f, _ := level.LayerField(c.Key)
	after, err := theirVersion(c, layerKind(), f, old)
	if err != nil {
		return err
	}
	if old == nil {
		after.Order = s.topLayer()
	} else {
		after.Order = old.Order
	}
	s.layers[id] = after
	return nil
}

func (s *resolver) topLayer() float64 {
	top := 0.0
	for _, l := range s.doc.Layers() {
		top = max(top, l.Order)
	}
	for _, l := range s.layers {
		if l != nil {
			top = max(top, l.Order)
		}
	}
	return top + 1
}

// bringBack restores a layer from a conflict about it, resolved or not.
func (s *resolver) bringBack(id level.LayerID) bool {
	name := id.String()
	i := slices.IndexFunc(s.conflicts, func(c level.Conflict) bool {
		return c.ID == name && c.Key == level.LayerKey && c.Theirs != ""
	})
	return i >= 0 && s.takeLayer(s.conflicts[i]) == nil
}

// bringShapeBack restores a collider that ours deleted so that a key of theirs can be applied. It resolves the conflict
// about the deletion. It returns nil if that was already resolved.
func (s *resolver) bringShapeBack(id level.ID) *level.Collider {
	name := id.String()
	i := slices.IndexFunc(s.conflicts, func(c level.Conflict) bool {
		return c.ID == name && c.Key == level.ColliderKey && c.Theirs != ""
	})
	if i < 0 || s.resolved[i] || s.takeWhole(s.conflicts[i]) != nil {
		return nil
	}
	s.resolved[i] = true
	return s.colliders[id]
}

// takeWhole takes a whole collider from theirs: it deletes the collider, or restores it on top of its layer.
func (s *resolver) takeWhole(c level.Conflict) error {
	id := c.Collider()
	if c.Theirs == "" {
		s.colliders[id] = nil
		return nil
	}
	f, _ := level.ColliderField(level.ColliderKey)
	var after level.Collider
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
	if old := s.collider(id); old != nil && old.Layer == after.Layer {
		after.Order = old.Order
	} else {
		after.Order = s.doc.TopOrder(after.Layer)
	}
	s.colliders[id], s.fullyTaken[id] = &after, &after
	return nil
}

// checkShape returns the reason why a level cannot hold a shape, or nil.
func checkShape(s level.Shape) error {
	if err := s.Check(); err != nil {
		return err
	}
	_, err := s.Bake()
	return err
}

// fixShapes reduces corner radii that no longer fit, and rejects choices that make a shape invalid.
func (s *resolver) fixShapes() {
	for _, id := range slices.Sorted(maps.Keys(s.shapes)) {
		c := s.colliders[id]
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
			s.colliders[id] = &cut
			continue
		}
		old, from := *c, s.fullyTaken[id]
		if from == nil {
			from = s.doc.Collider(id)
		}
		old.Shape, old.Position, old.Angle = from.Shape, from.Position, from.Angle
		s.colliders[id] = &old
		for _, i := range s.shapes[id] {
			s.leave(i, err)
		}
	}
}

// keepCategories keeps the categories that shapes still name.
func (s *resolver) keepCategories() {
	if slices.Equal(s.settings.Categories, s.doc.Settings().Categories) && len(s.colliders) == 0 {
		return
	}
	known := setOf(s.settings.Categories)
	var missing []string
	collect := func(c *level.Collider) {
		for _, list := range [2][]string{c.Categories, c.CollidesWith} {
			for _, name := range list {
				if !known[name] {
					known[name] = true
					missing = append(missing, name)
				}
			}
		}
	}
	for c := range s.doc.Colliders() {
		if after, changed := s.colliders[c.ID]; !changed {
			collect(c)
		} else if after != nil {
			collect(after)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.colliders)) {
		if c := s.colliders[id]; c != nil && s.doc.Collider(id) == nil {
			collect(c)
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
func (s *resolver) deleteLayers(ids []level.LayerID) {
	if len(ids) == 0 {
		return
	}
	held := map[level.LayerID]bool{}
	for c := range s.doc.Colliders() {
		if now := s.collider(c.ID); now != nil && now.Part == nil {
			held[now.Layer] = true
		}
	}
	for _, c := range s.colliders {
		if c != nil {
			held[c.Layer] = true
		}
	}
	for _, i := range s.doc.Instances() {
		if now := s.instance(i.ID); now != nil {
			held[now.Layer] = true
		}
	}
	for _, i := range s.instances {
		if i != nil {
			held[i.Layer] = true
		}
	}
	for _, g := range s.doc.Groups() {
		if now := s.group(g.ID); now != nil {
			held[now.Layer] = true
		}
	}
	for _, g := range s.groups {
		if g != nil {
			held[g.Layer] = true
		}
	}
	for _, id := range ids {
		l := s.layer(id)
		switch {
		case l == nil:
		case held[id]:
			s.Notes = append(s.Notes, fmt.Sprintf("kept layer %v %q: it is not empty", id, quote.Excerpt(l.Name)))
		default:
			s.layers[id] = nil
		}
	}
}

// finish builds the diff.
func (s *resolver) finish() {
	s.reorder()
	before := s.doc.Settings()
	var left []level.Conflict
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
	s.Diff.Settings = level.Changed(before, &after)
	s.Diff.Layers = changesOf(s.layers, s.doc.Layer, func(_, _ *level.Layer) bool { return false })
	s.Diff.Groups = changesOf(s.groups, s.doc.Group, groupKind().same)
	s.Diff.Instances = changesOf(s.instances, s.doc.Instance, (*level.Instance).Equal)
	s.Diff.Colliders = changesOf(s.colliders, s.doc.Collider, (*level.Collider).Equal)
}

// changesOf returns the changes to the document's records, sorted by id.
func changesOf[K recordID, T any](after map[K]*T, before func(K) *T, same func(a, b *T) bool) []level.Change[T] {
	var out []level.Change[T]
	for _, id := range slices.Sorted(maps.Keys(after)) {
		if a, b := before(id), after[id]; a != b && (a == nil || b == nil || !same(a, b)) {
			out = append(out, level.Change[T]{Before: a, After: b})
		}
	}
	return out
}

// reorder moves layers and colliders directly after their predecessors in theirs.
func (s *resolver) reorder() {
	if len(s.layerPlaces) > 0 {
		var ids []level.LayerID
		for _, l := range s.doc.Layers() {
			ids = append(ids, l.ID)
		}
		for i, id := range moveAfter(ids, s.layerPlaces) {
			if l := s.layer(id); l != nil && l.Order != float64(i+1) {
				after := *l
				after.Order = float64(i + 1)
				s.layers[id] = &after
			}
		}
	}
	layers := map[level.LayerID]bool{}
	for id := range s.places {
		if c := s.collider(id); c != nil {
			layers[c.Layer] = true
		}
	}
	if len(layers) == 0 {
		return
	}
	added := map[level.LayerID][]level.ID{} // on top of each layer
	for _, id := range slices.Sorted(maps.Keys(s.colliders)) {
		c, old := s.colliders[id], s.doc.Collider(id)
		if c != nil && (old == nil || old.Layer != c.Layer) {
			added[c.Layer] = append(added[c.Layer], id)
		}
	}
	for _, layer := range slices.Sorted(maps.Keys(layers)) {
		var ids []level.ID
		for _, c := range s.doc.InLayer(layer) {
			if now := s.collider(c.ID); now != nil && now.Layer == layer {
				ids = append(ids, c.ID)
			}
		}
		for i, id := range moveAfter(append(ids, added[layer]...), s.places) {
			if c := s.collider(id); c.Order != float64(i+1) {
				after := *c
				after.Order = float64(i + 1)
				s.colliders[id] = &after
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
	byName[level.FirstInOrder] = 0
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
