package play

import (
	"slices"

	"fillet/editor/level"
)

// Force is a force on a dynamic body in the last substep of the last step. Forces are in pixels times square pixels per
// second squared, as a body's mass is its density times its area.
type Force struct {
	Body level.ID
	Kind ForceKind
	At   Vec // where it acts, in level space
	Vec
}

// ForceKind is the source of a force.
type ForceKind uint8

// The kinds.
const (
	Weight      ForceKind = iota // gravity, at the centre of mass
	Push                         // a contact, including friction
	PointerPull                  // the pointer that holds the body
	Steady                       // the body's constant force, at its centre of mass
	JointPull                    // a hinge, a spring or a rope, at its anchor
	Lift                         // water, at the centroid of the submerged part
)

// AppendForces appends the forces on the dynamic bodies of a run to dst: first their weights, then constant forces and
// buoyancy, joints and contacts, in the order of the run. A sleeping body has the forces that hold it.
func AppendForces(dst []Force, r *Run) []Force {
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic && r.falls() {
			dst = append(dst, Force{b.id, Weight, b.p, r.down.Mul(float64(b.mass * r.settings.Gravity))})
		}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.pull != (Vec{}) {
			dst = append(dst, Force{b.id, Steady, b.p, b.pull.Mul(b.mass)})
		}
		if b.lift != (Vec{}) {
			dst = append(dst, Force{b.id, Lift, b.p.Add(b.liftArm), b.lift})
		}
	}
	dst = joints(r.joints).appendForces(dst, r)
	for _, c := range r.Contacts() {
		var f, at Vec
		all := 0.0
		for _, p := range c.Points {
			l := p.Impulse.Len()
			f, at, all = f.MulAdd(p.Impulse, Rate), at.MulAdd(p.Point, l), all+l
		}
		if all == 0 {
			continue
		}
		at = at.Mul(1 / all)
		if b := pushed(r, c.A); b != nil {
			dst = append(dst, Force{b.id, Push, at, f.Mul(-1)})
		}
		if b := pushed(r, c.B); b != nil {
			dst = append(dst, Force{b.id, Push, at, f})
		}
	}
	if at, _, ok := r.Grabbed(); ok {
		dst = append(dst, Force{r.bodies[r.grabbed].id, PointerPull, at, r.pulling})
	}
	return dst
}

// pushed returns the dynamic body with an id, or nil if it is not a dynamic body.
func pushed(r *Run, id level.ID) *body {
	if i := r.byID[id]; i > 0 && r.bodies[i].role == dynamic {
		return &r.bodies[i]
	}
	return nil
}

// Middle returns the medians of the masses and of half the least widths of a run's dynamic bodies, or 0 if there are
// none.
func Middle(r *Run) (mass, half float64) {
	var masses, halves []float64
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic {
			masses, halves = append(masses, b.mass), append(halves, b.inner)
		}
	}
	if len(masses) == 0 {
		return 0, 0
	}
	slices.Sort(masses)
	slices.Sort(halves)
	return masses[len(masses)/2], halves[len(halves)/2]
}
