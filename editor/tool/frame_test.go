package tool_test

import (
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/tool"
)

// Dragging a handle or a side resizes the level's frame, with snapping and optionally keeping the ratio. Escape reverts
// the drag. The strip counts the shapes outside.
func TestResizeFrame(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, script string
		min, size    level.Vec
		steps        int
	}{
		{"a corner", "tool frame; drag 512,288 600,300", level.Vec{X: -512, Y: -288}, level.Vec{X: 1112, Y: 588}, 1},
		{"a side", "tool frame; drag -512,100 -400,170", level.Vec{X: -400, Y: -288}, level.Vec{X: 912, Y: 576}, 1},
		{
			"snapped to the grid", "snap grid; tool frame; drag 512,288 605,291",
			level.Vec{X: -512, Y: -288},
			level.Vec{X: 1120, Y: 576},
			1,
		},
		{"in ratio", "tool frame; drag 512,288 0,0 shift", level.Vec{X: -512, Y: -288}, level.Vec{X: 512, Y: 288}, 1},
		{
			"not beyond the other side", "tool frame; drag 512,288 -900,-900",
			level.Vec{X: -512, Y: -288},
			level.Vec{X: 1, Y: 1},
			1,
		},
		{
			"cancelled", "tool frame; down 512,288; move 600,300; key Escape; up 600,300",
			level.Vec{X: -512, Y: -288},
			level.Vec{X: 1024, Y: 576},
			0,
		},
		{
			"beside the frame", "tool frame; drag 0,0 100,100",
			level.Vec{X: -512, Y: -288},
			level.Vec{X: 1024, Y: 576},
			0,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t, box("a", 0, 0, 40, 40))
			r.run(test.script)
			set := r.s.Document().Settings()
			if set.Origin.Dist(test.min) > 1e-9 || set.Size.Dist(test.size) > 1e-9 {
				t.Errorf("the frame is at %v with size %v", set.Origin, set.Size)
			}
			if _, ok := r.s.History().CanUndo(); ok != (test.steps == 1) {
				t.Errorf("there is an undo step: %v", ok)
			}
			r.run("undo")
			if set := r.s.Document().Settings(); set.Size != (level.Vec{X: 1024, Y: 576}) {
				t.Errorf("after undo the frame has size %v", set.Size)
			}
		})
	}
	r := newRig(t, box("a", 0, 0, 40, 40), box("b", 500, 0, 40, 40))
	r.run("tool frame")
	strip := r.c.Strip()
	if got := strip.Lines[0].Text; !strings.HasPrefix(got, "1 shape is partly or entirely outside") {
		t.Errorf("strip = %q", got)
	}
	for i, choice := range strip.Choices {
		if choice.Number {
			choice.Set(float64(10 * (i + 1)))
		}
	}
	set := r.s.Document().Settings()
	if set.Origin != (level.Vec{X: 10, Y: 20}) || set.Size != (level.Vec{X: 30, Y: 40}) {
		t.Errorf("after editing the strip, the frame is at %v with size %v", set.Origin, set.Size)
	}
	for _, choice := range strip.Choices {
		if choice.Do != nil {
			choice.Do()
		}
	}
	if set := r.s.Document().Settings(); set.Origin != (level.Vec{X: -32, Y: -32}) ||
		set.Size != (level.Vec{X: 560, Y: 64}) {
		t.Errorf("after fitting, the frame is at %v with size %v", set.Origin, set.Size)
	}
	if got := r.c.Strip().Lines[0].Text; got != "Everything is inside the frame" {
		t.Errorf("strip = %q", got)
	}
	if r.run("key Escape"); r.c.Active() != tool.Select {
		t.Error("Escape does not leave the tool")
	}
}
