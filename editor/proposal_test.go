package editor_test

import (
	"errors"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// A proposal changes nothing until it is accepted, which is one undo step. Any other change to the document drops it.
func TestProposals(t *testing.T) {
	s := sunk(t)
	crate, post := s.Document().Collider(2), s.Document().Collider(3)
	up := *crate
	up.Position.Y -= 6
	wider := *post
	wider.Shape.Size.X = 20
	propose := func() error {
		return s.Propose(editor.Proposal{
			Title: "Fix 3 problems", Step: "Fix",
			Diff: level.Diff{Colliders: []level.Change[level.Collider]{
				level.Changed(crate, &up), level.Changed(post, &wider), level.Removed(s.Document().Collider(1)),
			}},
		})
	}
	heard := editor.Change(0)
	s.Subscribe(func(c editor.Change) { heard |= c })
	must(t, propose())
	if s.Proposal() == nil || !heard.Has(editor.OverlayChanged) || heard.Has(editor.DocumentChanged) ||
		s.Document().Collider(2) != crate {
		t.Fatalf("proposed: %v, notified of %b", s.Proposal(), heard)
	}
	var ghosts []editor.Ghost
	for g := range s.Proposal().Ghosts() {
		ghosts = append(ghosts, g)
	}
	if len(ghosts) != 3 || ghosts[0].Moved != (level.Vec{Y: -6}) || ghosts[0].Baked != s.Document().Baked(2) ||
		ghosts[1].Moved != (level.Vec{}) ||
		ghosts[1].Baked == s.Document().Baked(3) || ghosts[2].After != nil || ghosts[2].Baked != s.Document().Baked(1) {
		t.Errorf("ghosts %+v", ghosts)
	}
	s.Withdraw()
	if s.Proposal() != nil || s.Document().Collider(2) != crate {
		t.Error("the proposal is still there after withdrawing it")
	}
	must(t, propose())
	must(t, s.Accept())
	if s.Proposal() != nil || s.Document().Collider(2) != &up || s.Document().Len() != 2 {
		t.Errorf("accepted: %v, %v", s.Proposal(), s.Document().Collider(2))
	}
	if label, ok := s.Undo(); label != "Fix" || !ok || s.Document().Collider(2) != crate || s.Document().Len() != 3 {
		t.Errorf("%q is undone", label)
	}
	must(t, propose())
	s.Selection().Set(3)
	must(t, s.Nudge(1, 0))
	if s.Proposal() != nil {
		t.Error("another change does not drop the proposal")
	}
	if err := propose(); !errors.Is(err, level.ErrStale) || s.Proposal() != nil {
		t.Errorf("a proposal for stale records: %v", err)
	}
	must(t, s.Accept())
	must(t, s.Propose(editor.Proposal{Title: "nothing"}))
	if s.Proposal() != nil {
		t.Error("an empty change is proposed")
	}
	bad := *crate
	bad.Shape.Radius = 1000
	if err := s.Propose(editor.Proposal{Diff: level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(crate,
		&bad)}}}); err == nil || s.Proposal() != nil {
		t.Errorf("an invalid change: %v", err)
	}
}
