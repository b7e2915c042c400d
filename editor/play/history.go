package play

import "math"

// History keeps states of a run on its way, so that the run can be put to any step where it has been: back to the last state before
// it, and on from there with the inputs of the recording. It keeps fewer the longer the run is, and no more than some memory; what
// is stepped through again keeps states close to each other for a while, so that going back step by step is quick.
//
// The zero value is ready. Somebody else steps the run, and calls Note after each.
type History struct {
	MaxBytes int // of the states; 0 is 64 MB, and as much again for a while

	keys  []*State // by their steps
	every int      // steps between two
	near  []*State // by their steps, of what was stepped through last
	fine  int      // steps between two of those that are to come; 0: none are
	spare []*State
}

const (
	firstEvery = 15       // steps between two states of a short run
	historyMax = 64 << 20 // bytes
)

func (h *History) most() int {
	if h.MaxBytes > 0 {
		return h.MaxBytes
	}
	return historyMax
}

// Clear forgets everything: the run begins anew, or is another one.
func (h *History) Clear() {
	h.drop(&h.keys, 0)
	h.drop(&h.near, 0)
	h.every, h.fine = firstEvery, 0
}

// Note keeps the state of a run where it is due: before its first step, and after each.
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

// Back puts a run to the last step that is kept and is not after to, unless the run stands between those already. From there
// it has to be stepped on with what it was given before. It reports false where nothing is kept.
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

// Cut forgets what came after the step where the run is: it goes on otherwise.
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

// drop shortens a list. Some of its states are used again.
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

// thin keeps every other state, and fewer from now on.
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

// lastBefore is the last state that is not after a step; nil for none.
func lastBefore(list []*State, step int) *State {
	if n := countUntil(list, step); n > 0 {
		return list[n-1]
	}
	return nil
}

// countUntil is how many states of a list are not after a step.
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
