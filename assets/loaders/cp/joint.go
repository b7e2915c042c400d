package cploader

import (
	"maps"
	"math"
	"reflect"
	"slices"

	"fillet/export/colliders"

	"github.com/jakecoffman/cp/v2"
)

// end returns the body of a joint's side and the anchor on it. Missing colliders and colliders without a solid body are
// fixed points of the level.
func (l *Level) end(id string, at colliders.Vec, local *colliders.Vec) (b *body, on *cp.Body, anchor cp.Vector) {
	c := l.Colliders[id]
	if c == nil || l.Bodies[id] == nil || c.Role == colliders.Trigger {
		return nil, l.space.StaticBody, cp.Vector(at)
	}
	b = l.parts[keyOf(c)]
	return b, b.made, cp.Vector(*local).Sub(b.centre)
}

// join adds a joint to the space. It leaves out a joint that has no effect: a collider is missing, both sides are one
// body, or neither side moves by forces.
func (l *Level) join(j *colliders.Joint) {
	if j.A != "" && l.Colliders[j.A] == nil || j.B != "" && l.Colliders[j.B] == nil {
		return
	}
	of, a, atA := l.end(j.A, j.AnchorA, j.LocalA)
	to, b, atB := l.end(j.B, j.AnchorB, j.LocalB)
	if a == b || (of == nil || of.mass == 0) && (to == nil || to.mass == 0) {
		return
	}
	add := func(c *cp.Constraint) *cp.Constraint {
		c.UserData = j
		c.SetCollideBodies(j.Collide)
		l.Joints[j.ID] = append(l.Joints[j.ID], l.space.AddConstraint(c))
		return c
	}
	switch {
	case j.Kind == colliders.Hinge:
		add(cp.NewPivotJoint2(a, b, atA, atB))
		if j.HasLimit {
			turned := of.startAngle() - to.startAngle()
			add(cp.NewRotaryLimitJoint(a, b, radians(j.Lower)-turned, radians(j.Upper)-turned))
		}
		if j.Torque > 0 {
			metre := unitsPerMetre(l.File)
			add(cp.NewSimpleMotor(a, b, -radians(j.Speed))).SetMaxForce(j.Torque * metre * metre)
		}
	case j.Frequency > 0:
		stiffness, damping := stiffness(j, of, to)
		spring := add(cp.NewDampedSpring(a, b, atA, atB, j.Length, stiffness, damping)).Class.(*cp.DampedSpring)
		if j.PullsOnly {
			spring.SpringForceFunc = pullOnly(damping)
		}
	case j.PullsOnly:
		add(cp.NewSlideJoint(a, b, atA, atB, 0, j.Length))
	default:
		add(cp.NewPinJoint(a, b, atA, atB)).Class.(*cp.PinJoint).Dist = j.Length
	}
}

// startAngle returns the angle of a body at the start; nil is the level.
func (b *body) startAngle() float64 {
	if b == nil {
		return 0
	}
	return radians(b.members[0].Angle)
}

// stiffness returns the stiffness and the damping that give a spring its frequency and damping ratio.
func stiffness(j *colliders.Joint, a, b *body) (stiffness, damping float64) {
	axis := j.AnchorB.Sub(j.AnchorA).Unit()
	inverse := 0.0 // of the mass that moves along the spring
	for _, side := range []struct {
		b  *body
		at colliders.Vec
	}{{a, j.AnchorA}, {b, j.AnchorB}} {
		if side.b != nil && side.b.mass > 0 {
			arm := side.at.Sub(side.b.frame.Apply(colliders.Vec(side.b.centre))).Cross(axis)
			inverse += 1/side.b.mass + arm*arm/side.b.moment
		}
	}
	omega := 2 * math.Pi * j.Frequency
	return omega * omega / inverse, 2 * j.Damping * omega / inverse
}

// pullOnly returns the force of a spring that has no effect while it is slack.
func pullOnly(damping float64) cp.DampedSpringForceFunc {
	return func(s *cp.DampedSpring, dist float64) float64 {
		s.Damping = damping
		if dist < s.RestLength {
			s.Damping = 0
		}
		return min(cp.DefaultSpringForce(s, dist), 0)
	}
}

// removeJoints removes the joints that differ in a file or are on changed colliders.
func (l *Level) removeJoints(file *colliders.File, changed map[string]bool) {
	kept := map[string]bool{}
	for i := range file.Joints {
		if j := &file.Joints[i]; !changed[j.A] && !changed[j.B] && l.Joints[j.ID] != nil {
			kept[j.ID] = reflect.DeepEqual(l.Joints[j.ID][0].UserData, j)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.Joints)) {
		if kept[id] {
			continue
		}
		for _, c := range l.Joints[id] {
			l.space.RemoveConstraint(c)
		}
		delete(l.Joints, id)
	}
}
