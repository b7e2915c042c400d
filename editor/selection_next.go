package editor

import (
	"fillet/collision"
	"fillet/editor/level"
)

// Next selects the editable collider that is step places further in drawing order, wrapping around: after the last
// selected one for 1, before the first for -1. A group counts as one. Within an entered group, only its members count.
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
		if unit := (selected{s.GroupAt(c.ID), s.InstanceAt(c.ID)}); unit != (selected{}) {
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
func (s *Selection) All() {
	var ids []level.ID
	for c := range s.session.doc.Colliders() {
		if s.canPick(c) {
			ids = append(ids, c.ID)
		}
	}
	s.session.Batch(func() {
		s.Set(ids...)
		s.AddBare(s.session.Instances().editableBare(nil)...)
	})
}

// Invert selects everything editable that is not selected.
func (s *Selection) Invert() {
	var ids []level.ID
	for c := range s.session.doc.Colliders() {
		if s.canPick(c) && !s.Has(c.ID) {
			ids = append(ids, c.ID)
		}
	}
	bare := s.session.Instances().editableBare(s.Bare())
	s.session.Batch(func() {
		s.Set(ids...)
		s.AddBare(bare...)
	})
}

// Frame returns the box for the selection's handles: for one collider in its own frame, at its angle; for several along
// the level's axes. It returns false without a selection.
func (s *Selection) Frame() (box collision.AABB, at collision.Transform, ok bool) {
	ids := s.IDs()
	if len(ids) == 1 {
		c := s.session.doc.Collider(ids[0])
		return level.LocalBounds(c.Shape), c.Transform(), true
	}
	box = boundsOf(s.session.doc, ids)
	return box, collision.Identity(), !box.IsEmpty()
}
