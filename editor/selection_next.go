package editor

import "fillet/editor/level"

// SelectNext selects the collider so many further on in drawing order, among those that can be edited on the canvas: after
// the last selected one for a step of 1, before the first for -1, and round again at the end.
func (s *Session) SelectNext(step int) {
	var ids []level.ID
	first, last := -1, -1
	for c := range s.doc.Colliders() {
		if !s.doc.Editable(c) {
			continue
		}
		if s.selection.Has(c.ID) {
			if last = len(ids); first < 0 {
				first = last
			}
		}
		ids = append(ids, c.ID)
	}
	n := len(ids)
	switch {
	case n == 0:
	case last < 0 && step > 0:
		s.selection.Set(ids[0])
	case last < 0:
		s.selection.Set(ids[n-1])
	case step > 0:
		s.selection.Set(ids[(last+step)%n])
	default:
		s.selection.Set(ids[((first+step)%n+n)%n])
	}
}
