package export

import (
	"math"

	"fillet/export/colliders"
)

// joint is a joint as formats with joints take it.
type joint struct {
	*colliders.Joint
	label string
	sides [2]int // the places of the colliders that it holds; -1 is the level
	at    [2]Vec // where it holds them, in level space
	works bool   // one of them moves by forces: else it does nothing
}

// bodyJoints is the joints between what formats have as bodies, by the places of their colliders. A joint that holds something else, or a body to
// itself, is noted as lost.
func (t *target) bodyJoints() []joint {
	out := make([]joint, 0, len(t.Joints))
	for k := range t.Joints {
		j := &t.Joints[k]
		to := joint{Joint: j, label: j.Name, at: [2]Vec{j.AnchorA, j.AnchorB}}
		if to.label == "" {
			to.label = j.ID
		}
		isBody := true
		for side, id := range [2]string{j.A, j.B} {
			to.sides[side] = -1
			if id == "" {
				continue
			}
			i := t.indexOf(id)
			if len(t.Colliders[i].Pieces) == 0 || t.Colliders[i].Role == colliders.Trigger {
				isBody = false
				break
			}
			to.sides[side], to.works = i, to.works || t.Colliders[i].Body == colliders.Dynamic
		}
		if !isBody {
			t.lose(nil, LossJoints, "the joint %s is left out: it holds something that is no body", to.label)
			continue
		}
		if a, b := to.sides[0], to.sides[1]; a >= 0 && b >= 0 && t.firstOf(a) == t.firstOf(b) {
			t.lose(nil, LossLoose, "the joint %s is left out: both of its ends are on one body", to.label)
			continue
		}
		out = append(out, to)
	}
	return out
}

// loseLoose notes that a joint is left out of a format that has no joint between what never moves.
func (t *target) loseLoose(j *joint) {
	t.lose(nil, LossLoose, "the joint %s is left out: neither of the two that it joins moves by forces", j.label)
}

// spring is the stiffness and the damping, in kilograms a second squared and a second, with which what is joined swings as the joint says, for
// engines whose springs do not follow from the masses. A mass of none counts as given.
func (t *target) spring(j *joint, none float64) (stiffness, damping float64) {
	axis := j.AnchorB.Sub(j.AnchorA).Unit()
	inverse := 0.0 // of the mass that is moved along the spring
	for side, i := range j.sides {
		if i < 0 || t.Colliders[i].Body != colliders.Dynamic {
			continue
		}
		mass, inertia, centre := t.rigid(i)
		if mass <= 0 {
			mass = none
		}
		if mass > 0 {
			inverse += 1 / mass
		}
		if inertia > 0 {
			arm := j.at[side].Sub(centre).Cross(axis) / t.Level.PixelsPerMetre
			inverse += float64(arm*arm) / inertia
		}
	}
	if inverse == 0 {
		return 0, 0
	}
	omega := float64(2 * math.Pi * j.Frequency)
	return tidyNumber(float64(omega*omega) / inverse), tidyNumber(float64(2*j.Damping*omega) / inverse)
}

// compound is several colliders that are one rigid body, and what is worked out for all of them together once it is asked for.
type compound struct {
	members []int // their places; the first one stands for the body

	mass, inertia float64
	centre        Vec
	isWeighed     bool

	category, mask uint64 // of a format
	group          int32
	isFiltered     bool
}

// compoundOf is the body of several that a collider is a part of; nil for a collider that is a body by itself.
func (t *target) compoundOf(i int) *compound {
	name := t.Colliders[i].OneBody
	if name == "" {
		return nil
	}
	if t.compounds == nil {
		t.compounds = map[string]*compound{}
		for k := range t.Colliders {
			n := t.Colliders[k].OneBody
			if n == "" {
				continue
			}
			if t.compounds[n] == nil {
				t.compounds[n] = &compound{}
			}
			t.compounds[n].members = append(t.compounds[n].members, k)
		}
	}
	return t.compounds[name]
}

// bodyOf is the places of the colliders that are one rigid body with a collider, itself among them: the first one stands for it. It is nil for a
// collider that is a body by itself.
func (t *target) bodyOf(i int) []int {
	if b := t.compoundOf(i); b != nil {
		return b.members
	}
	return nil
}

// rigid is the mass of the body that a collider is or is a part of, its rotational inertia about its centre of mass in mass times square
// metres, and that centre in level space. Where parts overlap both weigh.
func (t *target) rigid(i int) (mass, inertia float64, centre Vec) {
	b := t.compoundOf(i)
	if b == nil {
		mass, inertia = t.mass(i)
		return mass, inertia, t.Colliders[i].Transform().Apply(t.baked[i].Mass().Centroid)
	}
	if b.isWeighed {
		return b.mass, b.inertia, b.centre
	}
	for _, k := range b.members {
		m, _ := t.mass(k)
		mass += m
		centre = centre.MulAdd(t.Colliders[k].Transform().Apply(t.baked[k].Mass().Centroid), m)
	}
	if mass > leastMass {
		centre = centre.Mul(1 / mass)
	} else {
		mass, centre = 0, t.Colliders[b.members[0]].Position
	}
	for _, k := range b.members {
		m, own := t.mass(k)
		arm := t.Colliders[k].Transform().Apply(t.baked[k].Mass().Centroid).Sub(centre).Mul(1 / t.Level.PixelsPerMetre)
		inertia += own + float64(m*arm.LenSq())
	}
	b.mass, b.inertia, b.centre, b.isWeighed = mass, inertia, centre, true
	return mass, inertia, centre
}

// begins is what sets the body that a collider is or is a part of in motion: it begins as the first of its colliders says that says anything, and
// all their forces pull at its centre.
func (t *target) begins(i int) (velocity Vec, spin float64, force Vec) {
	members := t.bodyOf(i)
	if members == nil {
		c := &t.Colliders[i]
		return c.Velocity, c.Spin, c.Force
	}
	for _, k := range members {
		c := &t.Colliders[k]
		if velocity == (Vec{}) && spin == 0 {
			velocity, spin = c.Velocity, c.Spin
		}
		force = force.Add(c.Force)
	}
	return velocity, spin, force
}

// filterOf is the filter of the body that a collider is or is a part of, cut to the bits that the format has: it has the categories of all its
// shapes and collides with what any of them does.
func (t *target) filterOf(i, bits int) (category, mask uint64, group int32) {
	b := t.compoundOf(i)
	if b == nil {
		category, mask = t.limitBits(&t.Colliders[i], bits)
		return category, mask, t.Colliders[i].Group
	}
	if b.isFiltered {
		return b.category, b.mask, b.group
	}
	for _, k := range b.members {
		more, with := t.limitBits(&t.Colliders[k], bits)
		category, mask = category|more, mask|with
		if group == 0 {
			group = t.Colliders[k].Group
		}
	}
	b.category, b.mask, b.group, b.isFiltered = category, mask, group, true
	return category, mask, group
}

// firstOf is the place of the collider that stands for the body that a collider is or is a part of: its frame is the body's.
func (t *target) firstOf(i int) int {
	if members := t.bodyOf(i); members != nil {
		return members[0]
	}
	return i
}
