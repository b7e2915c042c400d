package editor_test

import (
	"testing"

	"fillet/editor/level"
)

// Two shapes can be joined, and a copy of both is joined too. Deleting a shape deletes its joint, and undo restores
// both.
func TestJoin(t *testing.T) {
	s := sunk(t)
	joints := func() []level.Joint { return s.Document().Settings().Joints }
	if err := s.Joints().Join(level.Hinge, false); err == nil {
		t.Error("no error without a selection")
	}
	s.Selection().Set(1)
	if err := s.Joints().Join(level.Hinge, false); err == nil {
		t.Error("a static shape was joined to the level")
	}
	s.Selection().Set(2, 3)
	must(t, s.Joints().Join(level.Spring, true))
	if len(joints()) != 1 {
		t.Fatalf("%d joints", len(joints()))
	}
	j := joints()[0]
	a, b, ok := level.JointEnds(s.Document(), j)
	if !ok || j.Name != "rope 1" || !j.PullsOnly || a != (level.Vec{X: 100, Y: 150}) ||
		b != (level.Vec{X: 250, Y: 140}) || j.Length != a.Dist(b) {
		t.Errorf("%+v from %v to %v", j, a, b)
	}
	s.Selection().Set(1, 2)
	must(t, s.Joints().Join(level.Hinge, false))
	s.Selection().Set(2)
	must(t, s.Joints().Join(level.Spring, false))
	if len(joints()) != 3 || len(s.Joints().Of([]level.ID{2})) != 3 {
		t.Fatalf("%d joints", len(joints()))
	}
	text, err := level.Marshal(s.Document())
	must(t, err)
	again, err := level.Parse(text, "again")
	must(t, err)
	if got := again.Settings().Joints; len(got) != 3 || got[0] != joints()[0] || got[1] != joints()[1] ||
		got[2] != joints()[2] {
		t.Errorf("read back: %v, want %v", got, joints())
	}

	s.Selection().Set(2, 3)
	must(t, s.Duplicate())
	if len(joints()) != 5 { // the rope, and the spring from the level
		t.Errorf("after duplicating there are %d joints", len(joints()))
	}
	s.Undo()
	s.Selection().Set(2, 3)
	copied := s.Clipboard().Copy()
	must(t, s.Clipboard().Paste(copied, level.Vec{X: 50, Y: 50}))
	if len(joints()) != 5 {
		t.Errorf("after pasting there are %d joints", len(joints()))
	}
	s.Undo()
	s.Selection().Set(3)
	must(t, s.DeleteSelection())
	if len(joints()) != 2 {
		t.Errorf("after deleting one of the rope's ends there are %d joints", len(joints()))
	}
	s.Undo()
	if len(joints()) != 3 {
		t.Errorf("after undo there are %d joints", len(joints()))
	}
	s.Selection().Set(2, 3)
	must(t, s.Joints().Unjoin())
	if got := joints(); len(got) != 1 || got[0].Kind != level.Hinge {
		t.Errorf("after unjoining: %v", got)
	}
}
