package tool_test

import (
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// curveRig returns a rig with a square polygon of 100 pixels about the origin, clockwise from the top left, and an
// equal box.
func curveRig(t testing.TB) *rig {
	return newRig(t, polygon("p", 0, 0, -50, -50, 50, -50, 50, 50, -50, 50), box("b", 200, 0, 100, 100))
}

func shapeOf(r *rig, id level.ID) level.Shape { return r.s.Document().Collider(id).Shape }

// Keys and handles bend edges, each as one step, and a drag can be undone.
func TestBendEdges(t *testing.T) {
	t.Parallel()
	r := curveRig(t)
	start := r.text()
	arc := func(want float64) {
		t.Helper()
		if c, ok := shapeOf(r, 1).Curve(0); !ok && want != 0 || math.Abs(c.Arc-want) > 1e-3 {
			t.Errorf("the arc is %v %v, want %g", ok, c, want)
		}
	}
	r.run("select 1; tool nodes; click 0,-50; key A")
	arc(25)
	r.run("drag 0,-75 0,-80")
	arc(30)
	r.run("drag 0,-80 0,-99 shift") // 180 degrees
	arc(50)
	r.run("down 0,-100; move 0,-60; key Escape; up 0,-60")
	arc(50)
	r.run("drag 0,-100 0,-50")
	arc(0)
	r.run("drag 0,-50 0,-70 alt") // drags the edge itself
	arc(20)
	pick(t, r, "Curve")
	c, _ := shapeOf(r, 1).Curve(0)
	if c.IsArc() || math.Abs(c.Cubic[0].X+c.Cubic[1].X) > 1e-3 || math.Abs(c.Cubic[0].Y-c.Cubic[1].Y) > 1e-3 {
		t.Fatalf("curve = %v", c)
	}
	mid := (-50*2 + 3*(c.Cubic[0].Y+c.Cubic[1].Y)) / 8
	if math.Abs(mid+70) > 0.1 {
		t.Errorf("the middle of the curve is at %g", mid)
	}
	r.run("key A")
	if shapeOf(r, 1).IsDetailed() {
		t.Error("the edge is not straight again")
	}
	steps := 0
	for {
		if _, ok := r.s.Undo(); !ok {
			break
		}
		steps++
	}
	if steps != 7 || r.text() != start {
		t.Errorf("%d steps lead back to\n%s", steps, r.text())
	}
}

// Dragging a control point of a smooth vertex turns the opposite control point, except with Alt.
func TestSmoothVerticesStaySmooth(t *testing.T) {
	t.Parallel()
	curve := func(edge int, x0, y0, x1, y1 float64) level.Curve {
		return level.Curve{Edge: edge, Cubic: [2]level.Vec{{X: x0, Y: y0}, {X: x1, Y: y1}}}
	}
	c := polygon("p", 0, 0, -50, 0, 0, -50, 50, 0, 0, 50)
	c.Shape = c.Shape.WithDetail(level.Detail{Curves: []level.Curve{
		curve(0, -50, -20, -20, -50),
		curve(1, 30, -50, 50, -20),
	}})
	r := newRig(t, c)
	r.run("select 1; tool nodes; drag -20,-50 -20,-70")
	first, _ := shapeOf(r, 1).Curve(0)
	second, _ := shapeOf(r, 1).Curve(1)
	if first.Cubic[1] != (level.Vec{X: -20, Y: -70}) {
		t.Fatalf("the control point is at %v", first.Cubic[1])
	}
	at := level.Vec{Y: -50}
	u, w := first.Cubic[1].Sub(at).Unit(), second.Cubic[0].Sub(at)
	if u.Dot(w.Unit()) > -0.999 || math.Abs(w.Len()-30) > 1e-3 {
		t.Errorf("the opposite control point is at %v", second.Cubic[0])
	}
	r.run("undo; drag -20,-50 -20,-70 alt")
	if second, _ = shapeOf(r, 1).Curve(1); second.Cubic[0] != (level.Vec{X: 30, Y: -50}) {
		t.Errorf("with Alt, the opposite control point moves to %v", second.Cubic[0])
	}
	r.run("undo; drag -20,-50 -36,-60 shift") // 15.5 degrees, rounded to 15
	first, _ = shapeOf(r, 1).Curve(0)
	d := first.Cubic[1].Sub(at)
	if math.Abs(d.Y/d.X-math.Tan(math.Pi/12)) > 1e-3 {
		t.Errorf("with Shift, the control point moves to %v", first.Cubic[1])
	}
}

// Bending an edge of a box turns the box into a polygon.
func TestBendBoxEdge(t *testing.T) {
	t.Parallel()
	r := curveRig(t)
	r.run("select 2; tool nodes; drag 200,-50 200,-80 alt")
	s := shapeOf(r, 2)
	if c, ok := s.Curve(0); s.Kind != level.Polygon || len(s.Points) != 4 || !ok || math.Abs(c.Arc-30) > 1e-3 {
		t.Errorf("shape = %+v", s)
	}
	r.run("undo")
	if shapeOf(r, 2).Kind != level.Box {
		t.Error("undo does not restore the box")
	}
}

// Corners of chosen vertices can have their own form; other corners have the shape's.
func TestIndividualCorners(t *testing.T) {
	t.Parallel()
	for _, id := range []level.ID{1, 2} {
		r := curveRig(t)
		x := float64(id-1) * 200
		at := func(px, py float64) string { return vec(level.Vec{X: x + px, Y: py}) }
		r.run("select " + vec(level.Vec{X: float64(id)})[:1] + "; tool nodes; click " + at(-50, -50))
		r.run("key Q") // round
		if got := shapeOf(r, id).CornerRadius(0); got != 8 {
			t.Errorf("%d: radius = %g", id, got)
		}
		choice(t, r, "Radius").Set(20)
		if s := shapeOf(r, id); s.CornerRadius(0) != 20 || s.CornerRadius(1) != level.AsShape {
			t.Errorf("%d: radii = %v", id, s.Details().Radii)
		}
		choice(t, r, "Radius").Set(1000)
		if got := shapeOf(r, id).CornerRadius(0); math.Abs(got-100) > 1e-6 {
			t.Errorf("%d: largest radius = %g", id, got)
		}
		r.run("key Q")
		if s := shapeOf(r, id); math.Abs(s.Chamfer(0)-100) > 1e-6 {
			t.Errorf("%d: chamfer = %g", id, s.Chamfer(0))
		}
		pick(t, r, "Sharp")
		if s := shapeOf(r, id); s.CornerRadius(0) != 0 || s.Chamfer(0) != 0 {
			t.Errorf("%d: the corner is not sharp: %+v", id, s.Details())
		}
		pick(t, r, "As shape")
		if shapeOf(r, id).IsDetailed() {
			t.Errorf("%d: a corner still has its own form", id)
		}
		// Choosing two neighbours chooses their edge.
		r.run("click " + at(50, -50) + " shift")
		choice(t, r, "Radius").Set(80)
		if s := shapeOf(r, id); math.Abs(s.CornerRadius(0)-50) > 0.02 || s.CornerRadius(1) != s.CornerRadius(0) {
			t.Errorf("%d: radii of two corners = %v", id, s.Details().Radii)
		}
	}
}

// The handle of a chosen vertex shows and drags that vertex's radius. Other handles drag the shape's radius, and show
// it under the pointer.
func TestCornerHandles(t *testing.T) {
	t.Parallel()
	r := curveRig(t)
	r.run("select 1; tool nodes; click -50,-50; drag -39.4,-39.4 -20,-20")
	s := shapeOf(r, 1)
	own := s.CornerRadius(0)
	if own <= 1 || s.CornerRadius(1) != level.AsShape || s.Radius != 0 {
		t.Fatalf("own %g, radii %v, the shape's %g", own, s.Details().Radii, s.Radius)
	}
	own = 20
	choice(t, r, "Radius").Set(own)
	if r.run("move 0,200"); !shows(r.c, "r 20") || shows(r.c, "r 0") {
		t.Error("the wrong radius is shown for a chosen vertex")
	}
	if r.run("move 39.4,39.4"); !shows(r.c, "r 20") || !shows(r.c, "r 0") {
		t.Error("the radius under the pointer is not shown")
	}
	r.run("drag 39.4,39.4 30,30")
	if s = shapeOf(r, 1); s.Radius <= 1 || s.CornerRadius(0) != own {
		t.Errorf("the shape's radius is %g, its corner's %g", s.Radius, s.CornerRadius(0))
	}
}

// While a drag rounds a corner, the hint shows the current radius.
func TestCornerRadiusHint(t *testing.T) {
	t.Parallel()
	r := curveRig(t)
	r.run("select 1; tool nodes; click -50,-50; down -39.4,-39.4")
	for _, at := range []string{"-20,-20", "-30,-30"} {
		r.run("move " + at)
		radius := shapeOf(r, 1).CornerRadius(0)
		if want := "Radius " + overlay.Number(radius) + " (max"; radius <= 1 || !strings.HasPrefix(r.c.Hint(), want) {
			t.Errorf("dragged to %s, hint = %q, want %q", at, r.c.Hint(), want)
		}
	}
	r.run("up -30,-30")
}

// Keys, handles and numbers bend the edges and round the corners of holes, as they do for the outline.
func TestBendAndRoundHoles(t *testing.T) {
	t.Parallel()
	r := newRig(t, polygon("p", 0, 0, -100, -100, 100, -100, 100, 100, -100, 100))
	col := *r.s.Document().Collider(1)
	col.Shape.Holes = [][]level.Vec{
		{{X: -80, Y: -40}, {X: -80, Y: 40}, {X: 0, Y: 40}, {X: 0, Y: -40}},
		{{X: 20, Y: -20}, {X: 60, Y: -20}, {X: 60, Y: 20}, {X: 20, Y: 20}},
	}
	if err := r.s.Do("Holes", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(
		r.s.Document().Collider(1), &col)}}); err != nil {
		t.Fatal(err)
	}
	start := r.text()
	// The top edge of the second hole is edge 4 + 4 + 0.
	r.run("select 1; tool nodes; click 40,-20; key A")
	if c, ok := shapeOf(r, 1).Curve(8); !ok || math.Abs(c.Arc-10) > 1e-3 {
		t.Fatalf("%v %+v", ok, shapeOf(r, 1).Details())
	}
	r.run("drag 40,-30 40,-35")
	if c, _ := shapeOf(r, 1).Curve(8); math.Abs(c.Arc-15) > 1e-3 {
		t.Errorf("arc = %+v", c)
	}
	pick(t, r, "Curve")
	c, ok := shapeOf(r, 1).Curve(8)
	if !ok || c.IsArc() {
		t.Fatalf("no curve: %+v", c)
	}
	r.run("drag 0,0 -10,0 alt") // edge 4 + 2, on the first hole
	if d := shapeOf(r, 1).Details(); len(d.Curves) != 2 || d.Curves[0].Edge != 6 ||
		math.Abs(math.Abs(d.Curves[0].Arc)-10) > 1e-3 {
		t.Errorf("curves = %+v", d.Curves)
	}
	// A corner of the first hole: number 4 + 1.
	r.run("click -80,40; key Q")
	choice(t, r, "Radius").Set(12)
	if s := shapeOf(r, 1); s.CornerRadius(5) != 12 || s.CornerRadius(1) != level.AsShape ||
		len(s.Details().Radii) != 12 {
		t.Errorf("radii = %v", s.Details().Radii)
	}
	r.run("key Q")
	if s := shapeOf(r, 1); s.Chamfer(5) != 12 {
		t.Errorf("chamfers = %v", s.Details().Chamfers)
	}
	// Inserting a vertex into the outline and removing one from a hole keep the other edges and corners.
	if err := r.s.Outline(1, 0).InsertPoint(1, level.Vec{Y: -100}); err != nil {
		t.Fatal(err)
	}
	if s := shapeOf(r, 1); s.Chamfer(6) != 12 || s.Details().Curves[0].Edge != 7 || s.Details().Curves[1].Edge != 9 {
		t.Errorf("details = %+v", s.Details())
	}
	r.run("click -80,40; key Delete")
	if s := shapeOf(r, 1); s.Details().Chamfers != nil || s.Details().Curves[0].Edge != 6 ||
		s.Details().Curves[1].Edge != 8 {
		t.Errorf("details = %+v", s.Details())
	}
	for {
		if r.text() == start {
			return
		}
		if _, ok := r.s.Undo(); !ok {
			t.Fatalf("undo leads to\n%s", r.text())
		}
	}
}
