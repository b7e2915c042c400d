package play

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events. Something enters a trigger, stays in it and leaves it. A platform crushes the character; a
// hazard or a stompable enemy kills it. The character reaches a checkpoint, takes a collectable or stomps an enemy. A
// spring throws something. A plank crumbles and returns. A door opens and shuts. A solid collider that reports its
// contacts begins and ends touching another one. Switches start, stop and turn around a platform.
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
	Stomp: "stomp",
	Throw: "throw", Crumble: "crumble", Return: "return", Open: "open", Shut: "shut", Begin: "begin", End: "end",
	Start: "start", Halt: "stop", Turn: "turn",
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
	Step    int // when it happened; for a Stay, its first step
	Kind    EventKind
	Trigger level.ID // where it happened: the trigger, platform, hazard, door, ...
	Other   level.ID // 0 means the character; equal to Trigger for what happens on its own, such as a door that opens
	Steps   int      // the duration of a Stay; for a Leave or an End, how long the other was inside or in contact
	Goal    bool     // the character has reached the goal
	// of a Begin, the impact; of an End, the largest of a step. Unit: mass, which is density times area, times pixels
	// per second
	Impulse float64
}

// presence is an object inside a trigger.
type presence struct {
	trigger, other level.ID
	order          [2]int32 // of both, in drawing order
	goal           bool
	medium         medium
	thing          int32
	since          int
	entry          int // index of its Stay in the log; -1 means none
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

// testTriggers lists what is in which trigger, in any order.
func (r *Run) testTriggers() {
	r.insideNow = r.insideNow[:0]
	for i := range r.bodies {
		switch b := &r.bodies[i]; {
		case b.gone:
		case b.trigger:
			r.testMovingTrigger(int32(i))
		case b.role != kinematic:
			r.testZones(int32(i))
		}
	}
}

// testZones finds the static triggers that a body is in.
func (r *Run) testZones(i int32) {
	b := &r.bodies[i]
	r.found = r.zoneIndex.Append(r.found[:0], b.box)
	for _, f := range r.found {
		s := &r.statics[r.zones[f].owner]
		if !r.fates[s.thing].gone && b.filter.Accepts(s.filter) && meets(b, &r.zones[f].shape, &s.xf) {
			r.insideNow = append(r.insideNow, presence{
				trigger: s.id, other: b.id, order: [2]int32{s.order, b.order},
				goal: s.goal && i == 0, medium: s.medium, thing: s.thing,
			})
		}
	}
}

// testMovingTrigger finds the bodies in a moving trigger.
func (r *Run) testMovingTrigger(i int32) {
	t := &r.bodies[i]
	for j := range r.bodies {
		b := &r.bodies[j]
		if b.role == kinematic || b.gone || !b.box.Overlaps(t.box) || !b.filter.Accepts(t.filter) {
			continue
		}
		for p := range t.shapes {
			if meets(b, &t.shapes[p], &t.xf) {
				r.insideNow = append(r.insideNow, presence{
					trigger: t.id, other: b.id,
					order: [2]int32{t.order, b.order}, goal: t.goal && j == 0, medium: t.medium, thing: t.thing,
				})
			}
		}
	}
}

func meets(b *body, shape *collision.Shape, xf *collision.Transform) bool {
	for p := range b.shapes {
		if collision.Overlap(b.shapes[p], b.xf, *shape, *xf) {
			return true
		}
	}
	return false
}

func (p *presence) enter(r *Run) {
	p.since, p.entry = r.steps, -1
	p.stir(r)
	goal := p.goal && r.things.allows(r, p.thing)
	r.note(Event{Step: r.steps, Kind: Enter, Trigger: p.trigger, Other: p.other, Goal: goal})
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
		r.note(Event{Step: r.steps, Kind: Stay, Trigger: p.trigger, Other: p.other})
		p.entry = len(r.log) - 1
	}
	r.log[p.entry].Steps = r.steps - p.since
}

func (p *presence) leave(r *Run) {
	p.stir(r)
	r.note(Event{Step: r.steps, Kind: Leave, Trigger: p.trigger, Other: p.other, Steps: r.steps - p.since})
}

// maxLog limits the number of log entries.
const maxLog = 1 << 14

// note adds an entry. A full log drops its older half.
func (r *Run) note(e Event) {
	if r.quiet {
		return
	}
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
