package play

import (
	"fillet/collision"
)

// Contacts are gathered before the sides touch, so that the solver can stop a fast body where it arrives. A contact is a
// plane there, though, which goes on beyond the corner that it was made of; a body that flies past the corner must not
// meet it. So what is not touched yet is solved only where the bodies' motion really leads them into each other.

// mostAdvances is how many steps the search for the moment of touching takes at most.
const mostAdvances = 40

// meetAt reports whether two pieces that are apart will touch within the step, and which part of the step is over when
// their motion makes them: it is 0 where they only come very near.
//
// Without turning it is a cast. With it, it is conservative advancement (B. Mirtich and J. Canny, "Impulse-Based Simulation of
// Rigid Bodies", 1995) of both: each step goes as far as they are sure to stay apart along the line between their closest points.
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

// meetLater makes the manifold that of where the pieces will touch: the side that a fast body arrives at may be another
// than the one that it is nearest to when the step begins. Its points are places on both bodies, which come together then.
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
		// The round part of a shape does not turn with it: see [contact.arms].
		p.at = xa.Apply(ta.ApplyInv(onA.MulAdd(n, -sa.Radius()))).MulAdd(n, sa.Radius())
		p.atB = xb.Apply(tb.ApplyInv(onB.MulAdd(n, sb.Radius()))).MulAdd(n, -sb.Radius())
		m.Points[i].Separation = p.atB.Sub(p.at).Dot(n)
	}
}

// wayOf is how far a target's body moves within the step if nothing stops it, in pixels.
func (r *Run) wayOf(t target) Vec {
	if t.body == noBody {
		return Vec{}
	}
	return r.bodies[t.body].way
}

// after is where a target's frame stands when a part of the step is over, if nothing stops it.
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
