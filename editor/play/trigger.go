package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events. Something enters a trigger, stays in it and leaves it. A platform crushes the character; a
// hazard or a stompable enemy kills it. The character reaches a checkpoint, takes a collectable or stomps an enemy. A
// spring throws something. A plank crumbles and returns. A door opens and shuts. A solid collider that reports its
// contacts begins and ends touching another collider. A switch starts, stops or reverses a platform.
const (
	Enter EventKind = iota
	Stay
	Leave
	Crush
	Death
	Reach
	Take
	Stomp
	Throw
	Crumble
	Return
	Open
	Shut
	Begin
	End
	Start
	Halt
	Turn
)

var eventWords = [...]string{
	Enter: "enter", Stay: "stay", Leave: "leave", Crush: "crush", Death: "death", Reach: "checkpoint", Take: "take",
	Stomp: "stomp", Throw: "throw", Crumble: "crumble", Return: "return", Open: "open", Shut: "shut", Begin: "begin",
	End: "end", Start: "start", Halt: "stop", Turn: "turn",
}

// String returns the event's word, such as "enter" or "crush".
func (k EventKind) String() string {
	if int(k) >= len(eventWords) {
		return "unknown"
	}
	return eventWords[k]
}

// Event is an entry of the log.
type Event struct {
	Step    int // for a Stay, its first step
	Kind    EventKind
	Trigger level.ID // the collider that causes it: the trigger, platform, hazard, door, ...
	Other   level.ID // the affected collider; 0 is the character; equal to Trigger if nothing else takes part
	Steps   int      // duration of a Stay; for a Leave or an End, how long the other was inside or in contact
	Goal    bool     // the character has reached the goal
	// Impulse is the impact for a Begin, and the largest impulse of a step for an End, in mass (density times area)
	// times pixels per second.
	Impulse float64
}

// presence is an object inside a trigger.
type presence struct {
	trigger, other level.ID
	order          [2]int32 // drawing order of both
	goal           bool
	medium         medium
	object         int32
	since          int
	entry          int // index of its Stay in the log; -1 for none
}

func comparePresences(a, b presence) int {
	return slices.Compare(a.order[:], b.order[:])
}

// updateTriggers tests the triggers and logs changes.
func (r *Run) updateTriggers() {
	r.testTriggers()
	slices.SortFunc(r.insideNow, comparePresences)
	r.insideNow = slices.CompactFunc(r.insideNow, func(a, b presence) bool { return comparePresences(a, b) == 0 })
	old := r.inside
	for i := range r.insideNow {
		p := &r.insideNow[i]
		for len(old) > 0 && comparePresences(old[0], *p) < 0 {
			old[0].leave(r)
			old = old[1:]
		}
		if len(old) > 0 && comparePresences(old[0], *p) == 0 {
			p.since, p.entry = old[0].since, old[0].entry
			old = old[1:]
			p.stay(r)
		} else {
			p.enter(r)
		}
	}
	for i := range old {
		old[i].leave(r)
	}
	r.inside, r.insideNow = r.insideNow, r.inside
}

// testTriggers lists the contents of all triggers, in any order.
func (r *Run) testTriggers() {
	r.insideNow = r.insideNow[:0]
	for i := range r.space.Bodies {
		switch b := &r.space.Bodies[i]; {
		case b.Gone:
		case b.Trigger:
			r.testMovingTrigger(int32(i))
		case b.Role != dynamics.Kinematic:
			r.testZones(int32(i))
		}
	}
}

// testZones finds the static triggers that contain a body.
func (r *Run) testZones(i int32) {
	b := &r.space.Bodies[i]
	r.found = r.zoneIndex.Append(r.found[:0], b.Box)
	for _, f := range r.found {
		s := &r.space.Statics[r.zones[f].Owner]
		if !s.Gone && b.Filter.Accepts(s.Filter) && overlapsAny(b.Shapes, b.Pose, &r.zones[f].Shape, &s.Pose) {
			r.addInside(&r.standing[r.zones[f].Owner], i)
		}
	}
}

// testMovingTrigger finds the bodies in a moving trigger.
func (r *Run) testMovingTrigger(i int32) {
	t := &r.space.Bodies[i]
	for j := range r.space.Bodies {
		b := &r.space.Bodies[j]
		if b.Role == dynamics.Kinematic || b.Gone || !b.Box.Overlaps(t.Box) || !b.Filter.Accepts(t.Filter) {
			continue
		}
		for p := range t.Shapes {
			if overlapsAny(b.Shapes, b.Pose, &t.Shapes[p], &t.Pose) {
				r.addInside(&r.entities[i].entity, int32(j))
			}
		}
	}
}

func (r *Run) addInside(z *entity, body int32) {
	e := &r.entities[body]
	r.insideNow = append(r.insideNow, presence{
		trigger: z.id, other: e.id, order: [2]int32{z.order, e.order},
		goal: z.goal && body == 0, medium: z.medium, object: z.object,
	})
}

func (p *presence) enter(r *Run) {
	p.since, p.entry = r.space.Steps, -1
	p.stir(r)
	goal := p.goal && r.objects.allows(r, p.object)
	r.note(Event{Kind: Enter, Trigger: p.trigger, Other: p.other, Goal: goal})
	if goal {
		r.ended = true
	}
}

// stay extends the log entry of the stay.
func (p *presence) stay(r *Run) {
	if r.quiet {
		return
	}
	if p.entry < 0 {
		r.note(Event{Kind: Stay, Trigger: p.trigger, Other: p.other})
		p.entry = len(r.log) - 1
	}
	r.log[p.entry].Steps = r.space.Steps - p.since
}

