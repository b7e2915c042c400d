package tool_test

import (
	"testing"

	"fillet/editor/level"
)

// The marked box of an instance without parts can be selected by clicks and marquees, and dragged alone or with shapes.
// The instance "lost" is at (300, 50), the ground at (200, 168).
func TestMarks(t *testing.T) {
	t.Parallel()
	const start = "lost 300,50"
	for _, tt := range []struct {
		name, script string
		selected     level.Tally
		placed       string
		ground       string
	}{
		{"click", "click 300,50", level.Tally{Instances: 1}, start, "200,168"},
		{"drag", "drag 300,50 310,60", level.Tally{Instances: 1}, "lost 310,60", "200,168"},
		{"a small move is a click", "drag 300,50 301,50", level.Tally{Instances: 1}, start, "200,168"},
		{"Ctrl+click deselects", "click 300,50; click 300,50 ctrl", level.Tally{}, start, "200,168"},
		{
			"shift click adds", "click 200,168; click 300,50 shift",
			level.Tally{Shapes: 1, Instances: 1},
			start,
			"200,168",
		},
		{
			"shift click adds a shape", "click 300,50; click 200,168 shift",
			level.Tally{Shapes: 1, Instances: 1},
			start,
			"200,168",
		},
		{
			"ctrl click adds a shape", "click 300,50; click 200,168 ctrl",
			level.Tally{Shapes: 1, Instances: 1},
			start,
			"200,168",
		},
		{
			"a click among several", "click 200,168; click 300,50 shift; click 300,50",
			level.Tally{Instances: 1},
			start,
			"200,168",
		},
		{
			"dragged by its box with a shape", "click 200,168; click 300,50 shift; drag 300,50 310,40",
			level.Tally{Shapes: 1, Instances: 1},
			"lost 310,40", "210,158",
		},
		{
			"dragged by a shape", "click 200,168; click 300,50 shift; drag 200,168 210,158",
			level.Tally{Shapes: 1, Instances: 1},
			"lost 310,40", "210,158",
		},
		{
			"undone", "click 200,168; click 300,50 shift; drag 200,168 210,158; undo",
			level.Tally{Shapes: 1, Instances: 1},
			start, "200,168",
		},
		{
			"cancelled", "click 200,168; click 300,50 shift; down 200,168; move 210,158; key Escape; up 210,158",
			level.Tally{Shapes: 1, Instances: 1},
			start, "200,168",
		},
		{"box", "drag 350,20 250,90", level.Tally{Instances: 1}, start, "200,168"},
		{
			"box with shift", "click 200,168; drag 350,20 250,90 shift",
			level.Tally{Shapes: 1, Instances: 1},
			start,
			"200,168",
		},
		{
			"box with Shift keeps the selection", "click 300,50; drag 10,120 50,170 shift",
			level.Tally{Shapes: 1, Instances: 1},
			start, "200,168",
		},
		{"box with Ctrl deselects", "click 300,50; drag 350,20 250,90 ctrl", level.Tally{}, start, "200,168"},
		{
			"box cancelled", "click 300,50; down 10,120; move 50,170; key Escape; up 50,170",
			level.Tally{Instances: 1},
			start, "200,168",
		},
		{"delete", "click 300,50; key Delete", level.Tally{}, "", "200,168"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := withStamps(t)
			r.run("tool select; " + tt.script)
			if got := r.s.Selection().Tally(); got != tt.selected {
				t.Errorf("selected = %v, want %v", got, tt.selected)
			}
			if got := placedNow(r.s.Document()); got != tt.placed {
				t.Errorf("instances = %q, want %q", got, tt.placed)
			}
			c := r.s.Document().Collider(1)
			if got := vec(c.Position); got != tt.ground {
				t.Errorf("the ground is at %s, want %s", got, tt.ground)
			}
			if err := r.s.Document().Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}
