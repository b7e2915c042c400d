package editor

import (
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
	ErrTooMany = errors.New("too many to work out: move some of them apart first")
)

// Separating takes apart whatever overlaps.
type Separating struct{ s *Session }

// SeparatingIn is for taking apart what overlaps in a session's level. What it does is one undo step.
func SeparatingIn(s *Session) Separating { return Separating{s} }

// Pair moves one of two overlapping colliders, as one step: the one that [contacts.Side.Yields]. It leaves all that it
// overlaps and yields to, by its [contacts.Live.Exit], and touches it afterwards. The error is ErrApart, ErrLocked, or ErrStuck
// with the reason.
func (p Separating) Pair(a, b level.ID) error {
	s := p.s
	doc := s.Document()
	ca, cb := doc.Collider(a), doc.Collider(b)
	if ca == nil || cb == nil || a == b {
		return ErrNothingSelected
	}
	s.settle()
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
		return ErrLocked
	}
	return fmt.Errorf("%s: %w, %s", quote.Printable(mover.Label()), ErrStuck, e.Why)
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
