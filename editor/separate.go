package editor

import (
	"context"
	"errors"
	"fmt"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// The errors of separating colliders.
var (
	ErrApart   = errors.New("they do not overlap")
	ErrStuck   = errors.New("it cannot be moved out")
	ErrNoPairs = errors.New("nothing overlaps")
	ErrTooMany = errors.New("too many to work out: move some of them apart first")
	ErrChanged = errors.New("the level has changed since this was worked out")
)

// Separating takes apart whatever overlaps.
type Separating struct{ s *Session }

// Separating is for taking apart what overlaps. What it does is one undo step.
func (s *Session) Separating() Separating { return Separating{s} }

// Pair moves one of two overlapping colliders, as one step: the one that [contacts.Side.Yields]. It leaves all that it
// overlaps and yields to, by its [contacts.Live.Exit], and touches it afterwards. The error is ErrApart, ErrLocked, or ErrStuck
// with the reason.
func (p Separating) Pair(a, b level.ID) error {
	s := p.s
	ca, cb := s.doc.Collider(a), s.doc.Collider(b)
	if ca == nil || cb == nil || a == b {
		return ErrNothingSelected
	}
	s.settle()
	if c, ok := s.live.Contact(a, b); !ok || c.State != contacts.Overlapping {
		return fmt.Errorf("%s and %s: %w", quote.Printable(ca.Label()), quote.Printable(cb.Label()), ErrApart)
	}
	sa, sb := s.selection.Side(a), s.selection.Side(b)
	mover := cb
	if sa.Yields(&sb) {
		mover = ca
	}
	e, _ := s.live.Exit(mover.ID)
	switch e.Why {
	case contacts.None:
		return s.edit("Separate", []level.ID{mover.ID}, func(c *level.Collider) { c.Position = e.To })
	case contacts.Locked:
		return ErrLocked
	}
	return fmt.Errorf("%s: %w, %s", quote.Printable(mover.Label()), ErrStuck, e.Why)
}

// Plan works out how to take apart what overlaps in the level as it stands, as [contacts.Separate] does, and changes nothing: a
// preview shows it, and [Separating.Apply] does it. The error is the context's.
func (p Separating) Plan(ctx context.Context, o contacts.Separating) (*contacts.Separation, error) {
	p.s.settle()
	return contacts.Separate(ctx, p.s.doc.Snapshot(), o)
}

// Selected is what overlaps the colliders that are selected now. They move rather than others, unless they are locked. Of a pair that
// is looked at it is these two.
func (p Separating) Selected() contacts.Separating {
	if _, _, ok := p.s.selection.Pair(); ok {
		return contacts.Separating{Among: p.s.selection.IsPair}
	}
	held := map[level.ID]bool{}
	for _, id := range p.s.selection.IDs() {
		held[id] = true
	}
	return contacts.Separating{
		Held:  func(id level.ID) bool { return held[id] },
		Among: func(a, b level.ID) bool { return held[a] || held[b] },
	}
}

// Apply moves what a plan moves, as one step. The error is ErrChanged where one of the colliders does not stand any
// more where it did.
func (p Separating) Apply(plan *contacts.Separation) error {
	p.s.settle()
	if !plan.Fits(p.s.doc) {
		return ErrChanged
	}
	ids := make([]level.ID, len(plan.Moves))
	for i, m := range plan.Moves {
		ids[i] = m.ID
	}
	if len(ids) == 0 {
		return nil
	}
	return p.s.Do(p.s.Label("Separate", ids), plan.Diff(p.s.doc))
}

// Selection takes apart what overlaps the selected colliders, as one step, and tells what has moved and what is left.
// The error is ErrNothingSelected or ErrNoPairs.
func (p Separating) Selection() (*contacts.Separation, error) {
	if p.s.selection.Len() == 0 {
		return nil, ErrNothingSelected
	}
	return p.run(p.Selected())
}

// Level takes apart whatever overlaps in the level, as one step, and tells what has moved and what is left. What is
// selected makes no difference. The error is ErrNoPairs.
func (p Separating) Level() (*contacts.Separation, error) {
	return p.run(contacts.Separating{})
}

func (p Separating) run(o contacts.Separating) (*contacts.Separation, error) {
	plan, err := p.Plan(context.Background(), o)
	if err != nil {
		return nil, err
	}
	if plan.Done == 0 && len(plan.Left) == 0 && plan.TooMany == 0 {
		return nil, ErrNoPairs
	}
	return plan, p.Apply(plan)
}
