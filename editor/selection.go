package editor

import (
	"errors"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Selection holds the selected colliders in the order of selection. It drops colliders that leave the document, and is
// not part of the history.
type Selection struct {
	session *Session
	ids     []level.ID
	has     map[level.ID]bool
	isPair  bool // see SetPair

	entered     level.GroupID      // see Enter
	inside      level.InstanceID   // see EnterInstance
	bare        []level.InstanceID // see Bare
	groups      []level.GroupID    // see Groups.Selected
	groupsKnown bool
	tally       *level.Tally    // see Tally; nil until computed
	isolated    isolation       // see Isolate
	joints      []level.JointID // see Joints
}

// IDs returns the selected colliders, first selected first. The caller must not change the slice.
func (s *Selection) IDs() []level.ID { return s.ids }

// Has reports whether a collider is selected.
func (s *Selection) Has(id level.ID) bool { return s.has[id] }

// Len returns the number of selected colliders.
func (s *Selection) Len() int { return len(s.ids) }

// Set selects exactly these colliders. Unknown ids are ignored.
func (s *Selection) Set(ids ...level.ID) {
	next := make([]level.ID, 0, len(ids))
	has := make(map[level.ID]bool, len(ids))
	for _, id := range ids {
		if !has[id] && s.session.doc.Collider(id) != nil {
			has[id] = true
			next = append(next, id)
		}
	}
	s.stayWithin(next)
	s.replace(next, has, false)
}

// SetPair selects two colliders for inspection, such as the colliders of a contact that the user chose in a list. They
// yield to each other and to other colliders as if they were not selected.
func (s *Selection) SetPair(a, b level.ID) {
	if a == b || s.session.doc.Collider(a) == nil || s.session.doc.Collider(b) == nil {
		s.Set(a, b)
		return
	}
	s.stayWithin([]level.ID{a, b})
	s.replace([]level.ID{a, b}, map[level.ID]bool{a: true, b: true}, true)
}

// Pair returns the two colliders selected by [Selection.SetPair], or false for any other selection.
func (s *Selection) Pair() (a, b level.ID, ok bool) {
	if !s.isPair || len(s.ids) != 2 {
		return 0, 0, false
	}
	return s.ids[0], s.ids[1], true
}

// IsPair reports whether the pair selected by [Selection.SetPair] consists of these two colliders.
func (s *Selection) IsPair(a, b level.ID) bool {
	x, y, ok := s.Pair()
	return ok && (x == a && y == b || x == b && y == a)
}

// IsInHand reports whether a collider is selected for editing. The colliders of a pair count only while they are
// dragged.
func (s *Selection) IsInHand(id level.ID) bool {
	if _, _, pair := s.Pair(); pair && s.session.gesture == nil {
		return false
	}
	return s.has[id]
}

// Side returns the properties of a collider that determine whether it yields to another one.
func (s *Selection) Side(id level.ID) contacts.Side {
	return contacts.SideOf(s.session.doc, id, s.IsInHand(id))
}

// Add adds colliders to the selection.
func (s *Selection) Add(ids ...level.ID) {
	s.keepBare(func() { s.Set(append(slices.Clone(s.ids), ids...)...) })
}

// Toggle toggles the selection of each of these colliders.
func (s *Selection) Toggle(ids ...level.ID) {
	s.keepBare(func() { s.Set(Toggled(s.ids, ids)...) })
}

// Remove deselects these colliders.
func (s *Selection) Remove(ids ...level.ID) {
	gone := SetOf(ids)
	s.keepBare(func() { s.Set(slices.DeleteFunc(slices.Clone(s.ids), func(id level.ID) bool { return gone[id] })...) })
}

// Clear clears the selection and leaves the entered group.
func (s *Selection) Clear() {
	s.Set()
	s.Enter(0)
	s.EnterInstance(0)
}

// Bounds returns the drawn bounds, ignoring corner radii, of the selected colliders and instances without parts. It
// returns false without a selection.
func (s *Selection) Bounds() (collision.AABB, bool) {
	b := boundsOf(s.session.doc, s.ids, s.Bare()...)
	return b, !b.IsEmpty()
}

func (s *Selection) replace(ids []level.ID, has map[level.ID]bool, isPair bool) {
	if slices.Equal(s.ids, ids) && s.isPair == isPair && len(s.bare) == 0 && len(s.joints) == 0 {
		return
	}
	s.bare, s.tally, s.joints = nil, nil, nil
	s.ids, s.has, s.isPair, s.groupsKnown = ids, has, isPair, false
	s.session.Touch(SelectionChanged)
}

// apply deselects colliders that a diff removed.
func (s *Selection) apply(d level.Diff) {
	s.groupsKnown = false
	s.leaveGone(d)
	s.followIsolation(d)
	dropped := false
	if len(d.Instances) > 0 {
		s.tally = nil
	}
	for _, c := range d.Colliders {
		if c.After == nil || c.Before == nil {
			s.tally = nil
		}
		if c.After == nil && s.has[c.Before.ID] {
			delete(s.has, c.Before.ID)
			dropped = true
		}
	}
	if !dropped {
		return
	}
	s.ids = slices.DeleteFunc(slices.Clone(s.ids), func(id level.ID) bool { return !s.has[id] })
	s.session.pending |= SelectionChanged
}

// SameKind extends the selection to shapes of the same kinds.
func (s *Selection) SameKind() error {
	return withTraits(s, "", func(c *level.Collider, add func(level.Kind)) { add(c.Shape.Kind) })
}

// SameTag extends the selection to shapes that share a tag.
func (s *Selection) SameTag() error {
	return withTraits(s, "the selection has no tags", func(c *level.Collider, add func(string)) {
		for _, tag := range c.Tags {
			add(tag)
		}
	})
}

// SameCategory extends the selection to shapes that share a category.
func (s *Selection) SameCategory() error {
	settings := s.session.doc.Settings()
	return withTraits(s, "", func(c *level.Collider, add func(int)) {
		bits := settings.CategoryBits(c.Categories)
		for i := range level.MaxCategories {
			if bits&(1<<i) != 0 {
				add(i)
			}
		}
	})
}

// SameLayer extends the selection to shapes on the same layers.
func (s *Selection) SameLayer() error {
	return withTraits(s, "", func(c *level.Collider, add func(level.LayerID)) { add(c.Layer) })
}

// SamePrefab extends the selection to the parts of all instances of the same prefabs.
func (s *Selection) SamePrefab() error {
	return withTraits(s, "the selection has no parts of an instance", func(c *level.Collider, add func(string)) {
		if c.Part != nil {
			add(c.Part.Prefab)
		}
	})
}

// material holds the material properties of a collider.
type material struct {
	name                           string
	friction, restitution, density float64
}

// SameMaterial extends the selection to shapes with the same material, friction, restitution and density.
func (s *Selection) SameMaterial() error {
	return withTraits(s, "", func(c *level.Collider, add func(material)) {
		add(material{c.Material, c.Friction, c.Restitution, c.Density})
	})
}

// withTraits extends the selection to editable shapes that share a trait.
func withTraits[T comparable](s *Selection, none string, traits func(c *level.Collider, add func(T))) error {
	if len(s.ids) == 0 {
		return ErrNothingSelected
	}
	wanted := map[T]bool{}
	for _, id := range s.ids {
		traits(s.session.doc.Collider(id), func(t T) { wanted[t] = true })
	}
	if len(wanted) == 0 {
		return errors.New(none)
	}
	ids := slices.Clone(s.ids)
	for c := range s.session.doc.Colliders() {
		has := false
		traits(c, func(t T) { has = has || wanted[t] })
		if has && !s.has[c.ID] && s.session.doc.Editable(c) {
			ids = append(ids, c.ID)
		}
	}
	s.Set(ids...)
	return nil
}

// Next selects the editable collider that is step places further in drawing order, wrapping around: after the last
// selected one for 1, before the first for -1. A group counts as one. Within an entered group, only the group's members
// count.
func (s *Selection) Next(step int) {
	var ids []level.ID
	first, last := -1, -1
	seen := map[selected]bool{}
	for c := range s.session.doc.Colliders() {
		if !s.canPick(c) {
			continue
		}
		if entered := s.entered; entered != 0 && !s.session.doc.IsInGroup(c.GroupOf, entered) {
			continue
		}
		if inside := s.inside; inside != 0 && (c.Part == nil || c.Part.Instance != inside) {
			continue
		}
		if unit := s.unitAt(c.ID); unit != (selected{}) {
			if seen[unit] {
				continue
			}
			seen[unit] = true
		}
		if s.Has(c.ID) {
			if last = len(ids); first < 0 {
				first = last
			}
		}
		ids = append(ids, c.ID)
	}
	n := len(ids)
	at := 0
	switch {
	case n == 0:
		return
	case last < 0 && step < 0:
		at = n - 1
	case last < 0:
	case step > 0:
		at = (last + step) % n
	default:
		at = ((first+step)%n + n) % n
	}
	s.Take(ids[at])
}

// All selects every collider and instance that can be edited on the canvas.
func (s *Selection) All() { s.allBut(nil, nil) }

// Invert selects everything editable that is not selected.
func (s *Selection) Invert() { s.allBut(s.has, s.Bare()) }

// allBut selects everything editable except the given colliders and instances without parts.
func (s *Selection) allBut(but map[level.ID]bool, butBare []level.InstanceID) {
	var ids []level.ID
	for c := range s.session.doc.Colliders() {
		if s.canPick(c) && !but[c.ID] {
			ids = append(ids, c.ID)
		}
	}
	var bare []level.InstanceID
	for _, i := range s.session.doc.Bare() {
		if s.session.Instances().isFree(i) && !slices.Contains(butBare, i.ID) {
			bare = append(bare, i.ID)
		}
	}
	s.setWithBare(ids, bare)
}

// setWithBare selects exactly these colliders and instances without parts.
func (s *Selection) setWithBare(ids []level.ID, bare []level.InstanceID) {
	s.session.Batch(func() {
		s.Set(ids...)
		s.AddBare(bare...)
	})
}

// Frame returns the box for the selection's handles: in the collider's own frame for a single collider, and along the
// level's axes for several. It returns false without a selection.
func (s *Selection) Frame() (box collision.AABB, at collision.Transform, ok bool) {
	ids := s.IDs()
	if len(ids) == 1 {
		c := s.session.doc.Collider(ids[0])
		return level.LocalBounds(c.Shape), c.Transform(), true
	}
	box = boundsOf(s.session.doc, ids)
	return box, collision.Identity(), !box.IsEmpty()
}

// Entered returns the entered group, or 0. The pointer selects single members of the entered group; outside of it, the
// pointer selects outermost groups as a whole.
func (s *Selection) Entered() level.GroupID { return s.entered }

// Enter enters a group, or leaves all groups for 0. The selection stays.
func (s *Selection) Enter(id level.GroupID) {
	if s.session.doc.Group(id) == nil {
		id = 0
	}
	if s.entered != id {
		s.entered, s.groupsKnown = id, false
		s.session.Touch(SelectionChanged)
	}
}

// Leave leaves the entered group or instance for the enclosing group, and selects it as a whole. It returns false if
// nothing was entered.
func (s *Selection) Leave() bool {
	if of := s.inside; of != 0 {
		s.session.Batch(func() {
			s.EnterInstance(0)
			s.session.Instances().Select(of)
		})
		return true
	}
	of := s.session.doc.Group(s.entered)
	if of == nil {
		return false
	}
	s.session.Batch(func() {
		s.Enter(of.Parent)
		s.session.Groups().Select(of.ID)
	})
	return true
}

// GroupAt returns the group that the pointer selects for a collider: the collider's group directly inside the entered
// group, or else its outermost group. It returns 0 if the pointer selects the collider itself.
func (s *Selection) GroupAt(id level.ID) level.GroupID {
	doc := s.session.doc
	c := doc.Collider(id)
	if c == nil || c.GroupOf == 0 {
		return 0
	}
	return s.groupFor(c.GroupOf)
}

// groupFor works like [Selection.GroupAt] for a direct member of the group at.
func (s *Selection) groupFor(at level.GroupID) level.GroupID {
	doc := s.session.doc
	if s.entered == 0 || !doc.IsInGroup(at, s.entered) {
		return doc.OutermostGroup(at)
	}
	if at == s.entered {
		return 0
	}
	for parent := doc.Group(at).Parent; parent != s.entered; parent = doc.Group(at).Parent {
		at = parent
	}
	return at
}

// selected identifies the group or the instance that the pointer selects instead of a collider.
type selected struct {
	group    level.GroupID
	instance level.InstanceID
}

func (s *Selection) unitAt(id level.ID) selected { return selected{s.GroupAt(id), s.InstanceAt(id)} }

// Inside returns the entered instance, whose parts the pointer selects, or 0.
func (s *Selection) Inside() level.InstanceID { return s.inside }

// EnterInstance enters an instance, or leaves it for 0. The selection stays.
func (s *Selection) EnterInstance(id level.InstanceID) {
	if s.session.doc.Instance(id) == nil {
		id = 0
	}
	if s.inside != id {
		s.inside = id
		s.session.Touch(SelectionChanged)
	}
}

// InstanceAt returns the instance that the pointer selects for a collider, or 0 if the pointer selects the collider
// itself or a group.
func (s *Selection) InstanceAt(id level.ID) level.InstanceID {
	c := s.session.doc.Collider(id)
	if c == nil || c.Part == nil || c.Part.Instance == s.inside || s.GroupAt(id) != 0 {
		return 0
	}
	return c.Part.Instance
}

// stayInside leaves the entered instance if anything else is selected, and enters an instance if only some of its parts
// are selected.
func (s *Selection) stayInside(next []level.ID) {
	var of level.InstanceID
	for k, id := range next {
		c := s.session.doc.Collider(id)
		if c.Part == nil || k > 0 && c.Part.Instance != of {
			s.EnterInstance(0)
			return
		}
		of = c.Part.Instance
	}
	if s.inside != of && len(next) == len(s.session.doc.Parts(of)) {
		of = 0
	}
	s.EnterInstance(of)
}

// Expand returns colliders and everything that the pointer selects with them, such as the rest of their groups. See
// [Selection.GroupAt].
func (s *Selection) Expand(ids ...level.ID) []level.ID {
	if len(s.session.doc.Groups())+len(s.session.doc.Instances()) == 0 {
		return ids
	}
	seen := map[selected]bool{}
	out := make([]level.ID, 0, len(ids))
	for _, id := range ids {
		switch unit := s.unitAt(id); {
		case unit == selected{}:
			out = append(out, id)
		case seen[unit]:
		case unit.group == 0:
			seen[unit] = true
			out = append(out, idsOf(s.session.doc.Parts(unit.instance))...)
		default:
			seen[unit] = true
			out = append(out, idsOf(s.session.doc.Within(unit.group))...)
		}
	}
	return out
}

// Units returns one collider for each unit that the pointer selects as a whole: for a group or an instance, the first
// in ids.
func (s *Selection) Units(ids []level.ID) []level.ID {
	if len(s.session.doc.Groups())+len(s.session.doc.Instances()) == 0 {
		return ids
	}
	seen := map[selected]bool{}
	return slices.DeleteFunc(slices.Clone(ids), func(id level.ID) bool {
		unit := s.unitAt(id)
		again := unit != selected{} && seen[unit]
		seen[unit] = true
		return again
	})
}

// stayWithin leaves the entered group if the selection reaches outside of it. It enters the group that contains the
// selection if the group has other contents too.
func (s *Selection) stayWithin(next []level.ID) {
	doc := s.session.doc
	if len(next) == 0 {
		return
	}
	s.stayInside(next)
	if len(doc.Groups()) == 0 {
		return
	}
	in := doc.Collider(next[0]).GroupOf
	seen := map[level.GroupID]bool{}
	for _, id := range next {
		of := doc.Collider(id).GroupOf
		if seen[of] {
			continue
		}
		seen[of] = true
		for !doc.IsInGroup(of, in) {
			in = doc.Group(in).Parent
		}
	}
	if s.entered != 0 && doc.IsInGroup(in, s.entered) {
		return
	}
	for in != 0 && doc.CountWithin(in) <= len(next) {
		in = doc.Group(in).Parent
	}
	s.Enter(in)
}

// leaveGone leaves the entered group or instance if the diff removed it.
func (s *Selection) leaveGone(d level.Diff) {
	if s.inside != 0 && s.session.doc.Instance(s.inside) == nil {
		s.inside = 0
		s.session.pending |= SelectionChanged
	}
	for s.entered != 0 && s.session.doc.Group(s.entered) == nil {
		i := slices.IndexFunc(d.Groups, func(c level.Change[level.Group]) bool {
			return c.Before != nil && c.Before.ID == s.entered
		})
		if i < 0 {
			s.entered = 0
		} else {
			s.entered = d.Groups[i].Before.Parent
		}
		s.session.pending |= SelectionChanged
	}
}

// isolation holds the isolated colliders; everything else is dimmed and cannot be picked. It is not part of the
// document.
type isolation struct {
	only  map[level.ID]bool // nil: nothing is isolated
	count int               // number of changes so far; see Isolation
}

// Isolate dims everything except the selected colliders and makes the rest unpickable. Colliders that are added later
// join the isolation. Without a selection it does nothing.
func (s *Selection) Isolate() {
	if len(s.ids) == 0 {
		return
	}
	s.isolated = isolation{maps.Clone(s.has), s.isolated.count + 1}
	s.session.Touch(SelectionChanged | OverlayChanged)
}

// EndIsolation shows everything again and reports whether something was isolated.
func (s *Selection) EndIsolation() bool {
	if s.isolated.only == nil {
		return false
	}
	s.isolated = isolation{count: s.isolated.count + 1}
	s.session.Touch(SelectionChanged | OverlayChanged)
	return true
}

// Isolated returns the number of isolated colliders.
func (s *Selection) Isolated() int { return len(s.isolated.only) }

// IsDimmed reports whether the isolation dims a collider.
func (s *Selection) IsDimmed(id level.ID) bool { return s.isolated.only != nil && !s.isolated.only[id] }

// Isolation returns a counter that increases when the isolation changes.
func (s *Selection) Isolation() int { return s.isolated.count }

// canPick reports whether a collider can be picked on the canvas.
func (s *Selection) canPick(c *level.Collider) bool {
	return s.session.doc.Editable(c) && !s.IsDimmed(c.ID)
}

// followIsolation adds new colliders of a diff to the isolation and removes deleted ones. The isolation ends when its
// last collider is gone.
func (s *Selection) followIsolation(d level.Diff) {
	if s.isolated.only == nil {
		return
	}
	for _, c := range d.Colliders {
		switch {
		case c.Before == nil:
			s.isolated.only[c.After.ID] = true
		case c.After == nil:
			delete(s.isolated.only, c.Before.ID)
		default:
			continue
		}
		s.isolated.count++
	}
	if len(s.isolated.only) == 0 {
		s.isolated.only = nil
		s.session.pending |= SelectionChanged | OverlayChanged
	}
}

// Below returns the pickable colliders at a point, topmost first, but only one for each unit that the pointer selects
// as a whole.
func (k Picking) Below(p level.Vec, tolerance float64) []level.ID {
	return slices.Clip(k.s.selection.Units(k.At(p, tolerance)))
}

// Picking finds colliders by their location.
type Picking struct{ s *Session }

// Picking returns the search for colliders by location.
func (s *Session) Picking() Picking { return Picking{s} }

// At returns the editable colliders at a point, each group topmost first: the colliders that contain the point, with
// thin colliders and points within the tolerance, in level pixels; then all others within the tolerance.
func (k Picking) At(p level.Vec, tolerance float64) []level.ID {
	return k.at(p, tolerance, k.s.selection.canPick)
}

// AnyAt works like [Picking.At] for all visible colliders, including locked ones.
func (k Picking) AnyAt(p level.Vec, tolerance float64) []level.ID {
	return k.at(p, tolerance, k.s.doc.Visible)
}

func (k Picking) at(p level.Vec, tolerance float64, match func(*level.Collider) bool) []level.ID {
	s := k.s
	var hits, near []level.ID
	reach := collision.AABB{Min: p, Max: p}.Grow(tolerance)
	for _, key := range s.live.World().QueryBox(reach, collision.Query{Triggers: true}) {
		c := s.doc.At(key)
		if c == nil || !match(c) {
			continue
		}
		switch d := distanceTo(s.doc, c, p); {
		case d <= 0 || d <= tolerance && isThin(c.Shape, tolerance):
			hits = append(hits, c.ID)
		case d <= tolerance:
			near = append(near, c.ID)
		}
	}
	for id := range s.live.Points() {
		if c := s.doc.Collider(id); match(c) && distanceTo(s.doc, c, p) <= tolerance {
			hits = append(hits, id)
		}
	}
	return append(topmostFirst(s.doc, hits), topmostFirst(s.doc, near)...)
}

// In returns the editable colliders that overlap a box, in drawing order.
func (k Picking) In(b collision.AABB) []level.ID {
	s := k.s
	var ids []level.ID
	for _, key := range s.live.World().QueryBox(b, collision.Query{Triggers: true}) {
		if c := s.doc.At(key); c != nil && s.selection.canPick(c) {
			ids = append(ids, c.ID)
		}
	}
	for id := range s.live.Points() {
		if c := s.doc.Collider(id); s.selection.canPick(c) && b.Contains(c.Position) {
			ids = append(ids, id)
		}
	}
	return inDrawingOrder(s.doc, ids)
}

// distanceTo returns the distance from a point to a collider's surface. It is 0 or less inside the collider.
func distanceTo(doc *level.Document, c *level.Collider, p level.Vec) float64 {
	best, at := math.Inf(1), c.Transform()
	if c.Shape.Kind == level.Point {
		return c.Position.Dist(p)
	}
	for _, piece := range doc.Baked(c.ID).Pieces {
		_, d := piece.Closest(at, p)
		best = min(best, d)
	}
	return best
}

// isThin reports whether a shape is too thin for the pointer to hit its inside.
func isThin(shape level.Shape, tolerance float64) bool {
	if shape.Kind == level.Chain || shape.Kind == level.Capsule {
		return shape.Radius < tolerance
	}
	size := level.LocalBounds(shape).Size()
	return min(size.X, size.Y) < 2*tolerance
}

func topmostFirst(doc *level.Document, ids []level.ID) []level.ID {
	ids = inDrawingOrder(doc, ids)
	slices.Reverse(ids)
	return ids
}
