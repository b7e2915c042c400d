package editor

import "fillet/editor/level"

// SelectNext selects the collider so many further on in drawing order, among those that can be edited on the canvas: after
// the last selected one for a step of 1, before the first for -1, and round again at the end. A group counts as one, and in the group
// that was entered it goes round there.
func (s *Session) SelectNext(step int) {
	var ids []level.ID
	first, last := -1, -1
	seen := map[selected]bool{}
	for c := range s.doc.Colliders() {
		if !s.doc.Editable(c) {
			continue
		}
		if entered := s.selection.entered; entered != 0 && !s.doc.IsInGroup(c.GroupOf, entered) {
			continue
		}
		if inside := s.selection.inside; inside != 0 && (c.Part == nil || c.Part.Instance != inside) {
			continue
		}
		if unit := (selected{s.selection.GroupAt(c.ID), s.selection.InstanceAt(c.ID)}); unit != (selected{}) {
			if seen[unit] {
				continue
			}
			seen[unit] = true
		}
		if s.selection.Has(c.ID) {
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
	s.selection.Set(s.selection.Whole(ids[at])...)
}
