package canvas

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// A ghost has an arrow from the original shape, or a ring if the change is hardly visible. A removed shape has a cross.
func TestGhostsOfAProposal(t *testing.T) {
	shape := level.Shape{Kind: level.Box, Size: level.Vec{X: 40, Y: 20}, Rounding: level.Inset}
	baked, err := shape.Bake()
	if err != nil {
		t.Fatal(err)
	}
	before := level.NewCollider(1, 1, "a", shape, level.Vec{})
	for _, c := range []struct {
		name         string
		moved        float64
		added, gone  bool
		arrows, ring int
		lines        int
	}{
		{"far", 50, false, false, 1, 0, 0},
		{"near", 8, false, false, 1, 0, 0},
		{"where it is", 0.5, false, false, 0, 1, 0},
		{"new", 0, true, false, 0, 0, 0},
		{"gone", 0, false, true, 0, 0, 2},
	} {
		after := *before
		after.Position.X = c.moved
		g := editor.Ghost{Before: before, After: &after, Baked: baked, Moved: level.Vec{X: c.moved}}
		if c.added {
			g.Before = nil
		}
		if c.gone {
			g.After = nil
		}
		var arrows, rings, lines, outlines int
		for _, o := range appendGhost(nil, &g, 1) {
			switch o.(type) {
			case overlay.Arrow:
				arrows++
			case overlay.Ring:
				rings++
			case overlay.Line:
				lines++
			case overlay.Outline:
				outlines++
			}
		}
		if outlines != 1 || arrows != c.arrows || rings != c.ring || lines != c.lines {
			t.Errorf("%s: %d outlines, %d arrows, %d rings, %d lines", c.name, outlines, arrows, rings, lines)
		}
	}
}
