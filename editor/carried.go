package editor

import "fillet/editor/level"

// doCarrying applies a diff that reshapes colliders, as [Session.Do] does, and moves the anchors of their joints
// along.
func (s *Session) doCarrying(label string, d level.Diff, made map[level.ID]level.Carried) error {
	s.settle()
	held, parts := false, false
	joints := s.doc.Settings().Joints
	for _, j := range joints {
		_, a := made[j.A]
		_, b := made[j.B]
		held = held || a || b
		parts = parts || a && j.PartA != "" || b && j.PartB != ""
	}
	if !held || d.IsEmpty() {
		return s.Do(label, d)
	}
	if !parts {
		withCarried(s, &d, joints, made)
		return s.Do(label, d)
	}
	// The places of parts follow from their instances, so the anchors come second.
	var err error
	s.Batch(func() {
		g, own := s.gesture, !s.gesture.Open()
		if own {
			g = s.Begin(label)
		}
		if err = s.Do(label, d); err == nil {
			err = ApplyCarried(g, joints, made)
		}
		switch {
		case !own:
		case err != nil:
			g.Rollback()
		default:
			g.Commit()
		}
	})
	return err
}

// ApplyCarried moves joint anchors within a gesture like [Session.doCarrying]. joints holds the joints before the
// gesture.
func ApplyCarried(g *Gesture, joints []level.Joint, made map[level.ID]level.Carried) error {
	var d level.Diff
	withCarried(g.session, &d, joints, made)
	if d.IsEmpty() {
		return nil
	}
	return g.Apply(d)
}

func withCarried(s *Session, d *level.Diff, joints []level.Joint, made map[level.ID]level.Carried) {
	carried, ok := level.CarriedJoints(s.doc, joints, made)
	if !ok {
		return
	}
	before := s.doc.Settings()
	after := *before
	if d.Settings.After != nil {
		after = *d.Settings.After
	}
	if after.Joints = carried; !after.Equal(before) {
		d.Settings = level.Changed(before, &after)
	}
}
