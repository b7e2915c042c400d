package level

import (
	"errors"
)

// Tx is a change in progress, such as a drag: what it applies is visible at once, and becomes one step with Commit or
// is reverted with Rollback. Its methods do nothing once it has ended.
type Tx struct {
	history *History
	label   string
	diff    Diff // everything that it applied, as one
}

// ErrEnded reports a change in a transaction that has been committed or rolled back.
var ErrEnded = errors.New("this change has ended")

// Begin opens a transaction. If one is open already, it is committed first.
func (h *History) Begin(label string) *Tx {
	if h.tx != nil {
		h.tx.Commit()
	}
	h.tx = &Tx{history: h, label: label}
	return h.tx
}

// Apply applies a diff within the transaction.
func (t *Tx) Apply(d Diff) error {
	if !t.Open() {
		return ErrEnded
	}
	d, err := t.history.doc.Reduce(d)
	if err != nil || d.IsEmpty() {
		return err
	}
	if err := t.history.doc.apply(d, nil); err != nil {
		return err
	}
	t.diff = t.diff.Then(d)
	return nil
}

// Reset reverts everything that the transaction has applied, and leaves it open.
func (t *Tx) Reset() error {
	if !t.Open() {
		return ErrEnded
	}
	if !t.diff.IsEmpty() {
		t.history.mustApply(t.diff.Invert())
	}
	t.diff = Diff{}
	return nil
}

// SetLabel changes the name of the future step.
func (t *Tx) SetLabel(label string) { t.label = label }

// Open reports whether the transaction has neither been committed nor rolled back.
func (t *Tx) Open() bool { return t != nil && t.history.tx == t }

// Commit makes what the transaction applied one undo step, unless it changed nothing.
func (t *Tx) Commit() {
	if !t.Open() {
		return
	}
	t.history.tx = nil
	if !t.diff.IsEmpty() {
		t.history.push(t.label, t.diff)
	}
}

// Rollback reverts everything that the transaction applied, and ends it.
func (t *Tx) Rollback() {
	if !t.Open() {
		return
	}
	_ = t.Reset()
	t.history.tx = nil
}
