package editor

import (
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// Selection holds the selected colliders in the order of selection. Colliders that leave the document are deselected.
// It is not part of the history.
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

// SetPair selects two colliders for inspection, such as the two of a contact chosen in a list. They do not count as
// being held: which one yields to the other, and to other overlaps, is decided as if they were not selected.
func (s *Selection) SetPair(a, b level.ID) {
	if a == b || s.session.doc.Collider(a) == nil || s.session.doc.Collider(b) == nil {
		s.Set(a, b)
		return
	}
	s.stayWithin([]level.ID{a, b})
	s.replace([]level.ID{a, b}, map[level.ID]bool{a: true, b: true}, true)
}

// Pair returns the two colliders selected by [Selection.SetPair], or false if the selection is something else.
func (s *Selection) Pair() (a, b level.ID, ok bool) {
	if !s.isPair || len(s.ids) != 2 {
		return 0, 0, false
	}
	return s.ids[0], s.ids[1], true
}

// IsPair reports whether these two are the pair selected by [Selection.SetPair].
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

// Side returns the properties of a collider that decide whether it yields to another one.
func (s *Selection) Side(id level.ID) contacts.Side {
	return contacts.SideOf(s.session.doc, id, s.IsInHand(id))
}

// Add adds colliders to the selection.
func (s *Selection) Add(ids ...level.ID) {
	s.keepBare(func() { s.Set(append(slices.Clone(s.ids), ids...)...) })
}

// Toggle toggles the selection of each of these colliders.
func (s *Selection) Toggle(ids ...level.ID) {
	next := slices.Clone(s.ids)
	for _, id := range ids {
		if i := slices.Index(next, id); i >= 0 {
			next = slices.Delete(next, i, i+1)
		} else {
			next = append(next, id)
		}
	}
	s.keepBare(func() { s.Set(next...) })
}

// Remove deselects these colliders.
func (s *Selection) Remove(ids ...level.ID) {
	gone := make(map[level.ID]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	s.keepBare(func() { s.Set(slices.DeleteFunc(slices.Clone(s.ids), func(id level.ID) bool { return gone[id] })...) })
}

// Clear clears the selection and leaves the entered group.
func (s *Selection) Clear() {
	s.Set()
	s.Enter(0)
	s.EnterInstance(0)
}

// Bounds returns the drawn bounds of the selected colliders, ignoring corner radii, and of instances without parts. It
// returns false without a selection.
func (s *Selection) Bounds() (collision.AABB, bool) {
	b := collision.EmptyAABB()
	for _, id := range s.ids {
		b = b.Union(level.DrawnBounds(s.session.doc.Collider(id)))
	}
	for _, id := range s.Bare() {
		m, _ := s.session.doc.MarkOf(id)
		b = b.Union(m.Bounds)
	}
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
	next := make([]level.ID, 0, len(s.has))
	for _, id := range s.ids {
		if s.has[id] {
			next = append(next, id)
		}
	}
	s.ids = next
	s.session.pending |= SelectionChanged
}
