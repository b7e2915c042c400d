package export

import "fillet/export/colliders"

// chipmunkJoints returns the joints as a list of Go values, one per line.
func (g *goSource) chipmunkJoints(list []joint) string {
	t := g.t
	b := goSource{}
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
		if len(b.b) == 0 {
			b.raw("\n")
		}
		b.printf("{ID: %q, Name: %q, Kind: %q", j.ID, j.Name, chipmunkKind(j))
		var at [2]Vec
		turned := [2]float64{}
		for side, i := range j.sides {
			at[side] = j.at[side]
			if i < 0 {
				continue
			}
			b.printf(", %c: %d", 'A'+side, i+1)
			if c := &t.Colliders[i]; isMoving(c) {
				first := &t.Colliders[t.firstOf(i)]
				frame := first.Transform()
				at[side], turned[side] = frame.ApplyInv(at[side]), radians(first.Angle)
				if mass, inertia, centre := t.rigid(i); c.Body == colliders.Dynamic && mass > 0 && inertia > 0 {
					at[side] = at[side].Sub(tidy(frame.ApplyInv(centre)))
				}
			}
		}
		b.put(", At: [2][2]float64{", tidy(at[0]), ", ", tidy(at[1]), "}")
		if j.Collide {
			b.raw(", Collide: true")
		}
		if j.Kind == colliders.Hinge {
			if j.HasLimit {
				by := turned[1] - turned[0]
				b.put(", HasLimits: true, Lower: ", by+radians(j.Lower), ", Upper: ", by+radians(j.Upper))
			}
			if j.Torque > 0 {
				b.put(", Speed: ", radians(j.Speed), ", Torque: ", finite(float64(j.Torque*float64(metre*metre))))
			}
		} else {
			b.put(", Length: ", j.Length)
			if j.Frequency > 0 {
				stiffness, damping := t.spring(j, 0)
				b.put(", Stiffness: ", stiffness, ", Damping: ", damping)
			}
		}
		b.raw("},\n")
	}
	return string(b.b)
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
