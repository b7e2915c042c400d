package tool_test

import (
	"fmt"
	"math"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// The first 64 vertices of the moved shapes snap to other shapes; the next one does not.
func TestSnappedVertexLimit(t *testing.T) {
	t.Parallel()
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

// A solid drag stops at obstacles, however many shapes it moves.
func TestSolidDragOfMany(t *testing.T) {
	t.Parallel()
	crowd := []*level.Collider{box("wall", 0, 100, 60_000, 4)} // top at y = 98
	for i := range 1001 {
		crowd = append(crowd, box("b", float64(30*i), 0, 20, 20))
	}
	r := newRig(t, crowd...)
	r.s.Selection().All()
	r.s.Selection().Remove(1)
	r.run("down 0,0; move 30,40; move 30,400 solid; up 30,400 solid")
	for c := range r.s.Document().Colliders() {
		if c.ID != 1 && math.Abs(c.Position.Y-88) > 1e-6 {
			t.Fatalf("collider %d was dragged to %v, want 88 down, onto the wall", c.ID, c.Position)
		}
	}
}

// BenchmarkSolidDragOfMany runs a step of a solid drag of 10,000 shapes over the ground.
func BenchmarkSolidDragOfMany(b *testing.B) {
	crowd := []*level.Collider{box("ground", 0, 100, 1e6, 4)}
	for i := range 10_000 {
		crowd = append(crowd, box("b", float64(30*i), 0, 20, 20))
	}
	r := newRig(b, crowd...)
	r.s.Selection().All()
	r.s.Selection().Remove(1)
	r.run("down 0,0; move 30,40; move 30,400 solid")
	for i := 0; b.Loop(); i++ {
		r.run(fmt.Sprintf("move %d,400 solid", 30+i%50))
	}
}
