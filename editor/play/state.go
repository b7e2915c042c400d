package play

import (
	"unsafe"

	"fillet/collision"
)

// State is a copy of everything that changes during a run: moving bodies, contacts with their impulses, the character
// with its timers, what is in which trigger, the log, the path and the recording. A run into which a State is restored
// continues exactly like the one it was saved from: the same inputs give the same places, log and hash, bit for bit.
//
// Constant data of a level, such as its static colliders, is not copied: a State belongs to the runs of one level with
// the same settings, any of which can restore it. Paused and Speed are not copied either, as they belong to the player.
//
// A reused State allocates nothing once its lists are long enough. Static colliders cost nothing: a level with only a
// character takes 2 kB and 0.1 µs, one with 200 bodies 300 kB and 4 µs; restoring takes three times as long. In
// addition, each point of the path takes 16 bytes (up to 14,400 points), each log entry 48 bytes (up to 16,384
// entries), and each change of the keys 64 bytes; [State.Bytes] is the sum. [Quiet] runs have no path, log or
// recording.
//
// A field of [Run] that changes during a step needs a line in [State.exchange]; TestStateHasEveryField finds missing
// ones.
type State struct {
	bodies  []body
	walker  walker
	start   Vec
	down    Vec
	steps   int
	left    float64
	ended   bool
	input   Input
	tape    []Held
	version int
	from    Vec // where the recording starts
	path    []Vec
	log     []Event
	inside  []presence
	met     []meeting
	stirs   bool
	weight  Vec
	grabbed int32
	grabAt  Vec
	pulling Vec

	fates  []objectState
	home   Vec
	homeOf int32
	reborn int

	joints   []joint
	contacts []contact
	sorted   []int32
	sweep    []int32

	felt    []collision.Touch
	touches []Touch

	saved bool
}

// Save copies the state of a run after its last step, replacing the previous contents.
func (s *State) Save(r *Run) {
	s.saved = true
	s.exchange(r, true)
	s.walker = r.walker
	s.walker.run, s.walker.Mover = nil, collision.Mover{}
	s.walker.Resume(&r.walker.Mover)
}

// Restore puts a run of the same level back into the saved state. It returns false, without changing the run, if
// nothing has been saved or the level has other bodies. It takes as long as saving, plus some microseconds for each
// body that has moved since.
func (s *State) Restore(r *Run) bool {
	if !s.fits(r) {
		return false
	}
	w := r.walker
	r.walker = s.walker
	r.walker.run, r.walker.Mover = r, w.Mover
	r.walker.Resume(&s.walker.Mover)
	s.placeBodies(r)
	s.exchange(r, false)
	r.tape.Start, r.tape.HasStart = s.from, true
	return true
}

// exchange copies fields between the State and a run, in the given direction.
func (s *State) exchange(r *Run, save bool) {
	list(&s.bodies, &r.bodies, save)
	one(&s.start, &r.start, save)
	one(&s.down, &r.down, save)
	one(&s.steps, &r.steps, save)
	one(&s.left, &r.left, save)
	one(&s.ended, &r.ended, save)
	one(&s.input, &r.input, save)
	list(&s.tape, &r.tape.Held, save)
	one(&s.from, &r.tape.Start, save)
	one(&s.version, &r.tape.Version, save)
	list(&s.path, &r.path, save)
	list(&s.log, &r.log, save)
	list(&s.inside, &r.inside, save)
	list(&s.met, &r.met, save)
	one(&s.stirs, &r.stirs, save)
	one(&s.weight, &r.weight, save)
	one(&s.grabbed, &r.grabbed, save)
	one(&s.grabAt, &r.grabAt, save)
	one(&s.pulling, &r.pulling, save)

	list(&s.fates, &r.fates, save)
	one(&s.home, &r.home, save)
	one(&s.homeOf, &r.homeOf, save)
	one(&s.reborn, &r.reborn, save)

	list(&s.joints, &r.joints, save)
	list(&s.contacts, &r.contacts, save)
	list(&s.sorted, &r.sorted, save)
	list(&s.sweep, &r.sweep, save)

	list(&s.felt, &r.felt, save)
	list(&s.touches, &r.touches, save)
}

// one copies a value.
func one[T any](kept, now *T, save bool) {
	if save {
		*kept = *now
	} else {
		*now = *kept
	}
}

// list copies the elements of a slice, reusing the other's capacity.
func list[T any](kept, now *[]T, save bool) {
	if save {
		*kept = append((*kept)[:0], *now...)
	} else {
		*now = append((*now)[:0], *kept...)
	}
}

// fits reports whether the State belongs to such a run.
func (s *State) fits(r *Run) bool {
	if !s.saved || len(s.bodies) != len(r.bodies) {
		return false
	}
	for i := range s.bodies {
		if a, b := &s.bodies[i], &r.bodies[i]; a.id != b.id || a.key != b.key || a.keys != b.keys {
			return false
		}
	}
	return true
}

// placeBodies restores the bodies in the character's world. Their places there may differ from the run's, as those far
// from the character are not updated.
func (s *State) placeBodies(r *Run) {
	moved := 0
	for i := 1; i < len(r.bodies); i++ {
		b, to := &r.bodies[i], &s.bodies[i]
		if b.trigger || b.placed == to.placed {
			continue
		}
		if b.placed.Q != to.placed.Q && (b.oneSided || b.oneWay != (Vec{})) {
			b.xf = to.placed
			r.putBody(int32(i))
		}
		for k := range b.keys {
			r.world.Move(b.key+k, to.placed)
		}
		if moved++; moved%placedAtOnce == 0 {
			r.world.AppendPoint(nil, Vec{}, collision.Query{})
		}
	}
}

// Steps returns the number of steps at the time of saving.
func (s *State) Steps() int { return s.steps }

// Bytes returns the memory that the State uses.
func (s *State) Bytes() int { return s.sum(true) }

// Size returns the memory in use without spare capacity, which depends only on the saved run.
func (s *State) Size() int { return s.sum(false) }

func (s *State) sum(all bool) int {
	n := int(unsafe.Sizeof(*s))
	n += room(s.bodies, all) + room(s.tape, all) + room(s.path, all) + room(s.log, all) + room(s.inside, all) +
		room(s.met, all)
	n += room(s.fates, all) + room(s.joints, all) + room(s.contacts, all) + room(s.sorted, all) + room(s.sweep, all)
	return n + room(s.felt, all) + room(s.touches, all)
}

// room returns the memory of a slice's capacity, or of its elements.
func room[T any](list []T, all bool) int {
	var x T
	if all {
		return cap(list) * int(unsafe.Sizeof(x))
	}
	return len(list) * int(unsafe.Sizeof(x))
}

// Quiet stops a run from keeping its path, log and recording, for callers that try very many steps and often copy the
// state. The run is otherwise unaffected.
func Quiet(r *Run) {
	r.quiet = true
	r.path, r.log, r.tape.Held = nil, nil, nil
	for i := range r.inside {
		r.inside[i].entry = -1
	}
}
