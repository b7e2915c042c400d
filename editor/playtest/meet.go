package playtest

import (
	"fillet/collision"
)

// Contacts are gathered before the sides touch, so that the solver can stop a fast body where it arrives. A contact is a
// plane there, though, which goes on beyond the corner that it was made of; a body that flies past the corner must not
// meet it. So what is not touched yet is solved only where the bodies' motion really leads them into each other.

// meetAt reports whether two pieces that are apart will touch within the step, and which part of the step is over when
// their motion, without their turning, makes them: 0 where only their turning does.
func (r *Run) meetAt(a, b target, separation float64) (t float64, meets bool) {
	way := r.wayOf(a).Sub(r.wayOf(b))
	turn := r.turnOf(a) + r.turnOf(b)
	if separation > way.Len()+turn+Slop {
		return 0, false
	}
	sa, xa := r.piece(a)
	sb, xb := r.piece(b)
	if hit, ok := collision.Cast(*sa, *xa, way, *sb, *xb); ok {
		return hit.T, true
	}
	if turn <= Slop {
		return 0, false
	}
	for _, part := range [2]float64{0.5, 1} {
		if _, hit := collision.Collide(*sa, r.after(a, part), *sb, r.after(b, part), Slop); hit {
			return 0, true
		}
	}
	return 0, false
}

// meetLater makes the manifold that of where the pieces will touch: the side that a fast body arrives at may be another
// than the one that it is nearest to when the step begins.
func (r *Run) meetLater(c *contact, m *collision.Manifold, t float64) {
	way := r.wayOf(c.a).Sub(r.wayOf(c.b)).Mul(t)
	later, hit := r.collide(c.a, c.b, way, reach)
	if !hit {
		return
	}
	// A has moved as B sees it: what is touched is where B stands now, and on A by that much behind.
	*m = later
	for i := range m.Count {
		p := &m.Points[i]
		p.Point = p.Point.Sub(way)
		p.Separation += way.Dot(m.Normal)
	}
	c.lag = way
}

// wayOf is how far a target's body moves within the step if nothing stops it, in pixels.
func (r *Run) wayOf(t target) Vec {
	if t.body == noBody || r.bodies[t.body].asleep {
		return Vec{}
	}
	b := &r.bodies[t.body]
	way := b.v.Mul(stepTime)
	if b.role == dynamic && r.settings.Mode != TopDown {
		way = way.MulAdd(r.down, float64(r.settings.Gravity*stepTime*stepTime))
	}
	return way
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
