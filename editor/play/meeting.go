package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// meeting is a pair of touching solid colliders, at least one of which reports its contacts.
type meeting struct {
	pair
	since     int
	strongest float64 // the largest impulse of a step
	pieces            // that were in contact last
}

// pieces holds the two pieces of a contact. They are unknown for touches of the character.
type pieces struct {
	a, b  target
	known bool
}

// pair holds two colliders, by drawing order; the character is 0. A body of several colliders counts as its first one.
type pair struct {
	order [2]int32
	ids   [2]level.ID
}

// reports tracks what touches the solid colliders that report their contacts. The touching pairs are in Run.met.
type reports struct {
	orders []int32 // drawing orders of the reporting colliders, sorted; if empty, nothing is tracked

	sums []float64 // normal impulse of each contact in this step
	now  []encounter
	next []meeting
}

// encounter is the state of a pair according to one contact.
type encounter struct {
	pair
	pieces
	impulse float64 // summed over the parts of a body
	hit     float64 // the impulse that stopped the character
	touches bool    // it presses, or overlaps
	near    bool    // it is barely apart: a touching pair still touches
}

// leaveGap is the gap beyond which touching colliders have separated. A resting body is pushed out of its ground as far
// as it sinks in, at most by the slop.
const leaveGap = 2 * Slop

// add makes a collider report its contacts.
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

// begin starts a step, before its first substep.
func (m *reports) begin(r *Run) {
	if len(m.orders) == 0 {
		return
	}
	m.sums = m.sums[:0]
	for range r.contacts {
		m.sums = append(m.sums, 0)
	}
}

// part adds the impulses of a substep.
func (m *reports) part(r *Run) {
	if len(m.orders) == 0 {
		return
	}
	for _, i := range r.order {
		m.sums[i] += r.contacts[i].pressing()
	}
}

// pressing returns a contact's impulse along its normal.
func (c *contact) pressing() float64 {
	sum := 0.0
	for i := range c.count {
		sum += c.points[i].normal
	}
	return sum
}

// step logs which pairs begin and end touching. stopped is the change of the character's velocity beyond its
// acceleration.
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

// mayEnd ends a pair without a near contact, unless the position correction has pushed it together again.
func (m *reports) mayEnd(r *Run, o *meeting) {
	if o.known && !m.isGone(r, o.a, o.b) && r.gapOf(o.a, o.b) <= leaveGap {
		m.next = append(m.next, *o)
		return
	}
	r.note(Event{
		Step: r.steps, Kind: End, Trigger: o.ids[0], Other: o.ids[1], Steps: r.steps - o.since,
		Impulse: o.strongest,
	})
}

// gather lists the encounters, sorted by pair.
func (m *reports) gather(r *Run, stopped Vec) {
	m.now = m.now[:0]
	for i := range r.contacts {
		c := &r.contacts[i]
		p, ok := m.pairOf(r.orderOf(c.a), r.orderOf(c.b), r.idOf(c.a), r.idOf(c.b))
		if !ok || m.isGone(r, c.a, c.b) {
			continue
		}
		e := encounter{pair: p, pieces: pieces{c.a, c.b, true}}
		if i < len(m.sums) { // otherwise position correction found it
			e.impulse, e.touches = m.sums[i], m.sums[i] > 0
		}
		if !e.touches {
			gap := c.separation // for sleeping bodies
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

// isGone reports whether one of two targets is gone.
func (m *reports) isGone(r *Run, a, b target) bool {
	return r.things.vanish && (r.fates[r.thingOf(a)].gone || r.fates[r.thingOf(b)].gone)
}

// gapOf returns the gap between two pieces after the step, or infinity if they have separated.
func (s *scene) gapOf(ta, tb target) float64 {
	a, at := s.piece(ta)
	b, bt := s.piece(tb)
	if m, hit := collision.Collide(*a, *at, *b, *bt, leaveGap); hit {
		return -m.Depth()
	}
	return math.Inf(1)
}

// pairOf returns a pair with a reporting collider. Its first id is the reporting one, or the first in drawing order if
// both report.
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
