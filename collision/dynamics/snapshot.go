package dynamics

import "reflect"

// Snapshot is a copy of everything that a step changes in a space. A space with a restored Snapshot continues exactly
// like the space that was saved, bit for bit. Which static colliders are gone is not part of it.
//
// A reused Snapshot allocates nothing once its lists are long enough.
type Snapshot struct {
	bodies   []Body
	joints   []Joint
	contacts []Contact
	sorted   []int32
	sweep    []int32

	steps     int
	stirs     bool
	weight    Vec
	grabbed   int32
	grabPoint Vec
	grabForce Vec
}

// Save copies the state of a space after its last step, replacing the previous contents.
func (s *Snapshot) Save(r *Space) { s.exchange(r, true) }

// Restore puts a space with the same bodies and joints back into the saved state.
func (s *Snapshot) Restore(r *Space) { s.exchange(r, false) }

// exchange copies fields from a space to the snapshot if save is set, or from the snapshot to the space.
func (s *Snapshot) exchange(r *Space, save bool) {
	list(&s.bodies, &r.Bodies, save)
	list(&s.joints, &r.Joints, save)
	list(&s.contacts, &r.Contacts, save)
	list(&s.sorted, &r.Sorted, save)
	list(&s.sweep, &r.Sweep, save)
	one(&s.steps, &r.Steps, save)
	one(&s.stirs, &r.Stirs, save)
	one(&s.weight, &r.Weight, save)
	one(&s.grabbed, &r.Grabbed, save)
	one(&s.grabPoint, &r.GrabPoint, save)
	one(&s.grabForce, &r.GrabForce, save)
}

func one[T any](kept, now *T, save bool) {
	if save {
		*kept = *now
	} else {
		*now = *kept
	}
}

func list[T any](kept, now *[]T, save bool) {
	if save {
		*kept = append((*kept)[:0], *now...)
	} else {
		*now = append((*now)[:0], *kept...)
	}
}

// Len returns the number of saved bodies.
func (s *Snapshot) Len() int { return len(s.bodies) }

// Steps returns the number of steps at the time of saving.
func (s *Snapshot) Steps() int { return s.steps }

// Bytes returns the memory of the lists, with spare set including their spare capacity.
func (s *Snapshot) Bytes(spare bool) int {
	return room(s.bodies, spare) + room(s.joints, spare) + room(s.contacts, spare) + room(s.sorted, spare) +
		room(s.sweep, spare)
}

func room[T any](list []T, spare bool) int {
	n := len(list)
	if spare {
		n = cap(list)
	}
	return n * int(reflect.TypeFor[T]().Size())
}
