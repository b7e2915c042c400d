package tool_test

import (
	"fmt"
	"math"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// handles returns the shown handles of a form.
func (r *rig) handles(form overlay.HandleForm) (at []level.Vec) {
	for _, o := range r.c.Overlays() {
		if h, ok := o.(overlay.Handle); ok && h.Form == form {
			at = append(at, h.At)
		}
	}
	return at
}

// A shape below 24 px on screen has handles only at its corners, and its radius handles only under the pointer.
func TestSmallShapesHaveFewHandles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size                     float64
		squares, rotates, radius int
	}{{20, 4, 0, 0}, {23, 4, 0, 0}, {24, 4, 1, 4}, {60, 8, 1, 4}} {
		r := newRig(t, box("a", 0, 0, c.size, c.size))
		r.run("click 0,0; move 200,200")
		if n := len(r.handles(overlay.SquareHandle)); n != c.squares {
			t.Errorf("a box of %g px has %d scale handles, want %d", c.size, n, c.squares)
		}
		if n := len(r.handles(overlay.RoundHandle)); n != c.rotates {
			t.Errorf("a box of %g px has %d rotation handles, want %d", c.size, n, c.rotates)
		}
		r.run("tool nodes; move 200,200")
		if n := len(r.handles(overlay.DotHandle)); n != c.radius {
			t.Errorf("a box of %g px has %d radius handles, want %d", c.size, n, c.radius)
		}
		r.run("move 0,0")
		if n := len(r.handles(overlay.DotHandle)); n != 4 {
			t.Errorf("a box of %g px under the pointer has %d radius handles, want 4", c.size, n)
		}
	}
}

// The rotation handle moves to another side, or is hidden, where it would cover another shape's mark.
func TestRotationHandleCoversNoMark(t *testing.T) {
	t.Parallel()
	around := []*level.Collider{
		box("above", 0, -46, 16, 16), box("right", 46, 0, 16, 16), box("below", 0, 46, 16, 16),
		box("left", -46, 0, 16, 16),
	}
	for n, want := range []level.Vec{{Y: -46}, {X: 46}, {Y: 46}, {X: -46}} {
		r := newRig(t, append(around[:n:n], box("a", 0, 0, 40, 40))...)
		r.run("click 0,0")
		if at := r.handles(overlay.RoundHandle); len(at) != 1 || at[0].Dist(want) > 1e-9 {
			t.Errorf("with %d shapes around, the rotation handles are at %v, want %v", n, at, want)
		}
	}
	r := newRig(t, append(around, box("a", 0, 0, 40, 40))...)
	r.run("click 0,0")
	if at := r.handles(overlay.RoundHandle); len(at) != 0 {
		t.Errorf("the rotation handle at %v covers another shape", at)
	}
	r = newRig(t, box("ground", 0, 400, 1600, 1600), box("a", 0, 0, 40, 40))
	r.run("click 0,0")
	if at := r.handles(overlay.RoundHandle); len(at) != 1 {
		t.Error("a shape on large ground has no rotation handle")
	}
	r = newRig(t, box("above", 0, -46, 16, 16), box("a", 0, 0, 40, 40))
	r.run("click 0,0; drag 46,0 0,46")
	if a := r.s.Document().Collider(2); math.Abs(float64(a.Angle-90)) > 1e-9 {
		t.Errorf("the rotation handle at the right turned the shape to %v", a.Angle)
	}
}

// A drag that begins on a small shape's face moves it, also near its handles.
func TestSmallShapesMoveByTheirFace(t *testing.T) {
	t.Parallel()
	for _, from := range []level.Vec{{}, {X: 13.5, Y: 13.5}, {X: -13.5, Y: 13.5}, {Y: -14}} {
		r := newRig(t, box("a", 0, 0, 30, 30))
		r.run("snap; click 0,0")
		r.run(fmt.Sprintf("drag %s %s", vec(from), vec(from.Add(level.Vec{X: 50, Y: 20}))))
		a := r.s.Document().Collider(1)
		if a.Position.Dist(level.Vec{X: 50, Y: 20}) > 1e-9 || a.Shape.Size != (level.Vec{X: 30, Y: 30}) {
			t.Errorf("a drag from %v moved the box to %v with size %v", from, a.Position, a.Shape.Size)
		}
	}
}
