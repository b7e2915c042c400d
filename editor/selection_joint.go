package editor

import (
	"slices"

	"fillet/editor/level"
)

// Joint is the joint that is selected: it alone, as then no collider is. False: there is none.
func (s *Selection) Joint() (level.Joint, bool) {
	if s.joint != 0 {
		for _, j := range s.session.doc.Settings().Joints {
			if j.ID == s.joint {
				return j, true
			}
		}
	}
	return level.Joint{}, false
}

// SetJoint selects a joint, and nothing else.
func (s *Selection) SetJoint(id level.JointID) {
	if s.joint == id && id != 0 {
		return
	}
	s.session.Batch(func() {
		s.Set()
		s.joint = id
		s.session.Touch(SelectionChanged)
	})
}

// deleteJoint removes the selected joint; false where none is selected.
func deleteJoint(s *Session) (bool, error) {
	j, ok := s.selection.Joint()
	if !ok {
		return false, nil
	}
	return true, s.EditSettings("Delete "+j.Label(), func(to *level.Settings) {
		to.Joints = slices.DeleteFunc(slices.Clone(to.Joints), func(o level.Joint) bool { return o.ID == j.ID })
	})
}
