package editor

import (
	"math"
	"testing"

	"fillet/editor/level"
)

// The shape with the least room limits the common radius, even after shapes have moved or changed.
func TestCommonMaxRadius(t *testing.T) {
	t.Parallel()
	doc, err := NewLevel(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	s := NewSession(doc)
	var ids []level.ID
	for _, shape := range []level.Shape{
		{Kind: level.Box, Size: level.Vec{X: 100, Y: 30}, Rounding: level.Inset},
		{Kind: level.Polygon, Points: []level.Vec{{}, {X: 30}, {X: 30, Y: 40}}, Rounding: level.Inset},
		{Kind: level.Circle, Radius: 3},
	} {
		id, err := s.Add(*level.NewCollider(0, 0, "", shape, level.Vec{}))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	check := func(want float64, ids ...level.ID) {
		t.Helper()
		for range 2 {
			if got := s.Common(ids).MaxRadius(); math.Abs(got-want) > 1e-9 && got != want {
				t.Errorf("of %v: %g, want %g", ids, got, want)
			}
		}
	}
	check(10, ids...) // radius of the triangle's incircle
	check(15, ids[0])
	check(math.Inf(1), ids[2])
	s.Selection().Set(ids...)
	if err := s.Nudge(5, 5); err != nil {
		t.Fatal(err)
	}
	check(10, ids...)
	for i, p := range []level.Vec{{}, {X: 15}, {X: 15, Y: 20}} {
		if err := s.Outline(ids[1], 0).SetPoint(i, p); err != nil {
			t.Fatal(err)
		}
	}
	check(5, ids...)
	if err := s.Shapes(ids[1:2]).SetRounding(level.Outset); err != nil {
		t.Fatal(err)
	}
	check(15, ids...)
}
