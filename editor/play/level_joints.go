package play

import (
	"fillet/collision"
	"fillet/collision/dynamics"
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
	for i := range r.space.Statics {
		statics[r.standing[i].id] = int32(i)
	}
	r.each(func(c level.ColliderSnapshot, _ int32, _ collision.Body) { frames[c.ID] = c.Transform() })
	side := func(id level.ID, anchor Vec) (s dynamics.JointSide, ok bool) {
		s = dynamics.JointSide{Owner: dynamics.NoOwner, At: anchor}
		xf, known := frames[id]
		if known {
			s.At = xf.Apply(anchor)
		}
		if i, moves := r.byID[id]; moves {
			s.Owner = dynamics.Owner(i)
		} else if i, stands := statics[id]; stands {
			s.Owner = dynamics.StaticOwner(i)
		}
		return s, known || id == 0
	}
	metre := r.snapshot.Settings.PixelsPerMetre
	for _, of := range all {
		a, okA := side(of.A, of.AnchorA)
		b, okB := side(of.B, of.AnchorB)
		if okA && okB && r.space.AddJoint(a, b, of.Collide, &dynamics.JointDef{
			IsHinge: of.Kind == level.Hinge, Length: of.Length, Frequency: of.Frequency, Damping: of.Damping,
			PullsOnly: of.PullsOnly, IsLimited: of.Limited, Lower: of.Lower.Radians(), Upper: of.Upper.Radians(),
			Speed: of.Speed.Radians(), Torque: float64(of.Torque * float64(metre*metre) * float64(metre*metre)),
		}) {
			r.linked = append(r.linked, of)
		}
	}
}

// appendJointForces appends the forces of the joints on dynamic bodies.
func (r *Run) appendJointForces(dst []Force) []Force {
	for i := range r.space.Joints {
		j := &r.space.Joints[i]
		at, to, f := r.space.PullOf(j)
		if f == (Vec{}) {
			continue
		}
		if r.space.IsMovable(j.A) {
			dst = append(dst, Force{r.entities[j.A].id, JointPull, at, f.Neg()})
		}
		if r.space.IsMovable(j.B) {
			dst = append(dst, Force{r.entities[j.B].id, JointPull, to, f})
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
	for i := range r.space.Joints {
		at, to, _ := r.space.PullOf(&r.space.Joints[i])
		dst = append(dst, Joint{r.linked[i], at, to, r.space.TensionOf(&r.space.Joints[i])})
	}
	return dst
}
