package editor_test

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// The colliders of an inspected pair do not count as selected by hand: the ground does not yield to a body that
// overlaps it.
func TestInspectedPair(t *testing.T) {
	t.Parallel()
	dynamic := func(c *level.Collider) { c.Body = level.Dynamic }
	s := open(t, box("ground", 0, 100, 400, 20), // top at y = 90
		with(box("resting", -100, 80, 20, 20), dynamic), with(box("sunken", 100, 85, 20, 20), dynamic),
		with(box("hanging", 0, 40, 20, 20), dynamic))
	const ground, resting, sunken, hanging = 1, 2, 3, 4
	s.Selection().SetPair(ground, resting)
	if _, ok := s.Live().Exit(ground); ok {
		t.Error("the ground yields to a body in it")
	}
	if e, ok := s.Live().Exit(sunken); !ok || e.Way != (level.Vec{Y: -5}) {
		t.Errorf("the sunken crate leaves by %v, %v", e.Way, ok)
	}
	must(t, editor.SeparatingIn(s).Pair(ground, sunken))
	if got := brief(s); got != "ground 0,100 400x20; resting -100,80 20x20; sunken 100,80 20x20; hanging 0,40 20x20" {
		t.Errorf("after separating: %s", got)
	}
	s.Undo()

	s.Selection().SetPair(ground, hanging)
	must(t, s.Drop(down))
	if got := brief(s); got != "ground 0,100 400x20; resting -100,80 20x20; sunken 100,85 20x20; hanging 0,80 20x20" {
		t.Errorf("after dropping the pair: %s", got)
	}
	s.Undo()

	// If the user selects both, the ground yields.
	s.Selection().SetPair(ground, resting)
	s.Selection().Set(ground, resting)
	if _, _, ok := s.Selection().Pair(); ok {
		t.Error("a selection by hand is still an inspected pair")
	}
	if e, ok := s.Live().Exit(ground); !ok || e.Way == (level.Vec{}) {
		t.Errorf("the selected ground leaves by %v, %v", e.Way, ok)
	}
	s.Selection().SetPair(ground, 99)
	if _, _, ok := s.Selection().Pair(); ok || s.Selection().Len() != 1 {
		t.Error("a missing collider makes a pair")
	}
}
