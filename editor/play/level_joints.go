package play

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// newJoints returns the joints of a run with its bodies at their start, and the pairs that must not collide. It leaves
// out a joint if one of its sides is missing or neither is a dynamic body.
func newJoints(r *Run) (js joints, unmet []link) {
	all := r.snapshot.Joints()
	if r.linked = r.linked[:0]; len(all) == 0 {
		return nil, nil
	}
	frames := map[level.ID]collision.Transform{}
	statics := map[level.ID]int32{}
	for i := range r.statics {
		statics[r.standing[i].id] = int32(i)
	}
	r.each(func(c level.ColliderSnapshot, _ int32, _ collision.Body) { frames[c.ID] = c.Transform() })
	metre := r.snapshot.Settings.PixelsPerMetre
	for _, of := range all {
		j := joint{turn: collision.Rot{C: 1}, jointKind: jointKind{
			isHinge: of.Kind == level.Hinge, rest: of.Length, frequency: of.Frequency, damping: of.Damping,
			pullsOnly: of.PullsOnly, isLimited: of.Limited, lower: of.Lower.Radians(), upper: of.Upper.Radians(),
			speed: of.Speed.Radians(), torque: float64(of.Torque * float64(metre*metre) * float64(metre*metre)),
		}}
		var ok [2]bool
		j.a, j.la, ok[0] = jointSide(r, frames, of.A, of.AnchorA)
		j.b, j.lb, ok[1] = jointSide(r, frames, of.B, of.AnchorB)
		if !ok[0] || !ok[1] || j.a == j.b || !r.isMovable(j.a) && !r.isMovable(j.b) {
			continue
		}
		for k, id := range [2]level.ID{of.A, of.B} {
			j.owners[k] = noOwner
			if i, moves := r.byID[id]; moves {
				j.owners[k] = owner(i)
			} else if i, stands := statics[id]; stands {
				j.owners[k] = ownerOfStatic(i)
			}
		}
		qa, qb := collision.Rot{C: 1}, collision.Rot{C: 1}
		if j.a != noBody {
			qa = r.bodies[j.a].q
			r.bodies[j.a].jointed = true
			r.bodies[j.a].guided = r.bodies[j.a].guided || j.isDriven(&r.scene)
		}
		if j.b != noBody {
			qb = r.bodies[j.b].q
			r.bodies[j.b].jointed = true
			r.bodies[j.b].guided = r.bodies[j.b].guided || j.isDriven(&r.scene)
		}
		j.turn = qa.Inv().Mul(qb)
		js, r.linked = append(js, j), append(r.linked, of)
		if !of.Collide {
			unmet = appendParted(unmet, j.a, j.b, statics, of.B)
			unmet = appendParted(unmet, j.b, j.a, statics, of.A)
		}
	}
	slices.SortFunc(unmet, link.compare)
	js.connect(&r.scene)
	return js, unmet
}

// jointSide returns the body on one side of a joint, and the anchor on it.
func jointSide(r *Run, frames map[level.ID]collision.Transform, id level.ID, anchor Vec) (body int32, at Vec, ok bool) {
	if id == 0 {
		return noBody, anchor, true
	}
	xf, known := frames[id]
	if !known {
		return noBody, Vec{}, false
	}
	at = xf.Apply(anchor)
	i, moves := r.byID[id]
	if !moves || r.bodies[i].trigger {
		return noBody, at, true
	}
	b := &r.bodies[i]
	return i, b.q.ApplyInv(at.Sub(b.p)), true
}

// appendParted records that a body does not collide with the body or collider that it is joined to.
func appendParted(to []link, body, joined int32, statics map[level.ID]int32, id level.ID) []link {
	if body == noBody {
		return to
	}
	other := owner(joined)
	if joined == noBody {
		i, ok := statics[id]
		if !ok {
			return to
		}
		other = ownerOfStatic(i)
	}
	return append(to, link{body, other})
}

// appendForces appends the forces of the joints on dynamic bodies.
func (js joints) appendForces(dst []Force, r *Run) []Force {
	for i := range js {
		j := &js[i]
		at, to := j.placed(&r.scene)
		f := j.impulse
		if !j.isHinge {
			f = to.Sub(at).Unit().Mul(j.along)
		}
		if f == (Vec{}) {
			continue
		}
		if f = f.Mul(1 / partTime); r.isMovable(j.a) {
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
		j := &r.joints[i]
		at, to := j.placed(&r.scene)
		dst = append(dst, Joint{r.linked[i], at, to, -j.along / partTime})
	}
	return dst
}
