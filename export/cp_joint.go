package export

import (
	"fmt"
	"strings"

	"fillet/export/colliders"
)

// chipmunkJoints returns the joints as a list of Go values, one per line.
func (g *goSource) chipmunkJoints(list []joint) string {
	t := g.t
	var b strings.Builder
	metre := t.Level.PixelsPerMetre
	for k := range list {
		j := &list[k]
		if !j.works { // Chipmunk has no joint between bodies that never move
			t.loseLoose(j)
			continue
		}
		if !t.hasMass(j) {
			t.lose(nil, LossJoints, "the joint %s is left out: neither of its bodies has a mass", j.label())
			continue
		}
		if b.Len() == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "{ID: %q, Name: %q, Kind: %q", j.ID, j.Name, chipmunkKind(j))
		var at [2]Vec
		turned := [2]float64{}
		for side, i := range j.sides {
			at[side] = j.at[side]
			if i < 0 {
				continue
			}
			fmt.Fprintf(&b, ", %c: %d", 'A'+side, i+1)
			if c := &t.Colliders[i]; isMoving(c) {
				first := &t.Colliders[t.firstOf(i)]
				frame := first.Transform()
				at[side], turned[side] = frame.ApplyInv(at[side]), radians(first.Angle)
				if mass, inertia, centre := t.rigid(i); c.Body == colliders.Dynamic && mass > 0 && inertia > 0 {
					at[side] = at[side].Sub(tidy(frame.ApplyInv(centre)))
				}
			}
		}
		fmt.Fprintf(&b, ", At: [2][2]float64{{%s, %s}, {%s, %s}}", num(tidyNumber(at[0].X)), num(tidyNumber(at[0].Y)),
			num(tidyNumber(at[1].X)), num(tidyNumber(at[1].Y)))
		if j.Collide {
			b.WriteString(", Collide: true")
		}
		if j.Kind == colliders.Hinge {
			if j.HasLimit {
				by := turned[1] - turned[0]
				fmt.Fprintf(&b, ", HasLimits: true, Lower: %s, Upper: %s", num(by+radians(j.Lower)),
					num(by+radians(j.Upper)))
			}
			if j.Torque > 0 {
				fmt.Fprintf(&b, ", Speed: %s, Torque: %s", num(radians(j.Speed)),
					num(finite(float64(j.Torque*float64(metre*metre)))))
			}
		} else {
			fmt.Fprintf(&b, ", Length: %s", num(j.Length))
			if j.Frequency > 0 {
				stiffness, damping := t.spring(j, 0)
				fmt.Fprintf(&b, ", Stiffness: %s, Damping: %s", num(stiffness), num(damping))
			}
		}
		b.WriteString("},\n")
	}
	return b.String()
}

// hasMass reports whether one of a joint's bodies has a mass, which dynamic bodies need in Chipmunk.
func (t *target) hasMass(j *joint) bool {
	for _, i := range j.sides {
		if i < 0 || t.Colliders[i].Body != colliders.Dynamic {
			continue
		}
		if mass, inertia, _ := t.rigid(i); mass > 0 && inertia > 0 {
			return true
		}
	}
	return false
}

// chipmunkKind returns the name of a joint's kind in the Go source.
func chipmunkKind(j *joint) string {
	switch {
	case j.Kind == colliders.Hinge:
		return "hinge"
	case j.PullsOnly:
		return "rope"
	case j.Frequency == 0:
		return "rod"
	}
	return "spring"
}
