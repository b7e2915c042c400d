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
	ErrTooMany = errors.New("too many overlaps: move some shapes apart first")
)

// Separating separates overlapping colliders.
type Separating struct{ s *Session }

// SeparatingIn returns the commands for separating overlaps in a session's level. Each is one undo step.
func SeparatingIn(s *Session) Separating { return Separating{s} }

// Pair moves one of two overlapping colliders, as one step: the one for which [contacts.Side.Yields] is true. It moves
// by its [contacts.Live.Exit] out of everything that it overlaps and yields to, and ends up touching. The error is
// ErrApart, ErrLocked, or ErrStuck with the reason.
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
		before := doc.Collider(mover.ID) // the current record, after the interruption
		if before.Position == e.To {
			return nil
		}
		after := *before
		after.Position = e.To
		return s.Do(s.Label("Separate", []level.ID{mover.ID}),
			level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(before, &after)}})
	case contacts.Locked:
		return ErrLocked
	}
	return fmt.Errorf("%s: %w, %s", quote.Printable(mover.Label()), ErrStuck, e.Why)
}

// Selected returns a search for the overlaps of the selected colliders, which move in preference to others unless they
// are locked. For an inspected pair it is limited to these two.
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
