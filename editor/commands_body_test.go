package editor_test

import (
	"testing"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// A group that becomes one body makes its solid shapes dynamic if none is, and they stop counting as overlapping. One
// undo step reverts this. A copy of the group is one body too.
func TestSetOneBody(t *testing.T) {
	s := sunk(t)
	if err := editor.SetOneBody(s, true); err == nil {
		t.Error("no error without a selected group")
	}
	s.Selection().Set(1, 2)
	for _, id := range []level.ID{1, 2} {
		must(t, s.Shapes([]level.ID{id}).SetBody(level.Static))
	}
	_, err := s.Groups().Group()
	must(t, err)
	state := func() contacts.State { p, _ := s.Live().Contact(1, 2); return p.State }
	if state() != contacts.Overlapping {
		t.Fatal("the crate does not overlap the floor")
	}
	must(t, editor.SetOneBody(s, true))
	if on, mixed, ok := editor.OneBody(s); !on || mixed || !ok {
		t.Error("the group is not one body")
	}
	for _, id := range []level.ID{1, 2} {
		if c := s.Document().Collider(id); c.Body != level.Dynamic {
			t.Errorf("%v is %v", id, c.Body)
		}
	}
	if n := len(s.Document().Snapshot().Bodies()); n != 2 || state() != contacts.Expected {
		t.Errorf("%d shapes are parts of bodies; their contact is %v", n, state())
	}
	s.Undo()
	if on, _, _ := editor.OneBody(s); on || s.Document().Collider(1).Body != level.Static ||
		state() != contacts.Overlapping {
		t.Errorf("after undo it is a body, or its contact is %v", state())
	}
	s.Redo()
	s.Selection().Set(1, 2)
	must(t, s.Duplicate())
	if n := len(s.Document().Snapshot().Bodies()); n != 4 {
		t.Errorf("after duplicating %d shapes are parts of bodies", n)
	}
	must(t, s.Live().Validate())
}

// An instance can be one body. Detaching it gives a group that is one body.
func TestInstanceIsOneBody(t *testing.T) {
	s, _ := withPrefabs(t)
	s.Instances().Select(1)
	must(t, editor.SetOneBody(s, true))
	bodies := s.Document().Snapshot().Bodies()
	if len(bodies) != 2 || bodies[level.PartID(1, "c1")] != "i1" {
		t.Fatalf("bodies = %v", bodies)
	}
	text, err := level.Marshal(s.Document())
	must(t, err)
	again, err := level.Parse(text, "again")
	must(t, err)
	if !again.Instance(1).OneBody {
		t.Error("the file does not contain the body")
	}
	must(t, s.Instances().Detach(1))
	if n := len(s.Document().Snapshot().Bodies()); n != 2 || len(s.Document().Groups()) != 1 {
		t.Errorf("after detaching, %d shapes are parts of bodies", n)
	}
	s.Undo()
	s.Undo()
	if n := len(s.Document().Snapshot().Bodies()); n != 0 {
		t.Errorf("after undo, %d shapes are parts of bodies", n)
	}
}
