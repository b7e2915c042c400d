package level

import (
	"cmp"
	"errors"
	"fmt"
)

// Limit is the maximum number of steps, and MaxBytes about how much memory their records may use together. The oldest
// steps are dropped first; the last step is always kept.
const (
	Limit    = 10_000
	MaxBytes = 128 << 20
)

// step is one entry of the history. Its revision identifies the state that it leads to.
type step struct {
	label    string
	diff     Diff
	revision uint64
	size     int // about how many bytes would be freed with the step
}

// History is the undo and redo history of one document. It belongs to the document's goroutine.
type History struct {
	doc     *Document
	past    []step
	size    int    // total size of the steps in past
	future  []step // the last one is the next to redo
	tx      *Tx
	base    uint64 // revision of the state before past[0]
	counter uint64 // the last revision given out
	limit   int    // overrides MaxBytes if not 0
}

// New returns an empty history for a document in its current state.
func New(doc *Document) *History { return &History{doc: doc} }

// ErrOpen reports a change that starts while a transaction is open.
var ErrOpen = errors.New("another change is still open")

// Do applies a diff as one step. It drops the steps to redo.
func (h *History) Do(label string, d Diff) error {
	if h.tx != nil {
		return ErrOpen
	}
	d, err := h.doc.Reduce(d) // keeps undo right even if prefabs have changed since
	if err != nil || d.IsEmpty() {
		return err
	}
	if err := h.doc.apply(d, nil); err != nil {
		return err
	}
	h.push(label, d)
	return nil
}

func (h *History) push(label string, d Diff) {
	h.counter++
	h.past = append(h.past, step{label, d, h.counter, sizeOf(d)})
	h.size += h.past[len(h.past)-1].size
	h.future = nil
	over := 0
	for len(h.past)-over > Limit || h.size > cmp.Or(h.limit, MaxBytes) && over < len(h.past)-1 {
		h.size -= h.past[over].size
		over++
	}
	if over > 0 {
		h.base = h.past[over-1].revision
		clear(h.past[:over]) // frees their records; the slice itself moves when it next grows
		h.past = h.past[over:]
	}
}

// Merge combines the last two steps if they have the same name and nothing has been undone since. It reports whether it
// did so. Two steps that cancel each other out disappear.
func (h *History) Merge() bool {
	n := len(h.past)
	if h.tx != nil || n < 2 || len(h.future) > 0 || h.past[n-1].label != h.past[n-2].label {
		return false
	}
	first, last := h.past[n-2], h.past[n-1]
	h.past = h.past[:n-2]
	h.size -= first.size + last.size
	if d := first.diff.Then(last.diff); !d.IsEmpty() {
		h.past = append(h.past, step{first.label, d, last.revision, sizeOf(d)})
		h.size += sizeOf(d)
	}
	return true
}

// sizeOf estimates the memory that a step keeps once it is done: every record that it replaced or removed, and the list
// itself.
func sizeOf(d Diff) int {
	const (
		change    = 16 // bytes: two pointers
		layerSize = 80
		groupSize = 64

		instanceSize, partChangeSize = 180, 64
	)
	n := change * (len(d.Colliders) + len(d.Layers) + len(d.Groups) + len(d.Instances) + 1)
	for _, c := range d.Colliders {
		if c.Before == nil {
			continue
		}
		n += c.Before.Bytes()
		if c.After != nil && c.Before.Shape.SharesPoints(c.After.Shape) {
			n -= c.Before.Shape.Bytes() // the next record shares them
		}
	}
	for _, c := range d.Layers {
		if c.Before != nil {
			n += layerSize
		}
	}
	for _, c := range d.Groups {
		if c.Before != nil {
			n += groupSize
		}
	}
	for _, c := range d.Instances {
		if c.Before != nil {
			n += instanceSize + partChangeSize*len(c.Before.Changes)
		}
	}
	return n
}

// Undo reverts the last step and returns its name. It does nothing while a transaction is open, or if there is nothing
// to undo.
func (h *History) Undo() (label string, ok bool) {
	if label, ok = h.CanUndo(); ok {
		s := h.past[len(h.past)-1]
		h.mustApply(s.diff.Invert())
		h.past = h.past[:len(h.past)-1]
		h.size -= s.size
		h.future = append(h.future, s)
	}
	return label, ok
}

// Redo repeats the last undone step and returns its name.
func (h *History) Redo() (label string, ok bool) {
	if label, ok = h.CanRedo(); ok {
		s := h.future[len(h.future)-1]
		h.mustApply(s.diff)
		h.future = h.future[:len(h.future)-1]
		h.past = append(h.past, s)
		h.size += s.size
	}
	return label, ok
}

// mustApply applies a diff that was applied before, in the other direction or between the same states. It fails only if
// something else has changed the document, which is a bug.
func (h *History) mustApply(d Diff) {
	if err := h.doc.Apply(d); err != nil {
		panic(fmt.Sprintf("history: the document was changed outside it: %v", err))
	}
}

// CanUndo returns the name of the step that Undo would revert.
func (h *History) CanUndo() (label string, ok bool) { return h.last(h.past) }

// CanRedo returns the name of the step that Redo would repeat.
func (h *History) CanRedo() (label string, ok bool) { return h.last(h.future) }

// last returns the name of the last of the steps, unless a transaction is open.
func (h *History) last(steps []step) (label string, ok bool) {
	if h.tx != nil || len(steps) == 0 {
		return "", false
	}
	return steps[len(steps)-1].label, true
}

// InTransaction reports whether a transaction is open.
func (h *History) InTransaction() bool { return h.tx != nil }

// Revision identifies the current state: it differs between states, and is the same again after an undo and a redo. It
// ignores the changes of an open transaction.
func (h *History) Revision() uint64 {
	if len(h.past) == 0 {
		return h.base
	}
	return h.past[len(h.past)-1].revision
}

// Len returns the number of steps to undo and to redo together.
func (h *History) Len() int { return len(h.past) + len(h.future) }

// Done returns how many of the steps are done. The others can be redone.
func (h *History) Done() int { return len(h.past) }

// step returns the i-th step, the oldest being 0.
func (h *History) step(i int) *step {
	if i < len(h.past) {
		return &h.past[i]
	}
	return &h.future[len(h.future)-1-(i-len(h.past))]
}

// Label returns the name of the i-th step, the oldest being 0, whether done or not.
func (h *History) Label(i int) string { return h.step(i).label }

// RevisionAfter returns the [History.Revision] of the state after the first n steps.
func (h *History) RevisionAfter(n int) uint64 {
	if n == 0 {
		return h.base
	}
	return h.step(n - 1).revision
}

// IsWhole reports whether no step has been dropped to save memory, so that undo leads back to the beginning.
func (h *History) IsWhole() bool { return h.base == 0 }
