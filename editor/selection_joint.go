package editor

import (
	"fmt"
	"slices"

	"fillet/editor/level"
)

// Joints returns the selected joints, in the level's order. No collider is selected at the same time.
func (s *Selection) Joints() (out []level.Joint) {
	if len(s.joints) == 0 {
		return nil
	}
	for _, j := range s.session.doc.Settings().Joints {
		if s.HasJoint(j.ID) {
			out = append(out, j)
		}
	}
	return out
}

// HasJoint reports whether a joint is selected.
func (s *Selection) HasJoint(id level.JointID) bool {
	_, found := slices.BinarySearch(s.joints, id)
	return found
}

// Joint returns the single selected joint, or false if there is not exactly one.
func (s *Selection) Joint() (level.Joint, bool) {
	if list := s.Joints(); len(list) == 1 {
		return list[0], true
	}
	return level.Joint{}, false
}

// SetJoints selects exactly these joints.
func (s *Selection) SetJoints(ids ...level.JointID) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	if ids = slices.Compact(ids); slices.Equal(s.joints, ids) && len(ids) > 0 {
		return
	}
	s.session.Batch(func() {
		s.Set()
		s.joints = ids
		s.session.Touch(SelectionChanged)
	})
}

// ToggleJoints toggles the selection of joints and deselects all colliders.
func (s *Selection) ToggleJoints(ids ...level.JointID) {
	var next []level.JointID
	for _, j := range s.Joints() {
		if !slices.Contains(ids, j.ID) {
			next = append(next, j.ID)
		}
	}
	for _, id := range ids {
		if !s.HasJoint(id) {
			next = append(next, id)
		}
	}
	if len(next) == 0 {
		s.Set()
		return
	}
	s.SetJoints(next...)
}

// deleteJoints removes the selected joints. It returns false if there are none.
func deleteJoints(s *Session) (bool, error) {
	list := s.selection.Joints()
	if len(list) == 0 {
		return false, nil
	}
	label := "Delete " + list[0].Label()
	if n := len(list); n > 1 {
		label = fmt.Sprintf("Delete %d joints", n)
	}
	return true, s.EditSettings(label, func(to *level.Settings) {
		to.Joints = slices.DeleteFunc(slices.Clone(to.Joints), func(o level.Joint) bool {
			return s.selection.HasJoint(o.ID)
		})
	})
}
