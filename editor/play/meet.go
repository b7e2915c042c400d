package play

import (
	"fillet/collision"
)

// Contacts are gathered before the sides touch, so that the solver can stop a fast body on arrival. But a contact is a
// plane, which extends beyond the corner that it was made from, and a body that flies past the corner must not hit it.
// So a contact between separate pieces is solved only if the bodies' motion really brings them together.

// mostAdvances limits the iterations of the search for the time of contact.
const mostAdvances = 40

// meetAt reports whether two separate pieces will touch within the step, and the fraction of the step after which they
// do; 0 if they only come very near.
//
// Without rotation this is a cast. With rotation it is conservative advancement (B. Mirtich and J. Canny,
// "Impulse-Based Simulation of Rigid Bodies", 1995) of both pieces: each iteration advances as far as they are sure to
// stay apart along the line between their closest points.
func (r *Run) meetAt(a, b target, separation float64) (t float64, meets bool) {
	way := r.wayOf(a).Sub(r.wayOf(b))
	turn := r.turnOf(a) + r.turnOf(b)
	if separation > way.Len()+turn+Slop {
		return 0, false
	}
	sa, xa := r.piece(a)
	sb, xb := r.piece(b)
	if turn <= Slop {
		hit, ok := collision.Cast(*sa, *xa, way, *sb, *xb)
		return hit.T, ok
	}
	d := collision.Distance(*sa, *xa, *sb, *xb)
	for range mostAdvances {
		bound := max(way.Dot(d.Normal), 0) + turn
		if t += (d.Distance - Slop/2) / bound; !(t < 1) {
			return 0, false
		}
		if d = collision.Distance(*sa, r.after(a, t), *sb, r.after(b, t)); d.Distance <= Slop {
			return t, true
		}
	}
	return t, true
}

// meetLater replaces the manifold with the one where the pieces will touch: a fast body may arrive at another side than
// the one nearest to it at the start of the step. The points are positions on both bodies, which come together at that
// time.
func (r *Run) meetLater(c *contact, m *collision.Manifold, t float64) {
	sa, xa := r.piece(c.a)
	sb, xb := r.piece(c.b)
	ta, tb := r.after(c.a, t), r.after(c.b, t)
	margin := reach + float64((r.turnOf(c.a)+r.turnOf(c.b))*(1-t))
	met, hit, corner := r.manifold(c.a, c.b, &ta, &tb, margin)
	if !hit {
		return
	}
	if !corner {
		widen(&met, sa, ta, sb, tb, reach)
	}
	*m, c.later, c.corner = met, true, corner
	n := met.Normal
	for i := range m.Count {
		p := &c.points[i]
		half := float64(m.Points[i].Separation / 2)
		onA, onB := m.Points[i].Point.MulAdd(n, -half), m.Points[i].Point.MulAdd(n, half)
		// The rounding of a shape does not rotate with it: see [contact.arms].
		p.at = xa.Apply(ta.ApplyInv(onA.MulAdd(n, -sa.Radius()))).MulAdd(n, sa.Radius())
		p.atB = xb.Apply(tb.ApplyInv(onB.MulAdd(n, sb.Radius()))).MulAdd(n, -sb.Radius())
		m.Points[i].Separation = p.atB.Sub(p.at).Dot(n)
	}
}

// wayOf returns the unobstructed movement of a target's body within the step, in pixels.
func (r *Run) wayOf(t target) Vec {
	if t.body == noBody {
		return Vec{}
	}
	return r.bodies[t.body].way
}

// after returns the unobstructed pose of a target's frame after a fraction of the step.
func (r *Run) after(t target, part float64) collision.Transform {
	_, xf := r.piece(t)
	if t.body == noBody {
		return *xf
	}
	b := &r.bodies[t.body]
	if b.asleep {
		return *xf
	}
	q := turned(b.q, float64(b.w*stepTime*part))
	return collision.Transform{P: b.p.Add(r.wayOf(t).Mul(part)).Sub(q.Apply(b.center)), Q: q}
}
