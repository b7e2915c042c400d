package play

import (
	"unsafe"

	"fillet/collision"
)

// State is all that changes while a run goes on, copied: what moves, contacts with their impulses, the character with its
// timers, what is in which trigger, the log, the path and the recording. A run that a State is restored into goes on exactly as
// the one that it was saved from: the same inputs give the same places, log and hash, bit for bit.
//
// What a level says once, such as its static colliders, is the run's and is not copied: a State belongs to runs of one level and
// one set of settings, any of which can restore it. Nor are Paused and Speed, which are the player's.
//
// A State that is used again allocates nothing once its lists are long enough. Static colliders cost nothing: a level with a
// character only takes 2 kB and 0.1 µs, one of 200 bodies 300 kB and 4 µs, restoring three times as long. To that come 16 bytes
// for each place of the path, of which there are 14,400 at most, 48 for each entry of the log, of which there are 16,384 at
// most, and 64 for each change of the keys; [State.Bytes] is the sum. [Quiet] runs have no path, log and recording.
//
// Who adds something to [Run] that changes in a step adds a line to [State.exchange]; TestStateHasEveryField finds what is missing.
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

// Save makes the State that of a run after its last step. What it held before is gone.
func (s *State) Save(r *Run) {
	s.saved = true
	s.exchange(r, true)
	s.walker = r.walker
	s.walker.run, s.walker.Mover = nil, collision.Mover{}
	s.walker.Resume(&r.walker.Mover)
}

// Restore puts a run of the same level to where the one was that the State was saved from. It reports whether it has: nothing
// happens where nothing has been saved yet, or the level has other bodies. It takes the time of saving, and some
// microseconds for each body that has moved since.
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

// exchange copies one way or the other what is copied field by field.
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

// list copies the values of a list, into the room that the other has.
func list[T any](kept, now *[]T, save bool) {
	if save {
		*kept = append((*kept)[:0], *now...)
	} else {
		*now = append((*now)[:0], *kept...)
	}
}

// fits reports whether the State is one of such a run.
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

// placeBodies puts the bodies of the character's world where they were, which is not always where they stand: what is far from it is
// left behind.
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

// Steps returns how many steps the run had gone.
func (s *State) Steps() int { return s.steps }

// Bytes returns how much memory the State takes.
func (s *State) Bytes() int { return s.sum(true) }

// Size returns how much of its memory is in use, which only depends on the run that was saved.
func (s *State) Size() int { return s.sum(false) }

func (s *State) sum(all bool) int {
	n := int(unsafe.Sizeof(*s))
	n += room(s.bodies, all) + room(s.tape, all) + room(s.path, all) + room(s.log, all) + room(s.inside, all) + room(s.met, all)
	n += room(s.fates, all) + room(s.joints, all) + room(s.contacts, all) + room(s.sorted, all) + room(s.sweep, all)
	return n + room(s.felt, all) + room(s.touches, all)
}

// room is the memory of a list, or of what is in it.
func room[T any](list []T, all bool) int {
	var x T
	if all {
		return cap(list) * int(unsafe.Sizeof(x))
	}
	return len(list) * int(unsafe.Sizeof(x))
}

// Quiet makes a run keep no path, log and recording from now on, for whoever tries out very many steps and copies its state often. It goes on
// as any other.
func Quiet(r *Run) {
	r.quiet = true
	r.path, r.log, r.tape.Held = nil, nil, nil
	for i := range r.inside {
		r.inside[i].entry = -1
	}
}
