package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// addJoints adds the level's joints to the bodies at their start. It leaves out a joint if one of its sides is missing
// or neither is a dynamic body.
func (r *Run) addJoints() {
	all := r.snapshot.Joints()
	if r.linked = r.linked[:0]; len(all) == 0 {
		return
	}
	frames, statics := map[level.ID]collision.Transform{}, map[level.ID]int32{}
	for i := range r.statics {
		statics[r.standing[i].id] = int32(i)
	}
	r.each(func(c level.ColliderSnapshot, _ int32, _ collision.Body) { frames[c.ID] = c.Transform() })
	side := func(id level.ID, anchor Vec) (s jointSide, ok bool) {
		s = jointSide{noOwner, anchor}
		xf, known := frames[id]
		if known {
			s.at = xf.Apply(anchor)
		}
		if i, moves := r.byID[id]; moves {
			s.owner = owner(i)
		} else if i, stands := statics[id]; stands {
			s.owner = ownerOfStatic(i)
		}
		return s, known || id == 0
	}
	metre := r.snapshot.Settings.PixelsPerMetre
	for _, of := range all {
		a, okA := side(of.A, of.AnchorA)
		b, okB := side(of.B, of.AnchorB)
		if okA && okB && r.addJoint(a, b, of.Collide, &jointKind{
			isHinge: of.Kind == level.Hinge, rest: of.Length, frequency: of.Frequency, damping: of.Damping,
			pullsOnly: of.PullsOnly, isLimited: of.Limited, lower: of.Lower.Radians(), upper: of.Upper.Radians(),
			speed: of.Speed.Radians(), torque: float64(of.Torque * float64(metre*metre) * float64(metre*metre)),
		}) {
			r.linked = append(r.linked, of)
		}
	}
}

// appendJointForces appends the forces of the joints on dynamic bodies.
func (r *Run) appendJointForces(dst []Force) []Force {
	for i := range r.joints {
		j := &r.joints[i]
		at, to, f := r.pullOf(j)
		if f == (Vec{}) {
			continue
		}
		if r.isMovable(j.a) {
			dst = append(dst, Force{r.entities[j.a].id, JointPull, at, f.Neg()})
		}
		if r.isMovable(j.b) {
			dst = append(dst, Force{r.entities[j.b].id, JointPull, to, f})
		}
	}
	return dst
}

// Joint is the state of a joint after the last step of a run.
type Joint struct {
	level.Joint
	At, To Vec     // the anchors, in level space
	Pull   float64 // the force with which a spring pulls, negative if it pushes
}

// AppendJoints appends the joints of a run to dst.
func AppendJoints(dst []Joint, r *Run) []Joint {
	for i := range r.joints {
		at, to, _ := r.pullOf(&r.joints[i])
		dst = append(dst, Joint{r.linked[i], at, to, r.joints[i].tension()})
	}
	return dst
}
