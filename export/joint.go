package export

import (
	"cmp"
	"math"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/export/colliders"
)

// joint is a joint prepared for formats that support joints.
type joint struct {
	*colliders.Joint
	sides [2]int // indices of its colliders; -1 means the level
	at    [2]Vec // its anchors in level space
	works bool   // whether a side is dynamic; otherwise the joint has no effect
}

// name returns the joint's name, or its id if it has none.
func (j *joint) name() string { return cmp.Or(j.Name, j.ID) }

// label returns the joint's name for messages.
func (j *joint) label() string { return quote.Printable(j.name()) }

// bodyJoints returns the joints between colliders that formats represent as bodies. It records other joints, and joints
// of a body to itself, as lost.
func (t *target) bodyJoints() []joint {
	out := make([]joint, 0, len(t.Joints))
	for k := range t.Joints {
		j := &t.Joints[k]
		to := joint{Joint: j, at: [2]Vec{j.AnchorA, j.AnchorB}}
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
			t.lose(nil, LossJoints, "the joint %s is left out: it is attached to a collider without a body", to.label())
			continue
		}
		if a, b := to.sides[0], to.sides[1]; a >= 0 && b >= 0 && t.firstOf(a) == t.firstOf(b) {
			t.lose(nil, LossLoose, "the joint %s is left out: both of its ends are on one body", to.label())
			continue
		}
		out = append(out, to)
	}
	return out
}

// loseLoose records that a joint is left out because the format has no joints between bodies that never move.
func (t *target) loseLoose(j *joint) {
	t.lose(nil, LossLoose, "the joint %s is left out: neither of its bodies is dynamic", j.label())
}

// spring returns the stiffness, in kg/s², and the damping, in kg/s, that give a joint its frequency and damping ratio,
// for engines whose springs do not adapt to the masses. A mass of 0 counts as none.
func (t *target) spring(j *joint, none float64) (stiffness, damping float64) {
	axis := j.AnchorB.Sub(j.AnchorA).Unit()
	inverse := 0.0 // inverse of the mass that moves along the spring
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

// compound is a rigid body of several colliders. Its properties are computed on demand.
type compound struct {
	members []int // indices; the first member's frame is the body's

	mass, inertia float64
	centre        Vec
	isWeighed     bool

	category, mask uint64 // limited to a format's bits
	group          int32
	isFiltered     bool
}

// compoundOf returns the body of several colliders that a collider belongs to, or nil if it is a body on its own.
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

// bodyOf returns the indices of the colliders in a collider's body, which has the frame of the first. It returns nil if
// the collider is a body on its own.
func (t *target) bodyOf(i int) []int {
	if b := t.compoundOf(i); b != nil {
		return b.members
	}
	return nil
}

// rigid returns the mass of a collider's body, its rotational inertia about the centre of mass, in mass times square
// metres, and this centre in level space. Where parts overlap, both count.
func (t *target) rigid(i int) (mass, inertia float64, centre Vec) {
	b := t.compoundOf(i)
	if b == nil {
		mass, inertia = t.mass(i)
		return mass, inertia, t.Colliders[i].Transform().Apply(t.source[i].Baked.Mass().Centroid)
	}
	if b.isWeighed {
		return b.mass, b.inertia, b.centre
	}
	members := make([]level.ColliderSnapshot, len(b.members))
	for n, k := range b.members {
		members[n] = t.source[k]
	}
	mass, inertia, centre = rigidOf(members, t.Level.PixelsPerMetre)
	mass, inertia = t.limited(b.members[0], mass, inertia)
	b.mass, b.inertia, b.centre, b.isWeighed = mass, inertia, centre, true
	return mass, inertia, centre
}

// begins returns the initial motion of a collider's body: the velocity and spin of its first collider that has any, and
// the sum of all forces, which act at its centre of mass.
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

// filterOf returns the filter of a collider's body, limited to the bits that the format has. It combines the categories
// and masks of all shapes.
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
		group = cmp.Or(group, t.Colliders[k].Group)
	}
	b.category, b.mask, b.group, b.isFiltered = category, mask, group, true
	return category, mask, group
}

// firstOf returns the index of the first collider of a collider's body. The body has its frame.
func (t *target) firstOf(i int) int {
	if members := t.bodyOf(i); members != nil {
		return members[0]
	}
	return i
}
