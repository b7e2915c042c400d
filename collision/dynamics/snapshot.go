package dynamics

import "reflect"

// Snapshot is a copy of a space's [State]. A space with a restored Snapshot continues exactly like the space that was
// saved, bit for bit.
//
// A reused Snapshot allocates nothing once its lists are long enough.
type Snapshot struct{ state State }

// Save copies the state of a space after its last step, replacing the previous contents.
func (s *Snapshot) Save(r *Space) { s.state.assign(&r.State) }

// Restore puts a space with the same bodies and joints back into the saved state.
func (s *Snapshot) Restore(r *Space) { r.assign(&s.state) }

// assign copies a state, and reuses the capacity of the lists.
func (s *State) assign(from *State) {
	was := *s
	*s = *from
	s.Bodies = append(was.Bodies[:0], from.Bodies...)
	s.Joints = append(was.Joints[:0], from.Joints...)
	s.Contacts = append(was.Contacts[:0], from.Contacts...)
	s.Sorted = append(was.Sorted[:0], from.Sorted...)
	s.Sweep = append(was.Sweep[:0], from.Sweep...)
}

// Len returns the number of saved bodies.
func (s *Snapshot) Len() int { return len(s.state.Bodies) }

// Steps returns the number of steps at the time of saving.
func (s *Snapshot) Steps() int { return s.state.Steps }

// Bytes returns the memory of the lists, with spare set including their spare capacity.
func (s *Snapshot) Bytes(spare bool) int {
	t := &s.state
	return room(t.Bodies, spare) + room(t.Joints, spare) + room(t.Contacts, spare) + room(t.Sorted, spare) +
		room(t.Sweep, spare)
}

func room[T any](list []T, spare bool) int {
	n := len(list)
	if spare {
		n = cap(list)
	}
	return n * int(reflect.TypeFor[T]().Size())
}
