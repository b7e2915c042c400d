package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// meeting is a pair of solid colliders that touch, of which one reports its contacts.
type meeting struct {
	pair
	since     int
	strongest float64 // the most impulse of a step
	pieces            // that were in contact last
}

// pieces are those of a contact; none of what the character touches.
type pieces struct {
	a, b  target
	known bool
}

// pair is two colliders, by drawing order: the character is 0. A body of several is the first of its colliders.
type pair struct {
	order [2]int32
	ids   [2]level.ID
}

// reports finds which of the solid colliders that report their contacts touch what. What touches is in Run.met.
type reports struct {
	orders []int32 // of the colliders that report, in drawing order; none: nothing is done

	sums []float64 // the impulse of each contact along its normal, in this step
	now  []encounter
	next []meeting
}

// encounter is what a contact says of a pair.
type encounter struct {
	pair
	pieces
	impulse float64 // the parts of a body add theirs
	hit     float64 // what has stopped the character
	touches bool    // it presses, or overlaps
	near    bool    // it is hardly farther: what has touched still does
}

// leaveGap is how far what has touched has to be away to have left: a body that rests is pushed as far out of its ground as it sinks in,
// and no more than a slop.
const leaveGap = 2 * Slop

// add has a collider report its contacts.
func (m *reports) add(order int32) {
	if i, known := slices.BinarySearch(m.orders, order); !known {
		m.orders = slices.Insert(m.orders, i, order)
	}
}

// asks reports whether a collider reports its contacts.
func (m *reports) asks(order int32) bool {
	_, is := slices.BinarySearch(m.orders, order)
	return is
}

// begin is before the first part of a step.
func (m *reports) begin(r *Run) {
	if len(m.orders) == 0 {
		return
	}
	m.sums = m.sums[:0]
	for range r.contacts {
		m.sums = append(m.sums, 0)
	}
}

// part adds the impulses of a part of a step.
func (m *reports) part(r *Run) {
	if len(m.orders) == 0 {
		return
	}
	for _, i := range r.order {
		m.sums[i] += r.contacts[i].pressing()
	}
}

// pressing is a contact's impulse along its normal.
func (c *contact) pressing() float64 {
	sum := 0.0
	for i := range c.count {
		sum += c.points[i].normal
	}
	return sum
}

// step logs which pairs begin to touch, and which end to. stopped is how the character's velocity has changed besides what pulls at it.
func (m *reports) step(r *Run, stopped Vec) {
	if len(m.orders) == 0 {
		return
	}
	m.gather(r, stopped)
	m.next = m.next[:0]
	old := r.met
	for i := 0; i < len(m.now); {
		e := m.now[i]
		for i++; i < len(m.now) && m.now[i].order == e.order; i++ {
			o := &m.now[i]
			e.impulse, e.hit = e.impulse+o.impulse, max(e.hit, o.hit)
			e.touches, e.near = e.touches || o.touches, e.near || o.near
		}
		e.impulse = max(e.impulse, e.hit)
		for len(old) > 0 && slices.Compare(old[0].order[:], e.order[:]) < 0 {
			m.mayEnd(r, &old[0])
			old = old[1:]
		}
		switch was := len(old) > 0 && old[0].order == e.order; {
		case was && (e.touches || e.near):
			o := old[0]
			o.strongest, o.pieces = max(o.strongest, e.impulse), e.pieces
			m.next = append(m.next, o)
			old = old[1:]
		case was:
			m.mayEnd(r, &old[0])
			old = old[1:]
		case e.touches:
			m.next = append(m.next, meeting{e.pair, r.steps, e.impulse, e.pieces})
			r.note(Event{Step: r.steps, Kind: Begin, Trigger: e.ids[0], Other: e.ids[1], Impulse: e.impulse})
		}
	}
	for i := range old {
		m.mayEnd(r, &old[i])
	}
	r.met, m.next = m.next, r.met
}

// mayEnd ends a pair of which no contact is near, unless the correction has pushed it together meanwhile.
func (m *reports) mayEnd(r *Run, o *meeting) {
	if o.known && !m.isGone(r, o.a, o.b) && r.gapOf(o.a, o.b) <= leaveGap {
		m.next = append(m.next, *o)
		return
	}
	r.note(Event{Step: r.steps, Kind: End, Trigger: o.ids[0], Other: o.ids[1], Steps: r.steps - o.since, Impulse: o.strongest})
}

// gather lists what the contacts say, sorted by pairs.
func (m *reports) gather(r *Run, stopped Vec) {
	m.now = m.now[:0]
	for i := range r.contacts {
		c := &r.contacts[i]
		p, ok := m.pairOf(r.orderOf(c.a), r.orderOf(c.b), r.idOf(c.a), r.idOf(c.b))
		if !ok || m.isGone(r, c.a, c.b) {
			continue
		}
		e := encounter{pair: p, pieces: pieces{c.a, c.b, true}}
		if i < len(m.sums) { // else it was found by the correction
			e.impulse, e.touches = m.sums[i], m.sums[i] > 0
		}
		if !e.touches {
			gap := c.separation // of what sleeps
			if r.isActive(c.a) || r.isActive(c.b) {
				gap = r.gapOf(c.a, c.b)
			}
			e.touches, e.near = gap <= 0, gap <= leaveGap
		}
		m.now = append(m.now, e)
	}
	for i := range r.touches {
		t := &r.touches[i]
		if p, ok := m.pairOf(0, t.order, 0, t.ID); ok {
			hit := 0.0
			if pushed(r, t.ID) == nil {
				hit = max(float64(r.bodies[0].mass*stopped.Dot(t.Normal)), 0)
			}
			m.now = append(m.now, encounter{pair: p, hit: hit, touches: true})
		}
	}
	slices.SortStableFunc(m.now, func(a, b encounter) int {
		return cmp.Or(cmp.Compare(a.order[0], b.order[0]), cmp.Compare(a.order[1], b.order[1]))
	})
}

// isGone reports whether one of two targets is not there any more.
func (m *reports) isGone(r *Run, a, b target) bool {
	return r.things.vanish && (r.fates[r.thingOf(a)].gone || r.fates[r.thingOf(b)].gone)
}

// gapOf is how far two pieces are apart after the step, infinite where they have left each other.
func (s *scene) gapOf(ta, tb target) float64 {
	a, at := s.piece(ta)
	b, bt := s.piece(tb)
	if m, hit := collision.Collide(*a, *at, *b, *bt, leaveGap); hit {
		return -m.Depth()
	}
	return math.Inf(1)
}

// pairOf is a pair of which one reports: it is named first, of both the first in drawing order.
func (m *reports) pairOf(a, b int32, idA, idB level.ID) (p pair, ok bool) {
	if b < a {
		a, b, idA, idB = b, a, idB, idA
	}
	switch {
	case m.asks(a):
		return pair{[2]int32{a, b}, [2]level.ID{idA, idB}}, true
	case m.asks(b):
		return pair{[2]int32{a, b}, [2]level.ID{idB, idA}}, true
	}
	return p, false
}
