package whole

import (
	"context"
	"errors"
	"fmt"

	"fillet/editor"
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
type Separating struct{ s *editor.Session }

// SeparatingIn is for taking apart what overlaps in a session's level. What it does is one undo step.
func SeparatingIn(s *editor.Session) Separating { return Separating{s} }

// Pair moves one of two overlapping colliders, as one step: the one that [contacts.Side.Yields]. It leaves all that it
// overlaps and yields to, by its [contacts.Live.Exit], and touches it afterwards. The error is ErrApart, ErrLocked, or ErrStuck
// with the reason.
func (p Separating) Pair(a, b level.ID) error {
	s := p.s
	doc := s.Document()
	ca, cb := doc.Collider(a), doc.Collider(b)
	if ca == nil || cb == nil || a == b {
		return editor.ErrNothingSelected
	}
	settle(s)
	if c, ok := s.Live().Contact(a, b); !ok || c.State != contacts.Overlapping {
		return fmt.Errorf("%s and %s: %w", quote.Printable(ca.Label()), quote.Printable(cb.Label()), ErrApart)
	}
	sa, sb := s.Selection().Side(a), s.Selection().Side(b)
	mover := cb
	if sa.Yields(&sb) {
		mover = ca
	}
	e, _ := s.Live().Exit(mover.ID)
	switch e.Why {
	case contacts.None:
		before := doc.Collider(mover.ID) // as it is now that what was under way is dropped
		if before.Position == e.To {
			return nil
		}
		after := *before
		after.Position = e.To
		return s.Do(s.Label("Separate", []level.ID{mover.ID}), level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(before, &after)}})
	case contacts.Locked:
		return editor.ErrLocked
	}
	return fmt.Errorf("%s: %w, %s", quote.Printable(mover.Label()), ErrStuck, e.Why)
}

// Plan works out how to take apart what overlaps in the level as it stands, as [contacts.Separate] does, and changes nothing: a
// preview shows it, and [Separating.Apply] does it. The error is the context's.
func (p Separating) Plan(ctx context.Context, o contacts.Separating) (*contacts.Separation, error) {
	settle(p.s)
	return contacts.Separate(ctx, p.s.Document().Snapshot(), o)
}

// Selected is what overlaps the colliders that are selected now. They move rather than others, unless they are locked. Of a pair that
// is looked at it is these two.
func (p Separating) Selected() contacts.Separating {
	if _, _, ok := p.s.Selection().Pair(); ok {
		return contacts.Separating{Among: p.s.Selection().IsPair}
	}
	held := map[level.ID]bool{}
	for _, id := range p.s.Selection().IDs() {
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
	settle(p.s)
	if !plan.Fits(p.s.Document()) {
		return ErrChanged
	}
	ids := make([]level.ID, len(plan.Moves))
	for i, m := range plan.Moves {
		ids[i] = m.ID
	}
	if len(ids) == 0 {
		return nil
	}
	return p.s.Do(p.s.Label("Separate", ids), plan.Diff(p.s.Document()))
}

// Selection takes apart what overlaps the selected colliders, as one step, and tells what has moved and what is left.
// The error is ErrNothingSelected or ErrNoPairs.
func (p Separating) Selection() (*contacts.Separation, error) {
	if p.s.Selection().Len() == 0 {
		return nil, editor.ErrNothingSelected
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
