package tool_test

import (
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// Of what moves the first 64 vertices snap to other shapes, and the next one does not.
func TestSnappedVerticesEnd(t *testing.T) {
	const step = 20
	comb := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
	for i := range 65 {
		comb.Points = append(comb.Points, level.Vec{X: float64(i * step), Y: float64(i%2) * 4})
	}
	comb.Points = append(comb.Points, level.Vec{X: 64 * step, Y: 60}, level.Vec{Y: 60})
	for vertex, want := range map[int]float64{63: 33, 64: 30} {
		at := comb.Points[vertex].Add(level.Vec{X: 33})
		post := level.NewCollider(0, 0, "post", level.Shape{Kind: level.Chain, Points: []level.Vec{{}, {Y: -200}}}, at)
		r := newRig(t, level.NewCollider(0, 0, "comb", comb, level.Vec{}), post)
		r.s.SetSnapping(editor.SnapSettings{Vertices: true})
		for _, e := range []tool.Event{
			{Kind: tool.Down, Pos: level.Vec{X: 600, Y: 40}},
			{Kind: tool.Move, Pos: level.Vec{X: 615, Y: 40}},
			{Kind: tool.Move, Pos: level.Vec{X: 630, Y: 40}},
			{Kind: tool.Up, Pos: level.Vec{X: 630, Y: 40}},
		} {
			e.Clicks = 1
			r.c.Pointer(e)
		}
		if got := r.s.Document().Collider(1).Position; got != (level.Vec{X: want}) {
			t.Errorf("with a vertex near vertex %d the comb is dragged to %v, want %g to the right", vertex, got, want)
		}
	}
}

// A solid drag of more than can be looked after says that it is none.
func TestSolidDragOfTooMany(t *testing.T) {
	var crowd []*level.Collider
	for i := range 601 {
		crowd = append(crowd, box("b", float64(30*i), 0, 20, 20))
	}
	r := newRig(t, crowd...)
	r.s.SelectAll()
	for script, want := range map[string]bool{"move 60,40 solid; key X solid": true, "move 60,50": false} {
		r.run("down 0,0; move 30,40; " + script)
		if got := r.c.Problem() != ""; got != want {
			t.Errorf("%s: the problem is %q", script, r.c.Problem())
		}
		r.run("key Escape")
	}
}
