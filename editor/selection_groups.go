package editor

import (
	"slices"

	"fillet/editor/level"
)

// Entered is the group that was entered: what is selected with the pointer is in it, by itself. 0 is none; then the outermost groups
// are selected as a whole.
func (s *Selection) Entered() level.GroupID { return s.entered }

// Enter goes into a group, or with 0 out of all. What is selected stays.
func (s *Selection) Enter(id level.GroupID) {
	if s.session.doc.Group(id) == nil {
		id = 0
	}
	if s.entered != id {
		s.entered, s.groupsKnown = id, false
		s.session.Touch(SelectionChanged)
	}
}

// Leave goes out of the group that was entered, into the one that it is in, and selects it as a whole. It reports false where none
// was entered.
func (s *Selection) Leave() bool {
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

// GroupAt is the group that stands for a collider where it is selected with the pointer: of those that it is in, the one directly in
// the group that was entered, or else the outermost one. 0 is none: it stands for itself.
func (s *Selection) GroupAt(id level.ID) level.GroupID {
	doc := s.session.doc
	c := doc.Collider(id)
	if c == nil || c.GroupOf == 0 {
		return 0
	}
	if s.entered == 0 || !doc.IsInGroup(c.GroupOf, s.entered) {
		return doc.OutermostGroup(c.GroupOf)
	}
	at := c.GroupOf
	if at == s.entered {
		return 0
	}
	for parent := doc.Group(at).Parent; parent != s.entered; parent = doc.Group(at).Parent {
		at = parent
	}
	return at
}

// Whole lists colliders with all that is selected with them: of a group all of it. See [Selection.GroupAt].
func (s *Selection) Whole(ids ...level.ID) []level.ID {
	if len(s.session.doc.Groups()) == 0 {
		return ids
	}
	var seen map[level.GroupID]bool
	out := make([]level.ID, 0, len(ids))
	for _, id := range ids {
		group := s.GroupAt(id)
		if group == 0 {
			out = append(out, id)
			continue
		}
		if seen[group] {
			continue
		}
		if seen == nil {
			seen = map[level.GroupID]bool{}
		}
		seen[group] = true
		for _, c := range s.session.doc.Within(group) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Units is one collider of all that are selected as one: of each group the first.
func (s *Selection) Units(ids []level.ID) []level.ID {
	if len(s.session.doc.Groups()) == 0 {
		return ids
	}
	seen := map[level.GroupID]bool{}
	return slices.DeleteFunc(slices.Clone(ids), func(id level.ID) bool {
		group := s.GroupAt(id)
		again := group != 0 && seen[group]
		seen[group] = true
		return again
	})
}

// stayWithin leaves the group that was entered where something is selected that is not in it, and enters the one that holds all of the
// selection, where that is only a part of it.
func (s *Selection) stayWithin(next []level.ID) {
	doc := s.session.doc
	if len(next) == 0 || len(doc.Groups()) == 0 {
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

// leaveGone leaves the group that was entered where a diff has removed it.
func (s *Selection) leaveGone(d level.Diff) {
	for s.entered != 0 && s.session.doc.Group(s.entered) == nil {
		i := slices.IndexFunc(d.Groups, func(c level.Change[level.Group]) bool { return c.Before != nil && c.Before.ID == s.entered })
		if i < 0 {
			s.entered = 0
		} else {
			s.entered = d.Groups[i].Before.Parent
		}
		s.session.pending |= SelectionChanged
	}
}
