package play

import "math"

// History keeps states of a run so that it can go back to any earlier step: to the last state before that step, and on
// from there with the recorded inputs. The longer the run, the fewer states it keeps, within a memory limit. Steps that
// are replayed keep dense states for a while, so that stepping back is fast.
//
// The zero value is ready for use. The caller steps the run and calls Note after each step.
type History struct {
	MaxBytes int // limit for the states; 0 means 64 MB, with as much again for dense states

	keys  []*State // sorted by step
	every int      // steps between two keys
	near  []*State // dense states of recently replayed steps, sorted by step
	fine  int      // steps between two dense states; 0 means none are due
	spare []*State
}

const (
	firstEvery = 15       // initial steps between two states
	historyMax = 64 << 20 // bytes
)

func (h *History) most() int {
	if h.MaxBytes > 0 {
		return h.MaxBytes
	}
	return historyMax
}

// Clear drops everything, for a restarted or another run.
func (h *History) Clear() {
	h.drop(&h.keys, 0)
	h.drop(&h.near, 0)
	h.every, h.fine = firstEvery, 0
}

// Note saves the state of a run if one is due. It is called before the first step and after each step.
func (h *History) Note(r *Run) {
	if h.every == 0 {
		h.every = firstEvery
	}
	if n := len(h.keys); r.steps%h.every == 0 && (n == 0 || h.keys[n-1].steps < r.steps) {
		h.keep(&h.keys, r)
		if bytesOf(h.keys) > h.most() && len(h.keys) > 2 {
			h.thin()
		}
		return
	}
	if h.fine > 0 && r.steps%h.fine == 0 {
		if n := len(h.near); n == 0 || h.near[n-1].steps < r.steps {
			h.keep(&h.near, r)
			if bytesOf(h.near) > h.most() {
				h.drop(&h.near, 0)
				h.fine = 0
			}
		}
	}
}

// Back restores the last saved state that is not after step to, unless the run is already between the two. From there
// the caller must step it with the same inputs as before. It returns false if the run cannot get to that step.
func (h *History) Back(r *Run, to int) bool {
	best := lastBefore(h.keys, to)
	if n := lastBefore(h.near, to); n != nil && (best == nil || n.steps > best.steps) {
		best = n
	}
	if best == nil || r.steps <= to && r.steps >= best.steps {
		return r.steps <= to
	}
	if !best.Restore(r) {
		return false
	}
	h.fine = 0
	if span := to - best.steps; span > 2*firstEvery {
		h.drop(&h.near, 0)
		h.fine = int(math.Sqrt(float64(span)))
	}
	return true
}

// Cut drops the states after the run's current step, as the run continues differently.
func (h *History) Cut(r *Run) {
	h.drop(&h.keys, countUntil(h.keys, r.steps))
	h.drop(&h.near, countUntil(h.near, r.steps))
	h.fine = 0
}

// keep appends a copy of the run's state.
func (h *History) keep(list *[]*State, r *Run) {
	s := new(State)
	if n := len(h.spare); n > 0 {
		s, h.spare = h.spare[n-1], h.spare[:n-1]
	}
	s.Save(r)
	*list = append(*list, s)
}

// drop shortens a list. Some of its states are reused.
func (h *History) drop(list *[]*State, n int) {
	const spares = 32
	for _, s := range (*list)[n:] {
		if len(h.spare) < spares {
			h.spare = append(h.spare, s)
		}
	}
	clear((*list)[n:])
	*list = (*list)[:n]
}

// thin keeps every other state, and saves fewer from now on.
func (h *History) thin() {
	h.every *= 2
	n := 0
	for _, s := range h.keys {
		if s.steps%h.every == 0 {
			h.keys[n] = s
			n++
		}
	}
	clear(h.keys[n:])
	h.keys = h.keys[:n]
	h.spare = nil
}

// lastBefore returns the last state that is not after a step, or nil.
func lastBefore(list []*State, step int) *State {
	if n := countUntil(list, step); n > 0 {
		return list[n-1]
	}
	return nil
}

// countUntil returns the number of states in a list that are not after a step.
func countUntil(list []*State, step int) int {
	n := len(list)
	for n > 0 && list[n-1].steps > step {
		n--
	}
	return n
}

func bytesOf(list []*State) int {
	n := 0
	for _, s := range list {
		n += s.Bytes()
	}
	return n
}