func (p *presence) leave(r *Run) {
	p.stir(r)
	r.note(Event{Kind: Leave, Trigger: p.trigger, Other: p.other, Steps: r.space.Steps - p.since})
}

const maxLog = 1 << 14

// note adds an entry of the current step. A full log drops its older half.
func (r *Run) note(e Event) {
	if r.quiet {
		return
	}
	e.Step = r.space.Steps
	if len(r.log) == maxLog {
		r.log = append(r.log[:0], r.log[maxLog/2:]...)
		for _, list := range [2][]presence{r.inside, r.insideNow} {
			for i := range list {
				list[i].entry = max(list[i].entry-maxLog/2, -1)
			}
		}
	}
	r.log = append(r.log, e)
}

// meeting is a pair of touching solid colliders, at least one of which reports its contacts.
type meeting struct {
	pair
	since     int
	strongest float64 // the largest impulse in a step
	pieces            // the pieces that were last in contact
}

// pieces holds the two pieces of a contact. For touches of the character they are unknown.
type pieces struct {
	a, b  dynamics.Target
	known bool
}

// pair identifies two colliders by their drawing order; the character is 0. A body of several colliders counts as its
// first collider.
type pair struct {
	order [2]int32
	ids   [2]level.ID
}

// reports tracks the touches of solid colliders that report their contacts. Run.met holds the touching pairs.
type reports struct {
	asks map[int32]bool // drawing orders of the reporting colliders; if there are none, nothing is tracked
	now  []encounter
	next []meeting
}

// encounter is the state of a pair according to one contact.
type encounter struct {
	pair
	pieces
	impulse float64 // summed over the parts of a body
	hit     float64 // the impulse that stopped the character
	touches bool    // the contact presses or overlaps
	near    bool    // barely apart: a pair that was touching still counts as touching
}

// leaveGap is the gap beyond which touching colliders count as separated. A resting body is pushed out of its ground as
// far as it has sunk in, which is at most the slop.
const leaveGap = 2 * Slop

// step logs which pairs begin and end touching. stopped is the change of the character's velocity that its acceleration
// does not explain.
func (m *reports) step(r *Run, stopped Vec) {
	if len(m.asks) == 0 {
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
			m.next = append(m.next, meeting{e.pair, r.space.Steps, e.impulse, e.pieces})
			r.note(Event{Kind: Begin, Trigger: e.ids[0], Other: e.ids[1], Impulse: e.impulse})
		}
	}
	for i := range old {
		m.mayEnd(r, &old[i])
	}
	r.met, m.next = m.next, r.met
}

// mayEnd ends a pair without a near contact, unless the position correction has pushed it together again.
func (m *reports) mayEnd(r *Run, o *meeting) {
	if o.known && !r.space.IsGone(o.a) && !r.space.IsGone(o.b) && gapOf(&r.space, o.a, o.b) <= leaveGap {
		m.next = append(m.next, *o)
		return
	}
	r.note(Event{
		Kind: End, Trigger: o.ids[0], Other: o.ids[1], Steps: r.space.Steps - o.since, Impulse: o.strongest,
	})
}

// gather lists the encounters, sorted by pair.
func (m *reports) gather(r *Run, stopped Vec) {
	m.now = m.now[:0]
	for i := range r.space.Contacts {
		c := &r.space.Contacts[i]
		p, ok := m.pairOf(r.entityOf(c.A), r.entityOf(c.B))
		if !ok || r.space.IsGone(c.A) || r.space.IsGone(c.B) {
			continue
		}
		e := encounter{pair: p, pieces: pieces{c.A, c.B, true}, impulse: c.Impulse, touches: c.Impulse > 0}
		if !e.touches {
			gap := c.Separation // needed for sleeping bodies
			if r.space.IsActive(c.A) || r.space.IsActive(c.B) {
				gap = gapOf(&r.space, c.A, c.B)
			}
			e.touches, e.near = gap <= 0, gap <= leaveGap
		}
		m.now = append(m.now, e)
	}
	for i := range r.touches {
		t := &r.touches[i]
		if p, ok := m.pairOf(&entity{}, &entity{id: t.ID, order: t.order}); ok {
			hit := 0.0
			if _, ok := pushed(r, t.ID); !ok {
				hit = max(float64(r.space.Bodies[0].Mass*stopped.Dot(t.Normal)), 0)
			}
			m.now = append(m.now, encounter{pair: p, hit: hit, touches: true})
		}
	}
	slices.SortStableFunc(m.now, func(a, b encounter) int {
		return cmp.Or(cmp.Compare(a.order[0], b.order[0]), cmp.Compare(a.order[1], b.order[1]))
	})
}

// gapOf returns the gap between two pieces after the step, or infinity if they have separated.
func gapOf(s *dynamics.Space, ta, tb dynamics.Target) float64 {
	a, at := s.PieceOf(ta)
	b, bt := s.PieceOf(tb)
	if m, hit := collision.Collide(*a, *at, *b, *bt, leaveGap); hit {
		return -m.Depth()
	}
	return math.Inf(1)
}

// pairOf returns a pair with a reporting collider. The first id is the reporting collider, or the collider drawn first
// if both report.
func (m *reports) pairOf(a, b *entity) (p pair, ok bool) {
	if b.order < a.order {
		a, b = b, a
	}
	orders := [2]int32{a.order, b.order}
	switch {
	case m.asks[a.order]:
		return pair{orders, [2]level.ID{a.id, b.id}}, true
	case m.asks[b.order]:
		return pair{orders, [2]level.ID{b.id, a.id}}, true
	}
	return p, false
}
