package editor

import (
	"slices"

	"fillet/editor/level"
)

// Entered returns the entered group, or 0. The pointer selects single members of the entered group; outside, it selects
// outermost groups as a whole.
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
// none was entered.
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

// GroupAt returns the group that the pointer selects for a collider: the one directly inside the entered group, or else
// the outermost one. It returns 0 if the collider itself is selected.
func (s *Selection) GroupAt(id level.ID) level.GroupID {
	doc := s.session.doc
	c := doc.Collider(id)
	if c == nil || c.GroupOf == 0 {
		return 0
	}
	return s.groupStandingFor(c.GroupOf)
}

// groupStandingFor returns the group that the pointer selects for a direct member of a group; see [Selection.GroupAt].
func (s *Selection) groupStandingFor(at level.GroupID) level.GroupID {
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

// selected is the group or the instance that is selected in place of a collider.
type selected struct {
	group    level.GroupID
	instance level.InstanceID
}

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

// InstanceAt returns the instance that the pointer selects for a collider, or 0 if it selects the collider itself or a
// group.
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

// Whole returns colliders with everything that is selected with them, such as the rest of their groups. See
// [Selection.GroupAt].
func (s *Selection) Whole(ids ...level.ID) []level.ID {
	if len(s.session.doc.Groups())+len(s.session.doc.Instances()) == 0 {
		return ids
	}
	var seen map[selected]bool
	out := make([]level.ID, 0, len(ids))
	for _, id := range ids {
		group := s.GroupAt(id)
		instance := s.InstanceAt(id)
		unit := selected{group, instance}
		if group == 0 && instance == 0 {
			out = append(out, id)
			continue
		}
		if seen[unit] {
			continue
		}
		if seen == nil {
			seen = map[selected]bool{}
		}
		seen[unit] = true
		if group == 0 {
			for _, c := range s.session.doc.Parts(instance) {
				out = append(out, c.ID)
			}
			continue
		}
		for _, c := range s.session.doc.Within(group) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Units returns one collider for each unit that is selected as a whole: the first of a group or an instance.
func (s *Selection) Units(ids []level.ID) []level.ID {
	if len(s.session.doc.Groups())+len(s.session.doc.Instances()) == 0 {
		return ids
	}
	seen := map[selected]bool{}
	return slices.DeleteFunc(slices.Clone(ids), func(id level.ID) bool {
		unit := selected{s.GroupAt(id), s.InstanceAt(id)}
		again := unit != selected{} && seen[unit]
		seen[unit] = true
		return again
	})
}

// stayWithin leaves the entered group if the selection reaches outside it, and enters the group that contains the
// selection, if it contains more than that.
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

// leaveGone leaves the entered group or instance if a diff removed it.
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
