package tool_test

import (
	"math"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/tool"
)

// A round handle rounds all selected shapes as one step, each up to its largest radius.
func TestRoundSelection(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("a", 0, 0, 200, 200), box("b", 300, 0, 40, 40), circle("c", 0, 300, 30))
	r.run("select 1 2 3; move 0,0")
	at := handleOf(t, r.c, overlay.DotHandle)
	if at.X < 80 || at.Y > -80 {
		t.Fatalf("the handle is at %v, not in the topmost corner", at)
	}
	r.c.Pointer(tool.Event{Kind: tool.Move, Pos: at})
	r.c.Pointer(tool.Event{Kind: tool.Down, Pos: at})
	r.c.Pointer(tool.Event{Kind: tool.Move, Pos: at.Add(level.Vec{X: -30, Y: 30})})
	if hint := r.c.Hint(); !strings.Contains(hint, "1 of 2 shapes allow less") {
		t.Errorf("hint = %q", hint)
	}
	r.c.Pointer(tool.Event{Kind: tool.Move, Pos: at.Add(level.Vec{X: -900, Y: 900})})
	if hint := r.c.Hint(); !strings.Contains(hint, "the largest that fits") || !shows(r.c, "r 100 · max") {
		t.Errorf("at the stop the hint is %q", hint)
	}
	r.c.Pointer(tool.Event{Kind: tool.Up, Pos: at.Add(level.Vec{X: -900, Y: 900})})
	want := lines("a at 0,0 size 200,200 r 100", "b at 300,0 size 40,40 r 20", "c at 0,300 r 30", "selected a b c")
	if got := r.state(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if label, _ := r.s.Undo(); label != "Round 2 shapes" {
		t.Errorf("step = %q", label)
	}
}

func handleOf(t *testing.T, c *tool.Controller, form overlay.HandleForm) level.Vec {
	t.Helper()
	for _, o := range c.Overlays() {
		if h, ok := o.(overlay.Handle); ok && h.Form == form {
			return h.At
		}
	}
	t.Fatalf("there is no handle of form %d", form)
	return level.Vec{}
}

// shows reports whether a label has this text.
func shows(c *tool.Controller, text string) bool {
	for _, o := range c.Overlays() {
		if l, ok := o.(overlay.Label); ok && l.Text == text {
			return true
		}
	}
	return false
}

// While the user draws a concave shape, its closing edge may cross other edges. Only crossings of drawn edges are a
// problem.
func TestClosingEdgeMayCross(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.run("tool polygon; click 0,0; click 100,0; click 100,100; click 50,100; click 50,50; move 120,50")
	if p := r.c.Problem(); !strings.Contains(p, "crosses itself at 100, 50") {
		t.Errorf("a drawn edge crosses: problem %q", p)
	}
	r.run("key Escape; click 0,0; click 50,0; click 50,50; click -50,50; click -50,-50; click 100,-50; move 120,20")
	if p := r.c.Problem(); p != "" || !strings.Contains(r.c.Hint(), "Closed here") {
		t.Errorf("only the closing edge crosses: problem %q, hint %q", p, r.c.Hint())
	}
	r.run("click 120,20; key Enter")
	if r.s.Document().Len() != 0 || !strings.Contains(r.c.Problem(), "Closed here") {
		t.Errorf("a crossing shape was finished, or the reason is wrong: %q", r.c.Problem())
	}
	r.run("click 100,-20; key Enter")
	if r.s.Document().Len() != 1 {
		t.Errorf("a valid shape cannot be finished: %q", r.c.Problem())
	}
}

// A shape with thousands of corners has round handles only once its largest radius is known. The tools do not wait for
// it.
func TestRoundHandleOfManyCorners(t *testing.T) {
	t.Parallel()
	const n = 3000
	c := level.NewCollider(0, 0, "gear", level.Shape{Kind: level.Polygon, Rounding: level.Inset}, level.Vec{})
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		r := 5000 + 200*float64(i%2)
		c.Shape.Points = append(c.Shape.Points, level.Vec{X: r * cos, Y: r * sin})
	}
	r := newRig(t, c)
	r.run("select 1")
	doc := r.s.Document()
	handles := func() (n int) {
		for _, o := range r.c.Overlays() {
			if h, ok := o.(overlay.Handle); ok && h.Form == overlay.DotHandle {
				n++
			}
		}
		return n
	}
	baked, shape := doc.Baked(1), &doc.Collider(1).Shape
	if before := handles(); before != 0 || baked.KnowsMaxRadius(shape) {
		t.Fatalf("%d handles, and the largest radius is known: %v", before, baked.KnowsMaxRadius(shape))
	}
	r.s.Common([]level.ID{1}).MaxRadiusWork()()
	if !baked.KnowsMaxRadius(shape) || r.s.Common([]level.ID{1}).MaxRadiusWork() != nil {
		t.Error("the largest radius is unknown after computing it")
	}
}

// With thousands of vertices, overlapping handles are left out. Zoomed in, all handles show.
func TestThinHandlesOfManyNodes(t *testing.T) {
	t.Parallel()
	const n = 20_000
	c := level.NewCollider(0, 0, "ring", level.Shape{Kind: level.Polygon, Rounding: level.Outset}, level.Vec{})
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		c.Shape.Points = append(c.Shape.Points, level.Vec{X: 200 * cos, Y: 200 * sin})
	}
	r := newRig(t, c)
	r.run("select 1; tool nodes")
	count := func(form overlay.HandleForm) (n int) {
		for _, o := range r.c.Overlays() {
			if h, ok := o.(overlay.Handle); ok && h.Form == form {
				n++
			}
		}
		return n
	}
	for _, form := range []overlay.HandleForm{overlay.SquareHandle, overlay.DotHandle} {
		if got := count(form); got < 100 || got > 1000 {
			t.Errorf("%d handles of form %d are shown", got, form)
		}
	}
	r.c.SetView(1e6, 1)
	if got := count(overlay.SquareHandle); got != n {
		t.Errorf("zoomed in, %d handles are shown, want %d", got, n)
	}
}
