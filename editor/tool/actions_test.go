package tool_test

import (
	"slices"
	"testing"

	"fillet/editor/level"
	"fillet/editor/tool"
)

// The context menu removes a vertex, or inserts one on an edge, each as one step.
func TestActions(t *testing.T) {
	t.Parallel()
	r := newRig(t, polygon("p", 0, 0, -50, -50, 50, -50, 50, 50, -50, 50), box("b", 200, 0, 40, 40))
	do := func(label string) {
		t.Helper()
		for _, a := range r.c.Actions() {
			if a.Label == label {
				a.Do()
				return
			}
		}
		t.Fatalf("%q is not among %d actions", label, len(r.c.Actions()))
	}
	labels := func() (out []string) {
		for _, a := range r.c.Actions() {
			out = append(out, a.Label)
		}
		return out
	}
	if got := labels(); len(got) != 0 {
		t.Errorf("the select tool offers %q", got)
	}
	r.run("tool nodes; select 1 2; move 0,0")
	if got := labels(); len(got) != 0 {
		t.Errorf("without chosen vertices there is %q", got)
	}
	if r.run("click 50,-50; click 50,50 shift"); !slices.Contains(labels(), "Remove vertices") {
		t.Errorf("for two vertices there is %q", labels())
	}
	r.run("move 0,50; down 0,50 right; up 0,50 right")
	do("Insert vertex here")
	r.run("move 50,-50; down 50,-50 right; up 50,-50 right")
	do("Remove vertex")
	if want := lines("p at 0,0 points -50,-50 50,50 0,50 -50,50", "b at 200,0 size 40,40", "selected p b"); r.state() !=
		want {
		t.Errorf("got\n%s\nwant\n%s", r.state(), want)
	}
	r.run("key Escape; move 200,-20; down 200,-20 right; up 200,-20 right")
	if got := labels(); len(got) != 0 {
		t.Errorf("a box offers %q", got)
	}
	r.run("undo; undo")
	if label, ok := r.s.History().CanUndo(); ok {
		t.Errorf("two actions made more than two steps, such as %q", label)
	}
}

// Shapes of a locked group that are selected in the outline cannot be scaled by a handle.
func TestLockedGroupCannotBeScaled(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("a", 0, 0, 40, 40), box("b", 50, 0, 40, 40))
	r.run("select 1 2")
	group, err := r.s.Groups().Group()
	if err == nil {
		err = r.s.Groups().SetLocked(group, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.run("select 1 2; move 70,20")
	if cursor := r.c.Cursor(); cursor != tool.CursorDefault {
		t.Errorf("the corner of the selection has the cursor %v", cursor)
	}
	r.run("down 70,20; move 90,40; up 90,40")
	if size := shapeOf(r, 1).Size; size != (level.Vec{X: 40, Y: 40}) {
		t.Errorf("a drag of the corner scaled the first box to %v", size)
	}
}

// Full stop and comma cycle through the editable shapes.
func TestSelectNext(t *testing.T) {
	t.Parallel()
	locked := box("locked", 50, 0, 10, 10)
	locked.Locked = true
	r := newRig(t, box("a", 0, 0, 10, 10), locked, box("c", 100, 0, 10, 10), box("d", 150, 0, 10, 10))
	for _, step := range []struct{ key, want string }{
		{".", "a"},
		{".", "c"},
		{".", "d"},
		{".", "a"},
		{",", "d"},
		{",", "c"},
	} {
		r.c.Key(step.key, tool.Mods{})
		if got := r.s.Document().Collider(r.s.Selection().IDs()[0]).Name; got != step.want ||
			r.s.Selection().Len() != 1 {
			t.Errorf("after %s %q is selected, want %q", step.key, got, step.want)
		}
	}
	r.run("select 1 3; key .")
	if got := r.s.Selection().IDs(); len(got) != 1 || got[0] != 4 {
		t.Errorf("after a multiple selection comes %v", got)
	}
}

// A click with Ctrl or Shift adds a vertex to the chosen vertices, or removes it from them.
func TestChooseVertices(t *testing.T) {
	t.Parallel()
	for _, mod := range []string{"ctrl", "shift"} {
		r := newRig(t, polygon("p", 0, 0, -50, -50, 50, -50, 80, 0, 50, 50, -50, 50))
		r.run("select 1; tool nodes; click -50,-50; click 80,0 " + mod + "; click -50,-50 " + mod + "; key Delete")
		got := shapeOf(r, 1).Points
		want := []level.Vec{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}}
		if !slices.Equal(got, want) {
			t.Errorf("%s: after deleting the chosen vertex, vertices = %v", mod, got)
		}
	}
}
