package tool_test

import (
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Measuring works by clicks and drags, and does not change the level.
func TestMeasure(t *testing.T) {
	t.Parallel()
	start := func() []*level.Collider {
		floor := box("floor", 0, 100, 400, 40)
		floor.Locked = true
		return []*level.Collider{
			floor, box("crate", 0, 0, 40, 40), rounded(box("stone", 100, 60, 40, 40), 20),
			box("sunk", -100, 76, 40, 40),
			polygon("ring", 300, 0, -50, -50, 50, -50, 50, 50, -50, 50), circle("mid", 300, 0, 10),
		}
	}
	for _, tt := range []struct{ name, script, want string }{
		{"two shapes", "click 0,0; click 0,100", "60 px, dx 0, dy 60"},
		{"the other way round", "click 0,100; click 0,0", "60 px, dx 0, dy 60"},
		{"a rounded corner", "click 0,0; click 100,60", "69.443 px, dx 62.111, dy 31.056"},
		{"an overlap", "click -100,66; click -150,100", "overlap 16 px, dx 0, dy 16"},
		{"a shape and the pointer", "click 0,0; move 50,60", "50 px, dx 30, dy 40"},
		{"the end follows the pointer", "click 0,0; move 50,60; move 60,0", "40 px, dx 40, dy 0"},
		{"a click on empty canvas ends the measurement", "click 0,0; click 50,60; move 90,0", "50 px, dx 30, dy 40"},
		{"the pointer over another shape measures to that", "click 0,0; move 0,90", "60 px, dx 0, dy 60"},
		{"with Shift, measures to the pointer", "click 0,0; move 0,90 shift", "70 px, dx 0, dy 70"},
		{"inside the shape itself", "click 0,0; move 12,0", "8 px inside, dx 8, dy 0"},
		{"two points by a drag", "drag 0,0 30,-40", "50 px, dx 30, dy 40"},
		{"the drag snaps", "snap vertices; drag 18,18 79,82", "84.853 px, dx 60, dy 60"},
		{"Ctrl does not", "snap vertices; drag 18,18 78,63 ctrl", "75 px, dx 60, dy 45"},
		{"two clicks on empty space", "click 50,0; click 53,4", "5 px, dx 3, dy 4"},
		{
			"another click starts again", "click 0,0; click 0,100; click 300,0; click 290,100",
			"90.499 px, dx 9.005, dy 90.05",
		},
		{"the topmost of two", "click 0,0; click 300,0", "270 px, dx 270, dy 0"},
		{"Escape clears", "click 0,0; click 0,100; key Escape", ""},
		{"Escape cancels a drag", "click 0,0; click 0,100; down 5,5; move 90,90; key Escape", "60 px, dx 0, dy 60"},
		{"it stays with a different tool", "click 0,0; click 0,100; tool select", "60 px, dx 0, dy 60"},
		{"it follows the shapes", "click 0,0; click 0,100; tool select; drag 0,0 0,-15", "75 px, dx 0, dy 75"},
		{"an unfinished measurement is dropped", "click 0,0; tool select; move 90,0", ""},
		{"deleting a shape removes the measurement", "click 0,0; click 0,100; select 2; key Delete", ""},
		{"not a number", "click 0,0; down 0,100; up 0,100; move NaN,0", "60 px, dx 0, dy 60"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, start()...)
			before := r.text()
			r.run("tool measure; " + tt.script)
			if got := r.c.MeasureText(); got != tt.want {
				t.Errorf("measured %q, want %q", got, tt.want)
			}
			if changes := strings.Contains(tt.script, "key D") ||
				strings.Contains(tt.script, "tool select; drag"); !changes && r.text() != before {
				t.Errorf("measuring has changed the level to\n%s", r.text())
			}
			lines := 0
			for _, o := range r.c.Overlays() {
				if m, ok := o.(overlay.Measure); ok && m.To != m.From {
					lines++
				}
			}
			if lines > 0 != (tt.want != "") {
				t.Errorf("%d lines are shown", lines)
			}
		})
	}
}

// The status bar names the shapes that are measured.
func TestMeasureHint(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("crate", 0, 0, 40, 40), box("floor", 0, 40, 400, 40))
	r.run("tool measure; click 0,0; move 0,40")
	if got, want := r.c.Hint(), "From crate to floor: 0 px, dx 0, dy 0: click to keep it"; got != want {
		t.Errorf("before the second click, hint = %q, want %q", got, want)
	}
	r.run("click 0,40; move 0,-90")
	if got, want := r.c.Hint(), "From crate to floor: 0 px, dx 0, dy 0"; got != want {
		t.Errorf("hint = %q, want %q", got, want)
	}
	touch := false
	for _, o := range r.c.Overlays() {
		l, ok := o.(overlay.Label)
		touch = touch || ok && l.Text == "0 px: they touch"
	}
	if !touch {
		t.Error("nothing on the canvas says that they touch")
	}
}

// Another level does not show the measurement, and undoing a drop removes its labels.
func TestStaleOverlays(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("floor", 0, 100, 400, 40), box("crate", 0, 0, 40, 40), box("stray", 900, 0, 40, 40))
	shows := func(what string, want bool) {
		t.Helper()
		r.run("move 500,-200")
		found := false
		for _, o := range r.c.Overlays() {
			l, isLabel := o.(overlay.Label)
			_, isOutline := o.(overlay.Outline)
			found = found || isOutline || isLabel && strings.Contains(l.Text, "nothing to land on")
		}
		if found != want {
			t.Errorf("%s: shown is %v, want %v", what, found, want)
		}
	}
	r.run("select 2 3")
	r.c.Drop(level.Vec{Y: 1})
	shows("a shape that was not dropped", true)
	r.run("undo")
	shows("the drop undone", false)
	r.run("tool measure; click 0,0; click 0,100")
	shows("a measure", true)
	r.s.Replace(newRig(t, box("other", 0, 0, 10, 10), box("another", 50, 0, 10, 10)).s.Document())
	shows("another level", false)
}

// Labels of shapes that were not dropped do not overlap, at any zoom.
func TestNotesDoNotOverlap(t *testing.T) {
	t.Parallel()
	var crowd []*level.Collider
	for i := range 12 {
		crowd = append(crowd, box("b", float64(30*i), 0, 20, 20))
	}
	r := newRig(t, crowd...)
	r.s.Selection().All()
	r.c.Drop(level.Vec{Y: 1})
	for _, tt := range []struct {
		zoom float64
		want int
	}{{10, 12}, {1, 2}, {0.1, 1}} {
		r.c.SetView(tt.zoom, 1)
		n := 0
		for _, o := range r.c.Overlays() {
			if l, ok := o.(overlay.Label); ok && l.Text == "b has nothing to land on" {
				n++
			}
		}
		if n != tt.want {
			t.Errorf("at %g %d labels are shown, want %d", tt.zoom, n, tt.want)
		}
	}
}
