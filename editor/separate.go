package editor

import (
	"errors"
	"fmt"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// ErrApart is the error of separating colliders that do not overlap.
var ErrApart = errors.New("they do not overlap")

// Separate moves one of two overlapping colliders out of the other, as one step: the one that [contacts.Side.Yields]. They
// touch afterwards.
func (s *Session) Separate(a, b level.ID) error {
	mover, other, err := s.mover(a, b)
	if err != nil {
		return err
	}
	by, ok := s.Separation(mover.ID, other.ID)
	if !ok {
		return fmt.Errorf("%s and %s: %w", quote.Printable(mover.Label()), quote.Printable(other.Label()), ErrApart)
	}
	return s.edit("Separate", []level.ID{mover.ID}, func(c *level.Collider) { c.Position = c.Position.Add(by) })
}

// mover chooses which of two colliders Separate moves.
func (s *Session) mover(a, b level.ID) (mover, other *level.Collider, err error) {
	ca, cb := s.doc.Collider(a), s.doc.Collider(b)
	if ca == nil || cb == nil || a == b {
		return nil, nil, ErrNothingSelected
	}
	sa, sb := contacts.SideOf(s.doc, a, s.selection.Has(a)), contacts.SideOf(s.doc, b, s.selection.Has(b))
	mover, other = cb, ca
	if sa.Yields(&sb) {
		mover, other = ca, cb
	}
	_, err = s.Changeable([]level.ID{mover.ID}) // only of two locked ones is it locked
	return mover, other, err
}

// Separation is the shortest way to move one collider after which it only touches the other. It is false when they do
// not overlap.
func (s *Session) Separation(mover, other level.ID) (level.Vec, bool) {
	p, ok := s.live.Contact(mover, other)
	if !ok || p.Depth <= 0 {
		return level.Vec{}, false
	}
	return s.wayOut(mover, other)
}

// WayOut is the shortest way found to move a collider out of all the solid ones that it overlaps. It is false when it
// overlaps none.
func (s *Session) WayOut(id level.ID) (level.Vec, bool) {
	var others []level.ID
	c := s.doc.Collider(id)
	if c == nil || c.Role == level.Trigger || s.live.State(id) != contacts.Overlapping {
		return level.Vec{}, false
	}
	for _, p := range s.live.ContactsOf(id) {
		if p.State == contacts.Overlapping {
			others = append(others, p.A+p.B-id)
		}
	}
	if len(others) == 0 {
		return level.Vec{}, false
	}
	return s.wayOut(id, others...)
}

func (s *Session) wayOut(id level.ID, others ...level.ID) (level.Vec, bool) {
	placed := make([]contacts.Placed, len(others))
	for i, o := range others {
		placed[i] = contacts.PlacedAt(s.doc.Collider(o), s.doc.Baked(o))
	}
	return contacts.WayOut(contacts.PlacedAt(s.doc.Collider(id), s.doc.Baked(id)), placed)
}
