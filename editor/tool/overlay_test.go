package tool_test

import (
	"strings"
	"testing"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/tool"
)

// handles returns the positions of all visible handles.
func handles(c *tool.Controller) []level.Vec {
	var out []level.Vec
	for _, o := range c.Overlays() {
		if h, ok := o.(overlay.Handle); ok {
			out = append(out, h.At)
		}
	}
	return out
}

// A press seven screen units from a handle drags the handle, not the shape, at any zoom.
func TestReach(t *testing.T) {
	t.Parallel()
	for _, zoom := range []float64{0.05, 0.5, 1, 3, 40, 200} {
		for i := range 10 {
			r := newRig(t, box("a", 0, 0, 400/zoom, 300/zoom))
			r.c.SetView(zoom, 1)
			r.s.Selection().Set(1)
			hs := handles(r.c)
			if len(hs) != 10 {
				t.Fatalf("zoom %g: %d handles, want 8 to scale, one to rotate, one to round", zoom, len(hs))
			}
			p := hs[i]
			p.X += 7 / zoom
			r.c.Pointer(tool.Event{Kind: tool.Move, Pos: p})
			if c := r.c.Cursor(); c == tool.CursorDefault || c == tool.CursorMove {
				t.Errorf("zoom %g: handle %d cannot be hit from 7 units away", zoom, i)
			}
			r.c.Pointer(tool.Event{Kind: tool.Down, Pos: p})
			q := p.Add(level.Vec{X: -20 / zoom, Y: 31 / zoom})
			r.c.Pointer(tool.Event{Kind: tool.Move, Pos: q})
			r.c.Pointer(tool.Event{Kind: tool.Up, Pos: q})
			if label, _ := r.s.History().CanUndo(); label != "Scale a" && label != "Rotate a" && label != "Round a" {
				t.Errorf("zoom %g: dragging handle %d made the step %q", zoom, i, label)
			}
		}
	}
}

// The cursor of every drawing tool is a cross, before and during drawing.
func TestDrawingCursors(t *testing.T) {
	t.Parallel()
	for _, id := range []tool.ID{
		tool.Polygon, tool.Box, tool.Circle, tool.Capsule, tool.Chain, tool.Trigger,
		tool.Point,
	} {
		r := newRig(t)
		r.run("tool " + string(id) + "; move 5,5")
		if c := r.c.Cursor(); c != tool.CursorCrosshair {
			t.Errorf("%s: the cursor is %v before drawing", id, c)
		}
		r.run("down 10,10")
		if c := r.c.Cursor(); c != tool.CursorCrosshair {
			t.Errorf("%s: the cursor is %v while the button is held", id, c)
		}
		r.run("move 60,40")
		if c := r.c.Cursor(); c != tool.CursorCrosshair {
			t.Errorf("%s: the cursor is %v while drawing", id, c)
		}
	}
}

// Drawing a box over another one shows their contact.
func TestDrawingCollides(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("a", 0, 0, 40, 40))
	r.run("tool box; down 10,-10; move 60,10")
	met := r.c.Contacts()
	if len(met) != 1 || met[0].B != 1 || met[0].State != contacts.Overlapping || met[0].Depth != 10 {
		t.Errorf("contacts %+v", met)
	}
	if r.s.Document().Len() != 1 {
		t.Error("the box is in the document already")
	}
	var ink []overlay.Ink
	for _, o := range r.c.Overlays() {
		if o, ok := o.(overlay.Outline); ok {
			ink = append(ink, o.Ink)
		}
	}
	if len(ink) != 1 || ink[0] != overlay.Danger {
		t.Errorf("outlines in %v", ink)
	}
	r.run("move 60,9; up 60,9")
	if len(r.c.Contacts()) != 0 || len(r.s.Live().Contacts()) != 1 {
		t.Error("the committed box has no contact")
	}
}

