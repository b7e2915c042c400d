package editor_test

import (
	"testing"

	"fillet/editor/level"
)

// Only isolated colliders can be picked. New colliders join the isolation, which ends when its last collider is gone.
func TestIsolation(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 5, 5, 10, 10), box("b", 5, 5, 10, 10), box("c", 5, 5, 10, 10))
	sel := s.Selection()
	if sel.Isolate(); sel.Isolated() != 0 {
		t.Error("something is isolated without a selection")
	}
	sel.Set(1, 2)
	sel.Isolate()
	pick := func(want int) {
		t.Helper()
		if ids := s.Picking().Below(level.Vec{X: 5, Y: 5}, 1); len(ids) != want {
			t.Errorf("%d shapes can be picked, want %d", len(ids), want)
		}
		if sel.All(); sel.Len() != want {
			t.Errorf("selecting all selects %d, want %d", sel.Len(), want)
		}
	}
	pick(2)
	if !sel.IsDimmed(3) || sel.IsDimmed(1) {
		t.Error("the wrong shapes are dimmed")
	}
	sel.Set(1)
	must(t, s.Duplicate())
	if id := sel.IDs()[0]; sel.IsDimmed(id) {
		t.Error("a copy is dimmed")
	}
	s.Undo()
	if sel.Isolated() != 2 {
		t.Errorf("%d are isolated", sel.Isolated())
	}
	was := sel.Isolation()
	if !sel.EndIsolation() || sel.EndIsolation() || sel.Isolation() == was {
		t.Error("EndIsolation does not end the isolation exactly once")
	}
	pick(3)
	sel.Set(2)
	sel.Isolate()
	must(t, s.DeleteSelection())
	if sel.Isolated() != 0 {
		t.Error("the isolation continues without colliders")
	}
	pick(2)
}
