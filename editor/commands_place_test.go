package editor_test

import (
	"slices"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// A shape can move between the same two shapes any number of times, each time in one step.
func TestMoveNeverRunsOutOfRoom(t *testing.T) {
	s := open(t, circle("a", 0, 0, 4), circle("b", 20, 0, 4), circle("c", 40, 0, 4), circle("d", 60, 0, 4))
	order := func() (out []level.ID) {
		for _, c := range s.Document().InLayer(2) {
			out = append(out, c.ID)
		}
		return out
	}
	want := order()
	for i := range 200 { // more often than a float64 can be halved
		must(t, s.Groups().Move(editor.Place{Layer: 2, Under: want[1]}, nil, want[2:3]))
		want[1], want[2] = want[2], want[1]
		if got := order(); !slices.Equal(got, want) {
			t.Fatalf("after %d moves the order is %v, want %v", i+1, got, want)
		}
	}
	for range 200 {
		s.Undo()
	}
	if _, more := s.Undo(); more {
		t.Error("some moves took more than one step")
	}
}

// Nothing moves if one of the shapes or the layer is locked. The error names the locked record.
func TestMoveLockedShapes(t *testing.T) {
	s := open(t, circle("a", 0, 0, 4), circle("b", 20, 0, 4))
	ids := []level.ID{1, 2}
	to, err := s.Layers().Add("Target")
	must(t, err)
	must(t, s.Shapes(ids[1:]).SetLocked(true))
	if err := s.Groups().Move(editor.Place{Layer: to}, nil, ids); err == nil || err.Error() != "b is locked" {
		t.Errorf("a locked shape among them: %v", err)
	}
	must(t, s.Shapes(ids[1:]).SetLocked(false))
	must(t, s.Layers().SetLocked(to, true))
	if err := s.Groups().Move(editor.Place{Layer: to}, nil, ids); err == nil ||
		err.Error() != "the layer Target is locked" {
		t.Errorf("to a locked layer: %v", err)
	}
	if n := len(s.Document().InLayer(to)); n != 0 {
		t.Errorf("%d shapes are in the locked layer", n)
	}
}

// Merging a layer with the layer below keeps the drawing order and the groups, and is one step.
func TestMergeLayerDown(t *testing.T) {
	s := open(t, circle("a", 0, 0, 4), with(circle("b", 20, 0, 4), func(c *level.Collider) {
		c.Layer = 1
	}), circle("c", 40, 0, 4))
	s.Selection().Set(1, 3)
	group, err := s.Groups().Group()
	must(t, err)
	order := func() (out []level.ID) {
		for c := range s.Document().Colliders() {
			out = append(out, c.ID)
		}
		return out
	}
	before := order()
	must(t, s.Layers().SetLocked(1, true))
	if err := s.Layers().MergeDown(2); err == nil || err.Error() != "the layer Back is locked" {
		t.Errorf("into a locked layer: %v", err)
	}
	must(t, s.Layers().SetLocked(1, false))
	s.SetActiveLayer(2)
	must(t, s.Layers().MergeDown(2))
	if n := len(s.Document().Layers()); n != 1 || s.ActiveLayer() != 1 {
		t.Errorf("there are %d layers, %v is active", n, s.ActiveLayer())
	}
	if got := order(); !slices.Equal(got, before) {
		t.Errorf("the order is %v, was %v", got, before)
	}
	if g := s.Document().Group(group); g == nil || g.Layer != 1 || len(s.Document().Within(group)) != 2 {
		t.Errorf("group = %+v", g)
	}
	if err := s.Layers().MergeDown(1); err == nil || err.Error() != "there is no layer below Back" {
		t.Errorf("merging the lowest layer: %v", err)
	}
	s.Undo()
	if got := order(); !slices.Equal(got, before) || len(s.Document().Layers()) != 2 {
		t.Errorf("after undo, the order is %v in %d layers", got, len(s.Document().Layers()))
	}
}