// An outline that crosses itself is marked at the crossing, with a message.
func TestCrossing(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.run("tool polygon; click 100,0; click 140,40; click 140,0; move 100,40")
	const want = "The outline crosses itself at 120, 20"
	if got := r.c.Problem(); got != want {
		t.Errorf("problem = %q, want %q", got, want)
	}
	marked := false
	for _, o := range r.c.Overlays() {
		if h, ok := o.(overlay.Handle); ok && h.Ink == overlay.Danger && h.At == (level.Vec{X: 120, Y: 20}) {
			marked = true
		}
	}
	if !marked {
		t.Error("the crossing is not marked")
	}
	r.run("click 100,40; key Enter")
	if r.s.Document().Len() != 0 || !r.c.Busy() || r.c.Problem() != want {
		t.Errorf("committed, or %q", r.c.Problem())
	}

	r = newRig(t, polygon("p", 100, 0, -50, -50, 50, -50, 50, 50, -50, 50))
	r.run("tool nodes; select 1; down 150,50; move 20,-20")
	if got := r.c.Problem(); got != "The outline crosses itself at 50, -26.9" {
		t.Errorf("problem of a drag = %q", got)
	}
	r.run("move 150,60")
	if got := r.c.Problem(); got != "" {
		t.Errorf("the problem stays: %q", got)
	}
}

// A ghost shows where an overlapping selection would move.
func TestGhost(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("floor", 0, 50, 200, 60), box("crate", 0, 15, 20, 20))
	ghosts := func() (out []level.Vec) {
		for _, o := range r.c.Overlays() {
			if o, ok := o.(overlay.Outline); ok && o.Dashed && o.Ink == overlay.Muted {
				out = append(out, o.At.P)
			}
		}
		return out
	}
	if g := ghosts(); len(g) != 0 {
		t.Errorf("ghosts at %v without a selection", g)
	}
	r.run("select 2; down 0,15; move 5,15")
	if g := ghosts(); len(g) != 1 || g[0].Dist(level.Vec{X: 5, Y: 10}) > 1e-9 {
		t.Errorf("ghosts at %v while dragging", g)
	}
	if m := r.c.Moving(); len(m) != 1 || m[0] != 2 {
		t.Errorf("moving colliders = %v", m)
	}
	r.run("move 5,-90; up 5,-90")
	if g := ghosts(); len(g) != 0 {
		t.Errorf("ghosts at %v without overlaps", g)
	}
}

// Pressing Shift changes a drag even if the pointer does not move.
func TestModifiers(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.run("tool box; down 0,0; move 40,10")
	r.c.Modifiers(tool.Mods{Shift: true})
	if got := r.c.Hint(); !strings.HasPrefix(got, "40 × 40") {
		t.Errorf("with Shift: %q", got)
	}
	r.c.Modifiers(tool.Mods{})
	r.run("up 40,10")
	if got, want := r.state(), lines("box 1 at 20,5 size 40,10", "selected box 1"); got != want {
		t.Errorf("drawn: %s\nwant %s", got, want)
	}
}

// Every tool has a hint, a unique name and a unique key.
func TestHints(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("a", 0, 0, 90, 90))
	keys := map[string]bool{}
	for _, info := range r.c.Tools() {
		if info.Name == "" || len(info.Key) != 1 || keys[info.Key] {
			t.Errorf("tool %+v", info)
		}
		keys[info.Key] = true
		if !r.c.Key(info.Key, tool.Mods{}) || r.c.Active() != info.ID {
			t.Errorf("key %s switches to %s, want %s", info.Key, r.c.Active(), info.ID)
		}
		for _, p := range []level.Vec{{}, {X: 45}, {X: 300}} {
			r.c.Pointer(tool.Event{Kind: tool.Move, Pos: p})
			if r.c.Hint() == "" {
				t.Errorf("tool %s has no hint at %v", info.ID, p)
			}
		}
	}
	if r.c.Key("V", tool.Mods{Ctrl: true}) {
		t.Error("Ctrl+V switches to the select tool")
	}
}
